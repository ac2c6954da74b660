"""`satdoku profile`: where the time of one solve goes."""

import pytest

from tests.cli.samples import (
    CLASHING,
    EASY,
    ESCARGOT,
    MIXED,
    PROPER,
    SEVERAL,
    refused,
    wordless,
)

ONE = ("profile", "--repeat", "1")


@pytest.fixture
def hard(tmp_path):
    """Return a file of two puzzles, the second hard for a person."""
    path = tmp_path / "two.txt"
    path.write_text(f"{EASY}\n{ESCARGOT}\n")
    return path


def test_table(run, hard):
    """A line a stage; of several puzzles the first is taken."""
    done = run(*ONE, hard, code=0)
    lines = done.stdout.splitlines()
    assert lines[0] == "Puzzle    9x9 (boxes of 3x3), 30 clues"
    assert lines[lines.index("") + 2].split()[0] == "singles"
    assert "--pick" in done.stderr
    assert len(run(*ONE, "-q", "--functions", hard).stdout.splitlines()) > len(lines)


@pytest.mark.parametrize(
    ("text", "options", "code", "expected"),
    [
        (EASY, [], 0, ("unique", True)),
        (SEVERAL, [], 0, ("multiple", True)),
        (CLASHING, [], 3, ("none", True)),
        (
            "." * 256,
            ["--engine", "backtracking", "--timeout", "1e-9"],
            4,
            ("unknown", False),
        ),
        (ESCARGOT, ["--engine", "logic"], 0, ("unique", True)),
        (ESCARGOT, ["--engine", "dpll", "--encoding", "minimal"], 0, None),
        (PROPER, ["--functions"], 0, ("unique", True)),
    ],
)
def test_json(run, text, options, code, expected):
    """The answer is as `solve` gives it, and the stages add up."""
    (record,) = run.json(*ONE, *options, text=text, code=code)
    if expected:
        assert (record["status"], record["complete"]) == expected
    else:
        assert (record["encoding"], record["variables"]) == ("minimal", 729)
    assert record["total_s"] == pytest.approx(
        sum(each["time_s"] for each in record["stages"])
    )
    assert sum(each["share"] for each in record["stages"]) == pytest.approx(1)
    assert bool(record["functions"]) is ("--functions" in options)
    assert len(record["runs_s"]) == 1


def test_number_and_place(run):
    (record,) = run.json(*ONE, "--pick", "5", text=MIXED, code=0)
    assert wordless(record)["line"] == 5
    refused(run, *ONE, "--pick", "4", text=MIXED, word="<stdin>:4")
