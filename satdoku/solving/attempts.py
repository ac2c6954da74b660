"""What searches: each attempt takes a task and yields solutions of its puzzle.

    search_bitmask  singles, then bit masks within a budget of steps
    EngineCache     DPLL and the solvers of PySAT, on all rules or on what is open
    LoadedEngine    one of these with its formula, for puzzle after puzzle

The baselines (`satdoku.engines.baselines`) search, too, and so do the lanes
(`engines.lanes.single`) and a person's techniques (`techniques.logic`).  A search
need not check what it finds against the rules, as `solving.solver` does so; the lanes
alone do it themselves, for whole blocks of solutions.
"""

from __future__ import annotations

from atexit import register as at_exit
from dataclasses import dataclass, field, replace
from threading import local
from time import perf_counter
from typing import TYPE_CHECKING, Any

from satdoku.cnf.encoder import (
    MAX_CLAUSES,
    Encoding,
    ResidualEncoding,
    encode_rules,
    simplify,
)
from satdoku.cnf.propagate import Propagation, propagate
from satdoku.cnf.recipe import load as load_recipe
from satdoku.cnf.recipe import usual_encoding
from satdoku.engines import registry
from satdoku.engines.baselines.bitmask import Bitmask
from satdoku.errors import LimitError, Stopped
from satdoku.runtime.deadline import NEVER, Deadline
from satdoku.runtime.statistics import Statistics
from satdoku.solving.choice import AUTO, LEARNER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Literal, TypeAlias

    from satdoku.cnf.recipe import Recipe, RecipeLike
    from satdoku.engines.base import Engine
    from satdoku.engines.dpll.trail import Observer
    from satdoku.engines.heuristics import Heuristic
    from satdoku.puzzle.constraints.base import Constraint
    from satdoku.puzzle.geometry import Geometry
    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.solving.choice import Attempt

    Rules: TypeAlias = tuple[Geometry, tuple[Constraint, ...]]


@dataclass(slots=True)
class Task:
    """One question about one puzzle.

    Args:
        puzzle: The puzzle.
        limit: How many solutions are sought; None for all.
        deadline: When to stop.
        engine, encoding: Those that were named.
        statistics: What the search takes.

    Attributes:
        candidates: The digits that singles leave to each cell, as masks; None if that
            is not known.
        known: Solutions that another engine would find again.
        ending: How the last attempt ended: `solved`; `spent`, its budget, so that the
            next engine starts over; or `switch`, as there are so many solutions that
            the last engine should start over.
    """

    puzzle: Puzzle
    limit: int | None
    deadline: Deadline
    engine: str = AUTO
    encoding: RecipeLike | None = None
    statistics: Statistics = field(default_factory=Statistics)
    candidates: Sequence[int] | None = None
    known: set[Grid] = field(default_factory=set)
    ending: Literal["solved", "spent", "switch"] = "solved"


def search_bitmask(task: Task, budget: int | None) -> Iterator[Grid]:
    """Yield solutions found by singles, then on bit masks within a budget of steps.

    It answers easy puzzles in less time than it takes to make a formula.
    """
    statistics = task.statistics
    statistics.use("bitmask")
    counters: dict[str, int] = {}
    search = Bitmask(budget, hidden_singles=True)
    grids = search.solutions(task.puzzle, task.candidates, task.deadline, counters)
    try:
        yield from statistics.timed("search", "bitmask", grids)
    finally:
        grids.close()
        statistics.count(counters)
        steps = counters["guesses"] + counters["propagations"]
        text = f"{steps:,} steps on bit masks" if steps else "singles"
        statistics.notes.append(
            f"{text} were not enough" if search.spent else f"{text} answered it"
        )
    if search.spent:
        task.ending = "spent"


