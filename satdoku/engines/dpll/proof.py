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

Invariant: the root only grows; the search never comes back to before a refuted decision
on which no other is open.

Source: a DPLL search that fails is a tree of resolutions; hints are those of LRAT,
Cruz-Filipe et al., "Efficient certified RAT verification" (CADE 2017).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.engines.base import Lemma
from satdoku.engines.dpll.problem import Problem
from satdoku.engines.dpll.search import Search
from satdoku.engines.dpll.trail import ImplicationGraph
from satdoku.engines.heuristics import chooser
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.cnf.formula import Clause, Formula
    from satdoku.engines.heuristics import Choice, Heuristic
    from satdoku.runtime.deadline import Deadline


def refute(
    formula: Formula,
    *,
    heuristic: str | Heuristic | None = None,
    deadline: Deadline = NEVER,
) -> list[Lemma] | None:
    """Refute a formula, and write down how.

    Args:
        formula: What has no model.
        heuristic: The decision heuristic, by name or itself.
        deadline: When to give up.

    Returns:
        The lemmas, each with its hints, the empty clause last; None if the formula has
        a model after all.

    Raises:
        Stopped: A limit came first.
        UsageError: There is no such heuristic, or a literal is of no variable.

    Example:
        >>> from satdoku.cnf.formula import Formula, Group, Origin
        >>> clauses = ((1, 2), (1, -2), (-1, 3), (-1, -3))
        >>> group = Group(Origin("example", "all"), clauses)
        >>> for lemma in refute(Formula(3, 4, lambda: [group], str)) or ():
        ...     print(lemma.literals, lemma.hints)
        (-1,) (3, 4)
        () (5, 1, 2)
    """
    clauses = [tuple(clause) for clause in formula]
    search = RefutingSearch(
        Problem(formula.variables, clauses, deadline),
        chooser(heuristic, "dpll", formula.variables, clauses),
        clauses,
        deadline=deadline,
    )
    for _ in search.models():
        return None
    return search.lemmas


class RefutingSearch(Search):
    """A search without assumptions that keeps the lemmas of the branches it closes.

    Args:
        problem: The formula.
        choose: Chooses decisions; None for `fewest`.
        clauses: The clauses of the formula, in the order of their numbers.
        deadline: As for `Search`.

    Attributes:
        lemmas: Those found so far.
    """

    def __init__(
        self,
        problem: Problem,
        choose: Choice | None,
        clauses: Sequence[Clause],
        *,
        deadline: Deadline = NEVER,
    ) -> None:
        super().__init__(problem, choose, deadline=deadline)
        self.lemmas: list[Lemma] = []
        self._numbers = _Numbers(clauses)
        self._units: dict[int, int] = {}  # by literal, the number of its unit clause
        self._graph = ImplicationGraph(problem)

    def _analyze(self, conflict: int) -> int:
        """Write down the lemma of a conflict; return the levels it rests on."""
        self._count_conflict()
        graph = self._graph
        graph.follow(self._trail)
        false_clause = graph.false_clause or self.problem.clauses[conflict]
        open_levels = [
            (1 << place, level)
            for place, level in enumerate(self._levels)
            if level.dependencies is None
        ]
        root = graph.starts[open_levels[0][1].steps] if open_levels else 0
        needed = self._needed(false_clause, root)
        self._write_units(place for place in needed if place < root)
        decisions: list[int] = []
        hints: list[int] = []
        for place in needed:
            literal = graph.literals[place]
            reason = graph.reason(place)
            if literal in self._units:
                hints.append(self._units[literal])
            elif reason is None:
                decisions.append(literal)
            else:
                hints.append(self._numbers.of(reason))
        hints.append(self._numbers.of(false_clause))
        self._write(tuple([-literal for literal in decisions]), hints)
        return sum(bit for bit, level in open_levels if level.literal in decisions)

    def _backtrack(self, dependencies: int) -> int | None:
        """Go back to the deepest branch that is left; its lemma forces it."""
        pending = super()._backtrack(dependencies)
        if pending is not None:
            level = self._levels[-1]
            self._graph.undo(level.steps)
            self._graph.add(level.literal, self.lemmas[-1].literals)
        return pending

    def _needed(self, false_clause: Iterable[int], root: int) -> list[int]:
        """Return the places, rising, on which it rests that a clause is all false.

        Literals that have a unit clause, and those below `root`, which are to have one,
        are not looked behind.
        """
        graph, units = self._graph, self._units
        literals, places, reasons = graph.literals, graph.places, graph.reasons
        needed: set[int] = set()
        pending = [places[-literal] for literal in false_clause]
        while pending:
            place = pending.pop()
            if place in needed:
                continue
            needed.add(place)
            literal, reason = literals[place], reasons[place]
            if reason is None or place < root or literal in units:
                continue
            if isinstance(reason, int):
                pending.append(places[reason])
            else:
                pending += [places[-other] for other in reason if other != literal]
        return sorted(needed)

    def _write_units(self, places: Iterable[int]) -> None:
        """Make sure that the literals at these places of the root have unit clauses."""
        graph, units = self._graph, self._units
        for place in self._needed((-graph.literals[place] for place in places), 0):
            literal = graph.literals[place]
            if literal in units:
                continue
            reason = graph.reason(place)
            assert reason is not None, "no decision is at the root"
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

    def of(self, clause: Sequence[int]) -> int:
        """Return the number of a clause, whose literals may be in another order."""
        clause = tuple(clause)
        number = self._of.get(clause) or self._of.get(clause[::-1])
        if number is None:
            # In the formula it repeats a literal, or has its literals mixed otherwise.
            if self._of_literals is None:
                pairs = enumerate(self._clauses, 1)
                self._of_literals = {
                    frozenset(clause): number for number, clause in pairs
                }
            number = self._of_literals[frozenset(clause)]
        return number
