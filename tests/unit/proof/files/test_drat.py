"""DRAT files in text: what is read, and what is refused."""

from __future__ import annotations

from io import BufferedReader, BytesIO, RawIOBase
from typing import TYPE_CHECKING

import pytest

from satdoku.errors import InputError
from satdoku.proof.files.drat import DratStep, read_drat

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


def test_read() -> None:
    """Clauses, deletions and comments are read, each with its line."""
    text = b"c proof\n-1 2 0\r\nd 3 -4 0\n\n0\n"

    assert [
        DratStep((-1, 2), deleted=False, line=2),
        DratStep((3, -4), deleted=True, line=3),
        DratStep((), deleted=False, line=5),
    ] == list(read_drat(BytesIO(text)))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"1 2", "a clause without an end; expected a 0 behind it"),
        (b"d 1 2", "a deletion without an end"),
        (b"d", "a deletion without an end"),
        (b"1 0 2 0", "2 behind the 0; expected one step a line"),
        (b"dd 1 0", "'dd' is no number"),
        (b"d1 0", "'d1' is no number"),
        (b"a 1 0", "'a' is no number"),
        (b"o proof", "'o' is no number"),
        (b"1 \0 0", "is no number"),
        (b"\v", "expected numbers with blanks between"),
        (b"1\f0", "expected numbers with blanks between"),
    ],
)
@pytest.mark.parametrize("before", [b"1 0\n", b"d 1 0\n"])
def test_refused(before: bytes, line: bytes, words: str) -> None:
    """A line that is no step is refused, with file and line, wherever it stands."""
    steps = read_drat(BytesIO(before + line + b"\n"), "p.drat")
    next(steps)

    with pytest.raises(InputError, match=words) as raised:
        next(steps)
    assert str(raised.value).startswith("p.drat:2: ")


class Endless(RawIOBase):
    """A file of the same line over and over again; `given` counts the bytes read."""

    given = 0

    def readable(self) -> bool:
        """Say so."""
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Give some lines."""
        view = memoryview(buffer)
        size = len(view) // 4 * 4
        view[:size] = b"1 0\n" * (size // 4)
        self.given += size
        return size


def test_streams() -> None:
    """A file is read as far as its steps are asked for, whatever its length."""
    endless = Endless()
    steps = read_drat(BufferedReader(endless))

    assert [next(steps).line for _ in range(20_000)][-1] == 20_000
    assert endless.given < 200_000
