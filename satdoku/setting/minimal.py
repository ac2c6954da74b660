"""Minimal sets: clues that contradict each other, and minimal puzzles.

Constraints count like clues: a variable for each turns its clauses on.

Both are *minimal unsatisfiable subsets*, sets of literals without a model together,
none of them redundant: the clues of a contradiction have no solution; the clues of a
minimal puzzle have none besides the known one.  What a largest set that has a model
leaves out is a *correction set*.  Each of the first hits each of the second (R. Reiter,
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
models save questions but never decide between several answers.  That, and a time limit
inside each search, is more than `musx` and `Hitman` of PySAT offer.

`Oracle` asks one loaded engine whether literals go together.  Invariant: every model is
checked against the rules, its assumptions, and the grid it must differ from; so "these
go together" is certain.  "These do not" is the engine's word.
"""

from __future__ import annotations

from contextlib import closing, contextmanager
from itertools import chain, combinations, islice
from random import Random
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from satdoku.cnf.encoder import encoding as make_encoding
from satdoku.cnf.formula import Formula
from satdoku.cnf.propagate import contradiction
from satdoku.engines import registry
from satdoku.engines.lanes import supports
from satdoku.errors import EngineError, InputError, Stopped, check_limit, check_seed
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import NEVER, Deadline, check_timeout
from satdoku.setting.checker import counter, plan, selected
from satdoku.setting.questions import CountQuestion, ReduceQuestion, lane_answers
from satdoku.solving.choice import LEARNER

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
    from typing import Unpack

    from satdoku.cnf.encoder import Encoding
    from satdoku.cnf.formula import Clause
    from satdoku.engines.base import Engine
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.puzzle import PuzzleLike
    from satdoku.setting.checker import FormulaOptions, Plan

__all__ = [
    "Conflict",
    "MinimalSets",
    "Minimizer",
    "Oracle",
    "all_conflicts",
    "clashing_pairs",
    "conflicting_clues",
    "minimal_puzzles",
    "minimize",
    "oracle_of",
]

T = TypeVar("T")


class Oracle:
    """Answers whether literals have a model together.

    Args:
        engine: The engine, loaded with the rules of `form`, and maybe more.
        form: What decodes its models.
        always: What is assumed in every question.
        deadline: When to stop.
        other: A grid that no model is to be, as `always` says.
        rules: The constraint that each variable turns on.
    """

    def __init__(
        self,
        engine: Engine,
        form: Encoding,
        always: Sequence[int] = (),
        deadline: Deadline = NEVER,
        other: Grid | None = None,
        *,
        rules: Mapping[int, Constraint] | None = None,
    ) -> None:
        self._engine = engine
        self.form = form
        self.deadline = deadline
        self._always = list(always)
        self._other = other
        self._rules = rules or {}
        self._empty = Puzzle.trusted(form.geometry, (0,) * form.geometry.cells)
        self.model: frozenset[int] = frozenset()
        """The true variables of the last model that was found."""

    def core(self, literals: Sequence[int]) -> list[int] | None:
        """Return those of the literals that have no model together; None if all have.

        Raises:
            Stopped: The time is over.
            EngineError: The engine gave a model that is none.
        """
        self.deadline.check()
        assumptions = [*self._always, *literals]
        outcome = self._engine.solve(assumptions, self.deadline)
        if outcome.satisfiable is None:
            raise Stopped("out of time")
        if outcome.model is None:
            found = self._engine.core()
            core = set(literals if found is None else found)
            return [literal for literal in literals if literal in core]
        self.model = frozenset(outcome.model)
        kept = all((abs(a) in self.model) == (a > 0) for a in assumptions)
        grid = self.form.decode(outcome.model)
        rules = [self._rules[a] for a in assumptions if a in self._rules]
        puzzle = Puzzle(self._empty, rules) if rules else self._empty
        if not kept or not puzzle.is_solution(grid) or grid == self._other:
            raise EngineError(f"{self._engine.name} gave a model that is none")
        return None


