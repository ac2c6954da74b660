"""Sequential counter: pass a mark along the set, and let nobody be true behind it.

Variable s_i says that one of the first i literals is true (one direction only: it may
be true without need).  n-1 variables, 3n-4 clauses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cnf.amo.contract import Scheme, no_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.cnf.amo.contract import Sink

__all__ = ["SCHEME"]


def _variables(size: int) -> int:
    return max(0, size - 1)


def _clauses(size: int) -> int:
    return max(0, 3 * size - 4)


def _literals(size: int) -> int:
    return 2 * _clauses(size)


def _encode(literals: Sequence[int], first: int, sink: Sink) -> None:
    if len(literals) < 2:
        return
    sink((-literals[0], first))
    mark = first
    for literal in literals[1:-1]:
        sink((-mark, -literal))
        sink((-literal, mark + 1))
        sink((-mark, mark + 1))
        mark += 1
    sink((-mark, -literals[-1]))


SCHEME = Scheme(
    name="sequential",
    summary="a mark passed along the set, nobody true behind it",
    reference="Sinz, CP 2005",
    variables=_variables,
    clauses=_clauses,
    literals=_literals,
    encode=_encode,
    pairs=no_pairs,
    determined=False,
)
