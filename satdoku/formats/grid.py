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

from satdoku.errors import InputError
from satdoku.formats.board import Rows
from satdoku.formats.cells import usable
from satdoku.formats.drawn_blanks import told_raster
from satdoku.formats.format import Certainty, Format, Options, Style
from satdoku.formats.head import is_comment, is_data
from satdoku.formats.line import line_text
from satdoku.geometry import Geometry
from satdoku.symbols import LETTERS, LONGEST_ALPHABET
from satdoku.text.drawing import UPRIGHTS, dashes_are_cells, is_rule, segments
from satdoku.text.numerals import is_numeral

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.drawn_blanks import Raster
    from satdoku.formats.entry import Entry
    from satdoku.formats.head import Head
    from satdoku.formats.lines import Lines

__all__ = ["GRID", "DrawnRows", "read_drawn"]

_LOOK_AHEAD = 64
_BLOCK = 512


class DrawnRows:
    """The layout of rows cut into segments.

    Args:
        size: The size of the grids, where the person has said it.
        dashes: Whether `-` stands for an empty cell.
        starts: What a line begins with that starts a new puzzle, or nothing.
    """

    def __init__(self, size: int | None, *, dashes: bool, starts: str = "") -> None:
        self._size = size
        self._dashes = dashes
        self._starts = starts
        self._raster: Raster | None = None

    def cells(self, line: str) -> str | list[str] | None:
        """Return the cells of a row; None for a border."""
        if is_rule(line, dashes=self._dashes):
            return None
        if self._raster is not None:
            return self._raster.cells(line)
        return self._words(line)

    def tell(self, block: list[tuple[int, str]], *, whole: bool) -> None:
        """Tell from a block of lines whether its blanks are cells.

        Args:
            block: The lines, each with its number.
            whole: Whether these are all lines of the block.

        Raises:
            InputError: It cannot be told.
        """
        self._raster = None
        rows = [
            (number, line)
            for number, line in block
            if not is_rule(line, dashes=self._dashes) and not is_comment(line)
        ]
        if any(not UPRIGHTS.isdisjoint(line) for _, line in rows):
            words = [self._words(line) or "" for _, line in rows]
            self._raster = told_raster(rows, words, self._size, whole=whole)

    def _words(self, line: str) -> str | list[str] | None:
        """Return the cells of a row in which no blank is one."""
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
        """Return the shape that the upright borders tell."""
        if self._raster is not None:
            return self._raster.geometry()
        widths: set[int] = set()
        for part in segments(line):
            words = part.split()
            widths.add(len(words) if len(words) > 1 else len(part))
        if len(widths) == 1:
            width = widths.pop()
            if 1 < width < size and size % width == 0:
                return Geometry.of_box(size // width, width)
        return None

    def blank(self, line: str) -> bool:
        """Whether the line is blank."""
        return not line or line.isspace()

    def ends(self, line: str) -> bool:
        """Whether a new puzzle starts with this line."""
        return self._starts != "" and line.startswith(self._starts)


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
    yield from read_drawn(lines, options, "grid")


def read_drawn(
    lines: Lines, options: Options, name: str
) -> Iterator[Entry | InputError]:
    """Yield the puzzles of a text in which nothing but rows and borders is drawn.

    Args:
        lines: The text.
        options: What the person has said about it.
        name: The name of the format.
    """
    size = options.geometry.size if options.geometry else None
    dashes = dashes_are_cells(lines.peek(_LOOK_AHEAD))
    layout = DrawnRows(size, dashes=dashes)
    rows = Rows(lines, options, layout, name)
    number, told = 1, 0
    while True:
        while (ahead := lines.peek(1)) and not is_data(ahead[0]):
            next(lines)
        if lines.number >= told:
            block, whole = _block(lines)
            told = lines.number + len(block)
            try:
                layout.tell(block, whole=whole)
            except InputError as error:
                yield error
                number += 1
                while lines.number < told:
                    next(lines)
                continue
        puzzle = rows.puzzle(number)
        if puzzle is None:
            return
        yield puzzle
        number += 1


def _block(lines: Lines) -> tuple[list[tuple[int, str]], bool]:
    """Return the lines before the next blank one, and whether their end is seen."""
    block: list[tuple[int, str]] = []
    for number, line in enumerate(lines.peek(_BLOCK), lines.number + 1):
        if not line or line.isspace():
            return block, True
        block.append((number, line))
    return block, len(block) < _BLOCK


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
    layout = DrawnRows(head.size, dashes=dashes)
    gaps = all(_are_boxes(row.split(), head.size) for row in rows)
    if gaps and {len(layout.cells(row) or "") for row in rows} == {len(rows)}:
        return Certainty.LIKELY
    return Certainty.NO


def _write(entry: Entry, style: Style) -> str:
    text, size = str(entry.grid), entry.grid.geometry.size
    if style.symbols is not None:
        line_text(entry.grid, style.symbols)  # refuses symbols that do not reach
        if size <= LONGEST_ALPHABET:
            mine, theirs = LETTERS.alphabet[:size], style.symbols.alphabet[:size]
            text = text.translate(str.maketrans(mine, theirs))
    return f"{text}\n"


GRID = Format(
    name="grid",
    summary="rows with borders between the boxes",
    extensions=(".spf", ".ss", ".txt"),
    recognises=_recognises,
    read=_read,
    write=_write,
    separator="\n",
    keeps=frozenset({"boxes"}),
    borders=True,
)
"""Format `grid`."""
