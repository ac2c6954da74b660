"""Unique rectangles of type 3: two open corners and a naked subset.

One of the two open corners holds a candidate besides the rectangle's two; which one is
left open.  So the two together are like one cell with their other candidates.  If k - 1
cells of a unit of both have, with these, k digits between them, the digits go there,
and nowhere else in the unit.

Source: see `unique_rectangles`; cells that can hold a digit of the rectangle take no
part, as in HoDoKu.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.distinct import distinct
from satdoku.techniques.rectangles import rectangle_step, rectangles
from satdoku.techniques.shape import bits, cells_of, mask_of
from satdoku.techniques.step import CellSet
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.techniques.rectangles import Rectangle
    from satdoku.techniques.step import Step
    from satdoku.techniques.view import View

__all__ = ["rectangle_subsets"]

_MOST = 7
"""The most digits of a subset: all there can be in a grid of 9, enough for larger."""


@distinct
def rectangle_subsets(view: View) -> Iterator[Step]:
    """Find unique rectangles of type 3."""
    for rectangle in view.kept(rectangles):
        if len(rectangle.open) == 2:
            corners = mask_of(rectangle.open)
            for unit in view.shape.common_units(corners):
                yield from _in_unit(view, rectangle, corners, unit)


def _in_unit(
    view: View, rectangle: Rectangle, corners: int, unit: int
) -> Iterator[Step]:
    """Find the subsets in a unit; what they remove may be in a box besides."""
    state, shape = view.state, view.shape
    low, high = rectangle.digits
    pair = 1 << low - 1 | 1 << high - 1
    free = shape.units[unit] & state.empty & ~rectangle.cells
    pool = [cell for cell in bits(free) if not state.left[cell] & pair]
    digits = 0
    for cell in rectangle.open:
        digits |= state.left[cell] & ~pair
    for cells, subset in _subsets(pool, state.left, digits, 0):
        units = tuple(shape.common_units(corners | cells))
        if units[0] < unit:
            continue  # it was found in that line
        away = 0
        for each in units:
            away |= shape.units[each]
        away &= ~(corners | cells)
        removes = tuple(
            (cell, bit + 1)
            for cell in bits(away & state.empty)
            for bit in bits(state.left[cell] & subset)
        )
        if removes:
            wanted = tuple(bit + 1 for bit in bits(subset))
            yield rectangle_step(
                view,
                Technique.UNIQUE_RECTANGLE_3,
                rectangle,
                removes,
                units=units,
                sets=(CellSet(cells_of(cells), wanted, "subset"),),
            )


def _subsets(
    pool: Sequence[int], left: Sequence[int], digits: int, taken: int
) -> Iterator[tuple[int, int]]:
    """Yield the cells that have as many digits as they are with one more; as masks.

    Args:
        pool: The cells to choose from.
        left: The candidates of each cell.
        digits: The digits so far.
        taken: The cells so far, as a mask.
    """
    for index, cell in enumerate(pool):
        cells = taken | 1 << cell
        union = digits | left[cell]
        size, most = union.bit_count(), cells.bit_count() + 1
        if size == most:
            yield cells, union
        if size <= min(_MOST, most + len(pool) - index - 1):
            yield from _subsets(pool[index + 1 :], left, union, cells)