@contextmanager
def oracle_of(
    puzzle: Puzzle,
    how: Plan | None = None,
    deadline: Deadline = NEVER,
    *,
    all_rules: bool = False,
) -> Generator[tuple[Oracle, dict[int, int | Constraint]]]:
    """Load an engine with the rules, for questions about the clues of a puzzle.

    Args:
        puzzle: The puzzle.
        how: Which engine and encoding; None for the usual ones.
        deadline: When to stop.
        all_rules: Whether every constraint always holds; none is named then.

    Yields:
        The oracle, which assumes the candidates that the puzzle rules out beyond its
        clues; and the cell of each clue's literal, in the order of the cells, then the
        constraint that each variable turns on.

    Raises:
        LimitError: The formula would be too large.
    """
    how = how or plan(puzzle.geometry)
    form = make_encoding(puzzle.geometry, how.recipe, how.max_clauses)
    formula = form.formula
    rules: dict[int, Constraint] = {}
    if puzzle.constraints:
        first = formula.variables + 1
        more, rules = selected(form, puzzle.constraints, first)
        formula = Formula.of([*formula, *more], max(rules))
    engine = registry.load(how.engine, formula)
    try:
        always = [*form.removed(puzzle), *(rules if all_rules else ())]
        oracle = Oracle(engine, form, always, deadline, rules=rules)
        yield oracle, _names(form, puzzle, {} if all_rules else rules)
    finally:
        engine.close()


def _names(
    form: Encoding, puzzle: Puzzle, rules: Mapping[int, Constraint]
) -> dict[int, int | Constraint]:
    """Return the cell of each clue by its literal, then the constraints."""
    plain = Puzzle(puzzle.clues)
    cells = (cell for cell, _ in puzzle.clues.filled)
    return {**dict(zip(form.clues(plain), cells, strict=True)), **rules}


