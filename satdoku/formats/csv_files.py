"""The format `csv`: a table with a column of puzzles, quoted or not.

`tables.py` finds the columns by their names.  Values are always text, so no zero in
front is lost.  Kaggle's `quizzes,solutions` and Hugging Face's
`source,question,answer,rating` are such tables.  Separators are commas, semicolons or
tabs, whichever the first line has most of.

Written are the columns `puzzle` and `solution`, and those of the table that was read,
or else the name and the details: those that some of the first puzzles fill.  There are
no comments in a table, except `#` lines before its heading.
"""

from __future__ import annotations

import csv
import io
from itertools import chain, islice
from typing import TYPE_CHECKING

from satdoku.errors import InputError, UsageError, printable
from satdoku.formats.lines import is_data
from satdoku.formats.metadata import one_line
from satdoku.formats.model import PUZZLES, Certainty, Format, Options, Style, Told
from satdoku.formats.tables import (
    NAMES_NONE,
    Table,
    columns_of,
    find_columns,
    is_puzzle,
    record_of,
    told_by_columns,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TypeAlias

    from satdoku.formats.lines import Head, Lines
    from satdoku.formats.model import Entry

    _Record: TypeAlias = tuple[int, list[str] | InputError]
    """A line, and the record that starts there."""

__all__ = ["CSV", "LONGEST_VALUE", "CsvReader", "record_text"]

LONGEST_VALUE = 131072
"""Characters of a value that the module csv reads."""


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

    def read(self, lines: Lines) -> Iterator[Entry | InputError]:
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
            if self.table is None or isinstance(record, InputError):
                if isinstance(record, InputError):
                    yield record
                continue
            try:
                yield self.table.entry(record, line, self.number)
            except InputError as error:
                yield error

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
            if error.hint == NAMES_NONE:  # perhaps a comma in a line of words
                error.hint += ", or try --repair"
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


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
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


def _write(entry: Entry, style: Style) -> str:
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
        [v if v.isprintable() else one_line(v) for v in values]
    )
    return text.getvalue()


def _told(entry: Entry) -> Told:
    name, details = told_by_columns(entry)
    lines = tuple((key, one_line(text)) for key, text in details)
    return Told(one_line(name or "") or None, lines)


CSV = Format(
    name="csv",
    summary="a table with a column of puzzles",
    extensions=(".csv", ".tsv"),
    recognises=_recognises,
    read=_read,
    write=_write,
    header="puzzle\n",
    columns=columns_of,
    keeps=frozenset(("name", "details", "columns", "solution")),
    comments=False,
    told=_told,
)
"""Format `csv`."""
