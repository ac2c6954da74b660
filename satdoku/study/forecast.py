"""How much of a study is done, by time: what is left is told from what was run.

A run that is yet to come takes as long as those of its contender on its set did; where
none was run yet, as those of its contender on other sets, or else as all of them.
Where a contender is given up, or refuses, the rest takes no time; nor do repeats of
what took so long that it is not repeated.
"""

from __future__ import annotations

from collections import Counter
from statistics import fmean
from typing import TYPE_CHECKING

from satdoku.study.plan import Long
from satdoku.study.run import Ended

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.study.plan import Task
    from satdoku.study.run import Run

__all__ = ["Forecast"]

_A_START = 0.1  # seconds: of a process


class Forecast:
    """Foretells how long a study takes.

    Args:
        tasks: What is still to be run.

    Example:
        >>> Forecast([]).part()
        1.0
    """

    def __init__(self, tasks: Iterable[Task]) -> None:
        every = list(tasks)
        self._left = Counter(task.lane for task in every)
        self._repeats: dict[tuple[str, str, int, str], dict[int, Task]] = {}
        for task in every:
            if task.repeat > 1 and task.repeat_below is not None:
                self._repeats.setdefault(task.key[:4], {})[task.repeat] = task
        self._long = Long()
        self._times: dict[tuple[str, str, str], list[float]] = {}
        self._over: set[tuple[str, str, str]] = set()
        self._spent = 0.0

    @property
    def runs(self) -> int:
        """How many are left."""
        return self._left.total()

    def ended(self, run: Run) -> None:
        """Take note of a run."""
        lane = run.part, run.set, run.contender
        self._left[lane] -= 1
        self._long.note(run)
        repeats = self._repeats.get(run.key[:4], {})
        repeats.pop(run.repeat, None)
        for repeat in [at for at in repeats if self._long.spares(repeats[at])]:
            del repeats[repeat]
            self._left[lane] -= 1
        if run.ended is Ended.REFUSED:
            self._over.add(lane)
            return
        took = (run.time_s or 0.0) + (run.start_s or _A_START)
        self._times.setdefault(lane, []).append(took)
        self._spent += took

    def part(self) -> float | None:
        """Return how much is done, from 0 to 1; None while nothing can be told."""
        left = 0.0
        means = {lane: fmean(times) for lane, times in self._times.items()}
        by_contender: dict[str, list[float]] = {}
        for lane, mean in means.items():
            by_contender.setdefault(lane[2], []).append(mean)
        for lane, number in self._left.items():
            if not number or lane in self._over:
                continue
            if lane in means:
                left += number * means[lane]
            elif lane[2] in by_contender:
                left += number * fmean(by_contender[lane[2]])
            elif means:
                left += number * fmean(means.values())
            else:
                return None
        whole = self._spent + left
        return self._spent / whole if whole else 1.0
