"""Where the search branches, as compiled code; `satdoku.lanes.choice` does the same.

What was tried is told in docs/lanes.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.lanes.cells import word_at
from satdoku.lanes.layout import BIVALUE, LANES, LEFT, OPEN, SOLVED, STATE, THREE
from satdoku.lanes.machine_code import lowest_bit, popcount
from satdoku.lanes.pool import FEW_BIVALUE, TRIADS_FIRST

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["branch", "take_frame"]

_BAND = 0x1FF
_STACK = 0b111 * THREE
_BOX = 0b111
_TWO = 1 | 1 << 32
_ROW = 0b001001001  # the triads of one row, as `row_triads_of` has them


def pick_cell(words: NDArray[np.uint32], word: int) -> tuple[int, int]:
    """Choose the cell to branch on: which of a digit's words, which bit.

    The first cell with two candidates in the box whose band and stack hold most open
    cells, those with two candidates counted half more; where no cell has two, the
    first open cell.
    """
    open_0 = word_at(words, word + LANES * OPEN)
    open_1 = word_at(words, word + LANES * (OPEN + 1))
    open_2 = word_at(words, word + LANES * (OPEN + 2))
    two_0 = word_at(words, word + LANES * BIVALUE)
    two_1 = word_at(words, word + LANES * (BIVALUE + 1))
    two_2 = word_at(words, word + LANES * (BIVALUE + 2))
    two = two_0 | two_1 | two_2
    if two == 0:
        if open_0:
            return 0, lowest_bit(open_0)
        if open_1:
            return 1, lowest_bit(open_1)
        return 2, lowest_bit(open_2)
    all_open = open_0 | open_1 << 32
    all_two = two_0 | two_1 << 32
    stack_0 = _weight(all_open, open_2, all_two, two_2, _STACK)
    stack_1 = _weight(all_open, open_2, all_two, two_2, _STACK << 3)
    stack_2 = _weight(all_open, open_2, all_two, two_2, _STACK << 6)
    best, best_box = -1, 0
    for band in range(3):
        own = _weight(all_open, open_2, all_two, two_2, _BAND << 10 * band)
        for stack, other in enumerate((stack_0, stack_1, stack_2)):
            box = _BOX << (10 * band + 3 * stack)
            together = own + other if two & box else -1
            best_box = box if together > best else best_box
            best = max(together, best)
    if two_0 & best_box:
        return 0, lowest_bit(two_0 & best_box)
    if two_1 & best_box:
        return 1, lowest_bit(two_1 & best_box)
    return 2, lowest_bit(two_2 & best_box)


def _weight(all_open: int, open_2: int, all_two: int, two_2: int, mask: int) -> int:
    """Weigh a band or stack: two for an open cell, one more if it has two candidates.

    Words 0 and 1 come together, as one number of 64 bits.
    """
    both = mask | mask << 32
    cells = popcount(all_open & both) + popcount(open_2 & mask)
    return int(2 * cells + popcount(all_two & both) + popcount(two_2 & mask))


def pick_band(state: NDArray[np.uint32], first: int) -> tuple[int, int]:
    """Choose a band or stack, and the digit in it, to branch on.

    Of those that are not settled the one in which the digits have the fewest triads
    left altogether.  In it a digit that is not settled either: one that can lie in two
    ways if there is one, in the fewest otherwise (more triads, more ways), and of these
    the one with the fewest candidates in the band.

    Args:
        state: Holds the words of a lane side by side.
        first: Where they begin.

    Returns:
        The band (0, 1, 2) or stack (3, 4, 5), or -1 if all are settled; and the digit.
    """
    band_0, band_1, band_2 = 0, 0, 0
    stack_0, stack_1, stack_2 = 0, 0, 0
    for digit in range(0, 9, 2):
        rows = row_triads_of(state, first + 3 * digit)
        columns = column_triads_of(state, first + 3 * digit)
        if digit < 8:  # two at a time
            rows |= row_triads_of(state, first + 3 * digit + 3) << 32
            columns |= column_triads_of(state, first + 3 * digit + 3) << 32
        band_0 += popcount(rows & _TWO * _BAND)
        band_1 += popcount(rows & _TWO * (_BAND << 10))
        band_2 += popcount(rows & _TWO * (_BAND << 20))
        stack_0 += popcount(columns & _TWO * _STACK)
        stack_1 += popcount(columns & _TWO * (_STACK << 3))
        stack_2 += popcount(columns & _TWO * (_STACK << 6))
    best, fewest = -1, 82
    for at, total in enumerate((band_0, band_1, band_2, stack_0, stack_1, stack_2)):
        if 27 < total < fewest:
            best, fewest = at, total
    chosen, fewest = 0, 1000
    in_rows = best < 3
    mask = _BAND << 10 * best if in_rows else _STACK << 3 * (best - 3)
    for digit in range(9):
        at = first + 3 * digit
        triads = row_triads_of(state, at) if in_rows else column_triads_of(state, at)
        left = popcount(triads & mask)
        cells = popcount(
            (word_at(state, at) & mask) | (word_at(state, at + 1) & mask) << 32
        )
        cells += popcount(word_at(state, at + 2) & mask)
        weight = 32 * max(left, 6) + cells  # with five or six triads: two ways
        weight = weight if left > 3 else 1000
        chosen = digit if weight < fewest else chosen
        fewest = min(weight, fewest)
    return best, chosen


def row_triads_of(state: NDArray[np.uint32], at: int) -> int:
    """Return a digit's row triads: bit 10 b + 3 k + r for row r of band b, stack k.

    Args:
        state: Holds the words of a lane side by side.
        at: Where the digit's begin.
    """
    one = word_at(state, at)
    two = word_at(state, at + 1)
    three = word_at(state, at + 2)
    return (
        ((one | one >> 1 | one >> 2) & LEFT)
        | ((two | two >> 1 | two >> 2) & LEFT) << 1
        | ((three | three >> 1 | three >> 2) & LEFT) << 2
    )


def column_triads_of(state: NDArray[np.uint32], at: int) -> int:
    """Return a digit's column triads: bit 10 b + c for column c of band b."""
    return word_at(state, at) | word_at(state, at + 1) | word_at(state, at + 2)


