"""SudokuPad's own puzzles: objects of JSON, or of its short notation, read.

    {"cells": [[{"value": 1}, {}, …], …], "regions": [[[0, 0], [0, 1], …], …],
     "cages": [{"cells": [[0, 1], [0, 2]], "value": 5, "unique": true}],
     "lines": …, "metadata": {"title": …, "rules": …, "solution": "1234…"}}

A place is [row, column], counted from 0.  Clues, regions and cages are rules; lines,
arrows and marks are drawings, and only the words of the rules say what they mean.  So
either everything is understood: nothing is drawn, and each sentence is one of
`_SENTENCES`; or `Metadata.doubt` names what is drawn or said besides.

The short notation is JSON with short keys, fewer quotes, and nothing for `{}` in lists.

A puzzle that satdoku wrote lists its constraints under `metadata.satdoku`, too, and is
read from there, as long as the rest is what satdoku writes for them.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from satdoku.errors import InputError, UsageError, counted, shown
from satdoku.formats.boards import objects_of
from satdoku.formats.constraint_items import read_constraints
from satdoku.formats.json_files import unique
from satdoku.formats.lzstring import unpack
from satdoku.formats.model import Metadata, Options, PuzzleRecord, doubt_of
from satdoku.formats.sudokupad_writing import mark_of, pad_text
from satdoku.puzzle.arrays import grid_of_list
from satdoku.puzzle.cells import too_large
from satdoku.puzzle.constraints.places import Diagonals, Regions, Windoku
from satdoku.puzzle.constraints.sums import Killer, Total
from satdoku.puzzle.geometry import Geometry, shape_of
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.puzzle.constraints.arguments import Cells
    from satdoku.puzzle.constraints.base import Constraint

DRAWN = ("lines", "arrows", "underlays", "overlays")
"""Keys of drawings."""
_EXPECTED = "a puzzle of SudokuPad"

# The short notation

_SHORT = (
    "a=arrows c=color c1=borderColor c2=backgroundColor ca=cages ce=cells cs=cellSize "
    "ct=center d=duration d2=d fs=fontSize h=height hl=headLength l=lines o=overlays "
    "r=rounded re=regions t=title te=text th=thickness u=underlays v=value vd=videos "
    "w=width wp=wayPoints"
)
_KEYS = dict(pair.split("=") for pair in _SHORT.split())
_WORDS = {
    "t": True,
    "true": True,
    "f": False,
    "false": False,
    "null": None,
    "#0": "#000000",
    "#F": "#FFFFFF",
}
_HEX = re.compile(r"[0-9A-Fa-f]{6}")
_NUMBER = re.compile(r"-?[0-9]{1,4000}")
_TOKEN = re.compile(
    r"""\s*(?:([{}\[\],:])|('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|([^{}\[\],:'"\s]+))"""
    r"(?=\s*(:?))",
    re.DOTALL,
)
_SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
_SCF_PART = re.compile(r"[wx]|[ta](?:[^*]|\*\*)*(?:\*(?!\*)|$)")
_SCF_RULES: dict[str, Constraint] = {"w": Windoku(), "x": Diagonals()}
_MOST_SLASHES = 50
_LONGEST = 100_000
"""Characters of a link in which lost slashes are looked for."""


def _as_json(text: str) -> str:
    """Return a text of the short notation as JSON."""
    parts, before, key, end = list[str](), "", "", 0
    lists: list[bool] = []  # whether each bracket that is open is one of a list
    for token in _TOKEN.finditer(text):
        if token.start() != end:
            break
        end, (sign, quoted, word, colon) = token.end(), token.groups()
        if sign:
            if sign in ",]" and before in {"[", ","} and lists[-1:] == [True]:
                parts.append("{}")
            if sign in "[{":
                lists.append(sign == "[")
            elif sign in "]}":
                del lists[-1:]
            parts.append(sign)
        elif colon:
            key = _unquoted(quoted) if quoted else word
            key = _KEYS.get(key, key)
            parts.append(json.dumps(key))
        else:
            name = key if before == ":" else ""
            parts.append(json.dumps(_unquoted(quoted) if quoted else _bare(word, name)))
        before = sign
    if text[end:].strip():
        what = f"{shown(text[end : end + 20])} at character {end + 1}"
        raise InputError(what, expected=_EXPECTED)
    return "".join(parts)


def _unquoted(quoted: str) -> str:
    """Return a text without its quotes."""
    inner = quoted[1:-1].replace("\\'", "'")
    if quoted[0] == "'":
        inner = re.sub(r'(?<!\\)((?:\\\\)*)"', r'\1\\"', inner)
    text: str = json.loads(f'"{inner}"', strict=False)
    return text


def _bare(word: str, key: str) -> Any:  # noqa: ANN401  any plain value of JSON
    """Return the value of a word, which stands behind a key unless that is empty."""
    if _HEX.fullmatch(word) and key not in {"", "value", "solution"}:
        return f"#{word}"
    if word in _WORDS:
        return _WORDS[word]
    return int(word) if _NUMBER.fullmatch(word) else float(word)


def object_of(text: str) -> dict[str, Any]:
    r"""Return the object that a text of JSON, or of the short notation, is.

    Raises:
        InputError: It is neither.

    Example:
        >>> object_of("{ce:[[{v:1},],[,]],t:'It\\'s'}")
        {'cells': [[{'value': 1}, {}], [{}, {}]], 'title': "It's"}
    """
    try:
        try:
            value = json.loads(text, object_pairs_hook=unique)
        except json.JSONDecodeError:
            value = json.loads(_as_json(text), object_pairs_hook=unique)
    except RecursionError:
        raise InputError("values nested too deep", expected=_EXPECTED) from None
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"not JSON: {error}", expected=_EXPECTED) from None
    if not isinstance(value, dict):
        raise InputError("the text is not an object", expected=_EXPECTED)
    return value


