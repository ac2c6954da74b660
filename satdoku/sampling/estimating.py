"""How many solutions there are, roughly: the mean of samples, and its error.

A search goes first for a moment: where it comes to its end, its number is exact.

Samples are drawn until the standard error is small, or the time is over.  A spread that
looks small by luck would end that too early, with too small an error, so that a good
many samples are drawn in any case.  The error is widened so that the number is within
two of it 19 times in 20 even so: as Student's distribution is wider than the normal one
(few samples), and by how skewed the samples are (most of them are too small then, and
so is their spread: Johnson, "Modified t tests and confidence intervals for asymmetrical
populations", 1978).
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from time import monotonic
from typing import TYPE_CHECKING

from satdoku.answers import Count, Estimate
from satdoku.errors import LimitError, Stopped
from satdoku.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.puzzle import Puzzle
    from satdoku.sampling.sample import Sample

__all__ = ["LONGEST", "estimate"]

LONGEST = 10.0
"""Seconds after which no more samples are drawn, where nobody says."""

_GOOD = 0.01  # a standard error that is small enough
_FEWEST = 60  # samples whose standard error is believed to be small
_ENOUGH = 5  # samples that are an estimate when the time is over
_UNLIKE = "samples differ too much"

_SEARCHING, _SEARCHING_LARGE = 0.5, 2.0  # seconds before the first sample
_PART = 0.25  # of the time, if that is less; beyond 9×9 many samples die
_SEARCHED = 1_000_000  # solutions; time ends the search before as a rule
_CLAUSES = 200_000  # of a formula that is made in a moment

_QUANTILE = 1.96  # of the normal distribution: nineteen times in twenty
_QUANTILES = (12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)
"""The same of Student's, with 1, 2 ... degrees of freedom."""
_SKEW = 0.74  # Johnson's shift, (2 q**2 + 1) / 6, as a part of that quantile q


def estimate(
    puzzle: Puzzle,
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
        The exact number, where there are so few solutions that a search finds them all
        in a moment, or that a sample goes through all of the search.  Else the
        estimate, with a reason why it was stopped where it is rough.

    Raises:
        InputError: The puzzle is larger than 64×64.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> count = estimate(Puzzle("." * 36), samples=5, seed=1)
        >>> print(count)
        about 2.8...e+7 (standard error ... %, 5 samples)
        >>> print(estimate(Puzzle("." * 16)))
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
    searched = _search(puzzle, timeout, progress)
    if searched.exact:
        return searched
    drawn = _Drawn(SCALE, searched.value)

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
        return drawn.count(None if enough and not drawn.is_rough else str(stop))
    return drawn.count(_UNLIKE if drawn.is_rough else None)


def _search(
    puzzle: Puzzle, timeout: float | None, progress: Callable[[Count], None] | None
) -> Count:
    """Count one by one for a moment; return how many there are, or at least are."""
    seconds = _SEARCHING if puzzle.geometry.size <= 9 else _SEARCHING_LARGE
    if timeout is not None:
        seconds = min(seconds, _PART * timeout)

    def tell(found: int) -> None:
        if progress is not None:
            progress(Count(found, exact=False))

    try:
        return Solver(max_clauses=_CLAUSES).count(
            puzzle, _SEARCHED, timeout=seconds, progress=tell
        )
    except LimitError:  # nothing that a moment suffices for
        return Count(0, exact=False)


def _width(size: int) -> int:
    """Say how many nodes a sample holds: wider is better, but samples are to be many.

    Chosen by measurement: the standard error after ten seconds on empty grids, with as
    many samples as are believed well before that on 9×9.
    """
    if size <= 9:
        return 500
    return 100 if size <= 16 else 50


class _Drawn:
    """The samples that were drawn: their number, the sums of their powers.

    Args:
        scale: The samples' unit is one part in so many.
        seen: How many different solutions are known before.
    """

    def __init__(self, scale: int, seen: int = 0) -> None:
        self.number = 0
        self._scale = scale
        self._seen = seen
        self._sum = self._squares = self._cubes = self._largest = 0

    def add(self, sample: Sample) -> None:
        """Add a sample."""
        self.number += 1
        self._sum += sample.value
        self._squares += sample.value**2
        self._cubes += sample.value**3
        self._largest = max(self._largest, sample.value)
        self._seen = max(self._seen, sample.seen)

    def count(self, stopped: str | None = None) -> Count:
        """Return what they say.

        Args:
            stopped: What ended the drawing too early, if anything did.
        """
        if not self.number:
            none = Estimate(0, None, 0, None)
            return Count(self._seen, exact=False, stopped=stopped, estimate=none)
        if not self._sum:
            stopped = stopped or "no solution found"
        return Count(self._seen, exact=False, stopped=stopped, estimate=self._told())

    @property
    def is_rough(self) -> bool:
        """Whether they found solutions, but say little of how many there are."""
        return bool(self._sum) and self._told().is_rough

    def is_good(self) -> bool:
        """Say whether the standard error is small, and to be believed."""
        if self.number < _FEWEST or not self._sum:
            return False
        told = self._told()
        return told.error is not None and told.error <= _GOOD and not told.is_rough

    def _told(self) -> Estimate:
        if not self._sum:
            return Estimate(0, None, self.number, None)
        return Estimate(
            round(Fraction(self._sum, self.number * self._scale)),
            self._error(),
            self.number,
            float(Fraction(self._largest, self._sum)),
        )

    def _error(self) -> float | None:
        """Return the standard error as a part of the mean, widened."""
        number = self.number
        if number < 2:
            return None
        # The mean of the squares as a part of the square of the mean, and of cubes.
        square = Fraction(number * self._squares, self._sum**2)
        cube = Fraction(number**2 * self._cubes, self._sum**3)
        # The variance by n in place of n - 1; the division by n - 1 makes up for that.
        spread = float(square - 1)
        if not spread:
            return 0.0
        skew = float(cube - 3 * square + 2) / spread**1.5
        return sqrt(spread / (number - 1)) * _widening(number, skew)


def _widening(number: int, skew: float) -> float:
    """Say by what the error of samples is too small, if two of it are to be enough.

    Args:
        number: How many samples, at least two.
        skew: Their skewness.

    Example:
        >>> [round(_widening(number, 0.0), 2) for number in (2, 5, 20, 100)]
        [6.48, 1.42, 1.07, 1.01]
        >>> round(_widening(100, 3.0), 2)
        1.24
    """
    freedom = number - 1
    if freedom <= len(_QUANTILES):
        wider = _QUANTILES[freedom - 1] / _QUANTILE
    else:
        # The first two terms of how the one quantile departs from the other.
        wider = 1 + 1.21 / freedom + 1.44 / freedom**2
    return wider * (1 + _SKEW * max(0.0, skew) / sqrt(number))
