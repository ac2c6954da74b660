"""Named constraints: diagonals, irregular regions, anti-knight, killer cages."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from satdoku.constraints.base import cells_of, indices, names
from satdoku.errors import UsageError, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.constraints.base import Cells, Variables
    from satdoku.geometry import Geometry
    from satdoku.grid import Grid

__all__ = ["AntiKnight", "Diagonals", "Killer", "Regions"]


class _UnitsAlone:
    """A rule that its units say in full."""

    __slots__ = ()

    only_units: ClassVar[bool] = True

    def clauses(
        self,
        geometry: Geometry,  # noqa: ARG002
        variables: Variables,  # noqa: ARG002
    ) -> Iterable[tuple[int, ...]]:
        """Yield nothing."""
        return ()

    def allows(self, grid: Grid) -> bool:  # noqa: ARG002
        """Return True: units are checked with all others."""
        return True


@dataclass(frozen=True, slots=True)
class Diagonals(_UnitsAlone):
    """Both long diagonals hold each digit once.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> [unit[:2] for unit in Diagonals().units(Geometry(4, 4))]
        [(0, 5), (3, 6)]
    """

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless the grid is a square."""
        if geometry.rows != geometry.columns:
            raise UsageError(f"a grid of {geometry} has no diagonals")

    def units(self, geometry: Geometry) -> Iterable[Sequence[int]]:
        """Return the falling and the rising diagonal."""
        n = geometry.columns
        return (
            tuple(range(0, n * n, n + 1)),
            tuple(range(n - 1, n * n - 1, n - 1)),
        )

    def describe(self) -> str:
        """Return `diagonals`."""
        return "diagonals"


@dataclass(frozen=True, slots=True, init=False)
class Regions(_UnitsAlone):
    """Irregular regions, usually in place of boxes (jigsaw).

    Args:
        regions: A text with a character for each cell, the same for the cells of a
            region, blanks between rows skipped; or the cells of each region, by names
            or (row, column) pairs.

    Example:
        >>> rule = Regions("AABB AABB CCDD CCDD")
        >>> from satdoku.geometry import Geometry
        >>> next(iter(rule.units(Geometry(4, 4, box=None))))
        (0, 1, 4, 5)
    """

    regions: tuple[Cells, ...] | str

    def __init__(self, regions: str | Iterable[str | Cells]) -> None:
        kept: tuple[Cells, ...] | str
        if isinstance(regions, str):
            kept = "".join(regions.split())
        else:
            kept = tuple(cells_of(region) for region in regions)
        object.__setattr__(self, "regions", kept)

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless all regions lie in the grid and are not too large."""
        if isinstance(self.regions, str) and len(self.regions) != geometry.cells:
            raise UsageError(
                f"regions of {len(self.regions)} cells; expected {geometry.cells}"
            )
        for unit in self.units(geometry):
            if len(unit) > geometry.size:
                raise UsageError(
                    f"a region of {len(unit)} cells; expected at most {geometry.size}"
                )

    def units(self, geometry: Geometry) -> Iterable[Sequence[int]]:
        """Return the cells of each region."""
        if isinstance(self.regions, str):
            found: dict[str, list[int]] = {}
            for cell, mark in enumerate(self.regions):
                found.setdefault(mark, []).append(cell)
            return [tuple(cells) for cells in found.values()]
        return [indices(region, geometry) for region in self.regions]

    def describe(self) -> str:
        """Return `regions`."""
        return "regions"


@dataclass(frozen=True, slots=True)
class AntiKnight(_UnitsAlone):
    """Cells a knight's move apart hold different digits.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> len(list(AntiKnight().units(Geometry(9, 9))))
        224
    """

    def check(self, geometry: Geometry) -> None:
        """Accept every geometry."""

    def units(self, geometry: Geometry) -> Iterator[Sequence[int]]:
        """Yield each two cells that are a knight's move apart."""
        for row in range(geometry.rows):
            for column in range(geometry.columns):
                for down, right in ((1, -2), (1, 2), (2, -1), (2, 1)):
                    other = row + down, column + right
                    if other[0] < geometry.rows and 0 <= other[1] < geometry.columns:
                        yield (
                            row * geometry.columns + column,
                            other[0] * geometry.columns + other[1],
                        )

    def describe(self) -> str:
        """Return `anti-knight`."""
        return "anti-knight"


@dataclass(frozen=True, slots=True, init=False)
class Killer:
    """A cage: different digits whose values add up to a total.

    Args:
        total: The sum.
        cells: The cells, by names or (row, column) pairs.

    Example:
        >>> Killer(15, "r1c1 r1c2").describe()
        'cage of 15: r1c1 r1c2'
    """

    only_units: ClassVar[bool] = False

    total: int
    cells: Cells

    def __init__(self, total: int, cells: str | Iterable[tuple[int, int]]) -> None:
        if type(total) is not int or total < 0:
            raise UsageError(f"a cage cannot have the sum {shown(total)}")
        object.__setattr__(self, "total", total)
        object.__setattr__(self, "cells", cells_of(cells))

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless the cage fits into the grid."""
        indices(self.cells, geometry)
        if len(self.cells) > geometry.size:
            raise UsageError(
                f"a cage of {len(self.cells)} cells; expected at most {geometry.size}"
            )

    def units(self, geometry: Geometry) -> Iterable[Sequence[int]]:
        """Return the cage: no digit comes twice."""
        return (indices(self.cells, geometry),)

    def clauses(
        self, geometry: Geometry, variables: Variables
    ) -> Iterator[tuple[int, ...]]:
        """Yield clauses that select one set of digits with the right sum.

        A variable for each such set: if it is true, no cell holds a digit outside the
        set, and each digit of the set is in some cell.
        """
        cells = indices(self.cells, geometry)
        first = geometry.first_value
        selectors: list[int] = []
        for digits in combinations(geometry.digits, len(cells)):
            if sum(digits) + len(cells) * (first - 1) != self.total:
                continue
            selector = variables.new(
                f"{self.describe()} = {'+'.join(map(str, digits))}"
            )
            selectors.append(selector)
            for digit in geometry.digits:
                literals = [variables.literal(cell, digit) for cell in cells]
                if digit in digits:
                    yield (-selector, *literals)
                else:
                    yield from ((-selector, -literal) for literal in literals)
        yield tuple(selectors)

    def allows(self, grid: Grid) -> bool:
        """Whether the digits add up."""
        values = [grid[place] for place in self.cells]
        return sum(values) + len(values) * (grid.geometry.first_value - 1) == self.total

    def describe(self) -> str:
        """Return `cage of 15: r1c1 r1c2`."""
        return f"cage of {self.total}: {names(self.cells)}"
