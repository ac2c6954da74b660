"""Every solution of many puzzles, or of one spread over all lanes."""

from itertools import islice

import numpy as np
import pytest

import satdoku
from satdoku import Status
from satdoku.engines.lanes.relabelling import Relabelling
from satdoku.engines.lanes.search import iter_solutions, search, second_solutions
from tests.lanes.conftest import both
from tests.lanes.puzzles import (
    EMPTY,
    HARD,
    LINE,
    SOLVED,
    STUCK,
    TWO,
    are_solutions,
    array,
    brute_force,
    gathered,
    without,
)

SEVERAL = without(SOLVED, [0, 1, 9, 10, 27, 28, 36, 37, *range(54, 81)])


def walked(puzzles, **options):
    """Return the solutions of each puzzle, no two of them alike."""
    found = gathered(puzzles, iter_solutions(puzzles, **options))
    for some in found:
        assert len(set(some)) == len(some)
    return found


@both(["size"], [(1,), (7,), (1000,)], numpy=[(7,)])
def test_each_comes_once(executor, size, random_puzzles):
    """However small the blocks are, each solution comes once."""
    puzzles = np.concatenate([random_puzzles.with_clues(31, 36, 12), array(SOLVED)])
    counts = search(puzzles, limit=None, executor=executor).counts
    assert 50 < counts.max() < 2000
    blocks = iter_solutions(puzzles, executor=executor, size=size)
    found = gathered(puzzles, blocks)
    assert [len(set(some)) for some in found] == counts.tolist()
    assert [len(some) for some in found] == counts.tolist()


@both(["limit"], [(2,), (400,)], nightly=[(3,), (17,)])
def test_limit(executor, limit, random_puzzles):
    """Of each puzzle come as many as there are up to the limit, and no more."""
    some = array(EMPTY, EMPTY, HARD, SOLVED, TWO)
    puzzles = np.concatenate([random_puzzles.mixed(60), some])
    counts = search(puzzles, limit=limit, executor=executor).counts
    found = walked(puzzles, limit=limit, executor=executor)
    assert [len(some) for some in found] == counts.tolist()
    assert len(found[60]) == limit


def test_second_solutions(executor, random_puzzles):
    """A second solution is right, and another one; a search that is stuck restarts."""
    hard = array(EMPTY, LINE, TWO) if executor == "numpy" else array(EMPTY, LINE, STUCK)
    puzzles = np.concatenate([hard, random_puzzles.with_clues(28, 34, 20)])
    batch = search(puzzles, limit=2, executor=executor)
    second = second_solutions(puzzles, batch.solutions, executor)
    several = batch.counts == 2
    assert second.any(axis=1).tolist() == several.tolist()
    assert are_solutions(puzzles[several], second[several]).all()
    assert (second != batch.solutions)[several].any(axis=1).all()


def test_blocks_stay(executor):
    """A block is not written to when the next one comes; closing ends the search."""
    first, second = (
        iter_solutions(array(EMPTY), executor=executor, size=500) for _ in range(2)
    )
    index, solutions = next(first)
    kept = solutions.copy()
    next(second)
    for _ in islice(first, 3):
        pass
    assert np.array_equal(solutions, kept)
    assert not index.any()
    first.close()
    assert list(first) == []
    assert any(len(index) for index, _ in second)


# --- one puzzle: engine lanes ---------------------------------------------------------


def test_engine_yields_all(needs):
    """All solutions and their number, up to a limit and without one."""
    needs("numba")
    expected = brute_force(array(SEVERAL)[0])
    assert 100 < len(expected) < 1000
    found = [bytes(g.values) for g in satdoku.solutions(SEVERAL, engine="lanes")]
    assert sorted(found) == sorted(expected)
    assert len(satdoku.all_solutions(SEVERAL, limit=5, engine="lanes")) == 5
    many = len(expected)
    for limit, number in ((None, many), (5, 5), (many - 1, many - 1), (many, many)):
        counted = satdoku.count(SEVERAL, limit=limit, engine="lanes")
        assert counted.value == number
        assert counted.complete == (number == many)


@pytest.mark.parametrize("puzzle", [STUCK, SEVERAL, TWO, EMPTY])
def test_engine_shows_the_same_two(needs, puzzle):
    """Alone and among others, one, two or all; also of a search that is begun anew."""
    needs("numba")
    result = satdoku.solve(puzzle, engine="lanes")
    pair = [result.solution, result.second]
    assert result.status is Status.MULTIPLE
    assert pair[0] != pair[1]
    assert satdoku.solve(puzzle, engine="lanes", unique=False).solution == pair[0]
    assert satdoku.all_solutions(puzzle, 2, engine="lanes") == pair
    for limit in (1, 2, 3):
        batch = satdoku.solve_batch([LINE, puzzle], limit=limit)
        assert batch[1].solution == pair[0]
    assert batch.second_solutions()[1] == pair[1]
    with satdoku.solutions(puzzle, engine="lanes") as grids:
        first = list(islice(grids, 50))
    assert first[:2] == pair
    assert len(set(first)) == len(first)


@pytest.mark.nightly
def test_pencil_marks(executor, random_puzzles):
    """Candidates that are ruled out leave the solutions that do not use them."""
    sizes = []
    for puzzle in random_puzzles.with_clues(28, 32, 6):
        (every,) = walked(puzzle[None], executor=executor)
        marks = np.full(81, 0x1FF, np.uint16)
        cells = np.flatnonzero(puzzle == 0)[::4]
        marks[cells] &= ~np.uint16(0b100010)  # neither 2 nor 6
        left = {
            grid
            for grid in every
            if all(marks[cell] >> digit - 1 & 1 for cell, digit in enumerate(grid))
        }
        (found,) = walked(puzzle[None], executor=executor, marks=marks)
        assert {*found} == left
        count = search(puzzle[None], limit=2, executor=executor, marks=marks).counts[0]
        assert count == min(2, len(left))
        sizes.append((len(every), len(left)))
    assert any(0 < some < many for many, some in sizes), sizes


@pytest.mark.parametrize("number", [1, 2, 7])
def test_relabelled_pencil_marks(number):
    """A solution keeps the marks where the relabelled solution keeps theirs."""
    relabelling = Relabelling(number)
    solution = array(SOLVED)
    marks = (1 << solution[0].astype(np.uint16) - 1).astype(np.uint16)
    relabelled = relabelling.apply(solution)[0].astype(np.uint16)
    assert (relabelling.apply_to_marks(marks) == 1 << relabelled - 1).all()