def unpack_pad(payload: str, limit: int) -> dict[str, Any]:
    """Return the object that is behind `scl` or `ctc` in a link.

    Raises:
        InputError: There is none.

    Example:
        >>> unpack_pad("{ce:[[,],[,]]}", 100)
        {'cells': [[{}, {}], [{}, {}]]}
    """
    if payload[:1] == "{":
        return object_of(payload)
    try:
        return object_of(unpack(payload, limit))
    except InputError as error:
        # Servers make one slash of two.
        slashes = [at for at, mark in enumerate(payload[:_LONGEST]) if mark == "/"]
        for at in slashes[:_MOST_SLASHES]:
            try:
                return object_of(unpack(f"{payload[:at]}/{payload[at:]}", limit))
            except InputError:
                continue
        error.line = error.column = None
        error.what = f"bad link: {error.what}"
        raise


def object_of_scf(text: str) -> dict[str, Any]:
    """Return the puzzle of a text `scf…`: a classic one, a sign for each clue.

    The sign at index i of the alphabet is the digit i mod 10, or a blank, with i div 10
    more blanks behind it; `*` ends the grid, before a title, an author and two rules.

    Raises:
        InputError: It has not 81 cells, or goes on otherwise.

    Example:
        >>> object_of_scf("scf" + "u" * 13 + "K*tEasy*")["metadata"]["title"]
        'Easy'
    """
    signs, _, rest = text[3:].partition("*")
    digits = ""
    for sign in signs:
        blanks, digit = divmod(_SIGNS.index(sign) if sign in _SIGNS else 0, 10)
        digits += f"{digit}{'0' * blanks}"
    if len(digits) != 81 or not set(signs) <= set(_SIGNS):
        what = f"a classic puzzle of {len(digits)} cells in the link"
        raise InputError(what, expected="81")
    parts = _SCF_PART.findall(rest)
    if "".join(parts) != rest:
        raise InputError(f"{shown(rest)} behind the cells", expected=_EXPECTED)
    texts: dict[str, str] = {}
    rules: list[Constraint] = []
    for part in parts:
        text = re.sub(r"\*$", "", part[1:].replace("**", "\0")).replace("\0", "*")
        if part[0] in "wx":
            rules.append(_SCF_RULES[part])
        else:
            texts[{"t": "title", "a": "author"}[part[0]]] = text
    record = PuzzleRecord.of(Puzzle(digits, rules), texts.pop("title", None))
    record = replace(record, metadata=Metadata(tuple(texts.items())))
    board: dict[str, Any] = json.loads(pad_text(record))
    return board


