"""Lines of numbers: what is refused, with which words."""

from __future__ import annotations

from io import BytesIO

import pytest

from satdoku.errors import InputError
from satdoku.proof.files.numbers import LONGEST, lines_of, numbers_of


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"1 x 0", "'x' is no number; expected a whole number"),
        (b"1 - 0", "'-' is no number"),
        (b"1 --2 0", "'--2' is no number"),
        (b"1-2 0", "'1-2' is no number"),
        (b"+1 0", r"'\+1' is no number"),
        (b"1 -0", "'-0' is no number"),
        (b"-00 0", "'-00' is no number"),
        (b"1_0 0", "'1_0' is no number"),
        (b"1 \0 0", r"'\\x00' is no number"),
        ("\N{FULLWIDTH DIGIT ONE} 0".encode(), "is no number"),
        (b"\xff 0", "is no number"),
        (b"1\v2 0", r"'\\x0b' between numbers; expected blanks"),
        (b"2147483648 0", "'2147483648' is too large; expected at most 2147483647"),
        (b"-2147483648 0", "'-2147483648' is too large"),
        (b"9" * 5_000 + b" 0", "9…' is too large"),
        (b"9" * 4_000 + b" 0", "9…' is too large"),
    ],
)
def test_wrong_words(line: bytes, words: str) -> None:
    """A word that is no number is named, with its line, in one short message."""
    with pytest.raises(InputError, match=words) as raised:
        numbers_of(line, 7)

    assert str(raised.value).startswith("line 7: ")
    assert len(str(raised.value)) < 160


def test_right_words() -> None:
    """Blanks, tabs, leading zeros and the largest numbers are right."""
    assert [1, -2147483647, 2, -3, 0] == numbers_of(b" 1\t-2147483647 02 -03\r 0", 1)


def test_lines() -> None:
    """Comments and blank lines are left out, but counted; CR LF ends lines, too."""
    stream = BytesIO(b"c 1 2\r\n\n  1 0 \r\n\t\n2 0\n")

    assert [(3, b"1 0"), (5, b"2 0")] == list(lines_of(stream))


def test_end_within_line() -> None:
    """The last line has an end, too: without one, something may be missing."""
    with pytest.raises(InputError, match="line 2: the file ends within a line"):
        list(lines_of(BytesIO(b"1 0\n2 0")))


def test_long_line() -> None:
    """A line may have a megabyte, not more: it is not read to its end."""
    stream = BytesIO(b"1 " * LONGEST)
    with pytest.raises(InputError, match="line 1: a line of more than 1,048,576 bytes"):
        list(lines_of(stream))

    assert stream.tell() == LONGEST + 1
