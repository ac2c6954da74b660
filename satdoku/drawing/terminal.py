r"""A board drawn with characters, for a terminal; its constraints in words below it.

With colours, clues are bold and digits that were found blue, in one drawing; without,
the puzzle stands beside what was found in it.  Marked digits have a `*` behind them
either way, and stand in reverse.  The colours are those of the 256 that are read as
well on white as on black.

    roomy     ┌───────┬───────┐     compact    5 3 of a cell close together, without a
              │ 5 3 . │ . 7 . │                frame, as grids print themselves

Candidates are drawn as players write them, all of a cell side by side; where the
terminal is too narrow for that, as small blocks with a place for each digit.

Drawings are made with escape sequences, which are removed where there are no colours.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from satdoku.drawing.board import Board, candidate_block, names_cells
from satdoku.errors import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from satdoku.puzzle.geometry import Geometry

_CLUE = "1"
_FOUND = "38;5;63"
_CANDIDATE = "38;5;243"
_FOUND_CANDIDATE = f"1;4;{_FOUND}"
_MARKED = "7"
"""How each is shown: parameters of the escape sequence SGR (ECMA-48)."""

_ESCAPE = re.compile(r"\x1b\[[\d;]*m")
_ASCII = str.maketrans("─│┌┬┐├┼┤└┴┘", "-|+++++++++")

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
"""What cells of regions are named, the first region first."""

_PAGE = 100
"""Columns within which drawings stand side by side where there is no terminal."""

Tile: TypeAlias = "tuple[str, ...]"
"""The lines of a cell."""


@dataclass(frozen=True, slots=True)
class TerminalStyle:
    """What can be shown.

    Args:
        colour: Whether escape sequences may be written.
        unicode: Whether box-drawing characters may.
        columns: How wide the terminal is; None where there is none.
    """

    colour: bool = False
    unicode: bool = True
    columns: int | None = None


class _Spacing(NamedTuple):
    """Whether there is a frame, and what is between cells and beside borders."""

    frame: bool
    gap: str
    side: str


_ROOMY = _Spacing(frame=True, gap=" ", side=" ")
_COMPACT = _Spacing(frame=False, gap=" ", side=" ")
_CLOSE = _Spacing(frame=False, gap="", side="")
_REPORT = _Spacing(frame=False, gap=" ", side="")


def terminal_lines(
    board: Board, look: TerminalStyle, other: str = "The other grid"
) -> list[str]:
    r"""Draw a board, and write its constraints below it.

    Rows and columns have their numbers where a text names cells.

    Args:
        board: The board.
        look: What can be shown.
        other: What to call the grid that it is compared with.

    Returns:
        Its lines; where the terminal is too narrow for any drawing, one of them says
        so.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> from satdoku.drawing.board import Board
        >>> board = Board(Geometry(4, 4), (1, 2, 0, 0) + (0,) * 12)
        >>> print("\n".join(terminal_lines(board, TerminalStyle())))
        ┌─────┬─────┐
        │ 1 2 │ . . │
        │ . . │ . . │
        ├─────┼─────┤
        │ . . │ . . │
        │ . . │ . . │
        └─────┴─────┘
    """
    labels = bool(board.faults) or any(map(names_cells, board.rules))
    marks = board.clashes.union(board.differences)
    panels = [
        _fitting(panel, marks, look.columns, labels=labels)
        for panel in _panels(board, look)
    ]
    if board.other:
        names = ["The puzzle", "The solution"][: len(panels) - 1]
        for name, panel in zip([*names, printable(other)], panels, strict=True):
            panel.insert(0, name)
    page = _PAGE if look.columns is None else look.columns
    if sum(map(_width, panels)) + 3 * (len(panels) - 1) <= page:
        lines = panels[0]
        for panel in panels[1:]:
            lines = beside(lines, panel, gap=3)
    else:
        lines = [line for panel in panels for line in ("", *panel)][1:]
    if (wide := _width(lines)) > (look.columns or wide):
        remark = f"The drawing needs {wide} columns; the terminal has {look.columns}."
        lines.append(remark)
    lines += _rules(board)
    return [_written(line, colour=look.colour, unicode=look.unicode) for line in lines]


def report_lines(
    board: Board, *, colour: bool = False, labels: bool = False
) -> list[str]:
    """Draw a board as grids print themselves, without its constraints.

    Digits that are marked have a `*` behind them; cells that differ show both digits,
    and cells with candidates all of them.

    Args:
        board: The board.
        colour: Whether escape sequences may be written.
        labels: Whether rows and columns have their numbers.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> clues = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 0, 0, 4, 3, 0, 0)
        >>> one, two = (*clues[:10], 4, 3, 4, 3, 2, 1), (*clues[:10], 3, 4, 4, 3, 2, 1)
        >>> print(*report_lines(Board(Geometry(4, 4), clues, one, two)), sep=chr(10))
        1  2 |3  4
        3  4 |1  2
        -----+-----
        2  1 |43 34
        4  3 |2  1
    """
    tiles = _in_rows(board, board.marked)
    spacing = _REPORT
    if not (board.masks or board.marked or board.other):
        tiles = _digits(board, frozenset())
        spacing = _REPORT if labels else _closest(board.geometry)
    wide = max(map(_width, tiles))
    padded = [(_padded(line, wide),) for (line,) in tiles]
    lines = _assembled(padded, board.geometry, spacing, labels=labels)
    return [_written(line, colour=colour, unicode=False) for line in lines]


def beside(left: Sequence[str], right: Sequence[str], *, gap: int = 5) -> list[str]:
    """Put two drawings side by side.

    Example:
        >>> beside(["a", "abc"], ["x", "y"])
        ['a       x', 'abc     y']
    """
    wide = _width(left) + gap
    pairs = zip_longest(left, right, fillvalue="")
    return [f"{_padded(one, wide)}{two}" for one, two in pairs]


def _rules(board: Board) -> Iterator[str]:
    """Yield the constraints in words; below regions, each cell's as a letter."""
    if not board.constraints:
        return
    from satdoku.puzzle.constraints.places import Regions  # noqa: PLC0415  of variants alone

    columns, cells = board.geometry.columns, board.geometry.cells
    for text, rule in zip_longest(board.rules, board.constraints):
        if text is None:
            return
        yield printable(text)
        if not isinstance(rule, Regions) or text != rule.describe():
            continue
        units, letters = list(rule.units(board.geometry)), ["."] * cells
        if len(units) > len(_LETTERS):
            continue
        for letter, unit in zip(_LETTERS, units, strict=False):
            for cell in unit:
                letters[cell] = letter
        for start in range(0, cells, columns):
            yield f"  {' '.join(letters[start : start + columns])}"


