"""Constraints of totals: cages, arrows, little killers, sum lines, ..."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, chain, combinations, groupby
from typing import TYPE_CHECKING, ClassVar

from satdoku.puzzle.constraints.arguments import (
    FLAG,
    LINE,
    VALUES,
    list_of,
    names,
    optional,
    whole,
    wrong_argument,
)
from satdoku.puzzle.constraints.base import (
    BaseConstraint,
    CellConstraint,
    indices,
    values_in,
    values_of,
)
from satdoku.puzzle.constraints.forms import cage_look, line_look
from satdoku.puzzle.constraints.primitives import (
    Automaton,
    DigitSet,
    InDomain,
    Machine,
    Sum,
    SumBetween,
    digit_sets,
    explored,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.puzzle.constraints.arguments import Cells
    from satdoku.puzzle.constraints.base import FilledGrid, Primitive
    from satdoku.puzzle.constraints.forms import Look
    from satdoku.puzzle.geometry import Geometry


@dataclass(frozen=True)
class _HasTotal(BaseConstraint):
    """Has a total, which comes before the cells."""

    total: int = field(metadata=whole(0))


@dataclass(frozen=True)
class _TotalConstraint(CellConstraint, _HasTotal):
    """A constraint on the total of cells."""

    shown_field: ClassVar[str] = "total"


@dataclass(frozen=True)
class Killer(_TotalConstraint):
    """A cage: different digits whose values add up to a total.

    Args:
        total: The sum; None where the digits only differ.
        cells: The cells, by names, or as (row, column) pairs counted from 0; one that
            is listed twice counts twice in the sum.

    Example:
        >>> Killer(15, "r1c1 r1c2").describe()
        'cage of 15: r1c1 r1c2'
    """

    label: ClassVar[str] = "cage"
    iss = "Cage total cells | AllDifferent cells total=None"
    fpuzzles = "extraregion cells total=None | killercage cells total"
    sentence = "Dashes: different digits that add up to the number, if there is one."
    look = cage_look(5, 3)
    distinct: ClassVar[bool] = True

    total: int | None = field(metadata=optional(whole(0)))  # type: ignore[assignment]

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the sum."""
        total = self.total
        if total is None:
            return
        cells = self.cell_indices(geometry)
        terms = tuple((1, cell) for cell in cells)
        yield Sum(total, terms, is_distinct=len(set(cells)) == len(cells))

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether the values add up."""
        return self.total is None or sum(values) == self.total


@dataclass(frozen=True)
class Total(_TotalConstraint):
    """Values add up to a total; digits may repeat.

    Args:
        total: The total.
        cells: The cells.
        weights: What each value is multiplied with; 1 unless given.

    Example:
        >>> Total(12, "r1c1 r1c2", (2, 1)).is_satisfied_by_values([5, 2])
        True
    """

    label: ClassVar[str] = "sum"
    takes: ClassVar[str] = "any"
    iss = "Sum total_weights cells"
    sentence = "Dots: the values add up to the number; digits may repeat."
    look: ClassVar[Look | None] = cage_look(1.5, 3)
    total: int = field(metadata=whole())
    weights: tuple[int, ...] = field(default=(), metadata=VALUES)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.weights and len(self.weights) != len(self.cells):
            raise wrong_argument(self, "weights", "as many as cells")

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the sum."""
        cells = self.cell_indices(geometry)
        weights = self.weights or (1,) * len(cells)
        yield Sum(self.total, tuple(zip(weights, cells, strict=True)))

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether the values add up."""
        weights = self.weights or (1,) * len(values)
        products = (w * v for w, v in zip(weights, values, strict=True))
        return sum(products) == self.total

    def describe(self) -> str:
        """Return the total and the cells."""
        times = f" times {' '.join(map(str, self.weights))}" if self.weights else ""
        return super().describe() + times


class LittleKiller(Total):
    """The values on a diagonal add up to the clue at its end; digits may repeat.

    Args:
        total: The clue.
        cells: The diagonal, from the cell beside the clue.
    """

    label: ClassVar[str] = "little killer"
    iss = "LittleKiller total cell"
    fpuzzles = "littlekillersum cells total"
    sentence = "Little killer: the values along the arrow have this sum."
    look = None


class _SameSums(CellConstraint):
    """Groups of the cells of a line have the same sum."""

    min_cells: ClassVar[int] = 2
    takes: ClassVar[str] = "any"

    def groups(self, line: Sequence[int]) -> list[Sequence[int]]:
        """Return the groups of what stands on the line."""
        raise NotImplementedError(line)

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return that each group has the sum of the next."""
        groups = self.groups(self.cell_indices(geometry))
        return map(_same_sums, groups, groups[1:])

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether all sums are the same."""
        return len(set(map(sum, self.groups(values)))) == 1


class Arrow(_SameSums):
    """The first cell holds the sum of the others.

    Example:
        >>> Arrow("r1c1 r1c2 r1c3").is_satisfied_by_values([7, 3, 4])
        True
    """

    label: ClassVar[str] = "arrow"
    iss = "Arrow cells"
    fpuzzles = "arrow cells lines"
    sentence = "Arrow: the values on the shaft add up to the circle."
    look = line_look("", "grey", ends=("ring", "arrow"))

    def groups(self, line: Sequence[int]) -> list[Sequence[int]]:
        """Return the circle and the line."""
        return [line[:1], line[1:]]


@dataclass(frozen=True)
class PillArrow(CellConstraint):
    """The first cells, read as a decimal number, are the sum of the others.

    Args:
        pill: How many cells the number has; only its first value may exceed 9.
    """

    label: ClassVar[str] = "pill arrow"
    iss = "PillArrow pill cells"
    fpuzzles = "arrow cells lines"
    sentence = "Arrow: the values on the shaft add up to the number in the pill."
    min_cells: ClassVar[int] = 3

    pill: int = field(default=2, metadata=whole(1))

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.pill >= len(self.cells):
            raise wrong_argument(self, "pill", "fewer than all cells")

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the sum, and that values behind the first have one figure."""
        cells = self.cell_indices(geometry)
        pill, line = cells[: self.pill], cells[self.pill :]
        for cell in pill[1:]:
            yield InDomain(cell, range(10))
        powers = [10**place for place in range(len(pill))][::-1]
        terms = (*zip(powers, pill, strict=True), *((-1, cell) for cell in line))
        yield Sum(0, terms)

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether the values add up."""
        pill, line = values[: self.pill], values[self.pill :]
        number = int("".join(map(str, pill)))
        return max(pill[1:], default=0) < 10 and number == sum(line)

    def describe(self) -> str:
        """Return the cells of the pill and of the arrow."""
        pill, line = names(self.cells[: self.pill]), names(self.cells[self.pill :])
        return f"pill arrow: {pill} is the sum of {line}"


class DoubleArrow(_SameSums):
    """Both ends together are the sum of what is between them."""

    label: ClassVar[str] = "double arrow"
    iss = "DoubleArrow cells"
    fpuzzles = "doublearrow lines"
    sentence = "Double arrow: both circles together are the sum between them."
    look = line_look("", "grey", ends=("ring", "ring"))

    def groups(self, line: Sequence[int]) -> list[Sequence[int]]:
        """Return the ends and the inside."""
        return [[line[0], line[-1]], line[1:-1]]


class Zipper(_SameSums):
    """Pairs as far from the middle have the same sum, the middle cell, too."""

    label: ClassVar[str] = "zipper"
    iss = "Zipper cells"
    fpuzzles = "zipperline lines"
    sentence = "Zipper: cells as far from the middle have one sum, the middle, too."
    look = line_look("pale purple", "dark purple", 8, 3, 2, 3)

    def groups(self, line: Sequence[int]) -> list[Sequence[int]]:
        """Return each two as far from the middle, then the one there."""
        last = len(line) - 1
        pairs = ({at, last - at} for at in range(last // 2 + 1))
        return [[line[at] for at in pair] for pair in pairs]


@dataclass(frozen=True)
class EqualSums(BaseConstraint):
    """Segments that all have the same sum: a region sum line, say.

    Args:
        segments: The cells of each segment.
    """

    label: ClassVar[str] = "equal sums"
    iss = "EqualSum segments | RegionSumLine cells"
    fpuzzles = "regionsumline lines"
    sentence = "Equal sums: the pieces between box borders have the same sum."

    segments: tuple[Cells, ...] = field(metadata=list_of(LINE, "lists of cells"))

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless all segments lie in the grid."""
        self.cell_indices(geometry)

    def cell_indices(self, geometry: Geometry) -> tuple[int, ...]:
        """Return the numbers of the cells of all segments."""
        return indices(self.cells, geometry)

    @property
    def cells(self) -> Cells:
        """The cells of all segments."""
        return tuple(chain(*self.segments))

    def _indices(self, geometry: Geometry) -> list[tuple[int, ...]]:
        return [indices(segment, geometry) for segment in self.segments]

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return that each segment has the sum of the next."""
        segments = self._indices(geometry)
        return map(_same_sums, segments, segments[1:])

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether all sums are the same."""
        segments = self._indices(grid.geometry)
        return len({sum(values_of(grid, segment)) for segment in segments}) < 2

    def describe(self) -> str:
        """Return the segments."""
        return f"equal sums: {' = '.join(map(names, self.segments))}"


