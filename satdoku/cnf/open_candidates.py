"""The candidates that one puzzle leaves open, and their sets of literals.

Cell variables are 1, 2, … in the order of cells and digits, without a gap.  A triad in
which one candidate of a digit is open is that candidate; one with more has a variable
of its own, after the cells'.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from satdoku.cnf.singles import places

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from satdoku.cnf.formula import Clause
    from satdoku.cnf.recipe import Recipe
    from satdoku.cnf.singles import Singles
    from satdoku.geometry import Geometry

__all__ = ["Open"]


@lru_cache(maxsize=4096)
def _digits(mask: int) -> tuple[int, ...]:
    """Return the digits of a mask, rising."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length())
        mask ^= low
    return tuple(found)


class Open:
    """What singles leave open; answers what families ask, as `Candidates` says."""

    def __init__(self, geometry: Geometry, singles: Singles) -> None:
        self.geometry = geometry
        self.whole = False
        self.cells: Sequence[int] = singles.cells
        masks = singles.candidates
        self._digits = [_digits(masks[cell]) for cell in self.cells]
        sets: list[range] = []
        last = 0
        for digits in self._digits:
            sets.append(range(last + 1, last + len(digits) + 1))
            last += len(digits)
        self._cell_sets = sets
        self.variables = last
        """How many candidates are open."""

    @cached_property
    def places(self) -> list[tuple[int, int]]:
        """The (cell, digit) of variable 1, 2, …."""
        return [
            (cell, digit)
            for cell, digits in zip(self.cells, self._digits, strict=True)
            for digit in digits
        ]

    def cell_sets(self) -> Iterable[Sequence[int]]:
        """Give the literals of each open cell."""
        return self._cell_sets

    def cell_sizes(self) -> Iterable[int]:
        """Give the number of candidates of each open cell."""
        return map(len, self._cell_sets)

    @cached_property
    def _unit_sets(self) -> tuple[list[list[int]], list[list[int]], list[list[int]]]:
        """The sets of all units, kind by kind."""
        n = self.geometry.size
        where = places(self.geometry)
        rows: list[list[int]] = [[] for _ in range(n * n)]
        columns: list[list[int]] = [[] for _ in range(n * n)]
        boxes: list[list[int]] = [[] for _ in range(n * n)]
        variable = 0
        for cell, digits in zip(self.cells, self._digits, strict=True):
            row, column, box = where[cell]
            row, column, box = row * n - 1, column * n - 1, box * n - 1
            for digit in digits:
                variable += 1
                rows[row + digit].append(variable)
                columns[column + digit].append(variable)
                boxes[box + digit].append(variable)
        return rows, columns, boxes

    def unit_sets(self, kind: int) -> Iterable[Sequence[int]]:
        """Give the open candidates of each unit and digit."""
        return self._unit_sets[kind]

    def unit_sizes(self, kind: int) -> Iterable[int]:
        """Give the number of places of each unit and digit."""
        return map(len, self._unit_sets[kind])

    @cached_property
    def _spots(self) -> list[tuple[int, int, int]]:
        """Literal "not", row and column of variable 1, 2, …."""
        n = self.geometry.size
        return [
            (-variable, *divmod(cell, n))
            for variable, (cell, _) in enumerate(self.places, 1)
        ]

    def apart(self, literals: Sequence[int]) -> Iterable[Clause]:
        """Forbid pairs that share neither row nor column."""
        spots = self._spots
        return [
            (a, b)
            for (a, row, column), (b, other_row, other_column) in combinations(
                [spots[literal - 1] for literal in literals], 2
            )
            if row != other_row and column != other_column
        ]

    @cached_property
    def _triads(self) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        """The open candidates in row triads and column triads, by position."""
        n, h, w = self.geometry.size, self.geometry.box_height, self.geometry.box_width
        row_triads: dict[int, list[int]] = {}
        column_triads: dict[int, list[int]] = {}
        variable = 0
        for cell, digits in zip(self.cells, self._digits, strict=True):
            row, column = divmod(cell, n)
            start = (row * h + column // w) * n - 1
            column_start = (column * w + row // h) * n - 1
            for digit in digits:
                variable += 1
                key = start + digit
                if key in row_triads:
                    row_triads[key].append(variable)
                else:
                    row_triads[key] = [variable]
                key = column_start + digit
                if key in column_triads:
                    column_triads[key].append(variable)
                else:
                    column_triads[key] = [variable]
        return row_triads, column_triads

    @cached_property
    def _triad_literals(self) -> tuple[dict[int, int], dict[int, int]]:
        """The literal of each triad that has open candidates, by position."""
        last = self.variables
        found: list[dict[int, int]] = []
        for triads in self._triads:
            literals: dict[int, int] = {}
            for key, members in triads.items():
                if len(members) == 1:
                    literals[key] = members[0]
                else:
                    last += 1
                    literals[key] = last
            found.append(literals)
        return found[0], found[1]

    @cached_property
    def triad_of(self) -> dict[int, tuple[int, int]]:
        """The (kind, position) of each triad variable."""
        return {
            variable: (kind, position)
            for kind in range(2)
            for position, variable, _ in self.triads(kind)
        }

    def first_auxiliary(self, recipe: Recipe) -> int:
        """Return the first variable that at-most-one schemes may take."""
        first = self.variables + 1
        if recipe.triad is not None:
            first += sum(
                len(members) > 1 for kind in self._triads for members in kind.values()
            )
        return first

    def triads(self, kind: int) -> Iterator[tuple[int, int, list[int]]]:
        """Give the triads that have a variable of their own."""
        literals = self._triad_literals[kind]
        for key, members in self._triads[kind].items():
            if len(members) > 1:
                yield key, literals[key], members

    def contents(self, kind: int) -> Iterator[tuple[int, int, Sequence[int]]]:
        """Give the triads that have open cells."""
        n, h, w = self.geometry.size, self.geometry.box_height, self.geometry.box_width
        held: dict[int, list[int]] = {}
        for key, literal in self._triad_literals[kind].items():
            held.setdefault(key // n, []).append(literal)
        sizes = dict.fromkeys(held, 0)
        for cell in self.cells:
            row, column = divmod(cell, n)
            sizes[row * h + column // w if kind == 0 else column * w + row // h] += 1
        for triad, literals in held.items():
            yield triad, sizes[triad], literals

    @cached_property
    def _line_sets(self) -> tuple[list[list[int]], ...]:
        """The triads of units, digit by digit, kind by kind."""
        n, h, w = self.geometry.size, self.geometry.box_height, self.geometry.box_width
        rows: list[list[int]] = [[] for _ in range(n * n)]
        columns: list[list[int]] = [[] for _ in range(n * n)]
        by_rows: list[list[int]] = [[] for _ in range(n * n)]
        by_columns: list[list[int]] = [[] for _ in range(n * n)]
        across, down = self._triad_literals
        for key, literal in across.items():
            triad, digit = divmod(key, n)
            row, stack = divmod(triad, h)
            rows[row * n + digit].append(literal)
            by_rows[(row // h * h + stack) * n + digit].append(literal)
        for key, literal in down.items():
            triad, digit = divmod(key, n)
            column, band = divmod(triad, w)
            columns[column * n + digit].append(literal)
            by_columns[(band * h + column // w) * n + digit].append(literal)
        return rows, columns, by_rows, by_columns

    def line_sets(self, kind: int) -> Iterable[Sequence[int]]:
        """Give the triads that are open for each unit and digit."""
        return self._line_sets[kind]

    def line_sizes(self, kind: int) -> Iterable[int]:
        """Give the sizes of `line_sets`."""
        return map(len, self._line_sets[kind])

    @cached_property
    def _positions(self) -> dict[int, int]:
        """The position of each open cell among them."""
        return {cell: position for position, cell in enumerate(self.cells)}

    def digits(self, cell: int) -> Mapping[int, int]:
        """Return the open candidates of a cell; none where it is settled."""
        position = self._positions.get(cell)
        if position is None:
            return {}
        return dict(zip(self._digits[position], self._cell_sets[position], strict=True))

    def peers(self, cell: int) -> Iterable[int]:
        """Return the peers that are open."""
        mine = self._positions
        return (peer for peer in self.geometry.peers_of(cell) if peer in mine)
