"""Bimander: groups of two, pairwise inside; the true group writes its number in binary.

Between commander and bitwise: m = ceil(n/2) groups, ceil(log2 m) variables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cnf.amo.contract import Scheme

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.cnf.amo.contract import Sink

__all__ = ["SCHEME"]


def _variables(size: int) -> int:
    groups = (size + 1) // 2
    return max(0, groups - 1).bit_length()


def _clauses(size: int) -> int:
    return size // 2 + size * _variables(size)


def _literals(size: int) -> int:
    return 2 * _clauses(size)


def _pairs(size: int) -> Iterable[tuple[int, int]]:
    return ((start, start + 1) for start in range(0, size - 1, 2))


def _encode(literals: Sequence[int], first: int, sink: Sink) -> None:
    for a, b in _pairs(len(literals)):
        sink((-literals[a], -literals[b]))
    bits = range(_variables(len(literals)))
    for position, literal in enumerate(literals):
        group = position // 2
        for bit in bits:
            sink((-literal, first + bit if group >> bit & 1 else -(first + bit)))


SCHEME = Scheme(
    name="bimander",
    summary="groups of two, the true one writes its number in binary",
    reference="Nguyen & Mai, SoICT 2015",
    variables=_variables,
    clauses=_clauses,
    literals=_literals,
    encode=_encode,
    pairs=_pairs,
    determined=False,
)
