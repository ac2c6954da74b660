"""`satdoku.check`: clashes, number of solutions, redundant clues, true candidates."""

from __future__ import annotations

import csv
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satdoku import (
    EngineError,
    Geometry,
    Grid,
    LimitError,
    Puzzle,
    Status,
    all_solutions,
    check,
    contradiction,
    minimize,
    smallest_difference,
    solve_batch,
)
from tests.checks.reference import SMALL_GRIDS, differing, only, solutions_of
from tests.conftest import nightly
from tests.puzzles import FOUR_SOLUTIONS as FOUR
from tests.puzzles import MANY, TWO

MINIMAL = (
    ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."
)


def assert_right(puzzle, every, report):
    """Compare a report with the list of all solutions; None where clues clash."""
    values = [grid.values for grid in every]
    count = len(values)
    status = [Status.NONE, Status.UNIQUE][count] if count < 2 else Status.MULTIPLE
    assert (status, count == 1) == (report.status, report.is_proper)
    assert puzzle == report.puzzle
    assert sum(map(bool, puzzle.values)) == report.clues
    assert report.stopped is None
    assert min(2, count) == len(report.solutions) == len(set(report.solutions))
    assert set(report.solutions) <= set(every)
    assert report.candidates == tuple(
        tuple(sorted({grid[cell] for grid in values}))
        for cell in range(puzzle.geometry.cells)
    )
    if count < 2:
        assert report.unavoidable is None
        return
    first, second = report.solutions
    cells = set(differing(first, second))
    assert tuple(sorted(cells)) == report.unavoidable
    assert (None, False) == (report.redundant, report.is_minimal)
    assert not any(set(differing(first, one)) < cells for one in every if one != first)


@given(
    SMALL_GRIDS, st.lists(st.tuples(st.integers(0, 15), st.integers(0, 3)), max_size=5)
)
def test_any_small_grid(values, ruled_out):
    masks = [1 << (v - 1) if v else 15 for v in values]
    for cell, digit in ruled_out:
        masks[cell] &= ~(1 << digit) if not values[cell] else 15
    puzzle = Puzzle(tuple(values), geometry=Geometry(4, 4)).with_candidates(masks)
    every = [Grid(one, Geometry(4, 4)) for one in solutions_of(puzzle)]
    report = check(puzzle)

    assert_right(puzzle, every, report)
    if len(every) == 1:
        cells = [cell for cell, _ in puzzle.clues.filled]
        assert report.redundant == tuple(
            cell
            for cell in cells
            if len(solutions_of(only(puzzle, [c for c in cells if c != cell]))) == 1
        )
        assert report.is_minimal == (not report.redundant)


@pytest.mark.parametrize(
    "engine", nightly(["AUTO", "dpll", "minisat22", "lingeling"], "AUTO", "dpll")
)
def test_engines(engine):
    """One checker of each engine serves puzzle after puzzle, shape after shape."""
    puzzles = [
        MINIMAL,
        FOUR,
        MANY,
        TWO,
        "1.....2...3.4...",
        "55" + "." * 79,
        MINIMAL[:-1] + "1",
        "12" + "." * 14,
        MINIMAL,
    ]
    for puzzle in puzzles:
        grid, report = Puzzle(puzzle), check(puzzle, engine=engine)
        assert_right(grid, all_solutions(grid), report)
        if puzzle == MINIMAL:
            assert () == report.redundant
    for shape in ((2, 3), (3, 2), (1, 5), (1, 4), (2, 2), (2, 3)):
        empty = Puzzle(
            (0,) * Geometry.of_box(*shape).cells, geometry=Geometry.of_box(*shape)
        )
        report = check(empty, engine=engine)
        assert {tuple(empty.geometry.digit_range)} == set(report.candidates)


def test_clashes():
    report = check("55" + "." * 7 + "5" + "." * 71)

    assert (Status.NONE, (), None) == (
        report.status,
        report.solutions,
        report.redundant,
    )
    assert [
        "r1c1 and r1c2 are both 5 in row 1",
        "r1c1 and r2c1 are both 5 in column 1",
        "r1c1, r1c2 and r2c1 are all 5 in box 1",
    ] == [str(clash) for clash in report.clashes]
    assert ((),) * 81 == report.candidates


def test_published_cases(shared_data):
    path = shared_data / "reference" / "sudopedia_cases.csv"
    for case in csv.DictReader(path.read_text("utf-8").splitlines()):
        expected = {"0": Status.NONE, "1": Status.UNIQUE}
        report = check(case["puzzle"])
        assert expected.get(case["expected"], Status.MULTIPLE) == report.status
        assert case["name"].startswith("duplicate given") == bool(report.clashes)


