"""The format `pairs`: one puzzle a line, two digits a cell, `01` to `99`.

    0000030000120000...     `00` or `..` for an empty cell

So 16x16 and 25x25 puzzles go on one line without letters.  Text behind the cells is the
puzzle's name, as in the format `line`.  Source: dclamage's SudokuSolver, where a line
of more than 81 characters has two to a cell.

The length alone tells such a line from one with a character a cell: two to a cell are
2n² characters, and 2n² = m² has no solution in whole numbers, as √2 is a fraction of
none.  Puzzles of 9x9 glued together (162 = 2 · 81, 648 = 8 · 81 characters) are told by
their pairs, which do not all stay below the size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError, UsageError
from satdoku.formats.cells import Cells, usable
from satdoku.formats.each_line import Place, field_and_name, read_each
from satdoku.formats.entry import Entry
from satdoku.formats.format import Certainty, Format, Options, Style

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.head import Head
    from satdoku.formats.lines import Lines

__all__ = ["PAIRS"]

_SHORTEST = 32
_LOOK_AHEAD = 64
_LARGEST = 99
_LONGEST_ROW = 99
_BLANKS = ("00", "..")
_BAD_SHARE = 20
"""One bad pair in so many leaves a line recognised, so that the pair can be named."""


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    """Yield the puzzle of each line."""
    yield from read_each(lines, options, _entry)


def _entry(line: str, cells: Cells, place: Place) -> Entry:
    """Make the puzzle of a line.

    Raises:
        InputError: It is not one.
    """
    field, name = field_and_name(line)
    pairs = _pairs(field)
    if len(field) % 2:
        raise InputError(
            f"{len(field)} characters", expected="an even number, two to a cell"
        )
    geometry = cells.geometry_of_cells(len(pairs))
    if geometry.size > _LARGEST:
        raise InputError(
            f"a grid of {geometry}", expected=f"at most {_LARGEST} digits a row"
        )
    try:
        grid = cells.grid(pairs, geometry)
    except InputError as error:
        if error.cell is not None:
            row, column = error.cell
            before = (row - 1) * geometry.size + column - 1
            indent = len(line) - len(line.lstrip())
            error.at(column=indent + 2 * before + 1)
        raise
    return Entry(grid, *place, name, "pairs")


def _pairs(field: str) -> list[str]:
    return [field[at : at + 2] for at in range(0, len(field), 2)]


def _recognises(head: Head) -> Certainty:
    """Look at the length of the first line, and whether its pairs are digits."""
    field, _ = field_and_name(head.first)
    lengths = [len(field_and_name(line)[0]) for line in head.data[:_LOOK_AHEAD]]
    long = sum(length >= _SHORTEST for length in lengths)
    if len(field) % 2 or len(field) < _SHORTEST or long * 2 <= len(lengths):
        return Certainty.NO
    pairs = _pairs(field)
    size = round(len(pairs) ** 0.5)
    if size > _LARGEST or set(pairs) == {".."}:
        return Certainty.NO  # only dots: empty puzzles glued together as well as one
    known = {f"{digit:02}" for digit in range(1, size + 1)}.union(_BLANKS)
    bad = sum(pair not in known for pair in pairs)
    if size * size == len(pairs) and (usable(size) or size == head.size):
        return Certainty.CERTAIN if bad * _BAD_SHARE <= len(pairs) else Certainty.NO
    cut = not bad and len(field) > _LONGEST_ROW
    beyond = any(pair[0] in "123456789" for pair in pairs)
    return Certainty.CERTAIN if cut and beyond else Certainty.NO


def _write(entry: Entry, style: Style) -> str:
    del style  # numbers are written in one way
    grid = entry.grid
    if grid.geometry.size > _LARGEST:
        msg = f"two digits a cell reach to {_LARGEST}, not to {grid.geometry.size}"
        raise UsageError(msg)
    return "".join(f"{value:02}" for value in grid.values) + "\n"


PAIRS = Format(
    name="pairs",
    summary="one puzzle a line, two digits a cell",
    extensions=(),
    recognises=_recognises,
    read=_read,
    write=_write,
    symbols=False,
)
"""Format `pairs`."""
