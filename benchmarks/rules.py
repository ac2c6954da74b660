"""The rules of Sudoku once more, for the answers of all contenders.

Written apart from `satdoku`, which is a contender itself.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.peers import Board

UNITS = [
    *(tuple(range(9 * i, 9 * i + 9)) for i in range(9)),
    *(tuple(range(i, 81, 9)) for i in range(9)),
    *(
        tuple(27 * band + 3 * stack + 9 * r + c for r in range(3) for c in range(3))
        for band in range(3)
        for stack in range(3)
    ),
]
"""Rows, columns, boxes: nine cells each, counted row by row from 0."""


def wrong(puzzle: str, answer: str | None) -> str | None:
    """Say what is wrong with an answer, or None where it is a solution of the puzzle.

    Example:
        >>> wrong("." * 81, "1" * 81)
        'cells 0-8 do not hold each digit once'
    """
    if answer is None:
        return "no solution found"
    if len(answer) != 81 or not set(answer) <= set("123456789"):
        return f"not 81 digits: {answer[:100]!r}"
    if any(
        clue not in (".", digit) for clue, digit in zip(puzzle, answer, strict=True)
    ):
        return "a clue is not kept"
    for unit in UNITS:
        if len({answer[cell] for cell in unit}) != 9:
            return f"cells {unit[0]}-{unit[-1]} do not hold each digit once"
    return None


def wrong_board(given: Board, solved: Board | None) -> str | None:
    """Say what is wrong with a solved grid of any size with square boxes, or None."""
    if solved is None:
        return "no solution found"
    n, box = len(given), isqrt(len(given))
    if len(solved) != n or any(len(row) != n for row in solved):
        return f"not {n}x{n} cells"
    for clues, digits in zip(given, solved, strict=True):
        if any(
            clue not in (0, digit) for clue, digit in zip(clues, digits, strict=True)
        ):
            return "a clue is not kept"
    every = set(range(1, n + 1))
    for i in range(n):
        top, left = i // box * box, i % box * box
        units = (
            solved[i],
            [row[i] for row in solved],
            [solved[top + r][left + c] for r in range(box) for c in range(box)],
        )
        if any(set(unit) != every for unit in units):
            return f"row, column or box {i + 1} does not hold each digit once"
    return None
