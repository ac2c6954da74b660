"""Tell the search as it would run with one literal at a time.

The search itself moves by closures and fields.  A `Narrator` turns its trail into the
textbook's events, each propagation with its reason clause, in an order in which every
reason is a unit when its turn comes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from satdoku.engines.dpll.bank import NO_CLAUSE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.engines.dpll.bank import Step
    from satdoku.engines.dpll.problem import Problem

__all__ = ["Narrator", "Observer"]


class Observer(Protocol):
    """Receives the events of a search.

    Levels count from 1; level 0 holds the assumptions and what follows from them.
    After a conflict or a model come any number of `left` and then one `flipped`, or the
    end.  There are as many conflicts as the statistics count.
    """

    def assumed(self, literal: int) -> None:
        """A literal is true by assumption."""
        ...

    def decided(self, level: int, literal: int) -> None:
        """A literal is tried; it opens the level."""
        ...

    def propagated(self, literal: int, reason: Sequence[int]) -> None:
        """A literal is true because all others of the reason clause are false."""
        ...

    def conflict(self, clause: Sequence[int]) -> None:
        """All literals of the clause are false.

        An assumption that is false already is told as a clause of one literal.
        """
        ...

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

    def found(self, model: Sequence[int]) -> None:
        """All clauses are satisfied; these are the true variables."""
        ...


class Narrator:
    """Keeps an observer abreast of a trail.

    Invariant: `told` holds exactly the literals that the observer knows to be true, and
    `heights[k]` how many of them there were before level k + 1 began.
    """

    def __init__(self, problem: Problem, observer: Observer) -> None:
        self._problem = problem
        self._observer = observer
        self._order: list[int] = []
        self._told: set[int] = set()
        self._heights: list[int] = []
        self._steps = 0
        self._clash: tuple[int, int] | None = None

    def follow(self, trail: Sequence[Step]) -> None:
        """Tell all steps of the trail that are not told yet."""
        for literal, reason in trail[self._steps :]:
            if reason != NO_CLAUSE:
                self._tell(literal, self._problem.clauses[reason])
            self._spread(literal)
        self._steps = len(trail)

    def assume(self, literal: int) -> None:
        """Tell an assumption; `follow` tells what comes of it."""
        self._know(literal)
        self._observer.assumed(literal)

    def contradict(self, literal: int) -> None:
        """Tell that an assumption is false already."""
        self._observer.conflict((literal,))

    def found(self, model: Sequence[int]) -> None:
        """Tell a model, as its true variables."""
        self._observer.found(model)

    def decide(self, level: int, literal: int) -> None:
        """Tell a decision; `follow` tells what comes of it."""
        self._heights.append(len(self._order))
        self._know(literal)
        self._observer.decided(level, literal)

    def refute(self, conflict: int) -> None:
        """Tell the conflict that the steps told last have led to."""
        self._observer.conflict(self._clash or self._problem.clauses[conflict])
        self._clash = None

    def leave(self, level: int, steps: int, *, jumped: bool = False) -> None:
        """Tell that a level is done with; the trail has `steps` again."""
        self._undo(level, steps)
        self._observer.left(level, jumped=jumped)

    def flip(self, level: int, literal: int, steps: int) -> None:
        """Tell that a level begins anew with the negation of its decision."""
        self._undo(level, steps)
        self._heights.append(len(self._order))
        self._know(literal)
        self._observer.flipped(level, literal)

    def _undo(self, level: int, steps: int) -> None:
        height = self._heights[level - 1]
        self._told.difference_update(self._order[height:])
        del self._order[height:]
        del self._heights[level - 1 :]
        self._steps = steps

    def _know(self, literal: int) -> None:
        self._order.append(literal)
        self._told.add(literal)

    def _tell(self, literal: int, reason: Sequence[int]) -> None:
        self._know(literal)
        self._observer.propagated(literal, reason)

    def _spread(self, literal: int) -> None:
        """Tell what follows from a literal through binary clauses, causes first."""
        causes = [literal]
        for cause in causes:
            for other in self._problem.implied[cause]:
                if other in self._told:
                    continue
                if -other in self._told:
                    self._clash = self._clash or (-cause, other)
                    continue
                self._tell(other, (-cause, other))
                causes.append(other)
