"""Grids of 4x4 that several formats are asked to keep."""

from typing import Any

from satdoku.grid import Grid

SMALL = Grid.parse("1.34 3.12 .143 432.")
PARTIAL = Grid.parse("1.34 3.12 .143 4321")
FULL = Grid.parse("1234 3412 2143 4321")


def board(grid, **more):
    """Return a board of f-puzzles, of the clues of a grid."""
    rows = [[{"value": v, "given": True} if v else {} for v in r] for r in grid.rows]
    return {"size": grid.geometry.size, "grid": rows, **more}
