"""Solve puzzles: propagate, presolve or encode, search, decode, check by the rules.

    puzzle ──singles──▶ candidates ──backend──▶ grid ──Puzzle.is_solution──▶ answer

A backend searches (`solving.backends`, `engines.baselines`); several may be tried in
turn (`solving.choice`).  One that spends its budget raises `GaveUp`, and the next one
takes over.

Invariant: no grid comes out that `Puzzle.is_solution` does not accept.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING

from satdoku.cnf.encoder import MAX_CLAUSES
from satdoku.cnf.propagate import contradiction, propagate
from satdoku.engines import baselines, registry
from satdoku.engines.baselines.base import Baseline, GaveUp
from satdoku.engines.dpll.heuristics import find_heuristic
from satdoku.engines.lanes import has_compiler, has_numpy
from satdoku.engines.lanes import supports as lanes_support
from satdoku.errors import (
    EngineError,
    Stopped,
    UsageError,
    check_limit,
)
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.runtime.statistics import Statistics
from satdoku.solving.backends import (
    FormulaBackend,
    Formulas,
    Presolve,
)
from satdoku.solving.choice import (
    AUTO,
    MAX_WHOLE,
    STRAIGHT_FROM,
    Attempt,
    Question,
    choose,
)
from satdoku.solving.results import Count, Result, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Self

    from satdoku.engines.dpll.trail import Observer
    from satdoku.engines.lanes.single import Lanes
    from satdoku.puzzle.puzzle import PuzzleLike
    from satdoku.solving.backends import Backend
    from satdoku.techniques.technique import Named

__all__ = [
    "SolutionIterator",
    "Solver",
    "all_solutions",
    "answer",
    "reason_of",
    "solutions",
    "solve",
]

_MANY_PUZZLES = 100
"""What a solver reckons with where nobody says how many puzzles come."""

_USUAL_LIMIT, _LANES_LIMIT, _VARIANT_LIMIT = 100_000, 10_000_000, 10_000
"""Solutions that are counted where no limit is set: some seconds each."""


class Solver:
    """Find solutions, with engines that stay loaded for the next puzzle.

    For one thread at a time.  A context manager: leaving it frees loaded engines.

    Args:
        engine: An engine by name, or `auto` (`satdoku engines` lists them).
        encoding: A recipe by name or file; None for the usual one.
        heuristic: The decision heuristic of engine `dpll`, which is used then.
        techniques: What engine `logic` may use, names of techniques and families; None
            for the usual ones.
        max_clauses: Refuse formulas with more clauses than that.
        puzzles: How many puzzles are to come, as far as is known; engine `auto` loads
            a whole formula only for several.  None if nothing is known.
        observer: Sees every event of engine `dpll`.
        compiling: Called before engine `lanes` is compiled, which takes seconds where
            that has never been done.

    Raises:
        UsageError: There is no such engine, recipe, heuristic or technique, or the
            engine does not take it.
        InputError: The recipe's file cannot be read.

    Attributes:
        engine: The name of the engine.
        puzzles: How many puzzles are reckoned with.

    Example:
        >>> with Solver("cadical153", "triad") as solver:
        ...     solver.solve("1... ..2. ..3. 4...").status
        <Status.UNIQUE: 3>
    """

    def __init__(
        self,
        engine: str = AUTO,
        encoding: str | None = None,
        *,
        heuristic: str | None = None,
        techniques: Named | None = None,
        max_clauses: int = MAX_CLAUSES,
        puzzles: int | None = None,
        observer: Observer | None = None,
        compiling: Callable[[], None] | None = None,
    ) -> None:
        name = str(engine).lower()  # callers without types get an error of ours
        if name != AUTO:
            name = registry.find(name).name
        if heuristic is not None:
            find_heuristic(heuristic)
            if name not in {AUTO, "dpll"}:
                raise UsageError(f"engine {name} has no heuristics; dpll has")
            name = "dpll"
        self.engine = name
        self._encoding = encoding
        self._formulas = Formulas(
            encoding, max_clauses, heuristic, observer, keep=puzzles != 1
        )
        self.puzzles = _MANY_PUZZLES if puzzles is None else puzzles
        self._compiling = compiling
        self._own = self._own_backend(techniques, max_clauses)

    def solve(
        self, puzzle: PuzzleLike, *, unique: bool = True, timeout: float | None = None
    ) -> Result:
        """Find a solution, and whether it is the only one.

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
        deadline = Deadline(timeout)
        task = _Task(Puzzle.of(puzzle), Question.FEW, 2 if unique else 1, deadline)
        grids = self._grids(task)
        return answer(task.puzzle, grids, task.statistics, started, unique=unique)

    def solutions(
        self, puzzle: PuzzleLike, *, timeout: float | None = None
    ) -> SolutionIterator:
        """Return an iterator over every solution: lazily, each once.

        Raises:
            Stopped: Time ran out first (raised by the iterator).
            InputError, LimitError: As `solve`.
        """
        deadline = Deadline(timeout)
        task = _Task(Puzzle.of(puzzle), Question.ALL, None, deadline)
        return SolutionIterator(task.puzzle, self._grids(task), task.statistics)

    def count(
        self,
        puzzle: PuzzleLike,
        limit: int | None = None,
        *,
        timeout: float | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Count:
        """Count the solutions, exactly up to a limit.

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
        deadline = Deadline(timeout)
        few = limit is not None and limit <= 1
        question = Question.FEW if few else Question.ALL
        wanted = None if limit is None else limit + 1
        task = _Task(Puzzle.of(puzzle), question, wanted, deadline)
        found = shown = 0
        try:
            with closing(self._counts(task, whole=progress is None)) as counts:
                for found in counts:
                    known = found if limit is None else min(found, limit)
                    if progress is not None and known > shown:
                        progress(known)
                        shown = known
                    if limit is not None and found > limit:
                        return Count(limit, exact=False)
        except Stopped as stop:
            return Count(found, exact=False, stopped=str(stop))
        return Count(found, exact=True)

    def _counts(self, task: _Task, *, whole: bool) -> Generator[int]:
        """Yield how many solutions there are so far; `whole`: the last one will do."""
        found = 0
        with suppress(_ToLanes), closing(self._without_lanes(task)) as grids:
            for _ in grids:
                found += 1
                yield found
            return
        yield from self._lanes(task).counted(
            task.puzzle, task.deadline, task.statistics, found, whole=whole
        )

    def usual_limit(self, puzzle: PuzzleLike) -> int:
        """Return the default limit of a count, which takes some seconds.

        Example:
            >>> Solver().usual_limit("1... ..2. ..3. 4...")
            100000
        """
        lanes = self.engine in {AUTO, "lanes"} and self._encoding is None
        puzzle = Puzzle.of(puzzle)
        if puzzle.constraints:
            return _VARIANT_LIMIT
        quick = lanes and lanes_support(puzzle) and has_compiler()
        return _LANES_LIMIT if quick else _USUAL_LIMIT

    def choice(
        self, puzzle: Puzzle, question: Question, limit: int | None = None
    ) -> tuple[Attempt, ...]:
        """Return the engines that search, in turn (`satdoku.solving.choice.choose`)."""
        return self._choice(puzzle, question, limit, propagate(puzzle).candidates)

    def _choice(
        self,
        puzzle: Puzzle,
        question: Question,
        limit: int | None,
        candidates: Sequence[int],
    ) -> tuple[Attempt, ...]:
        size = puzzle.geometry.size
        left = sum(mask.bit_count() for mask in candidates if mask & (mask - 1))
        return choose(
            puzzle,
            self.puzzles,
            question,
            engine=self.engine,
            encoding=self._encoding,
            limit=limit,
            lanes=lanes_support(puzzle) and has_numpy(),
            open_share=left / max(1, len(candidates) * size),
        )

    def close(self) -> None:
        """Free all loaded engines; the solver can be used again."""
        self._formulas.close()
        if isinstance(self._own, Baseline):
            self._own.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _own_backend(
        self, techniques: Named | None, max_clauses: int
    ) -> Backend | None:
        """Return the backend of an engine that takes puzzles and no formulas.

        Raises:
            UsageError: The engine does not take an option.
        """
        name = self.engine
        is_baseline = baselines.find(name) is not None
        if self._encoding is not None and (is_baseline or name == "lanes"):
            raise UsageError(f"engine {name} takes no formula; leave out the encoding")
        if techniques is not None and name != "logic":
            raise UsageError(f"engine {name} has no techniques; logic has")
        if name != "logic":
            return baselines.make(name) if is_baseline else None
        # Modules that only this engine needs.
        from satdoku.techniques.backend import Techniques  # noqa: PLC0415
        from satdoku.techniques.technique import chosen as choose_named  # noqa: PLC0415

        chosen = None
        if techniques is not None:
            chosen = choose_named(techniques)
        rest = Solver(encoding=self._encoding, max_clauses=max_clauses, puzzles=1)

        def search(
            position: Puzzle, deadline: Deadline, statistics: Statistics
        ) -> Iterator[Grid]:
            return rest._grids(
                _Task(position, Question.FEW, None, deadline, statistics)
            )

        def is_proper(puzzle: Puzzle, deadline: Deadline) -> bool:
            return rest.solve(puzzle, timeout=deadline.left).status is Status.UNIQUE

        return Techniques(chosen, search, is_proper)

    def _is_straight(self, task: _Task) -> bool:
        """Whether a loaded formula is asked at once, without singles before."""
        return (
            task.question is Question.FEW
            and self.puzzles >= STRAIGHT_FROM
            and self._encoding is None
            and task.puzzle.geometry.size <= MAX_WHOLE
        )

    def _backends(
        self, task: _Task, candidates: Sequence[int]
    ) -> list[tuple[Attempt, Backend | None]]:
        """Return the backends that search, in turn; None for the lanes."""
        if self._own is not None:
            if not self._own.supports(task.puzzle):
                task.puzzle.require_classic(f"engine {self.engine}")
            return [(Attempt(self.engine), self._own)]
        backends: list[tuple[Attempt, Backend | None]] = []
        before: FormulaBackend | None = None
        choice = self._choice(task.puzzle, task.question, task.limit, candidates)
        for attempt in choice:
            if attempt.engine == "lanes":
                backends.append((attempt, None))
            elif attempt.engine == "bitmask":
                backends.append((attempt, Presolve(attempt.budget)))
            else:
                before = FormulaBackend(self._formulas, attempt, task.limit, before)
                backends.append((attempt, before))
        return backends

    def _grids(self, task: _Task) -> Generator[Grid]:
        """Yield solutions, each once."""
        with suppress(_ToLanes):
            yield from self._without_lanes(task)
            return
        yield from self._lanes(task).solutions(
            task.puzzle, None, task.deadline, task.statistics, task.known
        )

    def _lanes(self, task: _Task) -> Lanes:
        from satdoku.engines.lanes.single import Lanes  # noqa: PLC0415  numpy

        return Lanes(task.limit, self._compiling)

    def _without_lanes(self, task: _Task) -> Generator[Grid]:
        """Yield solutions, each once, until the lanes are worth starting.

        Solutions that the next backend will find again are added to `task.known`.

        Raises:
            EngineError: What was found is no solution.
            _ToLanes: The lanes are to start over, or to start.
        """
        task.deadline.check()  # whatever an engine finds without looking at the clock
        puzzle, notes = task.puzzle, task.statistics.notes
        candidates: Sequence[int] = ()
        if self.engine == AUTO and not self._is_straight(task):
            since = perf_counter()
            singles = propagate(puzzle)
            task.statistics.spend("singles", since)
            if singles.refuted:
                notes.append("singles refute it")
                return
            if not singles.cells:
                notes.append("singles answer it")
                grid = Grid.trusted(puzzle.geometry, singles.values)
                if _broken_rule(puzzle, grid) is not None:
                    return
                yield from _checked(puzzle, AUTO, iter((grid,)), task.statistics)
                return
            candidates = singles.candidates
        backends = self._backends(task, candidates)
        if self.engine not in {AUTO, "logic"}:
            notes.append("the engine was requested")
        yield from _in_turn(task, backends, candidates or None)


@dataclass(slots=True)
class _Task:
    """One question about one puzzle.

    Attributes:
        known: Solutions that were found, as far as another backend would find them
            again.
    """

    puzzle: Puzzle
    question: Question
    limit: int | None
    deadline: Deadline
    statistics: Statistics = field(default_factory=Statistics)
    known: set[Grid] = field(default_factory=set)


class _ToLanes(Exception):  # noqa: N818  no error
    """The lanes are to start over, or to start."""


def _in_turn(
    task: _Task,
    backends: Sequence[tuple[Attempt, Backend | None]],
    candidates: Sequence[int] | None,
) -> Generator[Grid]:
    """Yield the solutions of one backend after another (`Solver._without_lanes`)."""
    to_lanes = backends[-1][1] is None
    for attempt, backend in backends:
        if backend is None:
            raise _ToLanes
        grids = _searched(task, attempt.engine, backend, candidates)
        try:
            for grid in grids:
                if grid in task.known:
                    continue
                if to_lanes or isinstance(backend, Presolve):
                    task.known.add(grid)
                yield grid
                if _lanes_pay(len(task.known), attempt.many):
                    raise _ToLanes
        except GaveUp:
            continue
        finally:
            grids.close()
        return
    raise Stopped("the budget of conflicts is spent")


def _lanes_pay(found: int, many: int | None) -> bool:
    """Whether the lanes are to start over (`satdoku.engines.lanes.single.pays`)."""
    if many is None or found < many:
        return False
    from satdoku.engines.lanes.single import pays  # noqa: PLC0415  numpy

    return pays(found, many)


def _searched(
    task: _Task, engine: str, backend: Backend, candidates: Sequence[int] | None
) -> Generator[Grid]:
    """Yield what a backend finds, each grid checked by the rules."""
    grids = backend.solutions(task.puzzle, candidates, task.deadline, task.statistics)
    found = grids
    if isinstance(backend, Baseline):
        task.statistics.engines.append(engine)
        found = task.statistics.timed("search", engine, grids)
    try:
        yield from _checked(task.puzzle, engine, found, task.statistics)
    finally:
        if isinstance(grids, Generator):
            grids.close()


class SolutionIterator:
    """The solutions of a puzzle, lazily, and what it took to find them so far.

    Attributes:
        statistics: Counters, and the seconds of each stage.
    """

    def __init__(
        self, puzzle: Puzzle, grids: Generator[Grid], statistics: Statistics
    ) -> None:
        self._puzzle = puzzle
        self._grids = grids
        self.statistics = statistics

    def __iter__(self) -> Iterator[Grid]:
        return self

    def __next__(self) -> Grid:
        return next(self._grids)

    def close(self) -> None:
        """End the search; statistics are complete from here on."""
        self._grids.close()

    def result(
        self,
        first: Sequence[Grid],
        seconds: float,
        *,
        complete: bool,
        cut: bool = False,
    ) -> Result:
        """Return what was found as an answer.

        Args:
            first: The first two solutions, or as many as there are.
            seconds: The time it took.
            complete: Whether no limit of time came first.
            cut: Whether the iterator was left before its end.
        """
        if len(first) > 1:
            status = Status.MULTIPLE
        elif first:
            status = Status.UNIQUE if complete and not cut else Status.FOUND
        else:
            status = Status.NONE if complete else Status.UNKNOWN
        return Result(
            self._puzzle,
            status,
            first[0] if first else None,
            first[1] if len(first) > 1 else None,
            complete,
            self.reason if status is Status.NONE else None,
            self.engine,
            self.encoding,
            self.simplified,
            self.statistics,
            seconds,
            self.because,
        )

    @property
    def engine(self) -> str:
        """The engines that searched, in turn."""
        return " ".join(self.statistics.engines)

    @property
    def encoding(self) -> str:
        """The recipe of the formula; empty where none was made."""
        return self.statistics.encoding

    @property
    def simplified(self) -> bool:
        """Whether the formula held only what the puzzle leaves open."""
        return self.statistics.simplified

    @property
    def because(self) -> str:
        """What else there is to say of the search, in a few words."""
        return "; ".join(self.statistics.notes)

    @property
    def reason(self) -> str | None:
        """Why there is no solution, where that shows without search."""
        return reason_of(self._puzzle)


def answer(
    puzzle: Puzzle,
    grids: Generator[Grid],
    statistics: Statistics,
    started: float,
    *,
    unique: bool,
) -> Result:
    """Take one solution or two, and say what they answer.

    Args:
        puzzle: The puzzle.
        grids: Its solutions.
        statistics: What the search takes.
        started: When it started, by `time.perf_counter`.
        unique: Whether to look for a second solution.
    """
    found: list[Grid] = []
    certain = True
    try:
        found.extend(islice(grids, 2 if unique else 1))
    except Stopped:
        certain = False
    finally:
        grids.close()
    if not found:
        status = Status.NONE if certain else Status.UNKNOWN
    elif len(found) > 1:
        status = Status.MULTIPLE
    else:
        status = Status.UNIQUE if unique and certain else Status.FOUND
    return Result(
        puzzle,
        status,
        found[0] if found else None,
        found[1] if len(found) > 1 else None,
        certain,
        reason_of(puzzle) if status is Status.NONE else None,
        " ".join(statistics.engines),
        statistics.encoding,
        statistics.simplified,
        statistics,
        perf_counter() - started,
        "; ".join(statistics.notes),
    )


def reason_of(puzzle: Puzzle) -> str | None:
    """Return why a puzzle has no solution, where that shows without search."""
    for clash in puzzle.clashes():
        return str(clash)
    singles = propagate(puzzle)
    if cause := contradiction(puzzle) if singles.refuted else None:
        return cause.text
    if not singles.cells:
        return _broken_rule(puzzle, Grid.trusted(puzzle.geometry, singles.values))
    return None


def _broken_rule(puzzle: Puzzle, grid: Grid) -> str | None:
    """Return which rule a grid breaks, units aside."""
    for rule in puzzle.constraints:
        if not rule.is_satisfied(grid):
            return f"{rule.describe()} is broken"
    return None


def _checked(
    puzzle: Puzzle, engine: str, grids: Iterator[Grid], statistics: Statistics
) -> Iterator[Grid]:
    """Yield grids, each checked by the rules."""
    for grid in grids:
        since = perf_counter()
        if not puzzle.is_solution(grid):
            wrong = f"engine {engine} gave a grid that is no solution of "
            wrong += puzzle.line[:90]
            if puzzle.constraints:
                rules = ", ".join(rule.describe() for rule in puzzle.constraints)
                wrong += f"; clauses and allows may disagree in: {rules}"
            raise EngineError(wrong)
        statistics.spend("check", since)
        yield grid


def solve(
    puzzle: PuzzleLike,
    *,
    unique: bool = True,
    engine: str = AUTO,
    encoding: str | None = None,
    timeout: float | None = None,
) -> Result:
    """Find a solution, and whether it is the only one.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        unique: Whether to look for a second solution too.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None for the usual one.
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
        >>> solve("1... ..2. ..3. 4...", engine="logic").because
        '12 steps of logic, no search'
    """
    solver = Solver(engine, encoding, puzzles=1)
    return solver.solve(puzzle, unique=unique, timeout=timeout)


def solutions(
    puzzle: PuzzleLike,
    *,
    engine: str = AUTO,
    encoding: str | None = None,
    timeout: float | None = None,
) -> SolutionIterator:
    """Yield every solution, lazily: the first comes at once, however many there are.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None for the usual one.
        timeout: Seconds after which to stop.

    Raises:
        Stopped: Time ran out before all were found (raised by the iterator).
        InputError, UsageError, LimitError: As `solve`.

    Example:
        >>> sum(1 for _ in solutions("...." * 4))
        288
    """
    solver = Solver(engine, encoding, puzzles=1)
    return solver.solutions(puzzle, timeout=timeout)


def all_solutions(
    puzzle: PuzzleLike,
    limit: int | None = None,
    *,
    engine: str = AUTO,
    encoding: str | None = None,
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
    found = solutions(
        puzzle,
        engine=engine,
        encoding=encoding,
        timeout=timeout,
    )
    return list(islice(found, limit))
