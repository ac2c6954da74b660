"""Text that any picture can hold: one line, of characters that XML knows."""

from __future__ import annotations

__all__ = ["plain"]

_REPLACEMENT = "\ufffd"


def plain(text: str) -> str:
    r"""Return a text on one line, what no picture can hold replaced.

    XML 1.0 has no surrogates and no controls save for white space, not even escaped.

    Example:
        >>> plain("two\nlines"), plain("a\x00b\udc80") == "a\ufffdb\ufffd"
        ('two lines', True)
    """
    if text.isascii() and text.isprintable():
        return text
    one_line = " ".join(text.splitlines()).replace("\t", " ")
    return "".join(mark if _is_xml(ord(mark)) else _REPLACEMENT for mark in one_line)


def _is_xml(code: int) -> bool:
    """Whether XML 1.0 allows a character and recommends no other."""
    return (
        0x20 <= code < 0x7F
        or 0xA0 <= code <= 0xD7FF
        or (0xE000 <= code <= 0xFFFD and not 0xFDD0 <= code <= 0xFDEF)
        or (0x10000 <= code <= 0x10FFFF and code & 0xFFFE != 0xFFFE)
    )
