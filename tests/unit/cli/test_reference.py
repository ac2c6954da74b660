"""What each command is told to be, as plain data."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from satdoku.cli.main import main
from satdoku.cli.reference import CommandText, describe, names


def test_names() -> None:
    """The commands are those of the program, in its order."""
    assert tuple(main.summaries) == names()


@pytest.mark.parametrize("name", ["", *names()])
def test_everything_is_told(name: str) -> None:
    """Nothing is empty that should say something, and nothing is broken in lines."""
    told = describe(name)

    assert name == told.name
    assert told.usage.startswith(f"satdoku {name}".rstrip() + " ")
    assert told.summary.endswith(".")
    assert told.examples
    assert told.paragraphs
    assert [0, 1, 2, 3, 4, 130] == [code for code, _ in told.exit_codes]
    assert bool(told.commands) == (not name)
    for text in (told.summary, *told.paragraphs, *(o.help for o in told.options)):
        assert text
        assert "\n" not in text
        assert "{values}" not in text
    assert ("-h", "--help") == told.options[-1].names


def test_options() -> None:
    """An option has its names, what it takes, its default and its values."""
    told = {option.names[-1]: option for option in describe("solve").options}

    assert ("-o", "--output") == told["--output"].names
    assert ("FILE", "", ()) == (
        told["--output"].metavar,
        told["--output"].default,
        told["--output"].values,
    )
    assert "20000000" == told["--max-clauses"].default
    assert ("", "") == (told["--all"].metavar, told["--all"].default)
    assert "cadical153" in told["--engine"].values
    assert "dlis" in told["--rule"].values


def test_unknown() -> None:
    """There is no command that is not there."""
    with pytest.raises(KeyError):
        describe("nothing")


def test_frozen() -> None:
    """What is told does not change."""
    told = describe("solve")
    with pytest.raises(FrozenInstanceError):
        told.name = "other"  # type: ignore[misc]

    assert isinstance(told, CommandText)
    assert hash(told) == hash(describe("solve"))
