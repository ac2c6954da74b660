"""Progress: for a person alone, after a while, and never within an answer."""

from __future__ import annotations

import io
import os
import signal
import sys
from contextlib import redirect_stderr
from typing import TYPE_CHECKING

import pytest

from satdoku.cli import progress as module
from satdoku.cli.progress import Progress
from satdoku.cli.remarks import say

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX alone")


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True

    @property
    def line(self) -> str:
        """The line that stands there now."""
        return self.getvalue().rpartition("\r")[2]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return a clock that stands at what its one entry says."""
    now = [0.0]
    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    monkeypatch.setenv("TERM", "xterm")
    return now


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    """Return a terminal; nothing of a progress is left in the end."""
    yield Terminal()
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL


def test_puzzles(clock: list[float], terminal: Terminal) -> None:
    """After two seconds a line tells count and rate, and is taken away again."""
    with redirect_stderr(terminal), Progress(wanted=True, unit="puzzle") as progress:
        clock[0] = 1.9
        progress.tick(1900)
        assert "" == terminal.getvalue()
        clock[0] = 2.0
        progress.tick(2000)
        progress.tick(2001)
        assert "2,000 puzzles, 1,000 a second" == terminal.line
        progress.clear()
        progress.clear()
        shown = terminal.getvalue()

    assert shown.endswith("\r" + " " * 29 + "\r")
    assert 1 == shown.count("puzzles")
    assert shown == terminal.getvalue()


@pytest.mark.parametrize(
    ("part", "told"),
    [
        (None, ""),
        (0.25, ", 25%, 0:30 left"),
        (1.0, ", 100%, 0:00 left"),
        (0.001, ""),
        (1.5, ""),
    ],
)
def test_time_left(
    clock: list[float], terminal: Terminal, part: float | None, told: str
) -> None:
    """Where it is known how much of all is done, the time left is told."""
    with (
        redirect_stderr(terminal),
        Progress(wanted=True, unit="puzzle", part=lambda: part) as progress,
    ):
        clock[0] = 10.0
        progress.tick(5)
        assert f"5 puzzles, 0.5 a second{told}" == terminal.line


def test_one_long_step(clock: list[float], terminal: Terminal) -> None:
    """One long step is told with its time, and with what it has found."""
    with redirect_stderr(terminal), Progress(wanted=True, unit="puzzle") as progress:
        clock[0] = 3.0
        progress._show_if_due(clock[0])
        assert "puzzle 1: 0:03" == terminal.line
        clock[0] = 4.0
        progress.count(8000)
        assert "8,000 solutions, 2,000 a second" == terminal.line.rstrip()
        clock[0] = 100.0
        progress.tick(1)
        clock[0] = 110.0
        progress.count(4, most=10)
        assert (
            "1 puzzle, 110 s each; puzzle 2: 4 of 10 solutions, 0.4 a second, 40%, "
            "0:15 left"
        )[:79] == terminal.line


def test_steps(clock: list[float], terminal: Terminal) -> None:
    """What is done is told, and how long it takes."""
    with redirect_stderr(terminal), Progress(wanted=True) as progress:
        progress.step("making the formula")
        clock[0] = 125.0
        progress._show_if_due(clock[0])
        assert "making the formula: 2:05" == terminal.line
        progress.step("writing it")
        clock[0] = 127.0
        progress.count(50, "clause", 100)
        assert "50 of 100 clauses, 25 a second, 50%, 0:02 left" == terminal.line


def test_narrow(
    clock: list[float], terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line is never longer than the terminal, where it could not be taken away."""
    monkeypatch.setattr(module, "_columns", lambda: 12)
    with redirect_stderr(terminal), Progress(wanted=True, unit="puzzle") as progress:
        clock[0] = 2.0
        progress.tick(123_456)
        clock[0] = 3.0
        progress.tick(200_000)

    assert max(map(len, terminal.getvalue().split("\r"))) < 12


def test_shared_terminal(clock: list[float], terminal: Terminal) -> None:
    """Among answers it is shown when nothing was written for two seconds."""
    with (
        redirect_stderr(terminal),
        Progress(wanted=True, shared=True, unit="puzzle") as progress,
    ):
        clock[0] = 5.0
        progress.hold()
        progress.count(3)
        assert "" == terminal.getvalue()
        progress.release()
        clock[0] = 6.9
        progress.tick(1)
        assert "" == terminal.getvalue()
        clock[0] = 7.0
        progress.tick(1)
        assert "1 puzzle" in terminal.line


def test_remarks_take_its_place(clock: list[float], terminal: Terminal) -> None:
    """A remark stands where the line was, not behind it."""
    with redirect_stderr(terminal), Progress(wanted=True, unit="puzzle") as progress:
        clock[0] = 2.0
        progress.tick(2)
        say("hello")

        assert terminal.getvalue().endswith("\r" + " " * 23 + "\rhello\n")


def test_alarm_clock(clock: list[float], terminal: Terminal) -> None:
    """The line is written anew in a call that takes long."""
    with redirect_stderr(terminal), Progress(wanted=True, unit="puzzle"):
        clock[0] = 3.0
        os.kill(os.getpid(), signal.SIGALRM)
        assert "puzzle 1: 0:03" == terminal.line


def test_alarm_clock_of_somebody_else(terminal: Terminal) -> None:
    """A host that uses the alarm clock keeps it."""
    before = signal.signal(signal.SIGALRM, signal.SIG_IGN)
    try:
        with redirect_stderr(terminal), Progress(wanted=True, unit="puzzle"):
            assert signal.getsignal(signal.SIGALRM) is signal.SIG_IGN
        assert signal.getsignal(signal.SIGALRM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGALRM, before)

    assert "" == terminal.getvalue()


@pytest.mark.parametrize("why", ["not wanted", "no terminal", "dumb", "closed"])
def test_none(clock: list[float], monkeypatch: pytest.MonkeyPatch, why: str) -> None:
    """Nobody but a person at a real terminal is shown progress."""
    stream = io.StringIO() if why == "no terminal" else Terminal()
    monkeypatch.setattr(sys, "stderr", None if why == "closed" else stream)
    if why == "dumb":
        monkeypatch.setenv("TERM", "dumb")
    with Progress(wanted=why != "not wanted", unit="puzzle") as progress:
        clock[0] = 100.0
        progress.tick(1)
        progress.count(1)
        progress.clear()

        assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    assert "" == stream.getvalue()
