"""Solutions that baselines find, verified; and the short search that comes first.

Most puzzles are answered by what follows by singles and a short search on bit masks, in
less time than it takes to make a formula.  That search is engine `bitmask`, begun where
singles end, which here looks for hidden singles before each guess; once its budget is
spent somebody else starts over, who learns.

Invariant: no grid comes out that the rules (`Puzzle.solves`) do not accept.
"""

from __future__ import annotations

from contextlib import closing, nullcontext
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from satdoku.baselines.bitmask import COUNTERS, Bitmask, GaveUp
from satdoku.choosing.choice import BITMASK
from satdoku.cnf.propagate import propagate
from satdoku.deadline import Deadline
from satdoku.errors import EngineError, Stopped
from satdoku.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from contextlib import AbstractContextManager

    from satdoku.baselines.base import Baseline
    from satdoku.puzzle import Puzzle
    from satdoku.walk import Record

    Span: TypeAlias = Callable[[str, str], AbstractContextManager[object]]

__all__ = ["no_span", "presolve", "verified"]

_NO_SPAN = nullcontext()


def no_span(stage: str, engine: str) -> AbstractContextManager[object]:
    """Return a context for a stage of an engine's work, which measures nothing."""
    del stage, engine
    return _NO_SPAN


def verified(
    name: str,
    baseline: Baseline,
    puzzle: Puzzle,
    candidates: Sequence[int] | None,
    *,
    deadline: float | None,
    statistics: dict[str, int],
    span: Span = no_span,
) -> Generator[Grid, None, None]:
    """Yield a baseline's solutions once the rules have accepted them.

    Args:
        name: Its name.
        baseline: The baseline.
        puzzle: The puzzle.
        candidates: The digits that are left to each cell; None for the puzzle's own.
        deadline: When to stop, on the clock `time.monotonic`; None for never.
        statistics: The baseline's counters are added to it.
        span: Returns what measures a stage, `search` or `check`.

    Raises:
        Stopped, GaveUp: As the baseline.
        EngineError: What was found is no solution.

    Example:
        >>> from satdoku.baselines import make
        >>> from satdoku.puzzle import Puzzle
        >>> puzzle, search = Puzzle("1... ..2. ..3. 4..."), make("bitmask")
        >>> limits = {"deadline": None, "statistics": {}}
        >>> list(verified("bitmask", search, puzzle, None, **limits))
        [Grid.parse('1243342121344312')]
    """
    seconds = None if deadline is None else max(0.0, deadline - monotonic())
    found = baseline.solutions(puzzle, candidates, Deadline(seconds), statistics)
    with closing(found):
        while True:
            with span("search", name):
                solution = next(found, None)
            if solution is None:
                return
            yield _checked(name, solution, puzzle, span)


def _checked(name: str, solution: Grid, puzzle: Puzzle, span: Span) -> Grid:
    """Return a solution, once the rules have accepted it."""
    with span("check", ""):
        is_solution = puzzle.is_solution(solution)
    if not is_solution:
        raise EngineError(
            f"{name} gave a grid that is no solution of {puzzle.line[:90]}"
        )
    return solution


def presolve(
    puzzle: Puzzle,
    budget: int | None,
    record: Record,
    *,
    deadline: float | None,
    known: set[Grid],
    span: Span = no_span,
) -> Generator[Grid, None, bool]:
    """Yield solutions, each once; return whether these are all.

    Args:
        puzzle: The puzzle.
        budget: How many steps the search may take.
        record: Where to put down what it took.
        deadline: When to stop, on the clock `time.monotonic`; None for never.
        known: Where to add them, for whoever starts over.
        span: Returns what measures a stage, `singles`, `search` or `check`.

    Raises:
        Stopped: The deadline came first.
        EngineError: What was found is no solution.

    Example:
        >>> from satdoku.choose import Question, choose
        >>> from satdoku.puzzle import Puzzle
        >>> from satdoku.walk import Record
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> record = Record([], choose(puzzle.geometry, Question.FEW), {})
        >>> list(presolve(puzzle, 100, record, deadline=None, known=set()))
        [Grid.parse('1243342121344312')]
    """
    with span("singles", BITMASK):
        singles = propagate(puzzle)
    if singles.contradiction is not None:
        return True
    record.engines.append(BITMASK)
    counters = dict.fromkeys(COUNTERS, 0)
    if not singles.cells:
        record.add(counters)
        solution = Grid.trusted(puzzle.geometry, singles.values)
        known.add(_checked(BITMASK, solution, puzzle, span))
        yield solution
        return True
    found = verified(
        BITMASK,
        Bitmask(budget, hidden_singles=True),
        puzzle,
        singles.candidates,
        deadline=deadline,
        statistics=counters,
        span=span,
    )
    try:
        for solution in found:
            known.add(solution)
            yield solution
    except GaveUp:
        return False
    except Stopped:
        record.late = True
        raise
    finally:
        found.close()
        record.steps = counters["guesses"] + counters["propagations"]
        record.dead_ends = counters["conflicts"]
        record.add(counters)
    return True
