"""The trail as textbooks have it: one literal at a time, each with its reason.

The search itself moves by closures and fields, many literals at a time.  An
`ImplicationGraph` follows its trail and puts the literals in an order in which every
reason is a unit when its turn comes; observers receive them, proofs are made of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from satdoku.engines.base import SearchObserver
from satdoku.engines.dpll.problem import NO_REASON

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.engines.dpll.problem import Problem, Step


class Observer(SearchObserver, Protocol):
    """Receives the events of a search.

    After a conflict or a model come any number of `left` and then one `flipped`, or the
    end.  An assumption that is false already is reported as a conflict of one literal.
    Decisions, propagations and conflicts are as many as the statistics count.
    """

    def left(self, level: int, *, jumped: bool) -> None:
        """Everything from this level on is undone, and the level is done with.

        Either both its branches are done; or a model was found, and its other branch
        holds none that differs in the variables asked for; or, `jumped`, a refutation
        did not rest on its decision, so that its other branch holds no model.
        """
        ...

    def flipped(self, level: int, literal: int) -> None:
        """Everything from this level on is undone; it begins anew with this literal.

        It is the negation of the level's decision, which is refuted.
        """
        ...


class ImplicationGraph:
    """The true literals in order, each with the clause that forced it.

    Args:
        problem: The formula.

    Attributes:
        literals: The true literals, each after those that forced it.
        places: By literal, its place among them.
        reasons: By place, why the literal is true: a clause; or a literal that it
            follows from by a binary clause; or None for an assumption or a decision.
        starts: For each step of the trail, the place of its literal.
        false_clause: A binary clause that is all false, if the last step's closure
            contradicts itself.

    Example:
        >>> from satdoku.engines.dpll.problem import Problem
        >>> graph = ImplicationGraph(Problem(4, [(-1, 2), (-2, 3), (-1, -3, 4)]))
        >>> graph.follow([(1, NO_REASON), (4, 0)])
        range(0, 4)
        >>> [(one, graph.reason(place)) for one, place in graph.places.items()]
        [(1, None), (2, (-1, 2)), (3, (-2, 3)), (4, (-1, -3, 4))]
    """

    def __init__(self, problem: Problem) -> None:
        self.literals: list[int] = []
        self.places: dict[int, int] = {}
        self.starts: list[int] = []
        self.false_clause: tuple[int, ...] | None = None
        self.reasons: list[Sequence[int] | int | None] = []
        self._problem = problem

    def follow(self, trail: Sequence[Step]) -> range:
        """Add all steps of the trail that are not added yet; return their places."""
        before = len(self.literals)
        for literal, reason in trail[len(self.starts) :]:
            forced = reason != NO_REASON
            self.add(literal, self._problem.clauses[reason] if forced else None)
        return range(before, len(self.literals))

    def add(self, literal: int, reason: Sequence[int] | None) -> None:
        """Add a step of the trail, and what follows from it by binary clauses."""
        literals, places, reasons = self.literals, self.places, self.reasons
        implied = self._problem.implied
        at = places[literal] = len(literals)
        self.starts.append(at)
        literals.append(literal)
        reasons.append(reason)
        while at < len(literals):
            cause = literals[at]
            at += 1
            for other in implied[cause]:
                if other not in places:
                    if -other in places:
                        self.false_clause = (-cause, other)
                        return
                    places[other] = len(literals)
                    literals.append(other)
                    reasons.append(cause)

    def reason(self, place: int) -> Sequence[int] | None:
        """Return the clause by which the literal at a place is true, if any."""
        reason = self.reasons[place]
        if isinstance(reason, int):
            return (-reason, self.literals[place])
        return reason

    def undo(self, steps: int) -> None:
        """Take back all steps but the first so many."""
        if steps < len(self.starts):
            start = self.starts[steps]
            for literal in self.literals[start:]:
                del self.places[literal]
            del self.literals[start:], self.reasons[start:], self.starts[steps:]
        self.false_clause = None
