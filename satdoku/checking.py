"""Look a puzzle over: clashes, proper or not, minimal or not, its true candidates.

All of it is asked of one loaded engine under assumptions:

    a candidate is true    the puzzle and the candidate have a model; every solution
                           found on the way settles all its candidates at once
    a difference is        the puzzle, all cells of the first solution but those, and
    unavoidable            one of them have no model but that solution, whichever it is
    a clue is redundant    the rest of the puzzle and "not this digit here" have no
                           model; the rest is the other clues, and the candidates that
                           are ruled out beyond all clues

The third needs the whole formula, without clues, and so is left out on grids whose
whole formula is larger than `_WHOLE` clauses.  That formula is the same for all puzzles
of a geometry, so a `Checker` keeps the engines that have loaded one.
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
from satdoku.puzzle import Puzzle
from satdoku.unavoidable import nearer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.cnf.recipe import Recipe
    from satdoku.constraints.base import Constraint
    from satdoku.engines.base import Limits, Model
    from satdoku.geometry import Geometry
    from satdoku.grid import Grid
    from satdoku.puzzle import Clash, PuzzleLike

__all__ = ["Checker", "Plan", "check", "engine_named", "plan"]

_WHOLE = 2_000_000
_RECIPE = "extended"
_LARGE_RECIPE = "triad-lite"
_LARGE = 16
_GEOMETRIES = 4  # whose engine is kept; the one longest unused goes first


def check(
    puzzle: PuzzleLike,
    *,
    engine: str = AUTO,
    encoding: str | None = None,
    timeout: float | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Report:
    """Look a puzzle over.

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
    checker = Checker(engine, encoding, max_clauses)
    try:
        return checker.check(Puzzle.of(puzzle), timeout=timeout)
    finally:
        checker.close()


class Plan(NamedTuple):
    """How a puzzle is looked over: by which engine, on which formula, and why."""

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
    """Choose how puzzles of a geometry are looked over.

    Args:
        geometry: Their shape.
        engine: The engine asked for, or `auto`.
        encoding: The recipe asked for; None to choose.
        max_clauses: How large a formula may be.

    Raises:
        UsageError: There is no such engine or encoding.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> plan(Geometry(9, 9)).engine, plan(Geometry(25, 25)).recipe.name
        ('cadical153', 'triad-lite')
    """
    engine = engine_named(engine)
    asked = engine != AUTO
    name = engine if asked else LEARNER
    usual = _RECIPE if geometry.size <= _LARGE else _LARGE_RECIPE
    recipe = load_recipe(encoding or usual)
    whole = formula_size(geometry, recipe).clauses <= min(_WHOLE, max_clauses)
    because = (
        "it was asked for" if asked else "one loaded solver answers every question"
    )
    return Plan(name, recipe, whole, because)


def engine_named(engine: str) -> str:
    """Return the name of an engine that takes formulas, or `auto`, in either case.

    Raises:
        UsageError: There is no such engine.
    """
    wanted = str(engine).lower()  # callers without types get that error, too
    return AUTO if wanted == AUTO else registry.find(wanted, formulas=True).name


