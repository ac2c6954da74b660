"""The search of engine `dpll`, told to a probe.

A subclass steps in where the search goes from one of its parts to the next; a search
that is not measured has none of this in it.

    decide      from the question which literal to try until its level is open
    propagate   from there, or from the other side of a branch, until nothing follows
    analyse     what a conflict rests on, once that is looked for
    backtrack   until the other side of a branch is taken
    model       the question which literal to try, where the answer is none
"""

from __future__ import annotations

from time import perf_counter_ns
from typing import TYPE_CHECKING

from satdoku.engines.dpll.search import Search
from satdoku.profiling.probe import spanned
from satdoku.profiling.stage import LOOP, Key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from satdoku.profiling.probe import Probe

__all__ = ["TimedSearch"]

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
        >>> from satdoku.engines.dpll.decide import rule
        >>> from satdoku.engines.dpll.problem import Problem
        >>> from satdoku.profiling.probe import Probe
        >>> probe = Probe()
        >>> problem = Problem(3, [(1, 2, 3), (-1, -2), (-2, -3)])
        >>> search = TimedSearch(probe, problem, rule("fewest"))
        >>> with probe.root:
        ...     models = list(search.models([]))
        >>> probe.cells[Key("decide", "dpll")].calls == search.decisions
        True
    """

    def __init__(self, probe: Probe, *rest: Any, **options: Any) -> None:  # noqa: ANN401  handed on
        super().__init__(*rest, **options)
        self._probe = probe
        self._since = 0  # when the stage began that goes on over two calls

    def models(self, assumptions: Sequence[int]) -> Iterator[int]:
        """Yield each model; the time between is not the search's."""
        return spanned(super().models(assumptions), self._probe, _LOOP)

    def _assume(self, assumptions: Sequence[int], live: list[int]) -> int | None:
        begun = perf_counter_ns()
        try:
            return super()._assume(assumptions, live)
        finally:
            self._probe.leaf(_ASSUME, begun, perf_counter_ns())

    def _propagate(self, live: list[int], dirty: int) -> int | None:
        # The literal that was decided becomes true before this is called.
        begun = self._since or perf_counter_ns()
        self._since = 0
        try:
            return super()._propagate(live, dirty)
        finally:
            self._probe.leaf(_PROPAGATE, begun, perf_counter_ns())

    def _decide(self, live: list[int]) -> int | None:
        begun = perf_counter_ns()
        literal = super()._decide(live)
        if literal is None:
            self._probe.leaf(_MODEL, begun, perf_counter_ns())
        else:
            self._since = begun
        return literal

    def _open_level(self, live: list[int], literal: int) -> None:
        super()._open_level(live, literal)
        self._probe.leaf(_DECIDE, self._since, perf_counter_ns())
        self._since = perf_counter_ns()

    def _analyse(self, conflict: int) -> int:
        if self.conflicts <= self.backjump_after:
            return super()._analyse(conflict)
        begun = perf_counter_ns()
        try:
            return super()._analyse(conflict)
        finally:
            self._probe.leaf(_ANALYSE, begun, perf_counter_ns())

    def _backtrack(self, levels: int) -> tuple[list[int], int | None]:
        begun = perf_counter_ns()
        try:
            return super()._backtrack(levels)
        finally:
            self._probe.leaf(_BACKTRACK, begun, perf_counter_ns())
