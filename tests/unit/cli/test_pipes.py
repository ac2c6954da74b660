"""Readers that go away, and disks that are full: no word too many, in any command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from satdoku.cli.reference import names
from satdoku.proof.proving import prove

PUZZLE = (
    "....754..........8.8.19....3....1.6....."
    "...34....6817.2.4...6.39......2.53.2.....\n"
)
MANY = 3_000

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return a folder with what the commands take."""
    (tmp_path / "many.txt").write_text(PUZZLE * MANY)
    (tmp_path / "one.txt").write_text(PUZZLE)
    (tmp_path / "board.txt").write_text("." * 256 + "\n")
    prove(PUZZLE).write(tmp_path / "proof")
    (tmp_path / "model.txt").write_text(
        "s SATISFIABLE\n" + "".join(f"v {v}\n" for v in solved()) + "v 0\n"
    )
    wide = " ".join(map(str, range(1, 100_001)))
    (tmp_path / "formula.cnf").write_text(f"p cnf 100000 1\n{wide} 0\n")
    return tmp_path


def solved() -> list[int]:
    """Return the true variables of a solution of the 16x16 board."""
    return [
        256 * row + 16 * column + (4 * row + row // 4 + column) % 16 + 1
        for row in range(16)
        for column in range(16)
    ]


COMMANDS = {
    "solve": ["many.txt"],
    "count": ["many.txt"],
    "check": ["many.txt"],
    "cnf": ["board.txt"],
    "decode": ["board.txt", "model.txt"],
    "sat": ["formula.cnf"],
    "study": ["one.txt", "--engines", "bitmask"],
    "explain": ["many.txt"],
    "hint": ["one.txt"],
    "profile": ["one.txt", "--repeat", "1", "--no-start"],
    "rate": ["many.txt"],
    "minimize": ["many.txt"],
    "generate": ["--size", "4", "-n", "9"],
    "prove": ["one.txt"],
    "verify": ["proof"],
    "convert": ["many.txt", "--to", "csv"],
    "show": ["one.txt"],
    "formats": [],
    "encodings": [],
    "engines": [],
    "techniques": [],
    "completion": ["bash"],
    "man": ["solve"],
}
ENDLESS = ["solve", "count", "check", "explain", "rate", "cnf", "sat", "convert"]
"""Those that write more than a pipe holds."""


def program(*arguments: str) -> list[str]:
    """Return how to start it."""
    return [sys.executable, "-m", "satdoku", *arguments]


def environment() -> dict[str, str]:
    """Return one in which the program is found."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def test_every_command_is_here() -> None:
    """A new command gets its line in the table."""
    assert set(COMMANDS) == set(names())


@pytest.mark.parametrize("name", ENDLESS)
def test_first_line_alone(place: Path, name: str) -> None:
    """`| head -1` gets its line, and there is no word of it."""
    with subprocess.Popen(
        program(name, *COMMANDS[name]),
        cwd=place,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()
        assert 141 == process.wait(30)

    variables = b"satdoku: 4,096 variables, "
    assert b"" == said or (name == "cnf" and said.startswith(variables))


@pytest.mark.parametrize("help_", [False, True])
@pytest.mark.parametrize("name", list(COMMANDS))
def test_nobody_reads(place: Path, name: str, *, help_: bool) -> None:
    """A reader that has gone before anything is written is no failure to tell."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        program(name, *(["--help"] if help_ else COMMANDS[name])),
        cwd=place,
        env=environment(),
        stdout=writing,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    os.close(writing)

    assert 141 == done.returncode
    assert b"Traceback" not in done.stderr
    assert b"Broken" not in done.stderr
    assert b"Exception ignored" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "line",
    [
        "--help",
        "--version",
        "solve --help",
        *(f"{name} {' '.join(given)}" for name, given in COMMANDS.items()),
    ],
)
def test_full_disk(place: Path, line: str) -> None:
    """Output that cannot be written is a failure, told in one line."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            program(*line.split()),
            cwd=place,
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    said = [line for line in done.stderr.splitlines() if b" variables, " not in line]

    assert 1 == done.returncode
    assert [b"satdoku: error: No space left on device"] == said
