"""Is a formula a Sudoku encoding?  `check_formula` says so, or shows why not.

The formula F is compared with the textbook formula T of the same puzzle over the cells'
variables.  F is right if

    every model is a solution:  F and "not C" have no model, for each clause C of T
    every solution is a model:  T and "not C" have no model, for each clause C of F

That decides only where the clause C has no auxiliary variables, or follows with those
of both formulas taken for the same by their numbers, as where satdoku made F.  Else
each model, or solution, has to be completed: all of them where there are few, some
hundred random ones else, and the answer says that it is not complete.  A counterexample
comes with what is at fault: the rule that a model breaks, or the fewest clauses of F
that exclude a solution.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from satdoku.cnf.encoder import encode_rules
from satdoku.cnf.formula import Formula
from satdoku.cnf.numbering import likely
from satdoku.cnf.recipe import load as load_recipe
from satdoku.engines import registry
from satdoku.engines.cores import minimal_core
from satdoku.engines.dpll.problem import Problem, Step, assert_literal, propagate
from satdoku.errors import Stopped, counted
from satdoku.puzzle.grid import Grid
from satdoku.runtime.deadline import Deadline

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.cnf.formula import Origin
    from satdoku.cnf.numbering import Numbering
    from satdoku.engines.base import Engine
    from satdoku.puzzle.puzzle import Puzzle

Clause: TypeAlias = tuple[int, ...]
"""Literals."""

_ORACLE = "minisat22"
_CONFLICTS = 200
"""What a question may cost before it is set aside."""

_MANY = 1000
"""Solutions up to which every one is tried."""

_SAMPLE = 200
"""Random solutions that are tried where there are more."""


@dataclass(frozen=True, slots=True)
class FormulaReport:
    """What was found out about a formula.

    Args:
        scheme: The numbering by which it was read.
        right: Whether it is an encoding of the puzzle; None if nothing was found, but
            not all solutions, or models, were tried.
        words: Why not, or what was tried, in a sentence; empty if it is.
        fault: The first clause at fault, by names, where a solution is no model.
        solution: A solution that is no model, if there is one.
        model: What a model says that is no solution: the digits of each cell.
        clauses: Numbers of clauses of the formula, from 1, that exclude the solution.
        variables: How many variables of the formula are of no cell.
        families: How many clauses say what: at least one, at most one, or other.
        models: How many models were counted, on the cells; None beyond 1,000.
        sees: What unit propagation finds.
    """

    scheme: str
    right: bool | None
    words: str = ""
    fault: str = ""
    solution: Grid | None = None
    model: tuple[tuple[int, ...], ...] | None = None
    clauses: tuple[int, ...] = ()
    variables: int = 0
    families: dict[str, int] = field(default_factory=dict[str, int])
    models: int | None = None
    sees: str = ""


def check_formula(
    formula: Formula,
    puzzle: Puzzle,
    numberings: Sequence[tuple[str, Numbering]] = (),
    *,
    timeout: float | None = None,
) -> FormulaReport:
    """Find out whether a formula's models are the solutions of a puzzle.

    Args:
        formula: The formula.
        puzzle: The puzzle; an empty one for the rules alone.
        numberings: How its variables may be numbered, by name; the common schemes if
            there are none. The first by which it is right is taken, or else the one by
            which it has the most clauses of the textbook.
        timeout: Seconds of wall time after which to stop.

    Raises:
        Stopped: Time ran out first.

    Example:
        >>> from satdoku import Puzzle
        >>> from satdoku.cnf import encode
        >>> empty = Puzzle("." * 16)
        >>> check_formula(encode(empty, "minimal"), empty).right
        True
        >>> weak = Formula.of(encode(empty, "minimal").clauses[1:])
        >>> report = check_formula(weak, empty)
        >>> report.right, report.words
        (False, "a model is no solution: it breaks the rule 'r1c1 holds a digit'")
    """
    deadline = Deadline(timeout)
    used = {abs(literal) for clause in formula for literal in clause}
    ways = numberings or likely(puzzle.geometry, used)
    textbook = _textbook(puzzle)
    clauses = {frozenset(clause) for clause in formula}

    comparisons = [
        _Comparison(formula, puzzle, textbook, *way, deadline) for way in ways
    ]
    comparisons.sort(key=lambda one: -len(clauses & set(map(frozenset, one.textbook))))
    reports: list[FormulaReport] = []
    for comparison in comparisons:
        reports.append(comparison.report())
        if reports[-1].right is not False:
            return reports[-1]
    return reports[0]


def _textbook(puzzle: Puzzle) -> Formula:
    """Return the textbook formula of a puzzle, numbered as satdoku does."""
    rules = encode_rules(
        puzzle.geometry, load_recipe("extended"), constraints=puzzle.constraints
    )
    return rules.formula.with_unit_clauses(rules.literals(puzzle))


def _rule(origin: Origin, clause: Clause) -> str:
    """Say which rule a clause of the textbook states, and a model breaks."""
    if origin.family == "constraint":
        return origin.subject
    if origin.family in {"clue", "candidate"}:
        no = "" if origin.family == "clue" else "not "
        return f"{no}{origin.subject} is given"
    digit = origin.symbol if origin.digit else ""
    if min(clause) > 0:
        return f"{origin.subject} holds {digit or 'a digit'}"
    return f"{origin.subject} holds {f'{digit} once' if digit else 'one digit'} at most"


class _Comparison:
    """A formula beside the textbook's, by one numbering.

    Attributes:
        textbook: The clauses of the textbook, in the formula's numbering.
    """

    def __init__(  # noqa: PLR0917  made in one place
        self,
        formula: Formula,
        puzzle: Puzzle,
        textbook: Formula,
        scheme: str,
        numbering: Numbering,
        deadline: Deadline,
    ) -> None:
        self._formula = formula
        self._puzzle = puzzle
        self._scheme = scheme
        self._deadline = deadline
        self._name_of = textbook.name_of
        self._origins = [one for one, clauses in textbook.groups() for _ in clauses]
        n = puzzle.geometry.size
        self._variable = {
            cell * n + digit: variable for (cell, digit), variable in numbering.items()
        }
        self._own = {variable: own for own, variable in self._variable.items()}
        self._auxiliary = {
            abs(x) for clause in formula for x in clause
        } - self._own.keys()
        self._last = max(formula.variables, textbook.variables, *self._own)
        helpers = range(len(self._own) + 1, textbook.variables + 1)
        self._variable |= {x: x + self._last * (x in self._own) for x in helpers}
        self._helpers = {self._variable[x] for x in helpers}
        self._last = max(self._last, *self._variable.values())
        self.textbook = [self._theirs(clause) for clause in textbook]

    @cached_property
    def _engine(self) -> Engine:
        """An engine with the formula."""
        formula = Formula.of(self._formula, self._last)
        return registry.load(_ORACLE, formula, self._deadline)

    @cached_property
    def _oracle(self) -> Engine:
        """An engine with the textbook."""
        textbook = Formula.of(self.textbook, self._last)
        return registry.load(_ORACLE, textbook, self._deadline)

    def report(self) -> FormulaReport:
        """Compare, and say what was found.

        Raises:
            Stopped: Time ran out first.
        """
        few = self._few(self._engine)
        facts: dict[str, Any] = {
            "scheme": self._scheme,
            "variables": len(self._auxiliary),
            "families": self._families(),
            "sees": self._sees(),
            "models": None if few is None else len(few),
        }
        weak, every_model = self._too_weak()
        if weak is not None:
            return FormulaReport(right=False, **facts, **weak)
        strong, every_solution = self._too_strong()
        if strong is not None:
            return FormulaReport(right=False, **facts, **strong)
        if every_model and every_solution:
            return FormulaReport(right=True, **facts)
        models = "every model is a solution"
        solutions = "every solution a model"
        if not every_model:
            models = "random models are solutions"
        if not every_solution:
            solutions = "random solutions are models"
        words = f"{models}, and {solutions}"
        return FormulaReport(right=None, words=words, **facts)

    def _theirs(self, clause: Clause) -> Clause:
        """Return a clause of the textbook in the formula's numbering."""
        return tuple(
            self._variable[x] if x > 0 else -self._variable[-x] for x in clause
        )

    def _too_weak(self) -> tuple[dict[str, Any] | None, bool]:
        """Return a model that is no solution, and whether all were looked at."""
        needs_models = False
        for number, model in self._not_implied(self._engine):
            if not self._is_helped(number):
                return self._broken(number, model), True
            needs_models = True
        return self._incomplete_model() if needs_models else (None, True)

    def _is_helped(self, number: int) -> bool:
        """Whether a clause of the textbook has an auxiliary variable."""
        return not self._helpers.isdisjoint(map(abs, self.textbook[number]))

    def _not_implied(self, engine: Engine) -> Iterator[tuple[int, Sequence[int]]]:
        """Yield clauses of the textbook that do not follow, with a model of each."""
        has = {frozenset(clause) for clause in self._formula}
        hard: dict[int, tuple[str, bool]] = {}
        for number, theirs in enumerate(self.textbook):
            if frozenset(theirs) in has:
                continue
            if self._statement(number) in hard.values():
                hard[number] = self._statement(number)  # as the one before
                continue
            budget = Deadline(self._deadline.left, _CONFLICTS)
            outcome = engine.solve([-x for x in theirs], budget)
            self._deadline.check()
            if outcome.satisfiable is None:
                hard[number] = self._statement(number)
            elif outcome.model is not None:
                yield number, outcome.model
        for number in self._not_counted([*hard]):
            assumed = [-x for x in self.textbook[number]]
            outcome = engine.solve(assumed, self._deadline)
            if outcome.satisfiable is None:
                raise Stopped("out of time")
            if outcome.model is not None:
                yield number, outcome.model

    def _incomplete_model(self) -> tuple[dict[str, Any] | None, bool]:
        """Return a model that the textbook's helpers do not complete, as above."""
        textbook = Formula.of(self.textbook, self._last)
        models, is_complete = self._some(self._engine)
        for model in models:
            assumed = self._cells_of(model)
            if self._oracle.solve(assumed, self._deadline).satisfiable is False:
                core = minimal_core(textbook, assumed, self._deadline) or ()
                number = next(one - 1 for one in core if self._is_helped(one - 1))
                return self._broken(number, model), True
        return None, is_complete

    def _some(self, engine: Engine) -> tuple[Iterable[Sequence[int]], bool]:
        """Return all models on the cells where they are few, else random ones."""
        few = self._few(engine)
        return (self._samples(engine), False) if few is None else (few, True)

    def _few(self, engine: Engine) -> list[Sequence[int]] | None:
        """Return all models on the cells' variables; None beyond a thousand."""
        models = engine.models([], sorted(self._own), self._deadline)
        few: list[Sequence[int]] = [*islice(models, _MANY + 1)]
        return few if len(few) <= _MANY else None

    def _cells_of(self, model: Sequence[int]) -> list[int]:
        """Return what a model says of the cells' variables."""
        true = {*model}
        return [x if x in true else -x for x in self._own]

    def _not_counted(self, hard: Sequence[int]) -> Iterator[int]:
        """Yield the clauses of the textbook that do not follow by counting either.

        Cells, and (row, digit), (column, digit) and (box, digit), each divide the
        candidates into n² sets.  If the sets of one division hold at least one, and
        those of one at most one, then n² candidates are true, and a division of which
        either is known has exactly one in each set.  Resolution has no short proof of
        this (it is the pigeonhole principle), so no solver should be asked.
        """
        missing = {self._statement(number) for number in hard}
        divisions = ("cell", "row", "column", "box")
        known = {(one, least) for one in divisions for least in (True, False)} - missing
        full = self._puzzle.geometry.box is not None and self._puzzle.is_classic
        counted_out = full and {least for _, least in known} == {True, False}
        for number in hard:
            division, least = self._statement(number)
            if not (counted_out and (division, not least) in known):
                yield number

    def _statement(self, number: int) -> tuple[str, bool]:
        """Return the division that a textbook clause is of; whether "at least one"."""
        origin = self._origins[number]
        kind = "cell" if origin.family == "cell" else origin.subject.split()[0]
        return kind, min(self.textbook[number]) > 0

    def _broken(self, number: int, model: Sequence[int]) -> dict[str, Any]:
        """Say which rule a model breaks."""
        rule = _rule(self._origins[number], self.textbook[number])
        return {
            "words": f"a model is no solution: it breaks the rule '{rule}'",
            "model": self._digits(model),
        }

    def _too_strong(self) -> tuple[dict[str, Any] | None, bool]:
        """Return a solution that is no model, and whether all were looked at."""
        needs_models = False
        for number, clause in enumerate(self._formula, 1):
            auxiliary = {abs(x) for x in clause} & self._auxiliary
            if not auxiliary <= self._helpers:
                needs_models = True
                continue
            outcome = self._oracle.solve([-x for x in clause], self._deadline)
            if outcome.satisfiable is None:
                raise Stopped("out of time")
            if outcome.model is not None and not auxiliary:
                return self._excluded(self._grid(outcome.model), (number,)), True
            needs_models = needs_models or outcome.model is not None
        if not needs_models:
            return None, True
        models, is_complete = self._some(self._oracle)
        for model in models:
            assumed = self._cells_of(model)
            if self._engine.solve(assumed, self._deadline).satisfiable is False:
                return self._excluded(self._grid(model), self._at_fault(assumed)), True
        return None, is_complete

    def _samples(self, oracle: Engine) -> Iterator[Clause]:
        """Yield random solutions."""
        random, variables = Random(1), sorted(self._own)  # noqa: S311  a sample
        for _ in range(_SAMPLE):
            assumed: list[int] = []
            for variable in random.sample(variables, self._puzzle.geometry.size):
                outcome = oracle.solve([*assumed, variable], self._deadline)
                if outcome.satisfiable:
                    assumed.append(variable)
            model = oracle.solve(assumed, self._deadline).model
            if model is None:
                return
            yield model

    def _at_fault(self, assumed: Sequence[int]) -> tuple[int, ...]:
        """Return numbers of clauses that exclude a solution, none superfluous."""
        formula = Formula.of(self._formula, self._last)
        return minimal_core(formula, assumed, self._deadline) or ()

    def _excluded(self, grid: Grid, numbers: tuple[int, ...]) -> dict[str, Any]:
        """Say that a solution is no model, and by which clauses."""
        which = counted(len(numbers), "clause excludes", "clauses exclude")
        literals = list(self._formula)[numbers[0] - 1] if numbers else ()
        names = " or ".join(map(self._name, literals[:8])) or "the empty clause"
        ending = " or …" if len(literals) > 8 else ""
        return {
            "words": f"a solution is no model: {which} it",
            "fault": f"clause {numbers[0]}: {names}{ending}" if numbers else "",
            "solution": grid,
            "clauses": numbers,
        }

    def _name(self, literal: int) -> str:
        own = self._own.get(abs(literal))
        if own is None:
            return str(literal)
        name = self._name_of(own)
        return name if literal > 0 else name.replace("=", "≠")

    def _digits(self, model: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Return the digits that a model gives to each cell."""
        n = self._puzzle.geometry.size
        digits: list[list[int]] = [[] for _ in range(self._puzzle.geometry.cells)]
        for own in sorted(self._own[x] for x in model if x in self._own):
            digits[(own - 1) // n].append((own - 1) % n + 1)
        return tuple(map(tuple, digits))

    def _grid(self, model: Sequence[int]) -> Grid:
        digits = self._digits(model)
        values = tuple(one[0] for one in digits)
        return Grid(values, self._puzzle.geometry)

    def _families(self) -> dict[str, int]:
        """Count the clauses by what they say."""
        kinds: Counter[str] = Counter()
        for clause in self._formula:
            if {abs(x) for x in clause} & self._auxiliary:
                kinds["with auxiliary variables"] += 1
            elif len(clause) == 1:
                kinds["unit clauses"] += 1
            elif min(clause, default=0) > 0:
                kinds["at least one"] += 1
            elif len(clause) == 2 and max(clause) < 0:
                kinds["not both"] += 1
            else:
                kinds["others"] += 1
        return dict(kinds)

    def _sees(self) -> str:
        """Say whether unit propagation finds naked and hidden singles, where it can.

        That is tried on all candidates that the formula's unit clauses leave open.
        """
        geometry, n = self._puzzle.geometry, self._puzzle.geometry.size
        problem = Problem(self._last, self._formula, self._deadline)
        state, trail = [bank.initial for bank in problem.banks], list[Step]()
        pending = (1 << len(problem.banks)) - 1
        if propagate(problem, state, trail, pending, self._deadline) is not None:
            return "a contradiction"
        true = {x for step, _ in trail for x in problem.closure(step)}
        digits, units = range(1, n + 1), [u for u in geometry.units if len(u) == n]
        cells = [[(cell, digit) for digit in digits] for cell in range(geometry.cells)]
        places = [[(cell, digit) for cell in u] for u in units for digit in digits]
        naked, hidden = (self._open(groups, true) for groups in (cells, places))
        if not naked:
            return "the whole grid"
        singles = [
            name
            for name, groups in (("naked", naked), ("hidden", hidden))
            if all(self._follows(problem, state, group) for group in groups)
        ]
        return f"{' and '.join(singles)} singles" if singles else "no singles"

    def _open(
        self, groups: Sequence[Sequence[tuple[int, int]]], true: set[int]
    ) -> list[list[int]]:
        """Return the variables without a value of each group that has no true one."""
        n = self._puzzle.geometry.size
        variables = [[self._variable[cell * n + d] for cell, d in g] for g in groups]
        undecided = [group for group in variables if true.isdisjoint(group)]
        return [[x for x in group if -x not in true] for group in undecided]

    def _follows(
        self, problem: Problem, state: Sequence[int], group: Sequence[int]
    ) -> bool:
        """Whether the last of some candidates follows once the others are false."""
        fields, trail = [*state], list[Step]()
        *others, last = group or [0]
        pending = 0
        true = set[int]()
        for variable in others:
            if true.isdisjoint((variable, -variable)):
                pending |= assert_literal(problem, fields, trail, -variable)
                true.update(problem.closure(-variable))
        conflict = propagate(problem, fields, trail, pending, self._deadline)
        steps = (problem.closure(step) for step, _ in trail)
        return conflict is not None or any(last in closure for closure in steps)
