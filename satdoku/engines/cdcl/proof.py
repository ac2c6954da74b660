"""What `cdcl` learns, as a proof with hints.

A learned clause follows by unit propagation: with its literals false, the reasons that
were resolved away force, in the order of the trail, what they forced in the search, and
the conflict is false.  So these are its hints.  A literal of level 0 gets a lemma of
its own, a unit clause, as soon as it is true, so that hints do not go through level 0
again and again.

Source: Cruz-Filipe et al., "Efficient certified RAT verification" (CADE 2017).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.engines.base import Lemma
from satdoku.engines.cdcl.search import Cdcl
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.cnf.formula import Formula
    from satdoku.engines.cdcl.analysis import Analysis
    from satdoku.engines.cdcl.clauses import ClauseRecord
    from satdoku.engines.cdcl.search import Switches
    from satdoku.engines.cdcl.trail import Trail
    from satdoku.engines.heuristics import Heuristic
    from satdoku.runtime.deadline import Deadline


def refute(
    formula: Formula,
    *,
    switches: Switches | None = None,
    heuristic: str | Heuristic | None = None,
    deadline: Deadline = NEVER,
) -> list[Lemma] | None:
    """Refute a formula, and write down how.

    Args:
        formula: What has no model.
        switches: What is switched off.
        heuristic: The decision heuristic; None for VSIDS.
        deadline: When to give up.

    Returns:
        The lemmas, each with its hints, the empty clause last; None if the formula has
        a model after all.

    Raises:
        Stopped: A limit came first.
        UsageError: There is no such heuristic, or a literal is of no variable.

    Example:
        >>> from satdoku.cnf.formula import Formula
        >>> clauses = [[1, 2], [1, -2], [-1, 3], [-1, -3]]
        >>> for lemma in refute(Formula.of(clauses)) or ():
        ...     print(lemma.literals, lemma.hints)
        (-1,) (3, 4)
        (2,) (5, 1)
        () (5, 6, 2)
    """
    writer = LemmaWriter(formula.clause_count)
    engine = Cdcl(
        formula,
        switches=switches,
        heuristic=heuristic,
        proof=writer,
        deadline=deadline,
    )
    outcome = engine.solve((), deadline)
    if outcome.satisfiable is None:
        deadline.check()
    return None if outcome.satisfiable else writer.lemmas


class LemmaWriter:
    """Makes a lemma of everything that is learned.

    Args:
        clause_count: How many clauses the formula has.

    Attributes:
        lemmas: Those written so far.
    """

    def __init__(self, clause_count: int) -> None:
        self.lemmas: list[Lemma] = []
        self._clause_count = clause_count
        self._units: dict[int, int] = {}  # by true literal, the number that says so

    def root(self, trail: Trail) -> None:
        """Write a unit clause for each new literal of level 0."""
        end = trail.starts[0] if trail.starts else len(trail.literals)
        for literal in trail.literals[len(self._units) : end]:
            reason = trail.reasons[literal]
            assert reason is not None, "a proof takes no assumptions"
            number = reason.number
            if len(reason) > 1:
                others = [other for other in reason if other != literal]
                number = self._write((literal,), (*self._known(others), number))
            self._units[literal] = number

    def learned(self, analysis: Analysis, trail: Trail) -> int:
        """Write the clause of a conflict; return its number."""
        through = dict((*analysis.pivots, *analysis.removed))
        order = sorted(through, key=lambda literal: trail.places[literal])
        clauses = [*(through[literal] for literal in order), analysis.conflict]
        facts = dict.fromkeys(x for clause in clauses for x in clause)
        hints = (*self._known(facts), *(clause.number for clause in clauses))
        return self._write(analysis.learned, hints)

    def refuted(self, conflict: ClauseRecord) -> None:
        """Write the empty clause."""
        self._write((), (*self._known(conflict), conflict.number))

    def _known(self, literals: Iterable[int]) -> list[int]:
        """Return the numbers of the unit clauses by which literals are false."""
        return [self._units[-one] for one in literals if -one in self._units]

    def _write(self, literals: tuple[int, ...], hints: Sequence[int]) -> int:
        self.lemmas.append(Lemma(literals, tuple(hints)))
        return self._clause_count + len(self.lemmas)
