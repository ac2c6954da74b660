"""Headings: a first row and a first column that count, as spreadsheets write them.

,1,2,3,4        a table of n + 1 rows of n + 1 cells whose first row and column
1,,3,,          count from an empty corner is one of n x n with its headings; as
2,4,,,1         clues they would clash in the first box.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.formats.cells import Cells
from satdoku.text.numerals import refuse_from_zero

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.geometry import Geometry
    from satdoku.puzzle import Puzzle

__all__ = ["TableCells", "counted", "empty_corner"]

_FEWEST = 4
_CORNERS = frozenset(("", ".", "0", "_", "-", "*"))
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def counted(marks: Sequence[str]) -> str | None:
    """Say how far marks count, from 1, 0 or A; None if they do not count.

    Example:
        >>> counted("1234"), counted(["0", "1", "2", "3"]), counted("1324")
        ('1 to 4', '0 to 3', None)
    """
    size = len(marks)
    if size < _FEWEST:
        return None
    found = [mark.upper().lstrip("0") or "0" for mark in marks]
    for start in (1, 0):
        if found == [str(start + at) for at in range(size)]:
            return f"{start} to {start + size - 1}"
    return f"A to {found[-1]}" if found == list(_LETTERS[:size]) else None


def empty_corner(mark: str) -> bool:
    """Whether nothing stands in the corner between two headings."""
    return mark in _CORNERS


class TableCells(Cells):
    """Makes the grids of tables, and takes no headings for clues."""

    def grid(self, cells: str | Sequence[str], geometry: Geometry) -> Puzzle:
        """Make the grid of n² cells.

        Raises:
            InputError: A cell holds what it cannot, or the first row and column count.
        """
        size = geometry.size
        if empty_corner(cells[0]) and min(geometry.box_height, geometry.box_width) > 1:
            across, down = counted(cells[1:size]), counted(cells[size::size])
            if across and down:
                raise InputError(
                    f"ambiguous: the first row counts {across} and the first column "
                    f"{down}: headings?",
                    expected=f"the cells of a {size - 1}x{size - 1} grid alone",
                    hint="take them out, or --repair does",
                )
        if not isinstance(cells, str):
            refuse_from_zero(cells, geometry)
        return super().grid(cells, geometry)
