"""Puzzles under a symmetry: digits, rows and columns renamed, and back again.

A depth-first search that goes wrong early may never come back: of puzzles with two
clues, two in a thousand take it more than 20,000 guesses, and some have no end that
anybody has waited for.  The same puzzle relabelled is searched in another order; of a
hundred relabellings of such a puzzle, ninety-nine take less than a hundred guesses.
(Heavy tails, and restarts against them: Gomes, Selman and Kautz, "Boosting
combinatorial search through randomization", AAAI 1998.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Relabelling:
    """A symmetry of Sudoku; the same for the same number.

    Args:
        number: Which one; 0 changes nothing.

    Example:
        >>> puzzle = np.zeros((1, 81), np.uint8)
        >>> puzzle[0, :3] = 1, 2, 3
        >>> relabelling = Relabelling(5)
        >>> int((relabelling.apply(puzzle) > 0).sum())
        3
        >>> bool((relabelling.undo(relabelling.apply(puzzle)) == puzzle).all())
        True
    """

    def __init__(self, number: int) -> None:
        dice = np.random.default_rng(number)

        def lines() -> NDArray[np.int64]:
            """Move bands, and rows within them (or stacks, and columns)."""
            bands = [3 * band + dice.permutation(3) for band in dice.permutation(3)]
            return np.concatenate(bands)

        cells = 9 * lines()[:, None] + lines()
        digits = np.concatenate([[0], 1 + dice.permutation(9)])
        if number == 0:
            cells, digits = np.arange(81), np.arange(10)
        self.cells: NDArray[np.int64] = (cells.T if number % 2 else cells).reshape(81)
        self.digits = digits.astype(np.uint8)

    def apply(self, puzzles: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Relabel puzzles: (N, 81) uint8."""
        return np.ascontiguousarray(self.digits[puzzles[:, self.cells]])

    def apply_to_marks(self, marks: NDArray[np.uint16]) -> NDArray[np.uint16]:
        """Relabel the digits that cells may hold: (81,) uint16."""
        relabelled = np.zeros(81, np.uint16)
        for digit, other in enumerate(self.digits[1:].tolist()):
            held = marks[self.cells] >> np.uint16(digit) & np.uint16(1)
            relabelled |= held << np.uint16(other - 1)
        return relabelled

    def undo(self, relabelled: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return what was relabelled: (N, 81) uint8; cells without a digit stay so."""
        puzzles = np.empty_like(relabelled)
        puzzles[:, self.cells] = np.argsort(self.digits).astype(np.uint8)[relabelled]
        return puzzles
