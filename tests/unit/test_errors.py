"""The errors: one family, one line each, safe on a terminal."""

from __future__ import annotations

import pytest

from satdoku import errors
from satdoku.errors import InputError, SatdokuError, printable, shown


@pytest.mark.parametrize(
    "name", [n for n in errors.__all__ if n not in {"printable", "shown"}]
)
def test_every_error_is_a_value_error_of_the_family(name: str) -> None:
    """Callers can catch ValueError, or satdoku's own base."""
    kind = getattr(errors, name)

    assert issubclass(kind, SatdokuError)
    assert issubclass(kind, ValueError)


def test_printable_escapes_control_characters() -> None:
    """An escape sequence of a file does not reach the terminal."""
    assert "\\x1b]0;x\\x07" == printable("\x1b]0;x\x07")
    assert "a\\nb" == printable("a\nb")
    assert "\u0665" == printable("\u0665")


def test_printable_cuts_long_text() -> None:
    """A line of ten megabytes does not fill the terminal."""
    assert "1" * 40 + "…" == printable("1" * 10_000_000)
    assert "1" * 40 == printable("1" * 40)


def test_shown_bears_every_value() -> None:
    """Also those whose text is endless, or fails."""

    class Rude:
        def __repr__(self) -> str:
            raise RuntimeError

    assert "'a'" == shown("a")
    assert "a value of type int" == shown(10**5000)
    assert "a value of type Rude" == shown(Rude())
    assert 41 == len(shown([0] * 1000))


def test_message_tells_place_finding_expectation_and_hint_in_this_order() -> None:
    """`file:line:column: cell: what; expected …; hint`."""
    error = InputError(
        "'#' is not a digit",
        expected="1-9",
        hint="write . for an empty cell",
        source="a.txt",
        line=6,
        column=3,
        cell=(5, 5),
    )

    assert (
        "a.txt:6:3: r5c5: '#' is not a digit; expected 1-9; write . for an empty cell"
        == str(error)
    )


def test_message_without_source_names_the_line() -> None:
    """A number alone would not say what it counts."""
    assert "line 6: bad" == str(InputError("bad", line=6))
    assert "bad" == str(InputError("bad"))


def test_at_fills_in_only_what_is_unknown() -> None:
    """The place nearest to the mistake is said first, and stays."""
    error = InputError("bad", line=6)

    assert error is error.at(source="a.txt", line=1, column=2, cell=(1, 2))
    assert ("a.txt", 6, 2, (1, 2)) == (
        error.source,
        error.line,
        error.column,
        error.cell,
    )


def test_source_with_escape_sequence_is_printed_escaped() -> None:
    """File names are input, too."""
    assert "\\x1b[31m.txt: bad" == str(InputError("bad", source="\x1b[31m.txt"))
