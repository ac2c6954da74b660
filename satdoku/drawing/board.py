"""What a picture of a board shows, as plain data, and where things are in it.

Text and SVG are drawn from the same `Board`.  Its layers, row by row with 0 for an
empty cell:

    clues    the clues of the puzzle
    digits   what was put into the other cells: a solution, or a part of one
    other    another grid to compare with: where both have a digit and not the same,
             the cell shows both

the constraints, and the candidates of cells that have no digit.  Where the digit found
is one of the candidates of its cell, it is shown at its place among them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from math import isqrt
from typing import TYPE_CHECKING

from satdoku.errors import LimitError, UsageError, counted
from satdoku.puzzle.constraints.base import units_of
from satdoku.puzzle.geometry import digits_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry

_MAX_CANDIDATES = 2_000_000
"""More than a board of 100x100 has; drawing so many takes a minute and a gigabyte."""
_MAX_NAMES = 20
_CELL_NAME = re.compile(r"\br\d+c\d+")
_MOST_LETTERS = 3
"""If there are more, only the first two and the last are named."""


@dataclass(frozen=True)
class Board:
    """Values and candidates on a geometry.

    Args:
        geometry: The shape.
        clues: The clues of the puzzle.
        digits: What else is in the cells, clues repeated or not; empty for nothing.
        other: What to compare with; empty for nothing.
        masks: The candidates of each cell, digit d as bit d - 1; None for none.
        constraints: Those of the puzzle.
        marked: The cells whose clues are part of a contradiction.
        marked_rules: The constraints that are.

    Raises:
        UsageError: A layer has not as many cells as the geometry.
        LimitError: There are more candidates than can be drawn.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> board = Board(Geometry(4, 4), (1, 1) + (0,) * 14, masks=(12,) * 16)
        >>> board.value(0), sorted(board.clashes), board.candidates(2)
        (1, [0, 1], (3, 4))
    """

    geometry: Geometry
    clues: tuple[int, ...]
    digits: tuple[int, ...] = ()
    other: tuple[int, ...] = ()
    masks: Sequence[int] | None = None
    constraints: tuple[Constraint, ...] = ()
    marked: frozenset[int] = frozenset()
    marked_rules: tuple[Constraint, ...] = ()

    def __post_init__(self) -> None:
        geometry, cells = self.geometry, self.geometry.cells
        for layer in (self.clues, self.digits, self.other, self.masks or ()):
            if len(layer) != cells and (layer or layer is self.clues):
                msg = f"{len(layer)} cells; expected {cells} for a grid of {geometry}"
                raise UsageError(msg)
        if (count := sum(map(int.bit_count, self.masks or ()))) > _MAX_CANDIDATES:
            raise LimitError(
                f"{count:,} candidates; expected at most {_MAX_CANDIDATES:,} to draw"
            )

    def is_clue(self, cell: int) -> bool:
        """Whether the cell has a clue."""
        return self.clues[cell] != 0

    def value(self, cell: int) -> int:
        """Return the digit in a cell, clue or found; 0 for none."""
        if self.digits and not self.clues[cell]:
            return self.digits[cell]
        return self.clues[cell]

    def second(self, cell: int) -> int:
        """Return the digit that the other grid has there instead; 0 for none."""
        if self.other and 0 != self.other[cell] != self.value(cell) != 0:
            return self.other[cell]
        return 0

    def candidates(self, cell: int) -> tuple[int, ...]:
        """Return the candidates shown in a cell; none where it shows a digit."""
        if self.masks is None or self.clues[cell] or self.second(cell):
            return ()
        mask, value = self.masks[cell], self.value(cell)
        if value and not mask >> (value - 1) & 1:
            return ()
        return digits_of(mask)

    def is_dead(self, cell: int) -> bool:
        """Whether candidates are shown and the cell has neither one nor a digit."""
        return bool(self.masks and not self.value(cell) and not self.masks[cell])

    @cached_property
    def clashes(self) -> frozenset[int]:
        """The cells that are marked, or whose digit is in a unit of theirs twice."""
        clashing: set[int] = {*self.marked}
        for unit in units_of(self.geometry, self.constraints):
            first: dict[int, int] = {}
            for cell in unit:
                digit = self.value(cell)
                if digit and first.setdefault(digit, cell) != cell:
                    clashing.update((first[digit], cell))
        return frozenset(clashing)

    @cached_property
    def differences(self) -> tuple[int, ...]:
        """The cells with two digits."""
        cells = range(self.geometry.cells) if self.other else ()
        return tuple(filter(self.second, cells))

    @cached_property
    def dead(self) -> tuple[int, ...]:
        """The cells that should have a candidate, and have none."""
        cells = range(self.geometry.cells) if self.masks else ()
        return tuple(filter(self.is_dead, cells))

    @cached_property
    def faults(self) -> list[int]:
        """Cells that clash, differ or are dead, which texts beside the board name."""
        return sorted({*self.clashes, *self.differences, *self.dead})

    def names(self, cells: Sequence[int]) -> str:
        """Name cells, at most twenty of them.

        Example:
            >>> from satdoku.puzzle.geometry import Geometry
            >>> Board(Geometry(9, 9), (0,) * 81).names(range(22))[-15:]
            'r3c2 and 2 more'
        """
        named = map(self.geometry.cell_name, cells[:_MAX_NAMES])
        rest = len(cells) - _MAX_NAMES
        return ", ".join(named) + (f" and {rest} more" if rest > 0 else "")

    @property
    def rules(self) -> list[str]:
        """The constraints in words, at most twenty of them."""
        rest = len(self.constraints) - _MAX_NAMES
        rules = [rule.describe() for rule in self.constraints[:_MAX_NAMES]]
        return [*rules, f"and {rest} more"] if rest > 0 else rules

    def describe(self) -> str:
        """Say what can be seen; row by row where that is not too long to listen to."""
        cells = range(self.geometry.cells)
        clues = sum(map(self.is_clue, cells))
        placed = sum(self.value(cell) > 0 for cell in cells) - clues
        clashing = self.names(sorted(self.clashes))
        dead, differ = self.names(self.dead), self.names(self.differences)
        parts = (
            counted(clues, "clue"),
            f"{counted(placed, 'digit')} found" if placed else "",
            "candidates" if self.masks is not None else "",
            f"{clashing} clash" if clashing else "",
            f"no candidate in {dead}" if dead else "",
            f"two digits in {differ}" if differ else "",
        )
        summary = ", ".join(filter(None, parts)) + "."
        if self.constraints:
            summary += f" Constraints: {'; '.join(self.rules)}."
        if self.geometry.size > 16:
            return summary
        texts = self.geometry.digit_texts
        rows = (
            f"Row {number}: {' '.join(texts[self.value(cell)] for cell in row)}."
            for number, row in enumerate(self.geometry.row_units, 1)
        )
        return " ".join([summary, *rows])


def names_cells(text: str) -> bool:
    """Whether a text names a cell, such as r1c1."""
    return _CELL_NAME.search(text) is not None


def candidate_block(geometry: Geometry) -> tuple[int, int]:
    """Return rows and columns of candidates: those of a box where each has a place.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> candidate_block(Geometry(6, 6)), candidate_block(Geometry(7, 7, digits=9))
        ((2, 3), (3, 3))
    """
    height, width = geometry.box_height, geometry.box_width
    if geometry.box is None or height * width < geometry.size:
        width = isqrt(geometry.size - 1) + 1
        height = -(-geometry.size // width)
    return height, width


def letters_text(geometry: Geometry) -> str:
    """Say which letters of a grid stand for which values, as constraints count them.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> letters_text(Geometry(16, 16))
        'A is 10, B 11, and so on to G 16 in the grid'
        >>> letters_text(Geometry(9, 9))
        ''
    """
    written = enumerate(geometry.digit_texts[1:], geometry.first_value)
    pairs = [f"{text} {value}" for value, text in written if text != str(value)]
    if not pairs:
        return ""
    texts = [pairs[0].replace(" ", " is "), *pairs[1:]]
    if len(texts) > _MOST_LETTERS:
        texts = [*texts[:2], f"and so on to {texts[-1]}"]
    return f"{', '.join(texts)} in the grid"
