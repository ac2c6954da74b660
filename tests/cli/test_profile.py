"""`satdoku profile`: where the time of one solve goes."""

import json

import pytest

from tests.cli.samples import (
    CLASHING,
    EASY,
    EMPTY,
    ESCARGOT,
    MIXED,
    PROPER,
    SEVERAL,
    SOLVED,
    mistakes,
    names,
    refused,
    wordless,
)

ONE = ("profile", "--no-start", "--repeat", "1")


@pytest.fixture
def hard(tmp_path):
    """Return a file of two puzzles, the second hard for a person."""
    path = tmp_path / "two.txt"
    path.write_text(f"{EASY}\n{ESCARGOT}\n")
    return path


def stages(text):
    """Return the stages of a table."""
    lines = text.splitlines()
    return [line.split()[0] for line in lines[lines.index("") + 2 : -1]]


def test_table(run, hard):
    """A line a stage; of several puzzles the first is taken."""
    done = run(*ONE, hard, code=0)
    assert EASY in done.stdout.splitlines()[0]
    assert stages(done.stdout)[:3] == ["read", "singles", "check"]
    assert "--pick" in done.stderr
    told = run(*ONE, "-v", "-q", hard, code=0)
    assert "9x9" in told.stderr
    assert told.stderr.count("\n") == 1


def test_start(run, hard):
    """How Python starts is measured, too, unless it is left out."""
    done = run("profile", "--repeat", "1", "--pick", "1", hard, code=0)
    assert stages(done.stdout)[:4] == ["start", "import", "first", "read"]
    sums = done.stdout.splitlines()[-2:]
    assert [line.rpartition("  ")[0].split()[:2] for line in sums] == [
        ["solve", "alone"],
        ["whole", sums[1].split()[1]],
    ]


@pytest.mark.parametrize(
    ("text", "options", "code", "expected"),
    [
        (EASY, [], 0, ("unique", 1, True)),
        (SEVERAL, [], 0, ("multiple", 2, True)),
        (SEVERAL, ["--limit", "1"], 0, ("found", 1, False)),
        (SEVERAL, ["--limit", "3"], 0, ("multiple", 2, True)),
        (SEVERAL, ["--all", "--engine", "bitmask"], 0, ("multiple", 2, True)),
        (CLASHING, [], 3, ("none", 0, True)),
        (
            EMPTY,
            ["--all", "--engine", "dpll", "--timeout", "0.2"],
            4,
            ("multiple", None, False),
        ),
        (
            "." * 256,
            ["--engine", "backtracking", "--timeout", "1e-9"],
            4,
            ("unknown", 0, False),
        ),
        (ESCARGOT, ["--engine", "logic", "--only", "singles"], 0, ("unique", 1, True)),
        (
            PROPER,
            ["--engine", "backtracking-fewest"],
            0,
            ("unique", 1, True),
        ),
        (
            ESCARGOT,
            ["--heuristic", "first", "--encoding", "minimal"],
            0,
            ("unique", 1, True),
        ),
        (PROPER, ["--functions"], 0, ("unique", 1, True)),
    ],
)
def test_json(run, text, options, code, expected):
    """The answer is as `solve` gives it, and the stages add up."""
    done = run(*ONE, "--json", *options, text=text, code=code)
    told = json.loads(done.stdout)
    status, solutions, certain = expected
    if "--limit" in options and status == "found":
        certain = told["certain"]
    assert (told["status"], told["certain"]) == (status, certain)
    assert solutions in (told["solutions"], None)
    assert told["total_s"] == pytest.approx(
        sum(each["time_s"] for each in told["stages"])
    )
    assert sum(each["share"] for each in told["stages"]) == pytest.approx(1)
    for each in told["stages"]:
        if each["calls"] and each["each_s"] is not None:
            assert each["each_s"] == pytest.approx(each["time_s"] / each["calls"])
    assert bool(told["functions"]) is ("--functions" in options)
    assert len(told["runs_s"]) == 1
    assert done.stderr
    if "--engine" in options and status != "unknown":
        assert told["engine"].split()[0] == options[options.index("--engine") + 1]
    if "--encoding" in options:
        assert (told["encoding"], told["variables"]) == ("minimal", 729)


