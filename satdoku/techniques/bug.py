"""BUG+1: all cells but one have two candidates, and that one has three.

If every empty cell had two candidates, and every digit two cells in each unit that
lacks it (a bivalue universal grave), the digits could be chosen in two ways or in none:
such a puzzle is not proper.  One candidate more keeps it from being so: the one that
its row, column and box have three times.  It must be true.

Source: the forums of 2005.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.shape import bits
from satdoku.techniques.step import Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.view import View

__all__ = ["bug_plus_1", "reason"]


def bug_plus_1(view: View) -> Iterator[Step]:
    """Find the candidate that keeps the grid from having none but pairs."""
    state = view.state
    odd = -1
    for cell in bits(state.empty):
        count = state.left[cell].bit_count()
        if count != 2:
            if count != 3 or odd >= 0:
                return
            odd = cell
    if odd < 0:
        return
    own_units = view.shape.units_of[odd]
    for bit in bits(state.left[odd]):
        if all(state.counts[bit + 1][unit] == 3 for unit in own_units):
            break
    else:
        return
    # No digit is more than twice in another unit; then none is less than twice either,
    # as a unit has as many digits to place as it has empty cells.
    over = sum(count > 2 for counts in state.counts[1:] for count in counts)
    if over == len(own_units):
        yield Step(
            view.geometry,
            Technique.BUG_PLUS_1,
            removes=tuple(
                (odd, each + 1) for each in bits(state.left[odd]) if each != bit
            ),
            cells=(odd,),
            digits=(bit + 1,),
            units=own_units,
        )


def reason(step: Step) -> str:
    """Say why BUG+1 holds."""
    name = step.geometry.cell_name(step.cells[0])
    return (
        f"without {step.digits[0]} in {name} every empty cell would have two "
        f"candidates and every digit two cells in each unit: the puzzle would have two "
        f"solutions or none"
    )
