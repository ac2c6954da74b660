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
of a geometry, so a `Checker` keeps one engine loaded.  `batch_facts`
asks compiled lanes about many 9x9 puzzles at once.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from satdoku.answers import Report, Status, differences
from satdoku.backends import LoadedEngine
from satdoku.choice import AUTO, LEARNER
from satdoku.cnf.encoder import MAX_CLAUSES, Encoding, encoding, formula_size, simplify
from satdoku.cnf.propagate import propagate
from satdoku.cnf.recipe import load as load_recipe
from satdoku.deadline import Deadline
from satdoku.engines import registry
from satdoku.engines.base import limits_left
from satdoku.errors import Stopped
from satdoku.grid import Grid
from satdoku.lanes import has_compiler, supports
from satdoku.puzzle import Puzzle
from satdoku.unavoidable import nearer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self, TypeAlias

    from satdoku.cnf.recipe import Recipe
    from satdoku.constraints.base import Constraint
    from satdoku.engines.base import Limits, Model
    from satdoku.geometry import Geometry
    from satdoku.puzzle import Clash, PuzzleLike

    Rules: TypeAlias = "tuple[Geometry, tuple[Constraint, ...]]"

__all__ = ["Checker", "Facts", "Plan", "batch_facts", "check", "engine_named", "plan"]

_WHOLE = 2_000_000
_RECIPE = "extended"
_LARGE_RECIPE = "triad-lite"
_LARGE = 16
_SEVERAL = 2


