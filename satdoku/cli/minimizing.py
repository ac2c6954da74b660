"""The work of `satdoku minimize`: minimal puzzles one by one, and how it went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cli import exits
from satdoku.cli.remarks import counted, say
from satdoku.cli.sources import where
from satdoku.errors import InputError, Stopped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.cli.tally import Tally
    from satdoku.formats import Entry
    from satdoku.puzzle import Puzzle
    from satdoku.reasons.minimizing import Minimizer

__all__ = ["Minimizing"]


class Minimizing:
    """Makes puzzles minimal, tells which cannot be, and counts the clues that went.

    Args:
        minimizer: What finds minimal puzzles.
        tally: Counts the puzzles.
        seed: For the order in which clues are tried.
        smallest: Whether the fewest clues are wanted.
        every: Whether every minimal puzzle is wanted, or one.
        limit: How many of each, at most; None for any number.
        timeout: Seconds for a puzzle.
        quiet: Whether limits are not told; the exit code tells.
    """

    def __init__(
        self,
        minimizer: Minimizer,
        tally: Tally,
        *,
        seed: int | None,
        smallest: bool,
        every: bool,
        limit: int | None,
        timeout: float | None,
        quiet: bool,
    ) -> None:
        self._minimizer = minimizer
        self._tally = tally
        self._seed = seed
        self._smallest = smallest
        self._every = every
        self._limit = limit
        self._timeout = timeout
        self._quiet = quiet
        self._minimized = self._improper = self._stopped = 0
        self._clues = self._kept = self._written = 0
        self._more = False

    def minimal(self, entry: Entry) -> Iterator[Puzzle]:
        """Yield minimal puzzles inside one; say so where there is none."""
        found = 0
        try:
            for grid in self._found(entry.grid):
                found += 1
                self._clues += entry.grid.clue_count
                self._kept += grid.clue_count
                yield grid
                if found == self._limit:
                    self._more = True  # for all that is known: to look may take long
                    break
            self._minimized += 1
        except InputError as error:
            self._improper += 1
            self._tally.codes.add(exits.NO)
            say(f"satdoku: {where(entry)}: {error}")
        except Stopped as stop:
            self._stopped += 1
            self._tally.codes.add(exits.STOPPED)
            if not self._quiet:
                more = f"there may be more than these {found:,}"
                rest = more if found else "no minimal puzzle by then"
                say(f"satdoku: {where(entry)}: {stop}: {rest}")
        self._written += found

    def _found(self, grid: Puzzle) -> Iterator[Puzzle]:
        if self._every:
            return self._minimizer.every(
                grid, seed=self._seed, smallest=self._smallest, timeout=self._timeout
            )
        minimal = self._minimizer.minimal(
            grid, seed=self._seed, smallest=self._smallest, timeout=self._timeout
        )
        return iter((minimal,))

    def conclude(self) -> None:
        """Say in the end how it went."""
        went = self._clues - self._kept
        if not self._tally.is_single:
            self._tally.conclude(
                [
                    (self._minimized, "made minimal"),
                    (went, "clues left out" if went != 1 else "clue left out"),
                    (self._improper, "not proper"),
                    (self._stopped, "not done in time"),
                ]
            )
        elif self._written and not self._every:
            had = counted(self._clues, "clue")
            if went:
                say(f"{went} of {had} left out; none of the {self._kept} can go.")
            else:
                say(f"None of its {had} can go.")
        elif self._written and self._minimized:
            puzzles = counted(self._written, "minimal puzzle")
            if self._more:
                first = "One" if self._written == 1 else "The first"
                found = puzzles.removeprefix("1 ")
                say(f"{first} {found} inside it; there may be more.")
            elif self._written == 1:
                say("This is the only minimal puzzle inside it.")
            else:
                say(f"These are all {puzzles} inside it.")
