r"""Proof files: LRAT and DRAT, read strictly, one step at a time, and written.

LRAT    a line `number literals 0 hints 0`, a deletion `number d numbers 0`.  Clauses
        of the formula have the numbers 1, 2, …; steps go on from there, rising.  A
        negative hint -n starts the hints which show that the step's clause may be added
        although clause n holds the negation of its first literal (RAT).
DRAT    a line `literals 0`, a deletion `d literals 0`; or binary, which CaDiCaL and
        Kissat write by default: the byte `a` or `d`, the literals, and a NUL.  A
        literal is twice its variable, plus one if negative, seven bits a byte, lowest
        first; all its bytes but the last have the highest bit set.

Lines that start with `c` are comments.  A line that another checker would misread, as
in a file cut off in the middle, is an error that names it.

Sources: Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient certified RAT
verification" (CADE 2017); Wetzler, Heule and Hunt, "DRAT-trim: efficient checking and
trimming using expressive clausal proofs" (SAT 2014).
"""

from __future__ import annotations

import re
from typing import IO, TYPE_CHECKING, NamedTuple

from satdoku.errors import InputError
from satdoku.runtime.literals import LARGEST, read_literals

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LONGEST = 1 << 20  # bytes of a line, or of a binary step
_PIECE = 1 << 16  # bytes of a binary proof read at a time
_LRAT_DELETION = re.compile(rb"(\S+)[ \t]+d(?![^ \t])")
_TEXT_DELETION = re.compile(rb"d[ \t]+(-?[0-9]+[ \t]+)*0[ \t\r]*\n")


class LratStep(NamedTuple):
    """A clause that is added, and the numbers of those it follows from.

    Args:
        number: Its own number.
        literals: The clause; the first literal is the pivot of a RAT step.
        hints: With all literals false, each clause named here in turn has one literal
            left, which becomes true, and the last has none.  After a negative hint -n
            comes the same for the clause together with clause n without the pivot's
            negation.
        line: Its line in the file, 0 if it does not come from one.
    """

    number: int
    literals: tuple[int, ...]
    hints: tuple[int, ...]
    line: int = 0


class LratDeletion(NamedTuple):
    """Clauses that are not needed any more; `line` as in `LratStep`."""

    numbers: tuple[int, ...]
    line: int = 0


class DratStep(NamedTuple):
    """A clause that is added, or deleted.

    Args:
        literals: The clause; the first literal is the pivot of a RAT step.
        deleted: Whether it is deleted.
        line: Its line in the file, 0 if it does not come from a line.
    """

    literals: tuple[int, ...]
    deleted: bool = False
    line: int = 0


def read_lrat(
    stream: IO[bytes], source: str | None = None
) -> Iterator[LratStep | LratDeletion]:
    r"""Read an LRAT proof, one step at a time.

    Args:
        stream: The file, opened for bytes.
        source: The file's name, for messages.

    Raises:
        InputError: A line is not a step; names it, and what was expected.

    Example:
        >>> from io import BytesIO
        >>> for step in read_lrat(BytesIO(b"4 -1 0 2 3 0\n4 d 2 0\n")):
        ...     print(step)
        LratStep(number=4, literals=(-1,), hints=(2, 3), line=1)
        LratDeletion(numbers=(2,), line=2)
    """
    try:
        for number, line in _lines(stream):
            yield _lrat_step(line, number)
    except InputError as error:
        raise error.at(source=source) from None


