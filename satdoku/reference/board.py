"""What the solvers share: the tables of a geometry, and where a search starts.

Candidates are kept as masks, digit d as bit d - 1, so that "is it left?", "how many are
left?" and "take it away" are each one operation on a whole number.

Tables are made on first use and kept for the last few geometries: a solver is asked for
thousands of puzzles of one shape.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.geometry import Geometry
    from satdoku.puzzle import Puzzle
    from satdoku.reference.solver import Counters

__all__ = ["Board", "begin", "board_of", "starting_masks", "values_of"]


class Board:
    """The tables of a geometry, in tuples, which are the quickest to read.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> Board(Geometry(4, 4)).peers[0]
        (1, 2, 3, 4, 5, 8, 12)
    """

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.full = (1 << geometry.size) - 1
        """The mask of all digits."""

    @cached_property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row, each column, each box."""
        return self.geometry.units

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """The other cells of each cell's units."""
        return tuple(map(self.geometry.peers_of, range(self.geometry.cells)))

    @cached_property
    def peer_values(self) -> tuple[itemgetter[tuple[int, ...]], ...]:
        """Reads, for each cell, its peers' values out of a list of all values."""
        read: list[itemgetter[tuple[int, ...]]] = [
            itemgetter(*peers) for peers in self.peers
        ]
        return tuple(read)

    @cached_property
    def places(self) -> tuple[tuple[int, int, int], ...]:
        """The row, column and box of each cell."""
        geometry = self.geometry
        return tuple(
            (geometry.row_of(cell), geometry.column_of(cell), geometry.box_of(cell))
            for cell in range(geometry.cells)
        )


@lru_cache(maxsize=8)
def board_of(geometry: Geometry) -> Board:
    """Return the tables of a geometry, the same ones each time."""
    return Board(geometry)


def starting_masks(puzzle: Puzzle) -> list[int] | None:
    """Return the candidates of each cell, to be changed by a search.

    Returns:
        A mask a cell, that of a filled cell its digit's; None where there is no
        solution, since clues clash or a cell has no candidate.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> starting_masks(Puzzle("12.. .... .... ...."))[:5]
        [1, 2, 12, 12, 12]
        >>> starting_masks(Puzzle("11.. .... .... ....")) is None
        True
    """
    left = list(puzzle.left())
    return None if 0 in left or puzzle.clashes() else left


def values_of(left: Sequence[int]) -> tuple[int, ...]:
    """Return the digits of masks that hold one each.

    Example:
        >>> values_of([1, 8, 4])
        (1, 4, 3)
    """
    return tuple(map(int.bit_length, left))


def begin(counters: Counters, *keys: str) -> None:
    """Set counters to 0 that are not there yet."""
    for key in keys:
        counters.setdefault(key, 0)
