"""Forcing nets: contradictions and verities by chains that branch.

As a forcing chain, but a claim may rest on several that came before: a candidate is the
last of its cell, or the last place of its digit in a unit, since all others are off.

Source: HoDoKu's nets (Trebor's tables), which look at singles for four rounds from each
claim and then join what was found.  A step that turns out to be a chain is no net.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.implication_forcing import Forcing, Ground
from satdoku.techniques.implication_net_tree import NetTree
from satdoku.techniques.implication_nets import NetImplications, net_implications
from satdoku.techniques.implication_words import claim_text, forced_text
from satdoku.techniques.step import Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.geometry import Geometry
    from satdoku.techniques.state import View
    from satdoku.techniques.step import Node

__all__ = ["forcing_net_contradiction", "reason"]


def forcing_net_contradiction(view: View) -> Iterator[Step]:
    """Find forcing nets: `chains` holds, for each claim that is led to, how it is."""
    graph = view.kept(net_implications)
    search = _Search(graph)
    for claim in search.forcing.outcomes:
        yield from search.steps(claim)


class _Search:
    """The grounds of outcomes, and which of them are nets; trees are kept."""

    def __init__(self, graph: NetImplications) -> None:
        self.graph = graph
        self.forcing = Forcing(graph)
        self.trees: dict[int, NetTree] = {}

    def tree(self, start: int) -> NetTree:
        """Return what follows from a claim, with the ways."""
        if start not in self.trees:
            self.trees[start] = NetTree(self.graph, start)
        return self.trees[start]

    def steps(self, claim: int) -> list[Step]:
        """Return the best contradiction and the best verity for an outcome, best first.

        The best has the fewest nodes; but a contradiction goes before a verity where a
        digit is placed, or where the two are alike.
        """
        places = claim >= self.graph.count
        best: dict[bool, tuple[int, Ground]] = {}
        for ground in self.forcing.grounds(claim):
            if ground.verity and places and False in best:
                break
            traces = [self.tree(start).trace(end) for start, end in ground.pairs]
            nodes = sum(trace.nodes for trace in traces)
            if any(trace.net for trace in traces) and (
                ground.verity not in best or nodes < best[ground.verity][0]
            ):
                best[ground.verity] = nodes, ground
        found = sorted(best.values(), key=lambda each: (each[0], each[1].verity))
        return [self._step(claim, ground) for _, ground in found]

    def _step(self, claim: int, ground: Ground) -> Step:
        graph = self.graph
        digit, (cell,), _, _ = graph.places[claim % graph.count]
        candidate = ((cell, digit),)
        return Step(
            graph.state.shape.geometry,
            Technique.FORCING_NET_VERITY
            if ground.verity
            else Technique.FORCING_NET_CONTRADICTION,
            places=candidate if claim >= graph.count else (),
            removes=() if claim >= graph.count else candidate,
            units=() if ground.unit < 0 else (ground.unit,),
            chains=tuple(
                tuple(self.tree(start).proof(end)) for start, end in ground.pairs
            ),
        )


def reason(step: Step) -> str:
    """Say why a forcing net holds: what leads to what, claim by claim."""
    # What several chains have in common is told once.
    lines = dict.fromkeys(
        line for chain in step.chains for line in _lines(step.geometry, chain)
    )
    return f"{forced_text(step)}: {'; '.join(lines)}"


def _lines(geometry: Geometry, chain: tuple[Node, ...]) -> Iterator[str]:
    for node in chain[1:]:
        causes = " and ".join(claim_text(geometry, chain[i]) for i in node.after)
        given = f"if {causes} then" if causes else "anyway"
        yield f"{given} {claim_text(geometry, node)}"
