"""What reading yields: a grid, where it came from, and what else the source says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from satdoku.grid import Grid
    from satdoku.puzzle import Puzzle
    from satdoku.symbols import Symbols

__all__ = ["DETAILS", "PLAIN", "Entry", "Extras", "Mend"]


class Mend(NamedTuple):
    """What was mended before a puzzle could be read.

    Args:
        line: The line of the source, from 1; 0 where it is about the file itself.
        what: What was done.
    """

    line: int
    what: str


@dataclass(frozen=True, slots=True)
class Extras:
    """What a source says of a puzzle beyond its clues; none of it changes the answer.

    Args:
        details: (key, value) pairs in the order of the source, keys from `DETAILS`
            where one fits.
        state: How far somebody has come: the clues, what was placed besides, and the
            candidates that are left, or None.
        solution: The solution that the source gives, unchecked, or None.
        symbols: How the digits are written, where that is not the usual way.
        mends: What was mended (`repair`), line by line.
        columns: What the table it was in has beside puzzle and solution: (heading,
            value) pairs in its order.
    """

    details: tuple[tuple[str, str], ...] = ()
    state: Puzzle | None = None
    solution: Grid | None = None
    symbols: Symbols | None = None
    mends: tuple[Mend, ...] = ()
    columns: tuple[tuple[str, str], ...] = ()


DETAILS = ("author", "date", "source", "url", "level", "rating", "rules", "comment")
"""The usual keys of details; a puzzle's title is its name."""

PLAIN = Extras()
"""Nothing beyond the clues."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A grid that was read, with its place.

    Args:
        grid: The puzzle: its clues and, where the source rules candidates out, those.
        source: The file's name, `<stdin>` or another name of where the text is from.
        line: The line of the source at which the puzzle starts, counted from 1 (its
            number in sources that have no lines).
        number: Which puzzle of the source it is, counted from 1, unreadable ones too.
        name: What the source calls it (`Grid 01`, the text behind a line), or None.
        format: The name of the format it was read in.
        extras: What else the source says of it.
    """

    grid: Puzzle
    source: str
    line: int
    number: int
    name: str | None
    format: str
    extras: Extras = PLAIN

    @classmethod
    def of(cls, grid: Puzzle, name: str | None = None) -> Entry:
        """Make an entry of a grid that was not read.

        Example:
            >>> from satdoku.puzzle import Puzzle
            >>> Entry.of(Puzzle("." * 16)).number
            1
        """
        return cls(grid, "", 1, 1, name, "")
