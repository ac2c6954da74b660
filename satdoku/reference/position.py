"""A position of `elimination`: candidates and empty cells; and the four techniques.

A technique looks through the whole position once, does all that it finds, and returns
how much that was: 0 if it does not apply.  Whatever it removes is in no solution.

Invariant: no empty cell has a candidate that a filled peer holds.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from satdoku.reference.table import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from satdoku.reference.board import Board

__all__ = ["TECHNIQUES", "Position"]


class Position:
    """The candidates of each cell, and which cells are empty.

    Args:
        board: Its tables.
        left: The candidates as masks, of a filled cell its digit's; is changed.
        empty: The cells without a digit.
    """

    __slots__ = ("board", "empty", "is_broken", "left")

    def __init__(self, board: Board, left: list[int], empty: Iterable[int]) -> None:
        self.board = board
        self.left = left
        self.empty = dict.fromkeys(empty)
        """A set that keeps its order."""
        self.is_broken = False
        """Whether a cell, or a digit in a unit, has nothing left."""

    def with_digit(self, cell: int, bit: int) -> Position:
        """Return a copy in which a cell holds a digit."""
        position = Position(self.board, self.left.copy(), self.empty)
        position.place(cell, bit)
        return position

    def place(self, cell: int, bit: int) -> None:
        """Place a digit, and take it from the peers."""
        self.left[cell] = bit
        del self.empty[cell]
        self.remove(bit, self.board.peers[cell])

    def remove(self, mask: int, cells: Iterable[int]) -> int:
        """Remove digits from the candidates of cells; return how many were there."""
        removed = 0
        for cell in cells:
            here = self.left[cell] & mask
            if here:
                self.left[cell] ^= here
                removed += here.bit_count()
                if not self.left[cell]:
                    self.is_broken = True
        return removed

    def fewest(self) -> int:
        """Return the first of the empty cells with fewest candidates."""
        return min(self.empty, key=lambda cell: self.left[cell].bit_count())


def naked_single(position: Position) -> int:
    """Place the only candidate of a cell; return the digits placed."""
    left, placed = position.left, 0
    for cell in list(position.empty):
        if left[cell].bit_count() == 1:
            position.place(cell, left[cell])
            placed += 1
    return placed


def hidden_single(position: Position) -> int:
    """Place a digit in its only place in a unit; return the digits placed."""
    left, placed = position.left, 0
    for unit in position.board.units:
        once = twice = 0
        for cell in unit:
            twice |= once & left[cell]
            once |= left[cell]
        if once != position.board.full:
            position.is_broken = True
            return placed
        # If a cell is the only place of two digits, one of them has none next time.
        alone = once & ~twice
        for cell in unit:
            if left[cell] & alone and cell in position.empty:
                bit = left[cell] & alone
                position.place(cell, bit & -bit)
                placed += 1
    return placed


def naked_pair(position: Position) -> int:
    """Keep two digits to two cells; return the candidates removed from others."""
    left, removed = position.left, 0
    for unit in position.board.units:
        pairs = [left[cell] for cell in unit if left[cell].bit_count() == 2]
        if len(pairs) > 1:
            for mask in dict.fromkeys(pairs):
                if pairs.count(mask) > 1:
                    others = [cell for cell in unit if left[cell] != mask]
                    removed += position.remove(mask, others)
    return removed


def naked_triple(position: Position) -> int:
    """Keep three digits to three cells; return the candidates removed from others."""
    left, removed = position.left, 0
    for unit in position.board.units:
        small = [cell for cell in unit if left[cell].bit_count() in (2, 3)]
        # Two of the three cells have all three digits.
        unions = (left[one] | left[other] for one, other in combinations(small, 2))
        for mask in dict.fromkeys(unions):
            if mask.bit_count() == 3:
                others = [cell for cell in unit if left[cell] & ~mask]
                if len(unit) - len(others) > 2:
                    removed += position.remove(mask, others)
    return removed


TECHNIQUES: dict[str, Callable[[Position], int]] = dict(
    zip(RULES, (naked_single, hidden_single, naked_pair, naked_triple), strict=True)
)
"""The techniques by their keys, in the order they are tried."""
