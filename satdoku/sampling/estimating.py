"""How many solutions there are, roughly: the mean of samples, and its error.

Samples are drawn until the standard error is small, or the time is over.  That samples
still to come are not drawn once the error looks small makes the error told a little
smaller than it is; a number of samples that is set before has not that flaw.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from time import monotonic
from typing import TYPE_CHECKING

from satdoku.answers import Count, Estimate
from satdoku.errors import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.grid import Grid
    from satdoku.sampling.sample import Sample

__all__ = ["LONGEST", "estimate"]

LONGEST = 10.0
"""Seconds after which no more samples are drawn, where nobody says."""

_GOOD = 0.01  # a standard error that is small enough
_FEWEST = 20  # samples whose standard error is believed to be small
_ENOUGH = 5  # samples that are an estimate when the time is over


def estimate(
    puzzle: Grid,
    *,
    samples: int | None = None,
    seed: int | None = None,
    timeout: float | None = None,
    progress: Callable[[Count], None] | None = None,
) -> Count:
    """Estimate how many solutions there are.

    Args:
        puzzle: The puzzle, at most 64×64.
        samples: How many samples to draw; None for as many as it takes to a standard
            error of 1 %.
        seed: Makes the samples the same each time; None for others each time.
        timeout: Seconds of wall time after which to stop; None for 10, or for no limit
            where the number of samples is set.
        progress: Is told what the samples say by now, after each.

    Returns:
        The estimate; or the exact number, where there are so few solutions that a
        sample goes through all of the search.

    Raises:
        InputError: The puzzle is larger than 64×64.

    Example:
        >>> from satdoku.grid import Grid
        >>> count = estimate(Grid.parse("." * 36), samples=5, seed=1)
        >>> print(count)
        about 2.8...e+7 (standard error ... %, 5 samples)
        >>> print(estimate(Grid.parse("." * 16)))
        288
    """
    import numpy as np  # noqa: PLC0415  heavy

    from satdoku.sampling.sample import SCALE, draw  # noqa: PLC0415  numpy
    from satdoku.sampling.tree import Tree  # noqa: PLC0415  numpy

    if timeout is None and samples is None:
        timeout = LONGEST
    deadline = None if timeout is None else monotonic() + timeout
    tree = Tree(puzzle)
    random = np.random.default_rng(seed)
    width = _width(puzzle.geometry.size)
    drawn = _Drawn(SCALE)

    def look() -> None:
        if deadline is not None and monotonic() >= deadline:
            raise Stopped("out of time")

    try:
        while samples is None or drawn.number < samples:
            sample = draw(tree, width, random, look)
            if sample.whole:
                return Count(sample.seen, exact=True)
            drawn.add(sample)
            if progress is not None:
                progress(drawn.count())
            if samples is None and drawn.is_good():
                break
    except Stopped as stop:
        enough = samples is None and drawn.number >= _ENOUGH
        return drawn.count(None if enough else str(stop))
    return drawn.count()


def _width(size: int) -> int:
    """Say how many nodes a sample holds: wider is better, but samples are to be many.

    Chosen by measurement: the standard error after ten seconds on empty grids.
    """
    if size <= 9:
        return 1000
    return 100 if size <= 16 else 50


class _Drawn:
    """The samples that were drawn: their number, their sum, that of their squares.

    Args:
        scale: The samples' unit is one part in so many.
    """

    def __init__(self, scale: int) -> None:
        self.number = 0
        self._scale = scale
        self._sum = self._squares = self._largest = self._seen = 0

    def add(self, sample: Sample) -> None:
        """Add a sample."""
        self.number += 1
        self._sum += sample.value
        self._squares += sample.value**2
        self._largest = max(self._largest, sample.value)
        self._seen = max(self._seen, sample.seen)

    def count(self, stopped: str | None = None) -> Count:
        """Return what they say.

        Args:
            stopped: What ended the drawing too early, if anything did.
        """
        if not self.number:
            return Count(0, exact=False, stopped=stopped or "out of time")
        if not self._sum:
            told = Estimate(0, None, self.number, None)
            stopped = stopped or "no solution found"
        else:
            told = Estimate(
                round(Fraction(self._sum, self.number * self._scale)),
                self._error(),
                self.number,
                float(Fraction(self._largest, self._sum)),
            )
        return Count(self._seen, exact=False, stopped=stopped, estimate=told)

    def is_good(self) -> bool:
        """Say whether the standard error is small, and to be believed."""
        if self.number < _FEWEST or not self._sum:
            return False
        error = self._error()
        return error is not None and error <= _GOOD

    def _error(self) -> float | None:
        """Return the standard error as a part of the mean."""
        number = self.number
        if number < 2:
            return None
        # The square of the standard deviation as a part of the mean, by n in place of
        # n - 1; the division by n - 1 makes up for that.
        spread = Fraction(number * self._squares, self._sum**2) - 1
        return sqrt(float(spread) / (number - 1))
