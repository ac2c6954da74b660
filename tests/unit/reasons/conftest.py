"""A judge of reasons: plain search and brute force, sharing nothing with them."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from satdoku import Grid, Status, count, solve

if TYPE_CHECKING:
    from collections.abc import Iterable


def only(puzzle: Grid, cells: Iterable[int]) -> Grid:
    """Return the puzzle with these clues alone, and its candidates."""
    kept = set(cells)
    values = [v if cell in kept else 0 for cell, v in enumerate(puzzle.values)]
    masks = [(1 << puzzle.geometry.size) - 1] * puzzle.geometry.cells
    for cell, digit in puzzle.removed:
        masks[cell] &= ~(1 << (digit - 1))
    return Grid(puzzle.geometry, tuple(values), tuple(masks))


def has_solution(puzzle: Grid) -> bool:
    """Whether there is a solution, as plain search says."""
    return Status.NONE is not solve(puzzle, unique=False, engine="dpll").status


def is_proper(puzzle: Grid) -> bool:
    """Whether there is exactly one, as plain search says."""
    found = count(puzzle, limit=1, engine="dpll")
    return found.exact and found.value == 1


def is_conflict(puzzle: Grid, cells: Iterable[int]) -> bool:
    """Whether these clues have no solution, and without any one of them have."""
    cells = set(cells)
    return not has_solution(only(puzzle, cells)) and all(
        has_solution(only(puzzle, cells - {cell})) for cell in cells
    )


def is_minimal(puzzle: Grid) -> bool:
    """Whether it is proper, and is not without any one clue."""
    cells = {cell for cell, _ in puzzle.clues}
    return is_proper(puzzle) and not any(
        is_proper(only(puzzle, cells - {cell})) for cell in cells
    )


def least_sets(puzzle: Grid, *, proper: bool = False) -> set[tuple[int, ...]]:
    """Try all sets of clues, small ones first.

    Args:
        puzzle: Its clues are tried.
        proper: Whether sets are wanted that leave one solution, not none.

    Returns:
        The sets that no other one is a part of.
    """
    clues = [cell for cell, _ in puzzle.clues]
    found: list[tuple[int, ...]] = []
    for size in range(len(clues) + 1):
        for cells in combinations(clues, size):
            if any(set(one) <= set(cells) for one in found):
                continue
            part = only(puzzle, cells)
            if is_proper(part) if proper else not has_solution(part):
                found.append(cells)
    return set(found)
