"""Ratings by the scheme: a puzzle solved by the easiest rule each time.

    ER   the rating of the hardest step
    EP   the hardest up to and with the first that places a digit
    ED   the rating of the first step

The path ends where no rule leads on.  By default it also ends where a puzzle needs
nested forcing chains, rated 9.5 and more: they take minutes.  ER is None then; EP and
ED are known if the path gets that far.

The puzzle must be proper: the rules of unique loops and BUG rest on that.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from satdoku.errors import EngineError, Stopped
from satdoku.runtime.deadline import NEVER, Deadline
from satdoku.techniques.se.basics import (
    aligned_exclusion,
    direct_hidden_set,
    direct_locking,
    fish,
    grave,
    hidden_set,
    hidden_single,
    naked_set,
    naked_single,
    pointing_claiming,
    unique_loop,
    wing,
)
from satdoku.techniques.se.chains import chain_or_cycle
from satdoku.techniques.se.forcing import multiple_forcing, nishio
from satdoku.techniques.se.nested import dynamic_forcing
from satdoku.techniques.state import State

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.techniques.se.rules import SeStep

SEARCHES: tuple[Callable[[State], SeStep | None], ...] = (
    hidden_single,
    direct_locking,
    partial(direct_hidden_set, size=2),
    naked_single,
    partial(direct_hidden_set, size=3),
    pointing_claiming,
    partial(naked_set, size=2),
    partial(fish, size=2),
    partial(hidden_set, size=2),
    partial(naked_set, size=3),
    partial(fish, size=3),
    partial(hidden_set, size=3),
    partial(wing, size=2),
    partial(wing, size=3),
    unique_loop,
    partial(naked_set, size=4),
    partial(fish, size=4),
    partial(hidden_set, size=4),
    grave,
    partial(aligned_exclusion, size=2),
    chain_or_cycle,
    partial(aligned_exclusion, size=3),
)
"""The searches in the order in which they are tried."""

LEVELS = 5
"""The highest level of dynamic forcing chains; those from 2 on are nested."""


@dataclass(frozen=True)
class SePath:
    """How a puzzle is solved by the scheme.

    Args:
        steps: The steps in order.
        is_solved: Whether they solve it.
        deepest: The highest level of dynamic forcing chains that led nowhere at the
            end; None if time ran out before any had.
        complete: Whether time was enough.
    """

    steps: tuple[SeStep, ...]
    is_solved: bool
    deepest: int | None = None
    complete: bool = True

    @property
    def er(self) -> float | None:
        """The rating of the hardest step; None where the steps do not solve it."""
        return _highest(self.steps) if self.is_solved else None

    @property
    def ep(self) -> float | None:
        """The hardest up to the first placement; None where none was found."""
        for index, step in enumerate(self.steps):
            if step.places:
                return _highest(self.steps[: index + 1])
        return None

    @property
    def ed(self) -> float | None:
        """The hardest up to the first elimination: of the first step."""
        return _highest(self.steps[:1]) if self.steps else None

    @property
    def at_least(self) -> float | None:
        """A lower bound of ER, and of EP and ED where they are not known.

        None where ER is known.  It is the rating of the hardest step so far, or the
        first rating that was not tried, which the next step has at least.
        """
        if self.is_solved:
            return None
        bounds = [step.rating for step in self.steps]
        if self.deepest is not None and self.deepest < LEVELS:
            bounds.append(9.0 + 0.5 * self.deepest)
        return round(max(bounds), 1) if bounds else None


def _highest(steps: tuple[SeStep, ...]) -> float:
    return round(max((step.rating for step in steps), default=0.0), 1)


def _first_step(state: State, deadline: Deadline) -> SeStep | None:
    """Return the easiest step but dynamic forcing chains; None if there is none."""
    for search in SEARCHES:
        deadline.check()
        if step := search(state):
            return step
    return nishio(state, deadline) or multiple_forcing(state, deadline)


def solve_se(puzzle: Puzzle, *, deepest: int = 1, deadline: Deadline = NEVER) -> SePath:
    """Solve a puzzle by the easiest rule each time.

    Args:
        puzzle: A proper puzzle of 9×9, with boxes of 3×3.
        deepest: The highest level of dynamic forcing chains to try: 1, or up to 5 for
            nested ones, which takes minutes for the puzzles that need them.
        deadline: When to stop, with the steps found by then.

    Raises:
        EngineError: A step led to no solution.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> path = solve_se(
        ...     Puzzle(
        ...         ".3...89.2..2....4.......567...76...34...53...."
        ...         "....485.96..3....28.41.6.......617."
        ...     )
        ... )
        >>> path.er, path.ep, path.ed
        (7.2, 1.2, 1.2)
    """
    state = State.of(puzzle)
    steps: list[SeStep] = []
    failed: int | None = None
    try:
        while state.empty:
            failed = None
            step = _first_step(state, deadline)
            for level in range(deepest + 1) if step is None else ():
                if step := dynamic_forcing(state, level, deadline):
                    break
                failed = level
            if step is None:
                break
            state.apply(step)
            steps.append(step)
    except Stopped:
        return SePath(tuple(steps), is_solved=False, deepest=failed, complete=False)
    if state.is_broken or not (state.empty or puzzle.is_solution(state.grid().clues)):
        raise EngineError(f"a path led to no solution of {puzzle.line[:90]}")
    return SePath(tuple(steps), is_solved=not state.empty, deepest=failed)
