"""Variants in the text format of Interactive Sudoku Solver (ISS).

    .Shape~6x6.Thermo~R1C1~R1C2~R2C2.~R3C3_5.Cage~12~R5C5~R5C6

An item is a type and its arguments; one without a type states a clue.  `.Or` and `.And`
hold items up to `.End`, `.Replicate` copies them to other places.  A cell is `R1C1`,
its numbers in base 17; a line is `R10` or `C10`, in base 10.  Boxes come from the shape
(`RegionSize`, `NoBoxes`, `Jigsaw`).  `R1C1_5` is a clue, `R1C1_2_5` lists candidates.

A type that is not understood is refused by its name.

Two other texts are read, too: cages as `3x3:k:` with a number for each cell, and a grid
with the layout of its regions below it, a sign for each cell (blank line or not).
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.errors import InputError, UsageError, counted, shown
from satdoku.formats.iss_hidden import (
    adjacent_of,
    extra_of,
    read_chaos,
    read_connected,
    read_var,
)
from satdoku.puzzle import constraints
from satdoku.puzzle.arrays import has_layout
from satdoku.puzzle.constraints.base import CellConstraint, adjacent_pairs, kinds_of
from satdoku.puzzle.constraints.extra import extra_name, is_worth
from satdoku.puzzle.constraints.forms import Spelling, spellings
from satdoku.puzzle.geometry import Geometry, shape_of
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import MAX_SIZE, Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from satdoku.puzzle.constraints.arguments import Cells
    from satdoku.puzzle.constraints.base import Constraint

_CELL = re.compile(r"[rR]([1-9a-gA-G])[cC]([1-9a-gA-G])")
_SHAPE = re.compile(r"([0-9]{1,2})x([0-9]{1,2})")
BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_ELSEWHERE = {
    *("Shape", "RegionSize", "NoBoxes", "SearchPriority"),
    *("Diagonal", "FullRank", "FullRankTies", "StrictKropki", "StrictXV"),
}
GROUPS = ("Or", "And", "Replicate")
_NOT_IN_OR = {
    *("Shape", "RegionSize", "NoBoxes", "Jigsaw", "StrictKropki", "StrictXV"),
    *("ChaosConstruction", "Doppelganger", "Var"),
}
"""Items that say something of the whole puzzle."""
UNITS = {
    *("AntiKing", "AntiKnight", "ChaosConstruction", "Diagonal", "DisjointSets"),
    *("Doppelganger", "FullRank", "FullRankTies", "Indexing", "Jigsaw", "NoBoxes"),
    *("RegionSameValues", "RegionSize", "Windoku"),
}
"""Items that a grid without rows and columns does not take."""
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
    known = _NAMES | _ELSEWHERE | {"Or", "And"}
    known -= {"X", "V"}
    return item[2][:1] == "~" or item[1] in known or bool(_meant(item[1]))


def _meant(kind: str) -> str | None:
    """Return the type that was perhaps meant by an unknown one, or types."""
    # Slow, and for mistakes alone.
    from difflib import get_close_matches  # noqa: PLC0415

    from satdoku.puzzle.constraints.catalogue import called  # noqa: PLC0415

    types = {name.lower(): name for name in _NAMES}
    close = get_close_matches(kind.lower(), types, n=1, cutoff=0.7)
    others = dict.fromkeys(item for row in called(kind) for item in row.iss)
    return types[close[0]] if close else " or ".join(others) or None


class _Item(NamedTuple):
    """One item: its type (`Given` for a clue), arguments, and the items of a group."""

    kind: str
    args: list[str]
    inner: list[_Item]
    grouped: bool = False
    """Whether it stands in a group, where a clue is a constraint of its own."""


def read_iss(text: str) -> Puzzle:
    """Read a puzzle.

    Raises:
        InputError: The text is none, or has a type that is not understood.

    Example:
        >>> puzzle = read_iss(".Shape~4x4.~R1C1_3.Thermo~R1C2~R2C2")
        >>> puzzle.line, [rule.describe() for rule in puzzle.constraints]
        ('3...............', ['thermometer: r1c2 r2c2'])
    """
    text = "".join(re.sub(r"(?m)^\s*#.*$", "", text).split())
    try:
        if killer := _LONG_KILLER.fullmatch(text):
            return _long_killer(killer[1], killer[2])
        if has_layout(text):
            return _with_layout(text[: len(text) // 2], text[len(text) // 2 :])
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
        item = _Item(kind or "Given", args, [])
        open_[-1].append(item)
        if kind in GROUPS:
            most = constraints.sets.MAX_DEPTH + 4  # some are written as groups
            if len(open_) > most:
                raise InputError(
                    "groups nested too deep", expected=f"at most {most} levels"
                )
            open_.append(item.inner)
    if len(open_) > 1:
        raise InputError("a group is not closed", expected=".End")
    return top


def _cell(text: str) -> tuple[int, int]:
    name = _CELL.fullmatch(text)
    if name is None:
        if extra := extra_of(text):
            return extra
        raise InputError(f"no cell {shown(text)}", expected="R1C1, say")
    return int(name[1], 17) - 1, int(name[2], 17) - 1


def _is_cell(text: str) -> bool:
    return bool(_CELL.fullmatch(text) or extra_of(text))


def _cells(args: Sequence[str]) -> Cells:
    if not args:
        raise InputError("no cells", expected="some, such as R1C1~R1C2")
    return tuple(map(_cell, args))


def _number(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,10}", text):
        raise InputError(f"no number {shown(text)}")
    return int(text)


def _refuse_units(kinds: Iterable[str]) -> None:
    """Refuse items that say something of rows, columns or boxes, which are none.

    Raises:
        InputError: There is one.
    """
    refused = UNITS.intersection(kinds)
    if refused:
        raise InputError(f"{min(refused)} in a grid without rows and columns (Raw)")


class _Shape:
    """The shape of the grid, its boxes and regions."""

    def __init__(self, items: Sequence[_Item]) -> None:
        args_of = {item.kind: item.args for item in items}
        for item in items:
            if item.kind in {"Shape", "Jigsaw"} and args_of[item.kind] != item.args:
                raise InputError(f"two different {item.kind} items")
        words = [*args_of.get("Shape", ["9x9"]), "", "", ""]
        shape, values, *rest = words
        raw = "Raw" in rest
        if raw:
            _refuse_units(args_of)
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
        if "RegionSize" in args_of:
            size = _number("".join(args_of["RegionSize"][:1]))
            if size < 1:
                raise InputError(f"RegionSize {size}", expected="at least 1")
        self.region_size = size
        self.box = usual_box(size, rows, columns)
        box = None if raw or "NoBoxes" in args_of else self.box
        many = last - first + 1
        self.geometry = Geometry(rows, columns, box, first, many, raw=raw)
        self.jigsaw: list[Cells] = []
        self.jigsaw_is_boxes = False
        if "Jigsaw" in args_of:
            self._cut("".join(args_of["Jigsaw"][-1:]))

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
        usual = {size, *range(max(geometry.rows, geometry.columns), geometry.size + 1)}
        self.jigsaw = [tuple(held) for held in pieces.values() if len(held) in usual]
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


def usual_box(size: int, rows: int, columns: int) -> tuple[int, int] | None:
    """Return the shape of boxes of so many cells; None if there is none.

    Example:
        >>> usual_box(6, 6, 6), usual_box(7, 7, 7)
        ((2, 3), None)
    """
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
        self._layout = _Shape(items)
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
            if item.kind == "Given" and (self._only_rules or item.grouped):
                rules += self._allowed(item)
            elif item.kind == _PYTHON:
                # It loads the whole catalogue, and puzzles in ISS text have none.
                from satdoku.puzzle.constraints.catalogue import (  # noqa: PLC0415
                    read_python,
                )

                rules.append(read_python(item.args[0]))
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
            direction = "rising" if signs == {"1"} else "falling"
            yield constraints.places.Diagonals("both" if len(signs) > 1 else direction)
        full = [item.args for item in items if item.kind == "FullRank"]
        ranks = [clue for args in full for clue in _clues(args)]
        ties = {"".join(item.args) for item in items if item.kind == "FullRankTies"}
        if len(ties) > 1:
            raise InputError("two different FullRankTies")
        if ranks or "none" in ties:
            yield constraints.outside.FullRank(tuple(ranks), *ties)
        dots, xv = (frozenset(self._marks[kind]) for kind in ("dots", "xv"))
        kinds = {item.kind for item in items}
        if "StrictKropki" in kinds:
            yield constraints.places.AntiConsecutive(dots)
            yield constraints.places.NoRatio(dots)
        if "StrictXV" in kinds:
            yield constraints.places.NoXV(xv)

    def _given(self, item: _Item) -> Iterator[tuple[tuple[int, int], list[int]]]:
        """Yield the cells of a clue, each with its values."""
        first, size = self._geometry.first_value, self._geometry.size
        for arg in item.args:
            name, *values = arg.split("_")
            row, column = _cell(name)
            inside = row < self._geometry.rows and column < self._geometry.columns
            if row >= 0 and not inside:
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
        return [
            constraints.lines.Allowed(tuple(each), held) for held, each in cells.items()
        ]

    def _flat(self, items: Iterable[_Item]) -> Iterator[_Item]:
        """Yield items; those of And and Replicate in their place, copied and moved."""
        for item in items:
            if item.kind == "And":
                inner = (inner_item._replace(grouped=True) for inner_item in item.inner)
                yield from self._flat(inner)
            elif item.kind == "Replicate":
                yield from self._copies(item)
            elif item.kind == "Given":
                extra = [arg for arg in item.args if extra_of(arg.split("_")[0])]
                if extra:  # of which there are no clues
                    yield item._replace(args=extra, grouped=True)
                yield item._replace(args=[a for a in item.args if a not in extra])
            else:
                yield item

    def _copies(self, item: _Item) -> Iterator[_Item]:
        if not item.args:
            raise InputError(".Replicate without targets")
        origin = _cell(item.args[1]) if len(item.args) > 1 else (0, 0)
        across = self._geometry.columns
        start = origin[0] * across + origin[1]
        for at, sign in enumerate(item.args[0]):
            digit = BASE64.find(sign)
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
        inner = [self._moved(each, move) for each in item.inner]
        args = [_shifted(arg, move) for arg in item.args]
        return _Item(item.kind, args, inner, item.grouped)

    def _rules(self, item: _Item) -> list[Constraint]:
        """Return the constraints of an item."""
        kind, args = item.kind, item.args
        if kind == "Or":
            branches = (self._branch(inner) for inner in item.inner)
            return [constraints.sets.Or(tuple(branches))]
        try:
            rules = list(self._read(kind, args))
        except IndexError:
            raise InputError(f"{kind} with too few arguments") from None
        except (InputError, UsageError) as error:
            message = str(error)
            prefix = "" if message.startswith((kind, _UNKNOWN)) else f"{kind}: "
            raise InputError(prefix + message) from None
        if kind in _MARKS:
            for rule in rules:
                self._note_marks(kind, rule)
        return rules

    def _note_marks(self, kind: str, rule: Any) -> None:  # noqa: ANN401  a dot or sign
        """Note which neighbours have a dot or a sign between them."""
        cells = rule.cells
        if not adjacent_pairs(cells):
            raise InputError(f"{kind}: no two of the cells share a side")
        self._marks[_MARKS[kind]] |= {(cells[a], cells[b]) for a, b in rule.chosen()}

    def _read(self, kind: str, args: list[str]) -> Iterable[Constraint]:
        """Return the constraints of an item that is no group."""
        if kind in _DOTS and any(map(extra_of, args)):
            return self._dots(kind, args)
        if kind == "ConnectedValues":
            return [read_connected(args, self._geometry, self._groups)]
        if chaos_rule := read_chaos(kind, args, _cell, self._geometry):
            return [chaos_rule]
        if kind in _READERS:
            return _READERS[kind](args, self._layout)
        for name, rest in ((f"{kind}~{''.join(args[:1])}", args[1:]), (kind, args)):
            if name in _HOMES:
                return _regular(*_spelled(name), rest)
        like = sorted(name for name in _HOMES if name.startswith(f"{kind}~"))
        if like:
            raise InputError(f"{kind} {shown(args[:1])}", expected=" or ".join(like))
        meant = _meant(kind)
        hint = f"; did you mean {meant}?" if meant else ""
        raise InputError(f"{_UNKNOWN} {shown(kind)} is known{hint}")

    @property
    def _groups(self) -> list[constraints.hidden.Var]:
        return [read_var(item.args) for item in self._items if item.kind == "Var"]

    def _dots(self, kind: str, args: list[str]) -> Iterator[Constraint]:
        """Yield a constraint for each two neighbours, some outside the grid."""
        pairs = list(adjacent_of(_cells(args), self._geometry, self._groups))
        if not pairs:
            raise InputError("no two of the cells are neighbours")
        for pair in pairs:
            yield from _regular(*_spelled(kind), [*map(cell_name, pair)])

    def _branch(self, item: _Item) -> Constraint:
        """Return what one branch of Or says; nothing holds it if cells are too many."""
        rules: list[Constraint] = []
        items = list(self._flat([item]))
        for each in items:
            if each.kind == "Given":
                rules += self._allowed(each)
            elif each.kind in _NOT_IN_OR:
                raise InputError(f"{each.kind} cannot stand in .Or")
            elif each.kind not in _ELSEWHERE:
                rules += self._rules(each)
        rules += self._of_all(items)
        distinct = (r for r in rules if isinstance(r, CellConstraint) and r.distinct)
        if any(len({*rule.cells}) > self._geometry.size for rule in distinct):
            return constraints.sets.Or(())
        return rules[0] if len(rules) == 1 else constraints.sets.And(tuple(rules))


def _shifted(arg: str, move: tuple[int, int]) -> str:
    """Return an argument, moved if it is a cell."""
    name, *rest = arg.split("_")
    if extra_of(name):
        raise InputError(f"{name} lies outside the grid: .Replicate cannot move it")
    if not _CELL.fullmatch(name):
        return arg
    row, column = _cell(name)
    row, column = row + move[0], column + move[1]
    if min(row, column) < 0 or max(row, column) > 15:
        raise InputError(f"a copy of {name} lies outside the grid")
    return "_".join([cell_name((row, column)), *rest])


def cell_name(cell: tuple[int, int]) -> str:
    """Return the name of a cell in this format.

    Example:
        >>> cell_name((0, 9))
        'R1Ca'
    """
    if is_worth(cell):
        raise InputError(f"{extra_name(cell)} has no name in ISS text")
    if cell[0] < 0:
        return extra_name(cell)
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
    from urllib.parse import unquote  # noqa: PLC0415  slow to load, for few texts

    name = ""
    for segment in _segments(args, ""):
        while segment and segment[0].startswith("_"):
            name = unquote(segment.pop(0)[1:])
        if segment:
            yield name, segment


def _table(args: list[str], layout: _Shape, *, each: bool, old: bool) -> Iterator[Any]:
    """Yield the lines of a pair table."""
    key = args[0].translate(str.maketrans("-_", "_-")) if old else args[0]
    n, first = layout.geometry.size, layout.geometry.first_value
    if not set(key) <= set(BASE64):
        raise InputError(f"{shown(key)} is not URL-safe Base64")
    bits = [BASE64.index(sign) >> bit & 1 for sign in key for bit in range(6)]
    pairs = frozenset(
        (first + at // n, first + at % n) for at, bit in enumerate(bits[: n * n]) if bit
    )
    for name, cells in _named_lines(args[1:]):
        yield constraints.lines.PairTable(_cells(cells), pairs, each, name or "pairs")


def _automata(args: list[str], _: _Shape) -> Iterator[Any]:
    for segment in _filled_segments([a for a in args[1:] if a[:1] != "_"], ""):
        pieces = _segments(segment, "-")
        cells = _cells([arg for piece in pieces for arg in piece])
        ends = [sum(map(len, pieces[:at])) for at in range(1, len(pieces))]
        yield constraints.automata.NFA(cells, args[0], tuple(ends))


def _regexes(args: list[str], _: _Shape) -> Iterator[Any]:
    from base64 import b64decode  # noqa: PLC0415  for few texts

    pattern = args[0]
    try:
        padded = pattern + "=" * (-len(pattern) % 4)
        raw = b64decode(padded, altchars=b"-_", validate=True).decode("ascii")
    except ValueError:
        raise InputError(f"{shown(pattern)} is not URL-safe Base64") from None
    for segment in _filled_segments(args[1:], ""):
        yield constraints.automata.Regex(_cells(segment), raw)


def _diagonal(args: list[str], layout: _Shape) -> Iterator[Any]:
    """Yield the little killer of a diagonal, whose direction its first cell fixes."""
    cells = diagonal_of(_cell(args[1]), layout.geometry)
    if not cells:
        raise InputError(f"{args[1]} is not at the edge")
    yield constraints.sums.LittleKiller(_number(args[0]), cells)


def diagonal_of(first: tuple[int, int], geometry: Geometry) -> Cells:
    """Return the cells of the diagonal that starts at a cell of the edge.

    Example:
        >>> diagonal_of((0, 2), Geometry(4, 4)), diagonal_of((1, 1), Geometry(4, 4))
        (((0, 2), (1, 1), (2, 0)), ())
    """
    row, column = first
    if row == 0 and column > 0:
        step = 1, -1
    elif column == 0 and row < geometry.rows - 1:
        step = 1, 1
    elif row == geometry.rows - 1:
        step = -1, 1
    elif column == geometry.columns - 1:
        step = -1, -1
    else:
        return ()
    return constraints.sums.diagonal(first, step, geometry)


def _sum(args: list[str], _: _Shape) -> Iterator[Any]:
    total, *weights = args[0].split("_")
    factors = [_number(word) for word in weights[1:]]
    yield constraints.sums.Total(_number(total), _cells(args[1:]), tuple(factors))


def _region_sums(args: list[str], layout: _Shape) -> Iterable[Any]:
    cells, regions = _cells(args), layout.regions
    inside = {cell for region in regions for cell in region}
    rest = tuple(cell for cell in cells if cell not in inside)
    sum_rule = (
        constraints.sums.region_sums(cells, [*regions, rest]) if regions else None
    )
    return [] if sum_rule is None else [sum_rule]


def _pill(args: list[str], _: _Shape) -> Iterator[Any]:
    many, cells = _number(args[0]), _cells(args[1:])
    yield constraints.sums.PillArrow((*sorted(cells[:many]), *cells[many:]), many)


def _quad(args: list[str], _: _Shape) -> Iterator[Any]:
    row, column = _cell(args[0])
    square = tuple((row + r, column + c) for r in (0, 1) for c in (0, 1))
    yield constraints.sets.Contains(square, tuple(map(_number, args[1:])))


def _contain_exact(args: list[str], _: _Shape) -> Iterator[Any]:
    values = list(map(_number, args[0].split("_")))
    counts = tuple((value, values.count(value)) for value in sorted(set(values)))
    yield constraints.sets.LookAndSay(_cells(args[1:]), counts)


def _look_and_say(args: list[str], _: _Shape) -> Iterator[Any]:
    clue = args[0]
    if len(clue) % 2 or not clue.isdecimal():
        raise InputError(f"clue {shown(clue)}", expected="pairs of count and value")
    pairs = zip(map(int, clue[1::2]), map(int, clue[::2]), strict=True)
    yield constraints.sets.LookAndSay(_cells(args[1:]), tuple(pairs))


def _regular(kind: type[Any], spelling: Spelling, args: list[str]) -> list[Constraint]:
    """Return the constraints of an item that its class describes."""
    if "clues" in spelling.fields:
        return [kind(*clue) for clue in _clues(args)]
    values, left = dict(spelling.fixed), list(args)
    for name in spelling.fields:
        if name == "cells":
            values[name], left = _cells(left), []
        elif name.endswith("?") and left and _is_cell(left[0]):
            continue
        elif name == "line":
            values[name] = left.pop(0).lower()
        elif name == "values":
            values[name] = tuple(map(_number, left.pop(0).split("_")))
        else:
            values[name.rstrip("?")] = _number(left.pop(0))
    if any(left):
        raise InputError(f"{shown(left[0])} after the last argument")
    return [kind(**values)]


def _cage(args: list[str], _: _Shape) -> list[Constraint]:
    total = _number(args[0] or "0")
    return [constraints.sums.Killer(total or None, _cells(args[1:]))]


def _sum_line(args: list[str], _: _Shape) -> list[Constraint]:
    loop = args[-1:] == ["LOOP"]
    cells = _cells(args[1:-1] if loop else args[1:])
    return [constraints.sums.SumLine(_number(args[0]), cells, loop=loop)]


def _chaos(_: list[str], layout: _Shape) -> list[Constraint]:
    size, geometry = layout.region_size, layout.geometry
    usual = size == max(geometry.rows, geometry.columns)
    return [constraints.chaos.ChaosConstruction(0 if usual else size)]


def _disjoint(_: list[str], layout: _Shape) -> list[Constraint]:
    usual = layout.box == layout.geometry.box
    return [
        constraints.places.DisjointGroups(
            () if usual else tuple(layout.default_boxes())
        )
    ]


def _windows(_: list[str], layout: _Shape) -> list[Constraint]:
    if layout.box == layout.geometry.box:
        return [constraints.places.Windoku()]
    height, width = layout.box or (0, 0)
    return [constraints.places.Windoku(height, width)]


if TYPE_CHECKING:
    _Make = Callable[[list[str], _Shape], Iterable[Constraint]]

_READERS: Mapping[str, _Make] = {
    "Binary": lambda args, layout: _table(args, layout, each=False, old=True),
    "BinaryX": lambda args, layout: _table(args, layout, each=True, old=True),
    "Cage": _cage,
    "ChaosConstruction": _chaos,
    "ContainExact": _contain_exact,
    "DisjointSets": _disjoint,
    "EqualSum": lambda args, _: [
        constraints.sums.EqualSums(tuple(map(_cells, _filled_segments(args, "-"))))
    ],
    "Jigsaw": lambda _, layout: (
        []
        if layout.jigsaw_is_boxes
        else [constraints.places.Regions(tuple(layout.jigsaw))]
    ),
    "LittleKiller": _diagonal,
    "LookAndSay": _look_and_say,
    "NFA": _automata,
    "Pair": lambda args, layout: _table(args, layout, each=False, old=False),
    "PairX": lambda args, layout: _table(args, layout, each=True, old=False),
    "PillArrow": _pill,
    "Quad": _quad,
    "Regex": _regexes,
    "RegionSameValues": lambda _, layout: [
        constraints.sets.RegionSameValues(tuple(layout.jigsaw))
    ],
    "RegionSumLine": _region_sums,
    "Sum": _sum,
    "SumLine": _sum_line,
    "Var": lambda args, _: [read_var(args)],
    "Windoku": _windows,
}
"""Readers of the items that no class describes."""

_ITEMS = {
    "lines": (
        *("Between", "BlackDot", "Entropic", "GreaterThan", "Lockout", "Modular"),
        *("Palindrome", "Renban", "Thermo", "V", "ValueIndexing", "Whisper"),
        *("WhiteDot", "X"),
    ),
    "outside": ("HiddenSkyscraper", "NumberedRoom", "Sandwich", "Skyscraper", "XSum"),
    "places": (
        *("AntiConsecutive", "AntiKing", "AntiKnight", "AntiTaxicab", "DutchFlatmates"),
        *("GlobalEntropy", "GlobalMod"),
    ),
    "sets": (
        *("ContainAtLeast", "CountDistinct", "CountingCircles", "Indexing~C"),
        *("Indexing~R", "SameValues"),
    ),
    "sums": (
        *("AllDifferent", "Arrow", "DoubleArrow", "EqualityCage", "Lunchbox"),
        *("RellikCage", "Zipper"),
    ),
    "hidden": ("Doppelganger",),
}
"""The items that a class describes, by its module, which an item loads when it comes;
a test compares them with the catalogue."""

_HOMES = {name: module for module, names in _ITEMS.items() for name in names}


def _spelled(name: str) -> tuple[type[Any], Spelling]:
    """Return the class that describes an item, and how it is written."""
    return _spelled_in(_HOMES[name])[name]


@cache
def _spelled_in(module: str) -> dict[str, tuple[type[Any], Spelling]]:
    return {
        spelling.name: (kind, spelling)
        for kind in kinds_of(getattr(constraints, module))
        for spelling in spellings(kind, kind.iss)
    }


_DOTS = ("BlackDot", "GreaterThan", "V", "WhiteDot", "X")
_MARKS = {"BlackDot": "dots", "WhiteDot": "dots", "V": "xv", "X": "xv"}
_NAMES = {
    *("ChaosArrow", "ChaosCount", "ConnectedValues"),
    *_READERS,
    *(name.partition("~")[0] for name in _HOMES),
}
_PYTHON_TEXT = re.compile(r"\s*[A-Za-z]+\(")
_UNKNOWN = "no constraint"
_PYTHON = " "
"""The kind of items that are written as Python makes them; no text has a blank."""


def _with_layout(grid: str, layout: str) -> Puzzle:
    """Read a grid, a character for each cell, and the layout of its regions."""
    size = isqrt(len(grid))
    for sign in dict.fromkeys(layout):
        if (many := layout.count(sign)) != size:
            what = f"a region {shown(sign)} of {counted(many, 'cell')}"
            raise InputError(what, expected=str(size))
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
    return Puzzle(clues, [constraints.places.Regions(layout)])


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
        constraints.sums.Killer(totals[cage], tuple(cells))
        for cage, cells in cages.items()
        if totals[cage]
    ]
    if diagonal:
        rules.append(constraints.places.Diagonals())
    return Puzzle(Grid((0,) * 81, Geometry(9, 9)), rules)


def read_items(items: Iterable[str], shape: str) -> Puzzle:
    """Read constraints that were written one by one.

    Items without a type, which state clues elsewhere, are constraints, too; an item
    with a parenthesis is a constraint as Python makes it.

    Args:
        items: The items.
        shape: The shape of the grid, as items of a text.

    Raises:
        InputError: One cannot be read.

    Example:
        >>> puzzle = read_items(["~R1C1_1_2", "Thermo('r1c1 r1c2')"], ".Shape~4x4")
        >>> [rule.describe() for rule in puzzle.constraints]
        ['one of 1 2: r1c1', 'thermometer: r1c1 r1c2']
    """
    parts = _items(shape)
    try:
        for item in items:
            is_python = _PYTHON_TEXT.match(item)
            text = "".join(item.split())
            parts += [_Item(_PYTHON, [item], [])] if is_python else _items(f".{text}")
        return _Reader(parts, only_rules=True).puzzle()
    except UsageError as error:
        raise InputError(str(error)) from None
