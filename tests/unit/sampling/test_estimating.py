"""Estimates, held against numbers that are known."""

from __future__ import annotations

from itertools import count as ticks
from math import exp, isclose
from random import Random
from statistics import fmean, stdev

import numpy as np
import pytest

import satdoku
from satdoku.answers import Count, Estimate
from satdoku.errors import InputError
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.sampling import estimating
from satdoku.sampling.estimating import estimate
from satdoku.sampling.sample import SCALE, Sample, draw
from satdoku.sampling.tree import Tree

MANY = (
    "8.........95.......76.........426798...571243...893165......916....3.487....1.532"
)
MORE = (
    ".........4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
)
DIAGONAL = Grid.parse("." * 16).with_candidates(
    [1 if cell in (0, 5) else 15 for cell in range(16)]
)


@pytest.mark.parametrize(
    ("line", "number", "width"),
    [
        ("." * 16, 288, 1),
        ("." * 16, 288, 4),
        ("1...............", 72, 2),
        (MANY, 872, 1),
        (MANY, 872, 20),
        (MORE, 507_806, 30),
        ("." * 36, 28_200_960, 30),
    ],
)
def test_known_numbers(line: str, number: int, width: int) -> None:
    """Samples of any width have the number as their mean, within five errors."""
    puzzle = Grid.parse(line)
    tree, random = Tree(puzzle), np.random.default_rng(3)
    values = [draw(tree, width, random).value / SCALE for _ in range(40)]
    error = stdev(values) / 40**0.5

    assert 0 < error
    assert abs(fmean(values) - number) < 5 * error


def test_empty_nine_by_nine() -> None:
    """The number of Sudoku grids, within five errors, and these within 10 %."""
    told = estimate(Grid.parse("." * 81), samples=4, seed=5).estimate
    assert told is not None
    assert told.error is not None

    number = 6_670_903_752_021_072_936_960
    assert told.error < 0.1
    assert abs(told.value / number - 1) < 5 * max(told.error, 0.01)


@pytest.fixture
def unsearched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the search before the samples find nothing out."""
    monkeypatch.setattr(estimating, "_search", lambda *_: Count(0, exact=False))


@pytest.mark.usefixtures("unsearched")
def test_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error is that of the mean of the samples, the largest their largest."""
    monkeypatch.setattr(estimating, "_widening", lambda *_: 1.0)
    monkeypatch.setattr(estimating, "_width", lambda _: 20)
    puzzle = Grid.parse(MORE)
    count = estimate(puzzle, samples=6, seed=2)
    tree, random = Tree(puzzle), np.random.default_rng(2)
    values = [draw(tree, 20, random).value / SCALE for _ in range(6)]
    told = count.estimate

    assert told is not None
    assert told.error is not None
    assert told.largest is not None
    assert isclose(told.value, fmean(values), abs_tol=1)
    assert isclose(told.error, stdev(values) / 6**0.5 / fmean(values))
    assert isclose(told.largest, max(values) / sum(values))
    assert 0 < count.value < 507_806
    assert count == estimate(puzzle, samples=6, seed=2)
    assert count != estimate(puzzle, samples=6, seed=3)


@pytest.mark.parametrize(
    ("puzzle", "number"),
    [
        (Grid.parse("." * 16), 288),
        (DIAGONAL, 0),
        (Grid.parse("11" + "." * 14), 0),
        (Grid.parse("1234341221434321"), 1),
        (Grid.parse("." * 16).with_candidates([7, *[15] * 15]), 216),
        (Grid.parse(MANY), 872),
    ],
)
def test_few_solutions_are_counted(puzzle: Grid, number: int) -> None:
    """Where a sample is all of the search, the number is exact, and told so."""
    assert Count(number, exact=True) == estimate(puzzle)


