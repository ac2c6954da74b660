"""What a constraint is: a rule beyond rows, columns and boxes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations
from math import dist
from typing import TYPE_CHECKING, ClassVar, Protocol

from satdoku.errors import UsageError, counted, shown
from satdoku.puzzle.constraints.parts import Literals

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.puzzle.constraints.parts import Part
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import Grid

__all__ = [
    "CellRule",
    "Cells",
    "Constraint",
    "Rule",
    "Variables",
    "adjacent_pairs",
    "cells_of",
    "indices",
    "names",
    "values_in",
    "values_of",
]

Cells = tuple[tuple[int, int], ...]
"""(row, column) pairs, counted from 0."""

_NAME = re.compile(r"[rR]([0-9]{1,3})[cC]([0-9]{1,3})")


class Variables(Protocol):
    """What clauses are made of."""

    def literal(self, cell: int, digit: int) -> int:
        """Return the literal "this cell holds this digit".

        Of a digit that the cell cannot hold it is one that is always false.
        """

    def options(self, cell: int) -> Iterable[tuple[int, int]]:
        """Return the digits that a cell may hold, each with its literal."""

    def new(self, name: str) -> int:
        """Return a variable that nobody else uses."""


class Constraint(Protocol):
    """A rule; a frozen value, equal to another that says the same.

    Attributes:
        only_units: Whether its units say all of it.
    """

    only_units: ClassVar[bool]

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless the rule fits the geometry."""

    def units(self, geometry: Geometry) -> Iterable[Sequence[int]]:
        """Return sets of cells that hold each digit at most once.

        A set of as many cells as there are digits holds each exactly once.
        """

    def clauses(
        self, geometry: Geometry, variables: Variables
    ) -> Iterable[tuple[int, ...]]:
        """Yield clauses that say what the units do not."""

    def allows(self, grid: Grid) -> bool:
        """Whether a complete grid keeps the rule, units aside; no formula is used."""

    def describe(self) -> str:
        """Return the rule in a few words: `cage of 15: r1c1 r1c2`."""


@dataclass(frozen=True)
class Rule:
    """A rule made of parts.

    A subclass has `word`, which names it, `where`, and `parts` and `holds`: the same
    rule twice, once as what makes clauses and once as a check of values, so that each
    tests the other.
    """

    only_units: ClassVar[bool] = False
    word: ClassVar[str]
    unit_word: ClassVar[str | tuple[str, ...]] = ""
    """What one of several units is called, before its number, or what each is called;
    as the rule is where it is empty."""

    def check(self, geometry: Geometry) -> None:
        """Accept every geometry."""

    def where(self, geometry: Geometry) -> Sequence[int]:
        """Return the numbers of the cells that the rule is about: all of them."""
        return range(geometry.cells)

    def units(self, geometry: Geometry) -> Iterable[Sequence[int]]:  # noqa: ARG002
        """Return nothing."""
        return ()

    def parts(self, geometry: Geometry) -> Iterable[Part]:  # noqa: ARG002
        """Return what the rule is made of, units aside."""
        return ()

    def clauses(
        self, geometry: Geometry, variables: Variables
    ) -> Iterator[tuple[int, ...]]:
        """Yield the clauses of the parts."""
        literals = Literals(geometry, variables, self.describe())
        for part in self.parts(geometry):
            yield from part.clauses(literals)

    def holds(self, values: Sequence[int]) -> bool:  # noqa: ARG002
        """Whether the values of its cells keep the rule, units aside."""
        return True

    def allows(self, grid: Grid) -> bool:
        """Whether the grid keeps the rule, units aside."""
        return self.holds(values_of(grid, self.where(grid.geometry)))

    def describe(self) -> str:
        """Return the name."""
        return self.word


