"""The format `npy`: an array of NumPy, N puzzles of one size, 0 for an empty cell.

Shapes: (N, n²) and (N, n, n) are N puzzles, (n²,) and (n, n) are one.  One-hot arrays
(N, n, n, n) and (N, n, n, n + 1) are N puzzles, too: a 1 for the digit of each cell.
Whole numbers of any type are read, floats if they are whole, in either order of
indices.  Written is (N, n²) of uint8 (uint16 from size 256 on).

An array of shape (81, 81) may be 81 puzzles of 9x9 or one of 81x81.  It is one if it
has a number above 9; it is many if, as one, a row would have a digit twice; else it is
refused as ambiguous.

The array is read as a whole, and its numbers are checked a block at a time.  Nothing is
ever unpickled.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, NamedTuple
from warnings import catch_warnings
from weakref import finalize

from satdoku.errors import InputError, UsageError, printable, shown
from satdoku.formats.model import BinaryFormat, Options, PuzzleRecord, Style
from satdoku.formats.values import ValueReader
from satdoku.puzzle.cells import BAD
from satdoku.puzzle.geometry import Geometry, standard_geometry
from satdoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import IO, Any, TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    _Numbers: TypeAlias = NDArray[Any]
    """Numbers of any type, as the file has them."""

_BLOCK = 1 << 12
_LONGEST_HEADER = 10_000
_IN_MEMORY = 1 << 24


class NpyBlock(NamedTuple):
    """Some puzzles of an array, one after the other.

    Args:
        first: How many come before them.
        geometry: The geometry of all.
        values: Their values, a puzzle a row; zeros where there is an error; uint16 from
            size 256 on.
        errors: The errors of bad rows, by row.
    """

    first: int
    geometry: Geometry
    values: NDArray[np.uint8]
    errors: dict[int, InputError]

    def entries(self, name: str) -> Iterator[PuzzleRecord | InputError]:
        """Yield the puzzles, and the errors of the bad ones."""
        rows: list[list[int]] = self.values.tolist()
        for row, values in enumerate(rows):
            if row in self.errors:
                yield self.errors[row]
            else:
                number = self.first + row + 1
                puzzle = Puzzle.trusted(self.geometry, tuple(values))
                yield PuzzleRecord(puzzle, name, number, number, None, "npy")


def npy_blocks(
    stream: IO[bytes], options: Options, size: int = _BLOCK
) -> Iterator[NpyBlock]:
    """Yield the puzzles of an array, block by block, checked.

    Args:
        stream: The array.
        options: How it is to be read.
        size: The puzzles of a block.

    Raises:
        InputError: It is not an array of puzzles, or cut off, or more follows it.
    """
    from numpy.lib import format as npy  # noqa: PLC0415  slow; text needs none

    try:
        with catch_warnings(action="ignore"):  # of headers that Python 2 wrote
            numbers: _Numbers = npy.read_array(
                stream, allow_pickle=False, max_header_size=_LONGEST_HEADER
            )
    except (InputError, OSError):
        raise
    except Exception as error:  # noqa: BLE001  a broken header makes NumPy raise anything
        first = printable((str(error).splitlines() or ["broken"])[0], 120)
        what = f"an array that cannot be read: {first}"
        if first.startswith("Object arrays"):
            what = "an array of Python objects, which can run programs"
        raise InputError(what, expected="a whole .npy file of numbers") from None
    if stream.read(1):
        raise InputError("more data behind the array", expected="one array")
    if numbers.ndim == 4 and numbers.dtype.kind in "biuf":
        numbers = from_one_hot(numbers)
    if numbers.dtype.kind not in "iuf":
        raise InputError(
            f"an array of type {printable(str(numbers.dtype), 60)}",
            expected="an array of whole numbers, 0 for an empty cell",
            hint="save it with dtype uint8",
        )
    if not numbers.size:
        return
    geometry, are_many = _layout(numbers, ValueReader(options))
    inner = numbers.shape[1:] if are_many else numbers.shape
    rows = numbers.reshape(-1, geometry.cells)
    for start in range(0, len(rows), size):
        yield _checked(rows[start : start + size], geometry, start, inner, are_many)


def from_one_hot(array: _Numbers) -> _Numbers:
    """Return puzzles in which each cell is a row of zeros with a one for its digit.

    Args:
        array: Of shape (N, n, n, n), all zeros for an empty cell, or (N, n, n, n + 1),
            whose first place is that of an empty cell; others are returned as they are.

    Returns:
        An array of shape (N, n, n).

    Raises:
        InputError: A cell has another number, or two digits.

    Example:
        >>> import numpy as np
        >>> from_one_hot(np.eye(5, dtype=bool)[np.array([[[1, 0, 3, 4]] * 4])])[0, 0]
        array([1, 0, 3, 4], dtype=uint8)
    """
    import numpy as np  # noqa: PLC0415  slow; text needs none

    shape = array.shape
    if len(shape) != 4 or shape[1] != shape[2] or shape[3] - shape[1] not in {0, 1}:
        return array
    ones = array == 1
    bad = (ones | (array == 0)).all(axis=3) & (ones.sum(axis=3) <= 1)
    if not bad.all():
        puzzle, row, column = np.argwhere(~bad)[0].tolist()
        raise InputError(
            f"a one-hot array whose puzzle {puzzle + 1} has no digit or two in a cell",
            expected="zeros, and a one for the digit",
            cell=(row + 1, column + 1),
        )
    values = ones.argmax(axis=3)
    if shape[3] == shape[1]:
        values = np.where(ones.any(axis=3), values + 1, 0)
    puzzles: _Numbers = values.astype(np.uint8 if shape[1] <= BAD else np.uint16)
    return puzzles


def _layout(numbers: _Numbers, reader: ValueReader) -> tuple[Geometry, bool]:
    """Return the geometry of the puzzles of an array, and whether it may be many.

    Raises:
        InputError: The shape has no meaning, or two.
    """
    shape, geometry = numbers.shape, reader.geometry
    last = (shape or (0,))[-1]
    size = isqrt(last)
    by_cells = len(shape) in (1, 2) and (
        last == geometry.cells
        if geometry is not None
        else size * size == last and standard_geometry(size) is not None
    )
    by_rows = len(shape) in (2, 3) and shape[-2] == last
    if by_rows:
        by_rows = (
            last == geometry.size
            if geometry is not None
            else standard_geometry(last) is not None
        )
    if by_rows and by_cells:  # n² puzzles of n x n, or one; not beyond the limit
        by_rows = last <= reader.max_size and _is_one(numbers, size)
    if by_rows:
        return reader.geometry_of(last), len(shape) > 2
    if by_cells:
        return reader.geometry_of_cells(last), len(shape) > 1
    n = geometry.size if geometry else 9
    expected = f"(N, {n * n}) or (N, {n}, {n})"
    raise InputError(f"an array of shape {shown(shape)}", expected=expected)


def _is_one(rows: _Numbers, small: int) -> bool:
    """Whether an array of n² x n² numbers is one puzzle, and not n² of n x n.

    Raises:
        InputError: Both are possible.
    """
    if (rows > small).any():
        return True
    for row in rows.tolist():
        clues = [value for value in row if value]
        if len(set(clues)) < len(clues):
            return False
    side = len(rows)
    raise InputError(
        f"ambiguous: an array of {side}x{side} may be {side} puzzles of "
        f"{small}x{small}, or one",
        expected="an array that has one reading",
        hint="give the shape of the boxes with geometry=",
    )


def _checked(
    numbers: _Numbers,
    geometry: Geometry,
    first: int,
    inner: tuple[int, ...],
    are_many: bool,  # noqa: FBT001  a fact about the array
) -> NpyBlock:
    """Check every number of some rows."""
    import numpy as np  # noqa: PLC0415  slow; text needs none

    size = geometry.size
    bad = ~((numbers >= 0) & (numbers <= size))
    if numbers.dtype.kind == "f":
        bad |= numbers != np.floor(numbers)
    errors: dict[int, InputError] = {}
    is_bad: NDArray[np.bool_] = np.any(bad, axis=1)
    for row in np.flatnonzero(is_bad).tolist():
        cell = int(np.argmax(bad[row]))
        index = [first + row] if are_many else []
        index += map(int, np.unravel_index(cell, inner))
        errors[row] = InputError(
            f"{numbers[row, cell].item()!r} at index {index} cannot be in a cell",
            expected=f"a whole number from 0 (empty) to {size}",
            cell=geometry.place_of(cell),
        )
    if errors:
        numbers = np.where(is_bad[:, None], 0, numbers)
    values: NDArray[Any] = numbers.astype(np.uint8 if size <= BAD else np.uint16)
    for row in np.flatnonzero((values == 0).sum(axis=1) == size).tolist():
        counts = np.bincount(values[row], minlength=size)
        if size > 9 and len(counts) == size and (counts == size).all():
            errors[row] = InputError(
                f"each number from 0 to {size - 1} occurs {size} times",
                expected=f"numbers from 1 to {size}, and 0 for an empty cell",
                hint="if the numbers count from 0, add 1 to each",
            )
    for row, error in errors.items():
        error.at(line=first + row + 1)
    return NpyBlock(first, geometry, values, errors)


def _read(
    stream: IO[bytes], name: str, options: Options
) -> Iterator[PuzzleRecord | InputError]:
    for block in npy_blocks(stream, options):
        yield from block.entries(name)


class NpyWriter:
    """Writes puzzles of one size; the header needs their number, which comes last.

    So the numbers wait, on the disk if they are many, until the header is written.

    Args:
        stream: Where to; it need not be seekable.
        style: How digits are written, which does not matter to numbers.
    """

    def __init__(self, stream: IO[bytes], style: Style) -> None:
        from tempfile import SpooledTemporaryFile  # noqa: PLC0415  slow; text needs none

        del style
        self._stream = stream
        self._numbers = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115  until `close`
        finalize(self, self._numbers.close)  # if `close` is never called
        self._count = 0
        self._geometry: Geometry | None = None

    def write(
        self,
        record: PuzzleRecord | InputError,
        answers: Mapping[str, object] | None = None,
    ) -> None:
        """Add a puzzle; a row of zeros for one that could not be read.

        Raises:
            UsageError: It is of another size than those before.
        """
        import numpy as np  # noqa: PLC0415  slow; text needs none

        del answers
        if isinstance(record, InputError):
            geometry = self._geometry or Geometry(9, 9)
            self.write_rows(np.zeros((1, geometry.cells)), geometry)
        else:
            values = np.array([record.puzzle.values])
            self.write_rows(values, record.puzzle.geometry)

    def write_rows(self, values: _Numbers, geometry: Geometry) -> None:
        """Add puzzles of one geometry, a row each.

        Raises:
            UsageError: They are of another size than those before.
        """
        self._geometry = self._geometry or geometry
        if geometry.size != self._geometry.size:
            raise UsageError(
                f"a puzzle of {geometry} after puzzles of {self._geometry}; "
                "an array (npy) holds puzzles of one size"
            )
        self._count += len(values)
        self._numbers.write(values.astype(self._dtype, copy=False).tobytes())

    @property
    def _dtype(self) -> str:
        return "|u1" if self._geometry is None or self._geometry.size <= BAD else "<u2"

    def close(self) -> None:
        """Write the header, and the numbers behind it."""
        from shutil import copyfileobj  # noqa: PLC0415  slow; text needs none

        from numpy.lib import format as npy  # noqa: PLC0415  as above

        cells = 81 if self._geometry is None else self._geometry.cells
        shape = (self._count, cells)
        header = {"descr": self._dtype, "fortran_order": False, "shape": shape}
        npy.write_array_header_1_0(self._stream, header)
        self._numbers.seek(0)
        copyfileobj(self._numbers, self._stream)
        self._numbers.close()


NPY = BinaryFormat(
    name="npy",
    summary="an array of NumPy",
    extensions=(".npy",),
    magic=b"\x93NUMPY",
    read=_read,
    writer=NpyWriter,
    symbols=False,
)
"""Format `npy`."""
