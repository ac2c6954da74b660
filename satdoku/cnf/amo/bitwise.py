"""Bitwise: a true literal writes its position in binary, and only one can be written.

ceil(log2 n) variables and as many clauses for each literal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cnf.amo.contract import Scheme, no_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.cnf.amo.contract import Sink

__all__ = ["SCHEME"]


def _variables(size: int) -> int:
    return max(0, size - 1).bit_length()


def _clauses(size: int) -> int:
    return size * _variables(size)


def _literals(size: int) -> int:
    return 2 * _clauses(size)


def _encode(literals: Sequence[int], first: int, sink: Sink) -> None:
    bits = range(_variables(len(literals)))
    for position, literal in enumerate(literals):
        for bit in bits:
            sink((-literal, first + bit if position >> bit & 1 else -(first + bit)))


SCHEME = Scheme(
    name="bitwise",
    summary="a true literal writes its position in binary",
    reference="Frisch, Peugniez, Doggett & Nightingale, JAR 2005",
    variables=_variables,
    clauses=_clauses,
    literals=_literals,
    encode=_encode,
    pairs=no_pairs,
    determined=False,
)
