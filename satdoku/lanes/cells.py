"""Puzzles into lanes and solutions out of them, as compiled code.

Words are handled as 64-bit integers here, since Numba promotes anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from satdoku.lanes.layout import FIELDS, GUARDS, LANES, LEFT, SOLVED
from satdoku.lanes.machine_code import read_8_bytes, write_8_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["is_solution", "load", "plane", "word_at", "write_solution"]

_BYTES = np.uint64(0x0101010101010101)
_GATHER = np.uint64(0x0102040810204080)  # times eight bytes 0 or 1: their bits on top
_TOP_BYTE = np.uint64(56)
_1, _2, _3 = np.uint64(1), np.uint64(2), np.uint64(3)
_BAND = 0x1FF


def word_at(words: NDArray[np.uint32], at: int) -> int:
    """Return a word as a 64-bit integer."""
    return int(np.int64(words[at]))


def load(
    words: NDArray[np.uint32], word: int, cells: NDArray[np.uint8], first: int
) -> None:
    """Fill a lane with the puzzle whose cells begin at `first`.

    Eight cells are read at a time and turned into four planes of bits, one for each
    binary place of their digits.
    """
    for r in range(3):
        ones, twos, fours, eights = 0, 0, 0, 0
        for band in range(3):
            at = first + 9 * (3 * band + r)
            eight = read_8_bytes(cells, at)
            ninth = int(np.int64(cells[at + 8]))
            shift = 10 * band
            ones |= plane(eight, ninth, 0) << shift
            twos |= plane(eight, ninth, 1) << shift
            fours |= plane(eight, ninth, 2) << shift
            eights |= plane(eight, ninth, 3) << shift
        given = ones | twos | fours | eights
        free = FIELDS & ~given
        words[word + LANES * (SOLVED + r)] = given
        odd_low = ones & ~fours & ~eights
        even_low = ~ones & ~fours & ~eights
        at = word + LANES * r
        words[at] = free | (odd_low & ~twos)
        words[at + 3 * LANES] = free | (even_low & twos)
        words[at + 6 * LANES] = free | (odd_low & twos)
        words[at + 9 * LANES] = free | (fours & ~twos & ~ones)
        words[at + 12 * LANES] = free | (fours & ~twos & ones)
        words[at + 15 * LANES] = free | (fours & twos & ~ones)
        words[at + 18 * LANES] = free | (fours & twos & ones)
        words[at + 21 * LANES] = free | (eights & ~ones)
        words[at + 24 * LANES] = free | (eights & ones)


def plane(eight: np.uint64, ninth: int, place: int) -> int:
    """Return one binary place of the digits of a row, a bit a cell."""
    bits = (((eight >> np.uint64(place)) & _BYTES) * _GATHER) >> _TOP_BYTE
    return int(np.int64(bits)) | ((ninth >> place) & 1) << 8


def is_solution(words: NDArray[np.uint32], word: int) -> bool:
    """Say whether a lane, in which no cell has two candidates, obeys the rules.

    Every digit is in every row, column and box; with one candidate a cell at most,
    that makes each just once.
    """
    wrong = 0
    for digit in range(9):
        at = word + 3 * LANES * digit
        one = word_at(words, at)
        two = word_at(words, at + LANES)
        three = word_at(words, at + 2 * LANES)
        columns = one | two | three
        wrong |= ~((one + FIELDS) & (two + FIELDS) & (three + FIELDS)) & GUARDS
        wrong |= ~(columns | columns >> 10 | columns >> 20) & _BAND
        wrong |= ~(columns | columns >> 1 | columns >> 2) & LEFT
    return wrong == 0


def write_solution(
    words: NDArray[np.uint32],
    word: int,
    spread: NDArray[np.uint64],
    cells: NDArray[np.uint8],
    first: int,
) -> None:
    """Write the solution in a lane as 81 bytes: the way back from `load`."""
    for r in range(3):
        at = word + LANES * r
        one = word_at(words, at)
        two = word_at(words, at + 3 * LANES)
        three = word_at(words, at + 6 * LANES)
        four = word_at(words, at + 9 * LANES)
        five = word_at(words, at + 12 * LANES)
        six = word_at(words, at + 15 * LANES)
        seven = word_at(words, at + 18 * LANES)
        eight = word_at(words, at + 21 * LANES)
        nine = word_at(words, at + 24 * LANES)
        ones = one | three | five | seven | nine
        twos = two | three | six | seven
        fours = four | five | six | seven
        eights = eight | nine
        for band in range(3):
            shift = 10 * band
            row = first + 9 * (3 * band + r)
            write_8_bytes(
                cells,
                row,
                spread[(ones >> shift) & 255]
                | spread[(twos >> shift) & 255] << _1
                | spread[(fours >> shift) & 255] << _2
                | spread[(eights >> shift) & 255] << _3,
            )
            shift += 8
            cells[row + 8] = (
                (ones >> shift & 1)
                | (twos >> shift & 1) << 1
                | (fours >> shift & 1) << 2
                | (eights >> shift & 1) << 3
            )