def test_large_formulas():
    """Where the whole formula (10,530 clauses) is too large, the puzzle's is enough."""
    for puzzle in (TWO, MANY):
        grid = Puzzle(puzzle)
        assert_right(grid, all_solutions(grid), check(grid, max_clauses=10_529))
    assert check(MINIMAL, max_clauses=10_529).is_minimal is None
    assert check(MINIMAL, max_clauses=10_530).is_minimal is True
    assert check(MINIMAL, max_clauses=10_529).is_proper is True
    none = check(MINIMAL[:-1] + "1", max_clauses=10_529)
    assert (Status.NONE, ((),) * 81) == (none.status, none.candidates)
    with pytest.raises(LimitError) as caught:
        check(TWO, max_clauses=10)
    assert "10" in str(caught.value)


def test_candidates_ruled_out():
    """They make a puzzle proper, or without a solution, or a clue redundant."""
    one, two = check(TWO).solutions
    cell = differing(one, two)[0]
    masks = [511] * 81
    masks[cell] ^= 1 << (two.values[cell] - 1)
    proper = Puzzle(TWO).with_candidates(masks)
    masks[cell] = 0
    none = check(Puzzle(TWO).with_candidates(masks))

    assert (one,) == check(proper).solutions
    assert (Status.NONE, ((),) * 81) == (none.status, none.candidates)
    assert one.geometry.cell_name(cell) in none.reason
    clues = Puzzle(MINIMAL)
    solution = check(clues).solutions[0]
    report = check(clues.with_candidates([1 << (v - 1) for v in solution.values]))
    assert tuple(cell for cell, _ in clues.clues.filled) == report.redundant


@pytest.mark.parametrize("timeout", [0, 1e-9])
def test_timeout(timeout):
    """What is known by then is reported, and no more claimed."""
    report = check(MINIMAL, timeout=timeout)

    assert report.stopped
    assert (Status.UNKNOWN, ()) == (report.status, report.solutions)
    assert (None, None, None, None) == (
        report.is_proper,
        report.is_minimal,
        report.candidates,
        report.unavoidable,
    )
    assert check(MINIMAL, timeout=60).is_minimal


def test_lanes_find_the_same_redundant_clues(monkeypatch):
    """Where they are loaded, they test all clues of a puzzle at once."""
    solution = check(MINIMAL).solutions[0].line
    puzzles = [MINIMAL, solution, MINIMAL[:40] + solution[40:]]
    solve_batch([MINIMAL])  # loads them, where they are compiled
    fast = [check(puzzle).redundant for puzzle in puzzles]
    monkeypatch.setattr("satdoku.setting.batches.has_compiler", lambda: False)
    assert fast == [check(puzzle).redundant for puzzle in puzzles]
    assert (fast[0], len(fast[1])) == ((), 81)


@pytest.mark.parametrize("puzzle", [MINIMAL, MANY])
def test_after_an_error_a_report_searches_again(monkeypatch, puzzle):
    report = check(puzzle, engine="dpll")
    with monkeypatch.context() as patch:
        patch.setattr(Puzzle, "is_solution", lambda *_: False)
        for _ in range(2):
            with pytest.raises(EngineError):
                _ = report.is_minimal, report.candidates, report.redundant
    right = check(puzzle)
    assert right.is_minimal == report.is_minimal
    assert (right.redundant, right.candidates) == (report.redundant, report.candidates)


def test_two_threads_read_one_report():
    solution = check(MINIMAL).solutions[0].line
    report, answers = check(solution, engine="dpll"), []
    threads = [
        Thread(target=lambda: answers.append((report.redundant, report.is_minimal)))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [(tuple(range(81)), False)] * 2 == answers


@pytest.mark.parametrize(
    "function", [check, contradiction, minimize, smallest_difference]
)
def test_errors_name_the_public_function(function):
    with pytest.raises(TypeError, match=rf"^{function.__name__}\(\).*'engin'"):
        function(MINIMAL, engin="dpll")


def test_encodings_and_threads():
    """Calls of one thread, and of several, do not disturb each other."""
    reports = {}

    def run(name):
        reports[name] = [
            check(puzzle, encoding=name) for puzzle in (MINIMAL, TWO, MINIMAL)
        ]

    names = ["minimal", "triad", "extended-product", "support", "extended", None]
    threads = [Thread(target=run, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name in names:
        first, two, again = reports[name]
        assert (True, True) == (first.is_minimal, again.is_minimal)
        assert two.is_proper is False
        assert check(TWO).candidates == two.candidates
