"""Clauses, and the two ways to propagate: watched literals, and counters.

Watched literals (Moskewicz et al., "Chaff: engineering an efficient SAT solver", DAC
2001).  A clause is looked at only when one of the two literals at its first places
becomes false.  While neither is, it can be no unit and no conflict, so most clauses are
not touched by most steps.

Invariant after propagation without a conflict: of a clause's two watched literals, none
is false; or one is true, and the other one became false on no lower level.  Both hold
again when levels are undone, without any repair.  (Without backjumping a clause may
wait with a false watched literal beside a free one: it is no conflict before the other
becomes false, too, and then it is looked at.)

Counters are the older way: each clause counts its false literals, at every step and
back again at every undoing.  They find the same units; they only take longer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

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
        passing: Whether it goes when a walk through models ends.

    Example:
        >>> clause = ClauseRecord((1, -2), number=7)
        >>> clause, clause.number, clause.lbd
        ([1, -2], 7, 0)
    """

    __slots__ = ("false", "lbd", "number", "passing")

    def __init__(self, literals: Iterable[int], number: int = 0, lbd: int = 0) -> None:
        super().__init__(literals)
        self.number = number
        self.lbd = lbd
        self.false = 0
        self.passing = False


class Propagator(Protocol):
    """Finds the units among clauses of two literals or more.

    Attributes:
        visits: How many times a clause was looked at.
    """

    visits: int

    def add(self, clause: ClauseRecord) -> None:
        """Take a clause; while it has false literals, its first two are the latest."""
        ...

    def propagate(self, deadline: Deadline) -> ClauseRecord | None:
        """Put all units on the trail; return a clause that is false, if there is one.

        Raises:
            Stopped: The deadline came; what is not propagated yet waits on the trail.
        """
        ...

    def undo(self, literals: Sequence[int], head: int) -> None:
        """Take notice that literals are free again, and where the head was."""
        ...

    def remove(self, clauses: Iterable[ClauseRecord]) -> None:
        """Forget clauses, none of them a reason."""
        ...


class Watches:
    """Propagation by two watched literals.

    Args:
        trail: What is true.
        variables: How many variables there are.
        deadline: When to give up making the lists.

    Attributes:
        watching: By literal, the clauses in which it is watched.

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

    def __init__(
        self, trail: Trail, variables: int, deadline: Deadline = NEVER
    ) -> None:
        self.visits = 0
        self.watching: list[list[ClauseRecord]] = made(
            list, 2 * variables + 1, deadline
        )
        self._trail = trail

    def add(self, clause: ClauseRecord) -> None:
        """Watch the first two literals of a clause."""
        self.watching[clause[0]].append(clause)
        self.watching[clause[1]].append(clause)

    def propagate(self, deadline: Deadline) -> ClauseRecord | None:
        """Visit the clauses in which a literal that became false is watched."""
        trail, has_end = self._trail, deadline.end is not None
        conflict = None
        while conflict is None and trail.head < len(trail.literals):
            if has_end:
                deadline.check()
            false = -trail.literals[trail.head]
            trail.head += 1
            conflict = self._visit(false, self.watching[false])
        return conflict

    def _visit(self, false: int, visited: list[ClauseRecord]) -> ClauseRecord | None:
        """Find another literal to watch in each clause, or a unit, or a conflict."""
        values, watching = self._trail.values, self.watching
        self.visits += len(visited)
        kept: list[ClauseRecord] = []
        conflict = None
        for clause in visited:
            if conflict is not None:
                kept.append(clause)
                continue
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            other = clause[0]
            if values[other] <= 0:
                for place in range(2, len(clause)):
                    literal = clause[place]
                    if values[literal] >= 0:
                        clause[1], clause[place] = literal, false
                        watching[literal].append(clause)
                        break
                else:
                    kept.append(clause)
                    if values[other]:
                        conflict = clause
                    else:
                        self._trail.assign(other, clause)
                continue
            kept.append(clause)
        watching[false] = kept
        return conflict

    def undo(self, literals: Sequence[int], head: int) -> None:
        """Do nothing: that is what watched literals are for."""

    def remove(self, clauses: Iterable[ClauseRecord]) -> None:
        """Watch clauses no longer."""
        gone = set(map(id, clauses))
        for literal, watched in enumerate(self.watching):
            if watched:
                self.watching[literal] = [one for one in watched if id(one) not in gone]


class Counters:
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

    def __init__(
        self, trail: Trail, variables: int, deadline: Deadline = NEVER
    ) -> None:
        self.visits = 0
        self._trail = trail
        self._occurrences: list[list[ClauseRecord]] = made(
            list, 2 * variables + 1, deadline
        )

    def add(self, clause: ClauseRecord) -> None:
        """Count the literals of a clause that are false by now."""
        trail = self._trail
        clause.false = sum(
            trail.values[x] < 0 and trail.places[abs(x)] < trail.head for x in clause
        )
        for literal in clause:
            self._occurrences[literal].append(clause)

    def propagate(self, deadline: Deadline) -> ClauseRecord | None:
        """Visit all clauses in which a literal became false."""
        trail, has_end = self._trail, deadline.end is not None
        conflict = None
        while conflict is None and trail.head < len(trail.literals):
            if has_end:
                deadline.check()
            visited = self._occurrences[-trail.literals[trail.head]]
            trail.head += 1
            self.visits += len(visited)
            for clause in visited:  # all of them: the counts must stay right
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
            if self._trail.places[abs(literal)] < head:
                for clause in self._occurrences[-literal]:
                    clause.false -= 1

    def remove(self, clauses: Iterable[ClauseRecord]) -> None:
        """Count clauses no longer."""
        gone = set(map(id, clauses))
        for literal, occurring in enumerate(self._occurrences):
            if occurring:
                self._occurrences[literal] = [
                    one for one in occurring if id(one) not in gone
                ]
