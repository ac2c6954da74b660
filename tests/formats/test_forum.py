"""The format `forum`: the layout of the players' forums."""

import pytest

from satdoku.formats import Entry, write
from satdoku.formats.keeping import lost
from satdoku.formats.register import find
from satdoku.geometry import Geometry
from satdoku.grid import Grid

TEXT = """\
. 2 . | 8 1 . | 7 4 .
7 . . | . . 3 | 1 . .
. 9 . | . . 2 | 8 . 5
------+-------+------
. . 9 | . 4 . | . 8 7
4 . . | 2 . 8 | . . 3
1 6 . | . 3 . | 2 . .
------+-------+------
3 . 2 | 7 . . | . 6 .
. . 5 | 6 . . | . . 8
. 7 6 | . 5 1 | . 9 .
"""


def test_layout(good):
    said = good(TEXT, format="forum")

    assert TEXT == write(said, "forum")
    assert ("forum", "grid") == (said.format, (told := good(TEXT)).format)
    assert said.grid == told.grid


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (6, 2), (4, 4), (5, 5)])
def test_boxes_are_drawn(shape, good):
    geometry = Geometry(*shape)
    size = geometry.size
    grid = Grid(geometry, tuple((7 * cell) % (size + 1) for cell in range(size**2)))

    assert grid == good(write(grid, "forum")).grid
    assert grid == good(write(grid, "forum"), format="forum").grid


def test_boxes_of_one_row_are_not_told():
    for shape, kept in {(3, 2): (), (1, 4): ("boxes",), (4, 1): ("boxes",)}.items():
        geometry = Geometry(*shape)
        entry = Entry.of(Grid(geometry, (0,) * geometry.cells))

        assert [kept] * 2 == [lost(entry, find(name)) for name in ("forum", "grid")]


def test_ragged_row(message):
    text = TEXT.replace("7 . . | . . 3", "7 . | . . 3")

    assert message(text, format="forum").startswith("2: row 2 has 8 cells; expected 9")
