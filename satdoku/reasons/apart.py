"""The rules, and that the solution is another one than a grid that is assumed.

To the formula of a geometry come, for each cell,

    other(cell, digit)    the other grid holds the digit there; n² of them are assumed
    apart(cell)           the solution holds another digit there: it may be true only
                          where `other` and the cell's own variables do not agree

and one clause: apart(cell) holds somewhere.  So one loaded engine asks of any puzzle
whether it has a solution besides a known one, and which clues that rests on; to load
the whole formula with one blocking clause for each puzzle costs ten times as much.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cnf.formula import Formula, Group, Origin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.cnf.encoder import Encoding
    from satdoku.cnf.formula import Clause
    from satdoku.grid import Grid

__all__ = ["Apart"]


class Apart:
    """The formula, and what to assume.

    Args:
        form: The rules of a geometry, encoded.

    Example:
        >>> from satdoku.cnf.encoder import encoding
        >>> from satdoku.cnf.recipe import load
        >>> from satdoku.geometry import Geometry
        >>> made = Apart(encoding(Geometry(4, 4), load("minimal")))
        >>> made.formula.variables, made.formula.clause_count
        (144, 305)
    """

    def __init__(self, form: Encoding) -> None:
        self.form = form
        rules = form.formula
        geometry = form.geometry
        self._other = rules.variables
        self._apart = self._other + geometry.cells * geometry.size
        self.formula = Formula(
            self._apart + geometry.cells,
            rules.clause_count + geometry.cells * geometry.size + 1,
            self._groups,
            self._name_of,
        )
        """The rules and the further clauses."""

    def other_than(self, grid: Grid) -> list[int]:
        """Return the literals that say which grid it shall not be.

        Args:
            grid: A complete grid of this geometry.
        """
        n = self.form.geometry.size
        return [self._other + cell * n + digit for cell, digit in grid.filled]

    def _cells(self) -> Iterator[Clause]:
        n, form = self.form.geometry.size, self.form
        for cell in range(form.geometry.cells):
            apart = self._apart + cell + 1
            for digit in form.geometry.digits:
                other = self._other + cell * n + digit
                yield -apart, -form.variable_of(cell, digit), -other

    def _somewhere(self) -> Clause:
        cells = self.form.geometry.cells
        return tuple(range(self._apart + 1, self._apart + cells + 1))

    def _groups(self) -> Iterator[Group]:
        yield from self.form.formula.groups()
        yield Group(Origin("apart", "every cell"), tuple(self._cells()))
        yield Group(Origin("apart", "some cell"), (self._somewhere(),))

    def _name_of(self, variable: int) -> str:
        geometry = self.form.geometry
        if variable <= self._other:
            return self.form.formula.name_of(variable)
        if variable > self._apart:
            return f"apart {geometry.cell_name(variable - self._apart - 1)}"
        cell, digit = divmod(variable - self._other - 1, geometry.size)
        return f"other {geometry.cell_name(cell)}={digit + 1}"
