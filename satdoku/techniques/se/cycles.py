"""Forcing chains and bidirectional cycles: a single strand of links.

From a candidate held true (or false) the strand goes on in turn by what a true one
rules out and what a false one leaves.

A *forcing chain* comes back to where it started and says the opposite: what was held is
wrong.  A *cycle* comes back and says the same, so it can be gone round both ways:
either all its true candidates hold or all that it says are false do, and a candidate
that sees one of each is removed.

All X-cycles and X-chains are looked at, then Y-cycles, then those with both links; of
all the one with the lowest rating is taken, the shortest of these, and the first of
these.  A chain's rating depends on its length alone, so for chains it is enough to know
how far it is from a candidate to its opposite: masks tell.  A cycle's outcome depends
on its way, so trees are grown for those, link by link; they are cut where they
would become longer than the best that was found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.se.links import Links
from satdoku.techniques.se.rules import RULES, surcharge
from satdoku.techniques.se.step import SeStep
from satdoku.techniques.se.strands import LONGEST, cycles_from, distance, seen_by_both

if TYPE_CHECKING:
    from satdoku.techniques.state import State

__all__ = ["chain_or_cycle"]

_SURCHARGE = tuple(surcharge(nodes) for nodes in range(LONGEST + 1))


def chain_or_cycle(state: State) -> SeStep | None:
    """Find the easiest forcing chain or cycle."""
    search = _Search(state)
    search.go(Links.of(state, y=False), "X-Cycle", "Forcing X-Chain")
    search.go(Links.of(state, x=False), "Y-Cycle", None)
    search.go(Links.of(state), "XY-Cycle", "Forcing Chain")
    return search.best


class _Search:
    """What is looked through, and the best of it so far."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.best: SeStep | None = None

    def limit(self, rule: str) -> int:
        """Return how long a strand of a rule may be to be better than the best."""
        if self.best is None:
            return LONGEST
        base = RULES[rule].rating
        best = self.best.rating, self.best.length
        length = 4
        while length < LONGEST and (base + _SURCHARGE[length], length) < best:
            length += 2
        return length - 2

    def go(self, links: Links, cycle: str, chain: str | None) -> None:
        """Look at the strands of a kind, from each candidate in turn."""
        cycles, chains = self.limit(cycle), self.limit(chain) if chain else 0
        if max(cycles, chains) < 4:
            return
        left = self.state.left
        for start in links.candidates:
            options = left[start // 9].bit_count()
            if options < 2 or (chain is None and options > 2):
                continue
            if cycles >= 4 and self._cycles(links, start, cycles, cycle):
                cycles, chains = self.limit(cycle), self.limit(chain) if chain else 0
            if chain is None:
                continue
            for on in (True, False):
                length = distance(links, start, chains, on=on)
                if length:
                    self._take(chain, length, *self._outcome(start, on=not on))
                    cycles, chains = self.limit(cycle), self.limit(chain)

    def _take(
        self,
        rule: str,
        length: int,
        places: tuple[tuple[int, int], ...],
        removes: tuple[tuple[int, int], ...],
    ) -> None:
        rating = RULES[rule].rating + _SURCHARGE[length]
        self.best = SeStep(rule, rating, places, removes, length)

    def _outcome(
        self, candidate: int, *, on: bool
    ) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
        """Return what is placed and removed if a candidate is true, or false."""
        cell, digit = divmod(candidate, 9)
        if not on:
            return (), ((cell, digit + 1),)
        others = self.state.left[cell] & ~(1 << digit)
        removes = tuple((cell, d + 1) for d in range(9) if others >> d & 1)
        return ((cell, digit + 1),), removes

    def _cycles(self, links: Links, start: int, limit: int, rule: str) -> bool:
        """Take the first of the shortest cycles through a candidate that removes."""
        for way in cycles_from(links, start, limit):
            removes = seen_by_both(way, self.state.where)
            if removes:
                self._take(rule, len(way), (), removes)
                return True
        return False