class MinimalSets(Generic[T]):
    """Looks for such sets.

    Args:
        oracle: Answers whether literals have a model together.
        names: What each literal stands for, in the order in which they are left out.
    """

    def __init__(self, oracle: Oracle, names: Mapping[int, T]) -> None:
        self._oracle = oracle
        self._names = names
        self._literals = list(names)
        # What sets still to be found hit and leave out; variables count from 1.
        self._sought: list[Clause] = []
        self._fewest = 0

    def one(self, among: Sequence[int] | None = None) -> tuple[list[T], bool] | None:
        """Find a set among literals (all, if none are said); None if they have a model.

        Returns:
            The set, and whether it is minimal; False where time ran out before
            that was certain.

        Raises:
            Stopped: Time ran out before the first answer.
        """
        core_of = self._oracle.core
        left = self._literals if among is None else list(among)
        core = core_of(left)
        if core is None:
            return None
        known = set(core)
        try:
            for literal in tuple(left):
                rest = [other for other in left if other != literal]
                if literal in known:
                    # Together with the literal the rest has no model, so all of its
                    # models have the opposite: to say so spares the engine a search.
                    core = core_of([*rest, -literal])
                    if core is None:
                        continue
                    known = known.union(core) - {literal, -literal}
                left = rest
            if core_of(left) is None:
                raise EngineError("an engine gave a core that has a model")
        except Stopped:
            left = [literal for literal in left if literal in known]
            return self._named(left), not left
        return self._named(left), True

    def every(self, known: Iterable[Iterable[T]] = ()) -> Iterator[list[T]]:
        """Yield each such set once.

        Args:
            known: Such sets that need not be found any more.

        Raises:
            Stopped: Time ran out before all were found (raised by the iterator).
        """
        self._leave(*known)
        while (seed := self._hitting(self._sought)) is not None:
            if self._oracle.core(seed) is None:
                self._hit(self._correction(seed))
                continue
            narrowed = self.one(seed)
            if narrowed is None or not narrowed[1]:
                raise Stopped("out of time")
            yield narrowed[0]
            self._leave(narrowed[0])

    def by_size(self, known: Iterable[Iterable[T]] = ()) -> Iterator[list[T]]:
        """Yield each such set once, those with the fewest literals first.

        Args:
            known: Such sets that need not be found any more.

        Raises:
            Stopped: As for `every`.
        """
        self._leave(*known)
        while (seed := self._fewest_hitting()) is not None:
            if self._oracle.core(seed) is not None:
                yield self._named(seed)
                self._leave(self._named(seed))
                continue
            # Several at a time, no two with a literal in common: each rules out more.
            while self._oracle.core(seed) is None:
                missing = self._correction(seed)
                self._hit(missing)
                if not missing:
                    return  # all of them together have a model
                seed = [each for each in self._literals if each in {*seed, *missing}]

    def _named(self, literals: Iterable[int]) -> list[T]:
        return [self._names[literal] for literal in literals]

    def _hit(self, literals: Iterable[int]) -> None:
        """Ask for at least one of these from here on."""
        number = {literal: at for at, literal in enumerate(self._literals, 1)}
        self._sought.append(tuple([number[literal] for literal in literals]))

    def _leave(self, *sets: Iterable[T]) -> None:
        """Ask for at least one of each set to be left out from here on."""
        number = {name: at for at, name in enumerate(self._names.values(), 1)}
        self._sought += [tuple([-number[name] for name in names]) for names in sets]

    def _fewest_hitting(self) -> list[int] | None:
        """Return a smallest set of literals as sought; None if there is none."""
        count = len(self._literals)
        # More hits and more left out never need fewer members.
        while self._fewest <= count:
            clauses, outputs = counter(range(1, count + 1), self._fewest + 1, count)
            # With as many members as there are, no output says that they are too many.
            bound = [(-output,) for output in outputs[self._fewest :]]
            found = self._hitting([*self._sought, *clauses, *bound])
            if found is not None:
                return found
            self._fewest += 1
        return None

    def _hitting(self, clauses: Sequence[Clause]) -> list[int] | None:
        """Return a set of literals, rather a large one; None if there is none."""
        formula = Formula.of(clauses, len(self._literals))
        engine = registry.load(LEARNER, formula)
        try:
            outcome = engine.solve((), self._oracle.deadline)
        finally:
            engine.close()
        if outcome.satisfiable is None:
            raise Stopped("out of time")
        if outcome.model is None:
            return None
        chosen = set(outcome.model)
        return [each for at, each in enumerate(self._literals, 1) if at in chosen]

    def _correction(self, literals: Sequence[int]) -> list[int]:
        """Return what is left out of a largest set around literals that have a model.

        The model is the one that the oracle has found last.
        """
        kept, model = set(literals), self._oracle.model
        missing: list[int] = []
        for literal in self._literals:
            if literal in kept:
                continue
            if (abs(literal) in model) == (literal > 0):
                kept.add(literal)
            elif self._oracle.core([*kept, literal]) is None:
                kept.add(literal)
                model = self._oracle.model
            else:
                missing.append(literal)
        return missing


# --- clues that contradict each other -------------------------------------------------


class Conflict(NamedTuple):
    """Clues and constraints that contradict each other.

    Args:
        cells: Where they are, rising; none where the candidates alone contradict each
            other.
        minimal: Whether without any one of them there would be a solution; False where
            time ran out before that was certain.
        smallest: Whether no fewer clues contradict each other; False if that was not
            requested, or time ran out.
        constraints: The constraints among them.
    """

    cells: tuple[int, ...]
    minimal: bool
    smallest: bool = False
    constraints: tuple[Constraint, ...] = ()


def _conflict(
    found: Iterable[int | Constraint], *, minimal: bool, smallest: bool = False
) -> Conflict:
    names = tuple(found)
    cells = tuple(name for name in names if isinstance(name, int))
    rules = tuple(name for name in names if not isinstance(name, int))
    return Conflict(cells, minimal, smallest, rules)


