"""A study is conducted: its tasks become runs, each in its fresh process.

    parts ─plan─▶ tasks ─isolated, so many at a time─▶ runs

One at a time is usual, since runs that share a processor's caches and memory slow each
other down.  Before its first run an engine answers an easy puzzle, unmeasured: what is
on the disk is in memory then, and what is compiled once for all is compiled.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from threading import Lock
from typing import TYPE_CHECKING

from satdoku.errors import SatdokuError
from satdoku.grid import Grid
from satdoku.study.isolated import Isolated, Isolation
from satdoku.study.loading import EASY
from satdoku.study.measured import Item
from satdoku.study.plan import Long, tasks
from satdoku.study.run import Ended
from satdoku.study.told import Tellers

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from concurrent.futures import Future
    from typing import Self

    from satdoku.study.contender import Contender
    from satdoku.study.part import Part
    from satdoku.study.plan import Task
    from satdoku.study.run import Run

__all__ = ["conduct"]

_WORK = "satdoku.study.measured:answer"
_A_MOMENT = 0.2  # seconds: not everywhere does Ctrl-C wake who waits for ever
_WARMING = 60.0  # seconds: to compile takes some


def conduct(
    parts: Iterable[Part],
    done: Iterable[Run] = (),
    *,
    workers: int = 1,
    begun: Callable[[Task], None] | None = None,
) -> Generator[Run, None, None]:
    """Yield the runs of a study, as they end.

    Whoever closes the generator ends what is running; nothing is left of it.

    Args:
        parts: What is measured.
        done: Runs that are there already; they are not run again, and their timeouts
            count.
        workers: How many are run at a time.
        begun: Is told each task before it is run.

    Raises:
        OSError: No process could be started.

    Example:
        >>> from satdoku.study.contender import Contender
        >>> from satdoku.study.part import Ask, Part
        >>> from satdoku.study.subject import Subject
        >>> puzzle = Subject(Grid.parse("1... ..2. ..3. 4..."), "small", 1)
        >>> part = Part((puzzle,), (Contender("bitmask"),), ask=Ask.UNIQUE, timeout=60)
        >>> [(run.contender, run.status) for run in conduct([part])]
        [('bitmask', 'unique')]
    """
    known = {run.key: run for run in done}
    late = Counter(
        (run.part, run.set, run.contender)
        for run in known.values()
        if run.ended is Ended.TIMEOUT
    )
    long = Long(known.values())
    tellers = Tellers()
    with _Crew(workers) as crew:
        for task in tasks(parts):
            if task.key in known:
                continue
            while crew.is_full:
                yield from _ended(crew, tellers, late, long)
            if long.spares(task):
                continue
            note = crew.refusal(task.contender)
            if task.give_up is not None and late[task.lane] >= task.give_up:
                times = "a timeout" if task.give_up == 1 else f"{task.give_up} timeouts"
                note = f"given up after {times}"
            if note:
                yield tellers.told(task, Isolated(Ended.REFUSED, None, note=note))
                continue
            if begun is not None:
                begun(task)
            crew.begin(task)
        while crew.is_busy:
            yield from _ended(crew, tellers, late, long)


def _ended(
    crew: _Crew, tellers: Tellers, late: Counter[tuple[str, str, str]], long: Long
) -> Iterator[Run]:
    for task, isolated in crew.ended():
        if isolated.ended is Ended.TIMEOUT:
            late[task.lane] += 1
        run = tellers.told(task, isolated)
        long.note(run)
        yield run


class _Crew:
    """Runs tasks, so many at a time, in threads that wait for processes."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._threads = ThreadPoolExecutor(workers, "satdoku-study")
        self._lock = Lock()
        self._running: set[Isolation] = set()
        self._tasks: dict[Future[Isolated], Task] = {}
        self._refusals: dict[Contender, str] = {}
        self._warm: set[tuple[str, bool]] = set()
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
        """Have a task run."""
        kind = task.contender.engine, task.whole
        if kind not in self._warm:
            self._warm.add(kind)
            self._finish(self._threads.submit(self._warm_up, task))
        self._tasks[self._threads.submit(self._run, task)] = task

    def ended(self) -> Iterator[tuple[Task, Isolated]]:
        """Wait for at least one, and yield those that have ended."""
        ended = self._first(list(self._tasks))
        for future in ended:
            yield self._tasks.pop(future), future.result()

    def refusal(self, contender: Contender) -> str:
        """Say why a contender cannot be asked at all; empty if it can."""
        found = self._refusals.get(contender)
        if found is None:
            found = ""
            try:
                contender.session()
            except SatdokuError as error:
                found = str(error)
            self._refusals[contender] = found
        return found

    def _finish(self, future: Future[Isolated]) -> None:
        """Wait for one, while others may run."""
        self._first([future])
        future.result()

    def _first(self, futures: list[Future[Isolated]]) -> set[Future[Isolated]]:
        """Wait for the first of these, so that Ctrl-C is heard."""
        while True:
            ended = wait(futures, _A_MOMENT, FIRST_COMPLETED).done
            if ended:
                return ended

    def _warm_up(self, task: Task) -> Isolated:
        item = Item((Grid.parse(EASY),), task.contender, task.ask, task.whole)
        return self._isolated(item, _WARMING)

    def _run(self, task: Task) -> Isolated:
        puzzles = tuple(subject.puzzle for subject in task.subjects)
        item = Item(puzzles, task.contender, task.ask, task.whole)
        return self._isolated(item, task.timeout)

    def _isolated(self, item: Item, seconds: float | None) -> Isolated:
        with self._lock:
            if self._dismissed:
                return Isolated(Ended.FAILED, None, note="not begun")
            isolation = Isolation(_WORK, item)
            self._running.add(isolation)
        try:
            return isolation.result(seconds)
        finally:
            isolation.end()
            with self._lock:
                self._running.discard(isolation)
