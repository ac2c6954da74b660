"""Which decisions a conflict rests on; what makes a free backjump possible.

Idea.  Walk the trail backwards from the conflict.  A step whose closure holds a literal
that the conflict needs is needed itself; in its place come the literals that made its
reason clause a unit.  What is left at the end are decisions.  If the one at the top of
the search is not among them, its other branch would fail for the same reason and need
not be looked at.  Nothing is learnt; only the set of levels is kept, as bits.

Cost: about one propagation, so that the search begins with it only after a number of
conflicts; the Sudoku encodings hardly ever jump, loosely connected formulas often do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.engines.dpll.bank import NO_CLAUSE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from satdoku.engines.dpll.bank import Step
    from satdoku.engines.dpll.problem import Problem

__all__ = ["ALL_LEVELS", "levels_of_conflict"]

ALL_LEVELS = -1
"""A refutation of which nothing is known but that it failed: every bit is set."""


def levels_of_conflict(
    problem: Problem,
    trail: Sequence[Step],
    conflict: int,
    rests_on: Mapping[int, int],
) -> int:
    """Return the levels that a conflict rests on, as bits.

    Args:
        problem: The formula.
        trail: The steps up to the conflict.
        conflict: Index of a clause whose literals are all false.
        rests_on: For the trail's places that hold a decision or the negation of a
            refuted one: the levels these rest on.  Places without a reason that are
            missing here are assumptions and rest on nothing.

    Example:
        >>> from satdoku.engines.dpll.problem import Problem
        >>> problem = Problem(4, [(1, -2, 3), (1, -2, -3)])
        >>> trail = [(-1, -1), (-4, -1), (2, -1), (3, 0)]
        >>> bin(levels_of_conflict(problem, trail, 1, {0: 0b1, 1: 0b10, 2: 0b100}))
        '0b101'
    """
    last = trail[-1][0] if trail else 0
    if last and problem.fails(last):
        needed = {last}  # its closure is the contradiction
    else:
        needed = {-literal for literal in problem.clauses[conflict]}
    levels = 0
    for at in range(len(trail) - 1, -1, -1):
        literal, reason = trail[at]
        closure = problem.closure(literal)
        if needed.isdisjoint(closure):
            continue
        needed.difference_update(closure)
        if reason == NO_CLAUSE:
            levels |= rests_on.get(at, 0)
        else:
            clause = problem.clauses[reason]
            needed.update(-other for other in clause if other != literal)
    return levels
