"""Where things are in the picture of a board: cells, and candidates in them.

Whoever draws on top of a board (arrows from candidate to candidate, tinted cells) asks
here for places, so that all drawings fit together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.geometry import Geometry
    from satdoku.pictures.scene import Point

__all__ = ["CELL", "LABEL_ROOM", "MARGIN", "Frame"]

CELL = 48.0
"""The side of a cell, in units of the scene."""

MARGIN = 8.0

LABEL_ROOM = 20.0
"""The room for the numbers of rows and columns, beside and above a board."""

_INSET = 3.0
"""Between the border of a cell and its candidates."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The places of a board whose left upper corner is at (left, top).

    Example:
        >>> from satdoku.geometry import Geometry
        >>> frame = Frame(Geometry(9, 9))
        >>> frame.centre(0), frame.candidate(0, 5) == frame.centre(0), frame.side
        ((32.0, 32.0), True, 432.0)
    """

    geometry: Geometry
    left: float = MARGIN
    top: float = MARGIN

    @property
    def side(self) -> float:
        """The side of the whole grid."""
        return self.geometry.size * CELL

    def corner(self, cell: int) -> Point:
        """Return the left upper corner of a cell."""
        row, column = divmod(cell, self.geometry.size)
        return self.left + column * CELL, self.top + row * CELL

    def centre(self, cell: int) -> Point:
        """Return the middle of a cell."""
        x, y = self.corner(cell)
        return x + CELL / 2, y + CELL / 2

    def candidate(self, cell: int, digit: int) -> Point:
        """Return the middle of a candidate's place, which is as a cell's in its box."""
        across, down = self.candidate_room
        row, column = divmod(digit - 1, self.geometry.box_width)
        x, y = self.corner(cell)
        return x + _INSET + (column + 0.5) * across, y + _INSET + (row + 0.5) * down

    @property
    def candidate_room(self) -> tuple[float, float]:
        """How wide and how high the place of a candidate is."""
        room = CELL - 2 * _INSET
        return room / self.geometry.box_width, room / self.geometry.box_height
