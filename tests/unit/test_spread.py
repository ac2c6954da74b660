"""One puzzle over all lanes: solutions, counts, deadlines, and nothing believed."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from time import monotonic, sleep
from typing import TYPE_CHECKING

import numpy as np
import pytest

from satdoku import Count, EngineError, Grid, InputError, Session, Status, Stopped
from satdoku.lanes import search as lanes
from satdoku.spread import Spread, is_spreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Tell = Callable[[int], None]

MANY = Grid.parse(
    "8.........95.......76.........426798...571243...893165......916....3.487....1.532"
)
ONE = Grid.parse(
    "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
)
TWO = Grid.parse(
    ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87."
)
NONE = Grid.parse(
    "9..1....4.14.3.8....3....9....7.8..18....3..........3..21....7...9.4.5..5...16..3"
)
CLASH = Grid.parse("11" + "." * 79)
Walked = tuple[np.ndarray, np.ndarray]


@pytest.fixture(scope="module")
def every() -> frozenset[Grid]:
    """Return the solutions of `MANY`, found by another engine."""
    return frozenset(Session("dpll").solutions(MANY))


def test_what_is_spreadable() -> None:
    """9×9 and clues alone; the rest is refused in words."""
    ruled_out = MANY.with_candidates([*MANY.left()[:1], 0, *MANY.left()[2:]])

    assert is_spreadable(MANY)
    for puzzle, said in (
        (ruled_out, "candidates ruled out .* expected 9x9 and clues alone"),
        (Grid.parse("1... ..2. ..3. 4..."), "a puzzle of 4x4.*; expected 9x9"),
    ):
        assert not is_spreadable(puzzle)
        with pytest.raises(InputError, match=said):
            Spread(puzzle)


def test_all_solutions(every: frozenset[Grid]) -> None:
    """Each once, but for those that are known."""
    found = list(Spread(MANY).solutions())
    known = frozenset(islice(every, 100))
    others = list(Spread(MANY).solutions(known))

    assert every == set(found)
    assert 872 == len(found)
    assert every - known == set(others)
    assert 772 == len(others)
    assert [] == list(Spread(NONE).solutions())
    assert [] == list(Spread(CLASH).solutions())


def test_solutions_are_ordinary_grids() -> None:
    """They equal and print as grids that were made one by one."""
    grid = next(Spread(ONE).solutions())

    assert Grid(grid.geometry, grid.values) == grid
    assert {int} == {type(value) for value in grid.values}
    assert grid.candidates is None


@pytest.mark.parametrize("deadline", [None, 1e9])
@pytest.mark.parametrize(
    ("puzzle", "most", "expected"),
    [(ONE, 1, 1), (ONE, 2, 1), (TWO, 1, 1), (TWO, 2, 2), (MANY, 2, 2), (NONE, 2, 0)],
)
def test_a_few(puzzle: Grid, most: int, expected: int, deadline: float | None) -> None:
    """One or two solutions, different ones; with what the search took."""
    spread = Spread(puzzle, deadline)
    found, certain = spread.few(most)

    assert (expected, True) == (len(set(found)), certain)
    assert len(found) == expected
    assert all(grid.solves(puzzle) for grid in found)
    assert {"guesses", "sweeps"} == spread.statistics.keys()
    assert spread.statistics["sweeps"] > 0


@pytest.mark.parametrize("deadline", [None, 1e9])
def test_counts(deadline: float | None) -> None:
    """Exactly up to the limit, with and without a deadline."""
    for limit, expected in (
        (None, Count(872, exact=True)),
        (873, Count(872, exact=True)),
        (872, Count(872, exact=True)),
        (871, Count(871, exact=False)),
        (0, Count(0, exact=False)),
    ):
        assert expected == Spread(MANY, deadline).count(limit)
    assert Count(0, exact=True) == Spread(NONE, deadline).count(0)
    assert Count(0, exact=True) == Spread(CLASH, deadline).count(None)


def test_progress_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins with what was known and ends with the count, or the limit."""
    in_blocks(monkeypatch, 50)
    told: list[int] = []
    spread = Spread(MANY)

    assert Count(872, exact=True) == spread.count(None, 120, told.append)
    assert [120, 120, 150] == told[:3]
    assert (872, sorted(told)) == (told[-1], told)
    told.clear()
    assert Count(333, exact=False) == spread.count(333, 120, told.append)
    assert 333 == told[-1] == max(told)