def conflicting_clues(
    puzzle: PuzzleLike,
    *,
    smallest: bool = False,
    timeout: float | None = None,
    **options: Unpack[FormulaOptions],
) -> Conflict | None:
    """Find a minimal set of clues and constraints that contradict each other.

    Candidates that the puzzle rules out beyond its clues always count; the clues may
    need their help to contradict each other.  Where singles refute the puzzle, the set
    is one of the clues that their contradiction follows from.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        smallest: Whether to look for a set with the fewest clues of all, which takes
            longer than one from which no clue can be left out.
        timeout: Seconds of wall time after which to stop with the clues left by then.
        **options: See `FormulaOptions`.

    Returns:
        The clues, or None if the puzzle has a solution.  Which they are does not depend
        on the engine, as long as the time is enough.

    Raises:
        InputError: `puzzle` or the recipe's file cannot be read.
        UsageError: There is no such engine or encoding.
        LimitError: The formula would be too large.
        Stopped: Time ran out before it was certain that there is no solution.

    Example:
        >>> conflict = conflicting_clues("12.. ..3. ...4 ....")
        >>> conflict.cells, conflict.minimal
        ((0, 1, 6), True)
        >>> conflicting_clues("1... .... .... ....") is None
        True
        >>> conflicting_clues("12.. ..3. ...4 ....", smallest=True).smallest
        True
    """
    deadline, grid = Deadline(timeout), Puzzle.of(puzzle)
    how = plan(grid.geometry, **options)
    for pair in _known_pairs(grid):
        return Conflict(pair, minimal=True, smallest=smallest)
    with oracle_of(grid, how, deadline) as (oracle, cells):
        sets = MinimalSets(oracle, cells)
        found = sets.one(_refuted(grid, cells))
        if found is None:
            return None
        names, minimal = found
        if smallest and minimal:
            try:
                return _conflict(next(sets.by_size()), minimal=True, smallest=True)
            except Stopped:
                pass  # the one found before will do
        return _conflict(names, minimal=minimal)


def _refuted(grid: Puzzle, names: Mapping[int, int | Constraint]) -> list[int] | None:
    """Return the literals that singles need to refute a puzzle; None if they do not."""
    cause = contradiction(grid)
    if cause is None:
        return None
    # The units of constraints count as known there; so all of them may be needed.
    return [
        key
        for key, name in names.items()
        if not isinstance(name, int) or name in cause.cells
    ]


def all_conflicts(
    puzzle: PuzzleLike,
    *,
    smallest: bool = False,
    limit: int | None = None,
    timeout: float | None = None,
    **options: Unpack[FormulaOptions],
) -> Iterator[Conflict]:
    """Yield every minimal set of clues and constraints that contradict each other.

    There may be very many.  Two equal clues in a unit come first; the order of all
    others is that in which they are found, or by size.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        smallest: Whether sets with fewer clues come first.
        limit: How many sets at most; None for all.
        timeout: Seconds of wall time after which to stop.
        **options: See `FormulaOptions`.

    Returns:
        A lazy iterator; empty if the puzzle has a solution.

    Raises:
        InputError: `puzzle` or the recipe's file cannot be read.
        UsageError: There is no such engine or encoding, or the limit is below 1.
        LimitError: The formula would be too large (raised by the iterator).
        Stopped: Time ran out before all were found (raised by the iterator).

    Example:
        >>> [conflict.cells for conflict in all_conflicts("11.. ..1. .... ....")]
        [(0, 1)]
        >>> sorted(conflict.cells for conflict in all_conflicts("12.. ..34 .34. ...."))
        [(0, 1, 6), (0, 1, 7), (0, 6, 7), (0, 6, 9), (1, 6, 7)]
    """
    deadline, grid = Deadline(timeout), Puzzle.of(puzzle)
    how = plan(grid.geometry, **options)
    found = _conflicts(grid, how, deadline, smallest=smallest)
    return islice(found, check_limit(limit, minimum=1))


