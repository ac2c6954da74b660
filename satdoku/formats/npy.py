"""The format `npy`: an array of NumPy, N puzzles of one size, 0 for an empty cell.

Shapes: (N, n²) and (N, n, n) are N puzzles, (n²,) and (n, n) are one.  Whole numbers of
any type are read, floats if they are whole, in either order of indices.  Written is
(N, n²) of uint8 (uint16 from size 256 on).

An array of shape (81, 81) may be 81 puzzles of 9x9 or one of 81x81.  It is one if it
has a number above 9; it is many if, as one, a row would have a digit twice; else it is
refused as ambiguous.

The array is read as a whole, and its numbers are checked a block at a time.  No more
memory is taken than the file has bytes.  Nothing is ever unpickled.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple
from warnings import catch_warnings
from weakref import finalize

from satdoku.cells import BAD
from satdoku.errors import InputError, UsageError, printable, shown
from satdoku.formats.cells import Cells, size_of, usable
from satdoku.formats.model import BinaryFormat, Entry, Options, Style
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO, Any, TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.geometry import Geometry

    _Numbers: TypeAlias = NDArray[Any]
    """Numbers of any type, as the file has them."""

__all__ = ["NPY", "NpyBlock", "NpyWriter", "npy_blocks"]

_BLOCK = 1 << 18
"""Bytes that are read at a time, about."""
_LONGEST_HEADER = 10_000
_IN_MEMORY = 1 << 24


class NpyBlock(NamedTuple):
    """Some puzzles of an array, one after the other.

    Args:
        first: How many come before them.
        geometry: The geometry of all.
        values: Their values, a puzzle a row; zeros where there is an error; uint16 from
            size 256 on.
        errors: What is wrong, by row.
    """

    first: int
    geometry: Geometry
    values: NDArray[np.uint8]
    errors: dict[int, InputError]

    def entries(self, name: str) -> Iterator[Entry | InputError]:
        """Yield the puzzles, and the errors of the bad ones."""
        rows: list[list[int]] = self.values.tolist()
        for row, values in enumerate(rows):
            number = self.first + row + 1
            error = self.errors.get(row)
            if error is not None:
                yield error
            else:
                puzzle = Puzzle.trusted(self.geometry, tuple(values))
                yield Entry(puzzle, name, number, number, None, "npy")


class _Layout(NamedTuple):
    """What an array means: so many puzzles, each with the indices of its cells."""

    puzzles: int
    geometry: Geometry
    inner: tuple[int, ...]
    is_many: bool


def npy_blocks(
    stream: IO[bytes], options: Options, size: int | None = None
) -> Iterator[NpyBlock]:
    """Yield the puzzles of an array, block by block, checked.

    Args:
        stream: The array.
        options: How it is to be read.
        size: The puzzles of a block; None for a few thousand.

    Raises:
        InputError: It is no array of puzzles, or cut off, or something is behind it.
    """
    import numpy as np  # noqa: PLC0415  slow; text needs none

    shape, fortran, dtype = _header(stream)
    if 0 in shape:
        return
    layouts = _layouts(shape, Cells(options))
    layout = layouts[-1]
    cells = layout.geometry.cells
    width = cells * dtype.itemsize
    data = b"".join(iter(partial(stream.read, _BLOCK), b""))  # no more than there is
    is_cut, whole = len(data) < layout.puzzles * width, layout.puzzles
    if is_cut:  # of an array by columns no row is whole then
        whole = 0 if fortran else len(data) // width
    numbers: _Numbers = np.frombuffer(data, dtype, whole * cells)
    numbers = numbers.reshape((whole, *layout.inner), order="F" if fortran else "C")
    if len(layouts) > 1 and whole and not _is_one(numbers, layouts[0].geometry.size):
        layout = layouts[0]
        numbers = numbers.reshape(layout.puzzles, -1)
    at_once = size or max(1, _BLOCK // width)
    for start in range(0, len(numbers), at_once):
        rows = numbers[start : start + at_once].reshape(-1, layout.geometry.cells)
        yield _checked(rows, layout, start)
    if is_cut:
        what = f"an array that is cut off: {whole:,} of {layout.puzzles:,} puzzles are "
        raise InputError(f"{what}whole", expected="a whole .npy file")
    if len(data) > layout.puzzles * width:
        raise InputError("more data behind the array", expected="one array")


def _header(stream: IO[bytes]) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Read the shape, the order and the type of an array of numbers."""
    from numpy.lib import format as npy  # noqa: PLC0415  slow; text needs none

    readers = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}
    try:
        with catch_warnings(action="ignore"):  # of headers that Python 2 wrote
            version = npy.read_magic(stream)
            if version not in readers:
                what = "version {}.{} of .npy".format(*version)
                raise InputError(what, expected="1.0 or 2.0")  # noqa: TRY301  as below
            read = readers[version]
            shape, fortran, dtype = read(stream, max_header_size=_LONGEST_HEADER)
        if min(shape, default=0) < 0:
            raise ValueError(f"shape {shape}")  # noqa: TRY301  reported below
    except (InputError, OSError):
        raise
    except Exception as error:  # noqa: BLE001  a broken header makes NumPy raise anything
        first = (str(error).splitlines() or ["broken"])[0]
        what = f"a header that is none of .npy: {printable(first, 120)}"
        if first.startswith("EOF"):
            what = "an array that is cut off"
        raise InputError(what, expected="a whole .npy file") from None
    if dtype.kind not in "iuf":
        kind = f"type {printable(str(dtype), 60)}"
        if dtype.kind == "O":
            kind = "Python objects, which are never read, as they can run programs"
        raise InputError(
            f"an array of {kind}",
            expected="an array of whole numbers, 0 for an empty cell",
            hint="save it with dtype uint8",
        )
    return shape, fortran, dtype


