"""Many puzzles at once: answers, independence, parts, and every solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import satdoku
from satdoku import BatchStatus, EngineError, Grid, InputError
from satdoku.batch import solving
from satdoku.batch.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from tests.unit.batch.conftest import Lanes

pytestmark = pytest.mark.usefixtures("nothing_is_left")

LINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
SOLVED = (
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)
HARD = (
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)
CLASH = "55" + "." * 79
LATE_CLASH = "." * 71 + "5" + "." * 8 + "5"
NO_SOLUTION = LINE[:2] + "9" + LINE[3:]


def lines(grid: str, *cells: int) -> str:
    """Return a grid with some cells emptied."""
    return "".join("." if at in cells else mark for at, mark in enumerate(grid))


def test_all_kinds() -> None:
    """Puzzles of all kinds side by side are answered each for itself."""
    given = [LINE, CLASH, SOLVED, LATE_CLASH, NO_SOLUTION, "." * 81, LINE]

    batch = satdoku.solve_batch(given, limit=2)

    status = [BatchStatus(code).name for code in batch.status]
    assert ["UNIQUE", "NONE", "UNIQUE", "NONE", "NONE", "SEVERAL", "UNIQUE"] == status
    assert [1, 0, 1, 0, 0, 2, 1] == batch.counts.tolist()
    assert batch.complete.all()
    assert 2 == batch.limit
    for at in (0, 2, 6):
        assert SOLVED == "".join(map(str, batch.solutions[at]))
    assert not batch.solutions[[1, 3, 4]].any()
    assert Grid.of(batch.solutions[5]).solves(Grid.of(given[5]))


@pytest.mark.parametrize("limit", [1, 2, 3, None])
def test_agrees_with_solve(limit: int | None) -> None:
    """Counts are those that one puzzle after the other has."""
    given = [LINE, lines(SOLVED, *range(9)), lines(SOLVED, 0, 1, *range(27, 45)), CLASH]

    batch = satdoku.solve_batch(given, limit=limit)

    expected = [len(satdoku.all_solutions(line, limit=limit or 9999)) for line in given]
    assert expected == batch.counts.tolist()


def test_shapes_and_types() -> None:
    """The arrays have the promised shapes and types, also for no puzzles."""
    for count in (0, 1, 3):
        batch = satdoku.solve_batch(np.zeros((count, 9, 9), np.int64))
        assert count == len(batch)
        assert (count, 81) == batch.solutions.shape
        for name, dtype in {
            "solutions": np.uint8,
            "counts": np.int64,
            "status": np.uint8,
            "guesses": np.int64,
            "sweeps": np.int64,
            "complete": np.bool_,
        }.items():
            assert dtype == getattr(batch, name).dtype, name
            assert count == len(getattr(batch, name)), name


def test_input_is_left_as_it_was() -> None:
    """The array that is given is not written to, and may be locked."""
    given = np.array([Grid.of(line).values for line in (LINE, CLASH)], np.uint8)
    before = given.copy()
    given.flags.writeable = False

    batch = satdoku.solve_batch(given, limit=2)

    assert np.array_equal(before, given)
    assert not np.shares_memory(given, batch.solutions)
    assert [1, 0] == batch.counts.tolist()


def test_first_bad_puzzle() -> None:
    """Nothing is searched where one of the puzzles is none."""
    with pytest.raises(InputError, match=r"puzzles\[2\]: r1c1: 10 cannot be in a cell"):
        satdoku.solve_batch([[0] * 81, LINE, [10] * 81])


def test_given_up() -> None:
    """A puzzle that takes too many guesses is unknown; the easy ones are solved."""
    batch = satdoku.solve_batch([LINE, HARD, CLASH], max_guesses=0)

    assert [BatchStatus.SOLVED, BatchStatus.UNKNOWN, BatchStatus.NONE] == (
        batch.status.tolist()
    )
    assert [True, False, True] == batch.complete.tolist()
    assert not batch.solutions[1].any()


def test_one_worker_takes_all(lanes: Lanes, chunk: Callable[..., object]) -> None:
    """One worker gets all puzzles at once, and few puzzles get one worker."""
    satdoku.solve_batch(chunk(5000))
    satdoku.solve_batch(chunk(1024), workers=8)

    assert [5000, 1024] == lanes.sizes


def test_parts_for_workers(lanes: Lanes, chunk: Callable[..., object]) -> None:
    """More workers get parts that become smaller, and what they find is in order."""
    given = chunk(9000)
    assert isinstance(given, np.ndarray)
    given[:] = (
        np.roll(given, 27, axis=1) * (np.arange(9000) % 2)[:, None]
        + given * (1 - np.arange(9000) % 2)[:, None]
    )

    batch = satdoku.solve_batch(given, workers=3)

    assert 9000 == sum(lanes.sizes)
    assert np.array_equal(given, batch.solutions)
    assert 1500 == max(lanes.sizes)
    assert lanes.most <= 3


def test_nobody_waits(lanes: Lanes, chunk: Callable[..., object]) -> None:
    """A part that takes long does not keep the other workers from all the others."""
    given = chunk(9000, 1)
    assert isinstance(given, np.ndarray)
    given[1:20] = given[0]
    told: list[int] = []

    satdoku.solve_batch(given, workers=2, progress=told.append)

    assert 6750 in told  # all but the first quarter, while that one takes a second
    assert len(lanes.sizes) > 5


@pytest.mark.parametrize(("count", "workers"), [(1100, 2), (10**6, 2), (10**5, 64)])
def test_parts_are_all(count: int, workers: int) -> None:
    """The parts follow each other, from the first puzzle to the last."""
    whole = np.zeros((count, 81), np.uint8)
    options = Options(limit=1, max_guesses=None, executor="numba", workers=workers)
    reached = 0

    for first, part in solving._parts(whole, options):
        assert reached == first
        assert 0 < len(part) <= 16_384
        assert len(part) >= 1024 or first + len(part) == count
        reached += len(part)

    assert count == reached


@pytest.mark.usefixtures("lanes")
@pytest.mark.parametrize("workers", [1, 2])
def test_wrong_solution(chunk: Callable[..., NDArray[np.uint8]], workers: int) -> None:
    """What the lanes find wrong is caught, and named as Python counts."""
    given = chunk(2000)
    given[1999] = 0
    given[1999, 0] = 4

    with pytest.raises(EngineError, match=r"puzzles\[1999\]"):
        satdoku.solve_batch(given, workers=workers)


@pytest.mark.usefixtures("lanes")
@pytest.mark.parametrize("workers", [1, 2])
def test_progress(chunk: Callable[..., object], workers: int) -> None:
    """How many are done rises to all."""
    told: list[int] = []

    satdoku.solve_batch(chunk(3000), workers=workers, progress=told.append)

    assert told == sorted(told)
    assert 3000 == told[-1]


@pytest.mark.parametrize("executor", ["numba", "numpy"])
def test_workers_agree(executor: str) -> None:
    """Two workers find what one finds, bit by bit."""
    if executor == "numba":
        pytest.importorskip("numba", reason="numba is not installed")
    given = [LINE, CLASH, lines(SOLVED, *range(9)), "." * 81] * 20
    given = [*given, *[LINE] * 9000, *given]
    one = satdoku.solve_batch(given, limit=3, executor=executor)

    two = satdoku.solve_batch(given, limit=3, executor=executor, workers=2)

    for name in ("solutions", "counts", "status", "guesses", "sweeps", "complete"):
        assert np.array_equal(getattr(one, name), getattr(two, name)), name


def test_every_solution() -> None:
    """All solutions of all puzzles come, each once, with the index of its puzzle."""
    given = [
        LINE,
        CLASH,
        lines(SOLVED, *range(18)),
        lines(SOLVED, 0, 1, *range(27, 45)),
    ]
    expected = [
        {grid.line for grid in satdoku.all_solutions(line, limit=99_999)}
        for line in given
    ]
    found: list[list[str]] = [[] for _ in given]

    for index, solutions in satdoku.solutions_batch(given, size=7):
        assert 0 < len(index) == len(solutions) <= 7
        assert np.uint8 == solutions.dtype
        for at, solution in zip(index.tolist(), solutions, strict=True):
            found[at].append("".join(map(str, solution)))

    assert expected == [set(some) for some in found]
    assert [len(some) for some in expected] == [len(some) for some in found]
    assert len(expected[2]) > 1


def test_solutions_up_to_a_limit() -> None:
    """The limit is one for each puzzle."""
    blocks = list(satdoku.solutions_batch(["." * 81, LINE, "." * 81], limit=3))
    index = np.concatenate([index for index, _ in blocks])

    assert [3, 1, 3] == np.bincount(index).tolist()


def test_solutions_end_when_closed() -> None:
    """Who has enough closes the iterator."""
    blocks = satdoku.solutions_batch(["." * 81], size=10)

    index, _ = next(blocks)
    blocks.close()  # type: ignore[attr-defined]

    assert 0 < len(index) <= 10
    assert [] == list(blocks)


def test_solutions_of_a_bad_puzzle() -> None:
    """What is no puzzle is told at the call."""
    with pytest.raises(InputError, match=r"puzzles\[1\]: 1 cell"):
        satdoku.solutions_batch([LINE, "1"])


def test_wrong_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong solution on the walk is caught."""

    def walk(
        puzzles: NDArray[np.uint8], **_asked: object
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.uint8]]]:
        yield np.array([1, 0]), puzzles[[1, 0]]

    monkeypatch.setattr(solving, "walk", walk)

    with pytest.raises(EngineError, match=r"puzzles\[0\]: what the lanes found is no"):
        list(satdoku.solutions_batch([LINE, SOLVED]))
