"""The candidates a formula speaks of, and the sets of literals they form.

Families ask for sets and never count variables themselves.  Two classes answer: here
`Every`, all n³ candidates of a whole grid, whose sets are computed as they are asked
for; and `satdoku.cnf.open_candidates.Open`, those that one puzzle leaves open.

Kinds are counted as in `Geometry.units`: 0 rows, 1 columns, 2 boxes for units; 0 row
triads, 1 column triads; and for sets of triads 0 rows, 1 columns, 2 boxes by their row
triads, 3 boxes by their column triads.  The set at `unit · n + digit - 1` is of that
unit and digit; likewise for triads.
"""

from __future__ import annotations

from functools import cached_property
from itertools import repeat
from typing import TYPE_CHECKING, Protocol

from satdoku.cnf import numbering

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from satdoku.cnf.formula import Clause
    from satdoku.geometry import Geometry

__all__ = ["Candidates", "Every"]


class Candidates(Protocol):
    """What families may ask."""

    geometry: Geometry
    whole: bool
    """Whether all candidates are open, so that every set is full."""
    cells: Sequence[int]
    """The open cells, rising."""

    def cell_sets(self) -> Iterable[Sequence[int]]:
        """Give the literals of each open cell."""
        ...

    def cell_sizes(self) -> Iterable[int]:
        """Give the sizes of `cell_sets`."""
        ...

    def unit_sets(self, kind: int) -> Iterable[Sequence[int]]:
        """Give the literals of each unit and digit; empty where it has its place."""
        ...

    def unit_sizes(self, kind: int) -> Iterable[int]:
        """Give the sizes of `unit_sets`."""
        ...

    def apart(self, literals: Sequence[int]) -> Iterable[Clause]:
        """Forbid each two of a box's set that share neither row nor column."""
        ...

    def triads(self, kind: int) -> Iterable[tuple[int, int, list[int]]]:
        """Give (position, variable, literals of its cells) of each triad variable."""
        ...

    def contents(self, kind: int) -> Iterable[tuple[int, int, Sequence[int]]]:
        """Give (triad, its open cells, its literals of all digits)."""
        ...

    def line_sets(self, kind: int) -> Iterable[Sequence[int]]:
        """Give the triads of each unit, digit by digit."""
        ...

    def line_sizes(self, kind: int) -> Iterable[int]:
        """Give the sizes of `line_sets`."""
        ...

    def digits(self, cell: int) -> Mapping[int, int]:
        """Return the literals of a cell by digit."""
        ...

    def peers(self, cell: int) -> Iterable[int]:
        """Return the open peers of a cell."""
        ...


class Every:
    """All candidates of a whole grid.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> next(iter(Every(Geometry(4, 4)).unit_sets(2)))
        [1, 5, 17, 21]
    """

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.whole = True
        self.cells: Sequence[int] = range(geometry.cells)

    @cached_property
    def _bases(self) -> range:
        return numbering.bases(self.geometry)

    def cell_sets(self) -> Iterable[Sequence[int]]:
        """Give n neighbouring variables for each cell."""
        n = self.geometry.size
        return (range(base + 1, base + n + 1) for base in self._bases)

    def cell_sizes(self) -> Iterable[int]:
        """Give n for each cell."""
        return repeat(self.geometry.size, self.geometry.cells)

    def _by_digit(self, sets_of_bases: Iterable[Sequence[int]]) -> Iterator[list[int]]:
        for bases in sets_of_bases:
            for digit in self.geometry.digits:
                yield numbering.digit_variables(bases, digit)

    def unit_sets(self, kind: int) -> Iterable[Sequence[int]]:
        """Give n variables for each unit and digit."""
        geometry = self.geometry
        units = (geometry.row_units, geometry.column_units, geometry.box_units)[kind]
        return self._by_digit([self._bases[cell] for cell in unit] for unit in units)

    def unit_sizes(self, kind: int) -> Iterable[int]:  # noqa: ARG002  all alike
        """Give n for each unit and digit."""
        return repeat(self.geometry.size, self.geometry.cells)

    @cached_property
    def _apart(self) -> list[tuple[int, int]]:
        n, w = self.geometry.size, self.geometry.box_width
        return [
            (i, j)
            for i in range(n)
            for j in range(i + 1, n)
            if i // w != j // w and i % w != j % w
        ]

    def apart(self, literals: Sequence[int]) -> Iterable[Clause]:
        """Forbid pairs by their position, which is the same in every box."""
        negated = [-literal for literal in literals]
        return [(negated[i], negated[j]) for i, j in self._apart]

    def _triad_bases(self, kind: int) -> range:
        if kind == 0:
            return numbering.row_triad_bases(self.geometry)
        return numbering.column_triad_bases(self.geometry)

    def triads(self, kind: int) -> Iterable[tuple[int, int, list[int]]]:
        """Give every triad and digit."""
        geometry = self.geometry
        cells_of = (geometry.row_triads, geometry.column_triads)[kind]
        position = 0
        for start, cells in zip(self._triad_bases(kind), cells_of, strict=True):
            bases = [self._bases[cell] for cell in cells]
            for digit in geometry.digits:
                literals = numbering.digit_variables(bases, digit)
                yield position, start + digit, literals
                position += 1

    def contents(self, kind: int) -> Iterable[tuple[int, int, Sequence[int]]]:
        """Give every triad, with n literals."""
        n = self.geometry.size
        size = (self.geometry.box_width, self.geometry.box_height)[kind]
        for triad, start in enumerate(self._triad_bases(kind)):
            yield triad, size, range(start + 1, start + n + 1)

    def line_sets(self, kind: int) -> Iterable[Sequence[int]]:
        """Give the triad variables of each unit and digit."""
        h, w, n = self.geometry.box_height, self.geometry.box_width, self.geometry.size
        starts = self._triad_bases(kind % 2)
        if kind < 2:
            along = (h, w)[kind]
            return self._by_digit(
                starts[line * along : line * along + along] for line in range(n)
            )
        return self._by_digit(
            starts[band * h * h + stack : (band + 1) * h * h : h]
            if kind == 2
            else starts[stack * w * w + band : (stack + 1) * w * w : w]
            for band in range(w)
            for stack in range(h)
        )

    def line_sizes(self, kind: int) -> Iterable[int]:
        """Give h or w for each unit and digit."""
        h, w = self.geometry.box_height, self.geometry.box_width
        return repeat((h, w, h, w)[kind], self.geometry.cells)

    def digits(self, cell: int) -> Mapping[int, int]:
        """Return n literals."""
        base = self._bases[cell]
        return {digit: base + digit for digit in self.geometry.digits}

    def peers(self, cell: int) -> Iterable[int]:
        """Return all peers."""
        return self.geometry.peers_of(cell)
