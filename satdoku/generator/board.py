"""A board that follows singles: for random solutions, and for puzzles of singles alone.

A digit is placed, and whatever that leaves with one possibility is placed, too: a cell
with one candidate, a digit with one cell in a unit.  Sets of cells and of digits are
whole numbers (`satdoku.techniques.shape`), so this takes a fraction of a millisecond.
Unlike `satdoku.techniques.state` it keeps no order and no reasons: it is an
inner loop of searches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.techniques.shape import Shape

__all__ = ["Board", "is_of_singles"]


class Board:
    """Values and candidates.

    Args:
        shape: Units and peers.

    Attributes:
        shape: Units and peers.
        values: The digit of each cell, 0 for an empty one.
        left: The candidates of each empty cell, digit d as bit d - 1; 0 if filled.
        empty: The empty cells, cell c as bit c.
        where: The empty cells that may hold a digit; that of digit d has index d - 1.
        done: The units that hold a digit, unit u as bit u; indices as for `where`.

    Example:
        >>> from satdoku.techniques.shape import Shape
        >>> from satdoku.geometry import Geometry
        >>> board = Board(Shape.of(Geometry(4, 4)))
        >>> all(board.place(*clue) for clue in [(0, 1), (6, 2), (10, 3), (12, 4)])
        True
        >>> board.values
        [1, 2, 4, 3, 3, 4, 2, 1, 2, 1, 3, 4, 4, 3, 1, 2]
    """

    __slots__ = ("done", "empty", "left", "shape", "values", "where")

    def __init__(self, shape: Shape) -> None:
        n = shape.size
        self.shape = shape
        self.values = [0] * (n * n)
        self.left = [(1 << n) - 1] * (n * n)
        self.empty = shape.all
        self.where = [shape.all] * n
        self.done = [0] * n

    def copy(self) -> Board:
        """Return a board that is alike, and changes by itself."""
        other = Board.__new__(Board)
        other.shape = self.shape
        other.values = self.values.copy()
        other.left = self.left.copy()
        other.empty = self.empty
        other.where = self.where.copy()
        other.done = self.done.copy()
        return other

    def place(self, cell: int, digit: int) -> bool:
        """Place a digit and all singles that follow; False if that cannot be.

        After False the board is good for nothing.
        """
        todo = [(cell, digit - 1)]
        while todo:
            cell, index = todo.pop()
            if self.empty >> cell & 1:
                if not self._fill(cell, index, todo):
                    return False
            elif self.values[cell] != index + 1:
                return False
        return True

    def _fill(self, cell: int, index: int, todo: list[tuple[int, int]]) -> bool:
        """Fill an empty cell; collect the singles that follow, False if one cannot."""
        bit = 1 << cell
        others = self.left[cell] ^ 1 << index
        if others >> index & 1:  # it was no candidate
            return False
        self.values[cell] = index + 1
        self.empty ^= bit
        self.left[cell] = 0
        own = 0
        for unit in self.shape.units_of[cell]:
            own |= 1 << unit
        self.done[index] |= own
        struck = self.where[index] & self.shape.peers[cell]
        self.where[index] &= ~(struck | bit)
        units = self._strike(struck, index, todo)
        if units < 0 or not self._look(index, units & ~self.done[index], todo):
            return False
        while others:
            low = others & -others
            others ^= low
            other = low.bit_length() - 1
            self.where[other] &= ~bit
            if not self._look(other, own & ~self.done[other], todo):
                return False
        return True

    def _strike(self, cells: int, index: int, todo: list[tuple[int, int]]) -> int:
        """Take a candidate from cells; return the units they are in, -1 if one dies."""
        left, units_of = self.left, self.shape.units_of
        keep = ~(1 << index)
        units = 0
        while cells:
            low = cells & -cells
            cells ^= low
            cell = low.bit_length() - 1
            rest = left[cell] & keep
            left[cell] = rest
            if not rest & (rest - 1):
                if not rest:
                    return -1
                todo.append((cell, rest.bit_length() - 1))
            for unit in units_of[cell]:
                units |= 1 << unit
        return units

    def _look(self, index: int, units: int, todo: list[tuple[int, int]]) -> bool:
        """Look for the digit's lone cell in some units; False if one has none."""
        cells = self.shape.units
        where = self.where[index]
        while units:
            low = units & -units
            units ^= low
            here = where & cells[low.bit_length() - 1]
            if not here & (here - 1):
                if not here:
                    return False
                todo.append((here.bit_length() - 1, index))
        return True


def is_of_singles(
    shape: Shape, clues: Iterable[tuple[int, int]], goal: int | None = None
) -> bool:
    """Whether singles alone complete a puzzle, which is then proper.

    Args:
        shape: Units and peers.
        clues: The clues, (cell, digit).
        goal: The cells that they have to fill, cell c as bit c; None for all.

    Example:
        >>> from satdoku.techniques.shape import Shape
        >>> from satdoku.geometry import Geometry
        >>> shape = Shape.of(Geometry(4, 4))
        >>> is_of_singles(shape, [(0, 1), (6, 2), (10, 3), (12, 4)])
        True
        >>> is_of_singles(shape, [(0, 1), (1, 2), (2, 3)])
        False
        >>> is_of_singles(shape, [(0, 1), (1, 2), (2, 3)], goal=1 << 3)
        True
    """
    board = Board(shape)
    wanted = shape.all if goal is None else goal
    for cell, digit in clues:
        if not board.place(cell, digit):
            return False
        if not board.empty & wanted:
            return True
    return False
