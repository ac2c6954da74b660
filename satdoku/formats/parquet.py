"""The format `parquet`: a table of Apache Parquet with a column of puzzles.

`tables.py` finds the column, as in a CSV table.  It holds texts, or bytes: the
characters, or, below size 42, the values themselves (`fixed_size_binary(81)`); or lists
of whole numbers.  A column of numbers is refused: whatever wrote it has lost the zeros
in front, and all but the first fifteen digits.

Written are columns of texts, as in a CSV table, compressed by zstd.  Needs pyarrow
(`pip install satdoku[parquet]`).  Memory is flat: some thousand rows are read or
written at a time.

A column of texts of one length is one piece of memory in Arrow, 81 bytes a puzzle, one
after the other.  That piece is an array of NumPy, and the other way round; so many
puzzles are read and written without a text of each.
"""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from math import isqrt
from typing import TYPE_CHECKING, Any, cast

from satdoku.cells import BAD
from satdoku.errors import InputError, UsageError, printable
from satdoku.formats.cells import LOST_AS_NUMBER
from satdoku.formats.model import BinaryFormat, Options, Style
from satdoku.formats.tables import (
    Columns,
    Table,
    columns_of,
    find_columns,
    record_of,
    told_by_columns,
    value_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import IO

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.formats.model import Entry
    from satdoku.formats.tables import Value
    from satdoku.geometry import Geometry

__all__ = ["PARQUET", "ParquetBatch", "ParquetTable", "parquet_batches"]

_READ = 4096
"""Rows that are read at a time."""
_WRITTEN = 1 << 15
"""Rows that are written at a time."""
_BUFFER = 1 << 20
_LARGEST_OF_VALUES = 41
"""Up to this size no text of a puzzle is made of bytes that may all be values."""


def _arrow() -> tuple[Any, Any, tuple[type[Exception], ...]]:
    """Return pyarrow, its parquet, and the errors it raises for a broken file.

    Raises:
        UsageError: It is not installed.
    """
    try:  # by name, as it has no types that could be checked
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        msg = "the format parquet needs pyarrow; pip install 'satdoku[parquet]'"
        raise UsageError(msg) from None
    broken = (arrow.ArrowException, MemoryError, OSError, OverflowError)
    return arrow, parquet, (*broken, UnicodeDecodeError)


def _first_line(error: Exception) -> str:
    return printable((str(error).splitlines() or ["it cannot be read"])[0], 120)


class ParquetBatch:
    """Some rows of a table, as far as the columns that are read.

    Args:
        rows: The rows, as Arrow has them.
        table: Makes puzzles of records.
        first: How many rows come before.
        total: The rows of the whole table.
    """

    def __init__(self, rows: Any, table: Table, first: int, total: int) -> None:  # noqa: ANN401  of pyarrow
        self._rows = rows
        self._table = table
        self.first = first
        self.total = total

    @property
    def count(self) -> int:
        """How many rows there are."""
        return int(self._rows.num_rows)

    def _values(self, at: int) -> Iterator[Value]:
        """Return the values of a column.

        Raises:
            InputError: The file is broken.
        """
        try:
            return map(_value, self._rows.column(at).to_pylist())
        except _arrow()[2] as error:
            raise _broken(error) from None

    def entries(self) -> Iterator[Entry | InputError]:
        """Yield the puzzle of each row.

        Raises:
            InputError: The file is broken.
        """
        columns = map(self._values, range(self._rows.num_columns))
        records = zip(*columns, strict=True)
        for number, record in enumerate(records, self.first + 1):
            try:
                yield self._table.entry(record, number, number)
            except InputError as error:
                yield error

    def names(self) -> list[str | None] | None:
        """Return the name of each row, if there are names."""
        at = self._table.columns.name
        return None if at is None else [value_text(v) or None for v in self._values(at)]

    def columns(self) -> list[tuple[tuple[str, str], ...]] | None:
        """Return the other columns of each row, if there are any."""
        others = self._table.columns.others
        if not others:
            return None
        headings = [heading for heading, _ in others]
        texts = [map(value_text, self._values(at)) for _, at in others]
        return [
            tuple(zip(headings, row, strict=True)) for row in zip(*texts, strict=True)
        ]

    def values(self, geometry: Geometry | None) -> NDArray[np.uint8] | None:
        """Return the values of all rows; None if each row has to be read by itself."""
        import numpy as np  # noqa: PLC0415  slow; text needs none

        columns = self._table.columns
        if geometry is None or columns.kinds:
            return None
        column = self._rows.column(columns.puzzle)
        data = _bytes_of(column, geometry.cells)
        if data is None:
            return None
        small = geometry.size <= _LARGEST_OF_VALUES
        if "binary" in str(column.type) and small and int(data.max()) <= geometry.size:
            return data
        meant = self._table.plain(geometry)
        if meant is None:
            return None
        values = np.frombuffer(meant, np.uint8)[data]
        return values if int(values.max()) != BAD else None


def _bytes_of(column: Any, count: int) -> NDArray[np.uint8] | None:  # noqa: ANN401  of pyarrow
    """Return the bytes of a column, a row each; None if not each has so many."""
    import numpy as np  # noqa: PLC0415  slow; text needs none

    kind, rows, start = str(column.type), len(column), column.offset
    if column.null_count or not rows:
        return None
    buffers = column.buffers()
    if kind == f"fixed_size_binary[{count}]":
        data = np.frombuffer(buffers[1], np.uint8, rows * count, start * count)
        return data.reshape(-1, count)
    if kind.removeprefix("large_") not in ("string", "binary"):
        return None
    wide = np.dtype(np.int64 if kind.startswith("large_") else np.int32)
    offsets = np.frombuffer(buffers[1], wide, rows + 1, start * wide.itemsize)
    if not bool((np.diff(offsets) == count).all()):
        return None
    data = np.frombuffer(buffers[2], np.uint8, rows * count, int(offsets[0]))
    return data.reshape(-1, count)


def parquet_batches(
    stream: IO[bytes], name: str, options: Options, size: int, *, more: bool
) -> Iterator[ParquetBatch]:
    """Yield the rows of a table, some at a time.

    Args:
        stream: The file.
        name: The name of the source in messages.
        options: How it is to be read.
        size: The rows at a time.
        more: Whether to read more than the puzzles.

    Raises:
        InputError: It is broken, or has no column of puzzles, or pyarrow is missing.
    """
    try:
        _, parquet, broken = _arrow()
    except UsageError as error:
        raise InputError(str(error)) from None
    whole = stream if stream.seekable() else BytesIO(stream.read())
    try:
        file = parquet.ParquetFile(whole, buffer_size=_BUFFER)
        columns = _columns_of(file, options)
        used = None
        if not (more or columns.kinds):
            used = [str(file.schema_arrow[columns.puzzle].name)]
            columns = Columns(0)
        table = Table(columns, options, name, "parquet")
        first, total = 0, int(file.metadata.num_rows)
        for rows in file.iter_batches(size, columns=used):
            yield ParquetBatch(rows, table, first, total)
            first += int(rows.num_rows)
    except broken as error:
        raise _broken(error) from None


def _broken(error: Exception) -> InputError:
    what = f"broken parquet: {_first_line(error)}"
    return InputError(what, expected="a whole .parquet file")


def _columns_of(file: Any, options: Options) -> Columns:  # noqa: ANN401  of pyarrow
    """Find the columns that are read.

    Raises:
        InputError: There is no column of puzzles, or it holds numbers.
    """
    schema: list[Any] = list(file.schema_arrow)
    header = [str(field.name) for field in schema]
    first = next(file.iter_batches(1), None)
    values = (
        [_value(column.to_pylist()[0]) for column in first.columns] if first else []
    )
    columns = find_columns(header, values, options)
    for at in (columns.puzzle, columns.solution, columns.name):
        if at is not None and header.count(header[at]) > 1:
            what = f"several columns named '{printable(header[at])}'"
            raise InputError(what, expected="one")
    field = schema[columns.puzzle]
    if not _may_be_puzzles(field.type):
        raise InputError(
            f"the column '{printable(header[columns.puzzle])}' holds numbers "
            f"({printable(str(field.type), 30)})",
            expected="text",
            hint=LOST_AS_NUMBER,
        )
    solution = columns.solution
    if solution is None or options.solution is not None:
        return columns
    return (
        columns
        if _may_be_puzzles(schema[solution].type)
        else columns._replace(solution=None)
    )


def _may_be_puzzles(kind: Any) -> bool:  # noqa: ANN401  a type of pyarrow
    """Whether values of a type can be puzzles: text, bytes or lists."""
    name = str(getattr(kind, "value_type", kind) if "dictionary" in str(kind) else kind)
    return name.removeprefix("large_").startswith(
        ("string", "binary", "fixed_size_bin", "list<", "fixed_size_list<", "null")
    )


def _value(value: object) -> Value:
    """Return a value as a table has it; bytes become text, or numbers."""
    if value is None or isinstance(value, (str, list)):
        return cast("Value", value)
    if isinstance(value, bytes):
        size = isqrt(len(value))
        if value and max(value) <= size <= _LARGEST_OF_VALUES:
            return list(value)
        return value.decode("latin-1")
    return str(value)


def _read(
    stream: IO[bytes], name: str, options: Options
) -> Iterator[Entry | InputError]:
    for batch in parquet_batches(stream, name, options, _READ, more=True):
        yield from batch.entries()


class ParquetTable:
    """Writes rows of texts and numbers as a table.

    Args:
        stream: Where to.
        columns: The names of the columns, with the types of those that are no texts.

    Raises:
        UsageError: pyarrow is not installed.
    """

    def __init__(self, stream: IO[bytes], columns: Mapping[str, str]) -> None:
        self._arrow, self._parquet, self._broken = _arrow()
        self._schema: Any = self._arrow.schema(
            [(name, getattr(self._arrow, kind)()) for name, kind in columns.items()]
        )
        self._writer: Any = self._parquet.ParquetWriter(
            stream, self._schema, compression="zstd"
        )
        self._rows: list[Sequence[object]] = []

    @staticmethod
    def check() -> None:
        """Check that tables can be written.

        Raises:
            UsageError: pyarrow is not installed.
        """
        _arrow()

    @staticmethod
    def columns_of(name: str) -> tuple[str, ...]:
        """Return the names of the columns of a file.

        Raises:
            UsageError: It cannot be read.
        """
        _, parquet, broken = _arrow()
        try:
            return tuple(parquet.read_schema(name).names)
        except broken as error:
            raise UsageError(_first_line(error)) from None

    def add(self, values: Sequence[object]) -> None:
        """Add a row, a value a column; None where there is none."""
        self._rows.append(values)
        if len(self._rows) >= _WRITTEN:
            self._write_rows()

    def add_rows(self, columns: Mapping[str, Any]) -> None:
        """Add rows, by column: arrays with the characters of a text a row, or lists."""
        import numpy as np  # noqa: PLC0415  loaded by now

        self._write_rows()
        arrays: list[Any] = []
        for field in self._schema:
            column = columns[field.name]
            if getattr(column, "ndim", 1) == 2:
                offsets = np.arange(len(column) + 1, dtype=np.int32) * column.shape[1]
                data = np.ascontiguousarray(column)
                buffers = [None, *map(self._arrow.py_buffer, (offsets, data))]
                made = self._arrow.Array.from_buffers(field.type, len(column), buffers)
            else:
                made = self._arrow.array(column, field.type)
            arrays.append(made)
        self._write(arrays)

    def add_file(self, name: str) -> int:
        """Add the rows of another file with the same columns; return how many.

        Raises:
            UsageError: It has other columns, or cannot be read.
        """
        try:
            old = self._parquet.ParquetFile(name)
            if not old.schema_arrow.equals(self._schema):
                raise UsageError(
                    f"other columns than {', '.join(self._schema.names)}; --resume "
                    "goes on with the same options"
                )
            for batch in old.iter_batches(_WRITTEN):
                self._write(batch.columns)
        except self._broken as error:
            raise UsageError(_first_line(error)) from None
        return int(old.metadata.num_rows)

    def close(self) -> None:
        """Write the rows that wait, and the end of the file."""
        try:
            self._write_rows()
            self._writer.close()
        finally:
            self._writer.is_open = False  # or it would try again when it is deleted

    def _write_rows(self) -> None:
        if self._rows:
            columns = zip(*self._rows, strict=True)
            pairs = zip(self._schema, columns, strict=True)
            self._write([self._arrow.array(list(c), f.type) for f, c in pairs])
            self._rows = []

    def _write(self, arrays: Sequence[Any]) -> None:
        self._writer.write_table(self._arrow.table(arrays, schema=self._schema))


class _Writer:
    """Writes puzzles as rows of a table, whose columns the first ones tell.

    Args:
        stream: Where to.
        style: How digits are written, and which columns there are.

    Raises:
        UsageError: pyarrow is not installed.
    """

    def __init__(self, stream: IO[bytes], style: Style) -> None:
        _arrow()
        self._stream = stream
        self._style = style
        self._columns = style.columns
        self._first: list[Entry] = []
        self._count = 0
        self._table: ParquetTable | None = None

    def write(self, entry: Entry) -> None:
        """Add a row.

        Raises:
            UsageError: It fills a column that the table was begun without.
        """
        self._count += 1
        if self._table is not None:
            self._add(entry, self._table)
            return
        self._first.append(entry)
        if len(self._first) >= _WRITTEN:
            self._begin()

    def _begin(self) -> ParquetTable:
        self._columns = self._columns or columns_of(self._first)
        table = ParquetTable(self._stream, dict.fromkeys(self._columns, "string"))
        self._table = table
        for entry in self._first:
            self._add(entry, table)
        self._first = []
        return table

    def _add(self, entry: Entry, table: ParquetTable) -> None:
        style = self._style._replace(number=self._count)
        table.add(record_of(entry, self._columns, style))

    def close(self) -> None:
        """Write the rows that wait, and the end of the file."""
        (self._table or self._begin()).close()


PARQUET = BinaryFormat(
    name="parquet",
    summary="a table of Parquet",
    extensions=(".parquet", ".pq"),
    magic=b"PAR1",
    read=_read,
    writer=_Writer,
    keeps=frozenset(("name", "details", "columns", "solution")),
    told=told_by_columns,
)
"""Format `parquet`."""
