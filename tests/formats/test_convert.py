"""`satdoku convert`."""

import json
import re

import pytest

from satdoku import Puzzle
from tests.formats.inner import (
    ESSENTIAL,
    Format,
    Metadata,
    PuzzleRecord,
    find_any,
    formats,
    scan,
    write,
    written_names,
)

NINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
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
NEEDS = {"parquet": "pyarrow"}
"""What some formats need."""

PUZZLE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)


@pytest.fixture
def nines(tmp_path):
    """Return a file of three puzzles, one of them unreadable."""
    path = tmp_path / "nines.sdm"
    path.write_text(f"{NINE}\n{NINE[:-1]}\n{NINE[::-1]}\n", "utf-8")
    return path


@pytest.mark.parametrize("name", written_names())
def test_there_and_back(run, tmp_path, name):
    pytest.importorskip(NEEDS.get(name, "click"))
    format_ = find_any(name)
    sizes = format_.sizes if isinstance(format_, Format) else None
    line = NINE if sizes is None or 9 in sizes else "1.34" + "." * 12
    there, back = tmp_path / f"there.{name}", tmp_path / "back.sdm"
    one = run("convert", "--to", name, "-o", there, text=f"{line}\n")
    two = run("convert", there, "-o", back, "--to", "line")

    assert (0, "", 0) == (one.exit_code, one.stderr, two.exit_code)
    assert f"{line}\n" == back.read_text("utf-8")


@pytest.mark.parametrize("name", written_names())
def test_what_is_kept_comes_back(run, tmp_path, name):
    pytest.importorskip(NEEDS.get(name, "click"))
    format_ = find_any(name)
    full = Puzzle("123456789456789123789123456" + "." * 54)
    keeps = format_.keeps
    entry = PuzzleRecord(
        full,
        "",
        1,
        1,
        "a name" if "name" in keeps else None,
        "",
        Metadata(
            details=(("author", "A. B."),) if "details" in keeps else (),
            state=Puzzle(
                (*full.values[:27], 2, *full.values[28:]), geometry=full.geometry
            )
            if "state" in keeps
            else None,
            solution=None,
        ),
    )
    source, there = tmp_path / "source.json", tmp_path / f"there.{name}"
    source.write_text(write(entry, "json"), "utf-8")
    if isinstance(format_, Format) and format_.sizes and 9 not in format_.sizes:
        pytest.skip("not of this size")
    one = run("convert", source, "--to", name, "-o", there)
    two = run("convert", there, "--to", "json")
    stated, expected = json.loads(two.stdout), json.loads(source.read_text("utf-8"))

    assert (0, "") == (one.exit_code, one.stderr)
    assert expected["puzzle"] == stated["puzzle"]
    for key in keeps & {"name", "state"}:
        assert expected[key] == stated[key]


class TestFormat:
    """Which format is written."""

    @pytest.mark.parametrize(
        ("name", "format_name"),
        [
            ("x.npy", "npy"),
            ("x.opensudoku", "opensudoku"),
            ("x.MSK", "rows"),
            ("x.ss", None),
        ],
    )
    def test_format_of_the_ending(self, run, tmp_path, name, format_name):
        done = run("convert", "-o", tmp_path / name, text=NINE)

        if format_name is None:
            assert 2 == done.exit_code
            assert "grid" in done.stderr
            assert "simple" in done.stderr
        else:
            assert 0 == done.exit_code
            (entry,) = scan(tmp_path / name)
            assert isinstance(entry, PuzzleRecord)
            assert format_name == entry.format

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            ([], "--to"),
            (["-o", "-"], "--to"),
            (["-o", "x"], "-o"),
            (["-o", "x.foo"], "'.foo'"),
            (["--to", "link"], "'link'"),
            (["--to", "nothing"], "'nothing'"),
            (["--to", "line", "--to-symbols", "A"], "'A'"),
            (["--to", "numbers", "--to-symbols", "A-Z"], "numbers"),
            (["--to", "line", "--pick", "0"], "--pick': '0'"),
            (["--to", "line", "--pick", "3-2"], "--pick': '3-2'"),
            (["--to", "line", "--pick", "1,,2"], "--pick': '1,,2'"),
            (["--to", "line", "--pick", "\u0663"], "--pick': "),
        ],
    )
    def test_wrong_use(self, run, arguments, said):
        done = run("convert", *arguments, text=NINE)

        assert 2 == done.exit_code
        assert said in done.stderr
        assert "" == done.stdout
        assert 1 == done.stderr.count("\n")

    def test_bytes_to_a_pipe(self, run):
        done = run("convert", "--to", "npy", text=NINE)

        assert 0 == done.exit_code
        assert done.stdout_bytes.startswith(b"\x93NUMPY")


class TestLosses:
    """What a format does not keep."""

    def test_remark(self, run, tmp_path):
        path = tmp_path / "named.sdm"
        path.write_text(f"{NINE} one\n{NINE} two\n{NINE}\n", "utf-8")
        done = run("convert", path, "--to", "rows")
        quiet = run("convert", path, "--to", "rows", "-q")

        assert (0, 0, "") == (done.exit_code, quiet.exit_code, quiet.stderr)
        assert "rows" in done.stderr
        assert "2" in done.stderr
        assert done.stdout == quiet.stdout

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

    def test_nothing_readable(self, run, tmp_path):
        out = tmp_path / "out.csv"
        done = run("convert", "-o", out, "--to", "csv", text="hello\n")

        assert 2 == done.exit_code
        assert not out.exists()

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

    def test_number_that_is_not_there(self, run, nines):
        done = run("convert", nines, "--to", "line", "--pick", "4")

        assert 2 == done.exit_code
        assert "puzzle 4 does not exist; the input has 3" in done.stderr

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

    def test_output_is_no_input(self, run, nines):
        before = nines.read_text("utf-8")
        done = run("convert", nines, "--to", "line", "-o", nines, "--force")

        assert 2 == done.exit_code
        assert before == nines.read_text("utf-8")


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


def test_details_that_would_be_puzzles(run):
    extra = f"x\n:0000:x:1{'.' * 80}::::"
    text = json.dumps({"schema": 2, "puzzle": NINE, "details": {"extra": extra}})
    done = run("convert", "--to", "hodoku", text=text)

    assert 1 == done.stdout.count("\n")
    assert "hodoku" in done.stderr


def test_lone_candidates_are_reported(run):
    lone = Puzzle("." * 81).with_candidates([1, *[510] * 80])
    done = run("convert", "--to", "sukaku", text=write(lone, "json"))

    assert done.stderr
    assert 0 == done.exit_code


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
