"""`satdoku rate`: ratings by named tables, of one puzzle or of many."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.test_schemas import told

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

EASY = "1.....2...3.4..."
SEVERAL = "1....2....3....4"
EMPTY = "." * 81
HARDER = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
)


def test_one_puzzle_is_told_in_full(run: Run) -> None:
    """Level and score with whose they are, and every technique with its number."""
    done = run("rate", text=EASY)

    assert done.stdout.splitlines() == [
        "Easy, score 48 by HoDoKu 2.2.0",
        "the hardest step: Naked Single",
        "  4 Naked Single",
        "  8 Full House",
    ]
    assert 0 == done.exit_code


def test_many_puzzles_have_a_line_each(run: Run) -> None:
    """With where they are; how many of each level is told in the end."""
    done = run("rate", text=f"{EASY}\n{EASY}\n")

    assert [
        ["Easy", "48", "Naked", "Single", "<stdin>:1"],
        ["Easy", "48", "Naked", "Single", "<stdin>:2"],
    ] == [line.split() for line in done.stdout.splitlines()]
    assert "2 easy" in done.stderr


def test_improper_puzzles_are_refused_one_by_one(run: Run) -> None:
    """The others have their ratings; the exit code says that one has none."""
    done = run("rate", text=f"{EASY}\n{SEVERAL}\n{EASY}\n")

    assert 2 == done.exit_code
    assert 2 == len(done.stdout.splitlines())
    assert "<stdin>:2: a puzzle with several solutions cannot be rated" in done.stderr


def test_json_is_of_its_schema(run: Run) -> None:
    """Ratings and refusals, by both schemes."""
    for scheme in ("hodoku", "se"):
        done = run("rate", "--json", "--scheme", scheme, text=f"{HARDER}\n{EMPTY}\n")
        first, second = told("rate", done.stdout)

        assert scheme == first["scheme"]
        assert first["score"] > 1
        assert "several solutions" in second["error"]


def test_se_is_of_9x9_alone(run: Run) -> None:
    """Other sizes are refused, and the way out is told."""
    done = run("rate", "--scheme", "se", text=EASY)

    assert 2 == done.exit_code
    assert "or the scheme hodoku" in done.stderr


def test_csv_is_a_table(run: Run) -> None:
    """A head, and a row a puzzle."""
    done = run("rate", "--csv", text=f"{EASY}\n{EASY}\n")
    first, second = csv.DictReader(io.StringIO(done.stdout))

    assert ("easy", "48", "HoDoKu 2.2.0") == (
        first["level"],
        first["score"],
        first["version"],
    )
    assert ("1", "2") == (first["line"], second["line"])


def test_the_table_counts_levels_and_techniques(run: Run) -> None:
    """In how many puzzles, and how often in all."""
    lines = run("rate", "--table", text=f"{EASY}\n{EASY}\n").stdout.splitlines()

    assert "2 puzzles by HoDoKu 2.2.0" == lines[0]
    assert ["Easy", "2", "100.0", "%", "48", "to", "48"] == lines[3].split()
    assert ["Full", "House", "2", "16"] in [line.split() for line in lines]


def test_the_histogram_is_a_picture(run: Run, tmp_path: Path) -> None:
    """An SVG that tells the numbers to those who cannot see it."""
    picture = tmp_path / "spread.svg"
    run("rate", "-q", "--histogram", str(picture), text=f"{EASY}\n{EASY}\n")
    text = picture.read_text()

    assert text.startswith("<svg")
    assert "40 to 50: 2" in text
    assert "2 puzzles by HoDoKu 2.2.0" in text


def test_the_histogram_is_not_written_over(run: Run, tmp_path: Path) -> None:
    """That is told before the first puzzle is rated."""
    picture = tmp_path / "spread.svg"
    picture.write_text("mine")
    done = run("rate", "--histogram", str(picture), text=EASY)

    assert (2, "", "mine") == (done.exit_code, done.stdout, picture.read_text())
    assert "--force" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["--scheme", "best"], "hodoku, se"),
        (["--nested"], "of scheme se alone"),
        (["--csv", "--json"], "--csv and --json do not go together"),
        (["--histogram", "spread.txt"], "ends in .svg or .png"),
    ],
)
def test_wrong_options(run: Run, arguments: list[str], what: str) -> None:
    """One line that says what was expected."""
    done = run("rate", *arguments, text=EASY)

    assert (2, "") == (done.exit_code, done.stdout)
    assert what in done.stderr
    assert 1 == len(done.stderr.splitlines())


def test_keys_are_those_of_the_help(run: Run) -> None:
    """`--help` names every key that is written."""
    found = json.loads(run("rate", "--json", text=EASY).stdout)
    shown = run("rate", "--help").stdout

    assert all(key in shown for key in found)