def in_blocks(
    monkeypatch: pytest.MonkeyPatch,
    size: int,
    change: Callable[[np.ndarray], np.ndarray] = lambda block: block,
) -> None:
    """Let `walk` yield small blocks, changed."""
    walk = lanes.walk

    def small(
        puzzles: np.ndarray, *, limit: int | None, executor: str
    ) -> Iterator[Walked]:
        blocks = walk(puzzles, limit=limit, executor=executor)
        index = np.zeros(size, np.int64)
        found = np.concatenate([block for _, block in blocks])
        for start in range(0, len(found), size):
            block = found[start : start + size]
            yield index[: len(block)], change(block)

    monkeypatch.setattr(lanes, "walk", small)


def test_a_wrong_solution_does_not_get_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of blocks and of single answers; no grid of such a block is seen."""

    def swapped(block: np.ndarray) -> np.ndarray:
        block = block.copy()
        block[-1:, [3, 70]] = block[-1:, [70, 3]]
        return block

    search = lanes.search

    def wrong(
        puzzles: np.ndarray, *, limit: int | None, executor: str, progress: Tell | None
    ) -> lanes.Found:
        found = search(puzzles, limit=limit, executor=executor, progress=progress)
        return found._replace(solutions=swapped(found.solutions))

    in_blocks(monkeypatch, 50, swapped)
    monkeypatch.setattr(lanes, "search", wrong)
    seen: list[Grid] = []
    for ask in (
        lambda: seen.extend(Spread(MANY).solutions()),
        lambda: Spread(MANY).count(None, 0, lambda _: None),
        lambda: Spread(MANY).count(None),
        lambda: Spread(MANY).few(1),
    ):
        with pytest.raises(EngineError, match="lanes gave a grid that is no solution"):
            ask()
    assert [] == seen


def test_a_missed_solution_is_noticed(
    monkeypatch: pytest.MonkeyPatch, every: frozenset[Grid]
) -> None:
    """Where another engine has found it before."""
    in_blocks(monkeypatch, 1000, lambda block: block[:-1])

    with pytest.raises(EngineError, match="missed a known solution"):
        list(Spread(MANY).solutions(every))
    with pytest.raises(EngineError, match="missed a known solution"):
        Spread(MANY).count(None, 872, lambda _: None)


def test_a_deadline_between_blocks(
    monkeypatch: pytest.MonkeyPatch, every: frozenset[Grid]
) -> None:
    """What was found by then is kept."""

    def slow(block: np.ndarray) -> np.ndarray:
        sleep(0.05)
        return block

    in_blocks(monkeypatch, 10, slow)
    count = Spread(MANY, monotonic() + 0.12).count(None)
    found: list[Grid] = []

    assert "out of time" == count.stopped
    assert 10 <= count.value < 872
    assert not count.exact
    with pytest.raises(Stopped, match="out of time"):
        found.extend(Spread(MANY, monotonic() - 1).solutions())
    assert Count(7, exact=False, stopped="out of time") == Spread(
        MANY, monotonic() - 1
    ).count(None, 7)
    with pytest.raises(Stopped, match="out of time"):
        found.extend(Spread(MANY, monotonic() + 0.12).solutions())
    assert set(found) < every
    assert len(found) >= 10


def test_a_deadline_where_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks without a solution are no solutions, and time is looked at after each."""
    walk = lanes.walk

    def barren(
        puzzles: np.ndarray, *, limit: int | None, executor: str
    ) -> Iterator[Walked]:
        for block in walk(puzzles, limit=limit, executor=executor):
            for _ in range(3):
                sleep(0.02)
                yield np.zeros(0, np.int64), np.zeros((0, 81), np.uint8)
            yield block

    monkeypatch.setattr(lanes, "walk", barren)

    assert 1 == len(list(Spread(ONE).solutions()))
    assert Count(1, exact=True) == Spread(ONE, monotonic() + 10).count(None)
    assert Count(0, exact=False, stopped="out of time") == Spread(
        ONE, monotonic() + 0.03
    ).count(None)


