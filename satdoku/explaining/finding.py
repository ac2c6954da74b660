"""All that can be done next in a position, technique by technique."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from satdoku.deduce.searches import searches
from satdoku.deduce.state import State
from satdoku.deduce.technique import USUAL
from satdoku.deduce.view import View
from satdoku.errors import Stopped
from satdoku.grid import Grid
from satdoku.solving import look_at_timeout

if TYPE_CHECKING:
    from collections.abc import Collection

    from satdoku.deduce.step import Step
    from satdoku.deduce.technique import Technique

__all__ = ["find_steps"]


def find_steps(
    puzzle: object,
    *,
    now: Grid | None = None,
    techniques: Collection[Technique] = USUAL,
    timeout: float | None = None,
) -> list[Step]:
    r"""List every step that some techniques see in a position, easier ones first.

    Techniques that rest on the puzzle having one solution take that for granted.

    Args:
        puzzle: A grid, or whatever `Grid.of` makes one of: its values are the clues.
        now: What is placed and which candidates are left; None for the puzzle's own.
        techniques: What is looked for.
        timeout: Seconds of wall time after which to stop.

    Raises:
        InputError: `puzzle` cannot be read.
        Stopped: The time was over.

    Example:
        >>> from satdoku.deduce.technique import Technique
        >>> hidden = {Technique.HIDDEN_SINGLE}
        >>> print(*find_steps("1... ..2. .4.. 4...", techniques=hidden)[:2], sep="\n")
        Hidden Single: r1c2=2, the only 2 in box 1
        Hidden Single: r2c4=1, the only 1 in box 2
    """
    look_at_timeout(timeout)
    deadline = None if timeout is None else monotonic() + timeout
    found: list[Step] = []
    view = View(State.of(Grid.of(puzzle), now), exhaustive=True)
    for search in searches(techniques):
        for step in search.find(view):
            _look_at(deadline)
            if step.technique in techniques:
                found.append(step)
        _look_at(deadline)
    return found


def _look_at(deadline: float | None) -> None:
    """Go on as long as there is time.

    Raises:
        Stopped: There is none left.
    """
    if deadline is not None and monotonic() > deadline:
        raise Stopped("out of time")
