"""The laboratory at work: tasks become samples, each in its fresh process."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from threading import Lock
from typing import TYPE_CHECKING, Any

from satdoku.errors import printable
from satdoku.study.isolated import Isolated, Isolation
from satdoku.study.laboratory.measured import too_large
from satdoku.study.laboratory.sample import PROPAGATION, Sample
from satdoku.study.run import Ended

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from concurrent.futures import Future
    from typing import Self

    from satdoku.study.laboratory.plan import Task

__all__ = ["conduct_laboratory"]

_MEASURE = "satdoku.study.laboratory.measured:measure"
_PROPAGATED = "satdoku.study.laboratory.measured:propagated"
_PREPARING = 300.0  # seconds to make and load a formula, and to end a search
_A_MOMENT = 0.2  # seconds: not everywhere does Ctrl-C wake who waits for ever
_LONGEST_NOTE = 200
_TOLD = frozenset(
    {
        "status",
        "variables",
        "clauses",
        "literals",
        "encode_s",
        "load_s",
        "solve_s",
        "decisions",
        "propagations",
        "conflicts",
        "fixed",
        "removed",
    }
)


def conduct_laboratory(
    tasks: Iterable[Task],
    done: Iterable[Sample] = (),
    *,
    workers: int = 1,
    begun: Callable[[Task], None] | None = None,
) -> Generator[Sample, None, None]:
    """Yield the samples, as they are measured.

    Whoever closes the generator ends what is running; nothing is left of it.

    Args:
        tasks: What is measured.
        done: Samples that are there already; they are not measured again.
        workers: How many are measured at a time.
        begun: Is told each task before it is begun.

    Raises:
        OSError: No process could be started.

    Example:
        >>> from satdoku.study.laboratory.plan import Laboratory
        >>> small = Laboratory((4,), ("dpll",), ("extended",), timeout=60)
        >>> first = next(conduct_laboratory(small.tasks()))
        >>> first.set, first.clauses, first.status
        ('empty', 384, 'solved')
    """
    known = {sample.key for sample in done}
    with _Crew(workers) as crew:
        for task in tasks:
            if task.key in known:
                continue
            large = too_large(task.item)
            if large is not None:
                yield _sample(task, Isolated(Ended.ANSWERED, large))
                continue
            if crew.is_full:
                yield from crew.ended()
            if begun is not None:
                begun(task)
            crew.begin(task)
        while crew.is_busy:
            yield from crew.ended()


class _Crew:
    """Processes at work, so many at a time, each with a thread that waits for it."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._threads = ThreadPoolExecutor(workers, "satdoku-laboratory")
        self._lock = Lock()
        self._running: set[Isolation] = set()
        self._tasks: dict[Future[Isolated], Task] = {}
        self._dismissed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._dismissed = True
            running = tuple(self._running)
        for isolation in running:
            isolation.end()
        self._threads.shutdown(wait=True, cancel_futures=True)

    @property
    def is_full(self) -> bool:
        return len(self._tasks) >= self._workers

    @property
    def is_busy(self) -> bool:
        return bool(self._tasks)

    def begin(self, task: Task) -> None:
        """Have a task measured."""
        self._tasks[self._threads.submit(self._isolated, task)] = task

    def ended(self) -> Iterator[Sample]:
        """Wait for at least one, and yield those that have ended."""
        while not (done := wait(self._tasks, _A_MOMENT, FIRST_COMPLETED).done):
            pass
        for future in done:
            yield _sample(self._tasks.pop(future), future.result())

    def _isolated(self, task: Task) -> Isolated:
        work = _PROPAGATED if task.engine == PROPAGATION else _MEASURE
        with self._lock:
            if self._dismissed:
                return Isolated(Ended.FAILED, None, note="not begun")
            isolation = Isolation(work, task.item)
            self._running.add(isolation)
        try:
            limit = None if task.seconds is None else task.seconds + _PREPARING
            return isolation.result(limit)
        finally:
            isolation.end()
            with self._lock:
                self._running.discard(isolation)


def _sample(task: Task, isolated: Isolated) -> Sample:
    """Put together what a process said and what it took."""
    told: dict[str, Any] = dict(isolated.value or {})
    ended, note = isolated.ended, isolated.note
    if "refused" in told:
        ended, note = Ended.REFUSED, str(told["refused"])
    elif told.get("late"):
        ended = Ended.TIMEOUT
    elif ended is Ended.TIMEOUT:
        note = "cut off before its search began, or long after it should have ended"
    subject = task.subject
    geometry = subject.puzzle.geometry
    return Sample(
        geometry.size,
        f"{geometry.box_height}x{geometry.box_width}",
        subject.set,
        subject.number,
        subject.clues,
        task.encoding,
        task.form,
        task.engine,
        task.repeat,
        ended,
        peak_bytes=isolated.peak_bytes,
        own_bytes=isolated.own_bytes,
        note=printable(note, _LONGEST_NOTE),
        **{name: value for name, value in told.items() if name in _TOLD},
    )
