"""A study is conducted: its tasks become runs, each in its fresh process.

    parts ─plan─▶ tasks ─isolated, so many at a time─▶ runs

One at a time is usual, since runs that share a processor's caches and memory slow each
other down.  Before its first run an engine answers an easy puzzle, unmeasured: what is
on the disk is in memory then, and what is compiled once for all is compiled.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from satdoku.errors import SatdokuError
from satdoku.puzzle import Puzzle
from satdoku.study.isolated import Isolated
from satdoku.study.isolations import Isolations
from satdoku.study.loading import EASY
from satdoku.study.measured import Item
from satdoku.study.plan import Long, tasks
from satdoku.study.run import Ended
from satdoku.study.told import Tellers

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from satdoku.study.contender import Contender
    from satdoku.study.part import Part
    from satdoku.study.plan import Task
    from satdoku.study.run import Run

__all__ = ["conduct"]

_WORK = "satdoku.study.measured:answer"
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
        >>> puzzle = Subject(Puzzle("1... ..2. ..3. 4..."), "small", 1)
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
            crew.run(task)
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


class _Crew(Isolations["Task"]):
    """Runs tasks, and knows which contenders cannot be asked."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self._refusals: dict[Contender, str] = {}
        self._warm: set[tuple[str, bool]] = set()

    def run(self, task: Task) -> None:
        """Have a task run; before the first of an engine, warm it up."""
        kind = task.contender.engine, task.whole
        if kind not in self._warm:
            self._warm.add(kind)
            self._warm_up(task)
        puzzles = tuple(subject.puzzle for subject in task.subjects)
        item = Item(puzzles, task.contender, task.ask, task.whole)
        self.begin(task, _WORK, item, task.timeout)

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

    def _warm_up(self, task: Task) -> None:
        item = Item((Puzzle(EASY),), task.contender, task.ask, task.whole)
        self.wait_for(_WORK, item, _WARMING)
