"""Singles where a puzzle rules candidates out beyond its clues.

What `satdoku.cnf.singles` reads off the units, that a cell's candidates are the digits
its row, column and box lack, does not hold then: a candidate may be struck out of one
cell alone.  So each cell has a mask of its own here, and a digit that finds its place
is struck out of the masks of its peers, one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.puzzle import Puzzle

__all__ = ["Refuted", "Struck"]


class Refuted(Exception):  # noqa: N818  the puzzle is, and that is an answer
    """The puzzle has no solution; the text says what was found impossible."""


class Struck:
    """The masks of all cells, and the digits that have their place.

    Args:
        puzzle: The puzzle; its clues are placed already.

    Raises:
        Refuted: Two clues clash.

    Invariant: a digit that has its place is in no mask of a peer.
    """

    __slots__ = ("geometry", "masks", "units_of", "values")

    def __init__(self, puzzle: Puzzle) -> None:
        geometry = self.geometry = puzzle.geometry
        self.values = list(puzzle.values)
        self.masks = list(puzzle.left())
        for clash in puzzle.clashes():
            raise Refuted(f"{clash.cells[1]} clashes with another clue")
        self.units_of = [
            (
                geometry.row_units[geometry.row_of(cell)],
                geometry.column_units[geometry.column_of(cell)],
                geometry.box_units[geometry.box_of(cell)],
            )
            for cell in range(geometry.cells)
        ]

    def follow(self) -> None:
        """Place naked and hidden singles until there are none.

        Raises:
            Refuted: A cell has no candidate, or a unit no place for a digit.
        """
        self._place([c for c, mask in enumerate(self.masks) if not mask & (mask - 1)])
        while singles := self._hidden():
            self._place(singles)

    def _place(self, singles: list[int]) -> None:
        """Place cells with one candidate, and those that this leaves with one."""
        masks, values = self.masks, self.values
        while singles:
            cell = singles.pop()
            bit = masks[cell]
            if not bit:
                raise Refuted(f"{self.geometry.cell_name(cell)} has no candidate")
            if values[cell]:
                continue
            values[cell] = bit.bit_length()
            for unit in self.units_of[cell]:
                for peer in unit:
                    if masks[peer] & bit and peer != cell:
                        masks[peer] ^= bit
                        if not masks[peer] & (masks[peer] - 1):
                            singles.append(peer)

    def _hidden(self) -> list[int]:
        """Give the cells a unit needs for a digit, that digit alone left in each."""
        masks, values, geometry = self.masks, self.values, self.geometry
        full = (1 << geometry.size) - 1
        found: list[int] = []
        for index, unit in enumerate(geometry.units):
            once = twice = 0
            for cell in unit:
                twice |= once & masks[cell]
                once |= masks[cell]
            lost = full & ~once
            if lost:
                name = geometry.unit_name(index)
                raise Refuted(f"{name} has no place for {lost.bit_length()}")
            for cell in unit:
                needed = masks[cell] & ~twice
                if not needed or values[cell]:
                    continue
                if needed & (needed - 1):
                    name = geometry.cell_name(cell)
                    raise Refuted(f"{name} is needed for more than it can hold")
                masks[cell] = needed
                found.append(cell)
        return found
