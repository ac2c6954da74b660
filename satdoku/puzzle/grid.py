"""The grid: digits on a geometry, of whatever holds them."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from satdoku.errors import InputError, shown
from satdoku.puzzle.arrays import read_grid
from satdoku.puzzle.constraints.arguments import cell_of
from satdoku.puzzle.geometry import Geometry, check_geometry
from satdoku.puzzle.notebook import notebook_svg
from satdoku.puzzle.symbols import LONGEST_ALPHABET, usual

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

_Row: TypeAlias = "Sequence[int | str | None]"
GridLike: TypeAlias = "Grid | str | _Row | Sequence[_Row] | NDArray[Any]"
"""What a grid can be made of."""


_NO_CELLS: Mapping[str, float] = MappingProxyType({})


class _Packed:
    """The digits as bytes, until somebody reads them as numbers."""

    __slots__ = ("_packed",)


@dataclass(frozen=True, slots=True, init=False, repr=False, eq=False)
class Grid(_Packed):
    """Digits on a geometry, 0 for an empty cell; equal in whatever symbols.

    Args:
        source: A grid; a text, a character a cell or numbers separated by blanks, with
            borders and line ends anywhere; a list of digits, of rows of digits, or of
            rows of text; a NumPy array of shape (n, n) or (n²,), or of the geometry's
            shape.  In lists a digit is a whole number, a character, or None for empty.
            A number is a digit as in `values`: 1 is the first one and 0 an empty cell,
            whatever value the first one has; a character is read as it is written.
        geometry: The shape, if it is not the usual one for this number of cells.

    Attributes:
        geometry: The shape.
        values: The digits row by row, 0 … n.

    Raises:
        InputError: The source holds no grid; the message names the cell.
        UsageError: `geometry` is none.

    Example:
        >>> grid = Grid("1.34 3.12 .143 4321")
        >>> grid.filled_count, grid["r1c3"], grid[0, 2]
        (13, 3, 3)
        >>> Grid([[1, 0, 3, 4], [3, 4, 0, 2], [0, 1, 4, 3], [4, 3, 2, 1]]).line
        '1.3434.2.1434321'
        >>> print(grid)
        1.|34
        3.|12
        --+--
        .1|43
        43|21
    """

    geometry: Geometry
    values: tuple[int, ...]

    def __init__(self, source: GridLike, geometry: Geometry | None = None) -> None:
        check_geometry(geometry)
        if isinstance(source, Grid):
            shape, values = geometry or source.geometry, source.values
            if len(values) != shape.cells:
                raise _wrong_count(len(values), shape)
        else:
            grid = read_grid(source, geometry)
            shape, values = grid.geometry, grid.values
            if grid.masks is not None:
                raise InputError(
                    "candidates in place of digits", hint="satdoku.Puzzle takes these"
                )
        _check_values(shape, values)
        _set_geometry(self, shape)
        _set_values(self, values)

    @classmethod
    def trusted(cls, geometry: Geometry, values: tuple[int, ...]) -> Grid:
        """Make a grid of digits that are known to fit, without checking each.

        For readers and engines, which have just made the digits themselves.
        """
        grid = _new(cls)
        _set_geometry(grid, geometry)
        _set_values(grid, values)
        return grid

    @classmethod
    def packed(cls, geometry: Geometry, digits: Iterable[bytes]) -> Iterator[Grid]:
        """Make grids of digits that are known to fit, a byte a cell: millions a second.

        Example:
            >>> from satdoku.puzzle.geometry import Geometry
            >>> list(Grid.packed(Geometry(4, 4), [bytes(16)]))
            [Grid('................')]
        """
        for values in digits:
            grid = _new(cls)
            _set_geometry(grid, geometry)
            _set_packed(grid, values)
            yield grid

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  only while values are unset
        if name != "values":
            msg = f"'Grid' object has no attribute {name!r}"
            raise AttributeError(msg)
        values = tuple(self._packed)
        _set_values(self, values)
        return values

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return self.values == other.values and self.geometry.same_shape(other.geometry)

    def __hash__(self) -> int:
        return hash(self.values)

    def __len__(self) -> int:
        """Return how many rows there are."""
        return self.geometry.rows

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Yield the rows."""
        return iter(self.rows)

    @overload
    def __getitem__(self, place: int) -> tuple[int, ...]: ...

    @overload
    def __getitem__(self, place: tuple[int, int] | str) -> int: ...

    def __getitem__(self, place: int | tuple[int, int] | str) -> tuple[int, ...] | int:
        """Return a row, counted from 0, or a digit.

        A digit stands at `"r1c1"`, or at (row, column), both counted from 0.

        Raises:
            UsageError: The text does not name a cell.
            IndexError: The row or the cell lies outside, as with any sequence.

        Example:
            >>> grid = Grid("1.34 3.12 .143 4321")
            >>> grid[3], grid[-1][0], grid["r1c3"], grid[0, 2]
            ((4, 3, 2, 1), 4, 3, 3)
        """
        if isinstance(place, int):
            return self.rows[place]
        return self.values[self.cell_at(place)]

    def cell_at(self, place: tuple[int, int] | str) -> int:
        """Return the number of the cell at a place, row by row from 0.

        Raises:
            UsageError: It does not name a cell.
            IndexError: It lies outside.
        """
        if isinstance(place, tuple) and len(place) == 2:
            row, column = place
        else:
            row, column = cell_of(place)
        geometry = self.geometry
        if not (0 <= row < geometry.rows and 0 <= column < geometry.columns):
            name = place if isinstance(place, str) else f"({row}, {column})"
            msg = f"{name} lies outside a grid of {geometry}"
            raise IndexError(msg)
        return row * geometry.columns + column

    @property
    def extra(self) -> Mapping[str, float]:
        """The values of cells outside the grid, by name, as far as known."""
        return _NO_CELLS

    def with_extra(self, extra: Mapping[str, float]) -> Grid:
        """Return the grid with values of cells outside; they make it no other grid.

        Example:
            >>> grid = Grid("1234 3412 2143 4321").with_extra({"VA1": 3})
            >>> grid.extra["VA1"], grid == Grid("1234 3412 2143 4321")
            (3, True)
        """
        return _ExtendedGrid(self, MappingProxyType(dict(extra)))

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The digits row by row."""
        n = self.geometry.columns
        cells = self.geometry.cells
        return tuple(self.values[start : start + n] for start in range(0, cells, n))

    @property
    def filled(self) -> Iterator[tuple[int, int]]:
        """The (cell, digit) pairs of the cells that are not empty."""
        return ((cell, value) for cell, value in enumerate(self.values) if value)

    @property
    def filled_count(self) -> int:
        """How many cells are not empty."""
        return len(self.values) - self.values.count(0)

    @property
    def is_complete(self) -> bool:
        """Whether no cell is empty."""
        return 0 not in self.values

    @property
    def line(self) -> str:
        """The grid on one line, a character a cell, or numbers beyond size 35.

        In the usual symbols, whichever the grid is drawn in: 1-9A-Z, and 0-9A-Z where
        values count from 0.
        """
        first, size = self.geometry.first_value, self.geometry.size
        symbols = usual(size, first) if size <= LONGEST_ALPHABET else None
        if symbols is not None:
            return symbols.line(self.values)
        empty = "0" if first == 1 else "."
        values = (str(value + first - 1) if value else empty for value in self.values)
        return " ".join(values)

    @property
    def text(self) -> str:
        """The grid on one line, in its symbols, with `.` for an empty cell.

        Example:
            >>> Grid("A... .B.. ..C. ...D").text
            'A....B....C....D'
        """
        texts = self.geometry.digit_texts
        between = "" if max(map(len, texts)) == 1 else " "
        return between.join(texts[value] for value in self.values)

    def __str__(self) -> str:
        """Draw the digits in their symbols, with the boxes told apart."""
        texts = self.geometry.digit_texts
        width = max(map(len, texts))
        cells = [texts[value].rjust(width) for value in self.values]
        return drawn(self.geometry, cells)

    def __repr__(self) -> str:
        if self.geometry.size > LONGEST_ALPHABET:
            return f"<Grid of {self.geometry}, {self.filled_count} cells filled>"
        usual = usual_geometry(self.geometry.cells)
        shape = "" if self.geometry == usual else f", {self.geometry!r}"
        return f"Grid({self.line!r}{shape})"

    def _repr_svg_(self) -> str:
        """Draw the grid for a notebook."""
        return notebook_svg(self.geometry, self.values)

    def to_numpy(self) -> NDArray[np.uint8] | NDArray[np.uint16]:
        """Return the digits as an array (rows, columns), uint8 (uint16 from 256 on).

        Example:
            >>> Grid("1234 3412 2143 4321").to_numpy().sum()
            np.uint64(40)
        """
        import numpy as np  # noqa: PLC0415  90 ms that most callers never need

        shape = (self.geometry.rows, self.geometry.columns)
        if self.geometry.size < 256:
            return np.array(self.values, np.uint8).reshape(shape)
        return np.array(self.values, np.uint16).reshape(shape)


class _ExtendedGrid(Grid):
    """A grid that knows the values of cells outside it."""

    __slots__ = ("_extra",)

    def __init__(self, grid: Grid, extra: Mapping[str, float]) -> None:
        _set_geometry(self, grid.geometry)
        _set_values(self, grid.values)
        object.__setattr__(self, "_extra", extra)

    @property
    def extra(self) -> Mapping[str, float]:
        """The values of cells outside the grid, by name."""
        extra: Mapping[str, float] = self._extra
        return extra

    def __reduce__(self) -> tuple[object, ...]:
        return _extended, (Grid(self), dict(self._extra))


def _extended(grid: Grid, extra: Mapping[str, float]) -> Grid:
    """Make a grid again of what a pickle holds."""
    return grid.with_extra(extra)


def drawn(geometry: Geometry, texts: Sequence[str], *, apart: bool = False) -> str:
    """Draw cells, texts of one width each, with borders between the boxes.

    Args:
        geometry: The shape.
        texts: The cells.
        apart: Whether blanks stand between cells of one character, too.

    Example:
        >>> print(drawn(Geometry(4, 4), "1234341221434321"))
        12|34
        34|12
        --+--
        21|43
        43|21
    """
    n, w, h = geometry.columns, geometry.box_width, geometry.box_height
    wide = len(texts[0])
    close = wide == 1 and not apart
    between, edge, cross = ("", "|", "+") if close else (" ", " | ", "-+-")
    rule = cross.join(["-" * (wide * w + len(between) * (w - 1))] * (n // w))
    lines: list[str] = []
    for row in range(geometry.rows):
        if row and row % h == 0 and geometry.box is not None:
            lines.append(rule)
        cells = texts[row * n : row * n + n]
        lines.append(edge.join(between.join(cells[c : c + w]) for c in range(0, n, w)))
    return "\n".join(lines)


def _check_values(geometry: Geometry, values: Sequence[int]) -> None:
    """Raise InputError unless these are digits of all cells."""
    if len(values) != geometry.cells:
        raise _wrong_count(len(values), geometry)
    for cell, value in enumerate(values):
        if type(value) is not int or not 0 <= value <= geometry.size:
            raise InputError(
                f"{shown(value)} cannot be in a cell",
                expected=f"a whole number from 0 (empty) to {geometry.size}",
                cell=geometry.place_of(cell),
            )


def _wrong_count(count: int, geometry: Geometry) -> InputError:
    return InputError(
        f"{count} cells", expected=f"{geometry.cells} for a grid of {geometry}"
    )


def usual_geometry(cells: int) -> Geometry | None:
    """Return the geometry that a line of so many cells has without being told."""
    try:
        return Geometry.of_cells(cells)
    except InputError:
        return None


# Slot by slot a frozen value is filled in half the time of `object.__setattr__`.
_new = object.__new__
_set_geometry: Any = Grid.__dict__["geometry"].__set__
_set_values: Any = Grid.__dict__["values"].__set__
_set_packed: Any = _Packed.__dict__["_packed"].__set__
