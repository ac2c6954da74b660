"""The format `gsf`: a line of gsf's taxonomy a puzzle, which is its fifth field.

    99480,99408,114,1895,1....2.9..4...5...6,Easter-Monster,20.00s,0,C21.m/F350642.604765

The field behind the puzzle is its name; the others are kept as details, numbered as
they stand.  Source: the output of gsf's solver, as HoDoKu reads it (six commas or more
on a line).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.formats.cells import Cells, size_of, usable
from satdoku.formats.each_line import Place, read_each
from satdoku.formats.entry import Entry, Extras
from satdoku.formats.format import Certainty, Format, Options
from satdoku.text.marks import plausible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.head import Head
    from satdoku.formats.lines import Lines

__all__ = ["GSF"]

_FEWEST = 7
_PUZZLE = 4
_NAME = 5


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    """Yield the puzzle of each line."""
    yield from read_each(lines, options, _entry)


def _entry(line: str, cells: Cells, place: Place) -> Entry:
    """Make the puzzle of a line.

    Raises:
        InputError: It has too few fields, or no puzzle in the fifth.
    """
    fields = [field.strip() for field in line.split(",")]
    if len(fields) < _FEWEST:
        raise InputError(
            f"{len(fields)} fields",
            expected=f"at least {_FEWEST}, with the puzzle in the fifth",
        )
    puzzle = fields[_PUZZLE]
    geometry = cells.geometry_of_cells(len(puzzle))
    try:
        grid = cells.grid(puzzle, geometry)
    except InputError as error:
        row, column = error.cell or (1, 1)
        before = sum(len(field) + 1 for field in line.split(",")[:_PUZZLE])
        indent = line.index(puzzle, before)
        at = indent + (row - 1) * geometry.size + column
        raise error.at(column=at) from None
    details = tuple(
        (f"gsf {index}", field)
        for index, field in enumerate(fields, 1)
        if field and index not in (_PUZZLE + 1, _NAME + 1)
    )
    symbols = cells.extras(geometry.size).symbols
    extras = Extras(details, symbols=symbols)
    return Entry(grid, *place, fields[_NAME] or None, "gsf", extras)


def _recognises(head: Head) -> Certainty:
    """Look for a puzzle in the fifth field, behind four numbers: no heading is one."""
    fields = [field.strip() for field in head.first.split(",")]
    if len(fields) < _FEWEST or not all(map(_is_number, fields[:_PUZZLE])):
        return Certainty.NO
    puzzle = fields[_PUZZLE]
    size = size_of(len(puzzle)) or 0
    sound = usable(size) and plausible(puzzle, size)
    return Certainty.CERTAIN if sound else Certainty.NO


def _is_number(field: str) -> bool:
    return field.isascii() and field.replace(".", "", 1).isdigit()


GSF = Format(
    name="gsf",
    summary="gsf's taxonomy, the puzzle in the fifth field of each line",
    extensions=(),
    recognises=_recognises,
    read=_read,
)
"""Format `gsf`."""