class LoadedEngine:
    """An engine that has loaded a formula, and turns its models into grids.

    Args:
        engine: Its name.
        encoding: The formula of a geometry, or of what a puzzle leaves open.
        deadline: When to give up loading.
        **options: What the engine takes.

    Attributes:
        engine, encoding: The same, loaded.
        project: The variables that distinguish models.
    """

    __slots__ = ("encoding", "engine", "project")

    def __init__(
        self,
        engine: str,
        encoding: Encoding | ResidualEncoding,
        deadline: Deadline = NEVER,
        **options: Any,  # noqa: ANN401  as `registry.load` takes them
    ) -> None:
        options["one_hot"] = True
        self.encoding = encoding
        self.engine: Engine = registry.load(
            engine, encoding.formula, deadline, **options
        )
        # Plain search distinguishes models by all variables at no cost, where solutions
        # and models are the same; blocking clauses are shorter over the cells alone.
        every = engine == "dpll" and encoding.aux_determined
        self.project = None if every else encoding.cell_variables

    def solutions(self, task: Task) -> Iterator[Grid]:
        """Yield every solution of a puzzle once.

        Raises:
            Stopped: The deadline has come.
        """
        engine, statistics, encoding = self.engine, task.statistics, self.encoding
        literals = (
            encoding.literals(task.puzzle) if isinstance(encoding, Encoding) else []
        )
        statistics.use(engine.name)
        statistics.encoding = encoding.recipe.name
        statistics.simplified = isinstance(encoding, ResidualEncoding)
        statistics.variables = encoding.formula.variables
        statistics.clauses = encoding.formula.clause_count
        try:
            models = engine.models(literals, self.project, task.deadline)
            for model in statistics.timed("search", engine.name, models):
                since = perf_counter()
                grid = encoding.decode(model)
                statistics.spend("decode", since)
                yield grid
        finally:
            statistics.count(engine.statistics())
            for stage, (seconds, calls) in engine.stages().items():
                statistics.add_time(stage, engine.name, seconds, calls)
                statistics.add_time("search", engine.name, -seconds, 0)


_LOAD_FROM = 4
"""Uses from which all rules are loaded: it takes 8 ms, one formula of a puzzle 3 ms."""

_LOADING_SHARE = 0.1
"""The share of a puzzle's time that loading the rules for later puzzles may take."""

_MAX_LOADING = 1.0
"""Seconds that loading all rules may take where there are constraints."""

_NEVER_USED = 1_000_000

_USES_OF_FORMULA = 4
"""A puzzle that needed a formula counts like so many that did not."""

_MOST_LOADED = 4
"""Engines that are kept; the one longest unused goes first."""

_MOST_COUNTED = 64
"""Rules whose uses are counted: of variants every puzzle may have its own."""


