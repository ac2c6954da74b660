"""Ladder: the sequential counter with every step told in both directions.

Variable y_i says that one of the first i literals is true, and is true only then: a
rung is reached by a literal or from the rung below.  n-1 variables, 4n-5 clauses.  On a
set of which one is true anyway, "the last is true if no rung was reached" closes the
channel of the last literal as well; that is the ladder as published, x_i true exactly
where the rungs step up, with 4n-4 clauses.
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
    return max(0, 4 * size - 5)


def _literals(size: int) -> int:
    return max(0, 9 * size - 12)


def _encode(literals: Sequence[int], first: int, sink: Sink) -> None:
    if len(literals) < 2:
        return
    sink((-literals[0], first))
    sink((literals[0], -first))
    rung = first
    for literal in literals[1:-1]:
        sink((-rung, -literal))
        sink((-rung, rung + 1))
        sink((-literal, rung + 1))
        sink((rung, literal, -(rung + 1)))
        rung += 1
    sink((-rung, -literals[-1]))


def _clauses_closed(size: int) -> int:
    return max(0, 4 * size - 4)


def _literals_closed(size: int) -> int:
    return max(0, 9 * size - 10) if size > 1 else 0


def _encode_closed(literals: Sequence[int], first: int, sink: Sink) -> None:
    _encode(literals, first, sink)
    if len(literals) > 1:
        sink((first + len(literals) - 2, literals[-1]))


_OPEN = Scheme(
    name="ladder",
    summary="the sequential counter told in both directions",
    reference="Gent & Nightingale, CP workshop on modelling 2004",
    variables=_variables,
    clauses=_clauses,
    literals=_literals,
    encode=_encode,
    pairs=no_pairs,
    determined=True,
)

SCHEME = _OPEN._replace(
    exactly=_OPEN._replace(
        clauses=_clauses_closed,
        literals=_literals_closed,
        encode=_encode_closed,
    ),
)
