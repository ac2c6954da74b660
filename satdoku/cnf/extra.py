"""Variables of cells outside the grid, which constraints add and share."""

from __future__ import annotations

from itertools import combinations, count
from typing import TYPE_CHECKING

from satdoku.puzzle.constraints.base import extra_cells_of
from satdoku.puzzle.constraints.extra import extra_name, place_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry


class ExtraCells:
    """The literals of cells outside the grid, and that each holds one of its values.

    Args:
        geometry: The shape of the grid.
        constraints: Those of the puzzle.
        first: The first variable that is free.

    Attributes:
        next: The first variable that still is.
        names: The names of the variables.

    Example:
        >>> from satdoku.constraints import Var
        >>> from satdoku.puzzle.geometry import Geometry
        >>> extra = ExtraCells(Geometry(4, 4), (Var("A"),), 65)
        >>> extra.names, len(extra.clauses), extra.decode([3, 67])
        (['VA=1', 'VA=2', 'VA=3', 'VA=4'], 7, {'VA': 3})
    """

    def __init__(
        self, geometry: Geometry, constraints: tuple[Constraint, ...], first: int
    ) -> None:
        self._geometry = geometry
        shift = geometry.first_value - 1
        variables = count(first)
        self._literals: dict[int, dict[float, int]] = {}
        self._values: dict[int, tuple[str, float]] = {}
        for cell, values in extra_cells_of(geometry, constraints).items():
            name = extra_name(place_of(cell, geometry))
            own = self._literals[cell] = {}
            for value in values:
                variable = next(variables)
                own[value - shift] = variable
                self._values[variable] = name, value
        self.next = next(variables)
        self.names = [f"{name}={value}" for name, value in self._values.values()]

    def __bool__(self) -> bool:
        return bool(self._literals)

    @property
    def clauses(self) -> list[tuple[int, ...]]:
        """The clauses: each cell holds one of its values."""
        clauses: list[tuple[int, ...]] = []
        for own in map(dict.values, self._literals.values()):
            clauses.append(tuple(own))
            clauses += combinations([-literal for literal in own], 2)
        return clauses

    def literal_by(
        self, literal: Callable[[int, int], int]
    ) -> Callable[[int, int], int]:
        """Return what gives literals of cells of the grid, and of these."""
        missing = literal(0, 0)  # always false

        def literal_of(cell: int, digit: int) -> int:
            own = self._literals.get(cell)
            return literal(cell, digit) if own is None else own.get(digit, missing)

        return literal_of

    def options_by(
        self, options: Callable[[int], Iterable[tuple[int, int]]]
    ) -> Callable[[int], Iterable[tuple[int, int]]]:
        """Return what gives the digits of cells of the grid, and of these."""

        def options_of(cell: int) -> Iterable[tuple[int, int]]:
            own = self._literals.get(cell)
            return options(cell) if own is None else own.items()  # type: ignore[return-value]

        return options_of

    def decode(self, model: Sequence[int]) -> Mapping[str, float]:
        """Return the values that a model says, by name."""
        values = self._values
        return dict(values[variable] for variable in model if variable in values)
