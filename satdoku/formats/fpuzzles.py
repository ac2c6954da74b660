"""Constraints in boards of f-puzzles: the keys of the JSON, read and written.

Cells are `R3C10`, counted from 1; places outside have 0 or size + 1.  A key that is not
known is refused by its name; drawings are skipped.  The meaning of the keys is that of
f-puzzles' own solver and of its plugin for more constraints.
"""

from __future__ import annotations

import re
from dataclasses import fields
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from satdoku.errors import InputError, UsageError, shown
from satdoku.formats.variants import is_nothing, unsupported
from satdoku.puzzle.constraints.lines import (
    XV,
    Allowed,
    Between,
    BlackDot,
    Entropic,
    GreaterThan,
    Modular,
    Nabner,
    Palindrome,
    Renban,
    Thermo,
    Whisper,
    WhiteDot,
)
from satdoku.puzzle.constraints.outside import Sandwich, Skyscraper, XSum
from satdoku.puzzle.constraints.places import (
    AntiConsecutive,
    AntiKing,
    AntiKnight,
    Diagonals,
    DisjointGroups,
    NoRatio,
    NoXV,
    Regions,
)
from satdoku.puzzle.constraints.sets import BoxIndexing, Contains, Indexing, SameValues
from satdoku.puzzle.constraints.sums import (
    Arrow,
    DoubleArrow,
    EqualSums,
    Killer,
    LittleKiller,
    PillArrow,
    Total,
    Zipper,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from satdoku.puzzle.constraints.arguments import Cells
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.puzzle import Puzzle

__all__ = ["COSMETIC", "constraint_keys", "read_keys", "region_numbers"]

COSMETIC = frozenset(
    {"line", "rectangle", "circle", "text", "highlightconflicts", "metadata"}
    | {"fogofwar", "foglight", "triggereffect", "disabledlogic"}
    | {"truecandidatesoptions"}
)
"""Keys that say how a board looks, not what its rules are."""

_CELL = re.compile(r"[rR]([0-9]{1,2})[cC]([0-9]{1,2})")


class _Board:
    """What the keys of a board need to know of it.

    Args:
        geometry: The shape.
        regions: The cells of each region, in reading order.
        keys: All keys.
    """

    def __init__(
        self, geometry: Geometry, regions: Sequence[Cells], keys: Mapping[str, Any]
    ) -> None:
        self.geometry = geometry
        self.regions = regions
        self.keys = keys

    def each(self, key: str) -> list[dict[str, Any]]:
        """Return the objects of a key.

        Raises:
            InputError: It is not a list of them.
        """
        found = self.keys.get(key) or []
        if not isinstance(found, list) or not all(isinstance(x, dict) for x in found):
            raise InputError(f"{key} is {shown(found)}", expected="a list of objects")
        return found

    def marked(self, *keys: str) -> frozenset[Cells]:
        """Return the pairs of cells that dots, or X and V, are between."""
        return frozenset(_cells(one) for key in keys for one in self.each(key))


def read_keys(
    keys: Mapping[str, Any], geometry: Geometry, regions: Sequence[Cells]
) -> list[Constraint]:
    """Return the constraints of a board.

    Args:
        keys: The board, without what is no constraint.
        geometry: Its shape.
        regions: The cells of each region, in reading order.

    Raises:
        InputError: A key is not known, or its value cannot be read.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> keys = {"killercage": [{"cells": ["R1C1", "R1C2"], "value": "5"}]}
        >>> [rule.describe() for rule in read_keys(keys, Geometry(4, 4), [])]
        ['cage of 5: r1c1 r1c2']
    """
    used = {key: value for key, value in keys.items() if not is_nothing(value)}
    unknown = [key for key in used if key not in _KEYS and key not in COSMETIC]
    if unknown:
        raise unsupported(unknown)
    board = _Board(geometry, regions, used)
    rules: list[Constraint] = []
    for key, make in _KEYS.items():
        if key in used:
            try:
                rules += make(key, board)
            except UsageError as error:
                raise InputError(f"{key}: {error}") from None
    return rules


def _place(text: object) -> tuple[int, int]:
    """Read the name of a cell, or of a place outside; (0, 0) is the first cell."""
    name = _CELL.fullmatch(text) if isinstance(text, str) else None
    if name is None:
        raise InputError(f"no cell {shown(text)}", expected="R1C1, say")
    return int(name[1]) - 1, int(name[2]) - 1


def _cells(one: Mapping[str, Any], key: str = "cells") -> Cells:
    names = one.get(key, [one["cell"]] if "cell" in one else None)
    if not isinstance(names, list) or not names:
        raise InputError(f"{key} is {shown(names)}", expected="a list of cells")
    return tuple(map(_place, names))


def _lines(one: Mapping[str, Any]) -> Iterator[Cells]:
    """Yield the lines of an object."""
    lines = one.get("lines")
    if not isinstance(lines, list):
        raise InputError(f"lines is {shown(lines)}", expected="a list of lines")
    for line in lines:
        if line:
            yield _cells({"cells": line})


def _number(one: Mapping[str, Any], usual: int | None = None) -> int | None:
    """Return the value of an object; the usual one if it is missing, empty or 0."""
    value = one.get("value")
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,4}", value.strip()):
        value = int(value)
    if value in (None, "", 0):
        return usual
    if type(value) is not int:
        raise InputError(f"value {shown(value)}", expected="a number")
    return value


