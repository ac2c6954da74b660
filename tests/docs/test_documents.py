r"""The documents say what is so: their commands, their library examples, their code.

In README.md and every page of docs/ (Markdown):

    ```console     each `$ command` is run, in order, in one folder a page that holds
                   the project's data/ and encodings/; what it prints must be what is
                   shown, exactly, or with `[...]` for a part that may differ; a `\\` at
                   the end of a command, and `<<END`, continue it
                   a picture it writes must be the one of that name in docs/pictures
    ```pycon       run as doctests, one namespace a page, in the same kind of folder
    ```python      compiled, unless it is the text of something that is tested apart
    ```json        parsed
    ```toml        parsed
    ```sh          for machines that are not like this one: not run; kept to the pages
                   and lines that `UNRUN` names
"""

from __future__ import annotations

import doctest
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from satdoku.engines.dpll.search import Search

if TYPE_CHECKING:
    from collections.abc import Callable

FENCE = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
HERE = re.compile(r"<<END\n.*?^END$", re.MULTILINE | re.DOTALL)
LOOSE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", *(str(p.relative_to(ROOT)) for p in ROOT.glob("docs/**/*.md"))]
PAGES = sorted(page for page in PAGES if "_build" not in page)

UNRUN = {
    "README.md": 2,  # the two commands for a fresh machine; the release check runs them
    "docs/checkers.md": 4,  # checkers that somebody else has written
    "docs/cluster.md": 3,  # clusters that are not here
    "docs/commands.md": 1,  # installs completion and manual pages for a user's shell
    "docs/install.md": 9,  # package managers and containers
    "docs/tour/many.md": 4,  # a cluster's and a shell's own commands
}
"""How many blocks of `sh` a page may have at most."""


def blocks(page: str, language: str) -> list[str]:
    """Return a page's fenced blocks of a language."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return [
        textwrap.dedent(body)
        for _, named, body in FENCE.findall(text)
        if named == language
    ]


def transcript(block: str) -> list[tuple[str, str]]:
    """Split a console block into (command, what it prints)."""
    joined = re.sub(r"\\\n", "\\\\\0", block)  # a continued command is one line here
    joined = HERE.sub(lambda found: found[0].replace("\n", "\0"), joined)
    parts = re.split(r"^\$ (.*)\n", joined, flags=re.MULTILINE)
    commands = [part.replace("\0", "\n") for part in parts[1::2]]
    return list(zip(commands, parts[2::2], strict=True))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with what a reader has in a checkout."""
    shutil.copytree(ROOT / "data", tmp_path / "data")
    shutil.copytree(ROOT / "encodings", tmp_path / "encodings")
    return tmp_path


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which `satdoku` and `python` are those under test."""
    tools = tmp_path / ".tools"
    tools.mkdir()
    for name, call in (("satdoku", "-m satdoku"), ("python", "")):
        command = tools / name
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" {call} "$@"\n')
        command.chmod(0o755)
    found = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    found["PYTHONPATH"] = os.pathsep.join(
        filter(None, [*sys.path, found.get("PYTHONPATH", "")])
    )
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR"):
        found.pop(name, None)
    return found


@pytest.mark.parametrize("page", PAGES)
def test_commands(page: str, folder: Path, environment: dict[str, str]) -> None:
    """Run the commands of a page one after the other, as a reader would."""
    commands = [pair for text in blocks(page, "console") for pair in transcript(text)]
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
        pattern = re.escape(expected).replace(re.escape("[...]"), ".*")
        assert re.fullmatch(pattern, done.stdout, re.DOTALL), (
            f"$ {command}\nexpected:\n{expected}\ngot:\n{done.stdout}"
        )
    for made in folder.glob("*.svg"):
        kept = ROOT / "docs" / "pictures" / made.name
        if kept.exists():
            assert kept.read_bytes() == made.read_bytes(), f"{made.name} has changed"


@pytest.mark.parametrize("page", PAGES)
def test_library(page: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every library example of a page gives what it shows."""
    monkeypatch.chdir(folder)
    text = "\n".join(blocks(page, "pycon"))
    examples = doctest.DocTestParser().get_doctest(text, {}, page, None, 0)
    runner = doctest.DocTestRunner(optionflags=LOOSE)

    assert 0 == runner.run(examples).failed


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    ("language", "understood"),
    [
        ("json", json.loads),
        ("toml", tomllib.loads),
        ("python", lambda text: compile(text, "page", "exec")),
    ],
)
def test_code_is_well_formed(
    page: str, language: str, understood: Callable[[str], object]
) -> None:
    """What is shown as data or code is read as such."""
    for text in blocks(page, language):
        understood(text)


@pytest.mark.parametrize("page", PAGES)
def test_little_is_not_run(page: str) -> None:
    """Blocks that no test runs are few, and known."""
    known = {"console", "pycon", "python", "json", "toml", "sh", "text", "math"}
    text = (ROOT / page).read_text(encoding="utf-8")
    used = {named for _, named, _ in FENCE.findall(text)}

    assert used <= known
    assert len(blocks(page, "sh")) <= UNRUN.get(page, 0)
    assert not [
        b for b in blocks(page, "text") if re.search(r"^(\$|>>>) ", b, re.MULTILINE)
    ]


def test_the_readme_has_both() -> None:
    """The tests above are not vacuous."""
    console = [pair for b in blocks("README.md", "console") for pair in transcript(b)]

    assert 8 <= len(console)
    assert 5 <= "".join(blocks("README.md", "pycon")).count(">>> ")


def test_the_search_loop() -> None:
    """The search loop that the README prints is the one that runs."""
    source = textwrap.dedent(inspect.getsource(Search.models))

    assert source in blocks("README.md", "python")
