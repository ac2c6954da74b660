"""Hidden and naked singles, in the scheme's order.

The last empty cell of a unit comes before any other hidden single; boxes come before
columns, columns before rows, and in a unit the lowest digit first.  Naked singles are
taken cell by cell.

The state's queue names every cell that is the only one of a unit for a digit, so only
those are looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.se.layout import GEOMETRY, UNITS, UNITS_OF
from satdoku.techniques.se.step import SeStep, make
from satdoku.techniques.step import Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from satdoku.techniques.state import State

__all__ = ["hidden_single", "naked_single"]

_RANK = (*range(60, 69), *range(30, 39), *range(9))
"""Of each unit, when it is its turn: boxes, columns, rows."""


def hidden_single(state: State) -> SeStep | None:
    """Find the first cell that alone can hold a digit in one of its units."""
    values, where, empty = state.values, state.where, state.empty
    queue = state.hidden
    while queue and values[queue[0][0]]:
        queue.popleft()
    best = None
    for cell, digit in queue:
        if values[cell] or not where[digit] >> cell & 1:
            continue
        counts = state.counts[digit]
        for unit in UNITS_OF[cell]:
            if counts[unit] == 1:
                last = empty & UNITS[unit] == 1 << cell
                key = (not last, _RANK[unit], digit)
                if best is None or key < best[0]:
                    best = key, cell, unit
    if best is None:
        return None
    (more, _, digit), cell, unit = best
    rule = "Last Cell"
    if more:
        rule = "Hidden Single in Box" if unit > 17 else "Hidden Single in Line"
    technique = Technique.HIDDEN_SINGLE if more else Technique.FULL_HOUSE
    return _single(rule, technique, cell, digit, (unit,))


def naked_single(state: State) -> SeStep | None:
    """Find the first cell with one candidate."""
    left = state.left
    cells = [cell for cell, _ in state.naked if left[cell]]
    if not cells:
        return None
    cell = min(cells)
    return _single(
        "Naked Single", Technique.NAKED_SINGLE, cell, left[cell].bit_length(), ()
    )


def _single(
    rule: str, technique: Technique, cell: int, digit: int, units: tuple[int, ...]
) -> SeStep:
    places = ((cell, digit),)
    step = Step(
        GEOMETRY, technique, places, cells=(cell,), digits=(digit,), units=units
    )
    return make(rule, places, step=step)
