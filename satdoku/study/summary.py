"""Summaries: what the runs of a contender on a set come to, in a row.

    runs ─repeats─▶ outcomes ─puzzles─▶ summaries
                        └─pairs─▶ comparisons

First the repeats of a puzzle become one value, then the puzzles of a set.  What was cut
off counts with its limit and the mean is a lower bound then; what failed or was not
begun is counted, and is in no mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from statistics import median, median_high
from typing import TYPE_CHECKING

from satdoku.study.comparison import Comparison, compare
from satdoku.study.outcome import outcomes
from satdoku.study.run import Ended

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.study.outcome import Outcome
    from satdoku.study.run import Run

__all__ = ["Comparison", "Summary", "compare", "summaries"]


@dataclass(frozen=True, slots=True)
class Summary:
    """A contender on a set.

    Args:
        part: The part of the study.
        set: The set.
        contender: The contender, in a word.
        whole: Whether the whole set was one run.
        puzzles: How many puzzles of the set there are runs of.
        answered, timeouts, memory, failed, refused: How many of them ended so.
        mean_s: Seconds a puzzle, of those answered or cut off.
        median_s, min_s, max_s: The same; None of whole sets, whose puzzles have no
            times of their own.
        total_s: Seconds of all of them.
        is_bound: Whether mean, greatest and total are lower bounds, as some were cut
            off.
        median_is_bound: Whether the median is one, too.
        peak_bytes, own_bytes: The mean of memory.
        guesses, decisions, propagations, conflicts: The means of what was counted, a
            puzzle; None if it counts none.
    """

    part: str
    set: str
    contender: str
    whole: bool
    puzzles: int
    answered: int
    timeouts: int
    memory: int
    failed: int
    refused: int
    mean_s: float | None
    median_s: float | None
    min_s: float | None
    max_s: float | None
    total_s: float | None
    is_bound: bool
    median_is_bound: bool
    peak_bytes: float | None
    own_bytes: float | None
    guesses: float | None
    decisions: float | None
    propagations: float | None
    conflicts: float | None

    @property
    def is_complete(self) -> bool:
        """Whether every puzzle was answered."""
        return self.answered == self.puzzles


def summaries(runs: Iterable[Run]) -> list[Summary]:
    """Sum runs up by part, set and contender, in the order they are first met in.

    Example:
        >>> from satdoku.study.run import Ended, Run
        >>> row = "", "easy", 1, 1, "", 9, "3x3", 30, "", "auto", "auto", "", ""
        >>> times = 0.25, 0.5, 9.0
        >>> runs = [Run(*row, i, Ended.ANSWERED, time_s=t) for i, t in enumerate(times)]
        >>> (found,) = summaries(runs)
        >>> found.puzzles, found.mean_s
        (1, 0.5)
    """
    groups: dict[tuple[str, str, str], list[Outcome]] = {}
    for one in outcomes(runs):
        groups.setdefault((one.part, one.set, one.contender), []).append(one)
    return [_summary(group) for group in groups.values()]


def _summary(group: Sequence[Outcome]) -> Summary:
    first = group[0]

    def ended(way: Ended) -> int:
        return sum(one.puzzles for one in group if one.ended is way)

    timed = [one for one in group if one.time_s is not None]
    times = [one.time_s for one in timed if one.time_s is not None]
    cut_off = [one.time_s for one in timed if one.is_bound and one.time_s is not None]
    total = fsum(times) if times else None
    whole = first.is_whole
    middle = median(times) if times and not whole else None
    return Summary(
        part=first.part,
        set=first.set,
        contender=first.contender,
        whole=whole,
        puzzles=sum(one.puzzles for one in group),
        answered=ended(Ended.ANSWERED),
        timeouts=ended(Ended.TIMEOUT),
        memory=ended(Ended.MEMORY),
        failed=ended(Ended.FAILED),
        refused=ended(Ended.REFUSED),
        mean_s=None if total is None else total / sum(one.puzzles for one in timed),
        median_s=middle,
        min_s=min(times) if times and not whole else None,
        max_s=max(times) if times and not whole else None,
        total_s=total,
        is_bound=bool(cut_off),
        # Of an even number the two in the middle make the median.
        median_is_bound=not whole
        and any(time <= median_high(times) for time in cut_off),
        peak_bytes=_mean([one.peak_bytes for one in timed]),
        own_bytes=_mean([one.own_bytes for one in timed]),
        guesses=_a_puzzle(timed, [one.guesses for one in timed]),
        decisions=_a_puzzle(timed, [one.decisions for one in timed]),
        propagations=_a_puzzle(timed, [one.propagations for one in timed]),
        conflicts=_a_puzzle(timed, [one.conflicts for one in timed]),
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fsum(known) / len(known) if known else None


def _a_puzzle(group: Sequence[Outcome], values: Sequence[float | None]) -> float | None:
    """Return the mean a puzzle; a run of a whole set counted for all of it."""
    pairs = zip(group, values, strict=True)
    known = [(one.puzzles, value) for one, value in pairs if value is not None]
    if not known:
        return None
    return fsum(value for _, value in known) / sum(puzzles for puzzles, _ in known)
