"""Where the search branches, as compiled code; `engines.lanes.arrays` does the same.

docs/lanes.md describes what was tried.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from satdoku.engines.intrinsics import lowest_bit, popcount
from satdoku.engines.lanes.state import (
    BIVALUE,
    FEW_BIVALUE,
    LANES,
    LEFT,
    OPEN,
    SOLVED,
    STATE,
    THREE,
    TRIADS_FIRST,
)

if TYPE_CHECKING:
    from satdoku.engines.lanes.state import Words

_BAND = 0x1FF
_STACK = 0b111 * THREE
_BOX = 0b111
_TWO = 1 | 1 << 32
_ROW = 0b001001001  # the triads of one row, as `row_triads_of` has them


def word_at(words: Words, at: int) -> int:
    """Return a word as a 64-bit integer, since Numba promotes anyway."""
    return int(np.int64(words[at]))


def pick_cell(words: Words, word: int) -> tuple[int, int]:
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
        return first_cell(open_0, open_1, open_2)
    all_open = open_0 | open_1 << 32
    all_two = two_0 | two_1 << 32
    stack_0 = weight(all_open, open_2, all_two, two_2, _STACK)
    stack_1 = weight(all_open, open_2, all_two, two_2, _STACK << 3)
    stack_2 = weight(all_open, open_2, all_two, two_2, _STACK << 6)
    best, best_box = -1, 0
    for band in range(3):
        own = weight(all_open, open_2, all_two, two_2, _BAND << 10 * band)
        for stack, other in enumerate((stack_0, stack_1, stack_2)):
            box = _BOX << (10 * band + 3 * stack)
            together = own + other if two & box else -1
            best_box = box if together > best else best_box
            best = max(together, best)
    return first_cell(two_0 & best_box, two_1 & best_box, two_2 & best_box)


def first_cell(word_0: int, word_1: int, word_2: int) -> tuple[int, int]:
    """Return the first cell of a set that is not empty: which word, which bit."""
    if word_0:
        return 0, lowest_bit(word_0)
    if word_1:
        return 1, lowest_bit(word_1)
    return 2, lowest_bit(word_2)


def weight(all_open: int, open_2: int, all_two: int, two_2: int, mask: int) -> int:
    """Weigh a band or stack: two for an open cell, one more if it has two candidates.

    Words 0 and 1 come together, as one number of 64 bits.
    """
    both = mask | mask << 32
    cells = popcount(all_open & both) + popcount(open_2 & mask)
    return int(2 * cells + popcount(all_two & both) + popcount(two_2 & mask))


def pick_band(state: Words, first: int) -> tuple[int, int]:
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


def row_triads_of(state: Words, at: int) -> int:
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


def column_triads_of(state: Words, at: int) -> int:
    """Return a digit's column triads: bit 10 b + c for column c of band b."""
    return word_at(state, at) | word_at(state, at + 1) | word_at(state, at + 2)


def pick_triad(state: Words, at: int, band: int) -> int:
    """Choose a digit's triad in a band or stack; return where the table has it.

    Of the rows of a band, or the boxes of a stack, the first with two triads left, or
    else with three; the first of these triads.

    Args:
        state: Holds the words of a lane side by side.
        at: Where the digit's begin.
        band: The band (0, 1, 2) or stack (3, 4, 5).
    """
    if band < 3:
        table, triads, line, step = 0, row_triads_of(state, at), _ROW << 10 * band, 1
    else:
        table, triads = 30, column_triads_of(state, at)
        line, step = _BOX << 3 * (band - 3), 10
    chosen, fewest = 0, 4
    for _ in range(3):
        left = popcount(triads & line)
        if 1 < left < fewest:
            chosen, fewest = triads & line, left
        line <<= step
    return int(6 * (table + lowest_bit(chosen)))


def branch(
    words: Words, word: int, frames: Words, frame: int, depth: int, triads: Words
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
        if band >= 0:
            gone = pick_triad(frames, frame + 3 * digit, band)
            for r in range(3):
                words[word + LANES * (3 * digit + r)] &= ~triads[gone + r]
                frames[frame + 3 * digit + r] &= ~triads[gone + 3 + r]
            return
    r, bit = pick_cell(words, word)
    cell = 1 << bit
    possible = 0
    for digit in range(9):
        at = word + LANES * (3 * digit + r)
        candidates = word_at(words, at)
        possible |= (candidates >> bit & 1) << digit
        words[at] = candidates & ~cell
    digit = lowest_bit(possible)
    words[word + LANES * (3 * digit + r)] |= cell
    words[word + LANES * (SOLVED + r)] |= cell
    frames[frame + 3 * digit + r] &= ~cell
    if popcount(possible) == 2:
        frames[frame + SOLVED + r] |= cell
