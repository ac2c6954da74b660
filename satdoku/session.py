"""A session: puzzles answered one after another, with what can be used again kept.

    puzzle ─choose─▶ formula, engines ─hold─▶ engine ─models─▶ decode ─rules─▶ grid
       └───────────▶ lanes ─rules─▶ grid

A session keeps, for each geometry, the whole formula and the engines that have loaded
it.  An engine that a walk has not finished with is left to that walk, another one is
loaded.  After Ctrl-C all are thrown away, since some cannot be used again.

A second engine takes over where the first gives up (`satdoku.walk`).  Engine `lanes`
takes the puzzle itself (`satdoku.spread`): where it was asked for, or where so many
solutions came that there may be a million.
"""

from __future__ import annotations

from contextlib import contextmanager
from time import monotonic, perf_counter
from typing import TYPE_CHECKING

from satdoku.answers import Count, Result, Status
from satdoku.choose import AUTO, LANES, LOGIC, Question, choose, cost
from satdoku.cnf.encode import MAX_CLAUSES
from satdoku.engines import register
from satdoku.engines.dpll.decide import rule as find_rule
from satdoku.engines.engine import Status as Found
from satdoku.errors import Stopped, UsageError
from satdoku.forms import Forms
from satdoku.spread import Spread, is_compiled, is_quick, is_spreadable
from satdoku.walk import Held, Record, Search, Walk, is_over, limits_to, reason_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from satdoku.choose import Attempt, Choice
    from satdoku.cnf.encode import Encoding, Simplified
    from satdoku.deduce.families import Named
    from satdoku.geometry import Geometry
    from satdoku.grid import Grid
    from satdoku.logic import Logic

__all__ = ["Session", "Walk"]

_USUAL_LIMIT, _QUICK_LIMIT = 100_000, 10_000_000  # solutions: some seconds each


