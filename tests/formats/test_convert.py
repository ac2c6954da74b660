"""`satdoku convert`."""

import json
import re

import pytest

from satdoku import Puzzle
from tests.formats.inner import (
    ESSENTIAL,
    Metadata,
    PuzzleRecord,
    formats,
    write,
)
from tests.puzzles import NEWSPAPER as NINE
from tests.puzzles import NEWSPAPER as PUZZLE

STATE = write(
    PuzzleRecord(
        Puzzle("1" + "." * 15),
        "",
        1,
        1,
        None,
        "",
        Metadata(state=Puzzle("12" + "." * 14)),
    ),
    "json",
)
SIXES = "1.|..|.6\n..|2.|..\n..|..|3.\n.4|..|..\n..|..|..\n5.|..|.2\n"


@pytest.fixture
def nines(tmp_path):
    """Return a file of three puzzles, one of them unreadable."""
    path = tmp_path / "nines.sdm"
    path.write_text(f"{NINE}\n{NINE[:-1]}\n{NINE[::-1]}\n", "utf-8")
    return path


class TestLosses:
    """What a format does not keep."""

    def test_boxes(self, run, tmp_path):
        path = tmp_path / "both.txt"
        path.write_text(f"{SIXES}\n{SIXES.replace('|', '')}", "utf-8")
        kept = run("convert", path, "--to", "grid", "--from", "grid")
        refused = run("convert", path, "--to", "line", "--from", "grid")
        lossy = run("convert", path, "--to", "line", "--from", "grid", "--lossy")

        assert 0 == kept.exit_code
        assert 2 == refused.exit_code
        assert f"{path}:1: " in refused.stderr
        assert "--lossy" in refused.stderr
        assert 1 == refused.stdout.count("\n")
        assert 0 == lossy.exit_code
        assert "line" in lossy.stderr
        assert 2 == lossy.stdout.count("\n")

    def test_candidates(self, run, tmp_path):
        grid = Puzzle("." * 16).with_candidates([0b0111] * 16)
        path = tmp_path / "candidates.json"
        path.write_text(write(grid, "json"), "utf-8")
        refused = run("convert", path, "--to", "line")
        out = tmp_path / "out.sdm"

        assert 2 == refused.exit_code
        assert "" == refused.stdout
        assert 2 == run("convert", path, "--to", "line", "-o", out).exit_code
        assert not out.exists()
        assert "." * 16 == run("convert", path, "--to", "line", "--lossy").stdout[:16]
        assert 0 == run("convert", path, "--to", "sukaku").exit_code

    def test_sizes(self, run, tmp_path):
        path = tmp_path / "sizes.sdm"
        path.write_text(f"{NINE}\n{'.' * 16}\n", "utf-8")
        done = run("convert", path, "--to", "hodoku")

        assert 2 == done.exit_code
        assert f"{path}:2: " in done.stderr
        assert NINE in done.stdout

    def test_too_large_for_characters(self, run):
        text = "\n".join([" ".join(["64", *["."] * 63]), *[" ".join("." * 64)] * 63])
        done = run("convert", "--to", "line", text=text)

        assert 2 == done.exit_code
        assert "" == done.stdout

    def test_essential_is_known(self):
        for what in ESSENTIAL:
            assert {True, False} == {what in format_.keeps for format_ in formats()}


class TestMany:
    """Runs over many puzzles."""

    def test_unreadable(self, run, nines, tmp_path):
        out = tmp_path / "out.csv"
        done = run("convert", nines, "--to", "csv", "-o", out)

        assert 2 == done.exit_code
        assert f"{nines}:2: 80" in done.stderr
        assert "3" in done.stderr
        assert "2 written, 1 refused" in done.stderr
        assert f"puzzle\n{NINE}\n{NINE[::-1]}\n" == out.read_text("utf-8")

    def test_formats_may_differ(self, run, nines, tmp_path):
        table, grid = tmp_path / "a.csv", tmp_path / "b.txt"
        table.write_text(f"puzzle\n{NINE}\n", "utf-8")
        grid.write_text(SIXES.replace("|", ""), "utf-8")
        done = run("convert", table, grid, nines, "--to", "line", "-q")

        assert [81, 36, 81, 81] == [len(line) for line in done.stdout.splitlines()]

    @pytest.mark.parametrize(
        ("number", "lines"),
        [("1", [0]), ("3", [2]), ("1,3", [0, 2]), ("3-9,1", [0, 2]), ("1-2", [0])],
    )
    def test_number(self, run, nines, number, lines):
        done = run("convert", nines, "--to", "line", "--pick", number)
        every = [NINE, "", NINE[::-1]]

        assert [every[at] for at in lines] == done.stdout.splitlines()
        assert (2 if "2" in number else 0) == done.exit_code

    def test_single(self, run, nines, tmp_path):
        out = tmp_path / "out.sdk"
        several = run("convert", nines, "--to", "sadman", "-o", out)

        assert 2 == several.exit_code
        assert "--pick" in several.stderr
        assert not out.exists()
        picked = run("convert", nines, "--to", "sadman", "-o", out, "--pick", "3")
        assert 0 == picked.exit_code
        assert out.exists()
        mixed = run("convert", nines, "--to", "sadman", "--pick", "1-2")
        assert 2 == mixed.exit_code
        assert "[Puzzle]" in mixed.stdout


