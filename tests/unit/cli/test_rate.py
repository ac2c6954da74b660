"""`satdoku rate`: ratings by named tables, of one puzzle or of many."""

from __future__ import annotations

import csv
import io
import json
import signal
import sys
import time
from typing import TYPE_CHECKING

import pytest

from satdoku.explaining import raters
from tests.unit.cli.conftest import settle
from tests.unit.cli.schemas import told

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Program, Run

EASY = "1.....2...3.4..."
SEVERAL = "1....2....3....4"
EMPTY = "." * 81
HARDER = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
)
BEYOND = (
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
)
RAISED = (
    ".9..74618.8.........7.2....57..8..34..6.........9...5.86..4.7.......8...4...1...9"
)


def test_one_puzzle_is_told_in_full(run: Run) -> None:
    """Level and score with whose they are, and every technique with its number."""
    done = run("rate", text=EASY)

    assert done.stdout.splitlines() == [
        "Easy, score 48 by HoDoKu 2.2.0",
        "the hardest step: Naked Single",
        "  8 Full House",
        "  4 Naked Single",
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


def test_time_over(run: Run) -> None:
    """It is told of each puzzle, and keeps its place in JSON; it ends with 4."""
    text = f"{HARDER}\n{HARDER}\n"
    done = run("rate", "--timeout", "0.000000001", "--json", text=text)

    assert 4 == done.exit_code
    assert ["out of time"] * 2 == [
        json.loads(line)["error"] for line in done.stdout.splitlines()
    ]
    assert "satdoku: <stdin>:2: out of time" in done.stderr
    assert "2 not done in time" in done.stderr


def test_a_large_puzzle_is_first_seen_to_be_proper(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that nobody waits for a path that leads nowhere."""
    monkeypatch.setattr("satdoku.explaining.rating.next_step", None)
    done = run("rate", text="." * 256)

    assert 2 == done.exit_code
    assert "several solutions" in done.stderr


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
    assert "full-house:8 naked-single:4" == first["techniques"]
    assert "naked-single" == first["hardest"]


def test_what_is_beyond_is_told(run: Run) -> None:
    """Of a puzzle that takes minutes it is said what it is at least, everywhere."""
    options = ("rate", "--scheme", "se")
    [row] = csv.DictReader(io.StringIO(run(*options, "--csv", text=BEYOND).stdout))
    [found] = told("rate", run(*options, "--json", text=BEYOND).stdout)

    assert run(*options, text=BEYOND).stdout.startswith(
        "ER 9.5 or more, EP 9.5 or more, ED 9.5 or more by "
    )
    assert ("", "9.5", "", "") == tuple(
        row[key] for key in ("score", "at_least", "ep", "ed")
    )
    assert [None, 9.5, None] == [found[key] for key in ("score", "at_least", "ep")]


def test_what_is_beyond_is_counted(run: Run, tmp_path: Path) -> None:
    """In no mean and no bar, but told; one puzzle is no `puzzles`."""
    picture = tmp_path / "spread.svg"
    options = ("rate", "--scheme", "se", "--table", "--histogram", picture, "--force")
    both = run(*options, text=f"{BEYOND}\n{HARDER}\n").stdout.splitlines()
    drawn = picture.read_text()
    alone = run(*options, text=BEYOND).stdout.splitlines()

    assert "2 puzzles by Sudoku Explainer 1.2.1" == both[0]
    assert both[1].startswith("mean ER ")
    assert both[1].endswith("; 1 of 9.5 or more, not in the mean")
    assert "2 puzzles by Sudoku Explainer 1.2.1" in drawn
    assert "1 of 9.5 or more, not drawn" in drawn
    assert [
        "1 puzzle by Sudoku Explainer 1.2.1",
        "no mean ER: 1 of 9.5 or more",
    ] == alone[:2]


def test_a_score_that_raises_the_level_is_told(run: Run) -> None:
    """The level of the hardest step is another one, and the text says why."""
    lines = run("rate", text=RAISED).stdout.splitlines()

    assert lines[0].startswith("Extreme, score 1,884 ")
    assert (
        "the hardest step: XY-Chain (unfair); the score makes the puzzle extreme"
        == lines[1]
    )


def test_guesses_are_listed(run: Run) -> None:
    """With the techniques, as what is hardest; and counted in JSON."""
    lines = run("rate", text=BEYOND).stdout.splitlines()
    [found] = told("rate", run("rate", "--json", text=BEYOND).stdout)

    assert "the hardest step: Brute Force" == lines[1]
    assert lines[-1].endswith(f" {found['guesses']} digits guessed: no technique left")
    assert found["guesses"] == found["techniques"][found["hardest"]]


def test_the_table_counts_levels_and_techniques(run: Run) -> None:
    """In how many puzzles, and how often in all."""
    lines = run("rate", "--table", text=f"{EASY}\n{EASY}\n").stdout.splitlines()

    assert "2 puzzles by HoDoKu 2.2.0" == lines[0]
    assert ["Easy", "2", "100.0", "%", "48", "to", "48"] == lines[3].split()
    assert [["Full", "House", "2", "16"], ["Naked", "Single", "2", "8"]] == [
        line.split() for line in lines[6:]
    ]


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
        (["--workers", "0"], "'0' is not a whole number from 1"),
        (["--workers", "2", "--repair"], "--workers and --repair do not go together"),
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


MEDIUM = (
    "..8..4..6..71.....35..6..1........5.....2.3..6..8.1.97..9...........76..7...892.5"
)
MIXED = f"{MEDIUM}\n{EASY}\n{SEVERAL}\n1234567\n{EASY}\n{SEVERAL}\n{EASY}\n"
ON_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def untimed(text: str) -> str:
    """Return lines of JSON without the time each took."""
    objects = [json.loads(line) for line in text.splitlines()]
    for found in objects:
        found.pop("time_s", None)
    return json.dumps(objects)


@pytest.mark.parametrize("kind", ["", "--csv", "--json", "--table", "--strict"])
def test_workers_agree(run: Run, kind: str) -> None:
    """Answers and refusals are the same, in the same order, by one and by several."""
    options = ["--from", "line", *filter(None, [kind])]
    one = run("rate", *options, text=MIXED)
    two = run("rate", "--workers", "2", *options, text=MIXED)
    look = untimed if kind == "--json" else str

    assert "several solutions cannot be rated" in one.stderr
    assert look(one.stdout) == look(two.stdout)
    assert (
        one.stderr.partition(" puzzles in ")[0]
        == two.stderr.partition(" puzzles in ")[0]
    )
    assert 2 == one.exit_code == two.exit_code


def test_one_puzzle_needs_no_worker(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is rated where it is, and told in full."""
    monkeypatch.setattr(raters, "_STARTER", "raise SystemExit(3)")

    assert (
        run("rate", text=EASY).stdout
        == run("rate", "--workers", "all", text=EASY).stdout
    )


def test_a_worker_that_is_lost(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line tells it, and what that may mean."""
    monkeypatch.setattr(raters, "_STARTER", "raise SystemExit(3)")
    done = run("rate", "--workers", "2", text=f"{EASY}\n{EASY}\n")

    assert (1, "") == (done.exit_code, done.stdout)
    (said,) = done.stderr.splitlines()
    assert said.startswith("satdoku: error: a process that rated puzzles has ended")
    assert "(exit code 3); out of" in said


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("kind", ["--csv", "--json"])
def test_nobody_waits_for_more(program: Program, workers: str, kind: str) -> None:
    """Whoever writes a puzzle into a pipe gets its rating before the next one."""
    with program("rate", "--from", "line", "--workers", workers, kind) as process:
        assert process.stdin
        assert process.stdout
        if kind == "--csv":
            assert process.stdout.readline().startswith(b"puzzle,")
        for puzzle in (EASY, HARDER, EASY):
            process.stdin.write(f"{puzzle}\n".encode())
            process.stdin.flush()
            assert puzzle.encode() in process.stdout.readline()
        process.stdin.close()
        assert 0 == process.wait(20)


@ON_POSIX
@pytest.mark.parametrize("workers", ["1", "2"])
def test_interrupted(program: Program, workers: str) -> None:
    """Ctrl-C while more could come: what is done is there, and it is told how many."""
    with program("rate", "--from", "line", "--workers", workers) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(f"{EASY}\n{EASY}\n{EASY}\n".encode())
        process.stdin.flush()
        lines = [process.stdout.readline() for _ in range(3)]
        settle(process, 1)
        process.send_signal(signal.SIGINT)
        assert 130 == process.wait(20)
        said = process.stderr.read()

    assert all(line.startswith(b"Easy") for line in lines)
    assert b"satdoku: stopped after 3 puzzles\n" == said


@ON_POSIX
@pytest.mark.parametrize("workers", ["1", "2"])
def test_interrupted_at_work(program: Program, workers: str) -> None:
    """Ctrl-C while a puzzle takes minutes, too; it is told which."""
    options = ("--scheme", "se", "--nested", "--csv", "--workers", workers)
    with program("rate", *options) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(f"{HARDER}\n{BEYOND}\n".encode())
        process.stdin.close()
        lines = [process.stdout.readline() for _ in range(2)]
        time.sleep(0.2)
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert 130 == process.wait(20)
        took = time.monotonic() - started
        said = process.stderr.read()

    assert lines[1].startswith(f"{HARDER},se,".encode())
    assert took < 5
    assert said in (
        b"satdoku: stopped after 1 puzzle\n",  # it had not begun with the next
        b"satdoku: stopped in puzzle 2\n",
    )
