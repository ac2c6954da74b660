"""The search of many puzzles: answers, limits, and what it tells on the way."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

from satdoku.lanes import search as room
from satdoku.lanes.search import Found, search, walk
from tests.unit.lanes.conftest import (
    COUNTED,
    EMPTY,
    HARD,
    LINE,
    SOLVED,
    array,
    assert_equal,
    assert_sound,
    gathered,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from tests.conftest import RandomPuzzles

    Puzzles = NDArray[np.uint8]

REFUTED = (
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
)


def without(line: str, cells: Iterable[int]) -> str:
    """Return a line with some cells emptied."""
    gone = set(cells)
    return "".join("." if at in gone else mark for at, mark in enumerate(line))


def brute_force(puzzle: Puzzles) -> set[bytes]:
    """Return every solution, by trying digits cell after cell."""
    grid = puzzle.tolist()
    seen: list[set[int]] = [set() for _ in range(27)]
    units = [
        (cell // 9, 9 + cell % 9, 18 + cell // 27 * 3 + cell % 9 // 3)
        for cell in range(81)
    ]
    for cell, digit in enumerate(grid):
        for unit in units[cell]:
            if digit and digit in seen[unit]:
                return set()
            seen[unit].add(digit)

    def fill() -> Iterator[bytes]:
        open_cells = [cell for cell in range(81) if not grid[cell]]
        if not open_cells:
            yield bytes(grid)
            return
        choices = {
            cell: [
                digit
                for digit in range(1, 10)
                if not any(digit in seen[unit] for unit in units[cell])
            ]
            for cell in open_cells
        }
        cell = min(open_cells, key=lambda at: len(choices[at]))
        for digit in choices[cell]:
            grid[cell] = digit
            for unit in units[cell]:
                seen[unit].add(digit)
            yield from fill()
            for unit in units[cell]:
                seen[unit].remove(digit)
            grid[cell] = 0

    return set(fill())


class TestAnswers:
    """`(N, 81) uint8 … search each for up to limit solutions`."""

    @pytest.mark.parametrize("limit", [1, 2, 5, None])
    def test_no_puzzles(self, executor: str, limit: int | None) -> None:
        """For no puzzles there are arrays of none."""
        none = np.zeros((0, 81), np.uint8)
        found = search(none, limit=limit, executor=executor)

        assert (0, 81) == found.solutions.shape
        assert [0] * 4 == [len(numbers) for numbers in found[1:]]
        assert [] == list(walk(none, limit=limit, executor=executor))

    def test_types(self, executor: str) -> None:
        """The arrays have the promised shapes and types."""
        found = search(array(LINE, EMPTY), executor=executor)

        assert (2, 81) == found.solutions.shape
        assert [(2,)] * 4 == [numbers.shape for numbers in found[1:]]
        types = [np.uint8, np.int64, np.bool_, np.int64, np.int64]
        assert types == [numbers.dtype for numbers in found]

    def test_input_is_left_as_it_was(self, executor: str) -> None:
        """The puzzles are not written to, may be locked, and are not handed out."""
        puzzles = array(LINE, SOLVED, EMPTY)
        before = puzzles.copy()
        puzzles.flags.writeable = False

        for limit in (1, 2, 9):
            found = search(puzzles, limit=limit, executor=executor)
            blocks = list(walk(puzzles, limit=limit, executor=executor))

            assert np.array_equal(before, puzzles)
            for handed in (found.solutions, *(solutions for _, solutions in blocks)):
                assert not np.shares_memory(puzzles, handed)

    @pytest.mark.parametrize("limit", [1, 2, 3, None])
    def test_clashing_clues(self, executor: str, limit: int | None) -> None:
        """Each pair of cells that sees each other clashes; neighbours do not mind."""
        clashing: list[str] = []
        for one in range(81):
            for other in range(one + 1, 81):
                if (
                    one // 9 == other // 9
                    or one % 9 == other % 9
                    or (one // 27, one % 9 // 3) == (other // 27, other % 9 // 3)
                ):
                    marks = ["."] * 81
                    marks[one] = marks[other] = str(1 + (one + other) % 9)
                    clashing.append("".join(marks))
        assert 810 == len(clashing)
        lines = [LINE, *clashing, LINE, "1" * 81, "9" * 81, SOLVED]

        found = search(array(*lines), limit=limit, executor=executor)

        expected = [1] + [0] * 810 + [1, 0, 0, 1]
        assert expected == found.counts.tolist()
        assert found.complete.all()
        assert_sound(array(*lines), found)

    def test_clash_in_an_almost_full_grid(self, executor: str) -> None:
        """Two clues trade places in a grid with few holes: no solution."""
        lines = [
            SOLVED[1] + SOLVED[0] + SOLVED[2:],
            "." + SOLVED[2] + SOLVED[1] + SOLVED[3:],
            SOLVED[0] * 2 + without(SOLVED[2:], range(20, 60)),
            SOLVED[:72] + "." * 8 + SOLVED[71],
        ]
        found = search(array(*lines, LINE), limit=2, executor=executor)

        assert [0, 0, 0, 0, 1] == found.counts.tolist()
        assert not found.solutions[:4].any()

    def test_full_grids(self, executor: str, random_puzzles: RandomPuzzles) -> None:
        """A right full grid is its own solution; one with a wrong cell has none."""
        grids = random_puzzles.solutions(200)
        wrong = grids.copy()
        cells = random_puzzles.dice.integers(81, size=200)
        lanes = np.arange(200)
        wrong[lanes, cells] = wrong[lanes, cells] % 9 + 1
        puzzles = np.concatenate([grids, wrong])

        found = search(puzzles, limit=2, executor=executor)

        assert [1] * 200 + [0] * 200 == found.counts.tolist()
        assert np.array_equal(grids, found.solutions[:200])
        assert not found.guesses.any()

    @pytest.mark.parametrize("limit", [1, 2, 3, 10, 100])
    @pytest.mark.parametrize("many", [1, 3, 100])
    def test_empty_grids(self, executor: str, limit: int, many: int) -> None:
        """The grid without clues has as many solutions as are asked for."""
        puzzles = np.zeros((many, 81), np.uint8)
        found = search(puzzles, limit=limit, executor=executor)

        assert [limit] * many == found.counts.tolist()
        assert found.complete.all()
        assert_sound(puzzles, found)

    @pytest.mark.parametrize("limit", [1, 2, 3, 4, 50, None])
    def test_known_counts(self, executor: str, limit: int | None) -> None:
        """Cases that differ in kind are counted, up to any limit."""
        lines, counts = zip(*COUNTED, strict=True)
        found = search(array(*lines), limit=limit, executor=executor)

        expected = [count if limit is None else min(count, limit) for count in counts]
        assert expected == found.counts.tolist()
        assert_sound(array(*lines), found)

    @pytest.mark.parametrize("limit", [1, 2, 3, None])
    def test_long_refutation(self, numba: str, limit: int | None) -> None:
        """A puzzle made to be hard to refute takes all lanes, and has no solution."""
        found = search(array(REFUTED, LINE), limit=limit, executor=numba)

        assert [0, 1] == found.counts.tolist()
        assert found.complete.all()
        assert found.guesses[0] > 10_000

    @pytest.mark.parametrize("limit", [1, 2, 7, 500, None])
    def test_published_counts(
        self, executor: str, limit: int | None, shared_data: Path
    ) -> None:
        """The counts tdoku publishes hold, together and one after the other."""
        path = shared_data / "reference" / "solution_counts.txt"
        cases = [line.split(":")[:2] for line in path.read_text("ascii").split()]
        lines, counts = zip(
            *(case for case in cases if executor == "numba" or case[0] != REFUTED),
            strict=True,
        )
        puzzles = array(*lines)
        found = search(puzzles, limit=limit, executor=executor)

        most = 10**9 if limit is None else limit
        assert [min(int(count), most) for count in counts] == found.counts.tolist()
        assert_sound(puzzles, found)

    def test_brute_force(self, executor: str, random_puzzles: RandomPuzzles) -> None:
        """Puzzles with some solutions have those that trying finds, and no others."""
        puzzles = random_puzzles.spoilt(random_puzzles.with_clues(34, 50, 40))
        puzzles = np.concatenate([puzzles, random_puzzles.with_clues(35, 45, 40)])
        expected = [brute_force(puzzle) for puzzle in puzzles]

        found = search(puzzles, limit=None, executor=executor)
        walked = gathered(puzzles, walk(puzzles, executor=executor))

        assert [len(some) for some in expected] == found.counts.tolist()
        assert expected == [set(some) for some in walked]
        assert [len(some) for some in expected] == [len(some) for some in walked]
        assert {0, 1, 2} < {len(some) for some in expected}
        for at, solution in enumerate(found.solutions):
            assert not expected[at] or solution.tobytes() in expected[at]


class TestMaxGuesses:
    """`Give a puzzle up after so many; None for never`."""

    @pytest.mark.parametrize("limit", [1, 2, 5, None])
    @pytest.mark.parametrize("most", [0, 1, 5])
    def test_given_up(
        self,
        executor: str,
        most: int,
        limit: int | None,
        random_puzzles: RandomPuzzles,
    ) -> None:
        """Guesses are never more; what is found is right; the others are complete."""
        puzzles = random_puzzles.with_clues(29, 36, 60)
        puzzles[::20] = array(HARD)
        whole = search(puzzles, limit=limit, executor=executor)
        found = search(puzzles, limit=limit, max_guesses=most, executor=executor)

        assert found.guesses.max() <= most
        assert (found.counts <= whole.counts).all()
        assert 0 < np.count_nonzero(found.complete) < 60
        assert (found.guesses[~found.complete] == most).all()
        assert_sound(puzzles, found)
        for name in Found._fields:
            expected, got = getattr(whole, name), getattr(found, name)
            assert np.array_equal(expected[found.complete], got[found.complete]), name
        if limit in (1, 2):
            assert np.array_equal(whole.guesses <= most, found.complete)

    def test_many_are_enough(self, executor: str) -> None:
        """A bound that is not reached changes nothing."""
        puzzles = array(LINE, HARD, *(line for line, _ in COUNTED))
        whole = search(puzzles, limit=2, executor=executor)
        found = search(puzzles, limit=2, max_guesses=10**6, executor=executor)

        assert_equal(whole, found)

    def test_walk(self, executor: str, random_puzzles: RandomPuzzles) -> None:
        """What a walk yields before it gives up are solutions, each once."""
        puzzles = random_puzzles.with_clues(24, 30, 40)
        blocks = walk(puzzles, max_guesses=20, executor=executor)
        walked = gathered(puzzles, blocks)
        found = search(puzzles, limit=None, max_guesses=20, executor=executor)

        assert found.counts.tolist() == [len(set(some)) for some in walked]
        assert found.counts.tolist() == [len(some) for some in walked]


class TestProgress:
    """`Is told every fifth of a second or so … an exception … ends the search`."""

    @pytest.fixture
    def long(self, executor: str, monkeypatch: pytest.MonkeyPatch) -> Puzzles:
        """Return puzzles that take a while, of which progress is told at every look."""
        monkeypatch.setattr(room, "_TOLD", 0.0)
        puzzles = array(HARD, EMPTY, LINE)
        return np.repeat(puzzles, 5000 if executor == "numba" else 100, axis=0)

    def test_rises(self, executor: str, long: Puzzles) -> None:
        """The numbers rise, and are none that are not done."""
        told: list[int] = []
        search(long, limit=2, executor=executor, progress=told.append)

        assert told
        assert all(one <= other for one, other in pairwise(told))
        assert 0 <= told[0] <= told[-1] <= len(long)

    @pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError])
    def test_ends(
        self, executor: str, long: Puzzles, error: type[BaseException]
    ) -> None:
        """An exception comes out, and the next search is right."""

        def stop(_done: int) -> None:
            raise error

        with pytest.raises(error):
            search(long, limit=2, executor=executor, progress=stop)

        found = search(array(LINE, EMPTY), limit=2, executor=executor)
        assert [1, 2] == found.counts.tolist()


@pytest.mark.parametrize("large", [2**63 - 1, 2**63, 2**64, 2**64 + 1])
def test_beyond_64_bits(large: int, executor: str) -> None:
    """Limits that no integer of a processor holds are like none at all."""
    several = array(without(SOLVED, [0, 1, 9, 10, 27, 28, 36, 37, *range(60, 81)]))

    all_of_them = search(several, limit=None, executor=executor)
    two = search(several, limit=2, executor=executor)

    found = search(several, limit=large, executor=executor)
    assert_equal(all_of_them, found, "solutions", "counts", "complete")
    found = search(several, limit=2, max_guesses=large, executor=executor)
    assert_equal(two, found, "solutions", "counts", "complete")