def test_solutions_are_searched_first() -> None:
    """A puzzle of 25×25 with one solution, and one of 9×9 with thousands, are exact."""
    geometry = Geometry(5, 5)
    random = Random(1)  # noqa: S311  no secret
    values = tuple(
        0 if random.random() < 0.3 else (5 * row + row // 5 + column) % 25 + 1
        for row in range(25)
        for column in range(25)
    )
    several = estimate(Grid.parse(MANY), samples=2)

    assert Count(1, exact=True) == estimate(Grid(geometry, values))
    assert Count(872, exact=True) == several


def test_what_the_search_found_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it does not end it is a lower bound, which samples are held against."""
    monkeypatch.setattr(estimating, "_SEARCHED", 300)
    monkeypatch.setattr(estimating, "_width", lambda _: 2)
    told: list[Count] = []
    count = estimate(Grid.parse(MANY), samples=3, seed=1, progress=told.append)

    assert 300 == count.value
    assert Count(7, exact=False) in told
    assert "at least 300" == str(
        Count(300, False, "out of time", Estimate(0, None, 0, None))  # noqa: FBT003  as it is told
    )


def test_large_formulas_are_not_searched() -> None:
    """An empty 25×25 goes to the samples at once, however long the encoding takes."""
    assert Count(0, exact=False) == estimating._search(Grid.parse("." * 625), 1, None)


def test_solutions_come_across_once() -> None:
    """What a sample has seen are solutions, and different ones."""
    tree, random = Tree(Grid.parse(MANY)), np.random.default_rng(1)

    assert 872 == draw(tree, 10_000, random).seen
    assert all(draw(tree, 7, random).seen <= 872 for _ in range(20))


@pytest.mark.usefixtures("unsearched")
def test_nothing_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Samples that all die are no zero, and say that they prove nothing."""
    deep = Grid.parse(
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
    )
    monkeypatch.setattr(estimating, "_width", lambda _: 2)
    count = estimate(deep, samples=3, seed=1)

    assert Count(0, False, "no solution found", Estimate(0, None, 3, None)) == count  # noqa: FBT003  as it is told
    assert str(count) == (
        "no solution found (3 samples, which are no proof that there is none)"
    )


@pytest.mark.usefixtures("unsearched")
def test_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """With too few samples an estimate is stopped; without a sample there is none."""
    empty = Grid.parse("." * 81)
    monkeypatch.setattr(estimating, "_width", lambda _: 2)
    none = estimate(empty, timeout=0)
    cut = estimate(empty, samples=10**6, timeout=0.3)
    enough = estimate(empty, timeout=0.8)

    assert Count(0, False, "out of time", Estimate(0, None, 0, None)) == none  # noqa: FBT003  as it is told
    assert ("out of time", False) == (cut.stopped, cut.exact)
    assert cut.estimate is not None
    assert enough.estimate is not None
    assert enough.stopped is None or (
        enough.estimate.samples < 5 or enough.estimate.is_rough
    )


@pytest.mark.usefixtures("unsearched")
def test_good_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Samples are drawn until the error is small, and not longer."""
    monkeypatch.setattr(estimating, "_width", lambda _: 100)
    monkeypatch.setattr(estimating, "_GOOD", 0.1)
    told = estimate(Grid.parse("." * 36), seed=1).estimate

    assert told is not None
    assert told.error is not None
    assert told.error <= 0.1
    assert told.samples == 60


def drawn_of(*values: int) -> estimating._Drawn:
    """Return samples of these values."""
    drawn = estimating._Drawn(SCALE)
    for value in values:
        drawn.add(draw_of(value))
    return drawn


@pytest.mark.parametrize("sigma", [0.3, 1.0])
def test_coverage(sigma: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where samples end themselves, however skewed, two errors hold 19 times in 20."""
    monkeypatch.setattr(estimating, "_GOOD", sigma / 6)
    random, expected, within = Random(4), exp(sigma**2 / 2), 0  # noqa: S311  no secret
    for _ in range(200):
        drawn = drawn_of()
        while not drawn.is_good():
            drawn.add(draw_of(int(10**6 * random.lognormvariate(0, sigma))))
        told = drawn.count().estimate
        assert told is not None
        value, error = told.value / 10**6, told.error or 0
        within += abs(value - expected) <= 2 * error * value

    assert within >= 0.93 * 200


def test_skewed_samples_have_a_wider_error() -> None:
    """Of samples as unlike, those with a few large ones have the larger error."""
    even = drawn_of(*[80, 120] * 40).count().estimate
    skewed = drawn_of(*[95, 95, 95, 95, 95, 95, 95, 95, 95, 145] * 8).count().estimate
    assert even is not None
    assert skewed is not None

    assert isclose(even.error or 0, 0.2 / 79**0.5 * (1 + 1.21 / 79 + 1.44 / 79**2))
    assert (skewed.error or 0) > 1.15 * 0.15 / 79**0.5


@pytest.mark.usefixtures("unsearched")
def test_unlike_samples_are_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rough estimate is stopped, says that it is too small, and is no good end."""
    monkeypatch.setattr(estimating, "_width", lambda _: 2)
    rough = estimate(Grid.parse(MORE), samples=5, seed=1)
    # A clock that goes on by a second whenever it is looked at: at each level.
    monkeypatch.setattr(estimating, "monotonic", ticks().__next__)
    late = estimate(Grid.parse(MORE), seed=1, timeout=500)

    assert "samples differ too much" == rough.stopped
    assert "likely too small: few samples carry most of it" in str(rough)
    assert "out of time" == late.stopped
    assert late.estimate is not None
    assert late.estimate.samples >= 5
    assert late.estimate.is_rough
    assert not drawn_of(*[1] * 80, 40).is_good()


def test_beyond_floating_point() -> None:
    """Samples far beyond 1e308 are added up, and told."""
    count = drawn_of(*[10**400, 3 * 10**400] * 20).count()

    assert "about 2.00e+400 (standard error 8.3 %, 40 samples)" == str(count)


def draw_of(value: int) -> Sample:
    """Return a sample of that value."""
    return Sample(value * SCALE, 1, whole=False)


@pytest.mark.parametrize("size", [(2, 3), (3, 4), (4, 4), (4, 5), (6, 6)])
def test_sizes(size: tuple[int, int]) -> None:
    """Whatever number holds the candidates, a grid but for a row has its solutions."""
    geometry = Geometry(*size)
    n, height, width = geometry.size, *size
    values = tuple(
        0 if row == 1 else (width * (row % height) + row // height + column) % n + 1
        for row in range(n)
        for column in range(n)
    )
    count = estimate(Grid(geometry, values), samples=2)

    assert Count(1, exact=True) == count


def test_too_large() -> None:
    """Beyond 64×64 it is refused, by a line that says so."""
    with pytest.raises(InputError, match="at most 64x64, to estimate"):
        estimate(Grid(Geometry(5, 13), (0,) * 65**2))


def test_library() -> None:
    """`satdoku.count` tells the same."""
    told = satdoku.count("." * 36, method="estimate", samples=2, seed=1)

    assert estimate(Grid.parse("." * 36), samples=2, seed=1).estimate == told.estimate


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (Estimate(999_999, 0.2, 1_000, 0.1), "999999 (standard error 20 %, 1,000 s"),
        (Estimate(2_345, 0.21, 20, 0.1), "about 2000, likely too small: few samples"),
        (Estimate(10**305, 0.1, 20, 0.5), "about 1e+305, likely too small: few sampl"),
        (Estimate(10**6, 0.0123, 20, 0.1), "1.00e+6 (standard error 1.2 %, 20 s"),
        (Estimate(77, None, 1, 1.0), "about 77 (1 sample, no standard error)"),
        (Estimate(5, 0.6, 20, 0.5), "20 samples, one of which is 50 % of their sum)"),
    ],
)
def test_text(told: Estimate, text: str) -> None:
    """An estimate is told as far as it is worth reading, with its error."""
    assert text in str(told)
