"""Constraints of the whole grid: diagonals, regions, anti-knight, ..."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import field
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from satdoku.errors import UsageError
from satdoku.puzzle.constraints.arguments import (
    CELL,
    LAYOUT,
    REGIONS,
    Cells,
    choice,
    list_of,
    record,
    whole,
    wrong_argument,
)
from satdoku.puzzle.constraints.base import (
    BaseConstraint,
    indices,
    values_in,
    values_of,
)
from satdoku.puzzle.constraints.primitives import Clause, Pairs, Table
from satdoku.puzzle.constraints.records import declared

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.puzzle.constraints.base import FilledGrid, Primitive
    from satdoku.puzzle.geometry import Geometry


class _Units(BaseConstraint):
    """A constraint whose units say all of it."""

    only_units: ClassVar[bool] = True

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless there are units."""
        if not list(self.units(geometry)):
            raise UsageError(f"a grid of {geometry} has no {self.label}")


@declared
class Diagonals(_Units):
    """Both long diagonals hold each digit once, or one of them.

    Args:
        which: `both`, `rising` (from bottom left to top right) or `falling`.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> [unit[:2] for unit in Diagonals().units(Geometry(4, 4))]
        [(0, 5), (3, 6)]
    """

    label: ClassVar[str] = "diagonals"
    iss = "Diagonal~1 which=rising | Diagonal~-1 which=falling"
    fpuzzles = "diagonal+ which=rising | diagonal- which=falling"
    sentence = "Diagonal: each digit once."
    unit_label: ClassVar[tuple[str, str]] = ("falling diagonal", "rising diagonal")

    which: str = field(default="both", metadata=choice("both", "rising", "falling"))

    def units(self, geometry: Geometry) -> Iterable[Sequence[int]]:
        """Return the falling and the rising diagonal; a square alone has them."""
        n = geometry.columns
        if geometry.rows != n:
            return ()
        falling = tuple(range(0, n * n, n + 1))
        rising = tuple(range(n - 1, n * n - 1, n - 1))
        both = {"both": (falling, rising), "rising": (rising,), "falling": (falling,)}
        return both[self.which]

    def describe(self) -> str:
        """Return `diagonals`, or which one."""
        return "diagonals" if self.which == "both" else f"{self.which} diagonal"


@declared
class Regions(_Units):
    """Irregular regions, usually in place of boxes (jigsaw), or extra ones.

    Args:
        regions: A text with a character for each cell, the same for the cells of a
            region, `.` for a cell of none, blanks between rows skipped; or the cells of
            each region, by names or (row, column) pairs.

    Example:
        >>> constraint = Regions("AABB AABB CCDD CCDD")
        >>> from satdoku.puzzle.geometry import Geometry
        >>> next(iter(constraint.units(Geometry(4, 4, box=None))))
        (0, 1, 4, 5)
    """

    label: ClassVar[str] = "regions"
    iss = "Jigsaw layout"
    sentence = "Shaded or outlined regions hold each digit once."
    unit_label: ClassVar[str] = "region"

    regions: tuple[Cells, ...] | str = field(metadata=LAYOUT)

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless all regions lie in the grid and are not too large."""
        if isinstance(self.regions, str) and len(self.regions) != geometry.cells:
            raise UsageError(
                f"regions of {len(self.regions)} cells; expected {geometry.cells}"
            )
        size, most = max(map(len, self.units(geometry)), default=0), geometry.size
        if size > most:
            raise UsageError(f"a region of {size} cells; expected at most {most}")

    def units(self, geometry: Geometry) -> Iterable[Sequence[int]]:
        """Return the cells of each region."""
        regions = self.regions
        if not isinstance(regions, str):
            return [indices(region, geometry) for region in regions]
        marks = dict.fromkeys(regions.replace(".", ""))
        return [tuple(c for c, m in enumerate(regions) if m == mark) for mark in marks]


class _Apart(BaseConstraint):
    """Cells some moves apart hold different digits."""

    only_units: ClassVar[bool] = True  # even where the grid has no such cells
    moves: ClassVar[tuple[tuple[int, int], ...]]

    def units(self, geometry: Geometry) -> Iterator[Sequence[int]]:
        """Yield each two cells that are such a move apart."""
        yield from _apart(geometry, self.moves)


class AntiKnight(_Apart):
    """Cells a knight's move apart hold different digits.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> len(list(AntiKnight().units(Geometry(9, 9))))
        224
    """

    label: ClassVar[str] = "anti-knight"
    iss = "AntiKnight"
    fpuzzles = "antiknight"
    sentence = "Cells a knight's move apart hold different digits."
    moves: ClassVar[tuple[tuple[int, int], ...]] = ((1, -2), (1, 2), (2, -1), (2, 1))


class AntiKing(_Apart):
    """Cells a king's move apart hold different digits."""

    label: ClassVar[str] = "anti-king"
    iss = "AntiKing"
    fpuzzles = "antiking"
    sentence = "Cells a king's move apart hold different digits."
    moves: ClassVar[tuple[tuple[int, int], ...]] = ((0, 1), (1, -1), (1, 0), (1, 1))


