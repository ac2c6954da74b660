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
    shape               the shape of the grid, where it is not square, has no boxes or
                        other values, as items of ISS text (`.Shape~6x9~0-8`)
    constraints         the rules of a variant, a list of items of ISS text or of
                        constraints as Python makes them
                        (`Thermo~R1C1~R1C2`)
    symbols             how the digits are written, where that is not the usual way
    name
    puzzle_candidates   the digits each cell may hold, where the clues leave open more
    details             a key and a text each; a list of pairs where a key occurs twice
    columns             the other columns of the table it was in: a heading and a text
                        each
    warnings            what it was read from may say of the rules that was not read
    state               how far somebody has come: `grid`, and `candidates` if fewer
    solution
    status, error       what a command says of it; of a puzzle that cannot be read, with
                        `source` and `line`

Without the key `schema`, `candidates` beside clues are what a person has noted: the
state, which leaves the puzzle as it is.  Where there are no clues, they are the puzzle.
The output of `satdoku solve --json` and `satdoku check --json` has the same keys, and
is read as the puzzles that were answered.

Lines or a document.  If the first line is a whole value, so is every other line, and a
broken one does not spoil the next.  Else the text is one document, which is read as a
whole; its puzzles have the line at which it starts.

One puzzle or many.  The first item of a list decides: numbers are the cells of one
puzzle; objects, and lists of lists, are a puzzle each.  Items of n cells are the rows
of one puzzle if there are n of them, puzzles if n is the number of cells of one.  Where
both fit (16 texts of 16 characters) it is one puzzle if an item cannot be a puzzle,
many if a row of the one would have a digit twice, and else ambiguous.

Where the puzzle is.  It stands under a key that names a puzzle, or many.  A text there
may be ISS text (`iss.py`), or 729 characters, a place for each candidate.  Other keys
of constraints are refused (`variants.py`), as a variant is never taken for a classic
puzzle; unknown keys are the other columns of the puzzle, as in a table, and so are
further keys of a puzzle, and `x`, `odd`, `ratio` and the like where they have a number
or a word beside a puzzle that is a text, but no cells.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import chain, dropwhile, islice
from json import JSONDecodeError, JSONDecoder, JSONEncoder
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from satdoku.errors import InputError, UsageError, printable, shown
from satdoku.formats.layouts import line_text, reaching
from satdoku.formats.lines import is_data
from satdoku.formats.metadata import state_of, variant_json
from satdoku.formats.model import (
    DETAIL_OF,
    LONGEST_DOCUMENT,
    NAMES,
    PLAIN,
    PUZZLES,
    SOLUTIONS,
    Format,
    Metadata,
    Options,
    PuzzleRecord,
    Row,
    Style,
    Table,
)
from satdoku.formats.records import unread_record
from satdoku.formats.registry import ISS_START
from satdoku.formats.values import ValueReader, cell_text, is_puzzle
from satdoku.formats.variants import (
    KINDS,
    constraint_error,
    is_measure,
    is_nothing,
    kind_error,
    letters_of,
)
from satdoku.puzzle.arrays import flattened
from satdoku.puzzle.cells import BAD, DIGITS, CellOptions
from satdoku.puzzle.geometry import (
    Geometry,
    box_text,
    digits_of,
    mask_of_digits,
    standard_geometry,
)
from satdoku.puzzle.puzzle import Puzzle
from satdoku.puzzle.symbols import dialect

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from satdoku.formats.lines import Lines
    from satdoku.puzzle.grid import Grid

    Found: TypeAlias = Iterator[PuzzleRecord | InputError]

SCHEMA = 2
"""The version of the keys."""

_Object: TypeAlias = "dict[str, object]"

_LISTS = ("puzzles", "sudokus", "quizzes", "questions", "grids", "boards")
"""Keys of a list of puzzles."""
_CELLS_KEYS = (
    *("puzzle", "givens", *sorted(PUZZLES - {"puzzle", "givens"})),
    *("unsolved", "initial", "mission", "value", "values", "cells"),
)
"""Keys of a puzzle, the surest one first."""
_NESTED = frozenset((*_CELLS_KEYS, *_LISTS, *SOLUTIONS))
"""Keys that have a puzzle, or its solution, if they have no number."""
_BESIDE = frozenset(("candidates", "constraints", "puzzle_candidates", "shape"))
"""Further keys that say something of a puzzle beside it."""
_OWN = _BESIDE | {"details", "state", "symbols"}
"""Further keys that may."""

_NINE = Geometry(9, 9)
_BLANKS = re.compile(r"[ \t\n\r]*")
_LOOK_AHEAD = 64
_LONGEST_CELL = 3
_CELL_KEYS = ("val", "value", "digit", "number")
"""Keys of the digit of a cell, where each cell is an object."""
_PLACE_KEYS = frozenset(
    ("r", "c", "row", "col", "column", "x", "y", "i", "j", "id", "index", "cell")
) | frozenset(("box", "block", "region", "size"))
"""Keys of numbers that say where a cell is."""


# From text to values


