"""What is measured: a contender, and the questions it can answer.

Text in, text out, for all alike: a puzzle is a line of 81 characters with `.` for an
empty cell, a solution is a line of 81 digits.  A question that a contender cannot
answer is None, and its place in the tables stays empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["QUESTIONS", "Board", "Contender"]

Board = list[list[int]]
"""A grid of any size, 0 for an empty cell."""


@dataclass(frozen=True)
class Contender:
    """The answers of one program, ready to be measured.

    Args:
        first: The first solution found, None where there is none.
        two: How many solutions there are, told up to two.
        some: The first k solutions, no two of them alike.
        board: The first solution of a grid of any size, with square boxes.
    """

    first: Callable[[str], str | None]
    two: Callable[[str], int] | None = None
    some: Callable[[str, int], Iterator[str]] | None = None
    board: Callable[[Board], Board | None] | None = None


QUESTIONS = {
    "first": "the first solution",
    "two": "how many solutions, up to two",
}
"""The questions that are put to every puzzle of a set."""
