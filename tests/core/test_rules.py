"""The rules for arrays of solutions.

An inner function: it stands between the lanes and their callers, and only a wrong
search, which no call of the library makes, would show a fault in it.
"""

import numpy as np
import pytest

from satdoku import Grid
from satdoku.puzzle.rules import first_broken
from tests.core.puzzles import EMPTY_NINE, NINE

EMPTY = np.zeros(81, np.uint8)


@pytest.mark.parametrize("count", [0, 1, 2047, 2048, 2049])
def test_solutions_pass(count, random_puzzles):
    """By rows, one puzzle for all, and by an index."""
    solutions = random_puzzles.solutions(count)
    puzzles = solutions * (random_puzzles.dice.random(solutions.shape) < 1 / 3)
    order = random_puzzles.dice.permutation(count)

    assert first_broken(puzzles, solutions) is None
    assert first_broken(puzzles, solutions[order], order) is None
    assert first_broken(EMPTY, solutions) is None


@pytest.mark.parametrize("at", [0, 1, 2047, 2048, 2999])
def test_the_first_wrong_one(at, random_puzzles):
    """A cell that breaks a rule, or a clue that is lost; later ones do not matter."""
    solutions = random_puzzles.solutions(3000)
    puzzles = solutions * (random_puzzles.dice.random(solutions.shape) < 1 / 3)
    order = np.arange(3000)
    for cell in (0, 40, 80):
        wrong, lost = solutions.copy(), puzzles.copy()
        wrong[at, cell] = wrong[at, cell] % 9 + 1
        wrong[2999, 7] = 0
        lost[at, cell] = solutions[at, cell] % 9 + 1
        assert at == first_broken(EMPTY, wrong) == first_broken(puzzles, wrong)
        assert (
            at == first_broken(lost, solutions) == first_broken(lost, solutions, order)
        )


def test_same_as_one_by_one(random_puzzles):
    """Any value in any cell, and cells that change places, as one puzzle says."""
    dice, solutions = random_puzzles.dice, random_puzzles.solutions(600)
    rows = np.arange(300)
    solutions[rows, dice.integers(0, 81, 300)] = dice.integers(0, 256, 300)
    for row in solutions[300:500]:
        one, two = dice.integers(0, 81, 2)
        row[[one, two]] = row[[two, one]]
    row, column = np.divmod(np.arange(81), 9)
    only = [  # only the rows, the columns or the boxes are wrong
        row % 3 * 3 + column % 3 + row // 3,
        column % 3 * 3 + row % 3 + column // 3,
        row + column,
    ]
    solutions = np.concatenate([solutions, (np.array(only) % 9 + 1).astype(np.uint8)])
    right = [
        bool(one.max() <= 9)
        and EMPTY_NINE.is_solution(Grid(tuple(map(int, one)), NINE))
        for one in solutions
    ]

    assert right == [first_broken(EMPTY, one[None]) is None for one in solutions]
    assert all(right[500:600])
    assert not any(right[600:])
