"""The geometry of a grid: its cells, and the units that they share.

    cell      a square, numbered row by row from 0 (`row * columns + column`)
    row, column, box
              a box has `height × width` cells; a grid may have none
    unit      a row, a column or a box; it holds each digit at most once, and exactly
              once where it has as many cells as there are digits
    peer      another cell of a unit of the cell
    band      the boxes side by side;  stack: the boxes one above another
    triad     the cells in which a row (or a column) crosses a box
    digit     1 … n;  0 stands for an empty cell
    value     what a digit counts in sums: `first_value + digit - 1`
    symbol    how a digit is written: `digit_texts`, in every sentence and picture

Rows, columns and boxes count from 0 here and from 1 wherever a person reads them
(`r1c1`, `box 9`).  Geometries with the same shape and symbols are equal.  Their tables
are made on first use.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import isqrt
from operator import itemgetter
from typing import TYPE_CHECKING, Literal

from satdoku.errors import InputError, UsageError, check_kind, shown, whole_number
from satdoku.puzzle.symbols import LONGEST_ALPHABET, Symbols, dialect, usual

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_BOX = re.compile("([0-9]{1,3})[xX×]([0-9]{1,3})")
_LARGEST = 10**6
"""Rows of a grid whose boxes are looked for, divisor by divisor."""


@lru_cache(maxsize=4096)
def digits_of(mask: int) -> tuple[int, ...]:
    """Return the digits of a mask, digit d as bit d - 1; rising.

    Example:
        >>> digits_of(0b101)
        (1, 3)
    """
    digits: list[int] = []
    while mask:
        low = mask & -mask
        digits.append(low.bit_length())
        mask ^= low
    return tuple(digits)


def mask_of_digits(digits: Iterable[int]) -> int:
    """Return digits as a mask, digit d as bit d - 1.

    Example:
        >>> mask_of_digits([1, 3])
        5
    """
    mask = 0
    for digit in digits:
        mask |= 1 << (digit - 1)
    return mask


@dataclass(frozen=True, repr=False)
class Geometry:
    """The shape of a grid.

    Args:
        rows: How many rows.
        columns: How many columns.
        box: (height, width) of a box; None for a grid without boxes; by default the
            usual boxes of a square grid, as near to squares as its size allows.
        first_value: What digit 1 counts in sums: 0 in grids of 0-8.
        digits: How many digits there are; by default as many as the longest row or
            column has cells.
        symbols: How digits are written; None for the usual way.
        raw: Whether rows and columns say nothing, and there are no boxes: constraints
            alone are rules.  Digits may be fewer than cells of a row then.

    Raises:
        UsageError: A number is not a whole number from 1; the boxes do not fill the
            grid; or a row, column or box has more cells than there are digits.

    Example:
        >>> Geometry().box
        (3, 3)
        >>> Geometry(6, 6).box_units[1]
        (3, 4, 5, 9, 10, 11)
        >>> Geometry(7, 7, digits=9)
        Geometry(7, 7, digits=9)
    """

    rows: int = 9
    columns: int = 9
    box: tuple[int, int] | Literal["usual"] | None = "usual"
    first_value: int = 1
    digits: int = 0
    symbols: Symbols | None = None
    raw: bool = False

    def __post_init__(self) -> None:
        sides = (self.rows, self.columns)
        if any(type(side) is not int or side < 1 for side in sides):
            raise UsageError(
                f"a grid cannot have {shown(self.rows)} rows and {shown(self.columns)} "
                "columns; expected whole numbers from 1"
            )
        if self.rows == self.columns == 1:
            raise UsageError("a grid of one cell is no Sudoku")
        box = self.box
        if box == "usual":
            box = None if self.raw else _usual_box(self.rows, self.columns)
        if self.raw and box is not None:
            raise UsageError("a raw grid has no boxes")
        if box is not None:
            _check_box(self, box)
        object.__setattr__(self, "box", box)
        longest = max(*sides, 0 if box is None else box[0] * box[1])
        digits = self.digits or longest
        if type(digits) is not int or digits < (1 if self.raw else longest):
            raise UsageError(
                f"{shown(digits)} digits are too few for units of {longest} cells"
            )
        object.__setattr__(self, "digits", digits)
        if type(self.first_value) is not int:
            raise UsageError(f"{shown(self.first_value)} is not a whole number")
        if self.symbols is not None:
            symbols = _fitting_symbols(self.symbols, digits, self.first_value)
            object.__setattr__(self, "symbols", symbols)

    @staticmethod
    def of_box(height: int, width: int) -> Geometry:
        """Return the square grid whose boxes have as many cells as there are digits.

        Raises:
            UsageError: A side is not positive, or the grid has one cell.

        Example:
            >>> Geometry.of_box(2, 3).size
            6
        """
        return _of_box(
            whole_number("the rows of a box", height),
            whole_number("the columns of a box", width),
        )

    @staticmethod
    def of_size(size: int) -> Geometry:
        """Return the usual geometry of an n × n grid: boxes as square as can be, lying.

        6×6 has boxes of 2×3, 12×12 of 3×4.

        Raises:
            UsageError: `size` is prime or below 4: there are no such boxes; or above a
                million.

        Example:
            >>> Geometry.of_size(12).box
            (3, 4)
        """
        size = whole_number("size", size)
        if size > _LARGEST:
            raise UsageError(f"a size of {shown(size)}; expected at most {_LARGEST:,}")
        box = _usual_box(size, size)
        if box is not None:
            return Geometry.of_box(*box)
        raise UsageError(
            f"{shown(size)}x{shown(size)} cells cannot be cut into boxes; expected a "
            "product of two numbers above 1, such as 4, 6, 9, 12, 16 or 25"
        )

    @staticmethod
    def of_cells(cells: int) -> Geometry:
        """Return the usual geometry of a grid of so many cells.

        Raises:
            InputError: No grid has so many.
            UsageError: It is no whole number.

        Example:
            >>> Geometry.of_cells(36).box
            (2, 3)
        """
        cells = whole_number("the number of cells", cells, 0)
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
        sides = _BOX.fullmatch(str(text))
        if sides is None:
            raise UsageError(
                f"{shown(text)} is not a box shape; expected ROWSxCOLUMNS, such as 2x3"
            )
        return Geometry.of_box(int(sides[1]), int(sides[2]))

    @property
    def size(self) -> int:
        """How many digits there are, in most grids the cells of a row as well."""
        return self.digits

    @cached_property
    def cells(self) -> int:
        """How many cells the grid has."""
        return self.rows * self.columns

    @property
    def digit_range(self) -> range:
        """The digits 1 … n."""
        return range(1, self.digits + 1)

    @cached_property
    def is_standard(self) -> bool:
        """Whether rows, columns and boxes all have as many cells as there are digits.

        So it is in the usual grids; their digits count from 1.
        """
        return (
            self.box is not None
            and self.rows == self.columns == self.digits
            and self.box_height * self.box_width == self.digits
            and self.first_value == 1
        )

    @property
    def box_height(self) -> int:
        """Rows of a box; of a grid without boxes 1."""
        return self.box[0] if isinstance(self.box, tuple) else 1

    @property
    def box_width(self) -> int:
        """Columns of a box; of a grid without boxes all."""
        return self.box[1] if isinstance(self.box, tuple) else self.columns

    def with_symbols(self, symbols: Symbols | str | None) -> Geometry:
        """Return the geometry whose digits are written in other symbols.

        Args:
            symbols: The symbols, or their name; None for the usual ones.

        Raises:
            UsageError: There are none of that name, or too few.

        Example:
            >>> Geometry(4, 4).with_symbols("A-Z").digit_texts
            ('.', 'A', 'B', 'C', 'D')
        """
        chosen = dialect(symbols) if isinstance(symbols, str) else symbols
        kinds = (Symbols, type(None))
        check_kind("symbols", chosen, kinds, "symbols, or their name")
        return self if chosen is self.symbols else _with_symbols(self, chosen)

    @cached_property
    def digit_texts(self) -> tuple[str, ...]:
        """How each digit from 0 on is written; 0 is an empty cell.

        A character each, in the usual way up to 35; beyond that numbers: among more
        letters, `l`, `I` and `1` look the same.

        Example:
            >>> Geometry(12, 12).digit_texts[9:]
            ('9', 'A', 'B', 'C')
        """
        symbols = self.symbols
        if symbols is None and self.size <= LONGEST_ALPHABET:
            symbols = usual(self.size, self.first_value)
        if symbols is None:
            values = range(self.first_value, self.first_value + self.size)
            return (".", *map(str, values))
        return (".", *symbols.alphabet[: self.size])

    def same_shape(self, other: Geometry) -> bool:
        """Whether two geometries differ in their symbols at most.

        Example:
            >>> Geometry(4, 4).same_shape(Geometry(4, 4).with_symbols("A-Z"))
            True
        """
        return self == other or self.with_symbols(None) == other.with_symbols(None)

    @cached_property
    def is_nine(self) -> bool:
        """Whether it is the usual grid of 9x9, in any symbols."""
        return self.is_standard and self.box == (3, 3)

    @cached_property
    def row_units(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row, left to right."""
        n = self.columns
        return tuple(tuple(range(r * n, r * n + n)) for r in range(self.rows))

    @cached_property
    def column_units(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each column, top to bottom."""
        n = self.columns
        return tuple(tuple(range(c, self.cells, n)) for c in range(n))

    @cached_property
    def box_units(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each box, row by row; boxes are counted row by row too."""
        if self.box is None:
            return ()
        h, w, n = self.box_height, self.box_width, self.columns
        return tuple(
            tuple(
                (band * h + r) * n + stack * w + c for r in range(h) for c in range(w)
            )
            for band in range(self.rows // h)
            for stack in range(n // w)
        )

    @cached_property
    def by_boxes(self) -> itemgetter[tuple[int, ...]]:
        """Sorts the values of a grid, given row by row, box by box.

        Example:
            >>> Geometry(4, 4).by_boxes("abcdefghijklmnop")[:4]
            ('a', 'b', 'e', 'f')
        """
        return itemgetter(*(cell for box in self.box_units for cell in box))

    @cached_property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """All units, rows before columns before boxes; none of a raw grid."""
        if self.raw:
            return ()
        return self.row_units + self.column_units + self.box_units

    def unit_name(self, unit: int) -> str:
        """Name a unit of `units` as a person does.

        Raises:
            UsageError: There is no such unit.

        Example:
            >>> Geometry().unit_name(26)
            'box 9'
        """
        number = whole_number("a unit", unit, 0)
        boxes = len(self.box_units)
        sides = (0, 0) if self.raw else (self.rows, self.columns)
        kinds = (("row", sides[0]), ("column", sides[1]), ("box", boxes))
        for kind, count in kinds:
            if number < count:
                return f"{kind} {number + 1}"
            number -= count
        last = len(self.units) - 1
        raise UsageError(f"there is no unit {shown(unit)}; expected 0 to {last}")

    def row_of(self, cell: int) -> int:
        """Return the row a cell is in."""
        return cell // self.columns

    def column_of(self, cell: int) -> int:
        """Return the column a cell is in."""
        return cell % self.columns

    def box_of(self, cell: int) -> int:
        """Return the box a cell is in; of a grid without boxes its row."""
        row, column = divmod(cell, self.columns)
        across = self.columns // self.box_width
        return (row // self.box_height) * across + column // self.box_width

    def cell_name(self, cell: int) -> str:
        """Name a cell as a person does.

        Raises:
            UsageError: There is no such cell.

        Example:
            >>> Geometry().cell_name(0)
            'r1c1'
        """
        row, column = self.place_of(cell)
        return f"r{row}c{column}"

    def cell_names(self, cells: Iterable[int]) -> list[str]:
        """Name cells as `cell_name` does."""
        return list(map(self.cell_name, cells))

    def _no_cell(self, cell: int) -> UsageError:
        last = self.cells - 1
        return UsageError(f"there is no cell {shown(cell)}; expected 0 to {last}")

    def place_of(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell, both from 1.

        Raises:
            UsageError: There is no such cell.

        Example:
            >>> Geometry(2, 3, box=None).place_of(4)
            (2, 2)
        """
        try:
            row, column = divmod(cell, self.columns)
        except TypeError:
            raise self._no_cell(cell) from None
        if not 0 <= row < self.rows:
            raise self._no_cell(cell)
        return row + 1, column + 1

    def peers_of(self, cell: int) -> tuple[int, ...]:
        """Return the other cells of the cell's units, in order.

        Not kept: a table of all peers would be the largest thing of a large board.

        Raises:
            UsageError: There is no such cell.
        """
        self.place_of(cell)  # refuses what is no cell
        if self.raw:
            return ()
        shared = {
            *self.row_units[self.row_of(cell)],
            *self.column_units[self.column_of(cell)],
        }
        if self.box is not None:
            shared.update(self.box_units[self.box_of(cell)])
        shared.discard(cell)
        return tuple(sorted(shared))

    @cached_property
    def row_triads(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row triad, `box_width` each, counted along the rows.

        Row r crosses box k of its band in triad `r * (columns // box_width) + k`.
        """
        return _pieces(self.row_units, self.box_width)

    @cached_property
    def column_triads(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each column triad, `box_height` each, counted down the columns.

        Column c crosses box k of its stack in triad `c * (rows // box_height) + k`.
        """
        return _pieces(self.column_units, self.box_height)

    def __repr__(self) -> str:
        parts = [str(self.rows), str(self.columns)]
        if not self.raw and self.box != _usual_box(self.rows, self.columns):
            parts.append(f"box={self.box}")
        if self.first_value != 1:
            parts.append(f"first_value={self.first_value}")
        if self.digits != max(self.rows, self.columns):
            parts.append(f"digits={self.digits}")
        if self.symbols is not None:
            parts.append(f"symbols={self.symbols}")
        if self.raw:
            parts.append("raw=True")
        return f"Geometry({', '.join(parts)})"

    def __str__(self) -> str:
        text = f"{self.rows}x{self.columns}" + " without rules" * self.raw
        if self.box is not None:
            text += f" (boxes of {self.box_height}x{self.box_width})"
        if self.digits != max(self.rows, self.columns) or self.first_value != 1:
            last = self.first_value + self.digits - 1
            text += f" with {self.first_value}-{last}"
        return text


@lru_cache(maxsize=1024)
def standard_geometry(size: int) -> Geometry | None:
    """Return the usual geometry of an n x n grid; None where there are no boxes.

    Example:
        >>> standard_geometry(6), standard_geometry(7)
        (Geometry(6, 6), None)
    """
    box = _usual_box(size, size) if size > 3 else None
    return None if box is None else Geometry.of_box(*box)


@lru_cache(256)
def box_text(geometry: Geometry) -> str | None:
    """Return the shape of the boxes, rows x columns; None if it is the usual one.

    It is None, too, where the grid is not square or has no boxes.

    Example:
        >>> box_text(Geometry.of_box(3, 2)), box_text(Geometry(6, 6))
        ('3x2', None)
    """
    if not geometry.is_standard or geometry.box == _usual_box(
        geometry.rows, geometry.columns
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
    if size < 2:
        raise InputError("a board of one cell", expected="4x4 or more")
    return standard_geometry(size) or Geometry.of_box(1, size)


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


def _pieces(units: Iterable[tuple[int, ...]], size: int) -> tuple[tuple[int, ...], ...]:
    """Cut units into pieces of a size."""
    return tuple(
        unit[start : start + size]
        for unit in units
        for start in range(0, len(unit), size)
    )


def is_connected(places: Sequence[tuple[int, int]]) -> bool:
    """Whether places, each a row and a column, differ and are one piece by their sides.

    Example:
        >>> is_connected([(0, 0), (1, 1), (0, 1)]), is_connected([(0, 0), (1, 1)])
        (True, False)
    """
    left, reached = {*places[1:]}, [places[0]]
    for row, column in reached:
        beside = {(row + 1, column), (row - 1, column)}
        new = left & (beside | {(row, column + 1), (row, column - 1)})
        reached += new
        left -= new
    return not left and len(reached) == len(places)


def check_geometry(geometry: object) -> None:
    """Raise UsageError for what is neither a geometry nor None."""
    if geometry is not None and not isinstance(geometry, Geometry):
        raise UsageError(
            f"geometry cannot be {shown(geometry)}; expected a satdoku.Geometry, such "
            "as Geometry(6, 6)"
        )


@lru_cache(maxsize=256)
def _of_box(height: int, width: int) -> Geometry:
    return Geometry(height * width, height * width, (height, width))


@lru_cache(maxsize=256)
def _with_symbols(geometry: Geometry, symbols: Symbols | None) -> Geometry:
    return replace(geometry, symbols=symbols)


def _fitting_symbols(symbols: object, digits: int, first: int) -> Symbols | None:
    """Return symbols that are enough for all digits; None for the usual ones."""
    if not isinstance(symbols, Symbols):
        expected = "a satdoku.puzzle.symbols.Symbols, or None"
        raise UsageError(f"symbols cannot be {shown(symbols)}; expected {expected}")
    if len(symbols.alphabet) < digits:
        most = len(symbols.alphabet)
        raise UsageError(f"symbols {symbols.name} reach {most}, not {digits}")
    return None if symbols == usual(digits, first) else symbols


def _usual_box(rows: int, columns: int) -> tuple[int, int] | None:
    """Return the usual boxes of a grid; None where it has none."""
    if 0 < rows == columns <= _LARGEST:
        for height in range(isqrt(rows), 1, -1):
            if rows % height == 0:
                return height, rows // height
    return None


def _check_box(geometry: Geometry, box: object) -> None:
    """Raise UsageError unless boxes of this shape fill the grid."""
    sides = box if isinstance(box, tuple) else ()
    if len(sides) != 2 or any(type(side) is not int or side < 1 for side in sides):
        raise UsageError(
            f"{shown(box)} is not the shape of a box; expected (rows, columns)"
        )
    height, width = sides
    if geometry.rows % height or geometry.columns % width:
        raise UsageError(
            f"boxes of {height}x{width} do not fill {geometry.rows} rows and "
            f"{geometry.columns} columns"
        )
