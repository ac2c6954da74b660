"""Small runs of `python -m benchmarks` finish and write their tables."""

import csv
import subprocess
import sys

import pytest

pytestmark = pytest.mark.nightly


def benchmarks(root, *arguments, code=0):
    command = [sys.executable, "-m", "benchmarks", *map(str, arguments)]
    done = subprocess.run(
        command, cwd=root, capture_output=True, text=True, check=False
    )
    assert code == done.returncode, done.stderr
    return done


def test_small_run(root, shared_data, tmp_path):
    """Nearly every question; whoever is not installed is refused, and nobody fails."""
    options = ("--sets", "easy50,25x25,rated,starts", "-n", 2, "--repeat", 1)
    done = benchmarks(root, *options, "-o", tmp_path / "made")
    with (tmp_path / "made" / "runs.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))

    assert {"answered", "refused"} >= {row["ended"] for row in rows}
    times = {(row["part"], row["solver"]): row["time_s"] for row in rows}
    for contender in ("satdoku", "norvig", "dpll/extended"):
        assert 0 < float(times["first", contender]) < 60
    assert "Time as a multiple of that of satdoku" in done.stdout
    assert "**Recommended" not in done.stdout


@pytest.mark.parametrize("option", ["--sets", "--contenders"])
def test_unknown_names_are_refused(root, option):
    done = benchmarks(root, "first", option, "nonesuch", code=2)

    assert "nonesuch" in done.stderr


def test_heuristics(root, tmp_path):
    """A row for each, a column for each encoding; what a limit cuts off is counted."""
    file = tmp_path / "two.txt"
    file.write_text("1.....2...3.4...\n................\n")
    done = benchmarks(root, "heuristics", file, "--every", 1, "--conflicts", 50)

    title, _, head, _, *rows = done.stdout.splitlines()
    assert title == "2 puzzles, at most 50 conflicts each"
    assert head.count("|") == 5
    assert [row.split("`")[1] for row in rows] == [
        *("fewest", "fewest-first", "first", "dlis", "jeroslow-wang", "vsids")
    ]
    assert all(cell.endswith(" ms") for row in rows for cell in row.split(" | ")[1:3])
    benchmarks(root, "heuristics", file, "--every", 0, code=2)


def test_typos(root):
    """A row for each puzzle, with the place of the right change, then the figures."""
    done = benchmarks(root, "typos", "classics", "-n", 4, "--seed", 3)

    *rows, figures = done.stdout.strip().splitlines()
    assert len(rows) == 4
    assert figures.startswith(("3 of 4 among the first 5", "4 of 4 among the first 5"))


def test_start(root, shared_data):
    """A row for each variant and the classic beside it, then the medians."""
    done = benchmarks(root, "start", "--step", 80, "--repeat", 1)

    *rows, figures = done.stdout.splitlines()
    assert ["0", "80", "160"] == [row.split()[0] for row in rows]
    assert figures.startswith("medians ")
