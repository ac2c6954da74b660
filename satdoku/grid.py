"""The grid: values on a geometry, and the rules of Sudoku.

A `Grid` is a value: frozen, hashable, equal when geometry and values are.  It holds
only what can be on a board, 0 … n in every cell; whether that makes sense is for the
rules to say, and they are here too, so that every answer of an engine can be checked by
code that knows nothing of formulas:

    clashes()           every unit that holds a digit twice, with the cells
    solves(puzzle)      complete, without a clash, and keeping the puzzle's clues
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, Any, cast

from satdoku.errors import InputError
from satdoku.geometry import Geometry
from satdoku.symbols import LETTERS, LONGEST_ALPHABET, Symbols

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Clash", "Grid"]

_BORDERS = frozenset("|-+=:") | frozenset(map(chr, range(0x2500, 0x2580)))


@dataclass(frozen=True, slots=True)
class Clash:
    """A digit that a unit holds more than once."""

    digit: int
    unit: str
    cells: tuple[str, ...]

    def __str__(self) -> str:
        *most, last = self.cells
        return f"{', '.join(most)} and {last} are both {self.digit} in {self.unit}"


@dataclass(frozen=True, slots=True)
class Grid:
    """Values on a geometry, 0 for an empty cell.

    Args:
        geometry: The shape.
        values: n² whole numbers from 0 to n, row by row.

    Raises:
        InputError: The number of values is wrong, or one is out of range.

    Example:
        >>> grid = Grid.parse("1.34 3.12 .143 4321")
        >>> grid.clue_count, grid[0, 2]
        (13, 3)
        >>> print(grid)
        1.|34
        3.|12
        --+--
        .1|43
        43|21
    """

    geometry: Geometry
    values: tuple[int, ...]

    def __post_init__(self) -> None:
        geometry = self.geometry
        if len(self.values) != geometry.cells:
            raise InputError(
                f"{len(self.values)} cells",
                expected=f"{geometry.cells} for a grid of {geometry}",
            )
        for cell, value in enumerate(self.values):
            if type(value) is not int or not 0 <= value <= geometry.size:
                row, column = divmod(cell, geometry.size)
                raise InputError(
                    f"{value!r} cannot be in a cell",
                    expected=f"a whole number from 0 (empty) to {geometry.size}",
                    cell=(row + 1, column + 1),
                )

    @classmethod
    def trusted(cls, geometry: Geometry, values: tuple[int, ...]) -> Grid:
        """Make a grid of values that are known to fit, without looking at each.

        For readers and engines, which have just made the values themselves.
        """
        grid = object.__new__(cls)
        object.__setattr__(grid, "geometry", geometry)
        object.__setattr__(grid, "values", values)
        return grid

    @classmethod
    def parse(
        cls, text: str, geometry: Geometry | None = None, symbols: Symbols = LETTERS
    ) -> Grid:
        r"""Read one grid: a character a cell, white space and borders skipped.

        For files, other layouts and better messages there is `satdoku.read`.

        Raises:
            InputError: A character is no digit, or their number fits no grid.

        Example:
            >>> Grid.parse("12|34\n34|12\n--+--\n21|43\n43|21").is_complete
            True
        """
        marks = [m for m in text if not m.isspace() and m not in _BORDERS]
        shape = geometry or _geometry_of_cells(len(marks))
        if len(marks) != shape.cells:
            raise InputError(
                f"{len(marks)} cells", expected=f"{shape.cells} for a grid of {shape}"
            )
        values: list[int] = []
        for cell, mark in enumerate(marks):
            try:
                values.append(symbols.digit(mark, shape.size))
            except InputError as error:
                row, column = divmod(cell, shape.size)
                raise error.at(cell=(row + 1, column + 1)) from None
        return cls.trusted(shape, tuple(values))

    @classmethod
    def of(cls, source: object, geometry: Geometry | None = None) -> Grid:
        """Make a grid of whatever holds one.

        Args:
            source: A grid, a text as for `parse`, rows of text, rows of values (a list
                of lists), all values in one list, or a NumPy array of shape (n, n) or
                (n²,). None stands for an empty cell in lists.
            geometry: The shape, where boxes are not the usual ones of that size.

        Raises:
            InputError: It holds no grid; the message names the cell.
            TypeError: It is of no such kind.

        Example:
            >>> Grid.of([[1, 0, 3, 4], [3, 4, 0, 2], [0, 1, 4, 3], [4, 3, 2, 1]]).line
            '1.3434.2.1434321'
        """
        if isinstance(source, Grid):
            return source if geometry is None else cls(geometry, source.values)
        if isinstance(source, str):
            return cls.parse(source, geometry)
        tolist = getattr(source, "tolist", None)
        items: Any = tolist() if callable(tolist) else source
        if not isinstance(items, (list, tuple)):
            msg = f"a grid cannot be made of {type(source).__name__}"
            raise TypeError(msg)
        sequence = cast("Sequence[Any]", items)
        if all(isinstance(row, str) for row in sequence):
            return cls.parse("\n".join(sequence), geometry)
        values = _flat(sequence)
        return cls(geometry or _geometry_of_cells(len(values)), values)

    def __getitem__(self, place: tuple[int, int]) -> int:
        """Return the value at (row, column), both counted from 0."""
        row, column = place
        size = self.geometry.size
        if not (0 <= row < size and 0 <= column < size):
            msg = f"no cell at row {row}, column {column} of a grid of {self.geometry}"
            raise IndexError(msg)
        return self.values[row * size + column]

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The values row by row."""
        n = self.geometry.size
        return tuple(self.values[r * n : r * n + n] for r in range(n))

    @property
    def clues(self) -> Iterator[tuple[int, int]]:
        """The (cell, digit) pairs of the cells that are not empty."""
        return ((cell, value) for cell, value in enumerate(self.values) if value)

    @property
    def clue_count(self) -> int:
        """How many cells are not empty."""
        return len(self.values) - self.values.count(0)

    @property
    def is_complete(self) -> bool:
        """Whether no cell is empty."""
        return 0 not in self.values

    def clashes(self) -> list[Clash]:
        """List every digit that a unit holds more than once; rows, columns, boxes."""
        geometry, values = self.geometry, self.values
        found: list[Clash] = []
        for index, unit in enumerate(geometry.units):
            held = [values[cell] for cell in unit if values[cell]]
            if len(set(held)) == len(held):
                continue
            for digit in sorted({d for d in held if held.count(d) > 1}):
                cells = tuple(geometry.cell_name(c) for c in unit if values[c] == digit)
                found.append(Clash(digit, geometry.unit_name(index), cells))
        return found

    def solves(self, puzzle: Grid) -> bool:
        """Whether this is a solution of the puzzle, by the rules alone.

        Example:
            >>> full = Grid.parse("1234 3412 2143 4321")
            >>> full.solves(Grid.parse("1... .... .... ...1"))
            True
        """
        values, geometry = self.values, self.geometry
        clues = puzzle.values
        if geometry != puzzle.geometry or 0 in values:
            return False
        if list(compress(values, clues)) != list(filter(None, clues)):
            return False
        n = geometry.size
        boxed = geometry.by_boxes(values)
        for start in range(0, n * n, n):
            row, box = values[start : start + n], boxed[start : start + n]
            if len(set(row)) != n or len(set(box)) != n:
                return False
        return all(len(set(values[column::n])) == n for column in range(n))

    @property
    def line(self) -> str:
        """The grid on one line: a character a cell, or numbers beyond size 35."""
        if self.geometry.size > LONGEST_ALPHABET:
            return " ".join(map(str, self.values))
        return "".join(map(LETTERS.text, self.values))

    def __str__(self) -> str:
        """Draw the grid with its boxes told apart, rows on lines."""
        n, w, h = self.geometry.size, self.geometry.box_width, self.geometry.box_height
        if n > LONGEST_ALPHABET:
            wide, between = len(str(n)), " "
            marks = [(str(v) if v else ".").rjust(wide) for v in self.values]
        else:
            wide, between = 1, ""
            marks = list(map(LETTERS.text, self.values))
        segment = wide * w + len(between) * (w - 1)
        edge = f"{between}|{between}" if between else "|"
        rule = ("-+-" if between else "+").join(["-" * segment] * (n // w))
        lines: list[str] = []
        for row in range(n):
            if row and row % h == 0:
                lines.append(rule)
            cells = marks[row * n : row * n + n]
            lines.append(
                edge.join(between.join(cells[c : c + w]) for c in range(0, n, w))
            )
        return "\n".join(lines)

    def __repr__(self) -> str:
        if self.geometry.size > LONGEST_ALPHABET:
            return f"<Grid of {self.geometry}, {self.clue_count} clues>"
        usual = Geometry.of_size(self.geometry.size) if self.geometry.size > 3 else None
        shape = "" if self.geometry == usual else f", {self.geometry!r}"
        return f"Grid.parse({self.line!r}{shape})"

    def to_numpy(self) -> NDArray[np.uint8] | NDArray[np.uint16]:
        """Return the values as an array of shape (n, n), uint8 (uint16 from 256 on).

        Example:
            >>> Grid.parse("1234 3412 2143 4321").to_numpy().sum()
            np.uint64(40)
        """
        import numpy as np  # noqa: PLC0415  90 ms that most callers never need

        n = self.geometry.size
        if n < 256:
            return np.array(self.values, dtype=np.uint8).reshape(n, n)
        return np.array(self.values, dtype=np.uint16).reshape(n, n)


def _geometry_of_cells(cells: int) -> Geometry:
    """Find the usual geometry of so many cells."""
    size = round(cells**0.5)
    if size * size != cells:
        raise InputError(
            f"{cells} cells",
            expected="a square number of cells: 16, 36, 81, 144, 256 or 625, say",
        )
    try:
        return Geometry.of_size(size)
    except ValueError as error:
        raise InputError(str(error)) from None


def _flat(items: Sequence[Any]) -> tuple[int, ...]:
    """Flatten rows into values; None is an empty cell; whole numbers only."""
    flat: list[Any] = []
    for number, item in enumerate(items, 1):
        if not isinstance(item, (list, tuple)):
            flat.append(item)
            continue
        row = cast("Sequence[Any]", item)
        if len(row) != len(items):
            raise InputError(
                f"row {number} has {len(row)} cells",
                expected=f"{len(items)}, as there are {len(items)} rows",
            )
        flat.extend(row)
    return tuple(0 if value is None else value for value in flat)
