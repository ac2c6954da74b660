"""Grids of 4x4 that several formats are asked to keep, and what writes bytes."""

import io

from satdoku.puzzle.puzzle import Puzzle
from tests.formats.inner import USUAL_STYLE, find_any

SMALL = Puzzle("1.34 3.12 .143 432.")
PARTIAL = Puzzle("1.34 3.12 .143 4321")
FULL = Puzzle("1234 3412 2143 4321")


def board(grid, **more):
    """Return a board of f-puzzles, of the clues of a grid."""
    rows = [[{"value": v, "given": True} if v else {} for v in r] for r in grid.rows]
    return {"size": grid.geometry.size, "grid": rows, **more}


def written(entries, name, style=USUAL_STYLE):
    """Return the bytes of puzzles in a format of bytes, npy or parquet."""
    stream = io.BytesIO()
    writer = find_any(name).writer(stream, style)
    for entry in entries:
        writer.write(entry)
    writer.close()
    assert not stream.closed
    return stream.getvalue()
