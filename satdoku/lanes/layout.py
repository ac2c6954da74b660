"""How a puzzle lies in words of 32 bits; owner of that layout.

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

__all__ = [
    "BIVALUE",
    "BLOCK",
    "CANDIDATES",
    "FIELDS",
    "GUARDS",
    "LANES",
    "LEFT",
    "OPEN",
    "SOLVED",
    "STATE",
    "THREE",
    "cell_of",
    "place_of",
]

LANES = 16
"""Lanes in a block: as many words as the widest vectors have."""

CANDIDATES = 27
"""Words of candidates; word 3 d + r is digit d (from 0) in the rows r, 3 + r, 6 + r."""

SOLVED = 27
"""First of three words: the cells with one candidate, which it is known of."""

STATE = 30
"""Words that make up a branch of the search: candidates and solved cells."""

OPEN = 30
"""First of three words: the cells with two candidates or more (after a sweep)."""

BIVALUE = 33
"""First of three words: the cells with just two candidates (after a sweep)."""

BLOCK = 36
"""Words of a lane in all."""

THREE = 1 | 1 << 10 | 1 << 20
"""One bit in each of the three fields; times a pattern of nine bits: it in each."""

FIELDS = 0x1FF * THREE
GUARDS = (1 << 9) * THREE
LEFT = 0b001001001 * THREE
"""The left cell of each triad of a row."""


def place_of(cell: int) -> tuple[int, int]:
    """Return where a cell is: which of a digit's three words, which bit.

    Example:
        >>> place_of(0), place_of(40), place_of(80)
        ((0, 0), (1, 14), (2, 28))
    """
    row, column = divmod(cell, 9)
    return row % 3, 10 * (row // 3) + column


def cell_of(r: int, bit: int) -> int:
    """Return the cell of a bit in word r of a digit; the way back from `place_of`.

    Example:
        >>> cell_of(1, 14)
        40
    """
    band, column = divmod(bit, 10)
    return 9 * (3 * band + r) + column