def test_a_deadline_in_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked at by the callback; the first solution is not lost."""
    search = lanes.search

    def slow(
        puzzles: np.ndarray, *, limit: int | None, executor: str, progress: Tell
    ) -> lanes.Found:
        if limit == 2:
            for _ in range(100):
                sleep(0.05)
                progress(0)
        return search(puzzles, limit=limit, executor=executor, progress=progress)

    monkeypatch.setattr(lanes, "search", slow)
    found, certain = Spread(ONE, monotonic() + 0.3).few(2)

    assert [True] == [grid.solves(ONE) for grid in found]
    assert not certain
    assert ([], False) == Spread(ONE, monotonic() - 1).few(2)


@pytest.mark.parametrize("known", [0, 100, 300, 500])
def test_the_compiler_is_called_when_it_pays(
    monkeypatch: pytest.MonkeyPatch, every: frozenset[Grid], known: int
) -> None:
    """After so many solutions; each still comes once, whoever knew them before."""
    told: list[str] = []
    compiled: list[bool] = []
    clues = np.array([MANY.values], np.uint8)
    blocks = list(lanes.walk(clues, executor="numpy", size=50))

    def prepare(executor: str, compiling: Callable[[], None] | None = None) -> str:
        if executor != "numpy" and not compiled:
            assert compiling is not None
            compiling()
            compiled.append(True)
        return "numba" if executor == "auto" else executor

    def either(
        puzzles: np.ndarray, *, limit: int | None, executor: str
    ) -> Iterator[Walked]:
        del puzzles
        told.append(executor)
        left = limit
        for index, block in blocks:
            yield index[:left], block[:left]
            left = None if left is None else max(0, left - len(block))

    def tell() -> None:
        told.append("compiling")

    monkeypatch.setattr("satdoku.spread._WORTH_COMPILING", 300)
    monkeypatch.setattr(lanes, "find_executor", lambda _="auto": "numba")
    monkeypatch.setattr(lanes, "prepare", prepare)
    monkeypatch.setattr(lanes, "walk", either)
    before = frozenset(islice(every, known))
    found = list(Spread(MANY, compiling=tell).solutions(before))

    assert every - before == set(found)
    assert 872 - known == len(found)
    assert [*["numpy"] * (known < 300), "compiling", "numba"] == told
    told.clear()
    compiled.clear()
    assert Count(872, exact=True) == Spread(MANY, compiling=tell).count(None, known)
    assert [*["numpy"] * (known < 300), "compiling", "numba"] == told
    told.clear()
    compiled.clear()
    # No time for the compiler; and few solutions, which are not worth it.
    hurried = Spread(MANY, monotonic() + 10, tell)
    assert Count(872, exact=True) == hurried.count(None, known)
    assert Count(200, exact=False) == Spread(MANY, compiling=tell).count(200)
    assert Status.UNIQUE is Session("lanes").solve(ONE).status
    assert {"numpy"} == set(told)


def test_nothing_is_imported_before_a_search(root: Path) -> None:
    """Neither by the module nor by a session that knows the engine."""
    program = """
import sys
from satdoku import Grid, Session
session = Session("lanes")
session.solutions(Grid.parse("." * 81))
print(sorted({"numpy", "numba"} & set(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        check=False,
        text=True,
        env={"PYTHONPATH": ":".join([str(root), *sys.path])},
    )

    assert ("", "[]\n") == (done.stderr, done.stdout)
