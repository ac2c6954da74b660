"""All that can be done next in a position, technique by technique."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from satdoku.deadline import Deadline
from satdoku.explanation.position import position_of
from satdoku.puzzle import Puzzle
from satdoku.techniques.path import every_step
from satdoku.techniques.state import State
from satdoku.techniques.technique import chosen

if TYPE_CHECKING:
    from satdoku.puzzle import PuzzleLike
    from satdoku.techniques.step import Step
    from satdoku.techniques.technique import Named

__all__ = ["find_steps"]


def find_steps(
    puzzle: PuzzleLike,
    *,
    now: PuzzleLike | None = None,
    techniques: Named | None = None,
    timeout: float | None = None,
) -> list[Step]:
    r"""List every step that some techniques see in a position, easier ones first.

    Techniques that rest on the puzzle having one solution take that for granted.  Where
    it can be seen that there is none, nothing is listed.

    Args:
        puzzle: Whatever `Puzzle` takes: its values are the clues.
        now: What is placed and which candidates are left, as `puzzle`; None for the
            puzzle's own.
        techniques: What is looked for: techniques, or names of techniques, families or
            levels, one or many; None for the usual ones.
        timeout: Seconds of wall time after which to stop.

    Raises:
        InputError: `puzzle` or `now` cannot be read.
        UsageError: `now` lacks a clue of the puzzle, or is of another geometry; there
            is no such technique.
        Stopped: The time was over.

    Example:
        >>> found = find_steps("1... ..2. ..3. 4...", techniques="hidden-single")
        >>> print(*found[:2], sep="\n")
        Hidden Single: r1c2=2, the only 2 in box 1
        Hidden Single: r2c4=1, the only 1 in box 2
    """
    Deadline(timeout)
    deadline = None if timeout is None else monotonic() + timeout
    grid = Puzzle.of(puzzle)
    wanted = chosen(techniques)
    state = State.of(grid, position_of(grid, now))
    if state.is_broken:
        return []
    return list(every_step(state, wanted, deadline=deadline))
