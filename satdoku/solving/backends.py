"""What searches: each backend takes a puzzle and yields its solutions.

    Presolve        singles, then bit masks within a budget of steps
    FormulaBackend  DPLL and the solvers of PySAT, on all rules or on what is open

The baselines (`satdoku.engines.baselines`) are backends, too, and so are the lanes
(`engines.lanes.single`) and a person's techniques (`techniques.backend`).  A
backend need not check what it finds against the rules, as `solving.solver` does so; the
lanes alone do it themselves, for whole blocks of solutions.
"""

from __future__ import annotations

from atexit import register as at_exit
from threading import local
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol, cast

from satdoku.cnf.encoder import ResidualEncoding, encoding, simplify
from satdoku.cnf.propagate import Propagation
from satdoku.cnf.recipe import load as load_recipe
from satdoku.engines import registry
from satdoku.engines.baselines.base import GaveUp
from satdoku.engines.baselines.bitmask import COUNTERS, Bitmask
from satdoku.errors import EngineError, Stopped
from satdoku.solving.choice import LEARNER, usual_encoding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.cnf.encoder import Encoding
    from satdoku.cnf.recipe import Recipe
    from satdoku.engines.base import Engine, Model
    from satdoku.engines.dpll.search import Dpll
    from satdoku.engines.dpll.trail import Observer
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.runtime.deadline import Deadline
    from satdoku.runtime.statistics import Statistics
    from satdoku.solving.choice import Attempt

__all__ = [
    "Backend",
    "FormulaBackend",
    "Formulas",
    "LoadedEngine",
    "Presolve",
    "loaded_rules",
    "unload_rules",
]


class Backend(Protocol):
    """What searches."""

    def supports(self, puzzle: Puzzle) -> bool:
        """Whether it keeps all rules of a puzzle."""
        ...

    def solutions(
        self,
        puzzle: Puzzle,
        candidates: Sequence[int] | None,
        deadline: Deadline,
        statistics: Statistics,
    ) -> Iterator[Grid]:
        """Yield every solution once, lazily.

        Args:
            puzzle: The puzzle.
            candidates: The digits that are left to each cell, as masks; None to start
                from the puzzle itself.
            deadline: When to stop.
            statistics: What it took is added.

        Raises:
            GaveUp: Its budget is spent; another backend may go on.
            Stopped: The deadline has come.
        """
        ...


class Presolve:
    """Singles, then a search on bit masks within a budget.

    It answers easy puzzles in less time than it takes to make a formula.

    Args:
        budget: Steps of the search.
    """

    def __init__(self, budget: int | None) -> None:
        self._search = Bitmask(budget, hidden_singles=True)

    def supports(self, puzzle: Puzzle) -> bool:
        """Whether the rules of a puzzle are units."""
        return puzzle.has_only_units

    def solutions(
        self,
        puzzle: Puzzle,
        candidates: Sequence[int] | None,
        deadline: Deadline,
        statistics: Statistics,
    ) -> Iterator[Grid]:
        """Yield every solution once (`Backend.solutions`)."""
        statistics.engines.append("bitmask")
        counters = dict.fromkeys(COUNTERS, 0)
        found = self._search.solutions(puzzle, candidates, deadline, counters)
        gave_up = False
        try:
            yield from statistics.timed("search", "bitmask", found)
        except GaveUp:
            gave_up = True
            raise
        finally:
            found.close()
            statistics.count(counters)
            steps = counters["guesses"] + counters["propagations"]
            said = f"{steps:,} steps on bit masks" if steps else "singles"
            statistics.notes.append(
                f"{said} were not enough" if gave_up else f"{said} answered it"
            )


class LoadedEngine:
    """An engine that has loaded a formula, and turns its models into grids.

    Args:
        engine: Its name.
        form: The formula of a geometry, or of what a puzzle leaves open.
        **options: What the engine takes.

    Attributes:
        engine, form: The same, loaded.
        project: The variables by which models are told apart.
    """

    __slots__ = ("busy", "engine", "form", "project")

    def __init__(
        self,
        engine: str,
        form: Encoding | ResidualEncoding,
        **options: Any,  # noqa: ANN401  as `registry.load` takes them
    ) -> None:
        if engine != "dpll":
            options["one_hot"] = True
        self.busy = False  # an iterator of its models is not finished
        self.form = form
        self.engine: Engine = registry.load(engine, form.formula, **options)
        # Plain search tells models apart by all variables at no cost, where solutions
        # and models are the same; blocking clauses are shorter over the cells alone.
        whole = engine == "dpll" and form.aux_determined
        self.project = None if whole else form.cell_variables

    def solution(self, model: Model, puzzle: Puzzle) -> Grid:
        """Decode a model, and check the grid by the rules.

        Raises:
            EngineError: It is no solution.
        """
        grid = self.form.decode(model)
        if not puzzle.is_solution(grid):
            raise EngineError(
                f"{self.engine.name} gave a model that is no solution of "
                f"{puzzle.line[:90]}"
            )
        return grid


