"""The format `rows`: n lines of n characters, blank lines between puzzles or none.

A blank may stand for an empty cell, but only if every line has exactly n columns:
editors strip blanks at the ends of lines, and then nobody knows where cells were.
"""

from __future__ import annotations

from itertools import dropwhile, pairwise, takewhile
from typing import TYPE_CHECKING

from satdoku.errors import InputError
from satdoku.formats.board import Rows
from satdoku.formats.cells import size_of, usable
from satdoku.formats.format import Certainty, Format, Options, Style
from satdoku.formats.head import is_data
from satdoku.formats.line import line_text
from satdoku.text.marks import plausible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.formats.entry import Entry
    from satdoku.formats.head import Head
    from satdoku.formats.lines import Lines
    from satdoku.geometry import Geometry

__all__ = ["ROWS"]

_LONGEST = 61
_AHEAD = 32
_SEPARATORS = frozenset("-=*")
_DRAWN = frozenset('|+=,;"') | frozenset(map(chr, range(0x2500, 0x2580)))


class _Layout:
    """Each line a row, each character a cell; blanks at the ends only if they count."""

    def __init__(self) -> None:
        self.spaced = False

    def cells(self, line: str) -> str:
        return line if self.spaced else line.strip()

    def geometry(self, line: str, size: int) -> Geometry | None:  # noqa: ARG002  rows have no drawn boxes
        return None

    def blank(self, line: str) -> bool:
        return not line or (line.isspace() and not self.spaced)

    def ends(self, line: str) -> bool:  # noqa: ARG002  nothing announces a puzzle
        return False


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    layout = _Layout()
    ahead = [line for line in lines.peek(512) if not line.startswith("#")]
    rows = [line for line in ahead if line]
    even = len(set(map(len, rows))) == 1
    layout.spaced = any(" " in row.strip() for row in rows) or (
        even and len({len(row.strip()) for row in rows}) > 1
    )
    if layout.spaced and not even:
        raise InputError(
            "ambiguous blanks: they may be empty cells or only keep cells apart",
            expected="as many characters in every line, or . for an empty cell",
        )
    board = Rows(lines, options, layout, "rows")
    number = 1
    _pass_separators(lines, layout)
    while (puzzle := board.puzzle(number)) is not None:
        yield puzzle
        number += 1
        _pass_separators(lines, layout)


def _pass_separators(lines: Lines, layout: _Layout) -> None:
    """Pass over lines between puzzles such as `---`, where they can be no row."""
    while ahead := lines.peek(_AHEAD):
        first, *rest = ahead
        if not layout.blank(first):
            mark = first.strip()
            row = next((r.strip() for r in rest if set(r.strip()) - _SEPARATORS), "")
            if set(mark) - _SEPARATORS or len(mark) == len(row):
                return
            if not row and any(
                not layout.blank(one) and not layout.blank(next_)
                for one, next_ in pairwise(ahead)
            ):
                return  # lines of such marks alone: rows of an empty board, perhaps
        next(lines)


def _recognises(head: Head) -> Certainty:
    """Look for as many lines as a line has characters."""
    if any(" " in line.strip() for line in head.block):
        return _recognises_spaced(
            list(takewhile(len, dropwhile(lambda line: not is_data(line), head.lines)))
        )
    rows = [line.strip() for line in head.block]
    lengths = [len(row) for row in rows]
    size = max(lengths, key=lengths.count, default=0)
    if (
        not 4 <= size <= _LONGEST
        or lengths.count(size) * 2 < len(rows)
        or (head.size is not None and size == head.size * head.size)
        or _are_drawn(rows)
    ):
        return Certainty.NO
    return _certainty(rows, size, head)


def _certainty(rows: list[str], size: int, head: Head) -> Certainty:
    """Say from what is in them how sure it is that these are rows of this size."""
    sound = _mostly_plausible(rows, size, size)
    looks = sum(m.isdigit() or m in "._*?-X" for row in rows for m in row)
    if not sound and looks * 2 < sum(map(len, rows)):
        return Certainty.NO
    side = size_of(size) or 0
    if (
        usable(side)
        and size != head.size
        and (len(rows) == 1 or _mostly_plausible(rows, size, side))
    ):
        # Perhaps lines of small puzzles: n of them are rows, in good order, as well.
        in_order = len(rows) % size == 0 or not head.block_ends
        if sound and in_order and not _often_repeat(rows, size):
            return Certainty.LIKELY
        return Certainty.POSSIBLE if len(rows) > 1 else Certainty.NO
    return Certainty.LIKELY if len(rows) > 1 else Certainty.POSSIBLE


def _are_drawn(rows: list[str]) -> bool:
    """Whether there are borders: upright ones, or lines of dashes between rows."""
    dashed = [row for row in rows if not row.strip("-")]
    lying = 0 < len(dashed) < len(rows) and sum("-" in r for r in rows) == len(dashed)
    return lying or any(not _DRAWN.isdisjoint(row) for row in rows)


def _mostly_plausible(rows: list[str], length: int, size: int) -> bool:
    """Whether most rows are of this length, and can hold cells of this size."""
    sound = sum(len(row) == length and plausible(row, size) for row in rows)
    return sound * 2 > len(rows)


def _often_repeat(rows: list[str], size: int) -> bool:
    """Whether more than a quarter of some boards' rows and columns have a digit twice.

    Small puzzles one below the other do so nearly always, boards only by mistake: one
    may be such a mistake, not many.
    """
    if len(rows) <= size:
        return False
    boards = [rows[start : start + size] for start in range(0, len(rows), size)]
    lines = [
        [mark for mark in line if mark.isalnum() and mark not in "0xX"]
        for board in boards
        for line in (*board, *zip(*board, strict=False))
    ]
    return 4 * sum(len(set(line)) < len(line) for line in lines) > len(lines)


def _recognises_spaced(block: list[str]) -> Certainty:
    """Tell rows with blanks for empty cells from numbers between blanks."""
    longest = max(map(len, block))
    marks = set("".join(block))
    fits = longest <= len(block) and usable(len(block))
    fits = fits and marks <= set("123456789 ")
    return Certainty.POSSIBLE if fits else Certainty.NO


def _write(entry: Entry, style: Style) -> str:
    text = line_text(entry.grid, style.symbols)
    size = entry.grid.geometry.size
    return "".join(
        text[start : start + size] + "\n" for start in range(0, len(text), size)
    )


ROWS = Format(
    name="rows",
    summary="a row a line, a character a cell",
    extensions=(".msk", ".sol", ".txt"),
    recognises=_recognises,
    read=_read,
    write=_write,
    separator="\n",
)
"""Format `rows`."""
