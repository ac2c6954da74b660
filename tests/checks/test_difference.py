"""The nearest other solution, compared with a list of all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satdoku import (
    Geometry,
    Grid,
    InputError,
    LimitError,
    Puzzle,
    Stopped,
    UsageError,
    all_solutions,
    smallest_difference,
)
from tests.checks.reference import SMALL_GRIDS, differing, solutions_of
from tests.puzzles import FOUR_SOLUTIONS as FOUR
from tests.puzzles import MANY


def assert_nearest(found, every):
    assert found.complete
    assert {found.first, found.second} <= set(every)
    assert differing(found.first, found.second) == found.cells
    others = [differing(found.first, one) for one in every if one != found.first]
    assert min(map(len, others)) == len(found.cells)


@pytest.mark.parametrize(
    "options", [{}, {"engine": "dpll"}, {"engine": "GLUCOSE4", "encoding": "triad"}]
)
@pytest.mark.parametrize("text", [FOUR, MANY, "." * 16, "1..2" + "." * 12])
def test_against_all_solutions(text, options):
    if text == MANY and "engine" in options:
        return
    assert_nearest(smallest_difference(text, **options), all_solutions(text))


@given(
    SMALL_GRIDS, st.lists(st.tuples(st.integers(0, 15), st.integers(0, 3)), max_size=4)
)
def test_any_small_grid(values, ruled_out):
    """There is a difference exactly where there are two solutions."""
    masks = [1 << (v - 1) if v else 15 for v in values]
    for cell, digit in ruled_out:
        masks[cell] &= ~(1 << digit) if not values[cell] else 15
    puzzle = Puzzle(tuple(values), geometry=Geometry(4, 4)).with_candidates(masks)
    every = [Grid(one, Geometry(4, 4)) for one in solutions_of(puzzle)]
    for first in (None, *every[:2]):
        found = smallest_difference(puzzle, first=first)
        assert (len(every) < 2) == (found is None)
        if found is not None:
            assert first in (None, found.first)
            assert_nearest(found, every)


def test_first():
    """It may be text, as the puzzle; no other grid than a solution is taken."""
    every = all_solutions(MANY)
    for solution in every[:3]:
        found = smallest_difference(MANY, first=solution.line, engine="AUTO")
        assert solution == found.first
        assert_nearest(found, every)
    for first in ("1234", 3, Grid("." * 16)):
        with pytest.raises(InputError):
            smallest_difference(MANY, first=first)
    with pytest.raises(UsageError):
        smallest_difference(MANY, first=Grid("." * 81))
    six = Puzzle((0,) * 36, geometry=Geometry.of_box(3, 2))
    solution = all_solutions(six, limit=1)[0]
    assert smallest_difference(six, first=solution.line).first == solution


@pytest.mark.parametrize(
    "text", ["11" + "." * 14, "1.....2...3.4...", "12.3..4........."]
)
def test_none(text):
    assert smallest_difference(text) is None


def test_limits():
    with pytest.raises(Stopped):
        smallest_difference(MANY, timeout=1e-9)
    with pytest.raises(LimitError):
        smallest_difference(MANY, max_clauses=10)
    for options in ({"timeout": -1}, {"engine": "foo"}, {"encoding": "foo"}):
        with pytest.raises(UsageError):
            smallest_difference(MANY, **options)
    timeout, found = 0.002, None
    while found is None or not found.complete:
        timeout *= 1.5
        try:
            found = smallest_difference("." * 81, timeout=timeout)
        except Stopped:
            continue
        assert differing(found.first, found.second) == found.cells
        assert Puzzle("." * 81).is_solution(found.second)
    assert len(found.cells) == 4
