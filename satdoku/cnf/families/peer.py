"""The peer family: support clauses, what a cell's digit needs of each of its peers.

If the cell holds d, the peer holds another digit than d.  With one digit in each cell
that is as much as "not both d", told in the other direction: a peer that can only hold
d takes it from the cell.  Two clauses for each pair of peers and digit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cnf.families.part import Part, Tally
from satdoku.cnf.formula import Origin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.cnf.candidates import Candidates
    from satdoku.cnf.formula import Clause
    from satdoku.cnf.recipe import Recipe
    from satdoku.geometry import Geometry

__all__ = ["parts", "tally"]


def tally(geometry: Geometry, recipe: Recipe) -> Tally:
    """Promise the size of the family on a whole grid."""
    if not recipe.peer.support:
        return Tally()
    n = geometry.size
    peers = 2 * (n - 1) + (geometry.box_height - 1) * (geometry.box_width - 1)
    clauses = n * geometry.cells * peers
    return Tally(0, clauses, clauses, n * clauses)


def _chunks(candidates: Candidates) -> Iterator[list[Clause]]:
    for cell in candidates.cells:
        mine = candidates.digits(cell)
        for peer in candidates.peers(cell):
            theirs = candidates.digits(peer)
            literals = tuple(theirs.values())
            chunk: list[Clause] = []
            for digit, literal in mine.items():
                if digit in theirs:
                    same = theirs[digit]
                    chunk.append((-literal, *(x for x in literals if x != same)))
            yield chunk


def parts(candidates: Candidates, recipe: Recipe, _first: int) -> list[Part]:
    """Give the parts: one, with a chunk for each cell and peer of it."""
    if not recipe.peer.support:
        return []

    def origins() -> Iterator[Origin]:
        name = candidates.geometry.cell_name
        for cell in candidates.cells:
            for peer in candidates.peers(cell):
                yield Origin("peer", f"{name(cell)} and {name(peer)}")

    return [Part(chunks=lambda: _chunks(candidates), origins=origins)]
