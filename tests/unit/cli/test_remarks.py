"""Remarks: on standard error, and progress for a person alone."""

from __future__ import annotations

import io
import sys

import pytest

from satdoku.cli import remarks
from satdoku.cli.remarks import Progress, say


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return a clock that stands at what its one entry says."""
    now = [0.0]
    monkeypatch.setattr(remarks, "monotonic", lambda: now[0])
    monkeypatch.setenv("TERM", "xterm")
    return now


def test_progress(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """After two seconds a line tells count and rate, and is taken away again."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    progress = Progress(wanted=True)
    clock[0] = 1.9
    progress.tick(1900)
    assert "" == terminal.getvalue()
    clock[0] = 2.0
    progress.tick(2000)
    progress.tick(2001)
    assert "\r2,000 puzzles, 1,000 a second" == terminal.getvalue()
    progress.clear()
    progress.clear()

    shown = terminal.getvalue()
    assert shown.endswith("\r" + " " * 29 + "\r")
    assert 1 == shown.count("puzzles")


@pytest.mark.parametrize("why", ["not wanted", "no terminal", "dumb", "closed"])
def test_no_progress(
    clock: list[float], monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    """Nobody but a person at a real terminal is shown progress."""
    stream = io.StringIO() if why == "no terminal" else Terminal()
    monkeypatch.setattr(sys, "stderr", None if why == "closed" else stream)
    if why == "dumb":
        monkeypatch.setenv("TERM", "dumb")
    progress = Progress(wanted=why != "not wanted")
    clock[0] = 100.0
    progress.tick(1)
    progress.clear()

    assert "" == stream.getvalue()


def test_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """A remark is a line; without a standard error it is left unsaid."""
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    say("hello")
    monkeypatch.setattr(sys, "stderr", None)
    say("nobody hears this")

    assert "hello\n" == stream.getvalue()
