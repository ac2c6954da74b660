"""Constraints of totals: cages, arrows, little killers, sum lines, ..."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import field
from functools import lru_cache
from itertools import accumulate, chain, combinations, groupby
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar

from satdoku.errors import UsageError
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
from satdoku.puzzle.constraints.extra import digit_cell, is_worth
from satdoku.puzzle.constraints.forms import cage_look, line_look
from satdoku.puzzle.constraints.primitives import (
    Automaton,
    DigitSet,
    Disjunction,
    InDomain,
    Machine,
    Sum,
    SumBetween,
    digit_sets,
    explored,
)
from satdoku.puzzle.constraints.records import declared

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.puzzle.constraints.arguments import Cells
    from satdoku.puzzle.constraints.base import FilledGrid, Primitive
    from satdoku.puzzle.constraints.forms import Look
    from satdoku.puzzle.geometry import Geometry


@declared
class _HasTotal(BaseConstraint):
    """Has a total, which comes before the cells."""

    total: int = field(metadata=whole(0))


@declared
class _TotalConstraint(CellConstraint, _HasTotal):
    """A constraint on the total of cells."""

    shown_field: ClassVar[str] = "total"


@declared
class Killer(_TotalConstraint):
    """A cage: different digits whose values add up to a total.

    Args:
        total: The sum; None where the digits only differ.  With negators it may be
            below 0.
        cells: The cells, by names, or as (row, column) pairs counted from 0; one that
            is listed twice counts twice in the sum.

    Example:
        >>> Killer(15, "r1c1 r1c2").describe()
        'cage of 15: r1c1 r1c2'
    """

    label: ClassVar[str] = "cage"
    takes: ClassVar[str] = "any"
    iss = "Cage total cells | AllDifferent cells total=None"
    fpuzzles = "extraregion cells total=None | killercage cells total"
    sentence = "Dashes: different digits that add up to the number, if there is one."
    look = cage_look(5, 3)
    distinct: ClassVar[bool] = True

    total: int | None = field(metadata=optional(whole()))  # type: ignore[assignment]

    def units(self, geometry: Geometry) -> Iterable[Sequence[int]]:
        """Return the cells whose digits differ, whatever these are worth."""
        cells = tuple(map(digit_cell, self.cells))
        return (tuple(dict.fromkeys(indices(cells, geometry))),)

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the sum."""
        total = self.total
        if total is None:
            return
        cells = self.cell_indices(geometry)
        terms = tuple((1, cell) for cell in cells)
        is_changed = any(map(is_worth, self.cells))
        is_distinct = len(set(cells)) == len(cells) and not is_changed
        yield Sum(total, terms, is_distinct=is_distinct)

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether the values add up."""
        return self.total is None or sum(values) == self.total


@declared
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


class _SameSums(CellConstraint, ABC):
    """Groups of the cells of a line have the same sum."""

    min_cells: ClassVar[int] = 2
    takes: ClassVar[str] = "any"

    @abstractmethod
    def groups(self, line: Sequence[int]) -> list[Sequence[int]]:
        """Return the groups of what stands on the line."""

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


class AverageArrow(CellConstraint):
    """The first cell holds the average of the others.

    Example:
        >>> AverageArrow("r1c1 r1c2 r1c3").is_satisfied_by_values([4, 3, 5])
        True
    """

    label: ClassVar[str] = "average arrow"
    sentence = "Average arrow: the circle holds the average of the values on the shaft."
    look = line_look("", "grey", 6, 2, ends=("ring", "arrow"))
    min_cells: ClassVar[int] = 2

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the sum: the circle as often as there are others."""
        circle, *shaft = self.cell_indices(geometry)
        yield Sum(0, ((len(shaft), circle), *((-1, cell) for cell in shaft)))

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether the first is the mean of the others."""
        return values[0] * (len(values) - 1) == sum(values[1:])


@declared
class _NumberArrow(CellConstraint, ABC):
    """The first cells, read as a decimal number, are the result of the others."""

    result: ClassVar[str]

    pill: int = field(default=1, metadata=whole(1))

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.pill >= len(self.cells):
            raise wrong_argument(self, "pill", "fewer than all cells")

    @abstractmethod
    def result_of(self, values: Sequence[int]) -> int:
        """Return the result of the values on the shaft."""

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether the number is the result, and only its first value exceeds 9."""
        pill = values[: self.pill]
        number = int("".join(map(str, pill)))
        result = self.result_of(values[self.pill :])
        return max(pill[1:], default=0) < 10 and number == result

    def describe(self) -> str:
        """Return the cells of the number and those on the shaft."""
        pill, shaft = names(self.cells[: self.pill]), names(self.cells[self.pill :])
        return f"{self.label}: {pill} is the {self.result} of {shaft}"