class Checker:
    """Looks puzzles over; made once for many of them, for one thread at a time.

    Args:
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        max_clauses: Refuse formulas with more clauses than that.

    Raises:
        UsageError: There is no such engine or encoding.
        InputError: The recipe's file cannot be read.

    Example:
        >>> checker = Checker()
        >>> puzzles = map(Puzzle, ("1... ..2. ..3. 4...", "12.. .... .... ...."))
        >>> [checker.check(puzzle).is_proper for puzzle in puzzles]
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
        self._engine = engine_named(engine)
        self._encoding = encoding
        self._max_clauses = max_clauses
        self._plans: dict[Geometry, Plan] = {}
        self._held: dict[tuple[Geometry, tuple[Constraint, ...]], LoadedEngine] = {}

    def plan(self, geometry: Geometry) -> Plan:
        """Return how puzzles of this geometry are looked over."""
        made = self._plans.get(geometry)
        if made is None:
            made = plan(geometry, self._engine, self._encoding, self._max_clauses)
            self._plans[geometry] = made
        return made

    def check(self, puzzle: Puzzle, *, timeout: float | None = None) -> Report:
        """Look at everything in turn; a limit ends it with what is known by then.

        Raises:
            LimitError: The formula would be too large.
            KeyboardInterrupt: Ctrl-C; the checker can be used again.
        """
        deadline = None if timeout is None else monotonic() + timeout
        clashes = tuple(puzzle.clashes())
        if clashes:
            return _none(puzzle, clashes=clashes)
        plan = self.plan(puzzle.geometry)
        if plan.whole:
            held = self._whole(puzzle, plan)
        else:
            small = simplify(puzzle, plan.recipe, self._max_clauses)
            if small.contradiction is not None:
                return _none(puzzle, small.contradiction)
            held = LoadedEngine(plan.engine, small)
        try:
            return _Check(puzzle, held, deadline).report()
        except KeyboardInterrupt:
            self.close()  # some engines cannot be used again
            raise
        finally:
            if not plan.whole:
                held.engine.close()

    def close(self) -> None:
        """Free all loaded engines; the checker can be used again."""
        for held in self._held.values():
            held.engine.close()
        self._held.clear()

    def _whole(self, puzzle: Puzzle, plan: Plan) -> LoadedEngine:
        """Return the engine that has loaded the rules of a puzzle."""
        key = puzzle.geometry, puzzle.constraints
        held = self._held.pop(key, None)
        if held is None:
            form = encoding(key[0], plan.recipe, self._max_clauses, key[1])
            held = LoadedEngine(plan.engine, form)
            if len(self._held) >= _GEOMETRIES:
                self._held.pop(next(iter(self._held))).engine.close()
        self._held[key] = held
        return held


class _Check:
    """One puzzle without a clash, one loaded engine, one deadline."""

    def __init__(
        self, puzzle: Puzzle, held: LoadedEngine, deadline: float | None
    ) -> None:
        self._puzzle = puzzle
        self._held = held
        self._deadline = deadline
        self._clues: list[int] = []
        self._removed: list[int] = []
        form = held.form
        if isinstance(form, Encoding):
            self._clues, self._removed = form.clues(puzzle), form.removed(puzzle)
        self._assumed = [*self._clues, *self._removed]

    def report(self) -> Report:
        """Ask for two solutions, then for what their number leaves to be asked."""
        puzzle = self._puzzle
        found: list[Grid] = []
        try:
            self._two(found)
        except Stopped as stop:
            status = Status.FOUND if found else Status.UNKNOWN
            return _told(puzzle, status, found, stopped=str(stop))
        if not found:
            return _none(puzzle, propagate(puzzle).contradiction)
        status = Status.UNIQUE if len(found) == 1 else Status.MULTIPLE
        redundant: tuple[int, ...] | None = None
        candidates: tuple[tuple[int, ...], ...] | None = None
        unavoidable: tuple[int, ...] | None = None
        stopped: str | None = None
        try:
            if status is Status.UNIQUE:
                candidates = tuple((value,) for value in found[0].values)
                if isinstance(self._held.form, Encoding):
                    redundant = self._redundant()
            else:
                unavoidable = self._unavoidable(found)
                candidates = self._candidates(found)
        except Stopped as stop:
            stopped = str(stop)
        return _told(
            puzzle,
            status,
            found,
            redundant=redundant,
            candidates=candidates,
            unavoidable=unavoidable,
            stopped=stopped,
        )

    def _two(self, found: list[Grid]) -> None:
        """Find up to two solutions."""
        held = self._held
        for model in held.engine.models(self._assumed, held.project, self._limits()):
            found.append(held.solution(model, self._puzzle))
            if len(found) > 1:
                return

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

    def _candidates(self, found: Sequence[Grid]) -> tuple[tuple[int, ...], ...]:
        """Find every digit that some solution has in a cell."""
        geometry, held = self._puzzle.geometry, self._held
        true = [{grid.values[cell] for grid in found} for cell in range(geometry.cells)]
        for cell, digits in enumerate(true):
            for digit in geometry.digits:
                if digit in digits:
                    continue
                variable = held.form.variable_of(cell, digit)
                if not variable:  # settled while the formula was simplified
                    continue
                model = self._solve([*self._assumed, variable])
                if model is not None:
                    solution = held.solution(model, self._puzzle)
                    for place, value in enumerate(solution.values):
                        true[place].add(value)
        return tuple(tuple(sorted(digits)) for digits in true)

    def _unavoidable(self, found: list[Grid]) -> tuple[int, ...]:
        """Put a solution in the second's place from whose cells none is to spare."""
        pair = found[0], found[1]
        for nearest in nearer(
            self._held,
            self._puzzle,
            pair,
            limits=self._limits,
            always=self._assumed,
        ):
            found[1] = nearest
        return differences(found[0], found[1])

    def _solve(self, assumptions: list[int]) -> Model | None:
        """Return a model, or None if there is none.

        Raises:
            Stopped: The time is over.
        """
        outcome = self._held.engine.solve(assumptions, self._limits())
        if outcome.satisfiable is None:
            raise Stopped("out of time")
        return outcome.model

    def _limits(self) -> Limits:
        return limits_left(self._deadline)


def _none(
    puzzle: Puzzle, reason: str | None = None, clashes: tuple[Clash, ...] = ()
) -> Report:
    """Make the report of a puzzle without a solution."""
    none = ((),) * puzzle.geometry.cells
    return _told(puzzle, Status.NONE, clashes=clashes, candidates=none, reason=reason)


def _told(
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
    """Make the report of what is known."""
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
