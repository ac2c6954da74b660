"""A solver whose searches are traced: how the command line answers and traces at once.

What is traced is the very search that gives the answer.
"""

from __future__ import annotations

from contextlib import closing
from time import perf_counter
from typing import TYPE_CHECKING

from satdoku.answers import Statistics
from satdoku.cnf.encoder import MAX_CLAUSES
from satdoku.cnf.recipe import load as load_recipe
from satdoku.deadline import Deadline
from satdoku.engines.base import Limits
from satdoku.solver import SolutionIterator, answer
from satdoku.tracing.follow import Search
from satdoku.tracing.subject import ENCODING, RULE, of_puzzle

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from satdoku.answers import Result
    from satdoku.grid import Grid
    from satdoku.puzzle import Puzzle
    from satdoku.tracing.event import Sink

__all__ = ["TracingSolver"]


class TracingSolver:
    """Answers puzzles by engine `dpll`, and reports to sinks what happens.

    Args:
        sinks: Who receives the events; may be filled until the first puzzle is asked
            about.
        encoding: A recipe by name or file; None for extended.
        max_clauses: Refuse formulas with more clauses than that.
        heuristic: The decision heuristic; None for the usual one.
        simplified: Whether to search only what the puzzle leaves open.

    Attributes:
        source: Where the next puzzle is from, for the sinks.

    Raises:
        UsageError, InputError: As `satdoku.Solver`.

    Example:
        >>> import sys
        >>> from satdoku.puzzle import Puzzle
        >>> from satdoku.tracing.narrate import Narration
        >>> solver = TracingSolver([Narration(sys.stdout)], simplified=True)
        >>> solver.solve(Puzzle("1... ..2. ..3. 4...")).status
        Puzzle   1.....2...3.4...
        Formula  encoding extended, what the puzzle leaves open: 0 variables, 0 clauses
        Engine   dpll, rule fewest
        <BLANKLINE>
        Level 0
            1  solution   1243342121344312
        <BLANKLINE>
        End: nothing is left to look at.
        0 decisions, 0 propagations, 0 conflicts, 1 model.
        <Status.UNIQUE: 3>
    """

    def __init__(
        self,
        sinks: Sequence[Sink],
        encoding: str | None = None,
        max_clauses: int = MAX_CLAUSES,
        heuristic: str | None = None,
        *,
        simplified: bool = False,
    ) -> None:
        self.source: str | None = None
        self._sinks = sinks
        self._recipe = load_recipe(encoding or ENCODING)
        self._max_clauses = max_clauses
        self._heuristic = heuristic or RULE
        self._simplified = simplified

    def solve(
        self, puzzle: Puzzle, *, unique: bool = True, timeout: float | None = None
    ) -> Result:
        """Find a solution, and whether it is the only one (`Solver.solve`)."""
        started = perf_counter()
        statistics = Statistics()
        grids = self._grids(puzzle, Deadline(timeout), statistics)
        return answer(puzzle, grids, statistics, started, unique=unique)

    def solutions(
        self, puzzle: Puzzle, *, timeout: float | None = None
    ) -> SolutionIterator:
        """Return an iterator over every solution (`Solver.solutions`)."""
        statistics = Statistics()
        grids = self._grids(puzzle, Deadline(timeout), statistics)
        return SolutionIterator(puzzle, grids, statistics)

    def _grids(
        self, puzzle: Puzzle, deadline: Deadline, statistics: Statistics
    ) -> Generator[Grid]:
        subject = of_puzzle(
            puzzle,
            self._recipe,
            simplified=self._simplified,
            rule=self._heuristic,
            source=self.source,
            max_clauses=self._max_clauses,
        )
        search = Search(subject, self._sinks)
        statistics.engines.append("dpll")
        statistics.encoding = self._recipe.name
        statistics.simplified = self._simplified
        statistics.notes.append("its search is traced")
        try:
            with closing(search.models(Limits(deadline.left))) as models:
                for model in models:
                    solution = subject.solution(model)
                    if solution is not None:
                        yield solution
        finally:
            statistics.count(search.statistics)
