"""From what an engine writes down to a proof with hints, without what is not needed.

Forwards, lemmas are added, and what follows from them without any assumption (the
root), until there is a conflict.  Then backwards: a lemma that something rests on is
explained by the clauses that came before it, and these are marked; all others are left
out, most lemmas of most engines.  What is true at the root becomes a lemma of its own,
with the one clause that forced it, so that no other repeats the chain of its reasons.

Sources: backward checking after Goldberg and Novikov, "Verification of proofs of
unsatisfiability for CNF formulas" (DATE 2003); its place in trimming after Heule, Hunt
and Wetzler, "Trimming while checking clausal proofs" (FMCAD 2013).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.engines.base import Lemma
from satdoku.errors import ProofError
from satdoku.proof.check_lrat import shown_clause
from satdoku.proof.propagation import Propagation
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.runtime.deadline import Deadline

Clause = tuple[int, ...]


def elaborate(
    clauses: Iterable[Clause],
    lemmas: Iterable[Lemma],
    deadline: Deadline = NEVER,
) -> list[Lemma]:
    """Return the lemmas that the empty clause rests on, each with hints.

    Lemmas that all have hints keep them, unlooked at: that is for a checker to do.

    Args:
        clauses: The formula; its clauses are numbered 1 … m.
        lemmas: What an engine says follows, numbered from m + 1.
        deadline: When to stop.

    Returns:
        Lemmas numbered from m + 1 anew, the last of which is empty.

    Raises:
        ProofError: The lemmas do not lead to the empty clause, or one that is needed
            does not follow.
        Stopped: The time is over.

    Example:
        >>> formula = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
        >>> elaborate(formula, [Lemma((2, 3)), Lemma((1,)), Lemma(())])
        [Lemma(literals=(1,), hints=(1, 2)), Lemma(literals=(2,), hints=(5, 3)), \
Lemma(literals=(), hints=(5, 6, 4))]
    """
    formula, given = tuple(clauses), list(lemmas)
    if given and all(lemma.hints is not None for lemma in given):
        return trim(len(formula), given)
    return _Elaboration(formula, given, deadline).kept()


def trim(clause_count: int, lemmas: Sequence[Lemma]) -> list[Lemma]:
    """Return the lemmas that the empty clause rests on, by their hints alone.

    Args:
        clause_count: How many clauses the formula has.
        lemmas: Each with hints; a clause that a negative hint names is kept, too.

    Raises:
        ProofError: No lemma is empty.

    Example:
        >>> trim(2, [Lemma((3, 4), (1,)), Lemma((5,), (2,)), Lemma((), (2, 4))])
        [Lemma(literals=(5,), hints=(2,)), Lemma(literals=(), hints=(2, 3))]
    """
    empty = next((at for at, lemma in enumerate(lemmas) if not lemma.literals), None)
    if empty is None:
        raise ProofError("no lemma is the empty clause")
    last = clause_count + 1 + empty
    needed = {last}
    for number in range(last, clause_count, -1):
        if number in needed:
            needed.update(map(abs, lemmas[number - clause_count - 1].hints or ()))
    order = sorted(number for number in needed if number > clause_count)
    return _renumbered(
        clause_count, [(at, lemmas[at - clause_count - 1]) for at in order]
    )


def _renumbered(
    clause_count: int, numbered: Iterable[tuple[int, Lemma]]
) -> list[Lemma]:
    """Number lemmas in their order, from behind the formula's clauses."""
    new: dict[int, int] = {}
    lemmas: list[Lemma] = []
    for number, (literals, hints) in numbered:
        renewed = [new.get(hint) or -new.get(-hint, 0) or hint for hint in hints or ()]
        lemmas.append(Lemma(literals, tuple(renewed)))
        new[number] = clause_count + len(lemmas)
    return lemmas


