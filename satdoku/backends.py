"""What searches: each backend takes a puzzle and yields its solutions.

    Presolve     singles, then bit masks within a budget of steps
    Formulas     DPLL and the solvers of PySAT, on the whole formula or on what is open
    Lanes        one 9x9 puzzle spread over all SIMD lanes
    Techniques   what a person's techniques leave is left to other backends

The baselines (`satdoku.baselines`) are backends, too.  A backend need not check what it
finds against the rules, with the exception of `Lanes`, which checks blocks of solutions
at a time: `satdoku.solver` does so.
"""

from __future__ import annotations

from struct import Struct
from time import perf_counter
from typing import TYPE_CHECKING, Protocol, cast

from satdoku.baselines.base import GaveUp
from satdoku.baselines.bitmask import COUNTERS, Bitmask
from satdoku.choice import usual_encoding
from satdoku.cnf.encoder import Simplified, encoding, simplify
from satdoku.cnf.propagate import Propagation
from satdoku.cnf.recipe import load as load_recipe
from satdoku.engines import registry
from satdoku.engines.base import Limits
from satdoku.errors import EngineError, InputError, Stopped
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.lanes import has_compiler

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.answers import Statistics
    from satdoku.choice import Attempt
    from satdoku.cnf.encoder import Encoding
    from satdoku.cnf.recipe import Recipe
    from satdoku.deadline import Deadline
    from satdoku.deduce.technique import Technique
    from satdoku.engines.base import Engine, Model
    from satdoku.engines.dpll.search import Dpll
    from satdoku.engines.dpll.trail import Observer
    from satdoku.puzzle import Puzzle

__all__ = [
    "Backend",
    "FormulaBackend",
    "Formulas",
    "Lanes",
    "LoadedEngine",
    "Presolve",
    "Techniques",
]

NINE = Geometry(9, 9)
_VALUES = Struct("81B")
_UNCOMPILED_ENOUGH = 10_000  # solutions: half a second of any other engine
_COMPILING = 20.0  # seconds that the compiler may take, with some to spare


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
        self, engine: str, form: Encoding | Simplified, **options: object
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
    ) -> Simplified:
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

    def load(self, attempt: Attempt, form: Encoding | Simplified) -> LoadedEngine:
        """Load an engine with a formula.

        With a whole formula it is kept, or the one that is kept is returned, unless
        another iterator is not finished with that.
        """
        if isinstance(form, Simplified) or not self._keep:
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

    def _fresh(self, attempt: Attempt, form: Encoding | Simplified) -> LoadedEngine:
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
        self.form: Encoding | Simplified | None = None
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
    ) -> Encoding | Simplified:
        """Return the formula."""
        if self._after is not None and self._after.form is not None:
            return self._after.form
        if self._attempt.whole:
            return self._formulas.whole(puzzle)
        return self._formulas.simplified(puzzle, candidates)

    def _parts(
        self, form: Encoding | Simplified, puzzle: Puzzle
    ) -> list[list[int]] | None:
        """Return the parts to search, as literals to assume; None if singles refute."""
        if self._after is not None and self._after.rest is not None:
            return self._after.rest
        if isinstance(form, Simplified):
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
        limits = Limits(deadline.left)
        try:
            if self._limit == 1:
                since = perf_counter()
                outcome = engine.solve(cube, limits)
                since = statistics.spend("search", since, engine.name)
                if outcome.model is not None:
                    grid = decode(outcome.model)
                    statistics.spend("decode", since)
                    yield grid
                elif outcome.satisfiable is None:
                    self._stop(cube, loaded, deadline)
                return
            models = engine.models(cube, loaded.project, limits)
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


