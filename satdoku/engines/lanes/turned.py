"""Puzzles in other words: digits, rows and columns in other places, and back again.

A depth-first search that goes wrong early may never come back: of puzzles with two
clues, two in a thousand take it more than 20,000 guesses, and some have no end that
anybody has waited for.  The same puzzle turned is searched in another order; of a
hundred turns of such a puzzle, ninety-nine take less than a hundred guesses.  (Heavy
tails, and restarts against them: Gomes, Selman and Kautz, "Boosting combinatorial
search through randomization", AAAI 1998.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Turn"]


class Turn:
    """One way to turn puzzles; the same for the same number.

    Args:
        number: Which one.

    Example:
        >>> puzzle = np.zeros((1, 81), np.uint8)
        >>> puzzle[0, :3] = 1, 2, 3
        >>> turn = Turn(5)
        >>> int((turn.there(puzzle) > 0).sum())
        3
        >>> bool((turn.back(turn.there(puzzle)) == puzzle).all())
        True
    """

    def __init__(self, number: int) -> None:
        dice = np.random.default_rng(number)

        def lines() -> NDArray[np.int64]:
            """Move bands, and rows within them (or stacks, and columns)."""
            bands = [3 * band + dice.permutation(3) for band in dice.permutation(3)]
            return np.concatenate(bands)

        cells = 9 * lines()[:, None] + lines()
        self.cells: NDArray[np.int64] = (cells.T if number % 2 else cells).reshape(81)
        self.digits = np.concatenate([[0], 1 + dice.permutation(9)]).astype(np.uint8)

    def there(self, puzzles: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Turn puzzles: (N, 81) uint8."""
        return np.ascontiguousarray(self.digits[puzzles[:, self.cells]])

    def back(self, turned: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Turn solutions back: (N, 81) uint8; cells without a digit stay so."""
        puzzles = np.empty_like(turned)
        puzzles[:, self.cells] = np.argsort(self.digits).astype(np.uint8)[turned]
        return puzzles
