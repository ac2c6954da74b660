"""Dynamic forcing chains, and what those of higher levels use besides links.

Where a strand comes to its end, the grid as it is then is searched: first for pointing
and claiming, then hidden pairs, naked pairs, X-wings (level 1 and up), then for whole
chains, nested in the strand:

    level 2   forcing chains and cycles
    level 3   these, then cell and region forcing chains
    level 4   dynamic forcing chains
    level 5   these, then dynamic forcing chains of level 2

The first kind that removes something, and could not have done so on the grid at first,
lets the strand go on: what it removes is false, and follows from the candidates whose
going made it possible.  A nested chain adds its own length to the strand's.

A chain rests on what was gone from the grid when it was found: wherever a candidate of
it is true because it is the last of its cell, or the last of its digit in a unit, what
that cell or unit held at first and no longer holds is the reason.

Of nested chains that remove the same, the one with the lowest rating counts, the
shortest of these, and the first of these.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from satdoku.runtime.deadline import NEVER, Deadline
from satdoku.techniques.se.basics import (
    fishes,
    hidden_sets,
    lockings,
    missing_of,
    naked_sets,
)
from satdoku.techniques.se.chains import (
    CELL,
    LONGEST,
    Links,
    Tree,
    cycles_from,
    distance,
    seen_by_both,
)
from satdoku.techniques.se.forcing import (
    CELLS,
    CONTRADICTION,
    DOUBLE,
    NODES,
    REGION,
    Candidates,
    Chains,
    Shortest,
    dynamic_chains,
    multiple_chains,
)
from satdoku.techniques.se.rules import (
    RULES,
    SHAPE,
    SUFFIXES,
    UNITS,
    UNITS_OF,
    surcharge,
)
from satdoku.techniques.state import bits, mask_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from satdoku.techniques.se.forcing import End, Key
    from satdoku.techniques.se.rules import SeStep
    from satdoku.techniques.state import State

    Search = Callable[[Candidates, Candidates], Iterable["Reasoned"]]
    Causes = Iterable[tuple[int, int]]  # true candidates, with CELL or a unit

_TRUES = sum(2 << 2 * candidate for candidate in range(729))


def dynamic_forcing(
    state: State, level: int = 0, deadline: Deadline = NEVER
) -> SeStep | None:
    """Find the shortest dynamic forcing chain.

    Args:
        state: The position.
        level: What is used besides links: 0 nothing; 1 locked candidates, pairs and
            X-wings; 2 to 5 these, and chains nested in strands.
        deadline: When to stop.
    """
    further = _Further(state.empty, state.values, level) if level else None
    best = Shortest(further.sizes if further else ())
    dynamic_chains(Candidates(state.left, state.where, deadline), best, further)
    kinds = {
        DOUBLE: "Double",
        CELLS: "Cell",
        REGION: "Region",
        CONTRADICTION: "Contradiction",
    }
    names = {
        kind: f"Dynamic {name} Forcing Chain{SUFFIXES[level]}"
        for kind, name in kinds.items()
    }
    return best.step(state, names)


class Reasoned(NamedTuple):
    """What is removed, and why.

    Args:
        removed: The candidates.
        gone: Those whose going is the reason.
        chain: What the nested chain is made of, if it is one; equal chains count once.
        length: Its length.
    """

    removed: Sequence[int]
    gone: Iterable[int]
    chain: object = None
    length: int = 0


class _Further:
    """What else follows at the end of a strand.

    Args:
        empty: The empty cells of the position.
        values: Its values.
        level: 1 to 5.

    Attributes:
        sizes: The lengths of the nested chains, by their bit of what is behind.
    """

    def __init__(self, empty: int, values: Sequence[int], level: int) -> None:
        self.empty = empty
        self.missing = missing_of(values)
        self.sizes: list[int] = []
        self.known: dict[object, int] = {}
        self.searches: list[Search] = [
            self.locked,
            self.hidden,
            self.naked,
            self.fish,
            *nested_searches(empty, values, level),
        ]

    def __call__(
        self, now: Candidates, first: Candidates, off: dict[int, int]
    ) -> list[tuple[int, int]]:
        """Return further false candidates, each with what is behind it."""
        for search in self.searches:
            further: list[tuple[int, int]] = []
            for reasoned in search(now, first):
                behind = 0
                for candidate in reasoned.gone:
                    behind |= off[candidate]
                if behind and reasoned.removed:
                    behind |= self.bit(reasoned)
                    further += [(candidate, behind) for candidate in reasoned.removed]
            if further:
                return further
        return []

    def bit(self, reasoned: Reasoned) -> int:
        """Return the bit that stands for a nested chain; 0 if it is none."""
        if reasoned.chain is None:
            return 0
        if reasoned.chain not in self.known:
            self.known[reasoned.chain] = len(self.sizes)
            self.sizes.append(reasoned.length)
        return 1 << NODES + self.known[reasoned.chain]

    def locked(self, now: Candidates, first: Candidates) -> Iterator[Reasoned]:
        """Yield what pointing and claiming remove."""
        for near, far, digit, _ in lockings(now.where):
            lost = first.where[digit] & ~now.where[digit] & UNITS[near] & ~UNITS[far]
            removed = now.where[digit] & UNITS[far] & ~UNITS[near]
            yield Reasoned(_of_digit(removed, digit), _of_digit(lost, digit))

    def hidden(self, now: Candidates, first: Candidates) -> Iterator[Reasoned]:
        """Yield what hidden pairs remove."""
        for unit, digits, cells in hidden_sets(now.where, self.empty, 2):
            lost: list[int] = []
            for digit in digits:
                lost += _of_digit(first.where[digit] & UNITS[unit] & ~cells, digit)
            others = ~mask_of(digit - 1 for digit in digits)
            yield Reasoned(_in_cells(now, cells, others), lost)

    def naked(self, now: Candidates, first: Candidates) -> Iterator[Reasoned]:
        """Yield what naked pairs remove."""
        for unit, cells, digits in naked_sets(now.left, self.empty, 2):
            own = mask_of(cells)
            removed = _in_cells(now, self.empty & UNITS[unit] & ~own, digits)
            yield Reasoned(removed, _in_cells(first, own, ~digits))

    def fish(self, now: Candidates, first: Candidates) -> Iterator[Reasoned]:
        """Yield what X-wings remove."""
        for digit, bases, covers in fishes(now.where, self.missing, 2):
            inside, across = SHAPE.union(bases), SHAPE.union(covers)
            lost = first.where[digit] & ~now.where[digit] & inside & ~across
            removed = now.where[digit] & across & ~inside
            yield Reasoned(_of_digit(removed, digit), _of_digit(lost, digit))


def _of_digit(cells: int, digit: int) -> list[int]:
    return [9 * cell + digit - 1 for cell in bits(cells)]


def _in_cells(grid: Candidates, cells: int, digits: int) -> list[int]:
    return [
        9 * cell + digit
        for cell in bits(cells)
        for digit in bits(grid.left[cell] & digits)
    ]


def _gone_by(now: Candidates, first: Candidates, causes: Causes) -> dict[int, None]:
    """Return the candidates whose going made others the last of their kind."""
    gone: dict[int, None] = {}
    for candidate, cause in causes:
        cell, digit = divmod(candidate, 9)
        if cause == CELL:
            lost = _in_cells(first, 1 << cell, ~now.left[cell])
        else:
            missing = first.where[digit + 1] & ~now.where[digit + 1] & UNITS[cause]
            lost = _of_digit(missing, digit + 1)
        gone.update(dict.fromkeys(lost))
    return gone


def nested_searches(empty: int, values: Sequence[int], level: int) -> Sequence[Search]:
    """Return the searches for the chains that a level nests.

    Args:
        empty: The empty cells of the position.
        values: Its values.
        level: 1 to 5.
    """
    if level < 4:
        return [_strands, _multiple][: level - 1]
    searches: list[Search] = [partial(_dynamic, None)]
    if level == 5:
        searches.append(partial(_dynamic, _Further(empty, values, 2)))
    return searches


class _Strand(NamedTuple):
    """A forcing chain or cycle; they compare as they are taken.

    Args:
        rating: Its rating.
        length: Its nodes.
        kind: 2 for X, 3 for Y, 4 for both.
        order: When it was met.
        way: Its candidates backwards, false and true in turn, or the other way round.
        causes: Its true candidates, each with its cause.
    """

    rating: float
    length: int
    kind: int
    order: int
    way: tuple[int, ...]
    causes: tuple[tuple[int, int], ...]


def _strands(now: Candidates, first: Candidates) -> Iterator[Reasoned]:
    """Yield what forcing chains and cycles remove."""
    best: dict[tuple[tuple[int, int], ...], _Strand] = {}
    met = 0
    for kind, x, y in ((2, True, False), (3, False, True), (4, True, True)):
        links = Links(now.left, now.where, x=x, y=y)
        for start in links.candidates:
            options = now.left[start // 9].bit_count()
            if options < 2 or (not x and options > 2):
                continue
            for removes, way, causes in _ways_from(links, now, start, chains=x):
                if way[0] != way[-1]:
                    base = "XY-Cycle" if kind == 4 else "X-Cycle"
                else:
                    base = "Forcing Chain" if kind == 4 else "Forcing X-Chain"
                rating = RULES[base] + surcharge(len(way))
                strand = _Strand(rating, len(way), kind, met, tuple(way), tuple(causes))
                met += 1
                if removes not in best or strand[:3] < best[removes][:3]:
                    best[removes] = strand
    for removes, strand in sorted(best.items(), key=lambda item: item[1]):
        removed = [9 * cell + digit - 1 for cell, digit in removes]
        gone = _gone_by(now, first, strand.causes)
        # The last gives the direction.
        chain = "strand", strand.way, strand.causes[0][0]
        yield Reasoned(removed, gone, chain, strand.length)


def _ways_from(
    links: Links, grid: Candidates, start: int, *, chains: bool
) -> Iterator[tuple[tuple[tuple[int, int], ...], list[int], list[tuple[int, int]]]]:
    """Yield the cycles and chains from a candidate: what goes, the way, the causes."""
    for way in cycles_from(links, start, LONGEST):
        removes = seen_by_both(way, grid.where)
        if removes:
            falses, trues = way[::2], way[1::2]
            causes = _causes(links, falses, [start, *trues])
            # In the other direction, the false ones are true for the same reason for
            # which they were ruled out.
            causes += [
                (false, _shared_unit(false, true))
                for false, true in zip(falses, trues, strict=True)
            ]
            yield removes, way, causes
    cell, digit = divmod(start, 9)
    for on in (True, False) if chains else ():
        if distance(links, start, LONGEST, on=on):
            way = _chain(links, start, on=on)
            falses, trues = (way[2::2], way[1::2]) if on else (way[1::2], way[::2])
            gone = 1 << digit if on else grid.left[cell] & ~(1 << digit)
            removes = tuple((cell, other + 1) for other in bits(gone))
            yield removes, way, _causes(links, falses, trues)


def _causes(links: Links, falses: list[int], trues: list[int]) -> list[tuple[int, int]]:
    """Return true candidates with why the false ones leave them."""
    return [
        (true, links.cause[729 * false + true])
        for false, true in zip(falses, trues, strict=False)
    ]


def _shared_unit(first: int, second: int) -> int:
    """Return the first unit that two candidates share, or `CELL`."""
    first, second = first // 9, second // 9
    if first == second:
        return CELL
    return next(unit for unit in UNITS_OF[first] if UNITS[unit] >> second & 1)


def _chain(links: Links, start: int, *, on: bool) -> list[int]:
    """Return the first of the shortest chains to a candidate's opposite, backwards."""
    tree = Tree(links, start, on=on)
    while True:
        for true in tree.level:
            if on and links.sees[start] >> true & 1:
                return tree.way(true, start)
            if not on and true == start:
                return _way_back(tree, start)
        tree.grow()


