"""How much a step needs of a SAT solver, encoding by encoding.

A technique is a pattern that a person looks for; to a solver the same step may need

    PROPAGATION     nothing more: unit propagation from the position gets there
    FAILED_LITERAL  one try: assume the opposite, propagate, meet a conflict
    SEARCH          more: a try inside a try, or a search

which depends on the encoding.  Singles are propagation wherever cells and units have
their clauses; locked candidates are propagation with triads, failed literals without;
subsets of two are failed literals; and so on up.

Each step is taken in the position before it, so a step that one encoding needs a search
for does not spoil the next: both have the candidates that are left by then.

Source: failed literals as in J. W. Freeman, "Improvements to propositional
satisfiability search algorithms" (1995); that human rules and propagation correspond,
I. Lynce and J. Ouaknine, "Sudoku as a SAT problem" (2006).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING

from satdoku.cnf.encoder import encode_rules
from satdoku.cnf.recipe import load
from satdoku.errors import check_kind
from satdoku.explanation.explain import Explanation
from satdoku.explanation.propagation import Propagation
from satdoku.runtime.deadline import NEVER, Deadline
from satdoku.techniques.step import Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.techniques.state import Assignments


class Strength(Enum):
    """What a solver needs for a step; each is stronger than the one before."""

    PROPAGATION = "unit propagation"
    FAILED_LITERAL = "a failed literal"
    SEARCH = "search"


class Propagator:
    """Unit propagation on the formula of one encoding.

    Args:
        geometry: Of the puzzles.
        recipe: The encoding by name or file.
        constraints: Rules beyond rows, columns and boxes.
        deadline: When every method raises `Stopped`.

    Raises:
        UsageError: There is no such recipe.
        InputError: Its file cannot be read.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> sees = Propagator(Geometry(4, 4), "extended")
        >>> found = sees.closure(sees.literals(Puzzle("12.. .... .... ...3")))
        >>> found is None
        False
    """

    def __init__(
        self,
        geometry: Geometry,
        recipe: str,
        constraints: tuple[Constraint, ...] = (),
        deadline: Deadline = NEVER,
    ) -> None:
        self._encoding = encode_rules(
            geometry, load(recipe), constraints=constraints, deadline=deadline
        )
        formula = self._encoding.formula
        clauses = deadline.limit(formula)
        self._propagation = Propagation(clauses, formula.variables)
        self._deadline = deadline

    def literals(self, position: Puzzle) -> list[int]:
        """Return a position as literals: its digits, and what is removed."""
        return self._encoding.literals(position)

    def closure(self, literals: Iterable[int]) -> frozenset[int] | None:
        """Return what follows from some literals by unit propagation, they included.

        Returns:
            The literals that are true then; None if there is a conflict.
        """
        self._deadline.check()
        is_possible = self._propagation.start(literals)
        return frozenset(self._propagation.true) if is_possible else None

    def strength(self, step: Assignments, position: Puzzle) -> Strength:
        """Say what this encoding needs for a step.

        Args:
            step: The step.
            position: Values and candidates before it.
        """
        true = self.closure(self.literals(position))
        if true is None:
            return Strength.PROPAGATION
        variable_of = self._encoding.variable_of
        claims = [variable_of(cell, digit) for cell, digit in step.places]
        claims += [-variable_of(cell, digit) for cell, digit in step.removes]
        open_claims = [literal for literal in claims if literal not in true]
        if not open_claims:
            return Strength.PROPAGATION
        if all(self._propagation.refutes(-literal) for literal in open_claims):
            return Strength.FAILED_LITERAL
        return Strength.SEARCH


def strengths(
    explanation: Explanation,
    encodings: str | Iterable[str],
    *,
    timeout: float | None = None,
) -> list[tuple[Strength, ...]]:
    """Return what a solver needs for each entry of an explanation, by encoding.

    Args:
        explanation: The explanation.
        encodings: By name or file; a text has a comma between them.
        timeout: Seconds of wall time after which to stop.

    Returns:
        For each entry a strength an encoding, in their order.

    Raises:
        UsageError: There is no such encoding.
        InputError: Its file cannot be read.
        Stopped: Time ran out.

    Example:
        >>> from satdoku.explanation.explain import explain
        >>> path = explain("1... ..2. ..3. 4...")
        >>> [need.value for need in strengths(path, ["natural", "extended"])[0]]
        ['unit propagation', 'unit propagation']
    """
    check_kind("explanation", explanation, Explanation, "what satdoku.explain returned")
    check_kind("encodings", encodings, Iterable, "names of encodings")
    if isinstance(encodings, str):
        encodings = map(str.strip, encodings.split(","))
    puzzle, deadline = explanation.puzzle, Deadline(timeout)
    propagators = [
        Propagator(puzzle.geometry, recipe, puzzle.constraints, deadline)
        for recipe in encodings
    ]
    return [
        tuple(propagator.strength(entry, position) for propagator in propagators)
        for position, entry in explanation.positions()
    ]


class StrengthTable:
    r"""What the steps of each technique need, counted over any number of puzzles.

    Args:
        recipes: The encodings by name or file.

    Example:
        >>> from satdoku.explanation.explain import explain
        >>> table = StrengthTable(["natural", "extended"])
        >>> table.add(explain("1... ..2. ..3. 4..."))
        >>> print(*table.lines(), sep="\n")
        technique     steps              natural             extended
                              prop failed search   prop failed search
        Full House        8      8      0      0      8      0      0
        Naked Single      4      4      0      0      4      0      0
    """

    def __init__(self, recipes: Sequence[str]) -> None:
        self._recipes = tuple(recipes)
        self._needs: dict[str, Counter[tuple[str, Strength]]] = {}
        self._orders: dict[str, int] = {}

    def add(
        self, path: Explanation, needs: Iterable[tuple[Strength, ...]] | None = None
    ) -> None:
        """Count the entries of an explanation.

        Args:
            path: The explanation.
            needs: What they need, where that is known (`strengths`).
        """
        needs = strengths(path, self._recipes) if needs is None else needs
        for entry, row in zip(path.entries, needs, strict=True):
            order = entry.technique.order if isinstance(entry, Step) else _LAST
            self._orders[entry.title] = order
            pairs = zip(self._recipes, row, strict=True)
            self._needs.setdefault(entry.title, Counter()).update(pairs)

    def lines(self) -> Iterator[str]:
        """Yield the lines of a table.

        Under each encoding three numbers: the steps that unit propagation sees, those
        that need a failed literal, and those that need a search.
        """
        titles = sorted(self._needs, key=self._orders.__getitem__)
        wide = max(map(len, [*titles, "technique"]))
        heads = "".join(f"{recipe:>{3 * _WIDE}}" for recipe in self._recipes)
        yield f"{'technique':<{wide}}  steps{heads}"
        short = "".join(f"{name:>{_WIDE}}" for name in ("prop", "failed", "search"))
        yield " " * (wide + 7) + short * len(self._recipes)
        for title in titles:
            needs = self._needs[title]
            total = needs.total() // max(1, len(self._recipes))
            cells = (
                f"{needs[recipe, need]:{_WIDE},}"
                for recipe in self._recipes
                for need in Strength
            )
            yield f"{title:<{wide}}  {total:5,}{''.join(cells)}"


_WIDE = 7
"""Width of a column of numbers."""

_LAST = 10_000
"""The order of trials and searches, which are no technique."""
