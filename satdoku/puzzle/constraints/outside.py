"""Clues outside the grid: skyscrapers, X-sums, sandwiches, numbered rooms, ranks."""

from __future__ import annotations

import operator
from dataclasses import field
from functools import lru_cache
from itertools import accumulate, combinations
from typing import TYPE_CHECKING, Any, ClassVar

from satdoku.errors import UsageError
from satdoku.puzzle.constraints.arguments import (
    FLAG,
    ROW_OR_COLUMN,
    VALUES,
    choice,
    list_of,
    record,
    whole,
    wrong_argument,
)
from satdoku.puzzle.constraints.base import BaseConstraint, check_values, values_in
from satdoku.puzzle.constraints.forms import Look
from satdoku.puzzle.constraints.primitives import (
    Automaton,
    Disjunction,
    InDomain,
    Machine,
    Pairs,
    Rank,
    Sum,
    SumBetween,
    Table,
    explored,
    pointing,
    points,
)
from satdoku.puzzle.constraints.records import declared
from satdoku.puzzle.constraints.sums import between_extremes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.puzzle.constraints.base import FilledGrid, Primitive
    from satdoku.puzzle.geometry import Geometry

_SIDES = {"r": ("left of row", "right of row"), "c": ("above column", "below column")}


def _line_cells(line: str, geometry: Geometry, *, reverse: bool) -> tuple[int, ...]:
    """Return the cells of `r3` or `c4`, from the left or the top unless reversed.

    Raises:
        UsageError: There is no such line.
    """
    if geometry.raw:
        raise UsageError("clues outside a grid whose rows and columns say nothing")
    units = geometry.row_units if line[0] == "r" else geometry.column_units
    if int(line[1:]) > len(units):
        raise UsageError(f"no line {line} in a grid of {geometry}")
    cells = units[int(line[1:]) - 1]
    return cells[::-1] if reverse else cells


