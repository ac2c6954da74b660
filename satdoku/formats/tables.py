"""Tables with a column of puzzles: the formats `csv` and `parquet`.

The column of puzzles is the one asked for, else the one whose name says so, else the
only one whose first value is a puzzle.  Solutions, names and details are known by the
names of their columns; a table without them is as good.  The values of all columns but
those of puzzles and solutions stay with each puzzle (`Metadata.columns`), or with its
error, so that a table that is written has them.

Values are never converted to numbers on the way.  A value of the solutions' column that
is no grid of the puzzle's shape does not make the puzzle unreadable, unless that column
was asked for; its text becomes the detail `solution`.  A record of a kind that is a
variant is never read as a classic puzzle.

csv.  Kaggle's `quizzes,solutions` and Hugging Face's `source,question,answer,rating`
are such tables.  Separators are commas, semicolons or tabs, whichever the first line
has most of.  Written are the columns `puzzle` and `solution`, and those of the table
that was read, or else the name and the details, if some of the first puzzles fill them.
There are no comments in a table, except `#` lines before its heading.

parquet.  The column holds texts, or bytes: the characters, or, below size 42, values
(`fixed_size_binary(81)`); or lists of whole numbers.  A column of numbers is refused:
the program that wrote it has lost the zeros in front, and all but the first fifteen
digits.  Written are columns of texts, compressed by zstd.  Needs pyarrow (`pip install
satdoku[parquet]`).  Some thousand rows are read or written at a time.  In Arrow a
column of texts of one length is one piece of memory, and so an array of NumPy; many
puzzles are read and written without a text of each.
"""

from __future__ import annotations

import csv
import io
from importlib import import_module
from itertools import chain, islice
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from satdoku.errors import InputError, UsageError, is_out_of_memory, printable
from satdoku.formats.cells import (
    FLOAT,
    LOST_AS_NUMBER,
    Cells,
    grid_of_list,
    grid_of_text,
    size_of,
    usable,
)
from satdoku.formats.line import line_text
from satdoku.formats.lines import is_data
from satdoku.formats.metadata import one_line
from satdoku.formats.model import (
    DETAIL_OF,
    DETAILS,
    NAMES,
    PLAIN,
    PUZZLES,
    BinaryFormat,
    Certainty,
    Format,
    Metadata,
    Options,
    PuzzleRecord,
    Style,
    Told,
)
from satdoku.formats.variants import KINDS, kind_error, letters_of
from satdoku.puzzle.cells import BAD, is_numeral, plausible
from satdoku.puzzle.puzzle import Puzzle
from satdoku.puzzle.symbols import usual

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import IO, TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.formats.lines import Head, Lines
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import Grid

    Value: TypeAlias = str | list[object] | None
    """A value of a table."""
    Pairs: TypeAlias = tuple[tuple[str, int], ...]
    """Headings, each with the number of its column."""
    _Record: TypeAlias = tuple[int, list[str] | InputError]
    """A line, and the record that starts there."""

__all__ = [
    "CSV",
    "LONGEST_VALUE",
    "PARQUET",
    "SOLUTIONS",
    "CsvReader",
    "ParquetTable",
    "is_puzzle",
    "parquet_batches",
    "record_text",
    "written_value",
]

SOLUTIONS = ("solution", "answer", "solutions", "answers")
"""Names of columns of solutions."""

LONGEST_VALUE = 131072
"""Characters of a value that the module csv reads."""

_NAMES_NONE = "name one with --column"
_SHORTEST = 16
_KNOWN = 8
"""Columns that a message names."""

# Columns


class Columns(NamedTuple):
    """Which columns are read, by their number from 0; None for one that is not there.

    Args:
        puzzle: The puzzles.
        solution: Their solutions.
        name: Their names.
        details: What else is said of them, each with its key.
        kinds: What kind of puzzle they are, each with its heading.
        others: All but puzzles and solutions, each with its heading.
    """

    puzzle: int
    solution: int | None = None
    name: int | None = None
    details: Pairs = ()
    kinds: Pairs = ()
    others: Pairs = ()


