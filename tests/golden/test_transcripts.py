"""Transcripts of the command line: what a person types, and sees.

A file holds commands, each behind `$ `, with what they show below, standard output and
standard error as they come; `[exit N]` where the code is not 0. They run at the root of
the checkout. `SATDOKU_GOLDEN=write` writes them anew, to be looked over in the diff.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from satdoku.cli.main import main

FOLDER = Path(__file__).parent / "transcripts"
TIME = re.compile(r"\bin \d+\.\d\d s\b")
"""How long a run took, which is not the same twice."""


def shown(line: str) -> str:
    """Run a command line; return what it shows."""
    program, *arguments = shlex.split(line)
    assert "satdoku" == program
    done = CliRunner().invoke(main, arguments, prog_name="satdoku")
    code = f"[exit {done.exit_code}]\n" if done.exit_code else ""
    return f"$ {line}\n{TIME.sub('in 0.00 s', done.output)}{code}"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda p: p.stem)
def test_transcript(path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of a transcript show what they showed."""
    monkeypatch.chdir(root)
    kept = path.read_text("utf-8")
    commands = [line[2:] for line in kept.splitlines() if line.startswith("$ ")]
    now = "\n".join(map(shown, commands))
    if os.environ.get("SATDOKU_GOLDEN") == "write":
        path.write_text(now, "utf-8")

    assert commands
    assert kept == now


def test_there_are_transcripts() -> None:
    """The folder was found."""
    assert {"solve", "check", "decode"} <= {path.stem for path in FOLDER.glob("*.txt")}
