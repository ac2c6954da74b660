"""Comparisons: by puzzle, geometric means, and bounds where runs were cut off."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING

import pytest

from satdoku.study.bootstrap import confidence
from satdoku.study.comparison import Bound, compare
from satdoku.study.run import Ended

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from satdoku.study.run import Run


@pytest.fixture
def pairs(ran: Callable[..., Run]) -> Callable[..., list[Run]]:
    """Return a maker of runs of `auto` and `ilp`, puzzle by puzzle."""

    def make(auto: Sequence[float], ilp: Sequence[float]) -> list[Run]:
        runs: list[Run] = []
        for number, (one, other) in enumerate(zip(auto, ilp, strict=True), 1):
            for name, time in (("auto", one), ("ilp", other)):
                # A time below zero is here what was cut off then.
                ended = Ended.TIMEOUT if time < 0 else Ended.ANSWERED
                runs.append(ran(name, abs(time), ended, number=number))
        return runs

    return make


def test_ratios_are_of_puzzles(pairs: Callable[..., list[Run]]) -> None:
    """Their geometric mean stands: four times and once are twice."""
    (one,) = compare(pairs([1, 100], [4, 100]), "auto")

    assert ("ilp", "auto", 2, Bound.EXACT) == (
        *(one.contender, one.baseline, one.pairs, one.bound),
    )
    assert 2 == pytest.approx(one.ratio)
    assert (None, None) == (one.low, one.high)


def test_the_other_way_round(pairs: Callable[..., list[Run]]) -> None:
    """With the other as the baseline it is the inverse."""
    (one,) = compare(pairs([1, 3, 100], [4, 5, 90]), "auto")
    (other,) = compare(pairs([1, 3, 100], [4, 5, 90]), "ilp")

    assert 1 == pytest.approx(one.ratio * other.ratio)


def test_the_interval_is_of_logarithms(pairs: Callable[..., list[Run]]) -> None:
    """Where there are pairs enough, and none was cut off."""
    times = [2, 4, 8, 3, 5]
    (one,) = compare(pairs([1] * 5, times), "auto")
    low, high = map(exp, confidence([log(time) for time in times]))

    assert (low, high) == (one.low, one.high)
    assert low < one.ratio < high


@pytest.mark.parametrize(
    ("auto", "ilp", "bound", "count"),
    [
        ([1, 1], [-9, 9], Bound.LEAST, 2),
        ([-9, 9], [1, 1], Bound.MOST, 2),
        ([-9, 1], [1, -9], Bound.UNSURE, 2),
        ([-9, 1], [-9, 9], Bound.EXACT, 1),
    ],
)
def test_cut_off(
    pairs: Callable[..., list[Run]],
    auto: list[float],
    ilp: list[float],
    bound: Bound,
    count: int,
) -> None:
    """The ratio is a bound then; a pair that was cut off on both sides says nothing."""
    (one,) = compare(pairs(auto, ilp), "auto")

    assert (bound, count, None) == (one.bound, one.pairs, one.low)


def test_nothing_to_compare(
    ran: Callable[..., Run], pairs: Callable[..., list[Run]]
) -> None:
    """Without a pair, or without the baseline, there is no comparison."""
    apart = [ran("auto", 1, number=1), ran("ilp", 1, number=2)]

    assert [] == compare(apart, "auto")
    assert [] == compare(pairs([-9], [-9]), "auto")
    assert [] == compare([ran("ilp", 1)], "auto")
