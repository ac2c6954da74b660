"""LZString's Base64: how links of f-puzzles and SudokuPad hold a text.

A stream of codes, each with as many bits as the size of the table needs, lowest bit
first, packed six bits to a character of Base64, highest bit first.  The table grows
with the text, the same way on both sides:

    0, 1    a new character of 8 or 16 bits follows; it gets the next entry
    2       the end
    3 …     an entry; each but the first makes another of the phrase before and its
            own first character

Unpacking stops at a limit, so that five kilobytes cannot become five megabytes.
Characters are code units of UTF-16, as in JavaScript.  Source: pieroxy's lz-string; its
PyPI port is the oracle of the tests, but unpacks without a limit.
"""

from __future__ import annotations

from satdoku.errors import InputError, printable

__all__ = ["pack", "unpack"]

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = {mark: f"{index:06b}" for index, mark in enumerate(_ALPHABET)}
_NEW_8, _NEW_16, _END, _FIRST = range(4)
# Bits of a code and the new character it announces, at sizes that fit memory.
_MAX_BITS = 40


def unpack(packed: str, limit: int) -> str:
    """Return the text that is packed.

    Args:
        packed: The packed text, with or without the `=` at its end.
        limit: Characters that the text may have.

    Raises:
        InputError: It is not such a text, or longer than the limit.

    Example:
        >>> unpack("N4IgpgHmkFyA===", 100)
        Traceback (most recent call last):
        satdoku.errors.InputError: the packed text is cut off; expected all of the link
        >>> unpack(pack("hello hello hello"), 100)
        'hello hello hello'
    """
    packed = packed.rstrip("=")
    if len(packed) * 6 > (limit + 2) * _MAX_BITS:
        raise _too_long(limit)
    at = next((at for at, mark in enumerate(packed) if mark not in _BITS), None)
    if at is not None:
        what = f"'{printable(packed[at])}' at character {at + 1} of the packed text"
        raise InputError(what, expected="letters, digits, + and / (Base64)")
    text, rest = _unpacked("".join(map(_BITS.__getitem__, packed)), limit)
    if "1" in rest or len(rest) > 12:
        what = "text after the end of the packed text"
        raise InputError(what, expected="nothing after it")
    try:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise InputError("the packed text holds half a character") from None


def _unpacked(bits: str, limit: int) -> tuple[str, str]:
    """Return the phrases up to the end, and the bits behind it."""
    at = length = 0

    def take(width: int) -> int:
        nonlocal at
        at += width
        if at > len(bits):
            raise InputError("the packed text is cut off", expected="all of the link")
        return int(bits[at - width : at][::-1], 2)

    table, phrases, before = [""] * _FIRST, [""], ""
    while (code := take(len(table).bit_length())) != _END:
        if code in (_NEW_8, _NEW_16):
            table.append(chr(take(8 if code == _NEW_8 else 16)))
            code = len(table) - 1
        if code < len(table):
            phrase = table[code]
        elif code == len(table) and before:
            phrase = before + before[0]
        else:
            raise InputError("not a packed text", expected="one as LZString makes it")
        if before:
            table.append(before + phrase[0])
        phrases.append(phrase)
        before = phrase
        length += len(phrase)
        if length > limit:
            raise _too_long(limit)
    return "".join(phrases), bits[at:]


def _too_long(limit: int) -> InputError:
    return InputError(
        f"unpacks to more than {limit:,} characters",
        expected="a puzzle",
        hint="raise the limit with --max-link",
    )


def pack(text: str) -> str:
    """Pack a text.

    Example:
        >>> pack("sudoku")
        'M4VwJg9g1iQ='
    """
    data = text.encode("utf-16-le", "surrogatepass")
    units = "".join(map(chr, memoryview(data).cast("H"))) if data else ""
    row: list[str] = []
    known = {units[:1]: _FIRST}
    size, new, start = _FIRST, True, 0

    def put(number: int, width: int) -> None:
        row.append(f"{number:0{width}b}"[::-1])

    while start < len(units):
        end = start + 1
        while end < len(units) and units[start : end + 1] in known:
            end += 1
        phrase, width = units[start:end], size.bit_length()
        if new:
            short = ord(phrase) < 256
            put(_NEW_8 if short else _NEW_16, width)
            put(ord(phrase), 8 if short else 16)
            size += 1
        else:
            put(known[phrase], width)
        size += start > 0
        if end < len(units):
            new = known.setdefault(units[end], size) == size
            known[units[start : end + 1]] = size + new
        start = end
    put(_END, size.bit_length())
    bits = "".join(row)
    bits += "0" * (6 - len(bits) % 6)
    packed = (_ALPHABET[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))
    text = "".join(packed)
    return text + "=" * (-len(text) % 4)
