"""Clues that contradict each other: they do, and none of them is redundant."""

from __future__ import annotations

import csv
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satdoku import (
    Contradiction,
    Geometry,
    InputError,
    LimitError,
    Puzzle,
    Solver,
    Stopped,
    all_contradictions,
    check,
    contradiction,
    solve,
)
from satdoku.constraints import Arrow, Killer, Thermo, WhiteDot
from tests.checks.reference import (
    SMALL_GRIDS,
    is_conflict,
    only,
    smallest_sets,
    solution_count,
)
from tests.conftest import table, time_limit
from tests.puzzles import CONFLICT as HARD
from tests.puzzles import NONE as ONE

SIX = "1..2.............3................4."


def assert_right(puzzle, one):
    assert one.complete
    assert sorted(set(one.cells)) == list(one.cells)
    assert all(puzzle.values[cell] for cell in one.cells)
    assert is_conflict(puzzle, one.cells)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("12.3..4.........", 3),
        ("55" + "." * 79, 2),
        (HARD, 9),
        (ONE, None),
        (SIX, None),
    ],
)
def test_contradiction(text, size):
    puzzle = Puzzle(text)
    for options in ({}, {"engine": "glucose4"}, {"encoding": "triad"}):
        found = contradiction(puzzle, **options)

        assert (solution_count(puzzle) > 0) == (found is None)
        if found is not None:
            assert_right(puzzle, found)
            assert size in (None, len(found.cells))


def test_which_is_found_does_not_depend_on_the_engine():
    """Clues are left out in the order of their cells, whoever searches."""
    clues = [cell for cell, _ in Puzzle(HARD).clues.filled]
    left = list(clues)
    for cell in clues:
        rest = [other for other in left if other != cell]
        values = [v if at in rest else 0 for at, v in enumerate(Puzzle(HARD).values)]
        if contradiction(Puzzle(values)) is not None:
            left = rest
    for engine in ("auto", "AUTO", "dpll", "minisat22", "cadical195"):
        assert tuple(left) == contradiction(HARD, engine=engine).cells


@pytest.mark.nightly
def test_published_cases(shared_data):
    path = shared_data / "reference" / "sudopedia_cases.csv"
    sizes = {}
    for case in csv.DictReader(path.read_text("utf-8").splitlines()):
        if case["expected"] != "0":
            continue
        puzzle = Puzzle(case["puzzle"])
        smallest = contradiction(puzzle, smallest=True)
        assert_right(puzzle, contradiction(puzzle))
        assert_right(puzzle, smallest)
        sizes[case["name"]] = len(smallest.cells)

    assert {
        "duplicate given - box": 2,
        "duplicate given - column": 2,
        "duplicate given - row": 2,
        "unsolvable square": 9,
        "unsolvable box": 5,
        "unsolvable column": 7,
        "unsolvable row": 7,
    } == sizes


@given(SMALL_GRIDS)
def test_any_small_grid(values):
    puzzle = Puzzle(values)
    found = contradiction(puzzle)

    assert bool(solution_count(puzzle)) == (found is None)
    if found is not None:
        assert_right(puzzle, found)


@given(
    st.lists(st.integers(0, 15), min_size=3, max_size=7, unique=True),
    st.lists(st.integers(1, 4), min_size=7, max_size=7),
    st.lists(st.tuples(st.integers(0, 15), st.integers(0, 3)), max_size=4),
)
def test_all_contradictions(cells, digits, ruled_out):
    """They are those that trying every set of clues finds, in either order."""
    values, masks = [0] * 16, [15] * 16
    for cell, digit in zip(cells, digits, strict=False):
        values[cell] = digit
    for cell, digit in ruled_out:
        masks[cell] &= ~(1 << digit)
    masks = [m | 1 << (v - 1) if v else m for m, v in zip(masks, values, strict=True)]
    puzzle = Puzzle(
        tuple(values),
        geometry=Geometry(4, 4),
        candidates=tuple(masks) if ruled_out else None,
    )
    expected = smallest_sets(puzzle, 0)
    found = list(all_contradictions(puzzle))
    by_size = list(all_contradictions(puzzle, smallest=True))
    smallest = contradiction(puzzle, smallest=True)

    for some in (found, by_size):
        assert expected == {one.cells for one in some}
        assert len(expected) == len(some)
        assert all(one.complete for one in some)
    sizes = [len(one.cells) for one in by_size]
    assert sorted(sizes) == sizes
    assert (smallest is None) == (not expected)
    if smallest is not None:
        assert (True, sizes[0]) == (smallest.complete, len(smallest.cells))


def test_clashes_come_first():
    puzzle = Puzzle("11" + "." * 7 + "1" + "." * 71)
    pairs = [(0, 1), (0, 9), (1, 9)]

    assert Contradiction((0, 1)) == contradiction(puzzle)
    assert pairs == [one.cells for one in all_contradictions(puzzle)]
    assert pairs[:2] == [one.cells for one in all_contradictions(puzzle, limit=2)]
    for smallest in (False, True):
        found = list(
            all_contradictions("111" + "." * 13, smallest=smallest, limit=10**30)
        )
        assert [True] * 3 == [one.complete for one in found]
    mixed = "112...4........."
    every = list(all_contradictions(mixed))
    assert (0, 1) == every[0].cells
    assert smallest_sets(Puzzle(mixed), 0) == {one.cells for one in every}


