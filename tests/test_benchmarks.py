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
