"""Clauses, and the two ways to propagate: watched literals, and counters.

Watched literals (Moskewicz et al., "Chaff: engineering an efficient SAT solver", DAC
2001).  A clause is looked at only when one of the two literals at its first places
becomes false.  While neither is, it can be no unit and no conflict, so most clauses are
not touched by most steps.  In a clause of two there is nothing to choose: it stands in
a list of its own, with the other literal beside.

Invariant after propagation without a conflict: of a clause's two watched literals, none
is false; or one is true, and the other one became false on no lower level.  Both hold
again when levels are undone, without any repair.  (Without backjumping a clause may
wait with a false watched literal beside a free one: it is no conflict before the other
becomes false, too, and then it is looked at.)

Counters are the older way: each clause counts its false literals, at every step and
back again at every undoing.  They find the same units; they only take longer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import islice
from typing import TYPE_CHECKING

from satdoku.engines.cdcl.trail import made
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.engines.cdcl.trail import Trail
    from satdoku.runtime.deadline import Deadline


class ClauseRecord(list[int]):
    """A clause as the search keeps it: its literals, in an order that changes.

    Attributes:
        number: Its number in proofs; 0 while none is written.
        lbd: How many levels its literals were of when it was learned; 0 for a clause of
            the formula.
        false: Of counters: how many of its literals are false and propagated.
        rests: What it rests on that passes with the call, as bits: bit 0 for forbidden
            models, bit k + 1 for the literal at place k of the trail, a fact of level 0
            that was left out of it. Unless 0, it passes, too.

    Example:
        >>> clause = ClauseRecord((1, -2), number=7)
        >>> clause, clause.number, clause.lbd, clause.rests
        ([1, -2], 7, 0, 0)
    """

    __slots__ = ("false", "lbd", "number", "rests")
    false: int

    def __init__(
        self, literals: Iterable[int], number: int = 0, lbd: int = 0, rests: int = 0
    ) -> None:
        super().__init__(literals)
        self.number = number
        self.lbd = lbd
        self.rests = rests


class Propagator(ABC):
    """Finds the units among clauses of two literals or more.

    Args:
        trail: What is true.
        variables: How many variables there are.
        deadline: When to give up making the lists.

    Attributes:
        visits: How many times a clause was looked at.
        pairs: By literal, the clauses of two, each with its other literal.
        lists: By literal, the longer clauses to visit when it becomes false.
    """

    def __init__(
        self, trail: Trail, variables: int, deadline: Deadline = NEVER
    ) -> None:
        self.visits = 0
        size = 2 * variables + 1
        self.pairs: list[list[tuple[int, ClauseRecord]]] = made(list, size, deadline)
        self.lists: list[list[ClauseRecord]] = made(list, size, deadline)
        self._trail = trail

    def add(self, clause: ClauseRecord) -> None:
        """Take a clause; while it has false literals, its first two are the latest."""
        if len(clause) == 2:
            first, second = clause
            self.pairs[first].append((second, clause))
            self.pairs[second].append((first, clause))
        else:
            for literal in self.listed(clause):
                self.lists[literal].append(clause)

    def remove(self, clauses: Iterable[ClauseRecord]) -> None:
        """Forget clauses, none of them a reason."""
        gone = {id(clause): clause for clause in clauses}
        for literal in {x for clause in gone.values() for x in self.listed(clause)}:
            pairs, others = self.pairs[literal], self.lists[literal]
            self.pairs[literal] = [pair for pair in pairs if id(pair[1]) not in gone]
            self.lists[literal] = [other for other in others if id(other) not in gone]

    def propagate(self, deadline: Deadline) -> ClauseRecord | None:
        """Put all units on the trail; return a clause that is false, if there is one.

        Raises:
            Stopped: The deadline came; what is not propagated yet waits on the trail.
        """
        trail, has_end = self._trail, deadline.end is not None
        literals, values, assign = trail.literals, trail.values, trail.assign
        for literal in islice(literals, trail.head, None):  # they become more meanwhile
            if has_end:
                deadline.check()
            pairs, longer = self.pairs[-literal], self.lists[-literal]
            self.visits += len(pairs) + len(longer)
            for other, clause in pairs:
                value = values[other]
                if value <= 0:
                    if value:
                        return clause
                    assign(other, clause)
            trail.head += 1
            if longer and (conflict := self.visit(-literal)) is not None:
                return conflict
        return None

    @abstractmethod
    def listed(self, clause: ClauseRecord) -> Sequence[int]:
        """Return the literals in whose lists a clause is."""

    @abstractmethod
    def visit(self, false: int) -> ClauseRecord | None:
        """Look at the longer clauses of a literal; return a false one, if any is."""

    @abstractmethod
    def undo(self, literals: Sequence[int], head: int) -> None:
        """Take notice that literals are free again, and where the head was."""


class Watches(Propagator):
    """Propagation by two watched literals: the first two of each clause.

    Example:
        >>> from satdoku.engines.cdcl.trail import Trail
        >>> trail = Trail(3)
        >>> watches = Watches(trail, 3)
        >>> for literals in ((-1, 2), (-1, -2, 3)):
        ...     watches.add(ClauseRecord(literals))
        >>> trail.assign(1, None)
        >>> watches.propagate(NEVER), trail.literals, trail.reasons[3]
        (None, [1, 2, 3], [3, -2, -1])
    """

    def listed(self, clause: ClauseRecord) -> Sequence[int]:
        """Return the watched literals."""
        return clause[:2]

    def visit(self, false: int) -> ClauseRecord | None:
        """Find another literal to watch in each clause, or a unit, or a conflict."""
        values, lists, assign = self._trail.values, self.lists, self._trail.assign
        waiting = iter(lists[false])
        kept = lists[false] = []
        for clause in waiting:
            other = clause[0]
            if other == false:
                other = clause[0] = clause[1]
                clause[1] = false
            value = values[other]
            if value <= 0:
                for literal in islice(clause, 2, None):
                    if values[literal] >= 0:
                        clause[clause.index(literal)] = false
                        clause[1] = literal
                        lists[literal].append(clause)
                        break
                else:
                    kept.append(clause)
                    if value:
                        kept += waiting
                        return clause
                    assign(other, clause)
            else:
                kept.append(clause)
        return None

    def undo(self, literals: Sequence[int], head: int) -> None:
        """Do nothing: that is what watched literals are for."""


class Counters(Propagator):
    """Propagation by counting false literals; for comparison.

    Example:
        >>> from satdoku.engines.cdcl.trail import Trail
        >>> trail = Trail(3)
        >>> counters = Counters(trail, 3)
        >>> for literals in ((-1, 2), (-1, -2, 3)):
        ...     counters.add(ClauseRecord(literals))
        >>> trail.assign(1, None)
        >>> counters.propagate(NEVER), trail.literals, counters.visits
        (None, [1, 2, 3], 3)
    """

    def add(self, clause: ClauseRecord) -> None:
        """Count the literals of a clause that are false by now."""
        trail = self._trail
        clause.false = sum(
            trail.values[x] < 0 and trail.places[x] < trail.head for x in clause
        )
        super().add(clause)

    def listed(self, clause: ClauseRecord) -> Sequence[int]:
        """Return all literals."""
        return clause

    def visit(self, false: int) -> ClauseRecord | None:
        """Count in all clauses, as the counts must stay right, and find units."""
        conflict = None
        for clause in self.lists[false]:
            clause.false += 1
            if conflict is None and clause.false >= len(clause) - 1:
                conflict = self._unit(clause)
        return conflict

    def _unit(self, clause: ClauseRecord) -> ClauseRecord | None:
        """Make the last literal of a clause true; return the clause if it is false."""
        values = self._trail.values
        free = [literal for literal in clause if values[literal] >= 0]
        if free and not values[free[0]]:
            self._trail.assign(free[0], clause)
        return None if free else clause

    def undo(self, literals: Sequence[int], head: int) -> None:
        """Count back."""
        for literal in literals:
            if self._trail.places[literal] < head:
                for clause in self.lists[-literal]:
                    clause.false -= 1
