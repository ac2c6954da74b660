"""Minimal puzzles: proper, no clue redundant, and inside the puzzle they come from."""

from __future__ import annotations

from itertools import combinations

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
    check,
    minimal_puzzles,
    minimize,
    solve,
)
from tests.checks.reference import is_minimal, smallest_sets, solution_count, stating
from tests.puzzles import NEWSPAPER as EASY
from tests.puzzles import NEWSPAPER_SOLUTION as FULL

SMALL = "12343412.143432."


def is_inside(part, whole):
    return all(whole.values[cell] == digit for cell, digit in part.clues.filled)


@pytest.mark.parametrize("text", [EASY, FULL, SMALL])
@pytest.mark.parametrize("seed", [None, 1])
def test_minimal(text, seed):
    found = minimize(text, seed=seed)

    assert is_inside(found, Puzzle(text))
    assert is_minimal(found)
    assert found == minimize(text, seed=seed) == minimize(found, seed=5)


def test_order():
    """Clues are tried in the order of the cells."""
    puzzle = Puzzle(EASY)
    values = list(puzzle.values)
    for cell, digit in puzzle.clues.filled:
        values[cell] = 0
        if solution_count(Puzzle(values)) != 1:
            values[cell] = digit

    assert Puzzle(values) == minimize(puzzle)
    assert "......12.1.3.32." == minimize("1234341221434321").line


def test_engines_and_seeds():
    """The same seed gives the same puzzle, by every engine; others give others."""
    engines = ("auto", "AUTO", "minisat22", "dpll", "GLUCOSE4")
    assert 1 == len({minimize(EASY, seed=7, engine=name) for name in engines})
    encodings = ("minimal", "triad", "extended-product")
    assert 1 == len({minimize(EASY, seed=7, encoding=name) for name in encodings})
    assert 1 < len({minimize(EASY, seed=seed) for seed in range(5)})


@pytest.mark.parametrize("box", [(2, 3), (3, 2), (1, 5), (2, 2), (2, 1)])
def test_other_shapes(box):
    geometry = Geometry.of_box(*box)
    full = solve(Puzzle((0,) * geometry.cells, geometry=geometry)).solution
    found = minimize(full, seed=3)

    assert geometry == found.geometry
    assert is_minimal(found)
    assert is_minimal(next(minimal_puzzles(full)))


def test_eliminated_candidates_count():
    """They are tried first; each minimal set of them and clues is found once."""
    clues, masks = Puzzle("1.3." + "." * 12), [15] * 16
    masks[4] = masks[11] = masks[12] = 0b1011
    masks[3], masks[6], masks[10] = 0b0111, 0b0111, 0b1110
    puzzle = clues.with_candidates(masks)
    found = minimize(puzzle)
    assert found == minimize(puzzle, engine="dpll")
    assert set(found.eliminated) < set(puzzle.eliminated)
    assert is_minimal(found)
    members = [*(cell for cell, _ in clues.clues.filled), *puzzle.eliminated]
    expected = []
    for size in range(len(members) + 1):
        for some in combinations(members, size):
            if any(one <= {*some} for one in expected):
                continue
            pairs = [one for one in some if isinstance(one, tuple)]
            if solution_count(stating(puzzle, {*some}, pairs)) == 1:
                expected.append({*some})
    every = [
        {*(cell for cell, _ in one.clues.filled), *one.eliminated}
        for one in minimal_puzzles(puzzle)
    ]
    assert len(every) == len(expected)
    assert all(one in expected for one in every)


def test_sukaku():
    """A puzzle of candidates alone is not minimal while some can come back."""
    masks = [1 << (v - 1) if v else 511 for v in Puzzle(EASY).values]
    solved = solve(EASY).solution.values
    masks = [m & ~(1 << v % 9) for m, v in zip(masks, solved, strict=True)]
    sukaku = Puzzle(Grid("." * 81), candidates=masks)
    report = check(sukaku)
    assert report.is_proper
    assert report.is_minimal is False
    assert len(report.redundant_candidates) > 50
    found = minimize(sukaku)
    assert not set(found.eliminated) - set(sukaku.eliminated)
    report = check(found)
    assert (report.is_minimal, report.redundant_candidates) == (True, ())


@pytest.mark.parametrize(
    "text", ["11" + "." * 14, "12.3..4.........", "1" + "." * 15, "." * 16]
)
def test_improper(text):
    """Puzzles without exactly one solution are refused."""
    for options in ({}, {"smallest": True}, {"seed": 1}):
        with pytest.raises(InputError):
            minimize(text, **options)
        with pytest.raises(InputError):
            list(minimal_puzzles(text, **options))


@given(st.sets(st.integers(0, 15), min_size=9, max_size=11), st.integers(0, 3))
def test_all_minimal_puzzles(gaps, seed):
    """They are those that trying every set of clues finds."""
    full = "1234341221434321"
    puzzle = Puzzle("".join("." if at in gaps else d for at, d in enumerate(full)))
    if solution_count(puzzle) != 1:
        return
    expected = smallest_sets(puzzle, 1)
    found = list(minimal_puzzles(puzzle, seed=seed or None))
    by_size = list(minimal_puzzles(puzzle, smallest=True, seed=seed))

    for each in (found, by_size):
        cells = [tuple(cell for cell, _ in one.clues.filled) for one in each]
        assert expected == set(cells)
        assert len(expected) == len(cells)
        assert all(is_inside(one, puzzle) for one in each)
    sizes = [one.clue_count for one in by_size]
    assert sorted(sizes) == sizes
    assert sizes[0] == minimize(puzzle, smallest=True).clue_count


def test_limit():
    found = list(minimal_puzzles(EASY, limit=4))

    assert 4 == len(set(found))
    assert all(is_inside(one, Puzzle(EASY)) for one in found)
    assert all(map(is_minimal, found))
    sizes = [
        one.clue_count for one in minimal_puzzles("12343412.143432.", smallest=True)
    ]
    assert 4 == sizes[0] == minimize(SMALL, smallest=True).clue_count
    assert 14 == len(list(minimal_puzzles("123434..2.4..32.", limit=100)))
    assert 14 == len(list(minimal_puzzles("123434..2.4..32.", limit=14)))


def test_limits():
    with pytest.raises(Stopped):
        minimize(EASY, timeout=1e-9)
    with pytest.raises(Stopped):
        next(minimal_puzzles(EASY, timeout=1e-9))
    with pytest.raises(LimitError):
        minimize(EASY, max_clauses=10)
    with pytest.raises(InputError):
        minimize("123")
    assert minimize(EASY, timeout=60) == minimize(EASY)
    timeout, found = 0.002, None
    while found is None:  # whenever the time is over, none that is not minimal is given
        timeout *= 1.3
        try:
            found = minimize(FULL, timeout=timeout)
        except Stopped:
            continue
    assert found == minimize(FULL)
