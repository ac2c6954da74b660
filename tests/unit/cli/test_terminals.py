"""Terminals of every kind: narrow, dumb, without colour, without Unicode; progress."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from satdoku.cli.reference import names
from satdoku.proof.proving import prove
from tests.unit.cli.test_process import pigeons

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from tests.unit.cli.conftest import Program

PUZZLE = "1.....2...3.4...\n"
ESCAPE = b"\x1b"
PLAIN = {"NO_COLOR": "1"}
FORMULA = "p cnf 2 2\n1 2 0\n-1 -2 0\n"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with what the commands take; they run in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.txt").write_text(PUZZLE)
    (tmp_path / "several.txt").write_text("1....2....3....4\n")
    (tmp_path / "model.txt").write_text(
        "s SATISFIABLE\nv 1 6 12 15 19 24 26 29 34 37 43 48 52 55 57 62 0\n"
    )
    (tmp_path / "formula.cnf").write_text(FORMULA)
    prove(PUZZLE).write(tmp_path / "proof")
    return tmp_path


COMMANDS = {
    "solve": ["one.txt", "several.txt"],
    "count": ["one.txt"],
    "check": ["one.txt", "several.txt"],
    "explain": ["one.txt", "several.txt"],
    "hint": ["one.txt"],
    "profile": ["one.txt", "--repeat", "1", "--no-start"],
    "rate": ["one.txt"],
    "minimize": ["one.txt"],
    "generate": ["--size", "4", "--level", "easy"],
    "prove": ["one.txt", "--force"],
    "verify": ["proof"],
    "cnf": ["one.txt", "--names"],
    "decode": ["one.txt", "model.txt"],
    "sat": ["formula.cnf"],
    "study": ["one.txt", "--engines", "bitmask"],
    "convert": ["one.txt", "--to", "grid"],
    "show": ["--candidates", "one.txt"],
    "formats": [],
    "encodings": [],
    "engines": [],
    "techniques": [],
    "completion": ["zsh"],
    "man": ["solve"],
}


def at_terminal(
    arguments: Sequence[str],
    place: Path,
    *,
    columns: int = 80,
    stdout: int | None = None,
    environment: Mapping[str, str] | None = None,
) -> bytes:
    """Run the program on a terminal; return all that it shows there.

    Args:
        arguments: What it is called with.
        place: The folder it runs in.
        columns: How wide the terminal is.
        stdout: Where its data goes, if not to the terminal.
        environment: Variables.
    """
    import fcntl
    import pty
    import termios

    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "satdoku", *arguments],
        cwd=place,
        stdin=subprocess.DEVNULL,
        stdout=follower if stdout is None else stdout,
        stderr=follower,
        env={
            **{key: os.environ[key] for key in os.environ if key != "COLUMNS"},
            "PYTHONPATH": os.pathsep.join(sys.path),
            "TERM": "xterm-256color",
            **(environment or {}),
        },
    )
    os.close(follower)
    shown = b""
    while True:
        try:
            piece = os.read(leader, 4096)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    process.wait(30)
    os.close(leader)
    return shown


def test_every_command_is_here() -> None:
    """A new command gets its line in the table."""
    assert set(COMMANDS) == set(names())


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
@pytest.mark.parametrize("name", list(COMMANDS))
def test_no_escapes_unwanted(
    place: Path, name: str, environment: dict[str, str]
) -> None:
    """Who wants no colour, or has none, gets no escape sequence."""
    shown = at_terminal([name, *COMMANDS[name]], place, environment=environment)

    assert shown
    assert ESCAPE not in shown
    assert b"Traceback" not in shown


@pytest.mark.parametrize("name", list(COMMANDS))
def test_no_escapes_in_pipes(program: Program, place: Path, name: str) -> None:
    """A pipe gets none, whatever the terminal could show."""
    given = [
        str(place / word) if (place / word).exists() else word
        for word in COMMANDS[name]
    ]
    with program(name, *given, TERM="xterm-256color", COLORTERM="truecolor") as process:
        out, err = process.communicate()

    assert out
    assert ESCAPE not in out + err


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "ascii:strict"},
    ],
)
@pytest.mark.parametrize("name", list(COMMANDS))
def test_encodings(
    program: Program, place: Path, name: str, environment: dict[str, str]
) -> None:
    """Every command can write in every encoding, and does not fail."""
    given = [
        str(place / word) if (place / word).exists() else word
        for word in COMMANDS[name]
    ]
    with program(name, *given, **environment) as process:
        out, err = process.communicate()
    encoding = environment.get("PYTHONIOENCODING", "ascii").partition(":")[0]

    assert process.returncode in (0, 3, 10)
    assert out.decode(encoding)
    assert b"Traceback" not in err
    assert b"\\u" not in out + err
    if encoding == "ascii":
        assert (out + err).isascii()


@pytest.mark.parametrize(
    "environment", [{"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "cp1252"}]
)
def test_markdown_table(program: Program, environment: dict[str, str]) -> None:
    """A table with signs beyond ASCII is written with what there is."""
    with program("encodings", "--markdown", **environment) as process:
        out, _ = process.communicate()

    assert 0 == process.returncode
    assert b"cell >= 1" in out


def test_narrow_remarks(place: Path) -> None:
    """Remarks keep to one line each, which the terminal breaks itself."""
    shown = at_terminal(["solve", "several.txt"], place, columns=40, environment=PLAIN)
    assert b"This is one solution of several: r1c2 can be" in shown


def test_narrow_help(place: Path) -> None:
    """Help is as wide as the terminal is, without being told."""
    shown = at_terminal(["solve", "--help"], place, columns=40)

    assert max(len(line.rstrip()) for line in shown.splitlines()) <= 40
    assert b"  --unique\r\n      Exit with 3 if a puzzle has\r\n" in shown


LONG = [
    (
        ["count", "--limit", "100000000", "--timeout", "4"],
        r"of 100,000,000 solutions, ",
    ),
    (["sat", "--timeout", "4"], r"searching by (dpll|cadical153): 0:0[2-4]"),
    (["solve", "--timeout", "4", "--engine", "dpll"], r"puzzle 1: 0:0[2-4]"),
    (["check", "--timeout", "4", "--engine", "dpll"], r"puzzle 1: 0:0[2-4]"),
    (
        ["cnf", "--max-clauses", "100000000", "-o", "/dev/null"],
        r"of [0-9,]+ clauses, [0-9,]+ a second, [0-9]+%, 0:[0-9]+ left",
    ),
]


@pytest.fixture
def hard(place: Path) -> Path:
    """Return a folder with what takes long."""
    (place / "count.txt").write_text("." * 81)
    (place / "sat.txt").write_text(pigeons(13))
    for name in ("solve", "check"):
        (place / f"{name}.txt").write_text("0 " * 36**2)
    (place / "cnf.txt").write_text("0 " * 49**2)
    return place


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said", "shared"),
    [(*row, False) for row in LONG] + [(*row, True) for row in (LONG[0], LONG[2])],
)
def test_progress(hard: Path, arguments: list[str], said: str, *, shared: bool) -> None:
    """What takes long tells how far it is, and takes that away in the end.

    Answers may go to the same terminal: those of one way that writes them at the end,
    and of one that writes them as they come.
    """
    line = [*arguments, f"{arguments[0]}.txt"]
    if shared:
        text = at_terminal(line, hard, environment=PLAIN).decode()
    else:
        text = at_terminal(line, hard, stdout=subprocess.DEVNULL).decode()

    assert re.search(said, text)
    assert "\x1b" not in text
    for shown in text.replace("\r\n", "\n").split("\n"):
        left = shown.rpartition("\r")[2]
        assert not re.search(said, left)


@pytest.mark.slow
def test_progress_of_many(hard: Path) -> None:
    """Many puzzles tell how many, how fast, how much, and how long it will take."""
    row = (
        "....754..........8.8.19....3....1.6........34....6817.2.4...6.39......2.53.2."
    )
    (hard / "many.txt").write_text(f"{row}....\n" * 1_500)
    line = ["check", "--engine", "dpll", "many.txt"]
    text = at_terminal(line, hard, stdout=subprocess.DEVNULL).decode()

    assert re.search(
        r"\r[0-9,]+ puzzles, [0-9,]+ a second, [0-9]+%, 0:[0-9]+ left", text
    )
    assert text.splitlines()[-1].rpartition("\r")[2].startswith("1,500 puzzles in ")


@pytest.mark.slow
@pytest.mark.parametrize("why", ["quiet", "dumb", "pipe"])
def test_no_progress(hard: Path, program: Program, why: str) -> None:
    """Nobody else sees it."""
    line = ["count", "--limit", "100000000", "--timeout", "4", "count.txt"]
    if why == "pipe":
        with program(*line[:-1], hard / "count.txt", TERM="xterm") as process:
            _, err = process.communicate()
        assert b"" == err
        return
    options = ["-q"] if why == "quiet" else []
    term = {"TERM": "dumb"} if why == "dumb" else {}
    shown = at_terminal([*line, *options], hard, environment=term)

    assert re.fullmatch(rb"at least [0-9]+\r\n", shown)
