"""`check` tells clashes, proper, minimal, true candidates."""

from __future__ import annotations

import csv
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from satdoku import (
    Grid,
    LimitError,
    SatdokuError,
    Status,
    UsageError,
    check,
    solutions,
)
from satdoku.answers import differences
from satdoku.checking import Checker
from satdoku.engines import register
from satdoku.geometry import Geometry

if TYPE_CHECKING:
    from pathlib import Path

    from satdoku.cnf.formula import Formula
    from satdoku.engines.engine import Engine

MINIMAL = (
    ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."
)
TWO = (
    ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87."
)


def test_a_minimal_puzzle() -> None:
    """A 17-clue puzzle is proper, and no clue can go."""
    report = check(MINIMAL)

    assert report.is_proper is True
    assert report.is_minimal is True
    assert () == report.redundant
    assert 17 == report.clues


def test_redundant_clues_can_go() -> None:
    """A clue is redundant exactly if the puzzle without it stays proper."""
    full = check(MINIMAL).solutions[0]
    extra = Grid.parse(MINIMAL[:40] + full.line[40] + MINIMAL[41:])
    more = list(extra.line)
    more[0], more[80] = full.line[0], full.line[80]
    puzzle = Grid.parse("".join(more))
    report = check(puzzle)
    expected = tuple(
        cell
        for cell, _ in puzzle.clues
        if len(list(solutions(puzzle.line[:cell] + "." + puzzle.line[cell + 1 :]))) == 1
    )

    assert report.is_minimal is False
    assert expected == report.redundant
    assert expected


def test_two_solutions_and_their_differences() -> None:
    """Both solutions are shown, and the cells where they differ."""
    report = check(TWO)
    one, two = report.solutions

    assert report.is_proper is False
    assert report.is_minimal is False
    assert one.solves(Grid.parse(TWO))
    assert two.solves(Grid.parse(TWO))
    assert {c for c in range(81) if one.values[c] != two.values[c]} == set(
        differences(one, two)
    )


@pytest.mark.parametrize(
    "puzzle",
    [
        TWO,
        "12.. .... .... ....",
        "8.........95.......76.........426798...571243...893165......916....3.487....1.532",
    ],
)
def test_true_candidates(puzzle: str) -> None:
    """They are the digits of all solutions taken together."""
    union = [set[int]() for _ in Grid.parse(puzzle).values]
    for solution in solutions(puzzle):
        for digits, value in zip(union, solution.values, strict=True):
            digits.add(value)

    assert tuple(tuple(sorted(digits)) for digits in union) == check(puzzle).candidates


def test_clashes() -> None:
    """Every clash is named by its cells, and there is no solution."""
    report = check("55" + "." * 7 + "5" + "." * 71)

    assert Status.NONE == report.status
    assert [
        "r1c1 and r1c2 are both 5 in row 1",
        "r1c1 and r2c1 are both 5 in column 1",
        "r1c1, r1c2 and r2c1 are all 5 in box 1",
    ] == [str(clash) for clash in report.clashes]


def test_other_sizes() -> None:
    """Rectangular boxes too."""
    report = check(Grid.parse("12" + "." * 34, Geometry(3, 2)))

    assert Status.SEVERAL == report.status
    assert report.candidates is not None
    assert (1,) == report.candidates[0]


def test_a_limit_leaves_what_is_known() -> None:
    """Out of time the report says so and claims nothing more."""
    report = check(MINIMAL, timeout=0.0)

    assert report.stopped
    assert report.is_proper is None
    assert report.candidates is None


def test_sudopedia(shared_data: Path) -> None:
    """The published valid and invalid cases are told as expected."""
    path = shared_data / "reference" / "sudopedia_cases.csv"
    with path.open(newline="", encoding="utf-8") as stream:
        cases = list(csv.DictReader(stream))

    for case in cases:
        expected = {"0": Status.NONE, "1": Status.UNIQUE}.get(
            case["expected"], Status.SEVERAL
        )
        report = check(case["puzzle"])
        assert expected == report.status, case["name"]
        clashing = case["name"].startswith("duplicate given")
        assert clashing == bool(report.clashes), case["name"]


def test_grids_too_large_for_the_whole_formula() -> None:
    """Where the formula is simplified the true candidates are the same."""
    expected = check(TWO)
    found = check(TWO, max_clauses=10_000)  # the whole one has 10,530

    assert expected.candidates == found.candidates
    assert expected.status == found.status
    assert check(MINIMAL, max_clauses=10_000).is_minimal is None
    with pytest.raises(LimitError, match="the limit is 10 clauses"):
        check(TWO, max_clauses=10)


