"""Puzzles in other words, and searches that are begun anew."""

from __future__ import annotations

import numpy as np
import pytest

from satdoku.grid import Grid
from satdoku.lanes.search import ENOUGH, search
from satdoku.lanes.turned import Turn
from satdoku.rules import first_broken
from satdoku.spread import Spread

STUCK = "." * 9 + "6" + "." * 46 + "7" + "." * 24
"""A puzzle of which nobody knows how long a search that begins badly takes."""


def cells(line: str) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """Return a puzzle as an array of one row."""
    return np.array([[int(mark) for mark in line.replace(".", "0")]], np.uint8)


@pytest.mark.parametrize("number", range(1, 9))
def test_there_and_back(number: int) -> None:
    """A turned grid is a grid by the same rules, and turns back into itself."""
    rows = [[(3 * r + r // 3 + c) % 9 + 1 for c in range(9)] for r in range(9)]
    full = np.array(rows, np.uint8).reshape(1, 81)
    turn = Turn(number)
    turned = turn.there(full)

    assert first_broken(np.zeros((1, 81), np.uint8), turned) is None
    assert (turned != full).any()
    assert (full == turn.back(turned)).all()
    assert (turned == Turn(number).there(full)).all()


@pytest.mark.parametrize("limit", [1, 2, 16])
def test_a_search_that_would_not_end(limit: int) -> None:
    """It is begun anew, beside others, and finds what is there."""
    easy = cells("." * 81)
    puzzles = np.concatenate([easy, cells(STUCK), easy])
    found = search(puzzles, limit=limit)

    assert [limit] * 3 == found.counts.tolist()
    assert found.complete.all()
    assert first_broken(puzzles, found.solutions) is None
    assert found.guesses[1] > ENOUGH
    assert found.guesses[0] < ENOUGH


def test_it_can_still_be_given_up() -> None:
    """With a limit of guesses it is not begun anew."""
    found = search(cells(STUCK), limit=2, max_guesses=2 * ENOUGH)

    assert [False] == found.complete.tolist()
    assert [2 * ENOUGH] == found.guesses.tolist()


def test_one_puzzle_over_all_lanes() -> None:
    """Both solutions of it are found, where two are asked for."""
    puzzle = Grid.parse(STUCK)
    found, certain = Spread(puzzle).few(2)

    assert certain
    assert 2 == len(set(found))
    assert all(grid.solves(puzzle) for grid in found)
