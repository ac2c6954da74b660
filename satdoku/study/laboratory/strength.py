"""Propagation strength: how much of a puzzle a recipe gives away without search.

The clues are assumed on the whole formula, and unit propagation goes as far as it gets.
What it then knows is counted in two shares: of the values of empty cells, and of the
candidates that have to go until each cell has one, which is finer, as a digit may be
ruled out before any cell is filled.  No engine comes into it: whatever propagates to
the end knows just this before its first decision.

Source: recipes told apart by what propagation sees, I. Lynce, J. Ouaknine, "Sudoku as a
SAT problem" (2006).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.cnf.encoder import encoding
from satdoku.cnf.recipe import load
from satdoku.explanation.strength import Propagator

if TYPE_CHECKING:
    from satdoku.puzzle import Puzzle

__all__ = ["Strength", "strength"]


class Strength(NamedTuple):
    """What propagation finds, as shares from 0 to 1; None where there is nothing.

    Args:
        fixed: Of the values of empty cells.
        removed: Of the candidates that clues leave to empty cells, all but one in each:
            so many it rules out.
        is_refuted: Whether it finds that there is no solution; the shares are None.
    """

    fixed: float | None
    removed: float | None
    is_refuted: bool = False


def strength(puzzle: Puzzle, recipe: str) -> Strength:
    """Look how far unit propagation gets.

    Args:
        puzzle: The puzzle.
        recipe: The recipe by name or file.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> strength(Puzzle("12.. .... .... ...3"), "extended").fixed
        0.15384615384615385
    """
    propagator = Propagator(puzzle.geometry, recipe)
    found = propagator.closure(propagator.literals(puzzle))
    if found is None:
        return Strength(None, None, is_refuted=True)
    form = encoding(puzzle.geometry, load(recipe))
    filled = cells = ruled_out = candidates = 0
    for cell, (value, mask) in enumerate(
        zip(puzzle.values, puzzle.left(), strict=True)
    ):
        if value:
            continue
        cells += 1
        candidates += mask.bit_count()
        for digit in puzzle.geometry.digits:
            variable = form.variable_of(cell, digit)
            filled += variable in found
            ruled_out += bool(mask >> (digit - 1) & 1) and -variable in found
    return Strength(_share(filled, cells), _share(ruled_out, candidates - cells))


def _share(some: int, of: int) -> float | None:
    return some / of if of else None
