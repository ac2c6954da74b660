"""Check puzzles: clashes, number of solutions, redundant clues, true candidates.

One loaded engine answers every question, under assumptions:

    a candidate is true    the puzzle and the candidate have a model; every solution
                           found on the way settles all its candidates at once
    a difference is        the puzzle, all cells of the first solution but those, and
    unavoidable            one of them have no model but that solution, whichever it is
    a clue is redundant    the rest of the puzzle and "not this digit here" have no
                           model; the rest is the other clues, and the candidates that
                           are ruled out beyond all clues

The third needs the whole formula, without clues, and so is left out on grids whose
whole formula is larger than `_WHOLE` clauses.  That formula is the same for all puzzles
of a geometry, so a `Checker` keeps one engine loaded.  `batch_facts` asks compiled
lanes about many 9x9 puzzles at once.

Cells of a solution are *unavoidable* if some other solution differs in just these: a
proper puzzle has a clue in one of them, at least.  None of them is to spare where no
solution differs from the first in a part of them alone.
"""

from __future__ import annotations

from contextlib import closing
from itertools import compress
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from satdoku.cnf.encoder import MAX_CLAUSES, Encoding, encoding, formula_size, simplify
from satdoku.cnf.formula import Formula
from satdoku.cnf.propagate import contradiction
from satdoku.cnf.recipe import load as load_recipe
from satdoku.engines import registry
from satdoku.engines.lanes import supports
from satdoku.errors import EngineError, Stopped, UsageError
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid, GridLike
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.setting.questions import lane_answers
from satdoku.solving.backends import LoadedEngine
from satdoku.solving.choice import AUTO, LEARNER
from satdoku.solving.results import Report, Status, differences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import TypeAlias, Unpack

    from satdoku.cnf.formula import Clause
    from satdoku.cnf.recipe import Recipe
    from satdoku.engines.base import Engine, Model
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.puzzle import PuzzleLike

    Rules: TypeAlias = "tuple[Geometry, tuple[Constraint, ...]]"

__all__ = [
    "Checker",
    "Difference",
    "Facts",
    "FormulaOptions",
    "Interrupted",
    "Plan",
    "batch_facts",
    "check",
    "counter",
    "plan",
    "selected",
    "smallest_difference",
]

_WHOLE = 2_000_000
_RECIPE = "extended"
_LARGE_RECIPE = "triad-lite"
_LARGE = 16
_SEVERAL = 2


