"""From the cells of one puzzle to the puzzle: its size, its boxes, then each cell.

`Cells` does this for all formats, with the same sizes, limits and symbols;
`TableCells` also refuses headings.  Below are the cells of one value of a table or a
document, and the shape of boxes in words and numbers.

The spreadsheet trap.  Many programs take a column of 81 digits for numbers: the zeros
in front are lost, or all but fifteen digits (`4.83E+80`).  What looks like that is
refused with a message that names the cause.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import isqrt
from typing import TYPE_CHECKING

from satdoku.errors import InputError, UsageError, counted, printable
from satdoku.puzzle.cells import (
    Marks,
    cell_values,
    flattened,
    list_values,
    place_of,
    refuse_from_zero,
)
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from satdoku.formats.model import Options

    # Rows of a grid, each with the number of its line.
    Numbered: TypeAlias = Sequence[tuple[int, str | list[str]]]

__all__ = [
    "FLOAT",
    "LOST_AS_NUMBER",
    "Cells",
    "TableCells",
    "box_text",
    "clues_of_digits",
    "count_of",
    "grid_of_list",
    "grid_of_text",
    "has_spare",
    "shape_of",
    "size_of",
    "usable",
    "usual_boxes",
]

FLOAT = re.compile(r"\d+(\.\d*)?[eE]\+?\d{1,3}|\d{10,}\.0+", re.ASCII)
"""What is left of a puzzle that was taken for a number."""

_DIGITS = frozenset("0123456789.")

LOST_AS_NUMBER = (
    "the program that wrote this table took the puzzle for a number; "
    "export the column as text"
)
"""What to do about digits that were lost."""


class Cells:
    """Makes the puzzles of one source from their cells.

    Args:
        options: How to read the text.
    """

    def __init__(self, options: Options) -> None:
        self.geometry = options.geometry
        self.limits = options.limits
        self.symbols = options.symbols
        self.marks = Marks(options.symbols)
        self._last: int | None = None

    def seen(self, size: int) -> None:
        """Note that a grid of this size was read elsewhere in between."""
        self._last = size

    def geometry_of(self, size: int) -> Geometry:
        """Return the geometry of grids of this size.

        Raises:
            InputError: There are no usual boxes, another size is required, or the
                grid is larger than the limit.
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
            hint = f"give the shape of the boxes (--box 1x{size}), or try --repair"
            raise InputError(what, expected=expected or None, hint=hint) from None

    def geometry_of_cells(self, count: int) -> Geometry:
        """Return the geometry of a grid of so many cells.

        Raises:
            InputError: No grid has so many cells.
        """
        asked, size = self.geometry, size_of(count) or 0
        if asked is not None:
            if count == asked.cells:
                return asked
            expected = f"{asked.cells} for a grid of {asked}"
            raise InputError(counted(count, "cell"), expected=expected)
        if size > 3:
            return self.geometry_of(size)
        near, hint = self._last or _nearest(count), None
        for n in (self._last,) if self._last else (9, 16, 6, 4):
            if abs(count - near * near) > 2 and count > n * n and count % (n * n) == 0:
                near, hint = n, f"{count} = {count // n**2} x {n * n}: a puzzle a line"
                break
        expected = f"{near * near} for a {near}x{near} grid"
        raise InputError(counted(count, "cell"), expected=expected, hint=hint)

    def grid(self, cells: str | Sequence[str], geometry: Geometry) -> Puzzle:
        """Make the puzzle of n² cells, each a character or a number.

        Raises:
            InputError: A cell holds what it cannot; names the cell.
        """
        values = cell_values(cells, geometry, self.marks)
        self._last = geometry.size
        return Puzzle.trusted(self.marks.shape(geometry), values)

    def grid_of_rows(self, rows: Numbered, geometry: Geometry) -> Puzzle:
        """Make the puzzle of rows, each with the number of its line.

        Raises:
            InputError: A cell holds what it cannot; names the cell and its line.
        """
        cells = [row for _, row in rows]
        try:
            if all(isinstance(row, str) for row in cells):
                return self.grid("".join(map("".join, cells)), geometry)
            return self.grid([cell for row in cells for cell in row], geometry)
        except InputError as error:
            if error.cell is not None:
                error.at(line=rows[min(error.cell[0], len(rows)) - 1][0])
            raise


