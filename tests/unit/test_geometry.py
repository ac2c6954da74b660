"""The geometry: units, peers, bands, stacks and triads of a box shape."""

from __future__ import annotations

import pytest

from satdoku.errors import UsageError
from satdoku.geometry import Geometry

SHAPES = [Geometry(2, 2), Geometry(2, 3), Geometry(3, 2), Geometry(3, 3)]
SHAPES += [Geometry(3, 4), Geometry(1, 7), Geometry(7, 1), Geometry(4, 4)]


@pytest.mark.parametrize("geometry", SHAPES, ids=str)
class TestEveryShape:
    """What holds whatever the boxes are."""

    def test_each_kind_of_unit_cuts_the_grid_into_n_parts(
        self, geometry: Geometry
    ) -> None:
        """Rows, columns and boxes each hold every cell once, n to a unit."""
        for units in (geometry.rows, geometry.columns, geometry.boxes):
            assert geometry.size == len(units)
            assert {geometry.size} == set(map(len, units))
            assert list(range(geometry.cells)) == sorted(c for u in units for c in u)

    def test_units_agree_with_the_lookups_of_a_cell(self, geometry: Geometry) -> None:
        """`row_of`, `column_of` and `box_of` find the unit the cell is in."""
        for cell in range(geometry.cells):
            assert cell in geometry.rows[geometry.row_of(cell)]
            assert cell in geometry.columns[geometry.column_of(cell)]
            assert cell in geometry.boxes[geometry.box_of(cell)]

    def test_peers_are_mutual_and_not_oneself(self, geometry: Geometry) -> None:
        """A cell is a peer of its peers, not of itself."""
        peers = [set(geometry.peers_of(cell)) for cell in range(geometry.cells)]

        for cell, others in enumerate(peers):
            assert cell not in others
            assert all(cell in peers[other] for other in others)

    def test_bands_and_stacks_hold_each_box_once(self, geometry: Geometry) -> None:
        """Every box is in one band and in one stack."""
        for groups in (geometry.bands, geometry.stacks):
            assert list(range(geometry.size)) == sorted(b for g in groups for b in g)

    def test_triads_are_where_lines_cross_boxes(self, geometry: Geometry) -> None:
        """The cells of a triad share a box and a row (or a column)."""
        for triad in geometry.row_triads:
            assert geometry.box_width == len(triad)
            assert 1 == len({geometry.row_of(c) for c in triad})
            assert 1 == len({geometry.box_of(c) for c in triad})
        for triad in geometry.column_triads:
            assert geometry.box_height == len(triad)
            assert 1 == len({geometry.column_of(c) for c in triad})
            assert 1 == len({geometry.box_of(c) for c in triad})

    def test_boxes_of_a_band_share_their_rows(self, geometry: Geometry) -> None:
        """A band is the boxes side by side, a stack those one above another."""
        for band in geometry.bands:
            rows = [{geometry.row_of(c) for c in geometry.boxes[b]} for b in band]
            assert all(rows[0] == other for other in rows)
        for stack in geometry.stacks:
            columns = [
                {geometry.column_of(c) for c in geometry.boxes[b]} for b in stack
            ]
            assert all(columns[0] == other for other in columns)


def test_every_cell_of_nine_by_nine_has_twenty_peers() -> None:
    """The number every Sudoku text gives."""
    assert {20} == {len(Geometry(3, 3).peers_of(cell)) for cell in range(81)}


def test_usual_boxes_lie() -> None:
    """6x6 is cut into 2x3, not 3x2; squares into squares."""
    usual = {n: Geometry.of_size(n) for n in (4, 6, 8, 9, 10, 12, 16, 25, 36, 225)}

    assert (2, 3) == (usual[6].box_height, usual[6].box_width)
    assert (2, 5) == (usual[10].box_height, usual[10].box_width)
    assert all(g.box_height <= g.box_width and g.size == n for n, g in usual.items())
    assert all(usual[n].box_height ** 2 == n for n in (4, 9, 16, 25, 36, 225))


@pytest.mark.parametrize("size", [-9, 0, 1, 2, 3, 5, 7, 11, 13, 97])
def test_size_without_boxes_is_refused(size: int) -> None:
    """A prime has no boxes but single rows."""
    with pytest.raises(UsageError, match="cannot be cut into boxes; expected"):
        Geometry.of_size(size)


def test_shape_is_read_from_text() -> None:
    """ROWSxCOLUMNS, with either cross."""
    assert Geometry(2, 3) == Geometry.parse("2x3") == Geometry.parse("2X3")
    assert Geometry(1, 7) == Geometry.parse("1\u00d77")


@pytest.mark.parametrize(
    "text", ["", "x", "2", "2x", "x3", "-2x3", "2x3x4", "a", "٢x3", "\u00b2x3", "1" * 9]
)
def test_text_that_is_no_shape_is_refused(text: str) -> None:
    """One clear message, whatever it is."""
    with pytest.raises(UsageError, match="is not a box shape; expected"):
        Geometry.parse(text)


@pytest.mark.parametrize(("height", "width"), [(0, 3), (3, -1), (1, 1), (2.0, 2)])
def test_impossible_boxes_are_refused(height: int, width: int) -> None:
    """Sides are positive whole numbers, and a grid has more than one cell."""
    with pytest.raises(UsageError):
        Geometry(height, width)


def test_names_count_from_one() -> None:
    """As a person does."""
    geometry = Geometry(2, 3)

    assert "r2c1" == geometry.cell_name(6)
    assert ["row 1", "column 1", "box 1", "box 6"] == [
        geometry.unit_name(unit) for unit in (0, 6, 12, 17)
    ]
    assert "6x6 (boxes of 2x3)" == str(geometry)


def test_geometries_are_values() -> None:
    """Equal when their boxes are; the tables made on first use change nothing."""
    used, fresh = Geometry(2, 3), Geometry(2, 3)
    assert 36 == used.cells

    assert used == fresh
    assert hash(used) == hash(fresh)
    assert used != Geometry(3, 2)
