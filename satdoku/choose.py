"""Which engines answer, on which formula: the choice behind `--engine auto`.

Measured on 9×9 grids (`python -m benchmarks`), per puzzle: the hand-written DPLL takes
0.13 ms for an easy puzzle, as PySAT's solvers do, and needs no import of 40 ms and no
loading; on the hardest it takes 4 ms, three times what CaDiCaL takes, and on formulas
made to be hard for it, for ever.  So it goes first, with little patience, and hands
what it has not looked at to a solver that learns.  Beyond 16×16 learning pays at once.

A formula of the whole grid costs 20 ms to make and load, once; one simplified by the
clues 1 ms, each time.  So the first few puzzles of a geometry are simplified, and the
whole formula is loaded when there are more.  Who asks for an encoding by name gets just
that one, whole, so that what the engine counts is about the encoding.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.geometry import Geometry

__all__ = ["AUTO", "LEARNER", "Attempt", "Choice", "Question", "choose"]

AUTO = "auto"
LEARNER = "cadical153"
"""The PySAT solver that `auto` turns to."""

_FEW = 8  # puzzles of a geometry before its whole formula is loaded
_LARGEST_WHOLE = 16  # sizes whose whole formula is worth loading
_LARGEST_DPLL = 16  # sizes at which plain search is worth a try
_PATIENCE_COLD = 1_000  # conflicts, about as long as importing PySAT takes
_PATIENCE_WARM = 20  # conflicts, about as long as a loaded solver takes


class Question(Enum):
    """What is asked of a puzzle: one or two solutions, or all that there are."""

    FEW = "few"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Attempt:
    """An engine, and after how many conflicts without a solution it gives up."""

    engine: str
    patience: int | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A formula, the engines that are asked about it in turn, and why these.

    Args:
        encoding: The recipe.
        simplified: Whether only what the clues leave open becomes clauses.
        shared: Whether the engines, once loaded, also serve later puzzles.
        attempts: The engines.
        because: Why.
    """

    encoding: str
    simplified: bool
    shared: bool
    attempts: tuple[Attempt, ...]
    because: str


def choose(
    geometry: Geometry,
    question: Question,
    *,
    engine: str = AUTO,
    encoding: str | None = None,
    seen: int = 0,
) -> Choice:
    """Choose formula and engines for a puzzle.

    Args:
        geometry: Its shape.
        question: What is asked.
        engine: The engine asked for; `auto` to choose.
        encoding: The recipe asked for; None to choose.
        seen: How many puzzles of this geometry came before.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> choose(Geometry(3, 3), Question.FEW).attempts[0].engine
        'dpll'
    """
    size = geometry.size
    recipe = encoding or ("extended" if size <= _LARGEST_DPLL else "triad-lite")
    # All solutions are asked of an engine of their own, so that the walk may rest
    # while other puzzles are solved; it pays to make its formula small.
    few = question is Question.ALL or seen < _FEW
    simplified = (few and encoding is None) or size > _LARGEST_WHOLE
    shared = question is Question.FEW and not simplified
    if engine != AUTO:
        attempts: tuple[Attempt, ...] = (Attempt(engine),)
        return Choice(recipe, simplified, shared, attempts, "it was asked for")
    if size > _LARGEST_DPLL:
        because = f"plain search does not reach far on {size}x{size} grids"
        return Choice(recipe, simplified, shared, (Attempt(LEARNER),), because)
    patience = _PATIENCE_COLD if simplified else _PATIENCE_WARM
    attempts = (Attempt("dpll", patience), Attempt(LEARNER))
    because = (
        "plain search answers most puzzles before a solver that learns is loaded; "
        f"{LEARNER} takes over after {patience} conflicts without a solution"
    )
    return Choice(recipe, simplified, shared, attempts, because)