# What is a rule

_DIGITS = "(?:the |all )?(?:digits|numbers|values)"
_CAGES = "(?:the |a |each |every |any |all )?(?:killer )?cages?"
_IN = "(?:in|within|inside)"
_NO = (
    "(?:(?:do not|dont|cannot|can not|cant|may not|must not|never) repeat|(?:must )?"
    "differ|(?:are|must be) (?:all )?(?:different|distinct))"
)
_SHOWN = "(?:given|indicated|shown|displayed|written)"
_CORNER = (
    "(?: in (?:the|their|its)(?: cages)?(?: top| upper)?(?: left)?(?: hand)? corner)?"
    "(?: of (?:the|that|each) cage)?"
)
_SUM = (
    "(?:must |should )?(?:sum|add)(?: up)? to (?:the|their|its) (?:small |given |"
    "indicated |shown )*(?:clue|number|total|sum|value)s?"
    f"(?: {_IN} {_CAGES})?(?: {_SHOWN})?{_CORNER}"
)
_ALONE = f"(?:and {_NO}(?: {_IN} {_CAGES})?|without repeat(?:s|ing))"
_CAGED = f"(?:{_DIGITS} {_IN} {_CAGES}|{_IN} {_CAGES} {_DIGITS})"
_EACH = "(?:and |or |any |each |every |a |an |the )*"
_PLACES = "(?:rows?|columns?|box|boxes|regions?)"
_LINES = (
    "(?:each|every) row (?:and |each |every )*column (?:and |each |every )*"
    "(?:(?:marked|outlined|irregular|[0-9]x[0-9]) )?(?:region|box)"
)
_ALL = "(?:the )?(?:digits |numbers )?1 (?:to )?(?P<last>[0-9]+)"
_ONCE = "(?:exactly )?once(?: each)?"
_KIND = "(?:(?P<last>[0-9]+)x(?P=last)|irregular)"
_USUAL = f"(?:the )?(?:normal|standard|regular|usual|classic|classical)(?: {_KIND})*"
_SENTENCES = {
    re.compile(pattern): meanings
    for pattern, *meanings in (
        # Headings
        ("rules|killer|(?:killer )?cages?|killer sudoku",),
        # What is usual
        (f"{_USUAL} sudoku(?: rules)?(?: apply)?",),
        (f"(?:place|put|fill in) {_ALL} {_ONCE} in {_LINES}",),
        (f"{_LINES} (?:must )?contains? {_ALL} {_ONCE}",),
        (f"{_DIGITS} {_NO} {_IN} (?:{_EACH}{_PLACES} ){{1,2}}{_EACH}{_PLACES}",),
        # Cages
        (
            f"(?:{_USUAL} )?killer(?: sudoku| cage)* rules(?: apply)?",
            *("sum", "no repeats"),
        ),
        (f"{_CAGED} {_SUM}", "sum"),
        (f"cages {_SUM}", "sum"),
        ("cages (?:show|give|state) their (?:sum|total)s?", "sum"),
        (f"the (?:sum|total) of {_CAGED} is {_SHOWN}{_CORNER}", "sum"),
        (f"{_DIGITS} {_NO} {_IN} {_CAGES}", "no repeats"),
        (f"{_CAGED} {_NO}", "no repeats"),
        (f"{_CAGED} {_SUM} {_ALONE}", "sum", "no repeats"),
        (f"{_CAGED} {_NO}(?: {_IN} {_CAGES})? and {_SUM}", "sum", "no repeats"),
    )
}
"""Sentences that are understood, and what they say of cages."""
_FOG = ("foglight", "triggereffect")
_RULES = ("antiking", "antiknight", "norowcol", "bgimage")
_PLAIN = ("cells", "regions", "cages", "metadata", "metaData", "cellSize", "id")
"""Keys that are read, or say nothing."""
_STYLES = (None, "", "box", "extraregion", "hidden", "killer")
_CHANGED = "satdoku's copy of the rules does not fit what is drawn, and is not read"
_EMPTY: tuple[Any, ...] = (None, "", [], {})
_OFF: tuple[Any, ...] = (None, False, "", 0, "false", [])
_DETAILS = {"author": "author", "rules": "rules", "msgcorrect": "message"}
"""Texts, and the details that they are."""
_TEXTS = (*_DETAILS, "title", "solution", "satdoku")


