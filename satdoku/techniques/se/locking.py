"""Pointing and claiming, and the two at once with the hidden single they lead to.

A digit that one unit has only where it crosses another is nowhere else in that other
unit: pointing from a box to a line, claiming from a line to a box.  The direct forms
are taken where another unit across the second is left with one cell for the digit: it
is placed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.se.layout import CROSSINGS, GEOMETRY, UNITS
from satdoku.techniques.se.step import SeStep, eliminated, make
from satdoku.techniques.state import cells_of
from satdoku.techniques.step import Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.techniques.state import State

__all__ = ["direct_locking", "lockings", "pointing_claiming"]


def lockings(where: Sequence[int]) -> Iterator[tuple[int, int, int, tuple[int, ...]]]:
    """Yield what is locked: first unit, second unit, digit, the units across.

    Args:
        where: Of each digit, the cells that may hold it.
    """
    for first, second, thirds in CROSSINGS:
        from_, to = UNITS[first], UNITS[second]
        only_first, only_second = from_ & ~to, to & ~from_
        both = from_ & to
        for digit in range(1, 10):
            cells = where[digit]
            if cells & only_second and not cells & only_first:
                locked = cells & both
                if locked & (locked - 1):
                    yield first, second, digit, thirds


def direct_locking(state: State) -> SeStep | None:
    """Find the first pointing or claiming that leads to a hidden single.

    Only the single is placed: what the locked digit removes besides stays, as there.
    """
    where = state.where
    for first, second, digit, thirds in lockings(where):
        for third in thirds:
            cells = where[digit] & UNITS[third]
            rest = cells & ~UNITS[second]
            if rest and not rest & (rest - 1) and cells != rest:
                rule = "Direct Pointing" if first > 17 else "Direct Claiming"
                place = (rest.bit_length() - 1, digit)
                return make(rule, (place,))
    return None


def pointing_claiming(state: State) -> SeStep | None:
    """Find the first pointing or claiming."""
    where = state.where
    for first, second, digit, _ in lockings(where):
        removes = tuple(eliminated(where[digit] & UNITS[second] & ~UNITS[first], digit))
        technique = Technique.POINTING if first > 17 else Technique.CLAIMING
        step = Step(
            GEOMETRY,
            technique,
            removes=removes,
            cells=cells_of(where[digit] & UNITS[first]),
            digits=(digit,),
            units=(first, second),
        )
        return make(technique.title.partition(" ")[0], removes=removes, step=step)
    return None
