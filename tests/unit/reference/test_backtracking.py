"""Plain backtracking: in which order it takes cells, and what that changes."""

from __future__ import annotations

from time import monotonic

import pytest

from satdoku.errors import Stopped
from satdoku.grid import Grid
from satdoku.reference.backtracking import Backtracking, _in_order

AGAINST_ROWS = Grid.parse(
    "9..8...........5............2..1...3.1.....6....4...7.7.86.........3.1..4.....2.."
)
"""Row by row it takes minutes: few clues stand above, and many below."""


def counted(order: str, puzzle: Grid) -> dict[str, int]:
    """Return what the first solution takes."""
    counters: dict[str, int] = {}
    next(Backtracking(order).solutions(puzzle, counters))
    return counters


def test_rows_come_as_they_stand() -> None:
    """The empty cells are numbered row by row."""
    puzzle = Grid.parse("1... .... ..2. .34.")

    assert [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 15] == _in_order(puzzle, blocks=False)


def test_the_fullest_block_comes_first() -> None:
    """The lower band, in it the last row; of equals the upper one."""
    puzzle = Grid.parse("1... .... ..2. .34.")
    equal = Grid.parse("1... ..2. .3.. ...4")

    assert [12, 15, 8, 9, 11, 1, 2, 3, 4, 5, 6, 7] == _in_order(puzzle, blocks=True)
    assert _in_order(equal, blocks=False) == _in_order(equal, blocks=True)


def test_blocks_have_as_many_rows_as_boxes() -> None:
    """Three bands of two rows, where boxes are 2x3."""
    puzzle = Grid.parse("......" * 3 + "1....." + "2....." + "3.4...")
    rows = [cell // 6 for cell in _in_order(puzzle, blocks=True)]

    assert [5, 4, 3, 2, 0, 1] == list(dict.fromkeys(rows))


def test_order_decides() -> None:
    """A puzzle made against the first order is no match for the others."""
    blocks, fewest = (counted(order, AGAINST_ROWS) for order in ("blocks", "fewest"))
    with pytest.raises(Stopped):
        next(Backtracking().solutions(AGAINST_ROWS, {}, monotonic() + 0.1))

    assert {"guesses": 3142, "conflicts": 1679, "depth": 25} == blocks
    assert {"guesses": 230, "conflicts": 113, "depth": 12} == fewest


def test_nothing_is_looked_ahead_at() -> None:
    """A cell for which nothing fits is seen when the search gets there, or first."""
    puzzle = Grid.parse("123. ...4 .... ....")  # nothing for the last of the first row
    far = Grid.parse(".... .... 4... .123")  # nothing for the first of the last row
    taken = {}
    for order in ("rows", "fewest"):
        for name, grid in (("near", puzzle), ("far", far)):
            counters: dict[str, int] = {}
            assert [] == list(Backtracking(order).solutions(grid, counters))
            taken[order, name] = counters["guesses"]

    assert 0 == taken["rows", "near"] == taken["fewest", "near"]
    assert 0 == taken["fewest", "far"] < taken["rows", "far"]
