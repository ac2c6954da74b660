"""Forcing chains: contradictions and verities by chains of single links.

    contradiction   were a candidate true (or false), claims would follow that clash
    verity          whichever of several claims holds, the same follows

What clashes, and of which claims one must hold, is told in `implication_forcing`; the
chains run through candidates and groups of cells.  Of the grounds for an outcome the
one with the fewest nodes is taken; but a contradiction goes before a verity where a
digit is placed, or where the two are alike.

A chain from a claim to another is one from the other's opposite to the opposite of the
first.  So the lengths of all ways to an outcome are told by one tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.implication_forcing import Forcing, Ground
from satdoku.techniques.implication_groups import grouped_implications
from satdoku.techniques.implication_words import forced_text
from satdoku.techniques.step import Step, chain_text
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.implication_graph import Implications
    from satdoku.techniques.state import View

__all__ = ["forcing_chain_contradiction", "reason"]


def forcing_chain_contradiction(view: View) -> Iterator[Step]:
    """Find forcing chains: `chains` are those of the contradiction or verity."""
    graph = view.kept(grouped_implications)
    forcing = Forcing(graph)
    for claim in forcing.outcomes:
        yield from _steps(forcing, claim)


def _steps(forcing: Forcing, claim: int) -> list[Step]:
    """Return the best contradiction and the best verity for an outcome, best first."""
    graph = forcing.graph
    ways = _Ways(graph, claim)
    best: dict[bool, tuple[int, Ground]] = {}
    for ground in forcing.grounds(claim):
        nodes = ways.nodes(ground)
        if ground.verity not in best or nodes < best[ground.verity][0]:
            best[ground.verity] = nodes, ground
    places = claim >= graph.count

    def order(found: tuple[int, Ground]) -> tuple[bool, int, bool]:
        nodes, ground = found
        return places and ground.verity, nodes, ground.verity

    digit, (cell,), _, _ = graph.places[claim % graph.count]
    candidate = ((cell, digit),)
    return [
        Step(
            graph.state.shape.geometry,
            Technique.FORCING_CHAIN_VERITY
            if ground.verity
            else Technique.FORCING_CHAIN_CONTRADICTION,
            places=candidate if places else (),
            removes=() if places else candidate,
            units=() if ground.unit < 0 else (ground.unit,),
            chains=tuple(
                tuple(map(graph.node, ways.way(start, end)))
                for start, end in ground.pairs
            ),
        )
        for _, ground in sorted(best.values(), key=order)
    ]


class _Ways:
    """The ways that bear on an outcome: from its opposite, and to it."""

    def __init__(self, graph: Implications, claim: int) -> None:
        self.graph = graph
        self.start = self._opposite(claim)
        self.tree = graph.tree(self.start)

    def _opposite(self, claim: int) -> int:
        return (claim + self.graph.count) % (2 * self.graph.count)

    def way(self, start: int, end: int) -> list[int]:
        """Return the claims from one that is the opposite, or to the outcome."""
        if start == self.start:
            return self.tree.way(end)
        return self.graph.tree(start).way(end)

    def nodes(self, ground: Ground) -> int:
        """Return how many nodes the chains of a ground have."""
        return sum(
            len(self.tree.way(self._opposite(start) if ground.verity else end))
            for start, end in ground.pairs
        )


def reason(step: Step) -> str:
    """Say why a forcing chain holds."""
    text = "; ".join(chain_text(step.geometry, chain) for chain in step.chains)
    return f"{forced_text(step)}, by {text}"
