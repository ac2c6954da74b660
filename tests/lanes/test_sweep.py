"""One sweep, compared with sets of cells, and the tape that is traced from it."""

from collections import Counter
from itertools import chain

import numpy as np
import pytest

from satdoku.engines.lanes.arrays import TapeRunner
from satdoku.engines.lanes.formulas import sweep
from satdoku.engines.lanes.state import (
    BIVALUE,
    BLOCK,
    CANDIDATES,
    FIELDS,
    OPEN,
    SOLVED,
    STATE,
)
from satdoku.engines.lanes.tape import sweep_tape
from tests.lanes.cell_sets import (
    sets_of,
    words_of,
)

# A state is a list of lanes, a lane a list of nine sets of cells, one a digit.


def states_with(solutions, extra, seed):
    """Make states in which these solutions, (lanes, 81) each, are all still possible.

    Any other candidate is there by chance `extra`.
    """
    dice = np.random.default_rng(seed)
    possible = dice.random((len(solutions[0]), 9, 81)) < extra
    for grids in solutions:
        for digit in range(9):
            possible[:, digit] |= grids == digit + 1
    return [
        [set(np.flatnonzero(cells).tolist()) for cells in lane] for lane in possible
    ]


def start(states, known):
    """Turn states into words; `known` says that cells with one candidate are marked."""
    words = []
    for digit in range(9):
        words += words_of([lane[digit] for lane in states])
    counts = [Counter(chain.from_iterable(lane)) for lane in states]
    ones = [{c for c, n in count.items() if n == 1 and known} for count in counts]
    return words, words_of(ones)


def states_of(words):
    """Turn 27 words back into states."""
    by_digit = [sets_of(words[3 * digit : 3 * digit + 3]) for digit in range(9)]
    return [list(lane) for lane in zip(*by_digit, strict=True)]


@pytest.mark.parametrize(
    ("many", "extra", "known"),
    [
        (1, 0.02, True),
        (1, 0.5, False),
        (2, 0.2, True),
        (2, 0.02, False),
        (3, 1.0, True),
        (3, 0.2, False),
    ],
)
def test_no_possible_solution_is_lost(many, extra, known, random_puzzles):
    """No candidate of a possible solution is ever removed, and none is added."""
    grids = random_puzzles.solutions(60)
    close = [random_puzzles.solutions(60) for _ in range(many - 1)]
    if many == 2:  # two solutions that differ in little: two digits trade places
        close = [np.array([0, 2, 1, *range(3, 10)], np.uint8)[grids]]
    words, solved = start(states_with([grids, *close], extra, seed=7), known)
    for _ in range(12):
        swept = sweep(words, solved)
        assert not swept.conflict.any()
        for before, after in zip(words, swept.candidates, strict=True):
            assert not (after & ~before).any()
        words, solved = swept.candidates, swept.solved
    for lane, left in enumerate(states_of(words)):
        for one in (grids, *close):
            cells = enumerate(one[lane].tolist())
            assert all(cell in left[digit - 1] for cell, digit in cells)


def random_words(lanes, chance, seed):
    """Make lanes in which each candidate is there with some chance.

    What a sweep only writes is full of rubbish, which must make no difference.
    """
    dice = np.random.default_rng(seed)
    words = dice.integers(2**32, size=(BLOCK, lanes), dtype=np.uint32)
    bits = dice.random((STATE, lanes, 30)) < chance
    places = np.left_shift(np.uint32(1), np.arange(30, dtype=np.uint32))
    state = (bits * places).sum(axis=2).astype(np.uint32) & np.uint32(FIELDS)
    once, twice = np.zeros((2, 3, lanes), np.uint32)
    for digit in range(9):
        own = state[3 * digit : 3 * digit + 3]
        twice |= once & own
        once |= own
    words[:CANDIDATES] = state[:CANDIDATES]
    words[SOLVED:STATE] = state[SOLVED:] & once & ~twice
    return words


@pytest.mark.parametrize(
    ("lanes", "chance"), [(1, 0.7), (16, 0.05), (16, 0.9), (333, 0.4), (333, 1.0)]
)
def test_tape_runs_like_the_sweep(lanes, chance):
    """Run again and again, the tape does to lanes what `sweep` does to arrays."""
    words = random_words(lanes, chance, seed=lanes)
    runner = TapeRunner(sweep_tape(), words)
    for _ in range(5):
        before = words.copy()
        swept = sweep(list(before[:CANDIDATES]), list(before[SOLVED:STATE]))
        runner.run()
        for first, group in (
            (0, swept.candidates),
            (SOLVED, swept.solved),
            (OPEN, swept.open),
            (BIVALUE, swept.bivalue),
        ):
            assert np.array_equal(words[first : first + len(group)], group)
        assert np.array_equal(runner.conflict, swept.conflict)
        assert np.array_equal(runner.progress, swept.progress)