def _read(lines: Lines, options: Options) -> Found:
    reader = _Reader(lines.name, options)
    before = None
    for line, text in _texts(lines):
        try:
            values = _values(text, line)
        except InputError as error:
            yield reader.count(error.at(line=line))
            continue
        try:
            for item in chain.from_iterable(reader.value(v, line) for v in values):
                if isinstance(item, InputError) and before == line:
                    item.what += f" (puzzle {reader.number:,})"
                before = line
                yield item
        except RecursionError:
            yield _too_deep().at(line=line)


def _texts(lines: Lines) -> Iterator[tuple[int, str]]:
    """Yield each line, or the whole text if its first value goes on behind its line.

    Raises:
        InputError: The whole text is too long.
    """
    first = next(filter(is_data, lines.peek(_LOOK_AHEAD)), "")
    data = dropwhile(lambda pair: not is_data(pair[1]), lines.numbered())
    if not _is_open(first):
        yield from (pair for pair in data if is_data(pair[1]))
        return
    start, held, length = 0, list[str](), 0
    for number, line in data:
        start = start or number
        held.append(line)
        length += len(line) + 1
        if length > LONGEST_DOCUMENT:
            raise InputError(
                f"a JSON document of more than {LONGEST_DOCUMENT:,} characters",
                expected="an object a line, of which there may be any number",
            )
    yield start, "\n".join(held)


def _is_open(line: str) -> bool:
    """Whether a line begins a list or an object that ends in a later one."""
    try:
        JSONDecoder(parse_int=float).decode(line)
    except JSONDecodeError as error:
        return line.lstrip()[:1] in ("[", "{") and not line[error.pos :].strip()
    except RecursionError:
        pass
    return False


def unique(pairs: list[tuple[str, object]]) -> _Object:
    """Return the keys and values of an object.

    Raises:
        InputError: A key occurs twice, and one would hide the other.
    """
    keys = dict(pairs)
    if len(keys) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        what = f"the key '{printable(twice)}' occurs twice"
        raise InputError(what, expected="each key once")
    return keys


_DECODER = JSONDecoder(object_pairs_hook=unique)


def _values(text: str, line: int) -> list[object]:
    """Parse the values of a text, which starts at a line.

    Raises:
        InputError: It is not JSON, or an object has a key twice.
    """
    values: list[object] = []
    at = 0
    while at < len(text):
        at += len(cast("re.Match[str]", _BLANKS.match(text, at))[0])
        try:
            value, at = _DECODER.raw_decode(text, at)
        except JSONDecodeError as error:
            rest = text[error.pos : error.pos + 80].partition("\n")[0].strip()
            message = error.msg[:1].lower() + error.msg[1:].removesuffix(" starting at")
            what = f"not JSON: {message} at '{printable(rest, 20)}'"
            raise InputError(
                what if rest else "JSON that is cut off",
                expected="values of JSON",
                hint="texts stand between double quotes" if rest[:1] == "'" else None,
                line=line + error.lineno - 1,
                column=error.colno,
            ) from None
        except InputError:
            raise
        except ValueError as error:  # a number of thousands of digits
            raise InputError(printable(str(error), 60), expected="a digit") from None
        except RecursionError:
            raise _too_deep() from None
        values.append(value)
        at += len(cast("re.Match[str]", _BLANKS.match(text, at))[0])
    return values


def _too_deep() -> InputError:
    return InputError("JSON nested too deep", expected="a puzzle, or a list of them")


# From values to puzzles


