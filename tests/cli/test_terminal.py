"""What a person at a terminal sees: colours, progress, the way to end typing."""

import gzip
import re
import subprocess

import pytest

from tests.cli.samples import PROPER, SEVERAL, SOLVED
from tests.conftest import nightly

GRID = "12|43\n34|21\n--+--\n21|34\n43|12\n"
CLUE, FOUND, END = "\x1b[1m", "\x1b[38;5;63m", "\x1b[0m"


def bare(text):
    return re.sub(r"\x1b\[[\d;]*m", "", text)


def test_colours(at_terminal, puzzle):
    """Clues are bold, found digits blue; without colours the grid is the same."""
    seen = at_terminal("solve", "-q", puzzle)
    assert seen.startswith(f"{CLUE}1{END}{FOUND}2{END}|")
    assert seen.count(CLUE) == 4
    assert seen.count(FOUND) == 12
    assert bare(seen) == GRID
    line = ("solve", "-q", "--to", "grid", "--all", puzzle, puzzle)
    plain = at_terminal(*line, NO_COLOR="1")
    assert bare(at_terminal(*line)) == plain
    assert plain.count(GRID) == 2
    assert plain.count("puzzle.txt:1") == 2


def test_puzzles_without_an_answer_keep_their_place(at_terminal, mixed):
    lines = at_terminal("solve", "-q", mixed, NO_COLOR="1").splitlines()
    shown = [line for line in lines if not line.startswith("satdoku: ")]
    assert len(shown) == 5
    assert shown[2].startswith(f"# none: {mixed}:3: ")
    assert shown[3].startswith(f"# unreadable: {mixed}:4: ")


@pytest.mark.parametrize(
    "switch", nightly([{"NO_COLOR": "1"}, {"TERM": "dumb"}], {"TERM": "dumb"})
)
def test_colours_are_switched_off(at_terminal, puzzle, switch):
    assert at_terminal("solve", "-q", puzzle, **switch) == GRID
    assert "\x1b" not in at_terminal("show", "--solve", puzzle, **switch)
    assert at_terminal("solve", "-q", puzzle, NO_COLOR="") != GRID


def test_formats_for_programs_have_no_colours(at_terminal, puzzle):
    assert at_terminal("solve", "-q", "--to", "line", puzzle) == f"{SOLVED}\n"


def test_show(at_terminal, puzzle):
    """A frame where there is room for it, and in characters that there are."""
    seen = at_terminal("show", "--solve", puzzle, stdout=None)
    assert f"{CLUE}1{END} {FOUND}2{END}" in seen
    assert len(seen.splitlines()) == 8
    assert not seen.isascii()
    options = ("show", "--solve", puzzle)
    narrow = at_terminal(*options, columns=9, NO_COLOR="1")
    assert narrow.splitlines()[0] == "1.│.."
    ascii_ = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    assert at_terminal("show", puzzle, **ascii_).splitlines()[0] == "+-----+-----+"
    assert "FILE.html" in at_terminal("show", "--sheet", "2x3", puzzle)


def test_a_board_that_is_too_wide_says_so(at_terminal, tmp_path):
    for size, options, fits in (
        (16, (), True),
        (25, (), True),
        (25, ["--candidates"], False),
    ):
        path = tmp_path / "wide.txt"
        path.write_text("0 " * size**2)
        seen = at_terminal(
            "show", *options, path, NO_COLOR="1", stdout=None
        ).splitlines()
        widest = max(map(len, seen[:-1]))
        assert (widest <= 80) is fits
        message = f"The drawing needs {widest} columns; the terminal has 80."
        assert (seen[-1] == message) is not fits


def test_help_is_as_wide_as_the_terminal(at_terminal):
    for columns, most in ((50, 50), (200, 80)):
        text = at_terminal("count", "--help", columns=columns)
        lines = text.partition("Options:")[2].splitlines()
        assert most - 8 < max(map(len, lines)) <= most


def test_typing(at_terminal):
    """Reading from the keyboard is announced, with the way to end it."""
    text = f"{PROPER}\n".encode() + b"\x04\x04"
    seen = at_terminal("solve", typed=text, NO_COLOR="1")
    assert "Ctrl-D" in seen
    assert GRID in seen


def test_progress(at_terminal, tmp_path):
    """A count that takes seconds shows how far it is; nothing is left of that."""
    path = tmp_path / "empty.txt"
    path.write_text("." * 81)
    line = ("count", "--limit", "100000000", "--timeout", "2.6", path)
    seen = at_terminal(*line, stdout=subprocess.DEVNULL)
    assert re.search(r"\rpuzzle 1: [\d,]+ of 100,000,000 solutions", seen)
    assert "\x1b" not in seen
    assert seen.rpartition("\r")[2] == ""


