"""Franken fish: basic fish with boxes among the base or cover sets.

Rows and boxes are covered by columns and boxes, or columns and boxes by rows and boxes.
Boxes overlap both, so there may be endo fins and cannibals (`fish` tells what that is).
How they are found is told in `fish_search`.
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
    "finned_franken_jellyfish",
    "finned_franken_leviathan",
    "finned_franken_squirmbag",
    "finned_franken_swordfish",
    "finned_franken_whale",
    "finned_franken_x_wing",
    "franken_jellyfish",
    "franken_leviathan",
    "franken_squirmbag",
    "franken_swordfish",
    "franken_whale",
    "franken_x_wing",
    "reason",
]


_search = partial(steps_of, mutant=False)


def franken_x_wing(view: View) -> Iterator[Step]:
    """Find two base sets of rows and boxes, or of columns and boxes."""
    return _search(view, Technique.FRANKEN_X_WING, finned=False)


def franken_swordfish(view: View) -> Iterator[Step]:
    """Find three base sets of rows and boxes, or of columns and boxes."""
    return _search(view, Technique.FRANKEN_SWORDFISH, finned=False)


def franken_jellyfish(view: View) -> Iterator[Step]:
    """Find four base sets of rows and boxes, or of columns and boxes."""
    return _search(view, Technique.FRANKEN_JELLYFISH, finned=False)


def franken_squirmbag(view: View) -> Iterator[Step]:
    """Find five base sets of rows and boxes, or of columns and boxes."""
    return _search(view, Technique.FRANKEN_SQUIRMBAG, finned=False)


def franken_whale(view: View) -> Iterator[Step]:
    """Find six base sets of rows and boxes, or of columns and boxes."""
    return _search(view, Technique.FRANKEN_WHALE, finned=False)


def franken_leviathan(view: View) -> Iterator[Step]:
    """Find seven base sets of rows and boxes, or of columns and boxes."""
    return _search(view, Technique.FRANKEN_LEVIATHAN, finned=False)


def finned_franken_x_wing(view: View) -> Iterator[Step]:
    """Find two base sets of rows and boxes, or of columns and boxes, with fins."""
    return _search(view, Technique.FINNED_FRANKEN_X_WING, finned=True)


def finned_franken_swordfish(view: View) -> Iterator[Step]:
    """Find three base sets of rows and boxes, or of columns and boxes, with fins."""
    return _search(view, Technique.FINNED_FRANKEN_SWORDFISH, finned=True)


def finned_franken_jellyfish(view: View) -> Iterator[Step]:
    """Find four base sets of rows and boxes, or of columns and boxes, with fins."""
    return _search(view, Technique.FINNED_FRANKEN_JELLYFISH, finned=True)


def finned_franken_squirmbag(view: View) -> Iterator[Step]:
    """Find five base sets of rows and boxes, or of columns and boxes, with fins."""
    return _search(view, Technique.FINNED_FRANKEN_SQUIRMBAG, finned=True)


def finned_franken_whale(view: View) -> Iterator[Step]:
    """Find six base sets of rows and boxes, or of columns and boxes, with fins."""
    return _search(view, Technique.FINNED_FRANKEN_WHALE, finned=True)


def finned_franken_leviathan(view: View) -> Iterator[Step]:
    """Find seven base sets of rows and boxes, or of columns and boxes, with fins."""
    return _search(view, Technique.FINNED_FRANKEN_LEVIATHAN, finned=True)
