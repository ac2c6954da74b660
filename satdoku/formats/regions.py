"""Regions: which boxes the numbered regions of a board are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError, UsageError
from satdoku.geometry import Geometry

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["shape_of", "usual_boxes"]


def usual_boxes(size: int) -> Geometry:
    """Return the boxes of f-puzzles: the usual ones; rows where there are none.

    Raises:
        InputError: The board has one cell.

    Example:
        >>> usual_boxes(6), usual_boxes(5)
        (Geometry(6, 6), Geometry(5, 5, box=(1, 5)))
    """
    try:
        return Geometry.of_size(size)
    except UsageError:
        if size < 2:
            raise InputError("a board of one cell", expected="4x4 or more") from None
        return Geometry.of_box(1, size)


def shape_of(regions: Sequence[object], size: int) -> Geometry:
    """Find the boxes that are these regions, row by row.

    Raises:
        InputError: No boxes are, all of one shape.

    Example:
        >>> shape_of([7, 7, 1, 1, 7, 7, 1, 1, 3, 3, 0, 0, 3, 3, 0, 0], 4)
        Geometry(4, 4)
    """
    if all(type(region) is int for region in regions):
        width = regions[:size].count(regions[0])
        shape = Geometry.of_box(size // width, width) if size % width == 0 else None
        boxes = shape.box_units if shape else ()
        held = [{regions[cell] for cell in box} for box in boxes]
        if shape and set(map(len, held)) == {1} and len(set(regions)) == size:
            return shape
    raise InputError(
        "irregular regions not supported",
        expected="regions that are boxes, all of one shape",
    )
