"""Minimal sets of literals without a model together, none of them redundant.

These are *minimal unsatisfiable subsets*; what a largest set that has a model leaves
out is a *correction set*.  Each of the first hits each of the second (R. Reiter,
Artificial Intelligence 32, 1987), which gives three ways:

    one       Each literal is removed in turn, for good where the others have no model.
              A core that is known already makes most questions needless.
    every     A set is found that no known answer settles.  If it has no model, it is
              narrowed to a minimal one, else widened to a largest one (M. Liffiton,
              A. Previti, A. Malik, J. Marques-Silva, "Fast, flexible MUS enumeration",
              Constraints 21, 2016).
    by_size   The smallest set that hits all known correction sets has no model, and is
              a smallest such set, or leads to new ones (A. Ignatiev, A. Previti,
              M. Liffiton, J. Marques-Silva, "Smallest MUS extraction with minimal
              hitting set dualization", CP 2015).

The result depends on the order of the literals alone, not on the engine: cores and
models save questions but never decide between several answers.

`Oracle` asks one loaded engine whether literals go together.  Invariant: every model is
checked against the rules, its assumptions, and the grid it must differ from; so "these
go together" is certain.  "These do not" is the engine's word.

`Hitting` finds hitting sets, with time limits, which PySAT's `Hitman` does not have.
`counter` bounds how many literals are true, by a sequential counter (C. Sinz, "Towards
an Optimal CNF Encoding of Boolean Cardinality Constraints", CP 2005).
"""

from __future__ import annotations

from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from satdoku.checking import plan
from satdoku.choice import AUTO, LEARNER
from satdoku.cnf.encoder import MAX_CLAUSES
from satdoku.cnf.encoder import encoding as make_encoding
from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.engines import registry
from satdoku.engines.base import NO_LIMITS, limits_left
from satdoku.errors import EngineError, Stopped
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from satdoku.cnf.encoder import Encoding
    from satdoku.cnf.formula import Clause
    from satdoku.engines.base import Engine, Limits
    from satdoku.grid import Grid

__all__ = ["Hitting", "MinimalSets", "Oracle", "counter", "oracle_of"]


class Oracle:
    """Answers questions about sets of literals.

    Args:
        engine: The engine, loaded with the rules of `form`, and maybe more.
        form: What decodes its models.
        always: What is assumed in every question.
        deadline: When to stop, on the clock `time.monotonic`; None for never.
        other: A grid that no model is to be, as `always` says.
    """

    def __init__(
        self,
        engine: Engine,
        form: Encoding,
        always: Sequence[int] = (),
        deadline: float | None = None,
        other: Grid | None = None,
    ) -> None:
        self._engine = engine
        self.form = form
        self._always = list(always)
        self._deadline = deadline
        self._other = other
        self._empty = Puzzle.trusted(form.geometry, (0,) * form.geometry.cells)
        self.model: frozenset[int] = frozenset()
        """The true variables of the last model that was found."""

    @property
    def solution(self) -> Grid:
        """The grid of the last model that was found."""
        return self.form.decode(sorted(self.model))

    def core(self, literals: Sequence[int]) -> list[int] | None:
        """Return those of the literals that have no model together; None if all have.

        Raises:
            Stopped: The time is over.
        """
        assumptions = [*self._always, *literals]
        outcome = self._engine.solve(assumptions, self.limits())
        if outcome.satisfiable is None:
            raise Stopped("out of time")
        if outcome.model is not None:
            self._look_at(outcome.model, assumptions)
            return None
        found = self._engine.core()
        if found is None:
            return list(literals)
        core = set(found)
        return [literal for literal in literals if literal in core]

    def limits(self) -> Limits:
        """Return what keeps the deadline.

        Raises:
            Stopped: The time is over.
        """
        return limits_left(self._deadline)

    def refuted(self, literals: Sequence[int]) -> None:
        """See to it that a core holds without all the literals it was found among.

        Raises:
            EngineError: It has a model.
            Stopped: The time is over.
        """
        if self.core(literals) is None:
            raise EngineError(f"{self._engine.name} gave a core that has a model")

    def _look_at(self, model: tuple[int, ...], assumptions: list[int]) -> None:
        self.model = frozenset(model)
        held = all((abs(a) in self.model) == (a > 0) for a in assumptions)
        grid = self.form.decode(model)
        if not held or not self._empty.is_solution(grid) or grid == self._other:
            raise EngineError(f"{self._engine.name} gave a model that is none")


