"""Bivalue universal graves: all but a few candidates left form a pattern of pairs.

In a grave every empty cell has two candidates, and every digit has two cells in each
unit it is missing from; such a pattern has no solution or several.  So at least one of
the candidates beyond it holds:

1. if they are all in one cell, it loses its candidates of the grave;
2. if they are one digit in several cells, no cell that sees them all holds it;
3. if their cells share a unit, they may make a naked set with some cells of it;
4. if they are in two cells of a unit that share a candidate of the grave, one of the
   two cells holds that, and neither the rest of its grave candidates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.se.layout import (
    BOXES,
    COLUMNS,
    GEOMETRY,
    PEERS,
    ROWS,
    SHAPE,
    UNITS,
    UNITS_OF,
    by_last,
)
from satdoku.techniques.se.step import SeStep, eliminated, make
from satdoku.techniques.state import bits, cells_of
from satdoku.techniques.step import Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from satdoku.techniques.state import State

__all__ = ["grave"]


class _Grave(NamedTuple):
    """The cells with more, what each has more, and who sees them all."""

    more: dict[int, int]
    seen: int

    @property
    def digits(self) -> int:
        """What they have more, together."""
        digits = 0
        for mask in self.more.values():
            digits |= mask
        return digits


def grave(state: State) -> SeStep | None:
    """Find what follows from a grave, if the position is near one."""
    found = _grave(state)
    if found is None or not found.more:
        return None
    digits = found.digits
    if len(found.more) == 1:
        return _type_1(state, *found.more.items())
    if digits.bit_count() == 1:
        digit = digits.bit_length()
        hit = found.seen & state.where[digit]
        if hit:
            return make("BUG Type 2", removes=eliminated(hit, digit))
        return _type_4(state, found)
    if not found.seen:
        return None
    return _type_4(state, found) or _type_3(state, found)


def _grave(state: State) -> _Grave | None:
    """Find which candidates are beyond the pattern; None if there is no pattern."""
    left, where = state.left, state.where
    wide = 0
    for cell, mask in enumerate(left):
        if mask.bit_count() > 2:
            wide |= 1 << cell
    more: dict[int, int] = {}
    seen = -1
    digits = 0
    for unit in (*BOXES, *ROWS, *COLUMNS):
        for digit in range(1, 10):
            places = where[digit] & UNITS[unit]
            if places.bit_count() in {0, 2}:
                continue
            hit = places & wide
            if not hit:
                return None
            if hit & (hit - 1):
                continue  # another unit will tell which it is
            cell = hit.bit_length() - 1
            more[cell] = more.get(cell, 0) | 1 << (digit - 1)
            digits |= 1 << (digit - 1)
            seen &= PEERS[cell]
            for other in more:
                seen &= ~(1 << other)
            if len(more) > 1 and digits & (digits - 1) and not seen:
                return None
    return _Grave(more, seen) if _is_grave(state, more) else None


def _is_grave(state: State, more: dict[int, int]) -> bool:
    """Whether without what there is more all are pairs."""
    left = state.left.copy()
    where = state.where.copy()
    for cell, mask in more.items():
        left[cell] &= ~mask
        for digit in bits(mask):
            where[digit + 1] &= ~(1 << cell)
    return all(left[cell].bit_count() == 2 for cell in bits(state.empty)) and all(
        (where[digit] & unit).bit_count() in {0, 2}
        for unit in UNITS
        for digit in range(1, 10)
    )


def _shared(found: _Grave) -> list[int]:
    """Return the units that hold all the cells: box, row, column."""
    first, *rest = found.more
    return [
        unit
        for unit in UNITS_OF[first]
        if all(UNITS[unit] >> cell & 1 for cell in rest)
    ]


def _type_1(state: State, odd: tuple[int, int]) -> SeStep:
    cell, more = odd
    removes = tuple((cell, d + 1) for d in bits(state.left[cell] & ~more))
    step = None
    if more.bit_count() == 1:
        step = Step(
            GEOMETRY,
            Technique.BUG_PLUS_1,
            removes=removes,
            cells=(cell,),
            digits=(more.bit_length(),),
            units=SHAPE.units_of[cell],
        )
    return make("BUG Type 1", removes=removes, step=step)


def _type_3(state: State, found: _Grave) -> SeStep | None:
    left = state.left
    digits = found.digits
    for unit in _shared(found):
        cells = [c for c in cells_of(found.seen & UNITS[unit]) if left[c]]
        every = (found.seen & UNITS[unit]).bit_count()
        for size in range(2, 7):
            if every < size or len(cells) < size - 1:
                continue
            for chosen in by_last(len(cells), size - 1):
                taken = [cells[index] for index in chosen]
                naked = 0
                for cell in taken:
                    naked |= left[cell]
                if naked.bit_count() != size or digits & ~naked:
                    continue
                removes = [
                    (cell, digit + 1)
                    for cell in cells
                    if cell not in taken
                    for digit in bits(left[cell] & naked)
                ]
                if removes:
                    return make("BUG Type 3", removes=removes, added=(size - 1) * 0.1)
    return None


def _type_4(state: State, found: _Grave) -> SeStep | None:
    if len(found.more) != 2:
        return None
    first, second = found.more
    both = state.left[first] & state.left[second] & ~found.digits
    if both.bit_count() != 1 or not _shared(found):
        return None
    removes = [
        (cell, digit + 1)
        for cell in sorted(found.more)
        for digit in bits(state.left[cell] & ~found.more[cell] & ~both)
    ]
    return make("BUG Type 4", removes=removes)
