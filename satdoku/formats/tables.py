"""Tables, whatever file they are in: their columns, and puzzles from their records.

The column of puzzles is the one asked for, else the one whose name says so, else the
only one whose first value is a puzzle.  Solutions, names and details are known by the
names of their columns; a table without them is as good.  The values of all columns but
those of puzzles and solutions stay with each puzzle (`Extras.columns`), or with its
error, so that what is written as a table has them.

Values are never converted to numbers on the way.  A value of the solutions' column that
is no grid of the puzzle's shape does not make the puzzle unreadable, unless that column
was asked for; its text becomes the detail `solution`.  A record of a kind that is a
variant is never read as a classic puzzle.
"""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, NamedTuple, cast

from satdoku.cells import BAD, is_numeral, plausible
from satdoku.errors import InputError, UsageError, printable
from satdoku.formats.cells import (
    FLOAT,
    LOST_AS_NUMBER,
    Cells,
    grid_of_list,
    grid_of_text,
    plural,
    size_of,
    usable,
)
from satdoku.formats.line import line_text
from satdoku.formats.model import (
    DETAIL_OF,
    DETAILS,
    NAMES,
    PUZZLES,
    Entry,
    Extras,
    Told,
)
from satdoku.formats.variants import KINDS, kind_error, letters_of
from satdoku.puzzle import Puzzle
from satdoku.symbols import usual

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from satdoku.formats.model import Options, Style
    from satdoku.geometry import Geometry
    from satdoku.grid import Grid

    Value: TypeAlias = str | list[object] | None
    """What a table has in one place."""

__all__ = [
    "NAMES_NONE",
    "SOLUTIONS",
    "Columns",
    "Table",
    "columns_of",
    "find_columns",
    "is_puzzle",
    "record_of",
    "told_by_columns",
    "value_text",
    "written_value",
]

SOLUTIONS = ("solution", "answer", "solutions", "answers")
"""Names of columns of solutions."""

NAMES_NONE = "name one with --column"
"""What helps where no column of a table is known to hold puzzles."""

_SHORTEST = 16
_KNOWN = 8
"""Columns that a message names."""


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
    details: tuple[tuple[str, int], ...] = ()
    kinds: tuple[tuple[str, int], ...] = ()
    others: tuple[tuple[str, int], ...] = ()


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
        fit = list(compress(range(len(record)), map(is_puzzle, record)))
        fit = [i for i in fit if i in named] or fit
        fit = [i for i in fit if i != solution]
        fit = [i for i in fit if not set(words[i : i + 1]) & set(SOLUTIONS)] or fit
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
    hint = NAMES_NONE
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

    def plain(self, geometry: Geometry) -> bytes | None:
        """Return how puzzles like the last one are read, as a table of bytes.

        None if the last one was of another geometry, or in unusual symbols.
        """
        marks, size = self._cells.marks, geometry.size
        if self.before != geometry or marks.unusual(size) is not None:
            return None
        return marks.table(size)

    def entry(self, record: Sequence[Value], line: int, number: int) -> Entry:
        """Make the entry of a record.

        Raises:
            InputError: It holds no puzzle that can be read; names the line, and has the
                columns.
        """
        columns = self.columns
        fields = tuple([(heading, _text(record, at)) for heading, at in columns.others])
        try:
            for heading, at in columns.kinds:
                error = kind_error(heading, _text(record, at))
                if error is not None:
                    raise error
            value = self._value(record)
            grid = self._grid(value)
            if grid.geometry is not self.before:
                self._refuse_shortened(value, grid.geometry)
            self.before = grid.geometry
            extras = self._extras(record, grid.geometry, fields)
        except InputError as error:
            at = columns.puzzle
            error.columns = (("puzzle", _text(record, at)), *fields)
            raise error.at(line=line) from None
        name = _text(record, columns.name) or None
        return Entry(grid, self._source, line, number, name, self._format, extras)

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

    def _value(self, record: Sequence[Value]) -> str | list[object]:
        """Return the value in the column of puzzles."""
        at = self.columns.puzzle
        if len(record) <= at:
            expected = f"a puzzle in column {at + 1}"
            raise InputError(plural(len(record), "column"), expected=expected)
        value = record[at]
        if not value or (isinstance(value, str) and value.isspace()):
            raise InputError("no puzzle in the column", expected="its cells")
        return value

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
    ) -> Extras:
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
                if found.geometry != geometry:
                    raise InputError(f"{found.geometry}", expected=f"{geometry}")  # noqa: TRY301  as of the grid
                solution = found.clues
            except InputError as error:
                if self._strict:
                    error.what = f"the solution: {error.what}"
                    raise
                details.append(("solution", str(value)))
        extras = self._cells.extras(geometry.size)
        if solution is None and not fields and not details:
            return extras
        return Extras(tuple(details), None, solution, extras.symbols, columns=fields)


def _text(record: Sequence[Value], at: int | None) -> str:
    """Return the text in a column; nothing where the record is shorter."""
    return "" if at is None or len(record) <= at else value_text(record[at])


def value_text(value: Value) -> str:
    """Return a value as text; nothing for None."""
    if value is None:
        return ""
    return value if isinstance(value, str) else str(value)


# Writing


def _fields(entry: Entry) -> dict[str, str]:
    """Return the columns of an entry besides its puzzle and solution.

    They are those of the table it was in, and its name and details if that had none.
    """
    fields = dict(entry.extras.columns)
    if not (fields or entry.name or entry.extras.details):
        return fields
    words = {heading.lower() for heading in fields}
    told = {DETAIL_OF.get(word) for word in words}
    if entry.name and words.isdisjoint(NAMES):
        fields["name"] = entry.name
    for key, text in entry.extras.details:
        if key in DETAILS and key not in told:
            fields.setdefault(key, text)
    return fields


def columns_of(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return the columns that some of the entries fill, as they are written.

    Example:
        >>> from satdoku.formats.model import Entry
        >>> from satdoku.puzzle import Puzzle
        >>> columns_of([Entry.of(Puzzle("." * 16), name="easy")])
        ('puzzle', 'name')
    """
    columns = {"puzzle": ""}
    if any(entry.extras.solution is not None for entry in entries):
        columns["solution"] = ""
    for entry in entries:
        columns |= _fields(entry)
    return tuple(columns)


def record_of(
    entry: Entry, columns: tuple[str, ...] | None, style: Style
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
    if entry.extras.solution is not None:
        filled["solution"] = written_value(entry, "solution", style)
    filled |= _fields(entry)
    if columns is None:
        return [*filled.values()]
    for column in filled.keys() - set(columns):
        msg = f"puzzle {style.number:,} has a {column}"
        raise UsageError(f"{msg}; the table was begun with {', '.join(columns)} alone")
    return [filled.get(column) or None for column in columns]


def written_value(entry: Entry, column: str, style: Style) -> str | None:
    """Return the puzzle or the solution of an entry as text; None if it has none.

    Raises:
        UsageError: The grid cannot be written in the symbols of the style.
    """
    grid = entry.grid if column == "puzzle" else entry.extras.solution
    if grid is None:
        return None
    if usual(grid.geometry.size) is None:
        return " ".join(map(str, grid.values))
    return line_text(grid, style.symbols or entry.extras.symbols)


def told_by_columns(entry: Entry) -> Told:
    """Return the name and the details that written columns are read back as."""
    fields = _fields(entry)
    name = next((text for key, text in fields.items() if key.lower() in NAMES), None)
    details = ((DETAIL_OF.get(key.lower()), text) for key, text in fields.items())
    return Told(name, tuple((key, text) for key, text in details if key and text))
