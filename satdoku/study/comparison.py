"""Comparisons: how many times as long as the baseline, puzzle by puzzle.

Times of one puzzle are set against each other before anything is averaged, so that a
set's spread from easy to hard does not drown what is to be seen.  The ratios' geometric
mean stands, of which it makes no difference who is the baseline; its interval is a
bootstrap of their logarithms.

A time that was cut off is at least its limit: of the contender that makes the ratio a
lower bound, of the baseline an upper one.  Where both were cut off a pair says nothing
and is left out, and so is the interval where any was.

Source: P. J. Fleming, J. J. Wallace, How not to lie with statistics: the correct way
to summarize benchmark results, Communications of the ACM 29(3), 1986.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import exp, fsum, log
from typing import TYPE_CHECKING

from satdoku.study.bootstrap import confidence
from satdoku.study.outcome import outcomes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.study.outcome import Outcome
    from satdoku.study.run import Run

__all__ = ["Bound", "Comparison", "compare"]

_FEWEST = 5
"""Fewer pairs say too little about how they spread."""


class Bound(StrEnum):
    """What a ratio is, where some runs were cut off: at least, at most, either."""

    EXACT = ""
    LEAST = "≥"
    MOST = "≤"
    UNSURE = "~"


@dataclass(frozen=True, slots=True)
class Comparison:
    """A contender against the baseline, on a set.

    Args:
        part: The part of the study.
        set: The set.
        contender: The contender, in a word.
        baseline: The baseline, in a word.
        pairs: How many puzzles, or whole sets, both have a time of.
        ratio: The geometric mean of contender / baseline.
        bound: What the ratio is.
        low, high: Its interval, at 95 in 100; None of few pairs, or where some were cut
            off.
    """

    part: str
    set: str
    contender: str
    baseline: str
    pairs: int
    ratio: float
    bound: Bound = Bound.EXACT
    low: float | None = None
    high: float | None = None


def compare(runs: Iterable[Run], baseline: str) -> list[Comparison]:
    """Compare contenders with the baseline, by part and set.

    Contenders without a pair, and the baseline itself, are left out.

    Args:
        runs: What was measured.
        baseline: A contender, in a word.

    Example:
        >>> from satdoku.study.run import Ended, Run
        >>> row = "", "easy", 1, 1, "", 9, "3x3", 30, ""
        >>> runs = [
        ...     Run(*row, name, name, "", "", 1, Ended.ANSWERED, time_s=time)
        ...     for name, time in (("auto", 0.5), ("ilp", 2.0))
        ... ]
        >>> (found,) = compare(runs, "auto")
        >>> found.contender, found.ratio
        ('ilp', 4.0)
    """
    base: dict[tuple[str, str, int], Outcome] = {}
    others: dict[tuple[str, str, str], list[Outcome]] = {}
    for one in outcomes(runs):
        if not one.time_s:
            continue
        if one.contender == baseline:
            base[one.place] = one
        else:
            others.setdefault((one.part, one.set, one.contender), []).append(one)
    found = (_comparison(group, base, baseline) for group in others.values())
    return [one for one in found if one is not None]


def _comparison(
    group: Sequence[Outcome],
    base: dict[tuple[str, str, int], Outcome],
    baseline: str,
) -> Comparison | None:
    logs: list[float] = []
    least = most = False
    for one in group:
        other = base.get(one.place)
        if other is None or not one.time_s or not other.time_s:
            continue
        if one.is_bound and other.is_bound:
            continue
        least = least or one.is_bound
        most = most or other.is_bound
        logs.append(log(one.time_s / other.time_s))
    if not logs:
        return None
    first = group[0]
    bound = _bound(least=least, most=most)
    low = high = None
    if bound is Bound.EXACT and len(logs) >= _FEWEST:
        low, high = map(exp, confidence(logs))
    return Comparison(
        first.part,
        first.set,
        first.contender,
        baseline,
        len(logs),
        exp(fsum(logs) / len(logs)),
        bound,
        low,
        high,
    )


def _bound(*, least: bool, most: bool) -> Bound:
    if least:
        return Bound.UNSURE if most else Bound.LEAST
    return Bound.MOST if most else Bound.EXACT
