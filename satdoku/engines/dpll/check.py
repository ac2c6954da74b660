"""The invariants of `satdoku.engines.dpll.problem`, tested from scratch.

Nothing that is kept is used here: closures are walked anew, and every bit of every bank
is worked out from its clause.  Far too slow for solving; the tests run it after every
propagation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.engines.dpll.bank import Step
    from satdoku.engines.dpll.problem import Problem

__all__ = ["check"]


def check(
    problem: Problem, live: Sequence[int], trail: Iterable[Step], *, dry: bool
) -> None:
    """Assert invariants 1 to 4, for a state without a conflict.

    Args:
        problem: The formula.
        live: The integer of each bank.
        trail: The steps.
        dry: Propagation has come to its end: no clause is empty or a unit.

    Raises:
        AssertionError: One of them is broken; the message says which.

    Example:
        >>> from satdoku.engines.dpll.problem import Problem
        >>> problem = Problem(3, [(1, 2, 3)])
        >>> check(problem, [bank.start for bank in problem.banks], [], dry=True)
        >>> check(problem, [bank.start for bank in problem.banks], [(1, -1)], dry=True)
        Traceback (most recent call last):
        ...
        AssertionError: invariant 4: bank 0
    """
    true: set[int] = set()
    for literal, _ in trail:
        assert literal not in true, f"invariant 2: {literal} is true already"
        assert -literal not in true, f"invariant 2: {literal} is false already"
        pending = [literal]
        for one in pending:
            if one not in true:
                true.add(one)
                pending += problem.implied[one]
    assert not any(-one in true for one in true), "invariant 3: true and false"
    for number, bank in enumerate(problem.banks):
        for at, literal in enumerate(bank.literals):
            if literal:
                alive = -literal not in true
            elif bank.guards >> at & 1:
                alive = True
            else:
                alive = bool(bank.start >> at & 1) or any(
                    other in true for other in _clause(problem, bank.clauses[at])
                )
            assert (live[number] >> at & 1) == alive, f"invariant 4: bank {number}"
    if dry:
        for clause in problem.clauses:
            free = [literal for literal in clause if -literal not in true]
            assert len(free) > 1 or not true.isdisjoint(free), f"{clause} is due"


def _clause(problem: Problem, index: int) -> Sequence[int]:
    return problem.clauses[index] if index >= 0 else ()
