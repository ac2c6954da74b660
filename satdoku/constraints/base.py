"""What a constraint is: a rule beyond rows, columns and boxes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, Protocol

from satdoku.errors import UsageError, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.geometry import Geometry
    from satdoku.grid import Grid

__all__ = ["Cells", "Constraint", "Variables", "cells_of", "indices", "names"]

Cells = tuple[tuple[int, int], ...]
"""(row, column) pairs, counted from 0."""

_NAME = re.compile(r"[rR]([0-9]{1,3})[cC]([0-9]{1,3})")


class Variables(Protocol):
    """What clauses are made of."""

    def literal(self, cell: int, digit: int) -> int:
        """Return the literal "this cell holds this digit"."""
        ...

    def new(self, name: str) -> int:
        """Return a variable that nobody else uses."""
        ...


class Constraint(Protocol):
    """A rule; a frozen value, equal to another that says the same.

    Attributes:
        only_units: Whether its units say all of it.
    """

    only_units: ClassVar[bool]

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless the rule fits the geometry."""
        ...

    def units(self, geometry: Geometry) -> Iterable[Sequence[int]]:
        """Return sets of cells that hold each digit at most once.

        A set of as many cells as there are digits holds each exactly once.
        """
        ...

    def clauses(
        self, geometry: Geometry, variables: Variables
    ) -> Iterable[tuple[int, ...]]:
        """Yield clauses that say what the units do not."""
        ...

    def allows(self, grid: Grid) -> bool:
        """Whether a complete grid keeps the rule, units aside; no formula is used."""
        ...

    def describe(self) -> str:
        """Return the rule in a few words: `cage of 15: r1c1 r1c2`."""
        ...


def cells_of(source: str | Iterable[tuple[int, int]]) -> Cells:
    """Return the cells that a text names, or pairs as they are.

    Raises:
        UsageError: A word is no name of a cell, or a cell comes twice.

    Example:
        >>> cells_of("r1c1 r1c2")
        ((0, 0), (0, 1))
    """
    if isinstance(source, str):
        found: list[tuple[int, int]] = []
        for word in source.replace(",", " ").split():
            name = _NAME.fullmatch(word)
            if name is None or 0 in (int(name[1]), int(name[2])):
                raise UsageError(f"no cell {shown(word)}; expected r1c1, say")
            found.append((int(name[1]) - 1, int(name[2]) - 1))
    else:
        found = [(row, column) for row, column in source]
    if not found or len(set(found)) != len(found):
        raise UsageError(f"{shown(source)} are no different cells")
    return tuple(found)


def indices(cells: Cells, geometry: Geometry) -> tuple[int, ...]:
    """Return the numbers of cells in a geometry.

    Raises:
        UsageError: A cell lies outside.
    """
    for row, column in cells:
        if not (0 <= row < geometry.rows and 0 <= column < geometry.columns):
            raise UsageError(
                f"r{row + 1}c{column + 1} lies outside a grid of {geometry}"
            )
    return tuple(row * geometry.columns + column for row, column in cells)


def names(cells: Cells) -> str:
    """Return the names of cells, `r1c1 r1c2`."""
    return " ".join(f"r{row + 1}c{column + 1}" for row, column in cells)
