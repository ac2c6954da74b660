"""Cells that a solution does not show: variables, and digits that are missing."""

from __future__ import annotations

import re
from dataclasses import field
from itertools import chain, combinations
from typing import TYPE_CHECKING, ClassVar

from satdoku.errors import UsageError
from satdoku.puzzle.constraints.arguments import TEXT, kind_of, whole
from satdoku.puzzle.constraints.base import (
    BaseConstraint,
    Different,
    values_in,
    values_of,
)
from satdoku.puzzle.constraints.extra import (
    extra_name,
    extra_number,
    group_cells,
    numbered,
)
from satdoku.puzzle.constraints.primitives import Clause
from satdoku.puzzle.constraints.records import declared

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from satdoku.puzzle.constraints.base import Constraint, FilledGrid, Primitive
    from satdoku.puzzle.geometry import Geometry

_MOST_CELLS = 256


def _letters(value: str) -> str:
    """Return a name of one to three letters, in capitals."""
    if re.fullmatch("[A-Za-z]{1,3}", value) is None:
        raise ValueError
    return value.upper()


@declared
class Var(BaseConstraint):
    """Cells outside the grid, which other constraints may name like any cell.

    They hold the digits of the grid and have no rule of their own.  Two grids that
    differ in them alone are one solution.

    Args:
        name: A letter, up to three: the cells are VA1, VA2, …; VA if there is one.
        rows, columns: How many there are; neighbours share a side in this layout.
        title: What they are called.

    Example:
        >>> Var("A", 1, 3, "Outside").describe()
        'cells VA1 to VA3 (Outside)'
    """

    label: ClassVar[str] = "cells outside the grid"
    iss = "Var name title shape"
    sentence = "Cells outside the grid: {0.names}."
    is_hidden: ClassVar[bool] = True

    name: str = field(metadata=kind_of("a letter, up to three", _letters))
    rows: int = field(default=1, metadata=whole(1))
    columns: int = field(default=1, metadata=whole(1))
    title: str = field(default="", metadata=TEXT)

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless there are few cells."""
        del geometry
        if self.size > _MOST_CELLS:
            raise UsageError(
                f"{self.size} cells of {self.prefix}; at most {_MOST_CELLS}"
            )

    @property
    def size(self) -> int:
        """How many cells there are."""
        return self.rows * self.columns

    @property
    def prefix(self) -> str:
        """What the names of the cells begin with."""
        return f"V{self.name}"

    @property
    def names(self) -> str:
        """The first and the last cell."""
        return (
            f"{self.prefix}1 to {self.prefix}{self.size}"
            if self.size > 1
            else self.prefix
        )

    def extra_cells(self, geometry: Geometry) -> Mapping[int, Sequence[float]]:
        """Return the cells, with the values of the grid."""
        cells = group_cells(self.prefix, self.size)
        return numbered(cells, values_in(geometry), geometry)

    def describe(self) -> str:
        """Return the cells, and what they are called."""
        word = "cells" if self.size > 1 else "cell"
        return f"{word} {self.names}" + (f" ({self.title})" if self.title else "")


@declared
class Doppelganger(BaseConstraint):
    """Each row, column and box of n cells holds 0 and misses one of the digits 1 to n.

    No two rows miss the same digit, nor two columns, nor two boxes.  Where a 0 stands,
    its row, its column and its box miss different digits.  The missing digits are cells
    outside the grid: DGC1 of row 1, DGR1 of column 1, DGB1 of box 1; DGZ is 0.

    Example:
        >>> Doppelganger().describe()
        'doppelganger'
    """

    label: ClassVar[str] = "doppelganger"
    iss = "Doppelganger"
    sentence = "Each row, column and box holds 0 and misses another digit."
    is_hidden: ClassVar[bool] = True

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless the grid has n rows, n columns and digits 0 to n."""
        n = geometry.rows
        if not geometry.columns == n == geometry.size - 1 or geometry.first_value != 0:
            raise UsageError(
                f"doppelganger in a grid of {geometry}; expected a square with one "
                "digit more than rows, from 0"
            )
        if geometry.raw:
            raise UsageError("doppelganger in a grid without rows and columns")
        if any(len(unit) != n for unit in geometry.box_units):
            raise UsageError(f"doppelganger with boxes that do not have {n} cells")

    def _kinds(self, geometry: Geometry) -> dict[str, tuple[tuple[int, ...], ...]]:
        """Return the units whose missing digits a group of cells holds."""
        kinds = {
            "DGC": geometry.row_units,
            "DGR": geometry.column_units,
            "DGB": geometry.box_units,
        }
        return {prefix: units for prefix, units in kinds.items() if units}

    def extra_cells(self, geometry: Geometry) -> Mapping[int, Sequence[float]]:
        """Return the missing digits of all units, and a cell that holds 0."""
        cells = chain.from_iterable(
            group_cells(prefix, len(units))
            for prefix, units in self._kinds(geometry).items()
        )
        zero = numbered(group_cells("DGZ", 1), (0,), geometry)
        return {**numbered(cells, values_in(geometry)[1:], geometry), **zero}

    def primitives(self, geometry: Geometry) -> Iterator[Primitive]:
        """Yield what units hold and miss, and what stands at each 0."""
        digits = values_in(geometry)[1:]
        missing_at: list[list[int]] = [[] for _ in range(geometry.cells)]
        for prefix, units in self._kinds(geometry).items():
            group = group_cells(prefix, len(units))
            missing = [extra_number(cell, geometry) for cell in group]
            yield Different(tuple(missing))
            for digit in digits:
                yield Clause(tuple((cell, digit, True) for cell in missing))
            for miss, unit in zip(missing, units, strict=True):
                yield Clause(tuple((cell, 0, True) for cell in unit))
                for digit in digits:
                    held = ((cell, digit, True) for cell in unit)
                    yield Clause(((miss, digit, True), *held))
                    for cell in unit:
                        yield Clause(((miss, digit, False), (cell, digit, False)))
                for cell in unit:
                    missing_at[cell].append(miss)
        for cell, own in enumerate(missing_at):
            for one, other in combinations(own, 2):
                for digit in digits:
                    both = ((one, digit, False), (other, digit, False))
                    yield Clause(((cell, 0, False), *both))

    def completions(
        self, grid: FilledGrid, rules: Sequence[Constraint]
    ) -> Iterator[Mapping[str, int]]:
        """Yield the missing digits, if each unit misses one."""
        del rules
        every = {*values_in(grid.geometry)[1:]}
        digits: dict[str, int] = {"DGZ": 0}
        for prefix, units in self._kinds(grid.geometry).items():
            names = map(extra_name, group_cells(prefix, len(units)))
            for name, unit in zip(names, units, strict=True):
                missing = every.difference(values_of(grid, unit))
                if len(missing) != 1:
                    return
                (digits[name],) = missing
        yield digits

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether the grid knows what units miss, and they miss different digits."""
        digits = next(self.completions(grid, ()), None)
        if digits is None or any(grid.extra[name] != digits[name] for name in digits):
            return False
        geometry = grid.geometry
        at_cell: list[list[int]] = [[] for _ in range(geometry.cells)]
        for prefix, units in self._kinds(geometry).items():
            names = [*map(extra_name, group_cells(prefix, len(units)))]
            missing = [digits[name] for name in names]
            if len({*missing}) < len(units):
                return False
            for digit, unit in zip(missing, units, strict=True):
                for cell in unit:
                    at_cell[cell].append(digit)
        values = values_of(grid, range(geometry.cells))
        return all(
            value != 0 or len({*own}) == len(own)
            for value, own in zip(values, at_cell, strict=True)
        )
