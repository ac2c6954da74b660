"""Brute force: sets of clues tried one by one; plain search on 9x9."""

from __future__ import annotations

from itertools import combinations

from hypothesis import strategies as st

from satdoku import Geometry, Puzzle, count
from tests.core.puzzles import allowed

SMALL_GRIDS = st.lists(st.integers(0, 4), min_size=16, max_size=16)


def differing(one, other):
    """Return the cells in which two grids differ."""
    pairs = enumerate(zip(one.values, other.values, strict=True))
    return tuple(cell for cell, (a, b) in pairs if a != b)


def solutions_of(puzzle):
    """Return the values of all solutions of a puzzle of 4x4."""
    return [grid.values for grid in allowed(puzzle)]


def only(puzzle, cells):
    """Return a puzzle with these clues alone, and its candidates."""
    return stating(puzzle, set(cells), puzzle.eliminated)


def stating(puzzle, cells, eliminated):
    """Return a puzzle with these clues and eliminated candidates alone."""
    values = [v if cell in cells else 0 for cell, v in enumerate(puzzle.values)]
    masks = [(1 << puzzle.geometry.size) - 1] * puzzle.geometry.cells
    for cell, digit in eliminated:
        masks[cell] &= ~(1 << (digit - 1))
    return Puzzle(tuple(values), geometry=puzzle.geometry, candidates=tuple(masks))


def solution_count(puzzle):
    """Return how many solutions there are, up to two."""
    if puzzle.geometry == Geometry(4, 4):
        return min(2, len(solutions_of(puzzle)))
    found = count(puzzle, limit=1, engine="dpll")
    return found.value if found.complete else 2


def is_conflict(puzzle, cells):
    """Whether these clues have no solution, and without any one of them have."""
    cells = set(cells)
    return not solution_count(only(puzzle, cells)) and all(
        solution_count(only(puzzle, cells - {cell})) for cell in cells
    )


def is_minimal(puzzle):
    """Whether there is one solution, and more without any clue or elimination."""
    cells, removed = {cell for cell, _ in puzzle.clues.filled}, {*puzzle.eliminated}
    rest = [only(puzzle, cells - {cell}) for cell in cells]
    rest += [stating(puzzle, cells, removed - {pair}) for pair in removed]
    return solution_count(puzzle) == 1 and all(solution_count(one) == 2 for one in rest)


def smallest_sets(puzzle, solutions):
    """Return the sets of clues with so many solutions, of which no part has as many."""
    clues = [cell for cell, _ in puzzle.clues.filled]
    found = []
    for size in range(len(clues) + 1):
        for cells in combinations(clues, size):
            if any(set(one) <= set(cells) for one in found):
                continue
            if solution_count(only(puzzle, cells)) == solutions:
                found.append(cells)
    return set(found)
