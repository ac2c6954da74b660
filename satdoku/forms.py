"""The formulas of a session: of a geometry once, of a puzzle anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cnf.encode import encoding, simplify
from satdoku.cnf.recipe import load as load_recipe

if TYPE_CHECKING:
    from satdoku.choose import Choice
    from satdoku.cnf.encode import Encoding, Simplified
    from satdoku.cnf.recipe import Recipe
    from satdoku.puzzle import Puzzle

__all__ = ["Forms"]


class Forms:
    """Makes formulas, and keeps those of a whole geometry.

    Args:
        max_clauses: Refuse formulas with more clauses than that.

    Attributes:
        max_clauses: The same.

    Example:
        >>> from satdoku.choose import Question, choose
        >>> from satdoku.puzzle import Puzzle
        >>> puzzle = Puzzle("1... ..2. ..3. 4...")
        >>> form, assumed = Forms(1_000).of(
        ...     puzzle, choose(puzzle.geometry, Question.FEW)
        ... )
        >>> form.formula.variables, assumed
        (0, [])
    """

    def __init__(self, max_clauses: int) -> None:
        self.max_clauses = max_clauses
        self._recipes: dict[str, Recipe] = {}
        self._whole: dict[object, Encoding] = {}

    def of(
        self, puzzle: Puzzle, choice: Choice
    ) -> tuple[Encoding | Simplified, list[int] | None]:
        """Make the formula, and the literals to assume; None if singles refute it.

        Raises:
            LimitError: The formula would be too large.
        """
        if choice.simplified:
            recipe = self.recipe(choice.encoding)
            small = simplify(puzzle, recipe, self.max_clauses)
            return small, [] if small.contradiction is None else None
        key = puzzle.geometry, puzzle.constraints
        whole = self._whole.get(key)
        if whole is None:
            recipe = self.recipe(choice.encoding)
            whole = encoding(
                puzzle.geometry, recipe, self.max_clauses, puzzle.constraints
            )
            self._whole[key] = whole
        return whole, whole.literals(puzzle)

    def recipe(self, name: str) -> Recipe:
        """Load a recipe, a person's own file only once.

        Raises:
            UsageError: There is no such recipe.
            InputError: Its file cannot be read.
        """
        recipe = self._recipes.get(name)
        if recipe is None:
            recipe = self._recipes[name] = load_recipe(name)
        return recipe
