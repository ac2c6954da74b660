"""The program: its commands, its help, and what it loads."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import click
import pytest

import satdoku
from satdoku.cli.group import Command, Group
from satdoku.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

assert isinstance(main, Group)
COMMANDS = list(main.summaries)


def test_version(run: Run) -> None:
    """--version tells the program and its version."""
    assert f"satdoku {satdoku.__version__}\n" == run("--version").stdout


def test_help_starts_with_examples(run: Run) -> None:
    """The help starts with examples and names every command."""
    done = run("--help")

    assert 0 == done.exit_code
    assert done.stdout.startswith("Examples:\n  satdoku solve")
    assert [] == [name for name in COMMANDS if f"\n  {name} " not in done.stdout]
    assert "Exit codes" in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_command(run: Run, name: str) -> None:
    """So does the help of each command, within 80 columns and in ASCII."""
    done = run(name, "--help")

    assert 0 == done.exit_code
    assert done.stdout.startswith("Examples:\n  ")
    assert f"satdoku {name}" in done.stdout
    assert done.stdout.isascii()
    assert [] == [line for line in done.stdout.splitlines() if len(line) > 80]


@pytest.mark.parametrize("name", COMMANDS)
def test_options_are_told(name: str) -> None:
    """Every option has a help text, and every example names its command."""
    command = main.get_command(click.Context(main), name)

    assert isinstance(command, Command)
    assert [] == [
        option.name
        for option in command.params
        if isinstance(option, click.Option) and not option.help
    ]
    assert any(f"satdoku {name}" in line for line, _ in command.examples)


def test_examples_are_understood() -> None:
    """The examples use options that exist."""
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        assert isinstance(command, Command)
        known = {text for option in command.params for text in option.opts}
        for line, _ in command.examples:
            for part in line.split("|"):
                words = part.split()
                if words[:2] == ["satdoku", name]:
                    used = {word for word in words if word.startswith("--")}
                    assert set() == used - known


@pytest.mark.parametrize(
    ("typed", "meant"), [("slove", "'solve'"), ("help", "'--help'"), ("zzz", None)]
)
def test_unknown_command(run: Run, typed: str, meant: str | None) -> None:
    """A wrong command is told, with the right one where there is one like it."""
    done = run(typed)

    assert 2 == done.exit_code
    assert (meant is not None) == ("did you mean" in done.stderr)
    assert meant is None or meant in done.stderr


def test_forgotten_command(run: Run, puzzle: Path) -> None:
    """A file without a command is met with the command that takes it."""
    assert f"did you mean 'solve {puzzle}'?" in run(puzzle).stderr


def loaded(*arguments: str) -> set[str]:
    """Return the modules that a run of the program loads."""
    code = (
        "import sys\n"
        "from satdoku.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.split())


def test_help_loads_no_command() -> None:
    """The help of the program loads no command and no room."""
    modules = loaded("--help")

    assert set() == {f"satdoku.cli.{name}" for name in COMMANDS} & modules
    assert set() == {"satdoku.grid", "satdoku.session", "satdoku.formats"} & modules


def test_help_of_command_loads_little() -> None:
    """The help of a command loads its file, and the registers whose names it lists."""
    modules = loaded("solve", "--help")

    assert "satdoku.cli.solve" in modules
    assert "satdoku.cli.check" not in modules
    assert set() == {"satdoku.session", "satdoku.cnf.encode", "pysat"} & modules
    assert set() == {"numpy", "csv", "json"} & modules


def test_solve_loads_little(puzzle: Path) -> None:
    """Solving a puzzle loads nothing heavy."""
    modules = loaded("solve", "-q", str(puzzle))
    heavy = {"numpy", "numba", "pysat", "pysolvers", "json", "gzip", "tempfile", "csv"}

    assert "satdoku.session" in modules
    assert set() == heavy & modules
    assert set() == {"logging", "multiprocessing", "subprocess", "pathlib"} & modules
