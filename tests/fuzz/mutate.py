"""Inputs made of sound ones: a few places changed, cut out, doubled or put together.

The changes are those that find faults in parsers: single bits and bytes, words of the
format in the wrong place, numbers at the ends of what machines hold, pieces repeated
until they are long, texts cut off, and two texts spliced.  An input is told by its
seed alone, so that a number names it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

__all__ = ["Mutator"]

_NUMBER = re.compile(rb"\d+")
_NUMBERS = (
    *(b"0", b"1", b"-1", b"2", b"9", b"10", b"16", b"17", b"25", b"36", b"61", b"81"),
    *(b"225", b"226", b"255", b"256", b"729", b"65535", b"65536", b"2147483647"),
    *(b"2147483648", b"4294967296", b"9223372036854775808", b"1e400", b"NaN"),
    *(
        b"9" * 30,
        b"1" * 5000,
        b"0.5",
        b"1_0",
        b"\xd9\xa3",
        b"\xc2\xb2",
        b"\xef\xbc\x91",
    ),
)
_MARKS = (
    *(b"\0", b"\r", b"\r\n", b"\n\n", b"\t", b" ", b"\x1a", b"\x1b[31m", b"\x7f"),
    *(b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xff\xfe", b"\xc2\xa0"),
    *(b".", b"0", b"*", b"_", b"|", b"-", b"+", b"#", b"%", b",", b";", b'"', b"'"),
    *(b"(", b"[", b"{", b"<", b"&", b"\\", b"/", b"=", b":", b"\xe2\x94\x82"),
)
_REPEATS = (2, 2, 2, 9, 9, 9, 81, 81, 1000, 20_000)


class Mutator(NamedTuple):
    """Makes inputs of a kind.

    Args:
        seeds: Inputs of that kind, sound and broken.
        tokens: Words of that kind, which are put anywhere.
        longest: Bytes of the longest input.
    """

    seeds: Sequence[bytes]
    tokens: Sequence[bytes] = ()
    longest: int = 1 << 14

    def make(self, dice: Random) -> bytes:
        """Make an input; the same dice make the same one."""
        if dice.random() < 0.02:
            return _junk(dice, self.tokens)
        data = dice.choice(self.seeds)
        while True:
            data = dice.choice(_WAYS)(data, self, dice)[: self.longest]
            if dice.random() < 0.4:
                return data


def _junk(dice: Random, tokens: Sequence[bytes]) -> bytes:
    """Put together what is none of that kind."""
    if dice.random() < 0.3:
        return dice.randbytes(dice.choice((0, 1, 2, 8, 100, 1000)))
    words = (*tokens, *_MARKS, *_NUMBERS)
    return b"".join(dice.choices(words, k=dice.randint(0, 60)))


def _span(data: bytes, dice: Random) -> tuple[int, int]:
    """Choose a piece: of a few bytes, or between any two places."""
    start = dice.randint(0, len(data))
    if dice.random() < 0.7:
        return start, min(len(data), start + dice.choice((1, 1, 2, 3, 9, 81)))
    end = dice.randint(0, len(data))
    return min(start, end), max(start, end)


def _flip(data: bytes, kind: Mutator, dice: Random) -> bytes:
    del kind
    if not data:
        return data
    at = dice.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << dice.randrange(8)]) + data[at + 1 :]


def _put(data: bytes, kind: Mutator, dice: Random) -> bytes:
    """Put a mark, a number or a word of the kind somewhere, beside or over others."""
    start, end = _span(data, dice)
    words = dice.choice((_MARKS, _NUMBERS, kind.tokens or _MARKS))
    return data[:start] + dice.choice(words) + data[dice.choice((start, end)) :]


def _renumber(data: bytes, kind: Mutator, dice: Random) -> bytes:
    """Put a number in the place of another."""
    del kind
    found = _NUMBER.search(data, dice.randint(0, len(data)))
    if found is None:
        return data
    new = dice.choice(_NUMBERS)
    if dice.random() < 0.3:
        new = str(int(found[0][:18]) + dice.choice((-1, 1, 2))).encode()
    return data[: found.start()] + new + data[found.end() :]


def _cut(data: bytes, kind: Mutator, dice: Random) -> bytes:
    del kind
    start, end = _span(data, dice)
    return data[:start] + data[end:]


def _end(data: bytes, kind: Mutator, dice: Random) -> bytes:
    del kind
    return data[: dice.randint(0, len(data))]


def _repeat(data: bytes, kind: Mutator, dice: Random) -> bytes:
    start, end = _span(data, dice)
    piece = data[start:end]
    times = min(dice.choice(_REPEATS), kind.longest // max(1, len(piece)) + 1)
    return data[:start] + piece * times + data[end:]


def _move(data: bytes, kind: Mutator, dice: Random) -> bytes:
    """Take a piece to another place."""
    del kind
    start, end = _span(data, dice)
    piece, rest = data[start:end], data[:start] + data[end:]
    at = dice.randint(0, len(rest))
    return rest[:at] + piece + rest[at:]


def _lines(data: bytes, kind: Mutator, dice: Random) -> bytes:
    """Leave a line out, double it, or change it with another."""
    del kind
    lines = data.split(b"\n")
    one, two = dice.randrange(len(lines)), dice.randrange(len(lines))
    match dice.randrange(4):
        case 0:
            del lines[one]
        case 1:
            lines.insert(two, lines[one])
        case 2:
            lines[one], lines[two] = lines[two], lines[one]
        case _:
            lines[one] = lines[one][: dice.randint(0, len(lines[one]))]
    return b"\n".join(lines)


def _splice(data: bytes, kind: Mutator, dice: Random) -> bytes:
    other = dice.choice(kind.seeds)
    return data[: dice.randint(0, len(data))] + other[dice.randint(0, len(other)) :]


_WAYS: tuple[Callable[[bytes, Mutator, Random], bytes], ...] = (
    *(_flip, _put, _put, _put, _renumber, _renumber, _cut, _cut),
    *(_end, _repeat, _move, _lines, _splice),
)
