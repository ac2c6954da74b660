"""The hand-written engine: DPLL in Python alone, for any formula.

It holds a `Problem` and starts a `Search` for every call.  Between calls nothing but
the problem's caches is kept, so that Ctrl-C and limits leave it as good as new.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from satdoku.engines.base import NO_LIMITS, Limits, Model, Outcome, Status
from satdoku.engines.dpll.decide import rule as find_rule
from satdoku.engines.dpll.problem import Problem
from satdoku.engines.dpll.search import Search
from satdoku.errors import Stopped, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from satdoku.cnf.formula import Formula
    from satdoku.engines.dpll.decide import Rule
    from satdoku.engines.dpll.observe import Observer

__all__ = ["Dpll"]

_BACKJUMP_AFTER = 1000


class Dpll:
    """The engine `dpll`; see `satdoku.engines.base` for what each call promises.

    Args:
        formula: What to find models of.
        rule: The decision rule, by name or itself (`satdoku.engines.dpll.decide`).
        backjump_after: From which conflict of a call on refutations are analysed, so
            that a branch they do not rest on is left without being tried. 0 for always.
        patience: Stop a call after so many conflicts without a model.
        blocking: Find further models with blocking clauses, each search begun anew,
            instead of going on with the search. Slower; there to be compared.
        observer: Is told every event of every call.

    Attributes:
        searching: What makes the search of a call; one that also measures may take its
            place.

    Raises:
        UsageError: There is no such rule.

    Example:
        >>> from satdoku.cnf.formula import Formula, Group, Origin
        >>> group = Group(Origin("example", "all"), ((1, 2), (-1, -2)))
        >>> engine = Dpll(Formula(2, 2, lambda: [group], str))
        >>> sorted(engine.models())
        [(1,), (2,)]
    """

    name = "dpll"

    def __init__(
        self,
        formula: Formula,
        *,
        rule: str | Rule = "fewest",
        backjump_after: int = _BACKJUMP_AFTER,
        patience: int | None = None,
        blocking: bool = False,
        observer: Observer | None = None,
    ) -> None:
        self._formula = formula
        self._problem: Problem | None = Problem(formula.variables, formula)
        self._rule = find_rule(rule) if isinstance(rule, str) else rule
        self._backjump_after = backjump_after
        self._patience = patience
        self._blocking = blocking
        self._observer = observer
        self.searching: Callable[..., Search] = Search
        self._search: Search | None = None
        self._calls = 0

    def solve(
        self, assumptions: Sequence[int] = (), limits: Limits = NO_LIMITS
    ) -> Outcome:
        """Look for one model in which the assumed literals are true."""
        problem = self._open(assumptions)
        search = self._begin(problem, _deadline(limits), limits.conflicts)
        try:
            mask = next(search.models(assumptions), None)
        except Stopped:
            return Outcome(Status.UNKNOWN, None, self.statistics())
        if mask is None:
            return Outcome(Status.UNSATISFIABLE, None, self.statistics())
        model = problem.true_variables(mask)
        return Outcome(Status.SATISFIABLE, model, self.statistics())

    def models(
        self,
        assumptions: Sequence[int] = (),
        project: Collection[int] | None = None,
        limits: Limits = NO_LIMITS,
    ) -> Iterator[Model]:
        """Yield models lazily, no two of them alike on the variables `project`."""
        problem = self._open(assumptions, project or ())
        call = self._calls
        walk = (
            self._block(assumptions, project, limits)
            if self._blocking
            else self._go_on(problem, assumptions, project, limits)
        )
        return self._guarded(walk, call)

    def core(self) -> None:
        """Return None: this search does not tell what a refutation rests on."""

    def statistics(self) -> dict[str, int]:
        """Return counters of the last call, also while or after `models` ran.

        A call of `models` begins with the first model that is asked for.  `jumps`
        counts the branches left untried because a refutation did not rest on them.
        """
        search = self._search
        if search is None:
            return {}
        return {
            "decisions": search.decisions,
            "propagations": search.propagations,
            "conflicts": search.conflicts,
            "jumps": search.jumps,
            "depth": search.depth,
        }

    def remaining(self) -> list[list[int]]:
        """Return the cubes a walk that raised Stopped has not looked at yet.

        Its further models are those of the formula under the walk's assumptions and the
        literals of one cube; no model is in two of them.

        Raises:
            UsageError: The engine finds models by blocking, which leaves no cubes.
        """
        if self._blocking:
            raise UsageError("what is left is not known when models are blocked")
        return [] if self._search is None else self._search.remaining()

    def close(self) -> None:
        """Free what the engine holds; a second call does nothing."""
        self._problem = None
        self._calls += 1

    def _open(
        self, assumptions: Sequence[int], project: Collection[int] = ()
    ) -> Problem:
        """Begin a call: end the walk of an earlier one, look at what is asked."""
        if self._problem is None:
            raise UsageError("this engine is closed")
        known = self._problem.variables
        for literal in assumptions:
            if not 0 < abs(literal) <= known:
                msg = f"assumption {literal} is not a literal of variables 1-{known}"
                raise UsageError(msg)
        for variable in project:
            if not 0 < variable <= known:
                msg = f"cannot project on {variable}; the variables are 1-{known}"
                raise UsageError(msg)
        self._calls += 1
        return self._problem

    def _begin(
        self,
        problem: Problem,
        deadline: float | None,
        max_conflicts: int | None,
        project: Collection[int] | None = None,
    ) -> Search:
        self._search = self.searching(
            problem,
            self._rule,
            deadline=deadline,
            max_conflicts=max_conflicts,
            patience=self._patience,
            backjump_after=self._backjump_after,
            project=project,
            observer=self._observer,
        )
        return self._search

    def _guarded(self, walk: Iterator[Model], call: int) -> Iterator[Model]:
        """Let a walk go on only while no later call has begun."""
        while self._calls == call:
            model = next(walk, None)
            if model is None:
                return
            yield model
        raise UsageError("these models belong to an earlier call")

    def _go_on(
        self,
        problem: Problem,
        assumptions: Sequence[int],
        project: Collection[int] | None,
        limits: Limits,
    ) -> Iterator[Model]:
        """Yield the models of one search."""
        search = self._begin(problem, _deadline(limits), limits.conflicts, project)
        for mask in search.models(assumptions):
            yield problem.true_variables(mask)

    def _block(
        self,
        assumptions: Sequence[int],
        project: Collection[int] | None,
        limits: Limits,
    ) -> Iterator[Model]:
        """Yield models, forbidding each before the next is looked for.

        The clauses go into a problem of this walk's own.
        """
        deadline = _deadline(limits)
        own = Problem(self._formula.variables, self._formula)
        told_by = range(1, own.variables + 1) if project is None else sorted({*project})
        search = self._begin(own, deadline, limits.conflicts)
        while (mask := next(search.models(assumptions), None)) is not None:
            yield own.true_variables(mask)
            own.add([-v if mask >> v & 1 else v for v in told_by])
            earlier, search = search, self._begin(own, deadline, limits.conflicts)
            search.count_from(earlier)


def _deadline(limits: Limits) -> float | None:
    """Return when the time is up, on the clock `time.monotonic`."""
    return None if limits.seconds is None else monotonic() + limits.seconds
