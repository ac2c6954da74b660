"""The choice behind engine `auto`: stateless, from the puzzle and the question alone.

One or two solutions: a short search on bit masks answers most puzzles before a solver
that learns is loaded; if its budget is spent, that solver starts over.  How likely that
is shows in what singles leave open.  For a few puzzles the solver gets a formula of
what each leaves open, for many the whole formula, loaded once; and then that answers
at once.

All solutions: plain search and MiniSat list 15,000 a second; engine `lanes` lists
700,000, but takes as long to load as to list 2,000, so it starts over once there are
hundreds.

The constants were measured by `python -m benchmarks choice`.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from satdoku.engines import registry

if TYPE_CHECKING:
    from satdoku.puzzle.puzzle import Puzzle

__all__ = [
    "AUTO",
    "LANES_FROM",
    "LARGE_LISTER",
    "LEARNER",
    "LISTER",
    "MAX_WHOLE",
    "STRAIGHT_FROM",
    "Attempt",
    "Question",
    "choose",
    "describe",
    "usual_encoding",
]

AUTO = "auto"

LEARNER = "cadical153"
"""The PySAT solver for many questions about one formula, and for the largest grids."""

LISTER = "minisat22"
"""The one for all solutions: 15,000 a second, CaDiCaL 1.5.3 1,200; of an empty 36x36
grid 50 in 3 s."""

LARGE_LISTER = "cadical195"
"""The same beyond 49x49, where the first solution is what is hard."""

LANES_FROM = 256
"""Puzzles of 9x9 from which engine `lanes` answers: loading it takes 0.1 s."""

MAX_WHOLE = 16
"""Largest size whose whole formula is loaded, and at which plain search is tried."""

_FEW_LEARNER = "glucose4"
"""The quickest for one or two solutions, up to `_MAX_FEW_LEARNER`."""

_MAX_FEW_LEARNER = 49
_WHOLE_FROM = 8
"""Puzzles from which it pays to load a whole formula (16 ms; one simplified, 3 ms)."""

_STEPS = 480
"""Budget of the search on bit masks where no solver is loaded: 4 ms."""

_STEPS_LOADED = 150
"""The same before a loaded solver, which answers in 0.5 ms."""

_MAX_OPEN = 0.30
"""Share of candidates that singles leave open from which the whole formula answers."""

STRAIGHT_FROM = 64
"""Puzzles from which the whole formula answers at once: it takes 0.2 to 0.5 ms each,
singles alone 0.1 to 0.8 ms."""

_CONFLICTS = 100
"""Budget of plain search before another solver takes over: 8 ms."""

_MANY = 500
"""Solutions from which `lanes` starts over: most puzzles with as many have far more."""

_WORTH_LANES = 2_000
"""Solutions that take as long to list as `lanes` to load."""


class Question(Enum):
    """What is asked: one or two solutions, or all of them."""

    FEW = "few"
    ALL = "all"


class Attempt(NamedTuple):
    """An engine, and when the next one starts over.

    Args:
        engine: Its name.
        whole: Whether it gets the whole formula, with the clues as assumptions.
        budget: Steps of `bitmask`, or conflicts of `dpll` without a solution; None for
            no bound.
        many: Solutions after which `lanes` starts over; None for never.
    """

    engine: str
    whole: bool = False
    budget: int | None = None
    many: int | None = None


def usual_encoding(size: int) -> str:
    """Return the recipe that is used where none is asked for.

    Example:
        >>> usual_encoding(9), usual_encoding(25)
        ('extended', 'triad-lite')
    """
    return "extended" if size <= MAX_WHOLE else "triad-lite"


def choose(  # noqa: PLR0911  a table of cases
    puzzle: Puzzle,
    count: int,
    question: Question,
    *,
    engine: str = AUTO,
    encoding: str | None = None,
    limit: int | None = None,
    lanes: bool = False,
    open_share: float = 0.0,
) -> tuple[Attempt, ...]:
    """Choose the engines that search, in turn.

    Args:
        puzzle: The puzzle.
        count: How many such puzzles are to be answered, as far as is known.
        question: What is asked of each.
        engine: The engine asked for.
        encoding: The recipe asked for; None for the usual one.
        limit: How many solutions are wanted; None for all.
        lanes: Whether engine `lanes` takes the puzzle.
        open_share: The share of all candidates that singles leave open.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> for count in (1, 10, 100):
        ...     for attempt in choose(Puzzle("." * 81), count, Question.FEW):
        ...         print(*attempt[:3])
        bitmask False 480
        glucose4 False None
        bitmask False 150
        glucose4 True None
        glucose4 True None
    """
    size = puzzle.geometry.size
    small = size <= MAX_WHOLE
    few = question is Question.FEW
    whole = small and (encoding is not None or (few and count >= _WHOLE_FROM))
    if engine != AUTO:
        return (Attempt(engine, whole),)
    if not small:
        if few and encoding is None and size <= _MAX_FEW_LEARNER:
            return (Attempt(_FEW_LEARNER),)
        if few:
            return (Attempt(LEARNER),)
        return (Attempt(LISTER if size <= _MAX_FEW_LEARNER else LARGE_LISTER),)
    if few and encoding is None:
        steps = _STEPS_LOADED if whole else _STEPS
        learner = Attempt(_FEW_LEARNER, whole)
        straight = whole and (count >= STRAIGHT_FROM or open_share > _MAX_OPEN)
        if straight or not puzzle.has_only_units:
            return (learner,)
        return (Attempt("bitmask", budget=steps), learner)
    plain = Attempt("dpll", whole, _CONFLICTS)
    if few:
        return (plain, Attempt(LEARNER, whole))
    lister = Attempt(LISTER, whole)
    if lanes and encoding is None and (limit is None or limit >= _WORTH_LANES):
        many = (plain._replace(many=_MANY), lister._replace(many=_MANY))
        return (*many, Attempt("lanes"))
    return (plain, lister)


def describe(attempts: tuple[Attempt, ...]) -> str:
    """Return a choice in words.

    Example:
        >>> describe((Attempt("bitmask", budget=480), Attempt("glucose4")))
        'bitmask, up to 480 steps; then glucose4, on what the puzzle leaves open'
    """
    words: list[str] = []
    for engine, whole, budget, many in attempts:
        said = engine
        if engine == "bitmask" and budget is not None:
            said += f", up to {budget:,} steps"
        elif registry.find(engine).takes_formulas:
            rules = "all rules" if whole else "what the puzzle leaves open"
            said += f", on {rules}"
            if budget is not None:
                said += f", up to {budget:,} conflicts without a solution"
        if many is not None:
            said += " or" if budget is not None else ", up to"
            said += f" {many:,} solutions"
        words.append(said)
    return "; then ".join(words)
