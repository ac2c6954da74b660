"""The search of many puzzles: answers, independence, limits, and every solution.

What is promised of results is that of a lone search: it must not matter who else is in
the batch, how wide it is, or which executor works.
"""

from __future__ import annotations

from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from satdoku.errors import UsageError
from satdoku.lanes import search as room
from satdoku.lanes.search import EXECUTORS, Found, find_executor, prepare, search, walk
from satdoku.rules import first_broken

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from tests.conftest import RandomPuzzles

    Puzzles = NDArray[np.uint8]

LINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
SOLVED = (
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)
HARD = (
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)
HARDEST = (
    "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
    "98.7..6..7.....5....4.8..9.4...3..7..7...2.....31....53....61...4..9..3.........2",
    "98.7..6..7..5..94.....6....47...3....2...5.....96..4..2...5..1..9.8..2....8.....6",
    HARD,
)
REFUTED = (
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
)
EMPTY = "." * 81
COUNTED = [
    # None by clues.
    (
        "9..1....4.14.3.8....3....9....7.8..18....3..........3..21....7...9.4.5..5...16..3",
        0,
    ),
    # Two.
    (
        ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.",
        2,
    ),
    (LINE, 1),
    (SOLVED, 1),
    (HARD, 1),
]


def array(*lines: str) -> Puzzles:
    """Turn lines into puzzles."""
    cells = [[int(mark) if mark != "." else 0 for mark in line] for line in lines]
    return np.array(cells, np.uint8).reshape(len(lines), 81)


def without(line: str, cells: Iterable[int]) -> str:
    """Return a line with some cells emptied."""
    gone = set(cells)
    return "".join("." if at in gone else mark for at, mark in enumerate(line))


def assert_equal(expected: Found, found: Found, *names: str) -> None:
    """Hold that two searches found the same, bit by bit."""
    for name in names or Found._fields:
        one, other = getattr(expected, name), getattr(found, name)

        assert one.dtype == other.dtype, name
        different = np.flatnonzero((one != other).reshape(len(one), -1).any(axis=1))
        assert [] == different.tolist(), name


def found_of(parts: Iterable[Any]) -> Found:
    """Put parts together."""
    return Found(*parts)


def joined(some: Iterable[Found]) -> Found:
    """Put the results of several searches together."""
    return found_of(np.concatenate(parts) for parts in zip(*some, strict=True))


def assert_sound(puzzles: Puzzles, found: Found) -> None:
    """Hold solutions against the rules; there are none where none were counted."""
    has = found.counts > 0

    assert first_broken(puzzles[has], found.solutions[has]) is None
    assert not found.solutions[~has].any()


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


def gathered(
    puzzles: Puzzles, blocks: Iterable[tuple[NDArray[np.int64], Puzzles]]
) -> list[list[bytes]]:
    """Return the solutions of each puzzle as they come, held against the rules."""
    made: list[list[bytes]] = [[] for _ in puzzles]
    for index, solutions in blocks:
        assert np.int64 == index.dtype
        assert np.uint8 == solutions.dtype
        assert (len(index), 81) == solutions.shape
        assert first_broken(puzzles, solutions, index) is None
        for at, solution in zip(index.tolist(), solutions, strict=True):
            made[at].append(solution.tobytes())
    return made


@pytest.fixture(params=EXECUTORS)
def executor(request: pytest.FixtureRequest) -> str:
    """Return each executor in turn, where it is installed."""
    if request.param == "numba":
        pytest.importorskip("numba", reason="numba is not installed")
    return str(request.param)


@pytest.fixture
def numba() -> str:
    """Return the compiled executor, to be held against the other one."""
    pytest.importorskip("numba", reason="numba is not installed")
    return "numba"


