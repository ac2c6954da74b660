"""Which engines answer, on which formula: the choice behind `--engine auto`.

What each way costs was measured (`satdoku.choosing.figures`), and the cheapest is taken
for as many puzzles as are expected: those that are known to come, or as many again as
have come.  Of a grid of 9×9, in milliseconds or so:

    way           first   each   for a few puzzles, for dozens, for a thousand
    trial           0.3    0.5   ×
    whole            16   0.25              ×
    lanes           120  0.004                          ×

A trial is what follows by singles, and a short search on bit masks.  Where it does not
end soon, a solver that learns takes over, with a formula of what is left open: its
patience is a share of what loading that solver takes, so that little is lost by it.
Where many trials end so, or many puzzles are expected, the formula of the rules is
loaded whole, once, and the clues are assumed; how hard puzzles are is seen by trials,
so these come first where the other saves little.  `satdoku.many` has lanes answer many.

All solutions are another matter: plain search and MiniSat list 20,000 a second, and
engine `lanes` lists four million, but to load it takes as long as to list 2,000.

So `lanes` starts over with a 9×9 puzzle that turns out to have many solutions, and once
it is loaded it is asked at once.  A single solution is not worth that.

The cost is counted in puzzles, steps and conflicts, not by a clock, so that the choice
is the same in every run.  Who asks for an encoding by name gets just that one, whole,
so that what the engine counts is about the encoding.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from satdoku.baselines import find as find_baseline
from satdoku.choosing.choice import (
    AUTO,
    BITMASK,
    LANES,
    LARGE_LISTER,
    LEARNER,
    LISTER,
    LOGIC,
    PUZZLE_LEARNER,
    Attempt,
    Choice,
    Question,
    SoFar,
)
from satdoku.choosing.costs import SIMPLIFIED, TRIAL, WHOLE, figure
from satdoku.choosing.ways import choose_many, trial_steps, way_for

if TYPE_CHECKING:
    from satdoku.geometry import Geometry

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
    "choose",
    "choose_many",
    "cost",
    "way_for",
]

_LOADING = 25.0  # milliseconds: import PySAT, load a whole formula of 9×9
_LOADING_ASKED = 15.0  # the same without the import, which is paid in any case
_LEAST = 2.0  # milliseconds of search, whatever has been spent
_A_PUZZLE = 1.0  # milliseconds to simplify one and look through it
_CONFLICTS = 25  # of DPLL, in a millisecond
_LARGEST_WHOLE = 16  # sizes whose whole formula is worth loading
_LARGEST_DPLL = 16  # sizes at which plain search is worth a try
_LARGEST_EXTENDED = 9  # sizes at which the whole extended formula is quickest
_LARGEST_PUZZLE_LEARNER = 49  # of empty boards of 36×36 CaDiCaL finds none in 20 s
_WORTH_LOADING = 2_000  # solutions that take as long as to load lanes
_MANY = 500  # solutions, 30 ms: who has as many has mostly far more


_NOTHING = SoFar()


def cost(conflicts: int) -> float:
    """Return what a puzzle has cost that was simplified, in milliseconds or so."""
    return _A_PUZZLE + conflicts / _CONFLICTS


def choose(
    geometry: Geometry,
    question: Question,
    *,
    engine: str = AUTO,
    encoding: str | None = None,
    so_far: SoFar = _NOTHING,
    spreadable: bool = False,
    most: int | None = None,
) -> Choice:
    """Choose formula and engines for a puzzle.

    Args:
        geometry: Its shape.
        question: What is asked.
        engine: The engine asked for; `auto` to choose.
        encoding: The recipe asked for; None to choose.
        so_far: What is known of the puzzles before it, and after.
        spreadable: Whether engine `lanes` takes the puzzle.
        most: How many solutions are wanted at most; None for all.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> choose(Geometry(9, 9), Question.FEW).attempts[0].engine
        'bitmask'
        >>> choose(Geometry(9, 9), Question.FEW, so_far=SoFar(coming=200)).simplified
        False
    """
    if engine == LANES or find_baseline(engine) is not None:
        return _without_formula(engine, "it was asked for")
    if engine == LOGIC:
        return _after_techniques(choose(geometry, question, encoding=encoding))
    if engine != AUTO:
        return _by_name(geometry, question, engine, encoding, so_far)
    if question is Question.ALL:
        spreadable = spreadable and encoding is None
        return _for_all(geometry, encoding, so_far, most, spreadable=spreadable)
    if encoding is not None:
        return _with_recipe(geometry, encoding)
    return _for_few(geometry, so_far)


def _for_few(geometry: Geometry, so_far: SoFar) -> Choice:
    """Choose for one solution, and whether it is the only one."""
    size = geometry.size
    way = way_for(size, so_far)
    row, trial = figure(SIMPLIFIED, size), figure(TRIAL, size)
    if row is None or trial is None:
        large = size > _LARGEST_PUZZLE_LEARNER
        learner = LEARNER if large else PUZZLE_LEARNER
        return Choice(
            "triad-lite",
            simplified=True,
            shared=False,
            attempts=(Attempt(learner),),
            because=(
                f"no trial reaches far on {size}x{size} grids, and of what learns "
                f"{learner} was seen to be quickest there"
            ),
        )
    last = Attempt(PUZZLE_LEARNER)
    recipe = "extended" if size <= _LARGEST_WHOLE else "triad-lite"
    if way == WHOLE:
        return Choice(
            "extended" if size <= _LARGEST_EXTENDED else "triad-lite",
            simplified=False,
            shared=True,
            attempts=(last,),
            because=f"{PUZZLE_LEARNER}, once loaded, is quickest for many puzzles",
            way=way,
        )
    if way == SIMPLIFIED:
        return Choice(
            recipe,
            simplified=True,
            shared=False,
            attempts=(last,),
            because=f"most of these puzzles are too hard for less than {last.engine}",
            way=way,
        )
    # Who falls back on a solver with many puzzles to come will want it loaded.
    after = way_for(size, so_far, after_trial=True)
    whole = after == WHOLE
    if whole and size > _LARGEST_EXTENDED:
        recipe = "triad-lite"
    patience = trial_steps(size, so_far, after)
    return Choice(
        recipe,
        simplified=not whole,
        shared=whole,
        attempts=(Attempt(BITMASK, patience), last),
        because=(
            "singles and a short search answer most puzzles before a solver that "
            f"learns is loaded; {last.engine} takes over after {patience:,} steps"
        ),
        way=way,
    )


def _by_name(
    geometry: Geometry,
    question: Question,
    engine: str,
    encoding: str | None,
    so_far: SoFar,
) -> Choice:
    """Return the formula for an engine that was asked for."""
    simplified = geometry.size > _LARGEST_WHOLE or (
        encoding is None and (question is Question.ALL or so_far.spent < _LOADING_ASKED)
    )
    return Choice(
        encoding or _usual_recipe(geometry),
        simplified=simplified,
        shared=not simplified,
        attempts=(Attempt(engine),),
        because="it was asked for",
    )


def _with_recipe(geometry: Geometry, encoding: str) -> Choice:
    """Return the engines for one or two solutions by a recipe that was asked for."""
    simplified = geometry.size > _LARGEST_WHOLE
    attempts: tuple[Attempt, ...] = (Attempt(LEARNER),)
    because = f"plain search does not reach far on {geometry} grids"
    if geometry.size <= _LARGEST_DPLL:
        patience = round(_LOADING * _CONFLICTS)
        attempts = (Attempt("dpll", patience), *attempts)
        because = _plain(LEARNER, patience)
    return Choice(encoding, simplified, not simplified, attempts, because)


def _for_all(
    geometry: Geometry,
    encoding: str | None,
    so_far: SoFar,
    most: int | None,
    *,
    spreadable: bool,
) -> Choice:
    """Choose for all solutions: it pays to make the formula small."""
    if spreadable and so_far.spreading:
        return _without_formula(
            LANES, "it is loaded, and nothing lists solutions as quickly"
        )
    size = geometry.size
    simplified = size > _LARGEST_WHOLE or encoding is None
    if size > _LARGEST_DPLL:
        attempts: tuple[Attempt, ...] = (Attempt(LARGE_LISTER),)
        because = f"plain search does not reach far on {size}x{size} grids"
    else:
        patience = round(max(_LEAST, _LOADING - so_far.spent) * _CONFLICTS)
        if not simplified:  # a whole formula's engine is kept, and so is its patience
            patience = round(_LOADING * _CONFLICTS)
        worth = spreadable and (most is None or most >= _WORTH_LOADING)
        many = _MANY if worth else None
        attempts = (Attempt("dpll", patience, many), Attempt(LISTER, None, many))
        because = _plain(LISTER, patience)
        if worth:
            attempts = (*attempts, Attempt(LANES))
            because += f", {LANES} after {_MANY:,} solutions"
    recipe = encoding or _usual_recipe(geometry)
    return Choice(recipe, simplified, not simplified, attempts, because)


def _usual_recipe(geometry: Geometry) -> str:
    return "extended" if geometry.size <= _LARGEST_DPLL else "triad-lite"


def _plain(learner: str, patience: int) -> str:
    return (
        "plain search answers most puzzles before a solver that learns is loaded; "
        f"{learner} takes over after {patience} conflicts without a solution"
    )


def _after_techniques(choice: Choice) -> Choice:
    """Return the choice for what techniques leave, of each puzzle something else."""
    because = f"techniques may leave nothing to search; {choice.because}"
    return replace(choice, simplified=True, shared=False, because=because, way="")


def _without_formula(engine: str, because: str) -> Choice:
    return Choice(
        "",
        simplified=False,
        shared=False,
        attempts=(Attempt(engine),),
        because=because,
    )
