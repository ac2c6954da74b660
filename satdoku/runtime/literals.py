"""Lines of literals: what formulas, models and proofs are written in, read strictly.

Solvers and checkers misread a number of 5,000 digits, a sign alone or a digit that is
not ASCII.  Here each of them is an error that names the line.
"""

from __future__ import annotations

import re

from satdoku.errors import InputError, printable

LARGEST = 2**31 - 1
"""The largest literal, and number of a clause, as in solvers."""

_PLAIN = b"0123456789- \t\r\n"
_NUMBER = re.compile(rb"0+|-?0*[1-9][0-9]*")


def plain_literals(line: bytes) -> list[int] | None:
    """Return the numbers of a line that holds nothing else, else None.

    Example:
        >>> plain_literals(b"1 -22 0"), plain_literals(b"c text")
        ([1, -22, 0], None)
    """
    if line.translate(None, _PLAIN) or b"-0" in line:
        return None
    try:
        return list(map(int, line.split()))
    except ValueError:  # a sign within a word, or thousands of digits
        return None


def read_literals(line: bytes, number: int, largest: int = LARGEST) -> list[int]:
    """Return the numbers of a line.

    Args:
        line: The line.
        number: Its number, for messages.
        largest: What none may exceed, either way.

    Raises:
        InputError: A word is no whole number, or too large.

    Example:
        >>> read_literals(b"1 -x", 7)
        Traceback (most recent call last):
        satdoku.errors.InputError: line 7: '-x' is not a literal; expected a whole ...
    """
    literals = plain_literals(line)
    if literals is None:
        literals = [_literal(word, number, largest) for word in _words(line, number)]
    require_range(literals, number, largest)
    return literals


def require_range(literals: list[int], number: int, largest: int) -> None:
    """Raise InputError where a literal is larger, either way."""
    if literals and (max(literals) > largest or -min(literals) > largest):
        raise _beyond(str(max(literals, key=abs)), number, largest)


def quoted(raw: bytes) -> str:
    """Return bytes of a file as a message can quote them."""
    return f"'{printable(raw.decode('utf-8', 'replace'))}'"


def _words(line: bytes, number: int) -> list[bytes]:
    for strange in (b"\v", b"\f"):  # which `split` would take for blanks
        if strange in line:
            what = f"{quoted(strange)} between literals"
            raise InputError(what, expected="blanks, tabs or line ends", line=number)
    return line.split()


def _literal(word: bytes, number: int, largest: int) -> int:
    if not _NUMBER.fullmatch(word):
        what = f"{quoted(word)} is not a literal"
        raise InputError(what, expected="a whole number", line=number)
    if len(word.lstrip(b"-").lstrip(b"0")) > len(str(LARGEST)):
        raise _beyond(word.decode(), number, largest)
    sign = -1 if word.startswith(b"-") else 1
    return sign * int(word.lstrip(b"-").lstrip(b"0") or b"0")


def _beyond(literal: str, number: int, largest: int) -> InputError:
    what = f"literal {printable(literal)} is out of range"
    return InputError(what, expected=f"-{largest} to {largest}", line=number)
