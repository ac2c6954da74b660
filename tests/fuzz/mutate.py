"""Inputs made of right ones: a few places changed, cut out, doubled or put together.

An input is fixed by its seed alone, so that a number names it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

NUMBER = re.compile(rb"\d+")
NUMBERS = (
    *(b"0", b"1", b"-1", b"2", b"9", b"10", b"16", b"17", b"25", b"36", b"61", b"81"),
    *(b"225", b"226", b"255", b"256", b"729", b"65536", b"2147483647", b"2147483648"),
    *(b"9223372036854775808", b"1e400", b"NaN", b"9" * 30, b"1" * 5000, b"0.5", b"1_0"),
    *(b"\xd9\xa3", b"\xc2\xb2", b"\xef\xbc\x91"),
)
MARKS = (
    *(b"\0", b"\r", b"\r\n", b"\n\n", b"\t", b" ", b"\x1a", b"\x1b[31m", b"\x7f"),
    *(b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xff\xfe", b"\xc2\xa0"),
    *(b".", b"0", b"*", b"_", b"|", b"-", b"+", b"#", b"%", b",", b";", b'"', b"'"),
    *(b"(", b"[", b"{", b"<", b"&", b"\\", b"/", b"=", b":", b"\xe2\x94\x82"),
)
REPEATS = (2, 2, 2, 9, 9, 9, 81, 81, 1000, 20_000)


class Mutator(NamedTuple):
    """Makes inputs of a kind, from examples and from words that are put anywhere."""

    seeds: list
    tokens: tuple = ()
    longest: int = 1 << 14

    def make(self, dice):
        """Return an input; the same dice make the same one."""
        if dice.random() < 0.02:
            words = (*self.tokens, *MARKS, *NUMBERS)
            junk = b"".join(dice.choices(words, k=dice.randint(0, 60)))
            return dice.choice((dice.randbytes(dice.choice((0, 1, 8, 1000))), junk))
        data = dice.choice(self.seeds)
        while True:
            data = dice.choice(WAYS)(data, self, dice)[: self.longest]
            if dice.random() < 0.4:
                return data


def span(data, dice):
    """Choose a piece: of a few bytes, or between any two places."""
    start = dice.randint(0, len(data))
    if dice.random() < 0.7:
        return start, min(len(data), start + dice.choice((1, 1, 2, 3, 9, 81)))
    end = dice.randint(0, len(data))
    return min(start, end), max(start, end)


def flip(data, kind, dice):
    if not data:
        return data
    at = dice.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << dice.randrange(8)]) + data[at + 1 :]


def put(data, kind, dice):
    start, end = span(data, dice)
    words = dice.choice((MARKS, NUMBERS, kind.tokens or MARKS))
    return data[:start] + dice.choice(words) + data[dice.choice((start, end)) :]


def renumber(data, kind, dice):
    found = NUMBER.search(data, dice.randint(0, len(data)))
    if found is None:
        return data
    new = dice.choice(NUMBERS)
    if dice.random() < 0.3:
        new = str(int(found[0][:18]) + dice.choice((-1, 1, 2))).encode()
    return data[: found.start()] + new + data[found.end() :]


def cut(data, kind, dice):
    start, end = span(data, dice)
    return data[:start] + data[end:]


def end(data, kind, dice):
    return data[: dice.randint(0, len(data))]


def repeat(data, kind, dice):
    start, end = span(data, dice)
    piece = data[start:end]
    times = min(dice.choice(REPEATS), kind.longest // max(1, len(piece)) + 1)
    return data[:start] + piece * times + data[end:]


def lines(data, kind, dice):
    """Leave a line out, double it, exchange it with another, or cut it."""
    found = data.split(b"\n")
    one, two = dice.randrange(len(found)), dice.randrange(len(found))
    match dice.randrange(4):
        case 0:
            del found[one]
        case 1:
            found.insert(two, found[one])
        case 2:
            found[one], found[two] = found[two], found[one]
        case _:
            found[one] = found[one][: dice.randint(0, len(found[one]))]
    return b"\n".join(found)


def splice(data, kind, dice):
    other = dice.choice(kind.seeds)
    return data[: dice.randint(0, len(data))] + other[dice.randint(0, len(other)) :]


WAYS = (flip, *[put] * 3, *[renumber] * 2, cut, cut, end, repeat, lines, splice)
