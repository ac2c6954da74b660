"""Constraints of totals: cages, arrows, little killers, sum lines, ..."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations, pairwise
from math import comb
from typing import TYPE_CHECKING, ClassVar, TypeAlias, TypeVar

from satdoku.errors import UsageError, shown
from satdoku.puzzle.constraints.arguments import (
    cells_of,
    flag,
    names,
    optional,
    value_list,
    whole,
    wrong_argument,
)
from satdoku.puzzle.constraints.base import (
    BaseConstraint,
    CellConstraint,
    values_in,
    values_of,
)
from satdoku.puzzle.constraints.primitives import (
    Automaton,
    DigitSet,
    Disjunction,
    InDomain,
    Sum,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from satdoku.puzzle.constraints.arguments import Cells
    from satdoku.puzzle.constraints.base import FilledGrid, Primitive
    from satdoku.puzzle.geometry import Geometry

__all__ = [
    "Arrow",
    "DoubleArrow",
    "EqualSums",
    "EqualityCage",
    "Killer",
    "LittleKiller",
    "Lunchbox",
    "PillArrow",
    "RellikCage",
    "SumLine",
    "Total",
    "Zipper",
]

_T = TypeVar("_T")
_SandwichState: TypeAlias = frozenset[tuple[tuple[int, int], int, int]]

_MAX_PAIRS = 40
"""Pairs of extremes that one automaton tries: those of lines on 9x9."""
_MAX_SETS = 5_000
"""Up to so many sets of digits, those with other sums included, clauses of a cage are
made from sets; beyond, from partial sums."""


def _has_few_sets(
    cells: tuple[int, ...], geometry: Geometry, most: int = _MAX_SETS
) -> bool:
    return comb(geometry.size, len(cells)) <= most


def _digit_set(
    cells: tuple[int, ...],
    geometry: Geometry,
    accepts: Callable[[tuple[int, ...]], bool],
) -> DigitSet:
    """Return that cells hold a set of values that is accepted."""
    sets = combinations(values_in(geometry), len(cells))
    return DigitSet(cells, tuple(filter(accepts, sets)))


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
    distinct: ClassVar[bool] = True

    total: int | None = field(metadata=optional(whole(0)))  # type: ignore[assignment]

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the sets of digits with the right sum."""
        total = self.total
        if total is None:
            return
        cells = self.cell_indices(geometry)
        if len(set(cells)) == len(cells) and _has_few_sets(cells, geometry):
            yield _digit_set(cells, geometry, lambda held: sum(held) == total)
        else:
            yield Sum(total, tuple((1, cell) for cell in cells))

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
    total: int = field(metadata=whole())
    weights: tuple[int, ...] = field(default=(), metadata=value_list())

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


@dataclass(frozen=True)
class LittleKiller(Total):
    """The values on a diagonal add up to the clue at its end; digits may repeat.

    Args:
        total: The clue.
        cells: The diagonal, from the cell beside the clue.
    """

    label: ClassVar[str] = "little killer"


@dataclass(frozen=True)
class Arrow(CellConstraint):
    """The first cell holds the sum of the others.

    Example:
        >>> Arrow("r1c1 r1c2 r1c3").is_satisfied_by_values([7, 3, 4])
        True
    """

    label: ClassVar[str] = "arrow"
    min_cells: ClassVar[int] = 2

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the sum."""
        circle, *line = self.cell_indices(geometry)
        yield _same_sums([circle], line)

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether the values add up."""
        return values[0] == sum(values[1:])


@dataclass(frozen=True)
class PillArrow(CellConstraint):
    """The first cells, read as a decimal number, are the sum of the others.

    Args:
        pill: How many cells the number has; only its first value may exceed 9.
    """

    label: ClassVar[str] = "pill arrow"
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


@dataclass(frozen=True)
class DoubleArrow(CellConstraint):
    """Both ends together are the sum of what is between them."""

    label: ClassVar[str] = "double arrow"
    min_cells: ClassVar[int] = 2

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the sum."""
        first, *inside, last = self.cell_indices(geometry)
        yield _same_sums([first, last], inside)

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether the values add up."""
        return values[0] + values[-1] == sum(values[1:-1])


