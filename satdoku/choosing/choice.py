"""What a choice is: formula and engines for a puzzle, and what it was made by."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from satdoku.choosing.costs import Tally

__all__ = [
    "AUTO",
    "BITMASK",
    "LANES",
    "LARGE_LISTER",
    "LEARNER",
    "LISTER",
    "LOGIC",
    "PUZZLE_LEARNER",
    "Attempt",
    "Choice",
    "Question",
    "SoFar",
]

AUTO = "auto"
LANES = "lanes"
"""The engine that takes puzzles of 9×9 and no formulas."""

LOGIC = "logic"
"""The engine that follows techniques first, and leaves what is open to others."""

BITMASK = "bitmask"
"""The engine whose short search, after singles, is a trial."""

LEARNER = "cadical153"
"""The PySAT solver that `auto` turns to for formulas, and for grids beyond 49×49."""

PUZZLE_LEARNER = "glucose4"
"""The one it turns to for one or two solutions of puzzles: quickest up to 49×49."""

LISTER = "minisat22"
"""The one it turns to for all solutions: 15,000 a second, CaDiCaL 1.5.3 1,200."""

LARGE_LISTER = "cadical195"
"""The same on large grids, where finding the first is what is hard: 7,800 a second."""


class Question(Enum):
    """What is asked of a puzzle: one or two solutions, or all that there are."""

    FEW = "few"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Attempt:
    """An engine, and when the next one goes on.

    Args:
        engine: Its name.
        patience: After how many conflicts without a solution it gives up; of a trial
            after how many steps.
        many: After how many solutions, its own and those before, `lanes` starts over.
    """

    engine: str
    patience: int | None = None
    many: int | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A formula, the engines that are asked about it in turn, and why these.

    Args:
        encoding: The recipe; empty where no formula is made.
        simplified: Whether only what the clues leave open becomes clauses.
        shared: Whether the engines, once loaded, also serve later puzzles; a walk that
            is not finished keeps its engine to itself.
        attempts: The engines.
        because: Why.
        way: Which it is of the ways that were measured (`satdoku.choosing.figure`);
            empty for others.
    """

    encoding: str
    simplified: bool
    shared: bool
    attempts: tuple[Attempt, ...]
    because: str
    way: str = ""


class SoFar(NamedTuple):
    """What is known of a session's puzzles of one geometry when the next one comes.

    Args:
        spent: What they have cost, as `cost` tells, where an engine was asked for.
        tally: What they have cost by each way, where none was.
        coming: How many are to come, this one among them, as far as is known.
        learning: Whether the engine that learns is imported by now.
        spreading: Whether engine `lanes` is.
        loaded: Whether the formula of the rules is loaded whole.
        clues: How many cells of the puzzle are given; None if that is not known.
    """

    spent: float = 0.0
    tally: Tally | None = None
    coming: int = 1
    learning: bool = False
    spreading: bool = False
    loaded: bool = False
    clues: int | None = None

    @property
    def expected(self) -> int:
        """How many puzzles to reckon with."""
        answered = 0 if self.tally is None else self.tally.answered
        return max(1, self.coming, answered)