class _Reader:
    """Makes the entries of values.

    `around` has the boxes and symbols that an object around a value names.

    Args:
        source: The name of the source in messages.
        options: How it is to be read.

    Attributes:
        number: How many puzzles there were, unreadable ones too.
    """

    def __init__(self, source: str, options: Options) -> None:
        self._source = source
        self._options = options
        self._values: dict[object, ValueReader] = {}
        self._tables: dict[tuple[str, ...], Table] = {}
        self._before: _Plan | None = None
        self._has_options = options.geometry is not None or options.symbols is not None
        self.number = 0

    def count(self, error: InputError) -> InputError:
        """Count a puzzle that cannot be read."""
        self.number += 1
        return error

    def value(self, value: object, line: int, around: _Object | None = None) -> Found:
        """Yield the puzzles of a value: one, or those in it."""
        around = around or {}
        try:
            if isinstance(value, dict) and not around:
                record = self._like_before(cast("_Object", value), line)
                if record is not None:
                    yield record
                    return
            if isinstance(value, dict):
                yield from self._object(cast("_Object", value), line, around)
            elif isinstance(value, list):
                yield from self._list(cast("list[object]", value), line, around)
            elif isinstance(value, str):
                yield self._puzzle(value, around, line)
            else:
                what, expected = f"{_as_json(value)} is not a puzzle", "an object"
                raise InputError(what, expected=f"{expected}, a list or a text")  # noqa: TRY301
        except InputError as error:
            yield self.count(error.at(line=line))

    def _list(self, values: list[object], line: int, around: _Object) -> Found:
        """Yield the one puzzle of a list, or its many.

        Raises:
            InputError: It may be both, or the boxes around it are none.
        """
        if _cells_of(values) is not None:
            yield self._puzzle(values, around, line)
            return
        width = _width(values[0]) if values else None
        options = self._options_for(around)
        geometry, count = options.geometry, len(values)
        if width is None:
            are_rows = are_puzzles = False
        elif geometry is not None:
            are_rows, are_puzzles = width <= geometry.size, width == geometry.cells
        else:
            are_rows = width < 16 or (
                standard_geometry(width) is not None and width <= options.max_size
            )
            are_puzzles = CellOptions().of_cells(width) is not None
        if are_rows and are_puzzles and count == width:
            are_rows = _are_rows(values, ValueReader(options))
        elif are_puzzles:
            are_rows = False
        if are_rows:
            yield self._puzzle(values, around, line)
            return
        for value in values:
            yield from self.value(value, line, around)

    def _object(self, pairs: _Object, line: int, around: _Object) -> Found:
        """Yield the puzzle of an object, or those of the list in it.

        Raises:
            InputError: There is none, it is of a variant, or a key occurs twice.
        """
        words = {key.strip().lower(): value for key, value in pairs.items()}
        lists = [key for key in _LISTS if isinstance(words.get(key), list)]
        cells = [key for key in _CELLS_KEYS if isinstance(words.get(key), (str, list))]
        keys = [*lists, *(key for key in cells if key not in lists)]
        if not keys:
            keys = lists = [key for key in words if _holds_puzzle(key, words[key])]
        if not keys:
            missing = _no_puzzle(pairs, words)
            at = next((key for key in _CELLS_KEYS if key in words), None)
            missing.columns = None if at is None else self._row(pairs, at)
            raise missing
        if len(keys) > 1 and lists:
            what = f"puzzles under two keys, {keys[0]} and {keys[1]}"
            raise InputError(what, expected="one of them")
        key = keys[0]
        if not lists:
            try:
                _refuse_variants(pairs, words, is_text=isinstance(words[key], str))
            except InputError as error:
                error.columns = self._row(pairs, key)
                raise
            yield self._puzzle(words[key], {**around, **words}, line, (pairs, key))
            return
        _refuse(pairs, of_list=True)
        # Boxes have a key of their own, so that those within are compared to them.
        shared = {f"{key} ": v for key, v in words.items() if _is_box_key(key)}
        shared |= {key: words.get(key, around.get(key)) for key in ("shape", "symbols")}
        values = words[key]
        for value in values if isinstance(values, list) else [values]:
            yield from self.value(value, line, {**around, **shared})

    def _puzzle(
        self,
        value: object,
        pairs: _Object,
        line: int,
        own: tuple[_Object, str] | None = None,
    ) -> PuzzleRecord | InputError:
        """Return the record of one puzzle, or what is wrong with it.

        Args:
            value: Its cells.
            pairs: What the objects around them say, by keys in lower case.
            line: Its line.
            own: Its object, and the key of its cells there, in lower case.
        """
        self.number += 1
        row = None if own is None else self._row(*own)
        try:
            if pairs.get("schema", SCHEMA) != SCHEMA:
                what = f"schema {shown(pairs['schema'])}"
                raise InputError(what, expected=f"schema {SCHEMA}")  # noqa: TRY301
            options = self._options_for(pairs)
            variant = _variant_of(value, options)
            if variant is not None:
                options = _for_shape(options, variant.geometry)
            key = options.geometry, options.symbols
            reader = self._values.setdefault(key, ValueReader(options))
            puzzle = _grid_of(value, reader) if variant is None else variant
            puzzle = _restricted(_constrained(puzzle, pairs), pairs)
            name = next((t for key in NAMES if (t := _text(pairs.get(key)))), None)
            extras = _extras(pairs, puzzle, reader)
        except InputError as error:
            error.columns = row
            return error.at(line=line)
        if row is not None and not isinstance(row.values[row.table.puzzle], str):
            values = list(row.values)
            values[row.table.puzzle] = puzzle.line
            row = row._replace(values=tuple(values))
        if row is not None and own is not None and puzzle.geometry == _NINE:
            self._before = _plan(own[0], row.table)
        return PuzzleRecord(
            puzzle, self._source, line, self.number, name, "json", extras, row
        )

    def _like_before(self, pairs: _Object, line: int) -> PuzzleRecord | None:
        """Return the record of an object with the keys of the one before, quickly.

        None if it has other keys, or anything but 81 digits and plain values.
        """
        plan = self._before
        if plan is None or plan.keys != tuple(pairs) or self._has_options:
            return None
        values = tuple(pairs.values())
        text = values[plan.table.puzzle]
        if type(text) is not str or len(text) != 81:
            return None
        if "9" not in text and 0 < text.count("0") <= 18:
            return None  # perhaps 0 is the first digit
        texts = [value for value in values if type(value) is str]
        if not {dict, list}.isdisjoint(map(type, values)) or not all(
            map(str.isascii, texts)
        ):
            return None
        cells = text.encode().translate(DIGITS)
        if BAD in cells:
            return None
        details = [
            (key, text) for key, at in plan.details if (text := _text(values[at]))
        ]
        name = next((n for at in plan.names if (n := _text(values[at]))), None)
        self.number += 1
        return PuzzleRecord(
            Puzzle.trusted(_NINE, tuple(cells)),
            self._source,
            line,
            self.number,
            name,
            "json",
            Metadata(tuple(details)) if details else PLAIN,
            Row(plan.table, values),
        )

    def _row(self, source: _Object, key: str) -> Row | None:
        """Return the columns that an object is: its keys but those with a meaning.

        So is what may be the same puzzle in another form, under a further key.  Of our
        own schema, its puzzle and what stands under `columns`.
        """
        pairs = dict(source)
        if "schema" in source:
            listed = source.get("columns")
            if not isinstance(listed, dict):
                return None
            pairs = {key: source[key], **cast("_Object", listed)}
        names: list[str] = []
        values: list[object] = []
        puzzle, solution = 0, None
        for name, value in pairs.items():
            word = name.strip().lower()
            if word == key:
                puzzle = len(names)
            elif word in SOLUTIONS and isinstance(value, (str, list)):
                solution = len(names)
            elif _has_meaning(word, value):
                continue
            names.append(_sound(name))
            values.append(_sound(value) if isinstance(value, str) else value)
        table = Table(tuple(names), puzzle, solution)
        known = self._tables.setdefault(table.names, table)
        return Row(known, tuple(values))

    def _options_for(self, keys: _Object) -> Options:
        """Return the options, with the boxes and symbols that an object names.

        Raises:
            InputError: There are no such boxes or symbols.
        """
        options, symbols = self._options, keys.get("symbols")
        try:
            shape = _shape(keys)
            if shape is not None and options.geometry is None:
                options = options._replace(geometry=shape)
            if isinstance(symbols, str) and options.symbols is None:
                options = options._replace(symbols=dialect(symbols))
            if keys.get("shape") is not None:
                options = _for_shape(options, _stated_shape(keys["shape"]))
        except UsageError as error:
            raise InputError(str(error)) from None
        return options


