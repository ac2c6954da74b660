"""Why this choice: told in lines for people."""

import pytest

from satdoku.choose import Question, SoFar, choose
from satdoku.choosing.costs import LANES_WAY, TRIAL, Tally, figure
from satdoku.choosing.explaining import chosen, why
from satdoku.geometry import Geometry


def told(size: int, so_far: SoFar, **options: object) -> list[str]:
    """Return the lines on one or two solutions."""
    choice = choose(Geometry.of_size(size), Question.FEW, so_far=so_far)
    return list(
        why(choice, Question.FEW, size, so_far, compiled=True, **options)  # type: ignore[arg-type]
    )


def test_one_puzzle() -> None:
    """What is known, what is asked, the ways with their figures, and whose they are."""
    known, head, trial, *others, measured = told(9, SoFar(clues=30))

    assert "known: 9x9, 30 clues, 1 puzzle; asked: a solution, and whether" in known
    assert head.split() == ["milliseconds", "once", "each", "for", "all"]
    assert trial.endswith("  chosen")
    assert all("  no: " in line for line in others)
    assert [True] * 4 == [
        any(name in line for line in others)
        for name in ("simplified", "whole", "lanes", "dpll")
    ]
    assert measured.startswith("measured: 20")


def test_many_puzzles() -> None:
    """Another way is chosen, and the sums are of all of them."""
    lines = told(9, SoFar(clues=30, coming=200))

    assert "200 puzzles" in lines[0]
    assert any("whole" in line and line.endswith("chosen") for line in lines)
    assert any("lanes" in line and "pays from about" in line for line in lines)


def test_as_many_again() -> None:
    """Where nobody knows how many come, that is said; so is, that they were hard."""
    row = figure(TRIAL, 9)
    assert row is not None
    tally = Tally()
    for _ in range(30):
        tally.count(row, round(30 * row.each / row.effort))
    lines = told(9, SoFar(tally=tally))

    assert "30 puzzles (as many again as have come)" in lines[0]
    assert any("no: the puzzles so far were too hard for it" in line for line in lines)


def test_lanes() -> None:
    """They are told as the way that was gone, though a session does not choose them."""
    lines = told(9, SoFar(coming=5_000), way=LANES_WAY)

    assert [True] == [line.endswith("chosen") for line in lines if "lanes" in line]
    assert 1 == sum(line.endswith("chosen") for line in lines)


def test_few_clues_and_large_grids() -> None:
    """Both are a reason of their own."""
    assert any("so few clues" in line for line in told(16, SoFar(clues=90)))
    assert any(line.endswith("chosen") for line in told(16, SoFar(clues=120)))
    (because,) = told(36, SoFar())[1:]

    assert because == (
        "because: no trial reaches far on 36x36 grids, and of what learns glucose4 was "
        "seen to be quickest there"
    )


def test_plain_search() -> None:
    """It may be the cheapest of usual puzzles; why it is not taken is said."""
    (line,) = (line for line in told(16, SoFar(clues=120)) if line.startswith("dpll"))

    assert line.endswith(
        "no: plain search does not learn; a hard puzzle may take it for ever"
    )
    assert "known: 16x16, 1 clue, 1 puzzle;" in told(16, SoFar(clues=1))[0]


def test_without_a_compiler() -> None:
    """It is said what is missing."""
    so_far = SoFar()
    choice = choose(Geometry(3, 3), Question.FEW)
    lines = why(choice, Question.FEW, 9, so_far, compiled=False)

    assert any("satdoku[fast]" in line for line in lines)


def test_all_solutions() -> None:
    """How quickly each engine lists them."""
    choice = choose(Geometry(3, 3), Question.ALL, spreadable=True)
    lines = list(why(choice, Question.ALL, 9, SoFar(clues=20), compiled=True))

    assert "asked: all solutions" in lines[0]
    assert ["dpll", "minisat22", "lanes"] == [line.split()[0] for line in lines[3:6]]
    assert "; then after 500 solutions lanes" in chosen(choice)


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"engine": "glucose4"}, "glucose4 on extended, simplified"),
        ({"engine": "bitmask"}, "bitmask"),
        ({"engine": "lanes"}, "lanes"),
        ({"encoding": "triad", "engine": "minisat22"}, "minisat22 on triad, whole"),
    ],
)
def test_what_was_asked_for(options: dict[str, str], line: str) -> None:
    """It is chosen because of that; no figures."""
    choice = choose(Geometry(3, 3), Question.FEW, **options)  # type: ignore[arg-type]
    lines = list(why(choice, Question.FEW, 9, SoFar(), compiled=True))

    assert line == chosen(choice)
    assert "because: it was asked for" == lines[1]
    assert 2 == len(lines)
