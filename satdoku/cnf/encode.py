"""Recipe and geometry -> a formula without clues; puzzle -> literals; model -> grid.

The formula of the rules is made once for a geometry and a recipe, loaded into an engine
once, and serves every puzzle: clues are assumptions, and so are the candidates that a
puzzle rules out beyond them.  For one puzzle alone there is `simplify`, which makes
clauses only for what the puzzle leaves open.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import compress, pairwise
from operator import add, sub
from typing import TYPE_CHECKING

from satdoku.cnf import families, numbering
from satdoku.cnf.candidates import Every
from satdoku.cnf.formula import Formula
from satdoku.cnf.recipe import load as load_recipe
from satdoku.cnf.simplify import (
    MAX_CLAUSES,
    Simplified,
    aux_determined,
    refuse,
    simplify,
)
from satdoku.errors import EngineError, UsageError
from satdoku.grid import Grid
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.cnf.formula import Clause, Group
    from satdoku.cnf.recipe import Recipe
    from satdoku.geometry import Geometry
    from satdoku.puzzle import PuzzleLike

__all__ = [
    "MAX_CLAUSES",
    "Encoding",
    "Simplified",
    "encode",
    "encoding",
    "estimate",
    "simplify",
]


def encoding(
    geometry: Geometry, recipe: Recipe, max_clauses: int = MAX_CLAUSES
) -> Encoding:
    """Return the encoding of a geometry by a recipe; the same one when asked again.

    Nothing is generated yet, so this is cheap.

    Args:
        geometry: The shape of the grid.
        recipe: The recipe.
        max_clauses: Refuse formulas with more clauses than that.

    Raises:
        LimitError: The formula would have more than `max_clauses` clauses.

    Example:
        >>> from satdoku.cnf.recipe import load
        >>> from satdoku.geometry import Geometry
        >>> made = encoding(Geometry(9, 9), load("extended"))
        >>> made.formula.variables, made.formula.clause_count, made.textbook_count
        (729, 10530, 11988)
    """
    made = _encoding(geometry, recipe)
    if made.formula.clause_count > max_clauses:
        variables, clauses, literals = estimate(geometry, recipe)
        refuse(
            f"the {recipe.name} formula of a {geometry.size}x{geometry.size} grid has "
            f"{variables:,} variables, {clauses:,} clauses and {literals:,} literals",
            max_clauses,
        )
    return made


def estimate(geometry: Geometry, recipe: Recipe) -> tuple[int, int, int]:
    """Return (variables, clauses, literals) of a formula without generating it.

    Example:
        >>> from satdoku.cnf.recipe import load
        >>> from satdoku.geometry import Geometry
        >>> estimate(Geometry(100, 100), load("extended"))
        (1000000, 189040000, 382000000)
    """
    tally = families.tally(geometry, recipe)
    return tally.variables, tally.clauses, tally.literals


class Encoding:
    """The rules of a geometry as a formula, by a recipe; made by `encoding`.

    The formula knows no puzzle: clues and candidates are literals to assume.  Its
    variables are as in `satdoku.cnf.numbering`; no clause occurs twice.

    Example:
        >>> from satdoku.cnf.recipe import load
        >>> from satdoku.geometry import Geometry
        >>> made = encoding(Geometry(4, 4), load("minimal"))
        >>> from satdoku.puzzle import Puzzle
        >>> made.literals(Puzzle("1... .... .... ...2"))
        [1, 62]
        >>> made.decode([1, 6, 11, 16, 19, 24, 25, 30, 34, 37, 44, 47, 52, 55, 58, 61])
        Grid('1234341221434321')
    """

    def __init__(self, geometry: Geometry, recipe: Recipe) -> None:
        self.geometry = geometry
        self.recipe = recipe
        self.cell_variables = numbering.cell_variables(geometry)
        """The variables of (cell, digit) pairs; all others are auxiliary."""
        self.textbook_count = families.tally(geometry, recipe).textbook
        """The clauses as publications count them, repetitions included."""
        self._bases = tuple(numbering.bases(geometry))

    def __repr__(self) -> str:
        return f"<Encoding of {self.geometry} by {self.recipe.name}>"

    @property
    def aux_determined(self) -> bool:
        """Whether every solution is exactly one model."""
        return aux_determined(self.recipe)

    @cached_property
    def formula(self) -> Formula:
        """The rules, without clues."""
        tally = families.tally(self.geometry, self.recipe)
        return Formula(
            tally.variables,
            tally.clauses,
            self._groups,
            self._name_of,
            self._clauses,
        )

    @cached_property
    def _parts(self) -> list[families.Part]:
        first = numbering.first_auxiliary(
            self.geometry, triads=self.recipe.triad is not None
        )
        return families.parts(Every(self.geometry), self.recipe, first)

    def _groups(self) -> Iterator[Group]:
        for part in self._parts:
            yield from part.groups()

    def _clauses(self) -> Iterator[Clause]:
        for part in self._parts:
            for chunk in part.chunks():
                yield from chunk

    def _name_of(self, variable: int) -> str:
        geometry = self.geometry
        if variable in self.cell_variables:
            cell, digit = numbering.place(geometry, variable)
            return f"{geometry.cell_name(cell)}={digit}"
        if self.recipe.triad is not None:
            n = geometry.size
            for kind, bases in enumerate(
                (
                    numbering.row_triad_bases(geometry),
                    numbering.column_triad_bases(geometry),
                )
            ):
                if bases.start < variable <= bases.stop:
                    triad, rest = divmod(variable - 1 - bases.start, n)
                    name = families.triad_variable(geometry, kind, triad)
                    return f"{name}={rest + 1}"
        for part in self._parts:
            if part.first <= variable < part.first + part.variables:
                return part.name_of(variable)
        raise UsageError(f"the formula has no variable {variable}")

    def variable_of(self, cell: int, digit: int) -> int:
        """Return the variable that says the cell holds the digit."""
        return numbering.variable(self.geometry, cell, digit)

    def literals(self, grid: Puzzle) -> list[int]:
        """Return a puzzle as literals to assume: its clues, then what it rules out.

        Raises:
            UsageError: The grid is of another geometry.

        Example:
            >>> from satdoku.cnf.recipe import load
            >>> from satdoku.geometry import Geometry
            >>> made = encoding(Geometry(4, 4), load("minimal"))
            >>> from satdoku.puzzle import Puzzle
            >>> puzzle = Puzzle("1... .... .... ....")
            >>> made.literals(puzzle.with_candidates((15, 7, 11) + (15,) * 13))
            [1, -8, -11]
        """
        clues = self.clues(grid)
        return clues if grid.candidates is None else clues + self.removed(grid)

    def removed(self, grid: Puzzle) -> list[int]:
        """Return the candidates a puzzle rules out beyond its clues, as literals."""
        return [-self.variable_of(cell, digit) for cell, digit in grid.removed]

    def clues(self, grid: Puzzle) -> list[int]:
        """Return the clues alone as literals, in the order of the cells.

        Raises:
            UsageError: The grid is of another geometry.
        """
        if grid.geometry != self.geometry:
            raise UsageError(
                f"a grid of {grid.geometry} cannot be encoded as {self.geometry}"
            )
        values = grid.values
        return list(compress(map(add, self._bases, values), values))

    def decode(self, model: Sequence[int]) -> Grid:
        """Turn a model into the grid it tells; the rules are not looked at.

        Args:
            model: The true variables of a satisfying assignment, rising.

        Raises:
            EngineError: A cell has no digit, or more than one.
        """
        geometry = self.geometry
        cells, n = geometry.cells, geometry.size
        values = tuple(map(sub, model[:cells], self._bases))
        if (
            len(values) < cells
            or min(values) < 1
            or max(values) > n
            or (len(model) > cells and model[cells] <= self.cell_variables[-1])
        ):
            raise EngineError(self._fault(model))
        return Grid.trusted(geometry, values)

    def _fault(self, model: Sequence[int]) -> str:
        """Say which cell a model gives no digit, or more than one."""
        geometry = self.geometry
        if any(a >= b for a, b in pairwise(model)):
            return "the model is not told as true variables in rising order"
        held: dict[int, list[int]] = {}
        for variable in model:
            if variable in self.cell_variables:
                cell, digit = numbering.place(geometry, variable)
                held.setdefault(cell, []).append(digit)
        for cell in range(geometry.cells):
            digits = held.get(cell, [])
            if len(digits) != 1:
                said = " and ".join(map(str, digits)) or "no digit"
                return f"the model gives {geometry.cell_name(cell)} {said}"
        return "the model holds a literal that is no variable of the formula"


@lru_cache(maxsize=32)
def _encoding(geometry: Geometry, recipe: Recipe) -> Encoding:
    return Encoding(geometry, recipe)


def encode(
    puzzle: PuzzleLike, encoding: str = "extended", *, simplified: bool = False
) -> Formula:
    """Make the formula whose models are the puzzle's solutions.

    Args:
        puzzle: Whatever `Puzzle` takes.
        encoding: A recipe by name or file.
        simplified: Whether to make clauses only for what the puzzle leaves open.

    Raises:
        InputError: The puzzle or the recipe's file cannot be read.
        UsageError: There is no such recipe.
        LimitError: The formula would be too large.

    Example:
        >>> formula = encode("1... ..2. ..3. 4...", "minimal")
        >>> formula.variables, formula.clause_count
        (64, 244)
    """
    puzzle = Puzzle.of(puzzle)
    recipe = load_recipe(encoding)
    if simplified:
        return simplify(puzzle, recipe).formula
    rules = make_encoding(puzzle.geometry, recipe)
    whole = rules.formula.with_units(rules.clues(puzzle))
    if puzzle.candidates is None:
        return whole
    return whole.with_units(rules.removed(puzzle), "candidate")


make_encoding = encoding
