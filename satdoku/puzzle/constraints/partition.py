"""Regions that have to be found, as clauses.

A grid of N cells is cut into m connected regions of s cells that hold different digits.
Variables, where c is a cell, k a region and v a value:

    reg(c,k)      the cell is in the region: the extra cell CC of c has the value k
    rv(c,k,v)     the cell is in the region and holds the value
    upto(c,k)     the region begins at the cell or before, in reading order
    root(c,k)     the cell is the first of the region
    par(c,b)      neighbour b is the parent of the cell in a tree that spans its region
    dep(c,d)      the cell is at least d steps below the root
    same(a,b)     both cells are in one region, made once for all constraints

Regions are numbered by their first cells, so that each partition is one choice of reg.
Every cell but a root has one parent in its region, one step nearer to a root; so every
region hangs together.

Four families follow from these, and decide between seconds and minutes.  Cells s steps
apart are not in one region.  Every cell has a neighbour in its region.  Two regions do
not cross: of the two pairs of opposite corners of a square of cells one is in different
regions, or all four are in one; and so for two pairs of cells on the rim of the grid
that separate each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from satdoku.puzzle.constraints.base import Primitive, values_in
from satdoku.puzzle.constraints.primitives import chain_clauses, direct_chain_clauses

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from satdoku.puzzle.constraints.base import Literals

_Clause = tuple[int, ...]


def same_region(
    literals: Literals, one: int, other: int
) -> Generator[_Clause, None, int]:
    """Return the variable "both cells are in one region"; yield its clauses if new.

    Args:
        literals: The literals.
        one: The extra cell of a cell.
        other: That of another.
    """
    key = ("same", *sorted((one, other)))
    known = literals.shared.get(key)
    if known is not None:
        return known
    same = literals.shared[key] = literals.new(f"same {one} {other}")
    labels = zip(literals.of(one), literals.of(other), strict=True)
    for (_, first), (_, second) in labels:
        yield (-same, -first, second)
        yield (-same, -second, first)
        yield (-first, -second, same)
    return same


@dataclass(eq=False, repr=False)
class Partition(Primitive):
    """The cells of a grid are cut into connected regions with different digits.

    Args:
        rows, columns: The sides of the grid.
        labels: The extra cell of each cell, which holds the number of its region.
        size: How many cells a region has.
    """

    rows: int
    columns: int
    labels: tuple[int, ...]
    size: int

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield digits, numbers and trees of regions, and what follows."""
        yield from self._digits(literals)
        yield from self._trees(literals)
        yield from self._implied(literals)

    def _neighbours(self, cell: int) -> list[int]:
        row, column = divmod(cell, self.columns)
        return [
            down * self.columns + across
            for down, across in (
                (row - 1, column),
                (row, column - 1),
                (row, column + 1),
                (row + 1, column),
            )
            if 0 <= down < self.rows and 0 <= across < self.columns
        ]

    def _distance(self, one: int, other: int) -> int:
        (row, column), (down, across) = (
            divmod(one, self.columns),
            divmod(other, self.columns),
        )
        return abs(row - down) + abs(column - across)

    def _same(
        self, literals: Literals, one: int, other: int
    ) -> Generator[_Clause, None, int]:
        return same_region(literals, self.labels[one], self.labels[other])

    def _digits(self, literals: Literals) -> Iterator[_Clause]:
        """Yield that a region holds each value at most once, and has s cells.

        Of s values it holds each once, which is both.
        """
        values = values_in(literals.geometry)
        cells = [dict(literals.of(cell)) for cell in range(len(self.labels))]
        regions = [literals.of(label) for label in self.labels]
        literals.reserve(len(cells) * len(regions[0]) * len(values) * 6, 3)
        for k in range(len(regions[0])):
            inside = [region[k][1] for region in regions]
            for value in values:
                held: list[int] = []
                for region, cell in zip(inside, cells, strict=True):
                    if value not in cell:
                        continue
                    both = literals.new(f"region {k + 1} holds {value}")
                    yield (-both, region)
                    yield (-both, cell[value])
                    yield (both, -region, -cell[value])
                    held.append(both)
                if len(values) == self.size:
                    yield tuple(held)
                yield from _at_most_one(literals, held)
            if len(values) != self.size:
                layers = [[(1, literal), (0, -literal)] for literal in inside]
                yield from chain_clauses(
                    literals, layers, (0,), self._counted, self.size.__eq__
                )

    def _counted(self, _place: int, count: int, one: int) -> tuple[int, ...]:
        return (count + one,) if count + one <= self.size else ()

    def _trees(self, literals: Literals) -> Iterator[_Clause]:
        """Yield that regions are numbered by first cells, and hang together there."""
        regions = [[x for _, x in literals.of(label)] for label in self.labels]
        roots = yield from self._roots(literals, regions)
        yield (regions[0][0],)
        deep = [
            [literals.new(f"cell {cell} depth {d}") for d in range(1, self.size)]
            for cell in range(len(regions))
        ]
        for cell, depths in enumerate(deep):
            for here, below in pairwise(depths):
                yield (-below, here)
            parents: list[int] = []
            for other in self._neighbours(cell):
                parent = literals.new(f"cell {cell} parent {other}")
                parents.append(parent)
                same = yield from self._same(literals, cell, other)
                yield (-parent, same)
                yield (-parent, depths[0])
                yield (-parent, -deep[other][-1])
                for above, here in zip(deep[other], depths[1:], strict=False):
                    yield (-parent, -above, here)
            yield (*parents, *roots[cell])
            yield from combinations([-parent for parent in parents], 2)
            for root in roots[cell]:
                yield (-root, -depths[0])
                yield from ((-root, -parent) for parent in parents)

    @staticmethod
    def _roots(
        literals: Literals, regions: Sequence[Sequence[int]]
    ) -> Generator[_Clause, None, list[list[int]]]:
        """Return, for each cell and region, "the region begins here"."""
        roots: list[list[int]] = []
        before: list[int] = []
        for cell, own in enumerate(regions):
            begun = [
                literals.new(f"region {k + 1} up to {cell}") for k in range(len(own))
            ]
            first = [
                literals.new(f"region {k + 1} from {cell}") for k in range(len(own))
            ]
            for k, inside in enumerate(own):
                earlier = [before[k]] if before else []
                yield (-begun[k], inside, *earlier)
                yield (begun[k], -inside)
                yield (-first[k], inside)
                yield (first[k], -inside, *earlier)
                for each in earlier:
                    yield (begun[k], -each)
                    yield (-first[k], -each)
            yield from ((-after, earlier) for earlier, after in pairwise(begun))
            roots.append(first)
            before = begun
        return roots

    def _implied(self, literals: Literals) -> Iterator[_Clause]:
        """Yield what follows; see the module."""
        regions = [[x for _, x in literals.of(label)] for label in self.labels]
        for one, other in combinations(range(len(regions)), 2):
            if self._distance(one, other) >= self.size:
                pairs = zip(regions[one], regions[other], strict=True)
                yield from ((-first, -second) for first, second in pairs)
        for cell in range(len(regions)) if self.size > 1 else ():
            beside: tuple[int, ...] = ()
            for other in self._neighbours(cell):
                same = yield from self._same(literals, cell, other)
                beside += (same,)
            yield beside
        for corner in range(len(regions) - self.columns):
            if (corner + 1) % self.columns:
                below = corner + self.columns
                square = (corner, corner + 1, below + 1, below)
                yield from self._apart(literals, square)
        for four in combinations(self._rim(), 4):
            a, b, c, d = four
            if max(self._distance(a, c), self._distance(b, d)) < self.size:
                yield from self._apart(literals, four)

    def _apart(self, literals: Literals, cells: Sequence[int]) -> Iterator[_Clause]:
        """Yield that of four cells around something two regions do not cross."""
        a, b, c, d = cells
        one = yield from self._same(literals, a, c)
        other = yield from self._same(literals, b, d)
        both = yield from self._same(literals, a, b)
        yield (-one, -other, both)

    def _rim(self) -> list[int]:
        """Return the cells at the border of the grid, all the way round."""
        n, last = self.columns, len(self.labels) - 1
        top, bottom = range(n), range(last, last - n, -1)
        right = range(2 * n - 1, last, n)
        left = range(last - 2 * n + 1, 0, -n)
        return [*top, *right, *bottom, *left]


