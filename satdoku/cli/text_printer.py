"""Answers as grids, in any of the formats that are written.

A puzzle without an answer keeps its place by a comment, which readers pass over:

    # none: puzzles.sdm:3: r1c1 and r1c2 are both 5 in row 1
    # unknown: puzzles.sdm:4: out of time
    # unreadable: puzzles.sdm:5: 80 cells; expected 81 for a 9x9 grid

So in format `line` the n-th line answers the n-th puzzle.  Where all solutions are
printed, a comment before them names the puzzle.  Formats without comments have neither:
what became of a puzzle is told on standard error alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from satdoku.answers import Status
from satdoku.cli.answers import why
from satdoku.cli.sources import where
from satdoku.errors import printable
from satdoku.formats import Entry, Extras, Writer
from satdoku.formats.registry import find
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from satdoku.cli.answers import Answer
    from satdoku.cli.output import Output
    from satdoku.errors import SatdokuError
    from satdoku.grid import Grid
    from satdoku.symbols import Symbols

__all__ = ["TextPrinter"]

_LONGEST = 500


class TextPrinter:
    """Prints answers as grids.

    Args:
        output: Where to.
        format_name: The format.
        places: Whether puzzles without an answer keep their place, where the format
            has comments.
        titles: Whether each puzzle's solutions are announced, where it has.
        symbols: How digits are written; as in each puzzle if None.

    Raises:
        UsageError: The format is only read.
    """

    def __init__(
        self,
        output: Output,
        format_name: str,
        *,
        places: bool,
        titles: bool,
        symbols: Symbols | None = None,
    ) -> None:
        self._output = output
        self._writer = Writer(output.stream, format_name, symbols)
        self._extras: Extras | None = None
        comments = find(format_name).comments
        self._places = places and comments
        self._titles = titles and comments
        self._place = ""

    def begin(self, entry: Entry) -> None:
        """Remember which puzzle is answered."""
        self._place = where(entry)
        symbols = entry.extras.symbols
        self._extras = None if symbols is None else Extras(symbols=symbols)
        if self._titles:
            self._comment(f"solutions of {self._place}")

    def solution(self, grid: Grid) -> None:
        """Print a solution."""
        extras = self._extras
        if extras is None:
            self._writer.write(Puzzle.of(grid))
        else:
            self._writer.write(replace(Entry.of(Puzzle.of(grid)), extras=extras))
        self._output.answered()

    def end(self, answer: Answer) -> None:
        """Keep the place of a puzzle that has no answer."""
        if self._places and not answer.found:
            result = answer.result
            none = result.status is Status.NONE
            reason = why(result) if none else answer.stopped
            self._comment(f"{result.status}: {self._place}: {reason}")

    def refused(self, error: SatdokuError, entry: Entry | None) -> None:
        """Keep the place of a puzzle that could not be read or encoded."""
        if not self._places:
            return
        if entry is None:
            self._comment(f"unreadable: {error}")
        else:
            self._comment(f"unknown: {where(entry)}: {error}")

    def interrupted(self) -> None:
        """Whole grids have been printed; there is nothing to end."""

    def close(self) -> None:
        """Print what the format ends with."""
        self._writer.close()

    def code(self, usual: int) -> int:
        """Return the usual exit code."""
        return usual

    def _comment(self, text: str) -> None:
        self._output.stream.write(f"# {printable(text, _LONGEST)}\n")
        self._output.answered()
