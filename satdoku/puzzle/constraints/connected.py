"""Areas of cells that hold some values and hang together."""

from __future__ import annotations

from dataclasses import field
from itertools import compress
from typing import TYPE_CHECKING, Any, ClassVar

from satdoku.errors import UsageError
from satdoku.puzzle.constraints.arguments import (
    VALUES,
    Cells,
    cells_of,
    kind_of,
    names,
    whole,
)
from satdoku.puzzle.constraints.base import (
    BaseConstraint,
    Primitive,
    check_values,
    indices,
    values_of,
)
from satdoku.puzzle.constraints.partition import (
    first_cells,
    neighbours,
    spanning_trees,
)
from satdoku.puzzle.constraints.primitives import (
    chain_clauses,
    count_clauses,
    direct_chain_clauses,
)
from satdoku.puzzle.constraints.records import declared
from satdoku.puzzle.geometry import is_connected

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.puzzle.constraints.base import FilledGrid, Literals
    from satdoku.puzzle.geometry import Geometry

_Clause = tuple[int, ...]


def _cells_or_none(value: Any) -> Cells:  # noqa: ANN401  an argument
    """Return cells, perhaps none."""
    return cells_of(value, extra=True) if value else ()


class Area(Primitive):
    """The cells that hold one of some values are one connected area, not empty.

    Each has a parent beside it, one step nearer to the first; so all hang together.

    Args:
        cells: The cells, row by row.
        across: How many stand in a row.
        values: The values.
        size: How many cells the area has; 0 for any number.
    """

    cells: tuple[int, ...]
    across: int
    values: tuple[int, ...]
    size: int = 0

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield which cells are inside, their number, and a tree that spans them."""
        inside: list[int] = []
        for cell in self.cells:
            held = [literals.literal(cell, value) for value in self.values]
            here = literals.new(f"{cell} inside")
            yield (-here, *held)
            yield from ((-literal, here) for literal in held)
            inside.append(here)
        yield tuple(inside)
        if self.size:
            yield from count_clauses(chain_clauses, literals, inside, [self.size])
        roots = yield from first_cells(literals, [[here] for here in inside])
        ends = [(root, -here) for (root,), here in zip(roots, inside, strict=True)]
        beside = neighbours(len(inside), self.across)
        joined = [{other: inside[other] for other in near} for near in beside]
        most = (self.size or len(inside)) - 1
        yield from spanning_trees(literals, joined, ends, most)

    def direct_clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield, step by step, which cells are reached from the first one inside.

        Nothing here is used by the clauses above.
        """
        cells, steps = len(self.cells), (self.size or len(self.cells)) - 1
        where = [divmod(place, self.across) for place in range(cells)]
        literals.reserve(cells * (cells // 2 + 2 * steps), 4)
        inside = [literals.new(f"{cell} counts") for cell in self.cells]
        for here, cell in zip(inside, self.cells, strict=True):
            held = [literals.literal(cell, value) for value in self.values]
            yield (-here, *held)
            yield from ((here, -literal) for literal in held)
        if self.size:
            yield from direct_chain_clauses(
                literals,
                [[(1, here), (0, -here)] for here in inside],
                [self.size],
                lambda _, left, one: (left - one,) if left >= one else (),
                (0).__eq__,
            )
        reached = [literals.new(f"{cell} first") for cell in self.cells]
        yield tuple(reached)
        for place, first in enumerate(reached):
            yield (-first, inside[place])
            yield from ((-first, -earlier) for earlier in inside[:place])
        for step in range(1, steps + 1):
            before = reached
            reached = [literals.new(f"{cell} by step {step}") for cell in self.cells]
            for (row, column), here, own in zip(where, reached, inside, strict=True):
                yield (-here, own)
                near = (abs(row - y) + abs(column - x) < 2 for y, x in where)
                yield (-here, *compress(before, near))
        yield from ((-here, end) for here, end in zip(inside, reached, strict=True))


@declared
class ConnectedValues(BaseConstraint):
    """The cells that hold some values are one connected area.

    Args:
        values: The values.
        size: How many cells it has; 0 for any number from 1.
        area: The cells, row by row; the whole grid unless given.
        across: How many of these cells stand in a row; all unless given.

    Example:
        >>> ConnectedValues((1, 2)).describe()
        'connected: 1 2'
    """

    label: ClassVar[str] = "connected"
    iss = "ConnectedValues cells values size"
    sentence = "Cells with one of these values hang together: {0.shown}."

    values: tuple[int, ...] = field(metadata=VALUES)
    size: int = field(default=0, metadata=whole(0))
    area: Cells = field(
        default=(), metadata=kind_of("cells such as 'r1c1 r1c2'", _cells_or_none)
    )
    across: int = field(default=0, metadata=whole(0))

    @property
    def cells(self) -> Cells:
        """The cells that are named; none for the whole grid."""
        return self.area

    @property
    def shown(self) -> str:
        """The values, and how many cells hold them."""
        of = f", {self.size} cells" if self.size else ""
        return " ".join(map(str, self.values)) + of

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless cells hold the values, and are so many."""
        check_values(self, self.values, geometry)
        cells = self.cell_indices(geometry)
        if self.size > len(cells) or len(set(cells)) < len(cells):
            raise UsageError(f"{self.describe()}: expected different cells, enough")

    def cell_indices(self, geometry: Geometry) -> tuple[int, ...]:
        """Return the numbers of the cells."""
        return indices(self.cells, geometry) or tuple(range(geometry.cells))

    def _across(self, geometry: Geometry) -> int:
        if not self.cells:
            return geometry.columns
        return self.across or len(self.cells)

    def primitives(self, geometry: Geometry) -> Iterable[Primitive]:
        """Return the area."""
        cells, values = self.cell_indices(geometry), tuple(sorted({*self.values}))
        return [Area(cells, self._across(geometry), values, self.size)]

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether the cells with these values hang together."""
        geometry = grid.geometry
        held = values_of(grid, self.cell_indices(geometry))
        across = self._across(geometry)
        places = [divmod(at, across) for at, x in enumerate(held) if x in self.values]
        is_right = len(places) == self.size if self.size else bool(places)
        return is_right and is_connected(places)

    def describe(self) -> str:
        """Return the values, their number, and the cells."""
        where = f" in {names(self.cells)}" if self.cells else ""
        return f"{self.label}: {self.shown}{where}"
