"""What a picture of a board shows, as plain data.

A `Board` holds up to three layers of values, each row by row with 0 for an empty cell:

    clues    what the puzzle gives
    found    what was put into the other cells; a solution, or as far as somebody came
    other    another grid to compare with: where both hold a digit and not the same,
             the cell shows both

and the candidates of cells, which are shown where there is no digit.  Where there are
candidates and the digit found is one of them, it is shown in its place among them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from satdoku.errors import LimitError, UsageError
from satdoku.symbols import LETTERS, LONGEST_ALPHABET

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.geometry import Geometry

__all__ = ["Board", "clashing", "digit_texts"]

_MOST_CANDIDATES = 2_000_000
"""More than a board of 100×100 has; so many take a minute and a gigabyte to draw."""


@dataclass(frozen=True, slots=True)
class Board:
    """Values and candidates on a geometry, and which of them to mark.

    Args:
        geometry: The shape.
        clues: What the puzzle gives.
        found: What else is in the cells; clues may be repeated. Empty for nothing.
        other: What to compare with; empty for nothing.
        candidates: The digits of each cell, rising; empty for none at all.
        clashes: The cells whose digit clashes with another's.

    Raises:
        UsageError: A layer has not as many cells as the geometry.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> board = Board(Geometry(4, 4), (1,) + (0,) * 15, found=(1, 2) + (0,) * 14)
        >>> board.value(0), board.value(1), board.is_clue(1)
        (1, 2, False)
    """

    geometry: Geometry
    clues: tuple[int, ...]
    found: tuple[int, ...] = ()
    other: tuple[int, ...] = ()
    candidates: tuple[tuple[int, ...], ...] = ()
    clashes: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        cells, shape = self.geometry.cells, self.geometry
        for layer in (self.clues, self.found, self.other, self.candidates):
            if len(layer) != cells and (layer or layer is self.clues):
                msg = f"{len(layer)} cells; expected {cells} for a grid of {shape}"
                raise UsageError(msg)

    @classmethod
    def of(
        cls,
        geometry: Geometry,
        clues: tuple[int, ...],
        *,
        found: tuple[int, ...] = (),
        other: tuple[int, ...] = (),
        masks: Sequence[int] | None = None,
    ) -> Board:
        """Make a board, with what clashes marked.

        Args:
            geometry: The shape.
            clues: What the puzzle gives.
            found: What else is in the cells.
            other: What to compare with.
            masks: The candidates of each cell, digit d as bit d - 1; None for none.

        Raises:
            UsageError: A layer has not as many cells as the geometry.
            LimitError: There are more candidates than can be drawn.

        Example:
            >>> from satdoku.geometry import Geometry
            >>> board = Board.of(Geometry(4, 4), (1, 1) + (0,) * 14, masks=(12,) * 16)
            >>> sorted(board.clashes), board.pencilled(2)
            ([0, 1], (3, 4))
        """
        digits: tuple[tuple[int, ...], ...] = ()
        if masks is not None:
            count = sum(mask.bit_count() for mask in masks)
            if count > _MOST_CANDIDATES:
                raise LimitError(
                    f"{count:,} candidates are too many to draw; expected at most "
                    f"{_MOST_CANDIDATES:,}"
                )
            digits = tuple(
                tuple(d for d in geometry.digits if mask >> (d - 1) & 1)
                for mask in masks
            )
        plain = cls(geometry, clues, found, other, digits)
        values = [plain.value(cell) for cell in range(geometry.cells)]
        return cls(geometry, clues, found, other, digits, clashing(geometry, values))

    def is_clue(self, cell: int) -> bool:
        """Whether the cell's digit is given."""
        return self.clues[cell] != 0

    def is_found(self, cell: int) -> bool:
        """Whether the cell's digit is not given, but found."""
        return not self.clues[cell] and self.value(cell) != 0

    def value(self, cell: int) -> int:
        """Return the digit in a cell, given or found; 0 for none."""
        if self.found and not self.clues[cell]:
            return self.found[cell]
        return self.clues[cell]

    def second(self, cell: int) -> int:
        """Return the digit that another grid has there instead; 0 for none."""
        if self.other and 0 != self.other[cell] != self.value(cell) != 0:
            return self.other[cell]
        return 0

    def pencilled(self, cell: int) -> tuple[int, ...]:
        """Return the candidates that are shown in a cell.

        None, where the cell shows a digit.
        """
        if not self.candidates or self.clues[cell] or self.second(cell):
            return ()
        digits, value = self.candidates[cell], self.value(cell)
        return digits if not value or value in digits else ()

    def is_dead(self, cell: int) -> bool:
        """Whether candidates are shown and the cell has neither one nor a digit."""
        return bool(
            self.candidates and not self.value(cell) and not self.candidates[cell]
        )


def clashing(geometry: Geometry, values: Sequence[int]) -> frozenset[int]:
    """Find the cells whose digit another cell of a unit of theirs holds too.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> sorted(clashing(Geometry(4, 4), (1, 2, 1, 0) + (0,) * 12))
        [0, 2]
    """
    found: set[int] = set()
    for unit in geometry.units:
        first: dict[int, int] = {}
        for cell in unit:
            digit = values[cell]
            if digit and first.setdefault(digit, cell) != cell:
                found.update((first[digit], cell))
    return frozenset(found)


@lru_cache(maxsize=8)
def digit_texts(geometry: Geometry) -> tuple[str, ...]:
    """Return how each digit from 0 on is written; 0 is an empty cell.

    Beyond 35 with numbers: among more letters, `l`, `I` and `1` look the same.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> digit_texts(Geometry(12, 12))[9:]
        ('9', 'A', 'B', 'C')
    """
    if geometry.size > LONGEST_ALPHABET:
        return (".", *map(str, geometry.digits))
    return tuple(map(LETTERS.text, range(geometry.size + 1)))
