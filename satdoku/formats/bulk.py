"""Many puzzles of one size at a time, as arrays: `read_array` and `scan_blocks`.

The format is detected from the first lines, as in `scan`.  Lines (format `line`) and
tables (format `csv`) are translated some thousand lines at a time, by the table that
the reader of the format uses; a line that the table does not explain goes through that
reader, in its place.  Arrays and Parquet tables come in blocks, and all other formats
from their readers.  So puzzles, numbers and errors are the same as those of `scan`.

Of a file whole blocks are read, of a pipe what is there: a program that writes a puzzle
and waits for its answer gets it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from satdoku.cells import BAD
from satdoku.errors import InputError, UsageError
from satdoku.formats.cells import Cells
from satdoku.formats.csv_files import CSV, LONGEST_VALUE, CsvReader
from satdoku.formats.line import FIELD_ENDS, LINE, line_table, read_lines
from satdoku.formats.lines import Lines
from satdoku.formats.model import PLAIN, USUAL_LIMITS, Entry, Extras, ReadLimits
from satdoku.formats.npy import NPY, npy_blocks
from satdoku.formats.parquet import parquet_batches
from satdoku.formats.reading import asked_for, begin, checked
from satdoku.formats.source import moved, open_source, source_name
from satdoku.geometry import Geometry
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import IO, Unpack

    from numpy.typing import NDArray

    from satdoku.formats.model import BinaryFormat, Format, Options
    from satdoku.formats.reading import ReadOptions
    from satdoku.formats.source import Opened, Source
    from satdoku.symbols import Symbols

    Item: TypeAlias = Entry | InputError
    Bytes: TypeAlias = NDArray[np.uint8]
    Fields: TypeAlias = tuple[tuple[str, str], ...]
    _Fields: TypeAlias = tuple[list[str | None] | None, list[Fields] | None]

__all__ = ["BLOCK", "Block", "read_array", "scan_blocks"]

BLOCK = 1 << 14
"""Puzzles of a block, about."""

_NINE = Geometry(9, 9)
_LINE_LENGTH = 82
_LF = 10
_HEAD = 64
"""Lines that decide how the reader reads the others."""


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

    def entry(self, row: int) -> Entry:
        """Return a row as an entry."""
        fields = () if self.columns is None else self.columns[row]
        return Entry(
            Puzzle.trusted(self.geometry, tuple(self.values[row].tolist())),
            self.source,
            int(self.lines[row]),
            int(self.numbers[row]),
            None if self.names is None else self.names[row],
            self.format,
            Extras(columns=fields) if fields else PLAIN,
        )

    def select(self, part: slice | NDArray[np.bool_]) -> Block:
        """Return the items in a part of it."""
        places = [row + at for at, (row, _) in enumerate(self.others)]
        is_row = np.ones(self.items, np.bool_)
        is_row[places] = False
        wanted = np.zeros(self.items, np.bool_)
        wanted[part] = True
        if wanted.all():
            return self
        kept = wanted[is_row]
        before = np.cumsum(wanted & is_row)
        rows = np.flatnonzero(kept).tolist()
        return replace(
            self,
            values=self.values[kept],
            lines=self.lines[kept],
            numbers=self.numbers[kept],
            names=self.names and [self.names[row] for row in rows],
            columns=self.columns and [self.columns[row] for row in rows],
            others=[
                (int(before[place]), other)
                for place, (_, other) in zip(places, self.others, strict=True)
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
    values, first = bytearray(), (_NINE, 0)

    def check(shape: Geometry, line: int) -> None:
        nonlocal first
        first = first if values else (shape, line)
        if shape.size != first[0].size:
            raise InputError(
                f"a puzzle of {shape}",
                expected=f"{first[0]}, as in line {first[1]}",
                hint="an array holds puzzles of one size",
                source=source_name(source),
                line=line,
            )
        if shape.size > BAD:
            msg = f"digits up to {shape.size} do not fit an array of bytes"
            raise UsageError(msg)

    for block in _Scan(source, options, chosen, None).blocks():
        if not block.others:
            check(block.geometry, int(block.lines[0]))
            values += block.values.tobytes()
            continue
        for item in block:
            if isinstance(item, InputError):
                raise item
            check(item.grid.geometry, item.line)
            if item.grid.candidates is not None:
                raise InputError(
                    "a puzzle with candidates",
                    expected="one of clues alone, which an array can hold",
                    source=item.source,
                    line=item.line,
                )
            values += bytes(item.grid.values)
    return np.frombuffer(values, np.uint8).reshape(-1, first[0].cells)


def scan_blocks(
    source: Source,
    *,
    size: int = BLOCK,
    names: bool = True,
    columns: bool = True,
    one_by_one: bool = False,
    **options: Unpack[ReadOptions],
) -> Iterator[Block]:
    r"""Yield the puzzles of a source as blocks; those of 9x9 are rows.

    A source that cannot be read, or holds no puzzle, yields the error that says so as
    the last of the others.

    Args:
        source: As for `scan`.
        size: The puzzles of a block, about.
        names: Whether the names of puzzles are needed.
        columns: Whether the other columns of tables are needed.
        one_by_one: Whether every puzzle is read by the reader of its format.
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
    found = _Scan(source, asked, chosen, _NINE, size)
    found.names, found.columns, found.one_by_one = names, columns, one_by_one
    return found.blocks()