def find_columns(
    header: Sequence[str], second: Sequence[Value] | None, options: Options
) -> Columns:
    """Find the columns of a table.

    Args:
        header: The names of the columns, or the first record if there are none.
        second: The first record below them.
        options: Which columns are asked for.

    Raises:
        InputError: There is no such column, no column of puzzles, or several could be.
    """
    words = [heading.strip().lower() for heading in header]
    solution = _asked(header, options.solution)
    puzzle = _asked(header, options.column)
    if puzzle is None:
        puzzle = _column_of_puzzles(header, second, solution)
    used = {puzzle, solution}

    def first_of(names: Sequence[str]) -> int | None:
        found = (i for i, word in enumerate(words) if word in names and i not in used)
        return next(found, None)

    if solution is None:
        solution = first_of(SOLUTIONS)
        used.add(solution)
    others = [(i, heading.strip()) for i, heading in enumerate(header) if i not in used]
    name = first_of(NAMES)
    return Columns(
        puzzle,
        solution,
        name,
        tuple(
            (DETAIL_OF[words[i]], i)
            for i, _ in others
            if i != name and words[i] in DETAIL_OF
        ),
        tuple((heading, i) for i, heading in others if letters_of(heading) in KINDS),
        tuple((_unique(header, i), i) for i, _ in others),
    )


def _unique(header: Sequence[str], at: int) -> str:
    """Return a heading; with its number if it could be mistaken for another one."""
    heading = header[at].strip()
    twice = [other.strip() for other in header].count(heading) > 1
    if not heading or twice or heading.lower() in {*PUZZLES, *SOLUTIONS}:
        return f"{heading or 'column'} {at + 1}"
    return heading


def _asked(header: Sequence[str], asked: str | None) -> int | None:
    """Find the column that is asked for, by name or by number from 1.

    Raises:
        InputError: There is none.
    """
    if asked is None:
        return None
    headings = [heading.strip() for heading in header]
    if asked in headings:
        return headings.index(asked)
    if asked.isascii() and asked.isdigit() and len(asked) < 6:
        if 1 <= int(asked) <= len(headings):
            return int(asked) - 1
        expected = f"1 to {len(headings)}, or a name: {_known(header)}"
        raise InputError(f"no column {asked}", expected=expected)
    raise InputError(
        f"no column '{printable(asked)}'", expected=f"one of {_known(header)}"
    )


def _known(header: Sequence[str]) -> str:
    return ", ".join(printable(heading.strip(), 20) for heading in header[:_KNOWN])


def _column_of_puzzles(
    header: Sequence[str], second: Sequence[Value] | None, solution: int | None
) -> int:
    """Find the column of puzzles where none is asked for.

    Raises:
        InputError: There is none, or several could be it.
    """
    words = [heading.strip().lower() for heading in header]
    named = [i for i, word in enumerate(words) if word in PUZZLES and i != solution]
    if len(named) == 1:
        return named[0]
    for record in (second or (), header):
        fit = [i for i, v in enumerate(record) if is_puzzle(v) and i != solution]
        others = [i for i in fit if not set(words[i : i + 1]) & set(SOLUTIONS)]
        fit = [i for i in fit if i in named] or others or fit
        if len(fit) == 1:
            return fit[0]
        if fit:
            headings = [header[i].strip() if i < len(header) else "" for i in fit]
            names = [f"'{printable(heading, 20)}'" for heading in headings]
            raise InputError(
                f"columns {' and '.join(names)} both hold puzzles",
                expected="one column of puzzles",
                hint="name it with --column",
            )
    hint = _NAMES_NONE
    if any(isinstance(v, str) and FLOAT.fullmatch(v.strip()) for v in second or ()):
        hint = LOST_AS_NUMBER
    raise InputError(
        f"no column of puzzles among {_known(header)}",
        expected="a column named puzzle, or one that holds puzzles",
        hint=hint,
    )


def is_puzzle(value: Value) -> bool:
    """Whether a value can be read as a puzzle.

    Example:
        >>> [is_puzzle(value) for value in ("1.3434.2.1434321", "1.34", "4.8E+80")]
        [True, False, False]
    """
    if value is None:
        return False
    if isinstance(value, list):
        first = value[0] if value else None
        rows = len(cast("list[object]", first)) if isinstance(first, list) else 0
        return usable(rows) if rows == len(value) else usable(size_of(len(value)))
    words = value.split()
    count = len(words) if len(words) > 1 else len(value.strip())
    size = size_of(count)
    if size is None or count < _SHORTEST or not usable(size):
        return False
    return all(map(is_numeral, words)) if len(words) > 1 else plausible(words[0], size)