def region_sums(cells: Cells, regions: Iterable[Cells]) -> EqualSums | None:
    """Return equal sums of the pieces that regions cut a line into, if there are two.

    Args:
        cells: The line; cells of no region are left out.
        regions: The cells of each region.

    Example:
        >>> regions = [((0, 0), (0, 1)), ((0, 2), (0, 3))]
        >>> region_sums(((0, 1), (0, 2)), regions).describe()
        'equal sums: r1c2 = r1c3'
    """
    region = {cell: at for at, one in enumerate(regions) for cell in one}
    inside = (cell for cell in cells if cell in region)
    pieces = tuple(tuple(piece) for _, piece in groupby(inside, region.__getitem__))
    return EqualSums(pieces) if len(pieces) > 1 else None


def diagonal(
    start: tuple[int, int], step: tuple[int, int], geometry: Geometry
) -> Cells:
    """Return the cells of the grid from a cell on, a step each.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> diagonal((0, 2), (1, -1), Geometry(4, 4))
        ((0, 2), (1, 1), (2, 0))
    """
    cells: list[tuple[int, int]] = []
    row, column = start
    while 0 <= row < geometry.rows and 0 <= column < geometry.columns:
        cells.append((row, column))
        row, column = row + step[0], column + step[1]
    return tuple(cells)


