"""Texts put together to a board: tiles, one a cell, with borders between the boxes.

A line is a list of pieces, each with its style (parameters of the escape sequence SGR,
ECMA-48; empty for none), so that its width is known before it is written.
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.geometry import Geometry

__all__ = [
    "ASCII",
    "UNICODE",
    "Line",
    "Tile",
    "assembled",
    "beside",
    "width",
    "written",
]

Line: TypeAlias = "list[tuple[str, str]]"
"""Pieces of text, each with its style."""

Tile: TypeAlias = "tuple[Line, ...]"
"""The lines of a cell."""


class Borders(NamedTuple):
    """What borders are drawn with."""

    lying: str
    upright: str
    corners: tuple[str, str, str]
    sides: tuple[str, str, str]
    feet: tuple[str, str, str]


UNICODE = Borders("─", "│", ("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘"))
ASCII = Borders("-", "|", ("+", "+", "+"), ("+", "+", "+"), ("+", "+", "+"))


def assembled(
    tiles: Sequence[Tile],
    geometry: Geometry,
    borders: Borders,
    *,
    compact: bool,
    close: bool = False,
) -> list[Line]:
    """Put the tiles of cells together.

    Args:
        tiles: One a cell, all of as many lines.
        geometry: The shape.
        borders: What to draw borders with.
        compact: Whether to leave out the frame.
        close: Whether to leave out what is between cells too.
    """
    n, h, w = geometry.size, geometry.box_height, geometry.box_width
    tall = len(tiles[0])
    widths = [
        max(_length(line) for tile in tiles[column::n] for line in tile)
        for column in range(n)
    ]
    airy = tall > 1 and not compact
    gap = "" if close else " " * (1 + airy)
    side = "" if close else " "
    spans = [sum(widths[c : c + w]) + len(gap) * (w - 1) for c in range(0, n, w)]
    rules = _Rules(spans, side, borders, compact=compact)
    sides = (borders.upright, borders.upright, borders.upright)
    lines: list[Line] = []
    for row in range(n):
        if row and row % h == 0:
            lines.append(rules.rule(borders.lying, borders.sides))
        elif row and airy:
            lines.append(rules.rule(" ", sides))
        for k in range(tall):
            line: Line = [] if compact else [(borders.upright + side, "")]
            for column in range(n):
                if column:
                    edge = f"{side}{borders.upright}{side}"
                    line.append((gap if column % w else edge, ""))
                piece = tiles[row * n + column][k]
                line += piece
                line.append((" " * (widths[column] - _length(piece)), ""))
            if not compact:
                line.append((side + borders.upright, ""))
            lines.append(line)
    if not compact:
        lines.insert(0, rules.rule(borders.lying, borders.corners))
        lines.append(rules.rule(borders.lying, borders.feet))
    return lines


class _Rules:
    """Draws lines without cells."""

    def __init__(
        self, spans: Sequence[int], side: str, borders: Borders, *, compact: bool
    ) -> None:
        self._spans = spans
        self._side = len(side)
        self._borders = borders
        self._compact = compact

    def rule(self, fill: str, joints: tuple[str, str, str]) -> Line:
        """Draw one: a fill, with joints at its left, within it and at its right."""
        left, between, right = joints
        around = fill * self._side
        inner = f"{around}{between}{around}".join(fill * span for span in self._spans)
        if self._compact:
            return [(inner, "")]
        return [(f"{left}{around}{inner}{around}{right}", "")]


def beside(panels: Sequence[list[Line]]) -> list[Line]:
    """Put drawings side by side, three columns apart."""
    lines: list[Line] = [[] for _ in range(max(map(len, panels)))]
    at = 0
    for panel in panels:
        for line, more in zip(lines, panel, strict=False):
            line.extend([(" " * (at - _length(line)), ""), *more])
        at += width(panel) + 3
    return lines


def _length(line: Line) -> int:
    return sum(len(text) for text, _ in line)


def width(lines: Sequence[Line]) -> int:
    """Return the columns that a drawing takes."""
    return max(map(_length, lines))


def written(line: Line, *, colour: bool) -> str:
    """Write a line, its pieces with their styles where there are colours."""
    if not colour:
        return "".join(text for text, _ in line).rstrip()
    pieces = list(line)
    while pieces and not pieces[-1][0].strip():
        pieces.pop()
    runs = (
        (style, "".join(text for text, _ in run))
        for style, run in groupby(pieces, itemgetter(1))
    )
    return "".join(
        f"\x1b[{style}m{text}\x1b[0m" if style and text else text
        for style, text in runs
    )
