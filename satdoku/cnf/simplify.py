"""The formula of one puzzle: only what its clues and candidates leave open.

Singles are followed to the end first (`satdoku.cnf.singles`).  What then is open gets
variables 1, 2, … cell by cell, and the recipe's families speak of those alone.  After
Kwon & Jain, "Optimized CNF encoding for Sudoku puzzles" (LPAR 2006).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from satdoku.cnf import families
from satdoku.cnf.amo import scheme
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.cnf.open_candidates import Open
from satdoku.cnf.singles import follow_singles
from satdoku.errors import EngineError, LimitError, UsageError
from satdoku.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.cnf.formula import Clause
    from satdoku.cnf.recipe import Recipe
    from satdoku.puzzle import Puzzle

__all__ = ["MAX_CLAUSES", "Simplified", "refuse", "simplify"]

MAX_CLAUSES = 20_000_000
"""Formulas with more clauses are refused unless another limit is given."""

_LISTED = 5_000
"""Up to so many candidates the clauses are made at once and kept, each once; beyond,
they are made as they are asked for, and some may be said twice."""


def simplify(
    puzzle: Puzzle, recipe: Recipe, max_clauses: int = MAX_CLAUSES
) -> Simplified:
    """Make the formula of what a puzzle leaves open.

    Raises:
        LimitError: The formula would have more than `max_clauses` clauses.

    Example:
        >>> from satdoku.cnf.recipe import load
        >>> from satdoku.puzzle import Puzzle
        >>> puzzle = Puzzle("1... .... .... ...2 ")
        >>> small = simplify(puzzle, load("extended"))
        >>> small.formula.variables, small.formula.clause_count
        (42, 202)
        >>> simplify(Puzzle("1... ..3. .4.. ...2"), load("extended")).fixed
        (1, 3, 2, 4, 4, 2, 3, 1, 2, 4, 1, 3, 3, 1, 4, 2)
    """
    return Simplified(puzzle, recipe, max_clauses)


def refuse(what: str, max_clauses: int) -> NoReturn:
    """Raise the error for a formula that is too large.

    Raises:
        LimitError: Always.
    """
    limit = f"{max_clauses:,} clause{'s' * (max_clauses != 1)}"
    raise LimitError(f"{what}; the limit is {limit} (--max-clauses raises it)")


def aux_determined(recipe: Recipe) -> bool:
    """Whether by this recipe every solution is exactly one model.

    In a model every cell holds one digit and every unit each digit once; there the
    auxiliary variables of every scheme are functions of the cells.  Inside a triad a
    digit may be missing, and there only some schemes leave no choice.
    """
    inside = recipe.triad.inside_at_most_one if recipe.triad else None
    return inside is None or scheme(inside).determined


class Simplified:
    """The formula of what one puzzle leaves open; made by `simplify`.

    Its models are the puzzle's solutions (each once or more, as with the whole formula
    by that recipe).  Every variable occurs in a clause; no clause mentions a candidate
    that is settled.  A puzzle that singles refute has the empty clause alone; one they
    solve has no clause and no variable.
    """

    def __init__(
        self, puzzle: Puzzle, recipe: Recipe, max_clauses: int = MAX_CLAUSES
    ) -> None:
        self.geometry = puzzle.geometry
        self.recipe = recipe
        self._max_clauses = max_clauses
        singles = follow_singles(puzzle)
        self.fixed: tuple[int, ...] = singles.values
        """The digit of each cell that singles settle, else 0; clues are among them."""
        self.candidates: tuple[int, ...] = singles.candidates
        """The digits possible in each cell, digit d as bit d - 1; 0 if refuted."""
        self.refuted: str | None = singles.refuted
        """What singles found impossible, or None."""
        self._open = Open(self.geometry, singles)
        self.cell_variables = range(1, self._open.variables + 1)
        """The variables of (cell, digit) pairs; all others are auxiliary."""
        self.formula: Formula = self._make()
        """The formula."""

    @property
    def aux_determined(self) -> bool:
        """Whether every solution is exactly one model."""
        return aux_determined(self.recipe)

    def _make(self) -> Formula:
        if self.refuted is not None:
            refuted = Group(Origin("clues", self.refuted), ((),))
            self._parts = []
            return Formula(0, 1, lambda: (refuted,), self._name_of)
        first = self._open.first_auxiliary(self.recipe)
        parts = self._parts = families.parts(self._open, self.recipe, first)
        variables = first - 1 + sum(part.variables for part in parts)
        if self._open.variables <= _LISTED:
            clauses: list[Clause] = []
            for part in parts:
                for chunk in part.chunks():
                    clauses += chunk
                    if len(clauses) > self._max_clauses:
                        self._check(len(clauses))
            # What is open of a row may be all that is open of a box.
            clauses = list(dict.fromkeys(clauses))
            return Formula(
                variables, len(clauses), self._groups, self._name_of, lambda: clauses
            )
        count = 0
        for part in parts:
            for chunk in part.chunks():
                count += len(chunk)
                if count > self._max_clauses:
                    self._check(count)
        return Formula(variables, count, self._groups, self._name_of, self._clauses)

    def _check(self, count: int) -> None:
        if count > self._max_clauses:
            refuse(
                f"the {self.recipe.name} formula of this puzzle, with "
                f"{self._open.variables:,} open candidates, has more than "
                f"{self._max_clauses:,} clauses",
                self._max_clauses,
            )

    def _groups(self) -> Iterator[Group]:
        listed = self._open.variables <= _LISTED
        seen: set[Clause] = set()
        for part in self._parts:
            for group in part.groups():
                if not listed:
                    yield group
                    continue
                fresh = dict.fromkeys(c for c in group.clauses if c not in seen)
                seen.update(fresh)
                if fresh:
                    yield Group(group.origin, tuple(fresh))

    def _clauses(self) -> Iterator[Clause]:
        for part in self._parts:
            for chunk in part.chunks():
                yield from chunk

    def _name_of(self, variable: int) -> str:
        geometry, n = self.geometry, self.geometry.size
        if variable in self.cell_variables:
            cell, digit = self._open.places[variable - 1]
            return f"{geometry.cell_name(cell)}={digit}"
        if self.recipe.triad is not None and variable in self._open.triad_of:
            kind, position = self._open.triad_of[variable]
            triad, digit = divmod(position, n)
            return f"{families.triad_variable(geometry, kind, triad)}={digit + 1}"
        for part in self._parts:
            if part.first <= variable < part.first + part.variables:
                return part.name_of(variable)
        raise UsageError(f"the formula has no variable {variable}")

    def variable_of(self, cell: int, digit: int) -> int:
        """Return the variable of a candidate, or 0 where it is settled.

        Example:
            >>> from satdoku.cnf.recipe import load
            >>> from satdoku.puzzle import Puzzle
            >>> small = simplify(Puzzle("1... .... .... ...2"), load("extended"))
            >>> small.variable_of(0, 1), small.variable_of(1, 2)
            (0, 1)
        """
        return self._open.digits(cell).get(digit, 0)

    def decode(self, model: Sequence[int]) -> Grid:
        """Turn a model of the formula into the grid it tells, fixed cells included.

        Args:
            model: The true variables of a satisfying assignment, rising.

        Raises:
            EngineError: An open cell has no digit, or more than one.
        """
        values = list(self.fixed)
        places = self._open.places
        last = len(places)
        found = 0
        for variable in model:
            if variable > last:
                break
            cell, digit = places[variable - 1] if variable > 0 else (0, 0)
            if values[cell]:
                name = self.geometry.cell_name(cell)
                raise EngineError(f"the model gives {name} two digits")
            values[cell] = digit
            found += 1
        if found != len(self._open.cells):
            name = self.geometry.cell_name(values.index(0))
            raise EngineError(f"the model gives {name} no digit")
        return Grid.trusted(self.geometry, tuple(values))