def _way_back(tree: Tree, start: int) -> list[int]:
    """Return the way from a candidate being false to its being true, backwards."""
    true, false = start, tree.left_by[start]
    way = [true, false]
    while false != start:
        true = tree.ruled_out_by[false]
        false = tree.left_by[true]
        way += [true, false]
    return way


class _Several(NamedTuple):
    """A chain of several strands: length and kind, when it was met, its ends."""

    key: tuple[int, int]
    met: int
    ends: tuple[End, ...]

    def causes(self) -> Iterator[tuple[int, int]]:
        """Yield the true candidates of all strands, each with its cause."""
        for behind, cause, origin in self.ends:
            for node in bits(behind & _TRUES):
                candidate = node >> 1
                why = cause.get(candidate, origin)
                if why is not None:
                    yield candidate, why


class _Every(Chains):
    """All that chains of several strands prove, each by the shortest.

    Args:
        grid: The grid.
        sizes: The lengths of chains nested in the strands.
    """

    def __init__(self, grid: Candidates, sizes: Sequence[int]) -> None:
        super().__init__(sizes)
        self.grid = grid
        self.met = 0
        self.best: dict[tuple[int, int], _Several] = {}

    def offer(
        self, key: Key, candidate: int, ends: Callable[[], list[End]], *, true: bool
    ) -> None:
        """Take a chain if it is the first or the shortest that removes this."""
        self.met += 1
        cell, digit = divmod(candidate, 9)
        gone = self.grid.left[cell] & ~(1 << digit) if true else 1 << digit
        if gone:
            old = self.best.get((cell, gone))
            if old is None or key < old.key:
                self.best[cell, gone] = _Several(key, self.met, tuple(ends()))

    def reasoned(self, first: Candidates) -> Iterator[Reasoned]:
        """Yield what is removed, the shortest chains first."""
        for (cell, mask), outcome in sorted(
            self.best.items(), key=lambda item: item[1][:2]
        ):
            gone = _gone_by(self.grid, first, outcome.causes())
            chain = "strands", cell, mask, *(end.behind for end in outcome.ends)
            removed = [9 * cell + digit for digit in bits(mask)]
            yield Reasoned(removed, gone, chain, outcome.key[0])


def _multiple(now: Candidates, first: Candidates) -> Iterator[Reasoned]:
    """Yield what cell and region forcing chains remove."""
    every = _Every(now, ())
    multiple_chains(now, every)
    return every.reasoned(first)


def _dynamic(
    further: _Further | None, now: Candidates, first: Candidates
) -> Iterator[Reasoned]:
    """Yield what dynamic forcing chains remove."""
    every = _Every(now, () if further is None else further.sizes)
    dynamic_chains(now, every, further)
    return every.reasoned(first)
