"""What `--verbose` tells: how the input was understood, and what was done with it.

    satdoku: puzzles.sdm:1: read as line: 9x9, boxes of 3x3, digits 1-9
    satdoku: puzzles.sdm:1: no search: singles answer it

Of many puzzles only what is different from the puzzle before is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cli.answers import searched_by
from satdoku.cli.remarks import say
from satdoku.cli.sources import where
from satdoku.symbols import usual

if TYPE_CHECKING:
    from satdoku.formats import Entry

__all__ = ["Verbose", "understood"]


class Verbose:
    """Tells what is done, each thing when it changes."""

    def __init__(self) -> None:
        self._understood = ("", "")
        self._searched = ""

    def read(self, entry: Entry) -> None:
        """Tell how a puzzle was understood."""
        text = understood(entry)
        if (entry.source, text) != self._understood:
            self._understood = entry.source, text
            say(f"satdoku: {where(entry)}: {text}")

    def searched(
        self,
        entry: Entry,
        engine: str,
        encoding: str,
        *,
        simplified: bool = False,
        because: str = "",
    ) -> None:
        """Tell what searched in which formula, and why."""
        text = _searched(engine, encoding, simplified=simplified, because=because)
        # What each search took is in the reason, and is nothing else to be told.
        self._tell(entry, _searched(engine, encoding, simplified=simplified), text)

    def chosen(self, entry: Entry, choice: str) -> None:
        """Tell what is chosen to search."""
        self._tell(entry, choice, choice)

    def _tell(self, entry: Entry, kind: str, text: str) -> None:
        if kind != self._searched:
            self._searched = kind
            say(f"satdoku: {where(entry)}: {text}")


def understood(entry: Entry) -> str:
    """Say how a puzzle was understood: format, size, boxes, symbols, and the rest.

    Example:
        >>> from satdoku.formats import Entry
        >>> from satdoku.puzzle import Puzzle
        >>> understood(Entry(Puzzle("." * 36), "p", 1, 1, None, "line"))
        'read as line: 6x6, boxes of 2x3, digits 1-6'
    """
    geometry = entry.grid.geometry
    n = geometry.size
    symbols = entry.extras.symbols or usual(n)
    if entry.format == "numbers" or symbols is None:
        digits = f"numbers 1-{n}"
    else:
        digits = f"digits {symbols.expected(n).partition(',')[0]}"
    parts = [
        f"{n}x{n}",
        f"boxes of {geometry.box_height}x{geometry.box_width}",
        digits,
    ]
    if entry.grid.candidates is not None:
        parts.append("candidates ruled out")
    if entry.extras.state is not None:
        parts.append("partly filled in")
    if entry.extras.solution is not None:
        parts.append("with its solution")
    return f"read as {entry.format}: {', '.join(parts)}"


def _searched(
    engine: str, encoding: str, *, simplified: bool, because: str = ""
) -> str:
    if not engine:
        return f"no search: {because or 'the clues alone decide'}"
    reason = f": {because}" if because else ""
    return searched_by(engine, encoding, simplified=simplified) + reason