def _needed(formula: Sequence[Clause]) -> Iterator[tuple[int, Clause]]:
    """Yield clauses with their numbers, without those that clues always satisfy.

    These are most clauses of a large puzzle.  A literal that a clause of one literal
    forces through a clause of two is always true, too.
    """
    units = {clause[0] for clause in formula if len(clause) == 1}
    forced: dict[int, int] = {}
    for number, clause in enumerate(formula, 1):
        if len(clause) == 2:
            first, second = clause
            if -first in units:
                forced.setdefault(second, number)
            elif -second in units:
                forced.setdefault(first, number)
    true, kept = units.union(forced), set(forced.values())
    for number, clause in enumerate(formula, 1):
        if len(clause) == 1 or number in kept or true.isdisjoint(clause):
            yield number, clause


class _Elaboration:
    """The two passes over lemmas, whose hints are not looked at.

    While they last, lemma k (from 0) has the number `size` + 1 + k, as in the
    engine's hints; the literal at place k of the root is lemma `units` + k, unless a
    clause of one literal has forced it.

    Attributes:
        heights: How long the root was before lemma k was added.
        trail: The whole root, up to the conflict.
        reasons: For each of its literals, the clause that forced it.
        number_of: For each of its literals, the unit clause that says so.
        needed: The numbers of all that something rests on.
        backwards: What is kept, with its number, the last first.
    """

    def __init__(
        self, formula: Sequence[Clause], lemmas: list[Lemma], deadline: Deadline
    ) -> None:
        self.deadline = deadline
        self.size = len(formula)
        self.lemmas = lemmas
        self.units = self.size + 2 + len(lemmas)
        self.propagation = propagation = Propagation()
        for number, clause in deadline.limit(_needed(formula)):
            propagation.add(number, clause)
        self.heights: list[int] = []
        for number, lemma in deadline.limit(enumerate(lemmas, self.size + 1)):
            if propagation.refuted:
                break
            self.heights.append(len(propagation.root))
            propagation.add(number, lemma.literals)
        if not propagation.refuted:
            raise ProofError("the lemmas do not lead to the empty clause")
        self.trail = tuple(propagation.root)
        self.reasons = {literal: propagation.reason(literal) for literal in self.trail}
        self.number_of: dict[int, int] = {}
        for place, (literal, reason) in enumerate(self.reasons.items()):
            is_unit = len(propagation.clause(reason)) == 1
            self.number_of[literal] = reason if is_unit else self.units + place
        self.needed: set[int] = set()
        self.backwards: list[tuple[int, Lemma]] = []

    def kept(self) -> list[Lemma]:
        """Pass backwards; return what is needed, in its order."""
        self._explain(self.units - 1, ())
        top = len(self.trail)
        for at in self.deadline.limit(range(len(self.heights) - 1, -1, -1)):
            self._keep_root(self.heights[at], top)
            top = self.heights[at]
            self.propagation.cut(top)
            number = self.size + 1 + at
            self.propagation.remove(number)
            if number not in self.needed:
                continue
            self._explain(number, self.lemmas[at].literals)
        self._keep_root(0, top)
        return _renumbered(self.size, reversed(self.backwards))

    def _explain(self, number: int, literals: Clause) -> None:
        """Keep a clause that follows from those that are there now."""
        derivation = self.propagation.explain(literals)
        if derivation is None:
            raise ProofError(
                f"lemma {number - self.size}: {shown_clause(literals)} does not follow "
                "by unit propagation"
            )
        units = [self.number_of[literal] for literal in derivation.roots]
        self._keep(number, literals, (*units, *derivation.numbers))

    def _keep_root(self, bottom: int, top: int) -> None:
        """Keep what is needed of a part of the root, the latest first."""
        for place in range(top - 1, bottom - 1, -1):
            if self.units + place in self.needed:
                literal = self.trail[place]
                reason = self.reasons[literal]
                others = self.propagation.clause(reason)
                units = [self.number_of[-other] for other in others if other != literal]
                self._keep(self.units + place, (literal,), (*units, reason))

    def _keep(self, number: int, literals: Clause, hints: tuple[int, ...]) -> None:
        self.backwards.append((number, Lemma(literals, hints)))
        self.needed.update(map(abs, hints))
