"""Transcripts of the command line: what a person types, and sees, word by word.

The only place where the wording of messages is fixed.  A file of `transcripts/` holds
commands, each after `$ `, and below it what it prints, standard output and standard
error as they come, and `[exit N]` where the code is not 0.  They run at the root of the
checkout.  `pytest --renew` writes the files anew, to be read in the diff.
"""

import re
import shlex
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "transcripts"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda p: p.stem)
def test_transcript(path, run, root, renew, monkeypatch):
    monkeypatch.chdir(root)
    expected = path.read_text("utf-8")
    shown = []
    for line in re.findall(r"^\$ satdoku (.*)$", expected, re.MULTILINE):
        done = run(*shlex.split(line))
        output = re.sub(r"\bin \d+\.\d\d s\b", "in 0.00 s", done.output)
        code = f"[exit {done.exit_code}]\n" if done.exit_code else ""
        shown.append(f"$ satdoku {line}\n{output}{code}")
    if renew:
        path.write_text("\n".join(shown), "utf-8")

    assert shown
    assert expected == "\n".join(shown)


def test_transcripts_are_found():
    assert {"solve", "check", "decode"} <= {path.stem for path in FOLDER.glob("*.txt")}