def _at_most_one(literals: Literals, held: list[int]) -> Iterator[_Clause]:
    """Yield that at most one is true: each knows whether one before it is."""
    before = 0
    for at, literal in enumerate(held):
        if before:
            yield (-before, -literal)
        if at == len(held) - 1:
            return
        begun = literals.new("one so far")
        yield (-literal, begun)
        if before:
            yield (-before, begun)
        before = begun


@dataclass(eq=False, repr=False)
class CountSame(Primitive):
    """A value says how many cells are in the region of one, itself included.

    Args:
        cell: The cell with the value.
        offset: What is added to it.
        first: The extra cell of the one.
        lines: The extra cells of others, in lines: of each those count that no other
            region cuts off.
    """

    cell: int
    offset: int
    first: int
    lines: tuple[tuple[int, ...], ...]

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield the variables "it counts", and a counter."""
        return self._by(literals, chain_clauses)

    def direct_clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield the same with a plain counter."""
        return self._by(literals, direct_chain_clauses)

    def _by(
        self, literals: Literals, chain: Callable[..., Iterator[_Clause]]
    ) -> Iterator[_Clause]:
        counted: list[int] = []
        for line in self.lines:
            before = 0
            for label in line:
                same = yield from same_region(literals, self.first, label)
                run = same
                if before:
                    run = literals.new("run")
                    yield (-run, before)
                    yield (-run, same)
                    yield (run, -before, -same)
                counted.append(run)
                before = run
        layers: list[list[tuple[int, int]]] = [[(1, x), (0, -x)] for x in counted]
        layers.append(literals.of(self.cell))

        def step(place: int, count: int, symbol: int) -> tuple[int, ...]:
            if place < len(counted):
                return (count + symbol,)
            return (0,) if count == symbol + self.offset else ()

        yield from chain(literals, layers, (1,), step, (0).__eq__)


@dataclass(eq=False, repr=False)
class OneRegion(Primitive):
    """Cells are in one region.

    Args:
        labels: Their extra cells.
    """

    labels: tuple[int, ...]

    def clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield that each two neighbours on the list have the same region."""
        for one, other in pairwise(self.labels):
            pairs = zip(literals.of(one), literals.of(other), strict=True)
            for (_, first), (_, second) in pairs:
                yield (-first, second)
                yield (first, -second)
