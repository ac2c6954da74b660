"""`satdoku minimize`: minimal puzzles inside a puzzle."""

import csv
import io
import json

import pytest

import satdoku
from tests.cli.samples import (
    EASY,
    PROPER,
    SOLVED,
    schema,
)


@pytest.mark.parametrize("puzzle", [EASY, SOLVED])
def test_as_the_library(run, puzzle):
    assert (
        run("minimize", text=puzzle, code=0).stdout
        == f"{satdoku.minimize(puzzle).line}\n"
    )
    for seed in ("0", "5"):
        found = run("minimize", "--seed", seed, text=puzzle, code=0).stdout
        assert found == f"{satdoku.minimize(puzzle, seed=int(seed)).line}\n"
        assert satdoku.check(found).is_minimal


@pytest.mark.parametrize(
    "seed", [pytest.param((), marks=pytest.mark.nightly), ("--seed", 7)]
)
def test_many_puzzles_as_one_by_one(run, tmp_path, root, monkeypatch, seed):
    """Compiled lanes remove the same clues as a SAT engine."""
    rows = (root / "data/generated_9x9/easy.csv").read_text().splitlines()[1:31]
    lines = [row[82:122] + row[40:81] for row in rows]
    file = tmp_path / "many.txt"
    file.write_text("\n".join([*lines, "." * 81, "1234" * 4, "11" + "." * 79]) + "\n")
    fast = run("minimize", "--to", "line", *seed, "--at-once", file, code=3)
    monkeypatch.setattr("satdoku.setting.batches.has_compiler", lambda: False)
    slow = run("minimize", "--to", "line", *seed, file, code=3)
    assert fast.stdout == slow.stdout
    assert len(set(fast.stdout.splitlines())) > 20


def test_another_seed_is_another_order(run):
    found = {run("minimize", "--seed", n, text=EASY).stdout for n in range(3)}
    assert len(found) > 1


def test_all_and_limit_list_different_minimal_puzzles(run):
    text = "12433421.1344..."
    every = run("minimize", "--all", text=text).stdout.split()
    ordered = run("minimize", "--all", "--smallest", text=text).stdout.split()
    some = run("minimize", "--limit", "5", "--seed", "3", text=text).stdout.split()
    counts = [sum(sign != "." for sign in line) for line in ordered]
    assert len({*every}) == len(every)
    assert {*ordered} == {*every}
    assert sorted(counts) == counts
    assert len({*some} & {*every}) == len(some) == 5
    assert all(satdoku.check(line).is_minimal for line in every)
    assert {*every} == {grid.line for grid in satdoku.minimal_puzzles(text)}


def test_smallest(run):
    found = run("minimize", "--smallest", text=SOLVED, code=0).stdout.strip()
    assert sum(sign != "." for sign in found) == 4  # no 4x4 puzzle has fewer
    assert satdoku.check(found).is_minimal


def test_what_was_found_in_time_is_written(run):
    """Of all minimal puzzles of a full grid there are too many."""
    options = ("minimize", "--all", "--timeout")
    done = run(*options, "0.6", text=satdoku.solve(EASY).solution.line, code=4)
    lines = done.stdout.split()
    assert lines
    assert all(satdoku.check(line).is_minimal for line in lines[:2])
    assert f"{len(lines):,}" in done.stderr
    assert run(*options, "0.1", "-q", text=EASY, code=4).stderr.count("\n") == 1


def test_eliminated_candidates_of_a_sukaku(run):
    """They are redundant like clues; what is left is minimal."""
    sukaku = "1..4.2.4..34.234123412.412341.3..2.41..412341..41..4123.123.123."
    options = ("--from", "sukaku")
    text = run("check", *options, text=sukaku).stdout
    assert "17 eliminated candidates are individually redundant" in text
    (record,) = run.json("check", *options, text=sukaku)
    assert (record["minimal"], len(record["redundant_candidates"])) == (False, 17)
    done = run("minimize", *options, "--to", "sukaku", text=sukaku, code=0)
    assert "0 of 0 clues and 11 of 21 eliminated candidates" in done.stderr
    (record,) = run.json("check", *options, text=done.stdout)
    assert (record["minimal"], record["redundant_candidates"]) == (True, [])


TABLE = f"""id,puzzle
1,{PROPER}
2,................
3,11..............
4,123
5,
007,{SOLVED}
"""
STATUSES = [
    *("minimal", "not proper", "not proper", "unreadable", "unreadable"),
    "minimal",
]


@pytest.mark.parametrize("to", ["csv", "json"])
def test_every_row_of_a_table_stays_in_its_place(run, tmp_path, to):
    """With the status of its puzzle, and why that is not minimal."""
    path, out = tmp_path / "table.csv", tmp_path / "out"
    path.write_text(TABLE)
    run("minimize", "-q", path, "--to", to, "-o", out, code=2)
    rows = [*csv.DictReader(io.StringIO(out.read_text()))]
    if to == "json":
        rows = list(map(json.loads, out.read_text().splitlines()))
        rows = [{**row["columns"], **row} for row in rows]

    assert ["1", "2", "3", "4", "5", "007"] == [row["id"] for row in rows]
    assert [row["status"] for row in rows] == STATUSES
    assert ["minimal" == row["status"] for row in rows] == [
        not row.get("error") for row in rows
    ]
    assert "table.csv:5: 3 cells" in rows[3]["error"]
    minimal = rows[-1]["minimal" if to == "csv" else "puzzle"]
    assert satdoku.check(minimal).is_minimal


def test_lines_of_json_keep_to_their_schema(run, needs):
    needs("jsonschema")
    import jsonschema

    validator = jsonschema.Draft202012Validator(schema("puzzle"))
    for line in run("minimize", "--to", "json", text=TABLE).stdout.splitlines():
        assert validator.is_valid(json.loads(line))


def test_a_row_says_that_time_ran_out(run):
    """Behind the rows of the minimal puzzles that were found in time."""
    text = f"puzzle\n{satdoku.solve(EASY).solution.line}\n"
    options = ("--all", "--to", "csv", "--timeout", "0.4")
    *found, last = csv.DictReader(
        io.StringIO(run("minimize", *options, text=text, code=4).stdout)
    )
    assert {row["status"] for row in found} == {"minimal"}
    assert ("", "unknown") == (last["minimal"], last["status"])
    assert f"{len(found):,} minimal puzzle" in last["error"]
