"""Brute force: all 4x4 grids, sets of clues tried one by one; plain search on 9x9."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations

from hypothesis import strategies as st

from satdoku import Geometry, Puzzle, count

UNITS = Geometry(4, 4).units
SMALL_GRIDS = st.lists(st.integers(0, 4), min_size=16, max_size=16)


def differing(one, other):
    """Return the cells in which two grids differ."""
    pairs = enumerate(zip(one.values, other.values, strict=True))
    return tuple(cell for cell, (a, b) in pairs if a != b)


@cache
def all_4x4():
    """Return the values of all 288 grids of 4x4."""
    rows = [*permutations((1, 2, 3, 4))]
    found = [()]
    for _ in range(4):
        longer = [grid + row for grid in found for row in rows]
        found = [
            grid
            for grid in longer
            if all(
                len({grid[cell] for cell in unit if cell < len(grid)})
                == sum(cell < len(grid) for cell in unit)
                for unit in UNITS
            )
        ]
    assert len(found) == 288
    return found


def solutions_of(puzzle):
    """Return the values of all solutions of a puzzle of 4x4."""
    masks = puzzle.masks or (15,) * 16
    return [
        grid
        for grid in all_4x4()
        if all(
            clue in (0, value) and mask >> (value - 1) & 1
            for value, clue, mask in zip(grid, puzzle.values, masks, strict=True)
        )
    ]


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
