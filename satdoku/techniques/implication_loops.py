"""Nice loops and AICs: chains of links that alternate, and what their ends say.

A chain is a way from a claim to another.  Where it comes back to the cell it left, it
is a loop; which kind it is depends on the claims at its ends, which are of one cell:

    from      to        then
    on d      off d     d is off: discontinuous                (1)
    on d      on e      d is off: discontinuous                (1)
    off d     on d      d is on, the others off: discontinuous (2)
    off d     off e     e is off: discontinuous                (3)
    off d     on e      all links hold both ways: continuous   (4)

A chain from off d to on e in another cell is an AIC: one of the two is on.  Of the same
digit, it is off in the cells that see both; of two digits in cells that see each other,
each is off in the other's cell.

All pairs that may be such ends are known from the reach of the claims.  Their outcomes,
but for continuous loops, are known, too; so ways are only looked for in the order of
outcomes, until one holds.  HoDoKu looks at one way for each pair, a shortest one, drops
it if it enters a cell twice, and of all steps takes the one that removes most, of those
that remove alike the one in front by a weighted sum of its candidates.
"""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.als_steps import set_texts
from satdoku.techniques.implication_cycle import cycle_removals, is_loop, is_open
from satdoku.techniques.implication_words import claim_text
from satdoku.techniques.links import rank
from satdoku.techniques.state import bits
from satdoku.techniques.step import Step, chain_text
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.techniques.implication_graph import Implications
    from satdoku.techniques.implication_tree import Tree

__all__ = ["loops", "reason"]


class _Pair(NamedTuple):
    """Two claims that may be the ends of a chain, and what it would remove.

    Args:
        key: Its place in the order: more candidates first, then the weighted sum.
        turn: When HoDoKu comes upon it: loops from on, loops from off, AICs; by start.
        start: The claim at the start.
        end: The claim at the end.
        technique: What it is, groups not asked.
        removes: The candidates; of a continuous loop, one for each link that says so.
    """

    key: tuple[int, int]
    turn: tuple[int, int]
    start: int
    end: int
    technique: Technique
    removes: tuple[tuple[int, int], ...]


_Outcome = tuple[Technique, tuple[tuple[int, int], ...]]

_GROUPED = {
    Technique.CONTINUOUS_NICE_LOOP: Technique.GROUPED_CONTINUOUS_NICE_LOOP,
    Technique.DISCONTINUOUS_NICE_LOOP: Technique.GROUPED_DISCONTINUOUS_NICE_LOOP,
    Technique.AIC: Technique.GROUPED_AIC,
}


def loops(graph: Implications) -> Iterator[Step]:
    """Yield the steps there are by loops and AICs, one for each outcome, best first.

    Args:
        graph: The implications.
    """
    search = _Search(graph)
    told: set[_Outcome] = set()
    for _, alike in groupby(sorted(search.pairs()), key=attrgetter("key")):
        for (technique, removes), way in search.shortest(alike).items():
            if (technique, removes) not in told:
                told.add((technique, removes))
                chain, sets = graph.chain(way)
                yield Step(
                    graph.state.shape.geometry,
                    technique,
                    # Digit by digit: HoDoKu removes them so, and singles come up so.
                    removes=tuple(sorted(removes, key=itemgetter(1, 0))),
                    sets=sets,
                    chains=(chain,),
                )


