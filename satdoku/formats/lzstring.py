"""Texts packed by LZString's Base64, as links of f-puzzles have them.

A packed text is a stream of codes, each with as many bits as the size of the table
needs, lowest bit first, packed six bits to a character of Base64, highest bit first.
The table grows with the text, the same way on both sides:

    0, 1    a new character of 8 or 16 bits follows; it gets the next entry
    2       the end
    3 …     an entry; each but the first makes another of the phrase before and its
            own first character

Unpacking stops at a limit, so that five kilobytes cannot become five megabytes.

Source: pieroxy's lz-string, whose PyPI port is the oracle of the tests.
"""

from __future__ import annotations

from satdoku.errors import InputError, printable

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = {mark: f"{index:06b}" for index, mark in enumerate(_ALPHABET)}
_NEW_8, _NEW_16, _END, _FIRST = range(4)


def too_long(what: str) -> InputError:
    """Return the error that refuses a board that is too large."""
    return InputError(what, expected="a board of f-puzzles")


def unpack(packed: str, limit: int) -> str:
    """Return the text that LZString has packed, a character for each half of a pair.

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
    bits, at, length = _bits(packed.rstrip("=")), 0, 0

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
        if code == len(table) and before:
            table.append(before + before[0])
        elif code >= len(table):
            raise InputError("not a packed text", expected="one as LZString makes it")
        elif before:
            table.append(before + table[code][0])
        before = table[code]
        phrases.append(before)
        length += len(before)
        if length > limit:
            raise too_long(f"unpacks to more than {limit:,} characters")
    if "1" in bits[at:] or len(bits) - at > 12:
        what = "text after the end of the packed text"
        raise InputError(what, expected="nothing after it")
    units = "".join(phrases).encode("utf-16-le", "surrogatepass")
    return units.decode("utf-16-le", "replace")


def _bits(packed: str) -> str:
    bad = next((at for at, mark in enumerate(packed) if mark not in _BITS), None)
    if bad is not None:
        what = f"'{printable(packed[bad])}' at character {bad + 1} of the packed text"
        raise InputError(what, expected="letters, digits, + and / (Base64)")
    return "".join(map(_BITS.__getitem__, packed))


def pack(text: str) -> str:
    """Pack a text; a character above U+FFFF becomes two, as in JavaScript.

    Example:
        >>> pack("sudoku")
        'M4VwJg9g1iQ='
    """
    known: dict[str, int] = {}  # each phrase with its entry of the table
    new: set[str] = set()  # characters that the other side has not seen
    bits, size, phrase = "", _FIRST, ""
    units = text.encode("utf-16-le", "surrogatepass")
    pairs = zip(units[::2], units[1::2], strict=True)
    marks = (chr(low | high << 8) for low, high in pairs)
    for mark in (*marks, ""):  # the last one ends the last phrase
        if mark and mark not in known:
            known[mark] = _FIRST + len(known)
            new.add(mark)
        if mark and phrase + mark in known:
            phrase += mark
            continue
        width, wide = size.bit_length(), phrase > "\xff"
        if phrase:
            size += bool(bits)
            number = known[phrase] if phrase not in new else _NEW_8 + wide
            bits += f"{number:0{width}b}"[::-1]
            known[phrase + mark] = _FIRST + len(known)
        if phrase in new:
            size += 1
            bits += f"{ord(phrase):0{16 if wide else 8}b}"[::-1]
            new.remove(phrase)
        phrase = mark
    bits += f"{_END:0{size.bit_length()}b}"[::-1]
    bits += "0" * (6 - len(bits) % 6)
    packed = (_ALPHABET[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))
    text = "".join(packed)
    return text + "=" * (-len(text) % 4)
