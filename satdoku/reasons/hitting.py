"""Sets that hit others: any of them, or one with the fewest members.

The members are 0, 1, …; each set is a model of a small formula with a variable for each
member.  It is loaded anew for each question, since what comes between the questions
makes it larger: that takes a fraction of a millisecond.

CaDiCaL takes variables as true until it finds out otherwise, and so tells sets with
many members.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.choice import LEARNER
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.engines import registry
from satdoku.engines.base import NO_LIMITS
from satdoku.errors import Stopped
from satdoku.reasons.counter import counter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from satdoku.cnf.formula import Clause
    from satdoku.engines.base import Limits

__all__ = ["Hitting"]


def _no_limits() -> Limits:
    return NO_LIMITS


class Hitting:
    """Sets of members 0 … n - 1, by what they hit and what they leave out.

    Args:
        members: How many members there are.
        limits: Gives what each search may take; may raise Stopped.

    Example:
        >>> sets = Hitting(4)
        >>> sets.hit({0, 1}), sets.hit({1, 2}), sets.fewest()
        (None, None, {1})
        >>> sets.leave({1}), sets.fewest()
        (None, {0, 2})
        >>> sets.leave({0}), sets.fewest() is None
        (None, True)
    """

    def __init__(self, members: int, limits: Callable[[], Limits] = _no_limits) -> None:
        self._members = members
        self._limits = limits
        self._clauses: list[Clause] = []
        self._least = 0

    def hit(self, members: Iterable[int]) -> None:
        """Ask for at least one of these from here on."""
        self._clauses.append(tuple([member + 1 for member in members]))

    def leave(self, members: Iterable[int]) -> None:
        """Ask for at least one of these to be left out from here on."""
        self._clauses.append(tuple([-member - 1 for member in members]))

    def any(self) -> set[int] | None:
        """Return such a set, rather a large one; None if there is none.

        Raises:
            Stopped: A limit came first.
        """
        return self._solve(self._clauses, self._members)

    def fewest(self) -> set[int] | None:
        """Return such a set with the fewest members; None if there is none.

        Raises:
            Stopped: A limit came first.
        """
        variables = range(1, self._members + 1)
        while self._least <= self._members:
            made = counter(variables, self._least + 1, self._members)
            # With as many members as there are, no output says that they are too many.
            bound = made.outputs[self._least : self._least + 1]
            clauses = [*self._clauses, *made.clauses, *((-out,) for out in bound)]
            found = self._solve(clauses, made.variables)
            if found is not None:
                return found
            self._least += 1  # more hits and more left out never need fewer members
        return None

    def _solve(self, clauses: Sequence[Clause], variables: int) -> set[int] | None:
        group = Group(Origin("hitting", "sets"), tuple(clauses))
        formula = Formula(variables, len(clauses), lambda: (group,), str)
        engine = registry.load(LEARNER, formula)
        try:
            outcome = engine.solve((), self._limits())
        finally:
            engine.close()
        if outcome.satisfiable is None:
            raise Stopped("out of time")
        if outcome.model is None:
            return None
        return {member - 1 for member in outcome.model if member <= self._members}
