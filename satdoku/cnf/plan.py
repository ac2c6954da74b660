"""The sets that a recipe makes clauses of, whatever the candidates.

A plan is a list of sets for each family: cells, units, triads, and lines (rows, columns
and boxes) as sets of triads, each with its scheme.  It is made once for all puzzles of
a geometry; `satdoku.cnf.encoder` makes the clauses.

Where the recipe leaves to counting what holds of full units alone (as `minimal`, whose
cells might hold two digits otherwise), other units and cells get clauses of their own.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from satdoku.cnf.amo import amo_scheme
from satdoku.cnf.recipe import TriadOptions
from satdoku.puzzle.constraints.base import grid_units, units_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from satdoku.cnf.amo import Scheme
    from satdoku.cnf.formula import Clause
    from satdoku.cnf.recipe import Recipe
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry


class ClauseGroup(NamedTuple):
    """What a group of clauses is about.

    Args:
        family: The family of its clauses.
        name: The cell or unit, the triad, or the constraint.
        members: The cells, or the numbers of triads, that the scheme is about.
        scheme: Makes the clauses; None where they are made otherwise.
        is_full: Whether it holds every digit.
        label: Distinguishes its auxiliary variables from others of the unit.
    """

    family: str
    name: str
    members: Sequence[int] = ()
    scheme: Scheme | None = None
    is_full: bool = False
    label: str = ""


class Plan:
    """The sets that a recipe makes clauses of, by family.

    Attributes:
        cell_scheme: The scheme of each cell.
        units: The units with clauses on cells, a scheme for each digit.
        triads: Row triads, then column triads, with the scheme inside; none without.
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
        for constraint in constraints:
            many = len(grid_units(constraint, geometry))
            name = constraint.describe()
            numbers = range(1, many + 1)
            self._names += [f"{name} {k}" if many > 1 else name for k in numbers]
        self._has_triads = recipe.triad is not None and geometry.box is not None
        self._options = recipe.triad or TriadOptions()
        least, most = recipe.cell
        if not any(len(unit) == geometry.size for unit in geometry.units):
            least, most = True, most or "pairwise"  # nothing can be counted
        self.cell_scheme = amo_scheme(least, most)
        self.units = list(self._plan_units())
        self.triads = list(self._plan_triads()) if self._has_triads else []
        self.units_by_cell = self._by_member(self.units, geometry.cells)
        self.triads_by_cell = self._by_member(self.triads, geometry.cells)
        self.lines = list(self._plan_lines()) if self._has_triads else []
        self.lines_by_triad = self._by_member(self.lines, len(self.triads))
        self.is_determined = all(
            group.is_full or group.scheme is None or group.scheme.determined
            for group in (*self.units, *self.triads, *self.lines)
        )

    def _by_member(self, sets: list[ClauseGroup], members: int) -> list[list[int]]:
        """Return of each member the sets that it is in: set number times (n + 1)."""
        starts: list[list[int]] = [[] for _ in range(members)]
        for number, group in enumerate(sets):
            start = number * (self.geometry.size + 1)
            for member in group.members:
                starts[member].append(start)
        return starts

    @cached_property
    def cells(self) -> list[ClauseGroup]:
        """All cells, with the scheme of each."""
        scheme, name_of = self.cell_scheme, self.geometry.cell_name
        cells = range(self.geometry.cells)
        return [ClauseGroup("cell", name_of(cell), (cell,), scheme) for cell in cells]

    def _unit_scheme(self, cells: int, least: bool, most: str | None) -> Scheme | None:  # noqa: FBT001
        """Return the scheme of a unit with so many cells; few need not hold a digit."""
        if cells < self.geometry.size:
            least = False
            most = most or (None if self.recipe.peer.support else "pairwise")
        return amo_scheme(least, most)

    def _plan_units(self) -> Iterator[ClauseGroup]:
        least, most = self.recipe.unit
        options = self._options
        seen: list[list[set[int]]] = [[] for _ in range(self.geometry.cells)]
        for index, unit in enumerate(self._all_units):
            scheme = None
            if not self._has_triads or index >= len(self.geometry.units):
                least_of_all = least or options.at_least_one
                most_of_all = most or options.at_most_one
                scheme = self._unit_scheme(len(unit), least_of_all, most_of_all)
            elif not self.recipe.unit.is_empty:
                scheme = self._unit_scheme(len(unit), least, most)
            cells = set(unit)
            if any(cells <= earlier for earlier in seen[unit[0]]):
                continue
            for cell in unit:
                seen[cell].append(cells)
            if scheme is not None:
                is_full = len(unit) == self.geometry.size
                # Rising, as candidates are: `kept` goes by the places in a unit.
                members = tuple(sorted(unit))
                name = self._names[index]
                yield ClauseGroup("unit", name, members, scheme, is_full)

    def _plan_triads(self) -> Iterator[ClauseGroup]:
        geometry = self.geometry
        most = self._options.inside_at_most_one
        inside = amo_scheme(at_least_one=False, at_most_one=most)
        for line, triads, line_of in (
            ("row", geometry.row_triads, geometry.row_of),
            ("column", geometry.column_triads, geometry.column_of),
        ):
            for cells in triads:
                place = (
                    f"{line_of(cells[0]) + 1} in box {geometry.box_of(cells[0]) + 1}"
                )
                yield ClauseGroup("triad", f"{line} {place}", cells, inside)

    def _plan_lines(self) -> Iterator[ClauseGroup]:
        geometry, options = self.geometry, self._options
        rows, lines_end = geometry.rows, geometry.rows + geometry.columns
        boxes = range(lines_end, len(geometry.units))
        # Not needed: a box that is a line itself, or whose triads are cells.
        for units, kind, label, needed in (
            (range(rows), 0, "triads", True),
            (range(rows, lines_end), 1, "triads", True),
            (boxes, 0, "rowtriads", geometry.box_height > 1),
            (boxes, 1, "columntriads", geometry.box_width > 1),
        ):
            for index in units if needed else ():
                unit = geometry.units[index]
                scheme = self._unit_scheme(
                    len(unit), options.at_least_one, options.at_most_one
                )
                starts = (self.triads_by_cell[cell][kind] for cell in unit)
                members = [at // (geometry.size + 1) for at in dict.fromkeys(starts)]
                if scheme is not None:
                    is_full = len(unit) == geometry.size
                    name = self._names[index]
                    yield ClauseGroup("triad", name, members, scheme, is_full, label)

    @cached_property
    def exact_triads(self) -> frozenset[int]:
        """The triads whose digits are counted.

        Not those that are whole lines, which hold every digit anyway.
        """
        if not self._options.exact:
            return frozenset()
        rows = len(self.geometry.row_triads)
        first = 0 if self.geometry.box_height > 1 else rows
        last = len(self.triads) if self.geometry.box_width > 1 else rows
        return frozenset(range(first, last))

    @cached_property
    def peers(self) -> list[list[int]]:
        """The peers of each cell, rising."""
        return list(map(sorted, self.peer_sets()))

    def peer_sets(self) -> Iterator[set[int]]:
        """Yield the peers of each cell; too many to be kept on large boards."""
        units: list[list[tuple[int, ...]]] = [[] for _ in range(self.geometry.cells)]
        for unit in self._all_units:
            for cell in unit:
                units[cell].append(unit)
        for cell, own in enumerate(units):
            yield set().union(*own) - {cell}

    @cached_property
    def repeated(self) -> list[set[Clause]]:
        """Which clauses of units, then of triads, earlier sets have already.

        As clauses over positions from 1 on.  Only "not both" can be repeated; the cells
        of a set rise, so that it has its literals in the same order.
        """
        places: list[list[tuple[int, int]]] = [[] for _ in range(self.geometry.cells)]
        earlier: list[Collection[Clause]] = []
        repeated: list[set[Clause]] = []
        for number, group in enumerate((*self.units, *self.triads)):
            mine = _clauses(group)
            shared: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
            for place, cell in enumerate(group.members, 1):
                for other, there in places[cell]:
                    shared[other].append((-place, -there))
                places[cell].append((number, place))
            repeated.append(
                {
                    (a, b)
                    for other, common in shared.items()
                    for (a, i), (b, j) in combinations(common, 2)
                    if (a, b) in mine and (i, j) in earlier[other]
                }
            )
            earlier.append(mine)
        return repeated

    @cached_property
    def kept(self) -> list[list[bool] | None]:
        """Which clauses of units, then of triads, are not repeated; None for all."""
        sets = zip((*self.units, *self.triads), self.repeated, strict=True)
        return [
            [clause not in repeated for clause in _clauses(group)] if repeated else None
            for group, repeated in sets
        ]


def _clauses(group: ClauseGroup) -> Collection[Clause]:
    """Return the clauses of a set over positions from 1 on."""
    return group.scheme.size(len(group.members)).made if group.scheme else ()


plan_of = lru_cache(maxsize=64)(Plan)
"""Return the plan for a geometry, recipe and constraints; made once."""
