"""A session: puzzles answered one after another, with what can be used again kept.

    puzzle ─choose─▶ formula, engines ─hold─▶ engine ─models─▶ decode ─rules─▶ grid

A session keeps, for each geometry, the whole formula and the engines that have loaded
it.  Engines that are asked for all solutions are never shared.  After Ctrl-C every
loaded engine is thrown away, since some cannot be used again.

Invariant: no grid leaves a session that the rules (`Grid.solves`) do not accept.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic, perf_counter
from typing import TYPE_CHECKING

from satdoku.answers import Count, Result, Status
from satdoku.choose import AUTO, Question, choose
from satdoku.cnf.encode import MAX_CLAUSES, encoding, simplify
from satdoku.cnf.recipe import load as load_recipe
from satdoku.cnf.singles import follow_singles
from satdoku.engines import register
from satdoku.engines.dpll.engine import Dpll
from satdoku.engines.engine import NO_LIMITS, Limits
from satdoku.errors import EngineError, Stopped

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from satdoku.choose import Attempt, Choice
    from satdoku.cnf.encode import Encoding, Simplified
    from satdoku.cnf.recipe import Recipe
    from satdoku.engines.engine import Engine, Model
    from satdoku.geometry import Geometry
    from satdoku.grid import Grid

__all__ = ["Session", "Walk"]


class _Held:
    """An engine with the formula it has loaded."""

    __slots__ = ("engine", "form", "project")

    def __init__(self, attempt: Attempt, form: Encoding | Simplified) -> None:
        options: dict[str, object] = {}
        if attempt.engine == "dpll":
            options["patience"] = attempt.patience
        else:
            options["one_hot"] = True
        self.form = form
        self.engine: Engine = register.load(attempt.engine, form.formula, **options)
        # Plain search tells models apart by all variables at no cost, where solutions
        # and models are the same; blocking clauses are shorter over the cells alone.
        whole = attempt.engine == "dpll" and form.aux_determined
        self.project = None if whole else form.cell_variables

    def solution(self, model: Model, puzzle: Grid) -> Grid:
        """Decode a model and hold it against the rules."""
        solution = self.form.decode(model)
        if not solution.solves(puzzle):
            raise EngineError(
                f"{self.engine.name} gave a model that is no solution of "
                f"{puzzle.line[:90]}"
            )
        return solution


@dataclass(slots=True)
class _Record:
    """What happened while a puzzle was answered."""

    engines: list[str]
    choice: Choice
    statistics: dict[str, int]

    def add(self, engine: Engine) -> None:
        """Add the counters of an engine's last call; of depths the deepest."""
        for key, value in engine.statistics().items():
            before = self.statistics.get(key, 0)
            together = max(before, value) if key == "depth" else before + value
            self.statistics[key] = together


class Walk:
    """The solutions of a puzzle, lazily, and what it took to find them so far."""

    def __init__(
        self, puzzle: Grid, steps: Generator[Grid, None, None], record: _Record
    ) -> None:
        self._puzzle = puzzle
        self._steps = steps
        self._record = record

    def __iter__(self) -> Iterator[Grid]:
        return self

    def __next__(self) -> Grid:
        return next(self._steps)

    def close(self) -> None:
        """End the walk; what it took is told in full from here on."""
        self._steps.close()

    @property
    def engine(self) -> str:
        """The engines that searched, in turn."""
        return " ".join(self._record.engines)

    @property
    def encoding(self) -> str:
        """The recipe of the formula."""
        return self._record.choice.encoding

    @property
    def simplified(self) -> bool:
        """Whether the formula held only what the clues leave open."""
        return self._record.choice.simplified

    @property
    def reason(self) -> str | None:
        """Why there is no solution, if the clues show it without search."""
        return _reason(self._puzzle)

    @property
    def statistics(self) -> dict[str, int]:
        """The engines' counters, added up at the end of the walk."""
        return self._record.statistics


