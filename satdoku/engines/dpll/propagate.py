"""Unit propagation: everything that follows, or the clause that cannot be satisfied.

Requires and ensures are those of `satdoku.engines.dpll.problem` (invariants 1 to 4).
On return without a conflict no field of any bank is due; with a conflict every literal
of the returned clause is false or the last step fails, and the banks are to be thrown
away.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from satdoku.errors import Stopped

if TYPE_CHECKING:
    from satdoku.engines.dpll.bank import Step
    from satdoku.engines.dpll.problem import Problem

__all__ = ["assert_literal", "propagate"]


def assert_literal(
    problem: Problem, live: list[int], trail: list[Step], step: Step
) -> int:
    """Make a literal true that is not false; return the banks it touched, as bits."""
    trail.append(step)
    dirty = 0
    for bank, keep, sat in problem.touches(step[0]):
        live[bank] = live[bank] & keep | sat
        dirty |= 1 << bank
    return dirty


def propagate(
    problem: Problem,
    live: list[int],
    trail: list[Step],
    dirty: int,
    deadline: float | None = None,
) -> int | None:
    """Add to the trail all that follows by unit propagation.

    Args:
        problem: The formula.
        live: The integer of each bank; changed in place.
        trail: The steps so far; lengthened in place.
        dirty: The banks to look at, as bits; all others have no field due.
        deadline: When to stop, on the clock `time.monotonic`.

    Returns:
        The index of a clause whose literals are all false, or None.  Where the last
        step fails, that is the conflict, and the index says nothing.

    Raises:
        Stopped: The deadline came.
    """
    while dirty:
        if deadline is not None and monotonic() > deadline:
            raise Stopped("out of time")
        number = dirty.bit_length() - 1
        dirty ^= 1 << number
        bank = problem.banks[number]
        ones, guards, effects = bank.ones, bank.guards, bank.effects
        here = live[number]
        while True:
            rest = here & (here - ones)
            due = guards & ~((rest | guards) - ones)
            if not due:
                break
            empty = due & ~rest
            if empty:
                return bank.clauses[empty.bit_length() - 1]
            units = here & bank.fields(due)
            while units:
                place = units.bit_length() - 1
                effect = effects[place] or problem.effect(number, place)
                step, keep, sat, others, elsewhere = effect
                trail.append(step)
                units &= others
                here = here & keep | sat
                for touched, kept, satisfied in elsewhere:
                    live[touched] = live[touched] & kept | satisfied
                    dirty |= 1 << touched
        live[number] = here
    return None