def _conflicts(
    grid: Puzzle, how: Plan, deadline: Deadline, *, smallest: bool
) -> Iterator[Conflict]:
    pairs = _known_pairs(grid)
    for pair in pairs:
        yield Conflict(pair, minimal=True, smallest=smallest)
    with oracle_of(grid, how, deadline) as (oracle, cells):
        sets = MinimalSets(oracle, cells)
        least = 2 if pairs else None
        for found in sets.by_size(pairs) if smallest else sets.every(pairs):
            least = least or len(found)
            certain = smallest and len(found) <= least
            yield _conflict(found, minimal=True, smallest=certain)


def _known_pairs(grid: Puzzle) -> list[tuple[int, int]]:
    """Return the minimal conflicts that can be seen without a search."""
    # With candidates, one of two equal clues may contradict those alone.
    return clashing_pairs(grid) if grid.masks is None else []


def clashing_pairs(grid: Puzzle) -> list[tuple[int, int]]:
    """List each two cells of a unit that hold the same digit, once, rising.

    Example:
        >>> clashing_pairs(Puzzle("11.. 1... .... ...."))
        [(0, 1), (0, 4), (1, 4)]
    """
    values = grid.values
    pairs = chain.from_iterable(
        combinations(sorted(unit), 2) for unit in grid.geometry.units
    )
    return sorted({(a, b) for a, b in pairs if values[a] and values[a] == values[b]})


# --- minimal puzzles ------------------------------------------------------------------


def minimize(
    puzzle: PuzzleLike,
    *,
    seed: int | None = None,
    smallest: bool = False,
    timeout: float | None = None,
    **options: Unpack[FormulaOptions],
) -> Puzzle:
    """Remove redundant clues and constraints from a puzzle until none is left.

    Clues are tried first, then constraints.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        seed: For the order in which clues are tried; None for that of the cells.  The
            same seed gives the same puzzle, whatever the engine.
        smallest: Whether to look for a minimal puzzle with the fewest clues of all that
            are inside: a second for the usual puzzle, hopeless for a complete grid.
        timeout: Seconds of wall time after which to give up.
        **options: See `FormulaOptions`.

    Returns:
        The puzzle with the clues that are left; candidates that it rules out beyond its
        clues stay ruled out.

    Raises:
        InputError: `puzzle` or the recipe's file cannot be read; or the puzzle has no
            solution, or several.
        UsageError: There is no such engine or encoding, or the seed is no whole number
            from 0.
        LimitError: The formula would be too large.
        Stopped: Time ran out before no clue could go.

    Example:
        >>> minimize("1234 3412 2143 4321").line
        '......12.1.3.32.'
    """
    with closing(Minimizer(**options)) as minimizer:
        return minimizer.minimal(
            Puzzle.of(puzzle), seed=seed, smallest=smallest, timeout=timeout
        )


def minimal_puzzles(
    puzzle: PuzzleLike,
    *,
    seed: int | None = None,
    smallest: bool = False,
    limit: int | None = None,
    timeout: float | None = None,
    **options: Unpack[FormulaOptions],
) -> Iterator[Puzzle]:
    """Yield every minimal puzzle inside a proper one; there may be very many.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        seed: For the order in which clues are tried; None for that of the cells.
        smallest: Whether those with fewer clues come first.
        limit: How many at most; None for all.
        timeout: Seconds of wall time after which to stop.
        **options: See `FormulaOptions`.

    Returns:
        A lazy iterator.

    Raises:
        InputError: As for `minimize` (but for reading, raised by the iterator).
        UsageError: There is no such engine or encoding, the limit is below 1, or the
            seed below 0.
        LimitError: The formula would be too large (raised by the iterator).
        Stopped: Time ran out before all were found (raised by the iterator).

    Example:
        >>> puzzles = minimal_puzzles("1234 34.. 2.4. .32.", smallest=True)
        >>> [puzzle.clue_count for puzzle in puzzles]
        [4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6]
    """
    limit = check_limit(limit, minimum=1)
    check_seed(seed)
    check_timeout(timeout)
    grid = Puzzle.of(puzzle)
    minimizer = Minimizer(**options)

    def found() -> Iterator[Puzzle]:
        with closing(minimizer):
            yield from minimizer.every(
                grid, seed=seed, smallest=smallest, timeout=timeout
            )

    return islice(found(), limit)


