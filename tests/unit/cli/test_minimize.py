"""`satdoku minimize`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from satdoku import Grid, Stopped, check, minimize
from satdoku.formats import Entry, write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.unit.cli.conftest import Run

EASY = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
PROPER = "1.....2...3.4..."
SOLVED = "1243342121344312"


def test_one(run: Run) -> None:
    """A minimal puzzle on a line, and how many clues went."""
    done = run("minimize", text=EASY)

    assert 0 == done.exit_code
    assert f"{minimize(EASY).line}\n" == done.stdout
    left = minimize(EASY).clue_count
    assert f"{30 - left} of 30 clues left out; none of the {left} can go.\n" == (
        done.stderr
    )


def test_minimal_already(run: Run) -> None:
    """Of one that is minimal, that is said."""
    done = run("minimize", text=PROPER)

    assert (f"{PROPER}\n", "None of its 4 clues can go.\n") == (
        done.stdout,
        done.stderr,
    )


def test_many(run: Run, mixed: Path) -> None:
    """Of many, the proper ones are written, and what is wrong with others is told."""
    done = run("minimize", mixed)

    assert 2 == done.exit_code
    assert f"{PROPER}\n" * 2 == done.stdout
    assert f"{mixed}:2: it has several solutions; expected exactly one" in done.stderr
    assert f"{mixed}:3: it has no solution; expected exactly one" in done.stderr
    assert "2 made minimal, 2 not proper, 1 refused" in done.stderr


@pytest.mark.parametrize("text", ["1" + "." * 15, "11" + "." * 14, "12.3..4........."])
def test_improper(run: Run, text: str) -> None:
    """A puzzle that is not proper ends it with 3, and nothing is written."""
    done = run("minimize", "-q", text=text)

    assert (3, "") == (done.exit_code, done.stdout)
    assert done.stderr.startswith("satdoku: <stdin>:1: it has ")
    assert 1 == done.stderr.count("\n")


def test_seed(run: Run) -> None:
    """A seed makes another order, the same each time; it is a number from 0."""
    one, again, none = (
        run("minimize", "-q", *options, text=EASY).stdout
        for options in (("--seed", "5"), ("--seed", "5"), ())
    )

    assert one == again
    assert f"{minimize(EASY, seed=5).line}\n" == one != none
    assert 2 == run("minimize", "--seed", "-1", text=EASY).exit_code
    assert 2 == run("minimize", "--seed", "x", text=EASY).exit_code
    assert 0 == run("minimize", "--seed", "0", text=EASY).exit_code


def test_limit(run: Run) -> None:
    """With --limit several different ones are written, and that there may be more."""
    done = run("minimize", "--limit", "3", text=EASY)
    lines = done.stdout.splitlines()

    assert 3 == len(set(lines)) == len(lines)
    assert all(check(line).is_minimal for line in lines)
    assert "The first 3 minimal puzzles inside it; there may be more.\n" == done.stderr


def test_no_more_than_the_limit(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """With as many as were asked for, nobody looks for one more."""

    def two(*_: object, **__: object) -> Iterator[Grid]:
        yield Grid.parse(PROPER)
        yield Grid.parse(SOLVED)
        raise Stopped("out of time")

    monkeypatch.setattr("satdoku.reasons.minimizing.Minimizer.every", two)
    enough = run("minimize", "--limit", "2", text=SOLVED)
    fewer = run("minimize", "--limit", "3", text=SOLVED)

    assert (0, f"{PROPER}\n{SOLVED}\n") == (enough.exit_code, enough.stdout)
    assert "2 minimal puzzles inside it; there may be more.\n" in enough.stderr
    assert (4, enough.stdout) == (fewer.exit_code, fewer.stdout)


def test_all(run: Run) -> None:
    """With --all every one is, with --smallest the smallest first."""
    text = "12433421.1344..."
    done = run("minimize", "--all", "--smallest", text=text)
    lines = done.stdout.splitlines()
    counts = [Grid.parse(line).clue_count for line in lines]

    assert f"These are all {len(lines)} minimal puzzles inside it.\n" == done.stderr
    assert sorted(counts) == counts
    assert set(lines) == set(run("minimize", "-q", "--all", text=text).stdout.split())
    only = run("minimize", "--all", text=PROPER)
    assert "This is the only minimal puzzle inside it.\n" == only.stderr


def test_smallest(run: Run) -> None:
    """With --smallest no minimal puzzle inside has fewer clues."""
    done = run("minimize", "-q", "--smallest", text=SOLVED)

    assert 4 == Grid.parse(done.stdout).clue_count
    assert check(done.stdout).is_minimal


def test_format(run: Run, tmp_path: Path) -> None:
    """The format is what --to says, or the ending of the file, or a line a puzzle."""
    drawn = run("minimize", "-q", "--to", "grid", text=PROPER)
    assert "1.|..\n" in drawn.stdout

    for name, kept in (
        ("one.csv", f"puzzle\n{PROPER}\n"),
        ("one.txt", f"{PROPER}\n"),
        ("one.unknown", f"{PROPER}\n"),
    ):
        assert 0 == run("minimize", "-o", tmp_path / name, text=PROPER).exit_code
        assert kept == (tmp_path / name).read_text()
    unclear = run("minimize", "-o", tmp_path / "one.json", text=PROPER)
    assert 2 == unclear.exit_code
    assert "say which with --to" in unclear.stderr


def test_candidates(run: Run) -> None:
    """Candidates stay; a format that keeps none is refused, unless it may lose them."""
    masks = [1 << (int(digit) - 1) for digit in SOLVED[:12]] + [15] * 4
    puzzle = Grid.parse("12" + "." * 14).with_candidates(masks)
    marks = write(Entry.of(puzzle), "json")
    kept = run("minimize", "-q", "--to", "json", text=marks)
    lost = run("minimize", "-q", text=marks)
    lossy = run("minimize", "--lossy", text=marks)
    found = json.loads(kept.stdout)

    assert (0, 2, 0) == (kept.exit_code, lost.exit_code, lossy.exit_code)
    assert 2 > sum(mark != "." for mark in found["puzzle"])
    assert found["puzzle_candidates"]
    assert "--lossy leaves them out" in lost.stderr
    assert "." * 14 in lossy.stdout


def test_engines_agree(run: Run) -> None:
    """Which puzzle it is does not depend on who searched."""
    found = {
        run("minimize", "-q", "--engine", engine, text=EASY).stdout
        for engine in ("auto", "dpll", "glucose4")
    }

    assert 1 == len(found)


def test_out_of_time(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the time was over, nothing is written, or what was found by then."""
    late = run("minimize", "--timeout", "1e-6", text=EASY)

    assert (4, "") == (late.exit_code, late.stdout)
    assert "<stdin>:1: out of time: no minimal puzzle by then" in late.stderr

    def some(*_: object, **__: object) -> Iterator[Grid]:
        yield Grid.parse(PROPER)
        raise Stopped("out of time")

    monkeypatch.setattr("satdoku.reasons.minimizing.Minimizer.every", some)
    done = run("minimize", "--all", text=SOLVED)
    assert (4, f"{PROPER}\n") == (done.exit_code, done.stdout)
    assert "out of time: there may be more than these 1" in done.stderr
    assert "" == run("minimize", "--all", "-q", text=SOLVED).stderr


def test_large_formula(run: Run) -> None:
    """A formula that would be too large is refused like anywhere else."""
    done = run("minimize", "--max-clauses", "10", text=PROPER)

    assert 2 == done.exit_code
    assert "the limit is 10 clauses" in done.stderr


def test_strict(run: Run, mixed: Path) -> None:
    """With --strict the first unreadable puzzle ends the run."""
    done = run("minimize", "--strict", mixed)

    assert 2 == done.exit_code
    assert f"{PROPER}\n" == done.stdout


def test_verbose(run: Run) -> None:
    """-v tells how puzzles are understood, and what searched."""
    done = run("minimize", "-v", text=PROPER)

    assert "<stdin>:1: read as line: 4x4" in done.stderr
    assert "<stdin>:1: cadical153; extended: one loaded solver" in done.stderr