def _cells_of(values: list[object]) -> list[object] | None:
    """Return the cells of a list of objects, or of lists of them, one a cell.

    None if the objects are something else: they hold puzzles, or differ.  `null` is an
    empty cell.

    Raises:
        InputError: Digits stand under two keys, or under one that is not known.
    """
    are_rows = bool(values) and all(isinstance(value, list) for value in values)
    rows = cast("list[list[object]]", values if are_rows else [values])
    items = list(chain.from_iterable(rows))
    kinds = set(map(type, items))
    if dict not in kinds or not kinds <= {dict, type(None)} or len(items) < 2:
        return None
    objects = [cast("_Object", item or {}) for item in items]
    keys = [
        key
        for key in _CELL_KEYS
        if any(key in item_of_cell for item_of_cell in objects)
    ]
    cells = [item_of_cell.get(keys[0]) for item_of_cell in objects] if keys else []
    texts = [str(cell) for cell in cells if not isinstance(cell, (list, dict))]
    if not texts or len(texts) < len(cells) or max(map(len, texts)) > _LONGEST_CELL + 1:
        return None
    for item_of_cell, cell in zip(objects, cells, strict=True):
        others = {k: v for k, v in item_of_cell.items() if k in keys[1:]}
        if cell is None and (key := _digit_key(others)) is not None:
            what = f"cells with the digit under the keys {keys[0]} and {key}"
            raise InputError(what, expected="one key")
    rest = iter(cells)
    return [list(islice(rest, len(row))) for row in rows] if are_rows else cells


def refuse_unread_digits(cells: Iterable[Mapping[str, object]]) -> None:
    """Refuse cells that are read as empty, and have digits under another key.

    Raises:
        InputError: There is such a key; names it.

    Example:
        >>> refuse_unread_digits([{"row": 1, "col": 1}, {"row": 1, "clue": 5}])
        Traceback (most recent call last):
        satdoku.errors.InputError: no digits but under the key 'clue' ...
    """
    for cell in cells:
        if (key := _digit_key(cell)) is not None:
            what = f"no digits but under the key '{printable(key, 20)}' of cells"
            expected = f"the digits under the key {_CELL_KEYS[1]}"
            raise InputError(what, expected=expected)


def _digit_key(cell: Mapping[str, object]) -> str | None:
    """Return the first key of a cell that may have its digit; None if there is none."""
    for key, value in cell.items():
        text = str(value) if type(value) in {int, str} else ""
        is_digit = text.isascii() and text.isdigit() and len(text) <= _LONGEST_CELL
        if is_digit and int(text) and key.lower() not in _PLACE_KEYS:
            return key
    return None


class _Plan(NamedTuple):
    """How objects with the same plain keys are read.

    Args:
        keys: Their keys.
        table: The keys as columns.
        names: Those that may have the name.
        details: Those that have details, with the keys of these.
    """

    keys: tuple[str, ...]
    table: Table
    names: tuple[int, ...]
    details: tuple[tuple[str, int], ...]


def _plan(keys: _Object, table: Table) -> _Plan | None:
    """Return how objects with the same keys are read; None if some have a meaning."""
    words = [key.strip().lower() for key in keys]
    if table.names != tuple(keys) or table.solution is not None:
        return None
    for word in words:
        if word in DETAIL_OF or word in NAMES or word == words[table.puzzle]:
            continue
        meant = letters_of(word) in KINDS or word in _NESTED or word in _OWN
        if meant or constraint_error({word: True}):
            return None
    return _Plan(
        table.names,
        table,
        tuple([words.index(name) for name in NAMES if name in words]),
        tuple([(key, words.index(w)) for w, key in DETAIL_OF.items() if w in words]),
    )


