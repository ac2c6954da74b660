"""The format `debian`: `%title`, then nine rows, as the game `sudoku` of Debian has it.

    % randomly generated - hard
    ..9......            or, its standard format,     . . 9 | . . . | . . .
    .7..3.58.                                         . 7 . | . 3 . | 5 8 .

Source: the manual page sudoku(6), and what the game itself writes (1.0.5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.formats.board import read_titled
from satdoku.formats.format import Certainty, Format, Options, Style, Told
from satdoku.formats.grid import DrawnRows
from satdoku.formats.info_lines import one_line
from satdoku.formats.line import line_text
from satdoku.text.marks import plausible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.errors import InputError
    from satdoku.formats.entry import Entry
    from satdoku.formats.head import Head
    from satdoku.formats.lines import Lines

__all__ = ["DEBIAN"]

_START = "%"
_ROW = frozenset("0123456789.| *")


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    size = options.geometry.size if options.geometry else None
    layout = DrawnRows(size, dashes=False, starts=_START)
    return read_titled(lines, options, layout, "debian", (_title, "a line '%title'"))


def _title(line: str) -> str | None:
    return line.removeprefix(_START).strip() or None


def _recognises(head: Head) -> Certainty:
    """Look for a title, and below it what may be a row."""
    if not head.first.startswith(_START) or len(head.data) < 2:
        return Certainty.NO
    below = next((line for line in head.data if not line.startswith(_START)), "")
    length = len(head.first)
    if len(below) == length >= len(head.data) and plausible(head.first, length):
        return Certainty.NO  # rows with % for an empty cell
    sound = sum(mark in _ROW for mark in below) * 2 > len(below) > 0
    return Certainty.CERTAIN if sound else Certainty.NO


def _write(entry: Entry, style: Style) -> str:
    text = line_text(entry.grid, style.symbols)
    size = entry.grid.geometry.size
    rows = (text[start : start + size] for start in range(0, len(text), size))
    name = "" if entry.name is None else " " + one_line(entry.name)
    return "\n".join((f"%{name}", *rows, ""))


def _told(entry: Entry) -> Told:
    return Told(one_line(entry.name or "") or None)


DEBIAN = Format(
    name="debian",
    summary="`%title` and the rows below it",
    extensions=(),
    recognises=_recognises,
    read=_read,
    write=_write,
    keeps=frozenset({"name"}),
    sizes=(9,),
    told=_told,
)
"""Format `debian`."""