def _flag(rule: Constraint) -> Callable[[str, _Board], Iterable[Constraint]]:
    return lambda _key, _board: [rule]


def _of_lines(
    rule: Callable[..., Constraint], *more: object, fewest: int = 2
) -> Callable[[str, _Board], Iterable[Constraint]]:
    """Make a rule of each line that is long enough to say something."""

    def make(key: str, board: _Board) -> Iterator[Constraint]:
        for one in board.each(key):
            for line in _lines(one):
                if len(line) >= fewest:
                    yield rule(line, *more)

    return make


def _cage(key: str, board: _Board) -> Iterator[Constraint]:
    for one in board.each(key):
        yield Killer(_number(one) if key == "killercage" else None, _cells(one))


def _arrow(key: str, board: _Board) -> Iterator[Constraint]:
    for one in board.each(key):
        circle = _cells(one)
        for line in _lines(one):
            cells = (*circle, *line[1:])
            if len(line) < 2:
                continue
            if len(circle) == 1:
                yield Arrow(cells)
            elif circle == tuple(sorted(circle)):
                yield PillArrow(cells, len(circle))
            else:
                raise InputError("a pill that is drawn backwards")


_DIRECTIONS = {"UR": (-1, 1), "UL": (-1, -1), "DR": (1, 1), "DL": (1, -1)}


def _little_killer(key: str, board: _Board) -> Iterator[Constraint]:
    rows, columns = board.geometry.rows, board.geometry.columns
    for one in board.each(key):
        total = _number(one)
        direction = one.get("direction")
        if not isinstance(direction, str) or direction not in _DIRECTIONS:
            raise InputError(f"direction {shown(direction)}", expected="DR, say")
        down, right = _DIRECTIONS[direction]
        row, column = _place(one.get("cell"))
        found: list[tuple[int, int]] = []
        row, column = row + down, column + right
        while 0 <= row < rows and 0 <= column < columns:
            found.append((row, column))
            row, column = row + down, column + right
        if total is not None and found:
            yield LittleKiller(total, tuple(found))


def _parity(key: str, board: _Board) -> Iterator[Constraint]:
    rest = key == "odd"
    values = tuple(v for v in range(1, board.geometry.size + 1) if v % 2 == rest)
    for one in board.each(key):
        yield Allowed(_cells(one), values)


def _extreme(key: str, board: _Board) -> Iterator[Constraint]:
    rows, columns = board.geometry.rows, board.geometry.columns
    places = {_cells(one)[0] for one in board.each(key)}
    for row, column in sorted(places):
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            other = row + down, column + right
            if other in places or not (
                0 <= other[0] < rows and 0 <= other[1] < columns
            ):
                continue
            pair = ((row, column), other)
            yield GreaterThan(pair if key == "maximum" else pair[::-1])


def _dots(key: str, board: _Board) -> Iterator[Constraint]:
    for one in board.each(key):
        if key == "difference":
            yield WhiteDot(_cells(one), _number(one, 1) or 1)
        else:
            yield BlackDot(_cells(one), _number(one, 2) or 2)


def _xv(key: str, board: _Board) -> Iterator[Constraint]:
    for one in board.each(key):
        value = str(one.get("value") or "").upper()
        if value not in {"", "X", "V"}:
            raise InputError(f"value {shown(one['value'])}", expected="X or V")
        if value:
            yield XV(_cells(one), 10 if value == "X" else 5)


def _negative(key: str, board: _Board) -> Iterator[Constraint]:
    names = board.keys[key]
    for name in names if isinstance(names, list) else [names]:
        if name == "ratio":
            ratios = {_number(one, 2) or 2 for one in board.each("ratio")} or {2}
            dots = board.marked("difference", "ratio")
            yield NoRatio(dots, tuple(sorted(ratios)))
        elif name == "xv":
            yield NoXV(board.marked("xv"))
        else:
            raise unsupported([f"negative {name}"])


