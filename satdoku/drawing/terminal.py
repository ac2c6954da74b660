"""A board drawn with characters, for a terminal.

With colours, clues are bold and digits that were found blue, in one drawing; without,
the puzzle stands beside what was found in it.  Marked digits have a `*` behind them
either way, and stand in reverse.  The colours are those of the 256 that are read as
well on white as on black.

    roomy     ┌───────┬───────┐     compact    5 3 of a cell close together, without a
              │ 5 3 . │ . 7 . │                frame, as grids print themselves

Candidates are drawn as players write them, all of a cell side by side; where the
terminal is too narrow for that, as small blocks with a place for each digit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from satdoku.drawing.board import Board, digit_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from satdoku.geometry import Geometry


__all__ = [
    "CANDIDATE",
    "COLOURS",
    "FOUND",
    "MARKED",
    "Look",
    "terminal_lines",
    "tinted_grid",
    "width_of",
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


CLUE = "1"
FOUND = "38;5;63"
CANDIDATE = "38;5;243"
FOUND_CANDIDATE = "1;4;38;5;63"
MARKED = "7"
"""How each is shown: parameters of the escape sequence SGR (ECMA-48)."""

COLOURS = {FOUND: "#5f5fff", CANDIDATE: "#767676"}
"""What the numbers stand for; contrast 4.5 with white and with black."""

_PAGE = 100
"""Columns within which drawings stand side by side where there is no terminal."""


@dataclass(frozen=True, slots=True)
class Look:
    """What can be shown.

    Args:
        colour: Whether escape sequences may be written.
        unicode: Whether box-drawing characters may.
        columns: How wide the terminal is; None where there is none.
    """

    colour: bool = False
    unicode: bool = True
    columns: int | None = None


def terminal_lines(board: Board, look: Look) -> list[str]:
    r"""Draw a board.

    Returns:
        Its lines; longer than the terminal is wide only where nothing would fit.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> from satdoku.drawing.board import Board
        >>> board = Board(Geometry(4, 4), (1, 2, 0, 0) + (0,) * 12)
        >>> print("\n".join(terminal_lines(board, Look())))
        ┌─────┬─────┐
        │ 1 2 │ . . │
        │ . . │ . . │
        ├─────┼─────┤
        │ . . │ . . │
        │ . . │ . . │
        └─────┴─────┘
    """
    panels = [_fitting(tiles, board.geometry, look) for tiles in _panels(board, look)]
    page = _PAGE if look.columns is None else look.columns
    if sum(map(width, panels)) + 3 * (len(panels) - 1) <= page:
        lines = beside(panels)
    else:
        lines = [line for panel in panels for line in ([], *panel)][1:]
    return [written(line, colour=look.colour) for line in lines]


def width_of(line: str) -> int:
    r"""Return how many columns a line takes, escape sequences left out.

    Example:
        >>> width_of("\x1b[1m1\x1b[0m 2")
        3
    """
    pieces = line.split("\x1b[")
    return len(pieces[0]) + sum(len(piece.partition("m")[2]) for piece in pieces[1:])


def tinted_grid(geometry: Geometry, clues: Sequence[int], values: Sequence[int]) -> str:
    r"""Draw a grid as it prints itself, but with escape sequences that tell clues.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> values = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
        >>> tinted_grid(Geometry(4, 4), (1,) + (0,) * 15, values)[:21]
        '\x1b[1m1\x1b[0m\x1b[38;5;63m2\x1b'
    """
    texts = digit_texts(geometry)
    wide = len(texts[-1])
    tiles = [
        ([(texts[value].rjust(wide), CLUE if clue else FOUND)],)
        for clue, value in zip(clues, values, strict=True)
    ]
    lines = assembled(tiles, geometry, ASCII, compact=True, close=wide == 1)
    return "\n".join(written(line, colour=True) for line in lines)


# What is drawn


class _Way(NamedTuple):
    """A way to draw something: what makes its tiles, and whether they may touch."""

    tiles: Callable[[], list[Tile]]
    touch: bool = False


def _panels(board: Board, look: Look) -> list[list[_Way]]:
    """List what stands side by side, each with the ways to draw it."""
    geometry, clues = board.geometry, board.clues
    cells = range(geometry.cells)
    marked = board.clashes | {cell for cell in cells if board.second(cell)}
    boards = [board]
    if not look.colour and any(clues) and any(map(board.is_found, cells)):
        boards = [
            Board(geometry, clues, candidates=board.candidates),
            Board(geometry, clues, board.found),
        ]
    if board.other:
        kept = (
            clue if clue == value else 0
            for clue, value in zip(clues, board.other, strict=True)
        )
        boards.append(Board(geometry, tuple(kept), board.other))
    touch = len(digit_texts(geometry)[-1]) == 1
    return [
        [
            _Way(partial(_side_by_side, shown, marked)),
            _Way(partial(_blocks, shown, marked)),
        ]
        if shown.candidates
        else [_Way(partial(_digits, shown, marked), touch)]
        for shown in boards
    ]


def _value(board: Board, cell: int, marked: frozenset[int], wide: int = 1) -> Line:
    """Write the digit of a cell; behind it a star or, if others have one, its room."""
    value = board.value(cell)
    style = CLUE if board.is_clue(cell) else FOUND if value else ""
    text = digit_texts(board.geometry)[value].rjust(wide)
    if board.is_dead(cell):
        text, style = "!".rjust(wide), MARKED
    if not marked:
        return [(text, style)]
    if value and cell in marked:
        return [(text, f"{style};{MARKED}"), ("*", "")]
    return [(text, style), (" ", "")]


def _digits(board: Board, marked: frozenset[int]) -> list[Tile]:
    wide = len(digit_texts(board.geometry)[-1])
    cells = range(board.geometry.cells)
    return [(_value(board, cell, marked, wide),) for cell in cells]


def _side_by_side(board: Board, marked: frozenset[int]) -> list[Tile]:
    """Draw the candidates of each cell in a row, as players do."""
    texts = digit_texts(board.geometry)
    comma = "," if len(texts[-1]) > 1 else ""
    tiles: list[Tile] = []
    for cell in range(board.geometry.cells):
        line: Line = []
        for digit in board.pencilled(cell):
            text, style = _candidate(board, cell, digit, texts)
            line.append((f"{comma}{text}" if line else text, style))
        tiles.append((line or _value(board, cell, marked),))
    return tiles


def _blocks(board: Board, marked: frozenset[int]) -> list[Tile]:
    """Draw each cell as a block with a place for each candidate."""
    geometry = board.geometry
    texts = digit_texts(geometry)
    wide, h, w = len(texts[-1]), geometry.box_height, geometry.box_width
    between = " " if wide > 1 else ""
    room = w * wide + (w - 1) * len(between)
    tiles: list[Tile] = []
    for cell in range(geometry.cells):
        digits = board.pencilled(cell)
        lines: list[Line] = []
        for start in range(1, geometry.size + 1, w):
            line: Line = []
            for digit in range(start, start + w):
                text, style = ".", CANDIDATE
                if digit in digits:
                    text, style = _candidate(board, cell, digit, texts)
                gap = between if line else ""
                line.append((f"{gap}{text.rjust(wide)}", style))
            lines.append(line)
        if not digits:
            shown = _value(board, cell, marked)
            before = (room - len(shown[0][0])) // 2
            lines = [[] for _ in range(h)]
            lines[(h - 1) // 2] = [(" " * before, ""), *shown]
        tiles.append(tuple(lines))
    return tiles


def _candidate(
    board: Board, cell: int, digit: int, texts: Sequence[str]
) -> tuple[str, str]:
    found = digit == board.value(cell)
    return texts[digit], FOUND_CANDIDATE if found else CANDIDATE


# How it is put together


def _fitting(ways: list[_Way], geometry: Geometry, look: Look) -> list[Line]:
    """Draw something in the roomiest way that fits; in the first, if none does."""
    borders = UNICODE if look.unicode else ASCII
    drawn: list[list[Line]] = []
    for way in ways:
        tiles = way.tiles()
        for compact in (False, True):
            lines = assembled(
                tiles, geometry, borders, compact=compact, close=compact and way.touch
            )
            if look.columns is None or width(lines) <= look.columns:
                return lines
            drawn.append(lines)
    return min(drawn, key=width)
