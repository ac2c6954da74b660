"""What is searched: a formula, what is assumed of it, and what its models are.

A puzzle's search is shown on the WHOLE formula of its grid, the clues being assumed, so
that one sees propagation at work on them; `solve` itself searches only what the clues
leave open once singles have been followed, where an easy puzzle has nothing left to be
searched.  That formula can be asked for as well (`simplified`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from satdoku.cnf.encoder import MAX_CLAUSES, encoding, simplify
from satdoku.cnf.recipe import load as load_recipe
from satdoku.errors import EngineError
from satdoku.tracing.event import Begun

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from satdoku.cnf.encoder import Encoding, Simplified
    from satdoku.cnf.formula import Formula
    from satdoku.cnf.recipe import Recipe
    from satdoku.engines.base import Model
    from satdoku.grid import Grid
    from satdoku.puzzle import Puzzle

__all__ = ["ENCODING", "RULE", "Subject", "of_formula", "of_puzzle"]

ENCODING = "extended"
"""The recipe, unless another is asked for: propagation sees singles of both kinds."""

RULE = "fewest"
"""The decision rule of engine `dpll`, unless another is asked for."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is searched.

    Args:
        begun: What is told of it.
        formula: The formula.
        project: The variables by which models are told apart; None for all.
        decode: Turns a model into a grid, checked against the rules; None where the
            formula is not a puzzle's.
    """

    begun: Begun
    formula: Formula
    project: Sequence[int] | None = None
    decode: Callable[[Model], Grid] | None = None

    def solution(self, model: Sequence[int]) -> Grid | None:
        """Return the solution that a model tells, checked; None for a formula."""
        return None if self.decode is None else self.decode(tuple(model))


def of_puzzle(
    puzzle: Puzzle,
    recipe: str | Recipe = ENCODING,
    *,
    simplified: bool = False,
    rule: str = RULE,
    source: str | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Subject:
    """Make the subject of a puzzle.

    Args:
        puzzle: The puzzle.
        recipe: The encoding, by name or file, or loaded.
        simplified: Whether to search only what the puzzle leaves open.
        rule: The decision rule.
        source: Where the puzzle is from.
        max_clauses: Refuse formulas with more clauses than that.

    Raises:
        UsageError, InputError: There is no such recipe, or its file cannot be read.
        LimitError: The formula would be too large.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> subject = of_puzzle(Puzzle("1... .... .... ...2"))
        >>> subject.begun.clauses, subject.begun.assumptions
        (384, (1, 62))
    """
    loaded = load_recipe(recipe) if isinstance(recipe, str) else recipe
    form: Encoding | Simplified
    assumptions: list[int] = []
    if simplified:
        form = simplify(puzzle, loaded, max_clauses)
    else:
        form = encoding(puzzle.geometry, loaded, max_clauses, puzzle.constraints)
        assumptions = form.literals(puzzle)
    formula = form.formula

    def decode(model: Model) -> Grid:
        solution = form.decode(model)
        if not puzzle.is_solution(solution):
            raise EngineError(
                f"dpll gave a model that is no solution of {puzzle.line[:90]}"
            )
        return solution

    begun = Begun(
        kind="puzzle",
        source=source,
        puzzle=puzzle.line,
        geometry=f"{puzzle.geometry.box_height}x{puzzle.geometry.box_width}",
        encoding=loaded.name,
        simplified=simplified,
        engine="dpll",
        rule=rule,
        variables=formula.variables,
        clauses=formula.clause_count,
        assumptions=tuple(assumptions),
    )
    project = None if form.aux_determined else form.cell_variables
    return Subject(begun, formula, project, decode)


def of_formula(
    formula: Formula,
    assumptions: Sequence[int] = (),
    *,
    rule: str = RULE,
    source: str | None = None,
) -> Subject:
    """Make the subject of any formula.

    Example:
        >>> from satdoku.cnf.formula import Formula, Group, Origin
        >>> group = Group(Origin("example", "all"), ((1, 2), (-1, -2)))
        >>> of_formula(Formula(2, 2, lambda: [group], str)).begun.kind
        'formula'
    """
    begun = Begun(
        kind="formula",
        source=source,
        puzzle=None,
        geometry=None,
        encoding=None,
        simplified=False,
        engine="dpll",
        rule=rule,
        variables=formula.variables,
        clauses=formula.clause_count,
        assumptions=tuple(assumptions),
    )
    return Subject(begun, formula)
