"""The format `npy`: an array of NumPy, N puzzles of one size, 0 for an empty cell.

Shapes: (N, n²) and (N, n, n) are N puzzles, (n²,) and (n, n) are one.  Whole numbers of
any type are read, floats if they are whole, in either order of indices.  Written is
(N, n²) of uint8 (uint16 from size 256 on).

An array of shape (81, 81) may be 81 puzzles of 9x9 or one of 81x81.  It is one if it
holds a number above 9; it is many if, taken for one, a row would hold a digit twice;
else it is refused as ambiguous.

Memory is flat: the array is read and checked a block at a time, and its shape is looked
at before anything of that size is made.  Nothing is ever unpickled.
"""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING, NamedTuple
from weakref import finalize

from satdoku.errors import InputError, UsageError, shown
from satdoku.formats.cells import Cells, size_of, usable
from satdoku.formats.model import BinaryFormat, Entry, Options, Style
from satdoku.formats.npy_header import MAGIC, Header, read_header, write_header
from satdoku.formats.source import new_spool, seekable
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import IO, Any, TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.geometry import Geometry

    _Raw: TypeAlias = NDArray[Any]
    """Numbers of any type, as the file has them."""

__all__ = ["NPY", "Block", "NpyWriter", "blocks", "entries_of"]

_BLOCK = 1 << 18
"""Bytes that are read at a time, about."""
_SMALL = 256
"""From this size on, digits need two bytes."""


class Block(NamedTuple):
    """Some puzzles of an array, one behind the other.

    Args:
        first: How many come before them.
        geometry: What they all are.
        values: Their values, a puzzle a row; zeros where there is an error.
        errors: What is wrong, by row.
    """

    first: int
    geometry: Geometry
    values: NDArray[np.uint8] | NDArray[np.uint16]
    errors: dict[int, InputError]


class _Layout(NamedTuple):
    """What the shape of an array means.

    Args:
        puzzles: How many it holds.
        geometry: What they all are.
        square: Whether each has two indices, its row and column.
        listed: Whether there is an index for the puzzles.
    """

    puzzles: int
    geometry: Geometry
    square: bool
    listed: bool

    def place_of(self, puzzle: int, cell: int) -> str:
        """Say where a number stands, as NumPy counts."""
        place = divmod(cell, self.geometry.size) if self.square else (cell,)
        return str([puzzle, *place] if self.listed else list(place))


def blocks(
    stream: IO[bytes], options: Options, size: int | None = None
) -> Iterator[Block]:
    """Yield the puzzles of an array, block by block, checked.

    Args:
        stream: The array.
        options: What the person has said.
        size: The puzzles of a block, if they are one behind the other in the file;
            None for a few thousand.

    Raises:
        InputError: It is no array of puzzles, or cut off, or something is behind it.
    """
    header = read_header(stream)
    if 0 in header.shape:
        return
    layouts = _layouts(header.shape, Cells(options))
    if len(layouts) > 1:
        many, one = layouts
        found = _raw_blocks(stream, header, one, size)
        raw = next(found)
        if not len(raw):
            next(found)  # raises: it is cut off
        if _is_one(raw, many.geometry.size):
            yield _checked(raw, one, 0)
        else:
            yield _checked(raw.reshape(many.puzzles, -1), many, 0)
    else:
        done = 0
        for raw in _raw_blocks(stream, header, layouts[0], size):
            yield _checked(raw, layouts[0], done)
            done += len(raw)
    if not header.fortran and stream.read(1):
        raise InputError("more data behind the array", expected="one array")


def _layouts(shape: tuple[int, ...], cells: Cells) -> list[_Layout]:
    """Return what a shape can mean: many puzzles, or one, or first that and then this.

    Raises:
        InputError: It means nothing.
    """
    said = cells.geometry
    last = shape[-1] if shape else 0
    size = size_of(last)
    is_cells = last == said.cells if said else usable(size)
    is_side = last == said.size if said else usable(last)
    found: list[_Layout] = []
    if len(shape) in (1, 2) and is_cells:
        geometry = cells.geometry_of_cells(last)
        many = len(shape) == 2
        count = shape[0] if many else 1
        found.append(_Layout(count, geometry, square=False, listed=many))
    # Where it can be puzzles by their cells, a side beyond the limit means nothing.
    is_side = is_side and (not found or last <= cells.limits.size)
    if len(shape) in (2, 3) and is_side and shape[-2] == last:
        geometry = cells.geometry_of(last)
        many = len(shape) == 3
        count = shape[0] if many else 1
        found.append(_Layout(count, geometry, square=True, listed=many))
    if not found:
        n = said.size if said else 9
        raise InputError(
            f"an array of shape {shown(shape)}",
            expected=f"(N, {n * n}) or (N, {n}, {n})",
        )
    return found


