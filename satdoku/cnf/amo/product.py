"""Product: lay the set out as a rectangle; at most one of its lines each way.

A true literal makes the variables of its line across and its line down true; both sets
of lines hold at most one, by the same scheme again.  Sets of up to four are pairwise,
as laying them out would gain nothing.
"""

from __future__ import annotations

from itertools import combinations
from math import isqrt
from typing import TYPE_CHECKING

from satdoku.cnf.amo.contract import Scheme

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.cnf.amo.contract import Sink

__all__ = ["SCHEME"]

_PAIRWISE_UP_TO = 4


def _rectangle(size: int) -> tuple[int, int]:
    """Return (lines across, lines down): as square as can be, no line empty."""
    across = isqrt(size - 1) + 1
    return across, -(-size // across)


def _variables(size: int) -> int:
    if size <= _PAIRWISE_UP_TO:
        return 0
    return sum(lines + _variables(lines) for lines in _rectangle(size))


def _clauses(size: int) -> int:
    if size <= _PAIRWISE_UP_TO:
        return size * (size - 1) // 2
    return 2 * size + sum(map(_clauses, _rectangle(size)))


def _literals(size: int) -> int:
    return 2 * _clauses(size)


def _pairs(size: int) -> Iterable[tuple[int, int]]:
    return combinations(range(size if size <= _PAIRWISE_UP_TO else 0), 2)


def _encode(literals: Sequence[int], first: int, sink: Sink) -> None:
    size = len(literals)
    if size <= _PAIRWISE_UP_TO:
        for a, b in combinations(literals, 2):
            sink((-a, -b))
        return
    across, down = _rectangle(size)
    rows = range(first, first + across)
    columns = range(rows.stop, rows.stop + down)
    for position, literal in enumerate(literals):
        row, column = divmod(position, down)
        sink((-literal, rows[row]))
        sink((-literal, columns[column]))
    _encode(rows, columns.stop, sink)
    _encode(columns, columns.stop + _variables(across), sink)


SCHEME = Scheme(
    name="product",
    summary="laid out as a rectangle, at most one line each way",
    reference="Chen, ModRef 2010",
    variables=_variables,
    clauses=_clauses,
    literals=_literals,
    encode=_encode,
    pairs=_pairs,
    determined=False,
)
