"""Which engines answer, on which formula: the choice behind `--engine auto`.

Measured on 9×9 grids (`python -m benchmarks`), CPU time a puzzle:

    the formula simplified by the clues, made anew each time      0.5 to 1 ms
    searched by the hand-written DPLL, a conflict                  0.04 ms
    importing PySAT, loading the whole formula, once                 25 ms
    searched by CaDiCaL, loaded                            0.2 ms, hard ones 1.3 ms

So a few puzzles are simplified and searched by DPLL, and when that has cost as much as
loading does, CaDiCaL is loaded for all that follow: whatever comes, the cost is at most
twice the best.  DPLL's patience is what is left of that budget; puzzles made to be hard
for search without learning go to CaDiCaL then.  Beyond 16×16 it is CaDiCaL at once.

All solutions are another matter: plain search and MiniSat list 20,000 a second, and
engine `lanes` lists four million, but to load it takes as long as to list 2,000:

    importing numpy, loading the compiled kernel, once              100 ms

So `lanes` starts over with a 9×9 puzzle that turns out to have many solutions, and once
it is loaded it is asked at once.  A single solution is not worth that: PySAT is loaded
in a quarter of the time.

The cost is counted in puzzles and conflicts, not by a clock, so that the choice is the
same in every run.  Who asks for an encoding by name gets just that one, whole, so that
what the engine counts is about the encoding.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.geometry import Geometry

__all__ = [
    "AUTO",
    "LANES",
    "LARGE_LISTER",
    "LEARNER",
    "LISTER",
    "LOGIC",
    "Attempt",
    "Choice",
    "Question",
    "choose",
    "cost",
]

AUTO = "auto"
LANES = "lanes"
"""The engine that takes puzzles of 9×9 and no formulas."""

LOGIC = "logic"
"""The engine that follows techniques first, and leaves what is open to others."""

LEARNER = "cadical153"
"""The PySAT solver that `auto` turns to for one or two solutions."""

LISTER = "minisat22"
"""The one it turns to for all solutions: 15,000 a second, CaDiCaL 1.5.3 1,200."""

LARGE_LISTER = "cadical195"
"""The same on large grids, where finding the first is what is hard: 7,800 a second."""

_LOADING = 25.0  # milliseconds: import PySAT, load a whole formula of 9×9
_LOADING_ASKED = 15.0  # the same without the import, which is paid in any case
_LEAST = 2.0  # milliseconds of search, whatever has been spent
_A_PUZZLE = 1.0  # milliseconds to simplify one and look through it
_CONFLICTS = 25  # of DPLL, in a millisecond
_LARGEST_WHOLE = 16  # sizes whose whole formula is worth loading
_LARGEST_DPLL = 16  # sizes at which plain search is worth a try
_WORTH_LOADING = 2_000  # solutions that take as long as to load lanes
_MANY = 500  # solutions, 30 ms: who has as many has mostly far more


class Question(Enum):
    """What is asked of a puzzle: one or two solutions, or all that there are."""

    FEW = "few"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Attempt:
    """An engine, and when the next one goes on.

    Args:
        engine: Its name.
        patience: After how many conflicts without a solution it gives up.
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
    """

    encoding: str
    simplified: bool
    shared: bool
    attempts: tuple[Attempt, ...]
    because: str


def cost(conflicts: int) -> float:
    """Return what a puzzle has cost that was simplified, in milliseconds or so."""
    return _A_PUZZLE + conflicts / _CONFLICTS


def choose(
    geometry: Geometry,
    question: Question,
    *,
    engine: str = AUTO,
    encoding: str | None = None,
    spent: float = 0.0,
    spreadable: bool = False,
    spreading: bool = False,
    most: int | None = None,
) -> Choice:
    """Choose formula and engines for a puzzle.

    Args:
        geometry: Its shape.
        question: What is asked.
        engine: The engine asked for; `auto` to choose.
        encoding: The recipe asked for; None to choose.
        spent: What puzzles of this geometry have cost so far, as `cost` tells.
        spreadable: Whether engine `lanes` takes the puzzle.
        spreading: Whether that engine is loaded.
        most: How many solutions are wanted at most; None for all.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> choose(Geometry(3, 3), Question.FEW).attempts[0].engine
        'dpll'
    """
    if engine == LANES:
        return _by_lanes("it was asked for")
    if engine == LOGIC:
        return _after_techniques(choose(geometry, question, encoding=encoding))
    every = question is Question.ALL
    spreadable = spreadable and every and engine == AUTO and encoding is None
    if spreadable and spreading:
        return _by_lanes("it is loaded, and nothing lists solutions as quickly")
    if most is not None and most < _WORTH_LOADING:
        spreadable = False
    size = geometry.size
    recipe = encoding or ("extended" if size <= _LARGEST_DPLL else "triad-lite")
    budget = _LOADING if engine == AUTO else _LOADING_ASKED
    # For all solutions of one puzzle it pays to make the formula small.
    simplified = size > _LARGEST_WHOLE or (
        encoding is None and (every or spent < budget)
    )
    shared = not simplified
    learner = LEARNER
    if every:
        learner = LISTER if size <= _LARGEST_DPLL else LARGE_LISTER
    attempts: tuple[Attempt, ...] = (Attempt(learner),)
    if engine != AUTO:
        attempts = (Attempt(engine),)
        because = "it was asked for"
    elif size > _LARGEST_DPLL:
        because = f"plain search does not reach far on {size}x{size} grids"
    elif not every and spent >= budget:
        because = f"{learner} is quickest for many puzzles"
    else:
        # A whole formula's engine is kept, and so is its patience.
        left = _LOADING if shared else max(_LEAST, _LOADING - spent)
        patience = round(left * _CONFLICTS)
        many = _MANY if spreadable else None
        attempts = (Attempt("dpll", patience, many), Attempt(learner, None, many))
        because = (
            "plain search answers most puzzles before a solver that learns is loaded; "
            f"{learner} takes over after {patience} conflicts without a solution"
        )
        if spreadable:
            attempts = (*attempts, Attempt(LANES))
            because += f", {LANES} after {_MANY:,} solutions"
    return Choice(recipe, simplified, shared, attempts, because)


def _after_techniques(choice: Choice) -> Choice:
    """Return the choice for what techniques leave, of each puzzle something else."""
    because = f"techniques may leave nothing to search; {choice.because}"
    return replace(choice, simplified=True, shared=False, because=because)


def _by_lanes(because: str) -> Choice:
    return Choice(
        "",
        simplified=False,
        shared=False,
        attempts=(Attempt(LANES),),
        because=because,
    )
