"""The symmetries that the places of the clues can have.

A symmetry is a group of motions of the square; cells that these carry to one another
are an orbit, and have clues all together or none.  Boxes do not matter: the clues of a
6×6 grid may lie as on any square.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from satdoku.errors import UsageError, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["Symmetry"]

_MOTIONS: dict[str, Callable[[int, int, int], tuple[int, int]]] = {
    "half turn": lambda row, column, last: (last - row, last - column),
    "quarter turn": lambda row, column, last: (column, last - row),
    "upside down": lambda row, column, last: (last - row, column),
    "left to right": lambda row, column, last: (row, last - column),
    "transposed": lambda row, column, _: (column, row),
    "transposed the other way": lambda row, column, last: (last - column, last - row),
}
"""Each takes a row, a column and the last of these to another place."""


class Symmetry(Enum):
    """A symmetry: its key, and the motions that make it.

    Example:
        >>> Symmetry.parse("rotational90").orbits(4)[0]
        (0, 3, 12, 15)
        >>> len(Symmetry.NONE.orbits(9)), len(Symmetry.FULL.orbits(9))
        (81, 15)
    """

    NONE = ("none", ())
    ROTATIONAL180 = ("rotational180", ("half turn",))
    ROTATIONAL90 = ("rotational90", ("quarter turn",))
    HORIZONTAL = ("horizontal", ("upside down",))
    VERTICAL = ("vertical", ("left to right",))
    DIAGONAL = ("diagonal", ("transposed",))
    ANTIDIAGONAL = ("antidiagonal", ("transposed the other way",))
    AXES = ("axes", ("upside down", "left to right"))
    DIAGONALS = ("diagonals", ("transposed", "transposed the other way"))
    FULL = ("full", ("quarter turn", "transposed"))

    def __init__(self, key: str, motions: tuple[str, ...]) -> None:
        self.key = key
        self._motions = motions

    @staticmethod
    def parse(text: str) -> Symmetry:
        """Find a symmetry by its key.

        Raises:
            UsageError: There is none of that name.
        """
        for symmetry in Symmetry:
            if symmetry.key == text.lower():
                return symmetry
        keys = ", ".join(symmetry.key for symmetry in Symmetry)
        raise UsageError(f"no symmetry {printable(text)!r}; expected {keys}")

    def orbits(self, size: int) -> tuple[tuple[int, ...], ...]:
        """Return the orbits of the cells of an n × n grid, each rising."""
        moves = [_MOTIONS[name] for name in self._motions]
        seen: set[int] = set()
        found: list[tuple[int, ...]] = []
        for cell in range(size * size):
            if cell in seen:
                continue
            orbit = {cell}
            todo = [cell]
            while todo:
                row, column = divmod(todo.pop(), size)
                for move in moves:
                    to_row, to_column = move(row, column, size - 1)
                    place = to_row * size + to_column
                    if place not in orbit:
                        orbit.add(place)
                        todo.append(place)
            seen |= orbit
            found.append(tuple(sorted(orbit)))
        return tuple(found)

    def has(self, cells: Iterable[int], size: int) -> bool:
        """Whether some cells of an n × n grid lie so.

        Example:
            >>> Symmetry.DIAGONAL.has([0, 1, 4], 4), Symmetry.DIAGONAL.has([1], 4)
            (True, False)
        """
        places = set(cells)
        return all(
            places.issuperset(orbit) or places.isdisjoint(orbit)
            for orbit in self.orbits(size)
        )

    def counts(self, size: int) -> frozenset[int]:
        """Return how many cells of an n × n grid can lie so.

        Example:
            >>> sorted(Symmetry.ROTATIONAL90.counts(4))
            [0, 4, 8, 12, 16]
        """
        found = 1  # bit c: c cells can
        for orbit in self.orbits(size):
            found |= found << len(orbit)
        return frozenset(c for c in range(size * size + 1) if found >> c & 1)
