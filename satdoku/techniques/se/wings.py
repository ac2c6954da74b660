"""XY-wings and XYZ-wings, in the scheme's order.

A cell with candidates x and y sees one with x and z and one with y and z: whatever it
holds, one of the two others holds z, so no cell that sees both does.  In an XYZ-wing
the cell has z as well, and what is removed must see it too.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from satdoku.techniques.se.layout import GEOMETRY, HOUSE, PEERS
from satdoku.techniques.se.step import SeStep, eliminated, make
from satdoku.techniques.state import bits
from satdoku.techniques.step import CellSet, Node, Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from satdoku.techniques.state import State

__all__ = ["wing"]


def wing(state: State, size: int) -> SeStep | None:
    """Find the first XY-wing (size 2) or XYZ-wing (size 3) that removes something."""
    left, where = state.left, state.where
    pairs = 0
    for cell, mask in enumerate(left):
        if mask.bit_count() == 2:
            pairs |= 1 << cell
    for pivot, digits in enumerate(left):
        if digits.bit_count() != size or not pairs & PEERS[pivot]:
            continue
        pincers = [cell for cell in HOUSE[pivot] if pairs >> cell & 1]
        for first, second in product(pincers, pincers):
            both = left[first] & left[second]
            if (
                (digits & ~left[first]).bit_count() != 1
                or (digits | left[first] | left[second]).bit_count() != 3
                or (digits & both).bit_count() != size - 2
                or both.bit_count() != 1
            ):
                continue
            digit = both.bit_length()
            seen = PEERS[first] & PEERS[second] & ~(1 << pivot) & where[digit]
            if size == 3:
                seen &= PEERS[pivot]
            if seen:
                removes = tuple(eliminated(seen, digit))
                return _step(state, size, (pivot, first, second), digit, removes)
    return None


def _step(
    state: State,
    size: int,
    cells: tuple[int, int, int],
    digit: int,
    removes: tuple[tuple[int, int], ...],
) -> SeStep:
    """Make the step: pivot, then pincers."""
    technique = Technique.XY_WING if size == 2 else Technique.XYZ_WING
    sets = tuple(
        CellSet((cell,), tuple(each + 1 for each in bits(state.left[cell])), role)
        for cell, role in zip(cells, ("pivot", "pincer", "pincer"), strict=True)
    )
    digits = {each for cellset in sets for each in cellset.digits}
    step = Step(
        GEOMETRY,
        technique,
        removes=removes,
        cells=cells,
        digits=tuple(sorted(digits)),
        sets=sets,
        chains=(_chain(sets, digit),) if size == 2 else (),
    )
    return make(technique.title, removes=removes, step=step)


def _chain(sets: tuple[CellSet, ...], digit: int) -> tuple[Node, ...]:
    """Return the chain of an XY-wing, from pincer to pincer."""
    pivot, *pincers = (cellset.cells for cellset in sets)
    one, two = (
        next(each for each in cellset.digits if each != digit) for cellset in sets[1:]
    )
    return (
        Node(digit, pincers[0], on=False),
        Node(one, pincers[0], on=True),
        Node(one, pivot, on=False),
        Node(two, pivot, on=True),
        Node(two, pincers[1], on=False),
        Node(digit, pincers[1], on=True),
    )
