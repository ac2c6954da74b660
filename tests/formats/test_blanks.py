"""Drawings in which blanks are empty cells, and trailing ones may be trimmed."""

import pytest

from satdoku.geometry import Geometry

ROWS = [
    "53  7",
    "6  195",
    " 98    6",
    "8   6   3",
    "4  8 3  1",
    "7   2   6",
    " 6    28",
    "   419  5",
    "    8  79",
]
CELLS = "".join(row.ljust(9) for row in ROWS).replace(" ", ".")


@pytest.mark.parametrize("width", [0, 9])
def test_trimmed_blanks_are_cells(good, width):
    assert CELLS == good("\n".join(row.ljust(width) for row in ROWS)).grid.line


def test_several_drawings(scanned):
    text = "\n".join(ROWS)
    found = scanned(f"{text}\n\n{text}\n", format="rows")

    assert [CELLS, CELLS] == [entry.grid.line for entry in found]


def test_no_row_is_full(message):
    said = message("\n".join(row[:8] for row in ROWS), format="rows")

    assert "ambiguous blanks" in said
    assert "n lines of at most n characters" in said


def test_gaps_show_the_boxes(good):
    rows = ["123 456", "456 123", "231 564", "564 231", "312 645", "645 31."]

    assert Geometry.of_box(2, 3) == good("\n".join(rows)).grid.geometry
