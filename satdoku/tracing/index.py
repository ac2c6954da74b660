"""Which clause of a formula a reason is, and where that clause comes from.

The engine keeps no numbers of clauses, and tells literals in its own order; so clauses
are found again by their literals.  The map is made when the first is asked for: about
200 bytes a clause.  A clause that is said twice is found as the first of the two.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.cnf.formula import Formula, Origin

__all__ = ["ClauseIndex"]

_LARGEST = 1_000_000
"""Of formulas with more clauses nothing is looked up."""


class ClauseIndex:
    """Finds clauses of a formula by their literals.

    Example:
        >>> from satdoku.cnf.formula import Formula, Group, Origin
        >>> groups = (
        ...     Group(Origin("cell", "r1c1"), ((1, 2), (-1, -2))),
        ...     Group(Origin("unit", "row 1", 1), ((1, 3),)),
        ... )
        >>> index = ClauseIndex(Formula(3, 3, lambda: groups, str))
        >>> index.number((3, 1)), str(index.origin((3, 1))), index.number((2, 3))
        (3, 'unit: row 1, digit 1', None)
    """

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._numbers: dict[tuple[int, ...], int] | None = None
        self._starts: list[int] = []
        self._origins: list[Origin] = []

    @property
    def can_look_up(self) -> bool:
        """Whether clauses are found at all: the formula is not too large for it."""
        return self._formula.clause_count <= _LARGEST

    def number(self, literals: Iterable[int]) -> int | None:
        """Return which clause of the formula has these literals, from 1."""
        if self._numbers is None:
            self._numbers = self._made()
        return self._numbers.get(_key(literals))

    def origin(self, literals: Iterable[int]) -> Origin | None:
        """Return where the clause of these literals comes from."""
        number = self.number(literals)
        if number is None:
            return None
        return self._origins[bisect_right(self._starts, number) - 1]

    def _made(self) -> dict[tuple[int, ...], int]:
        numbers: dict[tuple[int, ...], int] = {}
        if not self.can_look_up:
            return numbers
        number = 1
        for origin, clauses in self._formula.groups():
            self._starts.append(number)
            self._origins.append(origin)
            for clause in clauses:
                numbers.setdefault(_key(clause), number)
                number += 1
        return numbers


def _key(literals: Iterable[int]) -> tuple[int, ...]:
    """Return the same for clauses of the same literals."""
    return tuple(sorted(set(literals)))
