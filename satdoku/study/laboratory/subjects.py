"""The puzzles of the laboratory: of any size, in several densities of clues.

A solution is made from the pattern every size has: in each row the digits in order,
moved along by a box's width from one row to the next and by one more from one band to
the next.  Digits, rows within bands, bands, columns within stacks and stacks are
exchanged at random, which keeps the rules.  Then cells are emptied at random until a
share of them is left as clues.  Such a puzzle may have many solutions: what is asked
is the first.  Generated minimal puzzles, which have one, stand beside them up to 16×16;
to make larger ones takes minutes.

Share and size together decide how hard a puzzle is: with many clues it is all
propagation, with few nearly any digit will do, and between these lies a ridge of hard
ones.  So every size has several shares, and whoever compares sizes has to keep them
apart.

Source: of the ridge, R. Lewis, "Metaheuristics can solve sudoku puzzles" (2007), and
C. Gomes, B. Selman, "Problem structure in the presence of perturbations" (1997) for
Latin squares.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from satdoku.generator.generation import generate_many
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.puzzle import Puzzle
from satdoku.study.subject import Subject

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["MINIMAL", "SHARES", "dug", "shuffled", "subjects"]

SHARES = (0, 30, 45, 60)
"""Clues in a hundred cells."""

MINIMAL = "fewest clues"
"""The set of generated puzzles of which no clue can go; `minimal` is a recipe."""

_LARGEST_MINIMAL = 16
_SEED = 7


def shuffled(geometry: Geometry, random: Random) -> Grid:
    """Return a solution: the pattern of its size, with all exchanged that may be.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> made = shuffled(Geometry(36, 36), Random(1))
        >>> Puzzle(made).is_solution(made)
        True
    """
    n, height, width = geometry.size, geometry.box_height, geometry.box_width
    digits = random.sample(geometry.digits, n)
    rows = _lines(n, height, random)
    columns = _lines(n, width, random)
    values = tuple(
        digits[(row % height * width + row // height + column) % n]
        for row in rows
        for column in columns
    )
    return Grid.trusted(geometry, values)


def _lines(count: int, depth: int, random: Random) -> list[int]:
    """Return rows, or columns, in an order that keeps each band together."""
    return [
        first * depth + line
        for first in random.sample(range(count // depth), count // depth)
        for line in random.sample(range(depth), depth)
    ]


def dug(geometry: Geometry, share: int, number: int = 1) -> Puzzle:
    """Return a solution of which a share of the cells is left; the same each time.

    Args:
        geometry: The shape.
        share: Clues in a hundred cells.
        number: Which of those.

    Example:
        >>> dug(Geometry(9, 9), 30).clue_count
        24
    """
    random = Random(f"{geometry} {share} {number} {_SEED}")  # noqa: S311  no secret
    values = shuffled(geometry, random).values
    cells = geometry.cells
    kept = set(random.sample(range(cells), round(cells * share / 100)))
    return Puzzle.trusted(
        geometry,
        tuple(value if cell in kept else 0 for cell, value in enumerate(values)),
    )


def subjects(size: int, each: int, shares: Sequence[int] = SHARES) -> list[Subject]:
    """Return the laboratory's puzzles of a size.

    Args:
        size: Cells in a row.
        each: How many of each kind; the empty grid is there once.
        shares: Clues in a hundred cells.

    Raises:
        UsageError: There is no such size.

    Example:
        >>> [(one.set, one.clues) for one in subjects(4, 1)]
        [('empty', 0), ('30%', 5), ('45%', 7), ('60%', 10), ('fewest clues', 4)]
    """
    return list(_subjects(Geometry.of_size(size), each, shares))


def _subjects(
    geometry: Geometry, each: int, shares: Sequence[int]
) -> Iterator[Subject]:
    for share in shares:
        name = f"{share}%" if share else "empty"
        for number in range(1, each + 1 if share else 2):
            yield Subject(dug(geometry, share, number), name, number)
    if geometry.size <= _LARGEST_MINIMAL:
        made = generate_many(each, size=geometry, seed=_SEED, minimal=True)
        for number, puzzle in enumerate(made, 1):
            yield Subject(puzzle, MINIMAL, number)
