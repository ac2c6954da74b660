"""`satdoku study`: what it measures, writes, goes on with, and refuses.

Each run is a process: the quick tests have few of them, and share a study.
"""

import csv
import json
import re
import shutil
import signal
import statistics
import sys
import time

import pytest

from tests.cli.samples import PROPER, SEVERAL, mistakes, names, refused

TWO = f"{PROPER}\n{SEVERAL}\n"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")


SLOW = (
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
)


def rows(folder, name="runs.csv"):
    with (folder / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def told(folder):
    return json.loads((folder / "study.json").read_bytes())


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


@pytest.fixture(scope="module")
def whole(run, tmp_path_factory):
    """Return the folder of a study of two puzzles by two solvers, and what was said."""
    folder = tmp_path_factory.mktemp("study")
    (folder / "hard.txt").write_text(TWO)
    line = (
        "study",
        folder / "hard.txt",
        "--engines",
        "bitmask,dpll",
        "--encodings",
        "minimal",
    )
    done = run(*line, "--box", "2x2", "-o", folder / "out", "--no-figures", code=0)
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
        assert row["encoding"] == ("minimal" if row["engine"] == "dpll" else "")
        assert (row["variables"], row["clauses"]) == (
            ("64", "240") if row["engine"] == "dpll" else ("", "")
        )
        assert 0 < float(row["time_s"]) < 10
        assert int(float(row["peak_bytes"])) > 1_000_000
    assert not (out / "figures").exists()
    assert not (out / "summary.md").exists()


def test_settings_and_sums(whole):
    study = told(whole[0])
    (part,) = study["parts"]
    assert (
        part["ask"],
        part["timeout"],
        part["whole"],
        part["give_up"],
        part["repeat"],
    ) == (*("first", 60.0, False, 3, 1),)
    assert (part["baseline"], part["solvers"]) == (
        "bitmask",
        ["bitmask", "dpll/minimal"],
    )
    assert part["sets"] == [
        {
            "name": "hard",
            "about": "",
            "puzzles": 2,
            "sizes": [4],
            "clues": [4, 4],
            "difficulties": ["hard"],
        }
    ]
    assert study["arguments"]["options"] == {
        "engines": "bitmask,dpll",
        "encodings": "minimal",
    }
    assert study["arguments"]["reading"] == {"box": "2x2"}
    assert study["begun"] <= study["ended"]
    assert {*study["loading_s"]} == {"bitmask", "dpll/minimal"}
    for one in study["summaries"]:
        times = [
            float(row["time_s"])
            for row in rows(whole[0])
            if row["solver"] == one["solver"]
        ]
        assert (one["puzzles"], one["answered"], one["timeouts"]) == (2, 2, 0)
        assert one["mean_s"] == pytest.approx(statistics.mean(times))
        assert one["median_s"] == pytest.approx(statistics.median(times))
        assert (one["min_s"], one["max_s"]) == pytest.approx((min(times), max(times)))
        assert one["total_s"] == pytest.approx(sum(times))
    report = (whole[0] / "report.md").read_text("utf-8")
    assert "bitmask" in report
    assert "dpll/minimal" in report
    assert "A run finds a solution of one puzzle, within " in report
    assert " s. It is measured once. A solver skips the rest of a set after " in report


def test_parquet_holds_the_same(needs, whole):
    needs("pyarrow")
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(whole[0] / "runs.parquet").to_pylist()
    assert [row["solver"] for row in table] == [x["solver"] for x in rows(whole[0])]
    assert [row["time_s"] for row in table] == [
        float(x["time_s"]) for x in rows(whole[0])
    ]


def test_options_become_the_part_that_is_measured(run, small, tmp_path):
    """With puzzles, --resume begins a study that was never begun."""
    line = ("study", small, "--engines", "dpll:first", "--timeout", "2.5")
    options = (
        "--ask",
        "unique",
        "--repeat",
        "2",
        "-n",
        "1",
    )
    more = (
        "--baseline",
        "dpll:first",
        "--no-figures",
        "-q",
        "--workers",
        "2",
        "--resume",
    )
    done = run(*line, *options, *more, "-o", tmp_path / "out", code=0)
    assert (done.stdout, done.stderr) == ("", "")
    (part,) = told(tmp_path / "out")["parts"]
    assert (
        part["ask"],
        part["timeout"],
        part["whole"],
        part["give_up"],
        part["repeat"],
    ) == (*("unique", 2.5, False, 3, 2),)
    assert (part["baseline"], part["sets"][0]["puzzles"]) == ("dpll:first", 1)
    assert told(tmp_path / "out")["settings"]["workers"] == 2
    assert sorted(keys(tmp_path / "out", "solver", "repeat", "puzzles")) == sorted(
        (name, repeat, "1") for name in ("dpll:first",) for repeat in "12"
    )


def test_tables_without_a_folder(run, small):
    done = run("study", small, "--engines", "bitmask", "-n", "1", "-q", code=0)
    assert "bitmask" in done.stdout
    assert "hard" in done.stdout
    assert done.stderr == ""


def test_sets(run, tmp_path):
    """A file is a set; a level that it tells is the difficulty of a puzzle."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "easy.txt").write_text(TWO)
    table = tmp_path / "levels.csv"
    table.write_text(f"puzzle,difficulty\n{PROPER},fiendish\n")
    files = (tmp_path / "a" / "easy.txt", tmp_path / "b" / "easy.txt", table)
    options = (
        "--engines",
        "bitmask",
        "-o",
        tmp_path / "out",
        "--no-figures",
    )
    run("study", *files, *options, code=0)
    (part,) = told(tmp_path / "out")["parts"]
    assert [
        (one["name"], one["puzzles"], one["difficulties"]) for one in part["sets"]
    ] == [
        ("easy", 2, ["easy"]),
        ("easy-2", 2, [""]),
        ("levels", 1, ["fiendish"]),
    ]
    assert keys(tmp_path / "out", "set", "number") == [
        *(("easy", "1"), ("easy", "2"), ("easy-2", "1"), ("easy-2", "2")),
        ("levels", "1"),
    ]
    report = (tmp_path / "out" / "report.md").read_text("utf-8")
    assert "a/easy.txt" in report
    assert "b/easy.txt" in report


def test_runs_that_are_cut_off(run, tmp_path):
    """They count with their limit; after three of them the rest is spared."""
    slow = tmp_path / "slow.txt"
    slow.write_text(f"{SLOW}\n" * 4)
    options = ("--engines", "backtracking", "--timeout", "0.2")
    done = run("study", slow, *options, "-o", tmp_path / "out", "--no-figures", code=0)
    assert keys(tmp_path / "out", "number", "ended") == [
        ("1", "timeout"),
        ("2", "timeout"),
        ("3", "timeout"),
        ("4", "refused"),
    ]
    (one,) = told(tmp_path / "out")["summaries"]
    assert (one["answered"], one["timeouts"], one["is_bound"]) == (0, 3, True)
    assert 0.19 < one["min_s"] < 5
    assert re.findall(r"\b3 (\w+)", done.stderr) == ["cut"]


def test_resume(run, whole, copy):
    """What is cut short goes on, with every run once."""
    table = copy / "runs.csv"
    lines = table.read_bytes().splitlines(keepends=True)
    table.write_bytes(b"".join(lines[:5])[:-9])  # amid the last row
    refused(run, "study", whole[0].parent / "hard.txt", "-o", copy, word="--resume")
    line = ("study", "-o", copy, "--resume", "--no-figures")
    for options, word in (
        (["--repeat", "2"], "--repeat"),
        (["--timeout", "5"], "--timeout"),
        (["--engines", "dpll"], "dpll"),
        (["--ask", "unique"], "--ask"),
        (["-n", "1"], ""),
    ):
        refused(run, *line, *options, word=word)
    before = told(copy)["loading_s"]
    done = run(*line, code=0)
    assert re.findall(r"\b4 (\w+)", done.stderr) == ["runs", "answered"]
    assert table.read_bytes().splitlines()[:4] == [line.strip() for line in lines[:4]]
    assert len(rows(copy)) == 4
    assert keys(copy, "number", "solver") == keys(whole[0], "number", "solver")
    assert told(copy)["loading_s"] == before
    assert len(told(copy)["summaries"]) == 2


def test_a_finished_study_is_not_measured_again(run, copy):
    before = (copy / "runs.csv").read_bytes()
    run("study", "-o", copy, "--resume", "--no-figures", "-q", code=0)
    assert (copy / "runs.csv").read_bytes() == before


@pytest.mark.parametrize(
    "text", ["{}", '{"arguments": {"options": {"odd": 1}}}', "[]", "x"]
)
def test_resume_of_a_file_that_does_not_tell(run, tmp_path, text):
    (tmp_path / "study.json").write_text(text)
    done = run("study", "-o", tmp_path, "--resume", code=2)
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["absent", "empty", "other", "file", "file/below"])
def test_resume_without_a_study(run, tmp_path, name):
    (tmp_path / "empty").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "runs.csv").touch()
    (tmp_path / "file").touch()
    before = sorted(tmp_path.rglob("*"))
    refused(run, "study", "-o", tmp_path / name, "--resume", word=tmp_path / name)
    assert sorted(tmp_path.rglob("*")) == before


def test_mistakes(run, small, monkeypatch):
    """All that can be wrong is said before anything is run."""
    for options, word in mistakes("study"):
        monkeypatch.chdir(small.parent)
        (small.parent / "odd.txt").write_text(f"{PROPER}\n{PROPER[:-1]}\n")
        out = [] if "-o" in options or word == "-o" else ["-o", "out"]
        refused(run, "study", "hard.txt", *options, *out, word=word)
        assert names(small.parent) == ["hard.txt", "odd.txt"]
        assert small.read_text() == TWO


@pytest.mark.parametrize(
    "options",
    [
        ["--engines", "auto"],
        ["--ask", "first"],
        ["--sizes", "9"],
    ],
)
def test_presets_have_settled_options(run, options):
    refused(run, "study", "--preset", "reports", *options, word=options[0])


PRESET = """
[sets.mine]
file = "hard.txt"
first = 1

[[part]]
key = "a"
sets = ["mine"]
solvers = ["bitmask"]
ask = "unique"
"""


def test_a_preset_of_ones_own(run, small, tmp_path):
    """A TOML file names sets beside it, and solvers."""
    preset = tmp_path / "mine.toml"
    preset.write_text(PRESET)
    options = ("--preset", preset, "-o", tmp_path / "out", "--no-figures")
    run("study", *options, code=0)
    assert keys(tmp_path / "out", "part", "set", "number", "status") == [
        ("a", "mine", "1", "unique")
    ]
    for old, new, word in (
        ("bitmask", "abacus", "abacus"),
        ("hard.txt", "soft.txt", "soft.txt"),
        ("ask", "asks", "asks"),
        ('"mine"]', '"yours"]', "yours"),
        ("[[part]]", "[[part", "mine.toml"),
    ):
        preset.write_text(PRESET.replace(old, new))
        refused(run, "study", "--preset", preset, word=word)


def test_the_study_of_encodings(run, small, tmp_path):
    """It has a table of its own, and goes on, too."""
    out = tmp_path / "out"
    line = ("study", small, "--preset", "encodings", "--engines", "dpll")
    more = ("--encodings", "minimal", "-o", out, "--no-figures")
    run(*line, *more, code=0)
    found = sorted(
        (one["number"], one["form"], one["engine"], one["variables"], one["clauses"])
        for one in rows(out, "encodings.csv")
    )
    assert found == [
        ("1", "simplified", "dpll", "0", "0"),
        ("1", "whole", "dpll", "64", "240"),
        ("1", "whole", "propagation", "64", "240"),
        ("2", "simplified", "dpll", "24", "40"),
        ("2", "whole", "dpll", "64", "240"),
        ("2", "whole", "propagation", "64", "240"),
    ]
    assert told(out)["settings"]["sizes"] == []
    assert "minimal" in (out / "report.md").read_text("utf-8")
    table = out / "encodings.csv"
    table.write_bytes(b"".join(table.read_bytes().splitlines(keepends=True)[:-1]))
    again = run(*line, *more, "--resume", code=0)
    assert "6" in again.stderr
    assert len(rows(out, "encodings.csv")) == 6


@pytest.mark.nightly
def test_made_puzzles_of_the_study_of_encodings(run, tmp_path):
    options = (
        "--sizes",
        "4,6",
        "--engines",
        "dpll",
        "--encodings",
        "minimal",
        "--repeat",
        "2",
    )
    out = tmp_path / "out"
    run("study", "--preset", "encodings", *options, "-o", out, "--no-figures", code=0)
    assert {one["size"] for one in rows(out, "encodings.csv")} == {"4", "6"}


@pytest.mark.nightly
def test_usual_solvers(run, small, tmp_path):
    run("study", small, "--pick", "-1", "-o", tmp_path / "out", "--no-figures", code=0)
    (part,) = told(tmp_path / "out")["parts"]
    usual = "auto,dpll,cadical153,bitmask,constraint,elimination,backtracking"
    assert part["solvers"] == usual.split(",")
    assert part["baseline"] == "auto"


@pytest.mark.nightly
def test_figures(run, needs, small, tmp_path):
    needs("matplotlib")
    out = tmp_path / "out"
    run("study", small, "--engines", "auto,bitmask", "--repeat", "3", "-o", out, code=0)
    drawn = [path.name for path in (out / "figures").iterdir() if path.suffix == ".svg"]
    report = (out / "report.md").read_text("utf-8")
    assert drawn
    assert all(f"(figures/{name})" in report for name in drawn)


@POSIX
@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.nightly)]
)
def test_interrupted(program, small, tmp_path, number):
    """Ctrl-C keeps every row that was written, and says how to go on."""
    out = tmp_path / "out"
    small.write_text(TWO * 500)
    with program(
        "study", small, "--from", "line", "--engines", "bitmask", "-o", out
    ) as process:
        table = out / "runs.csv"
        until = time.monotonic() + 20
        while not table.exists() or table.read_bytes().count(b"\n") < 2:
            assert time.monotonic() < until
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(number)
        code = process.wait(20)
        said = process.stderr.read()
    assert code == 128 + number
    assert f" {len(rows(out))} run".encode() in said
    assert b"--resume" in said
    assert b"Traceback" not in said
    assert keys(out, "number") == [(str(at),) for at in range(1, len(rows(out)) + 1)]
