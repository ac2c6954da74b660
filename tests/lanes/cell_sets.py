"""Candidates as sets of cells, on the way to the words of lanes and back.

Inference here tries permutations and counts: slow, and without arithmetic on words.
"""

from itertools import permutations

import numpy as np

from satdoku.engines.lanes.state import FIELDS
from tests.lanes.puzzles import UNITS

ALL = 0xFFFF_FFFF
ROWS, COLUMNS, BOXES = ([set(unit) for unit in UNITS[at : at + 9]] for at in (0, 9, 18))
# Each band as a matrix of triads, rows by boxes; each stack, boxes by columns.
ROW_BANDS = [
    [[ROWS[3 * band + r] & BOXES[3 * band + k] for k in range(3)] for r in range(3)]
    for band in range(3)
]
COLUMN_STACKS = [
    [
        [COLUMNS[3 * stack + c] & BOXES[3 * k + stack] for c in range(3)]
        for k in range(3)
    ]
    for stack in range(3)
]


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


def random_sets(count, seed):
    """Make sets of cells, some dense, some with hardly a cell."""
    dice = np.random.default_rng(seed)
    chance = dice.random((count, 1)) ** 2
    return [
        set(np.flatnonzero(row).tolist()) for row in dice.random((count, 81)) < chance
    ]


def on_permutations(cells, matrix):
    """Keep the cells of triads that are in a permutation of triads with cells."""
    kept = set()
    for order in permutations(range(3)):
        triads = [matrix[line][place] & cells for line, place in enumerate(order)]
        if all(triads):
            kept = kept.union(*triads)
    return kept
