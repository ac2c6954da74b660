"""Forcing chains and bidirectional cycles: a single strand of links.

A candidate is a number: nine times its cell, plus its digit less one.  If it is true,
the other digits of its cell and the same digit in its peers are false.  If it is false
where a cell or unit has just one other place, that one is true.  X-links are those of
a digit in units, Y-links those of a cell.

From a candidate that is assumed true (or false) a strand goes on in turn by what a true
one rules out and what a false one leaves.

A *forcing chain* comes back to where it started and says the opposite: the assumption
is wrong.  A *cycle* comes back and says the same, so it works in both directions:
either all its true candidates hold or all its false ones do, and a candidate that sees
one of each is removed.

X-cycles and X-chains come first, then Y-cycles, then those with both links; of all the
one with the lowest rating is taken, the shortest of these, and the first of these.  A
chain's rating depends on its length alone, so for chains masks suffice, which say how
far it is from a candidate to its opposite.  A cycle's outcome depends on its way, so
trees grow for those, link by link; they are cut where they would become longer than the
best found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.se.rules import (
    PEERS,
    RULES,
    SIGHT,
    UNITS,
    UNITS_OF,
    SeStep,
    of_digit,
    surcharge,
)
from satdoku.techniques.state import bits, mask_of, union_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.techniques.state import State

CELL = -1
"""The cause of a true candidate that is the last of its cell.  Others are units."""

LONGEST = 1458
"""The nodes there are: no strand is longer."""

_SURCHARGE = tuple(surcharge(nodes) for nodes in range(LONGEST + 1))


class Links:
    """The links of a position; lists are in the order of the scheme.

    Args:
        left: The candidates of each cell.
        where: The cells of each digit.
        x: Whether a false candidate leaves another by its units.
        y: Whether cells link at all.

    Attributes:
        candidates: All candidates, rising.
        off_by: What each rules out if true.
        on_by: What each leaves if false.
        can: The candidates that leave another if false, as a mask.
        cause: Why one leaves another: by 729 times the first plus the second, `CELL` or
            the unit.
        sees, on_mask: The same lists as masks.
        off_mask: The first, of it only what is in `can`.
    """

    def __init__(
        self, left: Sequence[int], where: Sequence[int], *, x: bool, y: bool
    ) -> None:
        self.candidates: list[int] = []
        self.off_by: dict[int, list[int]] = {}
        self.on_by: dict[int, list[int]] = {}
        self.on_mask: dict[int, int] = {}
        self.cause: dict[int, int] = {}
        self.can = 0
        for cell, mask in enumerate(left):
            own = [9 * cell + digit for digit in bits(mask)]
            self.candidates += own
            for candidate in own:
                here = where[candidate - 9 * cell + 1]
                on: dict[int, int] = {}
                if y and len(own) == 2:
                    on[own[0] + own[1] - candidate] = CELL
                if x:
                    self._add_units(on, candidate, here)
                self.on_by[candidate] = list(on)
                self.on_mask[candidate] = mask_of(on)
                for other, cause in on.items():
                    self.cause[729 * candidate + other] = cause
                if on:
                    self.can |= 1 << candidate
                off = [other for other in own if other != candidate] if y else []
                for part in SIGHT[cell]:
                    rest = here & part
                    while rest:
                        low = rest & -rest
                        rest ^= low
                        off.append(candidate + 9 * (low.bit_length() - 1 - cell))
                self.off_by[candidate] = off
        self.sees = {start: mask_of(off) for start, off in self.off_by.items()}
        self.off_mask = {start: off & self.can for start, off in self.sees.items()}

    @staticmethod
    def _add_units(on: dict[int, int], candidate: int, here: int) -> None:
        """Add what a candidate leaves by its units, if false."""
        cell = candidate // 9
        for unit in UNITS_OF[cell]:
            places = here & UNITS[unit]
            if places.bit_count() == 2:
                other = (places ^ 1 << cell).bit_length() - 1
                on.setdefault(candidate + 9 * (other - cell), unit)


def chain_or_cycle(state: State) -> SeStep | None:
    """Find the easiest forcing chain or cycle."""
    search = _Search(state)
    search.go("X-Cycle", "Forcing X-Chain", x=True, y=False)
    search.go("Y-Cycle", None, x=False, y=True)
    search.go("XY-Cycle", "Forcing Chain", x=True, y=True)
    return search.best


class _Search:
    """The best chain or cycle so far."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.best: SeStep | None = None

    def limit(self, rule: str | None) -> int:
        """Return how long a strand of a rule may be to be better than the best."""
        if rule is None:
            return 0
        if self.best is None:
            return LONGEST
        base = RULES[rule]
        best = self.best.rating, self.best.length
        length = 4
        while length < LONGEST and (base + _SURCHARGE[length], length) < best:
            length += 2
        return length - 2

    def go(self, cycle: str, chain: str | None, *, x: bool, y: bool) -> None:
        """Try the strands of a kind, from each candidate in turn."""
        left, where = self.state.left, self.state.where
        cycles, chains = self.limit(cycle), self.limit(chain)
        if max(cycles, chains) < 4:
            return
        links = Links(left, where, x=x, y=y)
        for start in links.candidates:
            options = left[start // 9].bit_count()
            if options < 2 or (chain is None and options > 2):
                continue
            if cycles >= 4 and self._cycle(links, start, cycles, cycle):
                cycles, chains = self.limit(cycle), self.limit(chain)
            for on in (True, False) if chain else ():
                length = distance(links, start, chains, on=on)
                if length and chain:
                    self.best = SeStep.from_chain(
                        chain, length, left, start, true=not on
                    )
                    cycles, chains = self.limit(cycle), self.limit(chain)

    def _cycle(self, links: Links, start: int, limit: int, rule: str) -> bool:
        """Take the first of the shortest cycles through a candidate that removes."""
        for way in cycles_from(links, start, limit):
            removes = seen_by_both(way, self.state.where)
            if removes:
                rating = RULES[rule] + _SURCHARGE[len(way)]
                self.best = SeStep(rule, rating, (), removes, len(way))
                return True
        return False


def seen_by_both(
    way: Sequence[int], where: Sequence[int]
) -> tuple[tuple[int, int], ...]:
    """Return what sees both a true and a false candidate of a cycle.

    Args:
        way: Its candidates, false and true ones in turn.
        where: The cells of each digit.
    """
    cells = 0
    seen: tuple[dict[int, int], dict[int, int]] = {}, {}
    for place, candidate in enumerate(way):
        cell, digit = divmod(candidate, 9)
        cells |= 1 << cell
        side = seen[place & 1]
        side[digit] = side.get(digit, 0) | PEERS[cell]
    removes: list[tuple[int, int]] = []
    for digit, mask in seen[0].items():
        hit = mask & seen[1].get(digit, 0) & where[digit + 1] & ~cells
        removes += of_digit(hit, digit + 1)
    return tuple(sorted(removes))


def distance(links: Links, start: int, limit: int, *, on: bool) -> int:
    """Return the nodes of the shortest chain from a candidate to its opposite.

    Args:
        links: The links.
        start: The candidate.
        limit: How many nodes it may have.
        on: Whether it is true at the start.

    Returns:
        The nodes, both ends counted; 0 if there is no such chain.
    """
    off_mask, on_mask = links.off_mask, links.on_mask
    goal = 1 << start
    frontier, falses, length = (goal, 0, 1) if on else (on_mask[start], goal, 2)
    trues = frontier
    while frontier:  # true candidates, each the last of that many nodes
        if on and length > 1 and frontier & links.sees[start]:
            return length + 1
        if not on and frontier & goal:
            return length
        length += 2
        if length + on > limit:
            return 0
        new = union_of(frontier, off_mask)
        frontier = new & ~falses
        falses |= new
        new = union_of(frontier, on_mask)
        frontier = new & ~trues
        trues |= new
    return 0


def cycles_from(links: Links, start: int, limit: int) -> Iterator[list[int]]:
    """Yield the cycles through a candidate that its tree closes, shorter ones first.

    The tree has each candidate once as true and once as false, as first reached.  A
    cycle ends with a false candidate that leaves the start; it may follow any true one
    that rules it out and has not come by it.
    """
    off_by, off_mask = links.off_by, links.off_mask
    closing = links.on_mask[start]  # a link that leaves goes both ways
    tree = Tree(links, start)
    length = 2
    while closing and tree.level and length <= limit:
        if length > 2:
            for true in tree.level:
                ends = off_mask[true] & closing & ~tree.came_by[true]
                if ends:
                    for false in off_by[true]:
                        if ends >> false & 1:
                            yield tree.way(true, false)
        tree.grow()
        length += 2


class Tree:
    """What follows from a candidate, each as first reached.

    Args:
        links: The links.
        start: The candidate.
        on: Whether it is true.

    Attributes:
        level: The true candidates reached last.
        came_by: Of each true candidate, the false ones on its way.
        left_by: Of each but the start, the false one that left it.
        ruled_out_by: Of each false one but the start, the true one that ruled it out.
    """

    def __init__(self, links: Links, start: int, *, on: bool = True) -> None:
        self.links = links
        self.ruled_out_by: dict[int, int] = {}
        self.left_by: dict[int, int] = {}
        self.came_by: dict[int, int] = {}
        if on:
            self.level = [start]
            self.came_by[start] = 0
        else:
            self.level = links.on_by[start]
            self.ruled_out_by[start] = -1
            for true in self.level:
                self.came_by[true] = 1 << start
                self.left_by[true] = start

    def grow(self) -> None:
        """Go on from the true candidates reached last to the next."""
        off_by, on_by, can = self.links.off_by, self.links.on_by, self.links.can
        ruled_out_by, came_by = self.ruled_out_by, self.came_by
        falses: list[int] = []
        for true in self.level:
            for false in off_by[true]:
                if can >> false & 1 and false not in ruled_out_by:
                    ruled_out_by[false] = true
                    falses.append(false)
        self.level = level = list[int]()
        for false in falses:
            by = came_by[ruled_out_by[false]] | 1 << false
            for true in on_by[false]:
                if true not in came_by:
                    came_by[true] = by
                    self.left_by[true] = false
                    level.append(true)

    def way(self, true: int, false: int) -> list[int]:
        """Return a cycle, backwards from the false candidate that closes it."""
        way = [false, true]
        while true in self.left_by:
            false = self.left_by[true]
            true = self.ruled_out_by[false]
            way += [false, true]
        return way
