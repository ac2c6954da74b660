"""The grid as the scheme goes through it: units in its order, and what crosses what.

The scheme is one for grids of 9×9 only.  Units are named by their index in
`Geometry.units`: rows 0-8, columns 9-17, boxes 18-26.  Within a unit cells come in
rising order, so the members of a mask do too.
"""

from __future__ import annotations

from itertools import combinations

from satdoku.geometry import Geometry
from satdoku.techniques.state import Shape, cells_of

__all__ = [
    "BOXES",
    "COLUMNS",
    "CROSSINGS",
    "GEOMETRY",
    "HOUSE",
    "PEERS",
    "ROWS",
    "SHAPE",
    "SIGHT",
    "UNITS",
    "UNITS_OF",
    "by_last",
]

GEOMETRY = Geometry(9, 9)
SHAPE = Shape.of(GEOMETRY)
UNITS = SHAPE.units
PEERS = SHAPE.peers
ROWS = range(9)
COLUMNS = range(9, 18)
BOXES = range(18, 27)

UNITS_OF = tuple((box, row, column) for row, column, box in SHAPE.units_of)
"""The units of each cell: its box, row, column."""

SIGHT = tuple(
    (
        UNITS[box] & PEERS[cell],
        UNITS[row] & PEERS[cell] & ~UNITS[box],
        UNITS[column] & PEERS[cell] & ~UNITS[box],
    )
    for cell, (box, row, column) in enumerate(UNITS_OF)
)
"""The peers of each cell in three masks: of its box, then those of row and column."""

HOUSE = tuple(tuple(c for part in parts for c in cells_of(part)) for parts in SIGHT)
"""The peers of each cell in the order in which they are gone through."""


def _crossings() -> list[tuple[int, int, tuple[int, ...]]]:
    crossings: list[tuple[int, int, tuple[int, ...]]] = []
    for firsts, seconds in (
        (BOXES, COLUMNS),
        (BOXES, ROWS),
        (COLUMNS, BOXES),
        (ROWS, BOXES),
    ):
        for first in firsts:
            for second in seconds:
                if UNITS[first] & UNITS[second]:
                    thirds = tuple(
                        third
                        for third in firsts
                        if third != first and UNITS[third] & UNITS[second]
                    )
                    crossings.append((first, second, thirds))
    return crossings


CROSSINGS = tuple(_crossings())
"""Each box with each line through it and the other way round; with the other units of
the first's kind that the second crosses."""

_BY_LAST = {
    (count, size): tuple(
        sorted(combinations(range(count), size), key=lambda chosen: chosen[::-1])
    )
    for count in range(10)
    for size in range(count + 1)
}


def by_last(count: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Return the choices of some of the numbers below `count`, by the last of them.

    Example:
        >>> by_last(4, 2)
        ((0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3))
    """
    return _BY_LAST[count, size]
