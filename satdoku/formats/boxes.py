"""The shape of boxes as text, where it has to be told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import UsageError
from satdoku.geometry import Geometry

if TYPE_CHECKING:
    from satdoku.puzzle import Puzzle

__all__ = ["box_text"]


def box_text(grid: Puzzle) -> str | None:
    """Return the shape of the boxes, rows x columns; None if it is the usual one.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> shape = Geometry.of_box(3, 2)
        >>> box_text(Puzzle((0,) * 36, geometry=shape)), box_text(Puzzle("." * 36))
        ('3x2', None)
    """
    geometry = grid.geometry
    try:
        usual = Geometry.of_size(geometry.size)
    except UsageError:  # a size that has boxes of a row or a column alone
        usual = None
    if geometry == usual:
        return None
    return f"{geometry.box_height}x{geometry.box_width}"
