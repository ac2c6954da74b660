"""W-wings: two cells with the same two candidates, joined by a strong link.

Both cells hold x or z.  A unit has two cells left for x, one of which sees the first of
the two, the other the second.  One of these holds x, so one of the two cells does not:
it holds z.  No cell that sees both holds z.

Source: the forums of 2005; the order is HoDoKu's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.distinct import distinct
from satdoku.techniques.links import bivalue_cells, conjugates
from satdoku.techniques.notation import cells_text
from satdoku.techniques.shape import bits
from satdoku.techniques.step import Node, Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.view import View

__all__ = ["reason", "w_wing"]


@distinct
def w_wing(view: View) -> Iterator[Step]:
    """Find W-wings: by their cells, rising; the lower digit is removed first."""
    peers, where = view.shape.peers, view.state.where
    bivalues = list(view.kept(bivalue_cells).items())
    for index, (first, mask) in enumerate(bivalues):
        view.look()
        for second, other in bivalues[index + 1 :]:
            if other != mask:
                continue
            low, high = (bit + 1 for bit in bits(mask))
            for removed, linked in ((low, high), (high, low)):
                hit = where[removed] & peers[first] & peers[second]
                if hit:
                    link = _link(view, linked, first, second)
                    if link is not None:
                        yield _step(view, (first, second), (removed, linked), hit, link)


def _link(
    view: View, digit: int, first: int, second: int
) -> tuple[int, int, int] | None:
    """Return a unit with two cells for a digit: one sees the first, one the second."""
    ours = 1 << first | 1 << second
    near, far = view.shape.peers[first], view.shape.peers[second]
    for unit, pair in view.kept(conjugates)[digit]:
        if pair & ours or pair & near & far:
            continue
        if pair & near and pair & far:
            return unit, (pair & near).bit_length() - 1, (pair & far).bit_length() - 1
    return None


def _step(
    view: View,
    ends: tuple[int, int],
    digits: tuple[int, int],
    hit: int,
    link: tuple[int, int, int],
) -> Step:
    first, second = ends
    removed, linked = digits
    unit, near, far = link
    return Step(
        view.geometry,
        Technique.W_WING,
        removes=tuple((cell, removed) for cell in bits(hit)),
        cells=ends,
        digits=tuple(sorted(digits)),
        units=(unit,),
        chains=(
            (
                Node(removed, (first,), on=False),
                Node(linked, (first,), on=True),
                Node(linked, (near,), on=False),
                Node(linked, (far,), on=True),
                Node(linked, (second,), on=False),
                Node(removed, (second,), on=True),
            ),
        ),
    )


def reason(step: Step) -> str:
    """Say why a W-wing holds."""
    board = step.geometry
    first, second = map(board.cell_name, step.cells)
    low, high = step.digits
    (chain,) = step.chains
    removed, linked = chain[0].digit, chain[1].digit
    link = cells_text(board, (*chain[2].cells, *chain[3].cells))
    unit = board.unit_name(step.units[0])
    return (
        f"{first} or {second} is {removed}: both are {low} or {high}, and one of "
        f"{link}, the only cells for {linked} in {unit}, takes the {linked} "
        f"from one of them"
    )
