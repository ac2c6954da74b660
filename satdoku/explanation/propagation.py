"""Unit propagation from a position, and from there with a literal more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.engines.dpll.problem import Problem, assert_literal, propagate
from satdoku.engines.dpll.trail import ImplicationGraph

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.cnf.formula import Clause
    from satdoku.engines.dpll.problem import Step as Assigned


class Propagation:
    """Unit propagation on a formula.

    Args:
        clauses: The clauses.
        variables: The last variable.

    Attributes:
        true: The literals that follow from those assumed last, they included.

    Example:
        >>> propagation = Propagation([(-1, 2), (-2, -3, 4), (-2, -3, -4)], 4)
        >>> propagation.start([1]), sorted(propagation.true)
        (True, [1, 2])
        >>> propagation.refutes(3), propagation.cause(3)
        (True, [1, 2, 3, -4])
    """

    def __init__(self, clauses: Iterable[Clause], variables: int) -> None:
        self._problem = Problem(variables, clauses)
        self.start(())

    def start(self, literals: Iterable[int]) -> bool:
        """Assume literals and propagate; False where they contradict each other."""
        problem = self._problem
        self._state = [bank.initial for bank in problem.banks]
        self._trail: list[Assigned] = []
        self._graph: ImplicationGraph | None = None
        self.true: set[int] = set()
        pending = (1 << len(problem.banks)) - 1
        for literal in literals:
            if -literal in self.true or problem.fails(literal):
                return False
            if literal not in self.true:
                self.true.update(problem.closure(literal))
                pending |= assert_literal(problem, self._state, self._trail, literal)
        if propagate(problem, self._state, self._trail, pending) is not None:
            return False
        for literal, _ in self._trail:
            self.true.update(problem.closure(literal))
        return not any(-literal in self.true for literal in self.true)

    def refutes(self, literal: int, *, tried: bool = True) -> bool:
        """Whether a literal is false, or leads to a contradiction if it is tried."""
        return -literal in self.true or (tried and self._conflict(literal) is not None)

    def _conflict(self, literal: int) -> tuple[list[Assigned], int] | None:
        """Try a literal; return the steps and the clause that is false then."""
        if literal in self.true:
            return None
        state = list(self._state)
        trail: list[Assigned] = []
        pending = assert_literal(self._problem, state, trail, literal)
        clause = propagate(self._problem, state, trail, pending)
        if clause is None and any(self._problem.fails(each) for each, _ in trail):
            clause = -1  # a binary clause is false, which the graph knows
        return None if clause is None else (trail, clause)

    def cause(self, literal: int) -> list[int] | None:
        """Return the literals that refute one, in the order in which they come true.

        None where propagation does not refute it.
        """
        if self._graph is None:
            self._graph = ImplicationGraph(self._problem)
            self._graph.follow(self._trail)
        graph = self._graph
        if -literal in self.true:
            return _back(graph, [-literal])
        conflict = self._conflict(literal)
        if conflict is None:
            return None
        trail, clause = conflict
        graph.follow([*self._trail, *trail])
        false = graph.false_clause or self._problem.clauses[clause]
        causes = _back(graph, [-other for other in false])
        graph.undo(len(self._trail))
        return causes


def _back(graph: ImplicationGraph, literals: Iterable[int]) -> list[int]:
    """Return what some true literals rest on, they included, in order."""
    open_ = {graph.places[literal] for literal in literals}
    causes: list[int] = []
    while open_:
        place = max(open_)
        open_.remove(place)
        literal = graph.literals[place]
        causes.append(literal)
        reason = graph.reason(place) or ()
        open_.update(graph.places[-cause] for cause in reason if cause != literal)
    return causes[::-1]
