"""Where the NumPy executor branches, for many lanes at once.

The rules are those of `satdoku.lanes.branching`, to the last bit: both executors search
the same tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from satdoku.lanes.layout import BLOCK, FIELDS, LEFT, OPEN, SOLVED, STATE, THREE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.uint32]

__all__ = ["Halves", "halves_by_cell", "halves_by_triad"]

_BANDS = [0x1FF << 10 * band for band in range(3)]
_STACKS = [(0b111 << 3 * stack) * THREE for stack in range(3)]
_BOXES = [0b111 << (10 * band + 3 * stack) for band in range(3) for stack in range(3)]
_SETTLED = 27
_NEVER = 1 << 20


class Halves(NamedTuple):
    """The two halves of the search after a choice.

    Args:
        first: (STATE, lanes), what to go on with.
        second: (STATE, lanes), what to keep for later.
        chosen: (lanes,) bool, where a choice was found.
    """

    first: Words
    second: Words
    chosen: NDArray[np.bool_]


def halves_by_cell(words: Words) -> Halves:
    """Branch on a digit in a cell.

    Args:
        words: (BLOCK, lanes), lanes that are stuck.
    """
    rows, cells = _pick_cells(words[OPEN:BLOCK])
    first, second = words[:STATE].copy(), words[:STATE].copy()
    lane = np.arange(rows.size)
    of_digits = 3 * np.arange(9)[:, None] + rows
    possible = (first[of_digits, lane] & cells) != 0
    chosen = 3 * possible.argmax(axis=0) + rows
    first[of_digits, lane] &= ~cells
    first[chosen, lane] |= cells
    first[SOLVED + rows, lane] |= cells
    second[chosen, lane] &= ~cells
    two = possible.sum(axis=0) == 2
    second[SOLVED + rows, lane] |= np.where(two, cells, np.uint32(0))
    return Halves(first, second, np.ones(rows.size, np.bool_))


def _pick_cells(marks: Words) -> tuple[NDArray[np.intp], Words]:
    """Choose cells.

    Args:
        marks: (6, lanes), the words of open cells and of those with two candidates.

    Returns:
        Which of a digit's words, and the cell's bit in it.
    """
    still_open, two = marks[:3], marks[3:]

    def weight(mask: int) -> NDArray[np.int64]:
        count = 2 * np.bitwise_count(still_open & np.uint32(mask)).astype(np.int64)
        count += np.bitwise_count(two & np.uint32(mask))
        total: NDArray[np.int64] = count.sum(axis=0)
        return total

    bands = [weight(mask) for mask in _BANDS]
    stacks = [weight(mask) for mask in _STACKS]
    any_two = two[0] | two[1] | two[2]
    best = np.full(any_two.shape, -1)
    box = np.full(any_two.shape, FIELDS, np.uint32)
    for at, mask in enumerate(_BOXES):
        together = bands[at // 3] + stacks[at % 3]
        better = (any_two & np.uint32(mask) != 0) & (together > best)
        best = np.where(better, together, best)
        box = np.where(better, np.uint32(mask), box)
    cells = np.where(best >= 0, two, still_open) & box
    rows = (cells != 0).argmax(axis=0)
    word = cells[rows, np.arange(rows.size)]
    return rows, word & (~word + np.uint32(1))


def halves_by_triad(words: Words) -> Halves:
    """Branch on a digit in a triad, where a band or stack is not settled.

    Args:
        words: (BLOCK, lanes), lanes that are stuck.
    """
    lanes: int = words.shape[1]
    candidates = words[:27].reshape(9, 3, lanes)
    left = (candidates | candidates >> 1 | candidates >> 2) & np.uint32(LEFT)
    in_rows = left[:, 0] | left[:, 1] << 1 | left[:, 2] << 2
    in_columns = candidates[:, 0] | candidates[:, 1] | candidates[:, 2]
    masks = np.array(_BANDS + _STACKS, np.uint32)
    ways = np.stack([in_rows] * 3 + [in_columns] * 3)
    triads = np.bitwise_and(ways, masks[:, None, None], dtype=np.uint32)
    counts = np.bitwise_count(triads).astype(np.int64)  # (bands and stacks, 9, lanes)
    totals = counts.sum(axis=1)
    totals[totals <= _SETTLED] = _NEVER
    best = totals.argmin(axis=0)
    lane = np.arange(lanes, dtype=np.intp)
    own = counts[best, :, lane].T  # (9, lanes)
    cells = np.bitwise_count(candidates & masks[best]).sum(axis=1, dtype=np.int64)
    weights = np.where(own > 3, 32 * np.maximum(own, 6) + cells, _NEVER)
    digits = weights.argmin(axis=0)
    in_band: Words = triads[best, digits, lane]
    is_stack = best >= 3
    gone = np.where(
        is_stack, _column_triads(in_band, best - 3), _row_triads(in_band, best)
    )
    first, second = words[:STATE].copy(), words[:STATE].copy()
    for row in range(3):
        first[3 * digits + row, lane] &= ~gone[0, row]
        second[3 * digits + row, lane] &= ~gone[1, row]
    return Halves(first, second, totals[best, lane] < _NEVER)


def _row_triads(in_band: Words, band: NDArray[np.intp]) -> Words:
    """Choose row triads: the first of a row with the fewest, but more than one.

    Returns:
        (2, 3, lanes), what each half loses in each of the digit's words.
    """
    shift = (10 * np.minimum(band, 2)).astype(np.uint32)
    matrix = in_band >> shift
    own_row = np.uint32(0b001001001)
    rows: list[Words] = [matrix >> np.uint32(row) & own_row for row in range(3)]
    row = _fewest_but_more_than_one(rows)
    own = np.choose(row, rows)
    lowest = own & (~own + np.uint32(1))
    triad = (lowest * np.uint32(0b111)) << shift
    whole_band = np.uint32(0x1FF) << shift
    first = [np.where(row == at, whole_band & ~triad, triad) for at in range(3)]
    second = [np.where(row == at, triad, np.uint32(0)) for at in range(3)]
    return np.array([first, second], np.uint32)


def _column_triads(in_stack: Words, stack: NDArray[np.intp]) -> Words:
    """Choose column triads: the first of a band with the fewest, but more than one.

    Returns:
        (2, 3, lanes), what each half loses in each of the digit's words.
    """
    boxes = [
        np.uint32(0b111) << (10 * band + 3 * np.maximum(stack, 0)).astype(np.uint32)
        for band in range(3)
    ]
    band = _fewest_but_more_than_one([in_stack & box for box in boxes])
    box = np.choose(band, boxes)
    own = in_stack & box
    triad = own & (~own + np.uint32(1))
    column = (triad >> (10 * band).astype(np.uint32)) * np.uint32(THREE)
    gone = (box | column) & ~triad
    return np.array([[gone] * 3, [triad] * 3], np.uint32)


def _fewest_but_more_than_one(words: list[Words]) -> NDArray[np.intp]:
    """Return for each lane the first word with the fewest bits, but two at least."""
    counts = np.array([np.bitwise_count(word) for word in words])
    counts[counts < 2] = 99
    first: NDArray[np.intp] = counts.argmin(axis=0)
    return first
