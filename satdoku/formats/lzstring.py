"""LZString's Base64: how links of f-puzzles and SudokuPad hold a text.

Idea: a stream of codes, each with as many bits as the size of the table needs, lowest
bit first, packed six bits to a character of Base64, highest bit first.  The table grows
with the text, the same way on both sides:

    0, 1    a new character of 8 or 16 bits follows; it gets the next entry
    2       the end
    3 …     an entry; each but the first makes another of the phrase before and its
            own first character

Unpacking stops at a limit, so that five kilobytes cannot become five megabytes: an
entry is only as long as what has been unpacked, so memory is bounded by the limit too.
Characters are code units of UTF-16, as in JavaScript.

Source: pieroxy's lz-string, whose PyPI port is the oracle of the tests.  It cannot be
used itself, because it unpacks without a limit.
"""

from __future__ import annotations

from satdoku.errors import InputError, printable

__all__ = ["pack", "unpack"]

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = {mark: f"{index:06b}" for index, mark in enumerate(_ALPHABET)}
_NEW_8, _NEW_16, _END, _FIRST = range(4)
_MOST_BITS = 40
"""A code and the new character it announces, at sizes of the table that fit memory."""


class _Bits:
    """Takes numbers from a packed text, lowest bit first."""

    def __init__(self, packed: str) -> None:
        self._bits = "".join(map(_BITS.__getitem__, packed))
        self._at = 0

    def take(self, width: int) -> int:
        """Take the number in the next bits.

        Raises:
            InputError: There are no more.
        """
        end = self._at + width
        if end > len(self._bits):
            raise InputError("the packed text is cut off", expected="all of the link")
        bits = self._bits[self._at : end]
        self._at = end
        return int(bits[::-1], 2)

    @property
    def left(self) -> str:
        """The bits behind those that were taken."""
        return self._bits[self._at :]


def unpack(packed: str, limit: int) -> str:
    """Return the text that is packed.

    Args:
        packed: The packed text, with or without the `=` at its end.
        limit: Characters that the text may have.

    Raises:
        InputError: It is no such text, or longer than the limit.

    Example:
        >>> unpack("N4IgpgHmkFyA===", 100)
        Traceback (most recent call last):
        satdoku.errors.InputError: the packed text is cut off; expected all of the link
        >>> unpack(pack("hello hello hello"), 100)
        'hello hello hello'
    """
    packed = packed.rstrip("=")
    if len(packed) * 6 > (limit + 2) * _MOST_BITS:
        raise _too_long(limit)
    strange = next((i for i, mark in enumerate(packed) if mark not in _BITS), None)
    if strange is not None:
        raise InputError(
            f"'{printable(packed[strange])}' at character {strange + 1} of the packed "
            "text",
            expected="letters, digits, + and / (Base64)",
        )
    bits = _Bits(packed)
    found = "".join(_phrases(bits, limit))
    if "1" in bits.left or len(bits.left) > 12:
        raise InputError(
            "the packed text goes on behind its end", expected="nothing behind it"
        )
    try:
        return found.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise InputError("the packed text holds half a character") from None


def _phrases(bits: _Bits, limit: int) -> list[str]:
    """Take the phrases of a packed text up to its end."""
    table = [""] * _FIRST
    phrases: list[str] = []
    before, length = "", 0
    while (code := bits.take(len(table).bit_length())) != _END:
        if code in (_NEW_8, _NEW_16):
            table.append(chr(bits.take(8 if code == _NEW_8 else 16)))
            code = len(table) - 1
        if code < len(table):
            phrase = table[code]
        elif code == len(table) and before:
            phrase = before + before[0]
        else:
            raise InputError("no packed text", expected="one as LZString makes it")
        if before:
            table.append(before + phrase[0])
        length += len(phrase)
        if length > limit:
            raise _too_long(limit)
        phrases.append(phrase)
        before = phrase
    return phrases


def _too_long(limit: int) -> InputError:
    return InputError(
        f"unpacks to more than {limit:,} characters",
        expected="a puzzle",
        hint="a higher limit (--max-link) takes it",
    )


def pack(text: str) -> str:
    """Pack a text.

    Example:
        >>> pack("sudoku")
        'M4VwJg9g1iQ='
    """
    units = _units(text)
    row: list[str] = []
    known = {units[:1]: _FIRST}
    size, new, start = _FIRST, True, 0
    while start < len(units):
        end = start + 1
        while end < len(units) and units[start : end + 1] in known:
            end += 1
        phrase, width = units[start:end], size.bit_length()
        if new:
            short = ord(phrase) < 256
            row += _low_first(_NEW_8 if short else _NEW_16, width)
            row += _low_first(ord(phrase), 8 if short else 16)
            size += 1
        else:
            row += _low_first(known[phrase], width)
        size += start > 0
        if end < len(units):
            new = known.setdefault(units[end], size) == size
            known[units[start : end + 1]] = size + new
        start = end
    row += _low_first(_END, size.bit_length())
    row += "0" * (6 - len(row) % 6)
    bits = "".join(row)
    packed = "".join(
        _ALPHABET[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6)
    )
    return packed + "=" * (-len(packed) % 4)


def _low_first(number: int, width: int) -> str:
    """Write a number in so many bits, lowest first."""
    return f"{number:0{width}b}"[::-1]


def _units(text: str) -> str:
    """Return a text of the code units of UTF-16 of another."""
    if max(text, default="") <= "\uffff":
        return text
    data = text.encode("utf-16-le", "surrogatepass")
    pairs = zip(data[::2], data[1::2], strict=True)
    return "".join(chr(low | high << 8) for low, high in pairs)