class _Search:
    """The pairs of a graph, and the ways between them."""

    def __init__(self, graph: Implications) -> None:
        self.graph = graph
        self.trees: dict[int, Tree] = {}
        self.of_cell = [0] * len(graph.state.left)
        for (cell, _), index in graph.number.items():
            self.of_cell[cell] |= 1 << index

    def pairs(self) -> Iterator[_Pair]:
        """Yield all pairs of claims that may be the ends of a chain."""
        graph = self.graph
        candidates = (1 << graph.candidates) - 1
        for place in range(graph.candidates):
            graph.look()
            (cell,) = graph.places[place].cells
            mates = self.of_cell[cell] & ~(1 << place)
            reached = graph.reach[place + graph.count]
            ends = (
                reached & 1 << place | (reached >> graph.count & mates) << graph.count
            )
            if ends:
                yield from self._from_on(place, ends)
            if graph.next[place]:
                far = graph.reach[place] & ~graph.next[place]
                if off := far & mates:
                    yield from self._weaker(place, off)
                if on := far >> graph.count & candidates:
                    yield from self._from_off(place, on, mates)

    def _from_on(self, place: int, ends: int) -> Iterator[_Pair]:
        """Yield (1): the candidate cannot be on."""
        start = place + self.graph.count
        for end in bits(ends):
            yield self._loop((0, start), start, end, [place])

    def _weaker(self, place: int, ends: int) -> Iterator[_Pair]:
        """Yield (3): a candidate of the cell is off whether this one is on or off."""
        for end in bits(ends):
            yield self._loop((1, place), place, end, [end])

    def _from_off(self, place: int, ends: int, mates: int) -> Iterator[_Pair]:
        """Yield (2), (4) and AICs: one of the two is on."""
        count = self.graph.count
        if ends >> place & 1 and mates:
            yield self._loop((1, place), place, place + count, list(bits(mates)))
        for end in bits(ends & mates):
            way = self.way(place, end + count)
            if is_loop(self.graph, way) and (
                removes := cycle_removals(self.graph, way)
            ):
                kind = Technique.CONTINUOUS_NICE_LOOP
                yield self._pair((1, place), place, end + count, kind, removes)
        digit, (cell,), _, peers = self.graph.places[place]
        left, where = self.graph.state.left, self.graph.state.where
        for end in bits(ends & ~mates & ~(1 << place)):
            other, (far,), _, far_peers = self.graph.places[end]
            removes = []
            if other == digit:
                both = where[digit] & peers & far_peers
                if both.bit_count() > 1:  # one alone is a loop from there
                    removes = [(each, digit) for each in bits(both)]
            elif (
                peers >> far & left[cell] >> (other - 1) & left[far] >> (digit - 1) & 1
            ):
                removes = [(cell, other), (far, digit)]
            if removes:
                yield self._pair((2, place), place, end + count, Technique.AIC, removes)

    def _loop(
        self, turn: tuple[int, int], start: int, end: int, places: Sequence[int]
    ) -> _Pair:
        told = [self.graph.places[place] for place in places]
        removes = [(place.cells[0], place.digit) for place in told]
        return self._pair(turn, start, end, Technique.DISCONTINUOUS_NICE_LOOP, removes)

    def _pair(
        self,
        turn: tuple[int, int],
        start: int,
        end: int,
        technique: Technique,
        removes: list[tuple[int, int]],
    ) -> _Pair:
        """Return a pair with its place in the order."""
        key = rank(removes, self.graph.state.shape.geometry)
        return _Pair(key, turn, start, end, technique, tuple(removes))

    def tree(self, start: int) -> Tree:
        """Return what follows from a claim, with the ways; kept."""
        if start not in self.trees:
            self.trees[start] = self.graph.tree(start)
        return self.trees[start]

    def way(self, start: int, end: int) -> list[int]:
        """Return the way from a claim to another."""
        return self.tree(start).way(end)

    def shortest(self, pairs: Iterable[_Pair]) -> dict[_Outcome, list[int]]:
        """Return the outcomes of some pairs, first found first, each by a shortest way.

        Pairs without a way that holds have none.
        """
        graph = self.graph
        best: dict[_Outcome, list[int]] = {}
        for _, near in groupby(pairs, key=attrgetter("turn")):
            together = list(near)
            if len(together) > 1:
                order = list(self.tree(together[0].start).before)
                together.sort(key=lambda pair: order.index(pair.end))
            for pair in together:
                graph.look()
                way = self.way(pair.start, pair.end)
                aic = pair.technique is Technique.AIC
                if not (is_open if aic else is_loop)(graph, way):
                    continue
                grouped = any(claim % graph.count >= graph.candidates for claim in way)
                technique = _GROUPED[pair.technique] if grouped else pair.technique
                outcome = technique, tuple(sorted(set(pair.removes)))
                if outcome not in best or len(way) < len(best[outcome]):
                    best[outcome] = way
        return best


def reason(step: Step) -> str:
    """Say why a loop or an AIC holds, and by way of which almost locked sets."""
    if not step.sets:
        return _reason(step)
    several = "s" if len(step.sets) > 1 else ""
    told = f"by way of the almost locked set{several} {set_texts(step)}"
    return f"{_reason(step)}, {told}"


def _reason(step: Step) -> str:
    (chain,) = step.chains
    board = step.geometry
    text = chain_text(board, chain, step.sets)
    start, end = claim_text(board, chain[0]), claim_text(board, chain[-1])
    if step.technique in _CONTINUOUS:
        return f"all links of the loop {text} hold both ways"
    if step.technique in _AICS:
        first = claim_text(board, chain[0]._replace(on=True))
        return f"{first} or {end} by {text}"
    if not chain[0].on and not chain[-1].on:
        first = claim_text(board, chain[0]._replace(on=True))
        return f"{first} leads to {end}, and so does {start} by {text}"
    return f"{start} leads to {end} by {text}"


_CONTINUOUS = {Technique.CONTINUOUS_NICE_LOOP, Technique.GROUPED_CONTINUOUS_NICE_LOOP}
_AICS = {Technique.AIC, Technique.GROUPED_AIC}
