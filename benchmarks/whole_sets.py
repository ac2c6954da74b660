"""The sets that the section `many` measures: whole files, and what a seed makes.

    from files    clues17, easy50, top95, hardest, many_solutions; the lanes are given
                  the smaller ones several times over, as they are made for many puzzles
    hardest375    of `hardest` those that take the most guesses
    minimal       made here: clues taken out of random grids in random order, as long as
                  one solution is left
    impossible    made here: the same, with a clue more that clashes with none and fits
                  no solution

Puzzles are arrays (N, 81) uint8 here, 0 for an empty cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.sets import shared_data

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    Puzzles = NDArray[np.uint8]

__all__ = [
    "MADE",
    "TIMES",
    "WHOLE_SETS",
    "impossible",
    "minimal",
    "read_set",
    "whole_sets",
]

SEED = 20_261_121
MADE = 10_000
"""How many puzzles are made."""

TIMES = {"clues17": 10, "easy50": 100, "top95": 50, "many_solutions": 5}
"""How often the lanes are given the puzzles of a file, if not once."""

_FILES = ("clues17", "easy50", "top95", "hardest", "many_solutions")

_HARDEST = 375


def read_set(name: str) -> Puzzles:
    """Read a file of puzzles, a line of 81 characters each.

    Raises:
        FileNotFoundError: The file is missing; names it.
    """
    import satdoku

    path = shared_data() / "sets" / f"{name}.txt"
    return satdoku.read_array(path)


def grids(count: int, random: np.random.Generator) -> Puzzles:
    """Make completed grids: three boxes that share no unit are filled at random."""
    import numpy as np

    import satdoku

    seeds = np.zeros((count, 9, 9), np.uint8)
    for at in (0, 3, 6):
        box = random.permuted(
            np.tile(np.arange(1, 10, dtype=np.uint8), (count, 1)), axis=1
        )
        seeds[:, at : at + 3, at : at + 3] = box.reshape(-1, 3, 3)
    # The search finds the least of many solutions, so rows, columns and digits are
    # exchanged once more.
    found = satdoku.solve_batch(seeds, limit=1).solutions.reshape(-1, 9, 9)
    digits = random.permuted(
        np.tile(np.arange(1, 10, dtype=np.uint8), (count, 1)), axis=1
    )
    for grid, digit in zip(found, digits, strict=True):
        bands = 3 * random.permutation(3)[:, None]
        stacks = 3 * random.permutation(3)[:, None]
        rows = (bands + random.permuted(np.tile(np.arange(3), (3, 1)), axis=1)).ravel()
        columns = (
            stacks + random.permuted(np.tile(np.arange(3), (3, 1)), axis=1)
        ).ravel()
        grid[:] = digit[grid[rows][:, columns] - 1]
    return found.reshape(-1, 81)


def minimal(count: int) -> Puzzles:
    """Make minimal puzzles at random, the same in every run.

    Example:
        >>> import satdoku
        >>> satdoku.solve_batch(minimal(20), limit=2)
        <Batch of 20 puzzles: 20 unique>
    """
    import numpy as np

    import satdoku

    random = np.random.default_rng(SEED)
    puzzles = grids(count, random)
    order = random.permuted(np.tile(np.arange(81), (count, 1)), axis=1)
    rows = np.arange(count)
    for cells in order.T:
        fewer = puzzles.copy()
        fewer[rows, cells] = 0
        proper = satdoku.solve_batch(fewer, limit=2).counts == 1
        puzzles[proper] = fewer[proper]
    return puzzles


def impossible(puzzles: Puzzles) -> Puzzles:
    """Add a clue to each proper puzzle that clashes with none and fits no solution."""
    import numpy as np

    import satdoku

    random = np.random.default_rng(SEED + 1)
    solutions = satdoku.solve_batch(puzzles, limit=1).solutions
    made = puzzles.copy()
    for puzzle, solution in zip(made, solutions, strict=True):
        while True:
            cell, digit = int(random.integers(81)), int(random.integers(1, 10))
            row, column = divmod(cell, 9)
            square = puzzle.reshape(9, 9)
            top, left = row // 3 * 3, column // 3 * 3
            box = square[top : top + 3, left : left + 3]
            seen = (square[row], square[:, column], box)
            if puzzle[cell] or digit == solution[cell]:
                continue
            if not any((unit == digit).any() for unit in seen):
                puzzle[cell] = digit
                break
    return made


def _file(name: str) -> Callable[[int | None], Puzzles]:
    return lambda first: read_set(name)[:first]


def _hardest(first: int | None) -> Puzzles:
    import numpy as np

    import satdoku

    puzzles = read_set("hardest")[:first]
    guesses = satdoku.solve_batch(puzzles, limit=2).guesses
    return puzzles[np.sort(np.argsort(-guesses, kind="stable")[:_HARDEST])]


def _minimal(first: int | None) -> Puzzles:
    return minimal(min(MADE, first or MADE))


WHOLE_SETS: dict[str, Callable[[int | None], Puzzles]] = {
    **{name: _file(name) for name in _FILES},
    "hardest375": _hardest,
    "minimal": _minimal,
    "impossible": lambda first: impossible(_minimal(first)),
}
"""The sets by name; each takes how many puzzles are wanted at most."""


def whole_sets(names: list[str], first: int | None) -> dict[str, Puzzles]:
    """Return the sets asked for, without those whose file is not there."""
    here = shared_data().is_dir()
    return {
        name: make(first)
        for name, make in WHOLE_SETS.items()
        if name in names and (here or name in {"minimal", "impossible"})
    }
