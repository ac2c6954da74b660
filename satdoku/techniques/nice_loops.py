"""Nice loops and AICs: chains of alternating links, and what their ends prove.

A chain is a way from a claim to another.  Where it comes back to the cell it left, it
is a loop.  The claims at its ends, which are of one cell, decide its kind:

    from      to        then
    on d      off d     d is off: discontinuous                (1)
    on d      on e      d is off: discontinuous                (1)
    off d     on d      d is on, the others off: discontinuous (2)
    off d     off e     e is off: discontinuous                (3)
    off d     on e      all links hold both ways: continuous   (4)

A chain from off d to on e in another cell is an AIC: one of the two is on.  If they are
the same digit, it is off in the cells that see both; if they are two digits in cells
that see each other, each is off in the other's cell.

The reach of the claims gives all pairs that may be such ends, and their outcomes except
for continuous loops.  So ways are only searched in the order of outcomes, until one
holds.  HoDoKu tries one way for each pair, a shortest one, drops it if it enters a cell
twice, and takes the step that removes most; of those that remove as many, the first by
a weighted sum of its candidates.
"""

from __future__ import annotations

from itertools import chain as chained
from itertools import groupby, pairwise
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.als import set_texts
from satdoku.techniques.chains import rank
from satdoku.techniques.implications import (
    SetImplications,
    claim_text,
    grouped_implications,
    plain_implications,
)
from satdoku.techniques.state import bits
from satdoku.techniques.step import Step, chain_text
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.techniques.implications import Implications, Tree
    from satdoku.techniques.state import View

    Outcome = tuple[Technique, tuple[tuple[int, int], ...]]

_GROUPED = {
    Technique.CONTINUOUS_NICE_LOOP: Technique.GROUPED_CONTINUOUS_NICE_LOOP,
    Technique.DISCONTINUOUS_NICE_LOOP: Technique.GROUPED_DISCONTINUOUS_NICE_LOOP,
    Technique.AIC: Technique.GROUPED_AIC,
}


def continuous_nice_loop(view: View) -> Iterator[Step]:
    """Find nice loops and AICs: `chains` is the one chain of a step."""
    return _loops(view.cached(plain_implications))


def grouped_continuous_nice_loop(view: View) -> Iterator[Step]:
    """Find nice loops and AICs with groups of cells among the nodes.

    In an exhaustive view almost locked sets are nodes, too, listed in `sets`.
    Otherwise a step may be without a group: of ways alike in length HoDoKu has taken
    another so far, one that comes back to a cell.
    """
    grouped = _loops(view.cached(grouped_implications))
    if not view.exhaustive:
        yield from grouped
        return
    outcomes: set[Outcome] = set()
    for step in chained(grouped, _loops(view.cached(SetImplications))):
        outcome = step.technique, step.removes
        if step.technique in _GROUPED.values() and outcome not in outcomes:
            outcomes.add(outcome)
            yield step


class _Pair(NamedTuple):
    """Two claims that may be the ends of a chain, and what it would remove.

    Args:
        key: Its place in the order: more candidates first, then the weighted sum.
        turn: When HoDoKu comes upon it: loops from on, loops from off, AICs; by start.
        start: The claim at the start.
        end: The claim at the end.
        technique: What it is without groups.
        removes: The candidates; of a continuous loop, one for each link that says so.
    """

    key: tuple[int, int]
    turn: tuple[int, int]
    start: int
    end: int
    technique: Technique
    removes: tuple[tuple[int, int], ...]


