"""Full houses, naked singles and hidden singles.

The state keeps queues of the cells and units that were left with one candidate, in the
order in which that happened; here they are looked through.  Steps come in that order,
so what a placement made possible is taken up in turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.step import Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Iterator

    from satdoku.techniques.state import State
    from satdoku.techniques.view import View

__all__ = ["full_house", "hidden_single", "naked_single", "reason"]


def full_house(view: View) -> Iterator[Step]:
    """Find cells that are the last empty one of a unit."""
    state = view.state
    units, units_of = view.shape.units, view.shape.units_of
    empty = state.empty
    for cell, digit in _open(state.naked, state):
        for unit in units_of[cell]:
            if empty & units[unit] == 1 << cell:
                yield Step(
                    view.geometry,
                    Technique.FULL_HOUSE,
                    places=((cell, digit),),
                    cells=(cell,),
                    digits=(digit,),
                    units=(unit,),
                )
                break


def naked_single(view: View) -> Iterator[Step]:
    """Find cells with one candidate."""
    state = view.state
    for cell, digit in _open(state.naked, state):
        yield Step(
            view.geometry,
            Technique.NAKED_SINGLE,
            places=((cell, digit),),
            cells=(cell,),
            digits=(digit,),
        )


def hidden_single(view: View) -> Iterator[Step]:
    """Find digits with one cell in a unit: that of the box, if it is several."""
    state = view.state
    units_of = view.shape.units_of
    for cell, digit in _open(state.hidden, state):
        counts = state.counts[digit]
        for unit in reversed(units_of[cell]):
            if counts[unit] == 1:
                yield Step(
                    view.geometry,
                    Technique.HIDDEN_SINGLE,
                    places=((cell, digit),),
                    cells=(cell,),
                    digits=(digit,),
                    units=(unit,),
                )
                break


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
    name = board.cell_name(cell)
    if step.technique is Technique.NAKED_SINGLE:
        return f"the only candidate of {name}"
    unit = board.unit_name(step.units[0])
    if step.technique is Technique.FULL_HOUSE:
        return f"the last empty cell of {unit}"
    return f"the only {digit} in {unit}"
