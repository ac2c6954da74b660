"""Why a puzzle has several solutions: two that differ in as few cells as can be.

From a solution, a second one is brought nearer until none of the cells in which they
differ is to spare (`satdoku.unavoidable`).  Then a counter bounds the number of cells
that differ: each solution with fewer lowers the bound, until there is none.  All that
is about the first solution: two others may differ in fewer cells.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from satdoku.answers import differences
from satdoku.backends import LoadedEngine
from satdoku.checking import plan
from satdoku.choice import AUTO
from satdoku.cnf.encoder import MAX_CLAUSES, simplify
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.deadline import Deadline
from satdoku.engines import registry
from satdoku.engines.base import limits_left
from satdoku.errors import EngineError, Stopped, UsageError
from satdoku.grid import Grid, GridLike
from satdoku.puzzle import Puzzle
from satdoku.reasons.minimal_sets import counter
from satdoku.unavoidable import nearer

if TYPE_CHECKING:
    from satdoku.cnf.encoder import Simplified
    from satdoku.engines.base import Limits, Model
    from satdoku.puzzle import PuzzleLike

__all__ = ["Difference", "smallest_difference"]


class Difference(NamedTuple):
    """Two solutions of a puzzle that differ in few cells.

    Args:
        first: A solution.
        second: Another.
        cells: Where they differ, rising.
        smallest: Whether no solution differs from the first in fewer cells; False where
            the time was over before that was certain.
    """

    first: Grid
    second: Grid
    cells: tuple[int, ...]
    smallest: bool


def smallest_difference(
    puzzle: PuzzleLike,
    *,
    first: GridLike | None = None,
    engine: str = AUTO,
    encoding: str | None = None,
    timeout: float | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Difference | None:
    """Find the solution that differs from another one in the fewest cells.

    Args:
        puzzle: Anything that `Puzzle` takes.
        first: The solution to differ from, as `puzzle`; None for the first that is
            found.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        timeout: Seconds of wall time after which to stop with the nearest by then.
        max_clauses: Refuse formulas with more clauses than that.

    Returns:
        Both solutions, or None if there are no two.

    Raises:
        InputError: `puzzle`, `first` or the recipe's file cannot be read.
        UsageError: There is no such engine or encoding; `first` is no solution.
        LimitError: The formula would be too large.
        Stopped: The time was over before there were two solutions, or it was certain
            that there are not.

    Example:
        >>> smallest_difference("1... ..2. ..3. 4...") is None
        True
        >>> found = smallest_difference("1234 34.. 2143 43..")
        >>> found.cells, found.smallest
        ((6, 7, 14, 15), True)
    """
    Deadline(timeout)
    grid = Puzzle.of(puzzle)
    start = None
    if first is not None:
        start = Grid(first, grid.geometry)
    if start is not None and not grid.is_solution(start):
        raise UsageError("the solution to differ from is no solution of the puzzle")
    deadline = None if timeout is None else monotonic() + timeout
    name, recipe, _, _ = plan(grid.geometry, engine, encoding, max_clauses)
    if grid.clashes():
        return None
    form = simplify(grid, recipe, max_clauses)
    return _Search(grid, name, form, deadline).difference(start)


class _Search:
    """Looks for near solutions of one puzzle.

    Args:
        puzzle: The puzzle, without a clash.
        engine: The name of the engine.
        form: What the puzzle leaves open, encoded.
        deadline: When to stop.
    """

    def __init__(
        self, puzzle: Puzzle, engine: str, form: Simplified, deadline: float | None
    ) -> None:
        self._puzzle = puzzle
        self._engine = engine
        self._form = form
        self._deadline = deadline

    def difference(self, first: Grid | None) -> Difference | None:
        """Find the nearest solution; see `smallest_difference`."""
        held = LoadedEngine(self._engine, self._form)
        try:
            found = [] if first is None else [first]
            for model in held.engine.models((), held.project, self._limits()):
                solution = held.solution(model, self._puzzle)
                if solution not in found:
                    found.append(solution)
                if len(found) > 1:
                    break
            if len(found) < 2:
                return None
            one, two = found
            try:
                nearest = nearer(held, self._puzzle, (one, two), limits=self._limits)
                for solution in nearest:
                    two = solution
            except Stopped:
                return Difference(one, two, differences(one, two), smallest=False)
        finally:
            held.engine.close()
        return self._fewest(one, two)

    def _fewest(self, first: Grid, second: Grid) -> Difference:
        """Go from a near solution to nearer ones, until there is none."""
        form, cells = self._form, differences(first, second)
        changed = [
            -variable
            for cell, digit in first.filled
            if (variable := form.variable_of(cell, digit))
        ]
        rules = form.formula
        made = counter(changed, len(cells), rules.variables)
        more = (tuple(changed), *made.clauses)
        group = Group(Origin("difference", "cells that change"), more)
        formula = Formula(
            made.variables,
            len(rules) + len(more),
            lambda: (*rules.groups(), group),
            str,
        )
        engine = registry.load(self._engine, formula)
        certain = False
        try:
            while not certain:
                fewer = [-made.outputs[len(cells) - 1]]
                outcome = engine.solve(fewer, self._limits())
                if outcome.satisfiable is None:
                    break
                if outcome.model is None:
                    certain = True
                    break
                second = self._solution(outcome.model)
                nearer_cells = differences(first, second)
                if not 0 < len(nearer_cells) < len(cells):
                    raise EngineError(f"{engine.name} broke the bound on a difference")
                cells = nearer_cells
        except Stopped:
            pass  # the nearest by now will do
        finally:
            engine.close()
        return Difference(first, second, cells, certain)

    def _solution(self, model: Model) -> Grid:
        """Decode a model and hold it against the rules."""
        solution = self._form.decode(model)
        if not self._puzzle.is_solution(solution):
            raise EngineError(f"{self._engine} gave a model that is no solution")
        return solution

    def _limits(self) -> Limits:
        return limits_left(self._deadline)
