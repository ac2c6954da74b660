"""Lines of numbers, as all text proofs are made of: read strictly, a line at a time.

A line that a checker would misread (a number of 5,000 digits, a sign alone, a digit
that is not ASCII, a NUL, a file cut off in the middle) is an error that names it.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from satdoku.errors import InputError, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["LARGEST", "LONGEST", "lines_of", "numbers_of", "split_at_zero"]

LARGEST = 2**31 - 1
"""No literal and no number of a clause is larger: solvers' numbers end there."""

LONGEST = 1 << 20
"""Bytes that a line, or a binary step, may have."""

_PLAIN = b"0123456789- \t\r\n"


def lines_of(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Give (line number, line) of each line that is neither blank nor a comment.

    Raises:
        InputError: A line is too long, or the last one has no end.
    """
    number = 0
    while line := stream.readline(LONGEST + 1):
        number += 1
        if len(line) > LONGEST:
            raise InputError(
                f"a line of more than {LONGEST:,} bytes",
                expected="a step of a proof",
                line=number,
            )
        if not line.endswith(b"\n"):
            raise InputError(
                "the file ends within a line", expected="a line end", line=number
            )
        bare = line.strip(b" \t\r\n")
        if b"\v" in bare or b"\f" in bare:  # which `split` would take for blanks
            raise InputError(
                f"{printable(bare.decode('utf-8', 'replace'))!r}",
                expected="numbers with blanks between",
                line=number,
            )
        if bare and not bare.startswith(b"c"):
            yield number, bare


def numbers_of(line: bytes, number: int) -> list[int]:
    """Return the numbers of a line.

    Raises:
        InputError: One of its words is no number, or too large; names the line.

    Example:
        >>> numbers_of(b"3 -4 0", 1)
        [3, -4, 0]
    """
    if line.translate(None, _PLAIN):
        _find_wrong(line, number)
    try:
        numbers = [int(word) for word in line.split()]
    except ValueError:
        _find_wrong(line, number)
        raise  # it finds what int() refuses
    if (
        b"-0" in line
        or max(numbers, default=0) > LARGEST
        or min(numbers, default=0) < -LARGEST
    ):
        _find_wrong(line, number)
    return numbers


def split_at_zero(
    numbers: list[int], number: int, what: str
) -> tuple[tuple[int, ...], list[int]]:
    """Return what stands before the first 0 of a line, and what stands behind it.

    Raises:
        InputError: There is no 0.
    """
    try:
        at = numbers.index(0)
    except ValueError:
        raise InputError(
            f"{what} without an end", expected="a 0 behind it", line=number
        ) from None
    return tuple(numbers[:at]), numbers[at + 1 :]


def _find_wrong(line: bytes, number: int) -> None:
    """Name the word of a line that is no number, or too large, if there is one."""
    for word in line.split():
        digits = word.removeprefix(b"-")
        negative_zero = digits != word and not digits.strip(b"0")
        if not digits.isdigit() or negative_zero:
            raise InputError(
                f"{_shown(word)} is no number", expected="a whole number", line=number
            )
        if len(digits) > 18 or int(digits) > LARGEST:
            raise InputError(
                f"{_shown(word)} is too large",
                expected=f"at most {LARGEST} either way",
                line=number,
            )
    strange = line.translate(None, _PLAIN)
    if strange:
        raise InputError(
            f"{_shown(strange[:1])} between numbers", expected="blanks", line=number
        )


def _shown(raw: bytes) -> str:
    return f"'{printable(raw.decode('utf-8', 'replace'))}'"
