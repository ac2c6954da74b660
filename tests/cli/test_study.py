"""`satdoku study`: what it measures, writes, goes on with, and refuses.

Each run is a process: the quick tests have few of them, and share a study.
"""

import csv
import json
import re
import shutil
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.cli.samples import PROPER, SEVERAL, names, refused

TWO = f"{PROPER}\n{SEVERAL}\n"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")
SLOW = (
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
)


def rows(folder):
    with (folder / "runs.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def parts(folder):
    return json.loads((folder / "study.json").read_bytes())["parts"]


def keys(folder, *columns):
    return [tuple(row[column] for column in columns) for row in rows(folder)]


@pytest.fixture(autouse=True, scope="module")
def _extra(needs):
    needs("pandas", "matplotlib", "scipy")


@pytest.fixture
def small(tmp_path):
    """Return a file of two puzzles."""
    path = tmp_path / "hard.txt"
    path.write_text(TWO)
    return path


def line_of(folder):
    """Return the command of the study that tests share."""
    options = ("--engines", "bitmask,dpll", "--encodings", "minimal")
    return ("study", folder / "hard.txt", *options)


@pytest.fixture(scope="module")
def whole(run, tmp_path_factory):
    """Return the folder of a study of two puzzles by two solvers, and what was said."""
    folder = tmp_path_factory.mktemp("study")
    (folder / "hard.txt").write_text(TWO)
    done = run(*line_of(folder), "-o", folder / "out", code=0)
    return folder / "out", done


@pytest.fixture
def copy(whole, tmp_path):
    """Return a copy of that folder."""
    shutil.copytree(whole[0], tmp_path / "out")
    return tmp_path / "out"


def test_a_row_a_run(whole):
    out, done = whole
    assert done.stdout == ""
    assert str(out) in done.stderr
    assert re.findall(r"\b4 (\w+)", done.stderr) == ["runs", "answered"]
    assert keys(out, "set", "number", "solver", "repeat") == [
        ("hard", "1", "bitmask", "1"),
        ("hard", "1", "dpll/minimal", "1"),
        ("hard", "2", "bitmask", "1"),
        ("hard", "2", "dpll/minimal", "1"),
    ]
    for row in rows(out):
        assert (row["puzzle"], row["size"], row["box"]) == (
            (PROPER, SEVERAL)[row["number"] == "2"],
            "4",
            "2x2",
        )
        assert (row["ended"], row["status"], row["difficulty"]) == (
            "answered",
            "found",
            "hard",
        )
        is_dpll = row["engine"] == "dpll"
        assert row["encoding"] == ("minimal" if is_dpll else "")
        assert (row["variables"], row["clauses"]) == (
            ("64", "240") if is_dpll else ("", "")
        )
        assert (float(row["load_s"]) > 0) == is_dpll
        assert 0 < float(row["search_s"]) < float(row["time_s"]) < 10
        assert int(float(row["peak_bytes"])) > 1_000_000
    assert names(out) == ["figures", "report.md", "runs.csv", "study.json"]


def test_the_plan_is_kept(whole):
    (part,) = parts(whole[0])
    assert (part["ask"], part["timeout"], part["repeat"], part["give_up"]) == (
        *("first", 60.0, 1, 3),
    )
    assert part["solvers"] == ["bitmask", "dpll/minimal"]
    assert part["baseline"] == "bitmask"
    assert [(one["name"], one["puzzles"]) for one in part["sets"]] == [("hard", 2)]
    report = (whole[0] / "report.md").read_text("utf-8")
    assert "A run finds a solution of one puzzle, within 60 s." in report
    assert "dpll/minimal" in report


def test_tables_without_a_folder(run, small):
    line = ("study", small, "--engines", "bitmask", "-n", "1", "-q")
    done = run(*line, "--ask", "unique", code=0)
    assert "| bitmask |      1/1 |" in done.stdout
    assert "whether it is the only one" in done.stdout
    assert done.stderr == ""


@pytest.mark.nightly
def test_sets(run, tmp_path):
    """A file is a set; a level that it tells is the difficulty of a puzzle."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "easy.txt").write_text(f"{PROPER}\n")
    table = tmp_path / "levels.csv"
    table.write_text(f"puzzle,difficulty\n{PROPER},fiendish\n")
    files = (tmp_path / "a" / "easy.txt", tmp_path / "b" / "easy.txt", table)
    out = tmp_path / "out"
    run("study", *files, "--engines", "bitmask", "-o", out, code=0)
    assert keys(out, "set", "puzzles", "difficulty") == [
        ("easy", "1", "easy"),
        ("easy-2", "1", ""),
        ("levels", "1", "fiendish"),
    ]
    report = (out / "report.md").read_text("utf-8")
    assert "a/easy.txt" in report
    assert "b/easy.txt" in report


@pytest.mark.nightly
def test_runs_that_are_cut_off(run, tmp_path):
    """They count with their limit; after three of them the rest is spared."""
    slow = tmp_path / "slow.txt"
    slow.write_text(f"{SLOW}\n" * 4)
    options = ("--engines", "backtracking", "--timeout", "0.2")
    done = run("study", slow, *options, "-o", tmp_path / "out", code=0)
    assert keys(tmp_path / "out", "number", "ended") == [
        ("1", "timeout"),
        ("2", "timeout"),
        ("3", "timeout"),
        ("4", "refused"),
    ]
    assert 0.19 < float(rows(tmp_path / "out")[0]["time_s"]) < 5
    assert re.findall(r"\b3 (\w+)", done.stderr) == ["cut"]


def test_the_same_command_goes_on(run, whole, copy):
    """A row that was cut off is made again, all others are kept; more adds to them."""
    table = copy / "runs.csv"
    lines = table.read_bytes().splitlines(keepends=True)
    table.write_bytes(b"".join(lines)[:-9])
    line = (*line_of(whole[0].parent), "-o", copy)
    done = run(*line, code=0)
    assert re.findall(r"\b4 (\w+)", done.stderr) == ["runs", "answered"]
    assert table.read_bytes().splitlines(keepends=True)[:4] == lines[:4]
    assert keys(copy, "number", "solver") == keys(whole[0], "number", "solver")
    before = table.read_bytes()
    run(*line, "--engines", "bitmask,elimination", "--encodings", "", code=2)
    run(*line_of(whole[0].parent)[:2], "--engines", "elimination", "-o", copy, code=0)
    assert table.read_bytes().startswith(before)
    assert [row["solver"] for row in rows(copy)[4:]] == ["elimination"] * 2
    assert "bitmask" not in (copy / "report.md").read_text("utf-8")


def test_times_of_other_machines_are_not_mixed(run, whole, copy):
    file = copy / "study.json"
    file.write_text(file.read_text("utf-8").replace('"system": "', '"system": "Other'))
    line = (*line_of(whole[0].parent), "-o", copy)
    refused(run, *line, word="machine")
    file.write_text("{}")
    refused(run, *line, word="study.json")


@pytest.mark.parametrize("name", ["other", "file", "file/below"])
def test_folders_that_are_none_of_a_study(run, small, tmp_path, name):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").touch()
    (tmp_path / "file").touch()
    before = sorted(tmp_path.rglob("*"))
    refused(run, "study", small, "-o", tmp_path / name, word=name.partition("/")[0])
    assert sorted(tmp_path.rglob("*")) == before


PRESET = Path(__file__).with_name("preset.toml").read_text("utf-8")


@pytest.mark.nightly
def test_a_preset_of_ones_own(run, small, tmp_path):
    """A TOML file names sets beside it, or makes them; parts can be chosen."""
    preset = tmp_path / "mine.toml"
    preset.write_text(PRESET)
    options = ("--preset", preset, "-n", "1", "-o", tmp_path / "out")
    run("study", *options, code=0)
    assert keys(tmp_path / "out", "part", "set", "number", "solver", "status") == [
        ("a", "mine", "1", "bitmask", "unique"),
        ("b", "made", "1", "dpll/minimal", "found"),
        ("b", "made", "1", "dpll/extended", "found"),
        ("c", "made", "1", "propagation/extended", ""),
    ]
    *_, extended, alone = rows(tmp_path / "out")
    assert (extended["variables"], extended["clauses"]) == ("64", "384")
    times = [float(extended[f"{step}_s"]) for step in ("encode", "load", "search")]
    assert float(extended["time_s"]) == pytest.approx(sum(times))
    assert 0 <= float(alone["filled"]) <= float(alone["removed"]) <= 1
    for old, new, word in (
        ("bitmask", "abacus", "abacus"),
        ("hard.txt", "soft.txt", "soft.txt"),
        ("ask", "asks", "asks"),
        ('"mine"]', '"yours"]', "yours"),
        ("[[part]", "[[part", "mine.toml"),
        ('"whole"', '"round"', "form"),
    ):
        preset.write_text(PRESET.replace(old, new, 1))
        refused(run, "study", "--preset", preset, word=word)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("preset", "part"), [("reports", "e"), ("encodings", "9-propagation")]
)
def test_presets(run, tmp_path, preset, part):
    options = ("--parts", part, "-n", "1", "--repeat", "1", "--timeout", "2")
    run("study", "--preset", preset, *options, "-o", tmp_path / "out", code=0)
    assert {row["part"] for row in rows(tmp_path / "out")} == {part}
    assert {"failed"}.isdisjoint(row["ended"] for row in rows(tmp_path / "out"))


@pytest.mark.nightly
def test_usual_solvers(run, small, tmp_path):
    run("study", small, "-n", "1", "-o", tmp_path / "out", code=0)
    (part,) = parts(tmp_path / "out")
    usual = "auto,dpll,cadical153,bitmask,elimination,backtracking"
    assert part["solvers"] == usual.split(",")
    assert part["baseline"] == "auto"


@POSIX
@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.nightly)]
)
def test_interrupted(program, small, tmp_path, number):
    """Ctrl-C keeps every row that was written, and says how to go on."""
    out = tmp_path / "out"
    small.write_text(TWO * 500)
    with program("study", small, "--engines", "bitmask", "-o", out) as process:
        table = out / "runs.csv"
        until = time.monotonic() + 20
        while not table.exists() or table.read_bytes().count(b"\n") < 2:
            assert time.monotonic() < until
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(number)
        code = process.wait(20)
        message = process.stderr.read()
    assert code == 128 + number
    assert f" {len(rows(out))} run".encode() in message
    assert b"the same command goes on" in message
    assert b"Traceback" not in message
    assert keys(out, "number") == [(str(at),) for at in range(1, len(rows(out)) + 1)]
