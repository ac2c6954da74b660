"""Solutions by the thousand, held against the rules."""

from __future__ import annotations

import numpy as np
import pytest

from satdoku import Geometry, Grid
from satdoku.rules import first_broken

NINE = Geometry(3, 3)
ROWS = [[(3 * r + r // 3 + c) % 9 + 1 for c in range(9)] for r in range(9)]
SOLVED = np.array(ROWS, np.uint8).reshape(81)


def solved(count: int, seed: int = 1) -> np.ndarray:
    """Make solved grids, their digits renamed by chance."""
    dice = np.random.default_rng(seed)
    names = np.argsort(dice.random((count, 9)), axis=1).astype(np.uint8) + 1
    return np.take_along_axis(
        names, np.tile(SOLVED.astype(np.int64) - 1, (count, 1)), 1
    )


def puzzles_of(solutions: np.ndarray, seed: int = 2) -> np.ndarray:
    """Make puzzles of them, a third of the cells kept."""
    dice = np.random.default_rng(seed)
    return solutions * (dice.random(solutions.shape) < 1 / 3)


@pytest.mark.parametrize("count", [0, 1, 2, 2047, 2048, 2049, 5000])
def test_what_is_right_passes(count: int) -> None:
    """Whatever the number; puzzles by rows, one for all, and by an index."""
    solutions = solved(count)
    puzzles = puzzles_of(solutions)
    order = np.random.default_rng(3).permutation(count)

    assert first_broken(puzzles, solutions) is None
    assert first_broken(puzzles, solutions[order], order) is None
    assert first_broken(np.zeros(81, np.uint8), solutions) is None


@pytest.mark.parametrize("at", [0, 1, 2047, 2048, 2999])
@pytest.mark.parametrize("cell", [0, 40, 80])
def test_the_first_that_is_wrong_is_told(at: int, cell: int) -> None:
    """One cell wrong, a clue lost or none; later ones do not matter."""
    solutions = solved(3000)
    puzzles = puzzles_of(solutions)
    wrong = solutions.copy()
    wrong[at, cell] = wrong[at, cell] % 9 + 1
    wrong[2999, 7] = 0
    lost = puzzles.copy()
    lost[at, cell] = solutions[at, cell] % 9 + 1
    order = np.arange(3000)

    assert at == first_broken(np.zeros(81, np.uint8), wrong)
    assert at == first_broken(puzzles, wrong)
    assert at == first_broken(lost, solutions)
    assert at == first_broken(lost, solutions, order)


def test_it_says_what_the_grid_says() -> None:
    """Any value in any cell, and cells that change places, as `Grid.solves`."""
    dice = np.random.default_rng(4)
    solutions = solved(3000)
    rows = np.arange(1000)
    solutions[rows, dice.integers(0, 81, 1000)] = dice.integers(0, 256, 1000)
    for row in solutions[1000:2000]:
        one, two = dice.integers(0, 81, 2)
        row[[one, two]] = row[[two, one]]
    empty = np.zeros(81, np.uint8)
    told = [first_broken(empty, row[None]) is None for row in solutions]

    assert told == [by_the_grid(row) for row in solutions]
    assert all(told[2000:])
    assert 0 < sum(told[:1000]) < 100
    assert 0 < sum(told[1000:2000]) < 200


def by_the_grid(row: np.ndarray) -> bool:
    """Ask `Grid.solves`."""
    if row.max() > 9:
        return False
    return Grid(NINE, tuple(map(int, row))).solves(Grid(NINE, (0,) * 81))


@pytest.mark.parametrize("kind", ["rows", "columns", "boxes"])
def test_no_kind_of_unit_is_left_out(kind: str) -> None:
    """Grids in which only the rows, only the columns or only the boxes are wrong."""
    row, column = np.divmod(np.arange(81), 9)
    values = {
        "rows": row % 3 * 3 + column % 3 + row // 3,
        "columns": column % 3 * 3 + row % 3 + column // 3,
        "boxes": row + column,
    }[kind]
    grid = (values % 9 + 1).astype(np.uint8)
    clashes = Grid(NINE, tuple(map(int, grid))).clashes()

    assert {kind} == {
        {"row": "rows", "column": "columns", "box": "boxes"}[clash.unit.split()[0]]
        for clash in clashes
    }
    assert 0 == first_broken(np.zeros(81, np.uint8), grid[None])
