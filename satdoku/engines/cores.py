"""Which clauses contradict each other: minimal unsatisfiable subsets of a formula.

Each clause gets a variable of its own that switches it off.  The solver names a core of
the switches; then each clause of it is left out in turn, and stays out where the rest
is still unsatisfiable; the solver's new core leaves out more at once.

Source: Dershowitz, Hanna and Nadel, "A scalable algorithm for minimal unsatisfiable
core extraction" (SAT 2006); Marques-Silva, "Minimal unsatisfiability" (ISMVL 2010).
"""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from satdoku.cnf.formula import Formula
from satdoku.engines.registry import load
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.runtime.deadline import Deadline

_ENGINE = "minisat22"


def minimal_core(
    formula: Formula, assumptions: Sequence[int] = (), deadline: Deadline = NEVER
) -> tuple[int, ...] | None:
    """Return clauses that have no model together, none of which is superfluous.

    Args:
        formula: The formula.
        assumptions: Literals that are taken to be true.
        deadline: When to stop.

    Returns:
        The numbers of the clauses, from 1, rising; None if the formula has a model.

    Raises:
        Stopped: The time is over.

    Example:
        >>> minimal_core(Formula.of([[1, 2], [-1], [3], [-2], [2, 4]]))
        (1, 2, 4)
        >>> minimal_core(Formula.of([[1, 2]])) is None
        True
    """
    first = formula.variables + 1
    switched = [(*clause, -switch) for switch, clause in enumerate(formula, first)]
    last = formula.variables + len(switched)
    with closing(load(_ENGINE, Formula.of(switched, last), deadline)) as engine:
        core: Sequence[int] = range(first, last + 1)
        kept: list[int] = []
        left_out: int | None = None
        while True:
            rest = [switch for switch in core if switch != left_out]
            outcome = engine.solve([*assumptions, *rest], deadline)
            deadline.check()
            if outcome.satisfiable is False:
                members = set(engine.core() or rest)
                core = [switch for switch in rest if switch in members]
            elif left_out is None:
                return None
            else:
                kept.append(left_out)
            open_ones = set(core).difference(kept)
            if not open_ones:
                return tuple(switch - first + 1 for switch in core)
            left_out = min(open_ones)
