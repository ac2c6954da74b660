"""DRAT: proofs that are lists of clauses, added or deleted; in text or in bytes.

In text a step is a line `literals 0`, a deletion `d literals 0`; lines that begin with
`c` are comments.  The binary kind, see `binary_drat`, is told from it by its beginning.

Source: Wetzler, Heule and Hunt, "DRAT-trim: efficient checking and trimming using
expressive clausal proofs" (SAT 2014).
"""

from __future__ import annotations

from io import BufferedReader, RawIOBase
from itertools import islice
from typing import IO, TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.proof.files.binary_drat import PIECE, is_binary, read_binary
from satdoku.proof.files.drat_step import DratStep
from satdoku.proof.files.numbers import lines_of, numbers_of, split_at_zero

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TextIO

    from _typeshed import WriteableBuffer

__all__ = ["DratStep", "read_drat", "write_drat"]

_BATCH = 4_096


def read_drat(stream: IO[bytes], source: str | None = None) -> Iterator[DratStep]:
    r"""Read a proof in text or in bytes, one step at a time.

    Args:
        stream: The file, opened for bytes.
        source: The file's name, for messages.

    Raises:
        InputError: Something is no step; names its line (or byte), and what was
            expected.

    Example:
        >>> from io import BytesIO
        >>> for step in read_drat(BytesIO(b"-1 2 0\nd 3 0\n")):
        ...     print(step)
        DratStep(literals=(-1, 2), deleted=False, line=1)
        DratStep(literals=(3,), deleted=True, line=2)
        >>> list(read_drat(BytesIO(b"a\x03\x04\0")))
        [DratStep(literals=(-1, 2), deleted=False, line=0)]
    """
    try:
        head = stream.read(PIECE)
        if is_binary(head):
            yield from read_binary(head, stream)
            return
        for number, line in lines_of(BufferedReader(_Again(head, stream))):
            yield _parse(line, number)
    except InputError as error:
        raise error.at(source=source) from None


def write_drat(steps: Iterable[DratStep], stream: TextIO) -> None:
    r"""Write a proof in text.

    Args:
        steps: What to write, in order.
        stream: Where to write; opened with `newline="\n"` where that matters.

    Example:
        >>> import sys
        >>> write_drat([DratStep((-1, 2)), DratStep((3,), deleted=True)], sys.stdout)
        -1 2 0
        d 3 0
    """
    walk = iter(steps)
    while batch := list(islice(walk, _BATCH)):
        stream.write(
            "".join(
                [
                    ("d " if step.deleted else "")
                    + " ".join(map(str, (*step.literals, 0)))
                    + "\n"
                    for step in batch
                ]
            )
        )


def _parse(line: bytes, number: int) -> DratStep:
    deleted = line.split(maxsplit=1)[0] == b"d"
    numbers = numbers_of(line[1:] if deleted else line, number)
    what = "a deletion" if deleted else "a clause"
    literals, behind = split_at_zero(numbers, number, what)
    if behind:
        raise InputError(
            f"{behind[0]} behind the 0", expected="one step a line", line=number
        )
    return DratStep(literals, deleted, number)


class _Again(RawIOBase):
    """A stream whose first bytes have been read, from its beginning again."""

    def __init__(self, head: bytes, stream: IO[bytes]) -> None:
        super().__init__()
        self._head = head
        self._stream = stream

    def readable(self) -> bool:
        """Say so."""
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Give the first bytes again, then the others."""
        view = memoryview(buffer).cast("B")
        piece = self._head[: len(view)] or self._stream.read(len(view))
        self._head = self._head[len(view) :]
        view[: len(piece)] = piece
        return len(piece)