def _layouts(shape: tuple[int, ...], cells: Cells) -> list[_Layout]:
    """Return what a shape can mean: many puzzles, or one, or first that and then this.

    Raises:
        InputError: It means nothing.
    """
    geometry = cells.geometry
    last = shape[-1] if shape else 0
    size = size_of(last)
    is_cells = last == geometry.cells if geometry else usable(size)
    is_side = last == geometry.size if geometry else usable(last)
    found: list[_Layout] = []
    if len(shape) in (1, 2) and is_cells:
        count, is_many = (shape[0], True) if len(shape) > 1 else (1, False)
        one = cells.geometry_of_cells(last)
        found.append(_Layout(count, one, shape[-1:], is_many))
    # Where it can be puzzles by their cells, a side beyond the limit means nothing.
    is_side = is_side and (not found or last <= cells.limits.size)
    if len(shape) in (2, 3) and is_side and shape[-2] == last:
        count, is_many = (shape[0], True) if len(shape) > 2 else (1, False)
        one = cells.geometry_of(last)
        found.append(_Layout(count, one, shape[-2:], is_many))
    if not found:
        n = geometry.size if geometry else 9
        raise InputError(
            f"an array of shape {shown(shape)}",
            expected=f"(N, {n * n}) or (N, {n}, {n})",
        )
    return found


def _checked(numbers: _Numbers, layout: _Layout, first: int) -> NpyBlock:
    """Check every number, all of a kind at once."""
    import numpy as np  # noqa: PLC0415  slow; text needs none

    size = layout.geometry.size
    bad = ~((numbers >= 0) & (numbers <= size))
    if numbers.dtype.kind == "f":
        bad |= numbers != np.floor(numbers)
    errors: dict[int, InputError] = {}
    is_bad: NDArray[np.bool_] = np.any(bad, axis=1)
    for row in np.flatnonzero(is_bad).tolist():
        cell = int(np.argmax(bad[row]))
        index = [first + row] if layout.is_many else []
        index += map(int, np.unravel_index(cell, layout.inner))
        errors[row] = InputError(
            f"{numbers[row, cell].item()!r} at index {index} cannot be in a cell",
            expected=f"a whole number from 0 (empty) to {size}",
            cell=(cell // size + 1, cell % size + 1),
        )
    if errors:
        numbers = np.where(is_bad[:, None], 0, numbers)
    values: NDArray[Any] = numbers.astype(np.uint8 if size <= BAD else np.uint16)
    if size > 9:  # complete grids whose digits are counted from 0
        counts = (values == 0).sum(axis=1)
        likely = (counts == size) & (values.max(axis=1) == size - 1)
        for row in np.flatnonzero(likely).tolist():
            if (np.bincount(values[row], minlength=size) == size).all():
                errors[row] = InputError(
                    f"each number from 0 to {size - 1} is there {size} times",
                    expected=f"numbers from 1 to {size}, and 0 for an empty cell",
                    hint="if the numbers count from 0, add 1 to each",
                )
    for row, error in errors.items():
        error.at(line=first + row + 1)
    return NpyBlock(first, layout.geometry, values, errors)


def _is_one(numbers: _Numbers, small: int) -> bool:
    """Whether an array of n² x n² numbers is one puzzle, and not n² of n x n.

    Raises:
        InputError: That is open.
    """
    side = small * small
    rows = numbers.reshape(side, side)
    if (rows > small).any():
        return True
    for row in rows.tolist():
        clues = [value for value in row if value]
        if len(set(clues)) < len(clues):
            return False
    raise InputError(
        f"ambiguous: an array of {side}x{side} may be {side} puzzles of "
        f"{small}x{small}, or one",
        expected="an array that can be one of them alone",
        hint="say the shape of the boxes (--box)",
    )


def _read(
    stream: IO[bytes], name: str, options: Options
) -> Iterator[Entry | InputError]:
    for block in npy_blocks(stream, options):
        yield from block.entries(name)


class NpyWriter:
    """Writes puzzles of one size; how many there are is known only at the end.

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
        finalize(self, self._numbers.close)  # of whoever never comes to the end
        self._count = 0
        self._geometry: Geometry | None = None

    def write(self, entry: Entry) -> None:
        """Add a puzzle.

        Raises:
            UsageError: It is of another size than those before.
        """
        import numpy as np  # noqa: PLC0415  slow; text needs none

        self.write_rows(np.array([entry.grid.values]), entry.grid.geometry)

    def write_rows(self, values: _Numbers, geometry: Geometry) -> None:
        """Add puzzles of one geometry, a row each.

        Raises:
            UsageError: They are of another size than those before.
        """
        self._geometry = self._geometry or geometry
        if geometry.size != self._geometry.size:
            raise UsageError(
                f"a puzzle of {geometry}, and those before are of {self._geometry}; "
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
        header = {
            "descr": self._dtype,
            "fortran_order": False,
            "shape": (self._count, cells),
        }
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
