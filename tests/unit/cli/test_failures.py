"""What goes wrong: one line and a code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import pytest

from satdoku.cli.failures import Terminated, told
from satdoku.errors import (
    EngineError,
    InputError,
    LimitError,
    LostError,
    Stopped,
    UsageError,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run


UNMAPPED = ImportError("numpy cannot be loaded")
UNMAPPED.__cause__ = ImportError("a.so: failed to map segment from shared object")
UNLOADED = OSError("Could not find/load shared object file 'libllvmlite.so'")
UNLOADED.__context__ = OSError("a.so: failed to map segment from shared object")
"""What is raised where there is no memory for a library."""


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (InputError("odd", source="a.txt", line=3), 2, "satdoku: error: a.txt:3: odd"),
        (UsageError("odd"), 2, "satdoku: error: odd"),
        (LimitError("large"), 2, "satdoku: error: large"),
        (Stopped("out of time"), 4, "satdoku: stopped: out of time"),
        (EngineError("wrong"), 1, "satdoku: internal error: wrong"),
        (LostError("gone"), 1, "satdoku: error: gone"),
        (OSError(28, "No space left", "out"), 1, "satdoku: error: out: No space left"),
        (OSError("closed"), 1, "satdoku: error: closed"),
        (MemoryError(), 1, "satdoku: error: out of memory"),
        (
            SystemError("<function f> returned NULL without setting an exception"),
            1,
            "satdoku: error: out of memory",
        ),
        (
            SystemError("error return without exception set"),
            1,
            "satdoku: error: out of memory",
        ),
        (UNMAPPED, 1, "satdoku: error: out of memory"),
        (UNLOADED, 1, "satdoku: error: out of memory"),
        (OSError(12, "Cannot allocate memory"), 1, "satdoku: error: out of memory"),
        (
            OSError("a.so: cannot allocate memory in static TLS block"),
            1,
            "satdoku: error: a.so: ",
        ),
        (OSError("Could not find b.so"), 1, "satdoku: error: Could not find b.so"),
        (ImportError("no"), 1, "satdoku: internal error: ImportError: no"),
        (KeyError("x\x1b"), 1, "satdoku: internal error: KeyError: 'x\\x1b'"),
        (KeyboardInterrupt(), 130, ""),
        (Terminated(), 143, ""),
        (BrokenPipeError(), 141, ""),
        (click.Abort(), 130, ""),
        (click.exceptions.Exit(3), 3, ""),
        (click.UsageError("Odd."), 2, "satdoku: error: odd"),
    ],
)
def test_told(
    capsys: pytest.CaptureFixture[str], error: BaseException, code: int, said: str
) -> None:
    """Each kind has its code and one line on standard error."""
    assert code == told(error, debug=False)
    out, err = capsys.readouterr()

    assert "" == out
    assert err.startswith(said)
    assert (1 if said else 0) == err.count("\n")


def test_debug(capsys: pytest.CaptureFixture[str]) -> None:
    """With --debug the traceback comes too; the code is the same."""
    assert 2 == told(UsageError("odd"), debug=True)
    assert "satdoku.errors.UsageError: odd" in capsys.readouterr().err


@pytest.mark.parametrize("error", [GeneratorExit(), SystemExit(3)])
def test_what_is_not_ours(error: BaseException) -> None:
    """What is no failure goes on its way."""
    with pytest.raises(type(error)):
        told(error, debug=False)


def test_refused_puzzles_have_a_traceback(run: Run, mixed: Path) -> None:
    """With --debug, where a puzzle was found unreadable is shown, and the run goes on.

    Without it, not a line of Python is.
    """
    plain, shown = run("solve", mixed), run("--debug", "solve", mixed)

    assert "Traceback" not in plain.stderr
    assert "Traceback" in shown.stderr
    assert "satdoku.errors.InputError" in shown.stderr
    assert plain.stdout == shown.stdout
    assert 2 == plain.exit_code == shown.exit_code
