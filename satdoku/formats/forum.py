"""The format `forum`: the layout of the players' forums.

    . 2 . | 8 1 . | 7 4 .
    7 . . | . . 3 | 1 . .
    . 9 . | . . 2 | 8 . 5
    ------+-------+------

It is read as every drawn grid is, and never told apart from one: a text in this layout
is recognised as a `grid`.  Source: gsf's sudocoo, which calls it "visual".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.formats.format import Certainty, Format, Options, Style
from satdoku.formats.grid import read_drawn
from satdoku.formats.line import line_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.errors import InputError
    from satdoku.formats.entry import Entry
    from satdoku.formats.head import Head
    from satdoku.formats.lines import Lines

__all__ = ["FORUM"]


def _read(lines: Lines, options: Options) -> Iterator[Entry | InputError]:
    return read_drawn(lines, options, "forum")


def _recognises(head: Head) -> Certainty:
    """Leave every text to the format `grid`."""
    del head
    return Certainty.NO


def _write(entry: Entry, style: Style) -> str:
    geometry = entry.grid.geometry
    text = line_text(entry.grid, style.symbols)
    size, height, width = geometry.size, geometry.box_height, geometry.box_width
    stacks = size // width
    inner = "-" * (2 * width + 1)
    rule = "+".join((inner[1:], *[inner] * (stacks - 2), inner[1:])) + "\n"
    lines: list[str] = []
    for row in range(size):
        if row and row % height == 0 and stacks > 1:
            lines.append(rule)
        cells = text[row * size : row * size + size]
        boxes = (" ".join(cells[at : at + width]) for at in range(0, size, width))
        lines.append(" | ".join(boxes) + "\n")
    return "".join(lines)


FORUM = Format(
    name="forum",
    summary="rows with blanks between the cells and borders between the boxes",
    extensions=(),
    recognises=_recognises,
    read=_read,
    write=_write,
    separator="\n",
    keeps=frozenset({"boxes"}),
    borders=True,
)
"""Format `forum`."""
