"""The walk over every solution of many puzzles, and over many of one."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
import pytest

from satdoku.lanes.search import search, walk
from satdoku.rules import first_broken
from tests.unit.lanes.conftest import EMPTY, HARD, SOLVED, array, gathered

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from tests.conftest import RandomPuzzles

    Puzzles = NDArray[np.uint8]


class TestWalk:
    """`Yield every solution of every puzzle in blocks, as found`."""

    @pytest.mark.parametrize("size", [1, 7, 1000])
    def test_each_once(
        self, executor: str, size: int, random_puzzles: RandomPuzzles
    ) -> None:
        """However small the blocks are, each solution comes once."""
        puzzles = random_puzzles.with_clues(30, 36, 40)
        counts = search(puzzles, limit=None, executor=executor).counts
        assert counts.max() > 100

        walked = gathered(puzzles, walk(puzzles, executor=executor, size=size))

        assert counts.tolist() == [len(set(some)) for some in walked]
        assert counts.tolist() == [len(some) for some in walked]

    @pytest.mark.parametrize("limit", [1, 2, 3, 17, 1000])
    def test_limit(
        self, executor: str, limit: int, random_puzzles: RandomPuzzles
    ) -> None:
        """Of each puzzle come as many as there are, up to the limit, and no more."""
        puzzles = np.concatenate(
            [random_puzzles.mixed(90), np.zeros((3, 81), np.uint8), array(HARD, SOLVED)]
        )
        counts = search(puzzles, limit=limit, executor=executor).counts

        walked = gathered(puzzles, walk(puzzles, limit=limit, executor=executor))

        assert counts.tolist() == [len(set(some)) for some in walked]
        assert counts.tolist() == [len(some) for some in walked]

    def test_blocks_stay(self, executor: str) -> None:
        """A block is not written to when the next one comes."""
        blocks = walk(array(EMPTY), executor=executor, size=500)
        index, solutions = next(blocks)
        kept = solutions.copy()
        for _ in islice(blocks, 5):
            pass

        assert np.array_equal(kept, solutions)
        assert not index.any()

    def test_closed_early(self, executor: str) -> None:
        """Who has enough closes the walk; another one is not disturbed."""
        first, second = (
            walk(array(EMPTY), executor=executor, size=9) for _ in range(2)
        )
        next(first)
        next(second)
        first.close()  # type: ignore[attr-defined]

        assert [] == list(first)
        assert any(len(index) for index, _ in second)

    def test_two_at_once(self, executor: str, random_puzzles: RandomPuzzles) -> None:
        """Walks that take turns yield what each yields alone."""
        puzzles = random_puzzles.with_clues(30, 34, 8)
        alone = gathered(puzzles, walk(puzzles, executor=executor, size=50))
        one = walk(puzzles, executor=executor, size=50)
        other = walk(puzzles[:3], executor=executor, size=50)
        taken: tuple[list[tuple[NDArray[np.int64], Puzzles]], ...] = ([], [])
        for pair in zip(one, other, strict=False):
            for block, blocks in zip(pair, taken, strict=True):
                blocks.append(block)
        taken[0].extend(one)
        taken[1].extend(other)

        # zip() takes a block of the first before it sees that the second has ended.
        both = [set(some) for some in gathered(puzzles[:3], taken[1])]
        assert [set(some) for some in alone[:3]] == both


class TestManySolutions:
    """`One puzzle, a million solutions`: all lanes search one puzzle."""

    def test_counted_and_walked(
        self, executor: str, random_puzzles: RandomPuzzles
    ) -> None:
        """As many come as are counted, no two alike."""
        puzzles = (
            random_puzzles.with_clues(26, 30, 60)
            if executor == "numpy"
            else random_puzzles.with_clues(22, 24, 30)
        )
        counts = search(puzzles, limit=None, executor=executor).counts
        most = 300_000 if executor == "numba" else 5_000
        at = int(np.where(counts <= most, counts, 0).argmax())
        assert counts[at] > most // 10
        puzzle = puzzles[at : at + 1]

        blocks = [block for _, block in walk(puzzle, executor=executor)]

        solutions = np.concatenate(blocks)
        rows = solutions.view(np.dtype((np.void, 81))).reshape(-1)
        assert counts[at] == len(solutions) == len(np.unique(rows))
        assert first_broken(puzzle[0], solutions) is None

    def test_clues17_without_one(self, numba: str, shared_data: Path) -> None:
        """A 17-clue puzzle without a clue: as many as are counted come, each once."""
        path = shared_data / "sets" / "clues17.txt"
        with path.open(encoding="ascii") as stream:
            lines = [line.strip() for line in islice(stream, 8)]
        puzzles = array(*lines)
        for puzzle in puzzles:
            puzzle[np.flatnonzero(puzzle)[0]] = 0
        counts = search(puzzles, limit=None, executor=numba).counts

        assert counts.max() > 10_000
        index, solutions = (
            np.concatenate(part)
            for part in zip(*walk(puzzles, executor=numba), strict=True)
        )
        assert counts.tolist() == np.bincount(index, minlength=8).tolist()
        rows = np.column_stack([index.astype(np.uint8), solutions])
        assert len(rows) == len(np.unique(rows.view(np.dtype((np.void, 82)))))
        assert first_broken(puzzles, solutions, index) is None
