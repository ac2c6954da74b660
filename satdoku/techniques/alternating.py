"""Chains of alternating links: strong, weak, strong, …, strong.

If the first candidate of such a chain is false, the second is true, the third false, …,
and the last is true.  So one of the two ends is true, and a candidate that sees both
ends is false.

A chain is looked for hop by hop.  A hop is a weak link and the strong link after it: it
leads from a candidate that is true to another one that is true.  The first hop is the
strong link from the start alone.  Candidates are numbers here, sets of them masks, and
the links are told by `follow` (where one hop leads) and `before` (where it comes from).

    reach   which candidates a chain may end in: quick, but the way there may
            touch a cell twice
    trace   the chain itself, the shortest there is that touches no cell twice
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

__all__ = ["HOPS", "Hop", "Links", "reach", "trace"]

HOPS = 10
"""The most hops of a chain: 20 candidates, the limit that HoDoKu's default sets."""


class Hop(NamedTuple):
    """A hop, seen from where it ends.

    Args:
        origin: The candidate it comes from.
        between: The cell of the candidate between, which is false.
        cells: The cells it adds to a chain that is built from its end, as a mask.
    """

    origin: int
    between: int
    cells: int


Follow = Mapping[int, int] | Sequence[int]
"""Of each candidate, where one hop leads, as a mask."""


class Links(NamedTuple):
    """The links of some candidates.

    Args:
        follow: Of each candidate, where one hop leads.
        before: Of each candidate, the hops that end there.
    """

    follow: Follow
    before: Callable[[int], Iterable[Hop]]


def reach(first: int, follow: Follow, hops: int = HOPS) -> int:
    """Return the candidates in which 2 hops or more end, as a mask.

    Args:
        first: Those in which the first hop ends.
        follow: Of each candidate, where one hop leads.
        hops: The most hops.

    Example:
        >>> bin(reach(0b001, [0b010, 0b100, 0b000]))
        '0b110'
    """
    reached = 0
    front = first
    for _ in range(hops - 1):
        front = _hop(front, follow) & ~reached
        if not front:
            break
        reached |= front
    return reached


def _hop(front: int, follow: Follow) -> int:
    found = 0
    while front:
        low = front & -front
        found |= follow[low.bit_length() - 1]
        front ^= low
    return found


def trace(
    first: int, end: int, links: Links, taken: int, hops: int = HOPS
) -> tuple[Hop, ...] | None:
    """Return a shortest chain that touches no cell twice; None if there is none.

    Args:
        first: The candidates in which the first hop ends, as a mask.
        end: The candidate in which the last one does.
        links: Of the candidates.
        taken: The cells that no hop may add: that of the end, and what else.
        hops: The most hops.

    Returns:
        The hops after the first, in order; the last one leads to `end`.
    """
    fronts = [0, first]
    for length in range(2, hops + 1):
        front = _hop(fronts[-1], links.follow)
        if not front:
            return None
        fronts.append(front)
        if front >> end & 1:
            found = _back(end, length, fronts, links, taken)
            if found is not None:
                return found
    return None


def _back(
    end: int, length: int, fronts: Sequence[int], links: Links, taken: int
) -> tuple[Hop, ...] | None:
    """Walk back from the end, always to where as many hops from the start may lead."""
    if length == 1:
        return ()
    for hop in links.before(end):
        if fronts[length - 1] >> hop.origin & 1 and not hop.cells & taken:
            found = _back(hop.origin, length - 1, fronts, links, taken | hop.cells)
            if found is not None:
                return (*found, hop)
    return None
