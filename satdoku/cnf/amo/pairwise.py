"""Pairwise: no two of them.

The oldest scheme and the only one without auxiliary variables: n(n-1)/2 clauses of two
literals.  On sets as small as those of a 9x9 grid nothing is faster.
"""

from __future__ import annotations

from itertools import combinations
from operator import neg
from typing import TYPE_CHECKING

from satdoku.cnf.amo.contract import Scheme

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.cnf.amo.contract import Sink

__all__ = ["SCHEME"]


def _variables(_size: int) -> int:
    return 0


def _clauses(size: int) -> int:
    return size * (size - 1) // 2


def _literals(size: int) -> int:
    return size * (size - 1)


def _pairs(size: int) -> Iterable[tuple[int, int]]:
    return combinations(range(size), 2)


def _encode(literals: Sequence[int], _first: int, sink: Sink) -> None:
    for pair in combinations(map(neg, literals), 2):
        sink(pair)


SCHEME = Scheme(
    name="pairwise",
    summary="no two of them; no auxiliary variables",
    reference="folklore",
    variables=_variables,
    clauses=_clauses,
    literals=_literals,
    encode=_encode,
    pairs=_pairs,
    determined=True,
)