# What is in the cells of a board


def _panels(board: Board, look: TerminalStyle) -> list[Board]:
    """List the boards that stand side by side."""
    geometry, clues, rules = board.geometry, board.clues, board.constraints
    boards = [replace(board, other=())]
    has_found = any(
        board.value(cell) and not board.is_clue(cell) for cell in range(geometry.cells)
    )
    if not look.colour and any(clues) and has_found:
        # Beside candidates, those digits stay that have none.
        pairs = zip(board.digits, board.masks or (), strict=False)
        digits = tuple([0 if mask else digit for digit, mask in pairs])
        solution = Board(geometry, clues, board.digits, constraints=rules)
        boards = [replace(board, digits=digits, other=()), solution]
    if board.other:
        pairs = zip(clues, board.other, strict=True)
        common = tuple([clue if clue == value else 0 for clue, value in pairs])
        boards.append(Board(geometry, common, board.other, constraints=rules))
    return boards


def _fitting(
    board: Board, marks: frozenset[int], columns: int | None, *, labels: bool
) -> list[str]:
    """Draw a board in the roomiest way that fits; in the narrowest, if none does."""
    ways: tuple[Callable[[Board, frozenset[int]], list[Tile]], ...] = (_digits,)
    close = _closest(board.geometry)
    if board.masks is not None:
        ways, close = (_in_rows, _in_blocks), _COMPACT
    drawn: list[list[str]] = []
    for way in ways:
        tiles = way(board, marks)
        for spacing in (_ROOMY, close):
            lines = _assembled(tiles, board.geometry, spacing, labels=labels)
            if columns is None or _width(lines) <= columns:
                return lines
            drawn.append(lines)
    return min(drawn, key=_width)


def _closest(geometry: Geometry) -> _Spacing:
    """Return how grids of digits print themselves."""
    return _COMPACT if len(geometry.digit_texts[-1]) > 1 else _CLOSE


def _comma(geometry: Geometry) -> str:
    return "," if len(geometry.digit_texts[-1]) > 1 else ""


def _digits(board: Board, marks: frozenset[int]) -> list[Tile]:
    wide = len(board.geometry.digit_texts[-1])
    cells = range(board.geometry.cells)
    return [(_value(board, cell, marks, wide),) for cell in cells]


def _value(board: Board, cell: int, marks: frozenset[int], wide: int = 1) -> str:
    """Write what is in a cell; behind it a star or, if others have one, its room."""
    value, texts = board.value(cell), board.geometry.digit_texts
    style = _CLUE if board.is_clue(cell) else _FOUND if value else ""
    text = texts[value].rjust(wide)
    if second := board.second(cell):
        return _styled(f"{text}{_comma(board.geometry)}{texts[second]}", _MARKED)
    if board.is_dead(cell):
        text, style = "!".rjust(wide), _MARKED
    if cell in marks and (value or cell in board.marked):
        return f"{_styled(text, f'{style};{_MARKED}'.strip(';'))}*"
    return _styled(text, style) + (" " if marks else "")


