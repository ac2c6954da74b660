"""Constraints of counts and sets; `Or` and `And` of other constraints."""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from itertools import pairwise, product
from typing import TYPE_CHECKING, ClassVar, TypeVar

from satdoku.errors import UsageError, counted, shown
from satdoku.puzzle.constraints.arguments import (
    CELL,
    REGIONS,
    VALUES,
    Cells,
    choice,
    kind_of,
    list_of,
    names,
    record,
    whole,
    wrong_argument,
)
from satdoku.puzzle.constraints.base import (
    BaseConstraint,
    CellConstraint,
    Constraint,
    Different,
    check_values,
    checked_constraint,
    grid_units,
    indices,
    values_in,
    values_of,
)
from satdoku.puzzle.constraints.forms import cage_look
from satdoku.puzzle.constraints.primitives import (
    Clause,
    Disjunction,
    InDomain,
    NValue,
    Occurrences,
    Pairs,
    SameCounts,
    SelfCounts,
    Table,
    pointing,
    points,
)
from satdoku.puzzle.constraints.records import declared

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.puzzle.constraints.base import FilledGrid, Primitive
    from satdoku.puzzle.geometry import Geometry

_T = TypeVar("_T")
MAX_DEPTH = 40
"""Levels of `Or` and `And` inside each other."""
_CONSTRAINT = kind_of("a constraint", checked_constraint)


@declared
class Contains(CellConstraint):
    """Each of some values occurs at least as often as it is listed: a quad.

    Example:
        >>> Contains("r1c1 r1c2 r2c1 r2c2", (3, 3)).is_satisfied_by_values([3, 1, 2, 3])
        True
    """

    label: ClassVar[str] = "quad"
    iss = "ContainAtLeast values cells | Quad cell values"
    fpuzzles = "quadruple cells values"
    sentence = "Circle on a corner: its digits are in the four cells around it."
    shown_field: ClassVar[str] = "values"
    repeats: ClassVar[bool] = False

    values: tuple[int, ...] = field(default=(), metadata=VALUES)

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless cells hold such values."""
        super().check(geometry)
        check_values(self, self.values, geometry)

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the least count of each value."""
        cells = self.cell_indices(geometry)
        for value, times in Counter(self.values).items():
            yield Occurrences(cells, (value,), tuple(range(times, len(cells) + 1)))

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether they occur so often."""
        return Counter(self.values) <= Counter(values)


@declared
class LookAndSay(CellConstraint):
    """Some values occur in the cells exactly so often.

    Args:
        counts: (value, how often) pairs; other values are free.
    """

    label: ClassVar[str] = "look and say"
    iss = "LookAndSay counts cells | ContainExact values cells"
    sentence = "k×v: v occurs in these cells exactly k times."
    look = cage_look(2, 2, 7, 2)
    repeats: ClassVar[bool] = False

    counts: tuple[tuple[int, int], ...] = field(
        default=(),
        metadata=list_of(record(whole(), whole(0)), "counts such as ((5, 2),)"),
    )

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless cells hold such values."""
        super().check(geometry)
        check_values(self, [value for value, _ in self.counts], geometry)

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return how often each value occurs."""
        cells = self.cell_indices(geometry)
        for value, times in self.counts:
            yield Occurrences(cells, (value,), (times,))

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether they occur so often."""
        return all(list(values).count(value) == times for value, times in self.counts)

    def describe(self) -> str:
        """Return the counts and the cells."""
        counts = ", ".join(f"{times} of {value}" for value, times in self.counts)
        return f"{self.label} {counts}: {names(self.cells)}"