class Session:
    """Answers puzzles; made once for many of them.

    Args:
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        max_clauses: Refuse formulas with more clauses than that.

    Raises:
        UsageError: There is no such engine or recipe.
        InputError: The recipe's file cannot be read.

    Example:
        >>> from satdoku.grid import Grid
        >>> session = Session()
        >>> session.solve(Grid.parse("1... .2.. ..3. ...4")).status
        <Status.UNIQUE: 'unique'>
    """

    def __init__(
        self,
        engine: str = AUTO,
        encoding: str | None = None,
        max_clauses: int = MAX_CLAUSES,
    ) -> None:
        if engine != AUTO:
            register.find(engine)
        self._recipes: dict[str, Recipe] = {}
        if encoding is not None:
            self._recipe(encoding)
        self._engine = engine
        self._encoding = encoding
        self._max_clauses = max_clauses
        self._seen: dict[Geometry, int] = {}
        self._held: dict[tuple[Geometry, str, Attempt], _Held] = {}

    def solve(
        self, puzzle: Grid, *, unique: bool = True, timeout: float | None = None
    ) -> Result:
        """Find a solution, and whether it is the only one.

        Args:
            puzzle: The puzzle.
            unique: Whether to look for a second solution too.
            timeout: Seconds of wall time after which to stop.

        Raises:
            LimitError: The formula would be too large.
            KeyboardInterrupt: Ctrl-C; the session can be used again.
        """
        started = perf_counter()
        record = self._record(puzzle, Question.FEW)
        self._seen[puzzle.geometry] = self._seen.get(puzzle.geometry, 0) + 1
        found: list[Grid] = []
        certain = True
        walk = self._walk(puzzle, record, timeout)
        try:
            for solution in walk:
                found.append(solution)
                if len(found) > 1 or not unique:
                    break
        except Stopped:
            certain = False
        finally:
            walk.close()
        if not found:
            status = Status.NONE if certain else Status.UNKNOWN
        elif len(found) > 1:
            status = Status.SEVERAL
        else:
            status = Status.UNIQUE if unique and certain else Status.SOLVED
        return Result(
            puzzle,
            status,
            found[0] if found else None,
            found[1] if len(found) > 1 else None,
            certain,
            _reason(puzzle) if status is Status.NONE else None,
            " ".join(record.engines),
            record.choice.encoding,
            record.choice.simplified,
            record.statistics,
            perf_counter() - started,
        )

    def solutions(self, puzzle: Grid, *, timeout: float | None = None) -> Walk:
        """Yield every solution, lazily, each once.

        Raises:
            Stopped: The time was over first.
            LimitError: The formula would be too large.
        """
        record = self._record(puzzle, Question.ALL)
        return Walk(puzzle, self._walk(puzzle, record, timeout), record)

    def count(
        self, puzzle: Grid, limit: int | None = None, *, timeout: float | None = None
    ) -> Count:
        """Count the solutions, exactly up to a limit.

        Raises:
            LimitError: The formula would be too large.
        """
        walk = self.solutions(puzzle, timeout=timeout)
        found = 0
        try:
            for _ in walk:
                if found == limit:
                    return Count(found, exact=False)
                found += 1
        except Stopped as stop:
            return Count(found, exact=False, stopped=str(stop))
        finally:
            walk.close()
        return Count(found, exact=True)

    def close(self) -> None:
        """Free all loaded engines; the session can be used again."""
        for held in self._held.values():
            held.engine.close()
        self._held.clear()

    def _record(self, puzzle: Grid, question: Question) -> _Record:
        choice = choose(
            puzzle.geometry,
            question,
            engine=self._engine,
            encoding=self._encoding,
            seen=self._seen.get(puzzle.geometry, 0),
        )
        return _Record([], choice, {})

    def _walk(
        self, puzzle: Grid, record: _Record, timeout: float | None
    ) -> Generator[Grid, None, None]:
        """Yield solutions, from one engine after another.

        An engine that loses patience tells what it has not looked at, as cubes; the
        next goes through these, so that no solution is missed or comes twice.
        """
        deadline = None if timeout is None else monotonic() + timeout
        choice = record.choice
        recipe = self._recipe(choice.encoding)
        form: Encoding | Simplified
        if choice.simplified:
            form = simplify(puzzle, recipe, self._max_clauses)
            cubes: list[list[int]] = [] if form.refuted else [[]]
        else:
            form = encoding(puzzle.geometry, recipe, self._max_clauses)
            cubes = [form.literals(puzzle)]
        last = choice.attempts[-1]
        for attempt in choice.attempts:
            if not cubes:
                return
            held = self._hold(attempt, form, shared=choice.shared)
            record.engines.append(held.engine.name)
            try:
                cubes = yield from _go_through(
                    cubes, held, puzzle, record, deadline, final=attempt is last
                )
            except KeyboardInterrupt:
                self.close()
                raise
            finally:
                if not choice.shared:
                    held.engine.close()

    def _recipe(self, name: str) -> Recipe:
        """Load a recipe, a person's own file only once."""
        recipe = self._recipes.get(name)
        if recipe is None:
            recipe = self._recipes[name] = load_recipe(name)
        return recipe

    def _hold(
        self, attempt: Attempt, form: Encoding | Simplified, *, shared: bool
    ) -> _Held:
        """Load an engine; or find it, where it has loaded this whole formula before."""
        if not shared:
            return _Held(attempt, form)
        key = (form.geometry, form.recipe.name, attempt)
        held = self._held.get(key)
        if held is None:
            held = self._held[key] = _Held(attempt, form)
        return held


def _reason(puzzle: Grid) -> str | None:
    """Say why a puzzle has no solution, where its clues show it without search."""
    for clash in puzzle.clashes():
        return str(clash)
    return follow_singles(puzzle).refuted


def _go_through(
    cubes: list[list[int]],
    held: _Held,
    puzzle: Grid,
    record: _Record,
    deadline: float | None,
    *,
    final: bool,
) -> Generator[Grid, None, list[list[int]]]:
    """Yield the solutions in cubes; return the cubes that are left.

    Raises:
        Stopped: The time is over; or a limit came, and no engine is left to go on.
    """
    engine = held.engine
    for at, cube in enumerate(cubes):
        limits = NO_LIMITS
        if deadline is not None:
            limits = Limits(seconds=max(0.0, deadline - monotonic()))
        try:
            for model in engine.models(cube, held.project, limits):
                yield held.solution(model, puzzle)
        except Stopped:
            if final or (deadline is not None and monotonic() >= deadline):
                raise
            rest = engine.remaining() if isinstance(engine, Dpll) else [[]]
            return [[*cube, *more] for more in rest] + cubes[at + 1 :]
        finally:
            record.add(engine)
    return []
