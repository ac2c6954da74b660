"""Messages name the right cell of boards that are not square."""

import io
import json

import pytest

import satdoku
from satdoku import Geometry, InputError, Puzzle, UsageError, explain

TALL = Geometry(3, 2, box=None)
FLAT = Geometry(2, 3, box=None)
WIDE = Geometry(6, 8, box=None)


@pytest.mark.parametrize(
    ("geometry", "cells", "place"),
    [
        (TALL, [1, 0, 0, 0, 9, 0], "r3c1"),
        (TALL, [1, 0, 0, 0, 1.5, 0], "r3c1"),
        (TALL, "....?.", "r3c1"),
        (FLAT, [1, 0, 0, 0, 9, 0], "r2c2"),
        (FLAT, [[1, 0, 0], [0, 9, 0]], "r2c2"),
        (WIDE, [[0] * 8] * 5 + [[0] * 7 + [9]], "r6c8"),
        (WIDE, [0] * 47 + [9], "r6c8"),
    ],
)
def test_cells(geometry, cells, place):
    with pytest.raises(InputError, match=f"{place}: "):
        Puzzle(cells, geometry=geometry)


def test_candidates_of_json():
    record = {
        "puzzle": "......",
        "shape": ".Shape~3x2",
        "puzzle_candidates": [[1], [1], [1], [1], [9], [1]],
    }
    with pytest.raises(InputError, match="r3c1: candidates"):
        satdoku.read(io.StringIO(json.dumps(record)))


def test_rows_have_the_columns_of_the_shape():
    assert Puzzle([[1, 0, 0], [0, 0, 1]], geometry=FLAT).clues["r2c3"] == 1
    with pytest.raises(InputError, match=r"row 2: 2 cells; expected 3 cells$"):
        Puzzle([[1, 0, 0], [0, 0]], geometry=FLAT)


def test_where_an_explanation_ends():
    puzzle = Puzzle("12...1", geometry=TALL)
    assert "r3c1" in str(explain(puzzle, until="r3c1").entries[-1])
    for cell in ("r2c3", "r4c1"):
        with pytest.raises(UsageError, match=f"{cell} is not in a grid of 3x2"):
            explain(puzzle, until=cell)
