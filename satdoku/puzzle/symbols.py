"""How digits are written: one character each, or numbers.

A `Symbols` names the character of every digit 1 … n.  The usual ones are `1-9A-Z`,
which reach size 35, and `1-9a-zA-Z` from there to size 61; larger grids are written as
numbers separated by blanks.  Other dialects of 16x16 and 25x25 start at 0 or at A; they
are data, not code, and which of them a text is in is decided in `satdoku.formats`.

An empty cell is `.` when written; `0` and other signs are read as empty, too, unless
the symbols themselves give them a meaning (`0` in `0-9A-F`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from satdoku.errors import InputError, check_choice, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

_TENS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LONGEST_ALPHABET = 35


@dataclass(frozen=True, slots=True)
class Symbols:
    """An alphabet: its character k - 1 is how digit k is written.

    Letters are read in either case, unless the alphabet itself has both.

    Example:
        >>> LETTERS.text(10)
        'A'
    """

    name: str
    alphabet: str

    def text(self, digit: int) -> str:
        """Write a digit, or `.` for an empty cell (0)."""
        return self.alphabet[digit - 1] if digit else "."

    def line(self, values: Sequence[int]) -> str:
        """Write the cells of a grid, a character each.

        Example:
            >>> LETTERS.line((1, 0, 10))
            '1.A'
        """
        return bytes(values).translate(_table(self.alphabet)).decode("ascii")

    def refusal(self, mark: str, size: int) -> InputError:
        """Return the error that says why a character cannot be in a cell.

        Example:
            >>> print(LETTERS.refusal("#", 9))
            '#' is not a digit; expected 1-9, or 0 or . for an empty cell
        """
        known = mark in self.alphabet or (
            mark.isascii() and mark.upper() in self.alphabet
        )
        of_size = f" of a {size}x{size} grid" if known else ""
        hint = None
        if not mark.isascii() and mark.isnumeric():
            hint = "write ASCII digits"
        elif mark in "+-":
            hint = "write digits without a sign"
        return InputError(
            f"'{printable(mark)}' is not a digit{of_size}",
            expected=self.expected(size),
            hint=hint,
        )

    def readable(self, size: int) -> dict[str, int]:
        """Return every character that is read as a digit of this size, with the digit.

        Example:
            >>> DIALECTS["A-Z"].readable(2)
            {'A': 1, 'B': 2, 'a': 1, 'b': 2}
        """
        digits = {mark: k for k, mark in enumerate(self.alphabet[:size], 1)}
        for mark, digit in list(digits.items()):
            swapped = mark.swapcase()
            if swapped not in self.alphabet:
                digits[swapped] = digit
        return digits

    def expected(self, size: int) -> str:
        """Say which characters a cell may hold, for messages."""
        used = self.alphabet[:size]
        blanks = " or ".join(b for b in "0." if b not in used)
        return f"{_ranges(used)}, or {blanks} for an empty cell"


@lru_cache(maxsize=64)
def _table(alphabet: str) -> bytes:
    """Return the character of each digit, by its number."""
    return f".{alphabet}".encode("ascii").ljust(256, b"?")


def _ranges(used: str) -> str:
    """Shorten an alphabet: `123456789ABC` becomes `1-9A-C`."""
    runs: list[list[str]] = []
    for mark in used:
        if runs and ord(runs[-1][-1]) + 1 == ord(mark):
            runs[-1].append(mark)
        else:
            runs.append([mark])
    return "".join(
        f"{run[0]}-{run[-1]}" if len(run) > 2 else "".join(run) for run in runs
    )


LETTERS = Symbols("1-9A-Z", "123456789" + _TENS)
"""The usual symbols up to size 35."""

MIXED = Symbols("1-9a-zA-Z", "123456789" + _TENS.lower() + _TENS)
"""The usual symbols of sizes 36 to 61."""

DIALECTS: dict[str, Symbols] = {
    symbols.name: symbols
    for symbols in (
        LETTERS,
        Symbols("0-9A-Z", "0123456789" + _TENS),
        Symbols("A-Z", _TENS),
        MIXED,
    )
}
"""The names of symbols."""


def dialect(name: str) -> Symbols:
    """Find symbols by name.

    Raises:
        UsageError: There are none of that name.

    Example:
        >>> dialect("A-Z").text(2)
        'B'
    """
    check_choice("symbols", name, DIALECTS)
    return DIALECTS[name]


@lru_cache(maxsize=64)
def usual(size: int, first: int = 1) -> Symbols | None:
    """Return the symbols that grids of this size are written in; None if only numbers.

    Args:
        size: How many digits there are.
        first: What the first digit counts in sums, and so how it is written.

    Example:
        >>> usual(16).name, usual(36).name, usual(100), usual(9, 0).text(1)
        ('1-9A-Z', '1-9a-zA-Z', None, '0')
    """
    if first != 1:
        from_zero = DIALECTS["0-9A-Z"]
        if first == 0:
            return from_zero if size <= len(from_zero.alphabet) else None
        marks = from_zero.alphabet[max(first, 0) :]
        known = first > 0 and size <= len(marks)
        return Symbols(f"{marks[0]}-Z", marks) if known else None
    for symbols in (LETTERS, MIXED):
        if size <= len(symbols.alphabet):
            return symbols
    return None
