"""Formulas and the engines that hold them, told to a probe.

TimedForms    encode: recipe and puzzle become a formula
TimedHeld     load, decode, check; the clauses that are made while the engine takes
              them, as those of a whole grid are, are `encode`
TimedEngine   search, for engines whose inside is not told apart
"""

from __future__ import annotations

from functools import partial
from itertools import islice
from time import perf_counter_ns
from typing import TYPE_CHECKING

from satdoku.cnf.formula import Formula
from satdoku.engines.base import NO_LIMITS
from satdoku.forms import Forms
from satdoku.profiling.probe import spanned
from satdoku.profiling.search import TimedDpll
from satdoku.profiling.stage import Key
from satdoku.walk import Held

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from satdoku.choose import Attempt, Choice
    from satdoku.cnf.encode import Encoding, Simplified
    from satdoku.cnf.formula import Clause
    from satdoku.engines.base import Engine, Limits, Model, Outcome
    from satdoku.grid import Grid
    from satdoku.profiling.probe import Probe
    from satdoku.puzzle import Puzzle

__all__ = ["ENCODE", "TimedEngine", "TimedForms", "TimedHeld"]

ENCODE = Key("encode")
_BATCH = 2_000
"""Clauses that are made at a time: few enough to hold, enough to cost nothing."""


class TimedForms(Forms):
    """Makes formulas, and tells a probe.

    Args:
        max_clauses: Refuse formulas with more clauses than that.
        probe: Who is told.
    """

    def __init__(self, max_clauses: int, probe: Probe) -> None:
        super().__init__(max_clauses)
        self._probe = probe

    def of(
        self, puzzle: Puzzle, choice: Choice
    ) -> tuple[Encoding | Simplified, list[int] | None]:
        """Make the formula, and the literals to assume; None if singles refute it."""
        with self._probe.span(ENCODE):
            form, assumed = super().of(puzzle, choice)
        self._probe.counters["variables"] = form.formula.variables
        self._probe.counters["clauses"] = form.formula.clause_count
        return form, assumed


class TimedHeld(Held):
    """An engine with the formula it has loaded, told to a probe.

    Args:
        attempt: Which engine.
        form: The formula.
        rule: The decision rule of engine `dpll`.
        probe: Who is told.
    """

    __slots__ = ("_probe",)

    def __init__(
        self,
        attempt: Attempt,
        form: Encoding | Simplified,
        rule: str | None,
        probe: Probe,
    ) -> None:
        self._probe = probe
        super().__init__(attempt, form, rule)
        if not isinstance(self.engine, TimedDpll):
            self.engine = TimedEngine(self.engine, probe)

    def load(self, engine: str, formula: Formula, options: dict[str, object]) -> Engine:
        """Load an engine with the formula."""
        told = Formula(
            formula.variables,
            formula.clause_count,
            formula.make_groups,
            formula.name_of,
            partial(_made, formula, self._probe),
        )
        with self._probe.span(Key("load", engine)):
            if engine == TimedDpll.name:
                return TimedDpll(self._probe, told, **options)
            return super().load(engine, told, options)

    def solution(self, model: Model, puzzle: Puzzle) -> Grid:
        """Decode a model and hold it against the rules."""
        with self._probe.span(Key("decode")):
            solution = self.form.decode(model)
        return self.checked(solution, puzzle)

    def checked(self, solution: Grid, puzzle: Puzzle) -> Grid:
        """Return a grid that was decoded, once the rules have accepted it."""
        with self._probe.span(Key("check")):
            return super().checked(solution, puzzle)

    def close(self) -> None:
        """Free the engine."""
        with self._probe.span(Key("close", self.engine.name)):
            self.engine.close()


def _made(formula: Formula, probe: Probe) -> Iterator[Clause]:
    """Yield the clauses of a formula; tell a probe how long it takes to make them."""
    clauses = iter(formula)
    while True:
        begun = perf_counter_ns()
        batch = list(islice(clauses, _BATCH))
        probe.leaf(ENCODE, begun, perf_counter_ns())
        if not batch:
            return
        yield from batch


class TimedEngine:
    """An engine that tells a probe when it searches.

    Args:
        engine: The engine.
        probe: Who is told.
    """

    def __init__(self, engine: Engine, probe: Probe) -> None:
        self._engine = engine
        self._probe = probe
        self._key = Key("search", engine.name)

    @property
    def name(self) -> str:
        """The name it is registered by."""
        return self._engine.name

    def solve(
        self, assumptions: Sequence[int] = (), limits: Limits = NO_LIMITS
    ) -> Outcome:
        """Look for one model in which the assumed literals are true."""
        with self._probe.span(self._key):
            return self._engine.solve(assumptions, limits)

    def models(
        self,
        assumptions: Sequence[int] = (),
        project: Collection[int] | None = None,
        limits: Limits = NO_LIMITS,
    ) -> Iterator[Model]:
        """Yield models lazily, no two of them alike on the variables `project`."""
        walk = self._engine.models(assumptions, project, limits)
        return spanned(walk, self._probe, self._key)

    def core(self) -> tuple[int, ...] | None:
        """Return assumptions that were enough for the last `solve`, or None."""
        return self._engine.core()

    def statistics(self) -> dict[str, int]:
        """Return counters of the last call."""
        return self._engine.statistics()

    def close(self) -> None:
        """Free what the engine holds."""
        self._engine.close()