class Table:
    """Makes the entries of one table from its records.

    Args:
        columns: Which columns are read.
        options: How it is to be read.
        source: The name of the source in messages.
        format_name: The format it is in.

    Attributes:
        before: The geometry of the last puzzle.
    """

    def __init__(
        self, columns: Columns, options: Options, source: str, format_name: str
    ) -> None:
        self.columns = columns
        self.before: Geometry | None = None
        self._strict = options.solution is not None
        self._cells = Cells(options)
        self._source = source
        self._format = format_name
        self._geometry: Geometry | None = None
        self._table = b""

    def plain(self, geometry: Geometry | None) -> bytes | None:
        """Return how puzzles like the last one are read, as a table of bytes.

        None if the last one was of another geometry, or in unusual symbols, or if each
        says of what kind it is.
        """
        marks = self._cells.marks
        if geometry is None or self.before != geometry or self.columns.kinds:
            return None
        return None if marks.unusual(geometry.size) else marks.table(geometry.size)

    def entry(
        self, record: Sequence[Value], line: int, number: int
    ) -> PuzzleRecord | InputError:
        """Return the entry of a record, or an error with its line and its columns."""
        columns, puzzle = self.columns, self.columns.puzzle
        fields = tuple([(heading, _text(record, at)) for heading, at in columns.others])
        try:
            for heading, at in columns.kinds:
                error = kind_error(heading, _text(record, at))
                if error is not None:
                    raise error
            value = record[puzzle] if len(record) > puzzle else None
            if not value or (isinstance(value, str) and value.isspace()):
                what = f"no puzzle in column {puzzle + 1}"
                raise InputError(what, expected="its cells")  # noqa: TRY301
            grid = self._grid(value)
            if grid.geometry is not self.before:
                self._refuse_shortened(value, grid.geometry)
            self.before = grid.geometry
            extras = self._extras(record, grid.geometry, fields)
        except InputError as error:
            error.columns = (("puzzle", _text(record, puzzle)), *fields)
            return error.at(line=line)
        name = _text(record, columns.name) or None
        return PuzzleRecord(
            grid, self._source, line, number, name, self._format, extras
        )

    def _refuse_shortened(self, value: str | list[object], geometry: Geometry) -> None:
        """Refuse digits that are fewer than before, as zeros in front may be lost."""
        before = self.before
        if before is None or not isinstance(value, str):
            return
        digits = value.strip()
        zeros = before.cells - geometry.cells
        if digits.isdigit() and digits[0] != "0" and 0 < zeros < geometry.cells:
            raise InputError(
                f"{len(digits)} digits",
                expected=f"{before.cells}, as in the record before",
                hint=LOST_AS_NUMBER,
            )

    def _grid(self, value: str | list[object]) -> Puzzle:
        """Make a puzzle; quickly, if it is like the one before."""
        if not isinstance(value, str):
            return grid_of_list(value, self._cells)
        geometry = self._geometry
        if geometry is not None and len(value) == geometry.cells and value.isascii():
            values = value.encode().translate(self._table)
            if BAD not in values:
                return Puzzle.trusted(geometry, tuple(values))
        grid = grid_of_text(value, self._cells)
        table = self._cells.marks.table(grid.geometry.size)
        self._geometry = None if table is None else grid.geometry
        self._table = table or b""
        return grid

    def _extras(
        self,
        record: Sequence[Value],
        geometry: Geometry,
        fields: tuple[tuple[str, str], ...],
    ) -> Metadata:
        """Return what the other columns say."""
        columns = self.columns
        details = [
            (key, text) for key, at in columns.details if (text := _text(record, at))
        ]
        solution: Grid | None = None
        at = columns.solution
        value = None if at is None or len(record) <= at else record[at]
        if value:
            try:
                found = self._grid(value)
                if not found.geometry.same_shape(geometry):
                    raise InputError(f"{found.geometry}", expected=f"{geometry}")  # noqa: TRY301  as of the grid
                solution = found.clues
            except InputError as error:
                if self._strict:
                    error.what = f"the solution: {error.what}"
                    raise
                details.append(("solution", str(value)))
        if solution is None and not fields and not details:
            return PLAIN
        return Metadata(tuple(details), None, solution, columns=fields)


def _text(record: Sequence[Value], at: int | None) -> str:
    """Return the text in a column; nothing where the record is shorter."""
    return "" if at is None or len(record) <= at else _value_text(record[at])


def _value_text(value: Value) -> str:
    """Return a value as text; nothing for None."""
    if value is None:
        return ""
    return value if isinstance(value, str) else str(value)


# Written columns


