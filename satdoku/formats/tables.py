"""Tables with a column of puzzles: the formats `csv` and `parquet`.

The column of puzzles is the one asked for, else the one whose name says so, else the
only one whose first value is a puzzle.  Solutions, names and details are known by the
names of their columns; a table without them is as good.  The row of each puzzle stays
with it (`PuzzleRecord.columns`), or with its error, as it is: names, order, types, and
the texts of puzzle and solution; in JSON the second column named `note` is `note_2`.
A table that is written has the same columns, and behind them the answers
(`OutputTable`).

Values are never converted to numbers on the way.  A value of the solutions' column that
is no grid of the puzzle's shape does not make the puzzle unreadable, unless that column
was asked for; its text becomes the detail `solution`.  A record of a kind that is a
variant is never read as a classic puzzle.

csv.  Kaggle's `quizzes,solutions` and Hugging Face's `source,question,answer,rating`
are such tables.  Separators are commas, semicolons or tabs, whichever the first line
has most of, or the one that Excel's line `sep=;` names; commas are written, tabs to
files named `.tsv`, and by commands semicolons to files where the input has them.  There
are no comments in a table, except `#` lines before its heading.  A quote that is not
closed makes its row unreadable, and no other.

parquet.  The column holds texts, or bytes: the characters, or, below size 42, values
(`fixed_size_binary(81)`); or lists of whole numbers.  A column of numbers is refused:
the program that wrote it has lost the zeros in front, and all but the first fifteen
digits.  Columns are written in the types they were read in, compressed by zstd.  Needs
pyarrow (`pip install satdoku[parquet]`).  Some thousand rows are read or written at a
time.
"""

from __future__ import annotations

import csv
import io
import re
from collections import deque
from contextlib import contextmanager
from importlib import import_module
from itertools import chain, islice, zip_longest
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from satdoku.errors import InputError, UsageError, is_out_of_memory, printable
from satdoku.formats.layouts import line_text
from satdoku.formats.lines import is_data
from satdoku.formats.model import (
    DETAIL_OF,
    DETAILS,
    NAMES,
    PLAIN,
    PUZZLES,
    SOLUTIONS,
    BinaryFormat,
    Format,
    Metadata,
    Options,
    PuzzleRecord,
    Row,
    Style,
    Table,
)
from satdoku.formats.values import (
    FLOAT,
    LOST_AS_NUMBER,
    ValueReader,
    cell_text,
    is_puzzle,
)
from satdoku.formats.variants import KINDS, kind_error, letters_of
from satdoku.puzzle.cells import BAD, LONG
from satdoku.puzzle.prose import is_numbering
from satdoku.puzzle.puzzle import Puzzle
from satdoku.puzzle.symbols import usual

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import IO, TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.formats.lines import Lines
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.symbols import Symbols

    Value: TypeAlias = str | list[object] | None
    """A value of a table."""
    Pairs: TypeAlias = tuple[tuple[str, int], ...]
    """Headings, each with the number of its column."""
    _Record: TypeAlias = tuple[int, list[str] | InputError]
    """A line, and the record that starts there."""

LONGEST_VALUE = 131072
"""Characters of a value that the module csv reads."""

