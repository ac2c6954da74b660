"""Digits that nothing tells apart: each solution stands for a whole class of them.

Digits that are no clue, and that are candidates of the same cells, may be swapped
throughout: what comes out of a solution is a solution.  With m such digits every
solution has m! such images, all different, since every digit occurs in a grid and a
swap moves it.  In a row (any unit does) each of the digits stands in one cell; of the
m! images exactly one has them in rising order there.  So the solutions are m! times
those in which they rise.

To say so to a model counter takes clauses (`rising`); to an engine that knows nothing
but clues, one puzzle for each choice of cells, with the digits written into them
(`split`).  There m digits of more that are alike may do: where they would have many
choices of cells, fewer digits have fewer.

Clueless rows of a band may be swapped as well.  Put beside the digits this leaves no
solution fixed only where some row is not moved; as measured, the clauses that order
the rows gain a model counter nothing, so they are not here.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb, factorial
from typing import TYPE_CHECKING

from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Alike", "alike", "rising", "split"]


@dataclass(frozen=True, slots=True)
class Alike:
    """Digits that nothing tells apart, and a unit in which they are ordered.

    Args:
        digits: The digits, rising; none or one where there is nothing to gain.
        cells: The cells of the unit that may hold them.
    """

    digits: tuple[int, ...]
    cells: tuple[int, ...]

    @property
    def factor(self) -> int:
        """How many solutions each one with rising digits stands for."""
        return factorial(len(self.digits))

    @property
    def choices(self) -> int:
        """How many ways there are to choose cells for the digits."""
        return comb(len(self.cells), len(self.digits))


def alike(puzzle: Puzzle, most: int | None = None) -> Alike:
    """Find the most digits that nothing tells apart, in the unit with fewest cells.

    Args:
        puzzle: The puzzle.
        most: The most choices of cells; None for any number.

    Example:
        >>> alike(Puzzle("12.. .... .... ...."))
        Alike(digits=(3, 4), cells=(2, 3))
        >>> alike(Puzzle("1... .2.. ..3. ....")).factor
        1
    """
    n = puzzle.geometry.size
    masks = puzzle.candidates or tuple(
        1 << (value - 1) if value else (1 << n) - 1 for value in puzzle.values
    )
    clues = set(puzzle.values)
    classes: dict[bytes, list[int]] = {}
    for digit in range(1, n + 1):
        if digit not in clues:
            where = bytes(mask >> (digit - 1) & 1 for mask in masks)
            classes.setdefault(where, []).append(digit)
    found = Alike((), ())
    for where, digits in classes.items():
        unit = min(
            (
                tuple(cell for cell in cells if where[cell] and not puzzle.values[cell])
                for cells in puzzle.geometry.units
            ),
            key=len,
        )
        for number in range(len(digits), 1, -1):
            fitting = Alike(tuple(digits[:number]), unit)
            if most is None or fitting.choices <= most:
                found = max(found, fitting, key=lambda alike: alike.factor)
                break
    return found


def rising(
    digits: Alike, variable_of: Callable[[int, int], int]
) -> Iterator[tuple[int, ...]]:
    """Yield the clauses that let the digits rise along their unit.

    Args:
        digits: The digits and the unit.
        variable_of: Gives the variable of a cell and a digit, 0 where it is impossible.

    Example:
        >>> found = alike(Puzzle("12.. .... .... ...."))
        >>> list(rising(found, lambda cell, digit: 4 * cell + digit))
        [(-12, -15)]
    """
    for first, second in combinations(digits.cells, 2):
        for lower, higher in combinations(digits.digits, 2):
            pair = variable_of(first, higher), variable_of(second, lower)
            if all(pair):
                yield -pair[0], -pair[1]


def split(puzzle: Puzzle, digits: Alike) -> Iterator[Puzzle]:
    """Yield a puzzle for each choice of cells, with the digits rising in them.

    The solutions of the puzzle are `digits.factor` times those of all of these, which
    have none in common.

    Example:
        >>> puzzle = Puzzle("1... .... .... ....")
        >>> found = alike(puzzle)
        >>> found.factor, [part.line[:4] for part in split(puzzle, found)]
        (6, ['1234'])
    """
    masks = puzzle.candidates
    for cells in combinations(digits.cells, len(digits.digits)):
        values = list(puzzle.values)
        left = None if masks is None else list(masks)
        for cell, digit in zip(cells, digits.digits, strict=True):
            values[cell] = digit
            if left is not None:
                left[cell] = 1 << (digit - 1)
        grid = Puzzle.trusted(puzzle.geometry, tuple(values))
        yield grid if left is None else grid.with_candidates(left)
