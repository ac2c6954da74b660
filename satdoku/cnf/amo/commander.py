"""Commander: groups of three, a commander for each, at most one commander.

A commander is true exactly if a literal of its group is; the commanders are a smaller
set of the same kind.  A literal left alone in the last group commands itself.  Triads
are this scheme with commanders that two units share.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from satdoku.cnf.amo.contract import Scheme

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.cnf.amo.contract import Sink

__all__ = ["SCHEME"]

_GROUP = 3


def _groups(size: int) -> list[int]:
    """Return the sizes of the groups, the last perhaps smaller."""
    return [min(_GROUP, size - start) for start in range(0, size, _GROUP)]


def _variables(size: int) -> int:
    if size <= _GROUP:
        return 0
    groups = _groups(size)
    return sum(group > 1 for group in groups) + _variables(len(groups))


def _clauses(size: int) -> int:
    if size <= _GROUP:
        return size * (size - 1) // 2
    groups = _groups(size)
    inside = sum(g * (g - 1) // 2 + g + 1 for g in groups if g > 1)
    return inside + _clauses(len(groups))


def _literals(size: int) -> int:
    if size <= _GROUP:
        return size * (size - 1)
    groups = _groups(size)
    inside = sum(g * (g - 1) + 2 * g + g + 1 for g in groups if g > 1)
    return inside + _literals(len(groups))


def _pairs(size: int) -> Iterable[tuple[int, int]]:
    for start in range(0, size, _GROUP):
        yield from combinations(range(start, min(start + _GROUP, size)), 2)


def _encode(literals: Sequence[int], first: int, sink: Sink) -> None:
    members = list(literals)
    while len(members) > _GROUP:
        commanders: list[int] = []
        for start in range(0, len(members), _GROUP):
            group = members[start : start + _GROUP]
            if len(group) == 1:
                commanders += group
                continue
            for a, b in combinations(group, 2):
                sink((-a, -b))
            for literal in group:
                sink((-literal, first))
            sink((*group, -first))
            commanders.append(first)
            first += 1
        members = commanders
    for a, b in combinations(members, 2):
        sink((-a, -b))


SCHEME = Scheme(
    name="commander",
    summary="groups of three under commanders, at most one commander",
    reference="Klieber & Kwon, CFV 2007",
    variables=_variables,
    clauses=_clauses,
    literals=_literals,
    encode=_encode,
    pairs=_pairs,
    determined=True,
)
