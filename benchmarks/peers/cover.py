"""Sudoku as an exact cover problem: the matrix that the cover solvers share.

A row is a digit in a cell (`9 · cell + digit - 1`); it covers four columns: the cell is
filled, and its row, its column and its box have the digit.
"""

from __future__ import annotations

COLUMNS = 4 * 81


def _covered(cell: int, digit: int) -> list[int]:
    row, column = divmod(cell, 9)
    box = row // 3 * 3 + column // 3
    return [
        cell,
        81 + 9 * row + digit,
        162 + 9 * column + digit,
        243 + 9 * box + digit,
    ]


ROWS = [_covered(cell, digit) for cell in range(81) for digit in range(9)]
"""The columns that each of the 729 rows covers."""


def clue_rows(puzzle: str) -> list[int]:
    """Return the rows that the clues have chosen."""
    return [9 * cell + int(mark) - 1 for cell, mark in enumerate(puzzle) if mark != "."]


def line(rows: list[int]) -> str:
    """Write the 81 chosen rows as a line of 81 digits."""
    return "".join(str(row % 9 + 1) for row in sorted(rows))
