"""Help as a page: as wide as the terminal, down to where nobody could read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import pytest

from satdoku.cli.group import Group
from satdoku.cli.help_text import Page, write_examples
from satdoku.cli.main import main

if TYPE_CHECKING:
    from tests.unit.cli.conftest import Run

assert isinstance(main, Group)
COMMANDS = ["", *main.summaries]


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
@pytest.mark.parametrize("name", COMMANDS)
def test_width(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: str, columns: int
) -> None:
    """No line is wider than the terminal, nor than 80 columns."""
    monkeypatch.setenv("COLUMNS", str(columns))
    shown = run(*([name] if name else []), "--help").stdout
    longest = max(len(word) for word in shown.split())

    assert [] == [
        line
        for line in shown.splitlines()
        if len(line) > max(min(columns, 80), longest + 4)
    ]


def test_narrow_options(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a narrow page what an option does stands below its name."""
    monkeypatch.setenv("COLUMNS", "40")

    assert (
        "  --unique\n      Exit with 3 if a puzzle has\n"
        in run("solve", "--help").stdout
    )


def test_broken_command_line() -> None:
    """A command line that is too long is broken as a shell takes it."""
    page = Page(30)
    write_examples(page, [("satdoku solve --to 'a b c d e f' puzzle.txt", "what")])

    assert (
        "Examples:\n  satdoku solve --to \\\n    'a b c d e f' puzzle.txt\n    what\n\n"
    ) == page.getvalue()


def test_short_command_line() -> None:
    """One that fits stays as it is."""
    page = Page(78)
    write_examples(page, [("satdoku solve puzzle.txt", "what it does")])

    assert (
        "Examples:\n  satdoku solve puzzle.txt\n      what it does\n\n"
    ) == page.getvalue()


def test_page_is_clicks(run: Run) -> None:
    """Everything that click writes itself is there, too."""
    shown = run("solve", "--help").stdout

    assert "Usage: satdoku solve [OPTIONS] [FILE]..." in shown
    assert "-h, --help" in shown
    assert isinstance(Page(10), click.HelpFormatter)
