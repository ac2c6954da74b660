"""A search that writes its refutation down: a lemma for every branch it closes.

Idea.  At a conflict the implication graph is walked back to the decisions that matter;
the lemma says that not all of them are true, and its hints are the clauses met on the
way, in the order in which they forced something.  Once a decision is refuted, its
negation is forced by the lemma of the first branch.  So a conflict of the second branch
walks through that lemma as through any clause, and its own lemma is the resolvent of
both.  A branch whose decision is not in the lemma is left untried (free backjump).
Where no decision is left in it, the lemma is the empty clause, and the last.

What is true before any decision (at the *root*) gets a unit lemma of its own when a
lemma first needs it, so that hints do not go through the root again and again.

Invariants
  1. `_order` lists the true literals of `_steps` steps of the trail, each after those
     that forced it; `_places` has their places there; `_marks` the place of each step.
  2. `_reasons` has, a place each, why the literal is true: the literals of a clause; a
     literal it follows from by one binary clause; or None for a decision.
  3. The root only grows: the search never comes back to before a refuted decision on
     which no other is open.

Source: a DPLL search that fails is a tree of resolutions; hints are those of LRAT,
Cruz-Filipe et al., "Efficient certified RAT verification" (CADE 2017).
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from satdoku.engines.base import NO_LIMITS, Lemma, Limits
from satdoku.engines.dpll.bank import NO_CLAUSE
from satdoku.engines.dpll.decide import rule as find_rule
from satdoku.engines.dpll.problem import Problem
from satdoku.engines.dpll.search import Search

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.cnf.formula import Clause, Formula
    from satdoku.engines.dpll.decide import Rule
    from satdoku.engines.dpll.observe import Observer

__all__ = ["RefutingSearch", "refute"]


def refute(
    formula: Formula,
    *,
    rule: str | Rule = "fewest",
    observer: Observer | None = None,
    limits: Limits = NO_LIMITS,
) -> list[Lemma] | None:
    """Refute a formula, and write down how.

    Args:
        formula: What has no model.
        rule: The decision rule, by name or itself.
        observer: Is told every event of the search.
        limits: When to give up.

    Returns:
        The lemmas, each with its hints, the empty clause last; None if the formula has
        a model after all.

    Raises:
        Stopped: A limit came first.
        UsageError: There is no such rule, or a literal is of no variable.

    Example:
        >>> from satdoku.cnf.formula import Formula, Group, Origin
        >>> clauses = ((1, 2), (1, -2), (-1, 3), (-1, -3))
        >>> group = Group(Origin("example", "all"), clauses)
        >>> for lemma in refute(Formula(3, 4, lambda: [group], str)) or ():
        ...     print(lemma.literals, lemma.hints)
        (-1,) (3, 4)
        () (5, 1, 2)
    """
    seconds = limits.seconds
    deadline = None if seconds is None else monotonic() + seconds
    clauses = [tuple(clause) for clause in formula]
    search = RefutingSearch(
        Problem(formula.variables, clauses),
        find_rule(rule) if isinstance(rule, str) else rule,
        clauses,
        deadline=deadline,
        max_conflicts=limits.conflicts,
        observer=observer,
    )
    for _ in search.models(()):
        return None
    return search.lemmas


class RefutingSearch(Search):
    """A search without assumptions that keeps the lemmas of the branches it closes.

    Args:
        problem: The formula.
        rule: Chooses decisions.
        clauses: The clauses of the formula, in the order of their numbers.
        deadline, max_conflicts, observer: As for `Search`.

    Attributes:
        lemmas: Those found so far.
    """

    def __init__(
        self,
        problem: Problem,
        rule: Rule,
        clauses: Sequence[Clause],
        *,
        deadline: float | None = None,
        max_conflicts: int | None = None,
        observer: Observer | None = None,
    ) -> None:
        super().__init__(
            problem,
            rule,
            deadline=deadline,
            max_conflicts=max_conflicts,
            observer=observer,
        )
        self.lemmas: list[Lemma] = []
        self._numbers = _Numbers(clauses)
        self._units: dict[int, int] = {}  # number of the unit that says so
        self._order: list[int] = []
        self._places: dict[int, int] = {}
        self._reasons: list[Clause | int | None] = []
        self._marks: list[int] = []
        self._clash: Clause | None = None  # a binary clause that is all false

    def _analyse(self, conflict: int) -> int:
        """Write down the lemma of a conflict; return the levels it rests on."""
        clauses = self.problem.clauses
        for literal, reason in self._trail[len(self._marks) :]:
            self._follow(
                literal, None if reason == NO_CLAUSE else tuple(clauses[reason])
            )
        failed = self._clash or tuple(clauses[conflict])
        open_levels = [
            (level, branch)
            for level, branch in enumerate(self._stack)
            if branch.levels is None
        ]
        root = 0
        if open_levels:
            root = self._marks[open_levels[0][1].height]
        needed = self._needed(failed, root)
        self._write_units(at for at in needed if at < root)
        decisions: list[int] = []
        hints: list[int] = []
        for at in needed:
            literal = self._order[at]
            if literal in self._units:
                hints.append(self._units[literal])
            elif self._reasons[at] is None:
                decisions.append(literal)
            else:
                hints.append(self._numbers.of(self._reason(at)))
        hints.append(self._numbers.of(failed))
        self._write(tuple([-literal for literal in decisions]), hints)
        return sum(
            1 << level for level, branch in open_levels if branch.literal in decisions
        )

    def _backtrack(self, levels: int) -> tuple[list[int], int | None]:
        """Go back to the deepest branch that is left; its lemma forces it."""
        found = super()._backtrack(levels)
        if self._stack:
            branch = self._stack[-1]
            self._forget(branch.height)
            self._follow(branch.literal, self.lemmas[-1].literals)
        return found

    def _follow(self, literal: int, reason: Clause | None) -> None:
        """Add a step of the trail, and what follows from it by binary clauses."""
        order, places, reasons = self._order, self._places, self._reasons
        implied = self.problem.implied
        start = len(order)
        self._marks.append(start)
        places[literal] = start
        order.append(literal)
        reasons.append(reason)
        at = start
        while at < len(order):
            cause = order[at]
            at += 1
            for other in implied[cause]:
                if other not in places:
                    if -other in places:
                        self._clash = (-cause, other)
                        return
                    places[other] = len(order)
                    order.append(other)
                    reasons.append(cause)

    def _forget(self, steps: int) -> None:
        """Take back all steps of the trail but so many."""
        height = self._marks[steps]
        for literal in self._order[height:]:
            del self._places[literal]
        del self._order[height:], self._reasons[height:], self._marks[steps:]
        self._clash = None

    def _needed(self, failed: Iterable[int], root: int) -> list[int]:
        """Return the places, rising, on which it rests that a clause is all false.

        Literals that have a unit, and those below `root`, which are to have one, are
        not looked behind.
        """
        places, units, reasons = self._places, self._units, self._reasons
        needed: set[int] = set()
        pending = [places[-literal] for literal in failed]
        while pending:
            at = pending.pop()
            if at in needed:
                continue
            needed.add(at)
            reason = reasons[at]
            if reason is None or at < root or self._order[at] in units:
                continue
            if isinstance(reason, int):
                pending.append(places[reason])
                continue
            literal = self._order[at]
            pending += [places[-other] for other in reason if other != literal]
        return sorted(needed)

    def _reason(self, at: int) -> Clause:
        """Return the clause by which the literal at a place is true."""
        reason = self._reasons[at]
        assert reason is not None, "a decision has no reason"
        return (-reason, self._order[at]) if isinstance(reason, int) else reason

    def _write_units(self, wanted: Iterable[int]) -> None:
        """Make sure that the literals at these places of the root have units."""
        units = self._units
        for at in self._needed((-self._order[place] for place in wanted), 0):
            literal = self._order[at]
            if literal not in units:
                reason = self._reason(at)
                if len(reason) == 1:
                    units[literal] = self._numbers.of(reason)
                else:
                    hints = [units[-other] for other in reason if other != literal]
                    self._write((literal,), [*hints, self._numbers.of(reason)])

    def _write(self, literals: Clause, hints: Sequence[int]) -> None:
        self.lemmas.append(Lemma(literals, tuple(hints)))
        number = self._numbers.add(literals)
        if len(literals) == 1:
            self._units[literals[0]] = number


class _Numbers:
    """Which number a clause has: its place among the clauses and the lemmas, from 1.

    Of clauses with the same literals any number is right.
    """

    def __init__(self, clauses: Sequence[Clause]) -> None:
        self._clauses = clauses
        self._last = len(clauses)
        self._of = dict(zip(clauses, range(1, self._last + 1), strict=True))
        self._of_literals: dict[frozenset[int], int] | None = None

    def add(self, clause: Clause) -> int:
        """Give a lemma the next number, and return it."""
        self._last += 1
        self._of[clause] = self._last
        return self._last

    def of(self, clause: Clause) -> int:
        """Return the number of a clause, whose literals may be in another order."""
        number = self._of.get(clause) or self._of.get(clause[::-1])
        if number is None:
            # In the formula it repeats a literal, or has its literals mixed otherwise.
            if self._of_literals is None:
                pairs = enumerate(self._clauses, 1)
                self._of_literals = {frozenset(one): number for number, one in pairs}
            number = self._of_literals[frozenset(clause)]
        return number
