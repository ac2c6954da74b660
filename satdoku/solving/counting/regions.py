"""The number of solutions where regions that have to be found count, too.

A solution is a grid of digits.  Two that differ in their regions alone are one, unless
they are counted so: each grid as often as it can be cut into regions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import Stopped, UsageError
from satdoku.puzzle.completions import completions
from satdoku.puzzle.constraints.chaos import ChaosConstruction, layout_of
from satdoku.puzzle.grid import Grid
from satdoku.runtime.deadline import Deadline
from satdoku.solving.results import Count

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.solving.solver import Solver


def count_with_regions(
    puzzle: Puzzle,
    solver: Solver,
    limit: int | None,
    *,
    timeout: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> Count:
    """Count grids with their regions, completely up to a limit.

    Args:
        puzzle: A puzzle with regions that have to be found.
        solver: What finds the grids.
        limit: Stop when there are more than that; None for no limit.
        timeout: Seconds after which to stop.
        progress: Called with how many there are so far.

    Raises:
        UsageError: The puzzle has no regions that have to be found.
        LimitError: Too many shapes would have to be tried for a grid.

    Example:
        >>> from satdoku import Puzzle, Solver
        >>> from satdoku.constraints import ChaosConstruction
        >>> puzzle = Puzzle("123434122143432.", [ChaosConstruction()])
        >>> count_with_regions(puzzle, Solver(), None)
        Count(value=23, complete=True, stopped=None, estimate=None)
    """
    if not any(isinstance(rule, ChaosConstruction) for rule in puzzle.constraints):
        raise UsageError("no regions are to be found; expected ChaosConstruction")
    deadline, count = Deadline(timeout), 0
    try:
        with solver.solutions(puzzle, timeout=deadline.left) as grids:
            for grid in grids:
                layouts: set[str | None] = set()
                for full in deadline.limit(completions(puzzle, Grid(grid))):
                    layouts.add(layout_of(full))
                    if limit is not None and count + len(layouts) > limit:
                        return Count(limit, complete=False)
                count += len(layouts)
                if progress is not None:
                    progress(count)
    except Stopped as stop:
        return Count(count, complete=False, stopped=str(stop))
    return Count(count, complete=True)