def branch_on_row_triad(
    words: NDArray[np.uint32],
    word: int,
    frames: NDArray[np.uint32],
    frame: int,
    band: int,
    digit: int,
) -> None:
    """Go on with a digit in a triad of a row; keep it without it in the frame.

    Of the band's rows the first with two triads left, or else with three; the first of
    these triads.
    """
    rows = row_triads_of(frames, frame + 3 * digit) >> 10 * band
    row, fewest = 0, 4
    for r in range(3):
        left = popcount(rows >> r & _ROW)
        if 1 < left < fewest:
            row, fewest = r, left
    stack = lowest_bit(rows >> row & _ROW) // 3
    triad = _BOX << (10 * band + 3 * stack)
    for r in range(3):
        at = word + LANES * (3 * digit + r)
        gone = triad if r != row else (_BAND << 10 * band) & ~triad
        words[at] = word_at(words, at) & ~gone
    at = frame + 3 * digit + row
    frames[at] = word_at(frames, at) & ~triad


def branch_on_column_triad(
    words: NDArray[np.uint32],
    word: int,
    frames: NDArray[np.uint32],
    frame: int,
    stack: int,
    digit: int,
) -> None:
    """Go on with a digit in a triad of a column; keep it without it in the frame.

    Of the stack's bands the first with two triads left, or else with three; the first
    of these triads.
    """
    columns = column_triads_of(frames, frame + 3 * digit)
    band, fewest = 0, 4
    for b in range(3):
        left = popcount(columns >> (10 * b + 3 * stack) & _BOX)
        if 1 < left < fewest:
            band, fewest = b, left
    box = _BOX << (10 * band + 3 * stack)
    triad = 1 << lowest_bit(columns & box)
    column = (triad >> 10 * band) * THREE
    gone = (box | column) & ~triad
    for r in range(3):
        at = word + LANES * (3 * digit + r)
        words[at] = word_at(words, at) & ~gone
        at = frame + 3 * digit + r
        frames[at] = word_at(frames, at) & ~triad


def branch(
    words: NDArray[np.uint32],
    word: int,
    frames: NDArray[np.uint32],
    frame: int,
    depth: int,
) -> None:
    """Choose, go on with one half of the search, and keep the other in a frame.

    Near the root, where a good choice is worth the most, and where few cells have two
    candidates, a digit's triad in a band is chosen, which says more and takes longer
    to find; elsewhere a digit in a cell.
    """
    for at in range(STATE):
        frames[frame + at] = words[word + LANES * at]
    two = 0
    for r in range(3):
        two += popcount(word_at(words, word + LANES * (BIVALUE + r)))
    if depth < TRIADS_FIRST and two < FEW_BIVALUE:
        band, digit = pick_band(frames, frame)
        if band >= 3:
            branch_on_column_triad(words, word, frames, frame, band - 3, digit)
            return
        if band >= 0:
            branch_on_row_triad(words, word, frames, frame, band, digit)
            return
    r, bit = pick_cell(words, word)
    cell = 1 << bit
    possible = 0
    for digit in range(9):
        possible |= (word_at(frames, frame + 3 * digit + r) >> bit & 1) << digit
    for digit in range(9):
        at = word + LANES * (3 * digit + r)
        words[at] = word_at(words, at) & ~cell
    digit = lowest_bit(possible)
    at = word + LANES * (3 * digit + r)
    words[at] = word_at(words, at) | cell
    at = word + LANES * (SOLVED + r)
    words[at] = word_at(words, at) | cell
    at = frame + 3 * digit + r
    frames[at] = word_at(frames, at) & ~cell
    if popcount(possible) == 2:
        at = frame + SOLVED + r
        frames[at] = word_at(frames, at) | cell


def take_frame(
    words: NDArray[np.uint32], word: int, frames: NDArray[np.uint32], frame: int
) -> None:
    """Take up a branch that was left open."""
    for at in range(STATE):
        words[word + LANES * at] = frames[frame + at]