def test_candidates_count_always():
    """What is ruled out stays so; no clue may be needed at all."""
    empty = Puzzle("." * 16)
    masks = [0b1111] * 16
    masks[4:8] = [0b1110] * 4
    clash = Puzzle(
        (2, 2) + (0,) * 14, geometry=Geometry(4, 4), candidates=None
    ).with_candidates(masks)
    for puzzle in (clash, Puzzle.of_candidates(empty.geometry, [14] * 4 + [15] * 12)):
        assert Contradiction(()) == contradiction(puzzle)
        assert Contradiction(()) == contradiction(puzzle, smallest=True)
        assert [()] == [one.cells for one in all_contradictions(puzzle)]
    first = Puzzle.of_candidates(empty.geometry, [1, 14, 14, 14] + [15] * 12)
    assert contradiction(first) is None
    assert [] == list(all_contradictions(first))


def test_limits():
    with pytest.raises(InputError):
        contradiction("1234")
    with pytest.raises(LimitError):
        contradiction(HARD, max_clauses=10)
    for call in (contradiction, lambda *a, **o: next(all_contradictions(*a, **o))):
        with pytest.raises(Stopped):
            call(HARD, timeout=1e-9)
        assert call(HARD, timeout=60).complete


@pytest.mark.parametrize("smallest", [False, True])
def test_time_is_over_midway(smallest):
    """The clues have no solution, and no more is claimed than is sure."""
    timeout, found = 0.001, None
    while found is None or not found.complete:
        timeout *= 1.3
        try:
            found = contradiction(HARD, timeout=timeout, smallest=smallest)
        except Stopped:
            continue
        assert solution_count(only(Puzzle(HARD), found.cells)) == 0
        assert not found.complete or len(found.cells) == 9


RULES = [
    Thermo("r1c1 r1c2 r1c3"),
    Killer(11, "r2c1 r2c2 r3c2"),
    Killer(8, "r4c4 r4c5 r5c4"),
    Arrow("r5c1 r6c1 r6c2"),
    WhiteDot("r3c5 r3c6"),
]


@pytest.mark.parametrize("seed", range(6))
def test_one_changed_clue_of_a_variant(seed):
    """The change is in the set, which is minimal by another engine."""
    chosen = Random(seed)
    with Solver("cadical195") as other:
        grid = other.solve(Puzzle("." * 36, RULES), unique=False).solution
        values = list(grid.values)
        for cell in chosen.sample(range(36), 14):
            values[cell] = 0
        changed = chosen.choice([cell for cell in range(36) if values[cell]])
        values[changed] = values[changed] % 6 + 1
        puzzle = Puzzle(values, RULES, geometry=grid.geometry)
        found = contradiction(puzzle)
        members = [*found.cells, *found.constraints]

        assert changed in found.cells
        assert found.complete
        for left in [None, *members]:
            kept = [member for member in members if member != left]
            clues = [v if cell in kept else 0 for cell, v in enumerate(values)]
            rules = [rule for rule in RULES if rule in kept]
            part = Puzzle(clues, rules, geometry=grid.geometry)

            assert (other.solve(part).solution is None) == (left is None)


@pytest.mark.parametrize(
    ("text", "reason", "size"),
    table(__file__, "test_reason_and_contradiction_are_about_the_same"),
)
def test_reason_and_contradiction_are_about_the_same(text, reason, size):
    found = contradiction(text)
    assert_right(Puzzle(text), found)
    assert len(found.cells) == size
    assert check(text).reason == solve(text).reason == reason


def test_a_solution_known_by_singles_needs_no_formula():
    starts = [row % 10 * 10 + row // 10 for row in range(100)]
    grid = [[(start + at) % 100 + 1 for at in range(100)] for start in starts]
    grid[0][0] = 0

    assert contradiction(grid) is None
    assert [] == list(all_contradictions(grid))


def large_board():
    """A board of 144x144 whose last cell of row 1 has no candidate."""
    size = 144
    values = [0] * size**2
    values[: size - 1] = range(1, size)
    values[2 * size - 1] = size
    return Puzzle(tuple(values), geometry=Geometry.of_size(size))


def test_singles_refute_boards_too_large_for_a_formula():
    result = contradiction(large_board())
    assert (result.cells, result.complete) == ((*range(143), 287), False)


def test_the_reason_keeps_the_time_limit():
    """It takes a while on a large board, and nothing is left."""
    result = solve(large_board())
    assert "r1c144" in result.reason
    short = replace(result, seconds_left=0.0)
    with time_limit(0.1):
        assert short.reason is None
    assert solve(large_board(), timeout=60).seconds_left < 60
