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

from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from satdoku.drawing.board import Board, digit_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from satdoku.geometry import Geometry
    from satdoku.grid import Grid
    from satdoku.puzzle import Puzzle

__all__ = [
    "Look",
    "beside",
    "candidate_grid",
    "choices",
    "marked",
    "terminal_lines",
    "tinted_grid",
]

_CLUE = "1"
_FOUND = "38;5;63"
_CANDIDATE = "38;5;243"
_FOUND_CANDIDATE = f"1;4;{_FOUND}"
_MARKED = "7"
"""How each is shown: parameters of the escape sequence SGR (ECMA-48)."""

_PAGE = 100
"""Columns within which drawings stand side by side where there is no terminal."""

Line: TypeAlias = "list[tuple[str, str]]"
"""Pieces of text, each with its style, so that its width is known; empty for none."""

Tile: TypeAlias = "tuple[Line, ...]"
"""The lines of a cell."""


@dataclass(frozen=True, slots=True)
class Look:
    """What can be shown.

    Args:
        colour: Whether escape sequences may be written.
        unicode: Whether box-drawing characters may.
        columns: How wide the terminal is; None where there is none.
        labels: Whether rows and columns are numbered.
    """

    colour: bool = False
    unicode: bool = True
    columns: int | None = None
    labels: bool = False


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
    marks = board.clashes | {
        cell for cell in range(board.geometry.cells) if board.second(cell)
    }
    panels = [_fitting(panel, marks, look) for panel in _panels(board, look)]
    page = _PAGE if look.columns is None else look.columns
    if sum(map(_width, panels)) + 3 * (len(panels) - 1) <= page:
        lines = _side_by_side(panels)
    else:
        lines = [line for panel in panels for line in ([], *panel)][1:]
    return [_written(line, colour=look.colour, unicode=look.unicode) for line in lines]


def tinted_grid(geometry: Geometry, clues: Sequence[int], values: Sequence[int]) -> str:
    r"""Draw a grid as it prints itself, with escape sequences that mark clues.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> values = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
        >>> tinted_grid(Geometry(4, 4), (1,) + (0,) * 15, values)[:21]
        '\x1b[1m1\x1b[0m\x1b[38;5;63m2\x1b'
    """
    texts = digit_texts(geometry)
    wide = len(texts[-1])
    tiles: list[Tile] = [
        ([(texts[value].rjust(wide), _CLUE if clue else _FOUND)],)
        for clue, value in zip(clues, values, strict=True)
    ]
    lines = _assembled(tiles, geometry, _CLOSE if wide == 1 else _COMPACT)
    return "\n".join(_written(line, colour=True, unicode=False) for line in lines)


# Grids of reports: as grids print themselves, with room for a mark behind each digit


def marked(grid: Grid, cells: Collection[int], *, colour: bool = False) -> list[str]:
    """Draw a grid with a `*` behind the value of each of the cells.

    Args:
        grid: The grid.
        cells: The cells.
        colour: Whether the values there stand in reverse, too.

    Example:
        >>> from satdoku.grid import Grid
        >>> print(*marked(Grid("1234 3412 2143 4321"), {0, 3}), sep=chr(10))
        1* 2 |3  4*
        3  4 |1  2
        -----+-----
        2  1 |4  3
        4  3 |2  1
    """
    texts = digit_texts(grid.geometry)
    tiles: list[Line] = [
        [(texts[value], _MARKED), ("*", "")] if cell in cells else [(texts[value], "")]
        for cell, value in enumerate(grid.values)
    ]
    return _report(grid.geometry, tiles, len(texts[-1]) + 1, colour=colour)


def choices(
    puzzle: Puzzle,
    first: Grid,
    second: Grid,
    cells: Collection[int],
    *,
    colour: bool = False,
) -> list[str]:
    """Draw a puzzle with both digits in the cells where two solutions differ.

    Args:
        puzzle: The puzzle.
        first: A solution.
        second: Another.
        cells: Where they differ.
        colour: Whether these cells stand in reverse.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> puzzle = Puzzle("..34 ..12 21.. 43..")
        >>> from satdoku.grid import Grid
        >>> one, two = map(Grid, ("1234341221434321", "1234341221344321"))
        >>> print(*choices(puzzle, one, two, {10, 11}), sep=chr(10))
        .  . |3  4
        .  . |1  2
        -----+-----
        2  1 |43 34
        4  3 |.  .
    """
    texts = digit_texts(puzzle.geometry)
    comma = _comma(texts)
    tiles: list[Line] = [[(texts[value], "")] for value in puzzle.values]
    for cell in cells:
        pair = (first.values[cell], second.values[cell])
        tiles[cell] = [(comma.join(texts[value] for value in pair), _MARKED)]
    return _report(puzzle.geometry, tiles, colour=colour)


def candidate_grid(geometry: Geometry, found: Sequence[Collection[int]]) -> list[str]:
    """Draw the digits that each cell can have.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> cells = [[1], [2], [3, 4], [3, 4]] + [[d] for d in (3, 4, 1, 2)] * 3
        >>> print(candidate_grid(Geometry(4, 4), cells)[0])
        1  2 |34 34
    """
    texts = digit_texts(geometry)
    comma = _comma(texts)
    tiles: list[Line] = [
        [(comma.join(texts[digit] for digit in cell), "")] for cell in found
    ]
    return _report(geometry, tiles)


