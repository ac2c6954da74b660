"""Sizes of grids."""

import pytest

from satdoku.errors import InputError
from satdoku.formats.cells import Cells, usable
from satdoku.formats.format import Options
from satdoku.geometry import Geometry


def test_usable_sizes():
    assert [4, 6, 8, 9, 10, 12, 14, 15, 16] == [n for n in range(17) if usable(n)]


def test_boxes_said_must_fit_the_size():
    cells = Cells(Options(Geometry(3, 3)))

    assert Geometry(3, 3) == cells.geometry_of(9) == cells.geometry_of_cells(81)
    with pytest.raises(InputError, match=r"4 cells a row; expected 9x9 \(boxes of 3x3"):
        cells.geometry_of(4)
    with pytest.raises(InputError, match="16 cells; expected 81 for a grid of 9x9"):
        cells.geometry_of_cells(16)


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (80, "80 cells; expected 81 for a 9x9 grid"),
        (82, "82 cells; expected 81 for a 9x9 grid"),
        (3, "3 cells; expected 16 for a 4x4 grid"),
        (162, "162 cells; expected 81 for a 9x9 grid; 162 = 2 x 81: a puzzle a line"),
        (32, "32 cells; expected 16 for a 4x4 grid; 32 = 2 x 16: a puzzle a line"),
        (624, "624 cells; expected 625 for a 25x25 grid"),
    ],
)
def test_number_of_cells_that_fits_no_grid(count, said):
    with pytest.raises(InputError) as caught:
        Cells(Options()).geometry_of_cells(count)

    assert said == str(caught.value)
