"""The format `grid`: rows with borders between the boxes, as a grid prints itself.

    000|007|000      ┌───┬───┐      *-----------*
    000|009|504      │1 .│3 4│      |.2.|81.|74.|
    000|050|169      │3 4│. 2│      |---+---+---|
    ---+---+---      ├───┼───┤

Cells may stand close together or apart, and be characters or numbers.  The upright
borders tell the shape of the boxes.  Sources: SuDoku Solver's .spf, Simple Sudoku's .ss
and the layout of the players' forum.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.formats.board import read_board
from satdoku.formats.cells import usable
from satdoku.formats.drawing import UPRIGHTS, dashes_are_cells, is_rule, segments
from satdoku.formats.format import Certainty, Format, Options
from satdoku.formats.numerals import is_numeral
from satdoku.geometry import Geometry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.errors import InputError
    from satdoku.formats.entry import Entry
    from satdoku.formats.head import Head
    from satdoku.formats.lines import Lines
    from satdoku.grid import Grid

__all__ = ["GRID"]

_LOOK_AHEAD = 64


class _Layout:
    """Rows cut into segments.

    Args:
        size: The size of the grids, where the person has said it.
        dashes: Whether `-` stands for an empty cell.
    """

    def __init__(self, size: int | None, *, dashes: bool) -> None:
        self._size = size
        self._dashes = dashes

    def cells(self, line: str) -> str | list[str] | None:
        if is_rule(line, dashes=self._dashes):
            return None
        parts = segments(line)
        if len(parts) == self._size or (len(parts) > 3 and "" in parts):
            return [part or "." for part in parts]
        words = [part.split() for part in parts]
        if len(words) == 1 and _are_boxes(words[0], self._size):
            return "".join(words[0])
        if any(len(part) > 1 for part in words):
            return [word for part in words for word in part]
        return "".join(parts) or None

    def geometry(self, line: str, size: int) -> Geometry | None:
        widths: set[int] = set()
        for part in segments(line):
            words = part.split()
            widths.add(len(words) if len(words) > 1 else len(part))
        if len(widths) == 1:
            width = widths.pop()
            if 1 < width < size and size % width == 0:
                return Geometry(size // width, width)
        return None

    def blank(self, line: str) -> bool:
        return not line or line.isspace()

    def ends(self, line: str) -> bool:  # noqa: ARG002  nothing announces a puzzle
        return False


def _are_boxes(words: list[str], size: int | None) -> bool:
    """Whether words without borders between them are the boxes' parts of a row.

    `53. .7. ...` is; `10 11 12 13` are four numbers, `5 3 . .` are four cells.
    """
    width = len(words[0]) if words else 0
    if len(words) < 2 or width < 2 or any(len(word) != width for word in words):
        return False
    if size is not None:
        return size == width * len(words)
    numbers = all(map(is_numeral, words)) and width <= len(str(len(words)))
    return not numbers and usable(width * len(words))


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    size = options.geometry.size if options.geometry else None
    dashes = dashes_are_cells(lines.peek(_LOOK_AHEAD))
    yield from read_board(lines, options, _Layout(size, dashes=dashes), "grid")


def _recognises(head: Head) -> Certainty:
    """Look for borders in the first block, or for gaps where they would be."""
    block = head.block[:_LOOK_AHEAD]
    dashes = dashes_are_cells(block)
    rows = [line for line in block if not is_rule(line, dashes=dashes)]
    if not rows or "," in rows[0]:
        return Certainty.NO
    barred = sum(not UPRIGHTS.isdisjoint(row) for row in rows)
    ruled = len(rows) < len(block)
    if barred * 2 > len(rows) or (ruled and len(rows) > 1 and not barred):
        return Certainty.LIKELY
    layout = _Layout(head.size, dashes=dashes)
    gaps = all(_are_boxes(row.split(), head.size) for row in rows)
    if gaps and {len(layout.cells(row) or "") for row in rows} == {len(rows)}:
        return Certainty.LIKELY
    return Certainty.NO


def _write(grid: Grid, number: int) -> str:  # noqa: ARG001  a drawing has no number
    return f"{grid}\n"


GRID = Format(
    name="grid",
    summary="rows with borders between the boxes",
    extensions=(".spf", ".ss", ".txt"),
    recognises=_recognises,
    read=_read,
    write=_write,
    separator="\n",
)
"""Format `grid`."""
