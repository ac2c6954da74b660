"""The grid: digits on a geometry, of whatever holds them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from satdoku.errors import InputError, UsageError, printable, shown
from satdoku.geometry import Geometry
from satdoku.symbols import LETTERS, LONGEST_ALPHABET, Symbols
from satdoku.text.pasted import Reading, cell_values, geometry_of, pasted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Grid", "GridLike", "usual_geometry", "values_of"]

_Row: TypeAlias = "Sequence[int | str | None]"
GridLike: TypeAlias = "Grid | str | _Row | Sequence[_Row] | NDArray[Any]"
"""What a grid can be made of."""

_EXPECTED = (
    "a grid, text, a list of digits or rows, or an array of shape (n, n) or (n²,)"
)
_FILE_NAME = re.compile(r"[^\n]*(\.[A-Za-z][A-Za-z0-9]{0,7}|[/\\][^\n]*)")
_NINE = Geometry(9, 9)
_PLAIN = bytes(
    0 if mark == ord(".") else mark - 48 if 48 <= mark < 58 else 255
    for mark in range(256)
)
"""What each byte of the most common text is: a line of digits, `.` or 0 for empty."""

_READ_IT = "this looks like a file name: read it with satdoku.read"


_UPRIGHTS = dict.fromkeys([*b"|:", *range(0x2500, 0x2580)], " ")
_LYING = frozenset("-+=")
_RULE = _LYING | {" ", "\t"}
_CELL_NAME = re.compile(r"[rR]([0-9]{1,3})[cC]([0-9]{1,3})")


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Grid:
    """Digits on a geometry, 0 for an empty cell.

    Args:
        source: A grid; a text, a character a cell or numbers separated by blanks, with
            borders and line ends anywhere; a list of digits, of rows of digits, or of
            rows of text; a NumPy array of shape (n, n) or (n²,).  In lists a digit is a
            whole number, a character, or None for empty.
        geometry: The shape, where it is not the usual one of so many cells.

    Attributes:
        geometry: The shape.
        values: The digits row by row, 0 … n.

    Raises:
        InputError: The source holds no grid; the message names the cell.

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
        if isinstance(source, Grid):
            shape, values = geometry or source.geometry, source.values
            if len(values) != shape.cells:
                raise _wrong_count(len(values), shape)
        else:
            shape, values, masks = values_of(source, geometry)
            if masks is not None:
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
    def parse(
        cls, text: str, geometry: Geometry | None = None, symbols: Symbols = LETTERS
    ) -> Grid:
        r"""Read one grid: a character a cell, white space and borders skipped.

        Borders are `|`, `:` and box drawings anywhere, and lines of nothing but borders
        and `-`, `+`, `=`.  `Grid(text)` takes numbers, too, and other blank
        cells; for files and all other layouts there is `satdoku.read`.

        Raises:
            InputError: A character is no digit, or their number fits no grid.

        Example:
            >>> Grid.parse("12|34\n34|12\n--+--\n21|43\n43|21").is_complete
            True
        """
        text = text.translate(_UPRIGHTS)
        if not _LYING.isdisjoint(text):
            rows = text.splitlines()
            text = "".join(row for row in rows if not _RULE.issuperset(row))
        marks = "".join(text.split())
        shape = geometry or Geometry.of_cells(len(marks))
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

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Yield the rows."""
        return iter(self.rows)

    def __getitem__(self, place: tuple[int, int] | str) -> int:
        """Return the digit at `"r1c1"`, or at (row, column), both counted from 0."""
        geometry = self.geometry
        if isinstance(place, str):
            name = _CELL_NAME.fullmatch(place)
            if name is None:
                raise UsageError(f"no cell '{printable(place)}'; expected r1c1, say")
            row, column = int(name[1]) - 1, int(name[2]) - 1
        else:
            try:
                row, column = place
            except (TypeError, ValueError):
                raise UsageError(
                    f"no cell {shown(place)}; expected 'r1c1' or (0, 0), say"
                ) from None
        if not (0 <= row < geometry.rows and 0 <= column < geometry.columns):
            msg = f"no cell at row {row}, column {column} of a grid of {geometry}"
            raise IndexError(msg)
        return self.values[row * geometry.columns + column]

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
        """The grid on one line, a character a cell, or numbers beyond size 35."""
        if self.geometry.size > LONGEST_ALPHABET:
            return " ".join(map(str, self.values))
        return "".join(map(LETTERS.text, self.values))

    def __str__(self) -> str:
        """Draw the digits with the boxes told apart, rows on lines."""
        from satdoku.text.drawing import drawn  # noqa: PLC0415  not every grid is

        n = self.geometry.size
        if n <= LONGEST_ALPHABET:
            return drawn(self.geometry, list(map(LETTERS.text, self.values)))
        wide = len(str(n))
        return drawn(
            self.geometry, [(str(v) if v else ".").rjust(wide) for v in self.values]
        )

    def __repr__(self) -> str:
        if self.geometry.size > LONGEST_ALPHABET:
            return f"<Grid of {self.geometry}, {self.filled_count} cells filled>"
        usual = usual_geometry(self.geometry.cells)
        shape = "" if self.geometry == usual else f", {self.geometry!r}"
        return f"Grid({self.line!r}{shape})"

    def _repr_svg_(self) -> str:
        """Draw the grid for a notebook."""
        from satdoku.pictures.notebook import notebook_svg  # noqa: PLC0415  for notebooks

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
            return np.array(self.values, dtype=np.uint8).reshape(shape)
        return np.array(self.values, dtype=np.uint16).reshape(shape)


def _check_values(geometry: Geometry, values: Sequence[int]) -> None:
    """Raise InputError unless these are digits of all cells."""
    if len(values) != geometry.cells:
        raise _wrong_count(len(values), geometry)
    for cell, value in enumerate(values):
        if type(value) is not int or not 0 <= value <= geometry.size:
            row, column = divmod(cell, geometry.columns)
            raise InputError(
                f"{shown(value)} cannot be in a cell",
                expected=f"a whole number from 0 (empty) to {geometry.size}",
                cell=(row + 1, column + 1),
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


def values_of(source: object, geometry: Geometry | None = None) -> Reading:
    """Return the shape and the values of whatever holds a grid.

    Raises:
        InputError: It holds no grid; the message names the cell.

    Example:
        >>> values_of([["1", ".", "3", "4"], [3, 4, None, 2.0], "2143", "43.1"]).values
        (1, 0, 3, 4, 3, 4, 0, 2, 2, 1, 4, 3, 4, 3, 0, 1)
    """
    if isinstance(source, str):
        if len(source) == _NINE.cells and geometry in {None, _NINE}:
            values = source.encode("utf-8").translate(_PLAIN)
            if max(values) <= _NINE.size:
                return Reading(_NINE, tuple(values))
        return _of_text(source, geometry)
    items = _listed(source)
    if not isinstance(items, (list, tuple)):
        raise _no_holder(source)
    sequence = cast("Sequence[Any]", items)
    if not sequence:
        raise InputError("no cells", expected="the cells of a grid")
    if all(isinstance(item, str) for item in sequence):
        return _of_texts(sequence, geometry)
    cells = _flat(sequence)
    shape = geometry_of(len(cells), geometry)
    return Reading(shape, _values(cells, shape))


def _of_text(text: str, geometry: Geometry | None) -> Reading:
    try:
        return pasted(text, geometry)
    except InputError as error:
        if len(text) < 256 and _FILE_NAME.fullmatch(text.strip()):
            raise InputError(
                f"'{printable(text)}' is no grid", hint=_READ_IT
            ) from error
        raise


def _of_texts(texts: Sequence[str], geometry: Geometry | None) -> Reading:
    """Read texts as rows, or a cell each."""
    wide = len(str(len(texts)))
    if all(len(text.strip()) < wide for text in texts):
        shape = geometry_of(len(texts), geometry)
        return Reading(shape, _values(texts, shape))
    return pasted("\n".join(texts), geometry)


def _listed(source: object) -> object:
    """Return what an array holds as lists; anything else as it is.

    Raises:
        InputError: The array has not the shape of a grid.
    """
    shape = getattr(source, "shape", None)
    if isinstance(shape, tuple):
        sides = cast("tuple[object, ...]", shape)
        if not sides:  # a number of NumPy's
            return source
        if len(sides) != 1 and (len(sides) != 2 or sides[0] != sides[1]):
            raise InputError(
                f"an array of shape {printable(str(sides))}",
                expected="one of shape (n, n) or (n²,)",
            )
    for name in ("tolist", "to_numpy"):
        convert = getattr(source, name, None)
        if callable(convert) and not isinstance(source, type):
            made: object = convert()
            return made if name == "tolist" else _listed(made)
    return source


def _flat(items: Sequence[Any]) -> list[Any]:
    """Return the cells of rows, or of one list."""
    rows = [_row(item) for item in items]
    if all(row is None or isinstance(row, str) for row in rows):
        return list(items)
    flat: list[Any] = []
    for number, row in enumerate(rows, 1):
        if row is None:
            raise InputError(f"row {number} is {shown(items[number - 1])}, not a row")
        if len(row) != len(items):
            raise InputError(
                f"row {number} has {len(row)} cells",
                expected=f"{len(items)}, as there are {len(items)} rows",
            )
        flat.extend(row)
    return flat


def _row(item: object) -> Sequence[Any] | None:
    """Return the cells of a row, or None if it is no row but a value."""
    if isinstance(item, str):
        return item
    listed = _listed(item)
    return cast("Sequence[Any]", listed) if isinstance(listed, (list, tuple)) else None


def _values(cells: Sequence[Any], geometry: Geometry) -> tuple[int, ...]:
    """Return the values of cells."""
    kinds = set(map(type, cells))
    if kinds == {int} and 0 <= min(cells) <= max(cells) <= geometry.size:
        return tuple(cells)  # as most are
    if any(isinstance(cell, str) for cell in cells):
        texts = [_text(cell, at, geometry) for at, cell in enumerate(cells)]
        return cell_values(texts, geometry)
    return tuple(_number(cell, at, geometry) for at, cell in enumerate(cells))


def _text(cell: object, at: int, geometry: Geometry) -> str:
    """Return a cell as it is written."""
    if isinstance(cell, str):
        return cell.strip() or "."
    return str(_number(cell, at, geometry) or ".")


def _number(value: Any, at: int, geometry: Geometry) -> int:  # noqa: ANN401  anything may come
    """Return a value as a number from 0 to n.

    Raises:
        InputError: It is none; names the cell.
    """
    number: int | None = None
    if value is None:
        return 0
    if type(value) is int:
        number = value
    elif not isinstance(value, bool):
        whole = getattr(value, "is_integer", None)
        if callable(whole):
            number = int(value) if whole() else None
        else:
            try:
                number = index(value)
            except TypeError:
                number = None
    if number is None or not 0 <= number <= geometry.size:
        row, column = divmod(at, geometry.size)
        raise InputError(
            f"{shown(value)} cannot be in a cell",
            expected=f"a whole number from 0 (empty) to {geometry.size}",
            cell=(row + 1, column + 1),
        )
    return number


def _no_holder(source: object) -> InputError:
    """Say what a grid cannot be made of."""
    name = type(source).__name__
    hint = None
    if hasattr(source, "__fspath__"):
        hint = "read a file with satdoku.read"
    elif isinstance(source, (bytes, bytearray)):
        hint = "decode it to a text first"
    elif hasattr(source, "__iter__") and not isinstance(source, dict):
        hint = "make a list of it, in the order of the cells"
    return InputError(f"a grid cannot be made of {name}", expected=_EXPECTED, hint=hint)


# Slot by slot a frozen value is filled in half the time of `object.__setattr__`.
_new = object.__new__
_set_geometry: Any = Grid.__dict__["geometry"].__set__
_set_values: Any = Grid.__dict__["values"].__set__
