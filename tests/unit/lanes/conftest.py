"""Puzzles, executors, and what holds of every search of lanes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from satdoku.lanes.search import EXECUTORS, Found
from satdoku.rules import first_broken

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

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


def assert_equal(expected: Found, found: Found, *names: str) -> None:
    """Hold that two searches found the same, bit by bit."""
    for name in names or Found._fields:
        one, other = getattr(expected, name), getattr(found, name)

        assert one.dtype == other.dtype, name
        different = np.flatnonzero((one != other).reshape(len(one), -1).any(axis=1))
        assert [] == different.tolist(), name


def assert_sound(puzzles: Puzzles, found: Found) -> None:
    """Hold solutions against the rules; there are none where none were counted."""
    has = found.counts > 0

    assert first_broken(puzzles[has], found.solutions[has]) is None
    assert not found.solutions[~has].any()


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
