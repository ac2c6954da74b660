"""Binary DRAT: what CaDiCaL and Kissat write by default.

A step is the byte `a` (added) or `d` (deleted), the literals, and a NUL.  A literal is
twice its variable, plus one if it is negative, seven bits a byte, the lowest first; all
its bytes but the last have the highest bit set.  Written as short as possible, as all
do, no byte of a literal is NUL.
"""

from __future__ import annotations

import re
from typing import IO, TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.proof.files.drat_step import DratStep
from satdoku.proof.files.numbers import LARGEST, LONGEST

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["PIECE", "is_binary", "read_binary"]

PIECE = 1 << 16
"""Bytes read at a time."""

_DELETION = re.compile(rb"d[ \t]+(-?[0-9]+[ \t]+)*0[ \t\r]*\n")


def is_binary(head: bytes) -> bool:
    r"""Whether a proof that begins like this is binary.

    No text begins with `a`.  Both kinds may begin with `d`: then a NUL tells, which no
    text has, unless the first line is a deletion in text.

    Example:
        >>> is_binary(b"d 5 0\n"), is_binary(b"d\x0a\0"), is_binary(b"a\0")
        (False, True, True)
    """
    return head.startswith(b"a") or (
        head.startswith(b"d") and b"\0" in head and not _DELETION.match(head)
    )


def read_binary(head: bytes, stream: IO[bytes]) -> Iterator[DratStep]:
    r"""Read a binary proof, one step at a time.

    Args:
        head: What has been read of it already.
        stream: The rest.

    Raises:
        InputError: Something is no step; names the byte, counted from 1.
    """
    data, done = head, 0
    while data:
        start = 0
        while (end := data.find(b"\0", start)) >= 0:
            yield _parse(data[start:end], done + start)
            start = end + 1
        done += start
        data = data[start:]
        if len(data) > LONGEST:
            raise InputError(f"byte {done + 1}: a step of more than {LONGEST:,} bytes")
        more = stream.read(PIECE)
        if data and not more:
            raise InputError(
                f"byte {done + len(data) + 1}: the file ends within a step",
                expected="a NUL behind its last literal",
            )
        data += more


def _parse(step: bytes, before: int) -> DratStep:
    """Return a step without its NUL; `before` bytes of the file lie before it."""
    if step[:1] not in (b"a", b"d"):
        raise InputError(
            f"byte {before + 1}: a step of a binary proof begins with {step[:1]!r}",
            expected="'a' or 'd'",
        )
    literals: list[int] = []
    value = shift = 0
    for at in range(1, len(step)):
        byte = step[at]
        value |= (byte & 127) << shift
        shift += 7
        if byte >= 128 and shift < 35:
            continue
        if byte >= 128 or not 2 <= value <= 2 * LARGEST + 1:
            raise InputError(
                f"byte {before + at + 1}: the end of a literal out of range",
                expected=f"at most {LARGEST} either way, and not 0",
            )
        literals.append(-(value >> 1) if value & 1 else value >> 1)
        value = shift = 0
    if shift:
        raise InputError(
            f"byte {before + len(step) + 1}: a NUL within a literal",
            expected="its last byte",
        )
    return DratStep(tuple(literals), deleted=step[:1] == b"d")
