"""Answers as a table: the puzzle, and its solution beside it.

A table has no comments.  A puzzle without a solution keeps its place with an empty
value, and one that cannot be read with two, so that in a file whose puzzles have one
solution asked for each, the n-th record answers the n-th puzzle.

With statistics there are three columns more: the status, and how often engine `lanes`
had to guess and to sweep, by which a table can be sorted by how hard its puzzles are
for search.  They are empty where another engine has searched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.formats import Entry, Extras
from satdoku.formats.model import Style
from satdoku.formats.tables import written_value

if TYPE_CHECKING:
    from satdoku.cli.answers import Answer
    from satdoku.cli.output import Output
    from satdoku.errors import SatdokuError
    from satdoku.grid import Grid
    from satdoku.puzzle import Puzzle
    from satdoku.symbols import Symbols

__all__ = ["CsvPrinter"]

_COLUMNS = ("puzzle", "solution")
_STATS = ("status", "guesses", "sweeps")


class CsvPrinter:
    """Prints answers as a table.

    Args:
        output: Where to.
        symbols: How digits are written; as in each puzzle if None.
        stats: Whether to tell the status, and what the search took.
    """

    def __init__(
        self, output: Output, symbols: Symbols | None = None, *, stats: bool = False
    ) -> None:
        self._output = output
        self._stats = stats
        self._solution: Grid | None = None
        self._style = Style(symbols=symbols)
        self._begun = False
        self._puzzle: Puzzle | None = None
        self._symbols: Symbols | None = None

    def begin(self, entry: Entry) -> None:
        """Remember the puzzle."""
        self._puzzle = entry.grid
        self._symbols = entry.extras.symbols

    def solution(self, grid: Grid) -> None:
        """Print a record with a solution; with statistics, keep it for the end."""
        if self._stats:
            self._solution = grid
        else:
            self._record(self._puzzle, grid)

    def end(self, answer: Answer) -> None:
        """Print what waits for the end; keep the place of a puzzle without answer."""
        if self._stats:
            result = answer.result
            counters = [result.statistics.get(key, "") for key in _STATS[1:]]
            self._record(self._puzzle, self._solution, result.status, *counters)
            self._solution = None
        elif not answer.found:
            self._record(self._puzzle, None)

    def refused(self, error: SatdokuError, entry: Entry | None) -> None:
        """Keep the place of a puzzle that could not be read or encoded."""
        del error
        status = "unreadable" if entry is None else "unknown"
        self._record(None if entry is None else entry.grid, None, status, "", "")

    def interrupted(self) -> None:
        """Whole records have been printed; there is nothing to end."""

    def close(self) -> None:
        """Print the header, if nothing else was."""
        self._header()

    def code(self, usual: int) -> int:
        """Return the usual exit code."""
        return usual

    @property
    def header(self) -> str:
        """The names of the columns, as the first line has them."""
        columns = (*_COLUMNS, *_STATS) if self._stats else _COLUMNS
        return ",".join(columns) + "\n"

    def begun(self) -> None:
        """Tell that the header is there already."""
        self._begun = True

    def _record(
        self, puzzle: Puzzle | None, solution: Grid | None, *stats: object
    ) -> None:
        self._header()
        values: list[str | None] = [None, None]
        if puzzle is not None:
            extras = Extras(solution=solution, symbols=self._symbols)
            entry = Entry(puzzle, "", 1, 1, None, "", extras)
            values = [written_value(entry, column, self._style) for column in _COLUMNS]
        if self._stats:
            values += map(str, stats)
        self._output.stream.write(",".join(value or "" for value in values) + "\n")
        self._output.answered()

    def _header(self) -> None:
        if not self._begun:
            self._begun = True
            self._output.stream.write(self.header)