@dataclass(frozen=True)
class CellRule(Rule):
    """A rule over a few cells, made of `parts` and checked by `holds`.

    Args:
        cells: The cells, by names (`"r1c1 r1c2"`, or a list) or (row, column) pairs,
            counted from 0, in the order of the line where that matters.
    """

    repeats: ClassVar[bool] = True
    """Whether a cell may be listed twice."""
    fewest: ClassVar[int] = 1
    """The least number of cells."""
    distinct: ClassVar[bool] = False
    """Whether the cells hold different digits."""
    says: ClassVar[str] = ""
    """The attribute that its description states, such as a total."""

    cells: Cells

    def __post_init__(self) -> None:
        cells = cells_of(self.cells, repeats=self.repeats)
        if len(cells) < self.fewest:
            raise UsageError(
                f"{self.word} of {counted(len(cells), 'cell')}; expected at least "
                f"{self.fewest}"
            )
        object.__setattr__(self, "cells", cells)

    def where(self, geometry: Geometry) -> tuple[int, ...]:
        """Return the numbers of the cells, in their order."""
        return indices(self.cells, geometry)

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless the cells lie in the grid."""
        size, most = len(set(self.where(geometry))), geometry.size
        if self.distinct and size > most:
            raise UsageError(f"{self.word} of {size} cells; expected at most {most}")

    def units(self, geometry: Geometry) -> Iterable[Sequence[int]]:
        """Return the cells where they are to differ."""
        if not self.distinct:
            return ()
        return (tuple(dict.fromkeys(self.where(geometry))),)

    def describe(self) -> str:
        """Return the name, what it `says`, and the cells."""
        said = getattr(self, self.says) if self.says else None
        if isinstance(said, tuple):
            said = " ".join(map(str, said))
        of = "" if said is None else f" of {said}"
        return f"{self.word}{of}: {names(self.cells)}"


def values_of(grid: Grid, cells: Iterable[int]) -> list[int]:
    """Return the values of cells: those of their digits, from 0 where digits are."""
    shift, digits = grid.geometry.first_value - 1, grid.values
    return [digits[cell] + shift for cell in cells]


def values_in(geometry: Geometry) -> range:
    """Return the values that a cell may hold."""
    return range(geometry.first_value, geometry.first_value + geometry.size)


def adjacent_pairs(cells: Cells) -> list[tuple[int, int]]:
    """Return the places in a list of each two cells that share a side, in its order.

    Example:
        >>> adjacent_pairs(cells_of("r1c1 r2c2 r1c2"))
        [(0, 2), (1, 2)]
    """
    pairs = combinations(enumerate(cells), 2)
    return [(p, q) for (p, a), (q, b) in pairs if dist(a, b) == 1]


def cells_of(
    source: str | Iterable[str | tuple[int, int]], *, repeats: bool = False
) -> Cells:
    """Return the cells that are named, or pairs as they are.

    Args:
        source: Names in one text, or a list of names or pairs.
        repeats: Whether a cell may come twice.

    Raises:
        UsageError: A word does not name a cell, or a cell comes twice.

    Example:
        >>> cells_of("r1c1 r1c2"), cells_of(["r1c1", (0, 1)])
        (((0, 0), (0, 1)), ((0, 0), (0, 1)))
    """
    parts = source.replace(",", " ").split() if isinstance(source, str) else source
    found = list(map(_cell_of, parts))
    if not found or (len(set(found)) != len(found) and not repeats):
        raise UsageError(f"{shown(source)} must name different cells")
    return tuple(found)


def _cell_of(place: object) -> tuple[int, int]:
    """Return the row and the column of a cell, by its name or as a pair.

    Raises:
        UsageError: It is neither.
    """
    if isinstance(place, str):
        name = _NAME.fullmatch(place)
        if name is None or 0 in (int(name[1]), int(name[2])):
            raise UsageError(f"no cell {shown(place)}; expected r1c1, say")
        return int(name[1]) - 1, int(name[2]) - 1
    if isinstance(place, tuple | list) and len(place) == 2:
        row, column = place
        return row, column
    raise UsageError(f"no cell {shown(place)}; expected 'r1c1' or (0, 0), say")


def indices(cells: Cells, geometry: Geometry) -> tuple[int, ...]:
    """Return the numbers of cells in a geometry.

    Raises:
        UsageError: A cell lies outside.
    """
    for row, column in cells:
        if not (0 <= row < geometry.rows and 0 <= column < geometry.columns):
            name = names(((row, column),))
            raise UsageError(f"{name} lies outside a grid of {geometry}")
    return tuple(row * geometry.columns + column for row, column in cells)


def names(cells: Cells) -> str:
    """Return the names of cells, `r1c1 r1c2`."""
    return " ".join(f"r{row + 1}c{column + 1}" for row, column in cells)
