"""Candidates as sets of cells, on the way to the words of lanes and back.

Here a digit's candidates are a set of cells, and what is inferred is looked up by
trying permutations and counting: slow, and nothing of it is arithmetic on words.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from satdoku.lanes.layout import FIELDS, cell_of, place_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    # Arrays of uint32: their operators take and give more than `Word` says.
    Words = Any
    Cells = set[int]

ALL = 0xFFFF_FFFF
ROWS = [set(range(9 * row, 9 * row + 9)) for row in range(9)]
COLUMNS = [set(range(column, 81, 9)) for column in range(9)]
BOXES = [
    {9 * (3 * band + r) + 3 * stack + c for r in range(3) for c in range(3)}
    for band in range(3)
    for stack in range(3)
]
ROW_BANDS = [
    [[ROWS[3 * band + r] & BOXES[3 * band + k] for k in range(3)] for r in range(3)]
    for band in range(3)
]
"""Each band as a matrix of triads: rows by boxes."""
COLUMN_STACKS = [
    [
        [COLUMNS[3 * stack + c] & BOXES[3 * k + stack] for c in range(3)]
        for k in range(3)
    ]
    for stack in range(3)
]
"""Each stack as a matrix of triads: boxes by columns."""


def words_of(sets: Sequence[Iterable[int]]) -> list[Words]:
    """Turn one set of cells a lane into three words of as many lanes."""
    words = [np.zeros(len(sets), np.uint32) for _ in range(3)]
    for lane, cells in enumerate(sets):
        for cell in cells:
            word, bit = place_of(cell)
            words[word][lane] |= 1 << bit
    return words


def sets_of(words: Sequence[Words]) -> list[Cells]:
    """Turn three words back into sets; there is nothing outside the fields."""
    made: list[Cells] = [set() for _ in words[0]]
    for r, word in enumerate(words):
        for lane, value in enumerate(word.tolist()):
            assert value & ~FIELDS == 0
            made[lane] |= {cell_of(r, bit) for bit in range(30) if value >> bit & 1}
    return made


def random_sets(count: int, seed: int) -> list[Cells]:
    """Make sets of cells, some dense, some with hardly a cell."""
    dice = np.random.default_rng(seed)
    chance = dice.random((count, 1)) ** 2
    return [
        set(np.flatnonzero(row).tolist()) for row in dice.random((count, 81)) < chance
    ]


def on_permutations(cells: Cells, matrix: Sequence[Sequence[Cells]]) -> Cells:
    """Keep the cells of triads that are in a permutation of triads with cells."""
    kept: Cells = set()
    for order in permutations(range(3)):
        triads = [matrix[line][place] & cells for line, place in enumerate(order)]
        if all(triads):
            kept = kept.union(*triads)
    return kept
