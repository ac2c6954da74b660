"""The trail: the true literals in the order in which they became true.

Invariants (tests/engines/cdcl asserts them)
  1. `values[x]` is 1 exactly for the literals of `literals`, and -1 for their
     negations; a variable is on the trail once at most.
  2. Levels never fall along the trail.  Level k begins at `starts[k - 1]`, with its
     decision; level 0 holds what follows without any, and a call's assumptions.
  3. A literal with a reason is in that clause, and the others of the clause are false
     by literals before it.
  4. The literals before `head` are propagated; those from `head` on are not yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from satdoku.engines.cdcl.clauses import ClauseRecord
    from satdoku.runtime.deadline import Deadline

T = TypeVar("T")
_BATCH = 100_000


def made(make: Callable[[], T], number: int, deadline: Deadline) -> list[T]:
    """Return a list of so many new things; between batches the clock is looked at.

    Example:
        >>> made(list, 3, NEVER)
        [[], [], []]
    """
    things: list[T] = []
    while len(things) < number:
        deadline.check()
        things += [make() for _ in range(min(_BATCH, number - len(things)))]
    return things


class Trail:
    """The true literals; see the module for its invariants.

    Args:
        variables: The variables are 1 … `variables`.
        deadline: When to give up making it.

    Attributes:
        literals: The true literals.
        values: By literal, 1 for true, -1 for false, 0 for free. A negative literal is
            an index from the end, as Python counts.
        levels, reasons, places: By literal, true or false: the level, the clause that
            forced it (or None for a decision or an assumption), the place on the trail
            of it or of its negation. Only of those with a value.
        starts: Where each level begins.
        head: The first literal that is not propagated yet.

    Example:
        >>> trail = Trail(3)
        >>> trail.open_level()
        >>> trail.assign(-2, None)
        >>> trail.values[2], trail.values[-2], trail.levels[2], trail.cut(0)
        (-1, 1, 1, [-2])
    """

    __slots__ = ("head", "levels", "literals", "places", "reasons", "starts", "values")

    def __init__(self, variables: int, deadline: Deadline = NEVER) -> None:
        self.literals: list[int] = []
        self.values = made(int, 2 * variables + 1, deadline)
        self.levels = self.values.copy()
        self.places = self.values.copy()
        self.reasons: list[ClauseRecord | None] = [None] * len(self.values)
        self.starts: list[int] = []
        self.head = 0

    @property
    def level(self) -> int:
        """The present level."""
        return len(self.starts)

    def open_level(self) -> None:
        """Begin the next level; its decision is assigned next."""
        self.starts.append(len(self.literals))

    def assign(self, literal: int, reason: ClauseRecord | None) -> None:
        """Make a free literal true."""
        values, levels, places = self.values, self.levels, self.places
        values[literal], values[-literal] = 1, -1
        levels[literal] = levels[-literal] = len(self.starts)
        places[literal] = places[-literal] = len(self.literals)
        self.reasons[literal] = self.reasons[-literal] = reason
        self.literals.append(literal)

    def cut(self, start: int) -> list[int]:
        """Free the literals from a place on, and return them."""
        freed = self.literals[start:]
        values = self.values
        for literal in freed:
            values[literal] = values[-literal] = 0
        del self.literals[start:]
        self.head = min(self.head, start)
        return freed

    def level_of(self, literals: Sequence[int]) -> int:
        """Return the highest level among literals with a value; 0 for none."""
        return max((self.levels[literal] for literal in literals), default=0)
