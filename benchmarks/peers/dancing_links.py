"""dlx: Knuth's dancing links in pure Python, on PyPI since 2008.

Only the rows and columns that the clues leave open are built: the quickest way to use
it that we found.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from benchmarks.peers import Peer
from benchmarks.peers.cover import COLUMNS, ROWS, clue_rows, line

if TYPE_CHECKING:
    from collections.abc import Iterator


def make() -> Peer:
    """Return the peer; its solutions are made one by one."""
    from dlx import DLX

    def solutions(puzzle: str) -> Iterator[str]:
        clues = clue_rows(puzzle)
        covered = {column for row in clues for column in ROWS[row]}
        if len(covered) < 4 * len(clues):
            return  # two clues clash
        columns = [column for column in range(COLUMNS) if column not in covered]
        places = {column: place for place, column in enumerate(columns)}
        names = [row for row, cells in enumerate(ROWS) if covered.isdisjoint(cells)]
        problem = DLX(
            [(column, DLX.PRIMARY) for column in columns],
            [[places[column] for column in ROWS[row]] for row in names],
            names,
        )
        for nodes in problem.solve():
            yield line(clues + [problem.N[node] for node in nodes])

    return Peer(
        lambda puzzle: next(solutions(puzzle), None),
        lambda puzzle, k: islice(solutions(puzzle), k),
    )
