"""`satdoku count`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from satdoku.answers import Count
    from satdoku.grid import Grid
    from tests.unit.cli.conftest import Run

PROPER = "1.....2...3.4..."
EMPTY = "................"
CLASHING = "11.............."


@pytest.mark.parametrize(
    ("text", "arguments", "shown", "code"),
    [
        (PROPER, [], "1", 0),
        (EMPTY, [], "288", 0),
        (EMPTY, ["--limit", "288"], "288", 0),
        (EMPTY, ["--limit", "287"], "more than 287", 4),
        (CLASHING, [], "0", 3),
    ],
)
def test_one(run: Run, text: str, arguments: list[str], shown: str, code: int) -> None:
    """The count is exact up to the limit; the exit code says whether it is."""
    done = run("count", *arguments, text=text)

    assert (f"{shown}\n", "", code) == (done.stdout, done.stderr, done.exit_code)


def test_many(run: Run, mixed: Path) -> None:
    """Among many, each line names its puzzle, and an unreadable one keeps its place."""
    done = run("count", mixed)
    lines = done.stdout.splitlines()

    assert ["1", "2", "0"] == [line.split("\t")[0] for line in lines[:3]]
    assert f"1\t{mixed}:5" == lines[4]
    assert lines[3].startswith("# unreadable: ")
    assert f"satdoku: error: {mixed}:4: 4 cells" in done.stderr
    assert 2 == done.exit_code
    assert 3 == len(run("count", "--strict", mixed).stdout.splitlines())


def test_json(run: Run, mixed: Path) -> None:
    """--json tells the same."""
    done = run("count", "--json", "--limit", "1", mixed)
    told = [json.loads(line) for line in done.stdout.splitlines()]

    assert [(1, True), (1, False), (0, True), (1, True)] == [
        (each["count"], each["exact"]) for each in told if "count" in each
    ]
    assert "4 cells" in told[3]["error"]
    shown = run("count", "--help").stdout
    assert [] == [key for each in told[:3] for key in each if key not in shown]


def test_out_of_time(run: Run) -> None:
    """A count that time ends is a lower bound, and exit code 4."""
    done = run(*("count", "--timeout", "0.2", "--limit", "1000000000"), text="." * 81)

    assert 4 == done.exit_code
    assert done.stdout.startswith("at least ")


def test_too_many_clauses(run: Run) -> None:
    """A formula beyond --max-clauses is refused by its place."""
    done = run("count", "--max-clauses", "10", text=EMPTY)

    assert 2 == done.exit_code
    assert "<stdin>:1: " in done.stderr
    assert "--max-clauses" in done.stderr


def test_interrupted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was counted when Ctrl-C came is told, with the code of Ctrl-C."""
    from satdoku.session import Session

    def count(
        self: Session,
        puzzle: Grid,
        limit: int,
        *,
        progress: Callable[[int], None],
        **_: object,
    ) -> Count:
        del self, puzzle, limit
        for found in range(1, 41):
            progress(found)
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "count", count)
    done = run("count", text=EMPTY)

    assert (130, "at least 40\n") == (done.exit_code, done.stdout)
    (told,) = map(json.loads, run("count", "--json", text=EMPTY).stdout.splitlines())
    assert (40, False, "interrupted") == (told["count"], told["exact"], told["stopped"])


def test_verbose(run: Run, mixed: Path) -> None:
    """-v tells how puzzles are understood and counted, each thing once."""
    done = run("count", "-v", mixed)

    assert run("count", mixed).stdout == done.stdout
    assert 1 == done.stderr.count(f"satdoku: {mixed}:1: read as line: 4x4")
    assert 1 == done.stderr.count("read as")
    assert f"satdoku: {mixed}:1: dpll, then minisat22; extended, simplified: " in (
        done.stderr
    )
    asked = run("count", "-v", "--engine", "MINISAT22", text=EMPTY).stderr
    assert "<stdin>:1: minisat22; extended, simplified: it was asked for\n" in asked


MANY = (
    "8.........95.......76.........426798...571243...893165......916....3.487....1.532"
)


def test_lanes(run: Run) -> None:
    """Engine `lanes` counts 9×9; what it does not take keeps its place."""
    done = run("count", "--engine", "lanes", "-v", "-", text=f"{MANY}\n")
    limited = run("count", "--engine", "LANES", "--limit", "5", text=f"{MANY}\n")
    mixed = run("count", "--engine", "lanes", text=f"{MANY}\n{PROPER}\n{MANY}\n")

    assert ("872\n", 0) == (done.stdout, done.exit_code)
    assert "lanes: it was asked for\n" in done.stderr
    assert ("more than 5\n", 4) == (limited.stdout, limited.exit_code)
    assert ["872", "# unknown: <stdin>:2: a puzzle of 4x4", "872"] == [
        line.replace("\t", " (").split(" (")[0] for line in mixed.stdout.splitlines()
    ]
    assert "<stdin>:2: a puzzle of 4x4 (boxes of 2x2); expected 9x9" in mixed.stderr
    assert 2 == mixed.exit_code


@pytest.mark.parametrize(
    ("command", "arguments", "said"),
    [
        ("count", ["--encoding", "triad"], "takes no formula; leave out the encoding"),
        ("check", [], "lanes takes puzzles of 9x9, not formulas"),
        ("sat", [], "lanes takes puzzles of 9x9, not formulas"),
    ],
)
def test_lanes_takes_no_formulas(
    run: Run, command: str, arguments: list[str], said: str
) -> None:
    """Commands that need one refuse it, by a line that says why."""
    text = "p cnf 1 1\n1 0\n" if command == "sat" else f"{MANY}\n"
    done = run(command, "--engine", "lanes", *arguments, text=text)

    assert (2, "") == (done.exit_code, done.stdout)
    assert said in done.stderr


def test_many_solutions_are_handed_over(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By itself; -v says when, and the progress that Ctrl-C tells goes on."""
    monkeypatch.setattr("satdoku.choose._MANY", 100)
    monkeypatch.setattr("satdoku.spread._UNCOMPILED_ENOUGH", 100)
    monkeypatch.setattr("satdoku.lanes.search.find_executor", lambda _="auto": "numpy")
    told = run("count", "-v", text=f"{MANY}\n")
    walked = run("solve", "--all", "-q", "--stats", "--to", "line", text=f"{MANY}\n")

    assert "872\n" == told.stdout
    assert "dpll, then minisat22, then lanes; extended, simplified:" in told.stderr
    assert "without a solution, lanes after 100 solutions" in told.stderr
    assert 872 == len(set(walked.stdout.split()))
    assert "dpll, then lanes; extended, simplified" in walked.stderr