def _in_rows(board: Board, marks: frozenset[int]) -> list[Tile]:
    """Draw the candidates of each cell in a row, as players do."""
    texts, comma = board.geometry.digit_texts, _comma(board.geometry)
    tiles: list[Tile] = []
    for cell in range(board.geometry.cells):
        digits = board.candidates(cell)
        drawn = [_candidate(board, cell, digit, texts[digit]) for digit in digits]
        tiles.append((comma.join(drawn) or _value(board, cell, marks),))
    return tiles


def _in_blocks(board: Board, marks: frozenset[int]) -> list[Tile]:
    """Draw each cell as a block with a place for each candidate."""
    geometry, texts = board.geometry, board.geometry.digit_texts
    wide = len(texts[-1])
    h, w = candidate_block(geometry)
    between = " " if wide > 1 else ""
    room = w * wide + (w - 1) * len(between)
    tiles: list[Tile] = []
    for cell in range(geometry.cells):
        if digits := board.candidates(cell):
            places = [
                _candidate(board, cell, digit, text.rjust(wide))
                for digit in geometry.digit_range
                for text in [texts[digit] if digit in digits else "."]
            ]
            lines = [between.join(places[k * w : k * w + w]) for k in range(h)]
        else:
            lines = [""] * h
            value = _value(board, cell, marks)
            before = (room - _length(value) + bool(marks)) // 2
            lines[(h - 1) // 2] = " " * before + value
        tiles.append(tuple(lines))
    return tiles


def _candidate(board: Board, cell: int, digit: int, text: str) -> str:
    is_found = digit == board.value(cell)
    return _styled(text, _FOUND_CANDIDATE if is_found else _CANDIDATE)


# How tiles are put together


def _assembled(
    tiles: Sequence[Tile],
    geometry: Geometry,
    spacing: _Spacing,
    *,
    labels: bool = False,
) -> list[str]:
    """Put the tiles of cells together, all of as many lines, with borders."""
    rows, n = geometry.rows, geometry.columns
    h = geometry.box_height if geometry.box else rows
    w = geometry.box_width
    tall = len(tiles[0])
    least = len(str(max(rows, n))) if labels else 0
    columns = [[line for tile in tiles[c::n] for line in tile] for c in range(n)]
    widths = [max(least, _width(column)) for column in columns]
    airy = tall > 1 and spacing.frame
    gap, side = len(spacing.gap) + airy, len(spacing.side)

    def joined(cells: Sequence[str], joints: str = "│││", fill: str = " ") -> str:
        padded = list(map(_padded, cells, widths))
        stacks = [(fill * gap).join(padded[at : at + w]) for at in range(0, n, w)]
        around = fill * side
        inner = f"{around}{joints[1]}{around}".join(stacks)
        framed = f"{joints[0]}{around}{inner}{around}{joints[2]}"
        return framed if spacing.frame else inner

    def rule(joints: str, fill: str = "─") -> tuple[str, str]:
        return "", joined([fill * width for width in widths], joints, fill)

    lines: list[tuple[str, str]] = []
    for row in range(rows):
        if row % h == 0:
            lines.append(rule("├┼┤" if row else "┌┬┐"))
        elif airy:
            lines.append(rule("│││", " "))
        for k in range(tall):
            number = str(row + 1) if k == (tall - 1) // 2 else ""
            cells = [tile[k] for tile in tiles[row * n : row * n + n]]
            lines.append((number, joined(cells)))
    lines = [*lines, rule("└┴┘")] if spacing.frame else lines[1:]
    if not labels:
        return [line for _, line in lines]
    numbers = [_styled(str(column + 1), _CANDIDATE) for column in range(n)]
    after = " " if spacing.frame else "  "
    return [
        f"{' ' * (least - len(number))}{_styled(number, _CANDIDATE)}{after}{line}"
        for number, line in [("", joined(numbers, "   ")), *lines]
    ]


def _styled(text: str, style: str) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if style and text else text


def _length(line: str) -> int:
    """Return how many columns a line takes."""
    return len(_ESCAPE.sub("", line) if "\x1b" in line else line)


def _width(lines: Sequence[str]) -> int:
    return max(map(_length, lines))


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _length(text))


def _written(line: str, *, colour: bool, unicode: bool) -> str:
    """Write a line as it can be shown."""
    line = (line if colour else _ESCAPE.sub("", line)).rstrip()
    return line if unicode else line.translate(_ASCII)
