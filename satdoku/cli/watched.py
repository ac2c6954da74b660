"""A printer beside a line of progress, which does not get between its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.cli.answers import Answer, Printer
    from satdoku.cli.progress import Progress
    from satdoku.errors import SatdokuError
    from satdoku.formats import Entry
    from satdoku.grid import Grid

__all__ = ["WatchedPrinter"]


class WatchedPrinter:
    """Prints by another printer, and tells progress what comes out.

    Args:
        printer: What prints.
        progress: The line of progress.
    """

    def __init__(self, printer: Printer, progress: Progress) -> None:
        self._printer = printer
        self._progress = progress
        self._found = 0

    def begin(self, entry: Entry) -> None:
        """Begin the answer to a puzzle; from here on the terminal is the answer's."""
        self._progress.hold()
        self._found = 0
        self._printer.begin(entry)

    def solution(self, grid: Grid) -> None:
        """Print a solution."""
        self._printer.solution(grid)
        self._found += 1
        self._progress.count(self._found)

    def end(self, answer: Answer) -> None:
        """End the answer."""
        self._printer.end(answer)
        self._progress.release()

    def refused(self, error: SatdokuError, entry: Entry | None) -> None:
        """Keep the place of a puzzle that could not be read or encoded."""
        self._progress.answer()
        self._printer.refused(error, entry)

    def interrupted(self) -> None:
        """End the answer that was begun as well as may be."""
        self._progress.answer()
        self._printer.interrupted()

    def close(self) -> None:
        """Print what comes after all answers."""
        self._progress.answer()
        self._printer.close()

    def code(self, usual: int) -> int:
        """Return the exit code of the run."""
        return self._printer.code(usual)
