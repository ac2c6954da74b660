"""Ratings by the scheme: a puzzle solved by the easiest rule each time.

    ER   the rating of the hardest step
    EP   the hardest up to and with the first that places a digit
    ED   the rating of the first step

The path ends where no rule leads on.  By default it also ends where a puzzle needs
nested forcing chains, rated 9.5 and more: they take minutes.  ER is None then, and
`beyond` is true; EP and ED are known if the path gets that far.

The puzzle must be proper: the rules of unique loops and BUG rest on that.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from satdoku.errors import Stopped, UsageError
from satdoku.runtime.deadline import NEVER, Deadline
from satdoku.techniques.path import Ending
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
from satdoku.techniques.se.rules import SCHEME, VERSION
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
class SeRating:
    """A puzzle's rating.

    Args:
        puzzle: The puzzle.
        steps: The steps in order.
        ending: How it ended; broken if the puzzle has no solution.
        deepest: The highest level of dynamic forcing chains that led nowhere at the
            end; None if time ran out before any had.
        scheme: The scheme's name.
        version: Whose ratings these are.
    """

    puzzle: Puzzle
    steps: tuple[SeStep, ...]
    ending: Ending
    deepest: int | None = 1
    scheme: str = SCHEME
    version: str = VERSION

    def __repr__(self) -> str:
        er = "no ER" if self.er is None else f"ER {self.er}"
        steps = f"{len(self.steps)} step{'s' * (len(self.steps) != 1)}"
        return f"<SeRating {er}, {steps}, by {self.version}>"

    @property
    def er(self) -> float | None:
        """The rating of the hardest step; None where the steps do not solve it."""
        return _highest(self.steps) if self.ending is Ending.SOLVED else None

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
    def hardest(self) -> SeStep | None:
        """The first of the hardest steps; None where none was needed."""
        return max(self.steps, key=lambda step: step.rating, default=None)

    @property
    def beyond(self) -> bool:
        """Whether the puzzle needs more steps than those found."""
        return self.ending in {Ending.STUCK, Ending.TIMEOUT}

    @property
    def at_least(self) -> float | None:
        """A lower bound of ER: ER itself, or else that of the steps so far.

        The next step has at least the first rating that was not tried.  Where EP or ED
        is not known, it is at least as much, too.
        """
        if not self.beyond:
            return self.er
        bounds = [step.rating for step in self.steps]
        if self.deepest is not None and self.deepest < LEVELS:
            bounds.append(9.0 + 0.5 * self.deepest)
        return round(max(bounds), 1) if bounds else None

    def __str__(self) -> str:
        er = _text(self.at_least)
        if self.beyond and self.at_least is not None:
            er += " or more"
        return f"ER {er}, EP {_text(self.ep)}, ED {_text(self.ed)}"


def _highest(steps: tuple[SeStep, ...]) -> float:
    return round(max((step.rating for step in steps), default=0.0), 1)


def _text(rating: float | None) -> str:
    return "unknown" if rating is None else f"{rating:.1f}"


def _first_step(state: State, deadline: Deadline) -> SeStep | None:
    """Return the easiest step but dynamic forcing chains; None if there is none."""
    for search in SEARCHES:
        deadline.check()
        if step := search(state):
            return step
    return nishio(state, deadline) or multiple_forcing(state, deadline)


def rate_se(
    puzzle: Puzzle, *, deepest: int = 1, deadline: Deadline = NEVER
) -> SeRating:
    """Rate a puzzle.

    Args:
        puzzle: A proper puzzle of 9×9.
        deepest: The highest level of dynamic forcing chains to try: 1, or up to 5 for
            nested ones, which takes minutes for the puzzles that need them.
        deadline: When to stop.

    Returns:
        The rating, with the steps; those found in time, where it runs out.

    Raises:
        UsageError: The puzzle is not of 9×9 with boxes of 3×3, or there is no such
            level.

    Example:
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> rating = rate_se(
        ...     Puzzle(
        ...         ".3...89.2..2....4.......567...76...34...53...."
        ...         "....485.96..3....28.41.6.......617."
        ...     )
        ... )
        >>> print(rating)
        ER 7.2, EP 1.2, ED 1.2
        >>> rating.hardest.rule, rating.hardest.length
        ('Forcing Chain', 10)
    """
    if not puzzle.geometry.is_nine:
        raise UsageError(
            f"{VERSION} rates puzzles of 9×9 with boxes of 3×3, "
            f"not of {puzzle.geometry.size}×{puzzle.geometry.size}"
        )
    if not 0 <= deepest <= LEVELS:
        raise UsageError(
            f"dynamic forcing chains have levels 0 to {LEVELS}, not {deepest}"
        )
    state = State.of(puzzle)
    steps: list[SeStep] = []
    failed: int | None = None
    ending = Ending.SOLVED
    try:
        while state.empty:
            failed = None
            step = _first_step(state, deadline)
            for level in range(deepest + 1) if step is None else ():
                if step := dynamic_forcing(state, level, deadline):
                    break
                failed = level
            if step is None:
                ending = Ending.BROKEN if state.is_broken else Ending.STUCK
                break
            step.apply(state)
            steps.append(step)
    except Stopped:
        ending = Ending.TIMEOUT
    return SeRating(puzzle, tuple(steps), ending, failed)