def _meanings(text: str, size: int) -> tuple[set[str], str]:
    """Return what a text says of cages, and its first sentence that is not known.

    Example:
        >>> _meanings("Normal sudoku rules apply. Digits don't repeat in cages.", 9)
        ({'no repeats'}, '')
        >>> _meanings("Digits in cages sum to the total, or are even.", 9)[1]
        'Digits in cages sum to the total, or are even'
    """
    meanings = set[str]()
    for sentence in re.split(r"[.;:\n]|\s[-\u2013\u2014]\s", text):
        letters = re.sub("['\u2019]", "", sentence.lower())
        words = " ".join(re.findall("[a-z0-9]+", letters))
        alternatives = (
            meaning
            for pattern, meaning in _SENTENCES.items()
            if (match := pattern.fullmatch(words))
            and match.groupdict().get("last") in {None, str(size)}
        )
        known = next(alternatives, None if words else [])
        if known is None:
            return meanings, sentence.strip()
        meanings.update(known)
    return meanings, ""


class _Pad:
    """A puzzle as an object, and what is found in it.

    Attributes:
        texts: The title, the author, the words of the rules, and so on.
        counts: How many drawings of each kind are not understood.
        phrases: What else is not understood.
        kept: The cages that are not understood, or are fog.
    """

    def __init__(self, board: dict[str, Any], limit: int) -> None:
        rows = board.get("cells")
        if not isinstance(rows, list) or not all(isinstance(r, list) for r in rows):
            raise InputError("a puzzle without cells", expected="rows in 'cells'")
        self.board = board
        self.counts, self.phrases = Counter[str](), list[str]()
        self.kept: list[dict[str, Any]] = []
        self.height, self.width = len(rows), max(map(len, rows), default=0)
        if max(self.height, self.width) > limit:
            raise too_large(max(self.height, self.width), limit)
        if not self.width:
            raise InputError("a puzzle without cells", expected="rows in 'cells'")
        self.cells = {
            (row, column): cell
            for row, cells in enumerate(rows)
            for column, cell in enumerate(cells)
            if isinstance(cell, dict) and cell
        }
        self.texts = self._texts()
        self.regions = [
            tuple(dict.fromkeys(self._places(region, "a region")))
            for region in self._list("regions")
            if region
        ]
        self.solution = self._solution()
        places = [cell for region in self.regions for cell in region]
        if not places and self.height == self.width:
            places = [(0, 0), (self.height - 1, self.width - 1)]
        if not places:
            places = [c for cage in self.objects("cages") for c in self.cage(cage)]
            places += [place for place, value in self.solution.items() if value]
        places = places or [(0, 0), (self.height - 1, self.width - 1)]
        self.top, self.left = (min(place[axis] for place in places) for axis in (0, 1))
        bottom, right = (max(place[axis] for place in places) for axis in (0, 1))
        self.rows, self.columns = bottom - self.top + 1, right - self.left + 1

    def _list(self, key: str) -> list[Any]:
        items = self.board.get(key) or []
        if not isinstance(items, list):
            raise InputError(f"{key} is {shown(items)}", expected="a list")
        return items

    def objects(self, key: str) -> list[dict[str, Any]]:
        """Return the objects of a key."""
        return [item for item in objects_of(self.board, key) if item]

    def _places(self, names: object, what: str) -> Iterator[tuple[int, int]]:
        for pair in names if isinstance(names, list) else [names]:
            match pair:
                case [int(row), int(column)]:
                    if not (0 <= row < self.height and 0 <= column < self.width):
                        raise InputError(f"{what} outside the board: {shown(pair)}")
                    yield row, column
                case _:
                    expected = "[0, 0], say"
                    raise InputError(f"{what} with {shown(pair)}", expected=expected)

    def cage(self, cage: dict[str, Any]) -> Cells:
        """Return the cells of a cage."""
        return tuple(self._places(cage.get("cells") or [], "a cage"))

    def _texts(self) -> dict[str, Any]:
        texts: dict[str, Any] = {}
        for cage in self.objects("cages"):
            if not cage.get("cells"):
                name, _, text = str(cage.get("value") or "").partition(":")
                name = name.strip().lower()
                before = f"{texts[name]}\n" if name == "rules" and name in texts else ""
                texts[name] = before + text.strip() or True
        for key in ("metaData", "metadata"):
            items = self.board.get(key)
            texts |= items if isinstance(items, dict) else {}
        rules = texts.get("rules")
        if isinstance(rules, list):
            texts["rules"] = "\n".join(map(str, rules))
        return texts

    def text(self, key: str) -> str:
        """Return a text, without halves of characters."""
        value = self.texts.get(key)
        text = str(value) if isinstance(value, str | int) and value is not True else ""
        return text.encode("utf-8", "replace").decode()

    def _solution(self) -> dict[tuple[int, int], int]:
        """Return the known digits of the solution, if it has the right length."""
        text = self.text("solution").strip()
        if len(text) != self.height * self.width:
            if text:
                self.phrases.append(f"a solution of {len(text)} characters")
            return {}
        return {
            divmod(at, self.width): int(sign, 17)
            for at, sign in enumerate(text.lower())
            if sign in "0123456789abcdefg"
        }

    # Rules

    def inside(self, cell: tuple[int, int]) -> tuple[int, int] | None:
        """Return the place of a cell in the puzzle; None if it lies outside."""
        row, column = cell[0] - self.top, cell[1] - self.left
        in_it = 0 <= row < self.rows and 0 <= column < self.columns
        return (row, column) if in_it else None

    def shape(self) -> tuple[Geometry, list[Constraint]]:
        """Return the shape, and the regions where they are no boxes."""
        size = max(self.rows, self.columns)
        pieces = [
            tuple(filter(None, map(self.inside, region)))
            for region in self.regions
            if len(region) < self.rows * self.columns
        ]
        number = {cell: at for at, piece in enumerate(pieces) for cell in piece}
        cut = len(number) == size * size == sum(map(len, pieces))
        if self.rows != self.columns:
            self.phrases.append(f"a grid of {self.rows}x{self.columns}")
        if not cut or {size} != set(map(len, pieces)):
            self.phrases.append("regions of other sizes" if pieces else "no regions")
        else:
            order = [number[divmod(at, size)] for at in range(size * size)]
            boxes = shape_of(order, size)
            if boxes is not None:
                return boxes, []
        pieces = [piece for piece in pieces if len(piece) <= size]
        geometry = Geometry(self.rows, self.columns, None)
        return geometry, [Regions(tuple(pieces))] if pieces else []

    def values(self, geometry: Geometry) -> tuple[int, ...]:
        """Return the clues."""
        values = [0] * geometry.cells
        for place, cell in self.cells.items():
            value, inside = cell.get("value"), self.inside(place)
            if value in (None, "") or (value == 0 and geometry.first_value > 0):
                continue
            if inside is None:
                self.counts["value outside the grid"] += 1
                continue
            is_number = re.fullmatch("-?[0-9]{1,3}", str(value))
            digit = int(value) - geometry.first_value + 1 if is_number else 0
            if not 1 <= digit <= geometry.size:
                what = f"{shown(value)} is not a digit of this grid"
                at = (inside[0] + 1, inside[1] + 1)
                last = geometry.first_value + geometry.size - 1
                expected = f"{geometry.first_value} to {last}"
                raise InputError(what, expected=expected, cell=at)
            values[inside[0] * geometry.columns + inside[1]] = digit
        return tuple(values)

    def cages(self, size: int, meanings: set[str]) -> Iterator[Constraint]:
        """Yield the cages that are understood; the others are kept, and named."""
        for cage in self.objects("cages"):
            places = self.cage(cage)
            if str(cage.get("value")).upper() == "FOGLIGHT":
                self.kept.append(cage)
            elif places:
                rules = self._rules_of(cage, places, size, meanings)
                if rules is None:
                    self.counts["cage"] += 1
                    self.kept.append(cage)
                yield from rules or ()

    def _rules_of(
        self, cage: dict[str, Any], places: Cells, size: int, meanings: set[str]
    ) -> list[Constraint] | None:
        """Return what a cage says; None if that is not understood."""
        cells = [cell for p in dict.fromkeys(places) if (cell := self.inside(p))]
        value = str(cage.get("value") or "").strip()
        total = int(value) if re.fullmatch("[1-9][0-9]{0,3}", value) else None
        if (
            len(cells) < len(set(places))
            or (value and total is None)
            or cage.get("style") not in _STYLES
        ):
            return None
        is_line = cage.get("type") == "rowcol"
        if (
            is_line
            and len(cells) == size
            and 1 in map(len, map(set, zip(*cells, strict=True)))
        ):
            return []  # a row or column, which is a unit
        unique = cage.get("unique")
        distinct = unique is True or is_line
        distinct = distinct or (unique is None and "no repeats" in meanings)
        summed = total is None or unique is True or "sum" in meanings
        if distinct and summed and len(cells) <= size:
            return [Killer(total, tuple(cells))]
        if total is not None and summed and not distinct:
            return [Total(total, tuple(cells))]
        return None

    def count_drawings(self) -> None:
        """Count what is drawn, and name rules that are not read."""
        for key in DRAWN:
            for item in self.objects(key):
                makes_room = item.get("class") == "board-position"
                if not makes_room and item.get("target") != "cell-grids":
                    self.counts[key[:-1]] += 1
        marked = [c for c in self.cells.values() if _marks(c)]
        self.counts["cell with marks"] += len(marked)
        names = [key for key in _RULES if self.texts.get(key) not in _OFF]
        switches = self.board.get("global")
        if isinstance(switches, dict):
            switches = [key for key, value in switches.items() if value not in _OFF]
        names += map(str, switches) if isinstance(switches, list) else []
        self.phrases += [shown(name) for name in names]

    def unread(self) -> tuple[str, ...]:
        """Return what is drawn or said and not understood, a phrase each."""
        counts = [counted(many, what) for what, many in self.counts.items() if many]
        return (*counts, *dict.fromkeys(self.phrases))

    def looks(self) -> dict[str, Any]:
        """Return what is not read, in order to be written again."""
        looks = {k: v for k, v in self.board.items() if k not in _PLAIN and v}
        looks["at"] = [self.top, self.left, self.height, self.width]
        looks["cages"] = self.kept
        looks["metadata"] = {k: v for k, v in self.texts.items() if k not in _TEXTS}
        looks["cells"] = [[*place, _marks(cell)] for place, cell in self.cells.items()]
        looks["cells"] = [each for each in looks["cells"] if each[2]]
        if looks["at"] == [0, 0, self.rows, self.columns]:
            del looks["at"]
        return {key: value for key, value in looks.items() if value}


