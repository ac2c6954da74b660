"""The textbook's clauses of a puzzle: the formula that certificates speak of.

A variable says that a cell holds a digit and nothing else, (cell, digit) is
`cell·n + digit`; no triads, no auxiliary variables.  The clauses, in this order:

    cells       each holds a digit; and of two digits not both
    units       rows, columns, boxes: each digit has a place; and of two places not both
    clues       each a clause of one literal
    ruled out   the candidates that the puzzle rules out beyond its clues, likewise
    solutions   each forbidden by a clause: one of the empty cells holds another digit
                (one of all cells, where none is empty)

Two places that share a row or a column and a box are told once, for the line.  Boxes
that are lines themselves say nothing new.

Written by itself and not with `satdoku.cnf`: who believes a certificate believes this
file, so it is short, and shares nothing with what the certificate is about.  (The tests
hold it against recipe `extended`, and against the numbers of grids.)
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.geometry import Geometry
    from satdoku.grid import Grid
    from satdoku.puzzle import Puzzle

__all__ = ["blocking", "rule_count", "rules", "units"]

Clause = tuple[int, ...]


def rules(geometry: Geometry) -> Iterator[Clause]:
    """Yield the clauses that every solution of every puzzle obeys.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> len(list(rules(Geometry(9, 9)))), next(rules(Geometry(4, 4)))
        (10530, (1, 2, 3, 4))
    """
    n, digits = geometry.size, geometry.digits
    for cell in range(geometry.cells):
        yield from _exactly_one([cell * n + digit for digit in digits])
    for unit in geometry.row_units + geometry.column_units:
        for digit in digits:
            yield from _exactly_one([cell * n + digit for cell in unit])
    if geometry.box_height == 1 or geometry.box_width == 1:
        return
    for box in geometry.box_units:
        apart = [
            (one, other)
            for one, other in combinations(box, 2)
            if one // n != other // n and one % n != other % n
        ]
        for digit in digits:
            yield tuple(cell * n + digit for cell in box)
            for one, other in apart:
                yield -(one * n + digit), -(other * n + digit)


def _exactly_one(variables: list[int]) -> Iterator[Clause]:
    yield tuple(variables)
    for one, other in combinations(variables, 2):
        yield -one, -other


def rule_count(geometry: Geometry) -> int:
    """Return how many clauses `rules` yields, without making them.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> rule_count(Geometry(100, 100))
        189040000
    """
    n, h, w = geometry.size, geometry.box_height, geometry.box_width
    pairs = n * (n - 1) // 2
    count = 3 * n * n * (1 + pairs)
    if h == 1 or w == 1:
        return count
    apart = pairs - h * (w * (w - 1) // 2) - w * (h * (h - 1) // 2)
    return count + n * n * (1 + apart)


def units(puzzle: Puzzle) -> Iterator[int]:
    """Yield a puzzle's literals: its clues, then what it rules out beyond them.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> list(units(Puzzle("1... .... .... ...2")))
        [1, 62]
    """
    n = puzzle.geometry.size
    for cell, digit in puzzle.clues.filled:
        yield cell * n + digit
    for cell, digit in puzzle.removed:
        yield -(cell * n + digit)


def blocking(puzzle: Puzzle, solutions: Iterable[Grid]) -> Iterator[Clause]:
    """Yield for each solution the clause that forbids it, and no other solution.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> puzzle, solution = "1234 3412 2143 43..", "1234 3412 2143 4321"
        >>> list(blocking(Puzzle(puzzle), [Puzzle(solution)]))
        [(-58, -61)]
    """
    n = puzzle.geometry.size
    cells = range(puzzle.geometry.cells)
    told_by = [cell for cell in cells if not puzzle.values[cell]] or cells
    for solution in solutions:
        yield tuple(-(cell * n + solution.values[cell]) for cell in told_by)
