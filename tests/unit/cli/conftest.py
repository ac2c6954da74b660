"""Ways to run the program: in this process, and as one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest
from click.testing import CliRunner

import satdoku
from satdoku.cli.main import main
from tests.unit.cli.many_puzzles import MIXED, PUZZLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from click.testing import Result

HOME = Path(satdoku.__file__).parents[1]

PROPER = "1.....2...3.4..."
SOLVED = "1243342121344312"
SEVERAL = "1....2....3....4"
CLASHING = "11.............."
DEAD_END = "12.3..4........."
TWO = "1.....2...3.4...\n1....2....3....4\n"


class Run(Protocol):
    """Runs a command in this process."""

    def __call__(self, *arguments: str | Path, text: str | bytes = "") -> Result:
        """Run it with `text` as standard input."""
        ...


class Program(Protocol):
    """Starts the program as a process of its own."""

    def __call__(
        self, *arguments: str | Path, **environment: str
    ) -> subprocess.Popen[bytes]:
        """Start it with pipes on all sides."""
        ...


def settle(process: subprocess.Popen[bytes], most: float) -> None:
    """Wait until a process waits, for input or for ever; no longer than `most` seconds.

    It waits if it has used no time of any processor for a while.  Where the system does
    not tell, and where the process is at work, this is a pause of `most` seconds.
    """
    status = Path(f"/proc/{process.pid}/stat")
    until, before, still = time.monotonic() + most, "", 0
    while time.monotonic() < until and still < 6:
        time.sleep(0.05)
        if not status.exists():
            continue
        told = status.read_text().rpartition(")")[2].split()
        state, used = told[0], " ".join(told[11:13])
        still = still + 1 if state == "S" and used == before != "0 0" else 0
        before = used


@pytest.fixture
def run() -> Run:
    """Return a function that runs a command."""

    def call(*arguments: str | Path, text: str | bytes = "") -> Result:
        given = list(map(str, arguments))
        return CliRunner().invoke(main, given, input=text, prog_name="satdoku")

    return call


@pytest.fixture
def program() -> Iterator[Program]:
    """Return a function that starts the program; what hangs is ended in the end."""
    watchers: list[threading.Timer] = []

    def start(*arguments: str | Path, **environment: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "satdoku", *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(HOME), **environment},
        )
        watchers.append(threading.Timer(30, process.kill))
        watchers[-1].start()
        return process

    yield start
    for watcher in watchers:
        watcher.cancel()


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    """Return a file with a proper puzzle."""
    path = tmp_path / "puzzle.txt"
    path.write_text("1.|..\n..|2.\n--+--\n..|3.\n4.|..\n")
    return path


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """Return a file with a puzzle of each kind, one of them unreadable."""
    path = tmp_path / "mixed.txt"
    path.write_text(f"{PROPER}\n{SEVERAL}\n{CLASHING}\n1234\n{PROPER}\n")
    return path


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Return a file of two puzzles."""
    path = tmp_path / "hard.txt"
    path.write_text(TWO)
    return path


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Return a file of puzzles of 9x9 alone."""
    path = tmp_path / "many.txt"
    path.write_text("\n".join(PUZZLES) + "\n")
    return path


@pytest.fixture
def blend(tmp_path: Path) -> Path:
    """Return a file of many puzzles, and some of each other kind."""
    path = tmp_path / "blend.txt"
    path.write_text("\n".join(MIXED) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let lanes pay from a few dozen puzzles on, so that tests need no more."""
    monkeypatch.setattr("satdoku.cli.bulk_choice.lanes_pay_from", lambda **_: 64)