class TableCells(Cells):
    """Makes the puzzles of tables, and takes no headings for clues.

    ,1,2,3,4    a table of n + 1 rows of n + 1 cells whose first row and column
    1,,3,,      count from an empty corner is one of n x n with headings; as clues
    2,4,,,1     they would clash in the first box
    """

    def grid(self, cells: str | Sequence[str], geometry: Geometry) -> Puzzle:
        """Make the puzzle of n² cells.

        Raises:
            InputError: A cell holds what it cannot, or the first row and column count.
        """
        size = geometry.size
        corner = cells[0] in {"", ".", "0", "_", "-", "*"}
        if corner and min(geometry.box_height, geometry.box_width) > 1:
            across, down = count_of(cells[1:size]), count_of(cells[size::size])
            if across and down:
                raise InputError(
                    f"ambiguous: the first row counts {across} and the first column "
                    f"{down}: headings?",
                    expected=f"the cells of a {size - 1}x{size - 1} grid alone",
                    hint="remove the headings",
                )
        if size <= 9 and not isinstance(cells, str):
            refuse_from_zero(cells, geometry)
        return super().grid(cells, geometry)


def count_of(marks: Sequence[str]) -> str | None:
    """Say how far marks count, from 1, 0 or A; None if they do not count.

    Example:
        >>> count_of("1234"), count_of(["0", "1", "2", "3"]), count_of("1324")
        ('1 to 4', '0 to 3', None)
    """
    size = len(marks)
    found = [mark.upper().lstrip("0") or "0" for mark in marks]
    for first, last in (("1", size), ("0", size - 1)):
        if size > 3 and found == [str(int(first) + at) for at in range(size)]:
            return f"{first} to {last}"
    letters = list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:size])
    return f"A to {found[-1]}" if size > 3 and found == letters else None


def has_spare(rows: Sequence[Sequence[str]], size: int | None = None) -> bool:
    """Whether the last field of each row is only due to a separator at the end.

        5,3,,,7,,,,,      nine cells and a separator behind the last one

    Where n + 1 fields could be cells as well and n is no square (eight rows of nine),
    rows have more likely been cut off: then only a requested geometry, or rows without
    a gap, prove that the last field is not a cell.

    Args:
        rows: The fields of each row.
        size: The required size of the grids, if any.

    Raises:
        InputError: Either the first or the last field may be the empty column.

    Example:
        >>> has_spare([["1", "", "", "", ""], ["", "", "3", "", ""]] * 2)
        True
    """
    empty = {"", "."}
    widths = [len(row) for row in rows]
    common = max(widths, key=widths.count, default=0)
    n = common - 1
    if (
        n < 1
        or len(rows) % n != 0
        or len(rows) % common == 0
        or size == common
        or any(row[-1] not in empty for row in rows)
    ):
        return False
    if set(widths) == {common} and all(row[0] in empty for row in rows):
        raise InputError(
            f"{len(rows)} rows of {common} cells, the first and the last of each empty",
            expected=f"{n} columns",
            hint="remove the empty column that is not part of the grid",
        )
    if size == n or not usable(common) or isqrt(n) ** 2 == n:
        return True
    return all(cell not in empty for row in rows for cell in row[:n])


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
    try:
        return size is not None and Geometry.of_size(size) is not None
    except UsageError:
        return False


def _nearest(count: int) -> int:
    """Return the size whose number of cells is nearest."""
    root = isqrt(count)
    sizes = [s for s in range(max(root - 2, 4), max(root, 4) + 4) if usable(s)]
    return min(sizes, key=lambda size: abs(size * size - count))