def _same_sums(left: Sequence[int], right: Sequence[int]) -> Sum:
    """Return that the values of some cells add up to as much as those of others."""
    return Sum(0, (*((1, cell) for cell in left), *((-1, cell) for cell in right)))


@dataclass(frozen=True)
class SumLine(_TotalConstraint):
    """The line can be cut into pieces that each add up to a total.

    Args:
        total: The total.
        cells: The line.
        loop: Whether the last cell is joined to the first: from some cell on, the
            closed line can be cut.
    """

    label: ClassVar[str] = "sum line"
    iss = "SumLine total cells"
    sentence = "Sum line: it can be cut into pieces that each add up to its number."
    look = line_look("pale vermilion", "dark vermilion", 4, 2)
    total: int = field(metadata=whole(1))
    loop: bool = field(default=False, metadata=FLAG)

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return an automaton of the sums of pieces."""
        cells = self.cell_indices(geometry)
        values = values_in(geometry)
        yield Automaton(cells, _pieces(self.total, values, len(cells), loop=self.loop))

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether the line, or one that starts elsewhere, can be cut."""
        turns = range(len(values)) if self.loop else (0,)
        ends = set(range(self.total, sum(values) + 1, self.total))
        return sum(values) in ends and any(
            ends.issubset(accumulate([*values[at:], *values[:at]])) for at in turns
        )

    def describe(self) -> str:
        """Return the total and the cells."""
        return super().describe().replace(":", ", closed:" if self.loop else ":")


