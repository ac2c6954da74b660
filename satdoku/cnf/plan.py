"""What a recipe says of a geometry and constraints, whatever the candidates.

A plan is a list of subjects for each family: cells, units, triads, and lines (rows,
columns and boxes) as sets of triads, each with the rule that holds of it.  It is made
once for all puzzles of a geometry; `satdoku.cnf.encoder` makes the clauses.

Where the recipe leaves to counting what holds of full units alone (as `minimal`, whose
cells might hold two digits otherwise), other units and cells are told it directly.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from satdoku.cnf.amo import rule
from satdoku.cnf.recipe import TriadTicks
from satdoku.puzzle.constraints.base import units_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from satdoku.cnf.amo import Scheme
    from satdoku.cnf.formula import Clause
    from satdoku.cnf.recipe import Recipe
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry

__all__ = ["Plan", "Subject", "plan_of"]


class Subject(NamedTuple):
    """Something that clauses are about.

    Args:
        family: The family of its clauses.
        name: The cell or unit, the triad, or the constraint.
        members: The cells, or the numbers of triads, that the rule is about.
        rule: What holds of them; None where clauses are made otherwise.
        is_full: Whether it holds every digit.
        label: Distinguishes its auxiliary variables from others of the unit.
    """

    family: str
    name: str
    members: Sequence[int] = ()
    rule: Scheme | None = None
    is_full: bool = False
    label: str = ""


class Plan:
    """What a recipe says of a geometry and constraints, whatever the candidates.

    Attributes:
        cell_rule: The rule that each cell obeys.
        units: The units that are said cell by cell, with the rule digit by digit.
        triads: Row triads, then column triads, with the rule inside; none without.
        lines: Rows, columns and boxes as sets of triads.
        is_determined: Whether the variables of at-most-one schemes are functions of the
            cells in every solution.  They are where the set has one true literal, as a
            unit with all digits; elsewhere only some schemes leave no choice.
    """

    def __init__(
        self, geometry: Geometry, recipe: Recipe, constraints: tuple[Constraint, ...]
    ) -> None:
        self.geometry = geometry
        self.recipe = recipe
        self._all_units = units_of(geometry, constraints)
        self._names = [*map(geometry.unit_name, range(len(geometry.units)))]
        for one in constraints:
            many = len(list(one.units(geometry)))
            name = one.describe()
            numbers = range(1, many + 1)
            self._names += [f"{name} {k}" if many > 1 else name for k in numbers]
        self._has_triads = recipe.triad is not None and geometry.box is not None
        self._ticks = recipe.triad or TriadTicks()
        least, most = recipe.cell
        if not any(len(unit) == geometry.size for unit in geometry.units):
            least, most = True, most or "pairwise"  # nothing can be counted
        self.cell_rule = rule(least, most)
        self.units = list(self._plan_units())
        self.triads = list(self._plan_triads()) if self._has_triads else []
        self.units_by_cell = self._by_member(self.units, geometry.cells)
        self.triads_by_cell = self._by_member(self.triads, geometry.cells)
        self.lines = list(self._plan_lines()) if self._has_triads else []
        self.lines_by_triad = self._by_member(self.lines, len(self.triads))
        self.is_determined = all(
            one.is_full or one.rule is None or one.rule.determined
            for one in (*self.units, *self.triads, *self.lines)
        )

    def _by_member(self, sets: list[Subject], members: int) -> list[list[int]]:
        """Return of each member the sets that it is in: set number times (n + 1)."""
        found: list[list[int]] = [[] for _ in range(members)]
        for number, one in enumerate(sets):
            start = number * (self.geometry.size + 1)
            for member in one.members:
                found[member].append(start)
        return found

    @cached_property
    def cells(self) -> list[Subject]:
        """All cells, with the rule that each obeys."""
        said, name_of = self.cell_rule, self.geometry.cell_name
        cells = range(self.geometry.cells)
        return [Subject("cell", name_of(cell), (cell,), said) for cell in cells]

    def _unit_rule(self, cells: int, least: bool, most: str | None) -> Scheme | None:  # noqa: FBT001
        """Return the rule of a unit with so many cells; few hold no digit for sure."""
        if cells < self.geometry.size:
            least = False
            most = most or (None if self.recipe.peer.support else "pairwise")
        return rule(least, most)

    def _plan_units(self) -> Iterator[Subject]:
        least, most = self.recipe.unit
        ticks = self._ticks
        seen: list[list[set[int]]] = [[] for _ in range(self.geometry.cells)]
        for index, unit in enumerate(self._all_units):
            said = None
            if not self._has_triads or index >= len(self.geometry.units):
                least_of_all = least or ticks.at_least_one
                said = self._unit_rule(
                    len(unit), least_of_all, most or ticks.at_most_one
                )
            elif not self.recipe.unit.is_empty:
                said = self._unit_rule(len(unit), least, most)
            cells = set(unit)
            if any(cells <= earlier for earlier in seen[unit[0]]):
                continue
            for cell in unit:
                seen[cell].append(cells)
            if said is not None:
                is_full = len(unit) == self.geometry.size
                # Rising, as candidates are: `kept` goes by the places in a unit.
                members = tuple(sorted(unit))
                yield Subject("unit", self._names[index], members, said, is_full)

    def _plan_triads(self) -> Iterator[Subject]:
        geometry = self.geometry
        inside = rule(at_least_one=False, at_most_one=self._ticks.inside_at_most_one)
        for line, triads, line_of in (
            ("row", geometry.row_triads, geometry.row_of),
            ("column", geometry.column_triads, geometry.column_of),
        ):
            for cells in triads:
                place = (
                    f"{line_of(cells[0]) + 1} in box {geometry.box_of(cells[0]) + 1}"
                )
                yield Subject("triad", f"{line} {place}", cells, inside)

    def _plan_lines(self) -> Iterator[Subject]:
        geometry, ticks = self.geometry, self._ticks
        rows, lines_end = geometry.rows, geometry.rows + geometry.columns
        boxes = range(lines_end, len(geometry.units))
        # No news is a box that is a line itself, or whose triads are cells.
        for units, kind, label, is_news in (
            (range(rows), 0, "triads", True),
            (range(rows, lines_end), 1, "triads", True),
            (boxes, 0, "rowtriads", geometry.box_height > 1),
            (boxes, 1, "columntriads", geometry.box_width > 1),
        ):
            for index in units if is_news else ():
                unit = geometry.units[index]
                said = self._unit_rule(len(unit), ticks.at_least_one, ticks.at_most_one)
                found = (self.triads_by_cell[cell][kind] for cell in unit)
                members = [at // (geometry.size + 1) for at in dict.fromkeys(found)]
                if said is not None:
                    is_full = len(unit) == geometry.size
                    name = self._names[index]
                    yield Subject("triad", name, members, said, is_full, label)

    def is_exact(self, triad: int) -> bool:
        """Whether the digits of a triad are counted.

        Not where triads are whole lines, which hold every digit anyway.
        """
        is_row = triad < len(self.geometry.row_triads)
        across = self.geometry.box_height if is_row else self.geometry.box_width
        return self._has_triads and self._ticks.exact and across > 1

    @cached_property
    def peers(self) -> list[list[int]]:
        """The peers of each cell, rising."""
        return list(map(sorted, self.peer_sets()))

    def peer_sets(self) -> Iterator[set[int]]:
        """Yield the peers of each cell, too many to be kept on large boards."""
        units: list[list[tuple[int, ...]]] = [[] for _ in range(self.geometry.cells)]
        for unit in self._all_units:
            for cell in unit:
                units[cell].append(unit)
        for cell, own in enumerate(units):
            yield set().union(*own) - {cell}

    @cached_property
    def repeated(self) -> list[set[Clause]]:
        """Which clauses of units, then of triads, earlier ones have said already.

        As clauses over positions from 1 on.  Only "not both" can be said twice.
        """
        places: list[list[tuple[int, int]]] = [[] for _ in range(self.geometry.cells)]
        said_by: list[Collection[Clause]] = []
        found: list[set[Clause]] = []
        for number, one in enumerate((*self.units, *self.triads)):
            mine = one.rule.size(len(one.members)).made if one.rule else ()
            shared: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
            for place, cell in enumerate(one.members, 1):
                for other, there in places[cell]:
                    shared[other].append((-place, -there))
                places[cell].append((number, place))
            found.append(
                {
                    (a, b)
                    for other, common in shared.items()
                    for (a, i), (b, j) in combinations(common, 2)
                    if (a, b) in mine
                    and ((i, j) in said_by[other] or (j, i) in said_by[other])
                }
            )
            said_by.append(mine)
        return found

    @cached_property
    def kept(self) -> list[list[bool] | None]:
        """Which clauses of units, then of triads, are news; None for all."""
        sets = zip((*self.units, *self.triads), self.repeated, strict=True)
        return [
            [clause not in said for clause in one.rule.size(len(one.members)).made]
            if one.rule and said
            else None
            for one, said in sets
        ]


plan_of = lru_cache(maxsize=64)(Plan)
"""Return the plan for a geometry, recipe and constraints; made once."""
