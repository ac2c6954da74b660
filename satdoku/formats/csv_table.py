"""The format `csv`: a table with a column of puzzles, quoted or not.

The column is the one asked for, else the one whose name says so, else the only one
whose first value is a puzzle.  Cells of the table are always text, so no zero in front
is lost.  Kaggle's `quizzes,solutions` and Hugging Face's `source,question,answer` are
such tables.  Separators are commas, semicolons or tabs, whichever the first line has
most of.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from satdoku.errors import InputError, printable
from satdoku.formats.cells import Cells, size_of, usable
from satdoku.formats.entry import Entry
from satdoku.formats.format import Certainty, Format, Options
from satdoku.formats.head import is_data
from satdoku.formats.line import line_text
from satdoku.formats.marks import plausible
from satdoku.formats.numerals import is_numeral
from satdoku.symbols import usual

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    from satdoku.formats.head import Head
    from satdoku.formats.lines import Lines
    from satdoku.grid import Grid

    _Table: TypeAlias = list[tuple[int, list[str] | InputError]]

__all__ = ["CSV"]

_PUZZLES = frozenset(
    ("puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "problem")
) | frozenset(("sudoku", "sudokus", "grid", "grids", "givens", "clues", "board"))
_NAMES = frozenset(("name", "title", "id"))
_SEPARATORS = ",;\t"
_SHORTEST = 16


class _Records:
    """The records of a table, each with the line it starts at."""

    def __init__(self, lines: Lines, separator: str) -> None:
        import csv  # noqa: PLC0415  only tables need it

        self._lines = lines
        self._error = csv.Error
        self._start = 0
        self._reader = csv.reader(self._feed(), delimiter=separator, strict=True)

    def _feed(self) -> Iterator[str]:
        for line in self._lines:
            if is_data(line) or self._start:
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


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    """Yield the puzzle of each record."""
    table = iter(_Records(lines, _separator(_first(lines.peek(64)))))
    start, header = next(table, (0, None))
    if header is None:
        return
    if isinstance(header, InputError):
        raise header
    after = next(table, None)
    second = after[1] if after and isinstance(after[1], list) else None
    at = _column(header, second, options.column)
    name_at = next((i for i, h in enumerate(header) if _word(h) in _NAMES), -1)
    name_at = -1 if name_at == at else name_at
    cells = Cells(options)
    number = 0
    first: _Table = [] if after is None else [after]
    if len(header) > at and _is_puzzle(header[at]):
        first = [(start, header), *first]
    for line, record in chain(first, table):
        number += 1
        if isinstance(record, InputError):
            yield record
            continue
        if len(record) <= at:
            columns = f"{len(record)} column{'s' if len(record) > 1 else ''}"
            expected = f"a puzzle in column {at + 1}"
            yield InputError(columns, expected=expected, line=line)
            continue
        try:
            grid = _grid(record[at], cells)
        except InputError as error:
            yield error.at(line=line)
            continue
        name = record[name_at] if 0 <= name_at < len(record) else None
        yield Entry(grid, lines.name, line, number, name, "csv")


def _grid(value: str, cells: Cells) -> Grid:
    """Make the grid of one value: a character a cell, or numbers between blanks."""
    words = value.split()
    if not words:
        raise InputError("no puzzle in the column", expected="its cells")
    if len(words) == 1:
        return cells.grid(words[0], cells.geometry_of_cells(len(words[0])))
    return cells.grid(words, cells.geometry_of_cells(len(words)))


def _is_puzzle(value: str) -> bool:
    """Whether a value can be read as a puzzle."""
    words = value.split()
    count = len(words) if len(words) > 1 else len(value.strip())
    size = size_of(count)
    if size is None or count < _SHORTEST or not usable(size):
        return False
    return all(map(is_numeral, words)) if len(words) > 1 else plausible(words[0], size)


def _word(heading: str) -> str:
    return heading.strip().lower()


def _column(header: list[str], second: list[str] | None, asked: str | None) -> int:
    """Find the column of puzzles.

    Raises:
        InputError: There is none, or several could be it.
    """
    headings = [heading.strip() for heading in header]
    known = ", ".join(printable(heading, 20) for heading in headings[:8])
    if asked is not None:
        if asked in headings:
            return headings.index(asked)
        if asked.isascii() and asked.isdigit() and len(asked) < 6:
            if 1 <= int(asked) <= len(headings):
                return int(asked) - 1
            expected = f"1 to {len(headings)}, or a name: {known}"
            raise InputError(f"no column {asked}", expected=expected)
        raise InputError(f"no column '{printable(asked)}'", expected=f"one of {known}")
    named = [i for i, heading in enumerate(header) if _word(heading) in _PUZZLES]
    if len(named) == 1:
        return named[0]
    for record in (second, header):
        fit = [i for i, value in enumerate(record or ()) if _is_puzzle(value)]
        fit = [i for i in fit if i in named] or fit
        if len(fit) == 1:
            return fit[0]
        if fit:
            names = [f"'{printable((*headings, *[''] * i)[i], 20)}'" for i in fit]
            raise InputError(
                f"columns {' and '.join(names)} both hold puzzles",
                expected="one column of puzzles",
                hint="say which with --column",
            )
    raise InputError(
        f"no column of puzzles among {known}",
        expected="a column named puzzle, or one that holds puzzles",
        hint="say which with --column",
    )


def _first(lines: list[str]) -> str:
    return next(filter(is_data, lines), "")


def _separator(line: str) -> str:
    return max(_SEPARATORS, key=line.count)


def _recognises(head: Head) -> Certainty:
    """Look for a heading that means puzzles, or for a puzzle below another heading."""
    separator = _separator(head.first)
    headings = [_word(h.strip(' "')) for h in head.first.split(separator)]
    if len(head.data) > 1 and _PUZZLES.intersection(headings):
        return Certainty.CERTAIN
    if head.first.strip().lower() in _PUZZLES:
        return Certainty.LIKELY
    if separator not in head.first:
        return Certainty.NO
    if any(map(_is_puzzle, headings)):
        below_too = not _is_puzzle(headings[0])  # else it is a line and its name
        return Certainty.LIKELY if below_too else Certainty.NO
    for line in head.data[1:2]:
        if any(_is_puzzle(value.strip('"')) for value in line.split(separator)):
            return Certainty.LIKELY
    words = all(h[:1].isalpha() or not h for h in headings)
    return Certainty.POSSIBLE if words and len(headings) > 1 else Certainty.NO


def _write(grid: Grid, number: int) -> str:  # noqa: ARG001  a record has no number
    if usual(grid.geometry.size) is None:
        return " ".join(map(str, grid.values)) + "\n"
    return line_text(grid) + "\n"


CSV = Format(
    name="csv",
    summary="a table with a column of puzzles",
    extensions=(".csv", ".tsv"),
    recognises=_recognises,
    read=_read,
    write=_write,
    header="puzzle\n",
)
"""Format `csv`."""
