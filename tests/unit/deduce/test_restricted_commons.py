"""Links between almost locked sets."""

from __future__ import annotations

import pytest

from satdoku import Geometry
from satdoku.deduce.restricted_commons import restricted_commons
from satdoku.deduce.shape import bits
from satdoku.deduce.view import View
from tests.unit.deduce.almost_locked import Plain, linked, plain_sets
from tests.unit.deduce.positions import positions

GEOMETRIES = [Geometry(2, 3), Geometry(3, 3)]


def pairs(sets: list[Plain]) -> list[tuple[int, Plain, int, Plain]]:
    """Return all pairs of sets with their places."""
    numbered = list(enumerate(sets))
    return [
        (i, one, j, other) for i, one in numbered for j, other in numbered if i != j
    ]


@pytest.mark.parametrize("exhaustive", [False, True])
@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_links_and_rivals(geometry: Geometry, *, exhaustive: bool) -> None:
    """What the definition says of each pair, with and without common cells."""
    for state, _ in positions(geometry, 2, seed=4):
        sets = list(plain_sets(state))[:60]
        commons = restricted_commons(View(state, exhaustive=exhaustive))
        for i, one, j, other in pairs(sets):
            apart = exhaustive or not one.cells & other.cells
            links = linked(one, other) if apart else []
            rivals = [
                digit
                for digit in sorted(one.digits & other.digits)
                if one.takes[digit] & other.takes[digit]
            ]

            assert links == [d for d, who in commons.links[i].items() if who >> j & 1]
            assert rivals == [d for d, who in commons.rivals[i].items() if who >> j & 1]
            assert bool(one.cells & other.cells) == commons.overlaps[i] >> j & 1


def test_takes_and_near() -> None:
    """What each set takes, and the sets that take each candidate."""
    for state, _ in positions(Geometry(2, 3), 5, seed=5):
        commons = restricted_commons(View(state))
        span = state.shape.geometry.cells
        near: dict[int, int] = {}
        for index, each in enumerate(plain_sets(state)):
            expected = each.all_takes
            places = list(bits(commons.takes[index]))
            for place in places:
                near[place] = near.get(place, 0) | 1 << index

            assert expected == {(place % span, place // span + 1) for place in places}
        assert near == commons.near