class Session:
    """Answers puzzles; made once for many of them, for one thread at a time.

    Args:
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        max_clauses: Refuse formulas with more clauses than that.
        rule: The decision rule of engine `dpll`, which it asks for then.
        compiling: Is called before engine `lanes` is compiled, which takes some seconds
            where that has never been done.
        techniques: What engine `logic` may use, or names of techniques and families;
            None for the usual ones that keep every solution.

    Raises:
        UsageError: There is no such engine, recipe, rule or technique, or the engine
            has none of these or takes no formula.
        InputError: The recipe's file cannot be read.

    Example:
        >>> from satdoku.grid import Grid
        >>> session = Session()
        >>> session.solve(Grid.parse("1... ..2. ..3. 4...")).status
        <Status.UNIQUE: 'unique'>
    """

    def __init__(
        self,
        engine: str = AUTO,
        encoding: str | None = None,
        max_clauses: int = MAX_CLAUSES,
        rule: str | None = None,
        compiling: Callable[[], None] | None = None,
        *,
        techniques: Named | None = None,
    ) -> None:
        # Callers without types get an error of the family, too.
        engine = str(engine).lower()
        if engine != AUTO:
            engine = register.find(engine).name
        if rule is not None:
            find_rule(rule)
            if engine not in (AUTO, "dpll"):
                raise UsageError(f"engine {engine} has no decision rules; dpll has")
            engine = "dpll"
        if engine == LANES and encoding is not None:
            raise UsageError(f"engine {LANES} takes no formula; leave out the encoding")
        self._rule = rule
        self._compiling = compiling
        self._forms = Forms(max_clauses)
        if encoding is not None:
            self._forms.recipe(encoding)
        self._logic: Logic | None = None
        if engine == LOGIC:
            from satdoku.logic import Logic  # noqa: PLC0415  seldom asked for

            self._logic = Logic(techniques, max_clauses)
        elif techniques is not None:
            raise UsageError(f"engine {engine} has no techniques; {LOGIC} has")
        self._engine = engine
        self._encoding = encoding
        self._spreading = False  # lanes was asked before
        self._spent: dict[Geometry, float] = {}
        self._settled: dict[Geometry, Choice] = {}
        self._held: dict[tuple[Encoding | Simplified, Attempt], Held] = {}

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
            InputError: The engine asked for does not take the puzzle.
            KeyboardInterrupt: Ctrl-C; the session can be used again.
        """
        started = perf_counter()
        record = self._record(puzzle, Question.FEW)
        most = 2 if unique else 1
        if record.choice.attempts[0].engine == LANES:
            found, certain = self._few(puzzle, record, timeout, most)
        elif unique or self._logic is not None:
            found, certain = self._first(puzzle, record, timeout, most)
        else:
            found, certain = self._one(puzzle, record, timeout)
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
            reason_of(puzzle) if status is Status.NONE else None,
            " ".join(record.engines),
            record.choice.encoding,
            record.choice.simplified,
            record.statistics,
            perf_counter() - started,
            record.choice.because,
        )

    def solutions(self, puzzle: Grid, *, timeout: float | None = None) -> Walk:
        """Yield every solution, lazily, each once.

        Raises:
            Stopped: The time was over first.
            LimitError: The formula would be too large.
            InputError: The engine asked for does not take the puzzle.
        """
        record = self._record(puzzle, Question.ALL)
        return Walk(puzzle, self._walk(puzzle, record, timeout), record)

    def count(
        self,
        puzzle: Grid,
        limit: int | None = None,
        *,
        timeout: float | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Count:
        """Count the solutions, exactly up to a limit.

        Args:
            puzzle: The puzzle.
            limit: Stop when there are more than that; None for no limit.
            timeout: Seconds of wall time after which to stop.
            progress: Is told how many there are by now, after each solution or, of
                engine `lanes`, after thousands, so that little is lost when counting
                is interrupted.

        Raises:
            LimitError: The formula would be too large.
            InputError: The engine asked for does not take the puzzle.
        """
        record = self._record(puzzle, Question.ALL, limit)
        deadline = None if timeout is None else monotonic() + timeout
        steps = self._by_formulas(puzzle, record, deadline, set())
        found = 0
        try:
            for _ in steps:
                if found == limit:
                    return Count(found, exact=False)
                found += 1
                if progress is not None:
                    progress(found)
            if record.left:
                spread = self._spread(puzzle, record, deadline)
                return spread.count(limit, found, progress)
        except Stopped as stop:
            return Count(found, exact=False, stopped=str(stop))
        finally:
            steps.close()
        return Count(found, exact=True)

    def usual_limit(self, puzzle: Grid) -> int:
        """Say up to how many solutions are counted where nobody says: some seconds.

        Example:
            >>> from satdoku.grid import Grid
            >>> Session().usual_limit(Grid.parse("1... ..2. ..3. 4..."))
            100000
        """
        choice = choose(
            puzzle.geometry,
            Question.ALL,
            engine=self._engine,
            encoding=self._encoding,
            spreadable=is_spreadable(puzzle),
        )
        by_lanes = choice.attempts[-1].engine == LANES and is_quick()
        return _QUICK_LIMIT if by_lanes else _USUAL_LIMIT

    def close(self) -> None:
        """Free all loaded engines; the session can be used again.

        An engine that a walk has not finished with is freed when that walk ends.
        """
        for held in self._held.values():
            if not held.busy:
                held.engine.close()
        self._held.clear()

    def _record(
        self, puzzle: Grid, question: Question, most: int | None = None
    ) -> Record:
        geometry = puzzle.geometry
        few = question is Question.FEW
        choice = self._settled.get(geometry) if few else None
        if choice is None:
            choice = choose(
                geometry,
                question,
                engine=self._engine,
                encoding=self._encoding,
                spent=self._spent.get(geometry, 0.0),
                spreadable=is_spreadable(puzzle),
                spreading=self._spreading and is_compiled(),
                most=most,
            )
            if choice.shared and len(choice.attempts) == 1:
                self._settled[geometry] = choice
        return Record([], choice, {})

    def _spend(self, geometry: Geometry, record: Record) -> None:
        """Add up what a puzzle has cost, for the next choice."""
        if geometry in self._settled:
            return
        conflicts = record.statistics.get("conflicts", 0)
        self._spent[geometry] = self._spent.get(geometry, 0.0) + cost(conflicts)

    def _one(
        self, puzzle: Grid, record: Record, timeout: float | None
    ) -> tuple[list[Grid], bool]:
        """Find one solution; return it, and whether that is certain."""
        deadline = None if timeout is None else monotonic() + timeout
        form, assumed = self._forms.of(puzzle, record.choice)
        if assumed is None:
            return [], True
        try:
            for attempt in record.choice.attempts:
                with self._held_engine(attempt, form, record) as held:
                    outcome = held.engine.solve(assumed, limits_to(deadline))
                    record.add(held.engine.statistics())
                    if outcome.model is not None:
                        return [held.solution(outcome.model, puzzle)], True
                    if outcome.status is Found.UNSATISFIABLE:
                        return [], True
                    if is_over(deadline):
                        break
        finally:
            self._spend(puzzle.geometry, record)
        return [], False

    def _first(
        self, puzzle: Grid, record: Record, timeout: float | None, most: int
    ) -> tuple[list[Grid], bool]:
        """Find up to `most` solutions; return them, and whether that is certain."""
        walk = self._walk(puzzle, record, timeout)
        found: list[Grid] = []
        try:
            for solution in walk:
                found.append(solution)
                if len(found) == most:
                    break
        except Stopped:
            return found, False
        finally:
            walk.close()
        return found, True

    def _walk(
        self, puzzle: Grid, record: Record, timeout: float | None
    ) -> Generator[Grid, None, None]:
        """Yield solutions, each once, from one engine after another."""
        deadline = None if timeout is None else monotonic() + timeout
        known: set[Grid] = set()
        yield from self._by_formulas(puzzle, record, deadline, known)
        if record.left:
            spread = self._spread(puzzle, record, deadline)
            yield from spread.solutions(known)

    def _by_formulas(
        self, puzzle: Grid, record: Record, deadline: float | None, known: set[Grid]
    ) -> Generator[Grid, None, None]:
        """Yield solutions from engines of formulas, until `lanes` is to start over.

        While few solutions are known the next engine starts over and leaves these out.
        Once they are many, the engine that gives up tells what it has not looked at, as
        cubes, and the next goes through these: no solution is missed or comes twice.

        Where `lanes` comes last, all solutions are known until it starts over.
        """
        last = record.choice.attempts[-1]
        if record.choice.attempts[0].engine == LANES:
            record.left = True
            return
        position = puzzle
        if self._logic is not None:
            reached = self._logic.reach(puzzle, record, deadline)
            position = reached.position
            if not reached.is_open:
                if not reached.is_broken:
                    yield position
                return
        form, assumed = self._forms.of(position, record.choice)
        cubes = [] if assumed is None else [assumed]
        try:
            for attempt in record.choice.attempts:
                if not cubes:
                    return
                if attempt.engine == LANES:
                    record.left = True
                    return
                with self._held_engine(attempt, form, record) as held:
                    final = attempt is last
                    search = Search(
                        held, puzzle, record, deadline, known, final, attempt.many
                    )
                    cubes = yield from search.go_through(cubes)
                if record.left:
                    return
        finally:
            self._spend(puzzle.geometry, record)

    def _few(
        self, puzzle: Grid, record: Record, timeout: float | None, most: int
    ) -> tuple[list[Grid], bool]:
        """Ask `lanes` for one solution or two, and whether that is certain."""
        deadline = None if timeout is None else monotonic() + timeout
        spread = self._spread(puzzle, record, deadline)
        answer = spread.few(most)
        record.add(spread.statistics)
        return answer

    def _spread(self, puzzle: Grid, record: Record, deadline: float | None) -> Spread:
        spread = Spread(puzzle, deadline, self._compiling)
        record.engines.append(LANES)
        self._spreading = True
        return spread

    @contextmanager
    def _held_engine(
        self, attempt: Attempt, form: Encoding | Simplified, record: Record
    ) -> Generator[Held]:
        """Load an engine, or find it, where it has loaded this formula before."""
        key = (form, attempt)
        held = self._held.get(key) if record.choice.shared else None
        if held is None or held.busy:
            kept = record.choice.shared and held is None
            held = Held(attempt, form, self._rule)
            if kept:
                self._held[key] = held
        record.engines.append(held.engine.name)
        held.busy = True
        try:
            yield held
        except KeyboardInterrupt:
            self.close()
            raise
        finally:
            held.busy = False
            if self._held.get(key) is not held:
                held.engine.close()
