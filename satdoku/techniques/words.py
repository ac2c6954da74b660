"""Steps in words: each technique's own sentence, found by where its search is."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from satdoku.techniques.notation import outcome
from satdoku.techniques.searches import search_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.techniques.step import Step

__all__ = ["reason", "sentence"]


def reason(step: Step) -> str:
    """Say why a step holds: the technique's own words."""
    module = import_module(f"satdoku.techniques.{search_of(step.technique).module}")
    told: Callable[[Step], str] = module.reason
    return told(step)


def sentence(step: Step) -> str:
    """Say what a step is, does, and rests on, in one sentence.

    Example:
        >>> from satdoku.techniques.step import Step
        >>> from satdoku.techniques.technique import Technique
        >>> from satdoku.geometry import Geometry
        >>> board = Geometry(9, 9)
        >>> sentence(Step(board, Technique.HIDDEN_SINGLE, ((33, 5),), units=(23,)))
        'Hidden Single: r4c7=5, the only 5 in box 6'
    """
    return f"{step.technique.title}: {outcome(step)}, {reason(step)}"
