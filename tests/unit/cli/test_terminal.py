"""The program in a terminal: a pseudo-terminal of its own, as wide as it is told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import satdoku

if TYPE_CHECKING:
    from collections.abc import Callable

pty = pytest.importorskip("pty", reason="POSIX alone")

HOME = Path(satdoku.__file__).parents[1]
GRID = b"12|43\n34|21\n--+--\n21|34\n43|12\n"
CLUE, FOUND, END = b"\x1b[1m", b"\x1b[38;5;63m", b"\x1b[0m"


@pytest.fixture
def on_screen(puzzle: Path) -> Callable[..., bytes]:
    """Return a function that runs a command on a terminal; it returns what is seen."""

    def run(*arguments: str, **environment: str) -> bytes:
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in ("NO_COLOR", "TERM", "COLUMNS", "LINES", "PYTHONIOENCODING")
        }
        mine, theirs = pty.openpty()
        try:
            process = subprocess.Popen(
                [sys.executable, "-m", "satdoku", *arguments, str(puzzle)],
                stdin=subprocess.DEVNULL,
                stdout=theirs,
                stderr=subprocess.DEVNULL,
                env={
                    **kept,
                    "PYTHONPATH": str(HOME),
                    "PYTHONUTF8": "1",
                    "TERM": "xterm",
                    **environment,
                },
            )
            os.close(theirs)
            seen = b""
            while True:
                try:
                    part = os.read(mine, 65536)
                except OSError:  # Linux says so that the other side is closed
                    break
                if not part:
                    break
                seen += part
            assert 0 == process.wait(30)
        finally:
            os.close(mine)
        return seen.replace(b"\r\n", b"\n")

    return run


def test_solve_draws_in_colours(on_screen: Callable[..., bytes]) -> None:
    """Clues bold, found digits blue; without the escapes the grid as ever."""
    seen = on_screen("solve")

    assert seen.startswith(CLUE + b"1" + END + FOUND + b"2" + END + b"|")
    assert 4 == seen.count(CLUE)
    for escape in (CLUE, FOUND, END):
        seen = seen.replace(escape, b"")
    assert GRID == seen


@pytest.mark.parametrize("switch", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
@pytest.mark.parametrize("command", [("solve",), ("show", "--solution")])
def test_colours_are_switched_off(
    on_screen: Callable[..., bytes], switch: dict[str, str], command: tuple[str, ...]
) -> None:
    """Not one escape sequence."""
    seen = on_screen(*command, **switch)

    assert b"\x1b" not in seen
    assert b"1" in seen
    if command == ("solve",):
        assert GRID == seen


def test_other_formats_have_no_colours(on_screen: Callable[..., bytes]) -> None:
    """They are read by programs."""
    assert b"1243342121344312\n" == on_screen("solve", "--to", "line")


def test_all_solutions_are_told_apart_by_a_blank_line(
    on_screen: Callable[..., bytes],
) -> None:
    """As without colours."""
    plain = on_screen("solve", "--all", NO_COLOR="1")
    seen = on_screen("solve", "--all")
    for escape in (CLUE, FOUND, END):
        seen = seen.replace(escape, b"")

    assert plain == seen


def test_show_in_colours(on_screen: Callable[..., bytes]) -> None:
    """One drawing, with a frame."""
    seen = on_screen("show", "--solution").decode()

    assert "┌─────┬─────┐" == seen.splitlines()[0]
    assert 7 == len(seen.splitlines())
    assert "\x1b[1m1\x1b[0m \x1b[38;5;63m2\x1b[0m" in seen


def test_show_in_a_narrow_terminal(on_screen: Callable[..., bytes]) -> None:
    """Without the frame; and one below the other where colours are missing."""
    seen = on_screen("show", "--solution", COLUMNS="9", NO_COLOR="1").decode()

    assert "1.│..\n..│2.\n──┼──\n..│3.\n4.│..\n\n12│43\n" in seen


def test_show_in_a_terminal_of_ascii(on_screen: Callable[..., bytes]) -> None:
    """No character that it lacks."""
    seen = on_screen("show", PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")

    assert b"+-----+-----+\n| " == seen[:16]
    assert seen.isascii()
