"""`satdoku profile`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from satdoku.cli.profile import MODULES
from tests.unit.cli.schemas import told
from tests.unit.profiling.test_speedscope import wrong

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

HARD = (
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
)
EASY = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
SEVERAL = "12.............."
CLASHING = "11.............."
ONE = ("profile", "--no-start", "--repeat", "1")


@pytest.fixture
def hard(tmp_path: Path) -> Path:
    """Return a file of two puzzles, the second hard for a person."""
    path = tmp_path / "two.txt"
    path.write_text(f"{EASY}\n{HARD}\n")
    return path


def stages(text: str) -> list[str]:
    """Return the stages that a table tells."""
    lines = text.splitlines()
    return [line.split()[0] for line in lines[lines.index("") + 2 : -1]]


def test_table(run: Run, hard: Path) -> None:
    """A line a stage; of several puzzles the first is taken, and that is said."""
    done = run(*ONE, hard)

    assert 0 == done.exit_code
    assert done.stdout.startswith(f"Puzzle    {EASY}\n")
    assert ["read", "singles", "check"] == stages(done.stdout)[:3]
    assert "--number K takes another" in done.stderr


def test_number(run: Run, hard: Path) -> None:
    """--number takes another, which is read and solved anew each time."""
    given = ("--repeat", "3", "--number", "2", "--engine", "dpll", "--json")
    done = run(*ONE[:2], *given, hard)
    (one,) = told("profile", done.stdout)

    assert "" == done.stderr
    assert (HARD, 2, 3) == (one["puzzle"], one["number"], len(one["runs_s"]))
    assert {"read", "propagate", "decide"} <= {each["stage"] for each in one["stages"]}


def test_verbose(run: Run, hard: Path) -> None:
    """-v tells how the puzzle was understood."""
    done = run(*ONE, "-v", "-q", hard)

    assert "two.txt:1: read as line: 9x9" in done.stderr


def test_start(run: Run, hard: Path) -> None:
    """How Python starts is told, too, unless it is left out."""
    done = run("profile", "--repeat", "1", hard)

    assert ["start", "import", "first", "read"] == stages(done.stdout)[:4]
    assert "solve alone" in done.stdout


@pytest.mark.parametrize(
    ("text", "options", "code", "status"),
    [
        (EASY, (), 0, "unique"),
        (SEVERAL, (), 0, "several"),
        (SEVERAL, ("--limit", "1"), 0, "solved"),
        (SEVERAL, ("--all", "--engine", "bitmask"), 0, "several"),
        (CLASHING, (), 3, "none"),
        ("." * 81, ("--all", "--engine", "dpll", "--timeout", "0.3"), 4, "several"),
        ("." * 256, ("--engine", "backtracking", "--timeout", "1e-9"), 4, "unknown"),
        (HARD, ("--engine", "lanes"), 0, "unique"),
        (HARD, ("--engine", "logic", "--only", "singles"), 0, "unique"),
        (HARD, ("--engine", "elimination", "--without", "naked-pair"), 0, "unique"),
        (HARD, ("--engine", "backtracking", "--order", "fewest"), 0, "unique"),
        (HARD, ("--rule", "first", "--encoding", "minimal"), 0, "unique"),
        (HARD, ("--functions",), 0, "unique"),
    ],
)
def test_json(
    run: Run, text: str, options: tuple[str, ...], code: int, status: str
) -> None:
    """Every kind of profile keeps to its schema, and its stages add up."""
    done = run(*ONE, "--json", *options, text=text)
    (one,) = told("profile", done.stdout)

    assert (code, status) == (done.exit_code, one["status"])
    assert (code == 4) is not one["certain"]
    assert one["total_s"] == pytest.approx(
        sum(each["time_s"] for each in one["stages"])
    )
    assert ("--functions" in options) is bool(one["functions"])
    assert "Reading is not measured" in done.stderr


def test_timeline(run: Run, hard: Path, tmp_path: Path) -> None:
    """--speedscope writes a file beside the table; what is cut is said."""
    file = tmp_path / "p.json"
    given = (*ONE, "--number", "2", "--engine", "dpll", "--speedscope", file, hard)
    done = run(*given, "--events", "40")
    timeline = json.loads(file.read_text("utf-8"))

    assert 0 == done.exit_code
    assert [] == wrong(timeline)
    assert "The timeline tells 40 of " in done.stderr
    assert "propagate" in stages(done.stdout)

    again = run(*given)
    assert (2, True) == (again.exit_code, "p.json exists; --force" in again.stderr)
    whole = run(*given, "--force", "-q")
    assert "" == whole.stderr
    assert len(json.loads(file.read_text("utf-8"))["profiles"][0]["events"]) > 80


def test_timeline_on_standard_output(run: Run, hard: Path, tmp_path: Path) -> None:
    """`-` takes the place of the table, which may go to a file."""
    file = tmp_path / "table.txt"
    alone = run(*ONE, "-q", "--speedscope", "-", hard)
    both = run(*ONE, "-q", "--speedscope", "-", "-o", file, hard)

    assert [] == wrong(json.loads(alone.stdout))
    assert [] == wrong(json.loads(both.stdout))
    assert stages(file.read_text("utf-8"))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--events", "5"), "--events needs --speedscope"),
        (("--speedscope", "-", "--json"), "would be mixed up"),
        (("--speedscope", "-", "-o", "-"), "would be mixed up"),
        (("--speedscope", "x.json", "-o", "./x.json"), "need each a file"),
        (("--speedscope", ""), "an empty file name"),
        (("--repeat", "0"), "not a whole number from 1"),
        (("--number", "3"), "there is no puzzle 3"),
        (("--engine", "abacus"), "there is no engine abacus"),
        (("--engine", "dpll", "--order", "rows"), "--order is about --engine"),
        (("--engine", "backtracking", "--order", "spiral"), "no order"),
        (("--engine", "dpll", "--only", "singles"), "are about engines logic"),
        (("--engine", "elimination", "--only", "x-wing"), "does not know"),
        (("--max-clauses", "9", "--encoding", "minimal"), "the limit is 9 clauses"),
    ],
)
def test_makes_no_sense(
    run: Run,
    hard: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: tuple[str, ...],
    said: str,
) -> None:
    """What makes no sense is told in a line, and no file is left."""
    monkeypatch.chdir(hard.parent)
    done = run(*ONE, *options, hard)

    assert 2 == done.exit_code
    assert said in done.stderr
    assert "" == done.stdout
    assert [hard] == list(hard.parent.iterdir())


def test_mended_puzzles(run: Run, tmp_path: Path) -> None:
    """What was mended is told once, however often the puzzle is solved."""
    file = tmp_path / "messy.txt"
    file.write_text("1 .34\n3. 12\n.143\n4321\n")
    done = run("profile", "--no-start", "--repeat", "3", "--repair", file)

    assert 1 == done.stderr.count("mended:")
    assert "Reading is not measured" in done.stderr
    assert "read" not in stages(done.stdout)


def test_modules_are_those_of_solve(hard: Path) -> None:
    """What the start is said to load, `satdoku solve FILE` loads."""
    text = (
        "import sys; from satdoku.cli.main import main\n"
        "try: main(sys.argv[1:], prog_name='satdoku')\n"
        "finally: print(*(set(sys.argv[3].split()) - set(sys.modules)), 'left')"
    )
    text = text.replace("sys.argv[1:]", "sys.argv[1:3]")
    done = subprocess.run(
        [sys.executable, "-c", text, "solve", str(hard), " ".join(MODULES)],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        text=True,
    )

    assert "left" == done.stdout.splitlines()[-1]
