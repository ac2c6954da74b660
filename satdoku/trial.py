"""A trial: what follows by singles, then a short search on bit masks.

Most puzzles are answered so in less time than it takes to make a formula.  The search
is that of engine `bitmask`, begun where singles end, which here looks for digits with
one place left before each guess; it stops after a number of steps: then somebody else
starts over, who learns.

Invariant: no grid comes out that the rules (`Puzzle.solves`) do not accept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.choosing.choice import BITMASK
from satdoku.cnf.singles import follow_singles
from satdoku.errors import EngineError, Stopped
from satdoku.grid import Grid
from satdoku.puzzle import Puzzle
from satdoku.reference.bitmask import COUNTERS, Bitmask
from satdoku.walk import is_over

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from satdoku.cnf.singles import Singles
    from satdoku.reference.solver import Counters
    from satdoku.walk import Record

__all__ = ["Parts", "trial"]


class Parts:
    """What a trial does, part by part, so that somebody may measure each."""

    def singles(self, puzzle: Puzzle) -> Singles:
        """Follow singles to the end."""
        return follow_singles(puzzle)

    def search(
        self,
        start: Puzzle,
        steps: int | None,
        counters: Counters,
        deadline: float | None,
    ) -> Iterator[tuple[int, ...]]:
        """Yield the values of solutions."""
        search = Bitmask(steps, places=True)
        return search.solutions(start, counters, deadline)

    def is_solution(self, solution: Grid, puzzle: Puzzle) -> bool:
        """Whether the rules accept what was found."""
        return puzzle.is_solution(solution)


_PARTS = Parts()


def trial(  # noqa: PLR0917  as the session has it
    puzzle: Puzzle,
    steps: int | None,
    record: Record,
    deadline: float | None,
    known: set[Grid],
    parts: Parts = _PARTS,
) -> Generator[Grid, None, bool]:
    """Yield solutions, each once; return whether these are all.

    Args:
        puzzle: The puzzle.
        steps: How many digits the search may place.
        record: Where to put down what it took.
        deadline: When to stop, on the clock `time.monotonic`; None for never.
        known: Where to add them, for whoever starts over.
        parts: What it does.

    Raises:
        Stopped: The deadline came first.
        EngineError: What was found is no solution.

    Example:
        >>> from satdoku.choose import Question, choose
        >>> from satdoku.walk import Record
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> record = Record([], choose(puzzle.geometry, Question.FEW), {})
        >>> [grid.line for grid in trial(puzzle, 100, record, None, set())]
        ['1243342121344312']
    """
    singles = parts.singles(puzzle)
    if singles.refuted is not None:
        return True
    record.engines.append(BITMASK)
    counters: Counters = {}
    if not singles.cells:
        record.add(dict.fromkeys(COUNTERS, 0))
        solution = _checked(singles.values, puzzle, parts)
        known.add(solution)
        yield solution
        return True
    # Where a puzzle rules candidates out itself, its search has to know of these.
    start = puzzle
    if puzzle.candidates is None:
        start = Puzzle.trusted(puzzle.geometry, singles.values)
    search = parts.search(start, steps, counters, deadline)
    try:
        for values in search:
            solution = _checked(values, puzzle, parts)
            known.add(solution)
            yield solution
    except Stopped:
        if is_over(deadline):
            record.late = True
            raise
        return False
    finally:
        record.steps = counters.get("guesses", 0) + counters.get("propagations", 0)
        record.dead_ends = counters.get("conflicts", 0)
        record.add(counters)
    return True


def _checked(values: tuple[int, ...], puzzle: Puzzle, parts: Parts) -> Grid:
    """Return a solution, once the rules have accepted it."""
    solution = Grid.trusted(puzzle.geometry, values)
    if not parts.is_solution(solution, puzzle):
        raise EngineError(
            f"{BITMASK} gave a grid that is no solution of {puzzle.line[:90]}"
        )
    return solution
