"""Where a puzzle leaves a choice: the cells in which another solution differs.

Cells of a solution are *unavoidable* if some other solution differs in just these: a
proper puzzle has a clue in one of them, at least.  Of such a set nothing is to spare
where no solution differs from the first in a part of it alone; that is found by holding
its cells to the first solution in turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.answers import differences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from satdoku.backends import LoadedEngine
    from satdoku.engines.base import Limits
    from satdoku.grid import Grid
    from satdoku.puzzle import Puzzle

__all__ = ["nearer"]


def nearer(
    held: LoadedEngine,
    puzzle: Puzzle,
    pair: tuple[Grid, Grid],
    *,
    limits: Callable[[], Limits],
    always: Sequence[int] = (),
) -> Iterator[Grid]:
    """Yield solutions nearer and nearer to the first, until no cell is to spare.

    Args:
        held: An engine that has loaded the rules, or the puzzle's own formula.
        puzzle: The puzzle.
        pair: Two solutions, the first of which stays.
        limits: Gives what each search may take; may raise Stopped.
        always: What is to be assumed: the puzzle, if the formula does not hold it.

    Raises:
        Stopped: A limit came before no cell was to spare (raised by the iterator).
    """
    first, second = pair
    form, cells = held.form, range(puzzle.geometry.cells)
    kept = [form.variable_of(cell, first.values[cell]) for cell in cells]
    free = set(differences(first, second))
    for cell in sorted(free):
        if cell not in free:
            continue
        fixed = [kept[c] for c in cells if c == cell or c not in free]
        assumed = [*always, *filter(None, fixed)]
        # The first solution itself is one of these models.
        for model in held.engine.models(assumed, held.project, limits()):
            found = held.solution(model, puzzle)
            if found != first:
                free = set(differences(first, found))
                yield found
                break
