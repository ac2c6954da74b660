"""`satdoku check`."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from satdoku import Conflict, Grid, Stopped, check, smallest_difference

if TYPE_CHECKING:
    from collections.abc import Iterator
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
        for key in ("time_s", "solutions", "differences", "unavoidable"):
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


HARD = (
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
)
REASONS = "12....34.34....."
"""Four clues or five, in several ways."""


def test_conflict(run: Run) -> None:
    """Clues that contradict each other are named, marked, and told to programs."""
    text = run("check", text=HARD)
    told = json.loads(run("check", "--json", text=HARD).stdout)
    cells = told["conflict"]

    assert 3 == text.exit_code
    assert "9 clues have no solution together; without any one of them" in text.stdout
    assert all(f"{cell}=" in text.stdout for cell in cells)
    assert len(cells) == text.stdout.count("*")
    assert (True, None) == (told["conflict_minimal"], told["stopped"])


def test_no_conflict(run: Run) -> None:
    """There is none of puzzles with a solution, or where the time is over."""
    told = run("check", "--json", text="1" + "." * 15)
    late = run("check", "--timeout", "1e-6", text=HARD)

    assert json.loads(told.stdout)["conflict"] is None
    assert "conflict" not in late.stdout


def test_clash_is_marked(run: Run) -> None:
    """Clues that clash are told as clashes, and marked in the grid."""
    done = run("check", text="11..1...........")

    assert "conflict" not in done.stdout
    assert 3 == done.stdout.count("1*")
    told = json.loads(run("check", "--json", text="11..1...........").stdout)
    assert ["r1c1", "r1c2"] == told["conflict"]


def test_all_reasons(run: Run) -> None:
    """With --all-reasons every set is told, and drawn."""
    done = run("check", "--all-reasons", text=REASONS)
    told = json.loads(run("check", "--all-reasons", "--json", text=REASONS).stdout)

    assert 3 == done.exit_code
    assert "conflicts   5 sets of clues have no solution, with none to spare\n" in (
        done.stdout
    )
    assert "              5: r" in done.stdout
    assert "\n    5:\n" in done.stdout
    assert 5 == len(told["conflicts"]["sets"])
    assert told["conflicts"]["complete"]
    assert sum(map(len, told["conflicts"]["sets"])) == done.stdout.count("*")
    assert told["conflicts"]["sets"][0] == told["conflict"]


def test_some_reasons(run: Run) -> None:
    """--limit bounds them, and that there may be more is said; alone it is refused."""
    options = ("check", "--all-reasons", "--limit", "2")
    done = run(*options, text=REASONS)
    told = json.loads(run(*options, "--json", text=REASONS).stdout)

    assert "2 sets of clues have no solution, with none to spare; there may" in (
        done.stdout
    )
    assert (2, False) == (
        len(told["conflicts"]["sets"]),
        told["conflicts"]["complete"],
    )
    assert 2 == run("check", "--limit", "2", text=REASONS).exit_code


def test_reasons_out_of_time(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the time was over, what was found is told, and that there may be more."""

    def some(*_: object, **__: object) -> Iterator[Conflict]:
        yield Conflict((0, 1, 6), minimal=True)
        raise Stopped("out of time")

    monkeypatch.setattr("satdoku.reasons.conflict.all_conflicts", some)
    done = run("check", "--all-reasons", text=REASONS)

    assert "1 set of clues has no solution" in done.stdout
    assert "there may be more: out of time" in done.stdout


@pytest.mark.parametrize("smallest", [False, True])
def test_not_narrowed(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    smallest: bool,  # noqa: FBT001  a case
) -> None:
    """Clues of which some may be to spare are not told as if none were."""
    many = Conflict(tuple(c for c in range(81) if HARD[c] != "."), minimal=False)
    monkeypatch.setattr(
        "satdoku.reasons.conflict.conflicting_clues", lambda *_, **__: many
    )
    options = ["--smallest"] if smallest else []
    done = run("check", *options, text=HARD)
    told = json.loads(run("check", "--json", *options, text=HARD).stdout)

    assert (
        "17 clues have no solution together; the time was over before it was certain "
        "that none can be left out: r1c6=5, "
    ) in done.stdout
    assert (17, False, "out of time") == (
        len(told["conflict"]),
        told["conflict_minimal"],
        told["stopped"],
    )
    assert told.get("smallest") is (False if smallest else None)


def nothing(*_: object, **__: object) -> Iterator[Conflict]:
    """Find nothing in time."""
    yield from ()
    raise Stopped("out of time")


