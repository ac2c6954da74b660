"""LRAT files: what is read, what is refused, what is written."""

from __future__ import annotations

from io import BytesIO, StringIO

import pytest

from satdoku.errors import InputError
from satdoku.proof.files.lrat import LratDeletion, LratStep, read_lrat, write_lrat


def test_read() -> None:
    """Steps, RAT steps, deletions and comments are read, each with its line."""
    text = b"c proof\n9 -1 2 0 3 -4 5 0\n9 d 3 4 0\n10 0 0\n10 d 0\n"

    assert [
        LratStep(9, (-1, 2), (3, -4, 5), 2),
        LratDeletion((3, 4), 3),
        LratStep(10, (), (), 4),
        LratDeletion((), 5),
    ] == list(read_lrat(BytesIO(text)))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"5", "a clause without an end; expected a 0 behind it"),
        (b"5 1 2", "a clause without an end; expected a 0 behind it"),
        (b"5 1 2 0", "a list of hints without an end"),
        (b"5 1 2 0 3", "a list of hints without an end"),
        (b"5 1 0 2 0 3", "3 behind the last 0; expected a line end"),
        (b"5 1 0 2 0 0", "0 behind the last 0"),
        (b"0 1 0 2 0", "a step with the number 0; expected 1 or more"),
        (b"-5 1 0 2 0", "a step with the number -5"),
        (b"5 d 1", "a deletion without an end"),
        (b"5 d 1 0 2", "2 behind the last 0"),
        (b"5 d -1 0", "deletion of clause -1; expected numbers from 1"),
        (b"5 d", "a deletion without an end"),
        (b"d 5 0", "'d' is no number"),
        (b"5 1 d 0 0", "'d' is no number"),
        (b"5 d d 0", "'d' is no number"),
        (b"5\vd\v3 0", "expected numbers with blanks between"),
    ],
)
def test_refused(line: bytes, words: str) -> None:
    """A line that is no step is refused, with file and line."""
    steps = read_lrat(BytesIO(b"4 1 0 2 0\n" + line + b"\n"), "p.lrat")

    assert next(steps) == LratStep(4, (1,), (2,), 1)
    with pytest.raises(InputError, match=words) as raised:
        next(steps)
    assert str(raised.value).startswith("p.lrat:2: ")


def test_written_deletions_are_numbered() -> None:
    """A deletion has the number of the step before it, or of what it deletes."""
    text = StringIO()
    write_lrat([LratDeletion((2, 3)), LratStep(9, (1,), (4,))], text)
    write_lrat([LratStep(9, (1,), (4,)), LratDeletion((1,))], text)

    assert text.getvalue() == "3 d 2 3 0\n9 1 0 4 0\n9 1 0 4 0\n9 d 1 0\n"
