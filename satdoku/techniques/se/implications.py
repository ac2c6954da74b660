"""What follows from a candidate on a grid that shrinks with it (see `consequences`).

What is false is taken off the grid when its turn comes.  Where that brings a cell down
to one candidate, or a digit to one place in a unit, that is true, and follows from all
that was taken from there.
"""

from __future__ import annotations

from collections import deque

from satdoku.techniques.se.consequences import Advance, Clash, Consequences, Grid
from satdoku.techniques.se.layout import PEERS, SIGHT, UNITS, UNITS_OF
from satdoku.techniques.se.links import CELL

__all__ = ["dynamic"]


def dynamic(
    grid: Grid,
    start: int,
    *,
    true: bool,
    cells: bool = True,
    advance: Advance | None = None,
) -> Consequences:
    """Return what follows from a candidate if what is false is taken off the grid.

    Args:
        grid: The position.
        start: The candidate.
        true: Whether it is held true.
        cells: Whether cells link at all; without, it is a nishio.
        advance: What else follows where links say no more; None for nothing.
    """
    return _Dynamic(grid, cells=cells, advance=advance).run(start, true=true)


class _Dynamic:
    """The grid as it shrinks, and what is known."""

    def __init__(
        self,
        grid: Grid,
        *,
        cells: bool,
        advance: Advance | None,
    ) -> None:
        self.first = grid
        self.left = list(grid.left)
        self.where = list(grid.where)
        self.cells = cells
        self.advance = advance
        self.on: dict[int, int] = {}
        self.off: dict[int, int] = {}
        self.cause: dict[int, int] = {}
        self.on_cells = [0] * 9
        self.off_cells = [0] * 9
        self.trues: deque[int] = deque()
        self.falses: deque[int] = deque()

    def run(self, start: int, *, true: bool) -> Consequences:
        """Follow all that follows."""
        if true:
            self.add_true(start, 2 << 2 * start)
        else:
            self.add_false(start, 1 << 2 * start)
        clash = None
        while clash is None and (self.trues or self.falses):
            if self.trues:
                clash = self.rule_out(self.trues.popleft())
            else:
                clash = self.leave(self.falses.popleft())
            if not (clash or self.trues or self.falses) and self.advance:
                self.first.look()
                now = Grid(self.left, self.where, self.first.look)
                for candidate, behind in self.advance(now, self.first, self.off):
                    if candidate not in self.off:
                        self.add_false(candidate, behind | 1 << 2 * candidate)
        return Consequences(self.on, self.off, self.cause, clash)

    def add_true(self, candidate: int, behind: int) -> None:
        """Hold a candidate true."""
        self.on[candidate] = behind
        cell, digit = divmod(candidate, 9)
        self.on_cells[digit] |= 1 << cell
        self.trues.append(candidate)

    def add_false(self, candidate: int, behind: int) -> None:
        """Hold a candidate false; it is taken off the grid when its turn comes."""
        self.off[candidate] = behind
        cell, digit = divmod(candidate, 9)
        self.off_cells[digit] |= 1 << cell
        self.falses.append(candidate)

    def rule_out(self, candidate: int) -> Clash | None:
        """Hold false what a true candidate rules out; return where that clashes."""
        cell, digit = divmod(candidate, 9)
        behind = self.on[candidate]
        on, off = self.on, self.off
        if self.cells:
            rest = self.left[cell] & ~(1 << digit)
            while rest:
                low = rest & -rest
                rest ^= low
                other = 9 * cell + low.bit_length() - 1
                if other in on:
                    mine = behind | 1 << 2 * other
                    return Clash(other, self.cause.get(other), on[other], mine)
                if other not in off:
                    self.add_false(other, behind | 1 << 2 * other)
        here = self.where[digit + 1] & ~self.off_cells[digit]
        if here & PEERS[cell]:
            true = self.on_cells[digit]
            for part in SIGHT[cell]:
                rest = here & part
                while rest:
                    low = rest & -rest
                    rest ^= low
                    other = 9 * low.bit_length() - 9 + digit
                    mine = behind | 1 << 2 * other
                    if true & low:
                        return Clash(other, self.cause.get(other), on[other], mine)
                    self.add_false(other, mine)
        return None

    def leave(self, candidate: int) -> Clash | None:
        """Take off a false candidate, hold true what that leaves; return a clash."""
        cell, digit = divmod(candidate, 9)
        bit = 1 << cell
        here = self.where[digit + 1]
        mask = self.left[cell]
        self.left[cell] = mask & ~(1 << digit)
        self.where[digit + 1] = here & ~bit
        new: dict[int, tuple[int, int]] = {}
        if self.cells and mask.bit_count() == 2:
            other = 9 * cell + (mask ^ 1 << digit).bit_length() - 1
            new[other] = CELL, self._behind_cell(candidate, cell, mask)
        for unit in UNITS_OF[cell]:
            places = here & UNITS[unit]
            if places.bit_count() == 2:
                other = 9 * (places ^ bit).bit_length() - 9 + digit
                if other not in new:
                    new[other] = unit, self._behind_unit(candidate, unit, digit, places)
        for other, (cause, behind) in new.items():
            mine = behind | 2 << 2 * other
            if other in self.off:
                return Clash(other, cause, mine, self.off[other])
            if other not in self.on:
                self.cause[other] = cause
                self.add_true(other, mine)
        return None

    def _behind_cell(self, candidate: int, cell: int, mask: int) -> int:
        off = self.off
        behind = off[candidate]
        gone = self.first.left[cell] & ~mask
        while gone:
            low = gone & -gone
            gone ^= low
            behind |= off[9 * cell + low.bit_length() - 1]
        return behind

    def _behind_unit(self, candidate: int, unit: int, digit: int, places: int) -> int:
        off = self.off
        behind = off[candidate]
        gone = self.first.where[digit + 1] & UNITS[unit] & ~places
        while gone:
            low = gone & -gone
            gone ^= low
            behind |= off[9 * low.bit_length() - 9 + digit]
        return behind
