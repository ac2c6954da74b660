"""Which literals may be decided on while models are told apart by some variables only.

The search first decides on projected variables until all of them have a value; what it
decides after that only shows that these values can be completed.  So a second model
with the same projected values is never visited.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from satdoku.engines.dpll.problem import Problem

__all__ = ["Projection"]


class Projection:
    """The projected variables, as masks.

    Attributes:
        mask: Of the variables.
        occurrences: A bank at a time, of the occurrences of their literals.
    """

    def __init__(self, problem: Problem, variables: Collection[int]) -> None:
        members = frozenset(variables)
        self.mask = 0
        for variable in members:
            self.mask |= 1 << variable
        self.occurrences: list[int] = []
        for bank in problem.banks:
            marks = "".join(
                "01"[abs(literal) in members] for literal in reversed(bank.literals)
            )
            self.occurrences.append(int(marks, 2))
