"""A small run of `python -m benchmarks` finishes and writes its tables."""

import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.nightly


def benchmarks(root, *arguments):
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", *map(str, arguments)],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == done.returncode, done.stderr
    return done


def test_small_run(root, shared_data, tmp_path):
    out = tmp_path / "table"
    benchmarks(
        *(root, "first", "--sets", "easy50", "--pick", "-3", "--repeats", 1),
        *("--engines", "dpll", "--peers", "norvig", "--output", out),
    )
    written = json.loads(out.with_suffix(".json").read_text())

    assert "dpll" in json.dumps(written)
    assert "norvig" in out.with_suffix(".md").read_text()


def test_missing_set_is_refused(root):
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "first", "--sets", "nonesuch"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )

    assert 2 == done.returncode
    assert "nonesuch" in done.stderr
