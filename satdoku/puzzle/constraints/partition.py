"""Regions that have to be found, as clauses.

A grid of N cells is cut into m connected regions of s cells that hold different digits.
Variables, where c is a cell, k a region and v a value:

    reg(c,k)      the cell is in the region: the extra cell CC of c has the value k
    rv(c,k,v)     the cell is in the region and holds the value
    upto(c,k)     the region begins at the cell or before, in reading order
    root(c,k)     the cell is the first of the region
    par(c,b)      neighbour b is a parent of the cell, in a tree that spans its region
    dep(c,d)      the cell is at least d steps below the root
    same(a,b)     both cells are in one region, made once for all constraints
    together(a,b) true if they are; of cells on the rim, where no more is needed

Regions are numbered by their first cells, so that each partition is one choice of reg.
Every cell but a root has a parent in its region, one step nearer to a root; so every
region hangs together.

Four families follow from these, and decide between seconds and minutes.  Cells s steps
apart are not in one region.  Every cell has a neighbour in its region.  Two regions do
not cross: of the two pairs of opposite corners of a square of cells one is in different
regions, or all four are in one; and so for two pairs of cells on the rim of the grid
that separate each other.
"""

from __future__ import annotations

from itertools import chain, combinations, pairwise
from typing import TYPE_CHECKING

from satdoku.puzzle.constraints.base import Primitive, values_in
from satdoku.puzzle.constraints.primitives import (
    chain_clauses,
    count_clauses,
    direct_chain_clauses,
)

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

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


def first_cells(
    literals: Literals, regions: Sequence[Sequence[int]]
) -> Generator[_Clause, None, list[list[int]]]:
    """Return, for each cell and region, "the region begins here".

    Args:
        literals: The literals.
        regions: For each cell and region, "the cell is in it".
    """
    roots: list[list[int]] = []
    before: list[int] = []
    for cell, own in enumerate(regions):
        begun = [literals.new(f"region {k + 1} up to {cell}") for k in range(len(own))]
        first = [literals.new(f"region {k + 1} from {cell}") for k in range(len(own))]
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


