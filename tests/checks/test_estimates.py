"""`satdoku.count` by `method="estimate"`: compared with numbers that are known.

The statistics of samples (mean, error, end) are tested inside, on samples of known
values: a search goes before them, so that few tests can set them from outside.
"""

from __future__ import annotations

from math import isclose
from statistics import fmean, stdev

import numpy as np
import pytest

from satdoku import Count, Estimate, Geometry, InputError, Puzzle, count
from tests.puzzles import MANY

MORE = (  # 507,806 solutions
    ".........4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
)
GRIDS = 6_670_903_752_021_072_936_960
DIAGONAL = Puzzle("." * 16).with_candidates(
    [1 if cell in (0, 5) else 15 for cell in range(16)]
)


def estimated(puzzle, **options):
    return count(puzzle, method="estimate", **options)


@pytest.mark.parametrize(
    ("puzzle", "number"),
    [
        (Puzzle("." * 16), 288),
        (DIAGONAL, 0),
        (Puzzle("11" + "." * 14), 0),
        (Puzzle("1234341221434321"), 1),
        (Puzzle("." * 16).with_candidates([7, *[15] * 15]), 216),
        (Puzzle(MANY), 872),
    ],
)
def test_few_solutions_are_counted(puzzle, number):
    assert Count(number, complete=True) == estimated(puzzle)


@pytest.mark.nightly
def test_empty_boards():
    """Within five errors of the published numbers; the same seed, the same estimate."""
    for cells, number, samples in ((81, GRIDS, 4), (36, 28_200_960, 8)):
        found = estimated("." * cells, samples=samples, seed=5)
        estimate = found.estimate
        assert (False, None, samples) == (
            found.complete,
            found.stopped,
            estimate.samples,
        )
        assert 0 < estimate.error < 0.15
        assert abs(estimate.value / number - 1) < 5 * max(estimate.error, 0.01)
        assert 1 / samples < estimate.largest < 0.5
        assert 0 < found.value < number
        assert not estimate.is_rough
    assert estimate != estimated("." * 36, samples=8, seed=6).estimate


def test_time_is_over():
    none = estimated("." * 81, timeout=0)
    cut = estimated("." * 81, samples=10**6, timeout=0.5)

    assert (0, False, Estimate(0, None, 0, None)) == (
        none.value,
        none.complete,
        none.estimate,
    )
    assert none.stopped
    assert (True, False) == (bool(cut.stopped), cut.complete)
    assert cut.estimate.samples < 10**6


@pytest.mark.parametrize("size", [(2, 3), (3, 4), (4, 4), (4, 5), (6, 6)])
def test_sizes(size):
    """Whatever number holds the candidates, a grid but for a row has one solution."""
    geometry = Geometry.of_box(*size)
    n, height, width = geometry.size, *size
    values = tuple(
        0 if row == 1 else (width * (row % height) + row // height + column) % n + 1
        for row in range(n)
        for column in range(n)
    )
    assert Count(1, complete=True) == estimated(
        Puzzle(values, geometry=geometry), samples=2
    )


def test_largest_size():
    with pytest.raises(InputError) as caught:
        estimated(Puzzle((0,) * 65**2, geometry=Geometry.of_box(5, 13)))
    assert "64x64" in str(caught.value)


# --- inside ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "number", "width"),
    [
        ("." * 16, 288, 1),
        ("." * 16, 288, 4),
        ("1" + "." * 15, 72, 2),
        (MANY, 872, 1),
        pytest.param(MANY, 872, 20, marks=pytest.mark.nightly),
        pytest.param(MORE, 507_806, 30, marks=pytest.mark.nightly),
        ("." * 36, 28_200_960, 30),
    ],
)
def test_samples_of_any_width(line, number, width):
    """Their mean is the number, within five errors; a wide one is the number itself."""
    from satdoku.solving.counting.estimating import SCALE, Tree, draw

    tree, random = Tree(Puzzle(line)), np.random.default_rng(3)
    samples = [draw(tree, width, random) for _ in range(40)]
    values = [sample.value / SCALE for sample in samples]
    error = stdev(values) / 40**0.5

    assert 0 < error
    assert abs(fmean(values) - number) < 5 * error
    assert all(sample.seen <= number and not sample.whole for sample in samples)
    if number < 1000:
        whole = draw(tree, 10_000, random)
        assert (number * SCALE, number, True) == (whole.value, whole.seen, whole.whole)


