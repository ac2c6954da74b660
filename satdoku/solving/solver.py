"""Solve puzzles: propagate, search on bit masks or a formula, check by the rules.

    text ─▶ Puzzle ─singles─▶ candidates ─attempts─▶ grids ─is_solution─▶ answer

A solver asks one question at a time.  Engines search in turn (`solving.choice`): each
attempt ends with the puzzle solved, its budget spent, or the advice to switch to the
last engine (`Task.ending`).  Where the same rules come again and again, an engine that
has loaded them answers first, and all others search only for what that may not say:
which of several solutions is shown.

Invariants: no grid comes out that `Puzzle.is_solution` does not accept; and no answer
depends on puzzles that were answered before.
"""

from __future__ import annotations

from contextlib import closing, suppress
from dataclasses import replace
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING

from satdoku.cnf.encoder import MAX_CLAUSES
from satdoku.cnf.propagate import Propagation, propagate
from satdoku.engines import baselines, registry
from satdoku.engines.baselines.base import Baseline
from satdoku.engines.lanes import has_compiler, has_numpy
from satdoku.engines.lanes import supports_alone as lanes_support
from satdoku.errors import (
    EngineError,
    LimitError,
    Stopped,
    UsageError,
    check_limit,
    whole_number,
)
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.solving.attempts import (
    EngineCache,
    Task,
    search_bitmask,
    thread_cache,
)
from satdoku.solving.choice import (
    AUTO,
    CONFLICTS,
    FEW,
    LEARNER,
    MAX_FULL,
    TOO_MANY,
    Attempt,
    choose,
)
from satdoku.solving.results import Count, Result, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from typing import Self

    from satdoku.cnf.recipe import RecipeLike
    from satdoku.engines.dpll.trail import Observer
    from satdoku.engines.heuristics import Heuristic
    from satdoku.engines.lanes.single import SinglePuzzleSearch
    from satdoku.puzzle.puzzle import PuzzleLike
    from satdoku.runtime.statistics import Statistics
    from satdoku.solving.attempts import LoadedEngine
    from satdoku.techniques.logic import Techniques
    from satdoku.techniques.technique import Named

_DEFAULT_LIMIT, _LANES_LIMIT, _VARIANT_LIMIT = 100_000, 10_000_000, 10_000
"""Solutions that are counted where no limit is set: some seconds each."""


