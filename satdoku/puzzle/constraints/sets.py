"""Rules of counts and sets; `Or` and `And` of other rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, TypeVar

from satdoku.errors import UsageError, shown
from satdoku.puzzle.constraints.base import (
    CellRule,
    Constraint,
    Rule,
    indices,
    names,
    values_in,
    values_of,
)
from satdoku.puzzle.constraints.parts import (
    AtLeast,
    Automaton,
    Either,
    Pairs,
    Present,
    occurrences,
    pointing,
    points,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.puzzle.constraints.parts import Part
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import Grid

__all__ = [
    "And",
    "BoxIndexing",
    "Contains",
    "CountDistinct",
    "CountingCircles",
    "Indexing",
    "LookAndSay",
    "Or",
    "RegionSameValues",
    "SameValues",
]

_T = TypeVar("_T")


@dataclass(frozen=True)
class Contains(CellRule):
    """Each of some values occurs at least as often as it is listed: a quad.

    Example:
        >>> Contains("r1c1 r1c2 r2c1 r2c2", (3, 3)).holds([3, 1, 2, 3])
        True
    """

    word: ClassVar[str] = "quad"
    says: ClassVar[str] = "values"
    repeats: ClassVar[bool] = False

    values: tuple[int, ...] = ()

    def parts(self, geometry: Geometry) -> Iterable[Part]:
        """Return how often each value occurs at least."""
        cells = self.where(geometry)
        for value, times in Counter(self.values).items():
            yield AtLeast(times, value, cells)

    def holds(self, values: Sequence[int]) -> bool:
        """Whether they occur so often."""
        return Counter(self.values) <= Counter(values)


@dataclass(frozen=True)
class LookAndSay(CellRule):
    """Some values occur in the cells exactly so often.

    Args:
        counts: (value, how often) pairs; other values are free.
    """

    word: ClassVar[str] = "look and say"
    repeats: ClassVar[bool] = False

    counts: tuple[tuple[int, int], ...] = ()

    def parts(self, geometry: Geometry) -> Iterable[Part]:
        """Return how often each value occurs."""
        cells = self.where(geometry)
        for value, times in self.counts:
            yield occurrences(value, cells, times.__eq__)

    def holds(self, values: Sequence[int]) -> bool:
        """Whether they occur so often."""
        return all(list(values).count(value) == times for value, times in self.counts)

    def describe(self) -> str:
        """Return the counts and the cells."""
        said = ", ".join(f"{times} of {value}" for value, times in self.counts)
        return f"{self.word} {said}: {names(self.cells)}"


@dataclass(frozen=True)
class CountingCircles(CellRule):
    """A value that occurs among the cells occurs as often as it says."""

    word: ClassVar[str] = "counting circles"
    repeats: ClassVar[bool] = False

    def parts(self, geometry: Geometry) -> Iterable[Part]:
        """Return how often each value occurs, and which may."""
        cells = self.where(geometry)
        for value in values_in(geometry):
            yield occurrences(value, cells, (0, value).__contains__)

    def holds(self, values: Sequence[int]) -> bool:
        """Whether each value occurs as often as it says."""
        return all(value == many for value, many in Counter(values).items())


@dataclass(frozen=True)
class CountDistinct(CellRule):
    """The first cell holds how many different values the others hold."""

    word: ClassVar[str] = "count distinct"
    fewest: ClassVar[int] = 2

    def parts(self, geometry: Geometry) -> Iterable[Part]:
        """Return the count of values that occur."""
        first, *others = self.where(geometry)
        yield Present((tuple(others),), count=first)

    def holds(self, values: Sequence[int]) -> bool:
        """Whether the count is right."""
        return values[0] == len(set(values[1:]))


@dataclass(frozen=True)
class SameValues(CellRule):
    """Cut into sets of equal size, the cells of all sets hold the same values as often.

    Args:
        sets: How many sets; as many as there are cells: all hold one value.
    """

    word: ClassVar[str] = "same values"
    fewest: ClassVar[int] = 2

    sets: int = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.sets <= len(self.cells) or len(self.cells) % self.sets:
            raise UsageError(
                f"{len(self.cells)} cells cannot be cut into {shown(self.sets)} sets"
            )

    def _cut(self, cells: Sequence[_T]) -> list[tuple[_T, ...]]:
        size = len(cells) // self.sets
        return [tuple(cells[at : at + size]) for at in range(0, len(cells), size)]

    def parts(self, geometry: Geometry) -> Iterable[Part]:
        """Return that each set has each value as often as the next."""
        groups = self._cut(self.where(geometry))
        for left, right in pairwise(groups):
            if len(left) == 1:
                yield Pairs(left[0], right[0], int.__eq__)
                continue
            for value in values_in(geometry):
                yield _as_often(value, left, right)

    def holds(self, values: Sequence[int]) -> bool:
        """Whether all sets hold the same."""
        groups = [Counter(group) for group in self._cut(values)]
        return all(group == groups[0] for group in groups)

    def describe(self) -> str:
        """Return the cells of the sets."""
        return f"{self.word}: {' = '.join(map(names, self._cut(self.cells)))}"


def _as_often(value: int, left: tuple[int, ...], right: tuple[int, ...]) -> Automaton:
    """Return that a value occurs in some cells as often as in others."""
    half = len(left)

    def step(state: tuple[int, int], held: int) -> tuple[int, int] | None:
        place, count = state
        count += held if place < half else -held
        return (place + 1, count) if count >= 0 else None

    return Automaton(
        (*left, *right), (0, 0), step, lambda state: state[1] == 0, value=value
    )


@dataclass(frozen=True)
class Indexing(CellRule):
    """A cell with value v says where in its row its column's number stands, or as rows.

    By columns: a cell in column c with v: the v-th cell of its row holds c.  By rows: a
    cell in row r with v: the v-th cell of its column holds r.

    Args:
        by: `columns` or `rows`.
    """

    word: ClassVar[str] = "indexing"
    repeats: ClassVar[bool] = False

    by: str = "columns"

    def _targets(
        self, row: int, column: int, geometry: Geometry
    ) -> tuple[Sequence[int], int]:
        """Return the row or column that a cell points into, and what is there."""
        if self.by == "columns":
            return geometry.row_units[row], column + 1
        return geometry.column_units[column], row + 1

    def parts(self, geometry: Geometry) -> Iterable[Part]:
        """Return a clause for each cell and value."""
        for (row, column), cell in zip(self.cells, self.where(geometry), strict=True):
            targets, number = self._targets(row, column, geometry)
            yield from pointing(cell, targets, number)

    def allows(self, grid: Grid) -> bool:
        """Whether each cell says the truth."""
        values = values_of(grid, self.where(grid.geometry))
        targets = [self._targets(*cell, grid.geometry) for cell in self.cells]
        return all(
            points(value, values_of(grid, line), number)
            for value, (line, number) in zip(values, targets, strict=True)
        )

    def describe(self) -> str:
        """Return the kind and the cells."""
        return f"indexing by {self.by}: {names(self.cells)}"


@dataclass(frozen=True)
class BoxIndexing(CellRule):
    """A cell at place p of a region with value v: the v-th cell of it holds p.

    Args:
        cells: The region, in reading order.
        at: The places in it, from 1, of the cells that say so.
    """

    word: ClassVar[str] = "box indexing"
    repeats: ClassVar[bool] = False

    at: tuple[int, ...] = ()

    def parts(self, geometry: Geometry) -> Iterable[Part]:
        """Return a clause for each cell and value."""
        cells = self.where(geometry)
        for place in self.at:
            yield from pointing(cells[place - 1], cells, place)

    def holds(self, values: Sequence[int]) -> bool:
        """Whether each cell says the truth."""
        return all(points(values[place - 1], values, place) for place in self.at)


@dataclass(frozen=True)
class RegionSameValues(Rule):
    """Of rows, columns and regions, those with most cells hold the same values.

    Args:
        regions: Irregular regions, as `puzzle.constraints.places.Regions` has them.
    """

    word: ClassVar[str] = "regions hold the same values"

    regions: tuple[tuple[tuple[int, int], ...], ...] = ()

    def _largest(self, geometry: Geometry) -> list[tuple[int, ...]]:
        own = [indices(region, geometry) for region in self.regions]
        units = [*geometry.units, *own]
        size = max(map(len, units))
        return [unit for unit in units if len(unit) == size < geometry.size]

    def parts(self, geometry: Geometry) -> Iterable[Part]:
        """Return that their values are the same."""
        largest = self._largest(geometry)
        return [Present(tuple(largest))] if largest else []

    def allows(self, grid: Grid) -> bool:
        """Whether their values are the same."""
        units = self._largest(grid.geometry)
        return len({frozenset(values_of(grid, unit)) for unit in units}) < 2


@dataclass(frozen=True)
class _Compound(Rule):
    """A rule made of rules."""

    rules: tuple[Constraint, ...] = ()

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless all rules fit the geometry."""
        for rule in self.rules:
            rule.check(geometry)


