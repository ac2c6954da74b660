"""Naked and hidden sets, and hidden ones at once with the single they lead to.

Some cells of a unit that have as many candidates between them keep these to themselves:
a naked set.  Some digits that have as many cells between them keep out all others: a
hidden set.  The direct form is taken where another digit of the unit is then left with
one cell.

Boxes come first, then columns, then rows; in a unit the choices of cells or digits go
by the last of them.  A set is looked for only where enough cells are empty for it to
have a counterpart that is not smaller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.se.layout import (
    BOXES,
    COLUMNS,
    GEOMETRY,
    ROWS,
    UNITS,
    by_last,
)
from satdoku.techniques.se.step import SeStep, make
from satdoku.techniques.state import bits, cells_of
from satdoku.techniques.step import Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.techniques.state import State

__all__ = [
    "direct_hidden_set",
    "hidden_set",
    "hidden_sets",
    "naked_set",
    "naked_sets",
]

_ORDER = (*BOXES, *COLUMNS, *ROWS)
_NAMES = {2: "Pair", 3: "Triplet", 4: "Quad"}
_NAKED = {2: Technique.NAKED_PAIR, 3: Technique.NAKED_TRIPLE, 4: Technique.NAKED_QUAD}
_HIDDEN = {
    2: Technique.HIDDEN_PAIR,
    3: Technique.HIDDEN_TRIPLE,
    4: Technique.HIDDEN_QUAD,
}


def naked_sets(
    left: Sequence[int], empty: int, size: int
) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Yield naked sets: unit, cells, candidates as a mask.

    Args:
        left: The candidates of each cell.
        empty: The empty cells.
        size: How many cells.
    """
    for unit in _ORDER:
        open_ = empty & UNITS[unit]
        if open_.bit_count() < 2 * size:
            continue
        cells = [cell for cell in bits(open_) if 2 <= left[cell].bit_count() <= size]
        if len(cells) < size:
            continue
        for chosen in by_last(len(cells), size):
            digits = 0
            for index in chosen:
                digits |= left[cells[index]]
            if digits.bit_count() == size:
                yield unit, tuple(cells[index] for index in chosen), digits


def hidden_sets(
    where: Sequence[int], empty: int, size: int, *, direct: bool = False
) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Yield hidden sets: unit, digits, cells as a mask.

    Args:
        where: The cells of each digit.
        empty: The empty cells.
        size: How many digits.
        direct: Whether the unit may have few empty cells.
    """
    for unit in _ORDER:
        mask = UNITS[unit]
        count = (empty & mask).bit_count()
        if count <= (size if direct else 2 * size):
            continue
        digits = [
            digit
            for digit in range(1, 10)
            if 2 <= (where[digit] & mask).bit_count() <= size
        ]
        if len(digits) < size:
            continue
        for chosen in by_last(len(digits), size):
            cells = 0
            for index in chosen:
                cells |= where[digits[index]] & mask
            if cells.bit_count() == size:
                yield unit, tuple(digits[index] for index in chosen), cells


def outside(left: Sequence[int], cells: int, digits: int) -> list[tuple[int, int]]:
    """Return the candidates of some cells that are of some digits, in order."""
    return [
        (cell, digit + 1) for cell in bits(cells) for digit in bits(left[cell] & digits)
    ]


def naked_set(state: State, size: int) -> SeStep | None:
    """Find the first naked set of a size that removes something."""
    left = state.left
    for unit, cells, digits in naked_sets(left, state.empty, size):
        others = UNITS[unit] & state.empty
        for cell in cells:
            others &= ~(1 << cell)
        removes = outside(left, others, digits)
        if removes:
            names = tuple(digit + 1 for digit in bits(digits))
            return _step(_NAKED[size], removes, cells, names, unit)
    return None


def hidden_set(state: State, size: int) -> SeStep | None:
    """Find the first hidden set of a size that removes something."""
    for unit, digits, cells in hidden_sets(state.where, state.empty, size):
        removes = _kept_out(state, digits, cells)
        if removes:
            return _step(_HIDDEN[size], removes, cells_of(cells), digits, unit)
    return None


def direct_hidden_set(state: State, size: int) -> SeStep | None:
    """Find the first hidden set of a size that leaves another digit with one cell.

    Only that digit is placed: what the set keeps out besides stays, as there.
    """
    where = state.where
    for unit, digits, cells in hidden_sets(where, state.empty, size, direct=True):
        for digit in range(1, 10):
            there = where[digit] & UNITS[unit]
            rest = there & ~cells
            if rest and not rest & (rest - 1) and rest != there and digit not in digits:
                place = (rest.bit_length() - 1, digit)
                return make(f"Direct Hidden {_NAMES[size]}", (place,))
    return None


def _kept_out(
    state: State, digits: tuple[int, ...], cells: int
) -> list[tuple[int, int]]:
    own = 0
    for digit in digits:
        own |= 1 << (digit - 1)
    return outside(state.left, cells, ~own & 511)


def _step(
    technique: Technique,
    removes: list[tuple[int, int]],
    cells: tuple[int, ...],
    digits: tuple[int, ...],
    unit: int,
) -> SeStep:
    gone = tuple(removes)
    step = Step(
        GEOMETRY, technique, removes=gone, cells=cells, digits=digits, units=(unit,)
    )
    return make(technique.title.replace("Triple", "Triplet"), removes=gone, step=step)