class _Apart:
    """One loaded engine that asks for solutions other than a known one.

    To the formula of a geometry come, for each cell,

        other(cell, digit)    the known grid holds the digit there; n² are assumed
        apart(cell)           the solution holds another digit there: it may be true
                              only where `other` and the cell's own variables differ

    and one clause: apart(cell) holds somewhere.  To load the whole formula with one
    blocking clause for each puzzle costs ten times as much.

    Example:
        >>> made = _Apart(Puzzle("." * 16).geometry, plan(Puzzle("." * 16).geometry))
        >>> len(made.other_than(Puzzle("1234 3412 2143 4321").clues))
        16
    """

    def __init__(
        self, geometry: Geometry, how: Plan, constraints: tuple[Constraint, ...] = ()
    ) -> None:
        self.constraints = constraints
        self.form = form = make_encoding(geometry, how.recipe, how.max_clauses)
        self._other = form.formula.variables
        apart = self._other + geometry.cells * geometry.size + 1
        differs = [
            (
                -apart - cell,
                -form.variable_of(cell, digit),
                -self._variable(cell, digit),
            )
            for cell in range(geometry.cells)
            for digit in geometry.digit_range
        ]
        somewhere = tuple(range(apart, apart + geometry.cells))
        first = apart + geometry.cells
        more, self.rules = selected(form, constraints, first)
        formula = Formula.of(
            [*form.formula, *differs, somewhere, *more], max(self.rules, default=0)
        )
        self.engine = registry.load(how.engine, formula)

    def _variable(self, cell: int, digit: int) -> int:
        return self._other + cell * self.form.geometry.size + digit

    def other_than(self, grid: Grid) -> list[int]:
        """Return the literals that say which complete grid it shall not be."""
        return [self._variable(cell, digit) for cell, digit in grid.filled]