def _marks(cell: dict[str, Any]) -> dict[str, Any]:
    """Return what a cell has besides its value."""
    return {k: v for k, v in cell.items() if k not in {"value", "given"} and v}


def read_pad(
    board: dict[str, Any], options: Options, place: tuple[str, int, int]
) -> PuzzleRecord:
    """Read a puzzle of SudokuPad.

    Args:
        board: The object.
        options: How it is to be read.
        place: The source, the line and the number of the puzzle.

    Returns:
        The puzzle with the rules that are understood; `metadata.doubt` names the rest.

    Raises:
        InputError: It is no puzzle, or a clue or cage is wrong.
    """
    pad = _Pad(board, options.max_size)
    own = pad.texts.get("satdoku")
    try:
        record = _own_record(pad, own, place) if isinstance(own, dict) else None
        if record is None or not _fits(pad, record):
            pad = _Pad(board, options.max_size)
            record = _drawn_record(pad, place, has_copy=isinstance(own, dict))
    except UsageError as error:
        raise InputError(str(error)) from None
    geometry = record.puzzle.geometry
    if options.geometry is not None and not geometry.same_shape(options.geometry):
        raise InputError(f"a grid of {geometry}", expected=f"{options.geometry}")
    return record


def _own_record(
    pad: _Pad, own: dict[str, Any], place: tuple[str, int, int]
) -> PuzzleRecord:
    """Return the puzzle that satdoku wrote, by its copy of the rules."""
    puzzle = _own(pad, own)
    details = _details(pad)
    if own.get("rules") == "generated":
        details = tuple(pair for pair in details if pair[0] != "rules")
    looks = own.get("looks") or {}
    extras = Metadata(
        details,
        solution=_solution(pad, own, puzzle.geometry),
        warnings=tuple(map(str, own.get("warnings") or ())),
        looks=json.dumps(looks) if looks else "",
    )
    return PuzzleRecord(puzzle, *place, pad.text("title") or None, "sudokupad", extras)