class EngineCache:
    """Makes formulas and loads engines; keeps those that have loaded all rules.

    An engine is kept once rules have come up several times.  What it has learnt decides
    which of several solutions it finds, so no such solution may be shown.

    Args:
        recipe: The recipe, its name or file; None for the usual one of each size.
        max_clauses: Refuse formulas with more clauses.
        heuristic: The decision heuristic of the engine, `dpll` or `cdcl`.
        observer: Sees the events of `dpll`.

    Raises:
        UsageError: There is no such recipe.
        InputError: Its file cannot be read.
    """

    def __init__(
        self,
        recipe: RecipeLike | None = None,
        max_clauses: int = MAX_CLAUSES,
        heuristic: str | Heuristic | None = None,
        observer: Observer | None = None,
    ) -> None:
        self._recipe = None if recipe is None else load_recipe(recipe)
        self._max_clauses = max_clauses
        self._own_options: dict[str, object] = {}
        if heuristic is not None:
            self._own_options["heuristic"] = heuristic
        if observer is not None:
            self._own_options["observer"] = observer
        self._uses: dict[Rules, int] = {}
        self._loaded: dict[tuple[str, Rules], LoadedEngine] = {}
        # The latest one is known without hashing its rules, which is slow.
        self._latest: tuple[tuple[str, Rules], LoadedEngine] | None = None

    def note_use(self, puzzle: Puzzle, *, needed_formula: bool) -> None:
        """Note that a puzzle was answered."""
        if puzzle.constraints and not needed_formula:
            return  # their formula may take a second
        rules = puzzle.geometry, puzzle.constraints
        uses = self._uses.pop(rules, 0)
        if len(self._uses) >= _MOST_COUNTED:
            del self._uses[next(iter(self._uses))]
        self._uses[rules] = uses + (_USES_OF_FORMULA if needed_formula else 1)

    def kept(
        self, engine: str, puzzle: Puzzle, deadline: Deadline
    ) -> LoadedEngine | None:
        """Return an engine with a puzzle's rules, if these have come up often enough.

        None, too, where loading takes more than a tenth of the time that is left, as
        that is for the search; or more than a second for constraints, whose formula
        without clues may be thousands of times larger than with them.
        """
        rules = puzzle.geometry, puzzle.constraints
        if self._latest is not None and self._latest[0] == (engine, rules):
            return self._latest[1]
        if self._uses.get(rules, 0) < _LOAD_FROM:
            return None
        left = deadline.left
        share = NEVER if left is None else Deadline(left * _LOADING_SHARE)
        if puzzle.constraints and (share.left is None or share.left > _MAX_LOADING):
            share = Deadline(_MAX_LOADING)
        try:
            return self.load_rules(engine, rules, share)
        except Stopped:
            # Tried again after as many uses; of constraints hardly ever.
            self._uses[rules] = -_NEVER_USED if puzzle.constraints else 0
        except LimitError:  # what a puzzle leaves open may be small enough
            pass
        return None

    def load_rules(
        self, engine: str, rules: Rules, deadline: Deadline = NEVER
    ) -> LoadedEngine:
        """Return the engine of that name that has loaded rules; load it if need be."""
        key = engine, rules
        loaded = self._loaded.pop(key, None)
        if loaded is None:
            loaded = self._load(engine, self._full(rules, deadline), deadline)
            while len(self._loaded) >= _MOST_LOADED:
                del self._loaded[next(iter(self._loaded))]  # freed when nobody uses it
        self._loaded[key] = loaded
        self._latest = key, loaded
        return loaded

    def search(self, task: Task, attempt: Attempt) -> Iterator[Grid]:
        """Yield every solution once, by an engine that is loaded for this puzzle."""
        loaded = self.loaded_for(task, attempt)
        if loaded is None:
            return
        own = task
        if attempt.budget is not None:
            limited = Deadline(task.deadline.left, attempt.budget)
            own = replace(task, deadline=limited)
        try:
            yield from loaded.solutions(own)
        except Stopped:
            task.deadline.check()
            if own is task:
                raise
            task.ending = "spent"
        finally:
            since = perf_counter()
            loaded.engine.close()
            task.statistics.spend("close", since, attempt.engine)

    def loaded_for(
        self, task: Task, attempt: Attempt, **options: bool
    ) -> LoadedEngine | None:
        """Return an engine that is loaded for one puzzle; None if singles refute it.

        Args:
            task: The puzzle.
            attempt: The engine.
            **options: Others that the engine takes.
        """
        statistics, singles = task.statistics, None
        since = perf_counter()
        if task.candidates is not None:
            singles = Propagation.of(task.candidates)
        elif not attempt.full:
            singles = propagate(task.puzzle, task.deadline)
            since = statistics.spend("singles", since)
        encoding = self._formula(task, attempt, singles)
        encoding.formula  # noqa: B018  making it belongs to this stage
        since = statistics.spend("encode", since)
        if isinstance(encoding, ResidualEncoding) and encoding.propagation.refuted:
            statistics.notes[:] = ["singles refute it"]  # whatever engine was named
            return None
        loaded = self._load(attempt.engine, encoding, task.deadline, **options)
        statistics.spend("load", since, attempt.engine)
        return loaded

    def close(self) -> None:
        """Free all loaded engines."""
        for loaded in self._loaded.values():
            loaded.engine.close()
        self._loaded.clear()
        self._uses.clear()
        self._latest = None

    def _recipe_for(self, geometry: Geometry) -> Recipe:
        return self._recipe or load_recipe(usual_encoding(geometry.size))

    def _full(self, rules: Rules, deadline: Deadline) -> Encoding:
        """Return the formula of rules, without clues."""
        geometry, constraints = rules
        recipe = self._recipe_for(geometry)
        return encode_rules(geometry, recipe, self._max_clauses, constraints, deadline)

    def _formula(
        self, task: Task, attempt: Attempt, singles: Propagation | None
    ) -> Encoding | ResidualEncoding:
        """Return the formula of a puzzle: of its rules, or of what it leaves open."""
        puzzle = task.puzzle
        if attempt.full:
            return self._full((puzzle.geometry, puzzle.constraints), task.deadline)
        recipe = self._recipe_for(puzzle.geometry)
        return simplify(puzzle, recipe, self._max_clauses, singles, task.deadline)

    def _load(
        self,
        engine: str,
        encoding: Encoding | ResidualEncoding,
        deadline: Deadline,
        **options: Any,  # noqa: ANN401  as the engine takes them
    ) -> LoadedEngine:
        options.update(self._own_options)
        return LoadedEngine(engine, encoding, deadline, **options)


class _Thread(local):
    """What a thread keeps between calls."""

    def __init__(self) -> None:
        self.cache = EngineCache()


_thread = _Thread()


def thread_cache() -> EngineCache:
    """Return the engines that this thread keeps loaded for engine `auto`."""
    return _thread.cache


def loaded_rules(geometry: Geometry) -> LoadedEngine:
    """Return this thread's engine with the rules of a geometry, loaded once.

    Clues and candidates are literals to assume (`Encoding.literals`).  What the engine
    has learnt decides which of several solutions it finds, so no such solution may be
    shown.  After a KeyboardInterrupt call `unload_rules`.

    Args:
        geometry: The shape of the grid.

    Raises:
        LimitError: The formula would be too large.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> loaded = loaded_rules(Geometry(4, 4))
        >>> loaded is loaded_rules(Geometry(4, 4)), loaded.engine.name
        (True, 'cadical153')
    """
    return _thread.cache.load_rules(LEARNER, (geometry, ()))


def unload_rules() -> None:
    """Free what this thread has loaded."""
    _thread.cache.close()


at_exit(unload_rules)  # PySAT cannot free a solver when its module is gone
