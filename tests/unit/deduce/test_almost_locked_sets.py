"""The list of almost locked sets."""

from __future__ import annotations

import pytest

from satdoku import Geometry
from satdoku.deduce.almost_locked_sets import almost_locked_sets, most_cells
from satdoku.deduce.shape import cells_of, mask_of
from satdoku.deduce.view import View
from tests.unit.deduce.almost_locked import plain_sets
from tests.unit.deduce.positions import positions

GEOMETRIES = [Geometry(2, 2), Geometry(2, 3), Geometry(3, 2), Geometry(3, 3)]


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_all_are_listed_in_order(geometry: Geometry) -> None:
    """Those that trying all cells of each unit finds, in that order, each once."""
    for state, _ in positions(geometry, 6, seed=1):
        expected = [
            (mask_of(each.cells), sum(1 << (digit - 1) for digit in each.digits))
            for each in plain_sets(state)
        ]
        actual = [(als.cells, als.digits) for als in almost_locked_sets(View(state))]

        assert expected == actual


def test_where_and_seen() -> None:
    """Of each digit: its cells in the set, and the candidates these see."""
    for state, _ in positions(Geometry(2, 3), 6, seed=2):
        listed = almost_locked_sets(View(state))
        for plain, als in zip(plain_sets(state), listed, strict=True):
            for digit in state.shape.geometry.digits:
                seen = {(cell, digit) for cell in cells_of(als.seen[digit])}

                assert mask_of(plain.where.get(digit, ())) == als.where[digit]
                assert plain.takes.get(digit, set()) == seen


def test_large_grids_list_small_sets() -> None:
    """The bound on cells holds, and is what `most_cells` says."""
    geometry = Geometry(4, 4)
    largest = max(
        als.cells.bit_count()
        for state, _ in positions(geometry, 4, seed=3)
        for als in almost_locked_sets(View(state))
    )

    assert most_cells(geometry.size) == largest


def test_most_cells_falls_with_the_size() -> None:
    """Small grids have no bound but the unit's; huge ones still list pairs."""
    assert [3, 5, 8, 11] == [most_cells(size) for size in (4, 6, 9, 12)]
    assert [4, 3, 2] == [most_cells(size) for size in (16, 20, 25)]
    assert most_cells(36) >= 1