def _fits(pad: _Pad, record: PuzzleRecord) -> bool:
    """Whether what is drawn and said is what satdoku writes for a puzzle."""
    try:
        written = _Pad(json.loads(pad_text(record)), max(pad.height, pad.width))
    except _WRONG:
        raise _not_ours() from None
    mark = pad.texts["satdoku"].get("rules")
    mark = mark_of(written.text("rules")) if mark == "generated" else mark
    same_words = mark == mark_of(pad.text("rules"))
    return same_words and _compared(pad) == _compared(written)


def _compared(pad: _Pad) -> dict[str, list[str]]:
    """Return what is drawn, in one order.

    Packing loses what is empty, and whether a number was a text.
    """
    parts: dict[str, object]
    parts = {key: pad.board.get(key) for key in (*DRAWN, *_FOG, "regions", "global")}
    parts["cages"] = [cage for cage in pad.objects("cages") if cage.get("cells")]
    parts["cells"] = [
        [*place, cell.get("value"), _marks(cell)] for place, cell in pad.cells.items()
    ]
    parts["rules"] = [key for key in _RULES if pad.texts.get(key) not in _OFF]
    parts = json.loads(
        json.dumps(parts),
        object_hook=lambda one: {k: v for k, v in one.items() if v not in _EMPTY},
        parse_float=lambda number: number.removesuffix(".0"),
        parse_int=str,
    )
    return {
        key: sorted(
            json.dumps(item, sort_keys=True)
            for item in (part if isinstance(part, list) else [part])
        )
        for key, part in parts.items()
    }