@pytest.mark.nightly
def test_a_file_is_read_anew_each_time(run, hard):
    options = ("--repeat", "3", "--pick", "2", "--engine", "dpll", "--json")
    done = run("profile", "--no-start", *options, hard, code=0)
    told = json.loads(done.stdout)
    assert done.stderr == ""
    assert (told["puzzle"], told["number"], told["line"]) == (ESCARGOT, 2, 2)
    assert len(told["runs_s"]) == 3
    assert {"read", "propagate", "search"} <= {each["stage"] for each in told["stages"]}
    assert "read" not in {
        each["stage"] for each in run.json(*ONE, text=EASY)[0]["stages"]
    }


@pytest.mark.nightly
def test_functions_in_the_table(run, hard):
    plain = run(*ONE, "-q", hard).stdout
    more = run(*ONE, "-q", "--functions", hard).stdout
    assert len(more.splitlines()) > len(plain.splitlines()) + 5
    assert "gc.collect" not in more  # called by the profile, not by the solve


def test_speedscope(run, hard, tmp_path):
    """--speedscope writes the stages into a file beside the table."""
    file = tmp_path / "p.json"
    options = (*ONE, "--pick", "2", "--engine", "dpll", "--speedscope", file, hard)
    done = run(*options, code=0)
    assert {"propagate", "search"} < set(stages(done.stdout))
    told = json.loads(file.read_text("utf-8"))
    frames = told["shared"]["frames"]
    (one,) = told["profiles"]
    assert len(one["samples"]) == len(one["weights"]) == len(stages(done.stdout))
    assert all(0 <= at < len(frames) for sample in one["samples"] for at in sample)
    assert one["endValue"] == pytest.approx(sum(one["weights"]))
    refused(run, *options, word=file)
    assert run(*options, "--force", "-q", code=0).stderr == ""


@pytest.mark.nightly
def test_speedscope_on_standard_output(run, hard, tmp_path):
    """`-` takes the place of the table, which may go to a file."""
    file = tmp_path / "table.txt"
    alone = run(*ONE, "-q", "--speedscope", "-", hard, code=0)
    both = run(*ONE, "-q", "--speedscope", "-", "-o", file, hard, code=0)
    assert json.loads(alone.stdout)["profiles"]
    assert json.loads(both.stdout)["profiles"]
    assert stages(file.read_text("utf-8"))


@pytest.mark.nightly
def test_repaired_puzzles_are_read_once(run, tmp_path):
    file = tmp_path / "messy.txt"
    file.write_text("1 .34\n3. 12\n.143\n4321\n")
    options = ("--no-start", "--repeat", "3", "--repair")
    done = run("profile", *options, file, code=0)
    assert done.stderr.count(str(file)) == 1
    assert "read" not in stages(done.stdout)


def test_number_and_place(run):
    (told,) = run.json(*ONE, "--pick", "5", text=MIXED, code=0)
    assert wordless(told)["line"] == 5
    refused(run, *ONE, "--pick", "4", text=MIXED, word="<stdin>:4")
    run(*ONE, "--pick", "3", text=MIXED, code=3)
    assert run.json(*ONE, text=SOLVED, code=0)[0]["solutions"] == 1


def test_wrong_use(run, hard, monkeypatch):
    for options, word in mistakes("profile"):
        monkeypatch.chdir(hard.parent)
        refused(run, *ONE, "-q", *options, hard, word=word)
        assert names(hard.parent) == ["two.txt"]


def test_a_puzzle_as_text_is_named_where_reading_is_not_measured(run):
    assert "a puzzle as text" in run(*ONE, PROPER, code=0).stderr
