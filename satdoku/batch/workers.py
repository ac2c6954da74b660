"""Workers: who searches the parts of many puzzles at a time.

Each worker is a thread.  Where the executor lets go of the interpreter (numba) the
thread searches itself; else it has a process of its own that does, and waits for it.

A thread cannot be stopped from outside: a search looks up, every fifth of a second,
whether the crew was dismissed, and stops by an exception.  Processes are ended.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event, Lock, local
from typing import TYPE_CHECKING, Self

from satdoku.batch.process import Process
from satdoku.batch.result import batch_of
from satdoku.batch.rules import check_first
from satdoku.lanes.search import prepare, search

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.batch.options import Options
    from satdoku.batch.result import Batch
    from satdoku.lanes.search import Found

__all__ = ["Crew", "Job", "solved"]


class _Dismissed(Exception):  # noqa: N818  an end, not a mistake
    """The crew was dismissed: nobody waits for what is searched here."""


@dataclass(slots=True, eq=False)
class Job:
    """A part that a crew works on.

    Args:
        first: The index of its first puzzle.
        done: How many of its puzzles are done.
        answer: Its answers, once they are there, or what went wrong.
    """

    first: int
    done: int = 0
    answer: Future[Batch] = field(init=False)


def solved(
    puzzles: NDArray[np.uint8],
    first: int,
    options: Options,
    *,
    progress: Callable[[int], None] | None = None,
) -> Batch:
    """Search puzzles here and now, and hold what is found against the rules.

    Raises:
        EngineError: What was found breaks them.
    """
    found = search(
        puzzles,
        limit=options.limit,
        max_guesses=options.max_guesses,
        executor=options.executor,
        progress=progress,
    )
    return _checked(puzzles, first, options, found)


def _checked(
    puzzles: NDArray[np.uint8], first: int, options: Options, found: Found
) -> Batch:
    check_first(puzzles, found.solutions, found.counts, first)
    return batch_of(found, options.limit)


class Crew:
    """Workers that take up parts in the order in which they come.

    A context manager: whoever leaves it dismisses the crew, and nothing runs any more.

    Args:
        options: What is asked of the puzzles, and how many workers there are.
    """

    def __init__(self, options: Options) -> None:
        self._options = options
        self._threads = ThreadPoolExecutor(options.workers, "satdoku")
        self._dismissed = Event()
        self._mine = local()
        self._processes: list[Process] = []
        self._lock = Lock()

    def __enter__(self) -> Self:
        if self._options.executor != "numpy":
            # The compiler runs for seconds: here, where Ctrl-C can stop it.
            prepare(self._options.executor)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._dismissed.set()
        with self._lock:
            for process in self._processes:
                process.end()
        self._threads.shutdown(wait=True, cancel_futures=True)

    def begin(self, first: int, puzzles: NDArray[np.uint8]) -> Job:
        """Hand a part to whoever is free next."""
        job = Job(first)
        job.answer = self._threads.submit(self._work, job, puzzles)
        return job

    def _work(self, job: Job, puzzles: NDArray[np.uint8]) -> Batch:
        def look_up(done: int) -> None:
            job.done = done
            if self._dismissed.is_set():
                raise _Dismissed

        options = self._options
        if options.executor == "numpy":
            found = self._process().search(puzzles, options, look_up)
            batch = _checked(puzzles, job.first, options, found)
        else:
            batch = solved(puzzles, job.first, options, progress=look_up)
        job.done = len(puzzles)
        return batch

    def _process(self) -> Process:
        """Return this thread's process; start it, where there is none yet."""
        process: Process | None = getattr(self._mine, "process", None)
        if process is None:
            with self._lock:
                if self._dismissed.is_set():
                    raise _Dismissed
                process = self._mine.process = Process()
                self._processes.append(process)
        return process
