"""The search of engine `dpll`, told to a probe.

A subclass steps in where the search goes from one of its parts to the next; a search
that is not measured has none of this in it.

    decide      from the question which literal to try until it is true
    propagate   from there, or the other side of a branch, until nothing follows
    analyse     what a conflict rests on, once that is looked for
    backtrack   until the other side of a branch is taken
    model       the question which literal to try, where the answer is none
"""

from __future__ import annotations

from time import perf_counter_ns
from typing import TYPE_CHECKING

from satdoku.deadline import Deadline
from satdoku.engines.dpll.search import Dpll, Search
from satdoku.profiling.probe import spanned
from satdoku.profiling.stage import LOOP, Key

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from typing import Any

    from satdoku.cnf.formula import Formula
    from satdoku.engines.base import Limits
    from satdoku.engines.dpll.problem import Problem
    from satdoku.profiling.probe import Probe

__all__ = ["TimedDpll", "TimedSearch"]

_NAME = "dpll"
_LOOP = Key(LOOP, _NAME)
_ASSUME = Key("assume", _NAME)
_PROPAGATE = Key("propagate", _NAME)
_DECIDE = Key("decide", _NAME)
_ANALYSE = Key("analyse", _NAME)
_BACKTRACK = Key("backtrack", _NAME)
_MODEL = Key("model", _NAME)


class TimedSearch(Search):
    """A search that tells a probe what it does; it finds the same as any other.

    Args:
        probe: Who is told.
        *rest, **options: What a search takes.

    Example:
        >>> from satdoku.engines.dpll.heuristics import fewest
        >>> from satdoku.engines.dpll.problem import Problem
        >>> from satdoku.profiling.probe import Probe
        >>> probe = Probe()
        >>> problem = Problem(3, [(1, 2, 3), (-1, -2), (-2, -3)])
        >>> search = TimedSearch(probe, problem, fewest)
        >>> with probe.root:
        ...     models = list(search.models())
        >>> probe.cells[Key("decide", "dpll")].calls == search.decisions
        True
    """

    def __init__(self, probe: Probe, *rest: Any, **options: Any) -> None:  # noqa: ANN401  handed on
        super().__init__(*rest, **options)
        self._probe = probe
        self._since = 0  # when the search began to choose a literal

    def models(self, assumptions: Sequence[int] = ()) -> Iterator[int]:
        """Yield each model; the time between is not the search's."""
        return spanned(super().models(assumptions), self._probe, _LOOP)

    def _assume(self, assumptions: Sequence[int]) -> int | None:
        begun = perf_counter_ns()
        try:
            return super()._assume(assumptions)
        finally:
            self._probe.leaf(_ASSUME, begun, perf_counter_ns())

    def _propagate(self, pending: int) -> int | None:
        begun = perf_counter_ns()
        try:
            return super()._propagate(pending)
        finally:
            self._probe.leaf(_PROPAGATE, begun, perf_counter_ns())

    def _choose(self) -> int | None:
        self._since = perf_counter_ns()
        literal = super()._choose()
        if literal is None:
            self._probe.leaf(_MODEL, self._since, perf_counter_ns())
        return literal

    def _decide(self, literal: int) -> int:
        pending = super()._decide(literal)
        self._probe.leaf(_DECIDE, self._since, perf_counter_ns())
        return pending

    def _analyze(self, conflict: int) -> int:
        if self.conflicts < self.backjump_after:
            return super()._analyze(conflict)
        begun = perf_counter_ns()
        try:
            return super()._analyze(conflict)
        finally:
            self._probe.leaf(_ANALYSE, begun, perf_counter_ns())

    def _backtrack(self, rests_on: int) -> int | None:
        begun = perf_counter_ns()
        try:
            return super()._backtrack(rests_on)
        finally:
            self._probe.leaf(_BACKTRACK, begun, perf_counter_ns())


class TimedDpll(Dpll):
    """The engine `dpll`, whose searches tell a probe what they do.

    Args:
        probe: Who is told.
        formula, **options: What the engine takes.
    """

    def __init__(self, probe: Probe, formula: Formula, **options: Any) -> None:  # noqa: ANN401  handed on
        super().__init__(formula, **options)
        self._probe = probe

    def _make_search(
        self, problem: Problem, project: Collection[int] | None, limits: Limits
    ) -> Search:
        return TimedSearch(
            self._probe,
            problem,
            self._heuristic,
            deadline=None if limits.seconds is None else Deadline(limits.seconds),
            max_conflicts=limits.conflicts,
            conflict_budget=self._conflict_budget,
            backjump_after=self._backjump_after,
            project=project,
        )
