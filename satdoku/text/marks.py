"""Cells of one character each: which digit a character is, and which mean empty.

Blanks.  `.` and `0` stand for an empty cell, also side by side.  Any other sign does if
it is the only one besides the digits (the rule of Sudopedia: digits and ONE other
character fill the grid); letters do not, `X` aside.

Symbols above 9.  The usual symbols of the size are taken wherever they fit.  Another
dialect is taken only if the usual symbols do not fit and it alone does.  Above size 9,
`.` beside `0` is not taken for two kinds of blanks, as `0` may be a digit there: in
`0-9A-F` it is one, in `1-9A-G` it is not, so where neither fits otherwise the text is
refused as ambiguous.

Invariant: one `Marks` reads one source, and every grid of a size in it in one dialect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError, printable
from satdoku.symbols import DIALECTS, Symbols, usual

if TYPE_CHECKING:
    from satdoku.geometry import Geometry

__all__ = ["BLANKS", "Marks", "misfits", "plausible"]

BLANKS = frozenset("!\"#$%&'()*+,-./0:;<=>?@[\\]^_`{|}~ ·xX")
"""The characters that can stand for an empty cell."""

_USUAL_BLANKS = frozenset(".0")
_USED_BLANKS = frozenset("._*?xX ")
_BAD = 255


class Marks:
    """Reads the characters of grids into values.

    Args:
        symbols: How digits are written; told from the text if None.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> Marks().values("1_3434_2_1434321", Geometry(4, 4))[:4]
        (1, 0, 3, 4)
    """

    def __init__(self, symbols: Symbols | None = None) -> None:
        self._said = symbols
        self._found: dict[int, Symbols] = {}
        self._tables: dict[int, bytes] = {}

    def table(self, size: int) -> bytes | None:
        """Return how the last grid of this size was read, as a table of bytes.

        Translated by it, an ASCII text holds its values, and 255 where it is to be
        read by `values` instead, which looks closer.
        """
        return self._tables.get(size)

    def unusual(self, size: int) -> Symbols | None:
        """Return the symbols grids of this size are in, unless they are the usual."""
        found = self._found.get(size)
        return None if found is usual(size) else found

    def values(self, text: str, geometry: Geometry) -> tuple[int, ...]:
        """Return the values of n² characters.

        Raises:
            InputError: A character is no digit, or the dialect cannot be told; names
                the cell.
        """
        size = geometry.size
        table = self._tables.get(size)
        if table is not None and text.isascii():
            values = text.encode().translate(table)
            if _BAD not in values:
                return tuple(values)
        symbols = self._choose(text, size)
        digits = symbols.readable(size)
        others = set(text).difference(digits)
        self._found[size] = symbols
        if not others:
            others = {"."} if size > 9 else {".", "0"}
        elif size <= 9 and others <= _USUAL_BLANKS:
            others = {".", "0"} - digits.keys()
        self._tables[size] = _table(digits, others)
        return tuple(digits.get(mark, 0) for mark in text)

    def _choose(self, text: str, size: int) -> Symbols:
        """Tell in which symbols the text is written; refuse it where it is in none."""
        used = set(text)
        if self._said is not None:
            if len(self._said.alphabet) < size:
                raise InputError(
                    f"{size}x{size} cells",
                    expected=f"at most {len(self._said.alphabet)} a side in symbols "
                    f"{self._said.name}",
                )
            if _fits(self._said, used, size, mixed=True):
                return self._said
            raise _refusal(self._said, text, size)
        before = self._found.get(size)
        if before is not None and _fits(before, used, size, mixed=size <= 9):
            return before
        chosen = _detected(text, used, size)
        if before is not None and before is not chosen:
            raise InputError(
                f"only symbols {chosen.name} fit, where {before.name} did so far",
                hint=f"say which with --symbols {before.name} or {chosen.name}",
            )
        return chosen


def plausible(text: str, size: int) -> bool:
    """Whether n² (or fewer) characters can be read as cells of this size."""
    used = set(text)
    return any(
        _fits(symbols, used, size, mixed=True)
        for symbols in DIALECTS.values()
        if len(symbols.alphabet) >= size
    )


def misfits(texts: list[str], size: int) -> int:
    """Return how many texts cannot be cells of this size, in the symbols most can be.

    Example:
        >>> misfits(["12..", "AB..", "AD.."], 4)
        1
    """
    return min(
        sum(not _fits(symbols, set(text), size, mixed=True) for text in texts)
        for symbols in DIALECTS.values()
        if len(symbols.alphabet) >= size
    )


def _table(digits: dict[str, int], blanks: set[str]) -> bytes:
    table = bytearray([_BAD]) * 256
    for mark in blanks:
        if mark.isascii():
            table[ord(mark)] = 0
    for mark, digit in digits.items():
        table[ord(mark)] = digit
    return bytes(table)


def _fits(symbols: Symbols, used: set[str], size: int, *, mixed: bool) -> bool:
    """Whether every character is a digit, or the rest can mean empty.

    Args:
        symbols: The dialect.
        used: The characters of the text.
        size: The size of the grid.
        mixed: Whether `.` and `0` may both mean empty.
    """
    others = used.difference(symbols.readable(size))
    if mixed and others <= _USUAL_BLANKS:
        return True
    return len(others) <= 1 and others <= BLANKS


def _detected(text: str, used: set[str], size: int) -> Symbols:
    """Find the one dialect a text of unknown symbols can be in."""
    default = usual(size)
    if default is None:
        raise InputError(
            f"{size}x{size} cells of one character each",
            expected="numbers separated by blanks above 61x61",
        )
    if size <= 9:
        letters = DIALECTS["A-Z"]
        if not _fits(default, used, size, mixed=True):
            if _fits(letters, used, size, mixed=True) and not used & set("123456789"):
                return letters
            raise _refusal(default, text, size)
        return default
    if _fits(default, used, size, mixed=False):
        if _is_complete_from_zero(text, used, size):
            raise _ambiguous(default, DIALECTS["0-9A-Z"], "'0' may be a digit or empty")
        return default
    others = [s for s in DIALECTS.values() if len(s.alphabet) >= size]
    fitting = [s for s in others if _fits(s, used, size, mixed=False)]
    if len(fitting) == 1:
        return fitting[0]
    if _fits(default, used, size, mixed=True):
        last = default.text(size)
        raise _ambiguous(
            default,
            DIALECTS["0-9A-Z"],
            f"'0' beside '.' is a digit in one, '{last}' in the other",
        )
    raise _refusal(default, text, size)


def _is_complete_from_zero(text: str, used: set[str], size: int) -> bool:
    """Whether the text is a complete grid in `0-9A-Z`, each digit as often as it must.

    With the usual symbols it would be a puzzle whose last digit is not among its clues.
    """
    upper = text.upper()
    digits = DIALECTS["0-9A-Z"].alphabet[:size]
    return "0" in used and all(upper.count(digit) == size for digit in digits)


def _ambiguous(one: Symbols, other: Symbols, why: str) -> InputError:
    return InputError(
        f"ambiguous symbols: {why}",
        expected=f"text that is only {one.name} or only {other.name}",
        hint=f"say which with --symbols {one.name} or --symbols {other.name}",
    )


def _refusal(symbols: Symbols, text: str, size: int) -> InputError:
    """Say which cell is wrong: the first neither a digit nor the usual blank."""
    digits = symbols.readable(size)
    others = [mark for mark in text if mark not in digits]
    blanks = set(_USUAL_BLANKS.intersection(others))
    if not blanks and len(set(others)) > 1:
        candidates = [mark for mark in dict.fromkeys(others) if mark in BLANKS]
        blanks = set(sorted(candidates, key=others.count)[-1:])
    index = next(i for i, m in enumerate(text) if m not in digits and m not in blanks)
    row, column = divmod(index, size)
    error = symbols.refusal(text[index], size)
    if error.hint is None and text[index] in _USED_BLANKS and blanks:
        seen = " and ".join(f"'{printable(b)}'" for b in sorted(blanks, reverse=True))
        verb = "stand" if len(blanks) > 1 else "stands"
        error.hint = f"{seen} already {verb} for empty cells here"
    return error.at(cell=(row + 1, column + 1))
