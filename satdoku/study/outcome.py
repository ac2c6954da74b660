"""Outcomes: the repeats of a run, taken together.

Of repeated times and memories the median stands, which one slow repeat does not move.
A run that was cut off counts with how long it ran, which is at least its limit.  A
puzzle counts as answered if at least half of its repeats were; where the median then
rests on one that was cut off, it is a lower bound.  What failed, or was not begun, has
no time.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median, median_high
from typing import TYPE_CHECKING

from satdoku.study.run import Ended

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.study.run import Run

__all__ = ["Outcome", "outcomes"]

_WORST = (
    Ended.FAILED,
    Ended.MEMORY,
    Ended.TIMEOUT,
    Ended.ANSWERED,
    Ended.REFUSED,
)
"""What stands for repeats that ended in different ways: the first of these that is one
of them, but that as many answers as timeouts are an answer.  A repeat that was spared
after a timeout changes nothing."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A contender on a puzzle, or on a whole set, all repeats together.

    Args:
        part, set, number, puzzles, difficulty, contender: As the run's.
        repeats: How many runs were begun.
        cut_off: How many of them were cut off.
        ended: How it ended; see the module.
        time_s: The median of the times; None where there is none.
        is_bound: Whether that is a lower bound.
        peak_bytes, own_bytes: The same of memory.
        guesses, decisions, propagations, conflicts: The same of what was counted.
        notes: What the runs say, each thing once.
    """

    part: str
    set: str
    number: int
    puzzles: int
    difficulty: str
    contender: str
    repeats: int
    cut_off: int
    ended: Ended
    time_s: float | None
    is_bound: bool
    peak_bytes: float | None
    own_bytes: float | None
    guesses: float | None
    decisions: float | None
    propagations: float | None
    conflicts: float | None
    notes: tuple[str, ...]

    @property
    def place(self) -> tuple[str, str, int]:
        """Which puzzle it is about: part, set, number."""
        return self.part, self.set, self.number

    @property
    def is_cut_off(self) -> bool:
        """Whether it counts as cut off, and not as answered."""
        return self.ended is Ended.TIMEOUT

    @property
    def is_whole(self) -> bool:
        """Whether it is of a whole set."""
        return self.number == 0


def outcomes(runs: Iterable[Run]) -> list[Outcome]:
    """Take the repeats of runs together, in the order in which they are first met."""
    repeats: dict[tuple[str, str, int, str], list[Run]] = {}
    for run in runs:
        key = run.part, run.set, run.number, run.contender
        repeats.setdefault(key, []).append(run)
    return [_outcome(group) for group in repeats.values()]


def _outcome(runs: Sequence[Run]) -> Outcome:
    first = runs[0]
    ended = _ended(runs)
    timed = [run for run in runs if run.ended in (Ended.ANSWERED, Ended.TIMEOUT)]
    if ended in (Ended.FAILED, Ended.MEMORY):
        timed = []
    late = [run.time_s for run in timed if run.ended is Ended.TIMEOUT and run.time_s]
    times = [run.time_s for run in timed if run.time_s is not None]
    return Outcome(
        part=first.part,
        set=first.set,
        number=first.number,
        puzzles=first.puzzles,
        difficulty=first.difficulty,
        contender=first.contender,
        repeats=sum(run.ended is not Ended.REFUSED for run in runs),
        cut_off=sum(run.ended is Ended.TIMEOUT for run in runs),
        ended=ended,
        time_s=_median(times),
        # Of an even number the two in the middle make the median.
        is_bound=any(time <= median_high(times) for time in late),
        peak_bytes=_median([run.peak_bytes for run in timed]),
        own_bytes=_median([run.own_bytes for run in timed]),
        guesses=_median([run.guesses for run in timed]),
        decisions=_median([run.decisions for run in timed]),
        propagations=_median([run.propagations for run in timed]),
        conflicts=_median([run.conflicts for run in timed]),
        notes=tuple(dict.fromkeys(run.note for run in runs if run.note)),
    )


def _ended(runs: Sequence[Run]) -> Ended:
    ways = [run.ended for run in runs]
    worst = next(way for way in _WORST if way in ways)
    if worst is Ended.TIMEOUT and ways.count(Ended.ANSWERED) >= ways.count(worst):
        return Ended.ANSWERED
    return worst


def _median(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return float(median(known)) if known else None
