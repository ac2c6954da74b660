"""Cells of a number each: 1 … n, and `0`, `.`, `_` or one other sign for empty.

Numbers are looked up, never converted: a token of five thousand digits is refused like
any other word. Up to size 9, `0` beside another blank means empty, too, unless it is
set as a digit would be: never twice in a unit, beside all digits but n. Above size 9, a
board that uses `0` beside another blank and never n is taken to count from 0, and
refused with the hint to add one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from satdoku.errors import InputError, printable
from satdoku.text.marks import BLANKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.geometry import Geometry

__all__ = ["is_numeral", "numeral_values", "refuse_from_zero"]

_LONGEST_NUMERAL = 6


@lru_cache(maxsize=8)
def _digits(size: int) -> dict[str, int]:
    return {str(digit): digit for digit in range(1, size + 1)}


def is_numeral(token: str) -> bool:
    """Whether a token is a number, or stands for an empty cell.

    Example:
        >>> [is_numeral(token) for token in ("12", ".", "__", "A", "-1")]
        [True, True, True, False, False]
    """
    return (
        len(token) <= _LONGEST_NUMERAL and token.isascii() and token.isdigit()
    ) or _is_blank(token)


def numeral_values(tokens: Sequence[str], geometry: Geometry) -> tuple[int, ...]:
    """Return the values of n² tokens.

    Raises:
        InputError: A token is no digit of this size; names the cell.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> numeral_values("1 . 03 4 3 4 . 2 . 1 4 3 4 3 2 1".split(), Geometry(4, 4))
        (1, 0, 3, 4, 3, 4, 0, 2, 0, 1, 4, 3, 4, 3, 2, 1)
    """
    size = geometry.size
    digits = _digits(size)
    others = set(tokens).difference(digits)
    if not others <= {"0"} and not others <= {"."}:
        tokens = [t if t in digits else _plain(t) for t in tokens]
        others = set(tokens).difference(digits)
    if not (others <= {"0", "."} or (len(others) == 1 and all(map(_is_blank, others)))):
        raise _refusal(tokens, size)
    if size > 9 and "0" in others:
        _refuse_from_zero(tokens, others, size)
    refuse_from_zero(tokens, geometry)
    get = digits.get
    return tuple([get(token, 0) for token in tokens])


def refuse_from_zero(tokens: Sequence[str], geometry: Geometry) -> None:
    """Refuse a grid up to 9x9 in which 0 seems to be a digit beside empty cells.

    It does where n never occurs, all of 1 … n-1 do, and no unit holds two zeros; so no
    puzzle in which n occurs is refused.

    Raises:
        InputError: It does; names the first 0.
    """
    size = geometry.size
    found = set(tokens)
    if size > 9 or "0" not in found or "." not in found or str(size) in found:
        return
    if any(str(digit) not in found for digit in range(1, size)):
        return
    zeros = [divmod(i, size) for i, mark in enumerate(tokens) if mark == "0"]
    height, width = geometry.box_height, geometry.box_width
    for units in (
        {row for row, _ in zeros},
        {column for _, column in zeros},
        {(row // height, column // width) for row, column in zeros},
    ):
        if len(units) < len(zeros):
            return
    row, column = zeros[0]
    raise InputError(
        f"ambiguous: '0' beside empty cells, and {size} never",
        expected=f"digits from 1 to {size}, and one sign for empty cells",
        hint=f"if the digits are 0 to {size - 1}, add 1 to each",
        cell=(row + 1, column + 1),
    )


def _is_blank(token: str) -> bool:
    """Whether the token is one sign, or one sign repeated, that can mean empty."""
    return token != "" and token[0] in BLANKS and token == token[0] * len(token)


def _plain(token: str) -> str:
    """Strip leading zeros (`07`) and repeated blanks (`__`)."""
    if token.isdigit() and token.isascii():
        return token.lstrip("0") or "0"
    return token[0] if _is_blank(token) else token


def _refuse_from_zero(tokens: Sequence[str], others: set[str], size: int) -> None:
    last = str(size)
    if last in tokens:
        return
    complete = others == {"0"} and all(
        tokens.count(str(number)) == size for number in range(size)
    )
    if others != {"0"} or complete:
        index = tokens.index("0")
        raise InputError(
            f"'0' is used beside '.', and {size} never"
            if not complete
            else f"each number from 0 to {size - 1} is there {size} times",
            expected=f"numbers from 1 to {size}, and 0 or . for an empty cell",
            hint="if the numbers count from 0, add 1 to each",
            cell=(index // size + 1, index % size + 1),
        )


def _refusal(tokens: Sequence[str], size: int) -> InputError:
    """Say which cell is wrong: the first neither a digit nor the usual blank."""
    digits = _digits(size)
    others = [token for token in tokens if token not in digits]
    blanks = {"0", "."}.intersection(others)
    if not blanks:
        candidates = [token for token in dict.fromkeys(others) if _is_blank(token)]
        blanks = set(sorted(candidates, key=others.count)[-1:])
    index = next(i for i, t in enumerate(tokens) if t not in digits and t not in blanks)
    token = tokens[index]
    hint = None
    what = f"'{printable(token)}' is not a number"
    if token.isascii() and token.isdigit():
        what = f"{printable(token)} is not a digit of a {size}x{size} grid"
        hint = f"a row has {size} numbers here, so none is above {size}"
    elif token[0] in "+-" and token[1:].isdigit():
        hint = "digits are written without a sign"
    elif not token.isascii() and token.isnumeric():
        hint = "only ASCII digits are read"
    elif _is_blank(token):
        what = f"'{printable(token)}' is another sign for an empty cell"
        hint = f"'{printable(min(blanks))}' is used for that here"
    return InputError(
        what,
        expected=f"1-{size}, or 0 or . for an empty cell",
        hint=hint,
        cell=(index // size + 1, index % size + 1),
    )