class _Scan:
    """Reads a source as blocks.

    Args:
        source: The source.
        options: How it is to be read.
        chosen: Its format; detected if None.
        geometry: What puzzles are rows; those like the first one if None.
        size: The puzzles of a block, about.
    """

    def __init__(
        self,
        source: Source,
        options: Options,
        chosen: Format | BinaryFormat | None,
        geometry: Geometry | None,
        size: int = BLOCK,
    ) -> None:
        self._source = source
        self._options = options
        self._chosen = chosen
        self._geometry = geometry
        self._size = size
        self._name = source_name(source)
        self._number = 0  # how many puzzles come before, in text
        self.names = self.columns = self.one_by_one = False

    def blocks(self) -> Iterator[Block]:
        """Yield the blocks; each error names the source."""
        found, limits = 0, self._options.limits
        try:
            with open_source(self._source, limits) as opened:
                for block in self._blocks(opened):
                    found += block.items
                    others = [
                        (row, checked(item, self._name, limits))
                        for row, item in block.others
                    ]
                    part = block.part if block.part is not None else opened.part()
                    if block.items:
                        yield replace(block, others=others, part=part)
        except InputError as error:
            found += 1
            yield self._block([error.at(source=self._name)])
        if not found:
            none = InputError("no puzzle found", expected="a puzzle")
            yield self._block([none.at(source=self._name)])

    def _blocks(self, opened: Opened) -> Iterator[Block]:
        begun = begin(opened, self._chosen, self._options)
        content, format_ = begun.content, begun.format
        if isinstance(content, Lines):
            if begun.width == 0 and format_ in (LINE, CSV) and not self.one_by_one:
                yield from self._of_text(format_, opened, content)
            else:
                waits = None if opened.is_at_hand else content.waits
                yield from self._gather(begun.entries(), waits)
        elif self.one_by_one:
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
                if len(items) >= self._size or (waits is not None and waits()):
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
        entries = cast("list[Entry]", rows)
        geometry = self._geometry or _NINE
        others: list[tuple[int, Item]] = []
        for at, item in enumerate(items):
            if not self._fits(item):
                others.append((at - len(others), item))
        names = [entry.name for entry in entries]
        columns = [entry.extras.columns for entry in entries]
        dtype = np.uint8 if geometry.size <= BAD else np.uint16
        values: NDArray[Any] = np.array([entry.grid.values for entry in entries], dtype)
        return Block(
            self._name,
            entries[0].format if entries else "",
            geometry,
            values.reshape(-1, geometry.cells),
            np.array([entry.line for entry in entries], np.int64),
            np.array([entry.number for entry in entries], np.int64),
            names if any(names) else None,
            columns if any(columns) else None,
            others,
        )

    def _fits(self, item: Item) -> bool:
        """Whether an item can be a row: clues alone, in usual digits."""
        if isinstance(item, InputError):
            return False
        if self._geometry is None:
            self._geometry = item.grid.geometry
        return (
            item.grid.geometry == self._geometry
            and item.grid.candidates is None
            and item.extras.symbols is None
        )

    # From arrays and tables of bytes

    def _of_array(self, stream: IO[bytes]) -> Iterator[Block]:
        for found in npy_blocks(stream, self._options, self._size):
            self._geometry = self._geometry or found.geometry
            if found.geometry != self._geometry or found.errors:
                yield from self._gather(found.entries(self._name))
                continue
            numbers = np.arange(found.first + 1, found.first + 1 + len(found.values))
            yield Block(
                self._name, "npy", found.geometry, found.values, numbers, numbers
            )

    def _of_parquet(self, stream: IO[bytes]) -> Iterator[Block]:
        more = self.names or self.columns
        for batch in parquet_batches(
            stream, self._name, self._options, self._size, more=more
        ):
            values = batch.values(self._geometry)
            if values is None or self._geometry is None:
                blocks = self._gather(batch.entries())
            else:
                first = batch.first + 1
                numbers = np.arange(first, first + len(values))
                block = Block(
                    self._name,
                    "parquet",
                    self._geometry,
                    values,
                    numbers,
                    numbers,
                    batch.names() if self.names else None,
                    batch.columns() if self.columns else None,
                )
                blocks = iter((block,))
            for block in blocks:
                yield replace(block, part=(batch.first + batch.count) / batch.total)

    # From lines

    def _of_text(
        self, format_: Format, opened: Opened, lines: Lines
    ) -> Iterator[Block]:
        """Read a text some thousand lines at a time."""
        reader: _LineReader | _TableReader = (
            _TableReader(self._options, names=self.names, columns=self.columns)
            if format_ is CSV
            else _LineReader(self._options, names=self.names)
        )
        found = self._rows(opened, lines)
        for rows in found:
            if format_ is CSV and rows.has_quotes:  # a value may hold line ends
                chunks = (part.lines() for part in chain([rows], found))
                rest = Lines(chunks, self._name, rows.done)
                waits = None if opened.is_at_hand else rest.waits
                yield from self._gather(reader.read(rest, self._number), waits)
                return
            block = self._of_rows(reader, rows)
            self._number += block.items
            del rows  # else the next block's memory comes from the system
            yield block
            del block

    def _rows(self, opened: Opened, lines: Lines) -> Iterator[_Rows]:
        """Yield the lines that come next: a block of them, or those that are there."""
        wanted, length, done = self._size * _LINE_LENGTH, 0, lines.number
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

    def _of_rows(self, reader: _LineReader | _TableReader, rows: _Rows) -> Block:
        """Return the puzzles of some lines."""
        start = 0
        items: list[Item] = []
        plain = reader.plain(rows, self._geometry)
        if plain is None:  # the first lines decide how the others are read
            start = min(_HEAD, rows.count)
            items = self._one_by_one(reader, rows, 0, start)
            plain = reader.plain(rows, self._geometry)
        if plain is None:
            self._number += len(items)
            rest = self._one_by_one(reader, rows, start, rows.count)
            self._number -= len(items)
            return self._block(items + rest)
        values, sound = plain
        geometry = self._geometry or _NINE
        sound[:start] = False
        odd = np.flatnonzero(~sound[start:]) + start
        for run in np.split(odd, np.flatnonzero(np.diff(odd) > 1) + 1):
            if len(run):
                if run[0] > start:
                    reader.pass_over(geometry)
                items += self._one_by_one(reader, rows, int(run[0]), int(run[-1]) + 1)
        if sound[-1]:
            reader.pass_over(geometry)
        return self._merged(reader, rows, items, values, sound)

    def _one_by_one(
        self, reader: _LineReader | _TableReader, rows: _Rows, start: int, stop: int
    ) -> list[Item]:
        """Read some lines one by one."""
        lines = Lines(iter([rows.lines(start, stop)]), self._name, rows.done + start)
        found = list(reader.read(lines, self._number))
        any(map(self._fits, found))  # the first one tells the geometry
        return found

    def _merged(
        self,
        reader: _LineReader | _TableReader,
        rows: _Rows,
        items: Sequence[Item],
        values: Bytes,
        sound: NDArray[np.bool_],
    ) -> Block:
        """Return a block of lines.

        Args:
            reader: The reader of the format.
            rows: The lines.
            items: What was read one by one.
            values: The puzzles of the other lines, a row a line.
            sound: Which lines those are.
        """
        names, columns = reader.fields(rows)
        others: dict[int, Item] = {}
        for item in items:
            row = (item.line or 0) - rows.done - 1
            if isinstance(item, InputError) or not self._fits(item):
                others[row] = item
                continue
            values[row], sound[row] = item.grid.values, True
            if self.columns and (columns or item.extras.columns):
                columns = columns or [()] * rows.count
                columns[row] = item.extras.columns
            if self.names and (names or item.name is not None):
                names = names or [None] * rows.count
                names[row] = item.name
        is_item = sound.copy()
        is_item[list(others)] = True
        numbers = self._number + np.cumsum(is_item)
        before = np.cumsum(sound)
        for row, item in others.items():
            if isinstance(item, Entry):
                others[row] = replace(item, number=int(numbers[row]))
        lines = np.arange(rows.done + 1, rows.done + 1 + rows.count)
        kept = sound.nonzero()[0].tolist() if names or columns else []
        which = slice(None) if bool(sound.all()) else sound
        return Block(
            self._name,
            reader.format,
            self._geometry or _NINE,
            values[which],
            lines[which],
            numbers[which],
            names and [names[row] for row in kept],
            columns and [columns[row] for row in kept],
            [(int(before[row]), item) for row, item in others.items()],
        )


