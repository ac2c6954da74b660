"""The columns of a table: which holds puzzles, which what is said of them.

The column of puzzles is the one asked for, else the one whose name says so, else the
only one whose first value is a puzzle.  The columns of solutions, names and details are
known by their names; a table without them is as good.

Records become puzzles in `table_reader.py`.
"""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, NamedTuple, cast

from satdoku.cells import is_numeral, plausible
from satdoku.errors import InputError, printable
from satdoku.formats.cells import FLOAT, LOST_AS_NUMBER, size_of, usable
from satdoku.formats.line import line_text
from satdoku.formats.variants import KINDS, letters_of
from satdoku.symbols import usual

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from satdoku.formats.model import Entry, Options, Style

    Value: TypeAlias = str | list[object] | None
    """What a table has in one place."""

__all__ = [
    "DETAIL_OF",
    "NAMES",
    "PUZZLES",
    "SOLUTIONS",
    "Columns",
    "columns_of",
    "find_columns",
    "heading_word",
    "is_puzzle",
    "missing_column",
    "written_value",
]

PUZZLES = frozenset(
    ("puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "problem")
) | frozenset(("sudoku", "sudokus", "grid", "grids", "givens", "clues", "board"))
"""Names of columns of puzzles."""

SOLUTIONS = frozenset(("solution", "solutions", "answer", "answers"))
"""Names of columns of solutions."""

NAMES = frozenset(("name", "title", "id"))
"""Names of columns of names."""

DETAIL_OF = {
    "author": "author",
    "comment": "comment",
    "date": "date",
    "difficulty": "level",
    "level": "level",
    "rating": "rating",
    "source": "source",
    "url": "url",
}
"""Names of columns of details, with the key of the detail."""

_SHORTEST = 16


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
    details: tuple[tuple[str, int], ...] = ()
    kinds: tuple[tuple[str, int], ...] = ()


def heading_word(heading: str) -> str:
    """Return a heading as it is compared."""
    return heading.strip().lower()


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
    solution = _said(header, options.solution)
    puzzle = _said(header, options.column)
    if puzzle is None:
        puzzle = _puzzles(header, second, solution)
    words = [heading_word(heading) for heading in header]
    used = {puzzle, solution}

    def first_of(names: frozenset[str]) -> int | None:
        return next(
            (i for i, word in enumerate(words) if word in names and i not in used), None
        )

    if solution is None:
        solution = first_of(SOLUTIONS)
        used.add(solution)
    name = first_of(NAMES)
    used.add(name)
    details = [(DETAIL_OF.get(word), i) for i, word in enumerate(words)]
    kept = tuple([(key, i) for key, i in details if key and i not in used])
    headings = enumerate(header)
    kinds = [(h.strip(), i) for i, h in headings if letters_of(h) in KINDS]
    told = tuple([(h, i) for h, i in kinds if i not in (puzzle, solution)])
    return Columns(puzzle, solution, name, kept, told)


def _said(header: Sequence[str], asked: str | None) -> int | None:
    """Find the column that is asked for, by name or by number from 1.

    Raises:
        InputError: There is none.
    """
    if asked is None:
        return None
    headings = [heading.strip() for heading in header]
    known = ", ".join(printable(heading, 20) for heading in headings[:8])
    if asked in headings:
        return headings.index(asked)
    if asked.isascii() and asked.isdigit() and len(asked) < 6:
        if 1 <= int(asked) <= len(headings):
            return int(asked) - 1
        expected = f"1 to {len(headings)}, or a name: {known}"
        raise InputError(f"no column {asked}", expected=expected)
    raise InputError(f"no column '{printable(asked)}'", expected=f"one of {known}")


def _puzzles(
    header: Sequence[str], second: Sequence[Value] | None, solution: int | None
) -> int:
    """Find the column of puzzles where none is asked for.

    Raises:
        InputError: There is none, or several could be it.
    """
    words = [heading_word(heading) for heading in header]
    named = [i for i, word in enumerate(words) if word in PUZZLES and i != solution]
    if len(named) == 1:
        return named[0]
    for record in (second, header):
        fit = list(compress(range(len(record or ())), map(is_puzzle, record or ())))
        fit = [i for i in fit if i in named] or fit
        fit = [i for i in fit if i != solution]
        fit = [i for i in fit if words[i : i + 1] not in _OF_SOLUTIONS] or fit
        if len(fit) == 1:
            return fit[0]
        if fit:
            names = [f"'{printable((*header, *[''] * i)[i].strip(), 20)}'" for i in fit]
            raise InputError(
                f"columns {' and '.join(names)} both hold puzzles",
                expected="one column of puzzles",
                hint="say which with --column",
            )
    if any(isinstance(v, str) and FLOAT.fullmatch(v.strip()) for v in second or ()):
        hint = LOST_AS_NUMBER
    else:
        hint = "say which with --column"
    known = ", ".join(printable(heading.strip(), 20) for heading in header[:8])
    raise InputError(
        f"no column of puzzles among {known}",
        expected="a column named puzzle, or one that holds puzzles",
        hint=hint,
    )


_OF_SOLUTIONS = [[word] for word in SOLUTIONS]


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


def columns_of(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return the columns that some of the entries fill, as they are written.

    Example:
        >>> from satdoku.formats.model import Entry
        >>> from satdoku.puzzle import Puzzle
        >>> columns_of([Entry.of(Puzzle("." * 16), name="easy")])
        ('puzzle', 'name')
    """
    columns = ["puzzle"]
    if any(entry.extras.solution is not None for entry in entries):
        columns.append("solution")
    if any(entry.name for entry in entries):
        columns.append("name")
    return tuple(columns)


def missing_column(entry: Entry, columns: tuple[str, ...]) -> str | None:
    """Say what an entry has that a table of these columns does not hold."""
    for column in columns_of([entry]):
        if column not in columns:
            return (
                f"has a {column}; the table was begun with {', '.join(columns)} alone"
            )
    return None


def written_value(entry: Entry, column: str, style: Style) -> str | None:
    """Return what an entry has for a column, as text; None if it has nothing.

    Raises:
        UsageError: The grid cannot be written in the symbols of the style.
    """
    if column == "name":
        return entry.name or None
    grid = entry.grid if column == "puzzle" else entry.extras.solution
    if grid is None:
        return None
    if usual(grid.geometry.size) is None:
        return " ".join(map(str, grid.values))
    return line_text(grid, style.symbols or entry.extras.symbols)
