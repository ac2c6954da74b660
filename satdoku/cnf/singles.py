"""Naked and hidden singles, followed to the end before a formula is made.

A cell with one candidate, a unit with one place for a digit.  Where the clues alone
decide, both only ever follow from digits that have their place, so the candidates of a
cell are at all times those free in its row, its column and its box: one bit mask for
each unit, digit d as bit d - 1, and no candidate is ever struck out of a cell by
itself.  Puzzles that rule candidates out themselves are for `satdoku.cnf.struck`.

Hidden singles pay: of a puzzle with 17 clues naked ones alone leave 2,560 clauses of
the extended encoding (the median of 300), both kinds 353, and sooner.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.geometry import Geometry
    from satdoku.puzzle import Puzzle

__all__ = ["Singles", "follow_singles", "places"]

_Units: TypeAlias = "Sequence[list[int]]"
"""A mask of digits for each row, each column, each box."""


class Singles(NamedTuple):
    """What follows from a puzzle by singles.

    Args:
        values: The digit of each cell that has one, else 0.
        candidates: The digits possible in each cell as a mask; all 0 when refuted.
        cells: The cells without a digit, rising.
        refuted: What was found impossible, or None.
    """

    values: tuple[int, ...]
    candidates: tuple[int, ...]
    cells: tuple[int, ...]
    refuted: str | None


@lru_cache(maxsize=8)
def places(geometry: Geometry) -> tuple[tuple[int, int, int], ...]:
    """Return (row, column, box) of each cell."""
    n, h, w = geometry.size, geometry.box_height, geometry.box_width
    return tuple(
        (row, column, row // h * h + column // w)
        for row in range(n)
        for column in range(n)
    )


class _RefutedError(Exception):
    """The puzzle has no solution; the text says what was found impossible."""


class _Board:
    """The digits each unit lacks, and the values placed so far."""

    __slots__ = ("free", "geometry", "masks", "values", "where")

    def __init__(self, puzzle: Puzzle) -> None:
        geometry = puzzle.geometry
        self.geometry = geometry
        self.where = places(geometry)
        self.values = list(puzzle.values)
        self.masks = [0] * len(self.values)
        full = (1 << geometry.size) - 1
        self.free = tuple([full] * geometry.size for _ in range(3))

    def place_clues(self) -> list[int]:
        """Place the clues; return the cells without one."""
        rows, columns, boxes = self.free
        where = self.where
        cells: list[int] = []
        for cell, value in enumerate(self.values):
            if not value:
                cells.append(cell)
                continue
            row, column, box = where[cell]
            bit = 1 << (value - 1)
            if not rows[row] & columns[column] & boxes[box] & bit:
                name = self.geometry.cell_name(cell)
                raise _RefutedError(f"{name} clashes with another clue")
            rows[row] ^= bit
            columns[column] ^= bit
            boxes[box] ^= bit
        return cells

    def naked(self, cells: list[int], once: _Units, twice: _Units) -> list[int]:
        """Settle the cells with one candidate; return the others, noted in units."""
        rows, columns, boxes = self.free
        row_once, column_once, box_once = once
        row_twice, column_twice, box_twice = twice
        where, masks = self.where, self.masks
        left: list[int] = []
        for cell in cells:
            row, column, box = where[cell]
            mask = rows[row] & columns[column] & boxes[box]
            if mask & (mask - 1):
                masks[cell] = mask
                left.append(cell)
                seen = row_once[row]
                row_twice[row] |= seen & mask
                row_once[row] = seen | mask
                seen = column_once[column]
                column_twice[column] |= seen & mask
                column_once[column] = seen | mask
                seen = box_once[box]
                box_twice[box] |= seen & mask
                box_once[box] = seen | mask
            elif mask:
                self.values[cell] = mask.bit_length()
                rows[row] ^= mask
                columns[column] ^= mask
                boxes[box] ^= mask
            else:
                name = self.geometry.cell_name(cell)
                raise _RefutedError(f"{name} has no candidate")
        return left

    def hidden(self, cells: list[int], hidden: _Units) -> list[int]:
        """Settle the cells that a unit needs for a digit; return the others."""
        rows, columns, boxes = self.free
        row_hidden, column_hidden, box_hidden = hidden
        where, masks = self.where, self.masks
        left: list[int] = []
        for cell in cells:
            row, column, box = where[cell]
            needed = masks[cell] & (
                row_hidden[row] & rows[row]
                | column_hidden[column] & columns[column]
                | box_hidden[box] & boxes[box]
            )
            if not needed:
                left.append(cell)
                continue
            possible = rows[row] & columns[column] & boxes[box]
            if needed & (needed - 1) or not needed & possible:
                name = self.geometry.cell_name(cell)
                raise _RefutedError(f"{name} is needed for more than it can hold")
            self.values[cell] = needed.bit_length()
            rows[row] ^= needed
            columns[column] ^= needed
            boxes[box] ^= needed
        return left

    def check_units(self, once: _Units) -> None:
        """Refute the puzzle if a unit lacks a digit that none of its cells can hold."""
        n = self.geometry.size
        for kind in range(3):
            for unit in range(n):
                lost = self.free[kind][unit] & ~once[kind][unit]
                if lost:
                    name = self.geometry.unit_name(kind * n + unit)
                    raise _RefutedError(f"{name} has no place for {lost.bit_length()}")


def follow_singles(puzzle: Puzzle) -> Singles:
    """Follow singles to the end, or to a contradiction.

    A pass over the open cells does both kinds: it reads a cell's candidates off the
    masks of its units, settles it if there is only one, and else notes them in its
    units as seen once and seen twice.  A digit seen once in a unit that still lacks it
    belongs there.  Notes may be older than what the same pass settled later; then a
    single is missed, and found in the next pass, but none is ever seen wrongly.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> follow_singles(Puzzle("123. .... .... ....")).values[:4]
        (1, 2, 3, 4)
        >>> follow_singles(Puzzle("12.. ..3. 4... ...4")).refuted
        'r1c4 has no candidate'
    """
    if puzzle.candidates is not None:
        return _follow_struck(puzzle)
    board = _Board(puzzle)
    n = puzzle.geometry.size
    try:
        cells = board.place_clues()
        before = -1
        while len(cells) != before:
            before = len(cells)
            once, twice = ([[0] * n for _ in range(3)] for _ in range(2))
            cells = board.naked(cells, once, twice)
            board.check_units(once)
            hidden = [
                [o & ~t for o, t in zip(*kind, strict=True)]
                for kind in zip(once, twice, strict=True)
            ]
            cells = board.hidden(cells, hidden)
    except _RefutedError as refuted:
        return _refuted(puzzle, str(refuted))
    masks = board.masks
    for cell, value in enumerate(board.values):
        if value:
            masks[cell] = 1 << (value - 1)
    return Singles(tuple(board.values), tuple(masks), tuple(cells), None)


def _follow_struck(puzzle: Puzzle) -> Singles:
    """Follow singles where candidates are struck out of cells by themselves."""
    from satdoku.cnf.struck import Refuted, Struck  # noqa: PLC0415  seldom needed

    try:
        board = Struck(puzzle)
        board.follow()
    except Refuted as refuted:
        return _refuted(puzzle, str(refuted))
    values = tuple(board.values)
    cells = tuple(cell for cell, value in enumerate(values) if not value)
    return Singles(values, tuple(board.masks), cells, None)


def _refuted(puzzle: Puzzle, reason: str) -> Singles:
    return Singles(puzzle.values, (0,) * len(puzzle.values), (), reason)