@declared
class AntiLeaper(BaseConstraint):
    """Cells one of some moves of a leaper apart hold different digits.

    Args:
        moves: Each by how many rows and how many columns, in any direction and either
            way round: (1, 2) is a knight, (1, 3) a camel, (2, 3) a zebra.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> len(list(AntiLeaper([(1, 2)]).units(Geometry(9, 9))))
        224
    """

    only_units: ClassVar[bool] = True
    label: ClassVar[str] = "anti-leaper"
    sentence = "Cells some moves apart hold different digits: {0.named}."

    moves: tuple[tuple[int, int], ...] = field(
        metadata=list_of(record(whole(0), whole(0)), "moves such as [(1, 3)]")
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not all(map(any, self.moves)):
            raise wrong_argument(self, "moves", "moves other than (0, 0)")

    @property
    def named(self) -> str:
        """The moves in words."""
        return ", ".join(f"{down} by {across}" for down, across in self.moves)

    def units(self, geometry: Geometry) -> Iterator[Sequence[int]]:
        """Yield each two cells that are such a move apart."""
        moves = dict.fromkeys(
            (down, way * across)
            for move in self.moves
            for down, across in (move, move[::-1])
            for way in (1, -1)
            if down or way * across > 0
        )
        yield from _apart(geometry, moves)

    def describe(self) -> str:
        """Return the moves."""
        return f"{self.label} {self.named}"


@declared
class Windoku(_Units):
    """Windows of box size, a row and a column apart, hold each digit once.

    Args:
        height, width: Of a window; that of a box where they are 0.
    """

    label: ClassVar[str] = "windoku"
    iss = "Windoku"
    sentence = "Shaded or outlined regions hold each digit once."
    unit_label: ClassVar[str] = "window"

    height: int = field(default=0, metadata=whole(0))
    width: int = field(default=0, metadata=whole(0))

    def units(self, geometry: Geometry) -> Iterator[Sequence[int]]:
        """Yield the cells of each window."""
        height = self.height or geometry.box_height
        width = self.width or geometry.box_width
        for top in range(1, geometry.rows - height, height + 1):
            for left in range(1, geometry.columns - width, width + 1):
                yield tuple(
                    (top + down) * geometry.columns + left + right
                    for down in range(height)
                    for right in range(width)
                )


@declared
class DisjointGroups(_Units):
    """Cells at the same place of different boxes hold different digits.

    Args:
        regions: The cells of each region in their order; the boxes unless given.
    """

    label: ClassVar[str] = "disjoint groups"
    iss = "DisjointSets"
    fpuzzles = "disjointgroups"
    sentence = "Cells at the same place of different boxes differ."
    unit_label: ClassVar[str] = "disjoint group"

    regions: tuple[Cells, ...] = field(default=(), metadata=REGIONS)

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(set(map(len, self.regions))) > 1:
            raise wrong_argument(self, "regions", "regions of one size")

    def units(self, geometry: Geometry) -> Iterable[Sequence[int]]:
        """Return the first cells, the second cells, … of all boxes."""
        boxes = [indices(region, geometry) for region in self.regions]
        groups = zip(*(boxes or geometry.box_units), strict=True)
        return [tuple(dict.fromkeys(group)) for group in groups]


@declared
class _Neighbours(BaseConstraint, ABC):
    """A constraint on each two cells that share a side, but for some pairs.

    Args:
        marked: Pairs of cells that the constraint leaves out.
    """

    marked: frozenset[Cells] = field(
        default=frozenset(),
        metadata=list_of(
            record(CELL, CELL),
            "pairs of cells such as {('r1c1', 'r1c2')}",
            frozenset,
        ),
    )

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless all marked cells lie in the grid."""
        for pair in self.marked:
            indices(pair, geometry)

    @abstractmethod
    def fits(self, first: int, second: int) -> bool:
        """Whether two values may stand side by side."""

    def _pairs(self, geometry: Geometry) -> Iterator[tuple[int, int]]:
        marked = {frozenset(indices(pair, geometry)) for pair in self.marked}
        for pair in _apart(geometry, ((0, 1), (1, 0))):
            if frozenset(pair) not in marked:
                yield pair

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return a table for each two neighbours."""
        table = Table.of(self.fits, values_in(geometry))
        for first, second in self._pairs(geometry):
            yield Pairs(first, second, table)

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether all neighbours fit."""
        pairs = self._pairs(grid.geometry)
        values = values_of(grid, self.cell_indices(grid.geometry))
        return all(self.fits(values[a], values[b]) for a, b in pairs)


class AntiConsecutive(_Neighbours):
    """Cells that share a side do not differ by 1, but for marked pairs."""

    label: ClassVar[str] = "non-consecutive"
    iss = "AntiConsecutive marked=default | StrictKropki"
    fpuzzles = "nonconsecutive"
    sentence = "Cells that share a side do not differ by 1."

    def fits(self, first: int, second: int) -> bool:
        """Whether two values do not differ by 1."""
        return abs(first - second) != 1


@declared
class NoRatio(_Neighbours):
    """Of cells that share a side none is twice the other, but for marked pairs.

    Args:
        marked: Pairs of cells that the constraint leaves out.
        ratios: Other ratios that are forbidden, in place of 2.
    """

    label: ClassVar[str] = "no other black dots"
    iss = "StrictKropki"
    fpuzzles = "negative"
    sentence = "Of cells that share a side none is the other times {1}."

    ratios: tuple[int, ...] = field(
        default=(2,), metadata=list_of(whole(1), "numbers such as (2, 3)")
    )

    def fits(self, first: int, second: int) -> bool:
        """Whether neither value is such a multiple of the other."""
        return not any(
            first == ratio * second or second == ratio * first for ratio in self.ratios
        )


class NoXV(_Neighbours):
    """Cells that share a side do not add up to 5 or 10, but for marked pairs."""

    label: ClassVar[str] = "no other X or V"
    iss = "StrictXV"
    fpuzzles = "negative"
    sentence = "Cells that share a side do not add up to 5 or 10."

    def fits(self, first: int, second: int) -> bool:
        """Whether two values add up to something else."""
        return first + second not in {5, 10}


class AntiTaxicab(BaseConstraint):
    """Two cells that hold x are never x steps along rows and columns apart."""

    label: ClassVar[str] = "anti-taxicab"
    iss = "AntiTaxicab"
    sentence = "Two cells that hold x are never x steps apart along rows and columns."

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return "not both" for each two cells, of the value that is their distance."""
        moves = [
            (down, right)
            for down in range(geometry.rows)
            for right in range(1 - geometry.columns, geometry.columns)
            if (down, right) > (0, 0) and down + abs(right) in values_in(geometry)
        ]
        for down, right in moves:
            steps = down + abs(right)
            for first, second in _apart(geometry, [(down, right)]):
                yield Clause(((first, steps, False), (second, steps, False)))

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether no two cells with a value are so far apart."""
        places = map(grid.geometry.place_of, range(grid.geometry.cells))
        values = values_of(grid, self.cell_indices(grid.geometry))
        return not any(
            value == other == abs(row - low) + abs(column - right)
            for ((row, column), value), ((low, right), other) in combinations(
                zip(places, values, strict=True), 2
            )
        )


class _Squares(BaseConstraint, ABC):
    """Each square of 2x2 cells holds a value of each of some groups."""

    @abstractmethod
    def groups(self, geometry: Geometry) -> list[list[int]]:
        """Return the groups of values."""

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return a clause for each square and group."""
        groups = self.groups(geometry)
        for square in _squares(geometry):
            for group in groups:
                yield Clause(tuple((cell, v, True) for cell in square for v in group))

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether each square has all groups."""
        groups = [set(group) for group in self.groups(grid.geometry)]
        return all(
            group.intersection(values_of(grid, square))
            for square in _squares(grid.geometry)
            for group in groups
        )


class GlobalEntropy(_Squares):
    """Each square of 2x2 cells holds a low, a middle and a high value."""

    label: ClassVar[str] = "global entropy"
    iss = "GlobalEntropy"
    sentence = "Each 2×2 square holds a low, a middle and a high value."

    def groups(self, geometry: Geometry) -> list[list[int]]:
        """Return the lowest, the middle and the highest third."""
        values, third = values_in(geometry), -(-geometry.size // 3)
        return [list(values[at : at + third]) for at in range(0, geometry.size, third)]


class GlobalModular(_Squares):
    """Each square of 2x2 cells holds a value of each remainder modulo 3."""

    label: ClassVar[str] = "global modular"
    iss = "GlobalMod"
    sentence = "Each 2×2 square holds each remainder modulo 3."

    def groups(self, geometry: Geometry) -> list[list[int]]:
        """Return the values of each remainder."""
        values = values_in(geometry)
        return [[value for value in values if value % 3 == rest] for rest in range(3)]


class DutchFlatmates(BaseConstraint):
    """Each 5 has a 1 directly above or a 9 directly below."""

    label: ClassVar[str] = "Dutch flatmates"
    iss = "DutchFlatmates"
    sentence = "Each 5 has a 1 directly above or a 9 directly below."

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return a clause for each cell."""
        across, cells = geometry.columns, range(geometry.cells)
        for cell in cells:
            above, below = (cell - across, 1, True), (cell + across, 9, True)
            yield Clause(
                ((cell, 5, False), *(w for w in (above, below) if w[0] in cells))
            )

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether each 5 has."""
        values, across = (
            values_of(grid, self.cell_indices(grid.geometry)),
            grid.geometry.columns,
        )
        return all(
            (cell >= across and values[cell - across] == 1)
            or values[cell + across : cell + across + 1] == [9]
            for cell, value in enumerate(values)
            if value == 5
        )


def _apart(
    geometry: Geometry, moves: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield each two cells that are one of some moves, downwards, apart."""
    across = geometry.columns
    for cell in range(geometry.cells):
        row, column = divmod(cell, across)
        for down, right in moves:
            if row + down < geometry.rows and 0 <= column + right < across:
                yield cell, cell + down * across + right


def _squares(geometry: Geometry) -> Iterator[tuple[int, ...]]:
    across = geometry.columns
    for row in range(geometry.rows - 1):
        for column in range(across - 1):
            cell = row * across + column
            yield cell, cell + 1, cell + across, cell + across + 1