@lru_cache(maxsize=256)
def _pieces(total: int, values: range, length: int, *, loop: bool) -> Machine:
    """Return the automaton of pieces that each add up to a total.

    A state is what the last piece of a loop adds to the first, the sum of the piece
    that is being read, and whether one was completed.
    """
    largest = length * max(values[-1], 0)
    starts = range(min(total, largest + 1)) if loop else (0,)

    def step(state: tuple[int, int, bool], value: int) -> list[tuple[int, int, bool]]:
        before, held, done = state
        held = value if held == total and value else held + value
        return [(before, held, done or held == total)] if held <= total else []

    return explored(
        [(before, before, False) for before in starts],
        step,
        lambda state: state[2] and state[1] == (state[0] or total),
        values,
        length,
    )


class Lunchbox(_TotalConstraint):
    """Values between the smallest and the largest on the line add up to a total.

    The digits on the line differ.

    Args:
        total: The total.
        cells: The line.
    """

    label: ClassVar[str] = "lunchbox"
    iss = "Lunchbox total cells"
    sentence = "Lunchbox: different digits; their sum between the extremes."
    look = line_look("pale green", "green", 2, 3)
    repeats: ClassVar[bool] = False
    distinct: ClassVar[bool] = True

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the sum between the extremes."""
        yield SumBetween(self.total, self.cell_indices(geometry))

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether the values between add up."""
        return sum(between_extremes(values)) == self.total


def between_extremes(values: Sequence[int]) -> Sequence[int]:
    """Return what stands between the smallest and the largest value."""
    low, high = sorted((values.index(min(values)), values.index(max(values))))
    return values[low + 1 : high]


class RellikCage(_TotalConstraint):
    """Different digits of which none, alone or together, add up to a total."""

    label: ClassVar[str] = "rellik cage"
    iss = "RellikCage total cells"
    sentence = "Rellik cage: different digits; no choice adds up to the number."
    look = cage_look(9, 3, 1.5, 3)
    repeats: ClassVar[bool] = False
    distinct: ClassVar[bool] = True

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the sets of digits without such a sum."""

        def allowed(values: Sequence[int]) -> bool:
            sizes = range(1, len(values) + 1)
            chosen = chain.from_iterable(combinations(values, size) for size in sizes)
            return self.total not in map(sum, chosen)

        cells = self.cell_indices(geometry)
        yield DigitSet(cells, digit_sets(len(cells), values_in(geometry), allowed))

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether no choice of the values adds up."""
        sums = {0}
        for value in values:
            new = {held + value for held in sums}
            if self.total in new:
                return False
            sums |= new
        return True


class EqualityCage(CellConstraint):
    """Different digits, as many odd as even, as many low as high.

    With an odd number of values the middle one is forbidden.
    """

    label: ClassVar[str] = "equality cage"
    iss = "EqualityCage cells"
    sentence = (
        "Equality cage: different digits, as many odd as even, as many low as high."
    )
    look = cage_look()
    repeats: ClassVar[bool] = False
    distinct: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.cells) % 2:
            raise wrong_argument(self, "cells", "an even number of cells")

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the sets of digits in balance."""
        first, n, half = geometry.first_value, geometry.size, len(self.cells) // 2
        low = set(range(first, first + n // 2))
        high = set(range(first + (n + 1) // 2, first + n))

        def allowed(values: Sequence[int]) -> bool:
            even = {value for value in values if value % 2 == 0}
            parts = (even, low.intersection(values), high.intersection(values))
            return all(len(part) == half for part in parts)

        cells = self.cell_indices(geometry)
        yield DigitSet(cells, digit_sets(len(cells), values_in(geometry), allowed))

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether as many values are odd as even, and as many low as high."""
        balance = tilt = 0
        geometry = grid.geometry
        twice_middle = 2 * geometry.first_value + geometry.size - 1
        for value in values_of(grid, self.cell_indices(geometry)):
            if 2 * value == twice_middle:
                return False
            balance += 1 if value % 2 else -1
            tilt += 1 if 2 * value > twice_middle else -1
        return balance == tilt == 0
