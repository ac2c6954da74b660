"""Drawings in which blanks are empty cells."""

from satdoku.puzzle.geometry import Geometry

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


def test_blanks_are_cells(good):
    assert CELLS == good("\n".join(row.ljust(9) for row in ROWS)).puzzle.line


def test_trimmed_blanks_are_ambiguous(message):
    said = message("\n".join(ROWS), format="rows")

    assert "ambiguous blanks" in said
    assert "lines of equal length, blanks at their ends included" in said
    assert "write . for an empty cell" in said


def test_gaps_show_the_boxes(good):
    rows = ["123 456", "456 123", "231 564", "564 231", "312 645", "645 31."]

    assert Geometry.of_box(2, 3) == good("\n".join(rows)).puzzle.geometry
