"""How the clauses of a recipe follow from the textbook's.

An engine searches the formula of a recipe, a certificate speaks of the textbook's.  So
each clause of the recipe that a refutation rests on is derived, in three ways:

    textbook     it is one of the textbook's clauses
    definition   an auxiliary variable v stands for "one of these literals is true",
                 which is read off the recipe: literal l is one of them if the recipe
                 has the clause (-l or v).  A new variable may mean anything, so that
                 (-v or l₁ or … or lₖ) and every (v or -lᵢ) may be added: by RAT steps
                 with v as the pivot, before any other clause has v
    the rest     follows from both by unit propagation (RUP); where it does not, a few
                 cases are split first, each a lemma

Nothing here knows a scheme or a family: any correct recipe can be derived, and of
a wrong one some clause cannot.  RAT after Järvisalo, Heule and Biere, "Inprocessing
rules" (IJCAR 2012); definitions after Tseitin's extension rule (1968).

Numbers: the textbook's clauses are 1 … T; what is derived is numbered from T + 1, the
definitions first, so that in rising order every clause comes after those it rests on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.cnf.encoder import encoding
from satdoku.engines.base import Lemma
from satdoku.errors import EngineError, printable
from satdoku.proof.claim import rules
from satdoku.proof.propagation import Propagation
from satdoku.runtime.deadline import NEVER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.cnf.recipe import Recipe
    from satdoku.puzzle.geometry import Geometry
    from satdoku.runtime.deadline import Deadline

__all__ = ["Derivation", "Derived", "derivation"]

_MOST_CASES = 100
"""Lemmas for one clause, at most; those of the shipped recipes take up to six."""

Clause = tuple[int, ...]


class Derived(NamedTuple):
    """Lemmas that derive clauses of a recipe.

    Args:
        lemmas: In their order; RAT steps have their candidate as a negative hint.
        numbers: By number in the recipe's formula: the number of that clause.
    """

    lemmas: list[Lemma]
    numbers: dict[int, int]


def derivation(geometry: Geometry, recipe: Recipe, max_clauses: int) -> Derivation:
    """Make the derivation of a recipe.

    A new one for each proof: what was derived before would be used again, and so a
    puzzle's proof be another one after other puzzles.

    Raises:
        LimitError: The recipe's formula would have more than `max_clauses` clauses.
    """
    formula = encoding(geometry, recipe, max_clauses).formula
    return Derivation(tuple(rules(geometry)), tuple(formula), recipe.name)


class Derivation:
    """Derives clauses of one formula from another, when asked for them.

    Args:
        textbook: The clauses that are there.
        wanted: The clauses that may be asked for; variables beyond the textbook's are
            auxiliary.
        name: What messages call the wanted formula.

    Example:
        >>> made = Derivation([(1, 2), (-1, -2)], [(-1, 3), (-2, 3), (3,)], "example")
        >>> made.derive([3], first=2).lemmas
        [Lemma(literals=(3, -1), hints=()), Lemma(literals=(3, -2), hints=()), \
Lemma(literals=(3,), hints=(3, 4, 1))]
    """

    def __init__(
        self, textbook: Sequence[Clause], wanted: Sequence[Clause], name: str
    ) -> None:
        self._name = name
        self._textbook = textbook
        self._wanted = wanted
        self._numbers = {
            frozenset(clause): number for number, clause in enumerate(textbook, 1)
        }
        self._last = len(textbook)
        self._lemmas: dict[int, Lemma] = {}
        self._long: dict[int, int] = {}
        self._propagation: Propagation | None = None

    def derive(
        self, needed: Iterable[int], first: int, deadline: Deadline = NEVER
    ) -> Derived:
        """Derive clauses, with all they rest on and nothing else.

        Args:
            needed: Numbers of clauses of the wanted formula, counted from 1.
            first: The number after which the lemmas are numbered.
            deadline: When to stop.

        Raises:
            EngineError: One does not follow: the recipe is wrong.
            Stopped: The time is over.
        """
        wanted = deadline.limit(sorted({*needed}))
        targets = {number: self._derived(number) for number in wanted}
        rests_on: set[int] = set()
        pending = [*targets.values()]
        while pending:
            number = pending.pop()
            if number > len(self._textbook) and number not in rests_on:
                rests_on.add(number)
                hints = self._lemmas[number].hints or ()
                pending += [hint for hint in hints if hint > 0]
        order = sorted(rests_on)
        new = {number: first + at for at, number in enumerate(order, 1)}
        lemmas: list[Lemma] = []
        for number in order:
            lemma = self._lemmas[number]
            renewed = [
                new.get(hint, hint) if hint > 0 else -new[-hint]
                for hint in lemma.hints or ()
                if hint > 0 or -hint in rests_on
            ]
            lemmas.append(Lemma(lemma.literals, tuple(renewed)))
        return Derived(lemmas, {old: new.get(at, at) for old, at in targets.items()})

    def _derived(self, wanted: int) -> int:
        """Return the number of a wanted clause, which is derived where it has none."""
        clause = self._wanted[wanted - 1]
        key = frozenset(clause)
        if key in self._numbers:
            return self._numbers[key]
        if self._propagation is None:
            self._propagation = self._load()
            return self._derived(wanted)
        return self._follow(self._propagation, clause)

    def _load(self) -> Propagation:
        """Make what derives: the textbook's clauses, and all definitions."""
        found = Propagation()
        for number, clause in enumerate(self._textbook, 1):
            found.add(number, clause)
        known = max(abs(literal) for clause in self._textbook for literal in clause)
        parts: dict[int, list[int]] = {}
        for clause in self._wanted:
            for literal in clause:
                if literal > known:
                    parts.setdefault(literal, [])
            if len(clause) == 2:
                for one, other in (clause, clause[::-1]):
                    if one > known and other < 0 and other != -one:
                        parts.setdefault(one, []).append(-other)
        for variable in _causes_first(parts):
            self._define(found, variable, parts[variable])
        return found

    def _define(self, found: Propagation, variable: int, parts: list[int]) -> None:
        long = self._long[variable] = self._add(found, (-variable, *parts), ())
        for part in parts:
            self._add(found, (variable, -part), (-long,))

    def _add(self, found: Propagation, clause: Clause, hints: tuple[int, ...]) -> int:
        self._last += 1
        self._lemmas[self._last] = Lemma(clause, hints)
        self._numbers.setdefault(frozenset(clause), self._last)
        found.add(self._last, clause)
        return self._last

    def _clause(self, number: int) -> Clause:
        """Return a clause of the textbook, or one that was derived."""
        if number <= len(self._textbook):
            return self._textbook[number - 1]
        return self._lemmas[number].literals

    def _follow(self, found: Propagation, clause: Clause) -> int:
        """Return the number of a clause, derived by propagation and by cases."""
        for _ in range(_MOST_CASES):
            hints = found.hints(clause)
            if hints is not None:
                return self._add(found, clause, hints)
            if not self._tell_apart(found, clause):
                break
        raise EngineError(
            f"clause {printable(str(clause))} of recipe {self._name} was not derived "
            "from the rules of Sudoku"
        )

    def _tell_apart(self, found: Propagation, clause: Clause) -> bool:
        """Add a lemma that settles one case of a clause; False where none is found."""
        lemma = clause
        for _ in range(_MOST_CASES):
            case = self._case(found, lemma)
            if case is None:
                return False
            lemma = (*lemma, -case)
            hints = found.hints(lemma)
            if hints is not None:
                # Literals that no clause of the refutation has are not needed.
                used = {literal for hint in hints for literal in self._clause(hint)}
                shorter = tuple(literal for literal in lemma if literal in used)
                self._add(found, shorter, hints)
                return True
        return False

    def _case(self, found: Propagation, clause: Clause) -> int | None:
        """Choose a literal to split two cases by, with the clause false.

        One of the parts of an auxiliary variable that the clause has, else one of a
        clause of the textbook's with the fewest left.
        """
        true = set(found.closure(clause))

        def shortest(numbers: Iterable[int]) -> list[int]:
            best: list[int] = []
            for number in numbers:
                literals = self._clause(number)
                if true.isdisjoint(literals):
                    free = [literal for literal in literals if -literal not in true]
                    if max(free) > 0 and (not best or len(free) < len(best)):
                        best = free
            return best

        long = [self._long[-one] for one in clause if -one in self._long]
        free = shortest(long) or shortest(range(1, len(self._textbook) + 1))
        return max(free) if free else None


def _causes_first(parts: dict[int, list[int]]) -> list[int]:
    """Sort variables so that each comes after those among its parts.

    Where variables go round in a circle, one part of it is dropped.
    """
    order: list[int] = []
    state: dict[int, bool] = {}  # False while it is waited for
    for start in parts:
        stack = [start]
        while stack:
            variable = stack[-1]
            if state.get(variable):
                stack.pop()
                continue
            if variable not in state:
                state[variable] = False
                parts[variable] = [
                    part
                    for part in parts[variable]
                    if state.get(abs(part)) is not False
                ]
                stack += [
                    abs(part)
                    for part in parts[variable]
                    if abs(part) in parts and abs(part) not in state
                ]
                continue
            stack.pop()
            state[variable] = True
            order.append(variable)
    return order