class Solver:
    """Find solutions, with engines that stay loaded for the next puzzle.

    For one thread at a time.  A context manager: leaving it frees loaded engines, but
    for the usual ones, which belong to the thread and which `satdoku.solve` uses, too.

    Args:
        engine: An engine by name, or `auto` (`satdoku.engines.engines()` lists them).
        encoding: A recipe, its name or file; None for the usual one.
        heuristic: The decision heuristic of engine `dpll`, which is used then, or of
            `cdcl`: a name, or a function (`satdoku.engines.heuristics.Heuristic`).
        techniques: What engine `logic` may use, names of techniques and families; None
            for the usual ones.
        max_clauses: Refuse formulas with more clauses than that.
        observer: Sees every event of engine `dpll`.
        compiling: Called before engine `lanes` is compiled, which takes seconds where
            that has never been done.

    Raises:
        UsageError: There is no such engine, recipe, heuristic or technique, or the
            engine does not take it.
        InputError: The recipe's file cannot be read.

    Attributes:
        engine: The name of the engine.

    Example:
        >>> with Solver("cadical153", "triad") as solver:
        ...     solver.solve("1... ..2. ..3. 4...").status
        <Status.UNIQUE: 3>
    """

    def __init__(
        self,
        engine: str = AUTO,
        encoding: RecipeLike | None = None,
        *,
        heuristic: str | Heuristic | None = None,
        techniques: Named | None = None,
        max_clauses: int = MAX_CLAUSES,
        observer: Observer | None = None,
        compiling: Callable[[], None] | None = None,
    ) -> None:
        max_clauses = whole_number("max_clauses", max_clauses)
        name = registry.with_heuristic(engine, heuristic)
        if observer is not None and name != "dpll":
            raise UsageError(f"engine {name} has no events to observe; dpll has")
        self.engine = name
        self._encoding = encoding
        # The usual engines are those of the thread, which outlive the solver.
        is_usual = name == AUTO and encoding is None and max_clauses == MAX_CLAUSES
        self._own_cache: EngineCache | None = None
        if not is_usual:
            self._own_cache = EngineCache(encoding, max_clauses, heuristic, observer)
        self._is_observed = observer is not None
        self._compiling = compiling
        self._puzzle_engine = self._make_puzzle_engine(techniques, max_clauses)

    def solve(
        self, puzzle: PuzzleLike, *, unique: bool = True, timeout: float | None = None
    ) -> Result:
        """Find a solution, and whether it is the only one.

        Of several solutions always the same ones are shown.

        Args:
            puzzle: Anything that `Puzzle` accepts.
            unique: Whether to look for a second solution too.
            timeout: Seconds after which to stop.

        Raises:
            InputError: The puzzle cannot be read, or the engine does not take it.
            LimitError: The formula would be too large.
            KeyboardInterrupt: Ctrl-C; the solver can be used again.
        """
        started = perf_counter()
        task = self._task(puzzle, FEW if unique else 1, timeout)
        task, grids, complete = self._few(task)
        return _result(task, grids, started, complete=complete, limit=task.limit)

    def solutions(
        self, puzzle: PuzzleLike, *, timeout: float | None = None
    ) -> SolutionIterator:
        """Return an iterator over every solution: lazily, each once.

        Raises:
            Stopped: Time ran out first (raised by the iterator).
            InputError, LimitError: As `solve`.
        """
        task = self._task(puzzle, None, timeout)
        return SolutionIterator(task, self._grids(task))

    def count(
        self,
        puzzle: PuzzleLike,
        limit: int | None = None,
        *,
        timeout: float | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Count:
        """Count the solutions, completely up to a limit.

        Args:
            puzzle: Anything that `Puzzle` accepts.
            limit: Stop when there are more than that; None for no limit.
            timeout: Seconds after which to stop.
            progress: Called with how many there are by now, after each solution or, of
                engine `lanes`, after thousands.

        Raises:
            UsageError: The limit is not a whole number from 0.
            InputError, LimitError: As `solve`.
        """
        limit = check_limit(limit, minimum=0)
        task = self._task(puzzle, None if limit is None else limit + 1, timeout)
        count = shown = 0
        try:
            with closing(self._counts(task, last=progress is None)) as counts:
                for count in counts:
                    known = count if limit is None else min(count, limit)
                    if progress is not None and known > shown:
                        progress(known)
                        shown = known
                    if limit is not None and count > limit:
                        return Count(limit, complete=False)
        except Stopped as stop:
            return Count(count, complete=False, stopped=str(stop))
        return Count(count, complete=True)

    def default_limit(self, puzzle: PuzzleLike) -> int:
        """Return the default limit of a count, which takes some seconds.

        Example:
            >>> Solver().default_limit("1... ..2. ..3. 4...")
            100000
        """
        lanes = self.engine in {AUTO, "lanes"} and self._encoding is None
        puzzle = Puzzle.of(puzzle)
        if puzzle.constraints:
            return _VARIANT_LIMIT
        quick = lanes and lanes_support(puzzle) and has_compiler()
        return _LANES_LIMIT if quick else _DEFAULT_LIMIT

    def close(self) -> None:
        """Free loaded engines of its own; the solver can be used again."""
        if self._own_cache is not None:
            self._own_cache.close()
        if isinstance(self._puzzle_engine, Baseline):
            self._puzzle_engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _make_puzzle_engine(
        self, techniques: Named | None, max_clauses: int
    ) -> Baseline | Techniques | None:
        """Return the search of an engine that takes puzzles and no formulas.

        Raises:
            UsageError: The engine does not take an option.
        """
        name = self.engine
        is_baseline = any(info.name == name for info in baselines.BASELINES)
        takes_puzzles = is_baseline or name in {"lanes", "masks"}
        if self._encoding is not None and takes_puzzles:
            raise UsageError(f"engine {name} takes no formula; leave out the encoding")
        if techniques is not None and name != "logic":
            raise UsageError(f"engine {name} has no techniques; logic has")
        if name == "masks":
            from satdoku.engines.masks.search import Masks  # noqa: PLC0415  by name

            return Masks(self._compiling)
        if name != "logic":
            return baselines.make(name) if is_baseline else None
        # Modules that only this engine needs.
        from satdoku.techniques.logic import Techniques  # noqa: PLC0415
        from satdoku.techniques.technique import chosen as choose_named  # noqa: PLC0415

        chosen = None if techniques is None else choose_named(techniques)
        rest = Solver(encoding=self._encoding, max_clauses=max_clauses)

        def search(
            position: Puzzle, deadline: Deadline, statistics: Statistics
        ) -> Iterator[Grid]:
            return rest._grids(Task(position, None, deadline, statistics=statistics))

        return Techniques(chosen, search)

    # --- searching --------------------------------------------------------------------

    @property
    def _cache(self) -> EngineCache:
        return self._own_cache or thread_cache()

    def _task(
        self, puzzle: PuzzleLike, limit: int | None, timeout: float | None
    ) -> Task:
        deadline = Deadline(timeout)  # covers reading, too
        return Task(Puzzle.of(puzzle), limit, deadline, self.engine, self._encoding)

    def _few(self, task: Task) -> tuple[Task, list[Grid], bool]:
        """Return one or two solutions, and whether no limit cut the search short.

        The task is the one whose search found them, with its statistics.  An engine
        that has learnt from other puzzles says whether there is one solution, or
        several.  Of several it shows none: those shown are found afresh.
        """
        if self._takes_turns(task):
            return self._few_of_variant(task)
        is_loose = task.engine == AUTO and _is_loose(task.puzzle)
        loaded = None if is_loose else self._from_loaded(task)
        if loaded is not None:
            known, complete = _take(loaded, FEW)
            if task.deadline.over and not complete:
                return task, [], False
            if complete and len(known) < FEW:
                return task, known, True
            task = Task(  # counts for itself
                task.puzzle, task.limit, task.deadline, task.engine, task.encoding
            )
        grids, complete = _take(self._grids(task), task.limit)
        if loaded is None:
            self._note_use(task)
        return task, grids, complete

    def _takes_turns(self, task: Task) -> bool:
        """Whether the compiled search on masks may help with a puzzle."""
        if task.engine != AUTO or self._encoding or not task.puzzle.constraints:
            return False
        from satdoku.engines.masks.search import supports  # noqa: PLC0415  few have any

        return supports(task.puzzle)

    def _few_of_variant(self, task: Task) -> tuple[Task, list[Grid], bool]:
        """Return what `_few` does, by engines in turns where SAT alone takes long."""
        from satdoku.solving import variants  # noqa: PLC0415  few puzzles need it

        seconds = variants.seconds_left()
        if seconds is None:
            return task, *_take(self._grids(task), task.limit)
        if seconds > 0:
            first = variants.trial(task, seconds)
            grids, complete = list[Grid](), False
            since = perf_counter()
            with suppress(LimitError):  # no formula, but masks may take it
                grids, complete = _take(self._grids(first), task.limit)
            variants.note_seconds(perf_counter() - since)
            if complete or task.deadline.over:
                return first, grids, complete
        turns = self._in_turns(task)
        if turns is None:
            return task, *_take(self._grids(task), task.limit)
        known, complete = _take(turns, FEW)
        if not complete or len(known) < FEW:
            return task, known[: task.limit], complete
        fresh = Task(task.puzzle, task.limit, task.deadline)
        with suppress(LimitError):
            grids, complete = _take(self._grids(fresh), task.limit)
            if complete:
                return fresh, grids, True
        # Those that are always shown would take too long, or too much.
        return task, known[: task.limit], True

    def _counts_of_variant(self, task: Task) -> Generator[int]:
        """Yield how many solutions there are so far, by masks where that takes long."""
        from satdoku.solving import variants  # noqa: PLC0415  few puzzles need it

        seconds, known = variants.seconds_left(), 0
        if seconds:
            trial = variants.trial(task, seconds)
            since = perf_counter()
            try:
                for known, _ in enumerate(self._before_lanes(trial), 1):
                    yield known
            except (LimitError, Stopped):  # masks may take it
                task.deadline.check()
            else:
                return
            finally:
                variants.note_seconds(perf_counter() - since)
        turns = None if seconds is None else self._in_turns(task)
        grids = self._before_lanes(task) if turns is None else turns
        yield from (count for count, _ in enumerate(grids, 1) if count > known)

    def _in_turns(self, task: Task) -> Generator[Grid] | None:
        """Return solutions by engines in turns, in any order; None without them."""
        from satdoku.solving import variants  # noqa: PLC0415  few puzzles need it

        last = choose(task.puzzle, FEW)[-1]
        grids = variants.in_turns(task, last, self._cache)
        return None if grids is None else _checked(task, "masks", grids)

    def _counts(self, task: Task, *, last: bool) -> Generator[int]:
        """Yield how many solutions there are so far; `last`: the last one will do."""
        if self._takes_turns(task):
            yield from self._counts_of_variant(task)
            return
        loaded = self._from_loaded(task)
        if loaded is not None:
            known, complete = _take(loaded, FEW)
            if not complete:
                task.deadline.check()
            elif len(known) < FEW:
                yield len(known)
                return
        count = 0
        for _ in self._before_lanes(task):
            count += 1
            yield count
        self._note_use(task)
        if task.ending == "switch":
            limit = None if task.limit is None else task.limit + 1
            yield from self._lanes(task).counts(limit, count, last=last)

    def _from_loaded(self, task: Task) -> Generator[Grid] | None:
        """Return the solutions by an engine that remembers, as far as two.

        These are not to be shown if there are two: which they are depends on puzzles
        before.  None where no such engine is loaded, or somebody observes: events are
        those of the search whose solutions are shown.
        """
        puzzle, engine = task.puzzle, self.engine
        takes_formulas = self._puzzle_engine is None and engine != "lanes"
        if self._is_observed or not takes_formulas or puzzle.geometry.size > MAX_FULL:
            return None
        engine = LEARNER if engine == AUTO else engine
        loaded = self._cache.kept(engine, puzzle, task.deadline)
        return None if loaded is None else self._ask(loaded, task)

    def _ask(self, loaded: LoadedEngine, task: Task) -> Generator[Grid]:
        """Yield the solutions by an engine that stays loaded, or give up.

        Of 9x9 the lanes answer sooner what takes many conflicts.
        """
        own = task
        if self.engine == AUTO and lanes_support(task.puzzle):
            limited = Deadline(task.deadline.left, CONFLICTS)
            own = replace(task, deadline=limited)
        try:
            yield from _checked(task, loaded.engine.name, loaded.solutions(own))
        except KeyboardInterrupt:
            self._cache.close()  # some engines cannot be used again
            raise

    def _note_use(self, task: Task) -> None:
        self._cache.note_use(task.puzzle, needed_formula=bool(task.statistics.encoding))

    def _grids(self, task: Task) -> Generator[Grid]:
        """Yield solutions, each once, always the same ones in the same order."""
        yield from self._before_lanes(task)
        if task.ending == "switch":
            yield from self._lanes(task).solutions(task.known)

    def _lanes(self, task: Task) -> SinglePuzzleSearch:
        from satdoku.engines.lanes.single import (  # noqa: PLC0415  numpy
            SinglePuzzleSearch,
        )

        return SinglePuzzleSearch(
            task.puzzle, task.deadline, task.statistics, self._compiling
        )

    def _before_lanes(self, task: Task) -> Generator[Grid]:
        """Yield solutions, each once, until the lanes should start over, or start."""
        task.deadline.check()  # whatever an engine finds without looking at the clock
        if task.engine == AUTO:
            singles = yield from _follow_singles(task)
            if singles:
                return
        attempts = self._attempts(task)
        for attempt in attempts:
            if task.ending == "switch" and attempt is not attempts[-1]:
                continue
            if attempt.engine == "lanes":
                if attempt is not attempts[-1] and not _are_lanes_ready():
                    continue
                task.ending = "switch"
                return
            task.ending = "solved"
            yield from self._attempt(attempt, task)
            if task.ending == "solved":
                return

    def _attempts(self, task: Task) -> tuple[Attempt, ...]:
        """Return the engines that search, in turn."""
        puzzle = task.puzzle
        if self._puzzle_engine is not None:
            # Engine masks says itself what it does not take.
            if self.engine != "masks" and not self._puzzle_engine.supports(puzzle):
                puzzle.require_classic(f"engine {self.engine}")
            return (Attempt(self.engine),)
        return choose(
            puzzle,
            task.limit,
            engine=task.engine,
            encoding=task.encoding,
            lanes=lanes_support(puzzle) and has_numpy(),
        )

    def _attempt(self, attempt: Attempt, task: Task) -> Generator[Grid]:
        """Yield the solutions of one engine that are not known; set `task.ending`."""
        known, many = task.known, attempt.many
        with closing(self._search(attempt, task)) as grids:
            for grid in _checked(task, attempt.engine, grids):
                if grid in known:
                    continue
                if many is not None or attempt.budget is not None:
                    known.add(grid)
                yield grid
                if many is not None and _should_switch(len(known), many):
                    task.ending = "switch"
                    return

    def _search(self, attempt: Attempt, task: Task) -> Generator[Grid]:
        """Yield the solutions of one engine."""
        if self._puzzle_engine is None:
            if attempt.engine == "bitmask":
                yield from search_bitmask(task, attempt.budget)
            else:
                yield from self._cache.search(task, attempt)
            return
        statistics = task.statistics
        grids = self._puzzle_engine.solutions(
            task.puzzle, task.candidates, task.deadline, statistics
        )
        if isinstance(self._puzzle_engine, Baseline):
            statistics.use(attempt.engine)
            grids = statistics.timed("search", attempt.engine, grids)
        yield from grids


def _is_loose(puzzle: Puzzle) -> bool:
    """Whether a puzzle without a contradiction has several solutions for sure.

    Two digits that no clue holds may be swapped in any solution.
    """
    held = len({*puzzle.values})  # the empty cell counts as one
    return held < puzzle.geometry.size and puzzle.masks is None and puzzle.is_classic


def _take(grids: Generator[Grid], limit: int | None) -> tuple[list[Grid], bool]:
    """Return the first grids, and whether no limit of time came first."""
    taken: list[Grid] = []
    try:
        taken.extend(islice(grids, limit))
    except Stopped:
        return taken, False
    finally:
        grids.close()
    return taken, True


def _should_switch(count: int, many: int) -> bool:
    """Return whether so many solutions are known that another engine should start over.

    Called for each from the first.  The lanes are worth loading for `many` where they
    are compiled.
    """
    return _are_lanes_ready() if count == many < TOO_MANY else count >= TOO_MANY


def _are_lanes_ready() -> bool:
    """Whether the lanes are compiled; they are loaded then."""
    from satdoku.engines.lanes.search import is_ready  # noqa: PLC0415  numpy

    return is_ready()


def _follow_singles(task: Task) -> Generator[Grid, None, bool]:
    """Follow singles, yield what they solve; return whether nothing is left open."""
    puzzle, statistics = task.puzzle, task.statistics
    since = perf_counter()
    singles = propagate(puzzle, task.deadline)
    statistics.spend("singles", since)
    task.candidates = singles.candidates
    if puzzle.constraints and not singles.refuted:
        from satdoku.engines.masks.search import narrowed  # noqa: PLC0415  few need it

        since = perf_counter()
        candidates = narrowed(puzzle, singles.candidates)
        statistics.spend("narrow", since)
        if candidates is None:
            statistics.notes.append("propagation refutes it")
            return True
        singles = Propagation.of(candidates)
        task.candidates = singles.candidates
    if singles.refuted:
        statistics.notes.append("singles refute it")
    elif not singles.cells and not puzzle.extra_cells:
        statistics.notes.append("singles answer it")
        grid = Grid.trusted(puzzle.geometry, singles.values)
        if all(rule.is_satisfied(grid) for rule in puzzle.constraints):
            yield from _checked(task, AUTO, (grid,))
    return singles.refuted or not (singles.cells or puzzle.extra_cells)


class SolutionIterator:
    """The solutions of a puzzle, lazily, and what it took to find them so far.

    A context manager: leaving it ends the search.

    Attributes:
        statistics: Counters, and the seconds of each stage.

    Example:
        >>> with solutions("...." * 4) as grids:
        ...     next(grids).is_complete
        True
    """

    def __init__(self, task: Task, grids: Generator[Grid]) -> None:
        self._task = task
        self._grids = grids
        self._started = perf_counter()
        self.statistics = task.statistics

    def __iter__(self) -> Iterator[Grid]:
        return self._grids  # not `self`: millions of solutions come faster

    def __next__(self) -> Grid:
        return next(self._grids)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the search; statistics are complete from here on."""
        self._grids.close()

    def result(
        self, first: Sequence[Grid], *, complete: bool, limit: int | None = None
    ) -> Result:
        """Return what was found as an answer.

        Args:
            first: The first two solutions, or as many as there are.
            complete: Whether no limit of time came first.
            limit: After how many solutions the search was ended; None for none.
        """
        task, started = self._task, self._started
        return _result(task, first, started, complete=complete, limit=limit)


def _result(
    task: Task,
    grids: Sequence[Grid],
    started: float,
    *,
    complete: bool,
    limit: int | None,
) -> Result:
    """Return the answer that one solution, two or none make."""
    solution, second = (*grids, None, None)[:2]
    return Result(
        task.puzzle,
        Status.of(len(grids), complete=complete, limit=limit),
        solution,
        second,
        complete,
        statistics=task.statistics,
        seconds=perf_counter() - started,
        seconds_left=task.deadline.left,
    )


def _checked(task: Task, engine: str, grids: Iterable[Grid]) -> Generator[Grid]:
    """Yield grids, each checked by the rules.

    Raises:
        EngineError: One is no solution.
    """
    puzzle, statistics = task.puzzle, task.statistics
    for grid in grids:
        since = perf_counter()
        if not puzzle.is_solution(grid):
            text = f"engine {engine} gave a grid that is no solution of "
            text += puzzle.line[:90]
            if puzzle.constraints:
                rules = ", ".join(rule.describe() for rule in puzzle.constraints)
                text += f"; clauses and allows may disagree in: {rules}"
            raise EngineError(text)
        statistics.spend("check", since)
        yield grid


def solve(
    puzzle: PuzzleLike,
    *,
    unique: bool = True,
    engine: str = AUTO,
    encoding: RecipeLike | None = None,
    timeout: float | None = None,
) -> Result:
    """Find a solution, and whether it is the only one.

    Of several solutions always the same ones are shown, whatever was solved before.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        unique: Whether to look for a second solution too.
        engine: An engine by name, or `auto`.
        encoding: A recipe, its name or file; None for the usual one.
        timeout: Seconds after which to stop.

    Returns:
        The answer; `result.status` says how many solutions there are.

    Raises:
        InputError: The puzzle or the recipe's file cannot be read.
        UsageError: There is no such engine or encoding, or the engine takes none.
        LimitError: The formula would be too large.

    Example:
        >>> result = solve("1... ..2. ..3. 4...")
        >>> result.is_unique, result.solution
        (True, Grid('1243342121344312'))
        >>> solve("1... ..2. ..3. 4...", engine="backtracking").engine
        'backtracking'
    """
    return Solver(engine, encoding).solve(puzzle, unique=unique, timeout=timeout)


def solutions(
    puzzle: PuzzleLike,
    *,
    engine: str = AUTO,
    encoding: RecipeLike | None = None,
    timeout: float | None = None,
) -> SolutionIterator:
    """Yield every solution, lazily: the first comes at once, however many there are.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        engine: An engine by name, or `auto`.
        encoding: A recipe, its name or file; None for the usual one.
        timeout: Seconds after which to stop.

    Raises:
        Stopped: Time ran out before all were found (raised by the iterator).
        InputError, UsageError, LimitError: As `solve`.

    Example:
        >>> sum(1 for _ in solutions("...." * 4))
        288
    """
    return Solver(engine, encoding).solutions(puzzle, timeout=timeout)


def all_solutions(
    puzzle: PuzzleLike,
    limit: int | None = None,
    *,
    engine: str = AUTO,
    encoding: RecipeLike | None = None,
    timeout: float | None = None,
) -> list[Grid]:
    """Return all solutions as a list, or the first `limit` of them.

    Raises:
        Stopped: Time ran out before all were found.
        InputError, UsageError, LimitError: As `solve`.

    Example:
        >>> len(all_solutions("12.. .... .... ....", limit=5))
        5
    """
    limit = check_limit(limit, minimum=0)
    grids = solutions(puzzle, engine=engine, encoding=encoding, timeout=timeout)
    return list(islice(grids, limit))
