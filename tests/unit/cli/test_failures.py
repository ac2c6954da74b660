"""What goes wrong: one line and a code."""

from __future__ import annotations

import click
import pytest

from satdoku.cli.failures import Terminated, told
from satdoku.errors import EngineError, InputError, LimitError, Stopped, UsageError


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (InputError("odd", source="a.txt", line=3), 2, "satdoku: error: a.txt:3: odd"),
        (UsageError("odd"), 2, "satdoku: error: odd"),
        (LimitError("large"), 2, "satdoku: error: large"),
        (Stopped("out of time"), 4, "satdoku: stopped: out of time"),
        (EngineError("wrong"), 1, "satdoku: internal error: wrong"),
        (OSError(28, "No space left", "out"), 1, "satdoku: error: out: No space left"),
        (OSError("closed"), 1, "satdoku: error: closed"),
        (MemoryError(), 1, "satdoku: error: out of memory"),
        (KeyError("x\x1b"), 1, "satdoku: internal error: KeyError: 'x\\x1b'"),
        (KeyboardInterrupt(), 130, ""),
        (Terminated(), 143, ""),
        (BrokenPipeError(), 141, ""),
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


@pytest.mark.parametrize(
    "error", [click.UsageError("odd"), click.exceptions.Exit(3), GeneratorExit()]
)
def test_what_is_not_ours(error: BaseException) -> None:
    """What click tells itself, and what is no failure, goes on its way."""
    with pytest.raises(type(error)):
        told(error, debug=False)
