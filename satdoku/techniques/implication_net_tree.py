"""Ways back in a net: which claims, together, a claim follows from.

Tables are joined as HoDoKu joins them: what follows from a claim of the list is entered
behind it, with the claim whose table it came from; an entry is mended where a later
claim leads to it in fewer steps.  A way (`trace`) then goes back through those tables.
Where a claim rests on several, it goes on by the main one, and the others branch off;
so a way with branches is that of a net, one without is that of a chain.

HoDoKu's ways leave out what the branches themselves branch to.  What is told to people
(`proof`) leaves out nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.implication_nets import NetImplications
    from satdoku.techniques.step import Node

__all__ = ["NetTree", "Trace"]


class Trace(NamedTuple):
    """What HoDoKu tells of a way.

    Args:
        net: Whether it branches.
        nodes: How many nodes it has, those of its branches and their ends among them.
    """

    net: bool
    nodes: int


class NetTree:
    """All that follows from a claim by the tables of a net.

    Args:
        graph: The implications.
        start: The claim.

    Attributes:
        source: Of each claim that follows, the claim whose table it came from.
    """

    def __init__(self, graph: NetImplications, start: int) -> None:
        graph.look()
        self.graph = graph
        self.start = start
        self._traces: dict[int, Trace] = {}
        tables, follows = graph.tables, graph.next
        own = tables[start]
        claims = list(own.claims)
        self.source = source = dict.fromkeys(claims, start)
        steps = dict(zip(claims, own.steps, strict=True))
        fixed = reached = follows[start] | 1 << start
        longest = 0
        for claim in claims:
            if claim == start:
                continue
            base = steps[claim]
            following = follows[claim]
            if not following & ~reached and (
                base + 2 >= longest or not following & ~fixed
            ):
                continue
            table = tables[claim]
            for other, more in zip(table.claims[1:], table.steps[1:], strict=True):
                if other not in source:
                    claims.append(other)
                elif fixed >> other & 1 or steps[other] <= base + more:
                    continue
                source[other] = claim
                steps[other] = base + more
                longest = max(longest, base + more)
            reached |= following

    def trace(self, end: int) -> Trace:
        """Return what HoDoKu tells of the way to a claim."""
        if (known := self._traces.get(end)) is not None:
            return known
        nodes = 0
        main: set[int] = set()
        beside: list[int] = []
        for claim, branches in self._back(end):
            main.add(claim)
            beside += branches
            nodes += 1
        for claim in beside:
            for index, (other, _) in enumerate(self._back(claim)):
                nodes += 1
                if index and other in main:
                    break
        trace = self._traces[end] = Trace(bool(beside), nodes)
        return trace

    def _back(self, end: int) -> Iterator[tuple[int, list[int]]]:
        """Yield the claims of a way from its end to the start, with their branches."""
        tables, start = self.graph.tables, self.start
        claim = end
        while claim != start:
            table = tables[self.source[claim]]
            index = table.position[claim]
            while index:
                first, *others = table.traced[index]
                yield table.claims[index], [table.claims[other] for other in others]
                index = first
            claim = table.claims[0]
        yield start, []

    def proof(self, end: int) -> list[Node]:
        """Return the claims that lead to one, each after those it rests on."""
        nodes = [self.graph.node(self.start)]
        told = {self.start: 0}
        tables = self.graph.tables
        pending = [(end, self.start)]
        while pending:
            claim, context = pending[-1]
            if claim in told:
                pending.pop()
                continue
            if claim == context:
                # The front of another table, for which it follows from the start.
                pending[-1] = claim, self.start
                continue
            table = tables[context if context != self.start else self.source[claim]]
            causes = [
                table.claims[index] for index in table.causes[table.position[claim]]
            ]
            if open_ones := [each for each in causes if each not in told]:
                pending += [(each, table.claims[0]) for each in reversed(open_ones)]
                continue
            pending.pop()
            told[claim] = len(nodes)
            after = tuple(told[each] for each in causes)
            nodes.append(self.graph.node(claim)._replace(after=after))
        return nodes
