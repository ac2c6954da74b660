"""Type 3 of unique rectangles and loops: a naked or hidden set with two of their cells.

One of the two cells holds another digit than the loop's pair, so in a unit of both they
count as one cell with these other digits.  With some further cells that may make a
naked set.  Seen from the other side, one of the pair is missing from the two cells; the
pair and some further digits may be left with few enough cells to make a hidden set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.se.layout import UNITS, UNITS_OF, by_last
from satdoku.techniques.state import bits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.state import State

__all__ = ["loop_sets"]

_Found = tuple[float, list[tuple[int, int]]]


def loop_sets(
    state: State, first: int, second: int, pair: int, others: int
) -> Iterator[_Found]:
    """Yield what such sets add to the rating, and what they remove.

    Args:
        state: The position.
        first: One of the two cells.
        second: The other.
        pair: The loop's digits as a mask.
        others: The further candidates of the two cells.
    """
    two = 1 << first | 1 << second
    for size in range(others.bit_count(), 8):
        for unit in UNITS_OF[first]:
            if UNITS[unit] & two == two:
                empty = (state.empty & UNITS[unit]).bit_count()
                cells = [first, second]
                if 2 * size <= empty:
                    yield from _naked(state, cells, unit, others, size)
                if 2 * size < empty:
                    yield from _hidden(state, cells, unit, (pair, others), size)


def _naked(
    state: State, two: list[int], unit: int, others: int, size: int
) -> Iterator[_Found]:
    left = state.left
    first, second = two
    shared = others & left[first] & left[second]
    rest = state.empty & UNITS[unit] & ~(1 << first) & ~(1 << second)
    cells = [cell for cell in bits(rest) if left[cell].bit_count() > 1]
    if len(cells) < size - 1:
        return
    for chosen in by_last(len(cells), size - 1):
        taken = 0
        digits = 0
        for index in chosen:
            taken |= 1 << cells[index]
            digits |= left[cells[index]]
        if (digits | shared).bit_count() != size:
            continue
        digits |= others
        if digits.bit_count() != size:
            continue
        removes = [
            (cell, digit + 1)
            for cell in bits(rest & ~taken)
            for digit in bits(left[cell] & digits)
        ]
        if removes:
            yield (size - 1) * 0.1, removes


def _hidden(
    state: State, two: list[int], unit: int, masks: tuple[int, int], size: int
) -> Iterator[_Found]:
    left, where = state.left, state.where
    first, second = two
    pair, others = masks
    pool = [digit + 1 for digit in bits(511 & ~pair & ~others)]
    if size - 2 > len(pool):
        return
    cells = UNITS[unit] & ~(1 << second)
    for chosen in by_last(len(pool), size - 2):
        digits = [pool[index] for index in chosen]
        digits += [digit + 1 for digit in bits(pair)]
        places = [where[digit] & cells for digit in digits]
        hold = 0
        for mask in places:
            hold |= mask
        if not all(places) or hold.bit_count() != size:
            continue
        own = 0
        for digit in digits:
            own |= 1 << (digit - 1)
        hold &= ~(1 << first)
        removes = [
            (cell, digit + 1)
            for cell in bits(hold)
            for digit in bits(left[cell] & ~own)
        ]
        if removes:
            yield (hold.bit_count() - 1) * 0.1, removes
