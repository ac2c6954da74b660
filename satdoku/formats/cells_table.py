"""The format `cells`: a row a line, commas, semicolons or tabs between the cells.

    5,3,,,7,,,,           as spreadsheets save and paste a grid, and as the game
    6,,,1,9,5,,,          `sudoku` of Debian writes it with -fcsv

Nothing, `.` or `0` stands for an empty cell; quotes around a cell are passed over, and
so is one empty column at the right, which a separator at the end of each row makes.  A
number may end in `.0`, as programs write it that take a column with gaps for fractions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.formats.board import Rows
from satdoku.formats.format import Certainty, Format, Options, Style
from satdoku.formats.head import is_comment
from satdoku.formats.headings import TableCells
from satdoku.formats.spare_column import has_spare

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.entry import Entry
    from satdoku.formats.head import Head
    from satdoku.formats.lines import Lines
    from satdoku.geometry import Geometry

__all__ = ["CELLS"]

_SEPARATORS = ",;\t"
_LOOK_AHEAD = 512
_LONGEST_CELL = 3
_SIGNS = frozenset(".0_*?-")


class _Layout:
    """Each line a row, cut at the separator.

    Args:
        rows: The lines from which the layout is told.
        size: The size of the grids, where the person has said it.
    """

    def __init__(self, rows: list[str], size: int | None = None) -> None:
        text = "".join(rows)
        self.separator = max(_SEPARATORS, key=text.count)
        cut = [self._cut(row) for row in rows]
        self.unclear: InputError | None = None
        try:
            self.ended = has_spare(cut, size)
        except InputError as error:
            self.ended, self.unclear = True, error
        self.letters = any(cell.isalpha() for row in cut for cell in row)

    def _cut(self, line: str) -> list[str]:
        cells = line.split(self.separator)
        return [cell.strip().strip('"').strip().removesuffix(".0") for cell in cells]

    def cells(self, line: str) -> list[str]:
        """Return the cells of a row, numbers in two digits where a row has so many."""
        cells = self._cut(line)
        if self.ended and not cells[-1]:
            cells.pop()
        wide = 2 if len(cells) > 9 and not self.letters else 1
        return [c.rjust(wide, "0") if c.isdigit() else c or "." for c in cells]

    def geometry(self, line: str, size: int) -> Geometry | None:  # noqa: ARG002  there are no drawn boxes
        """Return None: nothing tells the boxes."""
        return None

    def blank(self, line: str) -> bool:
        """Whether the line ends a puzzle: tabs alone are a row of empty cells."""
        return not line.strip(" ")

    def ends(self, line: str) -> bool:  # noqa: ARG002  nothing announces a puzzle
        """Return False."""
        return False


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    size = options.geometry.size if options.geometry else None
    layout = _Layout(_first_rows(lines.peek(_LOOK_AHEAD)), size)
    if layout.unclear is not None:
        raise layout.unclear.at(line=lines.number + 1)
    rows = Rows(lines, options, layout, "cells", TableCells(options))
    number = 1
    while (puzzle := rows.puzzle(number)) is not None:
        yield puzzle
        number += 1


def _first_rows(lines: list[str]) -> list[str]:
    """Return the rows before the first blank line that comes behind one."""
    rows: list[str] = []
    for line in lines:
        if is_comment(line):
            continue
        if line.strip(" "):
            rows.append(line)
        elif rows:
            break
    return rows


def _recognises(head: Head) -> Certainty:
    """Look for rows of short cells, as many in each."""
    rows = _first_rows(head.lines)
    if not rows:
        return Certainty.NO
    layout = _Layout(rows, head.size)
    if layout.separator not in rows[0]:
        return Certainty.NO
    cut = [layout.cells(row) for row in rows]
    widths = [len(row) for row in cut]
    width = max(widths, key=widths.count)
    cells = [cell for row in cut for cell in row]
    sound = sum(map(_is_cell, cells))
    if width < 4 or widths.count(width) * 2 < len(rows) or sound * 5 < len(cells) * 4:
        return Certainty.NO
    square = len(rows) % width == 0
    if square and head.whole and sound == len(cells) == width * len(rows):
        return Certainty.CERTAIN
    if square or len(rows) > 2:
        return Certainty.LIKELY
    return Certainty.NO if layout.letters else Certainty.POSSIBLE


def _is_cell(text: str) -> bool:
    if text.isdigit():
        return text.isascii() and len(text) <= _LONGEST_CELL
    return len(text) == 1 and (text.isalpha() or text in _SIGNS)


def _write(entry: Entry, style: Style) -> str:
    del style  # numbers are written in one way
    return "".join(
        ",".join(str(value) if value else "" for value in row) + "\n"
        for row in entry.grid.rows
    )


CELLS = Format(
    name="cells",
    summary="a row a line, commas or tabs between the cells",
    extensions=(),
    recognises=_recognises,
    read=_read,
    write=_write,
    separator="\n",
    symbols=False,
    comments=False,
)
"""Format `cells`."""
