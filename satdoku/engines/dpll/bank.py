"""Clauses as fields of one long integer, all looked at by a few operations on it.

Idea.  A Python integer is a bit set of any length whose `&`, `|` and `-` run at the
speed of C.  So the clauses of three literals and more stand side by side as *fields* of
one long integer, and one subtraction looks at all of them at once:

    field of a clause, lowest bit first:   occurrences … | satisfied | guard

    occurrence  1 while that literal of the clause is not false
    satisfied   1 as soon as one literal of the clause is true
    guard       always 1; stops a borrow from running into the next field

With `ones` the lowest bit of every field and `guards` all guard bits,

    rest = live & (live - ones)            drops the lowest set bit of every field:
                                           a field with nothing left loses its guard
    due  = guards & ~((rest | guards) - ones)
                                           the guards of fields with at most one bit

A field due with its guard lost has no literal left: conflict.  One due otherwise has
one literal left and no true one: unit.  A satisfied field has two bits at least (the
true literal and `satisfied`), so it is never due.

Emptying.  A bank is set to 0, guards and all, to say that there is a contradiction.
Then every field is due and has lost its guard, which is a conflict.

Source of the trick: carry propagation over guard bits, as in Lamport, "Multiple byte
processing with full-word instructions" (CACM 1975).  Tried instead: looking at each
touched clause on its own (ten times slower), two watched literals (slower still).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "NO_CLAUSE",
    "Bank",
    "Effect",
    "Step",
    "Touch",
    "lay_out",
    "mask_of",
    "satisfied",
]

NO_CLAUSE = -1

Step = tuple[int, int]
"""A literal made true, and the index of the clause that forced it (or NO_CLAUSE)."""

Touch = tuple[int, int, int]
"""What a literal does to a bank: bank, keep, sat."""

Effect = tuple[Step, int, int, int, tuple[Touch, ...]]
"""What a unit does: its step, then keep, sat and `others` for the bank it was found in
(`others`: occurrences there that neither it nor its closure decides), then the touches
of all other banks."""


@dataclass(slots=True)
class Bank:
    """Fields that share one integer.

    Attributes:
        start: The integer while no literal has a value.
        ones, guards: The lowest bits of all fields, and their guards.
        spans: A field width at a time, which guards stand that far above the lowest bit
            of their field.
        literals, clauses: For each bit, whose it is; literal 0 for `satisfied`, guard.
        effects: What follows when that bit is a unit; made on first use.
    """

    start: int
    ones: int
    guards: int
    spans: tuple[tuple[int, int], ...]
    literals: list[int]
    clauses: list[int]
    effects: list[Effect | None]

    def fields(self, guards: int) -> int:
        """Return all bits below the given guards, down to their fields' lowest."""
        low = 0
        for mask, shift in self.spans:
            low |= (guards & mask) >> shift
        return guards - low


def lay_out(members: Sequence[tuple[int, Sequence[int]]]) -> Bank:
    """Make a bank of these clauses, each with its index; they have distinct literals.

    Example:
        >>> bank = lay_out([(0, (1, 2, 3)), (1, (4,))])
        >>> f"{bank.start:b}", f"{bank.ones:b}", f"{bank.guards:b}"
        ('10110111', '100001', '10010000')
        >>> bank.literals
        [1, 2, 3, 0, 0, 4, 0, 0]
    """
    literals: list[int] = []
    owners: list[int] = []
    lowest: list[int] = []
    widths: dict[int, list[int]] = {}
    for index, clause in members:
        lowest.append(len(literals))
        literals += clause
        literals += (0, 0)
        owners += [index] * (len(clause) + 2)
        widths.setdefault(len(clause) + 1, []).append(len(literals) - 1)
    size = len(literals)
    guards = mask_of((guard for many in widths.values() for guard in many), size)
    free = mask_of((at for at, literal in enumerate(literals) if literal), size)
    return Bank(
        start=free | guards,
        ones=mask_of(lowest, size),
        guards=guards,
        spans=tuple((mask_of(many, size), width) for width, many in widths.items()),
        literals=literals,
        clauses=owners,
        effects=[None] * size,
    )


def satisfied() -> Bank:
    """Make a bank with one field that is satisfied, for formulas without any field.

    Search can then rely on a first bank, which a literal that fails can empty.
    """
    return Bank(
        start=0b111,
        ones=0b001,
        guards=0b100,
        spans=((0b100, 2),),
        literals=[0, 0, 0],
        clauses=[NO_CLAUSE] * 3,
        effects=[None] * 3,
    )


def mask_of(places: Iterable[int], size: int) -> int:
    """Return the whole number with these bits set, in time linear in `size`.

    Example:
        >>> mask_of([0, 3], 4)
        9
    """
    marks = bytearray(size // 8 + 1)
    for place in places:
        marks[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(marks, "little")