def check(
    puzzle: PuzzleLike,
    *,
    timeout: float | None = None,
    **options: Unpack[FormulaOptions],
) -> Report:
    """Check a puzzle: clashes, uniqueness, redundant clues and constraints.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        timeout: Seconds of wall time after which to stop with what is known.
        **options: See `FormulaOptions`.

    Raises:
        InputError: `puzzle` or the recipe's file cannot be read.
        UsageError: There is no such engine or encoding.
        LimitError: The formula would be too large.

    Example:
        >>> report = check("1... ..2. ..3. 4...")
        >>> report.is_proper, report.is_minimal, report.clues
        (True, True, 4)
    """
    with closing(Checker(**options)) as checker:
        return checker.check(Puzzle.of(puzzle), timeout=timeout)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C came while a puzzle was checked.

    Args:
        report: What was known by then.
    """

    def __init__(self, report: Report) -> None:
        super().__init__("interrupted")
        self.report = report


class FormulaOptions(TypedDict, total=False):
    """How a formula is made and searched.

    Args:
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        max_clauses: Refuse formulas with more clauses than that.
    """

    engine: str
    encoding: str | None
    max_clauses: int


class Plan(NamedTuple):
    """How a puzzle is checked: by which engine, on which formula, and why."""

    engine: str
    recipe: Recipe
    whole: bool
    because: str
    max_clauses: int


def plan(
    geometry: Geometry,
    *,
    engine: str = AUTO,
    encoding: str | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Plan:
    """Choose how puzzles of a geometry are checked.

    Raises:
        UsageError: There is no such engine or encoding.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> plan(Geometry(9, 9)).engine, plan(Geometry(25, 25)).recipe.name
        ('cadical153', 'triad-lite')
    """
    wanted = str(engine).lower()  # callers without types get that error, too
    name, because = LEARNER, "one loaded solver answers every question"
    if wanted != AUTO:
        name, because = registry.find(wanted, formulas=True).name, "requested by name"
    usual = _RECIPE if geometry.size <= _LARGE else _LARGE_RECIPE
    recipe = load_recipe(encoding or usual)
    whole = formula_size(geometry, recipe).clauses <= min(_WHOLE, max_clauses)
    return Plan(name, recipe, whole, because, max_clauses)


class Checker:
    """Checks puzzles; made once for many of them, for one thread at a time.

    It keeps the rules of one geometry loaded.  A report does not depend on the puzzles
    checked before: where there are several solutions, a new engine chooses two.

    Args:
        **options: See `FormulaOptions`.

    Raises:
        UsageError: There is no such engine or encoding.
        InputError: The recipe's file cannot be read.

    Example:
        >>> puzzles = map(Puzzle, ("1... ..2. ..3. 4...", "12.. .... .... ...."))
        >>> with closing(Checker()) as checker:
        ...     [checker.check(puzzle).is_proper for puzzle in puzzles]
        [True, False]
    """

    def __init__(self, **options: Unpack[FormulaOptions]) -> None:
        plan(Geometry(), **options)  # report a wrong name at once
        self._options = options
        self._loaded: tuple[Rules, LoadedEngine] | None = None

    def check(
        self,
        puzzle: Puzzle,
        *,
        timeout: float | None = None,
        facts: Facts | None = None,
    ) -> Report:
        """Check one puzzle; a limit ends it with what is known by then.

        Args:
            puzzle: The puzzle.
            timeout: Seconds of wall time after which to stop.
            facts: What lanes have found out; no other engine finds them again then.

        Raises:
            LimitError: The formula would be too large.
            Interrupted: Ctrl-C while it searched; the checker can be used again.
        """
        deadline = Deadline(timeout)
        if clashes := tuple(puzzle.clashes()):
            return _report(puzzle, [], clashes=clashes)
        if facts is not None and facts.solutions <= 1:
            known = [] if facts.solution is None else [facts.solution]
            return _report(
                puzzle, known, redundant=facts.redundant, candidates=facts.candidates
            )
        how = plan(puzzle.geometry, **self._options)
        if not how.whole:
            small = simplify(puzzle, how.recipe, how.max_clauses)
            if small.contradiction is not None:
                return _report(puzzle, [])
            loaded = LoadedEngine(how.engine, small)
            try:
                return _Search(puzzle, loaded, deadline).report()
            finally:
                loaded.engine.close()
        rules = puzzle.geometry, puzzle.constraints
        try:
            if facts is None and self._loaded and self._loaded[0] == rules:
                check = _Search(puzzle, self._loaded[1], deadline)
                if len(check.found) < _SEVERAL:
                    return check.report()
            self.close()
            form = encoding(rules[0], how.recipe, how.max_clauses, rules[1])
            self._loaded = rules, LoadedEngine(how.engine, form)
            return _Search(puzzle, self._loaded[1], deadline, facts=facts).report()
        except KeyboardInterrupt:
            self.close()  # some engines cannot be used again
            raise

    def close(self) -> None:
        """Free the loaded engine; the checker can be used again."""
        if self._loaded is not None:
            self._loaded[1].engine.close()
            self._loaded = None


class _Search:
    """Searches for solutions of one puzzle, without a clash, by one loaded engine.

    Attributes:
        found: Up to two solutions: those that are known, then others.
        stopped: Which limit came before there were two, or it was certain that there
            are not.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        loaded: LoadedEngine,
        deadline: Deadline,
        known: Sequence[Grid] = (),
        facts: Facts | None = None,
    ) -> None:
        self.puzzle = puzzle
        self.facts = facts
        self.loaded = loaded
        self.deadline = deadline
        self.clues: list[int] = []
        self.removed: list[int] = []
        form = loaded.form
        if isinstance(form, Encoding):
            self.clues, self.removed = form.clues(puzzle), form.removed(puzzle)
        self.assumed = [*self.clues, *self.removed]
        self.found = list(known)
        self.stopped: str | None = None
        self.redundant: list[int] = []
        self.redundant_constraints: list[Constraint] = []
        self.tested = 0  # clues and constraints
        try:
            for solution in self.solutions(self.assumed):
                if solution not in self.found:
                    self.found.append(solution)
                if len(self.found) == _SEVERAL:
                    break
        except Stopped as stop:
            self.stopped = str(stop)
        except KeyboardInterrupt as stop:
            self.stopped = "interrupted"
            raise Interrupted(self._first_report()) from stop

    def solutions(self, assumptions: list[int]) -> Iterator[Grid]:
        """Yield solutions; Stopped is raised when the time is over."""
        models = self.loaded.engine.models(
            assumptions, self.loaded.project, self.deadline
        )
        for model in models:
            yield self.loaded.solution(model, self.puzzle)

    def model(self, assumptions: list[int]) -> Model | None:
        """Return a model, or None if there is none.

        Raises:
            Stopped: The time is over.
        """
        return _model(self.loaded.engine, assumptions, self.deadline)

    def narrow(self) -> None:
        """Bring the second solution nearer, until no cell is to spare.

        Raises:
            Stopped: A limit came first; the nearest by then is kept.
        """
        first, form = self.found[0], self.loaded.form
        free = set(differences(*self.found))
        kept = {
            cell: form.variable_of(cell, value)
            for cell, value in enumerate(first.values)
        }
        for cell in sorted(free):
            if cell not in free:
                continue
            fixed = [kept[c] for c in kept if kept[c] and (c == cell or c not in free)]
            # The first solution itself is one of these.
            for solution in self.solutions([*self.assumed, *fixed]):
                if solution != first:
                    self.found[1] = solution
                    free = set(differences(first, solution))
                    break

    def report(self) -> Report:
        """Find what the number of solutions leaves to find.

        Raises:
            Interrupted: Ctrl-C.
        """
        if self.stopped is not None:
            return self._first_report()
        found = self.found
        known: dict[str, Any] = {}
        try:
            if len(found) == 1:
                known["candidates"] = tuple((value,) for value in found[0].values)
                if isinstance(self.loaded.form, Encoding):
                    self._test_clues()
                    self._test_constraints()
                    known |= self._redundancy()
            elif found:
                self.narrow()
                known["unavoidable"] = differences(*found)
                facts = self.facts
                known["candidates"] = facts.candidates if facts else self._candidates()
        except Stopped as stop:
            known |= self._unfinished(str(stop), known)
        except KeyboardInterrupt as stop:
            known |= self._unfinished("interrupted", known)
            raise Interrupted(_report(self.puzzle, found, **known)) from stop
        return _report(self.puzzle, found, **known)

    def _first_report(self) -> Report:
        """Return what is known where a limit came before the number of solutions."""
        status = Status.FOUND if self.found else Status.UNKNOWN
        return _report(self.puzzle, self.found, stopped=self.stopped, status=status)

    def _unfinished(self, why: str, known: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is known of the rest, and what was not finished."""
        if len(self.found) == 1:
            total = self.puzzle.clue_count + len({*self.puzzle.constraints})
            members = "clues and constraints" if self.puzzle.constraints else "clues"
            why += f"; tested {self.tested} of {total} {members} for redundancy"
            return {"stopped": why, **self._redundancy()}
        if "unavoidable" in known:
            return {"stopped": f"{why}; true candidates are not known"}
        return {"stopped": f"{why}; the two solutions may differ in too many cells"}

    def _redundancy(self) -> dict[str, Any]:
        """Return what was found to be redundant; nothing of what was not tested."""
        known: dict[str, Any] = {}
        if self.tested or not self.puzzle.clue_count:
            known["redundant"] = tuple(self.redundant)
        if self.tested > self.puzzle.clue_count:
            known["redundant_constraints"] = tuple(self.redundant_constraints)
        return known

    def _test_constraints(self) -> None:
        """Find the constraints that follow from the rest, one at a time.

        A formula of its own has a variable for each that turns its clauses on.
        """
        puzzle, name = self.puzzle, self.loaded.engine.name
        if not puzzle.constraints:
            return
        form = encoding(puzzle.geometry, self.loaded.form.recipe)
        more, rules = selected(form, puzzle.constraints, form.formula.variables + 1)
        (solution,) = self.found
        other = tuple(-form.variable_of(*filled) for filled in solution.filled)
        always = [*form.clues(Puzzle(puzzle.clues)), *form.removed(puzzle)]
        formula = Formula.of([*form.formula, *more, other], max(rules))
        engine = registry.load(name, formula)
        try:
            for turned_on, rule in rules.items():
                rest = [variable for variable in rules if variable != turned_on]
                if _model(engine, [*always, *rest], self.deadline) is None:
                    self.redundant_constraints.append(rule)
                self.tested += 1
        finally:
            engine.close()

    def _test_clues(self) -> None:
        """Find the clues that follow from the rest of the puzzle, one at a time."""
        cells = [cell for cell, _ in self.puzzle.clues.filled]
        for cell, clue in zip(cells, self.clues, strict=True):
            rest = [literal for literal in self.assumed if literal != clue]
            if self.model([*rest, -clue]) is None:
                self.redundant.append(cell)
            self.tested += 1

    def _candidates(self) -> tuple[tuple[int, ...], ...]:
        """Find every digit that some solution has in a cell."""
        geometry, loaded = self.puzzle.geometry, self.loaded
        true = [{grid.values[c] for grid in self.found} for c in range(geometry.cells)]
        for cell, digits in enumerate(true):
            for digit in geometry.digit_range:
                variable = loaded.form.variable_of(cell, digit)
                # No variable: settled while the formula was simplified.
                if digit in digits or not variable:
                    continue
                model = self.model([*self.assumed, variable])
                if model is not None:
                    solution = loaded.solution(model, self.puzzle)
                    for place, value in enumerate(solution.values):
                        true[place].add(value)
        return tuple(tuple(sorted(digits)) for digits in true)


def selected(
    form: Encoding, constraints: Iterable[Constraint], first: int
) -> tuple[list[Clause], dict[int, Constraint]]:
    """Return the clauses of constraints, each behind a variable that turns it on.

    Args:
        form: The formula without them.
        constraints: The constraints; of equal ones the first counts.
        first: The first variable that is free.
    """
    clauses: list[Clause] = []
    rules: dict[int, Constraint] = {}
    for rule in dict.fromkeys(constraints):
        own, behind = form.clauses_of(rule, first + 1)
        clauses += [(-first, *clause) for clause in own]
        rules[first] = rule
        first = behind
    return clauses, rules


def _model(
    engine: Engine, assumptions: Sequence[int], deadline: Deadline
) -> Model | None:
    outcome = engine.solve(assumptions, deadline)
    if outcome.satisfiable is None:
        raise Stopped("out of time")
    return outcome.model


def _report(puzzle: Puzzle, solutions: Sequence[Grid], **known: Any) -> Report:  # noqa: ANN401  fields of a report
    """Return the report of what is known; without `status` the solutions are all."""
    numbers = (Status.NONE, Status.UNIQUE, Status.MULTIPLE)
    known.setdefault("status", numbers[len(solutions)])
    if known["status"] is Status.UNIQUE and not puzzle.constraints:
        known["redundant_constraints"] = ()
    if known["status"] is Status.NONE:
        known["candidates"] = ((),) * puzzle.geometry.cells
        if not known.get("clashes"):
            cause = contradiction(puzzle)
            known["reason"] = cause and cause.text
    return Report(
        puzzle,
        puzzle.clue_count,
        known.pop("clashes", ()),
        solutions=tuple(solutions),
        **known,
    )


# --- many puzzles of 9x9 --------------------------------------------------------------


class Facts(NamedTuple):
    """What lanes find out about a puzzle of 9x9.

    Args:
        solutions: How many there are, up to one more than the limit.
        solution: A solution; None if there is none.
        redundant: The redundant clues, if there is one solution.
        candidates: The true candidates.
    """

    solutions: int
    solution: Grid | None
    redundant: tuple[int, ...] | None
    candidates: tuple[tuple[int, ...], ...]


def batch_facts(puzzles: Sequence[Puzzle], limit: int = 1) -> dict[int, Facts]:
    """Return the facts about puzzles of 9x9, where engine lanes is compiled.

    Args:
        puzzles: The puzzles, of any kind.
        limit: Solutions to count, at most.

    Returns:
        The facts by index in `puzzles`; none about puzzles that lanes do not support.

    Example:
        >>> batch_facts([Puzzle("1... ..2. ..3. 4...")])
        {}
    """
    indices = [index for index, puzzle in enumerate(puzzles) if supports(puzzle)]
    if not indices or lane_answers() is None:
        return {}
    import numpy as np  # noqa: PLC0415  slow to load

    from satdoku.solving.batch import solve_batch  # noqa: PLC0415  needs NumPy

    batch = solve_batch([puzzles[index] for index in indices])
    counts = batch.counts.copy()
    several = np.flatnonzero(counts == _SEVERAL)
    if limit >= _SEVERAL and len(several):
        counts[several] = solve_batch(batch.puzzles[several], limit=limit + 1).counts

    # A clue is redundant if the others have one solution.
    proper = np.flatnonzero(counts == 1)
    at, cells = np.nonzero(batch.puzzles[proper])
    without = batch.puzzles[proper[at]]
    without[np.arange(len(at)), cells] = 0
    follows = np.zeros(batch.puzzles.shape, bool)
    follows[proper[at], cells] = solve_batch(without, limit=2).counts == 1

    # A candidate is true if the puzzle has a solution with it.
    true = np.zeros((len(indices), 81, 9), bool)
    masks = np.array([puzzles[indices[row]].candidate_masks() for row in several], int)
    at, cells, bits = np.nonzero(masks.reshape(-1, 81, 1) >> np.arange(9) & 1)
    with_digit = batch.puzzles[several[at]]
    with_digit[np.arange(len(at)), cells] = bits + 1
    true[several[at], cells, bits] = solve_batch(with_digit, limit=1).counts > 0

    nine, facts = puzzles[indices[0]].geometry, dict[int, Facts]()
    for row, count in enumerate(counts.tolist()):
        values = tuple(batch.solutions[row].tolist())
        candidates: tuple[tuple[int, ...], ...] = tuple([(value,) for value in values])
        if count != 1:
            held = [list(compress(range(1, 10), cell)) for cell in true[row].tolist()]
            candidates = tuple(map(tuple, held))
        facts[indices[row]] = Facts(
            count,
            Grid.trusted(nine, values) if count else None,
            tuple(np.flatnonzero(follows[row]).tolist()) if count == 1 else None,
            candidates,
        )
    return facts


# --- two solutions that differ little -------------------------------------------------


class Difference(NamedTuple):
    """Two solutions of a puzzle that differ in few cells.

    Args:
        first: A solution.
        second: Another.
        cells: Where they differ, rising.
        smallest: Whether no solution differs from the first in fewer cells; False where
            time ran out before that was certain.
    """

    first: Grid
    second: Grid
    cells: tuple[int, ...]
    smallest: bool


def smallest_difference(
    puzzle: PuzzleLike,
    *,
    first: GridLike | None = None,
    timeout: float | None = None,
    **options: Unpack[FormulaOptions],
) -> Difference | None:
    """Find the solution that differs from another one in the fewest cells.

    All that is about the first solution: two others may differ in fewer cells.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        first: The solution to differ from, as `puzzle`; None for the first that is
            found.
        timeout: Seconds of wall time after which to stop with the nearest by then.
        **options: See `FormulaOptions`.

    Returns:
        Both solutions, or None if there are no two.

    Raises:
        InputError: `puzzle`, `first` or the recipe's file cannot be read.
        UsageError: There is no such engine or encoding; `first` is not a solution.
        LimitError: The formula would be too large.
        Stopped: Time ran out before there were two solutions, or it was certain
            that there are not.

    Example:
        >>> smallest_difference("1... ..2. ..3. 4...") is None
        True
        >>> found = smallest_difference("1234 34.. 2143 43..")
        >>> found.cells, found.smallest
        ((6, 7, 14, 15), True)
    """
    deadline, grid = Deadline(timeout), Puzzle.of(puzzle)
    start = [] if first is None else [Grid(first, grid.geometry)]
    if not all(map(grid.is_solution, start)):
        raise UsageError("the solution to differ from is no solution of the puzzle")
    how = plan(grid.geometry, **options)
    if grid.clashes():
        return None
    loaded = LoadedEngine(how.engine, simplify(grid, how.recipe, how.max_clauses))
    try:
        search = _Search(grid, loaded, deadline, start)
        if search.stopped is not None:
            raise Stopped(search.stopped)
        if len(search.found) < _SEVERAL:
            return None
        certain = True
        try:
            search.narrow()
            for nearer in _nearer(search, how.engine):
                search.found[1] = nearer
        except Stopped:
            certain = False  # the nearest by now will do
    finally:
        loaded.engine.close()
    one, two = search.found
    return Difference(one, two, differences(one, two), certain)


def _nearer(search: _Search, engine_name: str) -> Iterator[Grid]:
    """Yield solutions that differ from the first in fewer and fewer cells.

    A counter bounds how many cells differ, until there is no solution.
    """
    (first, second), form = search.found, search.loaded.form
    changed = [
        -variable
        for cell, digit in first.filled
        if (variable := form.variable_of(cell, digit))
    ]
    count = len(differences(first, second))
    clauses, outputs = counter(changed, count, form.formula.variables)
    formula = Formula.of([*form.formula, tuple(changed), *clauses])
    engine = registry.load(engine_name, formula)
    try:
        while (
            model := _model(engine, [-outputs[count - 1]], search.deadline)
        ) is not None:
            second = form.decode(model)
            nearer = len(differences(first, second))
            if not search.puzzle.is_solution(second) or not 0 < nearer < count:
                raise EngineError(f"{engine.name} broke the bound on a difference")
            count = nearer
            yield second
    finally:
        engine.close()


def counter(
    literals: Sequence[int], most: int, variables: int
) -> tuple[list[Clause], list[int]]:
    """Make a sequential counter that distinguishes numbers up to a bound.

    Source: C. Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality
    Constraints", CP 2005.

    Args:
        literals: What is counted.
        most: The largest number that is of interest.
        variables: The highest variable that is taken already.

    Returns:
        The clauses, and variables that are true if at least 1, 2, … of the literals
        are: who assumes that the one at index k is false allows k literals at most.

    Example:
        >>> clauses, outputs = counter([1, 2, 3], 2, 3)
        >>> outputs, len(clauses)
        ([7, 8], 8)
    """
    clauses: list[Clause] = []
    before: list[int] = []
    for at, literal in enumerate(literals, 1):
        row = [variables + k for k in range(1, min(at, most) + 1)]
        variables += len(row)
        clauses += zip((-old for old in before), row, strict=False)
        clauses.append((-literal, row[0]))
        pairs = zip(before, row[1:], strict=False)
        clauses += [(-literal, -old, new) for old, new in pairs]
        before = row
    return clauses, before
