"""Geometry: units, peers, bands, stacks and triads; names of cells; box shapes."""

from itertools import product

import pytest

from satdoku import Geometry, Grid, InputError, Puzzle, UsageError

SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (1, 7), (7, 1), (4, 4)]


@pytest.mark.parametrize("box", SHAPES)
def test_every_shape(box):
    """All tables against their definition, by the row, column and box of a cell."""
    height, width = box
    geometry = Geometry.of_box(height, width)
    n = height * width
    cells = range(n * n)
    row = [cell // n for cell in cells]
    column = [cell % n for cell in cells]
    box_of = [row[c] // height * height + column[c] // width for c in cells]

    def groups(*keys):
        found = {}
        for cell in cells:
            found.setdefault(tuple(key[cell] for key in keys), []).append(cell)
        return tuple(tuple(found[key]) for key in sorted(found))

    assert n == geometry.size
    assert n * n == geometry.cells
    assert range(1, n + 1) == geometry.digit_range
    assert groups(row) == geometry.row_units
    assert groups(column) == geometry.column_units
    assert groups(box_of) == geometry.box_units
    assert groups(row) + groups(column) + groups(box_of) == geometry.units
    assert groups(row, box_of) == geometry.row_triads
    assert groups(column, box_of) == geometry.column_triads
    for cell in cells:
        assert row[cell] == geometry.row_of(cell)
        assert column[cell] == geometry.column_of(cell)
        assert box_of[cell] == geometry.box_of(cell)
        assert f"r{row[cell] + 1}c{column[cell] + 1}" == geometry.cell_name(cell)
        assert geometry.peers_of(cell) == tuple(
            other
            for other in cells
            if other != cell
            and (
                row[other] == row[cell]
                or column[other] == column[cell]
                or box_of[other] == box_of[cell]
            )
        )
    values = [f"{r}{c}" for r, c in zip(row, column, strict=True)]
    by_boxes = [values[cell] for box in groups(box_of) for cell in box]
    assert by_boxes == list(geometry.by_boxes(values))


def test_names():
    geometry = Geometry(6, 6)
    names = [geometry.unit_name(unit) for unit in (0, 5, 6, 11, 12, 17)]

    assert ["row 1", "row 6", "column 1", "column 6", "box 1", "box 6"] == names
    assert "6x6 (boxes of 2x3)" == str(geometry)


def test_usual_boxes():
    """They are as square as can be, and wider than high."""
    usual = {
        4: (2, 2),
        6: (2, 3),
        8: (2, 4),
        9: (3, 3),
        10: (2, 5),
        12: (3, 4),
        15: (3, 5),
        16: (4, 4),
        25: (5, 5),
        36: (6, 6),
        225: (15, 15),
        10**6: (1000, 1000),
    }
    for size, box in usual.items():
        assert Geometry.of_box(*box) == Geometry.of_size(size)
        if size < 300:
            assert Geometry.of_box(*box) == Geometry.of_cells(size**2)


def test_sizes_without_boxes():
    for size in (-9, 0, 1, 2, 3, 5, 7, 11, 13, 97, 10**12 + 1, 10**5000):
        with pytest.raises(UsageError):
            Geometry.of_size(size)
        if 0 < size < 100:
            with pytest.raises(InputError):
                Grid("." * size**2)
    with pytest.raises(UsageError, match="at most 1,000,000"):
        Geometry.of_size(99_999_999)


def test_read_from_text():
    assert Geometry(6, 6) == Geometry.parse("2x3") == Geometry.parse("2X3")
    assert Geometry.of_box(1, 7) == Geometry.parse("1\u00d77")
    assert Geometry.of_box(100, 100) == Geometry.parse("100x100")


TEXTS = "|x|2|2x|x3|-2x3|2x3x4|a|٢x3|2x٣|²x3|2x³|111111111|1000x1000|0x3|1x1"
BOXES = [(0, 3), (3, 0), (3, -1), (1, 1), (2.0, 2), (2, True), ("a", 3)]


@pytest.mark.parametrize(
    ("make", "arguments"),
    [
        *(("of_cells", [cells]) for cells in (0, 1, 2, 80, 82, 49)),
        *(("of_box", box) for box in BOXES),
        *(("parse", [text]) for text in TEXTS.split("|")),
        *product(("of_size", "of_cells", "parse"), ([None], [2.5], [True])),
    ],
)
def test_refused(make, arguments):
    with pytest.raises((InputError, UsageError)):
        getattr(Geometry, make)(*arguments)


def test_equality():
    used, fresh = Geometry(6, 6), Geometry(6, 6)
    assert 36 == used.cells

    assert used == fresh
    assert hash(used) == hash(fresh)
    assert used != Geometry.of_box(3, 2)
    assert {used: 1}[fresh] == 1


@pytest.mark.parametrize("shape", [Geometry(), Geometry(7, 9, box=None)], ids=str)
@pytest.mark.parametrize("kind", ["unit_name", "cell_name", "place_of", "peers_of"])
def test_units_and_cells_that_are_not_there_have_no_name(shape, kind):
    for number in (-1, len(shape.units) if kind == "unit_name" else shape.cells):
        with pytest.raises(UsageError, match=str(number)):
            getattr(shape, kind)(number)
    with pytest.raises(UsageError, match="27"):
        Puzzle("." * 81).unit_name(27)
