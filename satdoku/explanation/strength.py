"""How much a step asks of a SAT solver: what unit propagation sees, and what not.

A technique is a pattern that a person looks for; to a solver the same step may be

    PROPAGATION     nothing at all: unit propagation from the position gets there
    FAILED_LITERAL  one try: assume the opposite, propagate, meet a conflict
    SEARCH          more: a try inside a try, or a search

and which of them depends on the encoding.  Singles are propagation wherever cells and
units have their clauses; locked candidates are with triads, and are failed literals
without; subsets of two, too, are failed literals; and so on up.

Source: failed literals as in J. W. Freeman, "Improvements to propositional
satisfiability search algorithms" (1995); that human rules and propagation correspond,
I. Lynce and J. Ouaknine, "Sudoku as a SAT problem" (2006).
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from satdoku.cnf.encoder import encoding
from satdoku.cnf.recipe import load
from satdoku.engines.dpll.problem import Problem, assert_literal, propagate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.engines.dpll.problem import Step as Assigned
    from satdoku.geometry import Geometry
    from satdoku.puzzle import Puzzle
    from satdoku.techniques.state import Claims

__all__ = ["Propagator", "Strength"]


class Strength(Enum):
    """What gets a solver to a step; each is stronger than the one before."""

    PROPAGATION = "unit propagation"
    FAILED_LITERAL = "a failed literal"
    SEARCH = "search"


class Propagator:
    """Unit propagation on the formula of one encoding.

    Args:
        geometry: Of the puzzles.
        recipe: The encoding by name or file.

    Raises:
        UsageError: There is no such recipe.
        InputError: Its file cannot be read.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> from satdoku.puzzle import Puzzle
        >>> sees = Propagator(Geometry(4, 4), "extended")
        >>> found = sees.closure(sees.literals(Puzzle("12.. .... .... ...3")))
        >>> found is None
        False
    """

    def __init__(self, geometry: Geometry, recipe: str) -> None:
        self._form = encoding(geometry, load(recipe))
        formula = self._form.formula
        self._problem = Problem(formula.variables, formula)

    def literals(self, position: Puzzle) -> list[int]:
        """Return a position as literals: its digits, and what is removed."""
        return self._form.literals(position)

    def closure(self, literals: Iterable[int]) -> frozenset[int] | None:
        """Return what follows from some literals by unit propagation, they included.

        Returns:
            The literals that are true then; None if there is a conflict.
        """
        problem = self._problem
        clause_state = [bank.initial for bank in problem.banks]
        trail: list[Assigned] = []
        true: set[int] = set()
        pending = (1 << len(problem.banks)) - 1
        for literal in literals:
            if -literal in true or problem.fails(literal):
                return None
            if literal not in true:
                true.update(problem.closure(literal))
                pending |= assert_literal(problem, clause_state, trail, literal)
        if any(-literal in true for literal in true):
            return None
        if propagate(problem, clause_state, trail, pending) is not None:
            return None
        for literal, _ in trail:
            true.update(problem.closure(literal))
        return None if any(-literal in true for literal in true) else frozenset(true)

    def strength(self, step: Claims, position: Puzzle) -> Strength:
        """Say what this encoding needs for a step.

        Args:
            step: The step.
            position: Values and candidates before it.
        """
        known = self.literals(position)
        found = self.closure(known)
        if found is None:
            return Strength.PROPAGATION
        claims = self._claims(step)
        if all(literal in found for literal in claims):
            return Strength.PROPAGATION
        for literal in claims:
            if literal not in found and self.closure([*known, -literal]) is not None:
                return Strength.SEARCH
        return Strength.FAILED_LITERAL

    def _claims(self, step: Claims) -> Sequence[int]:
        variable_of = self._form.variable_of
        return [
            *(variable_of(cell, digit) for cell, digit in step.places),
            *(-variable_of(cell, digit) for cell, digit in step.removes),
        ]