def _drawn_record(
    pad: _Pad, place: tuple[str, int, int], *, has_copy: bool
) -> PuzzleRecord:
    """Return the puzzle that is drawn, with what is not understood.

    Args:
        pad: The puzzle.
        place: The source, the line and the number of the puzzle.
        has_copy: Whether there is a copy of rules, which does not fit.
    """
    puzzle = _drawn(pad)
    fog = (
        any(map(pad.board.get, _FOG))
        or "foglight" in pad.texts
        or any(str(cage.get("value")).upper() == "FOGLIGHT" for cage in pad.kept)
    )
    doubt, drawings = doubt_of(pad.unread()), pad.looks()
    warnings = (*doubt, *["fog is not read"] * fog, *[_CHANGED] * has_copy)
    looks = {"sudokupad": drawings} if drawings or doubt else {}
    extras = Metadata(
        _details(pad),
        solution=_solution(pad, None, puzzle.geometry),
        warnings=warnings,
        looks=json.dumps(looks) if looks else "",
    )
    return PuzzleRecord(puzzle, *place, pad.text("title") or None, "sudokupad", extras)


def _details(pad: _Pad) -> tuple[tuple[str, str], ...]:
    """Return the author, the words of the rules and the message, where there are."""
    details = [(name, pad.text(key)) for key, name in _DETAILS.items()]
    return tuple(pair for pair in details if pair[1])


