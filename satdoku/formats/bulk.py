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

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, compress, islice, pairwise
from math import isqrt
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from satdoku.errors import InputError, UsageError
from satdoku.formats.layouts import FIELD_ENDS, LAYOUTS, LINE, TextReader
from satdoku.formats.lines import Lines
from satdoku.formats.model import (
    PLAIN,
    USUAL_STYLE,
    BinaryFormat,
    PuzzleRecord,
    Row,
)
from satdoku.formats.npy import NPY, npy_blocks
from satdoku.formats.reading import (
    Patience,
    checked,
    detected,
    not_found,
    parsed_options,
)
from satdoku.formats.registry import first_line
from satdoku.formats.source import moved, open_source, source_name
from satdoku.formats.tables import (
    CSV,
    LONGEST_VALUE,
    CsvReader,
    parquet_rows,
    record_text,
)
from satdoku.formats.values import cell_text
from satdoku.puzzle.cells import BAD, LONG, CellOptions
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import IO, Unpack

    from numpy.typing import NDArray

    from satdoku.formats.model import Format, Options, Table
    from satdoku.formats.reading import ReadOptions
    from satdoku.formats.source import Opened, Source
    from satdoku.formats.tables import ArrowRows, OutputTable
    from satdoku.puzzle.symbols import Symbols

    Item: TypeAlias = PuzzleRecord | InputError
    Bytes: TypeAlias = NDArray[np.uint8]
    AnyRows: TypeAlias = "TextRows | ArrowRows | GivenRows"
    Column: TypeAlias = "str | Sequence[object] | NDArray[Any] | None"
    _Reader: TypeAlias = TextReader | CsvReader

BLOCK = 1 << 14
"""Puzzles of a block, about."""

_NINE = Geometry(9, 9)
_LINE_LENGTH = 82
_LF = 10
_HEAD = 64
"""Lines that decide how the reader reads the others."""
_MARKS = np.frombuffer(b".123456789", np.uint8)
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
        rows: The row of each, if it comes from a table.
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
    rows: AnyRows | None = None
    others: Sequence[tuple[int, Item]] = ()
    part: float | None = None

    @property
    def items(self) -> int:
        """How many puzzles there are, unreadable ones too."""
        return len(self.values) + len(self.others)

    @property
    def is_bare(self) -> bool:
        """Whether all rows are puzzles up to 9x9 and nothing else."""
        return self.names is None and self.rows is None and self.geometry.size <= 9

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
        """Return a row as a record."""
        return PuzzleRecord(
            Puzzle.trusted(self.geometry, tuple(self.values[row].tolist())),
            self.source,
            int(self.lines[row]),
            int(self.numbers[row]),
            None if self.names is None else self.names[row],
            self.format,
            PLAIN,
            None if self.rows is None else self.rows.row(row),
        )

    def select(self, part: slice | NDArray[np.bool_]) -> Block:
        """Return the items in a part of it."""
        is_chosen = np.zeros(self.items, np.bool_)
        is_chosen[part] = True
        places = [row + at for at, (row, _) in enumerate(self.others)]
        rows = np.delete(is_chosen, places)
        before = np.append(0, np.cumsum(rows))
        return replace(
            self,
            values=self.values[rows],
            lines=self.lines[rows],
            numbers=self.numbers[rows],
            names=self.names and [*compress(self.names, rows)],
            rows=self.rows and self.rows.select(rows),
            others=[
                (int(before[row]), other)
                for (row, other), place in zip(self.others, places, strict=True)
                if is_chosen[place]
            ],
        )


