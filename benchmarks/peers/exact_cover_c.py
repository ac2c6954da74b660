"""exact-cover: dancing links in C, with matrices of NumPy in and out.

The matrix is made once; for each puzzle the rows that contradict a clue's cell are left
out, and the solver is given the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.peers import Peer
from benchmarks.peers.cover import COLUMNS, ROWS, line

if TYPE_CHECKING:
    from collections.abc import Iterator


def make() -> Peer:
    """Return the peer; several solutions come all at once, as a set."""
    import numpy as np
    from exact_cover import get_all_solutions, get_exact_cover
    from exact_cover.error import NoSolution

    matrix = np.zeros((len(ROWS), COLUMNS), dtype=bool)
    for row, columns in enumerate(ROWS):
        matrix[row, columns] = True

    def keep(puzzle: str) -> list[int]:
        kept: list[int] = []
        for cell, mark in enumerate(puzzle):
            if mark == ".":
                kept.extend(range(9 * cell, 9 * cell + 9))
            else:
                kept.append(9 * cell + int(mark) - 1)
        return kept

    def first(puzzle: str) -> str | None:
        kept = keep(puzzle)
        try:
            chosen = get_exact_cover(matrix[kept])
        except NoSolution:
            return None
        return line([kept[row] for row in chosen])

    def some(puzzle: str, k: int) -> Iterator[str]:
        kept = keep(puzzle)
        for chosen in get_all_solutions(matrix[kept], max_count=k):
            yield line([kept[row] for row in chosen])

    return Peer(first, some)
