"""Checks LRAT proofs: each step by its hints alone, so that it costs what they cost.

What is asked of a proof:

  1. The numbers of its steps rise, from above those of the formula's clauses.
  2. Hints and deletions name clauses that are there: none later, none deleted.
  3. With all literals of the step's clause false, each hint has one literal at most
     that is not false, which becomes true; one of them has none.  Then the clause
     follows, and further hints are not looked at.
  4. Or (RAT) every clause that holds the negation of the first literal is named by a
     negative hint, and the hints behind it show the same of both clauses together; if
     one of its other literals is true already, none are needed.
  5. Some step adds the empty clause, which cannot be RAT.

That is what the formally verified checker cake_lpr asks (Tan, Heule and Myreen,
"cake_lpr: verified propagation redundancy checking in CakeML", TACAS 2021), but that
numbers rise and that deletions name what is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from satdoku.errors import ProofError
from satdoku.proof.checker.checked import (
    Checked,
    clauses_of,
    place_of,
    shown_clause,
)
from satdoku.proof.checker.occurrences import Occurrences
from satdoku.proof.files.lrat import LratDeletion, LratStep

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["check_lrat"]


def check_lrat(
    clauses: Iterable[Iterable[int]], steps: Iterable[LratStep | LratDeletion]
) -> Checked:
    """Check that a proof shows a formula to have no model.

    All steps are read, also those behind the empty clause, which are not checked.

    Args:
        clauses: The formula; its clauses are numbered from 1.
        steps: The proof, as `satdoku.proof.files.lrat.read_lrat` gives it.

    Returns:
        What was checked.

    Raises:
        ProofError: It does not show that; names the first wrong step.
        UsageError: A clause of the formula holds a 0.

    Example:
        >>> formula = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
        >>> proof = [LratStep(5, (1,), (1, 2)), LratStep(6, (), (5, 3, 4))]
        >>> check_lrat(formula, proof).steps
        2
        >>> check_lrat(formula, [LratStep(5, (1,), (1, 3))])
        Traceback (most recent call last):
            ...
        satdoku.errors.ProofError: step 5: clause 1 does not follow: hint 3 names a \
clause with 2 literals left
    """
    checker = _Checker(clauses)
    for step in steps:
        if checker.refuted:
            continue
        if isinstance(step, LratStep):
            checker.add(step)
        else:
            checker.delete(step)
    return checker.finish()


class _Checker:
    """Takes steps; holds the clauses that are there, by number."""

    def __init__(self, formula: Iterable[Iterable[int]]) -> None:
        self.clauses = clauses_of(formula)
        self.size = self.last = len(self.clauses)
        self.steps = self.definitions = self.deletions = 0
        self.used: set[int] = set()
        self.refuted = False
        self.occurrences: Occurrences | None = None

    def add(self, step: LratStep) -> None:
        number, literals, hints, _ = step
        if number <= self.last:
            _wrong(step, f"its number does not rise: {self.last} came before")
        if 0 in literals:
            _wrong(step, "its clause holds a 0")
        false = set(literals)
        left = iter(hints)
        stopped = self._follow(step, left, false)
        if stopped is not None:
            self._check_rat(step, stopped, left, false)
            self.definitions += 1
        self.last = number
        self.steps += 1
        self.used.update(
            [abs(hint) for hint in hints if -self.size <= hint <= self.size]
        )
        self.refuted = not literals
        self.clauses[number] = literals
        if self.occurrences is not None:
            self.occurrences.add(number, literals)

    def delete(self, step: LratDeletion) -> None:
        for number in step.numbers:
            clause = self.clauses.pop(number, None)
            if clause is None:
                where = f"line {step.line}: " if step.line else ""
                raise ProofError(
                    f"{where}clause {number} cannot be deleted: it is not there"
                )
            self.deletions += 1
            if self.occurrences is not None:
                self.occurrences.remove(number, clause)

    def finish(self) -> Checked:
        if not self.refuted:
            raise ProofError(
                f"the proof ends after {self.steps} steps without the empty clause"
            )
        return Checked(
            clauses=self.size,
            steps=self.steps,
            definitions=self.definitions,
            deletions=self.deletions,
            used=len(self.used),
        )

    def _follow(
        self, step: LratStep, hints: Iterator[int], false: set[int]
    ) -> int | None:
        """Make false what hints say, up to the conflict.

        Returns:
            None at the conflict.  The negative hint that comes before one, or 0 if the
            hints end before one.
        """
        clauses = self.clauses
        for hint in hints:
            if hint < 0:
                return hint
            clause = clauses.get(hint)
            if clause is None:
                _wrong(step, f"hint {hint} names no clause that is there")
            free = [literal for literal in clause if literal not in false]
            if not free:
                return None
            if len(free) > 1 and len({*free}) > 1:
                many = len({*free})
                _wrong(step, f"hint {hint} names a clause with {many} literals left")
            false.add(-free[0])
        return 0

    def _check_rat(
        self, step: LratStep, hint: int, hints: Iterator[int], false: set[int]
    ) -> None:
        """Check a clause that does not follow; `hint` is the first negative one."""
        if not step.literals:
            _wrong(step, "all its hints together leave no conflict")
        pivot = step.literals[0]
        if self.occurrences is None:
            self.occurrences = Occurrences(self.clauses)
        untreated = {*self.occurrences.of(-pivot)}
        while hint:
            clause = self.clauses.get(-hint)
            if clause is None:
                _wrong(step, f"hint {hint} names no clause that is there")
            if -pivot not in clause:
                _wrong(step, f"hint {hint} names a clause without {-pivot}")
            others = [literal for literal in clause if literal != -pivot]
            if false.isdisjoint([-literal for literal in others]):
                stopped = self._follow(step, hints, false.union(others))
            else:
                stopped = None
            if stopped is not None:
                _wrong(step, f"the hints behind {hint} leave no conflict")
            untreated.discard(-hint)
            hint = next((later for later in hints if later < 0), 0)
        if untreated:
            _wrong(
                step,
                f"all its hints together leave no conflict, and clause "
                f"{min(untreated)} with {-pivot} is not looked at",
            )


def _wrong(step: LratStep, why: str) -> NoReturn:
    place = place_of(step.number, step.line)
    raise ProofError(f"{place}: {shown_clause(step.literals)} does not follow: {why}")
