"""The geometry of a grid: which cells there are and which units they share.

The words, used in code, commands, messages and documents alike:

    cell      one square, numbered row by row from 0 (`row * size + column`)
    row, column, box
              a box is `box_height × box_width` cells; a grid is `n × n` cells with
              `n = box_height · box_width`
    unit      a row, a column or a box: n cells that hold each digit once
    peer      another cell of a unit the cell is in
    band      the boxes side by side;  stack: the boxes one above another
    triad     the cells in which a row (or a column) crosses a box
    digit     1 … n;  0 stands for an empty cell

Rows, columns and boxes count from 0 here and from 1 wherever a person reads them
(`r1c1`, `box 9`).  A geometry is a value: equal when its box shapes are equal.
Its tables are made on first use, so that a board of 225×225 costs nothing to name.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import isqrt
from operator import itemgetter

from satdoku.errors import InputError, UsageError, printable, shown

__all__ = ["Geometry"]

_LARGEST = 10**12
"""Rows of a grid whose boxes are looked for, divisor by divisor."""


@dataclass(frozen=True)
class Geometry:
    """The shape of a grid, given by the shape of its boxes.

    Args:
        box_height: Rows of a box, at least 1.
        box_width: Columns of a box, at least 1.

    Raises:
        UsageError: A side is not a positive whole number, or the grid has one cell.

    Example:
        >>> Geometry(3, 3).size
        9
        >>> Geometry(2, 3).boxes[1]
        (3, 4, 5, 9, 10, 11)
    """

    box_height: int
    box_width: int

    def __post_init__(self) -> None:
        for side in (self.box_height, self.box_width):
            if type(side) is not int or side < 1:
                msg = f"a box cannot be {self.box_height!r}x{self.box_width!r} cells"
                raise UsageError(msg)
        if self.box_height * self.box_width == 1:
            raise UsageError("a grid of one cell is no Sudoku")

    @staticmethod
    @lru_cache(maxsize=256)
    def of_size(size: int) -> Geometry:
        """Return the usual geometry of an n × n grid: boxes as square as can be, lying.

        6×6 has boxes of 2×3, 12×12 of 3×4.

        Raises:
            UsageError: `size` is prime or below 4, so that there are no such boxes; or
                it is that of no grid, and looking for its divisors would take long.

        Example:
            >>> Geometry.of_size(12)
            Geometry(box_height=3, box_width=4)
        """
        if size > _LARGEST:
            raise UsageError(f"{shown(size)} rows; expected at most {_LARGEST:,}")
        if size >= 4:
            for height in range(isqrt(size), 1, -1):
                if size % height == 0:
                    return Geometry(height, size // height)
        msg = (
            f"{size}x{size} cells cannot be cut into boxes; expected a size that is a "
            "product of two numbers above 1, such as 4, 6, 9, 12, 16 or 25"
        )
        raise UsageError(msg)

    @staticmethod
    def of_cells(cells: int) -> Geometry:
        """Return the usual geometry of a grid of so many cells.

        Raises:
            InputError: No grid has so many.

        Example:
            >>> Geometry.of_cells(36)
            Geometry(box_height=2, box_width=3)
        """
        size = isqrt(cells)
        if size * size != cells:
            raise InputError(
                f"{cells} cells",
                expected="a square number of cells: 16, 36, 81, 144, 256 or 625, say",
            )
        try:
            return Geometry.of_size(size)
        except UsageError as error:
            raise InputError(str(error)) from None

    @staticmethod
    def parse(text: str) -> Geometry:
        """Read a box shape such as `2x3` (rows x columns).

        Raises:
            UsageError: `text` is not of that form.

        Example:
            >>> Geometry.parse("2x3").size
            6
        """
        height, cross, width = text.lower().replace("×", "x").partition("x")
        if not (
            cross
            and height.isascii()
            and width.isascii()
            and height.isdigit()
            and width.isdigit()
            and len(text) < 9
        ):
            said = printable(text)
            msg = f"'{said}' is not a box shape; expected ROWSxCOLUMNS, such as 2x3"
            raise UsageError(msg)
        return Geometry(int(height), int(width))

    @cached_property
    def size(self) -> int:
        """The n cells of a unit, and as many digits."""
        return self.box_height * self.box_width

    @cached_property
    def cells(self) -> int:
        """How many cells the grid has, n²."""
        return self.size * self.size

    @property
    def digits(self) -> range:
        """The digits 1 … n."""
        return range(1, self.size + 1)

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row, left to right."""
        n = self.size
        return tuple(tuple(range(r * n, r * n + n)) for r in range(n))

    @cached_property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each column, top to bottom."""
        return tuple(tuple(range(c, self.cells, self.size)) for c in range(self.size))

    @cached_property
    def boxes(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each box, row by row; boxes are counted row by row too."""
        h, w, n = self.box_height, self.box_width, self.size
        return tuple(
            tuple(
                (band * h + r) * n + stack * w + c for r in range(h) for c in range(w)
            )
            for band in range(n // h)
            for stack in range(n // w)
        )

    @cached_property
    def by_boxes(self) -> itemgetter[tuple[int, ...]]:
        """Sorts the values of a grid, given row by row, box by box.

        Example:
            >>> Geometry(2, 2).by_boxes("abcdefghijklmnop")[:4]
            ('a', 'b', 'e', 'f')
        """
        return itemgetter(*(cell for box in self.boxes for cell in box))

    @cached_property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """All 3n units, rows, then columns, then boxes."""
        return self.rows + self.columns + self.boxes

    def unit_name(self, unit: int) -> str:
        """Name a unit of `units` as a person does.

        Example:
            >>> Geometry(3, 3).unit_name(26)
            'box 9'
        """
        kind, index = divmod(unit, self.size)
        return f"{('row', 'column', 'box')[kind]} {index + 1}"

    def row_of(self, cell: int) -> int:
        """Return the row a cell is in."""
        return cell // self.size

    def column_of(self, cell: int) -> int:
        """Return the column a cell is in."""
        return cell % self.size

    def box_of(self, cell: int) -> int:
        """Return the box a cell is in."""
        row, column = divmod(cell, self.size)
        boxes_across = self.size // self.box_width
        return (row // self.box_height) * boxes_across + column // self.box_width

    def cell_name(self, cell: int) -> str:
        """Name a cell as a person does.

        Example:
            >>> Geometry(3, 3).cell_name(0)
            'r1c1'
        """
        row, column = divmod(cell, self.size)
        return f"r{row + 1}c{column + 1}"

    def peers_of(self, cell: int) -> tuple[int, ...]:
        """Return the other cells of the cell's units, in order.

        Not kept: a table of all peers would be the largest thing of a large board.
        """
        shared = {
            *self.rows[self.row_of(cell)],
            *self.columns[self.column_of(cell)],
            *self.boxes[self.box_of(cell)],
        }
        shared.discard(cell)
        return tuple(sorted(shared))

    @cached_property
    def bands(self) -> tuple[tuple[int, ...], ...]:
        """The boxes of each band, left to right."""
        across = self.size // self.box_width
        return tuple(
            tuple(range(band * across, band * across + across))
            for band in range(self.size // self.box_height)
        )

    @cached_property
    def stacks(self) -> tuple[tuple[int, ...], ...]:
        """The boxes of each stack, top to bottom."""
        across = self.size // self.box_width
        return tuple(tuple(range(stack, self.size, across)) for stack in range(across))

    @cached_property
    def row_triads(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row triad, `box_width` each, counted along the rows.

        Row r crosses box k of its band in triad `r * (n // box_width) + k`.
        """
        w = self.box_width
        return tuple(
            row[start : start + w]
            for row in self.rows
            for start in range(0, self.size, w)
        )

    @cached_property
    def column_triads(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each column triad, `box_height` each, counted down the columns.

        Column c crosses box k of its stack in triad `c * (n // box_height) + k`.
        """
        h = self.box_height
        return tuple(
            column[start : start + h]
            for column in self.columns
            for start in range(0, self.size, h)
        )

    def __str__(self) -> str:
        return f"{self.size}x{self.size} (boxes of {self.box_height}x{self.box_width})"
