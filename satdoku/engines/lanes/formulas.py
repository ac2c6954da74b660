"""What a sweep infers, as arithmetic on words; the one definition both executors run.

    for each digit     naked singles take their rows; row triads; column triads; hidden
                       singles, which at once rule out their cell for the digits to come
    for each digit     the cell of a hidden single is ruled out for the digits before it
    for each cell      candidates are counted: none, one, two, more

The digits go one after the other on purpose: a digit sees what the sweep has found for
those before it, which saves one sweep in five.

A formula takes and gives words: anything with the operators `& | ^ ~ << >> + -` of
unsigned 32-bit integers, be it arrays of NumPy or the symbols that the compiler starts
from (`engines.lanes.tape`).  There is no branch, no table and no shuffle in them, so
that every lane does the same at the same time.

In the triad encoding every inference is unit propagation, bounded to one pass: a triad
variable is not stored, it is the disjunction of its three cells.

The heart is `supported`.  Within a band, a digit needs one triad in each row and one
in each box: a permutation of a 3×3 matrix of triads.  A triad is part of one if and
only if the 2×2 matrix of the other rows and boxes has a perfect matching, which is one
of its two diagonals.  The same holds for a stack, with columns for rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, Self, TypeVar

from satdoku.engines.lanes.state import FIELDS, GUARDS, LEFT, THREE

if TYPE_CHECKING:
    from collections.abc import Sequence

_ALL = 0xFFFF_FFFF
_COLUMNS_12 = LEFT << 1 | LEFT << 2
_COLUMN_2 = LEFT << 2
_BOXES_12 = 0b111111000 * THREE
_BOX_2 = 0b111000000 * THREE


class Word(Protocol):
    """Unsigned 32-bit arithmetic, one lane or many at a time."""

    def __and__(self, other: Self | int) -> Self: ...
    def __or__(self, other: Self | int) -> Self: ...
    def __xor__(self, other: Self | int) -> Self: ...
    def __invert__(self) -> Self: ...
    def __lshift__(self, bits: int) -> Self: ...
    def __rshift__(self, bits: int) -> Self: ...
    def __add__(self, other: Self | int) -> Self: ...
    def __sub__(self, other: Self | int) -> Self: ...


W = TypeVar("W", bound=Word)


def _choose(mask: int, inside: W, outside: W) -> W:
    """Take the bits of one word inside a mask, of another outside.

    Outside the fields there is rubbish afterwards, which the last step of a formula
    masks: to choose by one mask is a single instruction on some processors.
    """
    return (inside & mask) | (outside & (_ALL ^ mask))


def _whole_rows(guards: W) -> W:
    """Turn a guard bit into the nine bits below it."""
    return guards - (guards >> 9)


def _next_box(word: W) -> W:
    """Move each box's bits to the box on its right, in a ring of three."""
    return _choose(_BOXES_12, word << 3, word >> 6)


def _last_box(word: W) -> W:
    """Move each box's bits to the box on its left, in a ring of three."""
    return _choose(_BOX_2, word << 6, word >> 3)


def _next_column(word: W) -> W:
    """Move each column of a stack to the one on its right, in a ring of three."""
    return _choose(_COLUMNS_12, word << 1, word >> 2)


def _last_column(word: W) -> W:
    """Move each column of a stack to the one on its left, in a ring of three."""
    return _choose(_COLUMN_2, word << 2, word >> 1)


def supported(this_1: W, this_2: W, that_1: W, that_2: W) -> W:
    """Say which entries of a 3×3 matrix lie on a permutation.

    Args:
        this_1: The next line of the matrix, each entry moved by one place.
        this_2: The next line, moved by two.
        that_1: The line after that, moved by one.
        that_2: The line after that, moved by two.

    The two diagonals of the 2×2 matrix of an entry's other lines and places.
    """
    return (this_1 & that_2) | (this_2 & that_1)


def row_singles(words: Sequence[W], solved: Sequence[W]) -> tuple[list[W], W]:
    """Let a digit's naked singles take their rows.

    Args:
        words: The digit's three words.
        solved: The cells with one candidate.

    Returns:
        The words, in which a row with a naked single of the digit keeps it alone; and a
        word that is not zero where a row has two of them, which is a conflict.

    To add 511 to a field carries into its guard unless the field is empty, and leaves
    the field less one: `&` with the field takes its lowest bit away.
    """
    kept: list[W] = []
    clash = words[0] ^ words[0]
    for word, cells in zip(words, solved, strict=True):
        single = word & cells
        less = single + FIELDS
        clash = clash | (single & less)
        kept.append((word & ~_whole_rows(less & GUARDS)) | single)
    return kept, clash


