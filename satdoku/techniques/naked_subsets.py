"""Naked subsets: k cells of a unit that have k candidates between them.

Each of the k digits goes to one of the k cells, whatever way round, so no other cell
of the unit holds any of them.  k is 2 (pair), 3 (triple) or 4 (quad).

A pair or triple within a triad has two such units, a box and a row or column; if it
removes candidates in both, it is called locked.  That is easier to see, and so comes
first.

Boxes are looked at first, then rows, then columns; the cells of each in rising order:
the order of HoDoKu.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.closed_sets import closed_sets
from satdoku.techniques.notation import cells_text, listed
from satdoku.techniques.shape import bits, cells_of, mask_of
from satdoku.techniques.step import Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.techniques.view import View

__all__ = [
    "locked_pair",
    "locked_triple",
    "naked_pair",
    "naked_quad",
    "naked_triple",
    "reason",
]


def locked_pair(view: View) -> Iterator[Step]:
    """Find two cells of a triad with two candidates that box and line both have."""
    return _naked(view, Technique.LOCKED_PAIR, 2, locked=True)


def locked_triple(view: View) -> Iterator[Step]:
    """Find three cells of a triad with three candidates that box and line both have."""
    return _naked(view, Technique.LOCKED_TRIPLE, 3, locked=True)


def naked_pair(view: View) -> Iterator[Step]:
    """Find two cells of a unit with two candidates."""
    return _naked(view, Technique.NAKED_PAIR, 2)


def naked_triple(view: View) -> Iterator[Step]:
    """Find three cells of a unit with three candidates."""
    return _naked(view, Technique.NAKED_TRIPLE, 3)


def naked_quad(view: View) -> Iterator[Step]:
    """Find four cells of a unit with four candidates."""
    return _naked(view, Technique.NAKED_QUAD, 4)


def _naked(
    view: View, technique: Technique, size: int, *, locked: bool = False
) -> Iterator[Step]:
    """Find the naked subsets of a size: the locked ones, or the others."""
    left, n = view.state.left, view.shape.size
    units = view.shape.units
    small = view.kept(_small)[size]
    seen: set[tuple[int, ...]] = set()
    for unit in (
        range(2 * n, 3 * n) if locked else (*range(2 * n, 3 * n), *range(2 * n))
    ):
        here = small & units[unit]
        if here.bit_count() < size:
            continue
        few = cells_of(here)
        for chosen, digits in closed_sets([left[cell] for cell in few], size):
            cells = tuple(few[index] for index in chosen)
            # A subset of a triad turns up in its box and in its row or column.
            if cells not in seen:
                seen.add(cells)
                yield from _step(view, technique, cells, digits, locked=locked)


def _small(view: View) -> Sequence[int]:
    """Return the cells with at most so many candidates, for each number up to 4."""
    small = [0] * (_QUAD + 1)
    for cell, mask in enumerate(view.state.left):
        if mask:
            count = mask.bit_count()
            if count <= _QUAD:
                small[count] |= 1 << cell
    for count in range(1, _QUAD + 1):
        small[count] |= small[count - 1]
    return small


def _step(
    view: View,
    technique: Technique,
    cells: tuple[int, ...],
    digits: int,
    *,
    locked: bool,
) -> Iterator[Step]:
    """Yield the step of a subset, if it removes something and is of this kind."""
    state, shape = view.state, view.shape
    mine = mask_of(cells)
    others = 0
    for digit in bits(digits):
        others |= state.where[digit + 1]
    others &= ~mine
    common = tuple(shape.common_units(mine))
    hit = 0
    cells_hit: list[int] = []  # those of the line first, as whoever removes them goes
    for unit in common:
        cells_hit += bits(others & shape.units[unit] & ~hit)
        hit |= others & shape.units[unit]
    if not hit:
        return
    box = shape.units[common[-1]] if common[-1] >= 2 * shape.size else 0
    in_both = bool(hit & box and hit & ~box)
    if locked != (in_both and len(cells) <= _TRIPLE):
        return
    left = state.left
    yield Step(
        view.geometry,
        technique,
        removes=tuple(
            (cell, digit + 1)
            for cell in cells_hit
            for digit in bits(left[cell] & digits)
        ),
        cells=cells,
        digits=tuple(digit + 1 for digit in bits(digits)),
        units=tuple(unit for unit in common if hit & shape.units[unit]),
    )


_TRIPLE, _QUAD = 3, 4
"""The most cells of a locked subset (a quad is never called so), and of any."""


def reason(step: Step) -> str:
    """Say which cells the digits take up."""
    board = step.geometry
    cells = cells_text(board, step.cells)
    places = listed(board.unit_name(unit) for unit in step.units)
    return f"{listed(step.digits)} are the only candidates of {cells} in {places}"