def _width(value: object) -> int | None:
    """Return how many cells an item has, 0 if it is one; None if it is a puzzle."""
    if isinstance(value, str):
        words = value.split()
        if len(words) > 1:
            return len(words)
        return len(value.strip()) if len(value.strip()) > _LONGEST_CELL else 0
    if isinstance(value, list):
        inner = cast("list[object]", value)
        return len(inner) if inner and _width(inner[0]) == 0 else None
    return None if isinstance(value, dict) else 0


def _are_rows(values: list[object], reader: ValueReader) -> bool:
    """Whether n² items of n² cells are the rows of one puzzle, not a puzzle each.

    Raises:
        InputError: Both can be read.
    """
    side = len(values)
    whole, *each = (_attempt(value, reader) for value in (values, *values))
    if whole is None or None in each:
        return whole is not None or not any(each)
    rows = [whole.values[at : at + side] for at in range(0, side * side, side)]
    clues = [[value for value in row if value] for row in rows]
    if any(len(set(row)) < len(row) for row in clues):
        return False
    small = isqrt(side)
    raise InputError(
        f"ambiguous: {side} times {side} cells may be {side} puzzles of "
        f"{small}x{small}, or one",
        expected="a list that has one reading",
        hint="give the shape of the boxes with geometry=",
    )


def _attempt(value: object, reader: ValueReader) -> Puzzle | None:
    """Return the puzzle of a text or a list; None if it is none."""
    try:
        return _grid_of(value, reader)
    except InputError:
        return None


def _refuse_variants(keys: _Object, words: _Object, *, is_text: bool) -> None:
    """Refuse an object whose puzzle is a variant, but for listed constraints.

    Args:
        keys: The object.
        words: The same with keys in lower case.
        is_text: Whether its puzzle is a text, beside which `x` may be a number.
    """
    items = words.get("constraints")
    if not (_are_items(items) or is_nothing(items)):
        what = f"constraints {_as_json(items)}"
        expected = 'a list of items of ISS text, such as "Thermo~R1C1~R1C2"'
        raise InputError(what, expected=expected)
    others = {k: v for k, v in keys.items() if k.strip().lower() != "constraints"}
    if is_text:
        others = {k: v for k, v in others.items() if not is_measure(k, v)}
    _refuse(others, of_list=False)


def _refuse(keys: _Object, *, of_list: bool) -> None:
    """Refuse an object of a variant, or with a key that occurs twice."""
    words = Counter(key.strip().lower() for key in keys)
    if len(words) < len(keys):
        twice = words.most_common(1)[0][0]
        what = f"the key '{printable(twice)}' occurs twice, in other letters"
        raise InputError(what, expected="each key once")
    kinds = (kind_error(key, value, of_list=of_list) for key, value in keys.items())
    error = constraint_error(keys) or next(filter(None, kinds), None)
    if error is not None:
        raise error


def _holds_puzzle(key: str, value: object) -> bool:
    """Whether what stands under a key is an object that is surely around puzzles."""
    if not isinstance(value, dict) or key in _OWN or key in SOLUTIONS:
        return False
    words = {word.strip().lower() for word in cast("_Object", value)}
    return not words.isdisjoint(("puzzle", *_LISTS))


def _no_puzzle(pairs: _Object, words: _Object) -> InputError:
    """Return the error about an object in which there is no puzzle."""
    if isinstance(words.get("error"), str):
        return InputError(f"an answer without a puzzle: {shown(words['error'])}")
    keys = ", ".join(printable(key, 20) for key in list(pairs)[:8])
    what = f"no puzzle among the keys {keys}" if keys else "an empty object"
    expected, hint = "the key puzzle, or another name of one", None
    named = next((key for key in _CELLS_KEYS if key in words), None)
    if named is not None:
        what, expected = f"{named} is {_as_json(words[named])}", "a text or a list"
        if type(words[named]) in (int, float):
            hint = "a number loses digits of a puzzle; write a text"
    return InputError(what, expected=expected, hint=hint)


def _as_json(value: object) -> str:
    return _encode(value) if value is None or value in (True, False) else shown(value)


# Variants


def _variant_of(value: object, options: Options) -> Puzzle | None:
    """Read a text of Interactive Sudoku Solver; None for other values.

    Raises:
        InputError: A type of it is not understood, or another grid is asked for.
    """
    if not isinstance(value, str):
        return None
    words = value.split()
    is_layout = len(words) == 2 and len(words[0]) == len(words[1]) >= 16
    if not (is_layout or ISS_START.match(value)):
        return None
    from satdoku.formats.iss import is_iss, read_iss  # noqa: PLC0415  variants alone

    if not (is_layout or is_iss(value)):
        return None
    puzzle = read_iss(value)
    if options.geometry not in {None, puzzle.geometry}:
        expected = f"{options.geometry}"
        raise InputError(f"a grid of {puzzle.geometry}", expected=expected)
    return puzzle


