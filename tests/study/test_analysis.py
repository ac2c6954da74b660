"""What a study computes from its runs: sums, tables, intervals, contradictions.

A small study is run once; its rows are then replaced by made-up ones, and `--resume`
computes summaries, report and figures anew from those.
"""

import csv
import json
import math
import re
import shutil
import statistics
import xml.etree.ElementTree as ET

import pytest

PUZZLES = [
    "1.....2...3.4...",
    "..2.1.....3.4...",
    "1243342121344312",
    "1....2....3....4",
]


@pytest.fixture(autouse=True, scope="module")
def _extra(needs):
    needs("pandas", "matplotlib", "scipy")


@pytest.fixture(scope="module")
def measured(run, tmp_path_factory):
    """Return the folder of a study: two engines, four puzzles, once."""
    folder = tmp_path_factory.mktemp("study")
    puzzles = folder / "small.txt"
    puzzles.write_text("\n".join(PUZZLES) + "\n")
    made = folder / "made"
    command = ("study", "-q", puzzles, "--engines", "bitmask,elimination")
    run(*command, "--repeat", 1, "--no-figures", "-o", made, code=0)
    return made


@pytest.fixture
def study(run, measured, tmp_path):
    """Return a function that computes a study from changed rows.

    `change(row)` returns what is different in a row, for each row of runs.csv; the
    answer is (summaries by engine, the report).
    """
    folder = tmp_path / "study"
    shutil.copytree(measured, folder)

    def compute(change, *options):
        with (folder / "runs.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            row.update({"start_s": ""} | change(row))
        with (folder / "runs.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, rows[0], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        done = run("study", "-o", folder, "--resume", *options, code=0)
        known = json.loads((folder / "study.json").read_text())["summaries"]
        report = (folder / "report.md").read_text()
        return {one["solver"]: one for one in known}, report, done

    compute.folder = folder
    return compute


def table(report, title):
    """Return a table of the report as rows of cells, without its head."""
    text = report.split(f"**{title}")[1].split("\n\n")[1]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def times(row):
    number = int(row["number"])
    seconds = 0.1 * number if row["solver"] == "bitmask" else 0.3 * number**2
    return {"time_s": str(seconds), "guesses": str(number * 2)}


def test_rows_are_what_was_measured(measured):
    with (measured / "runs.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))

    assert [(p, e) for p in PUZZLES for e in ("bitmask", "elimination")] == [
        (row["puzzle"], row["engine"]) for row in rows
    ]
    for row in rows:
        assert ("answered", "4", "2x2", "small") == (
            row["ended"],
            row["size"],
            row["box"],
            row["set"],
        )
        assert 0 < float(row["cpu_s"]) < float(row["time_s"]) + 0.05
        assert int(row["peak_bytes"]) > int(row["own_bytes"]) >= 0
    assert any(int(row["own_bytes"]) for row in rows)  # bitmask may fit in what it has
    assert ["4.0", "4.0", "16.0", "4.0"] == [row["clues"] for row in rows[::2]]


def test_summaries(study):
    summaries, report, _ = study(times, "--no-figures")
    one, other = summaries["bitmask"], summaries["elimination"]

    assert (4, 4, 0) == (one["puzzles"], one["answered"], one["timeouts"])
    assert [0.25, 0.25, 0.1, 0.4, 1.0] == pytest.approx(
        [one[f"{key}_s"] for key in ("mean", "median", "min", "max", "total")]
    )
    squares = [0.3, 1.2, 2.7, 4.8]
    assert statistics.fmean(squares) == pytest.approx(other["mean_s"])
    assert statistics.median(squares) == pytest.approx(other["median_s"])
    assert 5.0 == one["guesses"]
    assert not one["is_bound"]
    assert [
        ["bitmask", "4/4", "250 ms", "250 ms", "100 ms", "400 ms", "1.00 s"],
        ["elimination", "4/4", "2.25 s", "1.95 s", "300 ms", "4.80 s", "9.00 s"],
    ] == table(report, "Time**")
    ratio = math.exp(statistics.fmean(math.log(3 * n) for n in (1, 2, 3, 4)))
    assert [["elimination", f"{ratio:.2f}×"]] == table(report, "Time as a multiple")


def test_timeouts_count_with_their_limit_as_a_bound(study):
    def change(row):
        if row["solver"] == "elimination" and int(row["number"]) > 1:
            return {"ended": "timeout", "status": "", "time_s": "60.0", "guesses": ""}
        return times(row)

    summaries, report, _ = study(change, "--no-figures")
    one = summaries["elimination"]

    assert (1, 3) == (one["answered"], one["timeouts"])
    assert (True, True) == (one["is_bound"], one["median_is_bound"])
    assert pytest.approx(180.3) == one["total_s"]
    assert 2.0 == one["guesses"]
    row = table(report, "Time**")[1]
    assert "1/4" == row[1]
    assert [True, True, False, True, True] == ["≥" in cell for cell in row[2:]]


def test_contradictions_come_first(study):
    """No solution and a found one, the only one and several; nothing else."""
    said = [("found", "none"), ("unique", "multiple"), ("unique", "found")]
    said.append(("none", "unknown"))

    def change(row):
        at = ["bitmask", "elimination"].index(row["engine"])
        return times(row) | {"status": said[int(row["number"]) - 1][at]}

    _, report, _ = study(change, "--no-figures")
    before = re.findall(r"^> .*", report.split("**Time")[0], re.MULTILINE)

    assert ["1", "2"] == sorted(re.findall(r"small\D+(\d)\b", "\n".join(before)))


def test_what_failed_or_was_refused_is_named(study):
    def change(row):
        if row["engine"] == "elimination":
            empty = {"status": "", "time_s": "", "guesses": ""}
            return empty | {"ended": "refused", "note": "not here today"}
        return times(row)

    summaries, report, _ = study(change, "--no-figures")

    assert (0, 4) == (
        summaries["elimination"]["answered"],
        summaries["elimination"]["refused"],
    )
    assert None is summaries["elimination"]["median_s"]
    assert "not here today" in report


def test_figures(study, needs):
    """Each figure is an SVG whose texts name the engines; the report shows it."""
    needs("matplotlib")
    _, report, _ = study(times)
    names = re.findall(r"\]\((figures/[a-z]+\.svg)\)", report)

    assert {"boxes", "cactus", "speedup", "memory"} <= {
        name.removeprefix("figures/").removesuffix(".svg") for name in names
    }
    for name in names:
        text = (study.folder / name).read_text()
        ET.fromstring(text)
        assert "elimination" in text
