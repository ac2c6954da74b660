"""`satdoku check --solutions`: the solutions that files give."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.conftest import CLASHING, PROPER, SEVERAL, SOLVED

if TYPE_CHECKING:
    from tests.unit.cli.conftest import Run

WRONG = "1243342121344321"
"""The solution of PROPER with two digits exchanged."""


@pytest.mark.parametrize(
    ("puzzle", "solution", "said", "code"),
    [
        (PROPER, SOLVED, "right", 0),
        (PROPER, WRONG, "wrong in r4c3 (2, not 1), r4c4 (1, not 2)", 3),
        (PROPER, "." * 16, "wrong in r1c1 (empty, not 1), r1c2 (empty, not 2)", 3),
        (PROPER, "12", "'12' cannot be read as one", 3),
        (PROPER, "", "none", 0),
        (SEVERAL, "1234432134122143", "wrong in r2c2 (3, not 2)", 3),
        (SEVERAL, "1...2...........", "wrong in r1c2 (empty), r1c3 (empty)", 3),
        (CLASHING, SOLVED, "wrong in r1c2 (2, not 1)", 3),
        (CLASHING, "11" + SOLVED[2:], "wrong: r1c1 and r1c2 are both 1 in row 1", 3),
    ],
)
def test_what_is_said(
    run: Run, puzzle: str, solution: str, said: str, code: int
) -> None:
    """Right or wrong, and in which cells."""
    done = run("check", "--solutions", text=f"puzzle,solution\n{puzzle},{solution}\n")

    assert f"  given       solution: {said}" in done.stdout
    assert max(code, 3 if puzzle in (CLASHING, SEVERAL) else 0) == done.exit_code


def test_one_of_several(run: Run) -> None:
    """It is right, though not the only one."""
    full = run("solve", "--to", "line", text=SEVERAL).stdout.strip()
    done = run("check", "--solutions", text=f"puzzle,answer\n{SEVERAL},{full}\n")

    assert "solution: right, one of several" in done.stdout


def test_only_on_request(run: Run) -> None:
    """A wrong solution changes nothing where nobody asked."""
    done = run("check", text=f"puzzle,solution\n{PROPER},{WRONG}\n")

    assert "given" not in done.stdout
    assert 0 == done.exit_code


def test_many(run: Run) -> None:
    """With -q, the wrong ones alone; the summary counts them."""
    table = f"puzzle,solution\n{PROPER},{SOLVED}\n{PROPER},{WRONG}\n{PROPER},\n"
    quiet = run("check", "-q", "--solutions", text=table)

    assert 1 == quiet.stdout.count("given")
    assert "<stdin>:3" in quiet.stdout
    assert "1 with the right solution, 1 with a wrong one" in (
        run("check", "--solutions", text=table).stderr
    )


def test_json(run: Run) -> None:
    """For programs."""
    table = f"puzzle,solution\n{PROPER},{WRONG}\n{PROPER},\n"
    done = run("check", "--json", "--solutions", text=table)
    one, two = [json.loads(line)["given"] for line in done.stdout.splitlines()]

    assert {
        "solution": WRONG,
        "right": False,
        "cells": ["r4c3", "r4c4"],
        "text": "wrong in r4c3 (2, not 1), r4c4 (1, not 2)",
    } == one
    assert {"solution": None, "right": None, "cells": [], "text": "none"} == two


def test_column(run: Run) -> None:
    """It can be said; then its values have to be grids."""
    table = f"a,b\n{SOLVED},{PROPER}\n"
    done = run("check", "--solutions", "--solution-column", "a", text=table)

    assert "solution: right" in done.stdout
    wrong = run("check", "--solutions", "--solution-column", "c", text=table)
    assert "no column 'c'" in wrong.stderr
    alone = run("check", "--solution-column", "a", text=table)
    assert 2 == alone.exit_code
    assert "--solution-column needs --solutions" in alone.stderr
