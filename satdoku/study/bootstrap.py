"""How sure a mean is: bootstrap intervals, in plain Python.

The values that were measured stand for all that could have been: as many are drawn from
them with replacement, over and over, and the means of these samples spread about as
much as means of new measurements would.  No shape of their distribution is assumed.

The interval is the one called BCa, bias-corrected and accelerated: which of the sorted
means are its ends is moved by how lopsided the samples lie about the mean (the bias)
and by how its error changes with it (the acceleration, of a mean a sixth of the
skewness over the root of the number of values).  Plain percentiles are too narrow for
the skewed times of solvers.

Source: B. Efron, R. J. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 14.
"""

from __future__ import annotations

from math import floor, fsum, isfinite, nan
from random import Random
from statistics import NormalDist
from typing import TYPE_CHECKING

from satdoku.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["confidence"]

_NORMAL = NormalDist()


def confidence(
    values: Sequence[float], *, level: float = 0.95, samples: int = 2000, seed: int = 1
) -> tuple[float, float]:
    """Return the ends of the bootstrap interval of the mean of values.

    For a geometric mean give logarithms, and take the exponentials of both ends.  The
    same arguments give the same interval in every Python.

    Args:
        values: What was measured.
        level: How often such an interval holds the true mean.
        samples: How many samples are drawn.
        seed: Where the draws start.

    Returns:
        The lower and the upper end; both `nan` of a single value, which says nothing of
        how far another would lie from it.

    Raises:
        UsageError: There are no values, or one is not finite; the level is not between
            0 and 1; or there are no samples.

    Example:
        >>> low, high = confidence([1.0, 2.0, 2.0, 3.0, 4.0, 6.0])
        >>> 1 < low < 3 < high < 6
        True
        >>> confidence([2.5, 2.5, 2.5])
        (2.5, 2.5)
        >>> confidence([2.5])
        (nan, nan)
    """
    if not values or not all(map(isfinite, values)):
        raise UsageError("a mean needs one finite value at least, and finite ones only")
    if not 0 < level < 1 or samples < 1:
        raise UsageError("a level between 0 and 1 and one sample at least are needed")
    many = len(values)
    if many == 1:
        return nan, nan
    mean = fsum(values) / many
    squares = fsum((value - mean) ** 2 for value in values)
    if squares == 0 or min(values) == max(values):
        return mean, mean
    draw = Random(seed).choices  # noqa: S311  nothing to keep secret
    means = sorted(fsum(draw(values, k=many)) / many for _ in range(samples))

    # Ties count half, so that few values, with few different means, are not taken for
    # biased; and never none or all, whose quantile would not be finite.
    below = sum((each < mean) + (each <= mean) for each in means) / 2
    bias = _NORMAL.inv_cdf(min(max(below, 0.5), samples - 0.5) / samples)
    cubes = fsum((value - mean) ** 3 for value in values)
    acceleration = cubes / (6 * squares**1.5)

    def end(part: float) -> float:
        moved = bias + _NORMAL.inv_cdf(part)
        stretched = moved / max(1 - acceleration * moved, 1e-9)
        return _quantile(means, _NORMAL.cdf(bias + stretched))

    return end((1 - level) / 2), end((1 + level) / 2)


def _quantile(ordered: Sequence[float], part: float) -> float:
    """Return what a part of ordered values lies below, between two if need be."""
    place = part * (len(ordered) - 1)
    before = floor(place)
    after = min(before + 1, len(ordered) - 1)
    return ordered[before] + (ordered[after] - ordered[before]) * (place - before)