def _loops(graph: Implications) -> Iterator[Step]:
    """Yield the steps there are by loops and AICs, one for each outcome, best first."""
    search = _Search(graph)
    outcomes: set[Outcome] = set()
    for _, alike in groupby(sorted(search.pairs()), key=attrgetter("key")):
        for (technique, removes), way in search.shortest(alike).items():
            if (technique, removes) not in outcomes:
                outcomes.add((technique, removes))
                chain, sets = graph.chain(way)
                yield Step(
                    graph.state.shape.geometry,
                    technique,
                    # By digit, as in HoDoKu: this decides the order of new singles.
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
        graph, count = self.graph, self.graph.count
        candidates = (1 << graph.candidates) - 1
        for place in range(graph.candidates):
            graph.check_deadline()
            (cell,) = graph.places[place].cells
            mates = self.of_cell[cell] & ~(1 << place)
            reached = graph.reach[place + count]
            for end in bits(reached & (1 << place | mates << count)):  # (1)
                yield self._loop((0, place + count), end, [place])
            if graph.next[place]:
                far = graph.reach[place] & ~graph.next[place]
                for end in bits(far & mates):  # (3)
                    yield self._loop((1, place), end, [end])
                if on := far >> count & candidates:
                    yield from self._from_off(place, on, mates)

    def _from_off(self, place: int, ends: int, mates: int) -> Iterator[_Pair]:
        """Yield (2), (4) and AICs: one of the two is on."""
        count = self.graph.count
        if ends >> place & 1 and mates:
            yield self._loop((1, place), place + count, list(bits(mates)))
        for end in bits(ends & mates):
            way = self.way(place, end + count)
            if _is_loop(self.graph, way) and (removes := _cycle(self.graph, way)):
                kind = Technique.CONTINUOUS_NICE_LOOP
                yield self._pair((1, place), end + count, kind, removes)
        digit, (cell,), _, peers = self.graph.places[place]
        left, where = self.graph.state.left, self.graph.state.where
        for end in bits(ends & ~mates & ~(1 << place)):
            other, (far,), _, far_peers = self.graph.places[end]
            removes = []
            if other == digit:
                both = where[digit] & peers & far_peers
                if both.bit_count() > 1:  # one alone is a loop from there
                    removes = [(middle, digit) for middle in bits(both)]
            elif (
                peers >> far & left[cell] >> (other - 1) & left[far] >> (digit - 1) & 1
            ):
                removes = [(cell, other), (far, digit)]
            if removes:
                yield self._pair((2, place), end + count, Technique.AIC, removes)

    def _loop(self, turn: tuple[int, int], end: int, places: Sequence[int]) -> _Pair:
        """Return the ends of a discontinuous loop that turns some candidates off."""
        off = [self.graph.places[place] for place in places]
        removes = [(place.cells[0], place.digit) for place in off]
        return self._pair(turn, end, Technique.DISCONTINUOUS_NICE_LOOP, removes)

    def _pair(
        self,
        turn: tuple[int, int],
        end: int,
        technique: Technique,
        removes: list[tuple[int, int]],
    ) -> _Pair:
        key = rank(removes, self.graph.state.shape.geometry)
        return _Pair(key, turn, turn[1], end, technique, tuple(removes))

    def tree(self, start: int) -> Tree:
        """Return what follows from a claim, with the ways; cached."""
        if start not in self.trees:
            self.trees[start] = self.graph.tree(start)
        return self.trees[start]

    def way(self, start: int, end: int) -> list[int]:
        """Return the way from a claim to another."""
        return self.tree(start).way(end)

    def shortest(self, pairs: Iterable[_Pair]) -> dict[Outcome, list[int]]:
        """Return the outcomes of some pairs, first found first, each by a shortest way.

        Pairs without a way that holds have none.
        """
        graph = self.graph
        best: dict[Outcome, list[int]] = {}
        for _, near in groupby(pairs, key=attrgetter("turn")):
            together = list(near)
            if len(together) > 1:
                order = list(self.tree(together[0].start).before)
                together.sort(key=lambda pair: order.index(pair.end))
            for pair in together:
                graph.check_deadline()
                way = self.way(pair.start, pair.end)
                aic = pair.technique is Technique.AIC
                if _returns(graph, way) if aic else not _is_loop(graph, way):
                    continue
                grouped = any(claim % graph.count >= graph.candidates for claim in way)
                technique = _GROUPED[pair.technique] if grouped else pair.technique
                outcome = technique, tuple(sorted(set(pair.removes)))
                if outcome not in best or len(way) < len(best[outcome]):
                    best[outcome] = way
        return best


def _is_loop(graph: Implications, way: Sequence[int]) -> bool:
    """Whether a way leaves its cell at once and comes back to it by its last link."""
    cell = graph.cell_of(way[0])
    away = cell not in {graph.cell_of(way[1]), graph.cell_of(way[-2])}
    return away and not _returns(graph, way, cell)


def _returns(graph: Implications, way: Sequence[int], free: int | None = None) -> bool:
    """Whether a way comes back to a cell it has left, other than a free one."""
    left = 0
    for claim, after in pairwise(way):
        if left >> graph.cell_of(after) & 1:
            return True
        if graph.cell_of(claim) != free:
            left |= graph.places[claim % graph.count].mask
    return False


def _cycle(graph: Implications, way: Sequence[int]) -> list[tuple[int, int]]:
    """Return what a continuous loop removes; a candidate once for each link that does.

    The way leads from an off claim of a cell to another candidate of the cell being on.
    As the last link closes the loop, of the two ends of each link exactly one is on: so
    the ends of a weak link are the only places of the digit in their unit, and a cell
    that is entered and left by strong links holds one of the two digits.
    """
    state = graph.state
    ends = [claim % graph.count for claim in way]
    places = [graph.places[end] for end in ends]
    cells = [place.cells[0] for place in places]
    used = 0
    for place in places:
        used |= place.mask

    def others(cell: int, first: int, second: int) -> list[tuple[int, int]]:
        rest = state.left[cell] & ~(1 << (first - 1)) & ~(1 << (second - 1))
        return [(cell, index + 1) for index in bits(rest)]

    removes = others(cells[0], places[0].digit, places[-1].digit)
    for index in range(1, len(way)):
        digit = places[index].digit
        if cells[index - 1] == cells[index]:
            continue
        if way[index] < graph.count:
            seen = graph.peers(ends[index - 1], digit) & graph.peers(ends[index], digit)
            seen &= state.where[digit] & ~used
            removes += [(cell, digit) for cell in bits(seen)]
            removes += graph.locked(way, index)
        elif (
            index + 2 < len(way)
            and cells[index] == cells[index + 1] != cells[index + 2]
        ):
            removes += others(cells[index], digit, places[index + 2].digit)
    return removes


def reason(step: Step) -> str:
    """Explain why a loop or an AIC holds, and which almost locked sets it uses."""
    (chain,) = step.chains
    board = step.geometry
    text = chain_text(board, chain, step.sets)
    start, end = claim_text(board, chain[0]), claim_text(board, chain[-1])
    first = claim_text(board, chain[0]._replace(on=True))
    if step.technique in _GROUPED:
        kind = step.technique
    else:
        kind = next(key for key, value in _GROUPED.items() if value is step.technique)
    if kind is Technique.CONTINUOUS_NICE_LOOP:
        why = f"all links of the loop {text} hold both ways"
    elif kind is Technique.AIC:
        why = f"{first} or {end} by {text}"
    elif not chain[0].on and not chain[-1].on:
        why = f"{first} leads to {end}, and so does {start} by {text}"
    else:
        why = f"{start} leads to {end} by {text}"
    if not step.sets:
        return why
    several = "s" if len(step.sets) > 1 else ""
    return f"{why}, by way of the almost locked set{several} {set_texts(step)}"
