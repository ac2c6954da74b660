"""The format `json`: puzzles as objects, texts or lists of numbers, in JSON.

    {"puzzle": "1.3434.2.1434321"}          an object a line, or in a list
    {"grid": [[1, 0, 3, 4], …]}             rows of numbers; null, 0, "", "." are empty
    [[1, 0, 3, 4], …]                       the rows alone, or a list of puzzles
    "1.3434.2.1434321"                      the cells alone

Written is one object a line, with all that an entry has; its schema is
`docs/schema/puzzle.schema.json`:

    schema              2
    puzzle              the clues, on one line
    box                 the shape of the boxes (`2x3`), where it is not the usual one
    symbols             how the digits are written, where that is not the usual way
    name
    puzzle_candidates   the digits each cell may hold, where the clues leave open more
    details             what is said of it: a key and a text each; a list of pairs
                        where a key is there several times
    columns             the other columns of the table it was in: a heading and a text
                        each
    state               how far somebody has come: `grid`, and `candidates` if fewer
    solution

Without the key `schema`, `candidates` beside clues are what a person has noted: the
state, which leaves the puzzle as it is.  Where there are no clues, they are the puzzle.
What `satdoku solve --json` and `satdoku check --json` write has the same keys, and is
read as the puzzles that were answered.

Lines or a document.  If the first line is a whole value, so is every other line, and a
broken one does not spoil the next.  Else the text is one document, which is read as a
whole (`ReadLimits.document`), and of a list in it each item is a value.

One puzzle or many.  The first item of a list tells: numbers are the cells of one;
objects, and lists of lists, are a puzzle each.  Items of n cells are the rows of one
puzzle if there are n of them, puzzles if n is the number of cells of one.  Where both
fit (81 texts of 81 characters) it is one puzzle if a digit is above the smaller size,
many if a row of the one would have a digit twice, and else ambiguous.

Where the puzzle is.  The keys of an object tell: one that names a puzzle, or many; one
that services wrap their answers in; else the only key of an object that has a key of a
puzzle itself.  What is below a solution, a state or candidates is never taken for the
puzzle.  Keys that mean constraints of a variant are refused (`variants.py`), as a
variant is never taken for a classic puzzle; unknown keys are the other columns of the
puzzle, as in a table.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache, partial
from itertools import count
from json import JSONDecodeError, JSONDecoder, JSONEncoder
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from satdoku.errors import InputError, UsageError, printable, shown
from satdoku.formats.cells import (
    Cells,
    box_text,
    grid_of_list,
    grid_of_text,
    size_of,
    usable,
)
from satdoku.formats.line import line_text
from satdoku.formats.lines import is_data
from satdoku.formats.metadata import digits_of, mask_of, state_of
from satdoku.formats.model import (
    DETAIL_OF,
    NAMES,
    PUZZLES,
    Certainty,
    Entry,
    Extras,
    Format,
    Options,
    Style,
)
from satdoku.formats.tables import SOLUTIONS, is_puzzle
from satdoku.formats.variants import constraint_error, kind_error, letters_of
from satdoku.geometry import Geometry
from satdoku.symbols import dialect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from satdoku.formats.lines import Head, Lines
    from satdoku.grid import Grid
    from satdoku.puzzle import Puzzle

__all__ = ["JSON", "OF_FPUZZLES", "SCHEMA", "unique"]

SCHEMA = 2
"""The version of the keys."""

_Object: TypeAlias = "dict[str, object]"

_SURE = ("puzzle", "givens", *sorted(PUZZLES - {"puzzle", "givens"}))
"""Keys that name a puzzle whatever stands beside them, the surest one first."""
_ONES = (*_SURE, "unsolved", "initial", "mission", "value", "values", "cells")
"""Keys of a puzzle, the surest one first."""
_LISTS = ("puzzles", "sudokus", "quizzes", "questions", "grids", "boards")
"""Keys of a list of puzzles."""
# fmt: off
_WRAPPERS = frozenset((
    "collection", "content", "data", "dataset", "entries", "examples", "items", "list",
    "newboard", "payload", "records", "response", "result", "results", "row", "rows",
    "samples", "test", "train", "validation",
))
# fmt: on
"""Keys under which services have a puzzle, or a list of them, in their answers."""
_NEVER = ("answer", "candidate", "output", "pencil", "solution", "solved", "state")
"""What keys begin or end with under which there is never the puzzle."""

_NESTED = frozenset((*_ONES, *_LISTS, *_WRAPPERS, *SOLUTIONS))
"""Keys that have a puzzle, or its solution, if they have no number."""
_OWN = frozenset(("candidates", "details", "puzzle_candidates", "state", "symbols"))
"""Further keys with a meaning."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|["\[\]{},]')
_BLANKS = re.compile(r"[ \t\n\r]*")
_DEEPEST = 64
_LONGEST_NUMBER = 300
_LOOK_AHEAD = 64
_MAX_CACHED = 16
_LONGEST_CELL = 3


