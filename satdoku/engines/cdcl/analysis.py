"""From a conflict to a clause that would have prevented it.

The false clause is resolved with reasons, the latest first, until one literal of the
present level is left: the negation of the *first unique implication point* (UIP).  All
paths of the implication graph from the decision to the conflict run through it.

    clause = the false clause
    while it has several literals of this level:
        clause = resolvent of it and the reason of the one that became false last

The result follows from the formula, is false now, and has one free literal as soon as
the search goes back to the second highest of its levels (`back`).

Sources: Marques-Silva and Sakallah, "GRASP" (IEEE Transactions on Computers 1999);
Zhang et al., "Efficient conflict driven learning" (ICCAD 2001), who showed that the
first UIP is the place to stop; Sörensson and Biere, "Minimizing learned clauses" (SAT
2009); the number of levels (LBD): Audemard and Simon (IJCAI 2009).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from satdoku.engines.cdcl.clauses import ClauseRecord
    from satdoku.engines.cdcl.trail import Trail


@dataclass(frozen=True, slots=True)
class Analysis:
    """How a clause was learned.

    Literals of level 0 are left out everywhere: they are false in all of the search.

    Args:
        conflict: The clause that was false.
        level: The level of the conflict.
        pivots: The true literals resolved on, the latest first, each with its reason.
        learned: The clause; the first literal is the negation of the UIP, the second,
            if there is one, of the level to go back to.
        removed: The true literals whose negations minimization left out, or found to
            follow, each with its reason.
        back: The level to go back to.
        lbd: How many levels the literals are of.
        passes: Whether it rests on what passes with the call: assumptions, or clauses
            that forbid models. The search says so.
    """

    conflict: ClauseRecord
    level: int
    pivots: tuple[tuple[int, ClauseRecord], ...]
    learned: tuple[int, ...]
    removed: tuple[tuple[int, ClauseRecord], ...]
    back: int
    lbd: int
    passes: bool = False

    @property
    def sources(self) -> tuple[ClauseRecord, ...]:
        """The clauses that it was made of."""
        through = (*self.pivots, *self.removed)
        return (self.conflict, *(reason for _, reason in through))


def analyze(
    trail: Trail,
    conflict: ClauseRecord,
    *,
    first: bool = True,
    minimize: bool = True,
) -> Analysis:
    """Learn a clause from a conflict above level 0.

    Args:
        trail: What is true; it has not been undone yet.
        conflict: A clause that is false, with a literal of the present level.
        first: Stop at the first UIP; else at the last, which is the decision. Where
            the conflict does not depend on that, the clause holds its negation anyway.
        minimize: Leave out literals that follow from the others.

    Example:
        >>> from satdoku.engines.cdcl.clauses import ClauseRecord, Watches
        >>> from satdoku.engines.cdcl.trail import Trail
        >>> from satdoku.runtime.deadline import NEVER
        >>> trail = Trail(5)
        >>> watches = Watches(trail, 5)
        >>> for clause in ((-1, -5, 2), (-2, 3), (-2, 4), (-3, -4)):
        ...     watches.add(ClauseRecord(clause))
        >>> for decision in (5, 1):
        ...     trail.open_level()
        ...     trail.assign(decision, None)
        >>> analyze(trail, watches.propagate(NEVER)).learned
        (-2,)
    """
    levels, level = trail.levels, trail.level
    literals, pivots = resolve(trail, conflict, first=first)
    decision = trail.literals[trail.starts[-1]]
    uip = next((x for x in literals if levels[x] == level), -decision)
    others = [x for x in literals if x != uip]
    removed: list[tuple[int, ClauseRecord]] = []
    if minimize:
        others, removed = _minimized(trail, others, {*literals})
    others.sort(key=lambda literal: -levels[literal])
    return Analysis(
        conflict=conflict,
        level=level,
        pivots=tuple(pivots),
        learned=(uip, *others),
        removed=tuple(removed),
        back=trail.level_of(others[:1]),
        lbd=len({levels[literal] for literal in (uip, *others)}),
    )


def resolve(
    trail: Trail, conflict: ClauseRecord, *, first: bool
) -> tuple[list[int], list[tuple[int, ClauseRecord]]]:
    """Resolve a false clause until one literal of the present level is left.

    Returns:
        The literals, and what was resolved on.
    """
    levels, level, reasons = trail.levels, trail.level, trail.reasons
    clause = {x: None for x in conflict if levels[x]}  # a set that keeps its order
    here = sum(levels[x] == level for x in clause)
    pivots: list[tuple[int, ClauseRecord]] = []
    for literal in reversed(trail.literals[trail.starts[-1] :]):
        if -literal not in clause:
            continue
        reason = reasons[literal]
        if reason is None or (first and here == 1):
            break
        del clause[-literal]
        here -= 1
        pivots.append((literal, reason))
        for other in reason:
            if other not in clause and levels[other] and other != literal:
                clause[other] = None
                here += levels[other] == level
    return list(clause), pivots


def _minimized(
    trail: Trail, others: Sequence[int], clause: Collection[int]
) -> tuple[list[int], list[tuple[int, ClauseRecord]]]:
    """Leave out the literals whose falsity follows from that of the others.

    A literal follows if those of its reason do: each is in the clause, of level 0, or
    follows in turn.  The reasons go back along the trail, so that this ends.  Where no
    literal of the clause is of a level, they lead to its decision: nothing follows.
    """
    levels = {trail.levels[literal] for literal in clause}
    follows: dict[int, bool] = {}
    for literal in others:
        _look_back(trail, literal, clause, levels, follows)
    kept = [literal for literal in others if not follows[literal]]
    reasons = [(-one, trail.reasons[one]) for one, can_go in follows.items() if can_go]
    return kept, [(literal, reason) for literal, reason in reasons if reason]


def _look_back(
    trail: Trail,
    literal: int,
    clause: Collection[int],
    levels: Collection[int],
    follows: dict[int, bool],
) -> None:
    """Find out whether a false literal follows, and what it rests on.

    Decisions do not, nor does what rests on a level without a literal in the clause.
    """
    pending = [literal]
    while pending:
        one = pending[-1]
        open_causes: list[int] = []
        reason = trail.reasons[one] or ()
        result = bool(reason)
        for cause in reason:
            if cause in clause or not trail.levels[cause] or cause == -one:
                continue
            if trail.levels[cause] not in levels or not follows.get(cause, True):
                result = False
                break
            if cause not in follows:
                open_causes.append(cause)
        if result and open_causes:
            pending += open_causes
        else:
            pending.pop()
            follows[one] = result