def read_drat(stream: IO[bytes], source: str | None = None) -> Iterator[DratStep]:
    r"""Read a DRAT proof, text or binary, one step at a time.

    Args:
        stream: The file, opened for bytes, at its start; it must be seekable.
        source: The file's name, for messages.

    Raises:
        InputError: Something is not a step; names its line (or byte), and what was
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
        head = stream.read(_PIECE)
        stream.seek(0)
        if _is_binary(head):
            yield from _binary_steps(stream)
            return
        for number, line in _lines(stream):
            deleted = line[:2] in {b"d", b"d ", b"d\t"}
            numbers = read_literals(line[1:] if deleted else line, number)
            what = "a deletion" if deleted else "a clause"
            literals, rest = _split_at_zero(numbers, number, what)
            _require_end(rest, number)
            yield DratStep(literals, deleted, number)
    except InputError as error:
        raise error.at(source=source) from None


def lrat_lines(steps: Iterable[LratStep | LratDeletion]) -> Iterator[str]:
    r"""Yield the lines of an LRAT proof; what `read_lrat` reads.

    Example:
        >>> list(lrat_lines([LratStep(4, (-1,), (2, 3)), LratDeletion((2,))]))
        ['4 -1 0 2 3 0\n', '4 d 2 0\n']
    """
    last = 0
    for step in steps:
        if isinstance(step, LratStep):
            last = step.number
            numbers = (last, *step.literals, 0, *step.hints, 0)
            yield " ".join(map(str, numbers)) + "\n"
        else:  # a deletion has the number of the step before it
            last = last or max(step.numbers, default=1)
            yield f"{last} d {' '.join(map(str, (*step.numbers, 0)))}\n"


def drat_lines(steps: Iterable[DratStep]) -> Iterator[str]:
    r"""Yield the lines of a DRAT proof as text.

    Example:
        >>> list(drat_lines([DratStep((-1, 2)), DratStep((3,), deleted=True)]))
        ['-1 2 0\n', 'd 3 0\n']
    """
    for step in steps:
        line = " ".join(map(str, (*step.literals, 0)))
        yield f"d {line}\n" if step.deleted else f"{line}\n"


def _lrat_step(line: bytes, number: int) -> LratStep | LratDeletion:
    deletion = _LRAT_DELETION.match(line)
    if deletion:
        line = deletion[1] + line[deletion.end() :]
    own, *numbers = read_literals(line, number)
    if own < 1:
        raise InputError(f"step number {own}", expected="1 or more", line=number)
    if deletion:
        gone, rest = _split_at_zero(numbers, number, "a deletion")
        _require_end(rest, number)
        if min(gone, default=1) < 1:
            raise InputError(
                f"deletion of clause {min(gone)}", expected="1 or more", line=number
            )
        return LratDeletion(gone, number)
    literals, rest = _split_at_zero(numbers, number, "a clause")
    hints, rest = _split_at_zero(rest, number, "a list of hints")
    _require_end(rest, number)
    return LratStep(own, literals, hints, number)


def _lines(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield (line number, line) for each line that is neither blank nor a comment."""
    number = 0
    while line := stream.readline(_LONGEST + 1):
        number += 1
        if len(line) > _LONGEST:
            raise InputError(
                f"a line of more than {_LONGEST:,} bytes",
                expected="a step of a proof",
                line=number,
            )
        if not line.endswith(b"\n"):
            raise InputError(
                "the file ends within a line", expected="a line end", line=number
            )
        bare = line.strip(b" \t\r\n")
        if not bare or bare.startswith(b"c"):
            continue
        yield number, bare


def _split_at_zero(
    numbers: list[int], number: int, what: str
) -> tuple[tuple[int, ...], list[int]]:
    """Return what comes before the first 0 of a line, and what comes after it."""
    if 0 not in numbers:
        raise InputError(f"{what} without an end", expected="a 0 after it", line=number)
    at = numbers.index(0)
    return tuple(numbers[:at]), numbers[at + 1 :]


def _require_end(rest: list[int], number: int) -> None:
    if rest:
        raise InputError(
            f"{rest[0]} after the last 0", expected="one step a line", line=number
        )


def _is_binary(head: bytes) -> bool:
    """Whether a proof that starts like this is binary.

    No text starts with `a`.  Both kinds may start with `d`: then a NUL decides, which
    no text has, unless the first line is a deletion in text.
    """
    return head.startswith(b"a") or (
        head.startswith(b"d") and b"\0" in head and not _TEXT_DELETION.match(head)
    )


def _binary_steps(stream: IO[bytes]) -> Iterator[DratStep]:
    """Read a binary proof; errors name the byte, counted from 1."""
    data, done = stream.read(_PIECE), 0
    while data:
        start = 0
        while (end := data.find(b"\0", start)) >= 0:
            yield _binary_step(data[start:end], done + start)
            start = end + 1
        done += start
        data = data[start:]
        if len(data) > _LONGEST:
            raise InputError(f"byte {done + 1}: a step of more than {_LONGEST:,} bytes")
        piece = stream.read(_PIECE)
        if data and not piece:
            raise InputError(
                f"byte {done + len(data) + 1}: the file ends within a step",
                expected="a NUL after its last literal",
            )
        data += piece


def _binary_step(step: bytes, before: int) -> DratStep:
    """Return a step without its NUL; `before` bytes of the file come before it."""
    if step[:1] not in (b"a", b"d"):
        raise InputError(
            f"byte {before + 1}: a step of a binary proof starts with {step[:1]!r}",
            expected="'a' or 'd'",
        )
    literals: list[int] = []
    value = shift = 0
    for at, byte in enumerate(step[1:], before + 2):
        value |= (byte & 127) << shift
        shift += 7
        if byte >= 128 and shift < 35:
            continue
        if byte >= 128 or not 2 <= value <= 2 * LARGEST + 1:
            raise InputError(
                f"byte {at}: the end of a literal out of range",
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