# From text to values


class _Piece(NamedTuple):
    """A value, with the line at which it starts."""

    value: object
    line: int


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    reader = _Reader(lines.name, options)
    first = next(filter(is_data, lines.peek(_LOOK_AHEAD)), "")
    if _is_open(first):
        found = _of_document(lines, options.limits.document, reader)
    else:
        found = _of_lines(lines, reader)
    before = None
    for number, item in enumerate(found, 1):
        if isinstance(item, InputError) and item.line == before is not None:
            item.what += f" (puzzle {number:,})"  # its line is another puzzle's, too
        before = item.line
        yield item


def _is_open(line: str) -> bool:
    """Whether a line begins a value that ends in a later one."""
    depth = 0
    for match in _TOKEN.finditer(line):
        if match[0] == '"':
            return False  # a text that does not end is an error of this line
        depth += (match[0] in "[{") - (match[0] in "]}")
        if depth < 0:
            return False
    return depth > 0


def _of_lines(lines: Lines, reader: _Reader) -> Iterator[Entry | InputError]:
    for number, line in lines.numbered():
        if is_data(line):
            text = _Text(line, number)
            try:
                piece: _Piece | InputError = text.value()
                if text.next():
                    piece = text.wrong("one value a line")
            except InputError as error:
                piece = error
            yield from reader.items([piece])


def _of_document(
    lines: Lines, longest: int, reader: _Reader
) -> Iterator[Entry | InputError]:
    """Read a document: objects and lists, one after the other.

    Raises:
        InputError: It is not JSON, or too long.
    """
    held: list[str] = []
    length = start = 0
    for number, line in lines.numbered():
        if held or is_data(line):
            start = start or number
            length += len(line) + 1
            held.append(line)
        if length > longest:
            raise InputError(
                f"a JSON document of more than {longest:,} characters",
                expected="an object a line, of which there may be any number",
            )
    text = _Text("\n".join(held), start)
    del held
    while mark := text.next():
        if mark == "[":
            start = text.line
            yield from reader.listed(list(text.items()), start)
        elif mark == "{":
            yield from reader.items([text.value()])
        else:
            raise text.wrong("a list or an object")


