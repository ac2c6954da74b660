"""dlx: Knuth's dancing links in pure Python, on PyPI since 2008.

Its users build the matrix of 729 rows for each puzzle and choose the rows of the clues
before solving: that is `dlx`.  `dlx-open` builds only the rows and columns that the
clues leave open, which is the quickest way to use it that we found.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from benchmarks.contender import Contender
from benchmarks.peers.cover import COLUMNS, ROWS, clue_rows, line

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["make"]


def _whole(dlx: Any, puzzle: str) -> Iterator[str]:  # noqa: ANN401  dlx is untyped
    columns = [(column, dlx.PRIMARY) for column in range(COLUMNS)]
    problem = dlx(columns, ROWS, range(len(ROWS)))
    for row in clue_rows(puzzle):
        # The nodes come after the columns and the header, four to a row.
        problem.useRow(COLUMNS + 1 + 4 * row)
    for nodes in problem.solve():
        yield line([problem.N[node] for node in nodes])


def _open(dlx: Any, puzzle: str) -> Iterator[str]:  # noqa: ANN401  dlx is untyped
    clues = clue_rows(puzzle)
    covered = {column for row in clues for column in ROWS[row]}
    if len(covered) < 4 * len(clues):
        return  # two clues clash
    left = {
        column: place
        for place, column in enumerate(c for c in range(COLUMNS) if c not in covered)
    }
    names = [row for row, columns in enumerate(ROWS) if covered.isdisjoint(columns)]
    problem = dlx(
        [(column, dlx.PRIMARY) for column in left],
        [[left[column] for column in ROWS[row]] for row in names],
        names,
    )
    for nodes in problem.solve():
        yield line(clues + [problem.N[node] for node in nodes])


def make(*, open_only: bool) -> Contender:
    """Return the contender; its solutions are made one by one as they are asked for."""
    from dlx import DLX

    way = _open if open_only else _whole

    def some(puzzle: str, k: int) -> Iterator[str]:
        return islice(way(DLX, puzzle), k)

    return Contender(
        first=lambda puzzle: next(way(DLX, puzzle), None),
        two=lambda puzzle: sum(1 for _ in some(puzzle, 2)),
        some=some,
    )