@declared
class _Outside(BaseConstraint):
    """A constraint on a whole row or column, seen from its clue.

    Args:
        clue: The number outside.
        line: The row or column: `r3`, `c4`.
        reverse: Whether the clue stands at the right or at the bottom.
    """

    is_digit: ClassVar[bool] = False
    """Whether the clue is a value of a cell."""

    clue: int = field(metadata=whole())
    line: str = field(metadata=ROW_OR_COLUMN)
    reverse: bool = field(default=False, metadata=FLAG)

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless there is such a line, and such a value."""
        self.cell_indices(geometry)
        if self.is_digit:
            check_values(self, [self.clue], geometry)

    def cell_indices(self, geometry: Geometry) -> tuple[int, ...]:
        """Return the cells, from the clue."""
        return _line_cells(self.line, geometry, reverse=self.reverse)

    def describe(self) -> str:
        """Return the clue and where it stands."""
        first, last = _SIDES[self.line[:1]]
        place = f"{last if self.reverse else first} {self.line[1:]}"
        return f"{self.label} {self.clue} {place}"


class Skyscraper(_Outside):
    """As many values as the clue says are greater than all before them; 0 never counts.

    Example:
        >>> Skyscraper(3, "r1").is_satisfied_by_values([2, 1, 3, 4])
        True
    """

    label: ClassVar[str] = "skyscraper"
    iss = "Skyscraper line clues"
    fpuzzles = "skyscraper cell clue"
    sentence = "Skyscraper: how many values are higher than all before them."
    look = Look("outside")

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return an automaton of the highest value and the count."""
        cells = self.cell_indices(geometry)
        yield Automaton(cells, _seen(self.clue, values_in(geometry), len(cells)))

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether so many are seen."""
        heights = {highest for highest in accumulate(values, max) if highest > 0}
        return len(heights) == self.clue


@lru_cache(maxsize=256)
def _seen(clue: int, values: range, length: int) -> Machine:
    """Return the automaton of skyscrapers: a state is the highest, and the count."""

    def step(state: tuple[int, int], value: int) -> list[tuple[int, int]]:
        highest, count = state
        if value <= highest:
            return [state]
        return [(value, count + 1)] if count < clue else []

    return explored([(0, 0)], step, lambda state: state[1] == clue, values, length)


class HiddenSkyscraper(_Outside):
    """The clue is the first value that is lower than some value before it."""

    label: ClassVar[str] = "hidden skyscraper"
    iss = "HiddenSkyscraper line clues"
    sentence = "Hidden skyscraper: the first value below one before."
    look = Look("outside", "dashed")
    is_digit: ClassVar[bool] = True

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return an automaton of the highest value."""
        cells = self.cell_indices(geometry)
        yield Automaton(cells, _hidden(self.clue, values_in(geometry), len(cells)))

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether the first hidden value is the clue."""
        hidden = [v for at, v in enumerate(values) if v < max(values[:at], default=v)]
        return hidden[:1] == [self.clue]


@lru_cache(maxsize=256)
def _hidden(clue: int, values: range, length: int) -> Machine:
    """Return the automaton of hidden ones: a state is the highest, or None: met."""

    def step(highest: int | None, value: int) -> list[int | None]:
        if highest is None or value >= highest:
            return [None if highest is None else value]
        return [None] if value == clue else []

    start = values[0] - 1
    return explored([start], step, lambda highest: highest is None, values, length)


class NumberedRoom(_Outside):
    """If the first cell holds N, the N-th cell holds the clue."""

    label: ClassVar[str] = "numbered room"
    iss = "NumberedRoom line clues"
    sentence = "Numbered room: if the first cell is N, the N-th is this."
    look = Look("outside", "square")
    is_digit: ClassVar[bool] = True

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return that the first cell points to the clue."""
        cells = self.cell_indices(geometry)
        return pointing(cells[0], cells, self.clue)

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether that cell holds the clue."""
        return points(values[0], values, self.clue)


class XSum(_Outside):
    """With X in the first cell, the first X values add up to the clue."""

    label: ClassVar[str] = "X-sum"
    iss = "XSum line clues"
    fpuzzles = "xsum cell clue"
    sentence = "X-sum: if the first cell is X, the first X add up to the number."
    look = Look("outside", "round")

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return, for each first value, the sum of as many cells."""
        cells = self.cell_indices(geometry)
        branches = []
        for many in values_in(geometry):
            if 1 <= many <= len(cells):
                terms = tuple((1, cell) for cell in cells[:many])
                first = InDomain(cells[0], (many,))
                branches.append((first, Sum(self.clue, terms, is_distinct=True)))
        yield Disjunction(tuple(branches))

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether the first X values add up."""
        many = values[0]
        return 1 <= many <= len(values) and sum(values[:many]) == self.clue


@declared
class Sandwich(_Outside):
    """Values between the smallest and the largest of the line add up to the clue.

    Args:
        clue, line, reverse: As every clue outside has them.
        ends: Two other values that the sum is between; both must be on the line.
    """

    label: ClassVar[str] = "sandwich"
    iss = "Sandwich clue line ends=default"
    fpuzzles = "sandwichsum cell clue ends=default"
    sentence = "Sandwich: the sum between {0.bread}."
    look = Look("outside", "bread")

    ends: tuple[int, ...] = field(default=(), metadata=VALUES)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.ends and len(set(self.ends)) != 2:
            raise wrong_argument(self, "ends", "two values such as (2, 8), or none")

    @property
    def bread(self) -> str:
        """What the sum is between."""
        return " and ".join(map(str, self.ends)) or "the lowest and the highest value"

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless there is such a line, and cells hold the ends."""
        super().check(geometry)
        check_values(self, self.ends, geometry)

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the sum between the extremes, or an automaton."""
        cells = self.cell_indices(geometry)
        if self.ends:
            values = values_in(geometry)
            machine = _sandwiched(self.clue, self.ends, values, len(cells))
            yield Automaton(cells, machine)
        else:
            yield SumBetween(self.clue, cells)

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether the values between add up."""
        if not self.ends:
            return sum(between_extremes(values)) == self.clue
        places = [at for at, value in enumerate(values) if value in self.ends]
        return (
            sorted(values[at] for at in places) == sorted(self.ends)
            and sum(values[places[0] + 1 : places[1]]) == self.clue
        )

    def describe(self) -> str:
        """Return the clue, where it stands, and other ends."""
        return super().describe() + (f" between {self.bread}" if self.ends else "")


@lru_cache(maxsize=256)
def _sandwiched(
    clue: int, ends: tuple[int, ...], values: range, length: int
) -> Machine:
    """Return the automaton of sandwiches: a state is which ends were read, the sum."""

    def step(state: tuple[tuple[int, ...], int], value: int) -> list[Any]:
        read, held = state
        if value in ends:
            return [] if value in read else [((*read, value), held)]
        if len(read) == 1:
            held += value
        return [(read, held)] if held <= clue or values[0] < 0 else []

    return explored(
        [((), 0)],
        step,
        lambda state: len(state[0]) == 2 and state[1] == clue,
        values,
        length,
    )