def spanning_trees(
    literals: Literals,
    joined: Sequence[Mapping[int, int]],
    ends: Sequence[Sequence[int]],
    depth: int,
) -> Iterator[_Clause]:
    """Yield that each cell but some has a parent beside it, a step nearer to these.

    Args:
        literals: The literals.
        joined: For each cell, what is true if another one is its parent.
        ends: For each cell, what says that it has no parent.
        depth: How many steps there are at most.
    """
    literals.reserve(sum(map(len, joined)) * (depth + 4), 3)
    deep = [
        [literals.new(f"cell {cell} depth {d}") for d in range(1, depth + 1)]
        for cell in range(len(joined))
    ]
    for cell, depths in enumerate(deep):
        yield from ((-below, here) for here, below in pairwise(depths))
        parents: list[int] = []
        for other, both in joined[cell].items() if depth else ():
            parent = literals.new(f"cell {cell} parent {other}")
            parents.append(parent)
            yield (-parent, both)
            yield (-parent, depths[0])
            yield (-parent, -deep[other][-1])
            for above, here in zip(deep[other], depths[1:], strict=False):
                yield (-parent, -above, here)
        yield (*parents, *ends[cell])
        yield from ((-end, -nearest) for end in ends[cell] for nearest in depths[:1])


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

    def direct_clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield the same, and what follows, in clauses of their own."""
        plain = _PlainPartition(self, literals)
        yield from plain.digits()
        yield from plain.numbers()
        yield from plain.areas()
        yield from plain.implied()

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
        # A row that is a unit holds the value once.
        across = 1 if literals.geometry.raw else self.columns
        literals.reserve(len(cells) * len(regions[0]) * len(values) * 6, 3)
        for k in range(len(regions[0])):
            inside = [region[k][1] for region in regions]
            for value in values:
                rows: list[int] = []
                for start in range(0, len(cells), across):
                    held: list[int] = []
                    for at in range(start, start + across):
                        if value in cells[at]:
                            both = literals.new(f"region {k + 1} holds {value}")
                            yield (-both, inside[at])
                            yield (-both, cells[at][value])
                            yield (both, -inside[at], -cells[at][value])
                            held.append(both)
                    if len(held) > 1:
                        row = literals.new(f"region {k + 1} holds {value} in a row")
                        yield (-row, *held)
                        yield from ((-one, row) for one in held)
                        held = [row]
                    rows += held
                if len(values) == self.size:
                    yield tuple(rows)
                yield from _at_most_one(literals, rows)
            if len(values) != self.size:
                yield from count_clauses(chain_clauses, literals, inside, [self.size])

    def _trees(self, literals: Literals) -> Iterator[_Clause]:
        """Yield that regions are numbered by first cells, and hang together there."""
        regions = [[x for _, x in literals.of(label)] for label in self.labels]
        roots = yield from first_cells(literals, regions)
        yield (regions[0][0],)
        joined: list[dict[int, int]] = [{} for _ in regions]
        for cell, near in enumerate(neighbours(len(regions), self.columns)):
            for other in near:
                joined[cell][other] = yield from self._same(literals, cell, other)
        yield from spanning_trees(literals, joined, roots, self.size - 1)

    def _implied(self, literals: Literals) -> Iterator[_Clause]:
        """Yield what follows; see the module."""
        regions = [[x for _, x in literals.of(label)] for label in self.labels]
        for one, other in combinations(range(len(regions)), 2):
            if self._distance(one, other) >= self.size:
                pairs = zip(regions[one], regions[other], strict=True)
                yield from ((-first, -second) for first, second in pairs)
        beside_each = neighbours(len(regions), self.columns)
        for cell, near in enumerate(beside_each) if self.size > 1 else ():
            beside: tuple[int, ...] = ()
            for other in near:
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
        across = yield from self._together(literals, a, c)
        down = yield from self._together(literals, b, d)
        sides = [(a, b), (b, c), (c, d), (a, d)]
        both = yield from self._same(
            literals, *min(sides, key=lambda side: self._distance(*side))
        )
        yield (-across, -down, both)

    def _together(
        self, literals: Literals, one: int, other: int
    ) -> Generator[_Clause, None, int]:
        """Return a variable that is true if both cells are in one region, at least."""
        labels = sorted((self.labels[one], self.labels[other]))
        for kind in ("same", "together"):
            if (known := literals.shared.get((kind, *labels))) is not None:
                return known
        both = literals.shared["together", *labels] = literals.new("together")
        pairs = zip(*map(literals.of, labels), strict=True)
        yield from ((-first, -second, both) for (_, first), (_, second) in pairs)
        return both

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

        yield from chain_clauses(literals, layers, (1,), step, (0).__eq__)

    def direct_clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield that each cell of a line continues the count, or ends its line.

        A state is how many cells count so far, and whether the line is still whole.
        """
        layers = [literals.of(self.cell)]
        starts_line: list[bool] = []
        for line in self.lines:
            for place, label in enumerate(line):
                same = yield from _plain_same(literals, self.first, label)
                layers.append([(1, same), (0, -same)])
                starts_line.append(place == 0)

        def step(
            place: int, state: tuple[int, bool], symbol: int
        ) -> tuple[tuple[int, bool], ...]:
            left, is_whole = state
            if place == 0:
                return ((symbol + self.offset - 1, True),)
            is_whole = bool(symbol) and (is_whole or starts_line[place - 1])
            left -= is_whole
            return ((left, is_whole),) if left >= 0 else ()

        yield from direct_chain_clauses(
            literals, layers, [(0, True)], step, lambda state: state[0] == 0
        )


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

    def direct_clauses(self, literals: Literals) -> Iterator[_Clause]:
        """Yield that each other cell has the region of the first."""
        start, *others = (dict(literals.of(label)) for label in self.labels)
        for other in others:
            for region, literal in start.items():
                yield (-literal, other[region])


# --- clauses for proofs, which share nothing with those above -------------------------


def _plain_same(
    literals: Literals, one: int, other: int
) -> Generator[_Clause, None, int]:
    """Return a variable that is true if and only if two cells are in one region.

    Each cell is in one region, as is said elsewhere; two cells have one variable.
    """
    key = ("in one region", min(one, other), max(one, other))
    if key in literals.shared:
        return literals.shared[key]
    same = literals.shared[key] = literals.new("in one region")
    second = dict(literals.of(other))
    for region, literal in literals.of(one):
        yield (-literal, -second[region], same)
        yield (-literal, second[region], -same)
    return same