def test_variance():
    """Alike nodes are thinned out alike: on an empty board samples differ little."""
    from satdoku.solving.counting.estimating import SCALE, Tree, draw

    tree, random = Tree(Puzzle("." * 36)), np.random.default_rng(3)
    values = [draw(tree, 100, random).value / SCALE for _ in range(30)]
    assert stdev(values) / fmean(values) < 0.2


def drawn_of(*values, seen=0):
    from satdoku.solving.counting.estimating import SCALE, Sample, _Drawn

    drawn = _Drawn(seen)
    for value in values:
        drawn.add(Sample(int(value * SCALE), 1, whole=False))
    return drawn


@pytest.mark.parametrize(
    ("values", "value", "error", "largest"),
    [
        ([80, 120] * 40, 100, 0.2 / 79**0.5 * (1 + 1.21 / 79 + 1.44 / 79**2), 0.015),
        ([100, 200], 150, 1 / 3 * 12.71 / 1.96, 2 / 3),
        ([90, 100, 110], 100, 0.1 * (2 / 3 / 2) ** 0.5 * 4.303 / 1.96, 11 / 30),
        ([100] * 5, 100, 0.0, 0.2),
        ([7], 7, None, 1.0),
        ([0, 0], 0, None, None),
        ([1.5, 2.5, 4], 3, None, 0.5),
        ([10**400, 3 * 10**400] * 20, 2 * 10**400, None, 0.0375),
    ],
)
def test_error(values, value, error, largest):
    """The error is that of the mean, wider by Student's t where samples are few."""
    estimate = drawn_of(*values).count().estimate

    assert (value, len(values)) == (estimate.value, estimate.samples)
    assert (largest is None) == (estimate.largest is None)
    assert largest is None or isclose(estimate.largest, largest)
    if error is not None:
        assert isclose(estimate.error, error, rel_tol=1e-6)
    elif len(values) < 3:
        assert estimate.error is None


def test_skewed_samples_have_a_wider_error():
    values = [*[95] * 9, 145] * 8
    estimate = drawn_of(*values).count().estimate
    plain = stdev(values) / 80**0.5 / 100
    skew = fmean([(v - 100) ** 3 for v in values]) / 15**3

    wider = (1 + 1.21 / 79 + 1.44 / 79**2) * (1 + 0.74 * skew / 80**0.5)
    assert isclose(estimate.error, plain * wider)


def test_end():
    """Samples end where the error is small, and there are enough to believe it."""
    even = [99, 101]
    assert not drawn_of(*even * 29).is_good()
    assert drawn_of(*even * 30).is_good()
    assert not drawn_of(*[50, 150] * 30).is_good()
    assert not drawn_of(*[1] * 80, 40).is_good()
    assert not drawn_of(*[0] * 80).is_good()
    assert drawn_of(*[1] * 80, 40).is_rough
    assert not drawn_of(*[0] * 80).is_rough
    assert Count(
        9, complete=False, stopped="s", estimate=Estimate(0, None, 0, None)
    ) == (drawn_of(seen=9).count("s"))
    assert drawn_of(0, 0, seen=9).count().stopped
    assert (9, 10) == (
        drawn_of(1, seen=9).count().value,
        drawn_of(1, seen=10).count().value,
    )


@pytest.mark.parametrize(
    ("estimate", "rough"),
    [
        (Estimate(999_999, 0.2, 1_000, 0.1), False),
        (Estimate(2_345, 0.21, 20, 0.1), True),
        (Estimate(10**305, 0.1, 20, 0.5), True),
        (Estimate(10**6, 0.0123, 20, 0.25), False),
        (Estimate(10**6, 0.0123, 20, 0.26), True),
        (Estimate(10**6, 0.0123, 8, 0.5), False),
        (Estimate(77, None, 1, 1.0), True),
    ],
)
def test_rough(estimate, rough):
    assert rough == estimate.is_rough


def test_the_search_before_the_samples_is_reported():
    """Until the first sample ends, the number of solutions found so far is known."""
    from satdoku.solving.counting.estimating import estimate

    reported = []
    number = estimate(
        Puzzle("." * 81), samples=1, timeout=2, seed=1, progress=reported.append
    )
    before = [one for one in reported if one.estimate is None]
    values = [one.value for one in before]
    assert values == sorted(set(values))
    assert number.value >= max(values) > 0
    assert not any(one.complete for one in before)
