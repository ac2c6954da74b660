"""Chains of alternating links, on links made up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.deduce.alternating import Hop, Links, reach, trace

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLLOW = [0b00010, 0b00100, 0b01001, 0b10000, 0b00000]
"""0 → 1 → 2 → 0, 2 → 3 → 4."""


def before(end: int) -> Iterator[Hop]:
    """Yield the hops to a candidate; each lies in a cell of its number."""
    for origin, leads in enumerate(FOLLOW):
        if leads >> end & 1:
            yield Hop(origin, end, 1 << origin)


LINKS = Links(FOLLOW, before)


def test_reach_counts_from_the_second_hop() -> None:
    """What the first hop alone leads to is not there unless a round leads back."""
    assert reach(0b00001, FOLLOW, hops=1) == 0
    assert reach(0b00001, FOLLOW, hops=2) == 0b00010
    assert reach(0b00001, FOLLOW, hops=4) == 0b01111
    assert reach(0b00001, FOLLOW) == 0b11111


def test_trace_tells_the_way() -> None:
    """Hop by hop from the first, by the shortest way."""
    found = trace(0b00001, 4, LINKS, 1 << 4)

    assert found is not None
    assert [hop.origin for hop in found] == [0, 1, 2, 3]


def test_trace_keeps_to_the_limit() -> None:
    """One hop less than it takes is not enough."""
    assert trace(0b00001, 4, LINKS, 1 << 4, hops=5) is not None
    assert trace(0b00001, 4, LINKS, 1 << 4, hops=4) is None


def test_trace_meets_no_cell_twice() -> None:
    """A cell that is taken blocks the only way, however long the rounds."""
    assert trace(0b00001, 4, LINKS, 1 << 4 | 1 << 2) is None
    assert trace(0b00001, 0, LINKS, 1 << 0) is None
