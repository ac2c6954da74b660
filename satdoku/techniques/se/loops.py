"""Loops of cells that share two digits, for unique rectangles and loops.

A loop goes from a cell to another of the same unit, and on by a unit of another kind.
Every unit it meets it meets twice, in a cell at an even and in one at an odd place of
the loop; a way that meets one twice at even places is given up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.se.layout import UNITS, UNITS_OF
from satdoku.techniques.state import cells_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.state import State

__all__ = ["loops"]

_MET = tuple(sum(1 << unit for unit in units) for units in UNITS_OF)
"""The units of each cell as a mask of units."""


def loops(state: State, start: int, pair: int) -> Iterator[tuple[int, ...]]:
    """Yield the loops of cells that have two digits, from a cell with these only.

    At most two cells may have others besides; or any number, if it is always the same
    one, and so it is with all that was passed by since the start.

    Args:
        state: The position.
        start: The cell, with two candidates.
        pair: These as a mask.
    """
    return _Walk(state, start, pair).onward(start, 2, 0, -1)


class _Walk:
    """A way through cells.

    Args:
        state: The position.
        start: Where it starts.
        pair: The two digits.
    """

    def __init__(self, state: State, start: int, pair: int) -> None:
        self.start = start
        self.more = [mask & ~pair for mask in state.left]
        self.free = sum(
            1 << cell for cell, mask in enumerate(state.left) if mask & pair == pair
        )
        self.free &= ~(1 << start)
        self.path = [start]
        self.met = [_MET[start], 0]  # the units met at even and at odd places

    def onward(
        self, cell: int, spare: int, seen: int, came: int
    ) -> Iterator[tuple[int, ...]]:
        """Yield the loops that the way so far leads to.

        Args:
            cell: Where it is.
            spare: How many cells with other digits may still follow.
            seen: The other digits that were seen.
            came: The kind of unit it came by: 0 box, 1 row, 2 column.
        """
        start, side = self.start, len(self.path) % 2
        for kind, unit in enumerate(UNITS_OF[cell]):
            if kind == came:
                continue
            around = self.free & UNITS[unit]
            if len(self.path) >= 4:
                around |= UNITS[unit] & 1 << start
            for other in cells_of(around):
                if other == start:
                    if self.met[0] == self.met[1]:
                        yield tuple(self.path)
                    continue
                more = self.more[other]
                seen |= more
                if more and spare <= 0 and seen.bit_count() != 1:
                    continue
                if not self.met[side] & _MET[other]:
                    yield from self.step(other, spare - bool(more), seen, kind)

    def step(
        self, cell: int, spare: int, seen: int, came: int
    ) -> Iterator[tuple[int, ...]]:
        """Go to a cell, yield the loops from there, and come back."""
        side = len(self.path) % 2
        self.path.append(cell)
        self.free &= ~(1 << cell)
        self.met[side] |= _MET[cell]
        yield from self.onward(cell, spare, seen, came)
        self.met[side] &= ~_MET[cell]
        self.free |= 1 << cell
        self.path.pop()
