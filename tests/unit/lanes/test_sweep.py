"""The sweep, held against sets of cells."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from satdoku.lanes.sweep import Swept, sweep
from tests.unit.lanes.cell_sets import (
    ALL,
    BOXES,
    COLUMN_STACKS,
    COLUMNS,
    ROW_BANDS,
    ROWS,
    on_permutations,
    random_sets,
    sets_of,
    words_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tests.conftest import RandomPuzzles

    # Arrays of uint32: their operators take and give more than `Word` says.
    Words = Any
    Cells = set[int]

# One set of cells a digit, for each lane.
States = list[list["Cells"]]


def random_states(count: int, seed: int) -> States:
    """Make candidates at random, nothing about which fits together."""
    by_digit = [random_sets(count, seed + digit) for digit in range(9)]
    return [list(lane) for lane in zip(*by_digit, strict=True)]


def states_with(
    solutions: Sequence[NDArray[np.uint8]], extra: float, seed: int
) -> States:
    """Make states in which these solutions, a row a lane, are all still possible.

    Args:
        solutions: (lanes, 81) each.
        extra: How likely any other candidate is.
        seed: Where chance begins.
    """
    dice = np.random.default_rng(seed)
    possible = dice.random((len(solutions[0]), 9, 81)) < extra
    for grids in solutions:
        for digit in range(9):
            possible[:, digit] |= grids == digit + 1
    return [
        [set(np.flatnonzero(cells).tolist()) for cells in lane] for lane in possible
    ]


def start(states: States, *, told: bool) -> tuple[list[Words], list[Words]]:
    """Turn states into words to sweep.

    Args:
        states: The states.
        told: Whether it is known from the start which cells have one candidate.
    """
    words: list[Words] = []
    for digit in range(9):
        words += words_of([lane[digit] for lane in states])
    counts = [Counter(chain.from_iterable(lane)) for lane in states]
    ones = [{c for c, n in count.items() if n == 1 and told} for count in counts]
    return words, words_of(ones)


def states_of(words: Sequence[Words]) -> States:
    """Turn 27 words back into states."""
    by_digit = [sets_of(words[3 * digit : 3 * digit + 3]) for digit in range(9)]
    return [list(lane) for lane in zip(*by_digit, strict=True)]


class TestSweep:
    """`One sweep: every inference once, over all digits in turn`."""

    @pytest.mark.parametrize("told", [True, False])
    @pytest.mark.parametrize("extra", [0.02, 0.2, 0.5, 1.0])
    @pytest.mark.parametrize("many", [1, 2, 3])
    def test_sound(
        self, many: int, extra: float, random_puzzles: RandomPuzzles, *, told: bool
    ) -> None:
        """No candidate of a solution that is possible is ever removed, none added."""
        grids = random_puzzles.solutions(100)
        close = [random_puzzles.solutions(100) for _ in range(many - 1)]
        if many == 2:
            # Two solutions that differ in little: two digits trade places.
            traded = np.array([0, 2, 1, *range(3, 10)], np.uint8)
            close = [traded[grids]]
        solutions = [grids, *close]
        states = states_with(solutions, extra, seed=7)
        words, solved = start(states, told=told)
        for _ in range(12):
            swept = sweep(words, solved)

            assert not swept.conflict.any()
            for before, after in zip(words, swept.candidates, strict=True):
                assert not (after & ~before).any()
            words, solved = swept.candidates, swept.solved
        for lane, left in enumerate(states_of(words)):
            for one in solutions:
                cells = enumerate(one[lane].tolist())
                assert all(cell in left[digit - 1] for cell, digit in cells)

    @pytest.mark.parametrize("told", [True, False])
    def test_puzzles(self, random_puzzles: RandomPuzzles, *, told: bool) -> None:
        """The same from puzzles of which one solution is known; some are solved."""
        grids = random_puzzles.solutions(200)
        left = random_puzzles.dice.random((200, 81)) < 0.5
        states: States = [
            [
                {c for c in range(81) if not kept[c] or grid[c] == digit}
                for digit in range(1, 10)
            ]
            for grid, kept in zip(grids, left, strict=True)
        ]
        words, solved = start(states, told=told)
        swept = sweep(words, solved)
        for _ in range(30):
            swept = sweep(swept.candidates, swept.solved)

            assert not swept.conflict.any()
        for lane, digits in enumerate(states_of(swept.candidates)):
            for cell, digit in enumerate(grids[lane].tolist()):
                assert cell in digits[digit - 1]
        is_open = np.bitwise_or.reduce(swept.open)
        assert 20 < np.count_nonzero(is_open == 0) < 180

    @pytest.mark.parametrize("told", [True, False])
    def test_what_is_told(self, *, told: bool) -> None:
        """Cells are told by how many candidates they have, and conflicts are seen."""
        states = random_states(400, 50) + states_with(
            [np.zeros((100, 81), np.uint8)], 0.5, 8
        )
        words, solved = start(states, told=told)
        for _ in range(3):
            swept = sweep(words, solved)
            _check_counts(swept, solved)
            words, solved = swept.candidates, swept.solved

    def test_conflicts(self, random_puzzles: RandomPuzzles) -> None:
        """A cell or row without a place is a conflict in the sweep that sees it."""
        grids = random_puzzles.solutions(120)
        states = states_with([grids], 0.3, seed=9)
        for lane, digits in enumerate(states):
            cell = lane % 81
            row = ROWS[cell // 9]
            if lane % 3 == 0:
                for cells in digits:
                    cells.discard(cell)
            elif lane % 3 == 1:
                digits[grids[lane, cell] - 1] -= row
            else:  # a cell that two digits need
                other = (cell // 9 * 9) + (cell + 1) % 9
                for at in (cell, other):
                    digits[grids[lane, at] - 1] -= row - {cell}
                    digits[grids[lane, at] - 1] |= {cell}

        assert sweep(*start(states, told=True)).conflict.all()

    def test_fixpoint(self, random_puzzles: RandomPuzzles) -> None:
        """Where nothing changes any more, none of the inferences finds anything."""
        grids = random_puzzles.solutions(150)
        states = states_with([grids, random_puzzles.solutions(150)], 0.1, seed=10)
        words, solved = start(states, told=False)
        swept = sweep(words, solved)
        for _ in range(40):
            swept = sweep(swept.candidates, swept.solved)

        assert not swept.progress.any()
        for digits in states_of(swept.candidates):
            for cells in digits:
                for matrix in (*ROW_BANDS, *COLUMN_STACKS):
                    whole = set().union(*chain.from_iterable(matrix))
                    assert cells & whole == on_permutations(cells, matrix)
            _nothing_single(digits)

    def test_plain_integers(self, random_puzzles: RandomPuzzles) -> None:
        """A lane in plain integers, masked, is swept as in arrays."""
        states = states_with([random_puzzles.solutions(30)], 0.3, seed=11)
        words, solved = start(states, told=True)
        swept = sweep(words, solved)
        for lane in range(30):
            plain = sweep(
                [int(word[lane]) for word in words],
                [int(word[lane]) for word in solved],
            )
            for name in ("candidates", "solved", "open", "bivalue"):
                expected = [int(word[lane]) for word in getattr(swept, name)]
                assert expected == [word & ALL for word in getattr(plain, name)]
            assert int(swept.conflict[lane]) == plain.conflict & ALL
            assert int(swept.progress[lane]) == plain.progress & ALL


def _check_counts(swept: Swept[Words], solved_before: Sequence[Words]) -> None:
    """Hold what a sweep tells of cells against the candidates it leaves."""
    solved, still_open = sets_of(swept.solved), sets_of(swept.open)
    bivalue, before = sets_of(swept.bivalue), sets_of(solved_before)
    for lane, digits in enumerate(states_of(swept.candidates)):
        count = Counter(chain.from_iterable(digits))

        assert solved[lane] == {cell for cell, n in count.items() if n == 1}
        assert still_open[lane] == {cell for cell, n in count.items() if n > 1}
        assert bivalue[lane] == {cell for cell, n in count.items() if n == 2}
        assert bool(solved[lane] - before[lane]) == bool(swept.progress[lane])
        if not swept.conflict[lane]:
            assert 81 == len(count)


def _nothing_single(digits: list[Cells]) -> None:
    """Hold that no single, naked or hidden, has anything left to rule out."""
    count = Counter(chain.from_iterable(digits))
    for cells in digits:
        for unit in (*ROWS, *COLUMNS, *BOXES):
            here = cells & unit
            if any(count[cell] == 1 for cell in here) or len(here) == 1:
                assert 1 == len(here)
                assert all(count[cell] == 1 for cell in here)