@declared
class HowMany(CellConstraint):
    """So many of the cells hold one of some values: how many are even, say.

    Args:
        cells: The cells.
        values: The values.
        counts: How many cells hold one of them: one of these numbers.

    Example:
        >>> HowMany("r1c1 r1c2 r1c3", (2, 4), (1, 2)).is_satisfied_by_values([2, 3, 5])
        True
    """

    label: ClassVar[str] = "how many"
    sentence = "k×{{…}}: k of these cells hold one of the values."
    look = cage_look(2, 2, 7, 2)
    repeats: ClassVar[bool] = False

    values: tuple[int, ...] = field(default=(), metadata=VALUES)
    counts: tuple[int, ...] = field(
        default=(), metadata=list_of(whole(0), "numbers such as (1, 2)")
    )

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless cells hold such values."""
        super().check(geometry)
        check_values(self, self.values, geometry)

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the count."""
        values = tuple(dict.fromkeys(self.values))
        yield Occurrences(self.cell_indices(geometry), values, self.counts)

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether so many are."""
        return sum(value in self.values for value in values) in self.counts

    @property
    def clue(self) -> str:
        """The clue in short: `1/2×{2,4}`."""
        values, counts = ",".join(map(str, self.values)), map(str, self.counts)
        return f"{'/'.join(counts)}\xd7{{{values}}}"

    def describe(self) -> str:
        """Return the clue and the cells."""
        counts, values = (
            " or ".join(map(str, self.counts)),
            " ".join(map(str, self.values)),
        )
        return f"{counts} of {values}: {names(self.cells)}"


class CountingCircles(CellConstraint):
    """A value that occurs among the cells occurs as often as it says."""

    label: ClassVar[str] = "counting circles"
    iss = "CountingCircles cells"
    sentence = "A value in dashed circles is in as many of them as it says."
    repeats: ClassVar[bool] = False

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return that counts are values."""
        yield SelfCounts(self.cell_indices(geometry))

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether each value occurs as often as it says."""
        return all(value == many for value, many in Counter(values).items())


class CountDistinct(CellConstraint):
    """The first cell holds how many different values the others hold."""

    label: ClassVar[str] = "count distinct"
    iss = "CountDistinct cells"
    sentence = "The first cell says how many different values are in the others."
    min_cells: ClassVar[int] = 2

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the count of values that occur."""
        first, *others = self.cell_indices(geometry)
        yield NValue(tuple(others), first)

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether the count is right."""
        return values[0] == len(set(values[1:]))


@declared
class SameValues(CellConstraint):
    """Cut into sets of equal size, the cells of all sets hold the same values as often.

    Args:
        sets: How many sets; as many as there are cells: all hold one value.
    """

    label: ClassVar[str] = "same values"
    iss = "SameValues sets cells"
    fpuzzles = "clone cells cloneCells"
    sentence = "Outlines with the same letter hold the same values as often."
    min_cells: ClassVar[int] = 2

    sets: int = field(default=2, metadata=whole(1))

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.cells) % self.sets:
            raise wrong_argument(
                self, "sets", f"a divisor of {counted(len(self.cells), 'cell')}"
            )

    def _cut(self, cells: Sequence[_T]) -> list[tuple[_T, ...]]:
        size = len(cells) // self.sets
        return [tuple(cells[at : at + size]) for at in range(0, len(cells), size)]

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return that each set has each value as often as the next."""
        groups = self._cut(self.cell_indices(geometry))
        for left, right in pairwise(groups):
            if len(left) == 1:
                table = Table.of(int.__eq__, values_in(geometry))
                yield Pairs(left[0], right[0], table)
            else:
                yield SameCounts(left, right)

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether all sets hold the same."""
        groups = [Counter(group) for group in self._cut(values)]
        return all(group == groups[0] for group in groups)

    def describe(self) -> str:
        """Return the cells of the sets."""
        return f"{self.label}: {' = '.join(map(names, self._cut(self.cells)))}"


@declared
class Indexing(CellConstraint):
    """A cell with value v says where in its row its column's number stands, or as rows.

    By columns: a cell in column c with v: the v-th cell of its row holds c.  By rows: a
    cell in row r with v: the v-th cell of its column holds r.

    Args:
        by: `columns` or `rows`.
    """

    label: ClassVar[str] = "indexing"
    iss = "Indexing~C cells by=columns | Indexing~R cells by=rows"
    fpuzzles = "columnindexer cells by=columns | rowindexer cells by=rows"
    sentence = (
        "Cells with c (with r): the value says where in the row (column) "
        "the number of the cell's column (row) stands."
    )
    repeats: ClassVar[bool] = False
    takes: ClassVar[str] = "grid"

    by: str = field(default="columns", metadata=choice("columns", "rows"))

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return a clause for each cell and value."""
        for (row, column), cell in zip(
            self.cells, self.cell_indices(geometry), strict=True
        ):
            line, number = targets(row, column, geometry, self.by)
            yield from pointing(cell, line, number)

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether each cell says the truth."""
        values = values_of(grid, self.cell_indices(grid.geometry))
        lines = [targets(*cell, grid.geometry, self.by) for cell in self.cells]
        return all(
            points(value, values_of(grid, line), number)
            for value, (line, number) in zip(values, lines, strict=True)
        )

    def describe(self) -> str:
        """Return the kind and the cells."""
        return f"indexing by {self.by}: {names(self.cells)}"


@declared
class BoxIndexing(CellConstraint):
    """A cell at place p of a region with value v: the v-th cell of it holds p.

    Args:
        cells: The region, in reading order.
        at: The places in it, from 1, of the cells that say so.
    """

    label: ClassVar[str] = "box indexing"
    fpuzzles = "boxindexer cells"
    sentence = (
        "Cells with b: the value says which cell of the region holds the "
        "number of the cell's place in it."
    )
    repeats: ClassVar[bool] = False

    at: tuple[int, ...] = field(
        default=(), metadata=list_of(whole(1), "places such as (1, 3)")
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if max(self.at, default=0) > len(self.cells):
            raise wrong_argument(self, "at", f"at most {len(self.cells)}")

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return a clause for each cell and value."""
        cells = self.cell_indices(geometry)
        for place in self.at:
            yield from pointing(cells[place - 1], cells, place)

    def is_satisfied_by_values(self, values: Sequence[int]) -> bool:
        """Whether each cell says the truth."""
        return all(points(values[place - 1], values, place) for place in self.at)


