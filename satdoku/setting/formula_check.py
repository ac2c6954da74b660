"""Is a formula a Sudoku encoding?  `check_formula` says so, or shows why not.

The formula F is compared with the textbook formula T of the same puzzle over the cells'
variables.  F is right if

    every model is a solution:  F and "not C" have no model, for each clause C of T
    every solution is a model:  T and "not C" have no model, for each clause C of F

Random solutions and models come first: where F is plainly wrong, one of the first shows
it.  Then the clauses: those of T that F has, that follow by counting, or that a little
search finds to follow.  That decides only where the clause C has no auxiliary
variables, or follows with those of both formulas taken for the same by their numbers,
as where satdoku made F.  Else each model, or solution, has to be completed: all of them
where there are few, some hundred random ones else, and the answer says that it is not
complete.  A counterexample comes with what is at fault: the rule that a model breaks,
or the fewest clauses of F that exclude a solution.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations, islice, product
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
from satdoku.setting.exactly_one import counted_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.cnf.formula import Origin
    from satdoku.cnf.numbering import Numbering
    from satdoku.engines.base import Engine
    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.setting.exactly_one import Name

Clause: TypeAlias = tuple[int, ...]
"""Literals."""

_ORACLE = "minisat22"
_CONFLICTS, _LONG = 200, 2_000
"""Conflicts that a question may cost before it is set aside, and in the end."""

_HARD = 10
"""Questions that may stay open in the end, before the others are not asked."""

_COUNTING = 20_000
"""Conflicts that counting the models may cost."""

_MANY = 1000
"""Solutions up to which every one is tried."""

_FIRST, _SAMPLE = 20, 200
"""Random solutions that are tried first, and in all where there are more."""


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
        models: How many models there are, on the cells; None if they were not counted,
            or are more than 1,000.
        seen: How many of them were counted, 1,001 at most.
        sees: What unit propagation finds; empty if time ran out.
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
    seen: int = 0
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
        timeout: Seconds of wall time after which to stop; the report says what was
            tried by then.

    Raises:
        Stopped: Time ran out before anything was tried.

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
    best = comparisons[0]
    if best.is_wrong:
        with suppress(Stopped):
            best = next((one for one in comparisons if not one.is_wrong), best)
    return best.report()


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


@dataclass(slots=True)
class _Half:
    """Half of the question: are all solutions models, or all models solutions?

    Attributes:
        one: What is tried, a solution or a model.
        other: What it should be.
        source: An engine with the formula whose models are tried.
        judge: An engine with the other.
        samples: Random ones that were not tried yet.
        tried: How many were, and are such.
        number: How many there are, once each of them was tried.
        every: Whether it is known of all.
        few: All of them, if they are few; else those that were counted.
    """

    one: str
    other: str
    source: Engine
    judge: Engine
    samples: Iterator[Sequence[int]]
    tried: int = 0
    number: int | None = None
    every: bool = False
    few: tuple[list[Sequence[int]], bool] | None = None

    @property
    def result(self) -> str:
        """What is known, in words."""
        one, other = self.one, self.other
        if self.every:
            return f"every {one} is a {other}"
        if self.number is not None:
            return f"{self.tried:,} of {self.number:,} {one}s are {other}s"
        many = f"random {one}s are {other}s"
        return counted(self.tried, f"random {one} is a {other}", many)


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
            Stopped: Time ran out before anything was tried.
        """
        wrong, limit = self._result
        few, is_all = self._few(self._models)
        facts: dict[str, Any] = {
            "scheme": self._scheme,
            "variables": len(self._auxiliary),
            "families": self._families(),
            "models": len(few) if is_all else None,
            "seen": len(few),
        }
        with suppress(Stopped):
            facts["sees"] = self._sees()
        if wrong is not None:
            return FormulaReport(right=False, **facts, **wrong)
        if self._models.every and self._solutions.every:
            return FormulaReport(right=True, **facts)
        words = f"{self._models.result}, and {self._solutions.result}{limit}"
        return FormulaReport(right=None, words=words, **facts)

    @property
    def is_wrong(self) -> bool:
        """Whether the formula is none of the puzzle, by this numbering."""
        return self._result[0] is not None

    @cached_property
    def _result(self) -> tuple[dict[str, Any] | None, str]:
        """What is wrong with the formula, if that is found; which limit came first."""
        try:
            return self._wrong(), ""
        except Stopped as stop:
            if not self._solutions.tried:
                raise
            return None, f"; {stop}"

    @cached_property
    def _solutions(self) -> _Half:
        source = self._oracle
        samples = self._samples(source)
        return _Half("solution", "model", source, self._engine, samples)

    @cached_property
    def _models(self) -> _Half:
        source = self._engine
        samples = self._samples(source)
        return _Half("model", "solution", source, self._oracle, samples)

    def _wrong(self) -> dict[str, Any] | None:
        """Return what is wrong with the formula, if that is found.

        Raises:
            Stopped: Time ran out first.
        """
        halves = self._solutions, self._models
        for half in halves:
            wrong = self._failure(half, islice(half.samples, _FIRST))
            if wrong is not None:
                return wrong
        if wrong := self._too_weak() or self._too_strong():
            return wrong
        for half in halves:
            if not half.every:
                few, is_all = self._few(half)
                sampled = half.tried
                wrong = self._failure(half, few if is_all else half.samples)
                if wrong is not None:
                    return wrong
                if is_all:  # samples are among them, some of them twice
                    half.tried, half.number = half.tried - sampled, len(few)
                    half.every = half.tried == half.number
        return None

    def _failure(
        self, half: _Half, models: Iterable[Sequence[int]]
    ) -> dict[str, Any] | None:
        """Say what is at fault with the first that is a model of one formula alone."""
        for model in models:
            assumed = self._cells_of(model)
            outcome = half.judge.solve(assumed, self._budget(_LONG))
            if outcome.satisfiable is False:
                if half is self._solutions:
                    return self._excluded(self._grid(model), self._at_fault(assumed))
                return self._broken(self._broken_rule(model, assumed), model)
            self._deadline.check()
            half.tried += outcome.satisfiable is True
        self._deadline.check()
        return None

    def _budget(self, conflicts: int) -> Deadline:
        """Return the time that is left, for so many conflicts."""
        return Deadline(self._deadline.left, conflicts)

    def _theirs(self, clause: Clause) -> Clause:
        """Return a clause of the textbook in the formula's numbering."""
        return tuple(
            self._variable[x] if x > 0 else -self._variable[-x] for x in clause
        )

    def _is_helped(self, number: int) -> bool:
        """Whether a clause of the textbook has an auxiliary variable."""
        return not self._helpers.isdisjoint(map(abs, self.textbook[number]))

    def _too_weak(self) -> dict[str, Any] | None:
        """Return a model that breaks a rule, or find out whether there is none."""
        has = {frozenset(clause) for clause in self._formula}
        hard = [
            number
            for number, theirs in enumerate(self.textbook)
            if frozenset(theirs) not in has
        ]
        is_helped = False
        for conflicts, most in ((_CONFLICTS, 1), (_LONG, _HARD)):
            open_ones, hard = self._not_counted(hard), []
            kinds: Counter[tuple[str, bool]] = Counter()
            for number in open_ones:
                kind = self._kind(number)
                if kinds[kind] == most:
                    hard.append(number)  # as others of its kind
                    continue
                assumed = [-x for x in self.textbook[number]]
                outcome = self._engine.solve(assumed, self._budget(conflicts))
                self._deadline.check()
                if outcome.satisfiable is None:
                    kinds[kind] += 1
                    hard.append(number)
                elif outcome.model is not None:
                    if not self._is_helped(number):
                        return self._broken(number, outcome.model)
                    is_helped = True
        self._models.every = not (is_helped or self._not_counted(hard))
        return None

    def _broken_rule(self, model: Sequence[int], assumed: Sequence[int]) -> int:
        """Return the number of a clause of the textbook that a model breaks.

        It is false, or its helpers, which come with a constraint, have no values.
        """
        true = {*model}
        for number, clause in enumerate(self.textbook):
            if not self._is_helped(number) and not any(
                (abs(x) in true) is (x > 0) for x in clause
            ):
                return number
        textbook = Formula.of(self.textbook, self._last)
        core = minimal_core(textbook, assumed, self._deadline) or ()
        return next(one - 1 for one in core if self._is_helped(one - 1))

    def _few(self, half: _Half) -> tuple[list[Sequence[int]], bool]:
        """Return 1,001 models at most, on the cells; whether these are all."""
        if half.few is None:
            few: list[Sequence[int]] = []
            budget = self._budget(_COUNTING)
            models = half.source.models([], sorted(self._own), budget)
            with suppress(Stopped):
                few += islice(models, _MANY + 1)
                half.few = few, len(few) <= _MANY
            half.few = half.few or (few, False)
        return half.few

    def _cells_of(self, model: Sequence[int]) -> list[int]:
        """Return what a model says of the cells' variables."""
        true = {*model}
        return [x if x in true else -x for x in self._own]

    def _not_counted(self, hard: Sequence[int]) -> list[int]:
        """Return the clauses of the textbook that do not follow by counting either."""
        textbook = [*map(frozenset, self.textbook)]
        known = {*textbook}.difference(textbook[number] for number in hard)
        statements = product(self._sets, (True, False))
        true = counted_out(
            self._sets,
            {one for one in statements if known.issuperset(self._clauses(*one))},
        )
        known.update(chain.from_iterable(self._clauses(*one) for one in true))
        return [number for number in hard if textbook[number] not in known]

    @cached_property
    def _sets(self) -> dict[Name, frozenset[int]]:
        """The candidates of each set that holds exactly one, by its name."""
        return {
            (origin.subject, origin.digit): frozenset(clause)
            for origin, clause in zip(self._origins, self.textbook, strict=True)
            if origin.family in {"cell", "unit"} and min(clause) > 0
        }

    def _clauses(self, name: Name, least: bool) -> Iterable[frozenset[int]]:  # noqa: FBT001
        """Return the clauses that say that a set holds one at least, or at most."""
        places = self._sets[name]
        if least:
            return (places,)
        return (frozenset((-one, -other)) for one, other in combinations(places, 2))

    def _kind(self, number: int) -> tuple[str, bool]:
        """Return what a textbook clause is about, a cell or a row, and as above."""
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

    def _too_strong(self) -> dict[str, Any] | None:
        """Return a solution that is no model, or find out whether there is none."""
        textbook = {*map(frozenset, self.textbook)}
        hard, needs_models = 0, False
        for number, clause in enumerate(self._formula, 1):
            auxiliary = {abs(x) for x in clause} & self._auxiliary
            if not auxiliary <= self._helpers or hard == _HARD:
                needs_models = True
                continue
            if frozenset(clause) in textbook:
                continue
            assumed = [-x for x in clause]
            outcome = self._oracle.solve(assumed, self._budget(_LONG))
            self._deadline.check()
            if outcome.model is not None and not auxiliary:
                return self._excluded(self._grid(outcome.model), (number,))
            hard += outcome.satisfiable is None
            needs_models = needs_models or outcome.satisfiable is not False
        self._solutions.every = not needs_models
        return None

    def _samples(self, engine: Engine) -> Iterator[Clause]:
        """Yield random models."""
        random, variables = Random(1), sorted(self._own)  # noqa: S311  a sample
        for _ in range(_SAMPLE):
            assumed: list[int] = []
            for variable in random.sample(variables, self._puzzle.geometry.size):
                outcome = engine.solve([*assumed, variable], self._budget(_LONG))
                if outcome.satisfiable:
                    assumed.append(variable)
            model = engine.solve(assumed, self._budget(_LONG)).model
            if model is None:
                return
            yield model

    def _at_fault(self, assumed: Sequence[int]) -> tuple[int, ...]:
        """Return numbers of clauses that exclude a solution, none superfluous.

        None where time runs out: that it is excluded is known.
        """
        false = {-x for x in assumed}
        for number, clause in enumerate(self._formula, 1):
            if false.issuperset(clause):
                return (number,)
        formula = Formula.of(self._formula, self._last)
        with suppress(Stopped):
            return minimal_core(formula, assumed, self._deadline) or ()
        return ()

    def _excluded(self, grid: Grid, numbers: tuple[int, ...]) -> dict[str, Any]:
        """Say that a solution is no model, and by which clauses."""
        which = counted(len(numbers), "clause excludes", "clauses exclude")
        which = f"{which} it" if numbers else "which clauses exclude it, was not found"
        literals = list(self._formula)[numbers[0] - 1] if numbers else ()
        names = " or ".join(map(self._name, literals[:8])) or "the empty clause"
        ending = " or …" if len(literals) > 8 else ""
        return {
            "words": f"a solution is no model: {which}",
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