class Techniques:
    """Engine `logic`: a person's techniques, then a search in what they leave open.

    A candidate that a technique removes is in no solution, so a puzzle and the position
    it leads to have the same solutions, however many they are.  That holds for all but
    the techniques that assume the puzzle to have only one: these are used only if they
    are asked for, and the puzzle is proper.

    Args:
        techniques: What may be used; None for the usual ones that keep every solution
            and are quick: beyond 9x9 those up to level hard.
        search: Yields the solutions of what is left.
        is_proper: Whether a puzzle has one solution, as far as the time suffices.
    """

    _LARGEST = 9  # sizes at which chains and ALS take less than a second a step

    def __init__(
        self,
        techniques: frozenset[Technique] | None,
        search: Callable[[Puzzle, Deadline, Statistics], Iterator[Grid]],
        is_proper: Callable[[Puzzle, Deadline], bool],
    ) -> None:
        self._techniques = techniques
        self._search = search
        self._is_proper = is_proper

    def supports(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle has no rules but rows, columns and boxes."""
        return not puzzle.constraints

    def solutions(
        self,
        puzzle: Puzzle,
        candidates: Sequence[int] | None,
        deadline: Deadline,
        statistics: Statistics,
    ) -> Iterator[Grid]:
        """Yield every solution once (`Backend.solutions`)."""
        del candidates
        statistics.engines.append("logic")
        position, steps = self._follow(puzzle, deadline, statistics)
        statistics.count({"steps": steps})
        note = f"{steps:,} step{'s' * (steps != 1)} of logic"
        if position is None or position.is_complete:
            statistics.notes.append(f"{note}, no search")
            if position is not None:
                yield position.clues
            return
        left = position.values.count(0)
        cells = f"{left:,} cell{'s' * (left != 1)}"
        statistics.notes.append(f"{note}, then search for {cells}")
        yield from self._search(position, deadline, statistics)

    def _follow(
        self, puzzle: Puzzle, deadline: Deadline, statistics: Statistics
    ) -> tuple[Puzzle | None, int]:
        """Follow techniques; return the position, or None if there is no solution."""
        # 70 modules, which only this engine needs.
        from satdoku.deduce.path import next_step  # noqa: PLC0415
        from satdoku.deduce.searches import searches  # noqa: PLC0415
        from satdoku.deduce.state import State  # noqa: PLC0415
        from satdoku.deduce.technique import UNIQUENESS, USUAL, Level  # noqa: PLC0415
        from satdoku.deduce.view import View  # noqa: PLC0415

        techniques = self._techniques
        if techniques is None:
            techniques = USUAL - UNIQUENESS
            if puzzle.geometry.size > self._LARGEST:
                techniques = frozenset(
                    each for each in techniques if each.level <= Level.HARD
                )
        is_proper = bool(techniques & UNIQUENESS) and self._is_proper(puzzle, deadline)
        if not is_proper:
            techniques -= UNIQUENESS
        since = perf_counter()
        state = State.of(puzzle)
        view, steps = View(state, deadline=deadline.end), 0
        tried = tuple(searches(techniques))
        while state.empty and not state.is_broken:
            step = next_step(view, tried, techniques)
            if step is None:
                break
            state.apply(step)
            since = statistics.spend(step.technique.key, since, "logic")
            steps += 1
        statistics.spend("steps", since, "logic")
        if not state.is_broken:
            return state.grid(), steps
        if is_proper:
            raise EngineError(f"logic led to no solution of {puzzle.line[:90]}")
        return None, steps


class Lanes:
    """Engine `lanes`: one puzzle of 9x9 spread over all SIMD lanes.

    Idle lanes take open branches from busy ones, so that with a single puzzle all lanes
    search that one.  Compiled code is used if it is in the cache.  Where all solutions
    are asked for it is made first, which takes some seconds; one or two are searched by
    NumPy then.

    Blocks of solutions are checked by the rules whole (`satdoku.rules`), and become
    grids one by one as they are asked for.  NumPy is not loaded before a search.

    Args:
        limit: How many solutions are wanted; None for all.
        compiling: Called before the compiler runs.
    """

    def __init__(
        self, limit: int | None = None, compiling: Callable[[], None] | None = None
    ) -> None:
        self._limit = limit
        self._compiling = compiling

    @staticmethod
    def supports(puzzle: Puzzle) -> bool:
        """Whether it takes a puzzle: 9x9 of the usual rules, and clues alone.

        Example:
            >>> from satdoku.puzzle import Puzzle
            >>> Lanes.supports(Puzzle("." * 81)), Lanes.supports(Puzzle("." * 16))
            (True, False)
        """
        return (
            puzzle.geometry == NINE
            and puzzle.candidates is None
            and not puzzle.constraints
        )

    @staticmethod
    def pays(found: int, many: int) -> bool:
        """Whether so many solutions are known that the lanes are to start over.

        Args:
            found: How many are known; asked after each from the first.
            many: How many are enough where compiled code is there.

        Example:
            >>> Lanes.pays(499, 500), Lanes.pays(10_000, 500)
            (False, True)
        """
        if found == many and many < _UNCOMPILED_ENOUGH:
            return Lanes.is_compiled()
        return found >= max(many, _UNCOMPILED_ENOUGH)

    @staticmethod
    def is_quick() -> bool:
        """Whether compiled code is there or can be made; nothing is loaded."""
        return has_compiler()

    @staticmethod
    def is_compiled() -> bool:
        """Whether compiled code is there; it is loaded then."""
        from satdoku.lanes.search import is_ready  # noqa: PLC0415  numpy

        return is_ready("numba")

    def solutions(
        self,
        puzzle: Puzzle,
        candidates: Sequence[int] | None,
        deadline: Deadline,
        statistics: Statistics,
        known: Collection[Grid] = (),
    ) -> Iterator[Grid]:
        """Yield every solution that is not known yet, once (`Backend.solutions`).

        Raises:
            InputError: It does not take the puzzle.
            EngineError: What was found is no solution, or a known one was not found.
        """
        del candidates
        _require_nine(puzzle)
        statistics.engines.append("lanes")
        search = _Spread(puzzle, deadline, statistics, self._compiling)
        if self._limit is not None and self._limit <= 2:
            yield from search.few(self._limit)
            return
        left_out = {bytes(grid.values) for grid in known}
        for block in search.blocks(None):
            data = block.tobytes()
            rows = _VALUES.iter_unpack(data)
            if left_out:
                rows = search.fresh(data, left_out)
            for values in rows:
                yield Grid.trusted(NINE, values)
        if left_out:
            raise search.missed()

    def counted(
        self,
        puzzle: Puzzle,
        deadline: Deadline,
        statistics: Statistics,
        before: int,
        *,
        whole: bool,
    ) -> Iterator[int]:
        """Yield how many solutions there are so far, until all are counted.

        Args:
            puzzle: The puzzle.
            deadline: When to stop.
            statistics: What it took is added.
            before: How many are known to be there.
            whole: Whether the last number alone will do, which is quickest.

        Raises:
            InputError, EngineError: As `solutions`.
        """
        _require_nine(puzzle)
        statistics.engines.append("lanes")
        search = _Spread(puzzle, deadline, statistics, self._compiling)
        limit = None if self._limit is None else self._limit + 1
        if whole and deadline.left is None and self.is_compiled():
            found, _ = search.search(limit)
            yield max(found, before)
        else:
            found = 0
            for block in search.blocks(limit):
                found += len(block)
                yield max(found, before)
        if found < before:
            raise search.missed()


def _require_nine(puzzle: Puzzle) -> None:
    if Lanes.supports(puzzle):
        return
    if puzzle.geometry != NINE:
        what = f"a puzzle of {puzzle.geometry}"
    elif puzzle.constraints:
        what = f"a puzzle with {puzzle.constraints[0].describe()}"
    else:
        what = "candidates ruled out beyond the clues"
    raise InputError(what, expected="9x9 and clues alone, for engine lanes")


class _Spread:
    """A search of one puzzle by all lanes."""

    def __init__(
        self,
        puzzle: Puzzle,
        deadline: Deadline,
        statistics: Statistics,
        compiling: Callable[[], None] | None,
    ) -> None:
        import numpy as np  # noqa: PLC0415  90 ms

        since = perf_counter()
        self._executor = "numba" if Lanes.is_compiled() else "numpy"
        statistics.spend("load", since, "lanes")
        self._puzzle = puzzle
        self._clues = np.array([puzzle.values], np.uint8)
        self._deadline = deadline
        self._statistics = statistics
        self._compiling = compiling

    def few(self, limit: int) -> Iterator[Grid]:
        """Yield one solution or two."""
        # With a deadline, the first one is not lost if it comes before the second.
        steps = range(1 if self._deadline.left is not None else limit, limit + 1)
        first: Grid | None = None
        for step in steps:
            counted, found = self.search(step)
            if counted and first is None:
                first = found
                yield first
            if counted < step:
                return
        if limit > 1 and first is not None:
            yield from self._others(first, limit)

    def search(self, limit: int | None) -> tuple[int, Grid]:
        """Count up to `limit` solutions; return how many, and the first."""
        from satdoku.lanes.search import search  # noqa: PLC0415  numpy

        self._deadline.check()
        has_deadline = self._deadline.left is not None
        since = perf_counter()
        found = search(
            self._clues,
            limit=limit,
            executor=self._executor,
            progress=(lambda _: self._deadline.check()) if has_deadline else None,
        )
        self._statistics.spend("search", since, "lanes")
        counted = int(found.counts[0])
        if counted:
            self._check(found.solutions)
        for key, values in (("guesses", found.guesses), ("sweeps", found.sweeps)):
            self._statistics.count({key: int(values[0])})
        first = Grid.trusted(NINE, _VALUES.unpack(found.solutions.tobytes()))
        return counted, first

    def blocks(self, limit: int | None) -> Iterator[NDArray[np.uint8]]:
        """Yield solutions in blocks, (M, 81) each, checked by the rules."""
        from satdoku.lanes.search import walk  # noqa: PLC0415  numpy

        executor = self._executor
        if executor == "numpy" and self._may_compile():
            executor = self._compile()
        self._deadline.check()
        blocks = walk(self._clues, limit=limit, executor=executor)
        for _, block in self._statistics.timed("search", "lanes", blocks):
            self._check(block)
            yield block
            self._deadline.check()

    @staticmethod
    def fresh(data: bytes, left_out: set[bytes]) -> Iterator[tuple[int, ...]]:
        """Yield the rows that are not left out; those that are, are taken off."""
        for row in _rows_of(data):
            if row in left_out:
                left_out.remove(row)
            else:
                yield tuple(row)

    def missed(self) -> EngineError:
        """Return the error for a known solution that was not found."""
        return EngineError(f"lanes missed a known solution of {self._puzzle.line}")

    def _may_compile(self) -> bool:
        """Whether there are a compiler and the time for it."""
        from satdoku.lanes.search import find_executor  # noqa: PLC0415  numpy

        left = self._deadline.left
        if left is not None and left < _COMPILING:
            return False
        return find_executor() == "numba"

    def _compile(self) -> str:
        from satdoku.lanes.search import prepare  # noqa: PLC0415  numpy

        return prepare("auto", self._compiling)

    def _others(self, first: Grid, limit: int) -> list[Grid]:
        """Find the solutions that a search has counted beside the first.

        A walk knows no restarts, which end a search in a bad branch: so the puzzle is
        turned where it takes long.
        """
        from satdoku.lanes.search import ENOUGH, TURNS, walk  # noqa: PLC0415  numpy
        from satdoku.lanes.turned import Turn  # noqa: PLC0415  numpy

        found: dict[Grid, None] = {}  # in the order in which they came
        for number in range(TURNS + 2):
            turn = Turn(number) if number else None
            clues = self._clues if turn is None else turn.there(self._clues)
            budget = ENOUGH if number <= TURNS else None
            for _, block in walk(
                clues, limit=limit, max_guesses=budget, executor=self._executor
            ):
                block_here = block if turn is None else turn.back(block)
                self._check(block_here)
                for values in _VALUES.iter_unpack(block_here.tobytes()):
                    found[Grid.trusted(NINE, values)] = None
                self._deadline.check()
            others = [grid for grid in found if grid != first][: limit - 1]
            if len(others) == limit - 1:
                return others
        return [grid for grid in found if grid != first][: limit - 1]

    def _check(self, solutions: NDArray[np.uint8]) -> None:
        """Check what was found by the rules."""
        from satdoku.rules import first_broken  # noqa: PLC0415  numpy

        since = perf_counter()
        broken = first_broken(self._clues[0], solutions)
        self._statistics.spend("check", since)
        if broken is not None:
            raise EngineError(
                f"lanes gave a grid that is no solution of {self._puzzle.line}"
            )


def _rows_of(data: bytes) -> Iterator[bytes]:
    size = _VALUES.size
    return (data[start : start + size] for start in range(0, len(data), size))