def _stated_shape(value: object) -> Geometry:
    """Return the shape of a grid that ISS text states.

    Raises:
        InputError: It is none, or states clues or constraints, too.
    """
    from satdoku.formats.iss import read_iss  # noqa: PLC0415  variants alone

    expected = "items of ISS text such as .Shape~6x9"
    if not isinstance(value, str) or not value.startswith("."):
        raise InputError(f"shape {_as_json(value)}", expected=expected)
    puzzle = read_iss(value)
    if puzzle.constraints or puzzle.masks or puzzle.clue_count:
        what = f"shape {shown(value)} with clues or constraints"
        raise InputError(what, expected=expected)
    return puzzle.geometry


def _for_shape(options: Options, geometry: Geometry) -> Options:
    """Return the options that read a grid of a shape, with its values as symbols.

    Raises:
        UsageError: Its values cannot be written a character each.
    """
    if options.geometry not in {None, geometry}:
        raise UsageError(f"a grid of {geometry}, not of {options.geometry}")
    symbols = options.symbols
    if geometry.first_value != 1 and symbols is None:
        symbols = reaching(None, geometry)
    return options._replace(geometry=geometry, symbols=symbols)


def _constrained(puzzle: Puzzle, keys: _Object) -> Puzzle:
    """Return a puzzle with the constraints that are listed beside it.

    Raises:
        InputError: One is not understood.
    """
    items = keys.get("constraints")
    if not _are_items(items):
        return puzzle
    from satdoku.formats.constraint_items import read_constraints  # noqa: PLC0415  variants alone

    rules = read_constraints(cast("list[str]", items), puzzle.geometry)
    return Puzzle(puzzle, [*puzzle.constraints, *rules])


def _are_items(value: object) -> bool:
    """Whether constraints are texts, as in our own schema."""
    listed = isinstance(value, list) and bool(value)
    return listed and all(isinstance(item, str) for item in cast("list[object]", value))


# The shape of the boxes

_SQUARE_KEY = re.compile("(box|block|subgrid)(size|shape)?")
_BOX_KEY = re.compile(
    "(box|block|subgrid)(es|s)?(size|shape|height|rows?|width|columns?|cols?)?"
)


@lru_cache(512)
def _is_box_key(key: str) -> bool:
    return _BOX_KEY.fullmatch(letters_of(key)) is not None


def _shape(keys: _Object) -> Geometry | None:
    """Return the shape of the boxes that an object names; None if it names none.

        "box": "2x3"    "box_size": [2, 3]    "box": 3

    A text and a pair are rows x columns; one number is the side of a square box.  Any
    other value is refused, as the same cells are another puzzle in other boxes.

    Raises:
        InputError: It is none, or two keys name different ones.
        UsageError: There are no such boxes.

    Example:
        >>> _shape({"Box-Size": [3, 2], "name": "six"}).box_height
        3
    """
    shapes: dict[Geometry, str] = {}
    for key, value in keys.items():
        if not _is_box_key(key) or value is None or value is False or value in ("", []):
            continue
        text = f"{printable(key, 20)} {shown(value)}"
        if type(value) is int and _SQUARE_KEY.fullmatch(letters_of(key)):
            value = [value, value]  # noqa: PLW2901
        if isinstance(value, list):
            value = "x".join(map(str, cast("list[object]", value)))  # noqa: PLW2901
        if not isinstance(value, str):
            raise InputError(text, expected="the key box, and a shape such as 2x3")
        shapes[Geometry.parse(value)] = text
    if len(shapes) > 1:
        raise InputError(", ".join(shapes.values()), expected="one shape of boxes")
    return next(iter(shapes), None)


# The puzzle and its metadata


def _grid_of(value: object, reader: ValueReader) -> Puzzle:
    """Make the puzzle of a text or a list.

    Raises:
        InputError: It is none; names the cell where one is wrong.
    """
    if isinstance(value, str):
        return reader.text(value)
    if not isinstance(value, list):
        raise InputError(f"{shown(value)} is not a grid", expected="a text or a list")
    items = cast("list[object]", value)
    cells = _cells_of(items)
    if cells is not None:
        puzzle = reader.of_list(cells)
        if not any(puzzle.values):
            refuse_unread_digits(cast("list[dict[str, object]]", flattened(items)))
        return puzzle
    texts = [row for row in items if isinstance(row, str)]
    if 4 <= len(items) == len(texts) == max(map(len, texts)):
        for number, text in enumerate(texts, 1):
            if " " in text:  # which may be cut off, or stand between numbers
                what = f"row {number}: {shown(text)} has a blank in place of a cell"
                raise InputError(what, expected="'.' or '0' for an empty cell")
    return reader.of_list(items)


