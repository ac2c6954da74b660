"""Unique rectangles: four cells that must not be left with the same two digits.

The corners of a rectangle lie in two rows, two columns and two boxes.  Were they to
hold a, b and b, a, the two digits could be swapped, and the grid would still obey every
unit: the puzzle had two solutions.  So in a proper puzzle this does not come about, as
long as none of the four is a clue.

A rectangle counts here if no digit placed keeps the two out of any of its cells, and
the puzzle itself rules neither out there; it does not matter if a candidate was removed
since, as the swap would be possible still.

The order is HoDoKu's: from each cell with two candidates, rising, along its box, then
across.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.links import bivalue_cells
from satdoku.techniques.notation import cells_text
from satdoku.techniques.shape import bits, mask_of
from satdoku.techniques.step import Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.techniques.step import CellSet
    from satdoku.techniques.technique import Technique
    from satdoku.techniques.view import View

__all__ = ["Rectangle", "across", "rectangle_step", "rectangles", "swap_text"]


class Rectangle(NamedTuple):
    """Four empty cells that could hold two digits in turn.

    Args:
        cells: The cells as a mask.
        corners: The cells: first and second share a box, so do third and fourth, and
            the first is opposite to the fourth.
        digits: The two digits, rising.
        bare: The corners that have no other candidate.
        open: The corners that have.
    """

    cells: int
    corners: tuple[int, ...]
    digits: tuple[int, int]
    bare: tuple[int, ...]
    open: tuple[int, ...]


def rectangles(view: View) -> Sequence[Rectangle]:
    """Return the rectangles of a position, in order.

    HoDoKu takes four cells with one pair of digits only, the first; if every step is
    wanted, all pairs are taken.  Use it by `view.kept(rectangles)`.
    """
    possible = _possible(view)
    left = view.state.left
    seen: set[tuple[int, int]] = set()
    found: list[Rectangle] = []
    for first, mask in view.kept(bivalue_cells).items():
        low, high = (bit + 1 for bit in bits(mask))
        both = possible[low] & possible[high]
        for corners in across(view, first, both, both):
            cells = mask_of(corners)
            key = (cells, mask if view.exhaustive else 0)
            if key in seen:
                continue
            seen.add(key)
            bare = tuple(cell for cell in corners if not left[cell] & ~mask)
            rest = tuple(cell for cell in corners if left[cell] & ~mask)
            found.append(Rectangle(cells, corners, (low, high), bare, rest))
    return found


def across(
    view: View, first: int, beside: int, opposite: int
) -> Iterator[tuple[int, int, int, int]]:
    """Yield the rectangles from a cell.

    Args:
        view: The position.
        first: The cell.
        beside: The cells that the second may be, in its box.
        opposite: The cells that the third and fourth may be, in another box.
    """
    units = view.shape.units
    row, column, box = (units[unit] for unit in view.shape.units_of[first])
    for second in bits(beside & box & (row | column) & ~(1 << first)):
        line = column if row >> second & 1 else row
        for third in bits(opposite & line & ~box):
            fourth = third + second - first
            if opposite >> fourth & 1:
                yield first, second, third, fourth


def _possible(view: View) -> list[int]:
    """Return of each digit the empty cells that could hold it.

    That is, no digit placed keeps it out, nor does the puzzle itself.
    """
    state, peers = view.state, view.shape.peers
    possible = [state.empty & ~cells for cells in state.ruled_out]
    for cell, value in enumerate(state.values):
        if value:
            possible[value] &= ~peers[cell]
    return possible


def rectangle_step(
    view: View,
    technique: Technique,
    rectangle: Rectangle,
    removes: tuple[tuple[int, int], ...],
    *,
    units: tuple[int, ...] = (),
    sets: tuple[CellSet, ...] = (),
) -> Step:
    """Return a step: the corners in order, their other candidates as fins."""
    low, high = rectangle.digits
    return Step(
        view.geometry,
        technique,
        removes=removes,
        cells=rectangle.corners,
        digits=rectangle.digits,
        units=units,
        fins=tuple(
            (cell, bit + 1)
            for cell in rectangle.open
            for bit in bits(view.state.left[cell])
            if bit + 1 not in {low, high}
        ),
        sets=sets,
    )


def swap_text(step: Step) -> str:
    """Say of a step's rectangle what must not be."""
    cells = cells_text(step.geometry, step.cells)
    low, high = step.digits[:2]
    return (
        f"{low} and {high} could be swapped in {cells}, and the puzzle would have two "
        f"solutions"
    )
