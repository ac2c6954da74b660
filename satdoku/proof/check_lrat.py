"""Checks LRAT proofs: each step by its hints alone, so it costs no more than they do.

Requirements:

  1. The numbers of its steps rise, from above those of the formula's clauses.
  2. Hints and deletions name present clauses: none later, none deleted.
  3. With all literals of the step's clause false, each hint has one literal at most
     that is not false, which becomes true; one of them has none.  Then the clause
     follows, and further hints are ignored.
  4. Or (RAT) every clause that holds the negation of the first literal is named by a
     negative hint, and the hints after it show the same of both clauses together; if
     one of its other literals is true already, none are needed.
  5. Some step adds the empty clause, which cannot be RAT; or the formula has it.

The formally verified checker cake_lpr requires the same (Tan, Heule and Myreen,
"cake_lpr: verified propagation redundancy checking in CakeML", TACAS 2021), except
that numbers rise and that deletions name present clauses.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from satdoku.errors import ProofError, UsageError, counted
from satdoku.proof.files import LratDeletion, LratStep

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

_LONGEST_QUOTE = 12  # literals


class Checked(NamedTuple):
    """A proof that was checked from its first step to the empty clause.

    Args:
        clauses: How many clauses the formula has.
        steps: How many clauses were added, the empty one among them.
        definitions: How many of these do not follow but may be added all the same, as
            none of their resolvents on the first literal is new (RAT).
        deletions: How many clauses were to be deleted.
    """

    clauses: int
    steps: int
    definitions: int
    deletions: int


def check_lrat(
    clauses: Iterable[Iterable[int]], steps: Iterable[LratStep | LratDeletion]
) -> Checked:
    """Check that a proof shows a formula to have no model.

    All steps are read, also those after the empty clause, which are not checked.

    Args:
        clauses: The formula; its clauses are numbered from 1.
        steps: The proof, as `satdoku.proof.files.read_lrat` gives it.

    Returns:
        What the checker counted.

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
    if not (checker.refuted or checker.holds_empty):
        raise unfinished(checker.steps)
    return Checked(checker.size, checker.steps, checker.definitions, checker.deletions)


class Occurrences:
    """The numbers of the clauses that hold each literal, which RAT steps need.

    To make it takes a pass over all clauses: it is made for the first RAT step, and
    most proofs have none.

    Example:
        >>> occurrences = Occurrences({1: (1, 2), 2: (-1, 2)})
        >>> occurrences.add(3, (2, 3))
        >>> occurrences.remove(1, (1, 2))
        >>> occurrences.of(2)
        [2, 3]
    """

    def __init__(self, clauses: Mapping[int, Iterable[int]]) -> None:
        self._numbers: defaultdict[int, set[int]] = defaultdict(set)
        for number, clause in clauses.items():
            self.add(number, clause)

    def add(self, number: int, clause: Iterable[int]) -> None:
        """Add a clause."""
        for literal in clause:
            self._numbers[literal].add(number)

    def remove(self, number: int, clause: Iterable[int]) -> None:
        """Remove a clause."""
        for literal in clause:
            self._numbers[literal].discard(number)

    def of(self, literal: int) -> list[int]:
        """Return the numbers of the clauses that hold a literal, rising."""
        numbers: Collection[int] = self._numbers.get(literal, ())
        return sorted(numbers)


def numbered(formula: Iterable[Iterable[int]]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Number the clauses of a formula from 1.

    Raises:
        UsageError: One holds a 0, which is no literal.
    """
    for number, literals in enumerate(formula, 1):
        clause = tuple(literals)
        if 0 in clause:
            raise UsageError(f"clause {number} of the formula holds a 0")
        yield number, clause


def unfinished(steps: int) -> ProofError:
    """Return the error of a proof that does not reach the empty clause."""
    text = counted(steps, "step")
    return ProofError(f"the proof ends after {text} without the empty clause")


def shown_clause(literals: Iterable[int]) -> str:
    """Return a clause as a message can quote it.

    Example:
        >>> shown_clause((3, -4)), shown_clause(())
        ('clause 3 -4', 'the empty clause')
    """
    numbers = list(literals)
    if not numbers:
        return "the empty clause"
    text = " ".join(map(str, numbers[:_LONGEST_QUOTE]))
    return f"clause {text}{' …' if len(numbers) > _LONGEST_QUOTE else ''}"


class _Checker:
    """Takes steps; holds the present clauses, by number."""

    def __init__(self, formula: Iterable[Iterable[int]]) -> None:
        self.clauses = dict(numbered(formula))
        self.size = self.last = len(self.clauses)
        self.steps = self.definitions = self.deletions = 0
        self.refuted = False
        self.holds_empty = () in self.clauses.values()
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
                    f"{where}clause {number} cannot be deleted: it does not exist"
                )
            self.deletions += 1
            if self.occurrences is not None:
                self.occurrences.remove(number, clause)

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
                _wrong(step, f"hint {hint} names no clause")
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
                _wrong(step, f"hint {hint} names no clause")
            if -pivot not in clause:
                _wrong(step, f"hint {hint} names a clause without {-pivot}")
            others = [literal for literal in clause if literal != -pivot]
            if false.isdisjoint([-literal for literal in others]):
                stopped = self._follow(step, hints, false.union(others))
            else:
                stopped = None
            if stopped is not None:
                _wrong(step, f"the hints after {hint} leave no conflict")
            untreated.discard(-hint)
            hint = next((later for later in hints if later < 0), 0)
        if untreated:
            _wrong(
                step,
                f"all its hints together leave no conflict, and clause "
                f"{min(untreated)} with {-pivot} has no hints",
            )


def _wrong(step: LratStep, why: str) -> NoReturn:
    line = f" (line {step.line})" if step.line else ""
    clause = shown_clause(step.literals)
    raise ProofError(f"step {step.number}{line}: {clause} does not follow: {why}")