def _solution(pad: _Pad, own: object, geometry: Geometry) -> Grid | None:
    """Return the solution, as far as it is known."""
    digits = [0] * geometry.cells
    for cell, value in pad.solution.items():
        at, digit = pad.inside(cell), value - geometry.first_value + 1
        if at is not None and 1 <= digit <= geometry.size:
            digits[at[0] * geometry.columns + at[1]] = digit
    if isinstance(own, dict) and "solution" in own:
        digits = own["solution"]
        if not isinstance(digits, list) or len(digits) != geometry.cells:
            raise _not_ours()
        return Grid.trusted(geometry, grid_of_list(digits, geometry).values)
    return Grid.trusted(geometry, tuple(digits)) if any(digits) else None


def _drawn(pad: _Pad) -> Puzzle:
    """Return the puzzle that is drawn."""
    geometry, regions = pad.shape()
    text = pad.text("rules")
    meanings, unknown = _meanings(text, geometry.size)
    rules = [*regions, *pad.cages(geometry.size, meanings)]
    pad.count_drawings()
    if unknown or not text:
        pad.phrases.append(shown(unknown) if unknown else "no words of the rules")
    return Puzzle(Grid.trusted(geometry, pad.values(geometry)), rules)


_WRONG = (AttributeError, IndexError, KeyError, TypeError, ValueError)


def _not_ours() -> InputError:
    return InputError("metadata.satdoku is not as satdoku writes it")


def _own(pad: _Pad, own: dict[str, Any]) -> Puzzle:
    """Return the puzzle that satdoku wrote, with the constraints it lists."""
    try:
        rows, columns, box, first, digits, *raw = own["shape"]
        box = box and tuple(box)
        geometry = Geometry(rows, columns, box, first, digits, raw=raw == [True])
        masks = {int(cell): int(mask) for cell, mask in own.get("masks", {}).items()}
        items = list(map(str, own.get("constraints", ())))
        pad.top, pad.left = own.get("at", (0, 0))
        if rows + pad.top > pad.height or columns + pad.left > pad.width:
            raise ValueError
    except _WRONG:
        raise _not_ours() from None
    pad.rows, pad.columns = rows, columns
    full = (1 << geometry.size) - 1
    left = [masks.get(cell, full) for cell in range(geometry.cells)] if masks else None
    values = Grid.trusted(geometry, pad.values(geometry))
    return Puzzle(values, read_constraints(items, geometry), left)
