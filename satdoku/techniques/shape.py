"""The masks of a geometry: sets of cells as whole numbers, cell c as bit c.

Deduction asks again and again which cells of a unit may hold a digit, and which cells
see all of some others.  With a set of cells as one number each of these is an `&`.

A shape is made once a geometry and kept (`Shape.of`); it never changes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.geometry import Geometry

__all__ = ["Shape", "bits", "cells_of", "mask_of"]


class Shape:
    """The units and peers of a geometry as masks.

    Args:
        geometry: The geometry.

    Attributes:
        geometry: The geometry.
        size: The n cells of a unit.
        all: All n² cells.
        units: The cells of each of the 3n units: rows, columns, boxes, as in
            `Geometry.units`.
        units_of: Of each cell, the three units it is in, as indices into `units`.
        peers: Of each cell, the other cells of its units.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> shape = Shape.of(Geometry(4, 4))
        >>> f"{shape.units[0]:016b}", shape.units_of[5]
        ('0000000000001111', (1, 5, 8))
        >>> list(bits(shape.peers[0]))
        [1, 2, 3, 4, 5, 8, 12]
    """

    __slots__ = ("all", "geometry", "peers", "size", "units", "units_of")

    def __init__(self, geometry: Geometry) -> None:
        n = geometry.size
        self.geometry = geometry
        self.size = n
        self.all = (1 << geometry.cells) - 1
        self.units = tuple(mask_of(unit) for unit in geometry.units)
        self.units_of = tuple(
            (cell // n, n + cell % n, 2 * n + geometry.box_of(cell))
            for cell in range(geometry.cells)
        )
        self.peers = tuple(
            (self.units[row] | self.units[column] | self.units[box]) & ~(1 << cell)
            for cell, (row, column, box) in enumerate(self.units_of)
        )

    @staticmethod
    @lru_cache(maxsize=16)
    def of(geometry: Geometry) -> Shape:
        """Return the shape of a geometry, made on first use."""
        return Shape(geometry)

    def seen_by_all(self, cells: int) -> int:
        """Return the cells that see every cell of a set; no cell sees itself.

        Example:
            >>> from satdoku.geometry import Geometry
            >>> shape = Shape.of(Geometry(4, 4))
            >>> cells_of(shape.seen_by_all(mask_of([0, 5])))
            (1, 4)
        """
        seen = self.all
        peers = self.peers
        while cells:
            low = cells & -cells
            seen &= peers[low.bit_length() - 1]
            cells ^= low
        return seen

    def common_units(self, cells: int) -> Iterator[int]:
        """Yield the units that hold every cell of a set that is not empty; rising."""
        for unit in self.units_of[(cells & -cells).bit_length() - 1]:
            if not cells & ~self.units[unit]:
                yield unit


def bits(mask: int) -> Iterator[int]:
    """Yield the members of a set, rising: of a set of cells, the cells.

    Example:
        >>> list(bits(0b10110))
        [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def cells_of(mask: int) -> tuple[int, ...]:
    """Return the members of a set, rising."""
    return tuple(bits(mask))


def mask_of(cells: Iterable[int]) -> int:
    """Return the set of some cells.

    Example:
        >>> mask_of([1, 2, 4])
        22
    """
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask
