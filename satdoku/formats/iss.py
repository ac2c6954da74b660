"""Variants in the text format of Interactive Sudoku Solver (ISS).

    .Shape~6x6.Thermo~R1C1~R1C2~R2C2.~R3C3_5.Cage~12~R5C5~R5C6

An item is a type and its arguments; one without a type states a clue.  `.Or` and `.And`
hold items up to `.End`, `.Replicate` copies them to other places.  A cell is `R1C1`,
its numbers in base 17; a line is `R10` or `C10`, in base 10.  Boxes come from the shape
(`RegionSize`, `NoBoxes`, `Jigsaw`).  `R1C1_5` is a clue, `R1C1_2_5` lists candidates.

Two older formats are read, too: cages as `3x3:k:` with a number for each cell, and a
grid followed by the layout of its regions.

A type that is not understood is refused by its name.

A file may hold several puzzles: a line that begins with an item starts one, any other
line (indented, say) goes on with it.  Lines of which some have a shape or a constraint
alone are one puzzle, up to a blank line, where no cell has a clue in two of them; else
they are refused.  Lines with `#` in front are comments.
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain, pairwise
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, unquote

from satdoku.errors import InputError, UsageError, shown
from satdoku.formats.cells import shape_of
from satdoku.formats.lines import is_data
from satdoku.formats.model import Certainty, Format, Options, PuzzleRecord, Style
from satdoku.puzzle.constraints import automata, lines, outside, places, sets, sums
from satdoku.puzzle.constraints.base import (
    BaseConstraint,
    adjacent_pairs,
    indices,
    values_in,
)
from satdoku.puzzle.constraints.primitives import InDomain, Pairs
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import MAX_SIZE, Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from satdoku.formats.lines import Head, Lines
    from satdoku.puzzle.constraints.arguments import Cells
    from satdoku.puzzle.constraints.base import Constraint

__all__ = [
    "ISS",
    "constraint_items",
    "is_iss",
    "read_constraints",
    "read_iss",
    "shape_items",
    "write_iss",
]

_CELL = re.compile(r"[rR]([1-9a-gA-G])[cC]([1-9a-gA-G])")
_SHAPE = re.compile(r"([0-9]{1,2})x([0-9]{1,2})")
_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_HIDDEN = {
    "ChaosConstruction": "cells whose regions are to be found",
    "ChaosArrow": "cells whose regions are to be found",
    "ChaosCount": "cells whose regions are to be found",
    "ConnectedValues": "connected areas",
    "Doppelganger": "digits that are missing",
    "Var": "variables outside the grid",
}
_ELSEWHERE = {
    *("Shape", "RegionSize", "NoBoxes", "SearchPriority"),
    *("Diagonal", "FullRank", "FullRankTies", "StrictKropki", "StrictXV"),
}
_GROUPS = ("Or", "And", "Replicate")
_NOT_IN_OR = {
    *("Shape", "RegionSize", "NoBoxes", "Jigsaw", "StrictKropki", "StrictXV"),
}
"""Items that say something of the whole puzzle."""
_SHAPES = {"Shape", "RegionSize", "NoBoxes", "Jigsaw"}
_LONGEST_BLOCK = 200
"""Lines that one puzzle is spread over, at most."""
_MAX_DEPTH = sets.MAX_DEPTH + 4
"""Groups inside each other; some constraints are written as groups."""
_MAX_COPIES = 50_000
"""Items that all `.Replicate` of a text make; they multiply where they are nested."""
_FIRST_ITEM = re.compile(r"\.+([A-Z][A-Za-z]+|[XV]?)(~[A-Za-z0-9_-]|\.|$)")
_LONG_KILLER = re.compile(r"3x3:(d?):?k:([0-9:]+)")


def is_iss(text: str) -> bool:
    """Whether a text is of this format, by its first characters.

    Example:
        >>> is_iss(".Thermo~R1C1~R1C2"), is_iss("." * 81)
        (True, False)
    """
    start = "".join(re.sub(r"(?m)^#.*$", "", text).split())
    if _LONG_KILLER.fullmatch(start):
        return True
    item = _FIRST_ITEM.match(start)
    if item is None:
        return False
    # Without arguments only a type, perhaps misspelt: grids of letters look like it.
    known = _TYPES.keys() | _ELSEWHERE | _HIDDEN.keys() | {"Or", "And"}
    known -= {"X", "V"}
    return item[2][:1] == "~" or item[1] in known or bool(_meant(item[1]))


def _meant(kind: str) -> str | None:
    """Return the type that was perhaps meant by an unknown one."""
    from difflib import get_close_matches  # noqa: PLC0415  slow, only for mistakes

    types = {each.lower(): each for each in _TYPES}
    close = get_close_matches(kind.lower(), types, n=1, cutoff=0.7)
    return types[close[0]] if close else None


@dataclass
class _Item:
    """One item: its type (`Given` for a clue), arguments, and the items of a group."""

    kind: str
    args: list[str]
    inner: list[_Item] = field(default_factory=list)


def read_iss(text: str) -> Puzzle:
    """Read a puzzle.

    Raises:
        InputError: The text is none, or has a type that is not understood.

    Example:
        >>> puzzle = read_iss(".Shape~4x4.~R1C1_3.Thermo~R1C2~R2C2")
        >>> puzzle.line, [rule.describe() for rule in puzzle.constraints]
        ('3...............', ['thermometer: r1c2 r2c2'])
    """
    words = re.sub(r"(?m)^\s*#.*$", "", text).split()
    text = "".join(words)
    try:
        if len(words) == 2 and len(words[0]) == len(words[1]) and "~" not in text:
            return _with_layout(*words)
        if killer := _LONG_KILLER.fullmatch(text):
            return _long_killer(killer[1], killer[2])
        if not text.startswith("."):
            raise InputError("no ISS text", expected="an item such as .~R1C1_5")
        return _Reader(_items(text)).puzzle()
    except UsageError as error:
        raise InputError(str(error)) from None


def _items(text: str) -> list[_Item]:
    """Cut a text into items, those of groups inside."""
    top: list[_Item] = []
    open_: list[list[_Item]] = [top]
    for word in text.split(".")[1:]:
        kind, *args = word.split("~")
        if not kind and not args:
            continue
        if kind == "End":
            if len(open_) == 1:
                raise InputError(".End without .Or, .And or .Replicate")
            open_.pop()
            continue
        item = _Item(kind or "Given", args)
        open_[-1].append(item)
        if kind in _GROUPS:
            if len(open_) > _MAX_DEPTH:
                raise InputError(
                    "groups nested too deep", expected=f"at most {_MAX_DEPTH} levels"
                )
            open_.append(item.inner)
    if len(open_) > 1:
        raise InputError("a group is not closed", expected=".End")
    return top


def _cell(text: str) -> tuple[int, int]:
    name = _CELL.fullmatch(text)
    if name is None:
        raise InputError(f"no cell {shown(text)}", expected="R1C1, say")
    return int(name[1], 17) - 1, int(name[2], 17) - 1


def _cells(args: Sequence[str]) -> Cells:
    if not args:
        raise InputError("no cells", expected="some, such as R1C1~R1C2")
    return tuple(map(_cell, args))


def _number(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,10}", text):
        raise InputError(f"no number {shown(text)}")
    return int(text)


class _Layout:
    """The shape of the grid, its boxes and regions."""

    def __init__(self, items: Sequence[_Item]) -> None:
        found = {item.kind: item.args for item in items}
        for item in items:
            if item.kind in {"Shape", "Jigsaw"} and found[item.kind] != item.args:
                raise InputError(f"two different {item.kind} items")
        words = [*found.get("Shape", ["9x9"]), "", "", ""]
        shape, values, *more = words
        if "Raw" in more:
            raise InputError("a grid without rows and columns (Raw) is not supported")
        sides = _SHAPE.fullmatch(shape)
        if sides is None or not all(1 <= int(side) <= 16 for side in sides.groups()):
            raise InputError(f"no shape {shown(shape)}", expected="9x9, up to 16x16")
        rows, columns = int(sides[1]), int(sides[2])
        first, last = 1, max(rows, columns)
        if values:
            low, dash, high = values.partition("-")
            first, last = (_number(low), _number(high)) if dash else (1, _number(low))
            if last - first >= MAX_SIZE:
                raise InputError(f"values {values}", expected=f"at most {MAX_SIZE}")
        size = max(rows, columns)
        if "RegionSize" in found:
            size = _number("".join(found["RegionSize"][:1]))
            if size < 1:
                raise InputError(f"RegionSize {size}", expected="at least 1")
        self.region_size = size
        self.box = _box(size, rows, columns)
        box = None if "NoBoxes" in found else self.box
        self.geometry = Geometry(rows, columns, box, first, last - first + 1)
        self.jigsaw: list[Cells] = []
        self.jigsaw_is_boxes = False
        if "Jigsaw" in found:
            self._cut("".join(found["Jigsaw"][-1:]))

    def _cut(self, layout: str) -> None:
        """Cut the grid into the pieces of a jigsaw, a character for each cell."""
        geometry, size = self.geometry, self.region_size
        if len(layout) != geometry.cells:
            raise InputError(
                f"a jigsaw of {len(layout)} cells", expected=str(geometry.cells)
            )
        pieces: dict[str, list[tuple[int, int]]] = {}
        for at, mark in enumerate(layout):
            pieces.setdefault(mark, []).append(divmod(at, geometry.columns))
        self.jigsaw = [tuple(cells) for cells in pieces.values() if len(cells) == size]
        if len(pieces) - len(self.jigsaw) > 1:
            raise InputError(f"jigsaw pieces that do not have {size} cells")
        if geometry.box is None and geometry.rows == geometry.columns == size:
            drawn = shape_of(list(map(ord, layout)), size)
            if drawn is not None:  # boxes of another shape than the usual one
                self.jigsaw_is_boxes = True
                self.geometry = replace(geometry, box=drawn.box)

    @property
    def regions(self) -> list[Cells]:
        """The boxes; where there are none, the pieces of the jigsaw."""
        across = self.geometry.columns
        boxes = [
            tuple(divmod(cell, across) for cell in box)
            for box in self.geometry.box_units
        ]
        return boxes or self.jigsaw

    def default_boxes(self) -> list[Cells]:
        """Return the cells of the usual boxes, whether they count or not."""
        if self.box is None:
            return []
        height, width = self.box
        return [
            tuple((top + r, left + c) for r in range(height) for c in range(width))
            for top in range(0, self.geometry.rows, height)
            for left in range(0, self.geometry.columns, width)
        ]


def _box(size: int, rows: int, columns: int) -> tuple[int, int] | None:
    """Return the shape of boxes of so many cells; None if there is none."""
    for side in range(isqrt(size), 1, -1):
        if size % side == 0:
            for height, width in ((side, size // side), (size // side, side)):
                if rows % height == 0 and columns % width == 0:
                    return height, width
    return None


class _Reader:
    """Makes a puzzle of items.

    Args:
        items: The items.
        only_rules: Whether clues are constraints on single cells.
    """

    def __init__(self, items: list[_Item], *, only_rules: bool = False) -> None:
        self._items = items
        self._only_rules = only_rules
        self._layout = _Layout(items)
        self._geometry = self._layout.geometry
        self._marks: dict[str, set[Cells]] = {"dots": set(), "xv": set()}
        self._copied = 0

    def puzzle(self) -> Puzzle:
        """Return the puzzle."""
        geometry, n = self._geometry, self._geometry.size
        masks = [(1 << n) - 1] * geometry.cells
        stated: set[int] = set()  # cells of clues
        rules: list[Constraint] = []
        items = list(self._flat(self._items))
        for item in items:
            if item.kind == "Given" and self._only_rules:
                rules += self._allowed(item)
            elif item.kind == "Given":
                for (row, column), held in self._given(item):
                    cell = row * geometry.columns + column
                    masks[cell] &= sum(
                        1 << (value - geometry.first_value) for value in {*held}
                    )
                    if len(held) == 1:
                        stated.add(cell)
            elif item.kind not in _ELSEWHERE:
                rules += self._rules(item)
        rules += self._of_all(items)
        values = [0] * geometry.cells
        for cell in stated:
            if masks[cell].bit_count() == 1:
                values[cell] = masks[cell].bit_length()
        marked = any(
            mask.bit_count() != (1 if value else n)
            for mask, value in zip(masks, values, strict=True)
        )
        clues = Grid(tuple(values), geometry)
        return Puzzle(clues, rules, masks if marked else None)

    def _of_all(self, items: list[_Item]) -> Iterator[Constraint]:
        """Yield the rules that depend on several items."""
        signs = {"".join(item.args) for item in items if item.kind == "Diagonal"}
        if not signs <= {"1", "-1"}:
            raise InputError("Diagonal", expected="1 or -1")
        if signs:
            one = "rising" if signs == {"1"} else "falling"
            yield places.Diagonals("both" if len(signs) > 1 else one)
        full = [item.args for item in items if item.kind == "FullRank"]
        ranks = [clue for args in full for clue in _clues(args)]
        ties = {"".join(item.args) for item in items if item.kind == "FullRankTies"}
        if len(ties) > 1:
            raise InputError("two different FullRankTies")
        if ranks or "none" in ties:
            yield outside.FullRank(tuple(ranks), *ties)
        dots, xv = (frozenset(self._marks[kind]) for kind in ("dots", "xv"))
        kinds = {item.kind for item in items}
        if "StrictKropki" in kinds:
            yield places.AntiConsecutive(dots)
            yield places.NoRatio(dots)
        if "StrictXV" in kinds:
            yield places.NoXV(xv)

    def _given(self, item: _Item) -> Iterator[tuple[tuple[int, int], list[int]]]:
        """Yield the cells of a clue, each with its values."""
        first, size = self._geometry.first_value, self._geometry.size
        for arg in item.args:
            name, *values = arg.split("_")
            row, column = _cell(name)
            if row >= self._geometry.rows or column >= self._geometry.columns:
                raise InputError(f"{name} lies outside a grid of {self._geometry}")
            numbers = [_number(value) for value in values]
            for number in numbers:
                if not first <= number < first + size:
                    raise InputError(
                        f"{number} cannot be in {name}",
                        expected=f"{first} to {first + size - 1}",
                    )
            if not numbers:
                raise InputError(f"no value for {name}", expected=f"~{name}_5, say")
            yield (row, column), numbers

    def _allowed(self, item: _Item) -> list[Constraint]:
        """Return clues as constraints, one for all cells with the same values."""
        cells: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        for cell, held in self._given(item):
            cells.setdefault(tuple(dict.fromkeys(held)), []).append(cell)
        return [lines.Allowed(tuple(each), held) for held, each in cells.items()]

    def _flat(self, items: Iterable[_Item]) -> Iterator[_Item]:
        """Yield items; those of And and Replicate in their place, copied and moved."""
        for item in items:
            if item.kind == "And":
                yield from self._flat(item.inner)
            elif item.kind == "Replicate":
                yield from self._copies(item)
            else:
                yield item

    def _copies(self, item: _Item) -> Iterator[_Item]:
        if not item.args:
            raise InputError(".Replicate without targets")
        origin = _cell(item.args[1]) if len(item.args) > 1 else (0, 0)
        across = self._geometry.columns
        start = origin[0] * across + origin[1]
        for at, sign in enumerate(item.args[0]):
            digit = _BASE64.find(sign)
            if digit < 0:
                raise InputError(f"{shown(item.args[0])} is not URL-safe Base64")
            for bit in range(6):
                if digit >> bit & 1:
                    row, column = divmod(start + 6 * at + bit, across)
                    move = row - origin[0], column - origin[1]
                    copies = [self._moved(inner, move) for inner in item.inner]
                    yield from self._flat(copies)

    def _moved(self, item: _Item, move: tuple[int, int]) -> _Item:
        """Return an item with all cells moved."""
        self._copied += 1
        if self._copied > _MAX_COPIES:
            raise InputError(
                ".Replicate makes too many items", expected=f"at most {_MAX_COPIES:,}"
            )
        inner = [self._moved(one, move) for one in item.inner]
        return _Item(item.kind, [_shifted(arg, move) for arg in item.args], inner)

    def _rules(self, item: _Item) -> list[Constraint]:
        """Return the constraints of an item."""
        kind, args = item.kind, item.args
        if kind == "Or":
            branches = (self._branch(inner) for inner in item.inner)
            return [sets.Or(tuple(branches))]
        if kind in _HIDDEN:
            raise InputError(f"{kind} is not supported: it needs {_HIDDEN[kind]}")
        make = _TYPES.get(kind)
        if make is None:
            meant = _meant(kind)
            hint = f"; did you mean {meant}?" if meant else ""
            raise InputError(f"no constraint {shown(kind)} is known{hint}")
        try:
            rules = list(make(args, self._layout))
        except IndexError:
            raise InputError(f"{kind} with too few arguments") from None
        except (InputError, UsageError) as error:
            message = str(error)
            prefix = "" if message.startswith(kind) else f"{kind}: "
            raise InputError(prefix + message) from None
        for rule in rules:
            if isinstance(rule, lines.WhiteDot | lines.BlackDot | lines.XV):
                marks = self._marks["xv" if isinstance(rule, lines.XV) else "dots"]
                cells = rule.cells
                marks |= {(cells[a], cells[b]) for a, b in adjacent_pairs(cells)}
        return rules

    def _branch(self, item: _Item) -> Constraint:
        """Return what one branch of Or says."""
        rules: list[Constraint] = []
        items = list(self._flat([item]))
        for one in items:
            if one.kind == "Given":
                rules += self._allowed(one)
            elif one.kind in _NOT_IN_OR:
                raise InputError(f"{one.kind} cannot stand in .Or")
            elif one.kind not in _ELSEWHERE:
                rules += self._rules(one)
        rules += self._of_all(items)
        return rules[0] if len(rules) == 1 else sets.And(tuple(rules))


def _shifted(arg: str, move: tuple[int, int]) -> str:
    """Return an argument, moved if it is a cell."""
    name, *rest = arg.split("_")
    if not _CELL.fullmatch(name):
        return arg
    row, column = _cell(name)
    row, column = row + move[0], column + move[1]
    if min(row, column) < 0 or max(row, column) > 15:
        raise InputError(f"a copy of {name} lies outside the grid")
    return "_".join([_name((row, column)), *rest])


def _name(cell: tuple[int, int]) -> str:
    signs = "123456789abcdefg"
    return f"R{signs[cell[0]]}C{signs[cell[1]]}"


def _clues(args: list[str]) -> Iterator[tuple[int, str, bool]]:
    """Yield (clue, line, whether it is read from the end) of clues outside."""
    if not args:
        raise InputError("no row or column", expected="one, such as R1 or C1")
    line, *clues = args
    for at, clue in enumerate(clues[:2]):
        if clue:
            yield _number(clue), line.lower(), bool(at)


def _segments(args: Sequence[str], sign: str) -> list[list[str]]:
    """Cut arguments at a sign; segments may be empty."""
    segments: list[list[str]] = [[]]
    for arg in args:
        if arg == sign:
            segments.append([])
        else:
            segments[-1].append(arg)
    return segments


def _filled_segments(args: Sequence[str], sign: str) -> Iterator[list[str]]:
    """Cut arguments at a sign; empty segments are dropped."""
    return filter(None, _segments(args, sign))


def _named_lines(args: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the (name, arguments) of several lines."""
    name = ""
    for segment in _segments(args, ""):
        while segment and segment[0].startswith("_"):
            name = unquote(segment.pop(0)[1:])
        if segment:
            yield name, segment


def _table(args: list[str], layout: _Layout, *, each: bool, old: bool) -> Iterator[Any]:
    """Yield the lines of a pair table."""
    key = args[0].translate(str.maketrans("-_", "_-")) if old else args[0]
    n, first = layout.geometry.size, layout.geometry.first_value
    if not set(key) <= set(_BASE64):
        raise InputError(f"{shown(key)} is not URL-safe Base64")
    bits = [_BASE64.index(sign) >> bit & 1 for sign in key for bit in range(6)]
    pairs = frozenset(
        (first + at // n, first + at % n) for at, bit in enumerate(bits[: n * n]) if bit
    )
    for name, cells in _named_lines(args[1:]):
        yield lines.PairTable(_cells(cells), pairs, each, name or "pairs")


def _automata(args: list[str], _: _Layout) -> Iterator[Any]:
    for segment in _filled_segments([a for a in args[1:] if a[:1] != "_"], ""):
        pieces = _segments(segment, "-")
        cells = _cells([arg for piece in pieces for arg in piece])
        ends = [sum(map(len, pieces[:at])) for at in range(1, len(pieces))]
        yield automata.NFA(cells, args[0], tuple(ends))


def _regexes(args: list[str], _: _Layout) -> Iterator[Any]:
    pattern = args[0]
    try:
        padded = pattern + "=" * (-len(pattern) % 4)
        raw = base64.b64decode(padded, altchars=b"-_", validate=True).decode("ascii")
    except (binascii.Error, UnicodeDecodeError, ValueError):
        raw = unquote(pattern)
    for segment in _filled_segments(args[1:], ""):
        yield automata.Regex(_cells(segment), raw)


def _diagonal(args: list[str], layout: _Layout) -> Iterator[Any]:
    """Yield the little killer of a diagonal, whose direction its first cell fixes."""
    cells = list(_diagonal_of(_cell(args[1]), layout.geometry))
    if not cells:
        raise InputError(f"{args[1]} is not at the edge")
    yield sums.LittleKiller(_number(args[0]), tuple(cells))


def _diagonal_of(
    first: tuple[int, int], geometry: Geometry
) -> Iterator[tuple[int, int]]:
    """Yield the cells of the diagonal that starts at a cell of the edge."""
    row, column = first
    rows, columns = geometry.rows, geometry.columns
    if row == 0 and column > 0:
        down, right = 1, -1
    elif column == 0 and row < rows - 1:
        down, right = 1, 1
    elif row == rows - 1:
        down, right = -1, 1
    elif column == columns - 1:
        down, right = -1, -1
    else:
        return
    while 0 <= row < rows and 0 <= column < columns:
        yield row, column
        row, column = row + down, column + right


def _sum(args: list[str], _: _Layout) -> Iterator[Any]:
    total, *weights = args[0].split("_")
    factors = [_number(word) for word in weights[1:]]
    yield sums.Total(_number(total), _cells(args[1:]), tuple(factors))


def _region_sums(args: list[str], layout: _Layout) -> Iterator[Any]:
    """Yield equal sums of the pieces that the regions cut a line into."""
    region = {cell: at for at, one in enumerate(layout.regions) for cell in one}
    cells = _cells(args)
    pieces: list[list[tuple[int, int]]] = [[cells[0]]]
    for before, cell in pairwise(cells):
        if region.get(before) != region.get(cell):
            pieces.append([])
        pieces[-1].append(cell)
    if region and len(pieces) > 1:
        yield sums.EqualSums(tuple(map(tuple, pieces)))


def _pill(args: list[str], _: _Layout) -> Iterator[Any]:
    many, cells = _number(args[0]), _cells(args[1:])
    pill = sorted(cells[:many])
    yield sums.PillArrow((*pill, *cells[many:]), many)


def _quad(args: list[str], _: _Layout) -> Iterator[Any]:
    row, column = _cell(args[0])
    square = tuple((row + r, column + c) for r in (0, 1) for c in (0, 1))
    yield sets.Contains(square, tuple(map(_number, args[1:])))


def _contain(args: list[str], _: _Layout) -> Iterator[Any]:
    yield sets.Contains(_cells(args[1:]), tuple(map(_number, args[0].split("_"))))


def _contain_exact(args: list[str], _: _Layout) -> Iterator[Any]:
    values = list(map(_number, args[0].split("_")))
    counts = tuple((value, values.count(value)) for value in sorted(set(values)))
    yield sets.LookAndSay(_cells(args[1:]), counts)


def _look_and_say(args: list[str], _: _Layout) -> Iterator[Any]:
    clue = args[0]
    if len(clue) % 2 or not clue.isdecimal():
        raise InputError(f"clue {shown(clue)}", expected="pairs of count and value")
    pairs = zip(map(int, clue[1::2]), map(int, clue[::2]), strict=True)
    yield sets.LookAndSay(_cells(args[1:]), tuple(pairs))


def _with_number(rule: Callable[..., Constraint], usual: int | None = None) -> _Make:
    """Return what makes a rule of a number and cells; the number may be left out."""

    def make(args: list[str], _: _Layout) -> list[Constraint]:
        if usual is not None and args and _CELL.fullmatch(args[0]):
            return [rule(_cells(args), usual)]
        return [rule(_cells(args[1:]), _number(args[0] or "0"))]

    return make


def _outside(rule: Callable[..., Constraint]) -> _Make:
    return lambda args, _: [rule(*clue) for clue in _clues(args)]


def _cell_rule(rule: Callable[..., Constraint], *more: object) -> _Make:
    return lambda args, _: [rule(_cells(args), *more)]


def _cage(args: list[str], _: _Layout) -> list[Constraint]:
    total = _number(args[0] or "0")
    return [sums.Killer(total or None, _cells(args[1:]))]


def _summed(rule: Callable[..., Constraint]) -> _Make:
    return lambda args, _: [rule(_number(args[0]), _cells(args[1:]))]


def _sum_line(args: list[str], _: _Layout) -> list[Constraint]:
    loop = args[-1:] == ["LOOP"]
    cells = _cells(args[1:-1] if loop else args[1:])
    return [sums.SumLine(_number(args[0]), cells, loop=loop)]


def _disjoint(_: list[str], layout: _Layout) -> list[Constraint]:
    usual = layout.box == layout.geometry.box
    return [places.DisjointGroups(() if usual else tuple(layout.default_boxes()))]


def _windows(_: list[str], layout: _Layout) -> list[Constraint]:
    if layout.box == layout.geometry.box:
        return [places.Windoku()]
    height, width = layout.box or (0, 0)
    return [places.Windoku(height, width)]


if TYPE_CHECKING:
    _Make = Callable[[list[str], _Layout], Iterable[Constraint]]

_TYPES: Mapping[str, _Make] = {
    "AllDifferent": lambda args, _: [sums.Killer(None, _cells(args))],
    "AntiConsecutive": lambda *_: [places.AntiConsecutive()],
    "AntiKing": lambda *_: [places.AntiKing()],
    "AntiKnight": lambda *_: [places.AntiKnight()],
    "AntiTaxicab": lambda *_: [places.AntiTaxicab()],
    "Arrow": _cell_rule(sums.Arrow),
    "Between": _cell_rule(lines.Between),
    "Binary": lambda args, layout: _table(args, layout, each=False, old=True),
    "BinaryX": lambda args, layout: _table(args, layout, each=True, old=True),
    "BlackDot": _cell_rule(lines.BlackDot),
    "Cage": _cage,
    "ContainAtLeast": _contain,
    "ContainExact": _contain_exact,
    "CountDistinct": _cell_rule(sets.CountDistinct),
    "CountingCircles": _cell_rule(sets.CountingCircles),
    "DisjointSets": _disjoint,
    "DoubleArrow": _cell_rule(sums.DoubleArrow),
    "DutchFlatmates": lambda *_: [places.DutchFlatmates()],
    "Entropic": _cell_rule(lines.Entropic),
    "EqualSum": lambda args, _: [
        sums.EqualSums(tuple(map(_cells, _filled_segments(args, "-"))))
    ],
    "EqualityCage": _cell_rule(sums.EqualityCage),
    "GlobalEntropy": lambda *_: [places.GlobalEntropy()],
    "GlobalMod": lambda *_: [places.GlobalModular()],
    "GreaterThan": _cell_rule(lines.GreaterThan),
    "HiddenSkyscraper": _outside(outside.HiddenSkyscraper),
    "Indexing": lambda args, _: [
        sets.Indexing(_cells(args[1:]), "columns" if args[0] == "C" else "rows")
    ],
    "Jigsaw": lambda _, layout: (
        [] if layout.jigsaw_is_boxes else [places.Regions(tuple(layout.jigsaw))]
    ),
    "LittleKiller": _diagonal,
    "Lockout": _with_number(lines.Lockout, 4),
    "LookAndSay": _look_and_say,
    "Lunchbox": _summed(sums.Lunchbox),
    "Modular": _with_number(lines.Modular, 3),
    "NFA": _automata,
    "NumberedRoom": _outside(outside.NumberedRoom),
    "Pair": lambda args, layout: _table(args, layout, each=False, old=False),
    "PairX": lambda args, layout: _table(args, layout, each=True, old=False),
    "Palindrome": _cell_rule(lines.Palindrome),
    "PillArrow": _pill,
    "Quad": _quad,
    "Regex": _regexes,
    "RegionSameValues": lambda _, layout: [sets.RegionSameValues(tuple(layout.jigsaw))],
    "RegionSumLine": _region_sums,
    "RellikCage": _summed(sums.RellikCage),
    "Renban": _cell_rule(lines.Renban),
    "SameValues": _with_number(sets.SameValues),
    "Sandwich": lambda args, _: [outside.Sandwich(_number(args[0]), args[1])],
    "Skyscraper": _outside(outside.Skyscraper),
    "Sum": _sum,
    "SumLine": _sum_line,
    "Thermo": _cell_rule(lines.Thermo),
    "V": _cell_rule(lines.XV, 5),
    "ValueIndexing": _cell_rule(lines.ValueIndexing),
    "Whisper": _with_number(lines.Whisper, 5),
    "WhiteDot": _cell_rule(lines.WhiteDot),
    "Windoku": _windows,
    "X": _cell_rule(lines.XV, 10),
    "XSum": _outside(outside.XSum),
    "Zipper": _cell_rule(sums.Zipper),
}


def _with_layout(grid: str, layout: str) -> Puzzle:
    """Read a grid, a character for each cell, and the layout of its regions."""
    size = isqrt(len(grid))
    if size * size != len(grid) or not 2 <= size <= 16:
        raise InputError(f"{len(grid)} cells", expected="a square of up to 16x16")
    kinds = {layout.count(mark) for mark in layout}
    if kinds != {size}:
        raise InputError(f"regions that do not have {size} cells")
    values: list[int] = []
    for sign in grid:
        value = int(sign, 36) if sign.isascii() and sign.isalnum() else 0
        value -= 9 * (value > 9)  # A is 1, as J would be in a grid of letters
        if value > size:
            raise InputError(
                f"{shown(sign)} cannot be in a cell", expected=f"1 to {size}"
            )
        values.append(value)
    clues = Grid(tuple(values), Geometry(size, size, None))
    return Puzzle(clues, [places.Regions(layout)])


def _long_killer(diagonal: str, numbers: str) -> Puzzle:
    """Read a killer with, for each cell, its cage and 256 times the sum."""
    values = [_number(word) for word in numbers.split(":") if word]
    if len(values) != 81:
        raise InputError(f"{len(values)} cells", expected="81")
    cages: dict[int, list[tuple[int, int]]] = {}
    for at, value in enumerate(values):
        cages.setdefault(value % 256, []).append(divmod(at, 9))
    totals = {value % 256: value // 256 for value in values}
    rules: list[Constraint] = [
        sums.Killer(totals[cage], tuple(cells))
        for cage, cells in cages.items()
        if totals[cage]
    ]
    if diagonal:
        rules.append(places.Diagonals())
    return Puzzle("." * 81, rules)


def write_iss(puzzle: Puzzle) -> str:
    """Write a puzzle.

    Raises:
        InputError: A rule or the shape cannot be told in this format.

    Example:
        >>> from satdoku.constraints import Thermo
        >>> write_iss(Puzzle("3" + "." * 15, [Thermo("r1c2 r2c2")]))
        '.Shape~4x4.~R1C1_3.Thermo~R1C2~R2C2'
    """
    geometry = puzzle.geometry
    shape = f"{geometry.rows}x{geometry.columns}"
    last = geometry.first_value + geometry.size - 1
    if geometry.first_value != 1:
        shape += f"~{geometry.first_value}-{last}"
    elif geometry.size != max(geometry.rows, geometry.columns):
        shape += f"~{last}"
    if max(geometry.rows, geometry.columns, geometry.size) > 16:
        raise InputError(f"a grid of {geometry}", expected="up to 16x16 and 16 values")
    items = [] if shape == "9x9" else [f".Shape~{shape}"]
    items += _written_boxes(geometry)
    shift, clues = geometry.first_value - 1, ""
    for cell, value in enumerate(puzzle.values):
        name = _name(divmod(cell, geometry.columns))
        mask = (1 << geometry.size) - 1
        if puzzle.masks is not None:
            mask = puzzle.masks[cell]
        held = [
            digit + shift for digit in geometry.digit_range if mask >> (digit - 1) & 1
        ]
        if value:
            clues += f"~{name}_{value + shift}"
        elif not held:  # two clues that no value fits
            clues += f"~{name}_{1 + shift}~{name}_{2 + shift}"
        elif len(held) < geometry.size:  # one candidate is no clue: listed twice
            values = "_".join(map(str, held if held[1:] else held * 2))
            clues += f"~{name}_{values}"
    items += ["." + clues] if clues else []
    context = _Context.of(puzzle)
    for rule in puzzle.constraints:
        items += [f".{item}" for item in _written(rule, geometry, context)]
    return "".join(dict.fromkeys(items))


def shape_items(geometry: Geometry) -> str:
    """Return the shape of a grid as items of a text; `read_iss` reads it.

    Raises:
        InputError: The grid is too large for this format.

    Example:
        >>> shape_items(Geometry(6, 9, None, first_value=0))
        '.Shape~6x9~0-8.NoBoxes'
    """
    return write_iss(Puzzle((0,) * geometry.cells, geometry=geometry))


def constraint_items(puzzle: Puzzle) -> list[str]:
    """Return the constraints alone, an item for each, in their order.

    Raises:
        InputError: A rule cannot be told in this format.
    """
    context = _Context.of(puzzle)
    return [
        ".".join(_written(rule, puzzle.geometry, context))
        for rule in puzzle.constraints
    ]


def read_constraints(items: Sequence[str], geometry: Geometry) -> list[Constraint]:
    """Read constraints that were written one by one, for a grid of that shape.

    Items without a type, which state clues elsewhere, are constraints, too.

    Raises:
        InputError: One cannot be read, or changes the shape.

    Example:
        >>> rules = read_constraints(["Thermo~R1C1~R1C2"], Geometry(4, 4))
        >>> rules[0].describe()
        'thermometer: r1c1 r1c2'
    """
    text = shape_items(geometry) + "".join(f".{item}" for item in items)
    try:
        puzzle = _Reader(_items("".join(text.split())), only_rules=True).puzzle()
    except UsageError as error:
        raise InputError(str(error)) from None
    if puzzle.geometry != geometry:
        raise InputError("constraints that change the shape of the grid")
    return list(puzzle.constraints)


class _Context(NamedTuple):
    """What items of a whole puzzle say; nothing of it holds in `.Or` and `.And`.

    Attributes:
        dots: The pairs that `StrictKropki` exempts; None where the rules are not the
            two that it stands for.
        xv: The pairs with an X or V.
        jigsaw: The regions that are written as `Jigsaw`.
    """

    dots: frozenset[Cells] | None = None
    xv: frozenset[Cells] | None = None
    jigsaw: places.Regions | None = None

    @classmethod
    def of(cls, puzzle: Puzzle) -> _Context:
        """Return what the items of a puzzle say."""
        rules = puzzle.constraints
        found: dict[str, set[Cells]] = {"dots": set(), "xv": set()}
        for rule in rules:
            if isinstance(rule, lines.WhiteDot | lines.BlackDot | lines.XV):
                kind = "xv" if isinstance(rule, lines.XV) else "dots"
                cells = rule.cells
                found[kind] |= {(cells[a], cells[b]) for a, b in adjacent_pairs(cells)}
        dots, xv = frozenset(found["dots"]), frozenset(found["xv"])
        kropki = places.AntiConsecutive(dots) in rules and places.NoRatio(dots) in rules
        regions = (rule for rule in rules if isinstance(rule, places.Regions))
        jigsaws = (rule for rule in regions if _is_jigsaw(rule, puzzle.geometry))
        return cls(dots if kropki else None, xv, next(jigsaws, None))


def _written_boxes(geometry: Geometry) -> list[str]:
    longest = max(geometry.rows, geometry.columns)
    usual = _box(longest, geometry.rows, geometry.columns)
    if geometry.box == usual:
        return []
    if not isinstance(geometry.box, tuple):
        return [".NoBoxes"]
    size = geometry.box_height * geometry.box_width
    if _box(size, geometry.rows, geometry.columns) == geometry.box:
        return [f".RegionSize~{size}"]
    signs = "0123456789abcdefghijklmnopqrstuvwxyz"
    layout = "".join(signs[geometry.box_of(cell)] for cell in range(geometry.cells))
    return [".NoBoxes", f".RegionSize~{size}", f".Jigsaw~{layout}"]


def _joined(*parts: object) -> str:
    return "~".join(map(str, parts))


def _line(cells: Iterable[tuple[int, int]]) -> str:
    return "~".join(map(_name, cells))


def _written(  # noqa: C901, PLR0911, PLR0912  a list of cases
    rule: Any,  # noqa: ANN401  one of many kinds
    geometry: Geometry,
    context: _Context,
) -> list[str]:
    """Return a rule as items."""
    if isinstance(rule, lines.PairTable):
        kind, key = "PairX" if rule.each else "Pair", _pair_key(rule.pairs, geometry)
        return [_joined(kind, key, f"_{_escaped(rule.name)}", _line(rule.cells))]
    if isinstance(rule, sums.LittleKiller):
        if tuple(_diagonal_of(rule.cells[0], geometry)) == rule.cells:
            return [_joined("LittleKiller", rule.total, _name(rule.cells[0]))]
        return [_written_total(rule)]
    if isinstance(rule, lines.Allowed):
        return [_written_clue(rule.cells, rule.values, geometry)]
    if isinstance(rule, sets.LookAndSay):
        return _written_counts(rule, geometry)
    if isinstance(rule, sets.BoxIndexing):
        return _written_box_indexing(rule, geometry)
    writer = _WRITERS.get(type(rule))
    item = None if writer is None else writer(rule)
    if item is not None:
        return [item] if isinstance(item, str) else item
    if isinstance(rule, places.Regions):
        is_jigsaw = rule == context.jigsaw
        written = _written_jigsaw if is_jigsaw else _written_units
        return written(rule, geometry)
    if isinstance(rule, sets.RegionSameValues):
        return _written_same_values(rule, geometry, context.jigsaw)
    if isinstance(rule, places.DisjointGroups | places.Windoku):
        size = max(geometry.rows, geometry.columns)
        if geometry.box is not None:
            size = geometry.box_height * geometry.box_width
        usual = replace(geometry, box=_box(size, geometry.rows, geometry.columns))
        if usual.box and set(rule.units(geometry)) == set(type(rule)().units(usual)):
            word = "Windoku" if isinstance(rule, places.Windoku) else "DisjointSets"
            return [word]
        return _written_units(rule, geometry)
    if isinstance(rule, places.AntiConsecutive | places.NoRatio | places.NoXV):
        is_xv = isinstance(rule, places.NoXV)
        marked = context.xv if is_xv else context.dots
        if rule.marked == marked and getattr(rule, "ratios", (2,)) == (2,):
            return ["StrictXV" if is_xv else "StrictKropki"]
        if rule == places.AntiConsecutive():
            return ["AntiConsecutive"]
    if isinstance(rule, sets.Or | sets.And):
        inner = [
            one for each in rule.constraints for one in _written_branch(each, geometry)
        ]
        kind = "Or" if isinstance(rule, sets.Or) else "And"
        return [".".join([kind, *inner, "End"])]
    if isinstance(rule, outside.FullRank):
        clues = (
            _joined("FullRank", line.upper(), *(("", clue) if end else (clue, "")))
            for clue, line, end in rule.clues
        )
        return [*clues, f"FullRankTies~{rule.ties}"]
    return _written_parts(rule, geometry)


def _written_branch(rule: Constraint, geometry: Geometry) -> list[str]:
    items = _written(rule, geometry, _Context())
    return items if len(items) == 1 else ["And", *items, "End"]


def _is_jigsaw(rule: places.Regions, geometry: Geometry) -> bool:
    """Whether regions can be written as the pieces of a jigsaw, and are no boxes."""
    units = list(rule.units(geometry))
    region = {cell: at for at, unit in enumerate(units) for cell in unit}
    sizes = {len(unit) for unit in units}
    is_jigsaw = (
        geometry.box is None
        and len(sizes) == 1
        and len(region) == sum(map(len, units))
        and geometry.cells - len(region) not in sizes
    )
    if is_jigsaw and {geometry.rows, geometry.columns} == sizes:
        drawn = [region.get(cell) for cell in range(geometry.cells)]
        return shape_of(drawn, geometry.rows) is None
    return is_jigsaw


def _written_jigsaw(rule: places.Regions, geometry: Geometry) -> list[str]:
    units = list(rule.units(geometry))
    signs = "0123456789abcdefghijklmnopqrstuvwxyz"
    region = {cell: signs[at] for at, unit in enumerate(units) for cell in unit}
    layout = "".join(region.get(cell, "Z") for cell in range(geometry.cells))
    size = len(units[0])
    whole = size == max(geometry.rows, geometry.columns)
    more = [] if whole else [f"RegionSize~{size}"]
    return ["NoBoxes", *more, f"Jigsaw~{layout}"]


def _written_same_values(
    rule: sets.RegionSameValues, geometry: Geometry, jigsaw: places.Regions | None
) -> list[str]:
    """Return the item that means the regions of the jigsaw, or the cells themselves.

    Raises:
        InputError: No row, column or box is among the sets, so values may repeat.
    """
    pieces = jigsaw.units(geometry) if jigsaw else ()
    own = {frozenset(indices(region, geometry)) for region in rule.regions}
    if own == set(map(frozenset, pieces)):
        return ["RegionSameValues"]
    units = rule.largest(geometry)
    if len(units) < 2:
        return ["And", "End"]
    if not set(units) & set(geometry.units):
        raise InputError(f"{rule.describe()} cannot be written as ISS text")
    across = geometry.columns
    cells = _line(divmod(cell, across) for unit in units for cell in unit)
    return [_joined("SameValues", len(units), cells)]


def _written_units(rule: Constraint, geometry: Geometry) -> list[str]:
    """Return the units of a rule, each as a set of cells."""
    across = geometry.columns
    return [
        f"AllDifferent~{_line(divmod(cell, across) for cell in unit)}"
        for unit in rule.units(geometry)
    ]


def _written_parts(rule: Any, geometry: Geometry) -> list[str]:  # noqa: ANN401
    """Return a rule that the format does not know as tables of pairs.

    Raises:
        InputError: It is more than these.
    """
    tables: dict[str, list[str]] = {}
    items: list[str] = []
    values = range(geometry.first_value, geometry.first_value + geometry.size)
    across = geometry.columns
    for part in (
        rule.primitives(geometry) if isinstance(rule, BaseConstraint) else (None,)
    ):
        if isinstance(part, Pairs):
            pairs = frozenset(
                (a, b) for a in values for b in values if part.allowed(a, b)
            )
            cells = [divmod(cell, across) for cell in (part.first, part.second)]
            tables.setdefault(_pair_key(pairs, geometry), []).append(_line(cells))
        elif isinstance(part, InDomain):
            cells = [divmod(part.cell, across)]
            items.append(_written_clue(cells, part.values, geometry))
        else:
            raise InputError(f"{rule.describe()} cannot be written as ISS text")
    units = [divmod(cell, across) for unit in rule.units(geometry) for cell in unit]
    if units:
        raise InputError(f"{rule.describe()} cannot be written as ISS text")
    name = _escaped(rule.label)
    items += [f"Pair~{key}~_{name}~{'~~'.join(found)}" for key, found in tables.items()]
    return items


def _written_clue(
    cells: Iterable[tuple[int, int]], values: Iterable[int], geometry: Geometry
) -> str:
    """Return that each cell holds one of some values; without any, what cannot be."""
    held = [str(value) for value in values if value in values_in(geometry)]
    if not held:
        return "Or.End"
    return "".join(f"~{_name(cell)}_{'_'.join(held)}" for cell in cells)


def _escaped(name: str) -> str:
    return quote(name, safe="").replace(".", "%2E").replace("~", "%7E")


def _pair_key(pairs: frozenset[tuple[int, int]], geometry: Geometry) -> str:
    values = range(geometry.first_value, geometry.first_value + geometry.size)
    bits = [(a, b) in pairs for a in values for b in values]
    signs = [
        _BASE64[sum(bit << at for at, bit in enumerate(bits[start : start + 6]))]
        for start in range(0, len(bits), 6)
    ]
    return "".join(signs).rstrip("A") or "A"


def _plain(name: str) -> Callable[[Any], str | None]:
    return lambda rule: _joined(name, _line(rule.cells))


def _numbered(name: str, key: str) -> Callable[[Any], str | None]:
    return lambda rule: _joined(name, getattr(rule, key), _line(rule.cells))


def _usual(name: str, key: str, usual: object) -> Callable[[Any], str | None]:
    """Write the cells alone; nothing where an attribute is not the usual one."""
    return lambda rule: (
        _joined(name, _line(rule.cells)) if getattr(rule, key) == usual else None
    )


def _seen(name: str) -> Callable[[Any], str | None]:
    def write(rule: Any) -> str:  # noqa: ANN401  a rule
        clues = ("", rule.clue) if rule.reverse else (rule.clue, "")
        return _joined(name, rule.line.upper(), *clues)

    return write


def _written_total(rule: sums.Total) -> str:
    words = [rule.total, *(["=", *rule.weights] if rule.weights else [])]
    return _joined("Sum", "_".join(map(str, words)), _line(rule.cells))


def _written_cage(rule: sums.Killer) -> str | list[str]:
    cells = _line(rule.cells)
    if rule.total is None:
        return _joined("AllDifferent", cells)
    if rule.total == 0:  # which as a cage has no total
        return [_joined("AllDifferent", cells), _joined("Sum", 0, cells)]
    return _joined("Cage", rule.total, cells)


def _written_quad(rule: sets.Contains) -> str | list[str]:
    values = "_".join(map(str, rule.values))
    return _joined("ContainAtLeast", values, _line(rule.cells)) if values else []


def _written_segments(rule: sums.EqualSums) -> str | list[str]:
    if not rule.segments:
        return []
    return _joined("EqualSum", "~-~".join(map(_line, rule.segments)))


def _written_nfa(rule: automata.NFA) -> str:
    words: list[str] = []
    for at, cell in enumerate(rule.cells):
        words += ["-"] * rule.cuts.count(at)
        words.append(_name(cell))
    words += ["-"] * rule.cuts.count(len(rule.cells))
    return _joined("NFA", rule.key, *words)


def _written_regex(rule: automata.Regex) -> str:
    raw = base64.urlsafe_b64encode(rule.pattern.encode()).decode().rstrip("=")
    return _joined("Regex", raw, _line(rule.cells))


def _written_counts(rule: sets.LookAndSay, geometry: Geometry) -> list[str]:
    cells, counts = _line(rule.cells), rule.counts
    if all(0 <= number < 10 for pair in counts for number in pair):
        clue = "".join(f"{times}{value}" for value, times in counts)
        return [_joined("LookAndSay", clue, cells)] if clue else []
    if len(dict(counts)) < len(set(counts)):  # a value cannot occur so often and so
        return ["Or.End"]
    items: list[str] = []
    free = [each for each in values_in(geometry) if (each, 0) not in counts]
    if len(free) < geometry.size:
        items.append(_written_clue(rule.cells, free, geometry))
    values = [value for value, times in set(counts) for _ in range(times)]
    words = "_".join(map(str, sorted(values)))
    return [*items, *([_joined("ContainExact", words, cells)] if words else [])]


def _written_box_indexing(rule: sets.BoxIndexing, geometry: Geometry) -> list[str]:
    """Return, for each cell that says where a digit is, its cases."""
    found: list[str] = []
    for place in rule.at:
        says = [rule.cells[place - 1]]
        cases = (
            f"And.{_written_clue(says, [value], geometry)}."
            f"{_written_clue([cell], [place], geometry)}.End"
            for value, cell in enumerate(rule.cells, 1)
        )
        found.append(f"Or.{'.'.join(cases)}.End")
    return found


def _written_diagonals(rule: places.Diagonals) -> list[str]:
    signs = {"rising": ["1"], "falling": ["-1"], "both": ["-1", "1"]}[rule.which]
    return [f"Diagonal~{sign}" for sign in signs]


_WRITERS: Mapping[type, Callable[[Any], str | list[str] | None]] = {
    automata.NFA: _written_nfa,
    automata.Regex: _written_regex,
    lines.Between: _plain("Between"),
    lines.WhiteDot: _usual("WhiteDot", "difference", 1),
    lines.Entropic: _usual("Entropic", "groups", lines.Entropic.groups),
    lines.GreaterThan: _plain("GreaterThan"),
    lines.Lockout: _numbered("Lockout", "difference"),
    lines.Modular: _numbered("Modular", "modulus"),
    lines.Palindrome: _plain("Palindrome"),
    lines.BlackDot: _usual("BlackDot", "ratio", 2),
    lines.Renban: _plain("Renban"),
    lines.Thermo: _usual("Thermo", "slow", usual=False),
    lines.ValueIndexing: _plain("ValueIndexing"),
    lines.Whisper: _numbered("Whisper", "difference"),
    lines.XV: lambda rule: (
        _joined({5: "V", 10: "X"}[rule.total], _line(rule.cells))
        if rule.total in {5, 10}
        else None
    ),
    outside.HiddenSkyscraper: _seen("HiddenSkyscraper"),
    outside.NumberedRoom: _seen("NumberedRoom"),
    outside.Sandwich: lambda rule: _joined("Sandwich", rule.clue, rule.line.upper()),
    outside.Skyscraper: _seen("Skyscraper"),
    outside.XSum: _seen("XSum"),
    places.AntiKing: lambda _: "AntiKing",
    places.AntiKnight: lambda _: "AntiKnight",
    places.AntiTaxicab: lambda _: "AntiTaxicab",
    places.Diagonals: _written_diagonals,
    places.DutchFlatmates: lambda _: "DutchFlatmates",
    places.GlobalEntropy: lambda _: "GlobalEntropy",
    places.GlobalModular: lambda _: "GlobalMod",
    sets.Contains: _written_quad,
    sets.CountDistinct: _plain("CountDistinct"),
    sets.CountingCircles: _plain("CountingCircles"),
    sets.Indexing: lambda rule: _joined(
        "Indexing", rule.by[0].upper(), _line(rule.cells)
    ),
    sets.SameValues: _numbered("SameValues", "sets"),
    sums.Arrow: _plain("Arrow"),
    sums.DoubleArrow: _plain("DoubleArrow"),
    sums.EqualSums: _written_segments,
    sums.EqualityCage: _plain("EqualityCage"),
    sums.Killer: _written_cage,
    sums.Lunchbox: _numbered("Lunchbox", "total"),
    sums.PillArrow: _numbered("PillArrow", "pill"),
    sums.RellikCage: _numbered("RellikCage", "total"),
    sums.SumLine: lambda rule: _joined(
        "SumLine", rule.total, _line(rule.cells), *(["LOOP"] if rule.loop else [])
    ),
    sums.Total: _written_total,
    sums.Zipper: _plain("Zipper"),
}


# The format


def _recognises(head: Head) -> Certainty:
    return Certainty.CERTAIN if is_iss(head.first) else Certainty.NO


def _read(lines: Lines, options: Options) -> Iterator[PuzzleRecord | InputError]:
    """Yield the puzzles of a file."""
    found = _puzzles(_texts(lines, options.limits.line))
    for number, (start, texts) in enumerate(found, 1):
        try:
            if len(texts) > 1:
                raise _in_doubt(len(texts))
            puzzle = read_iss(texts[0])
            asked = options.geometry
            if asked not in {None, puzzle.geometry}:
                raise InputError(f"a grid of {puzzle.geometry}", expected=f"{asked}")  # noqa: TRY301
        except InputError as error:
            yield error.at(line=start)
        else:
            yield PuzzleRecord(puzzle, lines.name, start, number, None, "iss")


def _in_doubt(many: int) -> InputError:
    return InputError(
        f"these {many} lines may be one puzzle or several",
        expected="each puzzle on one line",
        hint="indent all lines of a puzzle but its first",
    )


def _texts(lines: Lines, longest: int) -> Iterator[tuple[int, str]]:
    """Yield each line that begins with an item, with those that go on with it.

    A blank line ends a text; then an empty one follows.

    Raises:
        InputError: A text is too long.
    """
    start, held, length = 0, list[str](), 0
    for number, line in lines.numbered():
        blank = not line.strip()
        begins = not line[:1].isspace() and is_iss(line)
        if held and (blank or (begins and not _is_open("".join(held)))):
            yield start, "\n".join(held)
            held, length = [], 0
        if blank:
            yield number, ""
        if not is_data(line):
            continue
        start = start if held else number
        held.append(line)
        length += len(line)
        if length > longest:
            raise InputError(
                f"a puzzle of more than {longest:,} characters",
                expected="a shorter text",
                hint="raise the limit with --max-line",
                line=start,
            )
    if held:
        yield start, "\n".join(held)


def _kinds(text: str) -> list[str]:
    return [word.partition("~")[0] for word in "".join(text.split()).split(".")]


def _is_open(text: str) -> bool:
    """Whether a group is open at the end of a text."""
    kinds = _kinds(text)
    return sum(map(kinds.count, _GROUPS)) > kinds.count("End")


def _puzzles(texts: Iterable[tuple[int, str]]) -> Iterator[tuple[int, list[str]]]:
    """Yield the line at which a puzzle starts, and its text; several if in doubt.

    A part is a text that has a shape alone, or one constraint alone.  Texts without a
    blank line between them, some of them parts, are one puzzle if they agree: no cell
    has a clue in two of them, and only the first has a shape.  Else it is in doubt
    whether a part belongs to the text above it.
    """
    block: list[tuple[int, str]] = []
    stated: set[str] = set()
    agree = True
    for start, text in chain(texts, [(0, "")]):
        if text:
            clues = _clue_cells(text)
            shaped = bool(block) and "Shape" in _kinds(text)
            block.append((start, text))
            agree &= stated.isdisjoint(clues) and not shaped
            agree &= len(block) <= _LONGEST_BLOCK
            stated |= clues
            if agree:
                continue
        if agree and any(_is_part(each) for _, each in block):
            yield block[0][0], ["\n".join(each for _, each in block)]
            block = []
        while len(block) > (1 if text else 0):
            size = 1
            while size < len(block) and _is_part(block[size][1]):
                size += 1
            if text and size == len(block):
                break  # the next text may be a part, too
            yield block[0][0], [each for _, each in block[:size]]
            del block[:size]
        if not text:
            stated, agree = set(), True


def _clue_cells(text: str) -> set[str]:
    words = "".join(text.split()).split(".")
    clues = "".join(word for word in words if word.startswith("~"))
    return {clue.partition("_")[0].upper() for clue in clues.split("~")[1:]}


def _is_part(text: str) -> bool:
    """Whether a text is a shape alone, or a constraint alone.

    One that ends with a dot is a puzzle.
    """
    kinds = _kinds(text)
    if kinds[0] or len(kinds) < 2 or not kinds[-1]:
        return False  # of an older format, or clues last, or ended by a dot
    if kinds[1] in _GROUPS:  # which counts as one constraint
        depth = list(accumulate((k in _GROUPS) - (k == "End") for k in kinds[1:]))
        return 0 not in depth[:-1]
    return len(kinds) == 2 or set(kinds[1:]) <= _SHAPES


def _write(entry: PuzzleRecord, _: Style) -> str:
    text = write_iss(entry.puzzle) or ".Shape~9x9"
    if _is_part(text):  # so that a reader does not join it to other lines
        text = f"{text}." if set(_kinds(text)[1:]) <= _SHAPES else f".Shape~9x9{text}"
    return f"{text}\n"


ISS = Format(
    name="iss",
    summary="variants as text of Interactive Sudoku Solver",
    extensions=(".iss",),
    recognises=_recognises,
    read=_read,
    write=_write,
    keeps=frozenset({"boxes", "candidates", "constraints", "shape"}),
    sizes=tuple(range(2, 17)),
    symbols=False,
)
"""Format `iss`."""
