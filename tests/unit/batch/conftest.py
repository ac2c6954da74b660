"""Lanes that can be told what to do, and a look at what is left running."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from satdoku.batch import options, workers
from satdoku.lanes.search import Found

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

SQUARE = [(3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)]


@dataclass
class Lanes:
    """Lanes that do as the puzzles say: a full grid is its own solution.

    The first cell of an unfinished puzzle says what happens: 1 takes a moment, 2 never
    ends, 3 fails, 4 finds a wrong solution; any other has none.

    Args:
        sizes: How many puzzles each search had.
        running: How many searches run now.
        most: How many ran at a time, at most.
    """

    sizes: list[int] = field(default_factory=list[int])
    running: int = 0
    most: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def search(
        self,
        puzzles: NDArray[np.uint8],
        *,
        progress: Callable[[int], None] | None = None,
        **_asked: Any,  # noqa: ANN401  whatever is asked
    ) -> Found:
        """Stand in for `satdoku.lanes.search.search`."""
        with self.lock:
            self.sizes.append(len(puzzles))
            self.running += 1
            self.most = max(self.most, self.running)
        try:
            return self._found(puzzles, progress or (lambda _done: None))
        finally:
            with self.lock:
                self.running -= 1

    def _found(
        self, puzzles: NDArray[np.uint8], progress: Callable[[int], None]
    ) -> Found:
        full: NDArray[np.bool_] = np.all(puzzles != 0, axis=1, keepdims=True)[:, 0]
        solutions = puzzles * full[:, None].view(np.uint8)
        for at in np.flatnonzero(~full):
            if puzzles[at, 0] == 1:
                time.sleep(0.05)
            while puzzles[at, 0] == 2:
                time.sleep(0.02)
                progress(int(at))
            if puzzles[at, 0] == 3:
                raise ZeroDivisionError("a fault in the lanes")
            if puzzles[at, 0] == 4:
                full[at], solutions[at] = True, 9
        numbers = np.zeros(len(puzzles), np.int64)
        progress(len(puzzles))
        return Found(solutions, numbers + full, numbers == 0, numbers, numbers)


@pytest.fixture
def lanes(monkeypatch: pytest.MonkeyPatch) -> Lanes:
    """Put such lanes in the place of the true ones; they let go of the interpreter."""
    made = Lanes()
    monkeypatch.setattr(workers, "search", made.search)
    monkeypatch.setattr(workers, "prepare", lambda _name: "numba")
    monkeypatch.setattr(options, "find_executor", lambda _name: "numba")
    return made


@pytest.fixture
def nothing_is_left() -> Iterator[None]:
    """See to it that no thread outlives a test."""
    before = set(threading.enumerate())
    yield
    left = set(threading.enumerate()) - before

    assert not left


@pytest.fixture
def chunk() -> Callable[..., NDArray[np.uint8]]:
    """Return a maker of chunks, all alike but for what the first puzzle says."""

    def make(many: int = 3, says: int | None = None) -> NDArray[np.uint8]:
        made = np.tile(np.array(SQUARE, np.uint8), (many, 1))
        if says is not None:
            made[0] = 0
            made[0, 0] = says
        return made

    return make