_NAMES_NONE = "name one with column="
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
    """

    puzzle: int
    solution: int | None = None
    name: int | None = None
    details: Pairs = ()
    kinds: Pairs = ()


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
    solution = _column_of(header, options.solution)
    puzzle = _column_of(header, options.column)
    if puzzle is None:
        puzzle, solution = _column_of_puzzles(header, second, solution)
    used = {puzzle, solution}

    def first_of(names: Sequence[str]) -> int | None:
        columns = (i for i, word in enumerate(words) if word in names and i not in used)
        return next(columns, None)

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
    )


def _column_of(header: Sequence[str], name: str | None) -> int | None:
    """Find the column that is asked for, by name or by number from 1.

    Raises:
        InputError: There is none.
    """
    if name is None:
        return None
    headings = [heading.strip() for heading in header]
    if name in headings:
        return headings.index(name)
    is_number = name.isascii() and name.isdigit() and len(name) < 6
    if is_number and 1 <= int(name) <= len(headings):
        return int(name) - 1
    numbers = f"1 to {len(headings)}" if len(headings) > 1 else "1"
    what = f"no column {name}" if is_number else f"no column '{printable(name)}'"
    if not any(map(str.isalpha, "".join(header))) or any(map(is_puzzle, header)):
        what += ", as the first line holds values, no headings"
        raise InputError(what, expected=numbers)
    expected = f"{numbers}, or a name: " if is_number else "one of "
    raise InputError(what, expected=expected + _known(header))


def _known(header: Sequence[str]) -> str:
    return ", ".join(printable(heading.strip(), 20) for heading in header[:_KNOWN])


def _column_of_puzzles(
    header: Sequence[str], second: Sequence[Value] | None, solution: int | None
) -> tuple[int, int | None]:
    """Find the column of puzzles where none is asked for, and that of solutions.

    Of two columns without names the one is that of solutions whose grid is full, and
    has the clues of the other.

    Raises:
        InputError: There is none, or several could be it.
    """
    words = [heading.strip().lower() for heading in header]
    named = [i for i, word in enumerate(words) if word in PUZZLES and i != solution]
    if len(named) == 1:
        return named[0], solution
    for record in (second or (), header):
        fit = [i for i, v in enumerate(record) if is_puzzle(v) and i != solution]
        others = [i for i in fit if not set(words[i : i + 1]) & set(SOLUTIONS)]
        fit = [i for i in fit if i in named] or others or fit
        if len(fit) == 1:
            return fit[0], solution
        if len(fit) == 2 and solution is None and not named:
            for puzzle, other in (fit, fit[::-1]):
                if _is_solution(record[other], record[puzzle]):
                    return puzzle, other
        if fit:
            headings = [header[i].strip() if i < len(header) else "" for i in fit]
            names = [f"'{printable(heading, 20)}'" for heading in headings]
            raise InputError(
                f"columns {' and '.join(names)} both hold puzzles",
                expected="one column of puzzles",
                hint="name it with column=",
            )
    hint = _NAMES_NONE
    if any(isinstance(v, str) and FLOAT.fullmatch(v.strip()) for v in second or ()):
        hint = LOST_AS_NUMBER
    raise InputError(
        f"no column of puzzles among {_known(header)}",
        expected="a column named puzzle, or one that holds puzzles",
        hint=hint,
    )


def _is_solution(value: Value, puzzle: Value) -> bool:
    """Whether a text is a full grid with all clues of another, which is not full."""
    if not (isinstance(value, str) and isinstance(puzzle, str)):
        return False
    pairs = [*zip_longest(value.strip(), puzzle.strip(), fillvalue=".")]
    is_full = all(sign not in ".0_" for sign, _ in pairs)
    return is_full and {clue for sign, clue in pairs if clue != sign} in (
        {"."},
        {"0"},
        {"_"},
    )


class TableReader:
    """Makes the records of one table from its rows.

    Args:
        columns: Which columns are read.
        table: All its columns.
        options: How it is to be read.
        source: The name of the source in messages.
        format_name: The format it is in.

    Attributes:
        columns: As above.
        table: As above.
        before: The geometry of the last puzzle.
    """

    def __init__(
        self,
        columns: Columns,
        table: Table,
        options: Options,
        source: str,
        format_name: str,
    ) -> None:
        self.columns = columns
        self.table = table
        self.before: Geometry | None = None
        self._strict = options.solution is not None
        self._values = ValueReader(options)
        self._source = source
        self._format = format_name
        self._geometry: Geometry | None = None
        self._meanings = b""

    def plain(self, geometry: Geometry | None) -> bytes | None:
        """Return how puzzles like the last one are read, as a table of bytes.

        None if the last one was of another geometry, or in unusual symbols, or if each
        says of what kind it is.
        """
        if geometry is None or self.before != geometry or self.columns.kinds:
            return None
        return self._values.table(geometry.size)

    def record(
        self, values: Sequence[object], line: int, number: int
    ) -> PuzzleRecord | InputError:
        """Return the record of a row, or an error with its line and the row."""
        columns, count = self.columns, len(self.table.names)
        row = Row(self.table, (*values, *[""] * (count - len(values))))
        try:
            if len(values) > count:
                if any(values[count:]):
                    what, expected = f"{len(values)} values", f"{count}, as above"
                    raise InputError(what, expected=expected)  # noqa: TRY301  as below
                row = Row(self.table, tuple(values[:count]))
            for heading, at in columns.kinds:
                error = kind_error(heading, cell_text(row.values[at]))
                if error is not None:
                    raise error
            puzzle = self._puzzle(row)
            metadata = self._metadata(row, puzzle.geometry)
        except InputError as error:
            error.columns = row._replace(values=row.values[:count])
            return error.at(line=line)
        name = None
        if columns.name is not None:
            name = cell_text(row.values[columns.name]) or None
        return PuzzleRecord(
            puzzle, self._source, line, number, name, self._format, metadata, row
        )

    def row_of(self, values: Sequence[object]) -> Row | None:
        """Return the values of a line that is no record; None if not one a column."""
        is_whole = len(values) == len(self.table.names)
        return Row(self.table, tuple(values)) if is_whole else None

    def _puzzle(self, row: Row) -> Puzzle:
        """Return the puzzle of a row.

        Raises:
            InputError: It has none, or one that cannot be read.
        """
        value = row.values[self.columns.puzzle]
        if value is None or value in ("", []) or str(value).isspace():
            what = f"no puzzle in column {self.columns.puzzle + 1}"
            raise InputError(what, expected="its cells")
        puzzle = self._grid(value)
        if puzzle.geometry is not self.before:
            self._refuse_shortened(value, puzzle.geometry)
        self.before = puzzle.geometry
        return puzzle

    def _refuse_shortened(self, value: object, geometry: Geometry) -> None:
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

    def _grid(self, value: object) -> Puzzle:
        """Make a puzzle; quickly, if it is like the one before."""
        text = value if isinstance(value, str) else readable(value)
        if not isinstance(text, str):
            return self._values.of_list(text or [])
        geometry = self._geometry
        if geometry is not None and len(text) == geometry.cells and text.isascii():
            values = text.encode().translate(self._meanings)
            if BAD not in values:
                return Puzzle.trusted(geometry, tuple(values))
        grid = self._values.text(text)
        meanings = self._values.table(grid.geometry.size)
        self._geometry = None if meanings is None else grid.geometry
        self._meanings = meanings or b""
        return grid

    def _metadata(self, row: Row, geometry: Geometry) -> Metadata:
        """Return what the other columns say."""
        columns, values = self.columns, row.values
        details = [
            (key, text)
            for key, at in columns.details
            if (text := cell_text(values[at]))
        ]
        solution: Grid | None = None
        value = None if columns.solution is None else values[columns.solution]
        if value:
            try:
                grid = self._grid(value)
                if not grid.geometry.same_shape(geometry):
                    raise InputError(f"{grid.geometry}", expected=f"{geometry}")  # noqa: TRY301  as of the grid
                solution = grid.clues
            except InputError as error:
                if self._strict:
                    error.what = f"the solution: {error.what}"
                    raise
                details.append(("solution", str(value)))
        if solution is None and not details:
            return PLAIN
        return Metadata(tuple(details), None, solution)


# Written columns


def written_value(grid: Puzzle | Grid, symbols: Symbols | None) -> str:
    """Return a puzzle or a solution as a table has it.

    Raises:
        UsageError: It cannot be written in the symbols.
    """
    if usual(grid.geometry.size) is None:
        return " ".join(map(str, grid.values))
    return line_text(grid, symbols)


class OutputTable:
    """The columns of a table that is written: those of the puzzles, then the answers.

    The columns are those of the table that the puzzles come from, or else `puzzle`,
    `solution`, `name` and the details, as far as a puzzle has them.  An answer whose
    name is taken gets a number.

    Args:
        head: The first puzzles, which decide on the columns.
        answers: The names of the answers, with the types of their values.
        strict: Whether a further column of a later puzzle is an error.

    Attributes:
        names: The names of all columns.
        answers: The name of the column of each answer.
        own: The table whose rows are written as they are; None if there are several.
        left_out: Further columns of later puzzles.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> record = PuzzleRecord.of(Puzzle("." * 16), name="easy")
        >>> OutputTable([record], {"name": str}).names
        ('puzzle', 'name', 'name_2')
    """

    def __init__(
        self,
        head: Iterable[PuzzleRecord | InputError],
        answers: Mapping[str, type] | None = None,
        *,
        strict: bool = True,
    ) -> None:
        self.left_out: dict[str, None] = {}
        self.strict = strict
        records = list(head)
        tables = [record.columns.table for record in records if record.columns]
        self.own = tables[0] if tables and len(tables) == len(records) else None
        if any(table is not self.own and table != self.own for table in tables):
            self.own = None
        self._puzzle = tables[0].keys[tables[0].puzzle] if tables else "puzzle"
        self._kinds: dict[str, type] = {}
        if self.own is not None:
            columns = self.own.keys
        else:
            names = dict.fromkeys(tables[0].keys if tables else (self._puzzle,))
            if any("solution" in self._pairs(record, None) for record in records):
                names["solution"] = None  # which stands beside its puzzle
            for record in records:
                names |= dict.fromkeys(self._pairs(record, None))
            columns = tuple(names)
        self._inputs = columns
        self._rows = records
        self._types = dict(answers or {})
        self.answers: dict[str, str] = {}
        taken = set(columns)
        for answer in self._types:
            name, number = answer, 1
            while name in taken:
                number += 1
                name = f"{answer}_{number}"
            taken.add(name)
            self.answers[answer] = name
        headings = columns if self.own is None else self.own.names
        self.names = (*headings, *self.answers.values())

    @property
    def renamed(self) -> dict[str, str]:
        """The answers whose names were taken, with their new names."""
        return {answer: name for answer, name in self.answers.items() if answer != name}

    @property
    def separator(self) -> str:
        """What stands between two values: a semicolon where the input has those."""
        return ";" if self.own is not None and self.own.separator == ";" else ","

    @property
    def is_bare(self) -> bool:
        """Whether there are puzzles and answers alone."""
        return self._inputs == ("puzzle",) and self.own is None

    def values(self, record: PuzzleRecord | InputError, style: Style) -> list[object]:
        """Return what a puzzle has for each column.

        Raises:
            UsageError: It has another column, or cannot be written in the symbols.
        """
        answers = style.answers or {}
        return [*self.inputs(record, style), *map(answers.get, self._types)]

    def inputs(self, record: PuzzleRecord | InputError, style: Style) -> list[object]:
        """Return the same without the answers."""
        row = record.columns
        if row is not None and row.table is self.own and style.symbols is None:
            return list(row.values)
        pairs = self._pairs(record, style)
        further = pairs.keys() - set(self._inputs)
        if further and self.strict:
            msg = f"puzzle {style.number:,} has a {min(further)}; the table was"
            raise UsageError(f"{msg} begun with {', '.join(self.names)} alone")
        self.left_out |= dict.fromkeys(sorted(further))
        return [pairs.get(name) for name in self._inputs]

    def _pairs(
        self, record: PuzzleRecord | InputError, style: Style | None
    ) -> dict[str, object]:
        """Return what a puzzle has, by name; no cells without a style."""
        row, puzzle = record.columns, self._puzzle
        pairs: dict[str, object] = {}
        if row is not None:
            pairs = dict(zip(row.table.keys, row.values, strict=True))
            own = pairs.pop(row.table.keys[row.table.puzzle])
            pairs = {puzzle: own, **pairs}
        if isinstance(record, InputError):
            return pairs
        symbols = style.symbols if style is not None else None
        if row is None or symbols is not None:
            pairs[puzzle] = written_value(record.puzzle, symbols) if style else None
        if row is None:
            metadata = record.metadata
            if metadata.solution is not None:
                pairs["solution"] = (
                    written_value(metadata.solution, symbols) if style else None
                )
            if record.name:
                pairs["name"] = record.name
            for key, text in metadata.details:
                if key in DETAILS:
                    pairs.setdefault(key, text)
        return pairs

    def types(self, arrow: Any) -> list[Any]:  # noqa: ANN401  of pyarrow
        """Return the type of each column in Arrow."""
        kinds: dict[type, Any] = {
            int: arrow.int64(),
            float: arrow.float64(),
            bool: arrow.bool_(),
        }
        if self.own is not None and self.own.types is not None:
            kinds_of = list(self.own.types)
        else:
            pairs = [self._pairs(record, None) for record in self._rows]
            kinds_of = []
            for name in self._inputs:
                values = [p[name] for p in pairs if p.get(name) is not None]
                types = {type(value) for value in values}
                kind = (
                    float if types == {int, float} else min(types, default=str, key=str)
                )
                kinds_of.append(
                    kinds.get(kind if len(types) < 3 else str, arrow.string())
                )
        return [
            *kinds_of,
            *(kinds.get(t, arrow.string()) for t in self._types.values()),
        ]


# csv


class CsvReader:
    """Reads a table, all at once or some lines at a time.

    Args:
        options: How it is to be read.

    Attributes:
        table: What makes puzzles of rows; None before the heading was read.
        separator: What stands between two values.
        number: How many puzzles there were, unreadable ones too.
    """

    def __init__(self, options: Options) -> None:
        self._options = options
        self.table: TableReader | None = None
        self.separator = ","
        self.number = 0

    def read(self, lines: Lines) -> Iterator[PuzzleRecord | InputError]:
        """Yield the puzzles of the next lines, which are those of whole records.

        Raises:
            InputError: The heading cannot be read, or names no column of puzzles.
        """
        if self.table is None:
            first = next(filter(is_data, lines.peek(64)), "")
            if _NAMED_SEPARATOR.fullmatch(first):
                next(filter(is_data, lines))
            self.separator = _separator(first)
            records = self._begin(lines)
        else:
            records = self._records(lines, has_heading=True)
        for line, record in records:
            self.number += 1
            if isinstance(record, InputError):
                yield record
            elif self.table is not None:
                yield self.table.record(record, line, self.number)

    def plain(self, geometry: Geometry | None) -> bytes | None:
        """Return how plain records are read, as bytes; None if one by one."""
        return None if self.table is None else self.table.plain(geometry)

    @property
    def column(self) -> int:
        """The number of the column of puzzles."""
        return self.table.columns.puzzle if self.table else 0

    def pass_over(self, count: int, geometry: Geometry) -> None:
        """Note that so many records with such puzzles were read in between."""
        self.number += count
        if self.table is not None:
            self.table.before = geometry

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
                error.hint += ", start a title with #, or try repair=True"
            raise
        names = [heading.strip() for heading in header]
        if len(header) > columns.puzzle and is_puzzle(header[columns.puzzle]):
            first.insert(0, (start, header))  # it is no heading
            columns = Columns(columns.puzzle, columns.solution)
            names = [f"column {at}" for at in range(1, len(header) + 1)]
            names[columns.puzzle] = "puzzle"
        table = Table(
            tuple(names),
            columns.puzzle,
            columns.solution,
            separator=self.separator,
        )
        self.table = TableReader(columns, table, self._options, lines.name, "csv")
        return chain(first, records)

    def _records(self, lines: Lines, *, has_heading: bool) -> Iterator[_Record]:
        """Yield the records; a line whose quote is not closed is one by itself."""
        again: deque[tuple[int, str]] = deque()

        def take() -> tuple[int, str] | None:
            if again:
                return again.popleft()
            line = next(lines, None)
            return None if line is None else (lines.number, line)

        begun = has_heading
        while (pair := take()) is not None:
            number, line = pair
            # `#` may begin a value; it is a comment only before the heading.
            if not (bool(line.strip()) if begun else is_data(line)):
                continue
            begun = True
            if '"' not in line:
                yield number, line.split(self.separator)
                continue
            held = [pair]

            def feed(held: list[tuple[int, str]] = held) -> Iterator[str]:
                yield f"{held[0][1]}\n"
                while (pair := take()) is not None:  # a quoted value may go on
                    held.append(pair)
                    yield f"{pair[1]}\n"

            reader = csv.reader(feed(), delimiter=self.separator, strict=True)
            try:
                yield number, next(reader)
            except csv.Error as error:
                again.extendleft(reversed(held[1:]))
                fault = _not_a_record(str(error), held)
                if self.table is not None:
                    fault.columns = self.table.row_of(line.split(self.separator))
                yield number, fault


def _not_a_record(text: str, held: Sequence[tuple[int, str]]) -> InputError:
    """Return the error about a record.

    Args:
        text: What the module csv says of it.
        held: The lines that it has read of it, with their numbers.
    """
    first, last = held[0][0], held[-1][0]
    what, expected = f"not a record: {printable(text, 80)}", "values and separators"
    if "field larger" in text:
        what = f"a value of more than {LONGEST_VALUE:,} characters"
        expected = "a shorter value"
        if last > first:
            expected += "; perhaps a double quote is not closed"
    elif "unexpected end" in text:
        what, expected = "a double quote that is not closed", "two of them"
    elif "expected after" in text:
        what = "text behind the double quote that closes a value"
        expected = "a separator there; a double quote in a value is written twice"
        if last > first:
            what = (
                f"a double quote that is not closed, or text behind it in line {last}"
            )
            expected = "two of them, and a separator"
    return InputError(what, expected=expected, line=first)


def _read_csv(lines: Lines, options: Options) -> Iterator[PuzzleRecord | InputError]:
    return CsvReader(options).read(lines)


_NAMED_SEPARATOR = re.compile(r'"?sep=([,;\t])"?[,;\t ]*', re.IGNORECASE)
"""A line before the heading that tells Excel what stands between two values."""


_QUOTED = re.compile(r'(?:^|(?<=[,;\t]))"(?:[^"]|"")*"?')
"""A value in quotes, or the beginning of one."""


def _separator(line: str) -> str:
    named = _NAMED_SEPARATOR.fullmatch(line)
    if named is not None:
        return named[1]
    return max(",;\t", key=_QUOTED.sub("", line).count)


def _values_of_line(line: str, separator: str) -> list[str]:
    """Return the values of a line, with their quotes, as far as the line tells."""
    whole = _QUOTED.sub(lambda quoted: quoted[0].replace(separator, " "), line)
    return whole.split(separator)


def _recognises(lines: Sequence[str]) -> bool:
    """Look for a heading that means puzzles, or for a puzzle below another heading."""
    first, *below = lines
    separator = _separator(first)
    values = _values_of_line(first, separator)
    headings = [value.strip(' "').strip().lower() for value in values]
    is_named = _NAMED_SEPARATOR.fullmatch(first) is not None
    data = list(filter(is_data, below))
    is_heading = len(values) > 1 and any(map(str.strip, below))
    if is_named or (is_heading and PUZZLES.intersection(headings)):
        return True
    if len(values) == 1:  # or a title above rows
        is_column = not data or len(data[0]) >= LONG or is_puzzle(data[0].strip('"'))
        return is_column and headings[0] in PUZZLES
    if any(map(is_puzzle, headings)):
        # else it is a line and its name, or a puzzle with a cell too few
        return not is_puzzle(headings[0]) and len(headings[0]) < LONG
    for line in data[:1]:
        values = _values_of_line(line, separator)
        even = len(values) >= len(headings)
        if even and any(is_puzzle(value.strip('"')) for value in values):
            return True
    words = all(h[:1].isalpha() or not h for h in headings) and any(
        len(h) > 1 for h in headings
    )
    words = words and not _are_cells(first, data[:1], separator)
    widths = {len(_values_of_line(line, separator)) for line in data[:2]}
    return words and widths == {len(headings)}


def _are_cells(heading: str, second: Sequence[str], separator: str) -> bool:
    """Whether columns are numbered, and hold a cell each."""
    cells = [value.strip(' "') for line in second for value in line.split(separator)]
    return is_numbering(heading) and bool(cells) and max(map(len, cells)) <= 2


def _write(record: PuzzleRecord, style: Style) -> str:
    table = style.table or OutputTable([record])
    values = list(map(cell_text, table.values(record, style)))
    if max(map(len, values)) > LONGEST_VALUE:
        msg = f"puzzle {style.number:,} has a value of more than {LONGEST_VALUE:,} "
        raise UsageError(msg + "characters, which no table holds")
    return record_text(values, style.separator)


def record_text(values: Sequence[str], separator: str = ",") -> str:
    r"""Return a record, values quoted where they have to be; no text has a NUL byte.

    Example:
        >>> record_text(["1.34", "two\nlines", "a, b", "\r", ""])
        '1.34,"two\nlines","a, b","\r",\n'
    """
    line = separator.join(values)
    if "\0" in line:
        return record_text([value.replace("\0", " ") for value in values], separator)
    ends = "\n" in line or "\r" in line
    if not ends and '"' not in line and line.count(separator) == len(values) - 1:
        return f"{line}\n" if line else '""\n'
    text = io.StringIO()
    # Only what ends its lines is quoted: both signs are.
    csv.writer(text, delimiter=separator, lineterminator="\r\n").writerow(values)
    return text.getvalue().removesuffix("\r\n") + "\n"


CSV = Format(
    name="csv",
    summary="a table with a column of puzzles",
    extensions=(".csv", ".tsv"),
    recognises=_recognises,
    read=_read_csv,
    write=_write,
    header="puzzle\n",
    is_table=True,
    keeps=frozenset(("name", "details", "columns", "solution")),
    comments=False,
    details=frozenset(DETAILS),
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


class ArrowRows:
    """Some rows of a table, as far as the columns that are read.

    Args:
        rows: The rows, as Arrow has them.
        reader: Makes puzzles of rows.
        first: How many rows come before.
    """

    def __init__(self, rows: Any, reader: TableReader, first: int) -> None:  # noqa: ANN401  of pyarrow
        self.rows = rows
        self.table = reader.table
        self._reader = reader
        self.first = first

    def records(self) -> Iterator[PuzzleRecord | InputError]:
        """Yield the puzzle of each row.

        Raises:
            InputError: The file is broken.
        """
        for number, values in enumerate(self._values(self.rows), self.first + 1):
            yield self._reader.record(values, number, number)

    def row(self, at: int) -> Row:
        """Return a row."""
        return Row(self.table, next(iter(self._values(self.rows.slice(at, 1)))))

    def select(self, is_chosen: NDArray[np.bool_]) -> ArrowRows:
        """Return some rows."""
        return ArrowRows(
            self.rows.filter(_arrow()[0].array(is_chosen)), self._reader, 0
        )

    @staticmethod
    def _values(rows: Any) -> Iterable[tuple[object, ...]]:  # noqa: ANN401  of pyarrow
        try:
            columns = [column.to_pylist() for column in rows.columns]
        except _arrow()[2] as error:
            raise _broken(error) from None
        return zip(*columns, strict=True)

    def values(self, geometry: Geometry | None) -> NDArray[np.uint8] | None:
        """Return the values of all rows; None if each row has to be read by itself."""
        import numpy as np  # noqa: PLC0415  slow; text needs none

        columns = self._reader.columns
        if geometry is None or columns.kinds:
            return None
        column = self.rows.column(columns.puzzle)
        data = _bytes_of(column, geometry.cells)
        if data is None:
            return None
        small = geometry.size <= _LARGEST_OF_VALUES
        if "binary" in str(column.type) and small and int(data.max()) <= geometry.size:
            return data
        meant = self._reader.plain(geometry)
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


def parquet_rows(
    stream: IO[bytes], name: str, options: Options, size: int, *, columns_too: bool
) -> Iterator[ArrowRows]:
    """Yield the rows of a table, some at a time.

    Args:
        stream: The file.
        name: The name of the source in messages.
        options: How it is to be read.
        size: The rows at a time.
        columns_too: Whether to read more than the puzzles.

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
        columns, fields = _columns_of(file, options), list(file.schema_arrow)
        used = None
        if not (columns_too or columns.kinds):
            fields = [fields[columns.puzzle]]
            used, columns = [str(fields[0].name)], Columns(0)
        names, types = zip(*[(str(f.name), f.type) for f in fields], strict=True)
        table = Table(names, columns.puzzle, columns.solution, types)
        reader = TableReader(columns, table, options, name, "parquet")
        first = 0
        for rows in file.iter_batches(size, columns=used):
            yield ArrowRows(rows, reader, first)
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
        [readable(column.to_pylist()[0]) for column in first.columns] if first else []
    )
    columns = find_columns(header, values, options)
    for at in (columns.puzzle, columns.solution, columns.name):
        if at is not None and header.count(header[at]) > 1:
            what = f"several columns named '{printable(header[at])}'"
            raise InputError(what, expected="one")
    field = schema[columns.puzzle]
    if not _may_be_puzzles(field.type):
        kind = printable(str(field.type), 30)
        is_number = kind.startswith(_NUMBERS)
        raise InputError(
            f"the column '{printable(header[columns.puzzle])}' holds "
            + (f"numbers ({kind})" if is_number else f"values of type {kind}"),
            expected="text",
            hint=LOST_AS_NUMBER if is_number else None,
        )
    solution = columns.solution
    if solution is None or options.solution is not None:
        return columns
    return (
        columns
        if _may_be_puzzles(schema[solution].type)
        else columns._replace(solution=None)
    )