class _LineReader:
    """Reads lines of the format `line`, one by one or many at once."""

    format = "line"

    def __init__(self, options: Options, *, names: bool) -> None:
        self._options = options
        self._cells = Cells(options)
        self._with_names = names
        self._count = 0

    def read(self, lines: Lines, number: int) -> Iterator[Item]:
        """Read lines one by one; `number` puzzles come before."""
        return read_lines(lines, self._options, self._cells, number)

    def plain(
        self, rows: _Rows, geometry: Geometry | None
    ) -> tuple[Bytes, NDArray[np.bool_]] | None:
        """Return what `_Rows.cells` does; None if lines have to be read one by one."""
        if geometry is None or self._cells.marks.unusual(geometry.size) is not None:
            return None
        table = line_table(self._cells, geometry.size)
        self._count = geometry.cells
        if table is None:
            return None
        return rows.cells(table, f"\n{FIELD_ENDS}".encode(), geometry.cells)

    def pass_over(self, geometry: Geometry) -> None:
        """Note that lines with such puzzles were read in between."""
        self._cells.seen(geometry.size)

    def fields(self, rows: _Rows) -> _Fields:
        """Return the names of plain lines, if there are any and they are needed."""
        if not self._with_names or rows.width == self._count + 1:
            return None, None
        behind = (line[self._count :].strip(FIELD_ENDS) for line in rows.lines())
        return [name or None for name in behind], None


