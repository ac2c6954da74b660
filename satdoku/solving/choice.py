"""The choice behind engine `auto`: from the puzzle and the question alone.

One or two solutions: a short search on bit masks answers most puzzles before a solver
that learns is loaded; if its budget is spent, that solver starts over, on a formula of
what the puzzle leaves open; and if that one finds it hard, engine `lanes`, where it
takes the puzzle and is compiled: of 9x9 it searches millions of branches a second.
Other puzzles get another solver, with inprocessing.
(Where more puzzles come, one solver with all rules stays loaded and answers at once:
`solving.attempts.EngineCache`.)

All solutions: bit masks list 30,000 a second as long as they come easily, MiniSat
15,000 whatever the puzzle; engine `lanes` lists two million, but takes as long to load
as to list 2,000, so it starts over once there are hundreds.

The constants were measured by `python -m benchmarks choice enumerate`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from satdoku.cnf.recipe import RecipeLike
    from satdoku.puzzle.puzzle import Puzzle

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

MAX_FULL = 16
"""Largest size whose rules are loaded as a whole, and searched on bit masks."""

FEW = 2
"""A question for so many solutions is whether there is one, or only one."""

_FIRST_LEARNER = "glucose4"
"""The quickest for one formula of one puzzle, up to `_MAX_FIRST_LEARNER`."""

_MAX_FIRST_LEARNER = 49

_REGION_LEARNER = "cadical195"
"""The quickest where regions have to be found: up to 20 s, Glucose 4 may take 100."""

_STEPS = 480
"""Budget of the search on bit masks: 4 ms."""

CONFLICTS = 10_000
"""Budget of the first solver that learns: a second or two, which few puzzles
need; others answer some of these sooner."""

_MANY = 500
"""Solutions from which `lanes` starts over: most puzzles with as many have far more."""

TOO_MANY = 10_000
"""Solutions after which MiniSat takes over from bit masks, which may get stuck."""

_WORTH_LANES = 2_000
"""Solutions that take as long to list as `lanes` to load."""


class Attempt(NamedTuple):
    """An engine, and when the next one starts over.

    Args:
        engine: Its name.
        full: Whether its formula holds all rules, with the clues as assumptions, and
            not what the puzzle leaves open.
        budget: Steps of `bitmask`, conflicts of a SAT solver; None for no bound.
        many: Solutions after which the last engine starts over; None for never.
    """

    engine: str
    full: bool = False
    budget: int | None = None
    many: int | None = None


def choose(
    puzzle: Puzzle,
    limit: int | None,
    *,
    engine: str = AUTO,
    encoding: RecipeLike | None = None,
    lanes: bool = False,
) -> tuple[Attempt, ...]:
    """Choose the engines that search, in turn.

    Args:
        puzzle: The puzzle.
        limit: How many solutions are sought; None for all.
        engine: The engine by name, or `auto`.
        encoding: The recipe, its name or file; None for the usual one.
        lanes: Whether engine `lanes` takes the puzzle.

    Returns:
        The attempts; of `lanes` that is not the last one, if it is compiled.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> for limit in (2, None):
        ...     print([attempt.engine for attempt in choose(Puzzle("." * 81), limit)])
        ['bitmask', 'glucose4', 'cadical153']
        ['bitmask', 'minisat22']
    """
    size = puzzle.geometry.size
    is_small, is_few = size <= MAX_FULL, limit is not None and limit <= FEW
    full = is_small and encoding is not None
    if engine != AUTO:
        return (Attempt(engine, full),)
    if is_few and len(puzzle.extra_cells) >= puzzle.geometry.cells:
        last = Attempt(_REGION_LEARNER, full)
    elif is_few:
        first = encoding is None and size <= _MAX_FIRST_LEARNER
        last = Attempt(_FIRST_LEARNER if first else LEARNER, full)
    else:
        last = Attempt(LISTER if size <= _MAX_FIRST_LEARNER else LARGE_LISTER, full)
    if not is_small or encoding is not None or not puzzle.has_only_units:
        return (last,)
    tried = last._replace(budget=CONFLICTS) if is_few or lanes else last
    compiled = (Attempt("lanes"),) if lanes else ()
    if is_few:
        bitmask = Attempt("bitmask", budget=_STEPS)
        return (bitmask, tried, *compiled, Attempt(LEARNER))
    if lanes and (limit is None or limit >= _WORTH_LANES):
        bitmask = Attempt("bitmask", budget=_STEPS, many=_MANY)
        return (bitmask, tried._replace(many=_MANY), *compiled)
    bitmask = Attempt("bitmask", budget=_STEPS, many=TOO_MANY)
    return (bitmask, tried, *compiled, last) if lanes else (bitmask, last)