def _masks(candidates: object, geometry: Geometry) -> tuple[int, ...]:
    """Return the candidates of a list of the digits of each cell; null for all.

    Raises:
        InputError: It is none; names the cell.
    """
    if not isinstance(candidates, list):
        expected = "a list of digits for each cell"
        raise InputError(f"candidates {shown(candidates)}", expected=expected)
    masks: list[int] = []
    for cell, digits in enumerate(cast("list[object]", candidates)):
        listed = [*geometry.digit_range] if digits is None else digits
        if not isinstance(listed, list) or not all(
            type(digit) is int and digit in geometry.digit_range
            for digit in cast("list[object]", listed)
        ):
            raise InputError(
                f"candidates {shown(digits)}",
                expected=f"a list of digits from 1 to {geometry.size}",
                cell=geometry.place_of(cell),
            )
        masks.append(mask_of_digits(cast("list[int]", listed)))
    return tuple(masks)


def _restricted(puzzle: Puzzle, keys: _Object) -> Puzzle:
    """Return a puzzle with the candidates that belong to it.

    These are its `puzzle_candidates`; or its `candidates`, if it has no clues and would
    be no puzzle without them.  Beside a status, `candidates` are a part of the answer.
    """
    candidates = keys.get("puzzle_candidates")
    if candidates is None and not any(puzzle.values) and "status" not in keys:
        candidates = keys.get("candidates")
    if candidates is None:
        return puzzle
    return puzzle.with_candidates(_masks(candidates, puzzle.geometry))


def _extras(keys: _Object, puzzle: Puzzle, reader: ValueReader) -> Metadata:
    """Return the metadata that an object has of its puzzle.

    Raises:
        InputError: The solution or the state of our own schema, or the candidates,
            cannot be read.
    """
    ours = "schema" in keys
    details = list(_details(keys, ours=ours))
    solution: Grid | None = None
    value: object = next((keys[key] for key in SOLUTIONS if keys.get(key)), None)
    if isinstance(value, list):
        first: object = cast("list[object]", value)[0]
        if isinstance(first, str) and len(first) == len(puzzle.values):
            value = first
    if value is not None:
        try:
            solution = _same_shape(_grid_of(value, reader), puzzle).clues
        except InputError as error:
            if ours:
                error.what = f"the solution: {error.what}"
                raise
            details.append(("solution", _text(value) or shown(value)))
    known = ours or not isinstance(keys.get("state"), dict)  # else of another program
    state = _state(keys, puzzle, reader) if known else None
    state = state or _notes(keys, puzzle)
    warnings = keys.get("warnings") if ours else None
    texts = tuple(
        filter(None, map(_text, warnings if isinstance(warnings, list) else ()))
    )
    return Metadata(tuple(details), state, solution, (), texts)


def _same_shape(grid: Puzzle, puzzle: Puzzle) -> Puzzle:
    if not grid.geometry.same_shape(puzzle.geometry):
        raise InputError(f"a grid of {grid.geometry}", expected=f"{puzzle.geometry}")
    return grid


def _state(keys: _Object, puzzle: Puzzle, reader: ValueReader) -> Puzzle | None:
    """Return the state of our own schema: a grid, and candidates."""
    value = keys.get("state")
    if value is None:
        return None
    try:
        if not isinstance(value, dict):
            raise InputError(shown(value), expected="an object with the key grid")  # noqa: TRY301
        own = cast("_Object", value)
        state = _same_shape(_grid_of(own.get("grid"), reader), puzzle)
        state = Puzzle(state, puzzle.constraints)
        if own.get("candidates") is not None:
            state = state.with_candidates(_masks(own["candidates"], puzzle.geometry))
    except InputError as error:
        error.what = f"the state: {error.what}"
        raise
    return state


def _notes(keys: _Object, puzzle: Puzzle) -> Puzzle | None:
    """Return the state that `candidates` beside clues are: somebody's notes.

    A cell without notes may hold whatever its clues leave open.
    """
    candidates = keys.get("candidates")
    if candidates is None or not any(puzzle.values) or "status" in keys:
        return None
    full = (1 << puzzle.geometry.size) - 1
    marks = [mask % full for mask in _masks(candidates, puzzle.geometry)]
    if len(marks) != len(puzzle.values):
        what = f"candidates of {len(marks)} cells"
        raise InputError(what, expected=f"{len(puzzle.values)}")
    return state_of(puzzle, (0,) * len(marks), marks)


def _details(keys: _Object, *, ours: bool) -> Iterator[tuple[str, str]]:
    """Yield the details: those listed as such, and keys known to be some.

    The answers of satdoku have a key `source`, too, which is the file.
    """
    listed = keys.get("details")
    if isinstance(listed, dict):
        listed = list(map(list, cast("_Object", listed).items()))
    for pair in cast("list[object]", listed) if isinstance(listed, list) else ():
        match pair:
            case [str(key), value] if (text := _text(value)) is not None:
                yield _text(key) or "", text
            case _:
                pass
    for key, detail in DETAIL_OF.items() if not ours else ():
        if text := _text(keys.get(key)):
            yield detail, text


def _has_meaning(word: str, value: object) -> bool:
    """Whether a key says something of the puzzle beside it, and is no column."""
    if word == "symbols":
        return isinstance(value, str)
    if word == "details" and isinstance(value, (dict, list)):
        return len(value) == len(list(_details({word: value}, ours=True)))
    return word in _BESIDE or _is_box_key(word)


def _text(value: object) -> str | None:
    """Return a text or number as text."""
    kind = type(value)
    if kind is str and cast("str", value).isascii():
        return cast("str", value)
    if kind is int or kind is float:
        return str(value)
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    return _sound(str(value))


