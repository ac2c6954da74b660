"""Ways to ask the program about bad input, and what every refusal keeps to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run


class Refused(Protocol):
    """Solves a text that is to be refused."""

    def __call__(self, text: str | bytes, *arguments: str | Path) -> str:
        """Return the one line that says why; look at the exit code."""
        ...


class Answer(Protocol):
    """Solves a text that is to be understood."""

    def __call__(self, text: str | bytes, *arguments: str | Path) -> str:
        """Return the answer on one line; look at the exit code."""
        ...


@pytest.fixture
def refused(run: Run) -> Refused:
    """Return a function that solves what is to be refused, and gives why.

    The code is 2, there is no data, and one line is said: short, without a traceback,
    and safe to show on a terminal.
    """

    def call(text: str | bytes, *arguments: str | Path) -> str:
        done = run("solve", "-q", *arguments, text=text)
        said = done.stderr.removesuffix("\n")

        assert 2 == done.exit_code, done.output
        assert "" == done.stdout
        assert said.startswith("satdoku: error: ")
        assert said.isprintable(), said
        assert len(said) < 400
        return said

    return call


@pytest.fixture
def answer(run: Run) -> Answer:
    """Return a function that solves what is to be understood."""

    def call(text: str | bytes, *arguments: str | Path) -> str:
        done = run("solve", "--to", "line", *arguments, text=text)

        assert 0 == done.exit_code, done.output
        return done.stdout.removesuffix("\n")

    return call
