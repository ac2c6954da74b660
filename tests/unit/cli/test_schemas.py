"""What is written as JSON, held against the schemas in docs/schema."""

from __future__ import annotations

import json
import signal
import sys
import time
from typing import TYPE_CHECKING

import jsonschema
import pytest

from tests.unit.cli.schemas import schema, told

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Program, Run

EVERY = (
    "answer",
    "check",
    "count",
    "engine",
    "explain",
    "format",
    "hint",
    "profile",
    "proof",
    "rate",
    "study",
    "technique",
    "verified",
)

PROPER = "1.....2...3.4..."
SOLVED = "1243342121344312"
SEVERAL = "1....2....3....4"
CLASHING = "11.............."
DEAD_END = "12.3..4........."
SLOW = "........." * 9
LARGE = " ".join(
    "0" if (row + column) % 7 == 0 else str((6 * row + row // 6 + column) % 36 + 1)
    for row in range(36)
    for column in range(36)
)
HOPELESS = "0 " * 4096


@pytest.mark.parametrize("name", EVERY)
def test_schema_is_sound(name: str) -> None:
    """A schema is one itself, and says what it is of."""
    found = schema(name)
    jsonschema.Draft202012Validator.check_schema(found)

    assert f"urn:satdoku:schema:1:{name}" == found["$id"]
    assert found["description"]


def test_shared_parts_are_the_same() -> None:
    """What several schemas say of a puzzle, they say in the same words."""
    first = schema("answer")["$defs"]
    for name in ("check", "count", "explain", "hint", "profile", "proof", "rate"):
        for key, value in schema(name)["$defs"].items():
            assert value == first.get(key, value)
    assert "place" in first


@pytest.mark.parametrize(
    ("text", "options", "statuses"),
    [
        (PROPER, [], ["unique"]),
        (SOLVED, [], ["unique"]),
        (SEVERAL, [], ["several"]),
        (SEVERAL, ["--all"], ["several"]),
        (SEVERAL, ["--limit", "1"], ["solved"]),
        (PROPER, ["--all"], ["unique"]),
        (CLASHING, [], ["none"]),
        (DEAD_END, ["--all"], ["none"]),
        (f"{PROPER}\n{SOLVED}\n1234", [], ["unique", "unique", "unreadable"]),
        ("", [], ["unreadable"]),
        (SLOW, ["--all", "--timeout", "0.2"], ["several"]),
        (PROPER, ["--max-clauses", "1", "--encoding", "minimal"], ["unknown"]),
        (HOPELESS, ["--max-clauses", "9"], ["unknown"]),
        ("." * 256, [], ["several"]),
        (LARGE, ["--limit", "1"], ["solved"]),
    ],
)
def test_answers(run: Run, text: str, options: list[str], statuses: list[str]) -> None:
    """Every kind of answer keeps to the schema."""
    done = run("solve", "--json", "-q", *options, text=f"{text}\n" if text else "")

    assert statuses == [one["status"] for one in told("answer", done.stdout)]


def test_nothing_found_in_time(run: Run, tmp_path: Path) -> None:
    """So does the answer to a puzzle of which nothing is known yet."""
    hard = tmp_path / "hard.txt"
    hard.write_text("0 " * 1296)
    options = ("--timeout", "0.000000001", "--engine", "minisat22")
    done = run("solve", "--json", *options, hard)

    assert ["unknown"] == [one["status"] for one in told("answer", done.stdout)]
    assert 4 == done.exit_code


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")
@pytest.mark.parametrize("name", ["answer", "count"])
def test_interrupted(program: Program, name: str) -> None:
    """So does what is written when Ctrl-C ends a search."""
    arguments = ["solve", "--all"] if name == "answer" else ["count"]
    with program(*arguments, "--limit", "1000000000", "--json") as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(SLOW.encode() + b"\n")
        process.stdin.close()
        head = process.stdout.read(5_000) if name == "answer" else b""
        time.sleep(0 if head else 3)
        process.send_signal(signal.SIGINT)
        text = (head + process.stdout.read()).decode()
        assert 130 == process.wait(10)

    (one,) = told(name, text)
    assert (one["certain"] if name == "answer" else one["exact"]) is False
    assert (len(one["solutions"]) if name == "answer" else one["count"]) > 10


@pytest.mark.parametrize(
    ("text", "options", "exact"),
    [
        (PROPER, [], True),
        (SEVERAL, [], True),
        (SEVERAL, ["--limit", "1"], False),
        (CLASHING, [], True),
        (SLOW, ["--timeout", "0.2"], False),
        ("." * 36, ["--method", "estimate", "--samples", "2"], False),
        ("1234", [], None),
        (PROPER, ["--max-clauses", "1", "--encoding", "minimal"], None),
    ],
)
def test_counts(
    run: Run,
    text: str,
    options: list[str],
    exact: bool | None,  # noqa: FBT001  an expectation
) -> None:
    """Every kind of count keeps to its schema."""
    done = run("count", "--json", *options, text=f"{text}\n")
    (one,) = told("count", done.stdout)

    assert exact == one.get("exact")


@pytest.mark.parametrize(
    ("text", "options", "status"),
    [
        (PROPER, [], "unique"),
        (SEVERAL, [], "several"),
        (CLASHING, [], "none"),
        (DEAD_END, [], "none"),
        (SLOW, ["--timeout", "0.000000001"], "unknown"),
        ("." * 256, [], "several"),
        ("1234", [], "unreadable"),
        (SEVERAL, ["--max-clauses", "1"], "unknown"),
        (SEVERAL, ["--smallest"], "several"),
        (DEAD_END, ["--smallest"], "none"),
        (DEAD_END, ["--all-reasons", "--limit", "1"], "none"),
        (CLASHING, ["--all-reasons", "--smallest"], "none"),
        (PROPER, ["--all-reasons", "--smallest"], "unique"),
        (DEAD_END, ["--all-reasons", "--smallest", "--timeout", "1e-6"], "unknown"),
        (CLASHING, ["--all-reasons", "--smallest", "--timeout", "1e-6"], "none"),
    ],
)
def test_reports(run: Run, text: str, options: list[str], status: str) -> None:
    """Every kind of report keeps to its schema."""
    done = run("check", "--json", *options, text=f"{text}\n")
    (one,) = told("check", done.stdout)

    assert status == one["status"]


@pytest.mark.parametrize(
    ("text", "options", "claim"),
    [
        (PROPER, [], "exactly one solution"),
        (SEVERAL, ["--format", "drat"], "exactly 2 solutions"),
        (SEVERAL, ["--limit", "1"], "at least 2 solutions"),
        (CLASHING, [], "no solution"),
        ("." * 16, [], "exactly 288 solutions"),
        ("1234", [], None),
        (PROPER, ["--timeout", "0.000000001"], None),
        (PROPER, ["--max-clauses", "1"], None),
    ],
)
def test_proofs(
    run: Run, tmp_path: Path, text: str, options: list[str], claim: str | None
) -> None:
    """Every kind of proof keeps to its schema, and so does what is said of it."""
    folder = tmp_path / "proof"
    done = run("prove", "--json", "-o", folder, *options, text=f"{text}\n")
    seen = run("verify", "--json", folder)
    (proof,) = told("proof", done.stdout)
    (verified,) = told("verified", seen.stdout)

    assert claim == proof.get("claim") == verified.get("claim")
    assert verified["verified"] == (claim is not None)


def test_proofs_of_formulas(run: Run, tmp_path: Path) -> None:
    """So does what is said of a proof of any formula, and by other checkers."""
    (tmp_path / "f.cnf").write_text("p cnf 1 2\n1 0\n-1 0\n")
    (tmp_path / "p.drat").write_text("0\n")
    (tmp_path / "p.lrat").write_text("3 0 1 0\n")
    checker = tmp_path / "drat-trim"
    checker.write_text("#!/bin/sh\necho s VERIFIED\n")
    checker.chmod(0o755)
    given = ("verify", "--json", "--formula", tmp_path / "f.cnf")
    done = run(*given, "--with", checker, tmp_path / "p.drat")
    wrong = run(*given, tmp_path / "p.lrat")
    (right,) = told("verified", done.stdout)

    assert ("drat-trim", True) == (
        right["checkers"][0]["name"],
        right["checkers"][0]["accepted"],
    )
    assert [False] == [one["verified"] for one in told("verified", wrong.stdout)]

    cake = checker.rename(tmp_path / "cake_lpr")
    neither = run(*given, "--with", cake, tmp_path / "p.drat")
    (one,) = told("verified", neither.stdout)
    assert (False, []) == (one["verified"], one["checkers"])
    assert "cake_lpr reads LRAT proofs" in one["error"]


def test_candidates_of_a_puzzle(run: Run) -> None:
    """A puzzle that rules candidates out tells them, in all three."""
    marks = "12.." + "1234" * 15
    for name, command in (("answer", "solve"), ("count", "count"), ("check", "check")):
        done = run(command, "--json", "--from", "sukaku", text=marks)
        (one,) = told(name, done.stdout)

        assert [1, 2] == one["puzzle_candidates"][0]


def test_box_of_a_puzzle(run: Run) -> None:
    """A puzzle whose boxes are not the usual ones tells their shape, in all three."""
    for name, command in (("answer", "solve"), ("count", "count"), ("check", "check")):
        done = run(
            command, "--json", "--box", "3x2", text="123456345612561234" + "." * 18
        )
        (one,) = told(name, done.stdout)

        assert "3x2" == one["box"]


@pytest.mark.parametrize(
    ("solution", "right"),
    [(SOLVED, True), ("4321" * 4, False), ("12", False), ("", None)],
)
def test_given_solution(
    run: Run,
    solution: str,
    right: bool | None,  # noqa: FBT001  an expectation
) -> None:
    """The solution that a source gives is told by the schema of reports."""
    text = f"puzzle,solution\n{PROPER},{solution}\n"
    (one,) = told("check", run("check", "--json", "--solutions", text=text).stdout)

    assert right == one["given"]["right"]


def test_registers(run: Run) -> None:
    """Engines, formats and techniques are told by their schemas."""
    assert "dpll" in [
        one["name"] for one in told("engine", run("engines", "--json").stdout)
    ]
    assert "line" in [
        one["name"] for one in told("format", run("formats", "--json").stdout)
    ]
    assert "x-wing" in [
        one["name"] for one in told("technique", run("techniques", "--json").stdout)
    ]


def test_schema_refuses() -> None:
    """A schema sees what is wrong: a missing key, one too many, a contradiction."""
    validator = jsonschema.Draft202012Validator(schema("count"))
    sound = {
        "schema": 1,
        "source": "p.txt",
        "line": 1,
        "number": 1,
        "name": None,
        "puzzle": PROPER,
        "count": 1,
        "exact": True,
        "stopped": None,
        "time_s": 0.1,
    }

    assert validator.is_valid(sound)
    assert not validator.is_valid({**sound, "more": 1})
    assert not validator.is_valid({**sound, "stopped": "out of time"})
    assert not validator.is_valid({k: v for k, v in sound.items() if k != "name"})


@pytest.mark.parametrize(
    "line",
    [
        ["-", "--engines", "bitmask,lanes", "--box", "2x2"],
        ["--preset", "encodings", "--sizes", "4", "--encodings", "minimal"],
    ],
)
def test_study(run: Run, tmp_path: Path, line: list[str]) -> None:
    """A study's folder says what was measured; one that went to its end, all of it."""
    out = tmp_path / "out"
    options = ["--engines", "dpll"] if "--preset" in line else []
    done = run("study", *line, *options, "-q", "-o", out, "--no-figures", text=PROPER)
    text = (out / "study.json").read_text("utf-8")
    (one,) = told("study", json.dumps(json.loads(text)))
    known = set(schema("study")["properties"])

    assert 0 == done.exit_code
    assert set(one) <= known
    assert "--preset" in line or set(one) == known
