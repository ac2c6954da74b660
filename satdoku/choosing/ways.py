"""The cheapest way to answer the puzzles that are expected, by what each costs."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from satdoku.choosing.choice import SoFar
from satdoku.choosing.costs import (
    LANES_NUMPY,
    LANES_WAY,
    SIMPLIFIED,
    TRIAL,
    WHOLE,
    Tally,
    figure,
)

if TYPE_CHECKING:
    from satdoku.choosing.figure import Figure

__all__ = [
    "FEWEST_CLUES",
    "ONE_BY_ONE",
    "choose_many",
    "has_few_clues",
    "is_worth_a_look",
    "lanes_pay_from",
    "total",
    "trial_steps",
    "way_for",
    "yet_to_pay",
]

ONE_BY_ONE = (TRIAL, SIMPLIFIED, WHOLE)
"""The ways of a session, which answers one puzzle after another."""

FEWEST_CLUES = 0.39
"""The share of cells, on grids beyond 9×9, below which no trial was seen to end."""

_OF_FIRST, _OF_EACH = 0.8, 0.5
"""Of what the next way takes, once and for a puzzle: what a trial may take."""

_SHARED = 10
"""Puzzles among which it is shared at most, so that a trial stays worth its while."""

_HARD = 1.5
"""How much dearer than usual puzzles are that are called hard."""

_A_LOOK = 1.25
"""How much dearer trials may seem than a whole formula, while no puzzle was tried."""

_MOST = 1 << 20
_NONE = Tally()


def way_for(size: int, so_far: SoFar, *, after_trial: bool = False) -> str:
    """Return the way that answers the expected puzzles soonest, one or two solutions.

    Args:
        size: Cells in a row.
        so_far: What is known of the puzzles.
        after_trial: Whether a trial has just failed, and so is no way.

    Example:
        >>> [way_for(9, SoFar(coming=coming)) for coming in (1, 200)]
        ['trial', 'whole']
    """
    ways = ONE_BY_ONE[1:] if after_trial else ONE_BY_ONE
    costs = {way: total(way, size, so_far) for way in ways}
    best = min(costs, key=lambda way: (costs[way], way != SIMPLIFIED))
    if best == WHOLE and is_worth_a_look(size, so_far, after_trial=after_trial):
        return TRIAL
    return best


def is_worth_a_look(size: int, so_far: SoFar, *, after_trial: bool = False) -> bool:
    """Whether so little speaks for a whole formula that trials are to show more first.

    How hard puzzles are tells more than how many come, and a trial tells it for less
    than a formula costs.

    Example:
        >>> [is_worth_a_look(9, SoFar(coming=coming)) for coming in (60, 600)]
        [True, False]
    """
    if after_trial or so_far.tally or so_far.loaded:
        return False
    return total(TRIAL, size, so_far) < _A_LOOK * total(WHOLE, size, so_far)


def choose_many(size: int, so_far: SoFar, *, compiled: bool = True) -> bool:
    """Whether engine `lanes` answers the expected puzzles sooner than one by one.

    Args:
        size: Cells in a row.
        so_far: What is known of the puzzles.
        compiled: Whether the lanes are compiled.

    Example:
        >>> [choose_many(9, SoFar(coming=coming)) for coming in (50, 5_000)]
        [False, True]
    """
    usual = figure(WHOLE, size)
    tally = so_far.tally or _NONE
    if not compiled and usual and tally.each(usual) > _HARD * usual.each:
        return False  # what is hard for one is harder still for lanes by numpy
    one_by_one = min(total(way, size, so_far) for way in ONE_BY_ONE)
    at_once = total(LANES_WAY if compiled else LANES_NUMPY, size, so_far)
    return at_once < one_by_one


def total(way: str, size: int, so_far: SoFar) -> float:
    """Return what all expected puzzles cost by a way, in milliseconds."""
    row = figure(way, size)
    if row is None or (way == TRIAL and has_few_clues(size, so_far.clues)):
        return inf
    each = (so_far.tally or _NONE).each(row)
    return yet_to_pay(row, size, so_far) + each * so_far.expected


def trial_steps(size: int, so_far: SoFar, after: str) -> int:
    """Return how many steps a trial may take before another way goes on.

    Args:
        size: Cells in a row.
        so_far: What is known of the puzzles.
        after: That way.

    Example:
        >>> trial_steps(9, SoFar(), SIMPLIFIED) > 100
        True
    """
    trial, row = figure(TRIAL, size), figure(after, size)
    if trial is None or row is None:
        return 0
    once = yet_to_pay(row, size, so_far)
    if size >= 9:  # what is paid once is shared by all; small puzzles never need it
        once /= min(so_far.expected, _SHARED)
    share = _OF_FIRST * once + _OF_EACH * row.each
    return max(1, round(share / trial.effort))


def yet_to_pay(row: Figure, size: int, so_far: SoFar) -> float:
    """Return what a way has yet to pay once."""
    if row.way == WHOLE and so_far.loaded:
        return 0.0
    if row.way == TRIAL and (so_far.tally or so_far.learning):
        return 0.0
    paid = figure(SIMPLIFIED, size)
    if row.way in (SIMPLIFIED, WHOLE) and so_far.learning and paid is not None:
        return max(0.0, row.first - paid.first)  # the import is the same
    return row.first


def has_few_clues(size: int, clues: int | None) -> bool:
    """Whether a large puzzle has so few clues that no trial ends.

    On 9×9 clues tell little of what a search takes: of the puzzles with 17, the fewest,
    nine in ten are answered by a trial, of the hardest known, with 22 to 26, none is.

    Example:
        >>> has_few_clues(16, 120), has_few_clues(16, 90), has_few_clues(9, 17)
        (False, True, False)
    """
    return size > 9 and clues is not None and clues < FEWEST_CLUES * size * size


def lanes_pay_from(*, compiled: bool = True) -> int:
    """Return from how many usual puzzles of 9×9 on `lanes` is loaded at once.

    Example:
        >>> 100 < lanes_pay_from() < 10_000
        True
    """
    low, high = 1, _MOST
    while low < high:
        middle = (low + high) // 2
        if choose_many(9, SoFar(coming=middle), compiled=compiled):
            high = middle
        else:
            low = middle + 1
    return low
