"""Searches without the steps that do what one before them does."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from satdoku.techniques.step import Step
    from satdoku.techniques.view import View

__all__ = ["distinct"]


def distinct(
    search: Callable[[View], Iterator[Step]],
) -> Callable[[View], Iterator[Step]]:
    """Let a search yield of the steps of a technique with one outcome only the first.

    Example:
        >>> from satdoku.techniques.state import State
        >>> from satdoku.techniques.step import Step
        >>> from satdoku.techniques.technique import Technique
        >>> from satdoku.techniques.view import View
        >>> from satdoku.puzzle import Puzzle
        >>> @distinct
        ... def search(view):
        ...     for removes in ((0, 4),), ((3, 4),), ((0, 4),):
        ...         yield Step(view.geometry, Technique.XY_WING, removes=removes)
        >>> empty = View(State.of(Puzzle("." * 81)))
        >>> [step.outcome for step in search(empty)]
        ['r1c1<>4', 'r1c4<>4']
    """

    @wraps(search)
    def found(view: View) -> Iterator[Step]:
        seen: set[object] = set()
        for step in search(view):
            outcome = (step.technique, step.places, step.removes)
            if outcome not in seen:
                seen.add(outcome)
                yield step

    return found