def read_array(
    source: Source,
    *,
    format: str | None = None,  # noqa: A002  the word of the command line
    geometry: Geometry | None = None,
    symbols: Symbols | str | None = None,
    column: str | int | None = None,
    max_size: int | None = None,
) -> Bytes:
    r"""Read the puzzles of a source, all of one size, into an array.

    Args:
        source: As for `read`; of any format.
        format: As for `read`.
        geometry: As for `read`.
        symbols: As for `read`.
        column: As for `read`.
        max_size: As for `read`.

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
    chosen, options = parsed_options(
        format=format,
        geometry=geometry,
        symbols=symbols,
        column=column,
        solution_column=None,
        max_size=max_size,
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
    own = first.puzzle.geometry
    if (shape.size, shape.cells) != (own.size, own.cells):
        raise InputError(
            f"a puzzle of {shape}",
            expected=f"{own}, as in line {first.line}",
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
        **options: As for `scan`, but for `repair`.

    Raises:
        UsageError: There is no such format or symbols.

    Example:
        >>> import io
        >>> lines = io.BytesIO(b"." * 81 + b"\n12\n" + b"0" * 81 + b"\n")
        >>> blocks = list(scan_blocks(lines))
        >>> [sum(len(b.values) for b in blocks), sum(len(b.others) for b in blocks)]
        [2, 1]
    """
    chosen, read_options = parsed_options(**options)
    one_by_one = one_by_one or read_options.max_size < _NINE.size  # each is refused
    return _Scan(
        source, read_options, chosen, _NINE, size, columns, one_by_one
    ).blocks()


def _matrix_of(grids: Sequence[Sequence[int]], geometry: Geometry) -> Bytes:
    """Return the values of grids, a grid a row."""
    if geometry.size <= BAD:
        values = np.frombuffer(b"".join(map(bytes, grids)), np.uint8)
    else:
        values = np.array(grids, np.uint16)
    return values.reshape(-1, geometry.cells)