def _sound(text: str) -> str:
    """Return a text without halves of characters.

    JSON can hold half of a pair of surrogates, which no file could be written with.
    """
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


# Detecting and writing

_GRID_OF_OBJECTS = re.compile(r'"grid"\s*:\s*\[\s*\[\s*(?:null\s*,\s*)*\{\s*(\})?')
_OF_FPUZZLES = re.compile(
    r'"(size|given|(given|center|corner)PencilMarks|c|cArray|highlight|parity)"\s*:'
)
_OF_OTHERS = re.compile(r'"(val|digit|number)"\s*:')
_CELLS_OF_PAD = re.compile(r'"cells"\s*:\s*\[\s*\[\s*(?:null\s*,\s*)*[{\]]')
_OF_SUDOKUPAD = re.compile(
    r'"(regions|cages|metadata|metaData|cellSize|lines|arrows|underlays|overlays)"\s*:'
)
_SHORT_CELLS = re.compile(r"[{,]\s*(ce|cells)\s*:\s*\[\s*\[")
_LIST = re.compile(r'\[\s*((?!\d+\s*[]:/])[\[{"\]0-9-]|null|true|false|NaN|Infinity|$)')
_encode = JSONEncoder(ensure_ascii=True, default=cell_text).encode


def is_of_fpuzzles(text: str) -> bool:
    """Whether the start of a text is that of a board of f-puzzles.

    Its cells are objects, as they are elsewhere, where digits are clues without the
    key `given`.  A board has its size, too.

    Example:
        >>> is_of_fpuzzles('{"size": 4, "grid": [[{"value": 1}, {}, {}, {}], …')
        True
        >>> is_of_fpuzzles('{"grid": [[{"value": 1}, {"value": 0}, …')
        False
    """
    grid = _GRID_OF_OBJECTS.search(text)
    if grid is None or _OF_OTHERS.search(text):
        return False
    return grid[1] is not None or _OF_FPUZZLES.search(text) is not None


def is_of_sudokupad(text: str) -> bool:
    """Whether the start of a text is that of a puzzle of SudokuPad.

    Example:
        >>> is_of_sudokupad('{"cells": [[{}, {"value": 1}]], "regions": []}')
        True
        >>> is_of_sudokupad("{id:'a',ce:[[,,{v:1}],")
        True
        >>> is_of_sudokupad('{"cells": [[{"value": 1}, {"value": 0}, …')
        False
    """
    if _SHORT_CELLS.search(text):
        return True
    return bool(_CELLS_OF_PAD.search(text) and _OF_SUDOKUPAD.search(text))


def _recognises(lines: Sequence[str]) -> bool:
    """Look for the bracket of an object or a list, or for a puzzle between quotes."""
    text = lines[0].strip()
    if text[:1] == "{":
        start = "\n".join(lines)
        return not (is_of_fpuzzles(start) or is_of_sudokupad(start))
    if text[:1] == "[":
        below = "\n".join([*filter(is_data, lines)][:2]).strip()
        return _LIST.match(below) is not None
    quoted = len(text) > 2 and text[0] == text[-1] == '"'
    return quoted and is_puzzle(text[1:-1])


def _write(entry: PuzzleRecord | InputError, style: Style) -> str:
    answers = style.answers or {}
    if isinstance(entry, InputError):
        return _encode({**unread_record(entry), **answers}) + "\n"

    def text(grid: Puzzle | Grid | None) -> str | None:
        if grid is None:
            return None
        if style.symbols is None:
            return grid.line
        return line_text(grid, style.symbols)

    puzzle, extras = entry.puzzle, entry.metadata
    details, state = dict(extras.details), extras.state
    once = len(details) == len(extras.details)
    keys: _Object = {
        "schema": SCHEMA,
        "puzzle": text(puzzle),
        "box": box_text(puzzle.geometry),
        **variant_json(puzzle),
        "symbols": style.symbols and style.symbols.name,
        "name": entry.name,
        "puzzle_candidates": _digits(puzzle),
        "details": (details if once else list(extras.details)) or None,
        "columns": (entry.columns.others() if entry.columns else None) or None,
        "warnings": list(extras.warnings) or None,
        "state": state and _filled({"grid": text(state), "candidates": _digits(state)}),
        "solution": text(extras.solution),
        **answers,
    }
    return _encode(_filled(keys)) + "\n"


def _digits(puzzle: Puzzle) -> list[tuple[int, ...]] | None:
    """Return the candidates of each cell as digits; None if clues leave them open."""
    masks = puzzle.masks
    return None if masks is None else list(map(digits_of, masks))


def _filled(keys: _Object) -> _Object:
    return {key: value for key, value in keys.items() if value is not None}


JSON = Format(
    name="json",
    summary="puzzles in JSON: objects, texts or lists of numbers",
    extensions=(".json", ".jsonl", ".ndjson"),
    recognises=_recognises,
    read=_read,
    write=_write,
    keeps=frozenset(
        ("name", "details", "columns", "state", "candidates", "solution", "boxes")
    )
    | {"constraints", "shape"},
    comments=False,
)
"""Format `json`."""