def _fields(entry: PuzzleRecord) -> dict[str, str]:
    """Return the columns of an entry besides its puzzle and solution.

    They are those of the table it was in, and its name and details if that had none.
    """
    fields = dict(entry.metadata.columns)
    if not (fields or entry.name or entry.metadata.details):
        return fields
    words = {heading.lower() for heading in fields}
    told = {DETAIL_OF.get(word) for word in words}
    if entry.name and words.isdisjoint(NAMES):
        fields["name"] = entry.name
    for key, text in entry.metadata.details:
        if key in DETAILS and key not in told:
            fields.setdefault(key, text)
    return fields


def columns_of(entries: Sequence[PuzzleRecord]) -> tuple[str, ...]:
    """Return the columns that some of the entries fill, as they are written.

    Example:
        >>> from satdoku.formats.model import PuzzleRecord
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> columns_of([PuzzleRecord.of(Puzzle("." * 16), name="easy")])
        ('puzzle', 'name')
    """
    columns = {"puzzle": ""}
    if any(entry.metadata.solution is not None for entry in entries):
        columns["solution"] = ""
    for entry in entries:
        columns |= _fields(entry)
    return tuple(columns)


def record_of(
    entry: PuzzleRecord, columns: tuple[str, ...] | None, style: Style
) -> list[str | None]:
    """Return what an entry has for each column, as text; None where it has nothing.

    Args:
        entry: The puzzle.
        columns: The columns of the table; those that the entry fills if None.
        style: How digits are written, and which puzzle it is.

    Raises:
        UsageError: The entry fills another column, or cannot be written in the symbols.
    """
    filled = {"puzzle": written_value(entry, "puzzle", style)}
    if entry.metadata.solution is not None:
        filled["solution"] = written_value(entry, "solution", style)
    filled |= _fields(entry)
    if columns is None:
        return [*filled.values()]
    for column in filled.keys() - set(columns):
        msg = f"puzzle {style.number:,} has a {column}"
        raise UsageError(f"{msg}; the table was begun with {', '.join(columns)} alone")
    return [filled.get(column) or None for column in columns]


def written_value(entry: PuzzleRecord, column: str, style: Style) -> str | None:
    """Return the puzzle or the solution of an entry as text; None if it has none.

    Raises:
        UsageError: The grid cannot be written in the symbols of the style.
    """
    grid = entry.puzzle if column == "puzzle" else entry.metadata.solution
    if grid is None:
        return None
    if usual(grid.geometry.size) is None:
        return " ".join(map(str, grid.values))
    return line_text(grid, style.symbols)


def _told_by_columns(entry: PuzzleRecord) -> Told:
    """Return the name and the details that written columns are read back as."""
    fields = _fields(entry)
    name = next((text for key, text in fields.items() if key.lower() in NAMES), None)
    details = ((DETAIL_OF.get(key.lower()), text) for key, text in fields.items())
    return Told(name, tuple((key, text) for key, text in details if key and text))


# csv


