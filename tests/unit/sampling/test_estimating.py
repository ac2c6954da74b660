"""Estimates, held against numbers that are known."""

from __future__ import annotations

from math import isclose
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
    """The number of Sudoku grids, within five errors, and these within 5 %."""
    told = estimate(Grid.parse("." * 81), samples=3, seed=5).estimate
    assert told is not None
    assert told.error is not None

    number = 6_670_903_752_021_072_936_960
    assert told.error < 0.05
    assert abs(told.value / number - 1) < 5 * max(told.error, 0.01)


def test_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error is that of the mean of the samples, the largest their largest."""
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


def test_solutions_come_across_once() -> None:
    """What a sample has seen are solutions, and different ones."""
    tree, random = Tree(Grid.parse(MANY)), np.random.default_rng(1)

    assert 872 == draw(tree, 10_000, random).seen
    assert all(draw(tree, 7, random).seen <= 872 for _ in range(20))


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
    assert enough.stopped is None or enough.estimate.samples < 5


def test_good_enough() -> None:
    """Samples are drawn until the error is small, and not longer."""
    told = estimate(Grid.parse("." * 36), seed=1).estimate

    assert told is not None
    assert told.error is not None
    assert told.error <= 0.01
    assert told.samples == 20


def test_beyond_floating_point() -> None:
    """Samples far beyond 1e308 are added up, and told."""
    drawn = estimating._Drawn(SCALE)
    for value in (10**400, 3 * 10**400):
        drawn.add(draw_of(value))
    count = drawn.count()

    assert "about 2.00e+400 (standard error 50 %, 2 samples)" == str(count)


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

    assert estimate(Grid.parse("." * 36), samples=2, seed=1) == told


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (Estimate(999_999, 0.5, 1_000, 0.1), "999999 (standard error 50 %, 1,000 s"),
        (Estimate(10**6, 0.0123, 20, 0.1), "1.00e+6 (standard error 1.2 %, 20 s"),
        (Estimate(77, None, 1, 1.0), "about 77 (1 sample, no standard error)"),
        (Estimate(5, 0.6, 20, 0.5), "20 samples, one of which is 50 % of their sum)"),
    ],
)
def test_text(told: Estimate, text: str) -> None:
    """An estimate is told as far as it is worth reading, with its error."""
    assert text in str(told)
