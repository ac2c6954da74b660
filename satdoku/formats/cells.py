"""From the cells of a puzzle to its grid: the size, then each cell."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

from satdoku.errors import InputError, UsageError
from satdoku.formats.entry import PLAIN, Extras
from satdoku.geometry import Geometry
from satdoku.puzzle import Puzzle
from satdoku.text.marks import Marks
from satdoku.text.numerals import numeral_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.formats.format import Options

__all__ = ["Cells", "size_of", "usable"]


class Cells:
    """Makes the grids of one source from their cells.

    Args:
        options: What the person has said about the text.
    """

    def __init__(self, options: Options) -> None:
        self.geometry = options.geometry
        self.limits = options.limits
        self.marks = Marks(options.symbols)
        self._last: int | None = None  # the size of the grid before

    def seen(self, size: int) -> None:
        """Tell that a grid of this size was read by somebody else in between."""
        self._last = size

    def extras(self, size: int) -> Extras:
        """Return what is to be said of grids of this size besides their clues."""
        found = self.marks.unusual(size)
        return PLAIN if found is None else Extras(symbols=found)

    def geometry_of(self, size: int) -> Geometry:
        """Return the geometry of grids of this size.

        Raises:
            InputError: The boxes cannot be told, or are said to be of another size,
                or the grid is larger than the limit.
        """
        if size > self.limits.size:
            raise self.limits.too_large(size)
        if self.geometry is not None:
            if size != self.geometry.size:
                raise InputError(f"{size} cells a row", expected=f"{self.geometry}")
            return self.geometry
        try:
            return Geometry.of_size(size)
        except UsageError as error:
            what, _, expected = str(error).partition("; expected ")
            raise InputError(
                what,
                expected=expected or None,
                hint=f"or say the shape of the boxes, such as --box 1x{size}",
            ) from None

    def geometry_of_cells(self, count: int) -> Geometry:
        """Return the geometry of a grid of so many cells.

        Raises:
            InputError: There is no such grid.
        """
        if self.geometry is not None:
            if count != self.geometry.cells:
                raise InputError(
                    f"{count} cell{'s' * (count != 1)}",
                    expected=f"{self.geometry.cells} for a grid of {self.geometry}",
                )
            return self.geometry
        size = size_of(count)
        if size is not None and size > 3:
            return self.geometry_of(size)
        last = self._last
        best, hint = last or _nearest(count), None
        one = _glued(count, best, (9, 16, 6, 4) if last is None else (last,))
        if one is not None:
            best = one
            hint = f"{count} = {count // (one * one)} x {one * one}: a puzzle a line"
        raise InputError(
            f"{count} cell{'s' * (count != 1)}",
            expected=f"{best * best} for a {best}x{best} grid",
            hint=hint,
        )

    def grid(self, cells: str | Sequence[str], geometry: Geometry) -> Puzzle:
        """Make the grid of n² cells, each a character or a number.

        Raises:
            InputError: A cell holds what it cannot; names the cell.
        """
        if isinstance(cells, str):
            values = self.marks.values(cells, geometry)
        elif any(len(cell) > 1 for cell in cells) or geometry.size > 61:
            values = numeral_values(cells, geometry)
        else:
            values = self.marks.values("".join(cells), geometry)
        self._last = geometry.size
        return Puzzle.trusted(geometry, values)


def size_of(count: int) -> int | None:
    """Return n if `count` is n², else None."""
    size = isqrt(count)
    return size if size * size == count else None


def usable(size: int | None) -> bool:
    """Whether grids of this size have boxes.

    Example:
        >>> usable(9), usable(7)
        (True, False)
    """
    if size is None:
        return False
    try:
        Geometry.of_size(size)
    except UsageError:
        return False
    return True


def _nearest(count: int) -> int:
    """Return the size whose number of cells is nearest."""
    root = isqrt(count)
    sizes = [s for s in range(max(root - 2, 4), max(root, 4) + 4) if usable(s)]
    return min(sizes, key=lambda size: abs(size * size - count))


def _glued(count: int, nearest: int, sizes: tuple[int, ...]) -> int | None:
    """Return the size of the puzzles that have so many cells together, if any."""
    if abs(count - nearest * nearest) > 2:
        for size in sizes:
            times, rest = divmod(count, size * size)
            if times > 1 and not rest:
                return size
    return None