def _clone(key: str, board: _Board) -> Iterator[Constraint]:
    for one in board.each(key):
        pairs = zip(_cells(one), _cells(one, "cloneCells"), strict=False)
        for pair in pairs:
            if pair[0] != pair[1]:
                yield SameValues(pair, 2)


def _quadruple(key: str, board: _Board) -> Iterator[Constraint]:
    for one in board.each(key):
        values = one.get("values") or []
        words = list(map(str, values)) if isinstance(values, list) else [""]
        if not all(re.fullmatch("[0-9]{1,2}", word) for word in words):
            raise InputError(f"values {shown(values)}", expected="a list of digits")
        if words:
            yield Contains(_cells(one), tuple(map(int, words)))


def _outside(rule: Callable[..., Constraint]) -> Any:  # noqa: ANN401  as the table
    def make(key: str, board: _Board) -> Iterator[Constraint]:
        for one in board.each(key):
            row, column = _place(one.get("cell"))
            clue = _number(one)
            if key == "sandwichsum" and one.get("value") in (0, "0"):
                clue = 0
            if clue is None:
                continue
            size = board.geometry.columns
            if 0 <= row < board.geometry.rows:
                line, reverse = f"r{row + 1}", column >= size
            else:
                line, reverse = f"c{column + 1}", row >= board.geometry.rows
            yield rule(clue, line, *([] if rule is Sandwich else [reverse]))

    return make


