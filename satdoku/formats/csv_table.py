"""The format `csv`: a table with a column of puzzles, quoted or not.

What the columns mean is told by their names (`tables.py`).  Values are always text, so
no zero in front is lost.  Kaggle's `quizzes,solutions` and Hugging Face's
`source,question,answer,rating` are such tables.  Separators are commas, semicolons or
tabs, whichever the first line has most of.

Written are the columns `puzzle`, `solution` and `name`: those that some of the first
puzzles fill, if no others are asked for.  There are no comments in a
table, save `#` lines before its heading.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from satdoku.errors import InputError, UsageError, printable
from satdoku.formats.lines import is_data
from satdoku.formats.metadata import one_line
from satdoku.formats.model import Certainty, Format, Options, Style, Told
from satdoku.formats.table_reader import Table
from satdoku.formats.tables import (
    PUZZLES,
    columns_of,
    find_columns,
    heading_word,
    is_puzzle,
    missing_column,
    written_value,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeAlias

    from satdoku.formats.lines import Head, Lines
    from satdoku.formats.model import Entry
    from satdoku.formats.tables import Columns

    _Held: TypeAlias = list[tuple[int, list[str] | InputError]]

__all__ = ["CSV", "LONGEST_VALUE", "CsvReader"]

_SEPARATORS = ",;\t"
LONGEST_VALUE = 131072
"""Characters that the module csv reads a value of."""
_QUOTED = frozenset(',"')
"""What a value has to be quoted for."""


class _Records:
    """The records of a table, each with the line it starts at.

    Args:
        lines: The text.
        separator: What stands between two values.
        begun: Whether the heading was read before.
    """

    def __init__(self, lines: Lines, separator: str, *, begun: bool) -> None:
        import csv  # noqa: PLC0415  only tables need it

        self._begun = begun

        self._lines = lines
        self._error = csv.Error
        self._start = 0
        self._reader = csv.reader(self._feed(), delimiter=separator, strict=True)

    def _feed(self) -> Iterator[str]:
        begun = self._begun
        for line in self._lines:
            # `#` may begin a value; it is a comment only before the heading.
            data = bool(line.strip()) if begun else is_data(line)
            if data or self._start:
                begun = True
                self._start = self._start or self._lines.number
                yield f"{line}\n"  # a quoted value may go on in the next line

    def __iter__(self) -> Iterator[tuple[int, list[str] | InputError]]:
        while True:
            self._start = 0
            try:
                record = next(self._reader, None)
            except self._error as error:
                yield (
                    self._start,
                    InputError(
                        f"not a record: {printable(str(error), 80)}", line=self._start
                    ),
                )
                continue
            if record is None:
                return
            yield self._start, record


class CsvReader:
    """Reads a table, all at once or some lines at a time.

    Args:
        options: What the person has said.

    Attributes:
        columns: Which columns are read; None before the heading was.
        table: What makes puzzles of records; None before the heading was read.
        separator: What stands between two values.
        number: How many puzzles there were, those that cannot be read included.
    """

    def __init__(self, options: Options) -> None:
        self._options = options
        self.columns: Columns | None = None
        self.table: Table | None = None
        self.separator = ","
        self.number = 0

    def read(self, lines: Lines) -> Iterator[Entry | InputError]:
        """Yield the puzzles of the next lines, which are those of whole records.

        Raises:
            InputError: The heading cannot be read, or names no column of puzzles.
        """
        if self.table is not None:
            records = iter(_Records(lines, self.separator, begun=True))
            yield from self._entries(records, self.table)
            return
        self.separator = _separator(_first(lines.peek(64)))
        records = iter(_Records(lines, self.separator, begun=False))
        start, header = next(records, (0, None))
        if header is None:
            return
        if isinstance(header, InputError):
            raise header
        after = next(records, None)
        second = after[1] if after and isinstance(after[1], list) else None
        columns = self.columns = find_columns(header, second, self._options)
        self.table = Table(columns, self._options, lines.name, "csv")
        first: _Held = [] if after is None else [after]
        if len(header) > columns.puzzle and is_puzzle(header[columns.puzzle]):
            first = [(start, header), *first]
        yield from self._entries(chain(first, records), self.table)

    def _entries(
        self, records: Iterable[tuple[int, list[str] | InputError]], table: Table
    ) -> Iterator[Entry | InputError]:
        for line, record in records:
            self.number += 1
            if isinstance(record, InputError):
                yield record
                continue
            try:
                entry = table.entry(record, line, self.number)
            except InputError as error:
                yield error
            else:
                yield entry


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    """Yield the puzzle of each record."""
    return CsvReader(options).read(lines)


def _first(lines: list[str]) -> str:
    return next(filter(is_data, lines), "")


def _separator(line: str) -> str:
    return max(_SEPARATORS, key=line.count)


def _recognises(head: Head) -> Certainty:
    """Look for a heading that means puzzles, or for a puzzle below another heading."""
    separator = _separator(head.first)
    headings = [heading_word(h.strip(' "')) for h in head.first.split(separator)]
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


def _write(entry: Entry, style: Style) -> str:
    columns = style.columns or columns_of([entry])
    missing = missing_column(entry, columns)
    if missing:
        raise UsageError(f"puzzle {style.number:,} {missing}")
    values = [written_value(entry, column, style) or "" for column in columns]
    if any(len(value) > LONGEST_VALUE for value in values):
        msg = f"puzzle {style.number:,} has a value of more than {LONGEST_VALUE:,} "
        raise UsageError(msg + "characters, which no table holds")
    return ",".join(map(_quoted, values)) + "\n"


def _quoted(value: str) -> str:
    """Return a value on one line, quoted if it has to be."""
    value = _plain(value)
    if value != value.strip() or not _QUOTED.isdisjoint(value):
        return '"' + value.replace('"', '""') + '"'
    return value


def _plain(value: str) -> str:
    """Return a value without what ends a line."""
    return value if value.isprintable() else one_line(value)


def _told(entry: Entry) -> Told:
    return Told(_plain(entry.name or "") or None)


CSV = Format(
    name="csv",
    summary="a table with a column of puzzles",
    extensions=(".csv", ".tsv"),
    recognises=_recognises,
    read=_read,
    write=_write,
    header="puzzle\n",
    columns=columns_of,
    keeps=frozenset(("name", "solution")),
    comments=False,
    told=_told,
)
"""Format `csv`."""