class _Loaded(local):
    """The rules that a thread has loaded; the ones longest unused come first."""

    def __init__(self) -> None:
        self.engines: dict[tuple[Geometry, tuple[Constraint, ...]], LoadedEngine] = {}


_loaded = _Loaded()
_MOST_RULES = 4
"""Engines that a thread keeps."""


def loaded_rules(
    geometry: Geometry, constraints: tuple[Constraint, ...] = ()
) -> LoadedEngine:
    """Return this thread's engine with the rules of a geometry, loaded once.

    Puzzles are asked as assumptions (`Encoding.literals`).  What the engine has learnt
    may decide which of several solutions it finds, so no such solution may be shown.
    After a KeyboardInterrupt call `unload_rules`.

    Args:
        geometry: The shape of the grid.
        constraints: Rules beyond rows, columns and boxes.

    Raises:
        LimitError: The formula would be too large.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> loaded = loaded_rules(Geometry(4, 4))
        >>> loaded is loaded_rules(Geometry(4, 4)), loaded.engine.name
        (True, 'cadical153')
    """
    engines, key = _loaded.engines, (geometry, constraints)
    loaded = engines.pop(key, None)
    if loaded is None:
        recipe = load_recipe(usual_encoding(geometry.size))
        form = encoding(geometry, recipe, constraints=constraints)
        loaded = LoadedEngine(LEARNER, form)
        while len(engines) >= _MOST_RULES:
            engines.pop(next(iter(engines))).engine.close()
    engines[key] = loaded
    return loaded


def unload_rules() -> None:
    """Free what this thread has loaded."""
    for loaded in _loaded.engines.values():
        loaded.engine.close()
    _loaded.engines.clear()


at_exit(unload_rules)  # PySAT cannot free a solver when its module is gone


class Formulas:
    """Makes formulas and loads engines; keeps those of whole formulas.

    Args:
        recipe: The name or file of the recipe; None for the usual one of each size.
        max_clauses: Refuse formulas with more clauses.
        heuristic: The decision heuristic of `dpll`.
        observer: Sees the events of `dpll`.
        keep: Whether engines with a whole formula are kept for the next puzzle.

    Raises:
        UsageError: There is no such recipe.
        InputError: Its file cannot be read.
    """

    _MAX_LOADED = 8  # engines that are kept; the one longest unused goes first

    def __init__(
        self,
        recipe: str | None,
        max_clauses: int,
        heuristic: str | None = None,
        observer: Observer | None = None,
        *,
        keep: bool = True,
    ) -> None:
        self._keep = keep
        self._recipe = None if recipe is None else load_recipe(recipe)
        self._max_clauses = max_clauses
        self._dpll_options: dict[str, object] = {}
        if heuristic is not None:
            self._dpll_options["heuristic"] = heuristic
        if observer is not None:
            self._dpll_options["observer"] = observer
        self._loaded: dict[tuple[Encoding, Attempt], LoadedEngine] = {}

    def recipe(self, puzzle: Puzzle) -> Recipe:
        """Return the recipe for a puzzle."""
        return self._recipe or load_recipe(usual_encoding(puzzle.geometry.size))

    def simplified(
        self, puzzle: Puzzle, candidates: Sequence[int] | None = None
    ) -> ResidualEncoding:
        """Make the formula of what a puzzle leaves open.

        Args:
            puzzle: The puzzle.
            candidates: What singles leave to each cell; None if that is not known.
        """
        known = None if candidates is None else Propagation.of(candidates)
        return simplify(puzzle, self.recipe(puzzle), self._max_clauses, known)

    def whole(self, puzzle: Puzzle) -> Encoding:
        """Return the formula of a puzzle's rules, without its clues."""
        recipe, constraints = self.recipe(puzzle), puzzle.constraints
        return encoding(puzzle.geometry, recipe, self._max_clauses, constraints)

    def load(self, attempt: Attempt, form: Encoding | ResidualEncoding) -> LoadedEngine:
        """Load an engine with a formula.

        With a whole formula it is kept, or the one that is kept is returned, unless
        another iterator is not finished with that.
        """
        if isinstance(form, ResidualEncoding) or not self._keep:
            return self._fresh(attempt, form)
        key = (form, attempt)
        loaded = self._loaded.pop(key, None)
        if loaded is None:
            loaded = self._fresh(attempt, form)
        elif loaded.busy:
            self._loaded[key] = loaded
            return self._fresh(attempt, form)
        while len(self._loaded) >= self._MAX_LOADED:
            _free(self._loaded.pop(next(iter(self._loaded))))
        self._loaded[key] = loaded
        return loaded

    def _fresh(
        self, attempt: Attempt, form: Encoding | ResidualEncoding
    ) -> LoadedEngine:
        options: dict[str, object] = {}
        if attempt.engine == "dpll":
            options = {"conflict_budget": attempt.budget, **self._dpll_options}
        return LoadedEngine(attempt.engine, form, **options)

    def is_kept(self, loaded: LoadedEngine) -> bool:
        """Whether an engine is kept for the next puzzle."""
        return any(loaded is each for each in self._loaded.values())

    def close(self) -> None:
        """Free all loaded engines, but for those that an iterator is not done with."""
        for loaded in self._loaded.values():
            _free(loaded)
        self._loaded.clear()


