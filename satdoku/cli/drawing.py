"""Drawings beyond plain grids: candidates, and solutions with their differences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.drawing.terminal import MARKED, width_of
from satdoku.symbols import usual

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from satdoku.geometry import Geometry
    from satdoku.grid import Grid
    from satdoku.puzzle import Puzzle

__all__ = ["beside", "candidates", "choices", "marked"]


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
    texts = _texts(grid.geometry)
    return _board(
        grid.geometry,
        [
            texts[value] + ("*" if cell in cells else " ")
            for cell, value in enumerate(grid.values)
        ],
        cells if colour else (),
    )


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
    texts = _texts(puzzle.geometry)
    between = "" if len(texts[-1]) == 1 else ","
    shown = [texts[value] for value in puzzle.values]
    for cell in cells:
        one, two = first.values[cell], second.values[cell]
        shown[cell] = f"{texts[one]}{between}{texts[two]}"
    return _board(puzzle.geometry, shown, cells if colour else ())


def candidates(geometry: Geometry, found: Sequence[Collection[int]]) -> list[str]:
    """Draw the digits that each cell can hold.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> cells = [[1], [2], [3, 4], [3, 4]] + [[d] for d in (3, 4, 1, 2)] * 3
        >>> print(candidates(Geometry(4, 4), cells)[0])
        1  2 |34 34
    """
    texts = _texts(geometry)
    between = "" if len(texts[-1]) == 1 else ","
    return _board(
        geometry, [between.join(texts[digit] for digit in cell) for cell in found]
    )


def beside(left: Sequence[str], right: Sequence[str]) -> list[str]:
    """Put two drawings of as many lines side by side.

    Example:
        >>> beside(["a", "abc"], ["x", "y"])
        ['a       x', 'abc     y']
    """
    width = max(map(width_of, left)) + 5
    return [
        f"{one}{' ' * (width - width_of(one))}{two}"
        for one, two in zip(left, right, strict=True)
    ]


def _texts(geometry: Geometry) -> list[str]:
    """Return how each digit from 0 on is written."""
    symbols = usual(geometry.size)
    if symbols is None:
        return [".", *map(str, geometry.digits)]
    return [symbols.text(digit) for digit in range(geometry.size + 1)]


def _board(
    geometry: Geometry, cells: Sequence[str], reverse: Collection[int] = ()
) -> list[str]:
    """Draw texts, one a cell, some in reverse, with borders between the boxes."""
    n, h, w = geometry.size, geometry.box_height, geometry.box_width
    wide = max(map(len, cells))
    padded = [cell.ljust(wide) for cell in cells]
    for cell in reverse:
        digits = cells[cell].rstrip("*")
        rest = padded[cell][len(digits) :]
        padded[cell] = f"\x1b[{MARKED}m{digits}\x1b[0m{rest}"
    rule = "+".join(["-" * (w * wide + w - 1)] * (n // w))
    lines: list[str] = []
    for row in range(n):
        if row and row % h == 0:
            lines.append(rule)
        line = padded[row * n : row * n + n]
        lines.append(
            "|".join(" ".join(line[c : c + w]) for c in range(0, n, w)).rstrip()
        )
    return lines
