"""Files of proofs: readers take any bytes, and give what was written.

The binary kind of DRAT, which satdoku only reads, is written here.
"""

from __future__ import annotations

from io import BytesIO, StringIO
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku.errors import InputError
from satdoku.proof.files.drat import DratStep, read_drat, write_drat
from satdoku.proof.files.lrat import LratDeletion, LratStep, read_lrat, write_lrat

if TYPE_CHECKING:
    from collections.abc import Iterable

PIECES = st.sampled_from(
    [b"1", b"-", b"0", b" 0", b" ", b"\n", b"d", b"a", b"c", b"9" * 9]
)
FILES = st.one_of(
    st.binary(max_size=60),
    st.lists(PIECES, max_size=40).map(b"".join),
    st.binary(max_size=30).map(lambda data: b"a" + data),
    st.binary(max_size=30).map(lambda data: b"d" + data + b"\0"),
)
NUMBERS = st.integers(1, 2**31 - 1)
LITERALS = st.lists(NUMBERS | NUMBERS.map(int.__neg__), max_size=5).map(tuple)
LRAT_STEPS = st.lists(
    st.builds(LratStep, NUMBERS, LITERALS, LITERALS, st.just(0))
    | st.builds(LratDeletion, st.lists(NUMBERS, max_size=5).map(tuple), st.just(0)),
    max_size=6,
)
DRAT_STEPS = st.lists(
    st.builds(DratStep, LITERALS, st.booleans(), st.just(0)), max_size=6
)


def binary_file(proof: Iterable[DratStep]) -> bytes:
    """Write a proof as CaDiCaL does."""
    data = bytearray()
    for step in proof:
        data += b"d" if step.deleted else b"a"
        for literal in step.literals:
            left = 2 * abs(literal) + (literal < 0)
            while left > 127:
                data.append(128 | left & 127)
                left >>= 7
            data.append(left)
        data.append(0)
    return bytes(data)


class TestFiles:
    """A reader gives what was written, and of anything else one clear error."""

    @settings(deadline=None)
    @given(FILES)
    def test_any_bytes(self, data: bytes) -> None:
        """Bytes are a proof, or an InputError that names the file."""
        for read in (read_lrat, read_drat):
            try:
                steps = list(read(BytesIO(data), "proof"))
            except InputError as error:
                assert str(error).startswith("proof:")  # noqa: PT017  it may be right
                assert str(error).isprintable()  # noqa: PT017
            else:
                assert all(
                    0 not in step[0] for step in steps if isinstance(step, DratStep)
                )

    @settings(deadline=None)
    @given(LRAT_STEPS)
    def test_lrat(self, steps: list[LratStep | LratDeletion]) -> None:
        """What is written as LRAT is read again."""
        text = StringIO()
        write_lrat(steps, text)
        numbered = [step._replace(line=line) for line, step in enumerate(steps, 1)]

        assert numbered == list(read_lrat(BytesIO(text.getvalue().encode())))

    @settings(deadline=None)
    @given(DRAT_STEPS)
    def test_drat(self, steps: list[DratStep]) -> None:
        """What is written as DRAT is read again, and so is the binary kind."""
        text = StringIO()
        write_drat(steps, text)
        numbered = [step._replace(line=line) for line, step in enumerate(steps, 1)]

        assert numbered == list(read_drat(BytesIO(text.getvalue().encode())))
        assert steps == list(read_drat(BytesIO(binary_file(steps))))

    @settings(deadline=None)
    @given(DRAT_STEPS, st.data())
    def test_truncated(self, steps: list[DratStep], draw: st.DataObject) -> None:
        """A binary file that ends within a step is refused; if not, it has steps."""
        data = binary_file(steps)
        cut = data[: draw.draw(st.integers(0, len(data)))]
        whole = (
            sum(cut.startswith(binary_file(steps[:n])) for n in range(len(steps) + 1))
            - 1
        )

        if cut == binary_file(steps[:whole]):
            assert steps[:whole] == list(read_drat(BytesIO(cut)))
        else:
            with pytest.raises(InputError):
                list(read_drat(BytesIO(cut)))