@declared
class ProductArrow(_NumberArrow):
    """The first cell holds the product of the others; or the first cells, as a number.

    Args:
        cells: The cells.
        pill: How many cells are read as a decimal number; only its first value may
            exceed 9.

    Example:
        >>> ProductArrow("r1c1 r1c2 r1c3 r1c4", 2).is_satisfied_by_values([1, 2, 3, 4])
        True
    """

    label: ClassVar[str] = "product arrow"
    sentence = "Product arrow: the number in the circle is the product of the others."
    look = line_look("", "grey", 2, 2, ends=("ring", "arrow"))
    min_cells: ClassVar[int] = 2
    result: ClassVar[str] = "product"

    def result_of(self, values: Sequence[int]) -> int:
        """Return the product."""
        return prod(values)

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return an automaton: the number, then what is left to be divided."""
        cells = self.cell_indices(geometry)
        yield Automaton(cells, _product(self.pill, values_in(geometry), len(cells)))


@lru_cache(maxsize=256)
def _product(pill: int, values: range, length: int) -> Machine:
    """Return the automaton of products.

    A state is how many cells were read, up to the pill, and the number that is left to
    be divided; of a product of 0 None, once a 0 was read.
    """

    def step(state: tuple[int, int | None], value: int) -> list[Any]:
        place, left = state
        if place < pill:
            if place and value > 9:
                return []
            return [(place + 1, (left or 0) * 10 + value)]
        if left is None or (left == 0 and value == 0):
            return [(pill, None)]
        if left == 0:
            return [state]
        return [(pill, left // value)] if value and left % value == 0 else []

    return explored(
        [(0, 0)], step, lambda state: state in {(pill, 1), (pill, None)}, values, length
    )


@declared
class PillArrow(_NumberArrow):
    """The first cells, read as a decimal number, are the sum of the others.

    Args:
        pill: How many cells the number has; only its first value may exceed 9.
    """

    label: ClassVar[str] = "pill arrow"
    iss = "PillArrow pill cells"
    fpuzzles = "arrow cells lines"
    sentence = "Arrow: the values on the shaft add up to the number in the pill."
    min_cells: ClassVar[int] = 3
    result: ClassVar[str] = "sum"

    pill: int = field(default=2, metadata=whole(1))

    def result_of(self, values: Sequence[int]) -> int:
        """Return the sum."""
        return sum(values)

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the sum, and that values behind the first have one figure."""
        cells = self.cell_indices(geometry)
        pill, line = cells[: self.pill], cells[self.pill :]
        for cell in pill[1:]:
            yield InDomain(cell, range(10))
        powers = [10**place for place in range(len(pill))][::-1]
        terms = (*zip(powers, pill, strict=True), *((-1, cell) for cell in line))
        yield Sum(0, terms)


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


@declared
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
        return f"{self.label}: {' = '.join(map(names, self.segments))}"


class EqualCages(EqualSums):
    """Cages with one unknown total: the sums are equal, each holds no repeat.

    Args:
        segments: The cells of each cage.

    Example:
        >>> EqualCages(["r1c1 r1c2", "r3c3 r3c4"]).describe()
        'equal cages: r1c1 r1c2 = r3c3 r3c4'
    """

    label: ClassVar[str] = "equal cages"
    iss = ""
    fpuzzles = ""
    sentence = "Dashes with the same letter: different digits in each, one total."

    def units(self, geometry: Geometry) -> Iterable[Sequence[int]]:
        """Return the cells of each cage."""
        return [tuple(dict.fromkeys(one)) for one in self._indices(geometry)]

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless all cages lie in the grid and are not too large."""
        super().check(geometry)
        size = max(map(len, self.units(geometry)), default=0)
        if size > geometry.size:
            raise UsageError(
                f"a cage of {size} cells; expected at most {geometry.size}"
            )


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


@declared
class SumLine(_TotalConstraint):
    """The line can be cut into pieces that each add up to a total.

    Args:
        total: The total; None for one that is not given, of two pieces or more.
        cells: The line; one of zeros alone has no pieces, which is allowed where the
            total is given.
        loop: Whether the last cell is joined to the first: from some cell on, the
            closed line can be cut.
    """

    label: ClassVar[str] = "sum line"
    iss = "SumLine total cells"
    sentence = "Sum line: it can be cut into pieces that each add up to {0.number}."
    look = line_look("pale vermilion", "dark vermilion", 4, 2)
    total: int | None = field(metadata=optional(whole(1)))  # type: ignore[assignment]
    loop: bool = field(default=False, metadata=FLAG)

    @property
    def number(self) -> str:
        """What the pieces add up to."""
        return "one total, at least two" if self.total is None else "its number"

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return an automaton of the sums of pieces; a choice of them of any total."""
        cells, loop = self.cell_indices(geometry), self.loop
        values, length = values_in(geometry), len(cells)
        if self.total is not None:
            yield Automaton(cells, _pieces(self.total, values, length, loop=loop))
            return
        machines = (
            _pieces(total, values, length, loop=loop, least=2)
            for total in range(1, length * values[-1] // 2 + 1)
        )
        branches = ((Automaton(cells, machine),) for machine in machines)
        yield Disjunction(tuple(branches))

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether the line, or one that starts elsewhere, can be cut."""
        turns = range(len(values)) if self.loop else (0,)
        lines = [[*accumulate([*values[at:], *values[:at]])] for at in turns]
        whole = sum(values)
        totals = range(1, whole // 2 + 1) if self.total is None else (self.total,)
        if not any(values):
            return self.total is not None
        return any(
            whole > 0 == whole % total
            and any(set(range(total, whole + 1, total)).issubset(x) for x in lines)
            for total in totals
        )

    def describe(self) -> str:
        """Return the total and the cells."""
        return super().describe().replace(":", ", closed:" if self.loop else ":")


@lru_cache(maxsize=256)
def _pieces(
    total: int, values: range, length: int, *, loop: bool, least: int = 1
) -> Machine:
    """Return the automaton of pieces, so many at least, that each add up to a total.

    A state is what the last piece of a loop adds to the first, the sum of the piece
    that is being read, and how many were completed.
    """
    largest = length * max(values[-1], 0)
    starts = range(min(total, largest + 1)) if loop else (0,)

    def step(state: tuple[int, int, int], value: int) -> list[tuple[int, int, int]]:
        before, held, done = state
        held = value if held == total and value else held + value
        done = min(least, done + (held == total and value != 0))
        return [(before, held, done)] if held <= total else []

    return explored(
        [(before, before, 0) for before in starts],
        step,
        lambda state: (
            (state[2] == least and state[1] == (state[0] or total))
            or (least == 1 and state == (0, 0, 0))
        ),
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
