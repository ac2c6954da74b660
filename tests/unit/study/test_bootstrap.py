"""Bootstrap intervals of means."""

from __future__ import annotations

from math import exp, isnan
from statistics import NormalDist, fmean, stdev

import pytest

from satdoku.errors import UsageError
from satdoku.study.bootstrap import confidence


def test_interval_of_normal_values_is_the_textbook_one() -> None:
    """Of 400 normal values the ends are the mean and 1.96 standard errors, nearly."""
    values = NormalDist(10, 2).samples(400, seed=5)
    error = stdev(values) / 20

    low, high = confidence(values)

    assert fmean(values) - 1.96 * error == pytest.approx(low, abs=error / 5)
    assert fmean(values) + 1.96 * error == pytest.approx(high, abs=error / 5)


def test_interval_leans_to_the_long_side() -> None:
    """Of skewed values the upper end lies farther off than the lower one."""
    values = [exp(each) for each in NormalDist().samples(40, seed=7)]

    low, high = confidence(values)

    assert high - fmean(values) > 1.2 * (fmean(values) - low) > 0


def test_surer_intervals_are_wider() -> None:
    """The level tells how wide the interval is."""
    values = [float(value * value) for value in range(12)]
    (low, high), (lower, higher) = confidence(values, level=0.8), confidence(values)

    assert lower < low < fmean(values) < high < higher


def test_it_holds_the_true_mean_about_as_often_as_it_says() -> None:
    """Of 100 intervals at nine in ten, from 15 values each, 82 to 97 hold the mean."""
    shape = NormalDist(3, 1)
    held = 0
    for seed in range(100):
        low, high = confidence(shape.samples(15, seed=seed), level=0.9, samples=200)
        held += low <= 3 <= high

    assert 82 <= held <= 97


def test_same_arguments_same_interval() -> None:
    """The draws start at the seed, and another seed gives another interval."""
    values = [1.0, 2.0, 4.0, 8.0, 16.0]

    assert confidence(values) == confidence(values)
    assert confidence(values) != confidence(values, seed=2)


def test_values_all_alike() -> None:
    """Of equal values the interval is that value, whatever the sum is rounded to."""
    low, high = confidence([0.1] * 3)

    assert pytest.approx(0.1) == low == high


def test_lopsided_values_stay_in_range() -> None:
    """One value far off, at a level near 1: the ends are means of samples still."""
    low, high = confidence([1.0] * 99 + [1e9], level=0.999999)

    assert 1 <= low < high <= 1e9


def test_one_value_tells_no_interval() -> None:
    """Of a single value nothing is known but itself."""
    assert all(map(isnan, confidence([3.0])))


@pytest.mark.parametrize("values", [[], [1.0, float("inf")], [float("nan")]])
def test_no_values(values: list[float]) -> None:
    """Where there is no mean, there is no interval of it."""
    with pytest.raises(UsageError, match="finite"):
        confidence(values)


@pytest.mark.parametrize(("level", "samples"), [(0.0, 9), (1.0, 9), (0.5, 0)])
def test_no_level(level: float, samples: int) -> None:
    """Levels lie between 0 and 1, and there are samples."""
    with pytest.raises(UsageError, match="level between 0 and 1"):
        confidence([1.0, 2.0], level=level, samples=samples)


def test_interval_of_skewed_values_is_that_of_others() -> None:
    """The ends are those of SciPy 1.17 (BCa); without a correction 24.6 and less."""
    values = [1.0] * 6 + [2.0, 2.5, 3.0, 4.0, 40.0, 60.0]

    ends = confidence(values, samples=20_000)

    assert pytest.approx((1.79, 26.04), rel=0.02) == ends
