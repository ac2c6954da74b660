"""Areas of cells that hold some values and hang together."""

from __future__ import annotations

from dataclasses import field
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

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
from satdoku.puzzle.constraints.primitives import chain_clauses
from satdoku.puzzle.constraints.records import declared

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.puzzle.constraints.base import FilledGrid, Literals
    from satdoku.puzzle.geometry import Geometry

_Clause = tuple[int, ...]


def _cells_or_none(value: Any) -> Cells:  # noqa: ANN401  an argument
    """Return cells, perhaps none."""
    return cells_of(value, extra=True) if value else ()


def neighbours(cells: int, across: int) -> list[list[int]]:
    """Return, for each cell of rows of a width, the places beside it.

    Example:
        >>> neighbours(4, 2)
        [[1, 2], [0, 3], [3, 0], [2, 1]]
    """
    beside: list[list[int]] = []
    for cell in range(cells):
        row = [cell - 1] * bool(cell % across) + [cell + 1] * bool((cell + 1) % across)
        near = [*row, cell - across, cell + across]
        beside.append([other for other in near if 0 <= other < cells])
    return beside


class _Tree(NamedTuple):
    """Whether each cell is inside, the places beside it, how deep it is."""

    inside: list[int]
    beside: list[list[int]]
    deep: list[list[int]]


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
            layers = [[(1, literal), (0, -literal)] for literal in inside]
            yield from chain_clauses(
                literals, layers, (0,), self._counted, self.size.__eq__
            )
        yield from self._tree(literals, inside)

    def _counted(self, _place: int, count: int, one: int) -> tuple[int, ...]:
        return (count + one,) if count + one <= self.size else ()

    def _tree(self, literals: Literals, inside: list[int]) -> Iterator[_Clause]:
        beside = neighbours(len(inside), self.across)
        most = (self.size or len(inside)) - 1
        literals.reserve(sum(map(len, beside)) * (most + 4), 3)
        deep = [
            [literals.new(f"{cell} depth {d}") for d in range(1, most + 1)]
            for cell in self.cells
        ]
        tree = _Tree(inside, beside, deep)
        before = 0
        for cell, here in enumerate(inside):
            first = literals.new(f"{self.cells[cell]} first")
            begun = literals.new(f"inside up to {self.cells[cell]}")
            earlier = [before] if before else []
            yield (-first, here)
            yield (first, -here, *earlier)
            yield (-begun, here, *earlier)
            yield (begun, -here)
            for each in earlier:
                yield (-first, -each)
                yield (begun, -each)
            before = begun
            yield from self._parents(literals, cell, first, tree)

    def _parents(
        self, literals: Literals, cell: int, first: int, tree: _Tree
    ) -> Iterator[_Clause]:
        """Yield that a cell inside is the first, or has one parent beside it."""
        inside, beside, deep = tree
        here = inside[cell]
        for above, below in pairwise(deep[cell]):
            yield (-below, above)
        parents: list[int] = []
        for other in beside[cell] if deep[cell] else ():
            parent = literals.new(f"{self.cells[cell]} parent")
            parents.append(parent)
            yield (-parent, here)
            yield (-parent, inside[other])
            yield (-parent, deep[cell][0])
            yield (-parent, -deep[other][-1])
            for above, below in zip(deep[other], deep[cell][1:], strict=False):
                yield (-parent, -above, below)
        yield (-here, first, *parents)
        yield from combinations([-parent for parent in parents], 2)
        yield from ((-first, -parent) for parent in parents)


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
        left = {place for place, value in enumerate(held) if value in self.values}
        if not left or len(left) != (self.size or len(left)):
            return False
        beside = neighbours(len(held), self._across(geometry))
        reached = [left.pop()]
        for place in reached:
            new = left.intersection(beside[place])
            reached += new
            left -= new
        return not left

    def describe(self) -> str:
        """Return the values, their number, and the cells."""
        where = f" in {names(self.cells)}" if self.cells else ""
        return f"{self.label}: {self.shown}{where}"
