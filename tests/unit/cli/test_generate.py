"""`satdoku generate`."""

from __future__ import annotations

import json
import signal
import sys
import time
from typing import TYPE_CHECKING

import pytest

from satdoku import Grid, check, generate
from satdoku.deduce.path import walk
from satdoku.deduce.technique import Level
from satdoku.generating import crew

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Program, Run

SOLVED = "1243342121344312"


def test_one(run: Run) -> None:
    """A puzzle on a line, how many clues it has, and the seed that makes it again."""
    done = run("generate", "--size", "4")
    seed = done.stderr.split("--seed ")[1].split()[0]
    clues = Grid.parse(done.stdout).clue_count

    assert 0 == done.exit_code
    assert check(done.stdout).is_minimal
    assert f"{clues} clues; --seed {seed} makes it again.\n" == done.stderr
    assert done.stdout == run("generate", "--size", "4", "--seed", seed).stdout


def test_many(run: Run) -> None:
    """As many as asked for, those that the library makes, and how it went."""
    done = run("generate", "-n", "20", "--seed", "1", "--size", "6")
    expected = [made.grid.line for made in generate(20, seed=1, size=6)]

    assert expected == done.stdout.split()
    assert done.stderr.startswith("20 puzzles in ")
    assert done.stderr.endswith(" clues each on average.\n")
    assert "" == run("generate", "-q", "--seed", "1", "--size", "4").stderr


def test_workers(run: Run) -> None:
    """Several workers make the same."""
    one, two = (
        run("generate", "-q", "-n", "20", "--seed", "1", "--workers", workers).stdout
        for workers in ("1", "2")
    )

    assert one == two


def test_options(run: Run) -> None:
    """What is asked for comes out."""
    options = ("--symmetry", "rotational180", "--clues", "30", "--level", "easy")
    puzzle = Grid.parse(run("generate", *options, "--seed", "1").stdout)
    path = walk(puzzle)

    assert (30, Level.EASY) == (puzzle.clue_count, path.level)
    assert [v > 0 for v in puzzle.values] == [v > 0 for v in reversed(puzzle.values)]


@pytest.mark.parametrize(
    ("given", "least", "most"),
    [("300..400", 300, 400), ("600..", 600, 10**9), ("..350", 0, 350)],
)
def test_score(run: Run, given: str, least: int, most: int) -> None:
    """A range of scores may be open at one end."""
    done = run("generate", "--score", given, "--seed", "1", "--to", "json")
    told = json.loads(done.stdout)

    assert least <= int(told["details"]["rating"]) <= most
    assert walk(Grid.parse(told["puzzle"])).score == int(told["details"]["rating"])


def test_techniques(run: Run) -> None:
    """Names of techniques are told apart by commas."""
    names = "naked-pair,pointing"
    done = run("generate", "--techniques", names, "--seed", "1", "-q")
    keys = {step.technique.key for step in walk(Grid.parse(done.stdout)).steps}

    assert {"naked-pair", "pointing"} <= keys


def test_hardest(run: Run) -> None:
    """The peak of the path is the technique named, as `satdoku rate` tells it."""
    done = run("generate", "--hardest", "naked-triple", "--seed", "1", "-q")
    keys = {step.technique.key for step in walk(Grid.parse(done.stdout)).steps}
    levels = {step.technique.level for step in walk(Grid.parse(done.stdout)).steps}

    assert "naked-triple" in keys
    assert Level.MEDIUM == max(levels)
    assert "hidden-triple" not in keys


def test_unusual_boxes_are_written_as_grids(run: Run) -> None:
    """A line would be another puzzle; where there are no walls it is JSON."""
    grids = run("generate", "--size", "3x2", "--seed", "1", "-q", "-n", "2").stdout
    back = run("convert", "--to", "json", text=grids).stdout.splitlines()
    line = run("generate", "--size", "2x3", "--seed", "1", "-q").stdout
    flat = run("generate", "--size", "1x5", "--seed", "1", "-q").stdout

    assert [made.grid.line for made in generate(2, size="3x2", seed=1)] == [
        json.loads(text)["puzzle"] for text in back
    ]
    assert ["3x2", "3x2"] == [json.loads(text)["box"] for text in back]
    assert 36 == len(line.strip())
    assert "1x5" == json.loads(flat)["box"]


