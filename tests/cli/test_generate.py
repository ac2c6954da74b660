"""`satdoku generate`: new puzzles, as they were asked for."""

import json
import re
import signal
import sys

import pytest

import satdoku
from tests.cli.samples import SOLVED, names, refused
from tests.conftest import nightly, table

MASK = "x.....x...x.x..."


def puzzles(done):
    return [satdoku.Puzzle(line) for line in done.stdout.split()]


def test_one_with_the_seed_that_makes_it_again(run):
    done = run("generate", "--size", "4", code=0)
    seed = re.search(r"--seed (\d+)", done.stderr)[1]
    assert satdoku.check(done.stdout).is_minimal
    assert str(puzzles(done)[0].clue_count) in done.stderr
    again = run("generate", "--size", "4", "--seed", seed, code=0)
    assert again.stdout == done.stdout
    assert "--seed" not in again.stderr


@pytest.mark.parametrize(
    ("options", "same"),
    table(__file__, "test_as_the_library", MASK=MASK),
)
def test_as_the_library(run, options, same):
    made = list(satdoku.generate_many(**{"n": 1, "seed": 1, **same}))
    done = run("generate", "--seed", "1", *options.split(), code=0)
    assert puzzles(done) == made


def test_remarks_count_puzzles_and_clues(run):
    done = run(
        "generate", "-n", "7", "--seed", "1", "--size", "6", "--clues", "11", code=0
    )
    assert [grid.clue_count for grid in puzzles(done)] == [11] * 7
    assert done.stderr.startswith("7 ")
    assert "11.0" in done.stderr


@pytest.mark.usefixtures("processes_at_once")
def test_workers_make_the_same(run):
    options = ("generate", "-q", "-n", "12", "--seed", "1", "--size", "6", "--workers")
    one, two = (run(*options, n, code=0) for n in (1, 2))
    assert one.stdout == two.stdout


@pytest.mark.parametrize(
    ("score", "low", "high"), [("600..", 600, 10**9), ("..350", 0, 350), ("48", 48, 48)]
)
def test_scores(run, score, low, high):
    size = "4" if score == "48" else "9"
    options = ("--score", score, "--seed", "1", "--to", "json", "--size", size)
    record = json.loads(run("generate", *options, code=0).stdout)
    assert low <= int(record["details"]["rating"]) <= high
    assert satdoku.rate(record["puzzle"]).score == int(record["details"]["rating"])


def test_unusual_boxes_need_a_format_that_keeps_them(run):
    grids = run("generate", "--box", "3x2", "--seed", "1", "-q", "-n", "2").stdout
    back = [
        json.loads(x)
        for x in run("convert", "--to", "json", text=grids).stdout.splitlines()
    ]
    made = list(satdoku.generate_many(2, size=satdoku.Geometry.of_box(3, 2), seed=1))
    assert [one["puzzle"] for one in back] == [one.line for one in made]
    assert [one["box"] for one in back] == ["3x2", "3x2"]
    line = run("generate", "--box", "2x3", "--seed", "1", "-q").stdout
    assert len(line.strip()) == 36
    flat = run("generate", "--box", "1x5", "--seed", "1", "-q").stdout
    assert json.loads(flat)["box"] == "1x5"


def test_what_formats_keep(run):
    options = ("generate", "-q", "--size", "4", "--seed", "1", "--level", "easy")
    record = json.loads(run(*options, "--to", "json").stdout)
    head, row = run(*options, "--to", "csv").stdout.splitlines()
    made = satdoku.generate(size=4, seed=1, level="easy").metadata
    assert record["solution"] == made["solution"]
    assert record["details"] == {"level": "easy", "rating": made["rating"]}
    assert head == "puzzle,solution,level,rating"
    assert row.split(",")[1:] == [made["solution"], "easy", made["rating"]]
    assert "details" not in run(*options[:-2], "--to", "json").stdout


@pytest.mark.parametrize(
    ("name", "text"),
    table(__file__, "test_patterns", MASK=MASK),
)
def test_patterns(run, tmp_path, name, text):
    """A mask, or a puzzle with its clues there, from a file or standard input."""
    if name != "-":
        (tmp_path / name).write_text(text)
        name = tmp_path / name
    options = ("generate", "-q", "--seed", "1", "--pattern")
    done = run(*options, name, text=text, code=0)
    assert done.stdout == run(*options, MASK).stdout
    assert [value > 0 for value in puzzles(done)[0].values] == [
        sign == "x" for sign in MASK
    ]


