"""Engine `logic` at the command line, and the techniques that it may use."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.conftest import Run

PROPER = "1.....2...3.4..."
SEVERAL = "1....2....3....4"
BOTH = ["1342421324313124", "1423324141322314"]
SIX = "....64...........2...351.16........6"
THREE = (
    "8.........95.......67.........472968...913245...856137....9.716...6.8492......583"
)
"""A hidden rectangle takes one of its three solutions away."""


def test_the_answer_is_that_of_every_engine(run: Run) -> None:
    """Logic says that it is the only one, and what it took."""
    done = run("solve", "--engine", "logic", "--stats", text=PROPER)

    assert run("solve", text=PROPER).stdout == done.stdout
    assert "This is the only solution." in done.stderr
    assert "logic (12 steps of logic, no search); 12 steps; " in done.stderr


def test_what_is_left_is_searched(run: Run) -> None:
    """-v says so, and for how many cells; every solution is printed."""
    done = run("solve", "--engine", "logic", "--all", "--to", "line", text=SEVERAL)
    told = run("solve", "--engine", "logic", "-v", text=SEVERAL).stderr

    assert BOTH == sorted(done.stdout.split())
    assert "These are all 2 solutions." in done.stderr
    assert "logic, then bitmask: " in told
    assert " steps of logic, then search for " in told


def test_counting_tells_of_it(run: Run) -> None:
    """-v names it first, and what may come after it."""
    done = run("count", "--engine", "logic", "-v", text=SEVERAL)

    assert "2\n" == done.stdout
    assert ": logic, then dpll, then minisat22; extended, simplified: " in done.stderr
    assert "techniques may leave nothing to search" in done.stderr


def test_rules_are_switched(run: Run) -> None:
    """Lists and repeated options; fewer techniques leave more to the search."""
    left = []
    for options in (
        ["--only", "death-blossom"],
        ["--only", "naked-single"],
        ["--only", "naked-single,hidden-single", "--only", "full-house"],
        ["--only", "singles", "--with", "pointing"],
        ["--without", "chains, forcing", "--without", "als"],
        [],
    ):
        done = run("solve", "--engine", "logic", "--json", *options, text=SIX)
        answer = json.loads(done.stdout)
        assert "several" == answer["status"]
        left.append(answer["statistics"]["steps"])

    assert sorted(left) == left
    assert left[0] < left[2] < left[-1]


def test_uniqueness_has_to_be_asked_for(run: Run) -> None:
    """It is not among the usual; asked for, it is used where there is one solution."""
    for options in (["--with", "uniqueness"], ["--with", "x-wing"]):
        done = run("count", "--engine", "logic", text=THREE)
        assert "3\n" == done.stdout
        done = run("solve", "--engine", "logic", "--all", *options, text=THREE)
        assert "These are all 3 solutions." in done.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--with", "singles"], "are about engines logic and elimination, not auto"),
        (
            ["--engine", "dpll", "--without", "singles"],
            "--with, --without and --only are about engines logic and elimination, not",
        ),
        (["--engine", "logic", "--only", "nakd-pair"], "did you mean naked-pair"),
        (["--engine", "logic", "--without", "all"], "no technique is left to use"),
        (["--engine", "logic", "--rule", "first"], "logic has no decision rules"),
        (
            ["--engine", "logic", "--trace", "-"],
            "--trace and --tree follow engine dpll; leave out --engine logic",
        ),
        (["--engine", "logic", "--workers", "2"], "leave out --engine logic"),
    ],
)
def test_what_makes_no_sense(run: Run, options: list[str], said: str) -> None:
    """Refused with one clear message."""
    done = run("solve", *options, text=PROPER)

    assert 2 == done.exit_code
    assert "" == done.stdout
    assert said in done.stderr
    assert 1 == len(done.stderr.splitlines())


def test_engines_tell_of_it(run: Run) -> None:
    """It is in the list, as one that takes no formulas."""
    rows = [json.loads(line) for line in run("engines", "--json").stdout.splitlines()]
    (logic,) = [row for row in rows if row["name"] == "logic"]

    assert ("deduce", "takes no formulas") == (logic["room"], logic["no_proofs"])