def check(
    puzzle: PuzzleLike,
    *,
    engine: str = AUTO,
    encoding: str | None = None,
    timeout: float | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Report:
    """Check a puzzle.

    Args:
        puzzle: Whatever `Puzzle` takes.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        timeout: Seconds of wall time after which to stop with what is known.
        max_clauses: Refuse formulas with more clauses than that.

    Raises:
        InputError: `puzzle` or the recipe's file cannot be read.
        UsageError: There is no such engine or encoding.
        LimitError: The formula would be too large.

    Example:
        >>> report = check("1... ..2. ..3. 4...")
        >>> report.is_proper, report.is_minimal, report.clues
        (True, True, 4)
    """
    Deadline(timeout)
    with Checker(engine, encoding, max_clauses) as checker:
        return checker.check(Puzzle.of(puzzle), timeout=timeout)


class Plan(NamedTuple):
    """How a puzzle is checked: by which engine, on which formula, and why."""

    engine: str
    recipe: Recipe
    whole: bool
    because: str


def plan(
    geometry: Geometry,
    engine: str = AUTO,
    encoding: str | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Plan:
    """Choose how puzzles of a geometry are checked.

    Args:
        geometry: Their shape.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        max_clauses: How large a formula may be.

    Raises:
        UsageError: There is no such engine or encoding.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> plan(Geometry(9, 9)).engine, plan(Geometry(25, 25)).recipe.name
        ('cadical153', 'triad-lite')
    """
    engine = engine_named(engine)
    name = LEARNER if engine == AUTO else engine
    usual = _RECIPE if geometry.size <= _LARGE else _LARGE_RECIPE
    recipe = load_recipe(encoding or usual)
    whole = formula_size(geometry, recipe).clauses <= min(_WHOLE, max_clauses)
    because = "one loaded solver answers every question"
    if engine != AUTO:
        because = "requested by name"
    return Plan(name, recipe, whole, because)


def engine_named(engine: str) -> str:
    """Return the name of an engine that takes formulas, or `auto`, in either case.

    Raises:
        UsageError: There is no such engine.
    """
    wanted = str(engine).lower()  # callers without types get that error, too
    return AUTO if wanted == AUTO else registry.find(wanted, formulas=True).name


class Checker:
    """Checks puzzles; made once for many of them, for one thread at a time.

    It keeps the rules of one geometry loaded.  A report does not depend on the puzzles
    checked before: where there are several solutions, a new engine chooses two.

    Args:
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        max_clauses: Refuse formulas with more clauses than that.

    Raises:
        UsageError: There is no such engine or encoding.
        InputError: The recipe's file cannot be read.

    Example:
        >>> puzzles = map(Puzzle, ("1... ..2. ..3. 4...", "12.. .... .... ...."))
        >>> with Checker() as checker:
        ...     [checker.check(puzzle).is_proper for puzzle in puzzles]
        [True, False]
    """

    def __init__(
        self,
        engine: str = AUTO,
        encoding: str | None = None,
        max_clauses: int = MAX_CLAUSES,
    ) -> None:
        if encoding is not None:
            load_recipe(encoding)
        self._options = engine_named(engine), encoding, max_clauses
        self._loaded: tuple[Rules, LoadedEngine] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

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
            KeyboardInterrupt: Ctrl-C; the checker can be used again.
        """
        deadline = None if timeout is None else monotonic() + timeout
        clashes = tuple(puzzle.clashes())
        if clashes:
            return _report(puzzle, Status.NONE, clashes=clashes)
        if facts is not None and facts.solutions <= 1:
            return _of_facts(puzzle, facts)
        name, recipe, whole, _ = plan(puzzle.geometry, *self._options)
        if not whole:
            small = simplify(puzzle, recipe, self._options[2])
            if small.contradiction is not None:
                return _report(puzzle, Status.NONE, reason=small.contradiction)
            loaded = LoadedEngine(name, small)
            try:
                return _Check(puzzle, loaded, deadline).report()
            finally:
                loaded.engine.close()
        rules = puzzle.geometry, puzzle.constraints
        try:
            if facts is None and self._loaded and self._loaded[0] == rules:
                check = _Check(puzzle, self._loaded[1], deadline)
                check.search()
                if len(check.found) < _SEVERAL:
                    return check.report()
            self.close()
            form = encoding(rules[0], recipe, self._options[2], rules[1])
            self._loaded = rules, LoadedEngine(name, form)
            return _Check(puzzle, self._loaded[1], deadline, facts).report()
        except KeyboardInterrupt:
            self.close()  # some engines cannot be used again
            raise

    def close(self) -> None:
        """Free the loaded engine; the checker can be used again."""
        if self._loaded is not None:
            self._loaded[1].engine.close()
            self._loaded = None


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

    It answers all questions about all puzzles in a few batches.

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
    if not indices or not has_compiler():
        return {}
    import numpy as np  # noqa: PLC0415  slow to load

    from satdoku.batch import solve_batch  # noqa: PLC0415  needs NumPy
    from satdoku.lanes.search import is_ready  # noqa: PLC0415

    if not is_ready():
        return {}
    batch = solve_batch([puzzles[index] for index in indices])
    counts = batch.counts.copy()
    several = np.flatnonzero(counts == _SEVERAL)
    if limit >= _SEVERAL and len(several):
        found = solve_batch(batch.puzzles[several], limit=limit + 1)
        counts[several] = found.counts

    # A clue is redundant if the others have one solution.
    proper = np.flatnonzero(counts == 1)
    at, cells = np.nonzero(batch.puzzles[proper])
    rows = proper[at]
    without = batch.puzzles[rows]
    without[np.arange(len(rows)), cells] = 0
    follows = solve_batch(without, limit=2).counts == 1
    redundant: dict[int, list[int]] = {row: [] for row in proper.tolist()}
    for row, cell in zip(rows[follows].tolist(), cells[follows].tolist(), strict=True):
        redundant[row].append(cell)

    # A candidate is true if the puzzle has a solution with it.
    questions = [
        (row, cell, digit)
        for row in several.tolist()
        for cell, mask in enumerate(puzzles[indices[row]].left())
        for digit in range(1, 10)
        if mask >> (digit - 1) & 1
    ]
    true: dict[int, list[list[int]]] = {
        row: [[] for _ in range(81)] for row in several.tolist()
    }
    if questions:
        rows, cells, digits = np.array(questions).T
        with_digit = batch.puzzles[rows]
        with_digit[np.arange(len(rows)), cells] = digits
        is_true = (solve_batch(with_digit, limit=1).counts > 0).tolist()
        for (row, cell, digit), holds in zip(questions, is_true, strict=True):
            if holds:
                true[row][cell].append(digit)

    nine = puzzles[indices[0]].geometry
    facts: dict[int, Facts] = {}
    solutions = batch.solutions.tolist()
    for row, count in enumerate(counts.tolist()):
        values = tuple(solutions[row])
        digits = true.get(row, [[]] * 81) if count != 1 else [[v] for v in values]
        facts[indices[row]] = Facts(
            count,
            Grid.trusted(nine, values) if count else None,
            tuple(redundant[row]) if count == 1 else None,
            tuple(map(tuple, digits)),
        )
    return facts


class _Check:
    """One puzzle without a clash, one loaded engine, one deadline.

    Attributes:
        found: Up to two solutions, once they were searched for.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        loaded: LoadedEngine,
        deadline: float | None,
        facts: Facts | None = None,
    ) -> None:
        self.found: list[Grid] = []
        self._facts = facts
        self._puzzle = puzzle
        self._loaded = loaded
        self._deadline = deadline
        self._searched = False
        self._stopped: str | None = None
        self._clues: list[int] = []
        self._removed: list[int] = []
        form = loaded.form
        if isinstance(form, Encoding):
            self._clues, self._removed = form.clues(puzzle), form.removed(puzzle)
        self._assumed = [*self._clues, *self._removed]

    def search(self) -> None:
        """Find up to two solutions, in time."""
        loaded, assumed = self._loaded, self._assumed
        self._searched = True
        try:
            models = loaded.engine.models(assumed, loaded.project, self._limits())
            for model in models:
                self.found.append(loaded.solution(model, self._puzzle))
                if len(self.found) == _SEVERAL:
                    return
        except Stopped as stop:
            self._stopped = str(stop)

    def report(self) -> Report:
        """Find two solutions, then what their number leaves to find."""
        if not self._searched:
            self.search()
        puzzle, found = self._puzzle, self.found
        if self._stopped is not None and len(found) < _SEVERAL:
            status = Status.FOUND if found else Status.UNKNOWN
            return _report(puzzle, status, found, stopped=self._stopped)
        if not found:
            reason = propagate(puzzle).contradiction
            return _report(puzzle, Status.NONE, reason=reason)
        status = Status.UNIQUE if len(found) == 1 else Status.MULTIPLE
        redundant: tuple[int, ...] | None = None
        candidates: tuple[tuple[int, ...], ...] | None = None
        unavoidable: tuple[int, ...] | None = None
        stopped: str | None = None
        try:
            if status is Status.UNIQUE:
                candidates = tuple((value,) for value in found[0].values)
                if isinstance(self._loaded.form, Encoding):
                    redundant = self._redundant()
            else:
                unavoidable = self._unavoidable()
                facts = self._facts
                candidates = facts.candidates if facts else self._candidates()
        except Stopped as stop:
            stopped = str(stop)
        return _report(
            puzzle,
            status,
            found,
            redundant=redundant,
            candidates=candidates,
            unavoidable=unavoidable,
            stopped=stopped,
        )

    def _redundant(self) -> tuple[int, ...]:
        """Find the clues that follow from the rest of the puzzle, one at a time."""
        clues = self._clues
        cells = [cell for cell, _ in self._puzzle.clues.filled]
        found: list[int] = []
        for at, (cell, clue) in enumerate(zip(cells, clues, strict=True)):
            rest = [*clues[:at], *clues[at + 1 :], *self._removed]
            if self._solve([*rest, -clue]) is None:
                found.append(cell)
        return tuple(found)

    def _candidates(self) -> tuple[tuple[int, ...], ...]:
        """Find every digit that some solution has in a cell."""
        geometry, loaded = self._puzzle.geometry, self._loaded
        true = [{grid.values[c] for grid in self.found} for c in range(geometry.cells)]
        for cell, digits in enumerate(true):
            for digit in geometry.digits:
                variable = loaded.form.variable_of(cell, digit)
                # No variable: settled while the formula was simplified.
                if digit in digits or not variable:
                    continue
                model = self._solve([*self._assumed, variable])
                if model is not None:
                    solution = loaded.solution(model, self._puzzle)
                    for place, value in enumerate(solution.values):
                        true[place].add(value)
        return tuple(tuple(sorted(digits)) for digits in true)

    def _unavoidable(self) -> tuple[int, ...]:
        """Replace the second solution by one from whose cells none is to spare."""
        first, second = self.found
        for nearest in nearer(
            self._loaded,
            self._puzzle,
            (first, second),
            limits=self._limits,
            always=self._assumed,
        ):
            self.found[1] = nearest
        return differences(*self.found)

    def _solve(self, assumptions: list[int]) -> Model | None:
        """Return a model, or None if there is none.

        Raises:
            Stopped: The time is over.
        """
        outcome = self._loaded.engine.solve(assumptions, self._limits())
        if outcome.satisfiable is None:
            raise Stopped("out of time")
        return outcome.model

    def _limits(self) -> Limits:
        return limits_left(self._deadline)


def _of_facts(puzzle: Puzzle, facts: Facts) -> Report:
    """Return the report of a puzzle of 9x9 with one solution, or none."""
    if facts.solution is None:
        return _report(puzzle, Status.NONE, reason=propagate(puzzle).contradiction)
    return _report(
        puzzle,
        Status.UNIQUE,
        [facts.solution],
        redundant=facts.redundant,
        candidates=facts.candidates,
    )


def _report(
    puzzle: Puzzle,
    status: Status,
    solutions: Sequence[Grid] = (),
    *,
    clashes: tuple[Clash, ...] = (),
    redundant: tuple[int, ...] | None = None,
    candidates: tuple[tuple[int, ...], ...] | None = None,
    unavoidable: tuple[int, ...] | None = None,
    reason: str | None = None,
    stopped: str | None = None,
) -> Report:
    """Return the report of what is known."""
    if status is Status.NONE:
        candidates = ((),) * puzzle.geometry.cells
    return Report(
        puzzle,
        puzzle.clue_count,
        clashes,
        status,
        tuple(solutions),
        redundant,
        candidates,
        reason,
        stopped,
        unavoidable,
    )
