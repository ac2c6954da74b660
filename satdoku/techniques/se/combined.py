"""Several strands that agree or clash: the shortest of what they say.

Of all chains the shortest is taken, all strands counted together; then contradictions
come last, after double, cell and region chains; then the first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from satdoku.techniques.se.consequences import NODES
from satdoku.techniques.se.rules import RULES, surcharge
from satdoku.techniques.se.step import SeStep
from satdoku.techniques.state import bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.techniques.se.consequences import Consequences
    from satdoku.techniques.state import State

__all__ = [
    "CELLS",
    "CONTRADICTION",
    "DOUBLE",
    "REGION",
    "Best",
    "Chains",
    "shared",
    "size_of",
]

DOUBLE, CELLS, REGION, CONTRADICTION = 1, 5, 6, 7
"""In this order chains of one length are taken."""


class Chains(Protocol):
    """Who is told of chains."""

    def contradiction(self, strand: Consequences, start: int, *, true: bool) -> None:
        """Take note of a strand that clashes.

        Args:
            strand: What follows.
            start: From which candidate.
            true: Whether that was held true.
        """
        ...

    def common(
        self, kind: int, strands: Sequence[Consequences], origin: int | None
    ) -> None:
        """Take note of all that follows in every one of some strands.

        Args:
            kind: `DOUBLE`, `CELLS` or `REGION`.
            strands: What follows from each start.
            origin: Why one of the starts is true: `CELL`, or the unit; None for a
                candidate that is true or false.
        """
        ...


class Best:
    """The shortest chain so far, and what it says.

    Args:
        sizes: The lengths of chains nested in strands.
    """

    def __init__(self, sizes: Sequence[int] = ()) -> None:
        self.sizes = sizes
        self.key = (1 << 30, 0)
        self.says: tuple[int, bool] | None = None

    def offer(self, length: int, kind: int, candidate: int, *, true: bool) -> None:
        """Take a chain if it is better: shorter, or of an earlier kind."""
        if (length, kind) < self.key:
            self.key = length, kind
            self.says = candidate, true

    def contradiction(self, strand: Consequences, start: int, *, true: bool) -> None:
        """Offer what a clash says."""
        if strand.clash:
            behind = strand.clash.behind_true, strand.clash.behind_false
            self.offer(size_of(behind, self.sizes), CONTRADICTION, start, true=not true)

    def common(
        self, kind: int, strands: Sequence[Consequences], origin: int | None
    ) -> None:
        """Offer all that follows in every one of some strands."""
        del origin
        for true in (True, False):
            lengths = shared(strands, self.sizes, true=true)
            if not lengths:
                continue
            shortest = min(lengths.values())
            if (shortest, kind) < self.key:
                first = strands[0].on if true else strands[0].off
                candidate = next(c for c in first if lengths.get(c) == shortest)
                self.offer(shortest, kind, candidate, true=true)

    def step(self, state: State, names: dict[int, str]) -> SeStep | None:
        """Return the step that the best makes."""
        if self.says is None:
            return None
        length, kind = self.key
        candidate, true = self.says
        cell, digit = divmod(candidate, 9)
        places: tuple[tuple[int, int], ...] = ()
        removes: tuple[tuple[int, int], ...] = ((cell, digit + 1),)
        if true:
            places = removes
            others = state.left[cell] & ~(1 << digit)
            removes = tuple((cell, d + 1) for d in range(9) if others >> d & 1)
        rule = names[kind]
        rating = RULES[rule].rating + surcharge(length)
        return SeStep(rule, rating, places, removes, length)


def size_of(behind: Sequence[int], sizes: Sequence[int]) -> int:
    """Return the length of strands together, with the chains nested in them.

    Args:
        behind: What is behind the end of each.
        sizes: The length of each nested chain, by its bit.
    """
    if not sizes:
        return sum(mask.bit_count() for mask in behind)
    nested = length = 0
    for mask in behind:
        length += (mask & _NODES).bit_count()
        nested |= mask >> NODES
    return length + sum(sizes[index] for index in bits(nested))


_NODES = (1 << NODES) - 1


def shared(
    strands: Sequence[Consequences], sizes: Sequence[int], *, true: bool
) -> dict[int, int]:
    """Return what follows in every one of some strands, with its length in all."""
    first, *others = [strand.on if true else strand.off for strand in strands]
    return {
        candidate: size_of(
            (first[candidate], *(other[candidate] for other in others)), sizes
        )
        for candidate in set(first).intersection(*others)
    }
