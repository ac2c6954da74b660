"""A session: puzzles answered one after another, with what can be used again kept.

    puzzle ─choose─▶ formula, engines ─hold─▶ engine ─models─▶ decode ─rules─▶ grid
       └───────────▶ lanes ─rules─▶ grid

A session keeps, for each geometry, the whole formula and the engines that have loaded
it.  An engine that a walk has not finished with is left to that walk, another one is
loaded.  After Ctrl-C all are thrown away, since some cannot be used again.

A second engine takes over where the first gives up (`satdoku.walk`), and the first may
be a short trial without a formula (`satdoku.trial`).  Engine `lanes` takes the puzzle
itself (`satdoku.spread`): where it was asked for, or where so many solutions came that
there may be a million.  What puzzles have cost, and so what is chosen for the next one,
is in `satdoku.ledger`.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from time import monotonic, perf_counter
from typing import TYPE_CHECKING

from satdoku.answers import Count, Result, Status
from satdoku.choose import AUTO, BITMASK, LANES, Question, choose
from satdoku.cnf.encode import MAX_CLAUSES
from satdoku.engines import registry
from satdoku.engines.base import Status as Found
from satdoku.engines.dpll.heuristics import find_heuristic
from satdoku.errors import Stopped, UsageError
from satdoku.forms import Forms
from satdoku.ledger import Ledger
from satdoku.puzzle import Puzzle
from satdoku.special import special_engine
from satdoku.spread import Spread, is_quick, is_spreadable
from satdoku.trial import no_span, presolve, verified
from satdoku.walk import Held, Record, Search, Walk, is_over, limits_to, reason_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from satdoku.baselines.base import Baseline
    from satdoku.choose import Attempt
    from satdoku.cnf.encode import Encoding, Simplified
    from satdoku.deduce.families import Named
    from satdoku.grid import Grid
    from satdoku.puzzle import PuzzleLike

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
            None for the usual ones that keep every solution.  Of engine `elimination`,
            which of its four; None for all.
        order: In which order engine `backtracking` takes cells.

    Attributes:
        ledger: What its puzzles have cost; may be told how many are to come.

    Raises:
        UsageError: There is no such engine, recipe, rule, technique or order, or the
            engine has none of these or takes no formula.
        InputError: The recipe's file cannot be read.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> session = Session()
        >>> session.solve(Puzzle("1... ..2. ..3. 4...")).status
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
        order: str | None = None,
    ) -> None:
        # Callers without types get an error of the family, too.
        engine = str(engine).lower()
        if engine != AUTO:
            engine = registry.find(engine).name
        if rule is not None:
            find_heuristic(rule)
            if engine not in (AUTO, "dpll"):
                raise UsageError(f"engine {engine} has no decision rules; dpll has")
            engine = "dpll"
        self._rule = rule
        self._compiling = compiling
        self._forms = Forms(max_clauses)
        if encoding is not None:
            self._forms.recipe(encoding)
        special = special_engine(engine, techniques, order, max_clauses, encoding)
        self._logic, self._baseline = special
        self._engine = engine
        self._encoding = encoding
        self.ledger = Ledger(engine, encoding)
        self._span = no_span
        self._held: dict[tuple[Encoding | Simplified, Attempt], Held] = {}

    def solve(
        self, puzzle: PuzzleLike, *, unique: bool = True, timeout: float | None = None
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
        puzzle = Puzzle.of(puzzle)
        record = self._record(puzzle, Question.FEW)
        most = 2 if unique else 1
        first = record.choice.attempts[0].engine
        if first == LANES:
            found, certain = self._few(puzzle, record, timeout, most)
        elif unique or self._logic or self._baseline or first == BITMASK:
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
            record.encoding,
            record.simplified,
            record.statistics,
            perf_counter() - started,
            record.because,
        )

    def solutions(self, puzzle: PuzzleLike, *, timeout: float | None = None) -> Walk:
        """Yield every solution, lazily, each once.

        Raises:
            Stopped: The time was over first.
            LimitError: The formula would be too large.
            InputError: The engine asked for does not take the puzzle.
        """
        puzzle = Puzzle.of(puzzle)
        record = self._record(puzzle, Question.ALL)
        return Walk(puzzle, self._walk(puzzle, record, timeout), record)

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
        puzzle = Puzzle.of(puzzle)
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

    def usual_limit(self, puzzle: PuzzleLike) -> int:
        """Say up to how many solutions are counted where nobody says: some seconds.

        Example:
            >>> from satdoku.puzzle import Puzzle
            >>> Session().usual_limit(Puzzle("1... ..2. ..3. 4..."))
            100000
        """
        puzzle = Puzzle.of(puzzle)
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
        if self._baseline is not None:
            self._baseline.close()

    def _record(
        self, puzzle: Puzzle, question: Question, most: int | None = None
    ) -> Record:
        return Record([], self.ledger.choice(puzzle, question, most), {})

    def _one(
        self, puzzle: Puzzle, record: Record, timeout: float | None
    ) -> tuple[list[Grid], bool]:
        """Find one solution; return it, and whether that is certain."""
        deadline = None if timeout is None else monotonic() + timeout
        if is_over(deadline):
            record.late = True
            return [], False
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
            self.ledger.pay(puzzle.geometry, record)
        return [], False

    def _first(
        self, puzzle: Puzzle, record: Record, timeout: float | None, most: int
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
        self, puzzle: Puzzle, record: Record, timeout: float | None
    ) -> Generator[Grid, None, None]:
        """Yield solutions, each once, from one engine after another."""
        deadline = None if timeout is None else monotonic() + timeout
        known: set[Grid] = set()
        yield from self._by_formulas(puzzle, record, deadline, known)
        if record.left:
            spread = self._spread(puzzle, record, deadline)
            yield from spread.solutions(known)

    def _by_formulas(
        self, puzzle: Puzzle, record: Record, deadline: float | None, known: set[Grid]
    ) -> Generator[Grid, None, None]:
        """Yield solutions from all engines but `lanes`, until that is to start over."""
        if is_over(deadline):  # whatever an engine may have found without looking
            record.late = True
            raise Stopped("out of time")
        if record.choice.attempts[0].engine == LANES:
            record.left = True
        elif self._baseline is not None:
            yield from self._by_baseline(self._baseline, puzzle, record, deadline)
        elif self._logic is None:
            yield from self._by_attempts(puzzle, record, deadline, known)
        else:
            reached = self._logic.reach(puzzle, record, deadline)
            if reached.is_open:
                position = reached.position
                yield from self._by_attempts(position, record, deadline, known)
            elif not reached.is_broken:
                yield reached.position.clues

    def _by_baseline(
        self,
        baseline: Baseline,
        puzzle: Puzzle,
        record: Record,
        deadline: float | None,
    ) -> Generator[Grid, None, None]:
        record.engines.append(self._engine)
        if baseline.options:
            because = f"{record.choice.because}, with {baseline.options}"
            record.choice = replace(record.choice, because=because)
        yield from verified(
            self._engine,
            baseline,
            puzzle,
            None,
            deadline=deadline,
            statistics=record.statistics,
            span=self._span,
        )

    def _by_attempts(
        self, puzzle: Puzzle, record: Record, deadline: float | None, known: set[Grid]
    ) -> Generator[Grid, None, None]:
        """Yield solutions from a trial, and from engines of formulas.

        While few solutions are known the next engine starts over and leaves these out.
        Once they are many, the engine that gives up tells what it has not looked at, as
        cubes, and the next goes through these: no solution is missed or comes twice.

        Where `lanes` comes last, all solutions are known until it starts over.
        """
        attempts = record.choice.attempts
        try:
            if attempts[0].engine == BITMASK:
                is_done = yield from presolve(
                    puzzle,
                    attempts[0].patience,
                    record,
                    deadline=deadline,
                    known=known,
                    span=self._span,
                )
                if is_done:
                    return
                attempts = attempts[1:]
            form, assumed = self._forms.of(puzzle, record.choice)
            cubes = [] if assumed is None else [assumed]
            for attempt in attempts:
                record.left = bool(cubes) and attempt.engine == LANES
                if record.left or not cubes:
                    return
                final, many = attempt is attempts[-1], attempt.many
                with self._held_engine(attempt, form, record) as held:
                    search = Search(held, puzzle, record, deadline, known, final, many)
                    cubes = yield from search.go_through(cubes)
                if record.left:
                    return
        finally:
            self.ledger.pay(puzzle.geometry, record)

    def _few(
        self, puzzle: Puzzle, record: Record, timeout: float | None, most: int
    ) -> tuple[list[Grid], bool]:
        """Ask `lanes` for one solution or two, and whether that is certain."""
        deadline = None if timeout is None else monotonic() + timeout
        spread = self._spread(puzzle, record, deadline)
        answer = spread.few(most)
        record.add(spread.statistics)
        return answer

    def _spread(self, puzzle: Puzzle, record: Record, deadline: float | None) -> Spread:
        spread = Spread(puzzle, deadline, self._compiling)
        record.engines.append(LANES)
        self.ledger.spreading = True
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