@declared
class FullRank(BaseConstraint):
    """Rows and columns, read both ways as numbers, are ranked from the smallest.

    Args:
        clues: (rank, line, reverse) of each clue: 1 for the smallest number.
        ties: `only-unclued` (no number equals one with a clue), `none` (all differ) or
            `any`.
    """

    label: ClassVar[str] = "full rank"
    iss = "FullRank line clues | FullRankTies ties"
    sentence = (
        "#: the rank of this row or column, read from here as a number, "
        "from the smallest on, among all read both ways. Equal numbers: "
        "{0.ties}."
    )

    clues: tuple[tuple[int, str, bool], ...] = field(
        default=(),
        metadata=list_of(
            record(whole(1), ROW_OR_COLUMN, FLAG), "clues such as ((1, 'r1', False),)"
        ),
    )
    ties: str = field(
        default="only-unclued", metadata=choice("only-unclued", "none", "any")
    )

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless the grid is a square with such lines."""
        if geometry.rows != geometry.columns:
            raise UsageError(f"a grid of {geometry} has no full ranks")
        for rank, line, reverse in self.clues:
            _line_cells(line, geometry, reverse=reverse)
            if rank > 4 * geometry.rows:
                raise UsageError(
                    f"{self.label} {rank}; expected at most {4 * geometry.rows}"
                )

    def _lines(self, geometry: Geometry) -> dict[tuple[str, bool], tuple[int, ...]]:
        return {
            (line, reverse): _line_cells(line, geometry, reverse=reverse)
            for kind in "rc"
            for line in (f"{kind}{at}" for at in range(1, geometry.rows + 1))
            for reverse in (False, True)
        }

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return, for each clue, that so many others are smaller."""
        lines = self._lines(geometry)
        every = list(lines.values())
        clued = [lines[line, reverse] for _, line, reverse in self.clues]
        # With the least of several ranks of one line these contradict each other.
        ranks = {
            lines[line, reverse]: rank
            for rank, line, reverse in sorted(self.clues, reverse=True)
        }
        for (rank, _, _), own in zip(self.clues, clued, strict=True):
            rest = [other for other in every if other != own]
            ends = [_first_peers(geometry, own, other) + 1 for other in rest]
            others = (other[:end] for other, end in zip(rest, ends, strict=True))
            # Of the numbers of a square as many begin with each digit as it has sides.
            is_full = geometry.size == geometry.rows
            first = geometry.first_value + (rank - 1) // 4 if is_full else None
            known = tuple(map(ranks.get, rest))
            yield Rank(rank, own, tuple(others), first, known)
        named = {"any": [], "only-unclued": clued, "none": every}[self.ties]
        unlike = Table.of(operator.ne, values_in(geometry))
        for own, other in combinations(every, 2):
            is_named = own in named or other in named
            if is_named and _first_peers(geometry, own, other) == len(own):
                pairs = zip(own, other, strict=True)
                yield Disjunction(tuple((Pairs(*pair, unlike),) for pair in pairs))

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether the ranks are right."""
        lines = {
            key: [grid.values[cell] for cell in cells]
            for key, cells in self._lines(grid.geometry).items()
        }
        numbers = list(lines.values())
        for rank, line, reverse in self.clues:
            own = lines[line, reverse]
            if sum(number < own for number in numbers) != rank - 1:
                return False
            if self.ties != "any" and numbers.count(own) > 1:
                return False
        return self.ties != "none" or len(set(map(tuple, numbers))) == len(numbers)

    def describe(self) -> str:
        """Return the clues."""
        clues = [
            f"{rank} at {'the end' if reverse else 'the start'} of {line}"
            for rank, line, reverse in self.clues
        ]
        return f"full rank: {', '.join(clues) or 'no ties'}"


def _first_peers(
    geometry: Geometry, line: tuple[int, ...], other: tuple[int, ...]
) -> int:
    """Return the place of the first cells of two lines that must differ."""
    peers = _peers(geometry)
    for at, (cell, held) in enumerate(zip(line, other, strict=True)):
        if held in peers[cell]:
            return at
    return len(line)


@lru_cache(maxsize=8)
def _peers(geometry: Geometry) -> list[frozenset[int]]:
    return [frozenset(geometry.peers_of(cell)) for cell in range(geometry.cells)]
