"""Ways back: how a claim follows from another, link by link.

A tree is what follows from one claim, found breadth first: each claim is entered once,
with the claim from which it was first reached.  So the way to it is a shortest one, and
of several the one that comes first in the order of links, as in HoDoKu's tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.techniques.implication_graph import Implications
    from satdoku.techniques.implication_sets import SetImplications

__all__ = ["Tree", "WeightedTree"]


class Tree:
    """All that follows from a claim, each with the way to it.

    Args:
        graph: The implications.
        start: The claim.

    Attributes:
        before: Of each claim that follows, the one it was reached from, in the order
            in which they were reached; -1 for the start.

    Example:
        >>> from satdoku.techniques.implication_graph import plain_implications
        >>> from satdoku.techniques.state import State
        >>> from satdoku.techniques.state import View
        >>> from satdoku.puzzle import Puzzle
        >>> view = View(State.of(Puzzle("12.. .... .... ...3")))
        >>> graph = plain_implications(view)
        >>> tree = Tree(graph, graph.number[2, 3])
        >>> way = tree.way(graph.number[3, 4])
        >>> [graph.node(claim)[:3] for claim in way]
        [(3, (2,), False), (4, (2,), True), (4, (3,), False)]
    """

    def __init__(self, graph: Implications, start: int) -> None:
        follows, following = graph.follows, graph.next
        self.before = before = {start: -1}
        reached = 1 << start
        queue = [start]
        for claim in queue:
            if following[claim] & ~reached:
                for other in follows[claim]:
                    if other not in before:
                        before[other] = claim
                        queue.append(other)
                reached |= following[claim]

    def way(self, end: int) -> list[int]:
        """Return the claims from the start to one that follows, both included."""
        way = [end]
        while (end := self.before[end]) >= 0:
            way.append(end)
        way.reverse()
        return way


class WeightedTree(Tree):
    """All that follows from a claim, where some links count for more than one.

    Claims are looked at in the order in which they were reached; a way that turns out
    to be longer than a later one is mended.
    """

    def __init__(self, graph: SetImplications, start: int) -> None:
        self.before = before = {start: -1}
        follows, following = graph.follows, graph.next
        steps = {start: 0}
        reached = 1 << start
        longest = 0
        queue = [start]
        for claim in queue:
            further = steps[claim] + graph.steps(claim)
            if further >= longest and not following[claim] & ~reached:
                continue
            reached |= following[claim]
            longest = max(longest, further)
            for other in follows[claim]:
                if other not in before:
                    queue.append(other)
                elif before[other] == start or steps[other] <= further:
                    continue
                before[other] = claim
                steps[other] = further