@declared
class NoIndexing(BaseConstraint):
    """No cell says where its column's number stands, or its row's, but for some.

    Args:
        by: `columns` or `rows`, as `Indexing` has it.
        indexers: Cells that the constraint leaves out.
    """

    label: ClassVar[str] = "no other indexing"
    sentence = "No cell without a sign is indexing by {0.by}."

    by: str = field(default="columns", metadata=choice("columns", "rows"))
    indexers: tuple[tuple[int, int], ...] = field(
        default=(), metadata=list_of(CELL, "cells such as ['r1c1']")
    )

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless all indexers lie in the grid."""
        indices(self.indexers, geometry)

    def _pointers(self, geometry: Geometry) -> Iterator[tuple[int, Sequence[int], int]]:
        """Yield each cell, where it would point to, and the number it would mean."""
        for cell in range(geometry.cells):
            place = divmod(cell, geometry.columns)
            if place not in self.indexers:
                yield cell, *targets(*place, geometry, self.by)

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return "not both" for each cell and each that it could point to."""
        values = values_in(geometry)
        places = range(1, 1 + max(geometry.rows, geometry.columns))
        tables = {
            pair: Table.of(lambda *held, pair=pair: held != pair, values)
            for pair in product(places, repeat=2)
        }
        for cell, line, number in self._pointers(geometry):
            for at, target in enumerate(line, 1):
                if target == cell:
                    yield InDomain(cell, [value for value in values if value != at])
                else:
                    yield Pairs(cell, target, tables[at, number])

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether no cell tells the truth."""
        values = values_of(grid, range(grid.geometry.cells))
        return not any(
            points(values[cell], [values[at] for at in line], number)
            for cell, line, number in self._pointers(grid.geometry)
        )

    def describe(self) -> str:
        """Return the kind."""
        return f"{self.label} by {self.by}"


def targets(
    row: int, column: int, geometry: Geometry, by: str
) -> tuple[Sequence[int], int]:
    """Return the row or column that a cell points into, and the number of its own."""
    if by == "columns":
        return geometry.row_units[row], column + 1
    return geometry.column_units[column], row + 1


@declared
class RegionSameValues(BaseConstraint):
    """Of rows, columns and regions, those with most cells hold the same values.

    Args:
        regions: Irregular regions, as `puzzle.constraints.places.Regions` has them.
    """

    label: ClassVar[str] = "regions hold the same values"
    iss = "RegionSameValues"
    sentence = "All regions of the largest size hold the same values."

    regions: tuple[Cells, ...] = field(default=(), metadata=REGIONS)

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless all regions lie in the grid."""
        for region in self.regions:
            indices(region, geometry)

    def largest(self, geometry: Geometry) -> list[tuple[int, ...]]:
        """Return the cells of each set that holds the same values."""
        own = [indices(region, geometry) for region in self.regions]
        units = [*geometry.units, *own]
        size = max(map(len, units))
        return [unit for unit in units if len(unit) == size < geometry.size]

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return that their values are the same."""
        for unit, other in pairwise([*(units := self.largest(geometry)), *units[:1]]):
            for value in values_in(geometry):
                held = tuple((cell, value, True) for cell in other)
                for cell in unit:
                    yield Clause(((cell, value, False), *held))

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether their values are the same."""
        units = self.largest(grid.geometry)
        return len({frozenset(values_of(grid, unit)) for unit in units}) < 2