class Minimizer:
    """Finds minimal puzzles; made once for many puzzles, for one thread at a time.

    It keeps an engine loaded with the rules of the last geometry.

    Args:
        **options: See `FormulaOptions`.

    Raises:
        UsageError: There is no such engine or encoding.
        InputError: The recipe's file cannot be read.
    """

    def __init__(self, **options: Unpack[FormulaOptions]) -> None:
        self._is_usual = plan(Geometry(), **options) == plan(Geometry())
        self._options = options
        self._loaded: _Apart | None = None

    def minimal(
        self,
        puzzle: Puzzle,
        *,
        seed: int | None = None,
        smallest: bool = False,
        timeout: float | None = None,
    ) -> Puzzle:
        """Find one minimal puzzle; see `minimize`."""
        if smallest:
            return next(self.every(puzzle, seed=seed, smallest=True, timeout=timeout))
        with self._sets(puzzle, seed, timeout) as sets:
            found = sets.one()
        if found is None or not found[1]:
            raise Stopped("out of time")
        return _only(puzzle, found[0])

    def every(
        self,
        puzzle: Puzzle,
        *,
        seed: int | None = None,
        smallest: bool = False,
        timeout: float | None = None,
    ) -> Iterator[Puzzle]:
        """Yield all minimal puzzles; see `minimal_puzzles`.

        The minimizer is not to be asked for other puzzles until that ends.
        """
        with self._sets(puzzle, seed, timeout) as sets:
            for found in sets.by_size() if smallest else sets.every():
                yield _only(puzzle, found)

    def minimal_batch(
        self, puzzles: Sequence[Puzzle], *, seed: int | None = None
    ) -> dict[int, Puzzle]:
        """Find one minimal puzzle in each proper puzzle of 9x9, by compiled lanes.

        Returns:
            The puzzles of `minimal`, by index in `puzzles`; none of puzzles that are
            not proper or that lanes do not support, nor where they are not compiled.
        """
        nines = {at: puzzle for at, puzzle in enumerate(puzzles) if supports(puzzle)}
        answers = lane_answers() if nines and self._is_usual else None
        if answers is None:
            return {}
        counted = answers.count(
            [CountQuestion(puzzle.values) for puzzle in nines.values()]
        )
        counts = zip(nines, counted, strict=True)
        proper = [at for at, (count, _) in counts if count == 1]
        questions: list[ReduceQuestion] = []
        for at in proper:
            cells: list[tuple[int, ...]]
            cells = [(cell,) for cell, _ in nines[at].clues.filled]
            questions.append(ReduceQuestion(nines[at].values, _shuffled(cells, seed)))
        removed = answers.reduce(questions) if questions else []
        return {
            at: _only(nines[at], {*range(81)}.difference(*gone))
            for at, gone in zip(proper, removed, strict=True)
        }

    def close(self) -> None:
        """Free the loaded engine; the minimizer can be used again."""
        if self._loaded is not None:
            self._loaded.engine.close()
            self._loaded = None

    @contextmanager
    def _sets(
        self, puzzle: Puzzle, seed: int | None, timeout: float | None
    ) -> Generator[MinimalSets[int | Constraint]]:
        """Yield what finds sets of clues that are enough, each by its cell.

        Raises:
            InputError: The puzzle has no solution, or several.
        """
        check_seed(seed)
        deadline, geometry = Deadline(timeout), puzzle.geometry
        if puzzle.clashes():
            raise InputError("the puzzle has no solution", expected="exactly one")
        apart, rules = self._loaded, puzzle.constraints
        if not apart or (apart.form.geometry, apart.constraints) != (geometry, rules):
            self.close()
            apart = _Apart(geometry, plan(geometry, **self._options), rules)
            self._loaded = apart
        form, engine = apart.form, apart.engine
        clues = dict(_shuffled(list(_names(form, puzzle, {}).items()), seed))
        names: dict[int, int | Constraint] = {**clues, **apart.rules}  # clues go first
        removed = form.removed(puzzle)
        try:
            first = Oracle(engine, form, removed, deadline, rules=apart.rules)
            if first.core(list(names)) is not None:
                raise InputError("the puzzle has no solution", expected="exactly one")
            known = form.decode(sorted(first.model))
            always = [*removed, *apart.other_than(known)]
            oracle = Oracle(engine, form, always, deadline, known, rules=apart.rules)
            if oracle.core(list(names)) is None:
                raise InputError(
                    "the puzzle has several solutions", expected="exactly one"
                )
            yield MinimalSets(oracle, names)
        except KeyboardInterrupt:
            self.close()  # some engines cannot be used again
            raise


def _shuffled(items: list[T], seed: int | None) -> list[T]:
    """Shuffle a list by a seed; without one, leave it as it is."""
    if seed is not None:
        Random(seed).shuffle(items)  # noqa: S311  not for secrets
    return items


def _only(puzzle: Puzzle, names: Iterable[int | Constraint]) -> Puzzle:
    """Return a puzzle with the clues of some cells, and some constraints, alone."""
    kept, geometry = {*names}, puzzle.geometry
    rules = [rule for rule in dict.fromkeys(puzzle.constraints) if rule in kept]
    values = tuple(v if cell in kept else 0 for cell, v in enumerate(puzzle.values))
    if puzzle.masks is None:
        return Puzzle(Grid.trusted(geometry, values), rules)
    masks = [(1 << geometry.size) - 1] * geometry.cells
    for cell, digit in puzzle.eliminated:
        masks[cell] &= ~(1 << (digit - 1))
    return Puzzle(Grid.trusted(geometry, values), rules, masks)
