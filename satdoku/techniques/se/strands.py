"""Single strands of links: how far to a candidate's opposite, and which cycles.

From a candidate held true or false a strand goes on in turn by what a true one rules
out and what a false one leaves.  How long the shortest is that comes back to the
opposite of its start can be told by masks, level by level; which cycles there are asks
for the way, so there a tree is grown, link by link.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.se.layout import PEERS
from satdoku.techniques.se.step import eliminated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.techniques.se.links import Links

__all__ = ["LONGEST", "Tree", "cycles_from", "distance", "seen_by_both"]

LONGEST = 1458
"""The nodes there are: no strand is longer."""


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
        removes += eliminated(hit, digit + 1)
    return tuple(sorted(removes))


def distance(links: Links, start: int, limit: int, *, on: bool) -> int:
    """Return the nodes of the shortest chain from a candidate to its opposite.

    Args:
        links: The links.
        start: The candidate.
        limit: How many nodes it may have.
        on: Whether it is held true at the start.

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
        new = 0
        while frontier:
            low = frontier & -frontier
            frontier ^= low
            new |= off_mask[low.bit_length() - 1]
        frontier = new & ~falses
        falses |= new
        new = 0
        while frontier:
            low = frontier & -frontier
            frontier ^= low
            new |= on_mask[low.bit_length() - 1]
        frontier = new & ~trues
        trues |= new
    return 0


def cycles_from(links: Links, start: int, limit: int) -> Iterator[list[int]]:
    """Yield the cycles through a candidate that its tree closes, shorter ones first.

    The tree holds each candidate once as true and once as false, as first reached.  A
    cycle ends with a false candidate that leaves the start; it may hang on any true one
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
    """What follows from a candidate held true, each as first reached.

    Args:
        links: The links.
        start: The candidate.
        on: Whether it is held true.

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
