"""Full houses, naked singles and hidden singles.

The state keeps queues of the cells and units that were left with one candidate, in the
order in which that happened.  Steps come in that order, so singles that a placement
made possible are used in turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.step import Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Iterator

    from satdoku.techniques.state import State, View

__all__ = ["full_house", "hidden_single", "naked_single", "reason"]


def full_house(view: View) -> Iterator[Step]:
    """Find cells that are the last empty one of a unit."""
    state, shape = view.state, view.shape
    for cell, digit in _open(state.naked, state):
        for unit in shape.units_of[cell]:
            if state.empty & shape.units[unit] == 1 << cell:
                yield _step(view, Technique.FULL_HOUSE, cell, digit, unit)
                break


def naked_single(view: View) -> Iterator[Step]:
    """Find cells with one candidate."""
    for cell, digit in _open(view.state.naked, view.state):
        yield _step(view, Technique.NAKED_SINGLE, cell, digit)


def hidden_single(view: View) -> Iterator[Step]:
    """Find digits with one cell in a unit: that of the box, if it is several."""
    state = view.state
    for cell, digit in _open(state.hidden, state):
        for unit in reversed(view.shape.units_of[cell]):
            if state.counts[digit][unit] == 1:
                yield _step(view, Technique.HIDDEN_SINGLE, cell, digit, unit)
                break


def _step(view: View, technique: Technique, cell: int, digit: int, *units: int) -> Step:
    return Step(
        view.geometry,
        technique,
        places=((cell, digit),),
        cells=(cell,),
        digits=(digit,),
        units=units,
    )


def _open(queue: deque[tuple[int, int]], state: State) -> Iterator[tuple[int, int]]:
    """Yield the entries that still hold, each once; drop old ones in front."""
    values, where = state.values, state.where
    while queue and values[queue[0][0]]:
        queue.popleft()
    seen: set[tuple[int, int]] = set()
    for entry in queue:
        cell, digit = entry
        # A broken state has entries whose candidate is removed.
        if where[digit] >> cell & 1 and entry not in seen:
            seen.add(entry)
            yield entry


def reason(step: Step) -> str:
    """Say why a single holds."""
    board = step.geometry
    (cell, digit), *_ = step.places
    if step.technique is Technique.NAKED_SINGLE:
        return f"the only candidate of {board.cell_name(cell)}"
    unit = board.unit_name(step.units[0])
    if step.technique is Technique.FULL_HOUSE:
        return f"the last empty cell of {unit}"
    return f"the only {digit} in {unit}"
