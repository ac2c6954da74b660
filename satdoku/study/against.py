"""Puzzles made against a search that takes cells row by row and digits upwards.

Such a search fills the first rows before it meets most of the clues, and tries 1 before
9.  So any proper puzzle becomes one of its worst by what leaves its logic as it is:

1. bands are swapped so that those with fewer clues come first, and rows within them;
2. digits are renamed so that the first row of the solution is 9 8 7 … 1.

For a search that goes by candidates it is the puzzle that it was.  A search that takes
the bands with more clues first undoes step 1 for itself.

The idea is that of the puzzle with the first row 987654321 that Wikipedia's article on
Sudoku solving algorithms shows, "Sudoku puzzle hard for brute force".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.grid import Grid

__all__ = ["against_rows"]


def against_rows(puzzle: Puzzle, solution: Grid) -> Puzzle:
    """Turn a puzzle against search by rows; it has as many solutions as before.

    Args:
        puzzle: A puzzle, given by its clues alone.
        solution: A solution of it, whose first row tells how digits are renamed.

    Example:
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> from satdoku.grid import Grid
        >>> solution = Grid("1243 3421 2134 4312")
        >>> print(against_rows(puzzle, solution))
        4.|..
        ..|3.
        --+--
        ..|1.
        2.|..
    """
    geometry = puzzle.geometry
    size, height = geometry.size, geometry.box_height
    rows = puzzle.rows

    def clues(these: Sequence[int]) -> int:
        return sum(value != 0 for row in these for value in rows[row])

    bands = [
        sorted(range(top, top + height), key=lambda row: clues([row]))
        for top in range(0, size, height)
    ]
    order = [row for band in sorted(bands, key=clues) for row in band]
    renamed = {0: 0}
    for place, digit in enumerate(solution.rows[order[0]]):
        renamed[digit] = size - place
    return Puzzle.trusted(
        geometry, tuple(renamed[value] for row in order for value in rows[row])
    )
