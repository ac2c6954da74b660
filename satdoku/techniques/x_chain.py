"""X-chains: strong and weak links of one digit in turn, from a strong to a strong one.

One of the two ends holds the digit, so no cell that sees both does.  A chain that comes
back to its own start says that the start holds it.  A chain of four cells is a turbot
fish: it is searched for by itself, as the simplest.

The chain taken is the one that removes most; see `links.rank` for the rest.

A box whose two cells for the digit lie in one line is a strong link here, whatever the
line has; HoDoKu passes over it, which makes no difference once locked candidates are
done.

Source: the forums of 2005; length and choice are HoDoKu's.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from satdoku.techniques.alternating import HOPS, Hop, Links, reach, trace
from satdoku.techniques.links import partners, rank
from satdoku.techniques.state import bits
from satdoku.techniques.step import Node, Step, chain_text
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from satdoku.geometry import Geometry
    from satdoku.techniques.state import View

__all__ = ["chains_of", "reason", "x_chain"]


def x_chain(view: View) -> Iterator[Step]:
    """Find X-chains of any length up to the limit."""
    return chains_of(view, Technique.X_CHAIN, HOPS)


def chains_of(view: View, technique: Technique, hops: int) -> Iterator[Step]:
    """Find X-chains of at most some hops; of each outcome the shortest.

    Args:
        view: The position.
        technique: What to call them.
        hops: The most hops: each adds two cells.
    """
    peers = view.shape.peers
    ends_of: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for digit, linked in enumerate(view.kept(partners)):
        here = view.state.where[digit]
        follow = view.kept(_follows)[digit]
        for start, first in linked.items():
            near = here & peers[start]
            # The other way round, the same chain was found before.
            for end in bits(reach(first, follow, hops) >> start << start):
                removed = near if end == start else near & peers[end]
                if removed:
                    ends_of.setdefault((digit, removed), []).append((start, end))
    for digit, removed in sorted(ends_of, key=partial(_rank, view.geometry)):
        chain = _shortest(view, digit, ends_of[digit, removed], hops)
        if chain:
            yield Step(
                view.geometry,
                technique,
                removes=tuple((cell, digit) for cell in bits(removed)),
                cells=tuple(sorted({node.cells[0] for node in chain})),
                digits=(digit,),
                chains=(chain,),
            )


def _rank(geometry: Geometry, outcome: tuple[int, int]) -> tuple[int, int]:
    digit, removed = outcome
    return rank(((cell, digit) for cell in bits(removed)), geometry)


def _follows(view: View) -> Sequence[Mapping[int, int]]:
    """Return of each digit and cell that holds it, where one hop leads."""
    peers = view.shape.peers
    found: list[Mapping[int, int]] = []
    for linked in view.kept(partners):
        follow: dict[int, int] = {}
        for cell in linked:
            leads = 0
            for between, ends in linked.items():
                if peers[cell] >> between & 1:
                    leads |= ends
            follow[cell] = leads & ~(1 << cell)
        found.append(follow)
    return found


def _shortest(
    view: View, digit: int, ends: list[tuple[int, int]], hops: int
) -> tuple[Node, ...] | None:
    """Return the shortest chain between two ends; None if there is none at all."""
    linked = view.kept(partners)[digit]
    before = _before(view.shape.peers, linked)
    links = Links(view.kept(_follows)[digit], before)
    best: tuple[Node, ...] | None = None
    for start, end in ends:
        taken = 1 << start | 1 << end
        found = trace(linked[start], end, links, taken, hops)
        if found is not None:
            cells = [start]
            for hop in found:
                cells += (hop.origin, hop.between)
            best = tuple(
                Node(digit, (cell,), bool(index % 2))
                for index, cell in enumerate((*cells, end))
            )
            hops = len(found)  # one less than it has: the next must be shorter
    return best


def _before(
    peers: Sequence[int], linked: Mapping[int, int]
) -> Callable[[int], Iterator[Hop]]:
    """Return a function: the hops of a digit that end in a cell."""
    every = 0
    for cell in linked:
        every |= 1 << cell

    def before(end: int) -> Iterator[Hop]:
        for between in bits(linked[end]):
            for origin in bits(every & peers[between] & ~(1 << end)):
                yield Hop(origin, between, 1 << origin | 1 << between)

    return before


def reason(step: Step) -> str:
    """Say why an X-chain holds."""
    (chain,) = step.chains
    (digit,) = step.digits
    board = step.geometry
    start, end = chain[0].cells[0], chain[-1].cells[0]
    text = chain_text(board, chain)
    if start == end:
        return f"without {digit} in {board.cell_name(start)} it would be there: {text}"
    ends = f"{board.cell_name(start)} or {board.cell_name(end)}"
    return f"{ends} is {digit}: {text}"
