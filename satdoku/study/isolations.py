"""Isolations side by side: so many at a time, each with a thread that waits for it.

    begin(key, work, item, seconds) ─▶ a process ─▶ ended() ─▶ (key, Isolated)

Invariant: whoever leaves its `with` block leaves no process behind.
"""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

from satdoku.study.isolated import Isolated, Isolation
from satdoku.study.run import Ended

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Future
    from typing import Self

__all__ = ["Isolations"]

Key = TypeVar("Key")

_A_MOMENT = 0.2  # seconds: not everywhere does Ctrl-C wake who waits for ever


class Isolations(Generic[Key]):
    """Processes at work.

    Args:
        workers: How many at a time.

    Example:
        >>> with Isolations[str](1) as crew:
        ...     crew.begin("four", "math:sqrt", 16.0, None)
        ...     [(key, done.ended.value, done.value) for key, done in crew.ended()]
        [('four', 'answered', 4.0)]
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._threads = ThreadPoolExecutor(workers, "satdoku-study")
        self._lock = Lock()
        self._running: set[Isolation] = set()
        self._keys: dict[Future[Isolated], Key] = {}
        self._dismissed = False

    def __enter__(self) -> Self:
        """Begin with nothing running."""
        return self

    def __exit__(self, *_: object) -> None:
        """End what is running."""
        with self._lock:
            self._dismissed = True
            running = tuple(self._running)
        for isolation in running:
            isolation.end()
        self._threads.shutdown(wait=True, cancel_futures=True)

    @property
    def is_full(self) -> bool:
        """Whether as many are at work as may be."""
        return len(self._keys) >= self._workers

    @property
    def is_busy(self) -> bool:
        """Whether any is."""
        return bool(self._keys)

    def begin(self, key: Key, work: str, item: object, seconds: float | None) -> None:
        """Begin a work, as `isolated` does it; the key tells it apart."""
        self._keys[self._threads.submit(self._isolated, work, item, seconds)] = key

    def ended(self) -> Iterator[tuple[Key, Isolated]]:
        """Wait for at least one, and yield those that have ended."""
        for future in _first(self._keys):
            yield self._keys.pop(future), future.result()

    def wait_for(self, work: str, item: object, seconds: float | None) -> Isolated:
        """Do a work beside those that were begun, and wait for it alone."""
        future = self._threads.submit(self._isolated, work, item, seconds)
        _first([future])
        return future.result()

    def _isolated(self, work: str, item: object, seconds: float | None) -> Isolated:
        with self._lock:
            if self._dismissed:
                return Isolated(Ended.FAILED, None, note="not begun")
            isolation = Isolation(work, item)
            self._running.add(isolation)
        try:
            return isolation.result(seconds)
        finally:
            isolation.end()
            with self._lock:
                self._running.discard(isolation)


def _first(futures: Iterable[Future[Isolated]]) -> set[Future[Isolated]]:
    """Wait for the first of these, so that Ctrl-C is heard."""
    every = list(futures)
    while not (done := wait(every, _A_MOMENT, FIRST_COMPLETED).done):
        pass
    return done
