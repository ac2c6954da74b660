"""A grid may have more cells than Python's stack has room for calls."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.reference.table import find, make


def two_in_each_cell() -> Grid:
    """Return a puzzle of 36x36 without clues: each cell has two candidates.

    They are the digits of a grid and of the same grid with 1 and 2, 3 and 4 … swapped.
    """
    geometry = Geometry(6, 6)
    masks = [
        1 << digit | 1 << (digit ^ 1)
        for row in range(36)
        for digit in [(6 * row + row // 6 + column) % 36 for column in range(36)]
    ]
    return Grid(geometry, (0,) * geometry.cells, tuple(masks))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("backtracking", {"order": "rows"}),
        ("backtracking", {"order": "blocks"}),
        ("constraint", {}),
        ("elimination", {}),
        ("elimination", {"rules": ()}),
        ("bitmask", {}),
    ],
)
def test_a_cell_is_no_call(name: str, options: dict[str, Any]) -> None:
    """A search goes through 1,296 cells."""
    row = find(name)
    assert row is not None
    puzzle = two_in_each_cell()
    values = next(iter(make(row, **options).solutions(puzzle, {})))

    assert puzzle.geometry.cells > sys.getrecursionlimit()
    assert Grid(puzzle.geometry, values).solves(puzzle)