@pytest.mark.parametrize(
    "to",
    nightly(["euler", "grid", "csv", "sadman"], "grid", "csv"),
)
def test_what_satdoku_writes_is_a_pattern(run, tmp_path, to):
    path = tmp_path / "puzzle"
    run("generate", "--clues", "40", "--seed", "1", "--to", to, "-o", path, code=0)
    first = satdoku.generate(seed=1, clues=40)
    made = satdoku.generate(seed=2, pattern=first)
    options = ("generate", "-q", "--seed", "2", "--pattern")
    assert run(*options, path).stdout == f"{made.line}\n"
    assert run(*options, "-", text=path.read_text()).stdout == f"{made.line}\n"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "drawn"),
        ("4.....2...3.1...\n" * 2, "drawn:2"),
        ("x..\n..\n", "drawn"),
        ("." * 16, "drawn"),
        ("x." * 600_000, "drawn"),
        ("x." * 450, "25x25"),
    ],
)
def test_no_pattern(run, tmp_path, text, word):
    (tmp_path / "drawn").write_text(text)
    refused(run, "generate", "--pattern", tmp_path / "drawn", word=word)
    refused(run, "generate", "--pattern", tmp_path, word=tmp_path)


def test_a_solution_of_a_variant_is_refused(run):
    text = '{"schema": 2, "puzzle": "1234341221434321", "constraints": ["AntiKnight"]}'
    refused(run, "generate", "--solution", "-", text=text, word="anti-knight")


def test_solution(run, tmp_path):
    path = tmp_path / "solved.txt"
    path.write_text("12|43\n34|21\n--+--\n21|34\n43|12\n")
    done = run("generate", "--solution", path, "--to", "csv", "-q", code=0)
    assert done.stdout.endswith(f",{SOLVED}\n")
    done = run("generate", "--solution", "-", "-q", "-n", "5", text=SOLVED, code=0)
    assert {satdoku.solve(grid).solution.line for grid in puzzles(done)} == {SOLVED}
    assert len({*done.stdout.split()}) == 5


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (["--clues", "16"], "17"),
        (["--clues", "17", "--max-attempts", "2"], "--max-attempts 20"),
        (["--symmetry", "rotational90", "--clues", "26"], "26"),
        (["--pattern", "x" * 27 + "." * 54], "4 and 5"),
    ],
)
def test_what_there_is_not(run, tmp_path, options, word):
    refused(run, "generate", *options, "-o", tmp_path / "none.sdm", code=4, word=word)
    assert names(tmp_path) == []


def test_what_was_found_is_kept(run, tmp_path):
    """By the time limit, or where no more are found."""
    solved, kept = tmp_path / "solved.txt", tmp_path / "kept.sdm"
    solved.write_text(SOLVED)
    options = (
        "--solution",
        solved,
        "--clues",
        "4",
        "--max-attempts",
        "100",
        "-o",
        kept,
    )
    done = run("generate", "-n", "9999", "--seed", "1", *options, code=4)
    found = kept.read_text().split()
    assert f"{len(found)} " in done.stderr
    assert len(found) == len({*found}) > 5
    assert all(satdoku.check(line).is_proper for line in found)
    more = ("-n", "1000000", "--timeout", "0.3", "--size", "4", "--clues", "8")
    run("generate", *more, "-o", kept, "--force", code=4)
    assert satdoku.check(kept.read_text().split()[0]).is_proper


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.nightly)])
def test_interrupted(program, workers):
    """Ctrl-C ends it at once, with what was made until then, and how many."""
    options = ("-n", "1000000", "--size", "6", "--workers", workers, "--seed", "1")
    with program("generate", *options) as process:
        begun = [process.stdout.readline() for _ in range(3)]
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        rest, message = process.stdout.read(), process.stderr.read()
    assert begun == [
        f"{made.line}\n".encode() for made in satdoku.generate_many(3, seed=1, size=6)
    ]
    assert str(3 + rest.count(b"\n")).encode() in message.replace(b",", b"")
    assert message.count(b"\n") == 1
