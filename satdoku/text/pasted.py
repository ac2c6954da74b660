"""A text that holds one grid, as people paste it: drawn or not, in rows or not.

A text is read in every way that fits it:

    numbers      a number a cell, between blanks
    groups       a group of digits a cell, its candidates, between blanks; up to 9x9
    places       n characters a cell, a place for each candidate (a sukaku); up to 9x9
    characters   a character a cell
    columns      n lines of n characters, in which a blank is an empty cell

One reading has to be left; where two differ the text is refused.  Whole files, with
several puzzles, titles or tables, are for `satdoku.formats`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import InputError
from satdoku.geometry import Geometry
from satdoku.text.drawing import UPRIGHTS, dashes_are_cells, is_rule
from satdoku.text.marks import Marks
from satdoku.text.numerals import is_numeral, numeral_values

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Reading", "cell_values", "geometry_of", "pasted"]

_LONGEST_NUMBER = 3
_LONGEST_ALPHABET = 61
_MARKED = range(4, 10)  # sizes at which a character is a digit
_DIGITS = "123456789"
_BLANKS = ".0"
_TO_BLANKS = dict.fromkeys(
    [*map(ord, UPRIGHTS), ord(":"), *range(0x2500, 0x2580), 0xFEFF], " "
)


class Reading(NamedTuple):
    """What holds a grid, in one way of reading it.

    Args:
        geometry: The shape.
        values: The values of the cells.
        masks: Their candidates, digit d as bit d - 1, where it holds those alone.
    """

    geometry: Geometry
    values: tuple[int, ...]
    masks: tuple[int, ...] | None = None


def pasted(text: str, geometry: Geometry | None = None) -> Reading:
    r"""Read the one grid of a text.

    Args:
        text: The text.
        geometry: The shape, where boxes are not the usual ones of that size.

    Raises:
        InputError: It holds no grid, or may hold two different ones; names the cell.

    Example:
        >>> pasted("1 2 | 3 4\n3 4 | 1 2\n----+----\n. . | . .\n. . | 2 1").values[:4]
        (1, 2, 3, 4)
        >>> pasted("1 2 34 34 " + "1234 " * 12).masks[:4]
        (1, 2, 12, 12)
    """
    lines = [line for line in text.splitlines() if line]
    dashes = dashes_are_cells(lines)
    rows = [
        line.translate(_TO_BLANKS) for line in lines if not is_rule(line, dashes=dashes)
    ]
    words = [word for row in rows for word in row.split()]
    if not words:
        raise InputError("no cells", expected="the cells of a grid")
    in_places = _in_places("".join(words), geometry)
    if in_places is not None:
        return in_places
    found = set(_in_groups(words, geometry))
    refused: list[InputError] = []
    settled = bool(found) and _ragged(words)
    for cells in _ways(rows, words):
        shape = _fitting(len(cells), geometry)
        if shape is None or settled:
            continue
        try:
            found.add(Reading(shape, cell_values(cells, shape)))
        except InputError as error:
            refused.append(error)
        else:
            settled = cells is words and _ragged(words)
    if len(found) > 1:
        ways = " or ".join(sorted(map(_told, found)))
        raise InputError(
            f"ambiguous: the text can be read as {ways}",
            expected="one character a cell without blanks, or numbers between blanks",
        )
    if found:
        return found.pop()
    if refused:
        raise refused[0]
    return Reading(geometry_of(len(next(_ways(rows, words))), geometry), ())


def cell_values(cells: Sequence[str], geometry: Geometry) -> tuple[int, ...]:
    """Return the values of cells, one text each: all characters, or all numbers.

    Raises:
        InputError: One is no digit of this size, or the symbols cannot be told.
    """
    if geometry.size > _LONGEST_ALPHABET or any(len(cell) > 1 for cell in cells):
        return numeral_values(cells, geometry)
    return Marks().values("".join(cells), geometry)


def geometry_of(count: int, geometry: Geometry | None) -> Geometry:
    """Return the geometry of so many cells, the one that is said if any is.

    Raises:
        InputError: It has not so many.
    """
    if geometry is None:
        return Geometry.of_cells(count)
    if count != geometry.cells:
        raise InputError(
            f"{count} cell{'s' * (count != 1)}",
            expected=f"{geometry.cells} for a grid of {geometry}",
        )
    return geometry


def _ways(rows: list[str], words: list[str]) -> Iterator[Sequence[str]]:
    """Give the cells of a text in each way they may be told apart, likely first."""
    numbers = sum(len(w) <= _LONGEST_NUMBER and is_numeral(w) for w in words)
    if numbers * 2 > len(words) and any(len(word) > 1 for word in words):
        yield words
    yield "".join(words)
    if any(" " in row for row in rows) and {len(row) for row in rows} == {len(rows)}:
        yield "".join(rows)


def _in_groups(words: list[str], geometry: Geometry | None) -> Iterator[Reading]:
    """Give the reading as pencilmarks: a group of digits a cell."""
    for size in _MARKED:
        shape = _fitting(size * size, geometry)
        if shape is None or len(words) != shape.cells or max(map(len, words)) < 2:
            continue
        masks = [_mask_of_group(word, _DIGITS[:size]) for word in words]
        if 0 not in masks:
            yield Reading(shape, (), tuple(masks))


def _in_places(text: str, geometry: Geometry | None) -> Reading | None:
    """Read a place for each candidate of each cell, if that is what the text has.

    Raises:
        InputError: It has that, it seems, but with mistakes.
    """
    size = next((size for size in _MARKED if size**3 == len(text)), 0)
    shape = _fitting(size * size, geometry)
    if shape is None:
        return None
    parts = [text[start : start + size] for start in range(0, len(text), size)]
    masks = tuple(_mask_of_places(part, _DIGITS[:size]) for part in parts)
    held = sum(mask > 0 for mask in masks)
    right = sum(mask.bit_count() for mask in masks)
    wrong = sum(mark not in _BLANKS for mark in text) - right
    if held == shape.cells and not wrong:
        return Reading(shape, (), masks)
    if held * 2 >= shape.cells and wrong * 9 <= right:
        raise InputError(
            f"{len(text)} characters, most of them candidates in their places",
            expected=f"those of every cell of a {size}x{size} grid, and no others",
            hint="satdoku.read can be told that it is in the format sukaku, or not",
        )
    return None


def _mask_of_group(word: str, digits: str) -> int:
    """Return the candidates that a group of rising digits names; 0 if it is none."""
    places = [digits.find(mark) for mark in word]
    rising = all(a < b for a, b in zip([-1, *places], places, strict=False))
    return sum(1 << place for place in places) if rising else 0


def _mask_of_places(part: str, digits: str) -> int:
    """Return the candidates that stand in their places."""
    return sum(
        1 << place
        for place, (mark, digit) in enumerate(zip(part, digits, strict=True))
        if mark == digit
    )


def _ragged(words: list[str]) -> bool:
    """Whether the words are of several lengths, as the parts of rows are not."""
    return len(set(map(len, words))) > 1


def _fitting(count: int, geometry: Geometry | None) -> Geometry | None:
    """Return the geometry of so many cells, or None if there is none."""
    try:
        return geometry_of(count, geometry)
    except InputError:
        return None


def _told(reading: Reading) -> str:
    size = reading.geometry.size
    kind = "a grid" if reading.masks is None else "the candidates of a grid"
    return f"{kind} of {size}x{size}"
