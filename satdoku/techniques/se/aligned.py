"""Aligned pair and triplet exclusion.

All ways to fill two (or three) cells are gone through.  A way is out if it puts a digit
twice in a unit, or takes every candidate from a cell that sees all of them.  What no
way left uses is removed.

Only cells with few candidates can be emptied like that: two for a pair, up to three for
a triplet; at least two such cells must see all of the pair or triplet.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from satdoku.techniques.se.layout import HOUSE, PEERS
from satdoku.techniques.se.step import SeStep, make
from satdoku.techniques.state import bits, cells_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.techniques.state import State

__all__ = ["aligned_exclusion", "excluded"]


def aligned_exclusion(state: State, size: int) -> SeStep | None:
    """Find the first pair (size 2) or triplet (size 3) that excludes something."""
    left = state.left
    few = 0
    for cell, mask in enumerate(left):
        if 2 <= mask.bit_count() <= size:
            few |= 1 << cell
    rule = "Aligned Pair Exclusion" if size == 2 else "Aligned Triplet Exclusion"
    for cells, watchers in _aligned(state, few, size):
        removes = excluded(left, cells, {left[cell] for cell in bits(watchers)})
        if removes:
            return make(rule, removes=removes)
    return None


def _aligned(
    state: State, few: int, size: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield cells to look at, and the cells they may empty."""
    bases = [
        cell
        for cell in cells_of(state.empty)
        if state.left[cell].bit_count() > 1 and few & PEERS[cell]
    ]
    usable = sum(1 << cell for cell in bases)
    for index, second in enumerate(bases):
        for first in bases[:index]:
            seen = few & PEERS[first] & PEERS[second]
            if not seen & (seen - 1):
                continue
            if size == 2:
                yield (first, second), seen
                continue
            third = few & usable & (PEERS[first] | PEERS[second])
            third &= ~(1 << first | 1 << second)
            order = dict.fromkeys(HOUSE[first] + HOUSE[second])
            for cell in order:
                if third >> cell & 1:
                    watchers = seen & PEERS[cell]
                    if watchers & (watchers - 1):
                        yield (first, second, cell), watchers


@cache
def _holding(mask: int) -> int:
    """Return the sets of digits that hold a set, as bits of one number."""
    return sum(1 << other for other in range(512) if not mask & ~other)


@cache
def _single(mask: int) -> tuple[int, ...]:
    """Return the digits of a set, each as a set."""
    return tuple(1 << digit for digit in bits(mask))


def excluded(
    left: Sequence[int], cells: tuple[int, ...], emptied: set[int]
) -> list[tuple[int, int]]:
    """Return the candidates of the cells that no way to fill them uses.

    Args:
        left: The candidates of each cell.
        cells: The two or three cells.
        emptied: The sets of candidates that a way must not take as a whole.
    """
    out = 0
    for mask in emptied:
        out |= _holding(mask)
    # Every candidate, but those of ways already found, asks for a way that uses it.
    unused = [left[cell] for cell in cells]
    for place, cell in enumerate(cells):
        first, *others = (other for other in range(len(cells)) if other != place)
        one, two = cells[first], cells[others[0]] if others else -1
        beside_one = PEERS[cell] >> one & 1
        beside_two = two >= 0 and PEERS[cell] >> two & 1
        both = two >= 0 and PEERS[one] >> two & 1
        ones = _single(left[one])
        twos = _single(left[two]) if two >= 0 else (0,)
        for digit in _single(left[cell]):
            if not unused[place] & digit:
                continue
            for way in product(ones, twos):
                a, b = way
                if (
                    (beside_one and a == digit)
                    or (beside_two and b == digit)
                    or (both and a == b)
                    or out >> (digit | a | b) & 1
                ):
                    continue
                unused[place] &= ~digit
                unused[first] &= ~a
                if others:
                    unused[others[0]] &= ~b
                break
    if not any(unused):
        return []
    return sorted(
        (cell, digit + 1)
        for cell, mask in zip(cells, unused, strict=True)
        for digit in bits(mask)
    )
