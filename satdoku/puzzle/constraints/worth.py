"""Cells whose value is not their digit: doublers, halvers, negators.

What a cell is worth is a cell outside the grid: `vr1c1` of r1c1.  Sums name these.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from typing import TYPE_CHECKING, Any, ClassVar

from satdoku.errors import UsageError
from satdoku.puzzle.constraints.base import (
    BaseConstraint,
    Primitive,
    values_in,
    values_of,
)
from satdoku.puzzle.constraints.extra import (
    extra_name,
    extra_number,
    group_cells,
    worth_of,
)
from satdoku.puzzle.constraints.primitives import Clause, Occurrences

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from satdoku.puzzle.constraints.base import Constraint, FilledGrid, Literals
    from satdoku.puzzle.geometry import Geometry

_MARK = "MD"
"""The group of cells outside the grid that hold 1 where a cell is changed, else 0."""


class EachOnce(Primitive):
    """Each value stands in a marked cell.

    Args:
        pairs: Cells, each with the one that holds 1 where it is marked.
    """

    pairs: tuple[tuple[int, int], ...]

    def clauses(self, literals: Literals) -> Iterator[tuple[int, ...]]:
        """Yield a variable for each value and cell, and that one of each is true."""
        for value in values_in(literals.geometry):
            both: list[int] = []
            for cell, mark in self.pairs:
                held, marked = literals.literal(cell, value), literals.literal(mark, 1)
                both.append(literals.new(f"{value} marked"))
                yield (-both[-1], held)
                yield (-both[-1], marked)
                yield (both[-1], -held, -marked)
            yield tuple(both)


class _Changed(BaseConstraint, ABC):
    """One cell of each row, column and box, and with each digit, is worth another."""

    is_hidden: ClassVar[bool] = True

    @staticmethod
    @abstractmethod
    def changed(value: int) -> float:
        """Return what a value is worth in a cell that is changed."""

    def check(self, geometry: Geometry) -> None:
        """Raise UsageError unless rows, columns and boxes hold every digit."""
        units = geometry.units
        if not units or any(len(unit) != geometry.size for unit in units):
            raise UsageError(
                f"{self.label} in a grid of {geometry}; expected rows, columns and "
                "boxes with every digit"
            )

    def _marks(self, geometry: Geometry) -> list[int]:
        group = group_cells(_MARK, geometry.cells)
        return [extra_number(cell, geometry) for cell in group]

    def _worths(self, geometry: Geometry) -> list[int]:
        across = geometry.columns
        cells = (worth_of(divmod(cell, across)) for cell in range(geometry.cells))
        return [extra_number(cell, geometry) for cell in cells]

    def extra_cells(self, geometry: Geometry) -> Mapping[int, Sequence[float]]:
        """Return whether each cell is changed, and what it is worth."""
        values = values_in(geometry)
        worths = sorted({*values, *map(self.changed, values)})
        return {
            **dict.fromkeys(self._marks(geometry), (0, 1)),
            **dict.fromkeys(self._worths(geometry), worths),
        }

    def primitives(self, geometry: Geometry) -> Iterator[Primitive]:
        """Yield where cells are changed, and what each is worth."""
        marks, worths = self._marks(geometry), self._worths(geometry)
        for unit in geometry.units:
            yield Occurrences(tuple(marks[cell] for cell in unit), (1,), (1,))
        yield EachOnce(tuple(enumerate(marks)))
        values = values_in(geometry)
        sources: defaultdict[Any, set[int]] = defaultdict(set)  # halves, too
        for value in values:
            sources[value].add(value)
            sources[self.changed(value)].add(value)
        for cell, (mark, worth) in enumerate(zip(marks, worths, strict=True)):
            for value in values:
                here = (cell, value, False)
                changed: Any = self.changed(value)
                yield Clause((here, (mark, 1, True), (worth, value, True)))
                yield Clause((here, (mark, 1, False), (worth, changed, True)))
                either = dict.fromkeys([value, changed])
                yield Clause((here, *((worth, each, True) for each in either)))
            for counted, digits in sources.items():
                held = ((cell, digit, True) for digit in sorted(digits))
                yield Clause(((worth, counted, False), *held))

    def completions(
        self, grid: FilledGrid, rules: Sequence[Constraint]
    ) -> Iterator[Mapping[str, float]]:
        """Yield all choices of changed cells."""
        del rules
        geometry = grid.geometry
        values = values_of(grid, range(geometry.cells))
        units = self._units_of(geometry)

        def chosen(row: int, taken: frozenset[object]) -> Iterator[tuple[int, ...]]:
            if row == geometry.rows:
                yield ()
                return
            for cell in geometry.row_units[row]:
                own = {*units[cell], f"digit {values[cell]}"}
                if not taken & own:
                    for rest in chosen(row + 1, taken | own):
                        yield (cell, *rest)

        for cells in chosen(0, frozenset()):
            yield self._extra(geometry, values, cells)

    @staticmethod
    def _units_of(geometry: Geometry) -> list[list[int]]:
        """Return the numbers of the columns and boxes of each cell."""
        units: list[list[int]] = [[] for _ in range(geometry.cells)]
        for number, unit in enumerate((*geometry.column_units, *geometry.box_units)):
            for cell in unit:
                units[cell].append(number)
        return units

    def _extra(
        self, geometry: Geometry, values: Sequence[int], cells: Sequence[int]
    ) -> dict[str, float]:
        """Return the values of all cells outside the grid where some are changed."""
        extra: dict[str, float] = {}
        for cell, value in enumerate(values):
            name = extra_name(worth_of(divmod(cell, geometry.columns)))
            extra[f"{_MARK}{cell + 1}"] = int(cell in cells)
            extra[name] = self.changed(value) if cell in cells else value
        return extra

    def is_satisfied(self, grid: FilledGrid) -> bool:
        """Whether the cells that the grid knows as changed are so, and worth that."""
        geometry = grid.geometry
        values = values_of(grid, range(geometry.cells))
        cells = [
            cell
            for cell in range(geometry.cells)
            if grid.extra[f"{_MARK}{cell + 1}"] == 1
        ]
        expected = self._extra(geometry, values, cells)
        return (
            all(sum(cell in cells for cell in unit) == 1 for unit in geometry.units)
            and len({values[cell] for cell in cells}) == geometry.size
            and all(grid.extra[name] == expected[name] for name in expected)
        )


class Doublers(_Changed):
    """One cell of each row, column and box, and with each digit, counts twice.

    Sums name what cells are worth: `Arrow("vr1c1 vr1c2 vr1c3")`.

    Example:
        >>> Doublers().describe(), Doublers.changed(4)
        ('doublers', 8)
    """

    label: ClassVar[str] = "doublers"
    sentence = "Doublers, to be found: one in each row, column, box, of each digit."

    @staticmethod
    def changed(value: int) -> float:
        """Return twice the value."""
        return 2 * value


class Halvers(_Changed):
    """One cell of each row, column and box, and with each digit, counts half.

    Halves are not rounded.

    Example:
        >>> Halvers.changed(4), Halvers.changed(5)
        (2, 2.5)
    """

    label: ClassVar[str] = "halvers"
    sentence = "Halvers, to be found: one in each row, column, box, of each digit."

    @staticmethod
    def changed(value: int) -> float:
        """Return half the value."""
        return value / 2 if value % 2 else value // 2


class Negators(_Changed):
    """One cell of each row, column and box, and with each digit, counts negative.

    Example:
        >>> Negators.changed(4)
        -4
    """

    label: ClassVar[str] = "negators"
    sentence = "Negators, to be found: one in each row, column, box, of each digit."

    @staticmethod
    def changed(value: int) -> float:
        """Return the negative value."""
        return -value


def changed_cells(extra: Mapping[str, float]) -> list[str]:
    """Return the names of the cells outside the grid that are worth of changed ones.

    Example:
        >>> changed_cells({"MD1": 0, "vr1c1": 1, "MD2": 1, "vr1c2": 4})
        ['vr1c2']
    """
    marks = [name for name in extra if name.startswith(_MARK)]
    worths = [name for name in extra if name.startswith("vr")]
    return [name for mark, name in zip(marks, worths, strict=True) if extra[mark]]