class TestState:
    """How far somebody has come, as the puzzle."""

    def test_written(self, run):
        given = run("convert", "--to", "line", text=STATE)
        placed = run("convert", "--to", "line", "--state", text=STATE)

        assert "1" + "." * 15 + "\n" == given.stdout
        assert "line" in given.stderr
        assert "12" + "." * 14 + "\n" == placed.stdout
        assert "" == placed.stderr

    def test_without_one(self, run):
        done = run("convert", "--to", "line", "--state", text=NINE)

        assert f"{NINE}\n" == done.stdout
        assert "1 " in done.stderr

    def test_candidates_left(self, run, tmp_path):
        state = Puzzle("1" + "." * 15).with_candidates([1, *[0b1110] * 15])
        entry = PuzzleRecord(
            Puzzle("." * 16), "", 1, 1, None, "", Metadata(state=state)
        )
        path = tmp_path / "state.json"
        path.write_text(write(entry, "json"), "utf-8")
        marks = run("convert", path, "--to", "pencilmarks", "--state")
        line = run("convert", path, "--to", "line", "--state")

        assert 0 == marks.exit_code
        assert "1" not in marks.stdout.replace("1", "", 1)
        assert (0, "1" + "." * 15 + "\n") == (line.exit_code, line.stdout)


@pytest.mark.parametrize("indent", ["    ", "\t"])
@pytest.mark.parametrize("name", ["grid", "rows", "numbers", "pencilmarks", "line"])
def test_indented_blocks_between_prose(run, name, indent):
    """As Markdown has code; the prose is skipped, and lines keep their numbers."""
    drawn = run("convert", "--to", name, PUZZLE, code=0).stdout
    block = "".join(f"{indent}{line}\n" for line in drawn.splitlines())
    text = f"My puzzle of today:\n\n{block}\nWho can solve it?\n"
    assert run("convert", "--to", "line", text=block).stdout.strip() == PUZZLE
    assert run("convert", "--to", "line", text=text).stdout.strip() == PUZZLE
    bad = text.replace("5", "q", 1)
    assert re.search(r"<stdin>:[34]\b", run("solve", text=bad, code=2).stderr)


class TestRepair:
    """What --repair makes of a file is saved."""

    def test_in_the_format_it_was_read_as(self, run, tmp_path):
        stray, fixed = tmp_path / "stray.txt", tmp_path / "fixed.txt"
        stray.write_text("1_34\n3*12\n.143\n4321\n", "utf-8")
        done = run("convert", "--repair", stray, "-o", fixed, code=0)

        assert "1.34\n3.12\n.143\n4321\n" == fixed.read_text("utf-8")
        assert "lines 1, 2" in done.stderr
        assert "--to" in run("convert", fixed, "-o", tmp_path / "x", code=2).stderr


def test_one_sentence_names_all_that_a_format_leaves_out(run):
    record = {
        "puzzle": "1..............4",
        "name": "One",
        "details": {"author": "Ada"},
        "moves": 7,
        "solution": "1234341221434321",
    }
    lines = [json.dumps(record), json.dumps({**record, "name": None})]
    done = run("convert", "--to", "line", text="\n".join(lines), code=0)
    (said,) = [line for line in done.stderr.splitlines() if "leaves out" in line]

    assert said == (
        "satdoku: the format line leaves out names of 1 puzzle, "
        "details (author, date, ...) of 2 puzzles, further columns (moves) "
        "of 2 puzzles and solutions of 2 puzzles"
    )
    assert 2 == len(done.stderr.splitlines())