def _whisper(key: str, board: _Board) -> Iterator[Constraint]:
    usual = -(-board.geometry.size // 2)
    for one in board.each(key):
        for line in _lines(one):
            if len(line) > 1:
                yield Whisper(line, _number(one, usual) or usual)


def _entropic(key: str, board: _Board) -> Iterator[Constraint]:
    n = board.geometry.size
    third, rest = divmod(n, 3)
    outer = third + (rest == 2)
    values = tuple(range(1, n + 1))
    groups = (values[:outer], values[outer : n - outer], values[n - outer :])
    for one in board.each(key):
        yield from (Entropic(line, groups) for line in _lines(one) if len(line) > 1)


def _region_sums(key: str, board: _Board) -> Iterator[Constraint]:
    region = {cell: at for at, cells in enumerate(board.regions) for cell in cells}
    for one in board.each(key):
        for line in _lines(one):
            inside = [cell for cell in line if cell in region]
            pieces: list[list[tuple[int, int]]] = [inside[:1]]
            for before, cell in pairwise(inside):
                if region[before] != region[cell]:
                    pieces.append([])
                pieces[-1].append(cell)
            if len(pieces) > 1:
                yield EqualSums(tuple(map(tuple, pieces)))


def _indexer(key: str, board: _Board) -> Iterator[Constraint]:
    for one in board.each(key):
        if key != "boxindexer":
            yield Indexing(_cells(one), f"{key.removesuffix('indexer')}s")
            continue
        for cell in _cells(one):
            for region in board.regions:
                if cell in region:
                    yield BoxIndexing(region, (region.index(cell) + 1,))


_KEYS: dict[str, Any] = {
    "diagonal+": _flag(Diagonals("rising")),
    "diagonal-": _flag(Diagonals("falling")),
    "antiknight": _flag(AntiKnight()),
    "antiking": _flag(AntiKing()),
    "disjointgroups": lambda _, board: [DisjointGroups(tuple(board.regions))],
    "nonconsecutive": lambda _, board: [
        AntiConsecutive(board.marked("difference", "ratio"))
    ],
    "negative": _negative,
    "killercage": _cage,
    "extraregion": _cage,
    "arrow": _arrow,
    "littlekillersum": _little_killer,
    "odd": _parity,
    "even": _parity,
    "minimum": _extreme,
    "maximum": _extreme,
    "difference": _dots,
    "ratio": _dots,
    "xv": _xv,
    "clone": _clone,
    "quadruple": _quadruple,
    "thermometer": _of_lines(Thermo),
    "slowthermometer": lambda key, board: [
        Thermo(line, slow=True)
        for one in board.each(key)
        for line in _lines(one)
        if len(line) > 1
    ],
    "betweenline": _of_lines(Between, fewest=3),
    "palindrome": _of_lines(Palindrome),
    "sandwichsum": _outside(Sandwich),
    "xsum": _outside(XSum),
    "skyscraper": _outside(Skyscraper),
    "renban": _of_lines(Renban, fewest=1),
    "whispers": _whisper,
    "entropicline": _entropic,
    "modularline": _of_lines(Modular, 3),
    "regionsumline": _region_sums,
    "doublearrow": _of_lines(DoubleArrow),
    "zipperline": _of_lines(Zipper),
    "nabner": _of_lines(Nabner),
    "rowindexer": _indexer,
    "columnindexer": _indexer,
    "boxindexer": _indexer,
}


# Writing


def _name(cell: tuple[int, int]) -> str:
    return f"R{cell[0] + 1}C{cell[1] + 1}"


def _names(cells: Iterable[tuple[int, int]]) -> list[str]:
    return [_name(cell) for cell in cells]


def region_numbers(puzzle: Puzzle) -> list[int]:
    """Return the region of each cell of a puzzle without boxes; none if it has boxes.

    Raises:
        UsageError: No constraint cuts the grid into regions, or it is not square.

    Example:
        >>> from satdoku import Geometry, Puzzle
        >>> pieces = [Regions("AABB AABB CCDD CCDD")]
        >>> region_numbers(Puzzle("." * 16, pieces, geometry=Geometry(4, 4, None)))[:8]
        [0, 0, 1, 1, 0, 0, 1, 1]
    """
    geometry = puzzle.geometry
    if geometry.is_standard:
        return []
    cut = _cut_by(puzzle)
    sides = {geometry.rows, geometry.columns, geometry.size}
    if cut is None or len(sides) > 1 or geometry.first_value != 1:
        raise UsageError(f"f-puzzles has no place for a grid of {geometry}")
    pieces = enumerate(cut.units(geometry))
    number = {cell: at for at, piece in pieces for cell in piece}
    return [number[cell] for cell in range(geometry.cells)]


def _cut_by(puzzle: Puzzle) -> Regions | None:
    """Return the constraint that cuts a grid without boxes into regions."""
    geometry = puzzle.geometry
    for rule in puzzle.constraints if geometry.box is None else ():
        if isinstance(rule, Regions):
            cells = sorted(cell for unit in rule.units(geometry) for cell in unit)
            if cells == list(range(geometry.cells)):
                return rule
    return None


def constraint_keys(puzzle: Puzzle) -> dict[str, Any]:
    """Return the constraints of a puzzle as keys of a board.

    Regions in place of boxes are not among them: they belong to the cells.

    Raises:
        UsageError: A rule has no key.

    Example:
        >>> from satdoku import Puzzle
        >>> constraint_keys(Puzzle("." * 81, [Thermo("r1c1 r1c2")]))
        {'thermometer': [{'lines': [['R1C1', 'R1C2']]}]}
    """
    keys: dict[str, Any] = {}
    geometry, cut = puzzle.geometry, _cut_by(puzzle)
    rules = [rule for rule in puzzle.constraints if rule is not cut]
    for rule in rules:
        for key, value in _written(rule, geometry):
            if value is True:
                keys[key] = True
            else:
                keys.setdefault(key, []).append(value)
    units = geometry.box_units if cut is None else cut.units(geometry)
    regions = [tuple(divmod(at, geometry.columns) for at in unit) for unit in units]
    again = {_meaning(rule, geometry) for rule in read_keys(keys, geometry, regions)}
    for rule in rules:
        if isinstance(rule, _OF_BOARD) and _meaning(rule, geometry) not in again:
            raise _no_key(rule)
    return keys


_OF_BOARD = (
    *(AntiConsecutive, DisjointGroups, Entropic, EqualSums, LittleKiller, Modular),
    *(NoRatio, NoXV),
)
"""Rules that a key says only in the form that follows from the rest of the board."""


def _meaning(rule: Any, geometry: Geometry) -> tuple[object, ...]:  # noqa: ANN401  one of many kinds
    """Return what makes two rules the same."""
    own = {field.name: getattr(rule, field.name) for field in fields(rule)}
    marked = frozenset(map(frozenset, own.pop("marked", ())))
    if isinstance(rule, DisjointGroups):
        own["regions"] = frozenset(map(frozenset, rule.units(geometry)))
    return type(rule), marked, *own.items()


def _no_key(rule: Constraint) -> UsageError:
    return UsageError(f"f-puzzles has no key for {rule.describe()}")


_LINES: dict[type, str] = {
    Between: "betweenline",
    DoubleArrow: "doublearrow",
    Modular: "modularline",
    Nabner: "nabner",
    Palindrome: "palindrome",
    Renban: "renban",
    Zipper: "zipperline",
}


def _written(rule: Any, geometry: Geometry) -> Iterator[tuple[str, Any]]:  # noqa: ANN401, C901, PLR0912, PLR0915  a table of cases
    """Yield the keys of a rule, with what stands in their lists, or True."""
    cells = getattr(rule, "cells", ())
    match rule:
        case _ if type(rule) in _LINES:
            yield _LINES[type(rule)], {"lines": [_names(cells)]}
        case Diagonals():
            signs = {"both": "+-", "rising": "+", "falling": "-"}[rule.which]
            yield from ((f"diagonal{sign}", True) for sign in signs)
        case AntiKnight():
            yield "antiknight", True
        case AntiKing():
            yield "antiking", True
        case DisjointGroups():
            yield "disjointgroups", True
        case AntiConsecutive():
            yield "nonconsecutive", True
        case NoRatio():
            yield "negative", "ratio"
        case NoXV():
            yield "negative", "xv"
        case Killer(total=None):
            yield "extraregion", {"cells": _names(cells)}
        case Regions():
            for unit in rule.units(geometry):
                across = geometry.columns
                names = _names(divmod(cell, across) for cell in unit)
                yield "extraregion", {"cells": names}
        case Killer():
            yield "killercage", {"cells": _names(cells), "value": str(rule.total)}
        case Arrow() | PillArrow():
            many = getattr(rule, "pill", 1)
            line = [cells[many - 1], *cells[many:]]
            yield "arrow", {"lines": [_names(line)], "cells": _names(cells[:many])}
        case LittleKiller():
            yield "littlekillersum", _written_diagonal(rule, geometry)
        case Allowed() if (kind := _parity_of(rule, geometry)) is not None:
            yield from ((kind, {"cell": _name(cell)}) for cell in cells)
        case WhiteDot() | BlackDot():
            key = "difference" if isinstance(rule, WhiteDot) else "ratio"
            value = str(getattr(rule, key))
            for first, second in rule.chosen():
                pair = _names((cells[first], cells[second]))
                yield key, {"cells": pair, "value": value}
        case XV(total=5 | 10):
            for first, second in rule.chosen():
                pair = _names((cells[first], cells[second]))
                yield "xv", {"cells": pair, "value": "X" if rule.total == 10 else "V"}
        case Contains() if len(cells) == 4:
            yield "quadruple", {"cells": _names(cells), "values": list(rule.values)}
        case SameValues() if rule.sets == len(cells) == 2:
            one, other = _names(cells)
            yield "clone", {"cells": [one], "cloneCells": [other]}
        case GreaterThan():
            for first, second in rule.chosen():
                falling = _names((cells[second], cells[first]))
                yield "thermometer", {"lines": [falling]}
        case Thermo():
            key = "slowthermometer" if rule.slow else "thermometer"
            yield key, {"lines": [_names(cells)]}
        case Whisper():
            yield "whispers", {"lines": [_names(cells)], "value": str(rule.difference)}
        case Entropic():
            yield "entropicline", {"lines": [_names(cells)]}
        case EqualSums():
            yield "regionsumline", {"lines": [_names(cells)]}
        case Indexing():
            yield f"{rule.by[:-1]}indexer", {"cells": _names(cells)}
        case BoxIndexing():
            yield "boxindexer", {"cells": _names(cells[at - 1] for at in rule.at)}
        case Sandwich() | XSum() | Skyscraper():
            key = {Sandwich: "sandwichsum", XSum: "xsum"}.get(type(rule), "skyscraper")
            at, end = int(rule.line[1:]), rule.reverse * (geometry.size + 1)
            place = f"R{at}C{end}" if rule.line[0] == "r" else f"R{end}C{at}"
            yield key, {"cell": place, "value": str(rule.clue)}
        case _:
            raise _no_key(rule)


def _parity_of(rule: Allowed, geometry: Geometry) -> str | None:
    values = range(1, geometry.size + 1)
    for key, rest in (("odd", 1), ("even", 0)):
        if set(rule.values) == {value for value in values if value % 2 == rest}:
            return key
    return None


def _written_diagonal(rule: Total, geometry: Geometry) -> dict[str, Any]:
    cells, last = rule.cells, geometry.rows - 1
    row, column = cells[0]
    if len(cells) > 1:
        down, right = cells[1][0] - row, cells[1][1] - column
    else:
        down, right = (1 if row == 0 else -1), (1 if column == 0 else -1)
        if row in {0, last} and column not in {0, last}:
            right = 1
    names = {move: name for name, move in _DIRECTIONS.items()}
    return {
        "cell": _name((row - down, column - right)),
        "direction": names[down, right],
        "cells": _names(cells),
        "value": str(rule.total),
    }