class TestExecutors:
    """`auto`: the best of them that is installed."""

    def test_auto(self, numba: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """Compiled code is preferred; without Numba it is NumPy."""
        assert numba == find_executor() == prepare()

        monkeypatch.setattr(room, "find_spec", lambda _name: None)
        monkeypatch.setattr(room, "_installed", [])

        assert "numpy" == find_executor() == prepare()
        with pytest.raises(UsageError, match=r"needs the package numba: pip install"):
            find_executor("numba")

    def test_few_need_no_compiler(
        self, numba: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """NumPy, until enough puzzles came; what was asked for, and what is there."""
        ready = False
        monkeypatch.setattr(room, "is_ready", lambda _name: ready)
        monkeypatch.setattr(room, "_uncompiled", [])
        some = room.WORTH_COMPILING // 3

        assert numba == room.executor_for(1, numba)
        assert ["numpy"] * 2 == [room.executor_for(some) for _ in range(2)]
        assert numba == room.executor_for(some) == room.executor_for(1)
        assert "numpy" == room.executor_for(some, "numpy")
        monkeypatch.setattr(room, "_uncompiled", [])
        ready = True
        assert numba == room.executor_for(1)

    def test_broken(self, numba: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """A Numba that cannot be imported is told of once, and NumPy serves."""

        def native(*_: object) -> None:
            raise ImportError("Numba needs NumPy 2.2 or less")

        monkeypatch.setattr("satdoku.lanes.native.native", native)
        with pytest.raises(UsageError, match=r"numba cannot be used: Numba needs"):
            prepare(numba)
        monkeypatch.setattr(room, "_installed", [])

        with pytest.warns(RuntimeWarning, match="run in NumPy, since numba cannot"):
            assert "numpy" == prepare()
        assert "numpy" == find_executor() == prepare()

    @pytest.mark.parametrize("name", ["cuda", "", "NUMPY", "nu\nmpy"])
    def test_unknown(self, name: str) -> None:
        """Another name is refused by all that take one, in one line."""
        for call in (find_executor, prepare):
            with pytest.raises(UsageError, match="there is no executor") as refused:
                call(name)
            assert "\n" not in str(refused.value)
        with pytest.raises(UsageError, match="there is no executor"):
            search(array(LINE), executor=name)
        with pytest.raises(UsageError, match="there is no executor"):
            next(walk(array(LINE), executor=name))


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


class TestLoneSearch:
    """`What is found does not depend on the executor, the lanes or who helps whom`."""

    @staticmethod
    def with_a_clue_less(random_puzzles: RandomPuzzles, count: int) -> Puzzles:
        """Return hard puzzles, from which one clue is taken.

        They have some solutions that are far apart, so that of a divided search more
        than one part finds some.
        """
        hard = random_puzzles.shuffled(np.repeat(array(*HARDEST), count // 4, axis=0))
        for puzzle in hard:
            puzzle[random_puzzles.dice.choice(np.flatnonzero(puzzle))] = 0
        return hard

    @pytest.fixture
    def puzzles(self, random_puzzles: RandomPuzzles) -> Puzzles:
        """Return puzzles of all kinds: easy, hard, of none, one and many solutions."""
        hard = np.repeat(array(HARD, *(line for line, _ in COUNTED)), 6, axis=0)
        parts = [
            random_puzzles.mixed(300),
            random_puzzles.shuffled(hard),
            self.with_a_clue_less(random_puzzles, 120),
            random_puzzles.with_clues(8, 16, 40),
            np.zeros((2, 81), np.uint8),
        ]
        return random_puzzles.dice.permutation(np.concatenate(parts))

    @pytest.mark.parametrize("limit", [1, 2])
    def test_executors_agree(self, numba: str, limit: int, puzzles: Puzzles) -> None:
        """Both executors find the same, down to guesses and sweeps."""
        compiled = search(puzzles, limit=limit, executor=numba)

        assert_equal(compiled, search(puzzles, limit=limit, executor="numpy"))
        assert_sound(puzzles, compiled)

    def test_executors_agree_on_all(
        self, numba: str, random_puzzles: RandomPuzzles
    ) -> None:
        """The same without a limit, where many lanes search one puzzle."""
        puzzles = random_puzzles.with_clues(28, 40, 150)
        compiled = search(puzzles, limit=None, executor=numba)

        assert_equal(compiled, search(puzzles, limit=None, executor="numpy"))
        assert compiled.sweeps.max() > 1_000

    @pytest.mark.parametrize("limit", [3, 4, 10, 100])
    def test_executors_agree_beyond(
        self, numba: str, limit: int, puzzles: Puzzles
    ) -> None:
        """The same up to any limit, but for what it took."""
        compiled = search(puzzles, limit=limit, executor=numba)
        other = search(puzzles, limit=limit, executor="numpy")

        assert_equal(compiled, other, "counts", "complete", "solutions")

    @pytest.mark.parametrize("limit", [1, 2, 3, 10])
    def test_others_in_the_batch(
        self, executor: str, limit: int, puzzles: Puzzles
    ) -> None:
        """A puzzle's results are the same in any batch, at any place, alone."""
        names = Found._fields if limit <= 2 else ("counts", "complete", "solutions")
        together = search(puzzles, limit=limit, executor=executor)
        backwards = search(puzzles[::-1].copy(), limit=limit, executor=executor)
        chunks = [
            search(puzzles[at : at + size], limit=limit, executor=executor)
            for at, size in ((0, 5), (5, 95), (100, 150), (250, 10**6))
        ]
        few = range(0, len(puzzles), 1 if executor == "numba" else 97)
        alone = [
            search(puzzles[at : at + 1], limit=limit, executor=executor) for at in few
        ]

        assert_equal(together, found_of(part[::-1] for part in backwards), *names)
        assert_equal(together, joined(chunks), *names)
        some = found_of(part[list(few)] for part in together)
        assert_equal(some, joined(alone), *names)

    def test_without_a_limit(
        self, executor: str, random_puzzles: RandomPuzzles
    ) -> None:
        """The same where all solutions are looked for."""
        puzzles = random_puzzles.with_clues(30, 40, 60)
        together = search(puzzles, limit=None, executor=executor)
        backwards = search(puzzles[::-1].copy(), limit=None, executor=executor)
        hardest = int(together.sweeps.argmax())
        alone = search(puzzles[hardest : hardest + 1], limit=None, executor=executor)

        assert_equal(together, found_of(part[::-1] for part in backwards))
        part = found_of(part[hardest : hardest + 1] for part in together)
        assert_equal(part, alone)

    @pytest.mark.parametrize("limit", [1, 2])
    def test_never_divided(self, executor: str, limit: int, puzzles: Puzzles) -> None:
        """A bound of guesses keeps puzzles whole, and the same is found."""
        alone = search(puzzles, limit=limit, max_guesses=10**9, executor=executor)

        assert_equal(alone, search(puzzles, limit=limit, executor=executor))

    def test_again(self, executor: str, puzzles: Puzzles) -> None:
        """What was found stays as it is when the next search runs."""
        first = search(puzzles[:100], limit=2, executor=executor)
        kept = found_of(part.copy() for part in first)
        search(puzzles[100:200], limit=2, executor=executor)

        assert_equal(kept, first)


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
