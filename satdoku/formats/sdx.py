"""The format `sdx`: SudoCue's work in progress, a row a line, blanks between the cells.

    2 679 6789 1 46789 5 469 9 3       a digit          a clue
    389 5 4 69 689 68 7 1 29           u and a digit    placed by the player
    6 9 2 8 u1 7 3 59 4                digits           the candidates

A single digit may also be the only candidate of a cell that nobody has filled yet: it
is where a cell that sees it has the digit as one of several candidates, which a clue
would have taken away.  So an .sdx is only read: written, such a cell could come back as
a clue.  Source: sudocue.net, file formats of SudoCue 1.4.1.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from satdoku.errors import InputError, printable
from satdoku.formats.cells import Cells
from satdoku.formats.entry import Entry, Extras
from satdoku.formats.format import Certainty, Format, Options
from satdoku.formats.lines import is_data
from satdoku.formats.metadata import mask_of
from satdoku.puzzle import Puzzle
from satdoku.symbols import LETTERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.lines import Head, Lines
    from satdoku.geometry import Geometry

__all__ = ["SDX"]

_PLACED = "u"
_LOOK_AHEAD = 64


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    """Yield the puzzle of each block of n rows."""
    cells = Cells(options)
    number = 0
    for line in lines:
        if not is_data(line):
            continue
        number += 1
        start = lines.number
        try:
            geometry, rows = _rows(line, lines, cells)
            grid, state = _grids(geometry, rows)
        except InputError as error:
            yield error.at(line=start)
            while (ahead := lines.peek(1)) and is_data(ahead[0]):
                next(lines)
            continue
        extras = Extras(state=None if state == grid else state)
        yield Entry(grid, lines.name, start, number, None, "sdx", extras)


def _rows(
    first: str, lines: Lines, cells: Cells
) -> tuple[Geometry, list[tuple[int, list[str]]]]:
    """Take the rows of a puzzle, each with its line.

    Raises:
        InputError: There are too few, or one is too short or too long.
    """
    rows: list[tuple[int, list[str]]] = []
    size = cells.geometry.size if cells.geometry else _size(first, lines)
    geometry = cells.geometry_of(size)
    text = first
    while True:
        words = text.split()
        if is_data(text) and len(words) != size:
            count = f"{len(words)} cell{'s' if len(words) > 1 else ''}"
            what = f"row {len(rows) + 1} has {count}"
            raise InputError(what, expected=f"{size}", line=lines.number)
        if is_data(text):
            rows.append((lines.number, words))
        ahead = lines.peek(1)
        if len(rows) == size or not ahead or not ahead[0].strip():
            break
        text = next(lines)
    if len(rows) < size:
        count = f"{len(rows)} row{'s' if len(rows) > 1 else ''}"
        raise InputError(f"{count} of {size} cells", expected=f"{size} rows")
    return geometry, rows


def _size(first: str, lines: Lines) -> int:
    """Return how many cells most rows of the puzzle have."""
    block = takewhile(str.strip, lines.peek(_LOOK_AHEAD))
    widths = [len(line.split()) for line in (first, *filter(is_data, block))]
    return max(widths, key=widths.count)


def _grids(
    geometry: Geometry, rows: list[tuple[int, list[str]]]
) -> tuple[Puzzle, Puzzle]:
    """Make the puzzle and its state.

    Raises:
        InputError: A cell holds what it cannot.
    """
    words = [word for _, row in rows for word in row]
    size = geometry.size
    placed = [word.startswith(_PLACED) for word in words]
    masks: list[int] = []
    for cell, word in enumerate(words):
        row, column = divmod(cell, size)
        try:
            digits = [LETTERS.digit(m, size) for m in word.removeprefix(_PLACED)]
        except InputError as error:
            raise error.at(line=rows[row][0], cell=(row + 1, column + 1)) from None
        if not digits or 0 in digits or (placed[cell] and len(digits) > 1):
            raise InputError(
                f"'{printable(word)}' is no cell",
                expected="a digit, u and a digit, or candidates",
                line=rows[row][0],
                cell=(row + 1, column + 1),
            )
        masks.append(mask_of(digits))
    several = [0 if mask & (mask - 1) == 0 else mask for mask in masks]
    seen = _seen(geometry, several)
    filled = [
        0 if several[cell] or (mask & seen[cell] and not placed[cell]) else mask
        for cell, mask in enumerate(masks)
    ]
    values = tuple(mask.bit_length() for mask in filled)
    clues = tuple(0 if placed[cell] else value for cell, value in enumerate(values))
    return Puzzle.trusted(geometry, clues), Puzzle(
        values, geometry=geometry, candidates=masks
    )


def _seen(geometry: Geometry, masks: list[int]) -> list[int]:
    """Return for each cell the digits among the masks of its peers."""
    seen = [0] * geometry.cells
    for unit in geometry.units:
        once = 0
        for cell in unit:
            once |= masks[cell]
        for cell in unit:
            seen[cell] |= once  # only asked where the cell's own mask is 0
    return seen


def _recognises(head: Head) -> Certainty:
    """Look for rows of digits, and a cell that the player has filled."""
    rows = [line.split() for line in head.block]
    if not rows or len(rows) < 4 or not any(map(_has_placed, rows)):
        return Certainty.NO
    widths = [len(row) for row in rows]
    common = max(widths, key=widths.count)
    words = [word for row in rows for word in row]
    sound = sum(word.removeprefix(_PLACED).isdigit() for word in words)
    fits = common > 3 and widths.count(common) * 2 > len(rows)
    return Certainty.CERTAIN if fits and sound * 5 >= len(words) * 4 else Certainty.NO


def _has_placed(row: list[str]) -> bool:
    return any(len(word) == 2 and word[0] == _PLACED for word in row)


SDX = Format(
    name="sdx",
    summary="rows of clues, placed digits (u5) and candidates",
    extensions=(".sdx",),
    recognises=_recognises,
    read=_read,
    keeps=frozenset({"state"}),
)
"""Format `sdx`."""