@declared
class _Compound(BaseConstraint):
    """A constraint made of constraints."""

    constraints: tuple[Constraint, ...] = field(
        default=(), metadata=list_of(_CONSTRAINT, "constraints")
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if _depth(self) > MAX_DEPTH:
            raise UsageError(
                f"{type(self).__name__}: constraints nested too deep; "
                f"expected at most {MAX_DEPTH} levels"
            )
        for each in self.constraints:
            if getattr(each, "is_hidden", False):
                name = type(self).__name__
                raise UsageError(f"{each.describe()} cannot stand in {name}")

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless all constraints fit the geometry."""
        for constraint in self.constraints:
            constraint.check(geometry)


def _depth(constraint: Constraint) -> int:
    """Return how many levels of `Or` and `And` a constraint has."""
    if not isinstance(constraint, _Compound):
        return 0
    return 1 + max(map(_depth, constraint.constraints), default=0)


class And(_Compound):
    """All of some constraints hold.

    Args:
        constraints: The constraints.
    """

    label: ClassVar[str] = "and"
    iss = "And"
    sentence = "All of some constraints hold."

    def units(self, geometry: Geometry) -> Iterable[Sequence[int]]:
        """Return the units of all constraints."""
        return [unit for each in self.constraints for unit in each.units(geometry)]

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Yield the primitives of all constraints."""
        for constraint in self.constraints:
            yield from primitives_of(constraint, geometry)

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether all constraints allow the grid."""
        return all(constraint.is_satisfied(grid) for constraint in self.constraints)

    def describe(self) -> str:
        """Return all constraints."""
        return "; ".join(each.describe() for each in self.constraints) or "nothing"


class Or(_Compound):
    """At least one of some constraints holds.

    Args:
        constraints: The constraints; none: there is no solution.
    """

    label: ClassVar[str] = "or"
    iss = "Or"
    sentence = "One of some constraints holds."

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the choice between them."""
        branches = (
            (
                *primitives_of(each, geometry),
                *map(Different, grid_units(each, geometry)),
            )
            for each in self.constraints
        )
        yield Disjunction(tuple(branches))

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether one constraint allows the grid, its units included."""
        return any(
            constraint.is_satisfied(grid)
            and all(
                len({*values_of(grid, unit)}) == len(unit)
                for unit in constraint.units(grid.geometry)
            )
            for constraint in self.constraints
        )

    def describe(self) -> str:
        """Return the constraints."""
        described = (each.describe() for each in self.constraints)
        return f"({') or ('.join(described)})"


def primitives_of(constraint: Constraint, geometry: Geometry) -> Iterable[Primitive]:
    """Return the primitives of a constraint.

    Raises:
        UsageError: It is a constraint of one's own that has none.
    """
    if constraint.only_units:
        return ()
    if not isinstance(constraint, BaseConstraint):
        raise UsageError(f"{shown(constraint.describe())} cannot stand in Or or And")
    return constraint.parts(geometry)