def beside(left: Sequence[str], right: Sequence[str]) -> list[str]:
    """Put two drawings of as many lines side by side.

    Example:
        >>> beside(["a", "abc"], ["x", "y"])
        ['a       x', 'abc     y']
    """
    widths = [_visible(line) for line in left]
    return [
        f"{one}{' ' * (max(widths) + 5 - width)}{two}"
        for one, width, two in zip(left, widths, right, strict=True)
    ]


def _visible(line: str) -> int:
    """Return how many columns a line takes, escape sequences left out."""
    first, *pieces = line.split("\x1b[")
    return len(first) + sum(len(piece.partition("m")[2]) for piece in pieces)


def _report(
    geometry: Geometry, tiles: list[Line], wide: int = 0, *, colour: bool = False
) -> list[str]:
    wide = max(wide, *map(_length, tiles))
    padded = [([*tile, (" " * (wide - _length(tile)), "")],) for tile in tiles]
    lines = _assembled(padded, geometry, _REPORT)
    return [_written(line, colour=colour, unicode=False) for line in lines]


def _comma(texts: Sequence[str]) -> str:
    return "," if len(texts[-1]) > 1 else ""


# What is in the cells of a board


def _without_candidates(board: Board) -> tuple[int, ...]:
    """Return the digits found in cells that show no candidates beside them."""
    if board.masks is None:
        return ()
    pairs = zip(board.found, board.masks, strict=True)
    return tuple([0 if mask else digit for digit, mask in pairs])


def _panels(board: Board, look: Look) -> list[Board]:
    """List the boards that stand side by side."""
    geometry, clues = board.geometry, board.clues
    boards = [board]
    has_found = board.found and any(
        board.value(cell) and not board.is_clue(cell) for cell in range(geometry.cells)
    )
    if not look.colour and any(clues) and has_found:
        boards = [
            replace(board, found=_without_candidates(board), other=()),
            Board(geometry, clues, board.found),
        ]
    if board.other:
        common = (
            clue if clue == value else 0
            for clue, value in zip(clues, board.other, strict=True)
        )
        boards.append(Board(geometry, tuple(common), board.other))
    return boards


def _fitting(board: Board, marks: frozenset[int], look: Look) -> list[Line]:
    """Draw a board in the roomiest way that fits; in the narrowest, if none does."""
    ways: tuple[Callable[[Board, frozenset[int]], list[Tile]], ...] = (_digits,)
    close = _COMPACT
    if board.masks is not None:
        ways = (_in_rows, _in_blocks)
    elif len(digit_texts(board.geometry)[-1]) == 1:
        close = _CLOSE
    drawn: list[list[Line]] = []
    for way in ways:
        tiles = way(board, marks)
        for layout in (_ROOMY, close):
            lines = _assembled(tiles, board.geometry, layout, labels=look.labels)
            if look.columns is None or _width(lines) <= look.columns:
                return lines
            drawn.append(lines)
    return min(drawn, key=_width)


def _value(board: Board, cell: int, marks: frozenset[int], wide: int = 1) -> Line:
    """Write the digit of a cell; behind it a star or, if others have one, its room."""
    value = board.value(cell)
    style = _CLUE if board.is_clue(cell) else _FOUND if value else ""
    text = digit_texts(board.geometry)[value].rjust(wide)
    if board.is_dead(cell):
        text, style = "!".rjust(wide), _MARKED
    if not marks:
        return [(text, style)]
    if value and cell in marks:
        return [(text, f"{style};{_MARKED}"), ("*", "")]
    return [(text, style), (" ", "")]


def _digits(board: Board, marks: frozenset[int]) -> list[Tile]:
    wide = len(digit_texts(board.geometry)[-1])
    cells = range(board.geometry.cells)
    return [(_value(board, cell, marks, wide),) for cell in cells]


def _in_rows(board: Board, marks: frozenset[int]) -> list[Tile]:
    """Draw the candidates of each cell in a row, as players do."""
    comma = _comma(digit_texts(board.geometry))
    tiles: list[Tile] = []
    for cell in range(board.geometry.cells):
        line: Line = []
        for digit in board.candidates(cell):
            text, style = _candidate(board, cell, digit)
            line.append((f"{comma}{text}" if line else text, style))
        tiles.append((line or _value(board, cell, marks),))
    return tiles