@contextmanager
def oracle_of(
    puzzle: Puzzle,
    *,
    engine: str = AUTO,
    encoding: str | None = None,
    timeout: float | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Generator[tuple[Oracle, dict[int, int]]]:
    """Load an engine with the rules, for questions about the clues of a puzzle.

    Yields:
        The oracle, which assumes the candidates that the puzzle rules out beyond its
        clues, and the cell of each clue's literal, in the order of the cells.

    Raises:
        UsageError: There is no such engine or encoding.
        InputError: The recipe's file cannot be read.
        LimitError: The formula would be too large.
    """
    deadline = None if timeout is None else monotonic() + timeout
    name, recipe, _, _ = plan(puzzle.geometry, engine, encoding, max_clauses)
    form = make_encoding(puzzle.geometry, recipe, max_clauses)
    loaded = registry.load(name, form.formula)
    try:
        literals = form.clues(puzzle)
        cells = [cell for cell, _ in puzzle.clues.filled]
        oracle = Oracle(loaded, form, form.removed(puzzle), deadline)
        yield oracle, dict(zip(literals, cells, strict=True))
    finally:
        loaded.close()


class Counter(NamedTuple):
    """A counter of literals.

    Args:
        clauses: What makes it count.
        outputs: Variables that are true if at least 1, 2, … of the literals are; who
            assumes that output k is false allows k - 1 of them at most (the first
            output stands at 0).
        variables: The highest variable that it uses.
    """

    clauses: tuple[Clause, ...]
    outputs: tuple[int, ...]
    variables: int


def counter(literals: Sequence[int], most: int, variables: int) -> Counter:
    """Make a counter that distinguishes numbers up to a bound.

    Args:
        literals: What is counted.
        most: The largest number that is of interest.
        variables: The highest variable that is taken already.

    Example:
        >>> made = counter([1, 2, 3], 2, 3)
        >>> made.outputs, made.variables, len(made.clauses)
        ((7, 8), 8, 8)
    """
    clauses: list[Clause] = []
    before: list[int] = []
    for at, literal in enumerate(literals, 1):
        row = [variables + k for k in range(1, min(at, most) + 1)]
        variables += len(row)
        clauses += [(-old, new) for old, new in zip(before, row, strict=False)]
        for k, new in enumerate(row):
            clauses.append(
                (-literal, new) if not k else (-literal, -before[k - 1], new)
            )
        before = row
    return Counter(tuple(clauses), tuple(before), variables)


def _no_limits() -> Limits:
    return NO_LIMITS


class Hitting:
    """Sets of members 0 … n - 1, by what they hit and what they leave out.

    Args:
        members: How many members there are.
        limits: Gives what each search may take; may raise Stopped.

    Example:
        >>> sets = Hitting(4)
        >>> sets.hit({0, 1}), sets.hit({1, 2}), sets.fewest()
        (None, None, {1})
        >>> sets.leave({1}), sets.fewest()
        (None, {0, 2})
        >>> sets.leave({0}), sets.fewest() is None
        (None, True)
    """

    def __init__(self, members: int, limits: Callable[[], Limits] = _no_limits) -> None:
        self._members = members
        self._limits = limits
        self._clauses: list[Clause] = []
        self._least = 0

    def hit(self, members: Iterable[int]) -> None:
        """Ask for at least one of these from here on."""
        self._clauses.append(tuple([member + 1 for member in members]))

    def leave(self, members: Iterable[int]) -> None:
        """Ask for at least one of these to be left out from here on."""
        self._clauses.append(tuple([-member - 1 for member in members]))

    def any(self) -> set[int] | None:
        """Return such a set, rather a large one; None if there is none.

        Raises:
            Stopped: A limit came first.
        """
        return self._solve(self._clauses, self._members)

    def fewest(self) -> set[int] | None:
        """Return such a set with the fewest members; None if there is none.

        Raises:
            Stopped: A limit came first.
        """
        variables = range(1, self._members + 1)
        while self._least <= self._members:
            made = counter(variables, self._least + 1, self._members)
            # With as many members as there are, no output says that they are too many.
            bound = made.outputs[self._least : self._least + 1]
            clauses = [*self._clauses, *made.clauses, *((-out,) for out in bound)]
            found = self._solve(clauses, made.variables)
            if found is not None:
                return found
            self._least += 1  # more hits and more left out never need fewer members
        return None

    def _solve(self, clauses: Sequence[Clause], variables: int) -> set[int] | None:
        group = Group(Origin("hitting", "sets"), tuple(clauses))
        formula = Formula(variables, len(clauses), lambda: (group,), str)
        engine = registry.load(LEARNER, formula)
        try:
            outcome = engine.solve((), self._limits())
        finally:
            engine.close()
        if outcome.satisfiable is None:
            raise Stopped("out of time")
        if outcome.model is None:
            return None
        return {member - 1 for member in outcome.model if member <= self._members}


class Found(NamedTuple):
    """Literals without a model together.

    Args:
        literals: They, in the order of all.
        minimal: Whether without any one of them there is a model; False where the time
            was over before that was certain.
    """

    literals: list[int]
    minimal: bool


class MinimalSets:
    """Looks for such sets.

    Args:
        oracle: Answers whether literals have a model together.
        literals: All there are, in the order in which they are left out.
    """

    def __init__(self, oracle: Oracle, literals: Sequence[int]) -> None:
        self._oracle = oracle
        self._literals = list(literals)
        self._number = {literal: at for at, literal in enumerate(literals)}

    def one(self, literals: Sequence[int] | None = None) -> Found | None:
        """Find a set among literals (all, if none are said); None if they have a model.

        Raises:
            Stopped: The time was over before the first answer.
        """
        left = self._literals if literals is None else list(literals)
        core = self._oracle.core(left)
        if core is None:
            return None
        known = set(core)
        try:
            for literal in tuple(left):
                rest = [other for other in left if other != literal]
                if literal in known:
                    # Together with the literal the rest has no model, so all of its
                    # models have the opposite: to say so spares the engine a search.
                    core = self._oracle.core([*rest, -literal])
                    if core is None:
                        continue
                    known = known.union(core) - {literal, -literal}
                left = rest
            self._oracle.refuted(left)
        except Stopped:
            core = [literal for literal in left if literal in known]
            return Found(core, minimal=not core)
        return Found(left, minimal=True)

    def every(self, known: Iterable[Sequence[int]] = ()) -> Iterator[list[int]]:
        """Yield each such set once.

        Args:
            known: Such sets that need not be found any more.

        Raises:
            Stopped: The time was over before all were found (raised by the iterator).
        """
        sets = self._sets(known)
        while (seed := sets.any()) is not None:
            literals = self._listed(seed)
            core = self._oracle.core(literals)
            if core is None:
                sets.hit(self._correction(literals))
                continue
            narrowed = self.one(literals)
            if narrowed is None or not narrowed.minimal:
                raise Stopped("out of time")
            yield narrowed.literals
            sets.leave(self._number[literal] for literal in narrowed.literals)

    def by_size(self, known: Iterable[Sequence[int]] = ()) -> Iterator[list[int]]:
        """Yield each such set once, those with the fewest literals first.

        Args:
            known: Such sets that need not be found any more.

        Raises:
            Stopped: As for `every`.
        """
        sets = self._sets(known)
        while (seed := sets.fewest()) is not None:
            literals = self._listed(seed)
            if self._oracle.core(literals) is not None:
                yield literals
                sets.leave(seed)
                continue
            # Several at a time, no two with a literal in common: each rules out more.
            while self._oracle.core(literals) is None:
                missing = self._correction(literals)
                sets.hit(missing)
                if not missing:
                    return  # all of them together have a model
                seed |= missing
                literals = self._listed(seed)

    def _sets(self, known: Iterable[Sequence[int]]) -> Hitting:
        sets = Hitting(len(self._literals), self._oracle.limits)
        for found in known:
            sets.leave(self._number[literal] for literal in found)
        return sets

    def _listed(self, members: set[int]) -> list[int]:
        return [self._literals[member] for member in sorted(members)]

    def _correction(self, literals: Sequence[int]) -> set[int]:
        """Return which are left out of a largest set around literals that have a model.

        The model is the one that the oracle has found last.
        """
        kept, model = set(literals), self._oracle.model
        missing: set[int] = set()
        for literal, at in self._number.items():
            if literal in kept:
                continue
            if (abs(literal) in model) == (literal > 0):
                kept.add(literal)
            elif self._oracle.core([*kept, literal]) is None:
                kept.add(literal)
                model = self._oracle.model
            else:
                missing.add(at)
        return missing
