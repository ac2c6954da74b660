"""What a study says of its runs: sums, ratios, bounds, contradictions, figures.

A small study is made once; its rows are then replaced by made-up ones, and the same
command, which repeats no run, computes the report anew from those.
"""

import csv
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
ENGINES = ("bitmask", "elimination")


@pytest.fixture(autouse=True, scope="module")
def _extra(needs):
    needs("pandas", "matplotlib", "scipy")


@pytest.fixture(scope="module")
def measured(run, tmp_path_factory):
    """Return the folder of a study: two engines, four puzzles, once."""
    folder = tmp_path_factory.mktemp("study")
    (folder / "small.txt").write_text("\n".join(PUZZLES) + "\n")
    made = folder / "made"
    options = ("--engines", ",".join(ENGINES), "-o", made)
    run("study", "-q", folder / "small.txt", *options, code=0)
    return made


@pytest.fixture
def study(run, measured, tmp_path):
    """Return a function that makes the report of changed rows.

    `change(row)` returns what is different in a row, for each row of runs.csv.
    """
    folder = tmp_path / "study"
    shutil.copytree(measured, folder)
    shutil.rmtree(folder / "figures")

    def compute(change, *options):
        with (folder / "runs.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            row.update(change(row))
        with (folder / "runs.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, rows[0], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        before = (folder / "runs.csv").read_bytes()
        line = ("--engines", ",".join(ENGINES), "-q", *options, "-o", folder)
        run("study", measured.parent / "small.txt", *line, code=0)
        assert (folder / "runs.csv").read_bytes() == before
        name = "report.tex" if "latex" in options else "report.md"
        return (folder / name).read_text()

    compute.folder = folder
    return compute


def table(report, title):
    """Return a table of the report as rows of cells, without its head."""
    text = report.split(f"**{title}")[1].split("\n\n")[1]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def times(row):
    """Return 0.1 n s of bitmask, 0.3 n² s of elimination; half of that is search."""
    number = int(row["number"])
    seconds = 0.1 * number if row["solver"] == "bitmask" else 0.3 * number**2
    return {
        "time_s": str(seconds),
        "search_s": str(seconds / number),
        "guesses": str(number * 2),
    }


def test_rows_are_what_was_measured(measured):
    with (measured / "runs.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))

    assert [(p, e) for p in PUZZLES for e in ENGINES] == [
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
        assert 0 <= float(row["search_s"]) <= float(row["time_s"])
        assert 0 < float(row["import_s"])
        assert int(row["peak_bytes"]) > int(row["own_bytes"]) >= 0
    assert ["4", "4", "16", "4"] == [row["clues"] for row in rows[::2]]


def test_tables(study):
    report = study(times)

    assert [
        ["bitmask", "4/4", "250 ms", "250 ms", "100 ms", "400 ms"],
        ["elimination", "4/4", "2.25 s", "1.95 s", "300 ms", "4.80 s"],
    ] == table(report, "Time a puzzle")
    squares = [0.3 * n**2 for n in (1, 2, 3, 4)]
    assert (2.25, 1.95) == pytest.approx(
        (statistics.fmean(squares), statistics.median(squares))
    )
    whole = math.exp(statistics.fmean(math.log(3 * n) for n in (1, 2, 3, 4)))
    assert [["elimination", f"{whole:.2f}×", f"{whole:.2f}×"]] == table(
        report, "Time as a multiple"
    )
    assert ["small", "4", "bitmask", "250 ms", "bitmask", "100 ms"] == table(
        report, "Recommended"
    )[0]
    assert "5" == table(report, "The search and its formula")[0][1]


@pytest.mark.nightly
def test_timeouts_count_with_their_limit_as_a_bound(study):
    def change(row):
        if row["solver"] == "elimination" and int(row["number"]) > 1:
            return {"ended": "timeout", "status": "", "time_s": "60.0", "guesses": ""}
        return times(row)

    report = study(change)
    row = table(report, "Time a puzzle")[1]

    assert ["elimination", "1/4", "≥ 45.1 s"] == row[:3]
    assert "≥ 60.0 s" == row[-1]
    assert "≥" in table(report, "Time as a multiple")[0][1]
    assert "elimination cut off at the limit (small: 3)" in report


@pytest.mark.nightly
def test_memory_is_that_of_a_process(study):
    """However many puzzles a run is about, its peak is counted once."""

    def change(row):
        memory = {"peak_bytes": "30000000", "own_bytes": "5000000"}
        return times(row) | memory | {"puzzles": "50"}

    row = table(study(change), "Where the time goes")[0]

    assert ["30.0 MB", "5.00 MB"] == row[-2:]


@pytest.mark.nightly
def test_repeats_stand_for_their_median(study):
    """A run that takes half a second is not repeated, others are."""

    def change(row):
        return times(row) | {"time_s": "0.7"}

    report = study(change, "--repeat", "3")

    assert "700 ms" == table(report, "Time a puzzle")[0][2]


@pytest.mark.nightly
def test_contradictions_come_first(study):
    """No solution and a found one, the only one and several; nothing else."""
    statuses = [("found", "none"), ("unique", "multiple"), ("unique", "found")]
    statuses.append(("none", "unknown"))

    def change(row):
        at = ENGINES.index(row["engine"])
        return times(row) | {"status": statuses[int(row["number"]) - 1][at]}

    before = study(change).split("Measured ")[0]

    assert ["1", "2"] == re.findall(r"^- small, puzzle (\d)\b", before, re.MULTILINE)


def test_what_failed_or_was_refused_is_named(study):
    def change(row):
        if row["engine"] == "elimination":
            empty = {"status": "", "time_s": "", "search_s": "", "guesses": ""}
            return empty | {"ended": "refused", "note": "not here today"}
        return times(row)

    report = study(change)

    assert ["0/4", "-"] == table(report, "Time a puzzle")[1][1:3]
    assert "elimination not run: not here today (small: 4)" in report


def test_figures(study):
    """Each figure is an SVG whose texts name the engines; the report shows it."""
    report = study(times)
    names = re.findall(r"\]\((figures/[a-z]+\.svg)\)", report)

    assert ["boxes", "cactus", "search", "memory", "speedup"] == [
        name.removeprefix("figures/").removesuffix(".svg") for name in names
    ]
    for name in names:
        text = (study.folder / name).read_text()
        ET.fromstring(text)
        assert "elimination" in text
        assert (study.folder / name).with_suffix(".png").read_bytes()[1:4] == b"PNG"


def test_latex(study):
    report = study(times, "--to", "latex")

    assert r"elimination & 4/4 & 2.25 s & 1.95 s & 300 ms & 4.80 s \\" in report
    assert report.count(r"\begin{tabular}") == report.count(r"\end{tabular}") > 3
    for name in re.findall(r"\{(figures/[a-z]+\.pdf)\}", report):
        assert (study.folder / name).read_bytes().startswith(b"%PDF")
    assert (study.folder / "figures" / "boxes.pdf").is_file()
