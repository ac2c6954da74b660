"""Sheets: several boards on pages of A4, to be printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from satdoku.drawing.draw import (
    CELL,
    LABEL_ROOM,
    MARGIN,
    Frame,
    board_shapes,
    caption_text,
)
from satdoku.drawing.scene import Scene, Shape
from satdoku.drawing.svg import escaped, plain, svg_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.drawing.board import Board

__all__ = ["Sheet"]

_WIDTH, _HEIGHT = 210, 297
"""A page in millimetres."""
_EDGE = 0.06
"""The margin of a page, as a share of its width."""
_CAPTION = 30.0
_GAP = 36.0

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
@page {{ size: A4; margin: 0 }}
body {{ margin: 0 }}
svg {{ display: block; width: 210mm; height: 297mm; break-after: page; margin: 0 auto }}
</style>
</head>
<body>
{pages}</body>
</html>
"""


@dataclass(frozen=True)
class Sheet:
    """Draws boards on pages, `columns` beside and `rows` below each other.

    Args:
        columns: Boards beside each other.
        rows: Boards below each other.
        title: Written on top of each page.
        labels: Whether rows and columns have numbers.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> from satdoku.drawing.board import Board
        >>> board = Board(Geometry(4, 4), (1,) + (0,) * 15)
        >>> len(list(Sheet(2, 3).pages([("a", board)] * 7)))
        2
    """

    columns: int
    rows: int
    title: str = ""
    labels: bool = False

    def pages(
        self, boards: Sequence[tuple[str, Board]], heading: str = ""
    ) -> Iterator[Scene]:
        """Yield a scene for each page.

        Args:
            boards: Each board, and what is written above it.
            heading: What the page is called besides the title.
        """
        room = CELL * max((board.geometry.size for _, board in boards), default=9)
        room += LABEL_ROOM if self.labels else 0.0
        each = self.columns * self.rows
        title = " · ".join(filter(None, (self.title, heading)))
        for start in range(0, len(boards), each):
            yield self._page(boards[start : start + each], room, title)

    def _page(
        self, boards: Sequence[tuple[str, Board]], room: float, title: str
    ) -> Scene:
        head = 2 * _CAPTION if title else 0.0
        across, down = room + _GAP, room + _CAPTION + _GAP
        inner = max(
            self.columns * across - _GAP,
            (self.rows * down - _GAP + head) * _WIDTH / _HEIGHT,
        )
        width = inner / (1 - 2 * _EDGE)
        height = width * _HEIGHT / _WIDTH
        left = (width - self.columns * across + _GAP) / 2
        top = max(width * _EDGE, (height - self.rows * down + _GAP - head) / 2) + head
        shapes: list[Shape] = []
        if title:
            at = (left, top - head)
            shapes.append(caption_text(title, width - 2 * left + 2 * MARGIN, at, 1.5))
        for number, (name, board) in enumerate(boards):
            row, column = divmod(number, self.columns)
            x, y = left + column * across, top + row * down
            shapes.append(caption_text(name, room + 2 * MARGIN, (x, y)))
            start = LABEL_ROOM if self.labels else 0.0
            frame = Frame(board.geometry, x + start, y + _CAPTION + start)
            shapes += board_shapes(board, frame, labels=self.labels)
        names = ", ".join(name for name, _ in boards)
        return Scene(width, height, tuple(shapes), title or names)

    def html(self, pages: Sequence[Scene]) -> str:
        """Write pages as one HTML document, a page a sheet of paper."""
        drawn = "".join(map(svg_text, pages))
        title = escaped(plain(self.title)) or "Sudoku"
        return _PAGE.format(title=title, pages=drawn)
