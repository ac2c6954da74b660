"""What an explanation is: steps, what goes on where they end, and the end.

    puzzle ──techniques──▶ Step, Step, … ──none left──▶ Trial ──▶ Step, … ──▶ Searched

An entry is one of four, and all four have `places`, `removes`, `outcome` and
`reason`, and print as a sentence:

    Step      a technique
    Trial     a candidate refuted by trying it, where no technique is left
    Clash     a candidate refuted by what it clashes with, where no trial does
    Searched  the rest of the grid, found by search, where even that leads nowhere soon
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from satdoku import answers
from satdoku.explanation.clash import Clash
from satdoku.explanation.trial import Trial
from satdoku.techniques.path import level_of, score_of
from satdoku.techniques.state import State
from satdoku.techniques.step import Step, candidates_text
from satdoku.techniques.technique import Level

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.geometry import Geometry
    from satdoku.grid import Grid
    from satdoku.puzzle import Puzzle

__all__ = ["End", "Entry", "Explanation", "Searched"]


class End(Enum):
    """How an explanation ends."""

    SOLVED = "solved"
    SEARCHED = "searched"
    SEVERAL = "several"
    NONE = "none"
    STOPPED = "stopped"
    TIMEOUT = "timeout"


@dataclass(frozen=True, slots=True)
class Searched:
    """The rest of the grid, found by search.

    Args:
        geometry: Of the grid.
        places: The (cell, digit) pairs.
        removes: Nothing; a step has it.
    """

    geometry: Geometry
    places: tuple[tuple[int, int], ...]
    removes: tuple[tuple[int, int], ...] = ()

    @property
    def outcome(self) -> str:
        """What it does, in the standard notation."""
        return candidates_text(self.geometry, self.places, "=")

    @property
    def reason(self) -> str:
        """Why it holds, in words."""
        return "found by search: the techniques lead no further"

    def __str__(self) -> str:
        return f"Search: {self.outcome}, {self.reason}"


_ENDS = {
    End.SEVERAL: "several solutions",
    End.NONE: "no solution",
    End.TIMEOUT: "out of time",
}
"""What one word does not tell."""

Entry: TypeAlias = Step | Trial | Clash | Searched
"""What an explanation is made of."""


@dataclass(frozen=True)
class Explanation:
    """A puzzle explained.

    Args:
        puzzle: The puzzle.
        start: Where the explanation starts: the puzzle, or how far somebody has come.
        entries: What is done, in order.
        end: How it ends.
        position: Values and candidates then.
        solution: The solution; None where there is none, or several.
        verified: Whether each entry was checked by SAT.
        conflict: Where there is no solution: the cells of clues that contradict each
            other, none to spare.
        mistakes: (cell, digit) pairs of the start that no solution has: digits placed
            wrongly, and candidates removed that were needed; where the puzzle has
            several solutions, some that no solution has all of.
        status: How many solutions the puzzle has.
    """

    puzzle: Puzzle
    start: Puzzle
    entries: tuple[Entry, ...]
    end: End
    position: Puzzle
    solution: Grid | None = None
    verified: bool = False
    conflict: tuple[int, ...] = ()
    mistakes: tuple[tuple[int, int], ...] = ()
    status: answers.Status = answers.Status.UNKNOWN

    @property
    def steps(self) -> tuple[Step, ...]:
        """The entries that are techniques."""
        return tuple(entry for entry in self.entries if isinstance(entry, Step))

    @property
    def by_logic(self) -> bool:
        """Whether techniques alone solved it."""
        return self.end is End.SOLVED and len(self.steps) == len(self.entries)

    @property
    def score(self) -> int | None:
        """The sum of the scores of the steps; None if any entry is no technique."""
        steps = self.steps
        if len(steps) < len(self.entries):
            return None
        return score_of(steps)

    @property
    def level(self) -> Level:
        """The level, that of the hardest step, or higher where the score is."""
        return Level.EXTREME if self.score is None else level_of(self.steps)

    def positions(self) -> Iterator[tuple[Puzzle, Entry]]:
        """Yield each entry with the values and candidates before it."""
        state = State.of(self.puzzle, self.start)
        for entry in self.entries:
            yield state.grid(), entry
            state.apply(entry)

    def __repr__(self) -> str:
        n, number = self.puzzle.geometry.size, len(self.entries)
        steps = f"{number} step{'s' * (number != 1)}"
        end = "mistakes" if self.mistakes else _ENDS.get(self.end, self.end.value)
        return f"<Explanation of {n}x{n}, {steps}, {end}>"

    def __str__(self) -> str:
        """Give a line an entry."""
        return "\n".join(map(str, self.entries))
