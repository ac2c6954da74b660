"""What `--explain-choice` says: which engines are chosen for a puzzle, in turn.

    satdoku: puzzles.sdm:1: chosen: bitmask, up to 480 steps; then glucose4, ...

Of many puzzles a choice is said only where it is another than for the puzzle before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.choice import LANES_FROM, describe
from satdoku.cli.remarks import say
from satdoku.cli.sources import where

if TYPE_CHECKING:
    from satdoku.choice import Question
    from satdoku.formats import Entry
    from satdoku.solver import Solver

__all__ = ["ExplainChoice"]


class ExplainChoice:
    """Says what is chosen, each time it changes.

    Args:
        solver: What chooses.
        question: What is asked of each puzzle.
    """

    def __init__(self, solver: Solver, question: Question) -> None:
        self._solver = solver
        self._question = question
        self._said = ""

    def puzzle(self, entry: Entry, limit: int | None = None) -> None:
        """Say what is chosen for a puzzle."""
        if entry.grid.clashes():
            said = "nothing; the clues alone decide, as they clash"
        else:
            said = describe(self._solver.choice(entry.grid, self._question, limit))
        self._say(entry, said)

    def at_once(self, entry: Entry, *, forced: bool = False) -> None:
        """Say that a puzzle, and those after it, are answered by lanes."""
        because = "it was asked for" if forced else f"{LANES_FROM} puzzles or more"
        self._say(entry, f"lanes, many puzzles at once: {because}")

    def _say(self, entry: Entry, said: str) -> None:
        if said != self._said:
            say(f"satdoku: {where(entry)}: chosen: {said}")
        self._said = said
