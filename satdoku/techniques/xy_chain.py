"""XY-chains: cells with two candidates, each sharing one with the next.

If the first cell does not hold the digit z, it holds its other candidate; then the next
cell, which sees it, holds *its* other one; and so on until the last, which then holds
z.  So the first or the last cell holds z, and no cell that sees both.

The chain taken is the one that removes most; see `links.rank` for the rest.

Source: the forums of 2005; length and choice are HoDoKu's.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.alternating import HOPS, Hop, Links, reach, trace
from satdoku.techniques.links import bivalue_cells, rank
from satdoku.techniques.state import bits
from satdoku.techniques.step import Node, Step, chain_text
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.geometry import Geometry
    from satdoku.techniques.state import View

__all__ = ["reason", "xy_chain"]


class _Candidates(NamedTuple):
    """The candidates of the cells with two, numbered: 2i and 2i + 1 are of one cell.

    Args:
        cell: Of each, its cell.
        digit: Of each, its digit.
        follow: Of each, where one hop leads if it is true.
    """

    cell: Sequence[int]
    digit: Sequence[int]
    follow: Sequence[int]

    def before(self, end: int, first: int) -> Iterator[Hop]:
        """Yield the hops that end in a candidate; that from the first adds no cell."""
        # A chain can be walked either way: what follows the other candidate of this
        # cell is, but for its cell's other candidate, what comes before this one.
        between = self.cell[end]
        for after in bits(self.follow[end ^ 1]):
            cells = 0 if after ^ 1 == first else 1 << self.cell[after]
            yield Hop(after ^ 1, between, cells)


def _candidates(view: View) -> _Candidates:
    peers = view.shape.peers
    cells: list[int] = []
    digits: list[int] = []
    holding: list[list[int]] = [[] for _ in view.state.where]
    for cell, mask in view.kept(bivalue_cells).items():
        for digit in bits(mask):
            holding[digit + 1].append(len(cells))
            cells.append(cell)
            digits.append(digit + 1)
    follow: list[int] = []
    for cell, digit in zip(cells, digits, strict=True):
        leads = 0
        for other in holding[digit]:
            if peers[cell] >> cells[other] & 1:
                leads |= 1 << (other ^ 1)
        follow.append(leads)
    return _Candidates(cells, digits, follow)


def xy_chain(view: View) -> Iterator[Step]:
    """Find XY-chains; of each outcome the shortest."""
    peers, where = view.shape.peers, view.state.where
    known = _candidates(view)
    ends_of: dict[tuple[int, int], list[tuple[int, int]]] = {}
    of_digit = [0] * len(where)
    for number, digit in enumerate(known.digit):
        of_digit[digit] |= 1 << number
    for start, (cell, digit) in enumerate(zip(known.cell, known.digit, strict=True)):
        near = where[digit] & peers[cell]
        # The other way round, the same chain was found before.
        ends = of_digit[digit] >> (start | 1) + 1 << (start | 1) + 1
        if near and ends:
            for end in bits(ends & reach(1 << (start ^ 1), known.follow)):
                removed = near & peers[known.cell[end]]
                if removed:
                    ends_of.setdefault((digit, removed), []).append((start, end))
    for digit, removed in sorted(ends_of, key=partial(_rank, view.geometry)):
        chain = _shortest(known, ends_of[digit, removed])
        if chain:
            yield Step(
                view.geometry,
                Technique.XY_CHAIN,
                removes=tuple((cell, digit) for cell in bits(removed)),
                cells=tuple(sorted({node.cells[0] for node in chain})),
                digits=tuple(sorted({node.digit for node in chain})),
                chains=(chain,),
            )


def _rank(geometry: Geometry, outcome: tuple[int, int]) -> tuple[int, int]:
    digit, removed = outcome
    return rank(((cell, digit) for cell in bits(removed)), geometry)


def _shortest(
    known: _Candidates, ends: list[tuple[int, int]]
) -> tuple[Node, ...] | None:
    """Return the shortest chain between two ends; None if there is none at all."""
    best: tuple[Node, ...] | None = None
    hops = HOPS
    for start, end in ends:
        first = start ^ 1
        links = Links(known.follow, partial(known.before, first=first))
        taken = 1 << known.cell[start] | 1 << known.cell[end]
        found = trace(1 << first, end, links, taken, hops)
        if found is not None:
            best = tuple(
                Node(known.digit[each], (known.cell[each],), each == true)
                for true in (*(hop.origin for hop in found), end)
                for each in (true ^ 1, true)
            )
            hops = len(found)  # one less than it has: the next must be shorter
    return best


def reason(step: Step) -> str:
    """Say why an XY-chain holds."""
    (chain,) = step.chains
    board = step.geometry
    start, end = (board.cell_name(node.cells[0]) for node in (chain[0], chain[-1]))
    return f"{start} or {end} is {chain[0].digit}: {chain_text(board, chain)}"