def _free(loaded: LoadedEngine) -> None:
    """Free an engine; one that is busy is freed when its iterator ends."""
    if not loaded.busy:
        loaded.engine.close()


class FormulaBackend:
    """An engine of formulas.

    Args:
        formulas: What makes formulas and keeps loaded engines.
        attempt: The engine, and its budget.
        limit: How many solutions are wanted; None for all.
        after: The backend whose part it takes up where that gives up; it has the same
            formula.

    Attributes:
        form: The formula, once it is made.
        rest: Where its budget was spent: the parts that it did not search, as literals
            to assume.
    """

    def __init__(
        self,
        formulas: Formulas,
        attempt: Attempt,
        limit: int | None,
        after: FormulaBackend | None = None,
    ) -> None:
        self._formulas = formulas
        self._attempt = attempt
        self._limit = limit
        self._after = after
        self.form: Encoding | ResidualEncoding | None = None
        self.rest: list[list[int]] | None = None

    def supports(self, puzzle: Puzzle) -> bool:
        """Return True: every rule has clauses."""
        del puzzle
        return True

    def solutions(
        self,
        puzzle: Puzzle,
        candidates: Sequence[int] | None,
        deadline: Deadline,
        statistics: Statistics,
    ) -> Iterator[Grid]:
        """Yield every solution once (`Backend.solutions`)."""
        attempt = self._attempt
        since = perf_counter()
        form = self.form = self._formula(puzzle, candidates)
        cubes = self._parts(form, puzzle)
        since = statistics.spend("encode", since)
        if cubes is None:
            statistics.notes[:] = ["singles refute it"]  # whatever was asked for
            return
        statistics.encoding = form.recipe.name
        statistics.simplified = not attempt.whole
        statistics.variables = form.formula.variables
        statistics.clauses = form.formula.clause_count
        loaded = self._formulas.load(attempt, form)
        statistics.spend("load", since, attempt.engine)
        statistics.engines.append(loaded.engine.name)
        loaded.busy = True
        try:
            for number, cube in enumerate(cubes):
                yield from self._grids(loaded, cube, deadline, statistics)
                if self.rest is not None:
                    self.rest += cubes[number + 1 :]
                    raise GaveUp
        except KeyboardInterrupt:
            self._formulas.close()  # some engines cannot be used again
            raise
        finally:
            loaded.busy = False
            if not self._formulas.is_kept(loaded):
                since = perf_counter()
                loaded.engine.close()
                statistics.spend("close", since, attempt.engine)

    def _formula(
        self, puzzle: Puzzle, candidates: Sequence[int] | None
    ) -> Encoding | ResidualEncoding:
        """Return the formula."""
        if self._after is not None and self._after.form is not None:
            return self._after.form
        if self._attempt.whole:
            return self._formulas.whole(puzzle)
        return self._formulas.simplified(puzzle, candidates)

    def _parts(
        self, form: Encoding | ResidualEncoding, puzzle: Puzzle
    ) -> list[list[int]] | None:
        """Return the parts to search, as literals to assume; None if singles refute."""
        if self._after is not None and self._after.rest is not None:
            return self._after.rest
        if isinstance(form, ResidualEncoding):
            return None if form.contradiction is not None else [[]]
        return [form.literals(puzzle)]

    def _grids(
        self,
        loaded: LoadedEngine,
        cube: list[int],
        deadline: Deadline,
        statistics: Statistics,
    ) -> Iterator[Grid]:
        """Yield the solutions in a part; set `rest` where the budget is spent."""
        engine, decode = loaded.engine, loaded.form.decode
        try:
            if self._limit == 1:
                since = perf_counter()
                outcome = engine.solve(cube, deadline)
                since = statistics.spend("search", since, engine.name)
                if outcome.model is not None:
                    grid = decode(outcome.model)
                    statistics.spend("decode", since)
                    yield grid
                elif outcome.satisfiable is None:
                    self._stop(cube, loaded, deadline)
                return
            models = engine.models(cube, loaded.project, deadline)
            for model in statistics.timed("search", engine.name, models):
                since = perf_counter()
                grid = decode(model)
                statistics.spend("decode", since)
                yield grid
        except Stopped:
            self._stop(cube, loaded, deadline)
        finally:
            statistics.count(engine.statistics())
            for stage, (seconds, calls) in engine.stages().items():
                statistics.add_time(stage, engine.name, seconds, calls)
                statistics.add_time("search", engine.name, -seconds, 0)

    def _stop(self, cube: list[int], loaded: LoadedEngine, deadline: Deadline) -> None:
        """Note what is left where the budget is spent.

        Raises:
            Stopped: The time is over.
        """
        if self._attempt.budget is None or deadline.over:
            raise Stopped("out of time")
        rest = cast("Dpll", loaded.engine).remaining()  # no other engine has a budget
        self.rest = [[*cube, *more] for more in rest]