def test_candidates_that_are_ruled_out() -> None:
    """They make a puzzle proper, empty, or a clue redundant."""
    one, two = check(TWO).solutions
    cell = differences(one, two)[0]
    masks = [511] * 81
    masks[cell] ^= 1 << (two.values[cell] - 1)
    proper = Grid.parse(TWO).with_candidates(masks)
    masks[cell] = 0
    none = check(Grid.parse(TWO).with_candidates(masks))

    assert ((cell, two.values[cell]),) == proper.removed
    assert check(proper).solutions == (one,)
    assert Status.NONE == none.status
    assert none.reason == f"{one.geometry.cell_name(cell)} has no candidate"
    assert ((),) * 81 == none.candidates


def test_a_clue_that_candidates_make_redundant() -> None:
    """What is ruled out beyond all clues stays so while a clue is looked at."""
    puzzle = Grid.parse(MINIMAL)
    solution = check(puzzle).solutions[0]
    masks = [1 << (value - 1) for value in solution.values]
    masks[17] = 511  # a clue
    assert puzzle.values[17]
    report = check(puzzle.with_candidates(masks))

    assert check(puzzle).is_minimal is True
    assert report.is_minimal is False
    assert report.redundant == tuple(cell for cell, _ in puzzle.clues)


class TestChecker:
    """A checker keeps what it has loaded, and nothing of a puzzle."""

    PUZZLES = (
        MINIMAL,
        TWO,
        "1... ..2. ..3. 4...",
        "5" * 2 + "." * 79,
        MINIMAL[:-1] + "1",
        "12.. .... .... ....",
        MINIMAL,
    )

    @pytest.mark.parametrize("engine", ["auto", "dpll", "minisat22", "lingeling"])
    def test_answers_as_a_fresh_one(self, engine: str) -> None:
        """Puzzle after puzzle, geometry after geometry."""
        checker = Checker(engine)
        for puzzle in map(Grid.parse, self.PUZZLES * 2):
            mine, fresh = checker.check(puzzle), Checker(engine).check(puzzle)
            assert fresh.status == mine.status
            assert fresh.redundant == mine.redundant
            assert fresh.candidates == mine.candidates
        checker.close()
        assert checker.check(Grid.parse(MINIMAL)).is_minimal is True

    def test_formulas_are_loaded_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """One a geometry, as long as there are few geometries."""
        loaded: list[str] = []
        load = register.load

        def counted(name: str, formula: Formula, **options: object) -> Engine:
            loaded.append(name)
            return load(name, formula, **options)

        monkeypatch.setattr(register, "load", counted)
        checker = Checker("dpll")
        shapes = [Geometry(2, 2), Geometry(2, 3), Geometry(3, 2), Geometry(1, 5)]
        for _ in range(2):
            for shape in shapes:
                checker.check(Grid(shape, (0,) * shape.cells))
        assert ["dpll"] * 4 == loaded
        checker.check(Grid(Geometry(1, 4), (0,) * 16))
        checker.check(Grid(shapes[-1], (0,) * 25))
        assert ["dpll"] * 5 == loaded
        checker.check(Grid(shapes[0], (0,) * 16))
        assert ["dpll"] * 6 == loaded

    def test_calls_share_a_checker(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """`check` loads nothing for the second puzzle; another thread loads its own."""
        check(MINIMAL)
        monkeypatch.setattr(register, "load", None)

        assert check(TWO).is_proper is False
        caught: list[BaseException] = []

        def elsewhere() -> None:
            try:
                check(TWO)
            except TypeError as error:
                caught.append(error)

        thread = Thread(target=elsewhere)
        thread.start()
        thread.join()
        assert 1 == len(caught)

    def test_ctrl_c(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Engines are thrown away, and the checker answers again."""
        checker = Checker("minisat22")
        checker.check(Grid.parse(TWO))

        def interrupted(*_: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr("satdoku.walk.Held.solution", interrupted)
            with pytest.raises(KeyboardInterrupt):
                checker.check(Grid.parse(TWO))
        assert checker.check(Grid.parse(TWO)).is_proper is False

    def test_what_makes_no_sense(self) -> None:
        """Is said before the first puzzle."""
        with pytest.raises(UsageError, match="nonsense"):
            Checker("nonsense")
        with pytest.raises(SatdokuError, match="nonsense"):
            Checker(encoding="nonsense")

    def test_the_plan(self) -> None:
        """Is told without looking at a puzzle."""
        plan = Checker("dpll", "triad", max_clauses=5_000).plan(Geometry(3, 3))

        assert ("dpll", "triad", False) == (plan.engine, plan.recipe.name, plan.whole)


def test_timeouts_that_make_no_sense() -> None:
    """A negative timeout is a mistake."""
    with pytest.raises(UsageError, match="timeout"):
        check(MINIMAL, timeout=-1.0)