@dataclass(frozen=True)
class And(_Compound):
    """All of some rules hold.

    Args:
        rules: The rules.
    """

    word: ClassVar[str] = "and"

    def units(self, geometry: Geometry) -> Iterable[Sequence[int]]:
        """Return the units of all rules."""
        return [unit for rule in self.rules for unit in rule.units(geometry)]

    def parts(self, geometry: Geometry) -> Iterable[Part]:
        """Return the parts of all rules."""
        return [part for rule in self.rules for part in parts_of(rule, geometry)]

    def allows(self, grid: Grid) -> bool:
        """Whether all rules allow the grid."""
        return all(rule.allows(grid) for rule in self.rules)

    def describe(self) -> str:
        """Return all rules."""
        return "; ".join(rule.describe() for rule in self.rules) or "nothing"


@dataclass(frozen=True)
class Or(_Compound):
    """At least one of some rules holds.

    Args:
        rules: The rules; none: there is no solution.
    """

    word: ClassVar[str] = "or"

    def parts(self, geometry: Geometry) -> Iterable[Part]:
        """Return the choice between them."""
        parts = [tuple(parts_of(rule, geometry)) for rule in self.rules]
        units = [tuple(map(tuple, rule.units(geometry))) for rule in self.rules]
        yield Either(tuple(zip(parts, units, strict=True)))

    def allows(self, grid: Grid) -> bool:
        """Whether one rule allows the grid, its units included."""
        return any(
            rule.allows(grid)
            and all(
                len({grid.values[cell] for cell in unit}) == len(unit)
                for unit in rule.units(grid.geometry)
            )
            for rule in self.rules
        )

    def describe(self) -> str:
        """Return the rules."""
        return "(" + ") or (".join(rule.describe() for rule in self.rules) + ")"


def parts_of(rule: Constraint, geometry: Geometry) -> Iterable[Part]:
    """Return the parts of a rule.

    Raises:
        UsageError: It is a rule of one's own that has none.
    """
    if rule.only_units:
        return ()
    if not isinstance(rule, Rule):
        raise UsageError(f"{shown(rule.describe())} cannot stand in Or or And")
    return rule.parts(geometry)
