"""What rows and arrays of the kernel hold, and bits of words.

Written so that Numba can compile it (`engines.masks.machine_code`), as the propagators
and the search are: every number is a 64-bit integer, every mask has at most 62 bits,
and no memory is allocated.

A row is a primitive of `puzzle.constraints.primitives` as numbers, which start at
`data[offset]`:

    UNIT     k, cells                    different; as many digits as cells: each once
    PAIR     a, b, table, back           table[bit of a]: mask of what b may hold
    SETS     k, first, many, cells       different digits that form one of the sets
    SUM      total, groups, then each    weight, k, cells: of different digits
    CHAIN    k, automaton, cells         an automaton reads the cells
    CLAUSE   k, (cell, mask) * k         some cell holds a digit of its mask
    COUNT    counts, mask, k, cells      how often digits of the mask may occur, as bits
    CIRCLES  k, first, many, cells       a digit occurs as often as its value; the
                                         digits are one of the sets
    SAME     k, cells, other cells       each digit as often in both
    BETWEEN  total, k, cells             what stands between the extremes adds up
    RANK     rank, digit, k, line, m, (k, other) * m
                                         the digit is the first of the line; 0: any
    VARIETY  count cell, k, cells        the cell says how many digits the cells hold
    EITHER   m, (first row, rows) * m    the rows of one branch hold

Propagators narrow masks in place and return whether something fits.
"""

from __future__ import annotations

from typing import Any

(
    UNIT,
    PAIR,
    SETS,
    SUM,
    CHAIN,
    CLAUSE,
    COUNT,
    CIRCLES,
    SAME,
    BETWEEN,
    RANK,
    VARIETY,
    EITHER,
) = range(13)
"""The kinds of rows."""

WORD = 62
"""Bits of a word in use: numbers are signed, and Python's have no end."""

MOST_GROUPS = 96
"""Groups of one sum."""

SLOT = 5
"""Numbers that are kept of each."""

(
    KIND,
    OFFSET,
    PRIORITY,
    DATA,
    SCOPE_START,
    SCOPE,
    ROWS_START,
    ROWS_OF,
    TABLES,
    CHOICES,
    CHAINS,
    MOVES_START,
    MOVES,
    STARTS,
    ACCEPTS,
    PEERS,
    NEED,
    WORK,
    ALIVE,
    LISTS,
    LENGTHS,
    TRIAL,
    UNION,
    BEFORE,
    QUEUE,
    HEADS,
    QUEUED,
    SINGLES,
    SIZES,
) = range(29)
"""The arrays of `propagate`, in their order; those from NEED on are scratch."""

ARRAYS = 29
PARTS = ARRAYS + 6
"""The parts of a memory: these arrays, and those of the search."""

(SIZE, LOWEST, WORDS, ALIVE_WIDTH, QUEUE_WIDTH, ATTACHED, CELLS) = range(7)
"""What SIZES holds: digits, the least value, words of a set of cells, states of the
largest automaton, rows that a queue can hold, rows that stand for themselves, cells."""

QUEUES = 3


def popcount(word: Any) -> Any:
    """Return how many bits are set."""
    return word.bit_count()


def lowest(word: Any) -> Any:
    """Return the number of the lowest bit that is set."""
    return (word & -word).bit_length() - 1


def highest(word: Any) -> Any:
    """Return the number of the highest bit that is set."""
    return word.bit_length() - 1


def parts(memory: Any) -> Any:
    """Return the parts of a memory, which begins with their places."""
    return [from_place(memory, memory[at]) for at in range(PARTS)]


def from_place(memory: Any, at: Any) -> Any:
    """Return the same memory from a place on."""
    return memory[at:]