def _warned(block: Block, warning: str) -> Block:
    """Return a block whose first puzzle has a warning, and so is no row."""
    first = next(iter(block))
    if isinstance(first, InputError):
        return block
    rest = block.select(slice(1, None))
    return replace(rest, others=[(0, first.with_warning(warning)), *rest.others])


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
    """

    source: Source
    options: Options
    chosen: Format | BinaryFormat | None
    geometry: Geometry | None = None
    size: int = BLOCK
    columns: bool = False
    one_by_one: bool = False

    _carried: int = 0  # lines at the end of a piece that wait for the next one
    _held: bytes = b""  # and their text
    _patience: Patience = field(default_factory=Patience)

    @property
    def name(self) -> str:
        """The name of the source in messages."""
        return source_name(self.source)

    def blocks(self) -> Iterator[Block]:
        """Yield the blocks; each error names the source."""
        count, options = 0, self.options
        warning: str | None = None
        # May hold lines of another source.
        skipped = [] if options.skipped is None else options.skipped
        self.options = options._replace(skipped=[])
        try:
            with open_source(self.source) as opened:
                for block in self._blocks(opened):
                    count += block.items
                    others = [
                        (row, checked(item, self.name, options.max_size))
                        for row, item in block.others
                    ]
                    if not block.items:
                        continue
                    block = replace(block, others=others, part=opened.part())  # noqa: PLW2901
                    if opened.warning != warning:
                        warning = opened.warning
                        block = _warned(block, warning or "")  # noqa: PLW2901
                    yield block
        except InputError as error:
            count += 1
            yield self._block([error.at(source=self.name)])
        if count:
            skipped += self.options.skipped or ()
        else:
            yield self._block([not_found(self.options).at(source=self.name)])

    def _blocks(self, opened: Opened) -> Iterator[Block]:
        format_, content = detected(opened, self.chosen, self.options)
        if not isinstance(format_, BinaryFormat):
            lines = cast("Lines", content)
            by_line = format_ is LINE or (format_ is LAYOUTS and _is_long(lines))
            is_raw = not lines.are_changed and not self.one_by_one
            if (by_line or format_ is CSV) and is_raw:
                yield from self._of_text(format_, opened, lines)
            else:
                records = format_.read(lines, self.options)
                yield from self._gather(records, self._waits(opened, lines))
            return
        content = cast("IO[bytes]", content)
        if self.one_by_one:
            yield from self._gather(format_.read(content, self.name, self.options))
        elif format_ is NPY:
            yield from self._of_array(content)
        else:
            yield from self._of_parquet(content)

    # From entries, the way of every format that has no quicker one

    def _gather(
        self, records: Iterable[Item], waits: Callable[[], bool] | None = None
    ) -> Iterator[Block]:
        """Yield blocks of items; one ends where the next item may be waited for."""
        items: list[Item] = []
        try:
            for item in self._patience.items(iter(records)):
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
        entries: list[PuzzleRecord] = []
        others: list[tuple[int, Item]] = []
        format_name = next(
            (one.format for one in items if isinstance(one, PuzzleRecord)), ""
        )
        for item in items:
            if (
                isinstance(item, InputError)
                or item.format != format_name
                or not self._fits(item)
            ):
                others.append((len(entries), item))
            else:
                entries.append(item)
        geometry = self.geometry or _NINE
        names = [entry.name for entry in entries]
        given = [entry.columns for entry in entries]
        return Block(
            self.name,
            format_name if entries else "",
            geometry,
            _matrix_of([entry.puzzle.values for entry in entries], geometry),
            np.array([entry.line for entry in entries], np.int64),
            np.array([entry.number for entry in entries], np.int64),
            names if any(names) else None,
            GivenRows(given) if any(given) else None,
            others,
        )

    def _fits(self, record: PuzzleRecord) -> bool:
        """Whether a puzzle can be a row: clues alone, in usual digits."""
        puzzle = record.puzzle
        if puzzle.geometry.size > self.options.max_size:
            return False
        if self.geometry is None:
            self.geometry = puzzle.geometry
        return (
            (puzzle.geometry is self.geometry or puzzle.geometry == self.geometry)
            and puzzle.masks is None
            and not puzzle.constraints
            and puzzle.geometry.symbols is None
        )

    # From arrays and tables of bytes

    def _of_array(self, stream: IO[bytes]) -> Iterator[Block]:
        for part in npy_blocks(stream, self.options, self.size):
            self.geometry = self.geometry or part.geometry
            if part.geometry != self.geometry or part.errors:
                yield from self._gather(part.entries(self.name))
                continue
            numbers = np.arange(part.first + 1, part.first + 1 + len(part.values))
            yield self._plain("npy", part.values, numbers, numbers)

    def _of_parquet(self, stream: IO[bytes]) -> Iterator[Block]:
        for rows in parquet_rows(
            stream, self.name, self.options, self.size, columns_too=self.columns
        ):
            values = rows.values(self.geometry)
            if values is None:
                yield from self._gather(rows.records())
            else:
                numbers = np.arange(len(values)) + rows.first + 1
                kept = rows if self.columns else None
                yield self._plain("parquet", values, numbers, numbers, rows=kept)

    def _plain(
        self,
        format_name: str,
        values: Bytes,
        lines: NDArray[np.int64],
        numbers: NDArray[np.int64],
        *,
        rows: AnyRows | None = None,
    ) -> Block:
        self._patience.is_sound = True
        geometry = self.geometry or _NINE
        return Block(
            self.name,
            format_name,
            geometry,
            values,
            lines,
            numbers,
            rows=rows,
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
        reader: _Reader = (
            CsvReader(self.options)
            if is_table
            else TextReader(self.options, "line" if format_ is LINE else None)
        )
        pieces = self._rows(opened, lines)
        for rows in pieces:
            if is_table and rows.has_quotes:  # a value may hold line ends
                parts = (part.lines() for part in chain([rows], pieces))
                rest = Lines(parts, self.name, rows.done)
                yield from self._gather(reader.read(rest), self._waits(opened, rest))
                return
            start = 0
            if reader.plain(self.geometry) is None:  # the first lines decide on it
                start = rows.behind_puzzle(min(_HEAD, rows.count))
                yield from self._one_by_one(reader, rows, 0, start)
            yield from self._of_rows(reader, rows, start)
            if self._carried == rows.count > 0:  # no line stands for itself
                self._carried = 0
                parts = (part.lines() for part in chain([rows], pieces))
                rest = Lines(parts, self.name, rows.done)
                yield from self._gather(reader.read(rest), self._waits(opened, rest))
                return
            self._held = rows.behind_line(rows.count - self._carried)
            del rows  # its memory is used for the next ones

    def _rows(self, opened: Opened, lines: Lines) -> Iterator[_Rows]:
        """Yield about a block of lines, or those that are there."""
        longest, length, done = self.size * _LINE_LENGTH, 0, lines.number
        held: list[bytes] = []
        broken: InputError | None = None
        self._held, self._carried = b"", 0
        ready = lines.peek_ready()
        begun = "".join(f"{line}\n" for line in islice(lines, len(ready)))
        try:
            for text in chain([begun] if ready else [], opened.texts):
                held.append(text.encode())
                length += len(text)
                if length >= longest or opened.waits():
                    rows = _Rows(self._held + b"".join(held), done - self._carried)
                    held, length, done = [], 0, rows.done + rows.count
                    yield rows
                    del rows
        except InputError as error:  # the lines before it come first
            broken = error
        if held or self._carried:
            rows = _Rows(self._held + b"".join(held), done - self._carried)
            rows.is_last = True
            done = rows.done + rows.count
            yield rows
        if broken is not None:
            raise moved(broken, done)
        next(lines, None)  # raises what was met when the format was detected

    def _of_rows(self, reader: _Reader, rows: _Rows, start: int) -> Iterator[Block]:
        """Read lines from `start` on: plain ones together, the others one by one."""
        table: Table | None = None
        if isinstance(reader, CsvReader) and reader.table is not None:
            table = reader.table.table
        self._carried = 0
        may_go_on = isinstance(reader, TextReader) and not rows.is_last
        for first, last, values in self._runs(reader, rows, start):
            if values is None and may_go_on and last == rows.count:
                # A board of several lines may go on in the next ones.
                self._carried = last - first
                continue
            if values is None:
                yield from self._one_by_one(reader, rows, first, last)
                continue
            numbers = np.arange(last - first) + reader.number + 1
            lines = np.arange(first, last) + rows.done + 1
            kept: TextRows | None = None
            if table is not None and self.columns:
                kept = TextRows(table, reader.separator, rows.text_of(first, last))
            name = "line" if table is None else "csv"
            block = self._plain(name, values, lines, numbers, rows=kept)
            if table is None and self.columns:
                names = rows.behind_cells(first, last, values.shape[1])
                block = replace(block, names=names)
            yield block
            reader.pass_over(last - first, self.geometry or _NINE)

    def _runs(
        self, reader: _Reader, rows: _Rows, start: int
    ) -> Iterator[tuple[int, int, Bytes | None]]:
        """Yield runs of lines: the first, that behind the last, and values if plain."""
        table, begin = reader.plain(self.geometry), None
        is_short = start < rows.count and rows.longest <= LONGEST_VALUE
        if table is not None and is_short:
            begin = rows.behind(reader.separator, reader.column)
        if table is None or begin is None:
            yield start, rows.count, None
            return
        geometry, ends = self.geometry or _NINE, f"\n{reader.separator}"
        values, sound = rows.cells(table, geometry.cells, begin, ends)
        if isinstance(reader, CsvReader) and reader.table is not None and self.columns:
            count = len(reader.table.table.names)
            sound &= rows.counts(reader.separator) == count - 1
        if not isinstance(reader, CsvReader):
            sound &= ~_are_in_place(values, geometry.columns)
            sound[start + 1 :] &= sound[start:-1].copy()  # a title may stand above
        changes = (np.flatnonzero(np.diff(sound[start:])) + start + 1).tolist()
        if len(changes) > _MAX_RUNS:
            sound[:], changes = False, []
        for first, last in pairwise([start, *changes, rows.count]):
            if sound[first]:
                yield first, last, values[first:last]
            else:
                yield first, last, None

    def _one_by_one(
        self, reader: _Reader, rows: _Rows, first: int, last: int
    ) -> Iterator[Block]:
        """Read some lines one by one."""
        lines = Lines(iter([rows.lines(first, last)]), self.name, rows.done + first)
        yield from self._gather(reader.read(lines))


def _are_in_place(values: Bytes, size: int) -> NDArray[np.bool_]:
    """Whether the digits of each row may be candidates: as `are_in_place`."""
    rows = np.arange(len(values))
    for at in range(values.shape[1]):
        digits = values[rows, at]
        rows = rows[(digits == 0) | (digits == at % size + 1)]
        if not len(rows):
            break
    in_place = np.zeros(len(values), np.bool_)
    in_place[rows] = np.count_nonzero(values[rows], axis=1) >= 3 * size
    return in_place


class TextRows:
    """Rows of a table in lines of text, without quotes.

    Args:
        table: The columns.
        separator: What stands between two values.
        text: The lines, each with its end.
    """

    def __init__(self, table: Table, separator: str, text: bytes) -> None:
        self.table = table
        self.separator = separator
        self.text = text

    @cached_property
    def lines(self) -> list[str]:
        """The lines, without their ends."""
        return self.text.decode().split("\n")[:-1]

    def row(self, at: int) -> Row:
        """Return a row."""
        return Row(self.table, tuple(self.lines[at].split(self.separator)))

    def select(self, is_chosen: NDArray[np.bool_]) -> TextRows:
        """Return some rows."""
        text = "".join([f"{line}\n" for line in compress(self.lines, is_chosen)])
        return TextRows(self.table, self.separator, text.encode())

    def matrix(self) -> Bytes | None:
        """Return the bytes of lines of one length, without their ends, a line a row."""
        width = self.text.find(b"\n") + 1
        if not width or len(self.text) % width:
            return None
        rows = np.frombuffer(self.text, np.uint8).reshape(-1, width)
        is_even = (rows[:, -1] == _LF).all() and self.text.count(b"\n") == len(rows)
        return rows[:, :-1] if is_even else None


class GivenRows:
    """Rows of tables that are there already; None for a puzzle that has none.

    Args:
        given: The rows.
    """

    def __init__(self, given: Sequence[Row | None]) -> None:
        self.given = given
        first = given[0].table if given and given[0] is not None else None
        same = all(row is not None and row.table is first for row in given)
        self.table = first if same else None

    def row(self, at: int) -> Row | None:
        """Return a row."""
        return self.given[at]

    def select(self, is_chosen: NDArray[np.bool_]) -> GivenRows:
        """Return some rows."""
        return GivenRows([*compress(self.given, is_chosen)])


def output_columns(
    table: OutputTable, block: Block, part: slice, answers: Mapping[str, Column]
) -> list[Column]:
    """Return the columns of a table for some rows of a block, with their answers.

    Args:
        table: The columns.
        block: The puzzles.
        part: Which rows of it.
        answers: The answers by name, each one for all, a list, or an array with the
            characters of each; an answer that is not there is none.
    """
    rows, count = block.rows, part.stop - part.start
    inputs: list[Column]
    if rows is None or rows.table is None or rows.table != table.own:
        records = [block.entry(row) for row in range(part.start, part.stop)]
        is_bare = block.is_bare and table.is_bare
        inputs = [_MARKS[block.values[part]]] if is_bare else []
        if not is_bare:
            values = [table.inputs(record, USUAL_STYLE) for record in records]
            inputs = list(map(list, zip(*values, strict=True)))
    elif isinstance(rows, TextRows):
        split = [line.split(rows.separator) for line in rows.lines[part]]
        inputs = list(map(list, zip(*split, strict=True)))
    elif isinstance(rows, GivenRows):
        given = [row.values for row in rows.given[part] if row is not None]
        inputs = list(map(list, zip(*given, strict=True)))
    else:
        inputs = [column.slice(part.start, count) for column in rows.rows.columns]
    columns = [answers.get(answer) for answer in table.answers]
    return [
        *inputs,
        *([v] * count if isinstance(v, str | None) else v for v in columns),
    ]


def csv_rows(
    table: OutputTable,
    block: Block,
    part: slice,
    answers: Mapping[str, Column],
    separator: str = ",",
) -> bytes | memoryview:
    """Return some rows of a block, with their answers, as `csv` has them.

    Arguments as of `output_columns`, and what stands between two values.
    """
    text = _matrix(table, block, part, answers, separator)
    if text is not None:
        return text.reshape(-1).data
    columns = output_columns(table, block, part, answers)
    texts = zip(*map(_texts, columns), strict=True)
    return "".join([record_text(values, separator) for values in texts]).encode()


def _texts(column: Any) -> Iterable[str]:  # noqa: ANN401  a list, or one of two arrays
    if getattr(column, "ndim", 1) == 2:
        return map(bytes.decode, map(bytes, column))
    return map(cell_text, getattr(column, "to_pylist", lambda: column)())


def _matrix(
    table: OutputTable,
    block: Block,
    part: slice,
    answers: Mapping[str, Column],
    separator: str,
) -> Bytes | None:
    """Return rows that are equally long as an array of characters; None for others."""
    rows, count = block.rows, part.stop - part.start
    inputs: Bytes | None = None
    if block.is_bare and table.is_bare:
        inputs = _MARKS[block.values[part]]
    elif isinstance(rows, TextRows) and rows.separator == separator:
        whole = rows.matrix() if rows.table == table.own else None
        inputs = None if whole is None else whole[part]
    if inputs is None:
        return None
    pieces = [inputs]
    for answer in table.answers:
        value = answers.get(answer, "")
        if isinstance(value, str):
            begun = np.frombuffer(f"{separator}{value}".encode(), np.uint8)
            pieces.append(np.broadcast_to(begun, (count, len(begun))))
        elif isinstance(value, np.ndarray) and value.ndim == 2:
            pieces += [np.broadcast_to(np.uint8(ord(separator)), (count, 1)), value]
        else:
            return None
    return np.hstack([*pieces, np.broadcast_to(np.uint8(_LF), (count, 1))])


def _is_long(lines: Lines) -> bool:
    """Whether the first line has the cells of a whole puzzle."""
    word, *_ = [*first_line(lines).split(), ""]
    return len(word) >= LONG and CellOptions().of_cells(len(word)) is not None


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
        self.is_last = False
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

    def text_of(self, first: int = 0, last: int = -1) -> bytes:
        """Return some lines, all unless others are named."""
        return self._text[int(self._starts[first]) : int(self._starts[last])]

    def lines(self, first: int = 0, last: int = -1) -> list[str]:
        """Return some lines, without their ends; all unless others are named."""
        return self.text_of(first, last).decode().split("\n")[:-1]

    def behind_cells(
        self, first: int, last: int, count: int
    ) -> list[str | None] | None:
        """Return the text behind so many characters of some lines, if there is any."""
        if self.width == count + 1:
            return None
        texts = [line[count:].strip(FIELD_ENDS) for line in self.lines(first, last)]
        return [text or None for text in texts] if any(texts) else None

    def counts(self, mark: str) -> NDArray[np.int64]:
        """Return how often each line has a mark."""
        marks = np.flatnonzero(self._bytes == ord(mark))
        return np.diff(np.searchsorted(marks, self._starts))

    def behind_puzzle(self, line: int) -> int:
        """Return the first line from this one on that is behind a long one."""
        while line < self.count and len(self.text_of(line - 1, line)) <= LONG:
            line += 1
        return line

    def behind_line(self, first: int) -> bytes:
        """Return the text from a line on."""
        return self._text[int(self._starts[first]) :]

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
        if b"0" in self._text:
            sound &= self._have_usual_digits(values, isqrt(count))
        if int(values.max(initial=0)) == BAD:
            sound &= values.max(axis=1, initial=0) != BAD
        return values, sound

    @staticmethod
    def _have_usual_digits(values: Bytes, size: int) -> NDArray[np.bool_]:
        """Whether 0 is no digit, in most lines: n occurs, or more cells are empty.

        The others need a closer look, as 0 may be their first digit.
        """
        empty = np.count_nonzero(values == 0, axis=1)
        usual: NDArray[np.bool_] = (empty == 0) | (empty > 2 * size)
        rest = np.flatnonzero(~usual)
        usual[rest] = (values[rest] == size).any(axis=1)
        return usual
