"""py-sudoku: backtracking on the cell with the fewest candidates, in pure Python."""

from __future__ import annotations

from benchmarks.peers import Peer


def make() -> Peer:
    """Return the peer."""
    from sudoku import Sudoku

    def board(puzzle: str) -> list[list[int | None]]:
        cells = [None if mark == "." else int(mark) for mark in puzzle]
        return [cells[start : start + 9] for start in range(0, 81, 9)]

    def first(puzzle: str) -> str | None:
        solved = Sudoku(3, 3, board=board(puzzle)).solve().board
        if solved[0][0] is None:
            return None  # how it says that there is no solution
        return "".join(str(digit) for row in solved for digit in row)

    def two(puzzle: str) -> int:
        # It says only whether there are several; that there is one must be asked first.
        if first(puzzle) is None:
            return 0
        return 2 if Sudoku(3, 3, board=board(puzzle)).has_multiple_solutions() else 1

    return Peer(first, two=two)
