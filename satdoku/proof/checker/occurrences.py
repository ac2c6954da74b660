"""Which clauses hold a literal: what a RAT step has to look at."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

__all__ = ["Occurrences"]


class Occurrences:
    """The numbers of the clauses that hold a literal, kept up to date by its owner.

    To make it costs a walk over all clauses: it is made for the first RAT step, and
    most proofs have none.

    Example:
        >>> found = Occurrences({1: (1, 2), 2: (-1, 2)})
        >>> found.add(3, (2, 3))
        >>> found.remove(1, (1, 2))
        >>> found.of(2)
        [2, 3]
    """

    def __init__(self, clauses: Mapping[int, Iterable[int]]) -> None:
        self._numbers: defaultdict[int, set[int]] = defaultdict(set)
        for number, clause in clauses.items():
            self.add(number, clause)

    def add(self, number: int, clause: Iterable[int]) -> None:
        """Take a clause in."""
        for literal in clause:
            self._numbers[literal].add(number)

    def remove(self, number: int, clause: Iterable[int]) -> None:
        """Leave a clause out that was taken in."""
        for literal in clause:
            self._numbers[literal].discard(number)

    def of(self, literal: int) -> list[int]:
        """Return the numbers of the clauses that hold a literal, rising."""
        found: Collection[int] = self._numbers.get(literal, ())
        return sorted(found)
