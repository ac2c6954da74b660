"""The path: a puzzle solved step by step, by the easiest technique each time.

    state ──searches in order──▶ first step ──apply──▶ state ──▶ …

Nothing is guessed.  A path ends where the puzzle is solved, where no technique leads
on, or where it can be seen that the position has no solution: a cell without
candidates, a unit without a cell for a digit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.runtime.deadline import NEVER, Deadline
from satdoku.techniques.state import View
from satdoku.techniques.technique import USUAL, Level, Technique, searches

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from satdoku.techniques.state import State
    from satdoku.techniques.step import Step


def score_of(steps: Iterable[Step]) -> int:
    """Return the score of a path: the sum of the scores of its steps."""
    return sum(step.technique.score for step in steps)


def level_of(steps: Collection[Step]) -> Level:
    """Return the level of a path: that of its hardest step, or higher by its score."""
    hardest = max((step.technique.level for step in steps), default=Level.EASY)
    return Level.of_score(hardest, score_of(steps))


def next_step(view: View, techniques: frozenset[Technique]) -> Step | None:
    """Return the first step by the easiest of some techniques; None if there is none.

    Raises:
        Stopped: The view's deadline has passed.
    """
    for search in searches(techniques):
        view.check_deadline()
        for step in search.find(view):
            if step.technique in techniques:
                return step
    return None


def follow(
    state: State,
    techniques: frozenset[Technique] = USUAL,
    *,
    deadline: Deadline = NEVER,
) -> Iterator[Step]:
    """Yield step after step, each applied to the state before it is yielded.

    Ends where no empty cell is left, no technique leads on, or the state is broken.

    Args:
        state: The position, which changes.
        techniques: What may be used.
        deadline: When to stop.

    Raises:
        Stopped: The deadline has passed.
    """
    view = View(state, deadline=deadline)
    while state.empty and not state.is_broken:
        step = next_step(view, techniques)
        if step is None:
            return
        state.apply(step)
        yield step


def every_step(
    state: State,
    techniques: frozenset[Technique] = USUAL,
    *,
    deadline: Deadline = NEVER,
) -> Iterator[Step]:
    """Yield every step that can be taken from a position, easier techniques first.

    Of the steps of a technique with the same outcome only the first is yielded; naked
    subsets of different cells are different steps.

    Args:
        state: The position.
        techniques: What is looked for.
        deadline: When to stop.

    Raises:
        Stopped: The deadline has passed.
    """
    view = View(state, exhaustive=True, deadline=deadline)
    for search in searches(techniques):
        view.check_deadline()
        seen: set[object] = set()
        for step in search.find(view):
            view.check_deadline()
            subset = step.cells if step.technique.search == "subsets.naked" else ()
            outcome = (step.technique, step.places, step.removes, subset)
            if step.technique in techniques and outcome not in seen:
                seen.add(outcome)
                yield step
