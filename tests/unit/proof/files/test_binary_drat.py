"""Binary DRAT: how it is told from text, what is read, and what is refused."""

from __future__ import annotations

from io import BytesIO

import pytest

from satdoku.errors import InputError
from satdoku.proof.files.binary_drat import PIECE, is_binary
from satdoku.proof.files.drat import DratStep, read_drat
from satdoku.proof.files.numbers import LONGEST


def test_read() -> None:
    """The example of the format's description is read; bytes have no lines."""
    data = b"a\x7f\x83\x80\x01\0d\x7e\xff\x7f\0a\0"

    assert [
        DratStep((-63, -8193)),
        DratStep((63, -8191), deleted=True),
        DratStep(()),
    ] == list(read_drat(BytesIO(data)))


def test_largest_literal() -> None:
    """Numbers go up to 2^31 - 1, either way."""
    data = b"a\xfe\xff\xff\xff\x0f\xff\xff\xff\xff\x0f\0"

    assert [DratStep((2**31 - 1, 1 - 2**31))] == list(read_drat(BytesIO(data)))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"a\x02", "byte 3: the file ends within a step; expected a NUL"),
        (b"a\0b\x02\0", "byte 3: a step of a binary proof begins with b'b'"),
        (b"a\0\0", "byte 3: a step of a binary proof begins with b''"),
        (b"a\x01\0", "byte 2: the end of a literal out of range"),
        (b"a\x02\x80\0", "byte 4: a NUL within a literal"),
        (b"a\x80\x80\x80\x80\x10\0", "byte 6: the end of a literal out of range"),
        (b"a\xff\xff\xff\xff\xff\x01\0", "byte 6: the end of a literal out of range"),
        (b"a" + b"\x02" * (LONGEST + PIECE), "byte 1: a step of more than 1,048,576"),
    ],
)
def test_refused(data: bytes, words: str) -> None:
    """What is no step is refused, with the byte, counted from 1."""
    with pytest.raises(InputError, match=words) as raised:
        list(read_drat(BytesIO(data), "proof"))

    assert str(raised.value).startswith("proof: byte ")


@pytest.mark.parametrize("pad", [0, 1, 2, 3])
def test_steps_across_pieces(pad: int) -> None:
    """A step that is read in two pieces is one step, and bytes go on counting."""
    steps = [DratStep((1000,) * pad)] + [DratStep((300, -300))] * 20_000
    data = b"a" + b"\xd0\x0f" * pad + b"\0" + b"a\xd8\x04\xd9\x04\0" * 20_000

    assert len(data) > PIECE
    assert steps == list(read_drat(BytesIO(data)))
    with pytest.raises(InputError, match=f"byte {len(data) + 1}: a step"):
        list(read_drat(BytesIO(data + b"x\0")))


@pytest.mark.parametrize(
    ("head", "binary"),
    [
        (b"", False),
        (b"1 0\n", False),
        (b"c a\n", False),
        (b"d 1 0\n", False),
        (b"d 1 0\n\0", False),
        (b"d x 0\n", False),
        (b"a", True),
        (b"d\x20\0", True),
        (b"d\x20\x0a\x0a\0", True),
    ],
)
def test_kinds(head: bytes, *, binary: bool) -> None:
    """A binary proof begins with `a`, or with `d` and a NUL later."""
    assert binary == is_binary(head)
