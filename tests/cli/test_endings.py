"""`-o FILE`: what a command writes fits the ending, or the ending is refused."""

import json

import pytest

from tests.cli.many import CLUES

REPORTS = [
    "rate -",
    "count -",
    "check -",
]


@pytest.mark.parametrize("command", REPORTS)
def test_reports(run, tmp_path, command):
    for ending in (".json", ".jsonl"):
        path = tmp_path / f"report{ending}"
        run(*command.split(), "-o", path, text=CLUES, code=0)
        found = map(json.loads, path.read_text().splitlines())
        assert {each["schema"] for each in found} == {2}
    run(*command.split(), "-o", tmp_path / "report.txt", text=CLUES, code=0)
    for ending in (".html", ".npy", ".sdk", ".PDF", ".md"):
        path = tmp_path / f"report{ending}"
        assert ending.lower() in run(*command.split(), "-o", path, code=2).stderr
        assert not path.exists()


def test_ratings_as_a_table(run, tmp_path):
    run("rate", "-", "-o", tmp_path / "ratings.csv", text=CLUES, code=0)
    assert (tmp_path / "ratings.csv").read_text().startswith("puzzle,")


@pytest.mark.parametrize("command", ["show -", "explain -", "solve -", "minimize -"])
def test_files_that_are_never_written(run, tmp_path, command):
    """Pictures and documents of other kinds do not become a file of text."""
    for ending in (".tiff", ".bmp", ".svgz", ".docx", ".xlsx"):
        path = tmp_path / f"file{ending}"
        assert ending in run(*command.split(), "-o", path, text=CLUES, code=2).stderr
        assert not path.exists()
