"""`satdoku rate`: how hard puzzles are, one or many."""

import csv
import json
import re
import sys

import pytest

from tests.cli.samples import (
    BEYOND,
    HARD,
    MEDIUM,
    PROPER,
    RAISED,
    SEVERAL,
    refused,
)
from tests.conftest import nightly
from tests.puzzles import INKALA

LIST = f"{MEDIUM}\n{PROPER}\n{SEVERAL}\n1234567\n{PROPER}\n{SEVERAL}\n{PROPER}\n"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def test_levels_are_counted_in_the_end(run):
    done = run("rate", text=f"{PROPER}\n{RAISED}\n{PROPER}\n", code=0)
    assert re.findall(r"(\d+) (easy|medium|hard|extreme)", done.stderr) == [
        ("2", "easy"),
        ("1", "extreme"),
    ]
    assert run("rate", "-q", text=f"{PROPER}\n{PROPER}\n").stderr == ""
    assert run("rate", text=PROPER).stderr == ""


def test_a_size_that_a_scheme_does_not_know(run):
    refused(run, "rate", "--scheme", "se", text="1" + "." * 15, code=2, word="9x9")


def test_a_large_grid_is_seen_to_be_improper_first(run):
    refused(run, "rate", text="." * 256, code=3, word="<stdin>:1")


@pytest.mark.nightly
def test_an_open_rating_is_at_least_the_hardest_step_found(run):
    """Steps of 10.0 are found here, before any digit."""
    (record,) = run.json("rate", "--scheme", "se", text=INKALA, code=0)
    assert (record["score"], record["ep"], record["ed"]) == (None, None, 9.7)
    assert record["at_least"] == 10.0
    shown = run("rate", "--scheme", "se", text=INKALA, code=0).stdout
    assert "ER 10.0 or more, EP 10.0 or more, ED 9.7" in shown
    table = run("rate", "--scheme", "se", "--to", "csv", text=INKALA, code=0).stdout
    assert next(csv.DictReader(table.splitlines()))["at_least"] == "10.0"


@pytest.mark.nightly
def test_out_of_time_the_steps_so_far_count(run):
    options = ("--scheme", "se-nested", "--timeout", "3", "--json")
    done = run("rate", *options, text=INKALA, code=4)
    record = json.loads(done.stdout)
    assert record["stopped"] == "out of time"
    assert record["score"] is None
    assert record["at_least"] >= record["ed"] >= 9.0
    assert "out of time" in done.stderr


@pytest.mark.nightly
def test_nested(run):
    (record,) = run.json("rate", "--scheme", "se-nested", text=BEYOND, code=0)
    assert record["score"] >= 9.5
    assert record["at_least"] is None


def test_puzzles_of_one_level(run):
    """The others are counted; so the exit code is that of all."""
    text = f"{PROPER}\n{HARD}\n{PROPER}\n"
    level = run.json("rate", text=HARD)[0]["level"]
    done = run("rate", "--level", level, text=text, code=0)
    assert len(done.stdout.splitlines()) == 1
    assert done.stdout.endswith("<stdin>:2\n")
    assert "3 puzzles" in done.stderr
    done = run("rate", "--level", "unfair", text=PROPER, code=0)
    assert (done.stdout, done.stderr) == ("", "satdoku: 1 puzzle, none unfair\n")
    refused(run, "rate", "--level", level, "--to", "table", text=text, word="--level")
    refused(run, "rate", "--level", level, "--resume", text=text, word="--level")


def test_sort(run):
    """Easier puzzles come first, those without a score last."""
    text = f"{HARD}\n{PROPER}\n{HARD}\n"
    rows = run("rate", "--sort", "--to", "csv", text=text, code=0).stdout.splitlines()
    assert [row.partition(",")[0] for row in rows[1:]] == [PROPER, HARD, HARD]
    record = run.json("rate", "--sort", "--scheme", "se", text=f"{BEYOND}\n{HARD}\n")
    assert [one["puzzle"] for one in record] == [HARD, BEYOND]
    refused(run, "rate", "--sort", "--to", "table", text=text, word="--sort")


@pytest.mark.usefixtures("processes_at_once")
@pytest.mark.parametrize(
    "options",
    nightly(
        ["--to json", "--to table", "--to csv", "--sort", "--scheme se"],
        "--to json",
        "--to table",
    ),
)
def test_workers_rate_alike(run, options):
    """Ratings and refusals are the same, in the same order."""
    options = (*options.split(), "--from", "line")
    one, two = (
        run("rate", *options, "--workers", n, text=LIST, code=2) for n in (1, 2)
    )
    clean = re.compile(r'"time_s": ?[\d.e-]+')
    assert clean.sub("", one.stdout) == clean.sub("", two.stdout)
    assert [line for line in one.stderr.splitlines() if " s" not in line] == [
        line for line in two.stderr.splitlines() if " s" not in line
    ]


def test_one_puzzle_with_workers(run):
    alone = run("rate", text=PROPER).stdout
    assert run("rate", "--workers", "all", text=PROPER, code=0).stdout == alone


@POSIX
def test_interrupted_table(interrupted):
    """Ctrl-C ends a table with the puzzles rated so far."""
    text = f"{PROPER}\n{PROPER}\n"
    code, out, _ = interrupted("rate", "--from", "line", "--to", "table", text=text)
    assert code == 130
    assert out.startswith("2 puzzles by HoDoKu")


def test_a_row_for_every_puzzle(run):
    """Unreadable puzzles, and those that are not proper, have a row with the error."""
    text = f"{PROPER}\n12\n{SEVERAL}\n{PROPER}\n"
    done = run("rate", "--to", "csv", "--from", "line", text=text, code=2).stdout
    rows = list(csv.DictReader(done.splitlines()))
    assert [row["puzzle"] for row in rows] == [PROPER, "", SEVERAL, PROPER]
    assert [row["status"] for row in rows] == [
        "rated",
        "unreadable",
        "not proper",
        "rated",
    ]
    assert [bool(row["error"]) for row in rows] == [False, True, True, False]
    assert [bool(row["score"]) for row in rows] == [True, False, False, True]


@pytest.mark.parametrize(
    ("rules", "how_many"),
    [
        ("Cage~3~R1C1~R1C2", "several"),
        ("Cage~3~R1C1~R1C2.Cage~4~R1C1~R1C2", "no solution"),
    ],
)
def test_variants_that_are_not_proper(run, rules, how_many):
    """As of classic puzzles, whatever is written."""
    text = f".Shape~4x4.{rules}\n"
    assert how_many in run("rate", text=text, code=3).stderr
    assert "error" in run.json("rate", text=text, code=3)[0]
    (row,) = csv.DictReader(
        run("rate", "--to", "csv", text=text, code=3).stdout.split("\n")
    )
    assert "not proper" == row["status"]


def test_columns_of_a_table_stay(run, tmp_path):
    """A rating is a column more; what has its name stays."""
    table, out = tmp_path / "table.csv", tmp_path / "out.csv"
    zeros = PROPER.replace(".", "0")
    table.write_text(f"id,quizzes,level\n7,{zeros},mine\n")
    done = run("rate", table, "-o", out, code=0)
    assert "level_2" in done.stderr
    (row,) = csv.DictReader(out.read_text().splitlines())
    assert ("7", zeros, "mine", "easy") == tuple(
        row[name] for name in ("id", "quizzes", "level", "level_2")
    )
