"""Strong links, cells with two candidates, and the order of outcomes."""

from __future__ import annotations

from satdoku import Geometry
from satdoku.deduce.links import bivalue_cells, partners, rank, seen_by_any
from satdoku.deduce.shape import cells_of, mask_of
from satdoku.deduce.view import View
from tests.unit.deduce.positions import positions


def test_partners_are_what_a_unit_has_left() -> None:
    """The same pairs as by looking at each unit; rising, and both ways."""
    for state, _ in positions(Geometry(2, 3), 20, seed=1):
        expected: dict[tuple[int, int], set[int]] = {}
        for digit in state.shape.geometry.digits:
            for unit in state.shape.geometry.units:
                pair = [cell for cell in unit if state.where[digit] >> cell & 1]
                if len(pair) == 2:
                    expected.setdefault((digit, pair[0]), set()).add(pair[1])
                    expected.setdefault((digit, pair[1]), set()).add(pair[0])
        linked = partners(View(state))

        assert expected == {
            (digit, cell): set(cells_of(mask))
            for digit, cells in enumerate(linked)
            for cell, mask in cells.items()
        }
        assert all(list(cells) == sorted(cells) for cells in linked)


def test_bivalue_cells_are_rising() -> None:
    """In the order of the grid, with their two candidates."""
    for state, _ in positions(Geometry(3, 3), 10, seed=2):
        found = bivalue_cells(View(state))

        assert list(found) == sorted(found)
        assert found == {
            cell: mask
            for cell, mask in enumerate(state.left)
            if (mask).bit_count() == 2
        }


def test_seen_by_any() -> None:
    """The peers of two cells together."""
    for state, _ in positions(Geometry(2, 2), 1, seed=3):
        peers = state.shape.peers

        assert peers[0] | peers[15] == seen_by_any(state.shape, mask_of([0, 15]))
        assert seen_by_any(state.shape, 0) == 0


def test_more_candidates_go_first_then_the_smaller_sum() -> None:
    """As many as possible; then by cells and digits, the digits' order first."""
    nine = Geometry(3, 3)

    assert rank([(80, 9), (80, 8)], nine) < rank([(0, 1)], nine)
    assert rank([(3, 4)], nine) == rank([(4, 3)], nine)
    # The lower digit counts once, the other 81 times, or as many as there are cells.
    assert (-2, 4 + 2 + 81 * 3 + 3) == rank([(3, 3), (4, 2)], nine)
    assert (-2, 4 + 2 + 16 * 3 + 3) == rank([(3, 3), (4, 2)], Geometry(2, 2))
