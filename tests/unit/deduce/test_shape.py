"""Shapes: the units and peers of a geometry as masks."""

from __future__ import annotations

import pytest

from satdoku import Geometry
from satdoku.deduce.shape import Shape, bits, cells_of, mask_of

GEOMETRIES = [Geometry(2, 2), Geometry(2, 3), Geometry(3, 2), Geometry(3, 3)]


@pytest.mark.parametrize("geometry", [*GEOMETRIES, Geometry(1, 4), Geometry(4, 4)])
def test_it_says_what_the_geometry_says(geometry: Geometry) -> None:
    """Units and peers, cell by cell."""
    shape = Shape.of(geometry)

    assert list(geometry.units) == [cells_of(unit) for unit in shape.units]
    for cell in range(geometry.cells):
        assert geometry.peers_of(cell) == cells_of(shape.peers[cell])
        units = [at for at, unit in enumerate(geometry.units) if cell in unit]
        assert tuple(units) == shape.units_of[cell]
    assert geometry.cells == shape.all.bit_count()


def test_it_is_made_once() -> None:
    """A geometry that is equal has the same shape."""
    assert Shape.of(Geometry(3, 3)) is Shape.of(Geometry(3, 3))


@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_what_all_see(geometry: Geometry) -> None:
    """The peers that two cells share, and neither of them; of no cells, all."""
    shape = Shape.of(geometry)
    for one in range(geometry.cells):
        for two in range(one):
            shared = set(geometry.peers_of(one)) & set(geometry.peers_of(two))
            seen = shape.seen_by_all(1 << one | 1 << two)
            assert tuple(sorted(shared)) == cells_of(seen)
    assert shape.all == shape.seen_by_all(0)


def test_common_units() -> None:
    """Cells of a triad have two units, a row's ends one, a diagonal none."""
    shape = Shape.of(Geometry(3, 3))

    assert [0, 18] == list(shape.common_units(mask_of([0, 1, 2])))
    assert [0] == list(shape.common_units(mask_of([0, 8])))
    assert [4, 13, 22] == list(shape.common_units(mask_of([40])))
    assert [] == list(shape.common_units(mask_of([0, 40, 80])))


def test_masks_and_members() -> None:
    """A set and its members, there and back; no members, no bits."""
    members = [0, 7, 8, 63, 64, 80, 255]

    assert members == list(bits(mask_of(members)))
    assert 0 == mask_of([])
    assert () == cells_of(0)
