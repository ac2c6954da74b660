"""The lanes compared with engines of formulas, on random puzzles of all kinds."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import satdoku
from tests.lanes.puzzles import HARDEST, are_solutions, array, assert_sound, line_of


@pytest.fixture(scope="module")
def up_to_two():
    """Return a function that finds two solutions of a puzzle at most, by an engine."""
    sessions = {}

    def find(puzzle, engine="dpll"):
        if engine not in sessions:
            sessions[engine] = satdoku.Solver(engine=engine)
        grid = satdoku.Puzzle(puzzle.tolist())
        if grid.clashes():
            return []
        return [
            np.array(solution.values, np.uint8)
            for solution in islice(sessions[engine].solutions(grid), 2)
        ]

    return find


def compare(puzzles, find, engine):
    """Compare the lanes with an engine; count puzzles of no, one and more solutions."""
    batch = satdoku.solve_batch(puzzles, limit=2)
    assert batch.complete.all()
    assert_sound(puzzles, batch)
    for at, puzzle in enumerate(puzzles):
        solutions = find(puzzle, engine)
        assert len(solutions) == batch.counts[at], line_of(puzzle)
        for solution in solutions:
            assert are_solutions(puzzle[None], solution[None]).all()
        if len(solutions) == 1:
            assert np.array_equal(solutions[0], batch.solutions[at]), line_of(puzzle)
        elif solutions:
            assert not np.array_equal(*solutions)
    return np.bincount(batch.counts, minlength=3)


def test_random_puzzles(random_puzzles, up_to_two):
    kinds = compare(random_puzzles.mixed(120), up_to_two, "dpll")
    assert kinds.min() > 10, kinds


def test_hard_puzzles(random_puzzles, up_to_two):
    """Hard puzzles with other digits and lines, as they are and with a wrong digit."""
    hard = random_puzzles.shuffled(np.repeat(array(*HARDEST), 3, axis=0))
    hard[::2] = random_puzzles.spoilt(hard[::2])
    compare(hard, up_to_two, "minisat22")


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
def test_many_random_puzzles(random_puzzles, up_to_two, part):
    random_puzzles.dice = np.random.default_rng(part)
    hard = random_puzzles.shuffled(np.repeat(array(*HARDEST), 20, axis=0))
    few = random_puzzles.with_clues(0, 16, 200)
    parts = [hard, random_puzzles.spoilt(hard), few, random_puzzles.mixed(4000)]
    kinds = compare(np.concatenate(parts), up_to_two, "minisat22")
    assert kinds.min() > 400, kinds
    compare(random_puzzles.mixed(300), up_to_two, "dpll")
    compare(random_puzzles.mixed(1500), up_to_two, "cadical153")


GRID = [(3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)]


@given(st.permutations(range(81)), st.integers(24, 81), st.integers(0, 1))
def test_parts_of_a_solution(up_to_two, order, clues, wrong):
    """A full grid of which some cells are left, one perhaps wrong."""
    puzzle = np.zeros((1, 81), np.uint8)
    for cell in order[:clues]:
        puzzle[0, cell] = GRID[cell]
    if wrong:
        puzzle[0, order[-1]] = GRID[order[-1]] % 9 + 1
    compare(puzzle, up_to_two, "dpll")