def test_a_worker_that_is_lost(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line tells it; it is no error of the program."""
    monkeypatch.setattr(crew, "_STARTER", "raise SystemExit(3)")
    done = run("generate", "--workers", "2")

    assert (1, "") == (done.exit_code, done.stdout)
    assert done.stderr.startswith("satdoku: error: a process that made puzzles has")


def test_what_formats_keep(run: Run) -> None:
    """The solution, and level and score, where the format has a place for them."""
    options = ("generate", "-q", "--size", "4", "--seed", "1")
    told = json.loads(run(*options, "--level", "easy", "--to", "json").stdout)
    table = run(*options, "--level", "easy", "--to", "csv").stdout.splitlines()
    [made] = generate(size=4, seed=1, level="easy")

    assert made.solution.line == told["solution"]
    assert {"level": "easy", "rating": str(made.score)} == told["details"]
    assert ["puzzle,solution,name", made.grid.line] == [table[0], table[1][:16]]
    assert table[1].endswith(f",{made.solution.line},easy {made.score}")
    assert "details" not in run(*options, "--to", "json").stdout


def test_pattern(run: Run, tmp_path: Path) -> None:
    """A pattern is a mask, a file with one, a puzzle, or comes from standard input."""
    mask = "x.....x...x.x..."
    drawn = tmp_path / "drawn.msk"
    drawn.write_text("x...\n..x.\n..x.\nx...\n")
    puzzle = tmp_path / "puzzle.sdk"
    puzzle.write_text("[Puzzle]\n4...\n..2.\n..3.\n1...\n")
    options = ("generate", "-q", "--seed", "1", "--pattern")
    found = [
        run(*options, mask).stdout,
        run(*options, drawn).stdout,
        run(*options, puzzle).stdout,
        run(*options, "-", text=mask).stdout,
    ]

    assert 1 == len(set(found))
    assert [m == "x" for m in mask] == [v > 0 for v in Grid.parse(found[0]).values]


@pytest.mark.parametrize("blank", ["*", "x", "X"])
def test_pattern_of_a_puzzle(run: Run, tmp_path: Path, blank: str) -> None:
    """A puzzle is no mask, whatever stands for its empty cells."""
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text("4.....2...3.1...".replace(".", blank))
    done = run("generate", "-q", "--seed", "1", "--pattern", puzzle)

    assert [0, 6, 10, 12] == [cell for cell, _ in Grid.parse(done.stdout).clues]


@pytest.mark.parametrize(
    "to", ["bank", "euler", "markdown", "pairs", "simple", "grid", "csv", "sadman"]
)
def test_pattern_as_written_here(run: Run, tmp_path: Path, to: str) -> None:
    """What satdoku writes is read as a pattern, too, from standard input as well."""
    path = tmp_path / "puzzle"
    run("generate", "--clues", "40", "--seed", "1", "--to", to, "-o", path)
    options = ("generate", "-q", "--seed", "2", "--pattern")
    [made] = generate(seed=2, pattern=next(generate(seed=1, clues=40)).grid)

    assert f"{made.grid.line}\n" == run(*options, path).stdout
    assert f"{made.grid.line}\n" == run(*options, "-", text=path.read_text()).stdout


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "drawn: no puzzle found"),
        ("4.....2...3.1...\n" * 2, "drawn:2: a second puzzle; expected one puzzle"),
        ("x..\n..\n", "drawn: "),
        ("." * 16, "drawn: a pattern without clues"),
        ("x." * 600_000, "drawn: more than 1,048,576 bytes"),
        ("x." * 450, "at most 25x25"),
    ],
)
def test_unreadable_pattern(run: Run, tmp_path: Path, text: str, says: str) -> None:
    """A file that holds no pattern is named, with what is wrong."""
    (tmp_path / "drawn").write_text(text)
    done = run("generate", "--pattern", tmp_path / "drawn")

    assert (2, "") == (done.exit_code, done.stdout)
    assert says in done.stderr


def test_folder_as_pattern(run: Run, tmp_path: Path) -> None:
    """A folder is told to be one."""
    done = run("generate", "--pattern", tmp_path)

    assert 2 == done.exit_code
    assert "is a directory" in done.stderr


def test_timeout(run: Run, tmp_path: Path) -> None:
    """Time ends it with 4, and what was found until then is kept."""
    path = tmp_path / "some.sdm"
    options = ("-n", "1000000", "--timeout", "0.5", "--size", "4", "--clues", "8")
    done = run("generate", *options, "-o", path)

    assert 4 == done.exit_code
    assert "satdoku: stopped: out of time after 0.5 s" in done.stderr
    assert check(path.read_text().split()[0]).is_proper


def test_solution(run: Run, tmp_path: Path) -> None:
    """The solution is read from a file of any format."""
    path = tmp_path / "solved.txt"
    path.write_text("12|43\n34|21\n--+--\n21|34\n43|12\n")
    done = run("generate", "--solution", path, "--to", "csv", "-q")

    assert done.stdout.endswith(f",{SOLVED}\n")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--pattern", "no/such"], "no/such: no such file"),
        (["--pattern", "x" * 17], "17 cells"),
        (["--solution", "missing.txt"], "missing.txt"),
        (["--size", "7"], "7x7"),
        (["--size", "99999999"], "expected at most 25x25"),
        (["--techniques", ""], "no technique is named"),
        (["--timeout", "0"], "0' is not a number of seconds"),
        (["--level", "silly"], "no level 'silly'"),
        (["--symmetry", "silly"], "no symmetry 'silly'"),
        (["--techniques", "x-wnig"], "did you mean x-wing"),
        (["--score", "high"], "'high' is no range of scores"),
        (["--score", ".."], "'..' is no range of scores"),
        (["--clues", "many"], "'many' is not a whole number"),
        (["--workers", "0"], "'0' is not a whole number"),
        (["-n", "0"], "'0' is not a whole number"),
        (["--to", "sadman", "-n", "2"], "holds one puzzle"),
        (["--level", "hard", "--singles-only"], "no puzzle of singles alone is of"),
        (["--size", "3x2", "--to", "line"], "keeps none; --to grid does"),
        (["--size", "3x2", "-o", "new.sdm"], "keeps none; --to grid does"),
        (["--size", "1x5", "--to", "grid"], "keeps none; --to json does"),
        (["--pattern", "-", "--solution", "-"], "cannot both be standard input"),
    ],
)
def test_wrong_use(run: Run, options: list[str], says: str) -> None:
    """What makes no sense is one clear message, and nothing is written."""
    done = run("generate", *options)

    assert (2, "") == (done.exit_code, done.stdout)
    assert says in done.stderr


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--clues", "16"], "no proper 9x9 puzzle has fewer than 17 clues"),
        (["--clues", "17", "--max-attempts", "2"], "2 attempts in a row"),
        (
            ["--clues", "17", "--max-attempts", "2"],
            "; --max-attempts 20 tries more, --",
        ),
        (["--symmetry", "rotational90", "--clues", "26"], "26 cells cannot lie"),
        (["--pattern", "x" * 27 + "." * 54], "rows 4 and 5 have no clue"),
    ],
)
def test_cannot_be_reached(
    run: Run, tmp_path: Path, options: list[str], says: str
) -> None:
    """What there is not, or is not found, ends it with 4 and leaves no file."""
    done = run("generate", *options, "-o", tmp_path / "none.sdm")

    assert (4, "") == (done.exit_code, done.stdout)
    assert done.stderr.startswith("satdoku: stopped: ")
    assert says in done.stderr
    assert not (tmp_path / "none.sdm").exists()


def test_keeps_what_was_found(run: Run, tmp_path: Path) -> None:
    """Where no more are found, those until then are in the file."""
    solved = tmp_path / "solved.txt"
    solved.write_text(SOLVED)
    kept = tmp_path / "kept.sdm"
    options = ("--solution", solved, "--clues", "4", "--max-attempts", "300")
    done = run("generate", "-n", "9999", "--seed", "1", *options, "-o", kept)
    puzzles = kept.read_text().split()

    assert 4 == done.exit_code
    assert "were there already" in done.stderr
    assert f"{len(puzzles)} puzzles in " in done.stderr
    assert len(puzzles) == len(set(puzzles)) > 5


def test_file_is_not_replaced(run: Run, tmp_path: Path) -> None:
    """A file that is there stays, unless --force says otherwise."""
    path = tmp_path / "kept.sdm"
    path.write_text("mine")

    assert 2 == run("generate", "--size", "4", "-o", path).exit_code
    assert "mine" == path.read_text()
    assert 0 == run("generate", "--size", "4", "-o", path, "--force").exit_code
    assert 17 == len(path.read_text())


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_interrupted(program: Program, workers: str) -> None:
    """Ctrl-C ends it at once, with what was made until then, and how many."""
    options = ("-n", "1000000", "--workers", workers, "--seed", "1")
    with program("generate", *options) as process:
        assert process.stdout
        assert process.stderr
        begun = [process.stdout.readline() for _ in range(3)]
        process.send_signal(signal.SIGINT)
        started = time.monotonic()
        assert 130 == process.wait(20)
        took = time.monotonic() - started
        rest, err = process.stdout.read(), process.stderr.read()
    expected = [f"{made.grid.line}\n".encode() for made in generate(3, seed=1)]
    number = 3 + rest.count(b"\n")

    assert expected == begun
    assert took < 5
    assert f"satdoku: stopped after {number} puzzles\n".encode() == err
