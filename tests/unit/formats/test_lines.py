"""Lines that can be looked at ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku.errors import InputError
from satdoku.formats.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Iterator


def test_peeking_takes_nothing() -> None:
    """Across chunks, and past the end."""
    lines = Lines(iter([["a"], [], ["b", "c"]]), "x")

    assert ["a", "b", "c"] == lines.peek(9)
    assert 0 == lines.number
    assert ["a", "b", "c"] == list(lines)
    assert 3 == lines.number
    assert [] == lines.peek(1)


def test_ready_lines_do_not_wait_for_more() -> None:
    """Only the first chunk with a line is read."""

    def chunks() -> Iterator[list[str]]:
        yield []
        yield ["a", "b"]
        pytest.fail("more was read than is needed")

    assert ["a", "b"] == Lines(chunks(), "x").peek_ready()


def test_numbered_goes_on_where_lines_were_taken() -> None:
    """The numbers are those of the source."""
    lines = Lines(iter([["a", "b"], ["c"], ["d"]]), "x")
    next(lines)
    lines.peek(2)

    assert [(2, "b"), (3, "c"), (4, "d")] == list(lines.numbered())


@pytest.mark.parametrize("numbered", [True, False])
def test_error_waits_for_the_lines_before_it(numbered: bool) -> None:  # noqa: FBT001  pytest's parameter
    """Looking ahead does not raise it."""

    def chunks() -> Iterator[list[str]]:
        yield ["a"]
        raise InputError("broken")

    lines = Lines(chunks(), "x")
    assert ["a"] == lines.peek(2)

    rest = lines.numbered() if numbered else lines
    assert next(rest) in ("a", (1, "a"))
    with pytest.raises(InputError, match="broken"):
        next(rest)


def test_closing_lets_go_of_what_can_be_closed() -> None:
    """A generator ends; a plain iterator has nothing to let go of."""
    ended = []

    def chunks() -> Iterator[list[str]]:
        try:
            yield ["a"]
        finally:
            ended.append("ended")

    lines = Lines(chunks(), "x")
    lines.peek(1)
    lines.close()
    Lines(iter([["a"]]), "x").close()

    assert ["ended"] == ended
