"""Candidates as sets of cells, on the way to the words of lanes and back.

Inference here tries permutations and counts: slow, and without arithmetic on words.
"""

import numpy as np

from satdoku.engines.lanes.state import FIELDS
from tests.lanes.puzzles import UNITS

ROWS, COLUMNS, BOXES = ([set(unit) for unit in UNITS[at : at + 9]] for at in (0, 9, 18))


def place_of(cell):
    """Return where a cell is: which of a digit's three words, which bit."""
    row, column = divmod(cell, 9)
    return row % 3, 10 * (row // 3) + column


def cell_of(r, bit):
    """Return the cell of a bit in word r of a digit; the way back from `place_of`."""
    band, column = divmod(bit, 10)
    return 9 * (3 * band + r) + column


def words_of(sets):
    """Turn one set of cells a lane into three words of as many lanes."""
    words = [np.zeros(len(sets), np.uint32) for _ in range(3)]
    for lane, cells in enumerate(sets):
        for cell in cells:
            word, bit = place_of(cell)
            words[word][lane] |= 1 << bit
    return words


def sets_of(words):
    """Turn three words back into sets; no bit is set outside the fields."""
    made = [set() for _ in words[0]]
    for r, word in enumerate(words):
        for lane, value in enumerate(word.tolist()):
            assert value & ~FIELDS == 0
            made[lane] |= {cell_of(r, bit) for bit in range(30) if value >> bit & 1}
    return made
