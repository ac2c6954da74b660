"""Answers as a table: the puzzle, and its solution beside it.

A table has no comments.  A puzzle without a solution keeps its place with an empty
value, and one that cannot be read with two, so that in a file whose puzzles have one
solution asked for each, the n-th record answers the n-th puzzle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.formats import Entry, Extras
from satdoku.formats.format import Style
from satdoku.formats.tables import written_value

if TYPE_CHECKING:
    from satdoku.cli.answers import Answer
    from satdoku.cli.output import Output
    from satdoku.errors import SatdokuError
    from satdoku.grid import Grid
    from satdoku.symbols import Symbols

__all__ = ["CsvPrinter"]

_COLUMNS = ("puzzle", "solution")


class CsvPrinter:
    """Prints answers as a table.

    Args:
        output: Where to.
        symbols: How digits are written; as in each puzzle if None.
    """

    def __init__(self, output: Output, symbols: Symbols | None = None) -> None:
        self._output = output
        self._style = Style(symbols=symbols)
        self._begun = False
        self._puzzle: Grid | None = None
        self._symbols: Symbols | None = None

    def begin(self, entry: Entry) -> None:
        """Remember the puzzle."""
        self._puzzle = entry.grid
        self._symbols = entry.extras.symbols

    def solution(self, grid: Grid) -> None:
        """Print a record with a solution."""
        self._record(self._puzzle, grid)

    def end(self, answer: Answer) -> None:
        """Keep the place of a puzzle that has no answer."""
        if not answer.found:
            self._record(self._puzzle, None)

    def refused(self, error: SatdokuError, entry: Entry | None) -> None:
        """Keep the place of a puzzle that could not be read or encoded."""
        del error
        self._record(None if entry is None else entry.grid, None)

    def interrupted(self) -> None:
        """Whole records have been printed; there is nothing to end."""

    def close(self) -> None:
        """Print the header, if nothing else was."""
        self._header()

    def code(self, usual: int) -> int:
        """Return the usual exit code."""
        return usual

    def _record(self, puzzle: Grid | None, solution: Grid | None) -> None:
        self._header()
        values: list[str | None] = [None, None]
        if puzzle is not None:
            extras = Extras(solution=solution, symbols=self._symbols)
            entry = Entry(puzzle, "", 1, 1, None, "", extras)
            values = [written_value(entry, column, self._style) for column in _COLUMNS]
        self._output.stream.write(",".join(value or "" for value in values) + "\n")
        self._output.answered()

    def _header(self) -> None:
        if not self._begun:
            self._begun = True
            self._output.stream.write(",".join(_COLUMNS) + "\n")
