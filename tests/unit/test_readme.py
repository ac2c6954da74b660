"""The README says what is so: its commands, its library examples, its search loop."""

from __future__ import annotations

import doctest
import inspect
import os
import re
import shutil
import subprocess
import sys
import textwrap
from typing import TYPE_CHECKING

import pytest

from satdoku.engines.dpll.search import Search

if TYPE_CHECKING:
    from pathlib import Path

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CHECKER = doctest.OutputChecker()
LOOSE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(readme: Path, language: str) -> list[str]:
    """Return the README's fenced blocks of a language."""
    found = FENCE.findall(readme.read_text(encoding="utf-8"))
    return [text for named, text in found if named == language]


def transcript(block: str) -> list[tuple[str, str]]:
    """Split a console block into (command, what it prints)."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


@pytest.fixture(scope="module")
def readme(root: Path) -> Path:
    """Return the README's path."""
    return root / "README.md"


@pytest.fixture
def shell(root: Path, tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """Return a folder with the project's data, and an environment with `satdoku`."""
    shutil.copytree(root / "data", tmp_path / "data")
    shutil.copytree(root / "encodings", tmp_path / "encodings")
    tools = tmp_path / ".tools"
    tools.mkdir()
    command = tools / "satdoku"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m satdoku "$@"\n')
    command.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    environment.setdefault("PYTHONPATH", "")
    environment["PYTHONPATH"] = os.pathsep.join(
        filter(None, [*sys.path, environment["PYTHONPATH"]])
    )
    return tmp_path, environment


def test_the_tour(readme: Path, shell: tuple[Path, dict[str, str]]) -> None:
    """Every command of the README prints what the README shows.

    The blocks are run from top to bottom in one folder, as a reader would.
    """
    folder, environment = shell
    commands = [pair for text in blocks(readme, "console") for pair in transcript(text)]
    for command, expected in commands:
        done = subprocess.run(
            ["bash", "-c", command],  # noqa: S607  as a reader's shell finds it
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
        )
        flags = doctest.ELLIPSIS if "..." in expected else 0
        assert CHECKER.check_output(expected, done.stdout, flags), (
            f"$ {command}\nexpected:\n{expected}\ngot:\n{done.stdout}"
        )
    assert 8 <= len(commands)


def test_the_library(readme: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every library example of the README gives what it shows."""
    monkeypatch.chdir(root)
    text = "\n".join(blocks(readme, "pycon"))
    examples = doctest.DocTestParser().get_doctest(text, {}, "README.md", None, 0)
    runner = doctest.DocTestRunner(optionflags=LOOSE)

    assert 5 <= len(examples.examples)
    assert 0 == runner.run(examples).failed


def test_the_search_loop(readme: Path) -> None:
    """The search loop that the README prints is the one that runs."""
    source = textwrap.dedent(inspect.getsource(Search.models))

    assert source in blocks(readme, "python")
