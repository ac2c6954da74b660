"""`check` tells clashes, proper, minimal, true candidates."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest

from satdoku import Grid, Status, UsageError, check, solutions
from satdoku.answers import differences
from satdoku.geometry import Geometry

if TYPE_CHECKING:
    from pathlib import Path

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
        "r1c1, r1c2 and r2c1 are both 5 in box 1",
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


def test_grids_too_large_for_the_whole_formula(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the formula is simplified the true candidates are the same."""
    expected = check(TWO)
    monkeypatch.setattr("satdoku.checking._WHOLE", 0)
    found = check(TWO)

    assert expected.candidates == found.candidates
    assert expected.status == found.status
    assert check(MINIMAL).is_minimal is None


def test_timeouts_that_make_no_sense() -> None:
    """A negative timeout is a mistake."""
    with pytest.raises(UsageError, match="timeout"):
        check(MINIMAL, timeout=-1.0)
