"""Remote pairs: a chain of cells with the same two candidates.

Each cell of the chain sees the next, so their digits alternate.  Two cells with an even
number of cells between them therefore hold both digits, one each, and a cell that sees
them holds neither.  A chain has at least four cells: two are a naked pair.

The chain taken is the one that removes most; see `links.rank` for the rest.

Source: the forums of 2005; length and choice are HoDoKu's.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from satdoku.techniques.alternating import HOPS
from satdoku.techniques.links import bivalue_cells, rank
from satdoku.techniques.state import bits
from satdoku.techniques.step import Node, Step, cells_text
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.state import Shape, View

__all__ = ["reason", "remote_pair"]

_LEAST = 4
"""The fewest cells of a chain."""

_Removes = tuple[tuple[int, int], ...]


def remote_pair(view: View) -> Iterator[Step]:
    """Find remote pairs; of each outcome the shortest."""
    same: dict[int, int] = {}
    for cell, mask in view.kept(bivalue_cells).items():
        same[mask] = same.get(mask, 0) | 1 << cell
    found: dict[_Removes, tuple[tuple[int, ...], int, int]] = {}
    for start, mask in view.kept(bivalue_cells).items():
        if same[mask].bit_count() >= _LEAST and _is_sound(view.shape, same[mask]):
            chains = list(_chains(view.shape, (start,), same[mask] & ~(1 << start)))
            for digit, other in _both_ways(mask):
                for chain in chains:
                    removes = _removes(view, chain, digit, other)
                    if removes and (
                        removes not in found or len(chain) < len(found[removes][0])
                    ):
                        found[removes] = chain, digit, other
    for removes in sorted(found, key=partial(rank, geometry=view.geometry)):
        chain, digit, other = found[removes]
        nodes = [
            Node((digit, other)[index % 2 ^ side], (cell,), bool(side))
            for index, cell in enumerate(chain)
            for side in (0, 1)
        ]
        yield Step(
            view.geometry,
            Technique.REMOTE_PAIR,
            removes=removes,
            cells=chain,
            digits=tuple(sorted((digit, other))),
            chains=(tuple(nodes),),
        )


def _is_sound(shape: Shape, cells: int) -> bool:
    """Say whether no unit has three cells with the same two candidates.

    If one has, the position cannot be completed, and chains would be legion.
    """
    return all((unit & cells).bit_count() <= 2 for unit in shape.units)


def _both_ways(mask: int) -> tuple[tuple[int, int], tuple[int, int]]:
    low, high = (bit + 1 for bit in bits(mask))
    return (low, high), (high, low)


def _chains(
    shape: Shape, chain: tuple[int, ...], free: int
) -> Iterator[tuple[int, ...]]:
    """Yield the chains that go on from a cell: rows first, then columns, then boxes."""
    if len(chain) >= _LEAST and not len(chain) % 2:
        yield chain
    if len(chain) == HOPS:
        return
    row, column, box = (shape.units[unit] for unit in shape.units_of[chain[-1]])
    for near in (free & row, free & column, free & box & ~row & ~column):
        for cell in bits(near):
            yield from _chains(shape, (*chain, cell), free & ~(1 << cell))


def _removes(view: View, chain: tuple[int, ...], digit: int, other: int) -> _Removes:
    """Return what a chain removes, if its ends remove the digit somewhere."""
    peers, where = view.shape.peers, view.state.where
    if not where[digit] & peers[chain[0]] & peers[chain[-1]]:
        return ()
    seen = 0
    for index, cell in enumerate(chain):
        for opposite in chain[index + 3 :: 2]:
            seen |= peers[cell] & peers[opposite]
    return tuple(
        (cell, each)
        for cell in bits(seen)
        for each in sorted((digit, other))
        if where[each] >> cell & 1
    )


def reason(step: Step) -> str:
    """Say why a remote pair holds."""
    low, high = step.digits
    chain = " - ".join(cells_text(step.geometry, (cell,)) for cell in step.cells)
    return f"{low} and {high} alternate along {chain}"
