"""States: how far somebody has come with a puzzle, as formats hold it.

A state is the puzzle's clues, what was placed besides, and marks: what somebody thinks
each empty cell can hold.  Formats differ in how they write it; what they share is here.
A cell without marks may hold whatever the puzzle and the placed digits leave open; and
so may one whose marks are all of digits that were placed beside it since.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import UsageError
from satdoku.grid import Grid
from satdoku.puzzle import Puzzle, open_masks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.formats.entry import Entry

__all__ = ["digits_of", "marks_of", "mask_of", "placed_of", "state_of"]


def mask_of(digits: Sequence[int]) -> int:
    """Return digits as a mask, digit d as bit d - 1.

    Example:
        >>> mask_of([1, 3])
        5
    """
    mask = 0
    for digit in digits:
        mask |= 1 << (digit - 1)
    return mask


def digits_of(mask: int) -> list[int]:
    """Return the digits of a mask, rising.

    Example:
        >>> digits_of(5)
        [1, 3]
    """
    return [bit + 1 for bit in range(mask.bit_length()) if mask >> bit & 1]


def state_of(
    puzzle: Puzzle, placed: Sequence[int], marks: Sequence[int]
) -> Puzzle | None:
    """Return the state of a puzzle; None if it is the puzzle itself.

    Args:
        puzzle: The puzzle.
        placed: The digit placed in each cell, 0 for none.
        marks: The digits marked in each cell as a mask, 0 for no marks.
    """
    if not any(placed) and not any(marks):
        return None
    values = tuple(
        value or other for value, other in zip(puzzle.values, placed, strict=True)
    )
    full = (1 << puzzle.geometry.size) - 1
    open_ = open_masks(puzzle.geometry, values)
    masks = [
        full if value else (mark if mark & fits else left)
        for value, mark, fits, left in zip(
            values, marks, open_, puzzle.left(), strict=True
        )
    ]
    state = Puzzle(Grid.trusted(puzzle.geometry, values), candidates=masks)
    return None if state == puzzle else state


def placed_of(entry: Entry) -> tuple[int, ...]:
    """Return the digit placed in each cell besides the clues, 0 for none.

    Raises:
        UsageError: The state is none of this puzzle.
    """
    puzzle, state = entry.grid, entry.extras.state
    if state is None:
        return (0,) * len(puzzle.values)
    pairs = list(zip(puzzle.values, state.values, strict=False))
    if state.geometry != puzzle.geometry or any(a and a != b for a, b in pairs):
        raise UsageError("the state to be written is one of another puzzle")
    return tuple(0 if clue else value for clue, value in pairs)


def marks_of(entry: Entry) -> tuple[int, ...]:
    """Return the digits marked in each cell as a mask, 0 for no marks.

    Raises:
        UsageError: A cell is marked with no digit, which cannot be told from one
            without marks.
    """
    puzzle, state = entry.grid, entry.extras.state
    if state is None:
        return (0,) * len(puzzle.values)
    open_ = open_masks(state.geometry, state.values)
    marks = list(state.left())
    for cell, left in enumerate(puzzle.left()):
        if state.values[cell] or marks[cell] == open_[cell] & left:
            marks[cell] = 0
        elif not marks[cell]:
            name = state.geometry.cell_name(cell)
            msg = f"somebody left no digit in {name}, which this format cannot hold"
            raise UsageError(msg)
    return tuple(marks)
