"""Many puzzles of one size at a time, as arrays: `read_array` and `scan_blocks`.

The format is detected from the first lines, as in `scan`.  Lines (format `line`) and
tables (format `csv`) are translated some thousand lines at a time, by the table that
the reader of the format uses; lines that the table does not explain go through that
reader.  Arrays and Parquet tables come in blocks, and all other formats from their
readers.  So puzzles, numbers and errors are the same as those of `scan`.

Of a file whole blocks are read, of a pipe what is there: a program that writes a puzzle
and waits for its answer gets it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain, compress, islice, pairwise
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from satdoku.errors import InputError, UsageError
from satdoku.formats.line import LINE, LineReader
from satdoku.formats.lines import Lines
from satdoku.formats.model import (
    PLAIN,
    USUAL_LIMITS,
    Metadata,
    PuzzleRecord,
    ReadLimits,
)
from satdoku.formats.npy import NPY, npy_blocks
from satdoku.formats.reading import asked_for, begin, checked
from satdoku.formats.source import moved, open_source, source_name
from satdoku.formats.tables import CSV, LONGEST_VALUE, CsvReader, parquet_batches
from satdoku.puzzle.cells import BAD
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import IO, Unpack

    from numpy.typing import NDArray

    from satdoku.formats.model import BinaryFormat, Format, Options
    from satdoku.formats.reading import ReadOptions
    from satdoku.formats.source import Opened, Source
    from satdoku.puzzle.symbols import Symbols

    Item: TypeAlias = PuzzleRecord | InputError
    Bytes: TypeAlias = NDArray[np.uint8]
    Fields: TypeAlias = tuple[tuple[str, str], ...]
    _Reader: TypeAlias = LineReader | CsvReader

__all__ = ["BLOCK", "Block", "read_array", "scan_blocks"]

BLOCK = 1 << 14
"""Puzzles of a block, about."""

_NINE = Geometry(9, 9)
_LINE_LENGTH = 82
_LF = 10
_HEAD = 64
"""Lines that decide how the reader reads the others."""
_MAX_RUNS = 32
"""Changes between plain and other lines up to which plain ones are read together."""


@dataclass(frozen=True, slots=True)
class Block:
    """Some puzzles of a source that came one after the other.

    Rows are in the order of the source, and `others` rise by their row: what is in
    `others` at row r came before the puzzle of row r, and after that of row r - 1.  The
    puzzles of a source are the items of its blocks, wherever they are cut.

    Args:
        source: The name of the source in messages.
        format: The name of the format.
        geometry: The geometry of all rows.
        values: (N, n²), a puzzle a row, 0 for an empty cell; uint16 from size 256 on.
        lines: (N,) int64, the line of each.
        numbers: (N,) int64, which puzzle of the source each is, from 1.
        names: The name of each; None if there are none.
        columns: The other columns of each, if it comes from a table.
        others: What else there is, each with the row it comes before: puzzles of other
            sizes, with candidates or unusual symbols, and errors of unreadable ones.
        solutions: (N, n²), the solution that the source states for each; None unless
            these were asked for.
        part: How much of the source has been read, from 0 to 1; None if unknown.
    """

    source: str
    format: str
    geometry: Geometry
    values: Bytes
    lines: NDArray[np.int64]
    numbers: NDArray[np.int64]
    names: Sequence[str | None] | None = None
    columns: Sequence[Fields] | None = None
    others: Sequence[tuple[int, Item]] = ()
    solutions: Bytes | None = None
    part: float | None = None

    @property
    def items(self) -> int:
        """How many puzzles there are, unreadable ones too."""
        return len(self.values) + len(self.others)

    @property
    def is_error_of_file(self) -> bool:
        """Whether there is nothing but the error of a file that cannot be read."""
        error = self.others[0][1] if self.items == 1 and self.others else None
        return isinstance(error, InputError) and error.line is None

    def __iter__(self) -> Iterator[Item]:
        """Yield all items in their order."""
        at = 0
        for row, other in self.others:
            yield from map(self.entry, range(at, row))
            yield other
            at = row
        yield from map(self.entry, range(at, len(self.values)))

    def entry(self, row: int) -> PuzzleRecord:
        """Return a row as an entry."""
        fields = () if self.columns is None else self.columns[row]
        solution: Grid | None = None
        if self.solutions is not None:
            values = tuple(self.solutions[row].tolist())
            solution = Grid.trusted(self.geometry, values)
        is_plain = not fields and solution is None
        return PuzzleRecord(
            Puzzle.trusted(self.geometry, tuple(self.values[row].tolist())),
            self.source,
            int(self.lines[row]),
            int(self.numbers[row]),
            None if self.names is None else self.names[row],
            self.format,
            PLAIN if is_plain else Metadata(solution=solution, columns=fields),
        )

    def select(self, part: slice | NDArray[np.bool_]) -> Block:
        """Return the items in a part of it."""
        wanted = np.zeros(self.items, np.bool_)
        wanted[part] = True
        places = [row + at for at, (row, _) in enumerate(self.others)]
        rows = np.delete(wanted, places)
        before = np.append(0, np.cumsum(rows))
        return replace(
            self,
            values=self.values[rows],
            lines=self.lines[rows],
            numbers=self.numbers[rows],
            names=self.names and [*compress(self.names, rows)],
            columns=self.columns and [*compress(self.columns, rows)],
            solutions=None if self.solutions is None else self.solutions[rows],
            others=[
                (int(before[row]), other)
                for (row, other), place in zip(self.others, places, strict=True)
                if wanted[place]
            ],
        )


def read_array(
    source: Source,
    *,
    format: str | None = None,  # noqa: A002  the word of the command line
    geometry: Geometry | None = None,
    symbols: Symbols | str | None = None,
    column: str | int | None = None,
    limits: ReadLimits = USUAL_LIMITS,
) -> Bytes:
    r"""Read the puzzles of a source, all of one size, into an array.

    Args:
        source: As for `read`; of any format.
        format: As for `read`.
        geometry: As for `read`.
        symbols: As for `read`.
        column: As for `read`.
        limits: As for `read`.

    Returns:
        An array of shape (N, n²), a puzzle a row, 0 for an empty cell.

    Raises:
        InputError: A puzzle cannot be read, is of another size than the first, or has
            candidates, which the array cannot hold; or there is none.
        UsageError: There is no such format or symbols, or the digits need more than a
            byte.

    Example:
        >>> import io
        >>> read_array(io.StringIO("1.3434.2.1434321\n1...............\n")).shape
        (2, 16)
    """
    chosen, options = asked_for(
        format=format,
        geometry=geometry,
        symbols=symbols,
        column=column,
        solution_column=None,
        limits=limits,
    )
    values, first = bytearray(), cast("PuzzleRecord | None", None)
    for block in _Scan(source, options, chosen).blocks():
        if not block.others:
            first = first or _fitting(block.entry(0), None)
            values += block.values.tobytes()
            continue
        for item in block:
            if isinstance(item, InputError):
                raise item
            first = _fitting(item, first)
            values += bytes(item.puzzle.values)
    cells = _NINE.cells if first is None else first.puzzle.geometry.cells
    return np.frombuffer(values, np.uint8).reshape(-1, cells)


def _fitting(item: PuzzleRecord, first: PuzzleRecord | None) -> PuzzleRecord:
    """Check that an array can hold a puzzle; return the first one.

    Raises:
        InputError: It has candidates or constraints, or is of another size than the
            first.
        UsageError: Its digits need more than a byte.
    """
    first, shape = first or item, item.puzzle.geometry
    wanted = first.puzzle.geometry
    if (shape.size, shape.cells) != (wanted.size, wanted.cells):
        raise InputError(
            f"a puzzle of {shape}",
            expected=f"{wanted}, as in line {first.line}",
            hint="an array holds puzzles of one size",
            source=item.source,
            line=item.line,
        )
    if shape.size > BAD:
        raise UsageError(f"digits up to {shape.size} do not fit an array of bytes")
    if item.puzzle.masks is not None or item.puzzle.constraints:
        raise InputError(
            "a puzzle with "
            f"{'constraints' if item.puzzle.constraints else 'candidates'}",
            expected="clues only; an array holds nothing else",
            source=item.source,
            line=item.line,
        )
    return first


def scan_blocks(
    source: Source,
    *,
    size: int = BLOCK,
    columns: bool = True,
    one_by_one: bool = False,
    solutions: bool = False,
    **options: Unpack[ReadOptions],
) -> Iterator[Block]:
    r"""Yield the puzzles of a source as blocks; those of 9x9 are rows.

    A source that cannot be read, or holds no puzzle, yields the error that says so as
    the last of the others.

    Args:
        source: As for `scan`.
        size: The puzzles of a block, about.
        columns: Whether the other columns of tables are needed.
        one_by_one: Whether every puzzle is read by the reader of its format; else lines
            and tables have no names.
        solutions: Whether stated solutions are needed; rows are the puzzles with one.
        **options: As for `scan`, but for `repair`.

    Raises:
        UsageError: There is no such format or symbols.

    Example:
        >>> import io
        >>> lines = io.BytesIO(b"." * 81 + b"\n12\n" + b"0" * 81 + b"\n")
        >>> for block in scan_blocks(lines):
        ...     print(block.values.shape, block.numbers, block.others[0][0])
        (2, 81) [1 3] 1
    """
    chosen, asked = asked_for(**options)
    return _Scan(
        source, asked, chosen, _NINE, size, columns, one_by_one, solutions
    ).blocks()


@dataclass
class _Scan:
    """Reads a source as blocks.

    Args:
        source: The source.
        options: How it is to be read.
        chosen: Its format; detected if None.
        geometry: What puzzles are rows; those like the first one if None.
        size: The puzzles of a block, about.
        columns: Whether the other columns of tables are needed.
        one_by_one: Whether every puzzle is read by the reader of its format.
        solutions: Whether only puzzles with a stated solution are rows.
    """

    source: Source
    options: Options
    chosen: Format | BinaryFormat | None
    geometry: Geometry | None = None
    size: int = BLOCK
    columns: bool = False
    one_by_one: bool = False
    solutions: bool = False

    @property
    def name(self) -> str:
        """The name of the source in messages."""
        return source_name(self.source)

    def blocks(self) -> Iterator[Block]:
        """Yield the blocks; each error names the source."""
        found, limits = 0, self.options.limits
        try:
            with open_source(self.source, limits) as opened:
                for block in self._blocks(opened):
                    found += block.items
                    others = [
                        (row, checked(item, self.name, limits))
                        for row, item in block.others
                    ]
                    if block.items:
                        yield replace(block, others=others, part=opened.part())
        except InputError as error:
            found += 1
            yield self._block([error.at(source=self.name)])
        if not found:
            none = InputError("no puzzle found", expected="a puzzle")
            yield self._block([none.at(source=self.name)])

    def _blocks(self, opened: Opened) -> Iterator[Block]:
        begun = begin(opened, self.chosen, self.options)
        content, format_ = begun.content, begun.format
        if isinstance(content, Lines):
            if begun.width == 0 and format_ in (LINE, CSV) and not self.one_by_one:
                yield from self._of_text(format_, opened, content)
            else:
                yield from self._gather(begun.entries(), self._waits(opened, content))
        elif self.one_by_one or self.solutions:
            yield from self._gather(begun.entries())
        elif format_ is NPY:
            yield from self._of_array(content)
        else:
            yield from self._of_parquet(content)

    # From entries, the way of every format that has no quicker one

    def _gather(
        self, found: Iterable[Item], waits: Callable[[], bool] | None = None
    ) -> Iterator[Block]:
        """Yield blocks of items; one ends where the next item may be waited for."""
        items: list[Item] = []
        try:
            for item in found:
                items.append(item)
                if len(items) >= self.size or (waits is not None and waits()):
                    yield self._block(items)
                    items = []
        except InputError:  # the items before it come first
            if items:
                yield self._block(items)
            raise
        if items:
            yield self._block(items)

    def _block(self, items: Sequence[Item]) -> Block:
        rows = [item for item in items if self._fits(item)]
        entries = cast("list[PuzzleRecord]", rows)
        geometry = self.geometry or _NINE
        others: list[tuple[int, Item]] = []
        for at, item in enumerate(items):
            if not self._fits(item):
                others.append((at - len(others), item))
        names = [entry.name for entry in entries]
        columns = [entry.metadata.columns for entry in entries]
        dtype = np.uint8 if geometry.size <= BAD else np.uint16
        values: NDArray[Any] = np.array(
            [entry.puzzle.values for entry in entries], dtype
        )
        stated: NDArray[Any] | None = None
        if self.solutions:
            grids = [entry.metadata.solution for entry in entries]
            stated = np.array([grid.values for grid in grids if grid], dtype)
            stated = stated.reshape(-1, geometry.cells)
        return Block(
            self.name,
            entries[0].format if entries else "",
            geometry,
            values.reshape(-1, geometry.cells),
            np.array([entry.line for entry in entries], np.int64),
            np.array([entry.number for entry in entries], np.int64),
            names if any(names) else None,
            columns if any(columns) else None,
            others,
            stated,
        )

    def _fits(self, item: Item) -> bool:
        """Whether an item can be a row: clues alone, in usual digits."""
        if isinstance(item, InputError):
            return False
        if self.geometry is None:
            self.geometry = item.puzzle.geometry
        return (
            item.puzzle.geometry == self.geometry
            and item.puzzle.masks is None
            and not item.puzzle.constraints
            and item.puzzle.geometry.symbols is None
            and not (self.solutions and item.metadata.solution is None)
        )

    # From arrays and tables of bytes

    def _of_array(self, stream: IO[bytes]) -> Iterator[Block]:
        for found in npy_blocks(stream, self.options, self.size):
            self.geometry = self.geometry or found.geometry
            if found.geometry != self.geometry or found.errors:
                yield from self._gather(found.entries(self.name))
                continue
            numbers = np.arange(found.first + 1, found.first + 1 + len(found.values))
            yield self._plain("npy", found.values, numbers, numbers)

    def _of_parquet(self, stream: IO[bytes]) -> Iterator[Block]:
        for batch in parquet_batches(
            stream, self.name, self.options, self.size, more=self.columns
        ):
            values = batch.values(self.geometry)
            if values is None:
                yield from self._gather(batch.entries())
            else:
                columns = batch.columns() if self.columns else []
                numbers = np.arange(len(values)) + batch.first + 1
                yield self._plain(
                    "parquet", values, numbers, numbers, columns=columns or None
                )

    def _plain(
        self,
        format_name: str,
        values: Bytes,
        lines: NDArray[np.int64],
        numbers: NDArray[np.int64],
        *,
        columns: Sequence[Fields] | None = None,
        solutions: Bytes | None = None,
    ) -> Block:
        geometry = self.geometry or _NINE
        return Block(
            self.name,
            format_name,
            geometry,
            values,
            lines,
            numbers,
            columns=columns,
            solutions=solutions,
        )

    # From lines

    @staticmethod
    def _waits(opened: Opened, lines: Lines) -> Callable[[], bool] | None:
        """Return what says whether the next line may be waited for; None if never."""
        return None if opened.is_at_hand else lines.waits

    def _of_text(
        self, format_: Format, opened: Opened, lines: Lines
    ) -> Iterator[Block]:
        """Read a text some thousand lines at a time."""
        is_table = format_ is CSV
        reader = CsvReader(self.options) if is_table else LineReader(self.options)
        found = self._rows(opened, lines)
        for rows in found:
            if is_table and rows.has_quotes:  # a value may hold line ends
                parts = (part.lines() for part in chain([rows], found))
                rest = Lines(parts, self.name, rows.done)
                yield from self._gather(reader.read(rest), self._waits(opened, rest))
                return
            start = 0
            if reader.plain(self.geometry) is None:  # the first lines decide on it
                start = min(_HEAD, rows.count)
                yield from self._one_by_one(reader, rows, 0, start)
            yield from self._of_rows(reader, rows, start)
            del rows  # its memory is used for the next ones

    def _rows(self, opened: Opened, lines: Lines) -> Iterator[_Rows]:
        """Yield about a block of lines, or those that are there."""
        wanted, length, done = self.size * _LINE_LENGTH, 0, lines.number
        held: list[bytes] = []
        broken: InputError | None = None
        ready = lines.peek_ready()
        begun = "".join(f"{line}\n" for line in islice(lines, len(ready)))
        try:
            for text in chain([begun] if ready else [], opened.texts):
                held.append(text.encode())
                length += len(text)
                if length >= wanted or opened.waits():
                    rows = _Rows(b"".join(held), done)
                    held, length, done = [], 0, done + rows.count
                    yield rows
                    del rows
        except InputError as error:  # the lines before it come first
            broken = error
        if held:
            rows = _Rows(b"".join(held), done)
            done += rows.count
            yield rows
        if broken is not None:
            raise moved(broken, done)
        next(lines, None)  # raises what was met when the format was detected

    def _of_rows(self, reader: _Reader, rows: _Rows, start: int) -> Iterator[Block]:
        """Read lines from `start` on: plain ones together, the others one by one."""
        for first, last, values, stated in self._runs(reader, rows, start):
            if values is None:
                yield from self._one_by_one(reader, rows, first, last)
                continue
            numbers = np.arange(last - first) + reader.number + 1
            lines = np.arange(first, last) + rows.done + 1
            columns = reader.columns(rows.lines(first, last)) if self.columns else None
            name = "csv" if isinstance(reader, CsvReader) else "line"
            yield self._plain(
                name, values, lines, numbers, columns=columns, solutions=stated
            )
            reader.pass_over(last - first, self.geometry or _NINE)

    def _runs(
        self, reader: _Reader, rows: _Rows, start: int
    ) -> Iterator[tuple[int, int, Bytes | None, Bytes | None]]:
        """Yield runs of lines: the first, that behind the last, and values if plain.

        The solutions of plain lines come last, where these are needed.
        """
        table, begin = reader.plain(self.geometry), None
        column = reader.solution_column if self.solutions else None
        has_columns = column is not None or not self.solutions
        is_short = start < rows.count and rows.longest <= LONGEST_VALUE
        if table is not None and has_columns and is_short:
            begin = rows.behind(reader.separator, reader.column)
        if table is None or begin is None:
            yield start, rows.count, None, None
            return
        geometry, ends = self.geometry or _NINE, f"\n{reader.separator}"
        values, sound = rows.cells(table, geometry.cells, begin, ends)
        stated: Bytes | None = None
        if column is not None:
            begin = rows.behind(reader.separator, column)
            if begin is None:
                yield start, rows.count, None, None
                return
            stated, has_stated = rows.cells(table, geometry.cells, begin, ends)
            sound &= has_stated
        changes = (np.flatnonzero(np.diff(sound[start:])) + start + 1).tolist()
        if len(changes) > _MAX_RUNS:
            sound[:], changes = False, []
        for first, last in pairwise([start, *changes, rows.count]):
            if sound[first]:
                solutions = None if stated is None else stated[first:last]
                yield first, last, values[first:last], solutions
            else:
                yield first, last, None, None

    def _one_by_one(
        self, reader: _Reader, rows: _Rows, first: int, last: int
    ) -> Iterator[Block]:
        """Read some lines one by one."""
        lines = Lines(iter([rows.lines(first, last)]), self.name, rows.done + first)
        yield from self._gather(reader.read(lines))


class _Rows:
    """Lines as rows of an array: where each begins, and its cells.

    Args:
        text: Whole lines; the last one may lack its line feed.
        done: How many lines come before.

    Attributes:
        count: How many lines there are.
        width: The bytes of each, its end included; 0 where they differ.
    """

    def __init__(self, text: bytes, done: int) -> None:
        self.done = done
        self._text = text if text.endswith(b"\n") else text + b"\n"
        self._bytes = np.frombuffer(self._text, np.uint8)
        ends = self._bytes == _LF
        self.count = int(np.count_nonzero(ends))
        width = self._text.find(b"\n") + 1
        even = self.count * width == len(self._text)
        self.width = width if even and bool(ends[width - 1 :: width].all()) else 0
        if self.width:
            self._starts = np.arange(self.count + 1) * width
        else:
            self._starts = np.append(0, np.flatnonzero(ends) + 1)

    def lines(self, first: int = 0, last: int = -1) -> list[str]:
        """Return some lines, without their ends; all unless others are named."""
        begin, end = int(self._starts[first]), int(self._starts[last])
        return self._text[begin:end].decode().split("\n")[:-1]

    @property
    def has_quotes(self) -> bool:
        """Whether a line has a double quote."""
        return b'"' in self._text

    @property
    def longest(self) -> int:
        """The bytes of the longest line, its end included."""
        return self.width or int(np.diff(self._starts).max(initial=0))

    def behind(self, mark: str, count: int) -> NDArray[np.int64] | None:
        """Return where each line goes on behind so many of a mark.

        None if a line has too few.
        """
        starts = self._starts[:-1]
        if not count:
            return starts
        marks = np.flatnonzero(self._bytes == ord(mark))
        at = np.searchsorted(marks, starts) + count - 1
        if not len(marks) or int(at.max(initial=0)) >= len(marks):
            return None
        return None if bool((marks[at] >= self._starts[1:]).any()) else marks[at] + 1

    def cells(
        self, table: bytes, count: int, begin: NDArray[np.int64], ends: str
    ) -> tuple[Bytes, NDArray[np.bool_]]:
        """Return the values of the cells of each line, and which lines have them.

        Args:
            table: The meaning of each character, `BAD` if none; a line feed has none.
            count: The cells of a puzzle.
            begin: Where the cells of each line begin.
            ends: The characters that may stand behind them.

        Returns:
            (lines, count) uint8 and (lines,) bool.
        """
        meant = np.frombuffer(self._text.translate(table), np.uint8)
        offset = int(begin[0])
        same = bool((begin - self._starts[:-1] == offset).all())
        if same and offset + count < self.width:
            values = meant.reshape(-1, self.width)[:, offset : offset + count].copy()
            behind = self._bytes[offset + count :: self.width]
            fits = np.ones(self.count, np.bool_)
        else:
            fits = begin + count < self._starts[1:]
            begin = np.where(fits, begin, 0)
            places = begin.astype(np.int32)[:, None] + np.arange(count, dtype=np.int32)
            values = meant.take(cast("NDArray[np.int32]", places), mode="clip")
            # The last line may be shorter than a puzzle, and the only one.
            behind = self._bytes[np.minimum(begin + count, len(meant) - 1)]
        may_follow = np.zeros(256, np.bool_)
        may_follow[[*ends.encode()]] = True
        sound: NDArray[np.bool_] = fits & may_follow[behind]
        if int(values.max(initial=0)) == BAD:
            sound &= values.max(axis=1, initial=0) != BAD
        return values, sound
