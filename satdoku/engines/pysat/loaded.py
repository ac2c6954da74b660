"""A formula loaded into a solver, and asked.

Each question gets a bounded search first, which answers nearly all puzzles; only what
is left is held in a way that costs more (`hold`).

A solver grows slower with what it has learnt and with the activation literals that
walks leave behind; it is renewed before that costs more than loading the formula again
(`table`).  The formula's clauses are kept as they came for that; those of a very large
formula, which take more memory than the solver itself, are generated again.

Invariants: `solver` is None exactly if the formula needs none: it has no variables, or
an empty clause (`refuted`).  `top` is the highest variable `solver` knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.engines.pysat.hold import hold
from satdoku.engines.pysat.loading import Refuted, checked, limited, native, require
from satdoku.engines.pysat.native import NO_END, Native

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.cnf.formula import Formula
    from satdoku.engines.engine import Model
    from satdoku.engines.pysat.hold import Clock
    from satdoku.engines.pysat.table import Row

__all__ = ["Loaded"]

_KEPT_CLAUSES = 500_000
_USUAL_CLAUSES = 12_000

_BOUNDED_CLAUSES = 200_000
_LEAST_BOUND = 100
_MOST_BOUND = 2000
_BOUND_TIMES_CLAUSES = 20_000_000
"""The bounded search should take some hundredths of a second, however large the
formula; beyond 200,000 clauses a solver may think for longer before its first conflict.
"""


class Loaded:
    """A formula and the solver it is in.

    Args:
        row: Which solver.
        formula: The formula.
    """

    def __init__(self, row: Row, formula: Formula) -> None:
        self.row = row
        self.variables = limited(formula.variables)
        self.statistics: dict[str, int] = {}
        self.solver: Native | None = None
        self.top = formula.variables
        size = formula.clause_count
        self._clauses: Iterable[Sequence[int]] = (
            list(formula) if size <= _KEPT_CLAUSES else formula
        )
        self._bound = 0
        if size <= _BOUNDED_CLAUSES and row.kind not in {"lingeling", "cryptominisat"}:
            bound = _BOUND_TIMES_CLAUSES // max(size, 1)
            self._bound = max(_LEAST_BOUND, min(_MOST_BOUND, bound))
        share = max(1, size // _USUAL_CLAUSES)
        self._renew_calls = row.renew_calls * share
        self._renew_conflicts = row.renew_conflicts * share
        self._calls = 0
        self._conflicts = 0
        self.refuted = False
        try:
            self.solver = self._first()
        except Refuted:
            self.refuted = True

    def _first(self) -> Native | None:
        """Return the formula in a solver, its literals looked at on the way."""
        if self.variables:
            return native(self.row, self.variables, self._clauses)
        require(self.row)
        for _ in checked(self._clauses, 0):  # any clause here is wrong or empty
            pass
        return None

    def begin(self) -> None:
        """Begin a call: count anew, and renew the solver if it is time."""
        self.statistics = {}
        self._calls += 1
        solver = self.solver
        if solver is not None and (
            self._calls > self._renew_calls
            or self._conflicts > self._renew_conflicts
            or solver.spoiled
        ):
            if not solver.spoiled:
                solver.delete()
            self.solver = self.fresh(())
            self.top = self.variables
            self._calls = 1
            self._conflicts = 0

    def fresh(self, more: Iterable[Sequence[int]]) -> Native:
        """Return another solver, loaded with the formula and more clauses."""
        made = native(self.row, self.variables, self._clauses, good=True)
        for clause in more:
            made.add(clause)
        return made

    def ask(self, solver: Native, literals: list[int], clock: Clock) -> bool | None:
        """Search for a model in which the literals are true; None at a limit."""
        answer = None
        if self._bound:
            answer = solver.attempt(literals, clock.budget(self._bound))
        elif self.row.kind == "lingeling" and clock.deadline is None:
            answer = solver.attempt(literals, NO_END)
        if answer is None:
            if self._bound:
                self._count(solver, clock)
            if clock.over():
                return None
            answer = hold(solver, literals, clock)
        if not solver.spoiled:
            self._count(solver, clock)
        return answer

    def model(self, solver: Native) -> Model:
        """Return the true variables of the model the solver has found."""
        literals = solver.model()
        if len(literals) > self.variables:
            literals = literals[: self.variables]
        return tuple([literal for literal in literals if literal > 0])

    def close(self) -> None:
        """Free the solver and the clauses."""
        self._clauses = ()
        solver, self.solver = self.solver, None
        if solver is not None and not solver.spoiled:
            solver.delete()

    def _count(self, solver: Native, clock: Clock) -> None:
        """Add up what the last search took."""
        spent = solver.spent()
        if not spent:
            return
        conflicts = spent["conflicts"]
        if solver is self.solver:
            self._conflicts += conflicts
        if clock.conflicts is not None:
            clock.conflicts -= conflicts
        so_far = self.statistics
        if so_far:
            for key in spent:
                spent[key] += so_far[key]
        self.statistics = spent
