"""Remarks: on standard error, and with the right numbers of things."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from satdoku.cli import remarks
from satdoku.cli.remarks import counted, say

if TYPE_CHECKING:
    import pytest


def test_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """A remark is a line; without a standard error it is left unsaid."""
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    say("hello")
    monkeypatch.setattr(sys, "stderr", None)
    say("nobody hears this")

    assert "hello\n" == stream.getvalue()


def test_before_saying(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands on the terminal is taken away first, until nobody asks for that."""
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    said: list[str] = []
    remarks.before_saying(lambda: said.append(stream.getvalue()))
    say("one")
    remarks.before_saying(None)
    say("two")

    assert [""] == said
    assert "one\ntwo\n" == stream.getvalue()


def test_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal it is told why nothing happens; nothing is promised beyond."""
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    remarks.say_compiling()
    monkeypatch.setattr(stream, "isatty", lambda: True)
    remarks.say_compiling()

    assert "satdoku: compiling engine lanes\n" == stream.getvalue()


def test_compiling_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who wants to know all is told without a terminal, too."""
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    remarks.say_compiling(verbose=True)

    assert "satdoku: compiling engine lanes\n" == stream.getvalue()


def test_counted() -> None:
    """One is one, and none are several."""
    assert ["0 cells", "1 cell", "1,234 cells", "2 boxes"] == [
        counted(0, "cell"),
        counted(1, "cell"),
        counted(1234, "cell"),
        counted(2, "box", "boxes"),
    ]