def unique(pairs: list[tuple[str, object]]) -> _Object:
    """Return the keys and values of an object.

    Raises:
        InputError: A key is there twice, and one would hide the other.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        what = f"the key '{printable(twice)}' is there twice"
        raise InputError(what, expected="each key once")
    return found


def _no_constant(text: str) -> None:
    what = f"{text} is no number of JSON"
    raise InputError(what, expected="a number, or null")


def _whole(text: str) -> int:
    if len(text) <= _LONGEST_NUMBER:
        return int(text)
    what = f"a number of {len(text):,} digits"
    raise InputError(what, expected="a digit of a puzzle")


_DECODER = JSONDecoder(
    object_pairs_hook=unique, parse_constant=_no_constant, parse_int=_whole
)


class _Text:
    """A text of JSON, whose values are parsed one after the other.

    Args:
        text: The text.
        line: Its first line.

    Attributes:
        line: The line of the next value.
    """

    def __init__(self, text: str, line: int) -> None:
        self._text = text
        self._at = 0
        self.line = line

    def next(self) -> str:
        """Skip blanks; return the character that follows, nothing at the end."""
        self._move(cast("re.Match[str]", _BLANKS.match(self._text, self._at)).end())
        return self._text[self._at : self._at + 1]

    def _move(self, at: int) -> None:
        self.line += self._text.count("\n", self._at, at)
        self._at = at

    def wrong(self, expected: str, at: int = -1, what: str = "") -> InputError:
        """Return an error about the next character, or that at another place."""
        at = self._at if at < 0 else at
        rest = self._text[at : at + 80].split("\n")[0].strip()
        what = what or f"not JSON: '{printable(rest, 20)}'"
        if at >= len(self._text.rstrip()):
            what = "JSON that is cut off"
        line = self.line + self._text.count("\n", self._at, at)
        column = at - self._text.rfind("\n", 0, at)
        hint = "texts stand between double quotes" if rest[:1] == "'" else None
        return InputError(what, expected=expected, hint=hint, line=line, column=column)

    def items(self) -> Iterator[_Piece | InputError]:
        """Yield the items of the list that comes next; an error of JSON ends them."""
        self._move(self._at + 1)
        mark = self.next()
        while mark != "]":
            try:
                yield self.value()
                mark = self.next()
                if mark not in {",", "]"}:
                    raise self.wrong("',' or ']'")
            except InputError as error:
                self._at = len(self._text)
                yield error
                return
            if mark == ",":
                self._move(self._at + 1)
        self._move(self._at + 1)

    def value(self) -> _Piece:
        """Parse the next value.

        Raises:
            InputError: It is not JSON, or refused.
        """
        self.next()
        start, line = self._at, self.line
        try:
            value, end = _DECODER.raw_decode(self._text, start)
        except InputError as error:
            raise error.at(line=line) from None
        except RecursionError:
            raise _too_deep().at(line=line) from None
        except JSONDecodeError as error:
            said = error.msg.removesuffix(" starting at")
            what = f"not JSON: {said[:1].lower()}{said[1:]}"
            raise self.wrong("a value of JSON", error.pos, what) from None
        if _is_deep(self._text[start:end]):
            raise _too_deep().at(line=line)
        self._move(end)
        return _Piece(value, line)


def _is_deep(text: str) -> bool:
    """Whether a value is nested so deep that reading it could run out of stack."""
    depth = 0
    if text.count("[") + text.count("{") > _DEEPEST:
        for match in _TOKEN.finditer(text):
            depth += (match[0] in "[{") - (match[0] in "]}")
            if depth > _DEEPEST:
                return True
    return False


def _too_deep() -> InputError:
    what = f"JSON nested more than {_DEEPEST} deep"
    return InputError(what, expected="a puzzle, or a list of them")


# From values to puzzles


class _Reader:
    """Makes the entries of values.

    Args:
        source: The name of the source in messages.
        options: How it is to be read.
        numbers: The numbers of the puzzles to come.
        around: The boxes that the object around the values tells, if any.
    """

    def __init__(
        self,
        source: str,
        options: Options,
        numbers: Iterator[int] | None = None,
        around: Geometry | None = None,
    ) -> None:
        self._source = source
        self._options = options
        self._around = around
        self._cells: dict[tuple[Geometry | None, str | None], Cells] = {}
        self._numbers = count(1) if numbers is None else numbers

    def items(
        self, items: Iterable[_Piece | InputError]
    ) -> Iterator[Entry | InputError]:
        """Yield the puzzles of values that are puzzles, or have them, each."""
        for item in items:
            if isinstance(item, InputError):
                yield self._error(item)
            elif isinstance(item.value, dict):
                yield from self._object(cast("_Object", item.value), item.line)
            elif isinstance(item.value, list):
                inner = cast("list[object]", item.value)
                yield from self.listed([_Piece(v, item.line) for v in inner], item.line)
            elif isinstance(item.value, str):
                yield self._puzzle(item.value, {}, item.line)
            else:
                what = f"{_as_json(item.value)} is no puzzle"
                expected = "an object, a list or a text"
                yield self._error(InputError(what, expected=expected, line=item.line))

    def listed(
        self, items: list[_Piece | InputError], line: int
    ) -> Iterator[Entry | InputError]:
        """Yield the one puzzle of a list, or its many."""
        if not items:
            return
        first = items[0]
        width = None if isinstance(first, InputError) else _width(first.value)
        if width is None or not self._may_be_rows(width):
            yield from self.items(items)
            return
        # As many as a puzzle has cells, if they are that; else as many as it has rows.
        limit = width or self._options.limits.size**2
        if width and len(items) != width and self._may_be_cells(width):
            yield from self.items(items)
            return
        error = next((item for item in items if isinstance(item, InputError)), None)
        values = [item.value for item in items if isinstance(item, _Piece)]
        if error is not None:
            yield self._error(error)
        elif len(items) > limit:
            rows = f"rows of {width} cells" if width else "cells"
            what = f"more than {limit} {rows} in a list"
            expected = "one puzzle, or each in a list of its own"
            wrong = _blanks_error(values) or InputError(what, expected=expected)
            yield self._error(wrong.at(line=line))
        elif width and self._may_be_cells(width):
            yield from self._square(values, line)
        else:
            yield self._puzzle(values, {}, line)

    def _square(self, values: list[object], line: int) -> Iterator[Entry | InputError]:
        """Yield the puzzles of n² items of n² cells: one, or each one."""
        side, small = len(values), isqrt(len(values))
        cells = Cells(self._options)
        is_many = all(_is_readable(value, cells) for value in values)
        try:
            one: Puzzle | None = grid_of_list(values, cells)
        except InputError as error:
            if not is_many and not any(_is_readable(value, cells) for value in values):
                yield self._error(error.at(line=line))
                return
            one = None
        if one is not None and max(one.values) <= small:
            rows = (one.values[at : at + side] for at in range(0, side * side, side))
            clues = ([value for value in row if value] for row in rows)
            if any(len(set(row)) < len(row) for row in clues):
                one = None
            elif is_many:
                what = (
                    f"ambiguous: {side} times {side} cells may be {side} puzzles of "
                    f"{small}x{small}, or one"
                )
                expected = "a list that can be one of them alone"
                hint = "say the shape of the boxes (--box)"
                wrong = InputError(what, expected=expected, hint=hint, line=line)
                yield self._error(wrong)
                return
        if one is not None:
            yield self._puzzle(values, {}, line)
        else:
            yield from self.items(_Piece(value, line) for value in values)

    def _may_be_rows(self, width: int) -> bool:
        """Whether items of so many cells (0: cells) may be the rows of one puzzle."""
        asked = self._options.geometry
        if asked is not None:
            return width in (0, asked.size) or (
                width < asked.size and width != asked.cells
            )
        return width < 16 or (usable(width) and width <= self._options.limits.size)

    def _may_be_cells(self, width: int) -> bool:
        """Whether items of so many cells may be a puzzle each."""
        asked = self._options.geometry
        return width == asked.cells if asked is not None else usable(size_of(width))

    def _object(self, told: _Object, line: int) -> Iterator[Entry | InputError]:
        """Yield the puzzles of an object: one, or those of a list in it."""
        by_word = {key.strip().lower(): value for key, value in told.items()}
        many = [key for key in _LISTS if isinstance(by_word.get(key), list)]
        wrapped = [
            key for key in by_word if key in _WRAPPERS and _is_nested(by_word[key])
        ]
        ones = [key for key in _ONES if isinstance(by_word.get(key), (str, list))]
        ones = [key for key in ones if key not in many]
        error = _refusal(told, of_list=not ones and bool(many or wrapped))
        if error is None and many and ones and ones[0] in _SURE:
            what = f"puzzles under two keys, {ones[0]} and {many[0]}"
            error = InputError(what, expected="one of them")
        found = [by_word[key] for key in many]
        if error is not None:
            yield self._error(error.at(line=line))
        elif ones and not many:
            value = cast("str | list[object]", by_word[ones[0]])
            yield self._puzzle(value, by_word, line)
        elif not many and (inner := list(filter(_is_nested, map(by_word.get, _ONES)))):
            # What is said around a puzzle is said of it, unless it says so itself.
            own = cast("_Object", inner[0])
            known = {key.strip().lower() for key in own}.union(_ONES, _WRAPPERS)
            more = {key: v for key, v in by_word.items() if key not in known}
            yield from self._object({**more, **own}, line)
        else:
            if not many and not any(map(by_word.get, _SURE)):
                found = [by_word[key] for key in wrapped]
                others = [v for key, v in told.items() if _has_puzzle(key, v)]
                found = found or (others if len(others) == 1 else [])
            yield from self._inside(found, told, by_word, line)

    def _inside(
        self, values: list[object], told: _Object, by_word: _Object, line: int
    ) -> Iterator[Entry | InputError]:
        """Yield the puzzles of values in an object, in the boxes that it tells."""
        if not values:
            yield self._error(_no_puzzle(told, by_word).at(line=line))
            return
        try:
            shape, options = self._said(by_word)
        except InputError as error:
            yield self._error(error.at(line=line))
            return
        reader = _Reader(self._source, options, self._numbers, shape or self._around)
        yield from reader.items(_Piece(value, line) for value in values)

    def _puzzle(
        self, value: str | list[object], told: _Object, line: int
    ) -> Entry | InputError:
        """Return the entry of one puzzle, or what is wrong with it."""
        number = next(self._numbers)
        try:
            cells = self._cells_of(told)
            puzzle = _restricted(_grid_of(value, cells), told)
            name = next((t for key in NAMES if (t := _text(told.get(key)))), None)
            extras = _extras(told, puzzle, cells)
        except InputError as error:
            return error.at(line=line)
        return Entry(puzzle, self._source, line, number, name, "json", extras)

    def _cells_of(self, told: _Object) -> Cells:
        """Return what reads the cells of an object, by its boxes and symbols.

        Raises:
            InputError: They are none, or the schema is of another version.
        """
        if told.get("schema", SCHEMA) not in (1, SCHEMA):  # in both they mean the same
            what = f"schema {shown(told['schema'])}"
            raise InputError(what, expected=f"schema 1 or {SCHEMA}")
        shape, options = self._said(told)
        symbols = told.get("symbols")
        key = (shape, symbols if isinstance(symbols, str) else None)
        found = self._cells.get(key)
        if found is None:
            found = Cells(options)
            if len(self._cells) < _MAX_CACHED:
                self._cells[key] = found
        return found

    def _said(self, told: _Object) -> tuple[Geometry | None, Options]:
        """Return the boxes that an object tells, and the options with what it tells.

        Raises:
            InputError: There are no such boxes or symbols, or they are not those of the
                object around it.
        """
        shape, symbols, options = _shape(told), told.get("symbols"), self._options
        if shape is not None and self._around not in (None, shape):
            raise InputError(f"{shape}", expected=f"{self._around}, as said around it")
        if shape is not None and options.geometry is None:
            options = options._replace(geometry=shape)
        if isinstance(symbols, str) and options.symbols is None:
            try:
                options = options._replace(symbols=dialect(symbols))
            except UsageError as error:
                raise InputError(str(error)) from None
        return shape, options

    def _error(self, error: InputError) -> InputError:
        """Count a puzzle that cannot be read."""
        next(self._numbers)
        return error


def _width(value: object) -> int | None:
    """Return how many cells an item has, 0 if it is one; None if it is a puzzle."""
    if isinstance(value, str):
        words = value.split()
        if len(words) > 1:
            return len(words)
        return len(value.strip()) if len(value.strip()) > _LONGEST_CELL else 0
    if isinstance(value, list):
        inner = cast("list[object]", value)
        cells = bool(inner) and _width(inner[0]) == 0 and not _blanks_error(inner)
        return len(inner) if cells else None
    return None if isinstance(value, dict) else 0


def _is_readable(value: object, cells: Cells) -> bool:
    try:
        _grid_of(value, cells)
    except InputError:
        return False
    return True


def _is_nested(value: object) -> bool:
    """Whether a value can have a puzzle besides its cells: an object or a list."""
    return bool(value) and isinstance(value, (dict, list))


def _has_puzzle(key: str, value: object) -> bool:
    """Whether what is under a key has a key of a puzzle, or is a list of what has."""
    word = key.strip().lower()
    if word.startswith(_NEVER) or word.rstrip("s").endswith(_NEVER):
        return False
    if isinstance(value, list):
        value = next(iter(cast("list[object]", value)), None)
    if not isinstance(value, dict):
        return False
    words = {key.strip().lower() for key in cast("_Object", value)}
    return not words.isdisjoint((*_SURE, *_LISTS))


def _refusal(told: _Object, *, of_list: bool) -> InputError | None:
    """Return what refuses an object: it is of a variant, or says a thing twice."""
    words = Counter(key.strip().lower() for key in told)
    if len(words) < len(told):
        twice = words.most_common(1)[0][0]
        what = f"the key '{printable(twice)}' is there twice, in other letters"
        return InputError(what, expected="each key once")
    kinds = (kind_error(key, value, of_list=of_list) for key, value in told.items())
    return constraint_error(told) or next(filter(None, kinds), None)


def _no_puzzle(told: _Object, by_word: _Object) -> InputError:
    """Return what is wrong with an object in which there is no puzzle."""
    if isinstance(said := by_word.get("error"), str):
        return InputError(f"an answer without a puzzle: {printable(said, 200)}")
    named = next((key for key in _ONES if key in by_word), None)
    if named is not None:
        value, hint = by_word[named], None
        if type(value) in (int, float):
            hint = "a program that takes digits for a number loses some; write a text"
        what = f"{named} is {_as_json(value)}"
        return InputError(what, expected="its cells, as a text or a list", hint=hint)
    keys = ", ".join(printable(key, 20) for key in list(told)[:8])
    what = f"no puzzle among the keys {keys}" if keys else "an empty object"
    return InputError(what, expected="the key puzzle, or another name of one")


def _as_json(value: object) -> str:
    return (
        str(value).lower()
        if isinstance(value, bool)
        else ("null" if value is None else shown(value))
    )


# The shape of the boxes

_BOX_KEY = re.compile(
    r"(?:box|block|subgrid)(?P<many>(?:es|s)$)?(?:es|s)?"
    r"(?:size|shape|dimensions|dims|(?P<height>height|rows?|h)"
    r"|(?P<width>width|columns?|cols?|w))?"
)


@lru_cache(512)
def _box_key(key: str) -> str:
    """Return what a key tells of boxes: nothing, `one`, `many`, `height` or `width`."""
    match = _BOX_KEY.fullmatch(letters_of(key))
    return (match.lastgroup or "one") if match else ""


def _shape(told: _Object) -> Geometry | None:
    """Return the shape of the boxes that an object tells; None if it tells none.

        "box": "2x3"    "boxes": [2, 3]    "box": 3    "box_height": 2, "box_width": 3

    A text and a pair are rows x columns; one number is the side of a square box.  What
    cannot be read is refused, as the same cells are another puzzle in other boxes.

    Raises:
        InputError: It is none, or two keys tell different ones.

    Example:
        >>> _shape({"Box-Width": 3, "box height": 2, "name": "six"})
        Geometry(6, 6)
    """
    shapes: list[Geometry] = []
    sides: dict[str, object] = {}
    keys: list[str] = []
    for key, value in told.items():
        role = _box_key(key)
        if not role or value is None or value is False or value in ("", []):
            continue
        keys.append(f"{printable(key, 20)} {shown(value)}")
        if role in ("height", "width"):
            sides[f"{role}, too" if role in sides else role] = value
        elif isinstance(value, str):
            shapes.append(_box(partial(Geometry.parse, value)))
        else:
            pair = [value, value] if role == "one" else []
            pair = cast("list[object]", value) if isinstance(value, list) else pair
            shapes.append(_box_of(pair, keys[-1]))
    if len(sides) == 2:
        pair = [sides.get("height"), sides.get("width")]
        shapes.append(_box_of(pair, ", ".join(keys)))
    for shape in shapes:
        both = {"height": shape.box_height, "width": shape.box_width}
        if shape != shapes[0] or not sides.items() <= both.items():
            raise InputError(", ".join(keys), expected="one shape of boxes")
    if sides and not shapes:
        raise InputError(", ".join(keys), expected="height and width of a box, once")
    return shapes[0] if shapes else None


def _box_of(sides: list[object], what: str) -> Geometry:
    if len(sides) == 2 and all(type(side) is int for side in sides):
        height, width = cast("list[int]", sides)
        if 0 < height < 1000 and 0 < width < 1000:
            return _box(partial(Geometry.of_box, height, width))
    raise InputError(what, expected="rows x columns of a box, such as 2x3")


def _box(make: Callable[[], Geometry]) -> Geometry:
    try:
        return make()
    except UsageError as error:
        raise InputError(str(error)) from None


# The puzzle and what is said of it


def _grid_of(value: object, cells: Cells) -> Puzzle:
    """Make the puzzle of a text or a list.

    Raises:
        InputError: It is none; names the cell where one is wrong.
    """
    if isinstance(value, str):
        return grid_of_text(value, cells)
    if isinstance(value, list):
        items = cast("list[object]", value)
        if (error := _blanks_error(items)) is not None:
            raise error
        return grid_of_list(items, cells)
    raise InputError(f"{shown(value)} is no grid", expected="a text or a list")


def _blanks_error(rows: list[object]) -> InputError | None:
    """Return what refuses rows of text whose empty cells are blanks, if they are that.

    A blank stands between numbers, too, and programs cut it off at the ends of texts;
    so it is open which cells are empty.
    """
    texts = [row for row in rows if isinstance(row, str)]
    if not 4 <= len(rows) == len(texts) == max(map(len, texts)):
        return None
    for number, text in enumerate(texts, 1):
        if " " in text:
            what = f"row {number}: {shown(text)} has a blank in place of a cell"
            return InputError(what, expected="'.' or '0' for an empty cell")
    return None


def _masks(given: object, geometry: Geometry) -> tuple[int, ...]:
    """Return the candidates of a list of the digits of each cell; null for all.

    Raises:
        InputError: It is none; names the cell.
    """
    if not isinstance(given, list):
        expected = "a list of digits for each cell"
        raise InputError(f"candidates {shown(given)}", expected=expected)
    masks: list[int] = []
    for index, digits in enumerate(cast("list[object]", given)):
        listed = cast("list[object]", digits) if isinstance(digits, list) else None
        if digits is None:
            listed = list(geometry.digits)
        if listed is None or any(
            type(digit) is not int or digit not in geometry.digits for digit in listed
        ):
            row, column = divmod(index, geometry.size)
            expected = f"a list of digits from 1 to {geometry.size}"
            cell = (row + 1, column + 1)
            raise InputError(
                f"candidates {shown(digits)}", expected=expected, cell=cell
            )
        masks.append(mask_of(cast("list[int]", listed)))
    return tuple(masks)


def _restricted(puzzle: Puzzle, told: _Object) -> Puzzle:
    """Return a puzzle with the candidates that belong to it.

    These are its `puzzle_candidates`; or its `candidates`, if it has no clues and would
    be no puzzle without them.  Beside a status, `candidates` are a part of the answer.
    """
    given = told.get("puzzle_candidates")
    if given is None and not any(puzzle.values) and "status" not in told:
        given = told.get("candidates")
    if given is None:
        return puzzle
    return puzzle.with_candidates(_masks(given, puzzle.geometry))


def _extras(told: _Object, puzzle: Puzzle, cells: Cells) -> Extras:
    """Return what an object says of its puzzle.

    Raises:
        InputError: An object of our own schema says what cannot be, or its candidates
            are none.
    """
    ours = "schema" in told
    details = list(_details(told, ours=ours))
    solution: Grid | None = None
    value: object = next((told[key] for key in SOLUTIONS if told.get(key)), None)
    if isinstance(value, list):
        first: object = cast("list[object]", value)[0]
        if isinstance(first, str) and len(first) == len(puzzle.values):
            value = first
    if value is not None:
        try:
            solution = _same_shape(_grid_of(value, cells), puzzle).clues
        except InputError as error:
            if ours:
                error.what = f"the solution: {error.what}"
                raise
            details.append(("solution", _text(value) or shown(value)))
    state = _state(told.get("state"), puzzle, cells) if ours else None
    symbols = cells.extras(puzzle.geometry.size).symbols
    state = state or _notes(told, puzzle)
    columns = tuple(_columns(told, ours=ours))
    return Extras(tuple(details), state, solution, symbols, columns=columns)


def _same_shape(found: Puzzle, puzzle: Puzzle) -> Puzzle:
    if found.geometry != puzzle.geometry:
        raise InputError(f"a grid of {found.geometry}", expected=f"{puzzle.geometry}")
    return found


def _state(value: object, puzzle: Puzzle, cells: Cells) -> Puzzle | None:
    """Return the state that our own schema tells: a grid, and candidates."""
    if value is None:
        return None
    told = cast("_Object", value) if isinstance(value, dict) else {}
    try:
        state = _same_shape(_grid_of(told.get("grid"), cells), puzzle)
        if told.get("candidates") is not None:
            masks = _masks(told["candidates"], puzzle.geometry)
            state = state.with_candidates(masks)
    except InputError as error:
        error.what = f"the state: {error.what}"
        raise
    return state


def _notes(told: _Object, puzzle: Puzzle) -> Puzzle | None:
    """Return the state that `candidates` beside clues are: what a person has noted.

    A cell without notes may hold whatever its clues leave open.
    """
    given = told.get("candidates")
    if given is None or not any(puzzle.values) or "status" in told:
        return None
    full = (1 << puzzle.geometry.size) - 1
    marks = [mask % full for mask in _masks(given, puzzle.geometry)]
    if len(marks) != len(puzzle.values):
        what = f"candidates of {len(marks)} cells"
        raise InputError(what, expected=f"{len(puzzle.values)}")
    return state_of(puzzle, (0,) * len(marks), marks)


def _details(told: _Object, *, ours: bool) -> Iterator[tuple[str, str]]:
    """Yield the details: those listed as such, and keys known to be some.

    The answers of satdoku have a key `source`, too, which is the file.
    """
    listed, pairs = told.get("details"), list[tuple[object, object]]()
    if isinstance(listed, dict):
        pairs = [*cast("_Object", listed).items()]
    elif isinstance(listed, list):
        both = [cast("list[object]", v) for v in listed if isinstance(v, list)]
        pairs = [(v[0], v[1]) for v in both if len(v) == 2 and isinstance(v[0], str)]
    for key, value in pairs:
        if (text := _text(value)) is not None:
            yield _text(key) or "", text
    for key, detail in DETAIL_OF.items() if not ours else ():
        if text := _text(told.get(key)):
            yield detail, text


def _columns(told: _Object, *, ours: bool) -> Iterator[tuple[str, str]]:
    """Yield the other columns: of our own schema `columns`, else all other keys."""
    if ours:
        listed = told.get("columns")
        told = cast("_Object", listed) if isinstance(listed, dict) else {}
    for key, value in told.items():
        is_puzzle = key in _NESTED and isinstance(value, (str, list, dict))
        if ours or not (key in _OWN or is_puzzle or _box_key(key)):
            text = "" if value is None else _text(value) or _encode(value)
            yield _text(key) or "", text


def _text(value: object) -> str | None:
    """Return a text or number as text, without halves of characters.

    JSON can hold half of a pair of surrogates, which no file could be written with.
    """
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    return str(value).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


# Detecting and writing

OF_FPUZZLES = re.compile(r'"grid"\s*:\s*\[\s*\[\s*(null\s*,\s*)*\{')
_LIST = re.compile(r'\[\s*([\[{"\]0-9-]|null|true|false|NaN|Infinity|$)')
_OBJECT = re.compile(r'\{\s*("|\}|$)')
_encode = JSONEncoder(ensure_ascii=True).encode


def _recognises(head: Head) -> Certainty:
    """Look for the bracket of an object or a list, or for a puzzle between quotes."""
    text = head.first.strip()
    if text[:1] == "{":
        if OF_FPUZZLES.search("\n".join(head.lines)):
            return Certainty.NO
        return Certainty.CERTAIN if _OBJECT.match(text) else Certainty.LIKELY
    if text[:1] == "[":
        below = "\n".join(head.data[:2]).strip()
        return Certainty.CERTAIN if _LIST.match(below) else Certainty.NO
    quoted = len(text) > 2 and text[0] == text[-1] == '"'
    return Certainty.CERTAIN if quoted and is_puzzle(text[1:-1]) else Certainty.NO


def _write(entry: Entry, style: Style) -> str:
    def text(grid: Puzzle | Grid | None) -> str | None:
        if grid is None:
            return None
        if style.symbols is None:
            return grid.line
        return line_text(grid, style.symbols)

    puzzle, extras = entry.grid, entry.extras
    details, state = dict(extras.details), extras.state
    once = len(details) == len(extras.details)
    told: _Object = {
        "schema": SCHEMA,
        "puzzle": text(puzzle),
        "box": box_text(puzzle.geometry),
        "symbols": style.symbols and style.symbols.name,
        "name": entry.name,
        "puzzle_candidates": _digits(puzzle),
        "details": (details if once else list(extras.details)) or None,
        "columns": dict(extras.columns) or None,
        "state": state and _filled({"grid": text(state), "candidates": _digits(state)}),
        "solution": text(extras.solution),
    }
    return _encode(_filled(told)) + "\n"


def _digits(puzzle: Puzzle) -> list[list[int]] | None:
    """Return the candidates of each cell as digits; None if clues leave them open."""
    masks = puzzle.candidates
    return None if masks is None else list(map(digits_of, masks))


def _filled(told: _Object) -> _Object:
    return {key: value for key, value in told.items() if value is not None}


JSON = Format(
    name="json",
    summary="puzzles in JSON: objects, texts or lists of numbers",
    extensions=(".json", ".jsonl", ".ndjson"),
    recognises=_recognises,
    read=_read,
    write=_write,
    keeps=frozenset(
        ("name", "details", "columns", "state", "candidates", "solution", "boxes")
    ),
    comments=False,
)
"""Format `json`."""
