"""From one value of a table or a document to its grid: a text, or a list of numbers.

A text has a character a cell, or numbers between blanks; or rows of them, if it has as
many words as each word has characters.  A list has a number a cell, or rows of them, or
rows of text; None, an empty text and the usual signs stand for an empty cell.

The spreadsheet trap.  A column of 81 digits is taken for numbers by many programs: the
zeros in front are lost, or only the first fifteen digits are left (`4.83E+80`).  What
looks like that is refused with words that say so, as no puzzle can be made of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from satdoku.errors import InputError, printable, shown
from satdoku.puzzle import Puzzle
from satdoku.text.numerals import numeral_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.formats.cells import Cells

__all__ = ["FLOAT", "LOST_AS_NUMBER", "cell_text", "grid_of_list", "grid_of_text"]

FLOAT = re.compile(r"\d+(\.\d*)?[eE]\+?\d{1,3}|\d{10,}\.0+", re.ASCII)
"""What is left of a puzzle that was taken for a number."""

LOST_AS_NUMBER = (
    "the program that wrote this table took the puzzle for a number; "
    "export the column as text"
)
"""What to do about digits that were lost."""

_BLANK = "."
_LONGEST_CELL = 3


def grid_of_text(text: str, cells: Cells) -> Puzzle:
    """Make the grid of a text.

    Raises:
        InputError: It is none; names the cell where one is wrong.
    """
    words = text.split()
    if not words:
        raise InputError("no puzzle", expected="its cells")
    if len(words) == 1:
        return _grid_of_word(words[0], cells)
    rows = len(words)
    if rows == len(words[0]) and all(len(word) == rows for word in words):
        return cells.grid("".join(words), cells.geometry_of_cells(rows * rows))
    return cells.grid(words, cells.geometry_of_cells(rows))


def _grid_of_word(word: str, cells: Cells) -> Puzzle:
    if FLOAT.fullmatch(word):
        raise InputError(
            f"'{printable(word)}', a number",
            expected="a character for each cell",
            hint=LOST_AS_NUMBER,
        )
    try:
        geometry = cells.geometry_of_cells(len(word))
    except InputError as error:
        if word.isdigit() and word[0] != "0" and "0" in word and "." not in word:
            error.hint = (
                "if a program took the puzzle for a number, zeros in front are lost; "
                "export the column as text"
            )
        raise
    return cells.grid(word, geometry)


def cell_text(value: object) -> str:
    """Return the text of what a list has for a cell.

    Raises:
        InputError: It is neither a whole number, nor a text, nor None.

    Example:
        >>> [cell_text(value) for value in (5, 5.0, None, "", "A")]
        ['5', '5', '.', '.', 'A']
    """
    if value is None:
        return _BLANK
    if isinstance(value, str):
        return value.strip() or _BLANK
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    said = str(value).lower() if isinstance(value, bool) else shown(value)
    raise InputError(
        f"{said} cannot be in a cell",
        expected="a whole number, a character, or nothing for an empty cell",
    )


def grid_of_list(items: Sequence[object], cells: Cells) -> Puzzle:
    """Make the grid of a list of cells, or of rows of cells.

    Raises:
        InputError: It is none; names the cell where one is wrong.
    """
    if not items:
        raise InputError("an empty list", expected="the cells of a puzzle")
    flat = _flat(items)
    if any(isinstance(item, dict) for item in flat):
        hint = "if it is a board of f-puzzles, its format is fpuzzles"
        raise InputError("a cell that is an object", expected="a digit", hint=hint)
    geometry = cells.geometry_of_cells(len(flat))
    size = geometry.size
    if set(map(type, flat)) == {int}:
        whole = cast("Sequence[int]", flat)
        if size <= 9 and min(whole) >= 0 and max(whole) <= size:
            return Puzzle.trusted(geometry, tuple(whole))
    texts: list[str] = []
    for cell, item in enumerate(flat):
        try:
            texts.append(cell_text(item))
        except InputError as error:
            row, column = divmod(cell, size)
            raise error.at(cell=(row + 1, column + 1)) from None
    if any(mark.isalpha() for text in texts for mark in text):
        return cells.grid(texts, geometry)
    # Digits alone are numbers here, whatever symbols texts are in.
    return Puzzle.trusted(geometry, numeral_values(texts, geometry))


def _flat(items: Sequence[object]) -> list[object]:
    """Put rows one behind the other, each as long as there are rows."""
    rows = [_row(item) for item in items]
    if all(row is None for row in rows):
        return list(items)
    flat: list[object] = []
    for number, row in enumerate(rows, 1):
        if row is None or len(row) != len(rows):
            count = "no row" if row is None else f"{len(row)} cells"
            expected = f"{len(rows)} cells, as there are {len(rows)} rows"
            raise InputError(f"row {number}: {count}", expected=expected)
        flat.extend(row)
    return flat


def _row(item: object) -> Sequence[object] | None:
    """Return the cells of a row: a list, or a text of more than one cell."""
    if isinstance(item, (list, tuple)):
        return cast("Sequence[object]", item)
    if isinstance(item, str):
        words = item.split()
        if len(words) > 1:
            return words
        if words and len(words[0]) > _LONGEST_CELL:
            return words[0]
    return None