@dataclass(frozen=True)
class Zipper(CellConstraint):
    """Pairs as far from the middle have the same sum, the middle cell, too."""

    label: ClassVar[str] = "zipper"
    min_cells: ClassVar[int] = 2

    @staticmethod
    def _pairs(items: Sequence[int]) -> list[list[int]]:
        """Return each two items as far from the middle, then the one there."""
        last = len(items) - 1
        pairs = ({at, last - at} for at in range(last // 2 + 1))
        return [[items[at] for at in pair] for pair in pairs]

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return that each pair has the sum of the next."""
        pairs = self._pairs(self.cell_indices(geometry))
        return map(_same_sums, pairs, pairs[1:])

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether all sums are the same."""
        return len(set(map(sum, self._pairs(values)))) == 1


@dataclass(frozen=True, init=False)
class EqualSums(CellConstraint):
    """Segments that all have the same sum: a region sum line, say.

    Args:
        segments: The cells of each segment.
    """

    label: ClassVar[str] = "equal sums"

    sizes: tuple[int, ...] = ()

    def __init__(self, segments: Sequence[str | Cells]) -> None:
        try:
            each = [cells_of(segment, repeats=True) for segment in segments]
        except TypeError:
            raise UsageError(
                f"EqualSums: segments cannot be {shown(segments)}; expected lists of "
                "cells"
            ) from None
        object.__setattr__(self, "cells", tuple(cell for one in each for cell in one))
        object.__setattr__(self, "sizes", tuple(map(len, each)))
        self.__post_init__()

    def segments(self, cells: Sequence[_T]) -> list[Sequence[_T]]:
        """Cut what belongs to the cells into segments."""
        ends = [sum(self.sizes[:at]) for at in range(len(self.sizes) + 1)]
        return [cells[start:end] for start, end in pairwise(ends)]

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return that each segment has the sum of the next."""
        segments = self.segments(self.cell_indices(geometry))
        return map(_same_sums, segments, segments[1:])

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether all sums are the same."""
        return len({sum(segment) for segment in self.segments(values)}) == 1

    def describe(self) -> str:
        """Return the segments."""
        said = (names(tuple(one)) for one in self.segments(self.cells))
        return f"equal sums: {' = '.join(said)}"


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
    total: int = field(metadata=whole(1))
    loop: bool = field(default=False, metadata=flag())

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return an automaton of the sums of pieces; of a loop, one for each start."""
        cells = self.cell_indices(geometry)
        if not self.loop:
            yield self._pieces(cells, 0)
            return
        largest = len(cells) * max(values_in(geometry)[-1], 0)
        starts = range(min(self.total, largest + 1))
        yield Disjunction(((self._pieces(cells, start),), ()) for start in starts)

    def _pieces(self, cells: tuple[int, ...], before: int) -> Automaton:
        """Return the automaton of pieces where the first has a sum from the end.

        A state is the sum of the piece that is being read, and whether one was
        completed.
        """
        total = self.total

        def step(state: tuple[int, bool], value: int) -> tuple[int, bool] | None:
            held, done = state
            held = value if held == total and value else held + value
            return (held, done or held == total) if held <= total else None

        end = (before or total, True)
        return Automaton(cells, (before, False), step, end.__eq__)

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether the line, or one that starts elsewhere, can be cut."""
        turns = range(len(values)) if self.loop else (0,)
        return any(_is_cut([*values[at:], *values[:at]], self.total) for at in turns)

    def describe(self) -> str:
        """Return the total and the cells."""
        return super().describe().replace(":", ", closed:" if self.loop else ":")


def _is_cut(values: Sequence[int], total: int) -> bool:
    held = 0
    for value in values:
        held = value if held == total and value else held + value
        if held > total:
            return False
    return held == total


@dataclass(frozen=True)
class Lunchbox(_TotalConstraint):
    """Values between the smallest and the largest on the line add up to a total.

    The digits on the line differ.

    Args:
        total: The total.
        cells: The line.
    """

    label: ClassVar[str] = "lunchbox"
    repeats: ClassVar[bool] = False
    distinct: ClassVar[bool] = True

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the automaton of sandwiches."""
        return sandwich(self.cell_indices(geometry), self.total, geometry)

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether the values between add up."""
        return sum(between_extremes(values)) == self.total


def between_extremes(values: Sequence[int]) -> Sequence[int]:
    """Return what stands between the smallest and the largest value."""
    low, high = sorted((values.index(min(values)), values.index(max(values))))
    return values[low + 1 : high]


def sandwich(
    cells: tuple[int, ...], total: int, geometry: Geometry
) -> Iterator[Primitive]:
    """Yield what says which sum stands between the smallest and the largest value.

    Where the line has as many cells as there are values these are known.  Else one
    automaton tries all pairs that they may be; or, if they are many, there is one for
    each pair.
    """
    values = values_in(geometry)
    if len(cells) == geometry.size:
        pairs = [(values[0], values[-1])]
    elif len(cells) == 1:
        pairs = [(value, value) for value in values]
    else:
        pairs = [
            pair
            for pair in combinations(values, 2)
            if pair[1] - pair[0] >= len(cells) - 1
        ]
    if len(pairs) <= _MAX_PAIRS:
        yield _sum_between(cells, total, pairs)
    else:
        yield Disjunction(((_sum_between(cells, total, [p]),), ()) for p in pairs)


def _sum_between(
    cells: tuple[int, ...], total: int, pairs: Sequence[tuple[int, int]]
) -> Automaton:
    """Return the automaton of the sum between the values of one of some pairs.

    A state remembers, for each pair, how many of its values were read and the sum.
    """
    only_grows = min(low for low, _ in pairs) >= 0

    def step(state: _SandwichState, value: int) -> _SandwichState | None:
        behind: set[tuple[tuple[int, int], int, int]] = set()
        for pair, seen, held in state:
            low, high = pair
            if low < value < high:
                between = held + value if seen == 1 else held
                if between <= total or not only_grows:
                    behind.add((pair, seen, between))
            elif value in pair and seen < 2:  # the digits of the line differ
                behind.add((pair, seen + 1 + (low == high), held))
        return frozenset(behind) or None

    def accepts(state: _SandwichState) -> bool:
        return any(seen == 2 and held == total for _, seen, held in state)

    start = frozenset((pair, 0, 0) for pair in pairs)
    return Automaton(cells, start, step, accepts, cost=len)


@dataclass(frozen=True)
class RellikCage(_TotalConstraint):
    """Different digits of which none, alone or together, add up to a total."""

    label: ClassVar[str] = "rellik cage"
    repeats: ClassVar[bool] = False
    distinct: ClassVar[bool] = True

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the sets of digits without such a sum, or an automaton of sums."""
        cells = self.cell_indices(geometry)
        if _has_few_sets(cells, geometry, 4 * _MAX_SETS):
            yield _digit_set(cells, geometry, self.is_satisfied_by_values)
        else:
            yield Automaton(cells, frozenset({0}), self._with, bool, cost=len)

    def _with(self, sums: frozenset[int], value: int) -> frozenset[int] | None:
        """Return the sums of choices with one more value; None with the total."""
        new = {held + value for held in sums}
        return None if self.total in new else sums | new

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether no choice of the values adds up."""
        sums = {0}
        for value in values:
            new = {held + value for held in sums}
            if self.total in new:
                return False
            sums |= new
        return True


@dataclass(frozen=True)
class EqualityCage(CellConstraint):
    """Different digits, as many odd as even, as many low as high.

    With an odd number of values the middle one is forbidden.
    """

    label: ClassVar[str] = "equality cage"
    repeats: ClassVar[bool] = False
    distinct: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.cells) % 2:
            raise wrong_argument(self, "cells", "an even number of cells")

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the sets of digits in balance, or automata that count."""
        cells, half = self.cell_indices(geometry), len(self.cells) // 2
        kinds = self._kinds(geometry)
        if _has_few_sets(cells, geometry):
            yield _digit_set(
                cells,
                geometry,
                lambda held: all(
                    len(kind.intersection(held)) == half for kind in kinds
                ),
            )
            return
        for kind in kinds:

            def step(count: int, value: int, kind: set[int] = kind) -> int | None:
                count += value in kind
                return count if count <= half else None

            yield Automaton(cells, 0, step, half.__eq__)

    @staticmethod
    def _kinds(geometry: Geometry) -> list[set[int]]:
        """Return the even, the low and the high values."""
        values, half = values_in(geometry), geometry.size // 2
        even = {value for value in values if value % 2 == 0}
        return [even, set(values[:half]), set(values[len(values) - half :])]

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether the values are in balance."""
        first, n = grid.geometry.first_value, grid.geometry.size
        values = values_of(grid, self.cell_indices(grid.geometry))
        lower = [value for value in values if value - first < n // 2]
        upper = [value for value in values if first + n - 1 - value < n // 2]
        even = [value for value in values if value % 2 == 0]
        return len(lower) == len(upper) == len(even) == len(values) // 2
