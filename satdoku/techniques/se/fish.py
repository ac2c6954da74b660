"""X-wings, swordfish and jellyfish, in the scheme's order.

A digit that some columns have in as many rows only is in these columns in all of these
rows, so nowhere else in the rows; and the other way round.  Columns come first as what
it starts from; the choices of lines go by the last of them, and for each the lowest
digit comes first.  A digit with few cells left to fill is passed over: what is left
has no room for two fish.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.se.layout import COLUMNS, GEOMETRY, ROWS, UNITS, by_last
from satdoku.techniques.se.step import SeStep, eliminated, make
from satdoku.techniques.state import cells_of
from satdoku.techniques.step import Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.techniques.state import State

__all__ = ["fish", "fishes"]

_TECHNIQUES = {2: Technique.X_WING, 3: Technique.SWORDFISH, 4: Technique.JELLYFISH}


def fishes(
    where: Sequence[int], missing: Sequence[int], size: int
) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Yield fish: digit, base lines, cover lines.

    Args:
        where: The cells of each digit.
        missing: How often each digit is still to be placed.
        size: How many lines.
    """
    for bases, covers in ((COLUMNS, ROWS), (ROWS, COLUMNS)):
        found: list[tuple[tuple[int, ...], int, tuple[int, ...]]] = []
        for digit in range(1, 10):
            if missing[digit] < 2 * size:
                continue
            lines = [
                line
                for line in bases
                if 2 <= (where[digit] & UNITS[line]).bit_count() <= size
            ]
            if len(lines) < size:
                continue
            for chosen in by_last(len(lines), size):
                cells = 0
                for index in chosen:
                    cells |= where[digit] & UNITS[lines[index]]
                across = [line for line in covers if cells & UNITS[line]]
                if len(across) == size:
                    base = tuple(lines[index] for index in chosen)
                    found.append((base[::-1], digit, tuple(across)))
        for reverse, digit, cover in sorted(found):
            yield digit, reverse[::-1], cover


def fish(state: State, size: int) -> SeStep | None:
    """Find the first fish of a size that removes something."""
    where = state.where
    filled = [0] * 10
    for value in state.values:
        filled[value] += 1
    missing = [9 - count for count in filled]
    for digit, base, cover in fishes(where, missing, size):
        inside = across = 0
        for line in base:
            inside |= UNITS[line]
        for line in cover:
            across |= UNITS[line]
        removes = tuple(eliminated(where[digit] & across & ~inside, digit))
        if removes:
            technique = _TECHNIQUES[size]
            step = Step(
                GEOMETRY,
                technique,
                removes=removes,
                cells=cells_of(where[digit] & inside),
                digits=(digit,),
                units=base,
                covers=cover,
            )
            return make(technique.title, removes=removes, step=step)
    return None