class CsvReader:
    """Reads a table, all at once or some lines at a time.

    Args:
        options: How it is to be read.

    Attributes:
        table: What makes puzzles of records; None before the heading was read.
        separator: What stands between two values.
        number: How many puzzles there were, unreadable ones too.
    """

    def __init__(self, options: Options) -> None:
        self._options = options
        self.table: Table | None = None
        self.separator = ","
        self.number = 0

    def read(self, lines: Lines) -> Iterator[PuzzleRecord | InputError]:
        """Yield the puzzles of the next lines, which are those of whole records.

        Raises:
            InputError: The heading cannot be read, or names no column of puzzles.
        """
        if self.table is None:
            self.separator = _separator(next(filter(is_data, lines.peek(64)), ""))
            records = self._begin(lines)
        else:
            records = self._records(lines, has_heading=True)
        for line, record in records:
            self.number += 1
            if isinstance(record, InputError):
                yield record
            elif self.table is not None:
                yield self.table.entry(record, line, self.number)

    def plain(self, geometry: Geometry | None) -> bytes | None:
        """Return how plain records are read, as bytes; None if one by one."""
        return None if self.table is None else self.table.plain(geometry)

    @property
    def column(self) -> int:
        """The number of the column of puzzles."""
        return self.table.columns.puzzle if self.table else 0

    @property
    def solution_column(self) -> int | None:
        """The number of the column of solutions; None if there is none."""
        return self.table.columns.solution if self.table else None

    def pass_over(self, count: int, geometry: Geometry) -> None:
        """Note that so many records with such puzzles were read in between."""
        self.number += count
        if self.table is not None:
            self.table.before = geometry

    def columns(self, lines: list[str]) -> list[tuple[tuple[str, str], ...]] | None:
        """Return the other columns of plain records; None if there are none."""
        others = self.table.columns.others if self.table else ()
        records = [line.split(self.separator) for line in lines]
        if not others:
            return None
        return [
            tuple([(heading, _text(record, at)) for heading, at in others])
            for record in records
        ]

    def _begin(self, lines: Lines) -> Iterable[_Record]:
        """Find the columns; return the records below the heading."""
        records = self._records(lines, has_heading=False)
        start, header = next(records, (0, None))
        if header is None:
            return ()
        if isinstance(header, InputError):
            raise header
        first = list(islice(records, 1))
        second = first[0][1] if first and isinstance(first[0][1], list) else None
        try:
            columns = find_columns(header, second, self._options)
        except InputError as error:
            if error.hint == _NAMES_NONE:  # perhaps a comma in a line of words
                error.hint += ", start a title with #, or try --repair"
            raise
        self.table = Table(columns, self._options, lines.name, "csv")
        if len(header) > columns.puzzle and is_puzzle(header[columns.puzzle]):
            first.insert(0, (start, header))  # it is no heading
        return chain(first, records)

    def _records(self, lines: Lines, *, has_heading: bool) -> Iterator[_Record]:
        start = 0

        def feed() -> Iterator[str]:
            nonlocal start
            begun = has_heading
            for line in lines:
                # `#` may begin a value; it is a comment only before the heading.
                if start or (bool(line.strip()) if begun else is_data(line)):
                    begun = True
                    start = start or lines.number
                    yield f"{line}\n"  # a quoted value may go on in the next line

        reader = csv.reader(feed(), delimiter=self.separator, strict=True)
        while True:
            start = 0
            try:
                record = next(reader, None)
            except csv.Error as error:
                what = f"not a record: {printable(str(error), 80)}"
                yield start, InputError(what, line=start)
                continue
            if record is None:
                return
            yield start, record


def _read_csv(lines: Lines, options: Options) -> Iterator[PuzzleRecord | InputError]:
    return CsvReader(options).read(lines)


def _separator(line: str) -> str:
    return max(",;\t", key=line.count)


def _recognises(head: Head) -> Certainty:
    """Look for a heading that means puzzles, or for a puzzle below another heading."""
    separator = _separator(head.first)
    headings = [h.strip(' "').strip().lower() for h in head.first.split(separator)]
    below = head.lines[head.lines.index(head.first) + 1 :]
    if any(map(str.strip, below)) and PUZZLES.intersection(headings):
        return Certainty.CERTAIN
    if head.first.strip().lower() in PUZZLES:
        return Certainty.LIKELY
    if separator not in head.first:
        return Certainty.NO
    if any(map(is_puzzle, headings)):
        below_too = not is_puzzle(headings[0])  # else it is a line and its name
        return Certainty.LIKELY if below_too else Certainty.NO
    for line in head.data[1:2]:
        if any(is_puzzle(value.strip('"')) for value in line.split(separator)):
            return Certainty.LIKELY
    words = all(h[:1].isalpha() or not h for h in headings)
    return Certainty.POSSIBLE if words and len(headings) > 1 else Certainty.NO


def _write(entry: PuzzleRecord, style: Style) -> str:
    values = [value or "" for value in record_of(entry, style.columns, style)]
    if max(map(len, values)) > LONGEST_VALUE:
        msg = f"puzzle {style.number:,} has a value of more than {LONGEST_VALUE:,} "
        raise UsageError(msg + "characters, which no table holds")
    return record_text(values)


def record_text(values: Sequence[str]) -> str:
    r"""Return a record on one line, values quoted where they have to be.

    Example:
        >>> record_text(["1.34", "two\nlines", "a, b", ""])
        '1.34,two lines,"a, b",\n'
    """
    line = ",".join(values)
    if line.isprintable() and '"' not in line and line.count(",") == len(values) - 1:
        return f"{line}\n" if line else '""\n'
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(
        [_on_a_line(value) for value in values]
    )
    return text.getvalue()


def _told_by_csv(entry: PuzzleRecord) -> Told:
    name, details = _told_by_columns(entry)
    lines = tuple((key, _on_a_line(text)) for key, text in details)
    return Told(_on_a_line(name or "") or None, lines)