# One value of a table or a document


def grid_of_text(text: str, cells: Cells) -> Puzzle:
    """Make the puzzle of a text: a character a cell, numbers, or n words of n cells.

    Raises:
        InputError: It is not a puzzle; names the bad cell.
    """
    words = text.split()
    count = len(words)
    if count == 0:
        raise InputError("no puzzle", expected="its cells")
    if count > 1 and all(len(word) == count for word in words):
        return cells.grid("".join(words), cells.geometry_of_cells(count * count))
    if count > 1:
        return cells.grid(words, cells.geometry_of_cells(count))
    (word,) = words
    if FLOAT.fullmatch(word):
        what, expected = f"'{printable(word)}', a number", "a character for each cell"
        raise InputError(what, expected=expected, hint=LOST_AS_NUMBER)
    try:
        geometry = cells.geometry_of_cells(len(word))
    except InputError as error:
        if word.isdigit() and word[0] != "0" and "0" in word:
            error.hint = f"zeros in front may be lost: {LOST_AS_NUMBER}"
        raise
    return cells.grid(word, geometry)


def grid_of_list(items: Sequence[object], cells: Cells) -> Puzzle:
    """Make the puzzle of a list of cells, or of rows of cells.

    Raises:
        InputError: It is not a puzzle; names the bad cell.
    """
    if not items:
        raise InputError("an empty list", expected="the cells of a puzzle")
    flat = flattened(items)
    if any(isinstance(item, dict) for item in flat):
        hint = "if it is a board of f-puzzles, its format is fpuzzles"
        raise InputError("a cell that is an object", expected="a digit", hint=hint)
    geometry = cells.geometry_of_cells(len(flat))
    values = list_values(flat, geometry, cells.marks)
    return Puzzle.trusted(cells.marks.shape(geometry), values)


def clues_of_digits(text: str, cells: Cells) -> Puzzle:
    """Make the puzzle of 81 digits, 0 or . for an empty cell, as in links.

    Raises:
        InputError: It is not a puzzle; names the cell.
    """
    at = next((at for at, mark in enumerate(text) if mark not in _DIGITS), 81)
    if at < 81:
        raise InputError(
            f"'{printable(text[at])}' is not a digit",
            expected="1-9, or 0 or . for an empty cell",
            cell=place_of(at),
        )
    if len(text) != 81:
        raise InputError(counted(len(text), "cell"), expected="81")
    values = tuple(map(int, text.replace(".", "0")))
    return Puzzle.trusted(cells.geometry_of(9), values)


# The shape of boxes


@lru_cache(256)
def box_text(geometry: Geometry) -> str | None:
    """Return the shape of the boxes, rows x columns; None if it is the usual one.

    It is None, too, where the grid is not square or has no boxes.

    Example:
        >>> box_text(Geometry.of_box(3, 2)), box_text(Geometry(6, 6))
        ('3x2', None)
    """
    if not geometry.is_standard or (
        usable(geometry.size) and geometry.box == Geometry.of_size(geometry.size).box
    ):
        return None
    return f"{geometry.box_height}x{geometry.box_width}"


def usual_boxes(size: int) -> Geometry:
    """Return the boxes of f-puzzles: the usual ones; rows where there are none.

    Raises:
        InputError: The board has one cell.

    Example:
        >>> usual_boxes(6), usual_boxes(5)
        (Geometry(6, 6), Geometry(5, 5, box=(1, 5)))
    """
    if usable(size):
        return Geometry.of_size(size)
    if size < 2:
        raise InputError("a board of one cell", expected="4x4 or more")
    return Geometry.of_box(1, size)


def shape_of(regions: Sequence[object], size: int) -> Geometry | None:
    """Find the boxes that are these regions, row by row; None if no boxes are.

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
    return None