class _TableReader:
    """Reads records of the format `csv`, one by one or many at once."""

    format = "csv"

    def __init__(self, options: Options, *, names: bool, columns: bool) -> None:
        self._reader = CsvReader(options)
        self._with_names = names
        self._with_columns = columns

    def read(self, lines: Lines, number: int) -> Iterator[Item]:
        """Read records one by one; `number` puzzles come before."""
        self._reader.number = number
        return self._reader.read(lines)

    def plain(
        self, rows: _Rows, geometry: Geometry | None
    ) -> tuple[Bytes, NDArray[np.bool_]] | None:
        """Return what `_Rows.cells` does; None if records are to be read one by one."""
        table = self._reader.table
        meant = None if table is None or geometry is None else table.plain(geometry)
        if meant is None or table is None or geometry is None or table.columns.kinds:
            return None
        separator = self._reader.separator.encode()
        begin = rows.behind(separator, table.columns.puzzle)
        if begin is None or rows.longest > LONGEST_VALUE:
            return None
        return rows.cells(meant, b"\n" + separator, geometry.cells, begin)

    def pass_over(self, geometry: Geometry) -> None:
        """Note that records with such puzzles were read in between."""
        if self._reader.table is not None:
            self._reader.table.before = geometry

    def fields(self, rows: _Rows) -> _Fields:
        """Return the names and the other columns of plain records, where needed."""
        table, separator = self._reader.table, self._reader.separator
        named = table.columns.name if table and self._with_names else None
        others = table.columns.others if table and self._with_columns else ()
        if named is None and not others:
            return None, None
        headings, places = [h for h, _ in others], [at for _, at in others]
        last = max([*places, named or 0])
        records = [line.split(separator) for line in rows.lines()]
        for record in records:
            record.extend([""] * (last + 1 - len(record)))
        names = named is not None and [record[named] or None for record in records]
        fields = others and [
            tuple(zip(headings, map(record.__getitem__, places), strict=True))
            for record in records
        ]
        return names or None, fields or None


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
        self._text = text = text if text.endswith(b"\n") else text + b"\n"
        self._bytes = np.frombuffer(text, np.uint8)
        width = text.find(b"\n") + 1
        self.count, rest = divmod(len(text), width)
        even = not rest and bool((self._bytes[width - 1 :: width] == _LF).all())
        even = even and np.count_nonzero(self._bytes == _LF) == self.count
        self.width = width if even else 0
        if even:
            self._starts = np.arange(self.count + 1) * width
        else:
            ends = np.flatnonzero(self._bytes == _LF)
            self._starts = np.concatenate(([0], ends + 1))
            self.count = len(ends)

    def lines(self, start: int = 0, stop: int = -1) -> list[str]:
        """Return some lines, without their ends; all unless said otherwise."""
        begin, end = int(self._starts[start]), int(self._starts[stop])
        return self._text[begin:end].decode().split("\n")[:-1]

    @property
    def has_quotes(self) -> bool:
        """Whether a line has a double quote."""
        return b'"' in self._text

    @property
    def longest(self) -> int:
        """The bytes of the longest line, its end included."""
        return self.width or int(np.diff(self._starts).max(initial=0))

    def behind(self, mark: bytes, count: int) -> NDArray[np.int64] | None:
        """Return where each line goes on behind so many of a mark.

        None if a line has too few.
        """
        starts = self._starts[:-1]
        if not count:
            return np.zeros_like(starts)
        marks = np.flatnonzero(self._bytes == mark[0])
        at = np.searchsorted(marks, starts) + count - 1
        if not len(marks) or int(at.max(initial=0)) >= len(marks):
            return None
        places = marks[at]
        return None if bool((places >= self._starts[1:]).any()) else places + 1 - starts

    def cells(
        self,
        table: bytes,
        behind: bytes,
        count: int,
        offsets: NDArray[np.int64] | None = None,
    ) -> tuple[Bytes, NDArray[np.bool_]]:
        """Return the values of the cells of each line, and which lines have them.

        Args:
            table: The meaning of each character, `BAD` if none; a line feed has none.
            behind: The characters that may stand behind the cells.
            count: The cells of a puzzle.
            offsets: How many characters stand before them; none if None.

        Returns:
            (lines, count) uint8 and (lines,) bool.
        """
        translated = np.frombuffer(self._text.translate(table), np.uint8)
        may_follow = np.zeros(256, np.bool_)
        may_follow[list(behind)] = True
        offset = 0 if offsets is None else int(offsets[0])
        same = offsets is None or bool((offsets == offset).all())
        if self.width > offset + count and same:
            rows = translated.reshape(-1, self.width)
            values = rows[:, offset : offset + count].copy()
            follows = may_follow[self._bytes[offset + count :: self.width]]
        else:
            begin = (
                self._starts[:-1] if offsets is None else self._starts[:-1] + offsets
            )
            fit = self._starts[1:] > begin + count
            begin = np.where(fit, begin, 0)
            # The last line may be shorter than a puzzle, and the only one.
            end = np.minimum(begin + count, len(translated) - 1)
            follows = fit & may_follow[self._bytes[end]]
            places: NDArray[Any] = begin.astype(np.int32)[:, None]
            places = places + np.arange(count, dtype=np.int32)
            values = translated.take(places, mode="clip")
        if bool(follows.all()) and int(values.max(initial=0)) != BAD:
            return values, follows
        return values, follows & (values.max(axis=1, initial=0) != BAD)
