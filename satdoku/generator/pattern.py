"""Patterns: the cells that are to hold the clues, and clues for them.

Most digits in these cells leave several solutions.  So one climbs: from the clues that
a random solution gives, take a few away, draw another solution of the rest, and keep
its clues where the puzzle has no more solutions than before, until it has one.  Who
gets no further begins anew.  On 9×9 that takes well under a second where there are 28
clues or more, and some seconds with 24.

Source: the search that setters of the "pattern game" use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from satdoku.errors import InputError
from satdoku.generator.solutions import random_solution
from satdoku.geometry import Geometry
from satdoku.puzzle import Puzzle
from satdoku.techniques.deadline import unhurried

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from satdoku.puzzle import PuzzleLike
    from satdoku.techniques.deadline import Look
    from satdoku.techniques.shape import Shape

__all__ = ["Pattern", "climb", "impossible", "marks_of", "pattern_of"]

_COUNTED = 200  # solutions; more are as bad as that
_STEPS = 400  # without getting nearer

_BORDERS = str.maketrans("", "", " \t\r\n|")
_EMPTY = frozenset("0._-")


class Pattern(NamedTuple):
    """A pattern.

    Args:
        geometry: The shape of the grid.
        cells: The cells that are to hold clues.
    """

    geometry: Geometry
    cells: frozenset[int]


def pattern_of(source: object, geometry: Geometry | None = None) -> Pattern:
    """Read a pattern.

    Args:
        source: A text, a character a cell, `.` `0` `_` or `-` where no clue is to be;
            blanks, line ends, `|` and lines of nothing but borders do not count.  Or
            whatever `Puzzle` takes: the pattern is that of its clues.  Or a
            pattern, which stays as it is.
        geometry: The geometry; the usual one of so many cells if None.

    Raises:
        InputError: The number of cells is wrong, or all cells are clues, or none.

    Example:
        >>> sorted(pattern_of("X..X .... .... X..X").cells)
        [0, 3, 12, 15]
    """
    if isinstance(source, Pattern):
        return source
    if isinstance(source, str):
        marks = marks_of(source)
        shape = Geometry.of_cells(len(marks)) if geometry is None else geometry
        if len(marks) != shape.cells:
            raise InputError(
                f"a pattern of {len(marks)} cells",
                expected=f"{shape.cells} for a grid of {shape}",
            )
        cells = frozenset(cell for cell, mark in enumerate(marks) if mark not in _EMPTY)
    else:
        grid = Puzzle(cast("PuzzleLike", source), geometry=geometry)
        shape, cells = grid.geometry, frozenset(cell for cell, _ in grid.clues.filled)
    if not cells:
        raise InputError("a pattern without clues")
    if len(cells) == shape.cells:
        raise InputError(
            "a pattern without an empty cell", hint="`.` or `0` is one, no other sign"
        )
    return Pattern(shape, cells)


def marks_of(text: str) -> str:
    r"""Return the cells of a mask alone, without borders and blanks.

    Example:
        >>> marks_of("x.|.1\n--+--\n")
        'x..1'
    """
    rows = [row for row in text.splitlines() if not _is_border(row)]
    return "".join(rows).translate(_BORDERS)


def _is_border(row: str) -> bool:
    return "+" in row and set(row) <= set("-+| \t")


def impossible(geometry: Geometry, cells: frozenset[int]) -> str:
    """Say why no puzzle with its clues there is proper; nothing if none is known.

    Two rows of a band, or two columns of a stack, that hold no clue can be exchanged.
    """
    height, width, n = geometry.box_height, geometry.box_width, geometry.size
    for word, of, depth, lines in (
        ("row", geometry.row_of, height, geometry.row_units),
        ("column", geometry.column_of, width, geometry.column_units),
    ):
        filled = {of(cell) for cell in cells}
        for first in range(0, len(lines), depth):
            free = [
                line + 1 for line in range(first, first + depth) if line not in filled
            ]
            if len(free) > 1:
                return f"{word}s {free[0]} and {free[1]} have no clue: exchange them"
    if len(cells) < n - 1:
        return f"{len(cells)} clues leave two digits out: exchange them"
    return ""


def climb(
    shape: Shape,
    cells: frozenset[int],
    random: Random,
    count: Callable[[list[tuple[int, int]], int], int],
    look: Look = unhurried,
) -> tuple[int, ...] | None:
    """Look for a solution that is the only one with its digits in some cells.

    Args:
        shape: Units and peers.
        cells: The cells.
        random: What draws.
        count: Counts the solutions of clues, up to a number.
        look: Is called now and then, and raises `Stopped` when the time is over.

    Returns:
        The solution; None if one got no further.

    Raises:
        Stopped: A random solution takes too long.
    """
    solution = random_solution(shape, random, look=look)
    if solution is None:
        return None
    places = sorted(cells)
    now = count([(cell, solution[cell]) for cell in places], _COUNTED)
    waited = 0
    while now > 1:
        look()
        waited += 1
        if waited > _STEPS:
            return None
        out = set(
            random.sample(places, min(random.choice((1, 1, 2, 2, 3)), len(places)))
        )
        rest = [(cell, solution[cell]) for cell in places if cell not in out]
        other = random_solution(shape, random, rest, look)
        if other is None or all(other[cell] == solution[cell] for cell in out):
            continue
        found = count([(cell, other[cell]) for cell in places], min(now + 1, _COUNTED))
        if found <= now:
            waited = 0 if found < now else waited
            now, solution = found, other
    return solution
