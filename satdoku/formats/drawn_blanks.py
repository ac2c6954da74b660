"""Drawings in which a blank between upright borders is an empty cell.

    +-------+-------+-------+      |53 | 7 |   |
    | 5 3   |   7   |       |      |6  |195|   |
    | 6     | 1 9 5 |       |      | 98|   | 6 |

Nothing but its column tells which cell a digit is, so the drawing has to be exact: all
segments are of one width, each row has as many, and there are as many rows as cells in
a row (or a multiple of them, one board below the other).  Then the number of rows tells
how many cells a segment holds, and its width how far they are apart.  A text that can
as well be read with a cell a word is refused, never guessed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import InputError, printable
from satdoku.formats.cells import usable
from satdoku.geometry import Geometry
from satdoku.text.drawing import raw_segments
from satdoku.text.marks import plausible

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Raster", "told_raster"]

_EMPTY = frozenset("._*?-xX")
_DOT = ". for an empty cell"


class Raster:
    """Rows whose cells are told by their columns.

    Args:
        segments: How many segments a row has.
        wide: How many characters a segment has.
        cells: How many cells a segment has.
        pitch: How many characters a cell is from the next one.
    """

    def __init__(self, segments: int, wide: int, cells: int, pitch: int) -> None:
        self.segments = segments
        self.wide = wide
        self.per_segment = cells
        self.pitch = pitch
        self.size = segments * cells

    def cells(self, line: str) -> list[str]:
        """Return the cells of a row, `.` for a blank one.

        Raises:
            InputError: Something stands between the columns of the cells.
        """
        found: list[str] = []
        parts = raw_segments(line, self.wide, self.segments)
        for part in parts:
            row = ["."] * self.per_segment
            for start, word in _words(part):
                at = start // self.pitch
                if not self._on_column(start, len(word)) or row[at] != ".":
                    raise InputError(
                        f"'{printable(word)}' stands between the columns of the cells",
                        expected=f"cells {self.pitch} characters apart, or {_DOT}",
                    )
                if self.pitch == 1:
                    row[at : at + len(word)] = word
                else:
                    row[at] = word
            found += row
        return found

    def geometry(self) -> Geometry | None:
        """Return the shape of the boxes, if a segment is as wide as one."""
        if 1 < self.per_segment < self.size:
            return Geometry.of_box(self.segments, self.per_segment)
        return None

    def _on_column(self, start: int, length: int) -> bool:
        """Whether a word stands in one cell (in cells side by side, if they touch)."""
        if self.pitch == 1:
            return start + length <= self.wide
        gap = {1: 0, -1: self.pitch - 1}.get(self.wide - self.per_segment * self.pitch)
        last = start + length - 1
        columns = {at % self.pitch for at in range(start, last + 1)}
        one = start // self.pitch == last // self.pitch < self.per_segment
        return one and gap not in columns


def told_raster(
    rows: Sequence[tuple[int, str]],
    words: Sequence[Sequence[str]],
    size: int | None,
    *,
    whole: bool,
) -> Raster | None:
    """Tell from the rows of a block whether its blanks are cells, and which.

    Args:
        rows: The rows: the number of the line, and the line.
        words: The cells of each row, if no blank is a cell.
        size: The size of the grids, where the person has said it.
        whole: Whether these are all rows of the block.

    Returns:
        How to read the rows; None if no blank is a cell.

    Raises:
        InputError: It cannot be told; or something stands off the columns.
    """
    count = len(rows)
    plain = len(words[0]) if len({len(row) for row in words}) == 1 else 0
    marked = any(map(_is_marked, _written(rows)))
    fits = plain and (plain == size if size else count % plain == 0 and usable(plain))
    if marked or (fits and (plain in (count, size) or not whole)):
        return None
    wide, segments = _shape(rows)
    if not wide or any("\t" in line for _, line in rows):
        return None
    parts = [raw_segments(line, wide, segments) for _, line in rows]
    if len({tuple(len(p) for p in row) for row in parts}) > 1 or any(
        len(row) != segments or any(len(part) != wide for part in row) for row in parts
    ):
        return None
    columns = {tuple(tuple(at for at, _ in _words(p)) for p in row) for row in parts}
    if fits and len(columns) == 1:
        return None  # the same columns in every row: none is blank
    drawn = [
        raster
        for n in _sizes(count, size, whole=whole)
        for raster in _rasters(segments, wide, n)
    ]
    reading = _chosen([r for r in drawn if _holds(r, rows)], count)
    hidden = reading is not None and not _shows_blanks(reading, rows)
    if hidden or (fits and reading is None):
        return None
    if reading is None:
        _refuse(drawn, rows, segments, wide)
    elif fits and all(_can_be(cell, plain) for row in words for cell in row):
        raise InputError(
            f"ambiguous: {count} rows may be boards of {plain}x{plain}, or of "
            f"{reading.size}x{reading.size} with blanks for empty cells",
            expected=_DOT,
            hint="say the shape of the boxes with --box",
            line=rows[0][0],
        )
    return reading


def _written(rows: Sequence[tuple[int, str]]) -> list[str]:
    return [w for _, row in rows for part in raw_segments(row) for _, w in _words(part)]


def _is_marked(word: str) -> bool:
    """Whether a sign for empty cells is in a word."""
    if "0" in word and (len(word) > 2 or word.startswith("0")):
        return True
    return not _EMPTY.isdisjoint(word)


def _words(part: str) -> list[tuple[int, str]]:
    """Return the words of a segment, each with where it starts."""
    found: list[tuple[int, str]] = []
    start = 0
    for word in part.split():
        start = part.index(word, start)
        found.append((start, word))
        start += len(word)
    return found


def _shape(rows: Sequence[tuple[int, str]]) -> tuple[int, int]:
    """Return how wide most segments are, and how many most rows have."""
    parts = [raw_segments(line) for _, line in rows]
    segments = max(map(len, parts))
    full = [row for row in parts if len(row) == segments]
    inner = [len(p) for row in full for p in (row[1:-1] if len(row) > 2 else row)]
    if segments < 2 or not inner:
        return 0, segments
    return max(set(inner), key=inner.count), segments


def _sizes(count: int, size: int | None, *, whole: bool) -> list[int]:
    """Return the sizes that boards of so many rows together can have."""
    if size is not None:
        return [size]
    return [
        n for n in range(count, 3, -1) if usable(n) and (not whole or count % n == 0)
    ]


def _rasters(segments: int, wide: int, size: int) -> list[Raster]:
    """Return the ways in which segments of this width can hold a board of this size."""
    cells, rest = divmod(size, segments)
    if rest or not cells or wide < cells:
        return []
    if wide == cells:
        return [Raster(segments, wide, cells, 1)]
    pitches = [(wide - pad) // cells for pad in (0, 1, -1) if (wide - pad) % cells == 0]
    return [Raster(segments, wide, cells, pitch) for pitch in pitches if pitch > 1]


def _holds(raster: Raster, rows: Sequence[tuple[int, str]]) -> bool:
    try:
        return all(len(raster.cells(line)) == raster.size for _, line in rows)
    except InputError:
        return False


def _shows_blanks(raster: Raster, rows: Sequence[tuple[int, str]]) -> bool:
    """Whether a blank cell is elsewhere than where a row without border ends."""
    wide = raster.per_segment
    for _, line in rows:
        cells = raster.cells(line)
        filled = raw_segments(line, raster.wide, raster.segments)
        if "." in (cells if filled == raw_segments(line) else cells[wide:-wide]):
            return True
    return False


def _chosen(readings: list[Raster], count: int) -> Raster | None:
    """Choose the one board of all rows, else boards of a part of them.

    Readings of one size with other pitches put every word into the same cell.
    """
    for reading in readings:
        if reading.size == count:
            return reading
    return readings[0] if len({r.size for r in readings}) == 1 else None


def _refuse(
    drawn: list[Raster], rows: Sequence[tuple[int, str]], segments: int, wide: int
) -> None:
    """Say why blanks cannot be cells: a word off its column, or the number of rows."""
    if len({raster.size for raster in drawn}) != 1:
        raise InputError(
            f"ambiguous blanks: {len(rows)} row{'s' * (len(rows) > 1)} of {segments} "
            f"parts, each {wide} characters wide, are no grid with blanks for cells",
            expected=_DOT,
            line=rows[0][0],
        )
    for number, (at, line) in enumerate(rows, 1):
        try:
            drawn[0].cells(line)
        except InputError as error:
            what = f"row {number}: {error.what}"
            raise InputError(what, expected=error.expected, line=at) from None


def _can_be(cell: str, size: int) -> bool:
    """Whether a cell of a plain reading can be one of a board of this size."""
    if cell.isascii() and cell.isdigit():
        return len(cell) < 4 and int(cell) <= size
    return len(cell) == 1 and plausible(cell, size)
