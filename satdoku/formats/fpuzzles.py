"""Constraints in boards of f-puzzles: the keys of the JSON, read and written.

Cells are `R3C10`, counted from 1; places outside have 0 or size + 1.  A key that is not
known is refused by its name.  The class of a constraint describes its keys
(`puzzle/constraints/forms.py`), or a function here for each direction reads and writes
them.  The meaning of the keys is that of f-puzzles' own solver and of its plugin for
more constraints.

Constraints that only the plugin draws are written as drawings, too, so that other
programs show them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from satdoku.errors import InputError, UsageError, shown
from satdoku.formats.boards import objects_of
from satdoku.formats.variants import is_nothing, unsupported
from satdoku.puzzle.constraints.catalogue import CATALOGUE
from satdoku.puzzle.constraints.forms import Spelling, spellings
from satdoku.puzzle.constraints.lines import (
    XV,
    Allowed,
    Entropic,
    GreaterThan,
    Maximum,
    Minimum,
)
from satdoku.puzzle.constraints.places import (
    AntiConsecutive,
    Diagonals,
    DisjointGroups,
    NoRatio,
    NoXV,
    Regions,
)
from satdoku.puzzle.constraints.records import default_of
from satdoku.puzzle.constraints.sets import BoxIndexing, Contains, SameValues
from satdoku.puzzle.constraints.sums import (
    Arrow,
    EqualSums,
    LittleKiller,
    PillArrow,
    diagonal,
    region_sums,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from satdoku.puzzle.constraints.arguments import Cells
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.puzzle import Puzzle

_CELL = re.compile(r"[rR]([0-9]{1,2})[cC]([0-9]{1,2})")
_DIRECTIONS = {"UR": (-1, 1), "UL": (-1, -1), "DR": (1, 1), "DL": (1, -1)}
_PARITIES = {"odd": 1, "even": 0}
_XV = {"X": 10, "V": 5}


@dataclass
class Board:
    """The facts of a board that its keys depend on.

    Attributes:
        geometry: The shape.
        regions: The cells of each region, in reading order.
        keys: All keys of constraints.
        unread: What of them is not read, in quotes.
    """

    geometry: Geometry
    regions: Sequence[Cells]
    keys: Mapping[str, Any] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)

    @classmethod
    def of(
        cls, geometry: Geometry, pieces: Sequence[Cells], keys: Mapping[str, Any]
    ) -> Board:
        """Make one whose regions are the boxes, or the pieces in their place."""
        boxes = [
            tuple(divmod(cell, geometry.columns) for cell in box)
            for box in geometry.box_units
        ]
        return cls(geometry, pieces or boxes, keys)

    def each(self, key: str) -> list[dict[str, Any]]:
        """Return the objects of a key.

        Raises:
            InputError: It is not a list of them.
        """
        return objects_of(self.keys, key)

    def marked(self, *keys: str) -> frozenset[Cells]:
        """Return the pairs of cells that dots, or X and V, are between."""
        return frozenset(_cells(item) for key in keys for item in self.each(key))


# Reading


def read_keys(board: Board) -> list[Constraint]:
    """Return the constraints of a board.

    Raises:
        InputError: A key is not known, or its value cannot be read.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> keys = {"killercage": [{"cells": ["R1C1", "R1C2"], "value": "5"}]}
        >>> board = Board.of(Geometry(4, 4), [], keys)
        >>> [rule.describe() for rule in read_keys(board)]
        ['cage of 5: r1c1 r1c2']
    """
    used = [key for key, value in board.keys.items() if not is_nothing(value)]
    unknown = [key for key in used if key not in _READERS and key not in _SPELLED]
    if unknown:
        raise unsupported(unknown)
    rules: list[Constraint] = []
    for key in used:
        try:
            if key in _READERS:
                rules += _READERS[key](key, board)
                continue
            kind, spelling = _SPELLED[key]
            if "clue" in spelling.fields:
                rules += _clues(kind, key, board)
            else:
                rules += _regular(kind, spelling, board)
        except UsageError as error:
            raise InputError(f"{key}: {error}") from None
    return rules


def _regular(kind: type[Any], spelling: Spelling, board: Board) -> Iterator[Constraint]:
    """Yield the constraints of a key that its class describes."""
    if not spelling.fields:
        yield kind(**spelling.fixed)
        return
    first, *others = spelling.fields
    for item in board.each(spelling.name):
        values = dict(spelling.fixed)
        for other in others:
            number = _number(item, board)
            if number is None and spelling.name in _USUAL:
                number = _USUAL[spelling.name](board.geometry.size)
            if number is not None or not other.endswith("?"):
                values[other.rstrip("?")] = number
        fewest = max(kind.min_cells, 2) if first == "lines" else 1
        for cells in _lines(item) if first == "lines" else [_cells(item)]:
            if len(cells) >= fewest:
                yield kind(cells=cells, **values)


def _clues(kind: type[Any], key: str, board: Board) -> Iterator[Constraint]:
    """Yield the clues outside the grid of a key."""
    for item in board.each(key):
        clue = _number(item, board)
        if clue is None and str(item.get("value")) == "0":
            clue = 0
        row, column = _place(item.get("cell"))
        rows, columns = board.geometry.rows, board.geometry.columns
        is_row = 0 <= row < rows
        line = f"r{row + 1}" if is_row else f"c{column + 1}"
        if clue is not None:
            yield kind(clue, line, column >= columns if is_row else row >= rows)


_USUAL: Mapping[str, Callable[[int], int]] = {
    "dutchwhispers": lambda size: (size + 1) // 2 - 1,
    "germanwhispers": lambda size: (size + 1) // 2,
    "lockout": lambda size: size // 2,
    "whispers": lambda size: (size + 1) // 2,
}
"""Differences that follow from the size, unless a board states them."""


def _place(text: object) -> tuple[int, int]:
    """Read the name of a cell, or of a place outside; (0, 0) is the first cell."""
    name = _CELL.fullmatch(text) if isinstance(text, str) else None
    if name is None:
        raise InputError(f"no cell {shown(text)}", expected="R1C1, say")
    return int(name[1]) - 1, int(name[2]) - 1


def _cells(item: Mapping[str, Any], key: str = "cells") -> Cells:
    names = item.get(key, [item["cell"]] if "cell" in item else None)
    if not isinstance(names, list) or not names:
        raise InputError(f"{key} is {shown(names)}", expected="a list of cells")
    return tuple(map(_place, names))


def _lines(item: Mapping[str, Any]) -> Iterator[Cells]:
    """Yield the lines of an object."""
    lines = item.get("lines")
    if not isinstance(lines, list):
        raise InputError(f"lines is {shown(lines)}", expected="a list of lines")
    for line in lines:
        if line:
            yield _cells({"cells": line})


def _number(item: Mapping[str, Any], board: Board) -> int | None:
    """Return the value of an object; None if it is missing, empty or 0.

    One in other words is named as not read: a total "A" or "<5", say.
    """
    value = item.get("value")
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,4}", value.strip()):
        value = int(value)
    if value in (None, "", 0):
        return None
    if isinstance(value, str):
        board.unread.append(shown(value))
        return None
    if type(value) is not int:
        raise InputError(f"value {shown(value)}", expected="a number")
    return value


def _arrow(key: str, board: Board) -> Iterator[Constraint]:
    for item in board.each(key):
        circle = _cells(item)
        for line in _lines(item):
            cells = (*circle, *line[1:])
            if len(line) < 2:
                continue
            if len(circle) == 1:
                yield Arrow(cells)
            elif circle == tuple(sorted(circle)):
                yield PillArrow(cells, len(circle))
            else:
                raise InputError("a pill that is drawn backwards")


def _little_killer(key: str, board: Board) -> Iterator[Constraint]:
    for item in board.each(key):
        total = _number(item, board)
        direction = item.get("direction")
        if not isinstance(direction, str) or direction not in _DIRECTIONS:
            raise InputError(f"direction {shown(direction)}", expected="DR, say")
        down, right = _DIRECTIONS[direction]
        row, column = _place(item.get("cell"))
        cells = diagonal((row + down, column + right), (down, right), board.geometry)
        if total is not None and cells:
            yield LittleKiller(total, cells)


def _parity(key: str, board: Board) -> Iterator[Constraint]:
    size = board.geometry.size
    values = tuple(v for v in range(1, size + 1) if v % 2 == _PARITIES[key])
    return (Allowed(_cells(item), values) for item in board.each(key))


def _extreme(key: str, board: Board) -> Iterator[Constraint]:
    kind = Maximum if key == "maximum" else Minimum
    yield kind(tuple(_cells(item)[0] for item in board.each(key)))


def _xv(key: str, board: Board) -> Iterator[Constraint]:
    for item in board.each(key):
        value = str(item.get("value") or "").upper()
        if value not in {"", *_XV}:
            raise InputError(f"value {shown(item['value'])}", expected="X or V")
        if value:
            yield XV(_cells(item), _XV[value])


def _negative(key: str, board: Board) -> Iterator[Constraint]:
    names = board.keys[key]
    for name in names if isinstance(names, list) else [names]:
        if name == "ratio":
            ratios = {_number(item, board) or 2 for item in board.each("ratio")} or {2}
            dots = board.marked("difference", "ratio")
            yield NoRatio(dots, tuple(sorted(ratios)))
        elif name == "xv":
            yield NoXV(board.marked("xv"))
        else:
            raise unsupported([f"negative {name}"])


def _clone(key: str, board: Board) -> Iterator[Constraint]:
    for item in board.each(key):
        for pair in zip(_cells(item), _cells(item, "cloneCells"), strict=False):
            if pair[0] != pair[1]:
                yield SameValues(pair, 2)


def _quadruple(key: str, board: Board) -> Iterator[Constraint]:
    for item in board.each(key):
        values = item.get("values") or []
        words = list(map(str, values)) if isinstance(values, list) else [""]
        if not all(re.fullmatch("[0-9]{1,2}", word) for word in words):
            raise InputError(f"values {shown(values)}", expected="a list of digits")
        if words:
            yield Contains(_cells(item), tuple(map(int, words)))


def _entropic(key: str, board: Board) -> Iterator[Constraint]:
    size = board.geometry.size
    third, rest = divmod(size, 3)
    outer = third + (rest == 2)
    values = tuple(range(1, size + 1))
    groups = (values[:outer], values[outer : size - outer], values[size - outer :])
    for item in board.each(key):
        yield from (Entropic(line, groups) for line in _lines(item) if len(line) > 1)


def _region_sums(key: str, board: Board) -> Iterator[Constraint]:
    for item in board.each(key):
        rules = (region_sums(line, board.regions) for line in _lines(item))
        yield from (rule for rule in rules if rule is not None)


def _box_indexer(key: str, board: Board) -> Iterator[Constraint]:
    for item in board.each(key):
        for cell in _cells(item):
            for region in board.regions:
                if cell in region:
                    yield BoxIndexing(region, (region.index(cell) + 1,))


_READERS: Mapping[str, Callable[[str, Board], Iterable[Constraint]]] = {
    "arrow": _arrow,
    "boxindexer": _box_indexer,
    "clone": _clone,
    "disjointgroups": lambda _, board: [
        DisjointGroups(() if board.geometry.box_units else tuple(board.regions))
    ],
    "entropicline": _entropic,
    "even": _parity,
    "littlekillersum": _little_killer,
    "maximum": _extreme,
    "minimum": _extreme,
    "negative": _negative,
    "nonconsecutive": lambda _, board: [
        AntiConsecutive(board.marked("difference", "ratio"))
    ],
    "odd": _parity,
    "quadruple": _quadruple,
    "regionsumline": _region_sums,
    "xv": _xv,
}
"""Readers of the keys that no class describes."""

_SPELLED = {
    spelling.name: (kind, spelling)
    for kind in CATALOGUE
    for spelling in spellings(kind, kind.fpuzzles)
    if spelling.name not in _READERS
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
    cut = cut_by(puzzle)
    sides = {geometry.rows, geometry.columns, geometry.size}
    if cut is None or len(sides) > 1 or geometry.first_value != 1:
        raise UsageError(f"f-puzzles has no place for a grid of {geometry}")
    pieces = enumerate(cut.units(geometry))
    number = {cell: at for at, piece in pieces for cell in piece}
    return [number[cell] for cell in range(geometry.cells)]


def cut_by(puzzle: Puzzle) -> Regions | None:
    """Return the constraint that cuts a grid without boxes into regions."""
    geometry = puzzle.geometry
    for rule in puzzle.constraints if geometry.box is None else ():
        if isinstance(rule, Regions):
            cells = sorted(cell for unit in rule.units(geometry) for cell in unit)
            if cells == list(range(geometry.cells)):
                return rule
    return None


def board_keys(puzzle: Puzzle) -> dict[str, Any]:
    """Return the constraints of a puzzle as keys of a board, with their drawings.

    Regions in place of boxes are not among them: they belong to the cells.

    Raises:
        UsageError: A rule has no key.

    Example:
        >>> from satdoku import Puzzle
        >>> from satdoku.constraints import Thermo
        >>> board_keys(Puzzle("." * 81, [Thermo("r1c1 r1c2")]))
        {'thermometer': [{'lines': [['R1C1', 'R1C2']]}]}
    """
    keys: dict[str, Any] = {}
    geometry, cut = puzzle.geometry, cut_by(puzzle)
    pieces = [
        tuple(divmod(at, geometry.columns) for at in unit)
        for unit in (cut.units(geometry) if cut is not None else ())
    ]
    board = Board.of(geometry, pieces, keys)
    rules = [rule for rule in puzzle.constraints if rule is not cut]
    for rule in rules:
        for key, value in _written(rule, board):
            if value is True:
                keys[key] = True
            else:
                keys.setdefault(key, []).append(value)
    again = {_meaning(rule, geometry) for rule in read_keys(board)}
    for rule in rules:
        if isinstance(rule, _OF_BOARD) and _meaning(rule, geometry) not in again:
            raise _no_key(rule)
    drawings: dict[str, Any] = {}
    for key in keys:
        for drawing, value in _drawn(key, board):
            drawings.setdefault(drawing, []).append(value)
    return keys | drawings


_OF_BOARD = (
    *(AntiConsecutive, BoxIndexing, DisjointGroups, Entropic, EqualSums),
    *(LittleKiller, NoRatio, NoXV),
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


def _written(rule: Any, board: Board) -> Iterator[tuple[str, Any]]:  # noqa: ANN401  one of many kinds
    """Yield the keys of a rule, with what stands in their lists, or True.

    Raises:
        UsageError: There is none.
    """
    writer = _WRITERS.get(type(rule))
    if writer is not None:
        yield from writer(rule, board)
        return
    for spelling in spellings(type(rule), getattr(rule, "fpuzzles", "")):
        if spelling.fits(rule):
            look = rule.look
            pairs = rule.chosen() if look and look.shape == "dots" else [None]
            for pair in pairs:
                cells = getattr(rule, "cells", ())
                cells = cells if pair is None else [cells[at] for at in pair]
                yield spelling.name, _object(rule, spelling, cells, board) or True
            return
    raise _no_key(rule)


def _object(
    rule: Any,  # noqa: ANN401  one of many kinds
    spelling: Spelling,
    cells: Iterable[tuple[int, int]],
    board: Board,
) -> dict[str, Any]:
    """Return the object that a key lists for a rule, as its class describes it."""
    keys: dict[str, Any] = {}
    for name in spelling.fields:
        if name == "lines":
            keys[name] = [_names(cells)]
        elif name == "cells":
            keys[name] = _names(cells)
        elif name == "cell":
            at, end = int(rule.line[1:]), rule.reverse * (board.geometry.size + 1)
            keys[name] = f"R{at}C{end}" if rule.line[0] == "r" else f"R{end}C{at}"
        elif getattr(rule, name.rstrip("?")) != _usual(
            type(rule), spelling.name, name, board
        ):
            keys["value"] = str(getattr(rule, name.rstrip("?")))
    return keys


def _usual(kind: type[Any], key: str, name: str, board: Board) -> object:
    """Return the value that a key has where it states none; None if it must."""
    if key in _USUAL:
        return _USUAL[key](board.geometry.size)
    return default_of(kind, name.rstrip("?")) if name.endswith("?") else None


def _written_arrow(rule: Arrow | PillArrow, _: Board) -> Iterator[tuple[str, Any]]:
    cells, many = rule.cells, getattr(rule, "pill", 1)
    if cells[:many] != tuple(sorted(cells[:many])):
        raise _no_key(rule)
    line = _names([cells[many - 1], *cells[many:]])
    yield "arrow", {"lines": [line], "cells": _names(cells[:many])}


def _written_parity(rule: Allowed, board: Board) -> Iterator[tuple[str, Any]]:
    values = range(1, board.geometry.size + 1)
    for key, rest in _PARITIES.items():
        if set(rule.values) == {value for value in values if value % 2 == rest}:
            yield from ((key, {"cell": _name(cell)}) for cell in rule.cells)
            return
    raise _no_key(rule)


def _written_diagonal(rule: LittleKiller, _: Board) -> Iterator[tuple[str, Any]]:
    cells = rule.cells
    row, column = cells[0]
    if len(cells) > 1:
        down, right = cells[1][0] - row, cells[1][1] - column
    else:  # a corner: the next cell lies outside
        down, right = (1 if row == 0 else -1), (-1 if column == 0 else 1)
    direction = {move: name for name, move in _DIRECTIONS.items()}.get((down, right))
    if direction is None:
        raise _no_key(rule)
    place = {"cell": _name((row - down, column - right)), "direction": direction}
    yield "littlekillersum", place | {"cells": _names(cells), "value": str(rule.total)}


def _written_quad(rule: Contains, _: Board) -> Iterator[tuple[str, Any]]:
    if len(rule.cells) != 4:
        raise _no_key(rule)
    yield "quadruple", {"cells": _names(rule.cells), "values": list(rule.values)}


def _written_clone(rule: SameValues, _: Board) -> Iterator[tuple[str, Any]]:
    if not rule.sets == len(rule.cells) == 2:
        raise _no_key(rule)
    one, other = _names(rule.cells)
    yield "clone", {"cells": [one], "cloneCells": [other]}


def _written_regions(rule: Regions, board: Board) -> Iterator[tuple[str, Any]]:
    across = board.geometry.columns
    for unit in rule.units(board.geometry):
        yield "extraregion", {"cells": _names(divmod(cell, across) for cell in unit)}


_WRITERS: Mapping[type, Callable[[Any, Board], Iterable[tuple[str, Any]]]] = {
    Allowed: _written_parity,
    AntiConsecutive: lambda *_: [("nonconsecutive", True)],
    Arrow: _written_arrow,
    BoxIndexing: lambda rule, _: [
        ("boxindexer", {"cells": _names(rule.cells[at - 1] for at in rule.at)})
    ],
    Contains: _written_quad,
    Diagonals: lambda rule, _: [
        (f"diagonal{sign}", True)
        for sign in {"both": "+-", "rising": "+", "falling": "-"}[rule.which]
    ],
    DisjointGroups: lambda *_: [("disjointgroups", True)],
    EqualSums: lambda rule, _: [("regionsumline", {"lines": [_names(rule.cells)]})],
    GreaterThan: lambda rule, _: [
        ("thermometer", {"lines": [_names((rule.cells[b], rule.cells[a]))]})
        for a, b in rule.chosen()
    ],
    LittleKiller: _written_diagonal,
    Maximum: lambda rule, _: [("maximum", {"cell": _name(c)}) for c in rule.cells],
    Minimum: lambda rule, _: [("minimum", {"cell": _name(c)}) for c in rule.cells],
    NoRatio: lambda *_: [("negative", "ratio")],
    NoXV: lambda *_: [("negative", "xv")],
    PillArrow: _written_arrow,
    Regions: _written_regions,
    SameValues: _written_clone,
    XV: lambda rule, _: [
        ("xv", {"cells": _names(rule.cells[at] for at in pair), "value": rule.label})
        for pair in rule.chosen()
    ],
}
"""Writers of the constraints whose class does not describe their keys."""


# Drawings

_DRAWN: Mapping[str, tuple[str, str, float]] = {
    "boxindexer": ("Box Indexer", "#7C7CC7", 0.0),
    "columnindexer": ("Column Indexer", "#C77C7C", 0.0),
    "doublearrow": ("Double Arrow", "#C54B8B", 0.15),
    "entropicline": ("Entropic Line", "#FFCCAA", 0.25),
    "lockout": ("Lockout", "#AABEEF", 0.2),
    "modularline": ("Modular Line", "#33BBBB", 0.25),
    "nabner": ("Nabner", "#C9C883", 0.4),
    "regionsumline": ("Region Sum Line", "#2ECBFF", 0.25),
    "renban": ("Renban", "#F067F0", 0.4),
    "rowindexer": ("Row Indexer", "#7CC77C", 0.0),
    "skyscraper": ("Skyscraper", "\u25af", 0.0),
    "slowthermometer": ("Slow Thermometer", "#6495ED", 0.3),
    "whispers": ("Whispers", "#67F067", 0.3),
    "xsum": ("X Sum", "\u25ef", 0.0),
    "zipperline": ("Zipper Line", "#CDB1EC", 0.25),
}
"""Keys of the plugin: their names there, colour or sign, and width of the line."""

_INK = {"fontC": "#000000"}


def _drawn(key: str, board: Board) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the drawings that programs without the plugin need for a key."""
    if key not in _DRAWN:
        return
    name, colour, width = _DRAWN[key]
    mark: dict[str, Any] = {"fromConstraint": name}
    mark |= {"isLLConstraint": True} if key == "lockout" else {}
    for item in board.each(key):
        if "lines" in item:
            (line,) = item["lines"]
            yield "line", {"lines": [line], "outlineC": colour, "width": width} | mark
            for end in {"doublearrow": (0, -1), "slowthermometer": (0,)}.get(key, ()):
                fill = "#FFFFFF" if key == "doublearrow" else colour
                shape: dict[str, Any]
                shape = {"cells": [line[end]], "baseC": fill, "outlineC": colour}
                yield "circle", shape | {"width": 0.8, "height": 0.8} | _INK | mark
            for end in (0, -1) if key == "lockout" else ():
                shape = {"cells": [line[end]], "baseC": "#E7E6FF", "angle": 45}
                shape |= {"outlineC": "#0000FF", "width": 0.55, "height": 0.55}
                yield "rectangle", shape | _INK | mark
        elif "cells" in item:
            for cell in item["cells"]:
                yield "cage", {"cells": [cell], "outlineC": colour} | _INK | mark
        else:
            for value, size in ((colour, 1.2), (item["value"], 0.7)):
                sign = {"cells": [item["cell"]], "value": value, "size": size}
                yield "text", sign | _INK | mark