def _in_blocks(board: Board, marks: frozenset[int]) -> list[Tile]:
    """Draw each cell as a block with a place for each candidate."""
    geometry = board.geometry
    wide = len(digit_texts(geometry)[-1])
    h, w = geometry.box_height, geometry.box_width
    between = " " if wide > 1 else ""
    room = w * wide + (w - 1) * len(between)
    tiles: list[Tile] = []
    for cell in range(geometry.cells):
        digits = board.candidates(cell)
        lines: list[Line] = [[] for _ in range(h)]
        if digits:
            for digit in geometry.digits:
                line = lines[(digit - 1) // w]
                shown = _candidate(board, cell, digit) if digit in digits else None
                text, style = shown or (".", _CANDIDATE)
                line.append((f"{between if line else ''}{text.rjust(wide)}", style))
        else:
            value = _value(board, cell, marks)
            before = (room - len(value[0][0])) // 2
            lines[(h - 1) // 2] = [(" " * before, ""), *value]
        tiles.append(tuple(lines))
    return tiles


def _candidate(board: Board, cell: int, digit: int) -> tuple[str, str]:
    style = _FOUND_CANDIDATE if digit == board.value(cell) else _CANDIDATE
    return digit_texts(board.geometry)[digit], style


# How tiles are put together


class _Layout(NamedTuple):
    """Whether there is a frame, and what is between cells and beside borders."""

    frame: bool
    gap: str
    side: str


_ROOMY = _Layout(frame=True, gap=" ", side=" ")
_COMPACT = _Layout(frame=False, gap=" ", side=" ")
_CLOSE = _Layout(frame=False, gap="", side="")
_REPORT = _Layout(frame=False, gap=" ", side="")

_ASCII = str.maketrans("─│┌┬┐├┼┤└┴┘", "-|+++++++++")


def _assembled(
    tiles: Sequence[Tile], geometry: Geometry, layout: _Layout, *, labels: bool = False
) -> list[Line]:
    """Put the tiles of cells together, all of as many lines, with borders."""
    n, h, w = geometry.size, geometry.box_height, geometry.box_width
    side, tall = layout.side, len(tiles[0])
    least = len(str(n)) if labels else 0
    widths = [
        max(least, *(_length(line) for tile in tiles[c::n] for line in tile))
        for c in range(n)
    ]
    airy = tall > 1 and layout.frame
    gap, edge = layout.gap + " " * airy, f"{side}│{side}"
    spans = [sum(widths[c : c + w]) + len(gap) * (w - 1) for c in range(0, n, w)]
    before = [gap if c % w else edge for c in range(n)]
    before[0] = "│" + side if layout.frame else ""
    end = side + "│" if layout.frame else ""

    def rule(fill: str, joints: str) -> Line:
        around = fill * len(side)
        inner = f"{around}{joints[1]}{around}".join(fill * span for span in spans)
        framed = f"{joints[0]}{around}{inner}{around}{joints[2]}"
        return [(framed if layout.frame else inner, "")]

    lines = [rule("─", "┌┬┐")] if layout.frame else []
    middles: list[int] = []
    for row in range(n):
        if row and row % h == 0:
            lines.append(rule("─", "├┼┤"))
        elif row and airy:
            lines.append(rule(" ", "│││"))
        middles.append(len(lines) + (tall - 1) // 2)
        for k in range(tall):
            cells = [tile[k] for tile in tiles[row * n : row * n + n]]
            lines.append([*_row(cells, widths, before), (end, "")])
    if layout.frame:
        lines.append(rule("─", "└┴┘"))
    if not labels:
        return lines
    numbers = {line: str(row + 1) for row, line in enumerate(middles)}
    head = [[(str(column + 1), _CANDIDATE)] for column in range(n)]
    blank = [" " * len(each) for each in before]
    return [
        [(" " * (least + 1), ""), *_row(head, widths, blank)],
        *(
            [(f"{numbers.get(at, ''):>{least}} ", _CANDIDATE * (at in numbers)), *line]
            for at, line in enumerate(lines)
        ),
    ]


def _row(cells: Sequence[Line], widths: Sequence[int], before: Sequence[str]) -> Line:
    """Put cells side by side, as wide as their columns, with what is before each."""
    line: Line = []
    for cell, width, between in zip(cells, widths, before, strict=True):
        line += [(between, ""), *cell, (" " * (width - _length(cell)), "")]
    return line


def _side_by_side(panels: Sequence[list[Line]]) -> list[Line]:
    """Put drawings side by side, three columns apart."""
    lines: list[Line] = [[] for _ in range(max(map(len, panels)))]
    at = 0
    for panel in panels:
        for line, more in zip(lines, panel, strict=False):
            line.extend([(" " * (at - _length(line)), ""), *more])
        at += _width(panel) + 3
    return lines


def _length(line: Line) -> int:
    return sum(len(text) for text, _ in line)


def _width(lines: Sequence[Line]) -> int:
    return max(map(_length, lines))


def _written(line: Line, *, colour: bool, unicode: bool) -> str:
    """Write a line, its pieces with their styles where there are colours."""
    if not colour:
        plain = "".join(text for text, _ in line).rstrip()
        return plain if unicode else plain.translate(_ASCII)
    pieces = list(line)
    while pieces and not pieces[-1][0].strip():
        pieces.pop()
    runs = (
        (style, "".join(text for text, _ in run))
        for style, run in groupby(pieces, itemgetter(1))
    )
    written = "".join(
        f"\x1b[{style}m{text}\x1b[0m" if style and text else text
        for style, text in runs
    )
    return written if unicode else written.translate(_ASCII)
