"""Trace the search of `dpll` or `cdcl`: run it, and report what happens."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Any

from satdoku.cnf.encoder import encode_rules, simplify
from satdoku.cnf.formula import Formula
from satdoku.cnf.recipe import load as load_recipe
from satdoku.engines import registry
from satdoku.engines.heuristics import BUILT_IN
from satdoku.errors import EngineError, Stopped, UsageError, whole_number
from satdoku.puzzle.puzzle import Puzzle
from satdoku.runtime.deadline import Deadline
from satdoku.study.tracing.clauses import Words
from satdoku.study.tracing.conflicts import Conflict, conflict_of
from satdoku.study.tracing.events import Event, JsonLines, SearchInfo, Summary
from satdoku.study.tracing.narration import (
    Narration,
    describe_engine,
    describe_formula,
)
from satdoku.study.tracing.stepper import Stepper
from satdoku.study.tracing.tree import TreeBuilder

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from typing import TextIO

    from satdoku.cnf.encoder import Encoding, ResidualEncoding
    from satdoku.engines.base import Engine, Model
    from satdoku.engines.cdcl.analysis import Analysis
    from satdoku.engines.cdcl.trail import Trail
    from satdoku.engines.heuristics import Heuristic
    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.puzzle import PuzzleLike
    from satdoku.study.tracing.clauses import Clause
    from satdoku.study.tracing.events import Ending, EventKind, Sink
    from satdoku.study.tracing.tree import Tree


def trace(
    puzzle: PuzzleLike | Formula,
    *,
    engine: str = "dpll",
    encoding: str | None = None,
    simplified: bool = False,
    heuristic: str | Heuristic | None = None,
    solutions: int | None = 2,
    limit: int | None = 1_000_000,
    timeout: float | None = None,
    source: str | None = None,
) -> Trace:
    """Trace the search of engine `dpll` or `cdcl`, event by event.

    The search uses the whole formula of the puzzle's grid, with the clues as
    assumptions, so that propagation can be seen at work on them.  For `cdcl` they are
    clauses of one literal, so that what it learns does not speak of them.

    Args:
        puzzle: A puzzle, or a formula.
        engine: `dpll`, or `cdcl` with what is switched off (`cdcl:no-restarts`).
        encoding: An encoding by name or file; None for `extended`, in which propagation
            sees naked and hidden singles.
        simplified: Use the formula of what the clues leave open after singles instead,
            as `solve` does.
        heuristic: The decision heuristic, a name or a function; None for the usual.
        solutions: How many solutions to find; None for all. Finding no second one
            shows that the first is the only one.
        limit: Stop the search after so many events; None for no limit.
        timeout: Stop after so many seconds, those of making the formula included.
        source: The puzzle's file and line, to be named in the trace.

    Raises:
        InputError: The puzzle or the encoding's file cannot be read.
        UsageError: There is no such encoding or heuristic, a number is out of range, or
            a formula is to be encoded.
        LimitError: The formula would be too large.
        Stopped: The time was over before the formula was made.

    Example:
        >>> for event in trace("1... ..2. ..3. 4..."):
        ...     if event.kind not in ("begun", "propagated", "ended"):
        ...         print(event)
        1 level 0: assumed r1c1=1
        12 level 0: assumed r2c3=2
        23 level 0: assumed r3c3=3
        32 level 0: assumed r4c1=4
        65 level 0: found 1243342121344312
    """
    for name, number in (("solutions", solutions), ("limit", limit)):
        if number is not None:
            whole_number(name, number)
    deadline = Deadline(timeout)
    name = registry.with_heuristic(engine, heuristic)
    kind = registry.find(name).kind
    if kind not in BUILT_IN:
        raise UsageError(f"engine {name} has no events to trace; dpll and cdcl have")
    named = registry.parts_of(name)[1] if kind == "cdcl" else None
    chosen = heuristic or named or BUILT_IN[kind]
    shown = chosen if isinstance(chosen, str) else getattr(chosen, "__name__", "own")
    info = SearchInfo("formula", source, engine=name, heuristic=shown)
    if isinstance(puzzle, Formula):
        if encoding is not None or simplified:
            raise UsageError("a formula cannot be encoded; trace a puzzle for that")
        whole, formula, project = None, puzzle, None
    else:
        whole = Puzzle.of(puzzle)
        box = whole.geometry.box
        recipe = load_recipe(encoding or "extended")
        encoded: Encoding | ResidualEncoding
        assumptions: Sequence[int] = ()
        clues: Sequence[int] = ()
        if simplified:
            encoded = simplify(whole, recipe, deadline=deadline)
        else:
            rules = whole.constraints
            encoded = encode_rules(
                whole.geometry, recipe, constraints=rules, deadline=deadline
            )
            assumptions = encoded.literals(whole)
        formula = encoded.formula
        if kind == "cdcl":
            assumptions, clues = (), assumptions
            formula = formula.with_unit_clauses(clues)
        project = None if encoded.aux_determined else encoded.cell_variables
        info = replace(
            info,
            kind="puzzle",
            puzzle=whole,
            size=f"{whole.geometry.rows}x{whole.geometry.columns}",
            box="{}x{}".format(*box) if isinstance(box, tuple) else None,
            encoding=recipe.name,
            simplified=simplified,
            assumptions=tuple(assumptions),
            clues=tuple(clues),
            constraints=tuple(rule.describe() for rule in whole.constraints),
        )
    variables, clauses = formula.variables, formula.clause_count
    info = replace(info, variables=variables, clauses=clauses)
    seconds = deadline.left
    return Trace(info, formula, whole, project, heuristic, seconds, solutions, limit)


@dataclass(frozen=True, repr=False, eq=False)
class Trace:
    """A search to be traced; made by `trace`.

    Nothing is searched before events are read; each time they are, the search runs
    anew, and the same way.  Iteration yields the events; those up to the next solution
    are in memory then, while `run` passes on each at once.

    Attributes:
        info: What is searched.
        formula: The formula.

    Example:
        >>> from satdoku.study.tracing import trace
        >>> found = trace("1... ..2. ..3. 4...", limit=2)
        >>> "r1c1≠2  because r1c1=1" in found.text()
        True
        >>> [event.kind for event in found]
        ['begun', 'assumed', 'propagated', 'ended']
    """

    info: SearchInfo
    formula: Formula
    _puzzle: Puzzle | None
    _project: Sequence[int] | None
    _heuristic: str | Heuristic | None
    _seconds: float | None
    _solutions: int | None
    _limit: int | None

    def __repr__(self) -> str:
        return f"<Trace of {describe_formula(self.info)}; {describe_engine(self.info)}>"

    def __iter__(self) -> Iterator[Event]:
        events: deque[Event] = deque()
        search = self._search(events.append)
        going = True
        while going:
            going = next(search, None) is not None
            while events:
                yield events.popleft()

    def run(self, *sinks: Sink) -> None:
        """Run the search, and call each of `sinks` with each event as it happens.

        Raises:
            KeyboardInterrupt: Ctrl-C; the sinks have the event `ended`.
        """

        def emit(event: Event) -> None:
            for sink in sinks:
                sink(event)

        search = self._search(emit)
        try:
            for _ in search:
                pass
        except KeyboardInterrupt as error:
            search.throw(error)  # it may have come between two models

    def write(self, stream: TextIO) -> None:
        """Write the events as JSON lines."""
        self.run(JsonLines(stream))

    def text(self) -> str:
        """Return the events in words, a step a line."""
        stream = StringIO()
        self.run(Narration(stream))
        return stream.getvalue()

    def tree(self) -> Tree:
        """Return the search tree; of a very large one, subtrees are folded."""
        builder = TreeBuilder()
        self.run(builder)
        return builder.tree()

    def conflicts(self) -> list[Conflict]:
        """Return the conflicts of engine `cdcl`, with what is learned from each."""
        return [event.conflict for event in self if event.conflict]

    def page(self) -> str:
        """Return the search as one HTML page to step through."""
        stepper = Stepper(self.formula)
        self.run(stepper)
        return stepper.picture("html")

    def _repr_html_(self) -> str:
        page = escape(self.page())
        style = "width:100%;height:40em;border:0"
        return f'<iframe srcdoc="{page}" style="{style}" title="{self!r}"></iframe>'

    def _search(self, emit: Sink) -> Generator[Model]:
        """Search, emit events, and yield each model after the events that led to it."""
        deadline = Deadline(self._seconds)
        words = Words(self.formula, deadline)
        observer = _Observer(words, self._solution, emit, deadline)
        observer.limit = self._limit
        name, options = self.info.engine, {"heuristic": self._heuristic}
        if self._heuristic is None:
            options = {}
        engine: Engine | None = None
        models = 0

        def end(ending: Ending, why: str = "") -> None:
            statistics = {} if engine is None else engine.statistics()
            summary = Summary(ending, why, dict(observer.counts), statistics)
            emit(Event("ended", summary=summary))

        emit(Event("begun", search=self.info))
        try:
            engine = registry.load(
                name, self.formula, deadline, observer=observer, **options
            )
            literals = self.info.assumptions
            for model in engine.models(literals, self._project, deadline):
                yield model
                models += 1
                if models == self._solutions:
                    break
        except Stopped as stop:
            end("stopped", str(stop))
        except KeyboardInterrupt:
            end("interrupted")
            raise
        else:
            end("enough" if models == self._solutions else "complete")

    def _solution(self, model: Sequence[int]) -> Grid | None:
        """Return the solution that a model stands for, checked by the rules."""
        if self._puzzle is None:
            return None
        grid = self.formula.decode(model)
        if not self._puzzle.is_solution(grid):
            line = self._puzzle.line[:90]
            name = self.info.engine
            raise EngineError(f"{name} gave a model that is no solution of {line}")
        return grid


class _Observer:
    """Makes an event of everything that engine `dpll` or `cdcl` reports."""

    def __init__(
        self,
        words: Words,
        solution: Callable[[Sequence[int]], Grid | None],
        emit: Sink,
        deadline: Deadline,
    ) -> None:
        self.counts: dict[str, int] = {}
        self.limit: int | None = None
        self._words = words
        self._solution = solution
        self._emit = emit
        self._deadline = deadline
        self._is_formula = False
        self._number = 0
        self._level = 0

    def assumed(self, literal: int) -> None:
        self._send("assumed", literal)

    def decided(self, level: int, literal: int) -> None:
        self._level = level
        self._send("decided", literal)

    def propagated(self, literal: int, reason: Sequence[int]) -> None:
        self._send("propagated", literal, self._words.clause(reason))

    def flipped(self, level: int, literal: int) -> None:
        self._level = level
        self._send("flipped", literal)

    def conflict(self, clause: Sequence[int]) -> None:
        self._send("conflict", clause=self._words.clause(clause))

    def left(self, level: int, *, jumped: bool) -> None:
        self._level = level
        self._send("left", jumped=jumped)

    def learned(self, analysis: Analysis, trail: Trail) -> None:
        conflicts = self.counts["conflict"]
        conflict = conflict_of(conflicts, analysis, trail, self._words)
        self._send("learned", clause=conflict.learned, conflict=conflict)

    def forbidden(self, clause: Sequence[int]) -> None:
        noun = "model" if self._is_formula else "solution"
        self._words.block(clause, self.counts["found"], noun)

    def jumped(self, level: int) -> None:
        self._level = level
        self._send("jumped")

    def restarted(self) -> None:
        self._send("restarted")

    def deleted(self, clauses: int) -> None:
        self._send("deleted", deleted=clauses)

    def found(self, model: Sequence[int]) -> None:
        solution = self._solution(model)
        self._is_formula = solution is None
        self._send("found", model=tuple(model), solution=solution)

    def _send(
        self,
        kind: EventKind,
        literal: int = 0,
        clause: Clause | None = None,
        **fields: Any,  # noqa: ANN401  of an event
    ) -> None:
        """Pass an event on.

        Raises:
            Stopped: There have been enough, or the time is over.
        """
        self._deadline.check()
        if self._number == self.limit:
            raise Stopped(f"after {self._number:,} events")
        self._number += 1
        self.counts[kind] = self.counts.get(kind, 0) + 1
        name = self._words.literal(literal) if literal else ""
        number, level = self._number, self._level
        self._emit(Event(kind, number, level, literal, name, clause, **fields))