def _on_a_line(value: str) -> str:
    return value if value.isprintable() else one_line(value)


CSV = Format(
    name="csv",
    summary="a table with a column of puzzles",
    extensions=(".csv", ".tsv"),
    recognises=_recognises,
    read=_read_csv,
    write=_write,
    header="puzzle\n",
    columns=columns_of,
    keeps=frozenset(("name", "details", "columns", "solution")),
    comments=False,
    told=_told_by_csv,
)
"""Format `csv`."""

# parquet

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
        MemoryError: There is no memory for it.
    """
    try:  # by name, as it has no types that could be checked
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError as error:
        if is_out_of_memory(error):
            raise MemoryError from error
        msg = "the format parquet needs pyarrow; pip install 'satdoku[parquet]'"
        raise UsageError(msg) from None
    broken = (arrow.ArrowException, MemoryError, OSError, OverflowError)
    return arrow, parquet, (*broken, UnicodeDecodeError)


def _broken(error: Exception) -> InputError:
    if is_out_of_memory(error):
        expected = "more memory, or a smaller .parquet file"
        return InputError("parquet: out of memory", expected=expected)
    first = printable((str(error).splitlines() or ["it cannot be read"])[0], 120)
    return InputError(f"broken parquet: {first}", expected="a whole .parquet file")


class _Batch:
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

    def _columns(self) -> list[Iterator[Value]]:
        """Return the values of each column.

        Raises:
            InputError: The file is broken.
        """
        try:
            return [map(_value, column.to_pylist()) for column in self._rows.columns]
        except _arrow()[2] as error:
            raise _broken(error) from None

    def entries(self) -> Iterator[PuzzleRecord | InputError]:
        """Yield the puzzle of each row.

        Raises:
            InputError: The file is broken.
        """
        records = zip(*self._columns(), strict=True)
        for number, record in enumerate(records, self.first + 1):
            yield self._table.entry(record, number, number)

    def columns(self) -> list[tuple[tuple[str, str], ...]]:
        """Return the other columns of each row."""
        found, others = self._columns(), self._table.columns.others
        texts = [map(_value_text, found[at]) for _, at in others]
        headings = [heading for heading, _ in others]
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
) -> Iterator[_Batch]:
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
    whole = stream if stream.seekable() else io.BytesIO(stream.read())
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
            yield _Batch(rows, table, first, total)
            first += int(rows.num_rows)
    except broken as error:
        raise _broken(error) from None


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


def _read_parquet(
    stream: IO[bytes], name: str, options: Options
) -> Iterator[PuzzleRecord | InputError]:
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
            raise UsageError(_broken(error).what) from None

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
                    "needs the same options"
                )
            for batch in old.iter_batches(_WRITTEN):
                self._write(batch.columns)
        except self._broken as error:
            raise UsageError(_broken(error).what) from None
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


class _ParquetWriter:
    """Writes puzzles as rows of a table, whose columns the first ones tell.

    Args:
        stream: Where to.
        style: How digits are written, and which columns there are.

    Raises:
        UsageError: pyarrow is not installed.
    """

    def __init__(self, stream: IO[bytes], style: Style) -> None:
        ParquetTable.check()
        self._stream = stream
        self._style = style
        self._held: list[PuzzleRecord] = []
        self._count = 0
        self._table: ParquetTable | None = None

    def write(self, entry: PuzzleRecord) -> None:
        """Add a row.

        Raises:
            UsageError: It fills a column that the table was begun without.
        """
        self._held.append(entry)
        if self._table is not None or len(self._held) >= _WRITTEN:
            self._release()

    def _release(self) -> ParquetTable:
        columns = self._style.columns or columns_of(self._held)
        if self._table is None:
            self._table = ParquetTable(self._stream, dict.fromkeys(columns, "string"))
        for entry in self._held:
            self._count += 1
            self._style = self._style._replace(number=self._count, columns=columns)
            self._table.add(record_of(entry, columns, self._style))
        self._held = []
        return self._table

    def close(self) -> None:
        """Write the rows that wait, and the end of the file."""
        self._release().close()


PARQUET = BinaryFormat(
    name="parquet",
    summary="a table of Parquet",
    extensions=(".parquet", ".pq"),
    magic=b"PAR1",
    read=_read_parquet,
    writer=_ParquetWriter,
    keeps=frozenset(("name", "details", "columns", "solution")),
    told=_told_by_columns,
)
"""Format `parquet`."""
