"""How a puzzle lies in words of 32 bits, and the arrays that a search works on.

A lane holds the candidates of one 9×9 puzzle in 27 words: word (digit, row of a band).
The band is not part of the address but of the word: word (d, r) has digit d's cells of
the rows r, 3 + r and 6 + r, one field of ten bits each.

    bit   29     28 … 20     19     18 … 10      9      8 … 0
        guard   row 6 + r   guard   row 3 + r   guard   row r         columns 8 … 0

Why this way: the three words of a digit together (`|`) are its column triads in all
nine boxes, so that going from cells to column triads and back costs one operation a
word; and to go from one row of a band to the next is to take the next word.

Invariants: guard bits are zero in every word that is kept; a candidate once removed
never comes back in a lane until another puzzle or branch is loaded.

A block is sixteen lanes side by side: word i of lane l is number `16 * i + l`.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Words = NDArray[np.uint32]
    Longs = NDArray[np.int64]
    Marks = NDArray[np.uint16]

# --- words ----------------------------------------------------------------------------

# Lanes in a block: as many words as the widest vectors have.
LANES = 16

# Blocks of lanes in compiled code.
BLOCKS = 2

ALL_LANES = BLOCKS * LANES

# Words of candidates; word 3 d + r is digit d (from 0) in the rows r, 3 + r, 6 + r.
CANDIDATES = 27

# First of three words: the cells with one candidate, which it is known of.
SOLVED = 27

# Words that make up a branch of the search: candidates and solved cells.
STATE = 30

# First of three words: the cells with two candidates or more (after a sweep).
OPEN = 30

# First of three words: the cells with just two candidates (after a sweep).
BIVALUE = 33

# Words of a lane in all.
BLOCK = 36

# One bit in each of the three fields; times a pattern of nine bits: it in each.
THREE = 1 | 1 << 10 | 1 << 20

FIELDS = 0x1FF * THREE
GUARDS = (1 << 9) * THREE
# The left cell of each triad of a row.
LEFT = 0b001001001 * THREE

# --- the search -----------------------------------------------------------------------

# The search branches on triads while it has left fewer branches open than that …
TRIADS_FIRST = 1

# … and fewer cells than that have two candidates.
FEW_BIVALUE = 10

# Branches a lane can keep: each settles a cell, but those on triads.
DEPTH = 81 + TRIADS_FIRST

# Words of a kept branch: the state, filled up to a multiple of a cache line.
FRAME = 32

# The share of a lane that searches a puzzle alone; see `Pool`.
WHOLE = 1 << 62

# Numbers in `Pool.control`.
TAKEN, DONE, EMITTED, ACTIVE = range(4)

# Numbers in `Pool.lanes`.
PUZZLE, BOTTOM, TOP, ABOVE, GUESSES, SINCE, START, WIDTH = range(8)
NUMBERS = 8


class Pool(NamedTuple):
    """The arrays of a search; compiled code has pointers in their place.

    The eight numbers of a lane, which compiled code has side by side in a cache line:

        PUZZLE   its puzzle, -1 if it is idle
        BOTTOM   its first open branch, a number of a frame
        TOP      behind its last open branch
        ABOVE    branches that a search without helpers would have left open before
        GUESSES  branchings
        SINCE    how often it had been swept when it began
        START    where its range begins
        WIDTH    how long its range is

    A puzzle that one lane takes long over is divided: an idle lane takes the branch
    that was left open first, the shallowest.  Of the shares of a puzzle it must be
    known which comes first in a search without helpers, depth first, so that the first
    solution does not depend on who helps whom.  So a lane has a range of numbers, at
    first all below `WHOLE`; who gives a branch away gives the upper half with it.

    Invariant: the ranges of lanes at work on a puzzle have no number in common.

    Args:
        control: (4,) int64: puzzles that were TAKEN so far, in order; puzzles that are
            DONE; solutions EMITTED to the output; bits of the lanes that are ACTIVE.
        puzzles: (N * 81,) uint8.
        solutions: (N * 81,) uint8, the first solution of every puzzle.
        counts: (N,) int64, solutions so far, at most the limit.
        complete: (N,) uint8, whether the search of a puzzle was not given up.
        guesses: (N,) int64, of the lanes that have ended.
        sweeps: (N,) int64, the same.
        first: (N,) int64, where the range begins of the lane that found the first
            solution so far.  Lanes from there on only count.
        workers: (N,) int64, lanes at work on a puzzle.
        output: (size * 81,) uint8, every solution as found; empty if not asked for.
        output_index: (size,) int64, whose solution it is.
        words: (BLOCKS * BLOCK * LANES,) uint32, the lanes.
        frames: (ALL_LANES * DEPTH * FRAME,) uint32, open branches.
        swept: (BLOCKS,) int64, how often a block was swept.
        lanes: (ALL_LANES * NUMBERS,) int64.
        spread: (256,) uint64, a byte's bits as eight bytes.
        triads: (2 * 30 * 6,) uint32, see `_triad_table`.
        marks: (27,) uint32, the candidates that each puzzle has at most.
    """

    control: Longs
    puzzles: Bytes
    solutions: Bytes
    counts: Longs
    complete: Bytes
    guesses: Longs
    sweeps: Longs
    first: Longs
    workers: Longs
    output: Bytes
    output_index: Longs
    words: Words
    frames: Words
    swept: Longs
    lanes: Longs
    spread: NDArray[np.uint64]
    triads: Words
    marks: Words


def make_pool(puzzles: Bytes, *, output: int = 0, marks: Marks | None = None) -> Pool:
    """Make the arrays for a search.

    Args:
        puzzles: (N, 81) uint8, C-contiguous.
        output: Solutions that the output holds; 0 to keep the first of each puzzle.
        marks: (81,) uint16, the digits that each cell may hold, of all puzzles; None
            for all.
    """
    count = len(puzzles)

    def numbers(size: int, value: int = 0) -> Longs:
        return np.full(size, value, np.int64)

    return Pool(
        control=numbers(4),
        puzzles=puzzles.reshape(-1),
        solutions=np.zeros(count * 81, np.uint8),
        counts=numbers(count),
        complete=np.ones(count, np.uint8),
        guesses=numbers(count),
        sweeps=numbers(count),
        first=numbers(count, 0 if output else WHOLE),
        workers=numbers(count),
        output=np.zeros(output * 81, np.uint8),
        output_index=numbers(output),
        words=_aligned(BLOCKS * BLOCK * LANES),
        frames=_aligned(ALL_LANES * DEPTH * FRAME),
        swept=numbers(BLOCKS),
        lanes=_aligned(2 * ALL_LANES * NUMBERS).view(np.int64),
        spread=_spread(),
        triads=_triad_table(),
        marks=_words_of_marks(marks),
    )


def _words_of_marks(marks: Marks | None) -> Words:
    """Return the candidates of cells as the words of a lane."""
    words = np.full(CANDIDATES, FIELDS, np.uint32)
    if marks is not None:
        for cell, digit in product(range(81), range(9)):
            row, column = divmod(cell, 9)
            if not marks[cell] >> digit & 1:
                bit = 1 << (10 * (row // 3) + column)
                words[3 * digit + row % 3] &= ~np.uint32(bit)
    return words


def _aligned(words: int) -> Words:
    """Return zeros that begin at a cache line, so that no vector spans two."""
    room = np.zeros(words + 16, np.uint32)
    start = -room.ctypes.data % 64 // 4
    return room[start : start + words]


@cache
def _spread() -> NDArray[np.uint64]:
    """Return for each byte its bits as eight bytes, the lowest first."""
    bits = np.unpackbits(
        np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little"
    )
    return bits.view("<u8").reshape(-1).astype(np.uint64)


@cache
def _triad_table() -> Words:
    """Return what the halves of a search lose that branches on a digit in a triad.

    Six words for each of 2 × 30 bits: what the half with the digit in the triad loses
    in the digit's three words, then what the other half loses.  First come the triads
    of rows, bit 10 b + 3 k + r for row r of band b and stack k; then those of columns,
    bit 10 b + c for column c in band b.
    """
    table = np.zeros((2, 30, 2, 3), np.uint32)
    for band, place in product(range(3), range(9)):
        bit, box = 10 * band + place, 0b111 << (10 * band + place // 3 * 3)
        row = place % 3
        table[0, bit, 0] = box
        table[0, bit, 0, row] = 0x1FF << 10 * band & ~box
        table[0, bit, 1, row] = box
        table[1, bit, 0] = (box | THREE << place) & ~(1 << bit)
        table[1, bit, 1] = 1 << bit
    return table.reshape(-1)