class _PlainPartition:
    """The clauses of a partition for proofs.

    inside[c][k]  the cell is in the region: the variables of the extra cells
    seen          a region holds a value, among the cells up to one
    begun[c][k]   the region has a cell up to this one, in reading order
    toward        the next cell on the way from a cell to the first of its region
    steps[c][d]   that way takes more than d steps
    """

    def __init__(self, partition: Partition, literals: Literals) -> None:
        self.literals = literals
        self.size = partition.size
        self.cells = range(partition.rows * partition.columns)
        self.place = [divmod(cell, partition.columns) for cell in self.cells]
        self.labels = partition.labels
        self.inside = [
            [literal for _, literal in literals.of(label)] for label in partition.labels
        ]
        self.regions = range(len(self.inside[0]))
        self.near = [
            [other for other in self.cells if self.steps_between(cell, other) == 1]
            for cell in self.cells
        ]

    def steps_between(self, one: int, other: int) -> int:
        """Return how many steps it is from one cell to another."""
        (row, column), (down, across) = self.place[one], self.place[other]
        return abs(row - down) + abs(column - across)

    def digits(self) -> Iterator[_Clause]:
        """Yield that a region holds each value once; or, of more values, at most once.

        Of s cells in m regions each has s then, or the cells are counted.
        """
        values = values_in(self.literals.geometry)
        for k in self.regions:
            for value in values:
                before = self.literals.new("none")
                yield (-before,)
                for cell in self.cells:
                    held = self.literals.literal(cell, value)
                    inside = self.inside[cell][k]
                    seen = self.literals.new("seen")
                    yield (-inside, -held, -before)
                    yield (-inside, -held, seen)
                    yield (-before, seen)
                    yield (-seen, before, inside)
                    yield (-seen, before, held)
                    before = seen
                if len(values) == self.size:
                    yield (before,)
            if len(values) > self.size:
                yield from self._sized(k)

    def _sized(self, k: int) -> Iterator[_Clause]:
        """Yield that a region has as many cells as it should."""
        size, last = self.size, len(self.cells)
        layers = [[(1, own[k]), (0, -own[k])] for own in self.inside]

        def step(place: int, count: int, inside: int) -> tuple[int, ...]:
            count += inside
            return (count,) if count <= size <= count + last - place - 1 else ()

        yield from direct_chain_clauses(
            self.literals, layers, [0], step, lambda count: count == size
        )

    def numbers(self) -> Iterator[_Clause]:
        """Yield that a region has a cell before any of the region of the next number.

        Every partition has such numbers: those of the order of first cells.
        """
        self.begun: list[list[int]] = []
        for cell in self.cells:
            begun = [self.literals.new("begun") for _ in self.regions]
            for k in self.regions:
                inside = self.inside[cell][k]
                earlier = self.begun[-1][k : k + 1] if self.begun else []
                yield (-inside, begun[k])
                yield (-begun[k], inside, *earlier)
                yield from ((-each, begun[k]) for each in earlier)
                if k:
                    yield (-begun[k], begun[k - 1])
            self.begun.append(begun)
        yield (self.begun[0][0],)

    def areas(self) -> Iterator[_Clause]:
        """Yield that each cell but the first of a region has a way to that one.

        It goes from cell to cell of the region; at each one step fewer is left.
        """
        steps = [
            [self.literals.new("steps") for _ in range(self.size - 1)]
            for _ in self.cells
        ]
        for cell in self.cells:
            towards: list[int] = []
            for other in self.near[cell]:
                toward = self.literals.new("toward")
                towards.append(toward)
                for k in self.regions:
                    yield (-toward, -self.inside[cell][k], self.inside[other][k])
                yield (-toward, steps[cell][0])
                for d in range(self.size - 2):
                    yield (-toward, -steps[other][d], steps[cell][d + 1])
                yield (-toward, -steps[other][-1])
            for k in self.regions if cell else ():
                yield (-self.inside[cell][k], -self.begun[cell - 1][k], *towards)

    def implied(self) -> Iterator[_Clause]:
        """Yield what follows, without which proofs would take minutes; see the module.

        Cells too far apart; each cell has company; two regions do not cross.
        """
        for cell in self.cells:
            for k, inside in enumerate(self.inside[cell]):
                yield (-inside, *(self.inside[other][k] for other in self.near[cell]))
        for one, other in combinations(self.cells, 2):
            if self.steps_between(one, other) >= self.size:
                for k in self.regions:
                    yield (-self.inside[one][k], -self.inside[other][k])
        for a, b, c, d in chain(self._squares(), combinations(self._rim(), 4)):
            if self.steps_between(a, c) < self.size > self.steps_between(b, d):
                across = yield from self._same(a, c)
                other = yield from self._same(b, d)
                both = yield from self._same(a, b)
                yield (-across, -other, both)

    def _same(self, one: int, other: int) -> Generator[_Clause, None, int]:
        return _plain_same(self.literals, self.labels[one], self.labels[other])

    def _squares(self) -> Iterator[tuple[int, ...]]:
        """Yield the four cells around each inner corner, in a circle."""
        at = {place: cell for cell, place in enumerate(self.place)}
        for row, column in self.place:
            circle = (row, column), (row, column + 1), (row + 1, column + 1)
            square = (*circle, (row + 1, column))
            if (row + 1, column + 1) in at:
                yield tuple(at[place] for place in square)

    def _rim(self) -> list[int]:
        """Return the cells at the border of the grid, in a circle."""
        at = self.place
        last_row, last_column = at[-1]
        top = [cell for cell in self.cells if at[cell][0] == 0]
        right = [cell for cell in self.cells if at[cell][1] == last_column]
        bottom = [cell for cell in self.cells if at[cell][0] == last_row]
        left = [cell for cell in self.cells if at[cell][1] == 0]
        return [*dict.fromkeys((*top, *right, *bottom[::-1], *left[::-1]))]
