"""Mutant fish: any units as base sets, any others as cover sets.

Only what is neither a basic nor a Franken fish is called so: rows and columns come
together on a side.  How they are found is told in `fish_search`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from satdoku.techniques.fish import reason
from satdoku.techniques.fish_search import steps_of
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.step import Step
    from satdoku.techniques.view import View

__all__ = [
    "finned_mutant_jellyfish",
    "finned_mutant_leviathan",
    "finned_mutant_squirmbag",
    "finned_mutant_swordfish",
    "finned_mutant_whale",
    "finned_mutant_x_wing",
    "mutant_jellyfish",
    "mutant_leviathan",
    "mutant_squirmbag",
    "mutant_swordfish",
    "mutant_whale",
    "mutant_x_wing",
    "reason",
]


_search = partial(steps_of, mutant=True)


def mutant_x_wing(view: View) -> Iterator[Step]:
    """Find two base sets of any units."""
    return _search(view, Technique.MUTANT_X_WING, finned=False)


def mutant_swordfish(view: View) -> Iterator[Step]:
    """Find three base sets of any units."""
    return _search(view, Technique.MUTANT_SWORDFISH, finned=False)


def mutant_jellyfish(view: View) -> Iterator[Step]:
    """Find four base sets of any units."""
    return _search(view, Technique.MUTANT_JELLYFISH, finned=False)


def mutant_squirmbag(view: View) -> Iterator[Step]:
    """Find five base sets of any units."""
    return _search(view, Technique.MUTANT_SQUIRMBAG, finned=False)


def mutant_whale(view: View) -> Iterator[Step]:
    """Find six base sets of any units."""
    return _search(view, Technique.MUTANT_WHALE, finned=False)


def mutant_leviathan(view: View) -> Iterator[Step]:
    """Find seven base sets of any units."""
    return _search(view, Technique.MUTANT_LEVIATHAN, finned=False)


def finned_mutant_x_wing(view: View) -> Iterator[Step]:
    """Find two base sets of any units, with fins."""
    return _search(view, Technique.FINNED_MUTANT_X_WING, finned=True)


def finned_mutant_swordfish(view: View) -> Iterator[Step]:
    """Find three base sets of any units, with fins."""
    return _search(view, Technique.FINNED_MUTANT_SWORDFISH, finned=True)


def finned_mutant_jellyfish(view: View) -> Iterator[Step]:
    """Find four base sets of any units, with fins."""
    return _search(view, Technique.FINNED_MUTANT_JELLYFISH, finned=True)


def finned_mutant_squirmbag(view: View) -> Iterator[Step]:
    """Find five base sets of any units, with fins."""
    return _search(view, Technique.FINNED_MUTANT_SQUIRMBAG, finned=True)


def finned_mutant_whale(view: View) -> Iterator[Step]:
    """Find six base sets of any units, with fins."""
    return _search(view, Technique.FINNED_MUTANT_WHALE, finned=True)


def finned_mutant_leviathan(view: View) -> Iterator[Step]:
    """Find seven base sets of any units, with fins."""
    return _search(view, Technique.FINNED_MUTANT_LEVIATHAN, finned=True)