_NUMBERS = ("int", "uint", "float", "double", "halffloat", "decimal")
"""The beginnings of the names of types of numbers in Arrow."""


def _may_be_puzzles(kind: Any) -> bool:  # noqa: ANN401  a type of pyarrow
    """Whether values of a type can be puzzles: text, bytes or lists."""
    name = str(getattr(kind, "value_type", kind) if "dictionary" in str(kind) else kind)
    return name.removeprefix("large_").startswith(
        ("string", "binary", "fixed_size_bin", "list<", "fixed_size_list<", "null")
    )


def readable(value: object) -> Value:
    """Return a value that a puzzle is read from; bytes become text, or numbers."""
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
    for rows in parquet_rows(stream, name, options, _READ, columns_too=True):
        yield from rows.records()


class ParquetWriter:
    """Writes puzzles as rows of a table.

    Args:
        stream: Where to.
        style: How digits are written, and which columns there are; those of the first
            puzzles if it says nothing.

    Raises:
        UsageError: pyarrow is not installed.
    """

    def __init__(self, stream: IO[bytes], style: Style) -> None:
        self._arrow, self._parquet, _ = _arrow()
        self._stream = stream
        self._style = style
        self._held: list[tuple[PuzzleRecord | InputError, Mapping[str, object] | None]]
        self._held = []
        self._count = 0
        self._writer: Any = None
        self._types: list[Any] = []

    def write(
        self,
        record: PuzzleRecord | InputError,
        answers: Mapping[str, object] | None = None,
    ) -> None:
        """Add a row; that of an unreadable puzzle has what its table has.

        Raises:
            UsageError: It fills a column that the table was begun without.
        """
        self._held.append((record, answers))
        if len(self._held) >= _WRITTEN:
            self._release()

    def write_rows(self, columns: Sequence[Any]) -> None:
        """Add rows, by column: arrays of Arrow, of characters a row, or lists."""
        self._release()
        pairs = zip(columns, self._types, strict=True)
        self._put([self._array(column, kind) for column, kind in pairs])

    def close(self) -> None:
        """Write the rows that wait, and the end of the file."""
        self._release()
        with self._open():
            self._writer.close()

    def _release(self) -> None:
        """Write the rows that wait."""
        held, self._held = self._held, []
        table = self._style.table or OutputTable([record for record, _ in held])
        if self._writer is None:
            self._style = self._style._replace(table=table)
            self._types = cast("OutputTable", table).types(self._arrow)
            fields = zip(table.names, self._types, strict=True)
            self._writer = self._parquet.ParquetWriter(
                self._stream, self._arrow.schema(list(fields)), compression="zstd"
            )
            self._writer.is_open = False
        rows: list[list[object]] = []
        for record, answers in held:
            self._count += 1
            style = self._style._replace(number=self._count, answers=answers)
            rows.append(table.values(record, style))
        if rows:
            columns = zip(*rows, strict=True)
            pairs = zip(columns, self._types, strict=True)
            self._put([self._array(list(column), kind) for column, kind in pairs])

    def _array(self, column: Any, kind: Any) -> Any:  # noqa: ANN401  of pyarrow
        """Return a column as Arrow has it.

        Raises:
            UsageError: It has a value of another type.
        """
        import numpy as np  # noqa: PLC0415  loaded by pyarrow

        if getattr(column, "ndim", 1) == 2:
            offsets = np.arange(len(column) + 1, dtype=np.int32) * column.shape[1]
            data = np.ascontiguousarray(column)
            buffers = [None, *map(self._arrow.py_buffer, (offsets, data))]
            return self._arrow.Array.from_buffers(kind, len(column), buffers)
        if isinstance(column, self._arrow.Array):
            return column
        if kind == self._arrow.string() and isinstance(column, list):
            column = [None if v is None else cell_text(v) for v in column]
        try:
            return self._arrow.array(column, kind)
        except self._arrow.ArrowException as error:
            first = printable(str(error).splitlines()[0], 120)
            raise UsageError(f"a value of another type than {kind}: {first}") from None

    def _put(self, arrays: Sequence[Any]) -> None:
        table = self._arrow.table(arrays, schema=self._writer.schema)
        with self._open():
            self._writer.write_table(table)

    @contextmanager
    def _open(self) -> Iterator[None]:
        """Let the writer be open this long: an open one writes when it is deleted."""
        self._writer.is_open = True
        try:
            yield
        finally:
            self._writer.is_open = False


PARQUET = BinaryFormat(
    name="parquet",
    summary="a table of Parquet",
    extensions=(".parquet", ".pq"),
    magic=b"PAR1",
    read=_read_parquet,
    writer=ParquetWriter,
    keeps=frozenset(("name", "details", "columns", "solution")),
    details=frozenset(DETAILS),
)
"""Format `parquet`."""
