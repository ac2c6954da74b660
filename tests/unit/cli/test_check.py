"""`satdoku check`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

PROPER = "1.....2...3.4..."
SOLVED = "1243342121344312"
SEVERAL = "1....2....3....4"
CLASHING = "11.............."


def test_proper(run: Run, puzzle: Path) -> None:
    """Of a proper puzzle: clues, minimal or not, the solution."""
    done = run("check", puzzle)

    assert 0 == done.exit_code
    assert "" == done.stderr
    for line in (f"{puzzle}:1", "  clues       4 in 16 cells", "    12|43"):
        assert line in done.stdout.splitlines()
    assert "exactly one solution" in done.stdout
    assert "minimal     yes" in done.stdout


def test_redundant(run: Run) -> None:
    """Of one that is not minimal, the clues that can go are named."""
    done = run("check", text=SOLVED[:-1] + ".")

    assert "no: 15 clues can go, each alone: r1c1=1, r1c2=2" in done.stdout


def test_several(run: Run) -> None:
    """Of an improper one: two solutions, their differences marked, candidates."""
    done = run("check", text=SEVERAL)

    assert 3 == done.exit_code
    assert "these two differ in 12 cells" in done.stdout
    assert 24 == done.stdout.count("*")
    rows = done.stdout.partition("true candidates")[2].split("\n")[2:7]
    assert "1  34|24 23" == rows[0].strip()


def test_clashes(run: Run) -> None:
    """Every clash is told, by cell and unit."""
    done = run("check", text=CLASHING)

    assert 3 == done.exit_code
    assert "r1c1 and r1c2 are both 1 in row 1" in done.stdout
    assert "r1c1 and r1c2 are both 1 in box 1" in done.stdout
    assert "it has no solution" in done.stdout


def test_quiet(run: Run, mixed: Path) -> None:
    """With -q nothing is written of proper puzzles."""
    done = run("check", "-q", mixed)

    assert [f"{mixed}:2", f"{mixed}:3"] == [
        line for line in done.stdout.splitlines() if line.startswith(str(mixed))
    ]
    assert 2 == done.exit_code


def test_json(run: Run, mixed: Path) -> None:
    """--json tells the same for programs."""
    done = run("check", "--json", mixed)
    told = [json.loads(line) for line in done.stdout.splitlines()]

    assert [True, False, False, None, True] == [each.get("proper") for each in told]
    assert [4, 4, 2] == [each["clues"] for each in told[:3]]
    assert [True, False, False] == [each["minimal"] for each in told[:3]]
    assert 2 == len(told[1]["solutions"])
    assert 12 == len(told[1]["differences"])
    assert [3, 4] == told[1]["candidates"][1]
    assert [[]] * 16 == told[2]["candidates"]
    assert "row 1" == told[2]["clashes"][0]["unit"]
    assert "unreadable" == told[3]["status"]
    shown = run("check", "--help").stdout
    assert [] == [key for each in told[:3] for key in each if key not in shown]


@pytest.mark.parametrize("engine", ["dpll", "cadical153", "minisat22"])
def test_engines_agree(run: Run, mixed: Path, engine: str) -> None:
    """What is told does not depend on who searched, but for the two solutions."""
    reports = [run("check", "--json", "--engine", e, mixed) for e in (engine, "auto")]
    told = [
        [json.loads(line) for line in report.stdout.splitlines()] for report in reports
    ]
    for each in (*told[0], *told[1]):
        for key in ("time_s", "solutions", "differences"):
            each.pop(key, None)

    assert told[0] == told[1]


def test_strict(run: Run, mixed: Path) -> None:
    """With --strict the first unreadable puzzle ends the run."""
    done = run("check", "--strict", mixed)

    assert 2 == done.exit_code
    assert f"{mixed}:5" not in done.stdout


def test_one_clue_can_go(run: Run, root: Path) -> None:
    """One clue is one clue, and needs no other beside it."""
    done = run("check", root / "data" / "seeds" / "input.txt")

    assert "  minimal     no: 1 clue can go: r2c7=5\n" in done.stdout


def test_verbose(run: Run, mixed: Path) -> None:
    """-v tells how puzzles are understood, and what looks them over."""
    done = run("check", "-v", mixed)

    assert run("check", mixed).stdout == done.stdout
    assert 1 == done.stderr.count("read as line: 4x4, boxes of 2x2, digits 1-4\n")
    assert f"satdoku: {mixed}:1: cadical153; extended: one loaded solver" in done.stderr
    asked = run("check", "-v", "--engine", "dpll", "--encoding", "triad", text=PROPER)
    assert "<stdin>:1: dpll; triad: it was asked for\n" in asked.stderr
