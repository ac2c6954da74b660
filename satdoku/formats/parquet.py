"""The format `parquet`: a table of Apache Parquet with a column of puzzles.

The column is found as in a CSV table (`tables.py`).  It holds texts, or bytes: the
characters, or, below size 42, the values themselves (`fixed_size_binary(81)`); or lists
of whole numbers.  A column of numbers is refused: whatever wrote it has lost the zeros
in front, and all but the first fifteen digits.

Written is a column `puzzle` of texts, and `solution` and `name` if some of the first
puzzles have one, packed by zstd.  Needs pyarrow (`pip install satdoku[parquet]`).

Memory is flat: some thousand rows are read or written at a time.
"""

from __future__ import annotations

from importlib import import_module
from math import isqrt
from typing import TYPE_CHECKING, Any, cast

from satdoku.errors import InputError, UsageError, printable
from satdoku.formats.cells import LOST_AS_NUMBER
from satdoku.formats.model import BinaryFormat, Options, Style
from satdoku.formats.source import seekable
from satdoku.formats.table_reader import Table
from satdoku.formats.tables import (
    Columns,
    columns_of,
    find_columns,
    missing_column,
    written_value,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    from satdoku.formats.model import Entry
    from satdoku.formats.tables import Value

__all__ = ["PARQUET", "ParquetTable", "columns_read"]

_READ = 4096
"""Rows that are read at a time."""
_WRITTEN = 1 << 15
"""Rows that are written at a time."""
_BUFFER = 1 << 20
_LARGEST_OF_VALUES = 41
"""Up to this size no text of a puzzle is made of bytes that may all be values."""


class _Arrow:
    """What is used of pyarrow, which most people never need, and which is large.

    Raises:
        UsageError: It is not installed.
    """

    def __init__(self) -> None:
        try:  # by name, as it has no types that could be checked
            self.arrow: Any = import_module("pyarrow")
            self.parquet: Any = import_module("pyarrow.parquet")
        except ImportError:
            msg = "the format parquet needs pyarrow; pip install 'satdoku[parquet]'"
            raise UsageError(msg) from None
        self.broken: tuple[type[Exception], ...] = (
            self.arrow.ArrowException,
            MemoryError,
            OSError,
            OverflowError,
            UnicodeDecodeError,
        )


class ParquetTable:
    """A file that was opened.

    Args:
        stream: Its bytes; it can be wound back.

    Raises:
        InputError: It is broken, or pyarrow is not installed.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        try:
            self._library = _Arrow()
        except UsageError as error:
            raise InputError(str(error)) from None
        try:
            self._file = self._library.parquet.ParquetFile(stream, buffer_size=_BUFFER)
            self.schema: list[Any] = list(self._file.schema_arrow)
        except self._library.broken as error:
            raise _broken(error) from None

    def records(self, columns: list[str], rows: int) -> Iterator[tuple[Value, ...]]:
        """Yield the rows, as far as some of the columns.

        Raises:
            InputError: The file is broken.
        """
        for batch in self.batches(columns, rows):
            yield from self.values(batch)

    def batches(self, columns: list[str], rows: int) -> Iterator[Any]:
        """Yield some rows at a time, as far as some of the columns, as Arrow has them.

        Raises:
            InputError: The file is broken.
        """
        try:
            for batch in self._file.iter_batches(rows, columns=columns):
                yield batch.select(columns)
        except self._library.broken as error:
            raise _broken(error) from None

    def values(self, batch: Any) -> Iterator[tuple[Value, ...]]:  # noqa: ANN401  of pyarrow
        """Yield rows as a table has them.

        Raises:
            InputError: The file is broken.
        """
        try:
            found = [column.to_pylist() for column in batch.columns]
        except self._library.broken as error:
            raise _broken(error) from None
        yield from zip(*(map(_value, column) for column in found), strict=True)

    @property
    def count(self) -> int:
        """How many rows there are."""
        return int(self._file.metadata.num_rows)

    def holds_puzzles(self, kind: Any) -> bool:  # noqa: ANN401  a type of pyarrow
        """Whether values of a type can be puzzles: text, bytes or lists."""
        is_ = self._library.arrow.types
        if is_.is_dictionary(kind):
            kind = kind.value_type
        name = str(kind)
        texts = ("string", "large_string", "binary", "large_binary", "fixed_size_bin")
        return name.startswith(
            (*texts, "list<", "large_list<", "fixed_size_list<", "null")
        )


def _broken(error: Exception) -> InputError:
    first = (str(error).splitlines() or ["it cannot be read"])[0]
    return InputError(
        f"broken parquet: {printable(first, 120)}", expected="a whole .parquet file"
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
    """Yield the puzzle of each row."""
    with seekable(stream) as whole:
        file = ParquetTable(whole)
        columns, used = columns_read(file, options)
        table = Table(columns, options, name, "parquet")
        for number, record in enumerate(file.records(used, _READ), 1):
            try:
                entry = table.entry(record, number, number)
            except InputError as error:
                yield error
            else:
                yield entry


def columns_read(file: ParquetTable, options: Options) -> tuple[Columns, list[str]]:
    """Find the columns that are read, and their names in that order.

    Raises:
        InputError: There is no column of puzzles, or it holds numbers.
    """
    header = [str(field.name) for field in file.schema]
    fit = [file.holds_puzzles(field.type) for field in file.schema]
    once = [name for name in header if header.count(name) == 1]
    first = next(file.records(once, 1), ()) if once else ()
    values = dict(zip(once, first, strict=False))
    found = find_columns(header, [values.get(name) for name in header], options)
    field = file.schema[found.puzzle]
    if not fit[found.puzzle]:
        raise InputError(
            f"the column '{printable(header[found.puzzle])}' holds numbers "
            f"({printable(str(field.type), 30)})",
            expected="text",
            hint=LOST_AS_NUMBER,
        )
    solution = found.solution
    if solution is not None and not fit[solution] and options.solution is None:
        solution = None
    places = [found.puzzle, solution, found.name]
    places += [at for _, at in (*found.details, *found.kinds)]
    used = [at for at in places if at is not None]
    for at in used:
        if header.count(header[at]) > 1:
            raise InputError(
                f"several columns named '{printable(header[at])}'", expected="one"
            )
    columns = Columns(
        0,
        None if solution is None else used.index(solution),
        None if found.name is None else used.index(found.name),
        tuple((key, used.index(at)) for key, at in found.details),
        tuple((key, used.index(at)) for key, at in found.kinds),
    )
    return columns, [header[at] for at in used]


class _Writer:
    """Writes puzzles as rows of a table.

    Args:
        stream: Where to.
        style: How digits are written, and which columns there are.

    Raises:
        UsageError: pyarrow is not installed.
    """

    def __init__(self, stream: IO[bytes], style: Style) -> None:
        self._library = _Arrow()
        self._stream = stream
        self._style = style
        self._columns = style.columns
        self._held: list[Entry] = []
        self._count = 0
        self._writer: Any = None

    def write(self, entry: Entry) -> None:
        """Add a row.

        Raises:
            UsageError: It fills a column that the table was begun without.
        """
        self._count += 1
        if self._writer is not None and self._columns is not None:
            missing = missing_column(entry, self._columns)
            if missing:
                msg = f"puzzle {self._count:,} {missing}"
                raise UsageError(msg)
        self._held.append(entry)
        if len(self._held) >= _WRITTEN:
            self._put()

    def close(self) -> None:
        """Write what is held yet, and the end of the file."""
        try:
            if self._held or self._writer is None:
                self._put()
            if self._writer is not None:
                self._writer.close()
        finally:
            if self._writer is not None:
                self._writer.is_open = False  # or it would try again when it is deleted

    def _put(self) -> None:
        """Write the rows that are held, as one group."""
        arrow, held = self._library.arrow, self._held
        columns = self._columns = self._columns or columns_of(held)
        style = self._style
        schema = arrow.schema([(column, arrow.string()) for column in columns])
        if self._writer is None:
            self._writer = self._library.parquet.ParquetWriter(
                self._stream, schema, compression="zstd"
            )
        values = [
            arrow.array(
                [written_value(entry, column, style) for entry in held], arrow.string()
            )
            for column in columns
        ]
        self._writer.write_table(arrow.table(values, schema=schema))
        self._held = []


PARQUET = BinaryFormat(
    name="parquet",
    summary="a table of Parquet",
    extensions=(".parquet", ".pq"),
    magic=b"PAR1",
    read=_read,
    writer=_Writer,
    keeps=frozenset(("name", "solution")),
)
"""Format `parquet`."""
