"""Checks DRAT proofs: from the first step to the last, each clause by propagation.

Each clause that is added must follow by unit propagation from those present (RUP), or
all its resolvents on its first literal must (RAT); some step must add the empty clause,
which cannot be RAT, unless the formula has it already.

Two deletions have no effect, as with drat-trim:

  - of a clause that has forced a literal without any assumption: the literal would have
    to be undone.  Solvers delete such clauses, meaning to keep the literal.
  - of a clause that does not exist.  Solvers write deletions of clauses as they store
    them, without literals that are false in any case.

Neither can make a wrong proof pass: with more clauses present, a clause follows all the
more, and a RAT step has all the more to show.  Any added clause preserves
satisfiability, whichever clauses are present.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.errors import ProofError
from satdoku.proof.check_lrat import (
    Checked,
    Occurrences,
    numbered,
    shown_clause,
    unfinished,
)
from satdoku.proof.propagation import Propagation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.proof.files import DratStep


def check_drat(clauses: Iterable[Iterable[int]], steps: Iterable[DratStep]) -> Checked:
    """Check that a proof shows a formula to have no model.

    All steps are read, also those after the empty clause, which are not checked.

    Args:
        clauses: The formula.
        steps: The proof, as `satdoku.proof.files.read_drat` gives it.

    Returns:
        What the checker counted.

    Raises:
        ProofError: It does not show that; names the first wrong step.
        UsageError: A clause of the formula holds a 0.

    Example:
        >>> from satdoku.proof.files import DratStep
        >>> formula = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
        >>> check_drat(formula, [DratStep((1,)), DratStep(())]).steps
        2
        >>> check_drat(formula[:3], [DratStep((1,)), DratStep(())])
        Traceback (most recent call last):
            ...
        satdoku.errors.ProofError: step 2: the empty clause does not follow by unit \
propagation
    """
    checker = _Checker(clauses)
    for place, step in enumerate(steps, 1):
        if checker.refuted:
            continue
        if step.deleted:
            checker.delete(step)
        else:
            checker.add(step, place)
    if not (checker.refuted or checker.holds_empty):
        raise unfinished(checker.steps)
    return Checked(checker.size, checker.steps, checker.definitions, checker.deletions)


class _Checker:
    """Takes steps; `propagation` holds the present clauses.

    `last` is the number of the newest clause.  `by_literals` finds a clause to delete:
    the numbers of those with just these literals.
    """

    def __init__(self, formula: Iterable[Iterable[int]]) -> None:
        self.propagation = Propagation()
        for number, clause in numbered(formula):
            self.propagation.add(number, clause)
        self.size = self.last = len(self.propagation.clauses)
        self.steps = self.definitions = self.deletions = 0
        self.refuted = False
        self.holds_empty = [] in self.propagation.clauses.values()
        self.occurrences: Occurrences | None = None
        self.by_literals: dict[frozenset[int], list[int]] | None = None

    def add(self, step: DratStep, place: int) -> None:
        literals = step.literals
        if 0 in literals:
            raise ProofError(f"{_place(step, place)}: its clause holds a 0")
        if not self.propagation.follows(literals):
            self._check_rat(step, place)
            self.definitions += 1
        self.steps += 1
        self.refuted = not literals
        self.last += 1
        self.propagation.add(self.last, literals)
        if self.occurrences is not None:
            self.occurrences.add(self.last, literals)
        if self.by_literals is not None:
            self.by_literals.setdefault(frozenset(literals), []).append(self.last)

    def delete(self, step: DratStep) -> None:
        self.deletions += 1
        if self.by_literals is None:
            self.by_literals = {}
            for number, clause in self.propagation.clauses.items():
                self.by_literals.setdefault(frozenset(clause), []).append(number)
        numbers = self.by_literals.get(frozenset(step.literals))
        if not numbers or not self.propagation.remove(numbers[-1]):
            return
        gone = numbers.pop()
        if self.occurrences is not None:
            self.occurrences.remove(gone, step.literals)

    def _check_rat(self, step: DratStep, place: int) -> None:
        """Check that every resolvent on the first literal follows."""
        if not step.literals:
            raise _wrong(step, place)
        pivot = step.literals[0]
        if self.occurrences is None:
            self.occurrences = Occurrences(self.propagation.clauses)
        for number in self.occurrences.of(-pivot):
            clause = self.propagation.clause(number)
            others = [literal for literal in clause if literal != -pivot]
            if not self.propagation.follows((*step.literals, *others)):
                against = f", nor does its resolvent with {shown_clause(clause)}"
                raise _wrong(step, place, against)


def _place(step: DratStep, place: int) -> str:
    return f"step {place} (line {step.line})" if step.line else f"step {place}"


def _wrong(step: DratStep, place: int, against: str = "") -> ProofError:
    return ProofError(
        f"{_place(step, place)}: {shown_clause(step.literals)} does not follow "
        f"by unit propagation{against}"
    )