def test_no_reason_in_time(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing was found in time, it is said why; programs find all keys."""
    monkeypatch.setattr("satdoku.reasons.conflict.all_conflicts", nothing)
    options = ("--all-reasons", "--smallest")
    done = run("check", *options, text=REASONS)
    told = json.loads(run("check", "--json", *options, text=REASONS).stdout)

    assert "  conflicts   not known: out of time\n" in done.stdout
    assert {"sets": [], "complete": False} == told["conflicts"]
    assert (False, "out of time") == (told["smallest"], told["stopped"])


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        (
            "satdoku.cli.looked.monotonic",
            iter(range(0, 9999, 50)).__next__,
            "out of time",
        ),
        ("satdoku.checking._WHOLE", 1, "the formula is too large to look for them"),
    ],
)
def test_nothing_looked_for(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: str, value: object, why: str
) -> None:
    """So it is where no time was left, or the formula is too large."""
    monkeypatch.setattr(name, value)
    done = run("check", "--timeout", "40", text=HARD)
    options = ("--json", "--all-reasons", "--smallest", "--timeout", "40")
    told = json.loads(run("check", *options, text=HARD).stdout)
    clash = json.loads(run("check", *options, text=CLASHING).stdout)

    assert f"  conflict    not known: {why}\n" in done.stdout
    assert {"sets": [], "complete": False} == told["conflicts"]
    assert (None, False, why) == (told["conflict"], told["smallest"], told["stopped"])
    assert {"sets": [["r1c1", "r1c2"]], "complete": False} == clash["conflicts"]
    assert (True, True) == (clash["conflict_minimal"], clash["smallest"])


def test_unknown_keeps_its_keys(run: Run) -> None:
    """Of a puzzle of which nothing is known, what was asked for is null or empty."""
    options = ("--json", "--all-reasons", "--smallest", "--timeout", "1e-6")
    told = json.loads(run("check", *options, text=HARD).stdout)

    assert "unknown" == told["status"]
    assert {"sets": [], "complete": False} == told["conflicts"]
    assert told["smallest"] is None


def test_nearer_is_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A nearer solution is told, though a still nearer one may be there."""
    report = check("." * 81)
    first = report.solutions[0]
    far = Grid.of([digit % 9 + 1 for digit in first.values])
    far_apart = replace(report, solutions=(first, far))
    near = smallest_difference("." * 81, first=first)
    assert near is not None
    late = near._replace(smallest=False)
    monkeypatch.setattr("satdoku.cli.looked.check", lambda *_, **__: far_apart)
    monkeypatch.setattr(
        "satdoku.reasons.difference.smallest_difference", lambda *_, **__: late
    )
    done = run("check", "--smallest", text="." * 81)
    told = json.loads(run("check", "--smallest", "--json", text="." * 81).stdout)

    assert (
        "these two differ in 4 cells; fewer may do: the time was over\n" in done.stdout
    )
    assert near.second.line == told["solutions"][1]
    assert (4, None) == (len(told["differences"]), told["unavoidable"])
    assert (False, "out of time") == (told["smallest"], told["stopped"])


def test_smallest_conflict(run: Run) -> None:
    """With --smallest no fewer clues would do."""
    done = run("check", "--smallest", text=HARD)
    told = json.loads(run("check", "--smallest", "--json", text=HARD).stdout)

    assert "without any one of them they have; no fewer do: " in done.stdout
    assert (True, 9) == (told["smallest"], len(told["conflict"]))


def test_smallest_difference(run: Run) -> None:
    """With --smallest no solution differs from the first in fewer cells."""
    text = "." * 81
    done = run("check", "--smallest", text=text)
    told = json.loads(run("check", "--smallest", "--json", text=text).stdout)

    assert "differ in 4 cells; no solution differs from the first in fewer" in (
        done.stdout
    )
    assert (True, 4) == (told["smallest"], len(told["unavoidable"]))
    one, two = told["solutions"]
    for each in told["unavoidable"]:
        row, column = map(int, each["cell"][1:].split("c"))
        at = 9 * row + column - 10
        assert [int(one[at]), int(two[at])] == each["digits"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("reasons.difference.smallest_difference", SEVERAL),
        ("reasons.conflict.conflicting_clues", HARD),
    ],
)
def test_smallest_out_of_time(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    """Where the time is over before that is certain, it is said, and all else told."""

    def stop(*_: object, **__: object) -> None:
        raise Stopped("out of time")

    monkeypatch.setattr(f"satdoku.{name}", stop)
    done = run("check", "--smallest", text=text)
    told = json.loads(run("check", "--smallest", "--json", text=text).stdout)

    assert 3 == done.exit_code
    assert told["smallest"] is False
    if text == SEVERAL:
        assert "none of them to spare; fewer may do: the time was over" in done.stdout


def test_difference_is_drawn(run: Run) -> None:
    """Of several solutions, the cells that tell two apart hold both digits."""
    done = run("check", text=SEVERAL)
    told = json.loads(run("check", "--json", text=SEVERAL).stdout)

    assert "differ in 12 cells, none of them to spare" in done.stdout
    drawn = done.stdout.partition("tell the two apart:")[2].partition("true")[0]
    for each in told["unavoidable"]:
        assert "".join(map(str, each["digits"])) in drawn
    assert told["differences"] == [each["cell"] for each in told["unavoidable"]]


@pytest.mark.parametrize("text", ["11..............", SEVERAL, HARD])
def test_colours(run: Run, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """On a terminal with colours marked cells stand in reverse, and nothing else."""
    plain = run("check", text=text).stdout
    monkeypatch.setattr("satdoku.cli.check.has_colours", lambda _: True)
    tinted = run("check", text=text).stdout

    assert plain == re.sub(r"\x1b\[(?:7|0)m", "", tinted)
    assert plain.count("*") <= tinted.count("\x1b[7m")
    assert tinted.count("\x1b[7m") == tinted.count("\x1b[0m") > 0