def _is_one(raw: _Raw, small: int) -> bool:
    """Whether an array of n² x n² numbers is one puzzle, and not n² of n x n.

    Raises:
        InputError: That cannot be told.
    """
    side = small * small
    rows = raw.reshape(side, side)
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


def _raw_blocks(
    stream: IO[bytes], header: Header, layout: _Layout, size: int | None
) -> Iterator[_Raw]:
    """Yield the numbers as they are in the file, a puzzle a row.

    Raises:
        InputError: The file ends before.
    """
    import numpy as np  # noqa: PLC0415  slow; text needs none

    dtype = np.dtype(header.dtype)
    count, cells = layout.puzzles, layout.geometry.cells
    at_once = max(1, _BLOCK // (cells * dtype.itemsize))
    if header.fortran and (layout.square or count > 1):
        with seekable(stream) as whole:
            yield from _columns(whole, header, layout, at_once)
        return
    at_once = size or at_once
    for start in range(0, count, at_once):
        rows = min(at_once, count - start)
        data = stream.read(rows * cells * dtype.itemsize)
        there = len(data) // (cells * dtype.itemsize)
        yield np.frombuffer(data, dtype, there * cells).reshape(there, cells)
        if there < rows:
            raise _cut_off(start + there, count)


def _columns(
    stream: IO[bytes], header: Header, layout: _Layout, at_once: int
) -> Iterator[_Raw]:
    """Read an array whose first index runs fastest: a column of it is in one piece."""
    import numpy as np  # noqa: PLC0415  as above

    dtype = np.dtype(header.dtype)
    count, geometry = layout.puzzles, layout.geometry
    if count * geometry.cells * dtype.itemsize >= sys.maxsize:  # no file is so long
        raise _cut_off(0, count)
    order = list(range(geometry.cells))
    if layout.square:
        n = geometry.size
        order = [row + n * column for row in range(n) for column in range(n)]
    begin = stream.tell()
    for start in range(0, count, at_once):
        rows = min(at_once, count - start)
        raw = np.empty((rows, geometry.cells), dtype)
        for cell, column in enumerate(order):
            stream.seek(begin + (column * count + start) * dtype.itemsize)
            data = stream.read(rows * dtype.itemsize)
            if len(data) < rows * dtype.itemsize:
                raise _cut_off(0, count)  # the last column is cut: no row is whole
            raw[:, cell] = np.frombuffer(data, dtype)
        yield raw


def _cut_off(whole: int, count: int) -> InputError:
    return InputError(
        f"an array that is cut off: {whole:,} of {count:,} puzzles are whole",
        expected="a whole .npy file",
    )


def _checked(raw: _Raw, layout: _Layout, first: int) -> Block:
    """Look at every number, all of a kind at once."""
    import numpy as np  # noqa: PLC0415  as above

    geometry = layout.geometry
    size = geometry.size
    bad = ~((raw >= 0) & (raw <= size))
    if raw.dtype.kind == "f":
        bad |= raw != np.floor(raw)
    small = size < _SMALL
    errors: dict[int, InputError] = {}
    if bad.any():
        for row in np.flatnonzero(bad.any(axis=1)).tolist():
            cell = int(np.argmax(bad[row]))
            where = layout.place_of(first + row, cell)
            errors[row] = InputError(
                f"{raw[row, cell].item()!r} at index {where} cannot be in a cell",
                expected=f"a whole number from 0 (empty) to {size}",
                cell=(cell // size + 1, cell % size + 1),
            )
        raw = np.where(bad.any(axis=1, keepdims=True), 0, raw)
    values = raw.astype(np.uint8) if small else raw.astype(np.uint16)
    if size > 9:
        for row in _from_zero(values, size):
            errors[row] = InputError(
                f"each number from 0 to {size - 1} is there {size} times",
                expected=f"numbers from 1 to {size}, and 0 for an empty cell",
                hint="if the numbers count from 0, add 1 to each",
            )
    for row, error in errors.items():
        error.at(line=first + row + 1)
    return Block(first, geometry, values, errors)


def _from_zero(
    values: NDArray[np.uint8] | NDArray[np.uint16], size: int
) -> Iterator[int]:
    """Yield the rows that are complete grids whose digits are counted from 0."""
    import numpy as np  # noqa: PLC0415  as above

    likely = ((values == 0).sum(axis=1) == size) & (values.max(axis=1) == size - 1)
    for row in np.flatnonzero(likely).tolist():
        if (np.bincount(values[row], minlength=size) == size).all():
            yield row


def _read(
    stream: IO[bytes], name: str, options: Options
) -> Iterator[Entry | InputError]:
    """Yield puzzle after puzzle; bad ones do not stop it."""
    for block in blocks(stream, options):
        yield from entries_of(block, name)


def entries_of(block: Block, name: str) -> Iterator[Entry | InputError]:
    """Yield the puzzles of a block, and what is wrong with the bad ones."""
    trusted = Puzzle.trusted
    number, geometry = block.first, block.geometry
    rows: list[list[int]] = block.values.tolist()
    for row, values in enumerate(rows):
        number += 1
        error = block.errors.get(row) if block.errors else None
        if error is not None:
            yield error
        else:
            grid = trusted(geometry, tuple(values))
            yield Entry(grid, name, number, number, None, "npy")


class NpyWriter:
    """Writes puzzles of one size; how many there are is known in the end alone.

    So the numbers wait, on the disk if they are many, until the header is written.

    Args:
        stream: Where to; it need not be one that can be wound back.
        style: What is said of the digits does not matter to numbers.
    """

    def __init__(self, stream: IO[bytes], style: Style) -> None:
        del style
        self._stream = stream
        self._numbers = new_spool()
        finalize(self, self._numbers.close)  # of whoever never comes to the end
        self._count = 0
        self._geometry: Geometry | None = None

    def write(self, entry: Entry) -> None:
        """Add a puzzle.

        Raises:
            UsageError: It is of another size than those before.
        """
        geometry = entry.grid.geometry
        self._look_at(geometry)
        self._count += 1
        self._numbers.write(_bytes_of(entry.grid.values, geometry.size))

    def _look_at(self, geometry: Geometry) -> None:
        if self._geometry is None:
            self._geometry = geometry
        if geometry.size != self._geometry.size:
            raise UsageError(
                f"a puzzle of {geometry}, and those before are of {self._geometry}; "
                "an array (npy) holds puzzles of one size"
            )

    def write_rows(self, values: NDArray[np.uint8], geometry: Geometry) -> None:
        """Add puzzles of one geometry, a row each.

        Raises:
            UsageError: They are of another size than those before.
        """
        self._look_at(geometry)
        self._count += len(values)
        self._numbers.write(values.tobytes())

    def close(self) -> None:
        """Write the header, and the numbers behind it."""
        from shutil import copyfileobj  # noqa: PLC0415  nothing else needs it

        geometry = self._geometry
        cells = 81 if geometry is None else geometry.cells
        small = geometry is None or geometry.size < _SMALL
        dtype = "|u1" if small else "<u2"
        self._stream.write(write_header(dtype, (self._count, cells)))
        self._numbers.seek(0)
        copyfileobj(self._numbers, self._stream)
        self._numbers.close()


def _bytes_of(values: Sequence[int], size: int) -> bytes:
    if size < _SMALL:
        return bytes(values)
    from sys import byteorder  # noqa: PLC0415  large boards are rare

    numbers = array("H", values)
    if byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


NPY = BinaryFormat(
    name="npy",
    summary="an array of NumPy",
    extensions=(".npy",),
    magic=MAGIC,
    read=_read,
    writer=NpyWriter,
    symbols=False,
)
"""Format `npy`."""
