"""What `--explain-choice` tells: what is chosen for a puzzle, because of what.

    satdoku: puzzles.sdm:1: chosen: bitmask after singles; then after 480 steps ...
    satdoku:   known: 9x9, 30 clues, 1 puzzle; asked: a solution, and whether ...
    ...

Of many puzzles a choice is told only where it is another than for the puzzle before.
Where clues clash there is no choice, and no table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.choose import LANES, Question, choose_many
from satdoku.choosing.costs import LANES_NUMPY, LANES_WAY
from satdoku.choosing.explaining import chosen, why
from satdoku.cli.remarks import say
from satdoku.cli.sources import where
from satdoku.spread import is_quick, is_spreadable

if TYPE_CHECKING:
    from satdoku.formats import Entry
    from satdoku.ledger import Ledger

__all__ = ["ExplainChoice"]

_NOTHING = "nothing; the clues alone decide, as they clash"


class ExplainChoice:
    """Tells choices, each when it changes.

    Args:
        ledger: What chooses.
        question: What is asked of each puzzle.
    """

    def __init__(self, ledger: Ledger, question: Question) -> None:
        self._ledger = ledger
        self._question = question
        self._told: object = None

    def puzzle(self, entry: Entry, most: int | None = None) -> None:
        """Tell what will be chosen for a puzzle."""
        if entry.grid.clashes():
            if self._told is not _NOTHING:
                self._say(entry, _NOTHING)
            self._told = _NOTHING
            return
        geometry = entry.grid.geometry
        choice = self._ledger.choice(entry.grid, self._question, most)
        # After how many steps another engine takes over is no other choice.
        engines = tuple(attempt.engine for attempt in choice.attempts)
        key = geometry, choice.encoding, choice.simplified, engines
        if key == self._told:
            return
        self._told = key
        so_far = self._ledger.so_far(geometry, entry.grid)
        self._say(entry, chosen(choice))
        for line in why(
            choice,
            self._question,
            geometry.size,
            so_far,
            compiled=is_quick(),
            spreadable=is_spreadable(entry.grid),
        ):
            say(f"satdoku:   {line}")

    def at_once(self, entry: Entry, coming: int = 0, *, forced: bool = False) -> None:
        """Tell that a puzzle, and those after it, are answered by lanes.

        Args:
            entry: The puzzle.
            coming: How many there are at least.
            forced: Whether lanes were asked for.
        """
        self._told = LANES
        if forced:
            self._say(entry, f"{LANES}; because: it was asked for")
            return
        geometry, compiled = entry.grid.geometry, is_quick()
        so_far = self._ledger.so_far(geometry, entry.grid)
        so_far = so_far._replace(coming=max(so_far.coming, coming))
        self._say(entry, f"{LANES}, many puzzles at once")
        if not choose_many(geometry.size, so_far, compiled=compiled):
            say(
                "satdoku:   because: they were asked for at once, or the input does "
                "not tell how many there are, and begins as long ones do"
            )
            return
        choice = self._ledger.choice(entry.grid, self._question)
        for line in why(
            choice,
            self._question,
            geometry.size,
            so_far,
            compiled=compiled,
            way=LANES_WAY if compiled else LANES_NUMPY,
        ):
            say(f"satdoku:   {line}")

    def _say(self, entry: Entry, what: str) -> None:
        say(f"satdoku: {where(entry)}: chosen: {what}")