def row_triads(words: Sequence[W]) -> list[W]:
    """Keep a digit's candidates whose row triad can be part of its band.

    Each band is a matrix of three rows by three boxes.  The next row is the next word;
    the next box is three bits on.
    """
    triads = [word | word >> 1 | word >> 2 for word in words]  # at the left cells
    moved_1 = [_next_box(triad) for triad in triads]
    moved_2 = [_last_box(triad) for triad in triads]
    kept: list[W] = []
    for row, word in enumerate(words):
        this, that = (row + 1) % 3, (row + 2) % 3
        alive = supported(moved_1[this], moved_2[this], moved_1[that], moved_2[that])
        alive = alive & LEFT
        kept.append(word & ((alive << 3) - alive))  # each left bit becomes its triad
    return kept


def column_triads(words: Sequence[W]) -> list[W]:
    """Keep a digit's candidates whose column triad can be part of its stack.

    Each stack is a matrix of three bands by three columns.  A column triad is the same
    bit in the digit's three words; the next band is the next field, in a ring.
    """
    first, second, third = words
    triads = first | second | third
    this = triads << 10 | triads >> 20
    that = triads << 20 | triads >> 10
    alive = supported(
        _next_column(this), _last_column(this), _next_column(that), _last_column(that)
    )
    return [word & alive for word in words]


def hidden(word: W) -> tuple[W, W]:
    """Find rows with one place for a digit, and rows with none.

    Returns:
        The candidates that are alone in their row; and a word whose guard bits are set
        where a row has a candidate at all (as in `row_singles`).
    """
    less = word + FIELDS
    more_than_one = ((word & less) + FIELDS) & GUARDS
    return word & ~_whole_rows(more_than_one), less


class Tally(Generic[W]):
    """Counts the candidates of every cell up to three, digit by digit."""

    def __init__(self, nothing: W) -> None:
        self.once = nothing
        self.twice = nothing
        self.thrice = nothing

    def add(self, word: W) -> None:
        """Count one more digit's candidates."""
        self.thrice = self.thrice | (self.twice & word)
        self.twice = self.twice | (self.once & word)
        self.once = self.once | word


class Swept(NamedTuple, Generic[W]):
    """What a sweep leaves.

    Args:
        candidates: 27 words.
        solved: Three words, the cells with one candidate.
        open: Three words, the cells with two and more.
        bivalue: Three words, the cells with just two.
        conflict: Not zero where a row has no place for a digit, or two naked singles of
            it, or a cell no candidate.
        progress: Not zero where a cell was solved by this sweep.
    """

    candidates: list[W]
    solved: list[W]
    open: list[W]
    bivalue: list[W]
    conflict: W
    progress: W


def sweep(candidates: Sequence[W], solved: Sequence[W]) -> Swept[W]:
    """Propagate once.

    Args:
        candidates: 27 words, word 3 d + r is digit d in the rows r, 3 + r, 6 + r.
        solved: Three words, cells that are known to have one candidate.
    """
    nothing = candidates[0] ^ candidates[0]
    taken = [nothing, nothing, nothing]
    conflict = nothing
    filled = ~nothing
    words: list[W] = []
    singles: list[W] = []
    for digit in range(9):
        own, clash = row_singles(candidates[3 * digit : 3 * digit + 3], solved)
        conflict = conflict | clash
        own = [word & ~gone for word, gone in zip(own, taken, strict=True)]
        own = column_triads(row_triads(own))
        for row, word in enumerate(own):
            alone, has_place = hidden(word)
            filled = filled & has_place
            taken[row] = taken[row] | alone
            words.append(word)
            singles.append(alone)
    tallies = [Tally(nothing) for _ in range(3)]
    for at, (word, alone) in enumerate(zip(words, singles, strict=True)):
        words[at] = word & ~(taken[at % 3] & ~alone)
        tallies[at % 3].add(words[at])
    occupied = tallies[0].once & tallies[1].once & tallies[2].once
    conflict = conflict | (~filled & GUARDS) | (~occupied & FIELDS)
    now_solved = [tally.once & ~tally.twice for tally in tallies]
    progress = nothing
    for now, before in zip(now_solved, solved, strict=True):
        progress = progress | (now & ~before)
    return Swept(
        words,
        now_solved,
        [tally.twice for tally in tallies],
        [tally.twice & ~tally.thrice for tally in tallies],
        conflict,
        progress,
    )