@pytest.mark.nightly
def test_progress_of_many_puzzles(at_terminal, tmp_path):
    row = (
        "....754..........8.8.19....3....1.6........34....6817.2.4...6.39......2.53.2."
    )
    (tmp_path / "many.txt").write_text(f"{row}....\n" * 1_500)
    line = ("check", "--engine", "dpll", tmp_path / "many.txt")
    seen = at_terminal(*line, stdout=subprocess.DEVNULL)
    assert re.search(r"\r[\d,]+ puzzles, \d+%, 0:\d+ left", seen)
    assert seen.splitlines()[-1].rpartition("\r")[2].startswith("1,500 ")


@pytest.mark.nightly
@pytest.mark.parametrize("why", ["quiet", "dumb", "pipe"])
def test_nobody_else_sees_progress(at_terminal, program, tmp_path, why):
    path = tmp_path / "empty.txt"
    path.write_text("." * 81)
    line = ("count", "--limit", "100000000", "--timeout", "4", path)
    if why == "pipe":
        with program(*line, TERM="xterm") as process:
            assert process.communicate()[1] == b""
        return
    options = ["-q"] if why == "quiet" else []
    term = {"TERM": "dumb"} if why == "dumb" else {}
    assert re.fullmatch(r"at least \d+\n", at_terminal(*line, *options, **term))


@pytest.fixture
def terminal(monkeypatch):
    """Return a stream that is a terminal, and a clock that stands."""
    import io

    class Terminal(io.StringIO):
        def isatty(self):
            return True

        @property
        def line(self):
            return self.getvalue().rpartition("\r")[2]

    clock = [0.0]
    stream = Terminal()
    monkeypatch.setattr("satdoku.cli.progress.monotonic", lambda: clock[0])
    monkeypatch.setenv("TERM", "xterm")
    return stream, clock


def test_what_progress_says(terminal, monkeypatch):
    """An inner test, as real seconds are long: patience, parts, time left."""
    from satdoku.cli.progress import Progress

    stream, clock = terminal
    monkeypatch.setattr("sys.stderr", stream)
    read = [None]
    with Progress(enabled=True, unit="puzzle", part=lambda: read[0]) as progress:
        for at, done, read[0], expected in (
            (1.9, 1900, None, ""),
            (2.0, 2000, None, "2,000 puzzles"),
            (2.2, 2001, None, "2,000 puzzles"),
            (10.0, 5, 0.25, "5 puzzles, 25%, 0:30 left"),
            (20.0, 5, 1.0, "5 puzzles, 100%, 0:00 left"),
            (30.0, 5, 0.001, "5 puzzles"),
            (40.0, 2, 1.5, "2 puzzles"),
        ):
            clock[0] = at
            progress.tick(done)
            assert stream.line.rstrip() == expected
        clock[0] = 110.0
        read[0] = None
        progress.tick(1)
        clock[0] = 120.0
        progress.count(4, total=10)
        assert stream.line.rstrip() == "1 puzzle; puzzle 2: 4 of 10 solutions"
        progress.clear()
        shown = stream.getvalue()
        progress.clear()
        assert stream.getvalue() == shown
        assert shown.endswith(f"\r{' ' * 37}\r")
    with Progress(enabled=True) as progress:
        progress.step("a step")
        clock[0] += 125.0
        progress.count(0)
        assert stream.line.rstrip() == "a step: 2:05"
        clock[0] += 5.0
        progress.count(50, "clause", 100)
        assert stream.line.rstrip() == "a step: 50 of 100 clauses"
    with Progress(enabled=True, shared=True, unit="puzzle") as progress:
        begun = len(stream.getvalue())
        clock[0] += 5.0
        progress.before_answer()
        clock[0] += 1.9
        progress.tick(1)
        assert len(stream.getvalue()) == begun
        clock[0] += 0.1
        progress.tick(1)
        assert "1 puzzle" in stream.line
    with Progress(enabled=False) as progress:
        begun = len(stream.getvalue())
        clock[0] += 100.0
        progress.tick(1)
        assert len(stream.getvalue()) == begun


def test_how_much_has_been_read(tmp_path):
    """An inner test: by lines of text files; unknown where those say nothing."""
    from satdoku.cli.reading import Reader

    def parts(*texts):
        paths = [tmp_path / f"{len(texts)}-{at}.txt" for at, _ in enumerate(texts)]
        for path, text in zip(paths, texts, strict=True):
            path.write_bytes(text)
        reader = Reader(list(map(str, paths)))
        return [reader.part() for _ in reader.entries()]

    line = f"{SEVERAL}\n".encode()
    assert parts(line * 4) == [0.25, 0.5, 0.75, 1.0]
    assert parts(line * 2, line) == [0.25, 0.5, 1.0]
    assert parts(gzip.compress(line), b"", line) == [None, None, 1.0]


def test_colours_of_a_grid_that_counts_from_0(at_terminal, tmp_path):
    """Values are those of the grid without colours."""
    file = tmp_path / "puzzle.iss"
    file.write_text(".Shape~4x4~0-3.~R1C1_0~R1C2_1~R2C3_0~R3C1_1~R4C4_0\n")
    seen = at_terminal("solve", "-q", file)
    assert seen.startswith(f"{CLUE}0{END}{CLUE}1{END}|{FOUND}")
    assert bare(seen) == at_terminal("solve", "-q", file, NO_COLOR="1")
