"""A walk through the solutions of one puzzle, from one engine to the next.

    Held     an engine with the formula it has loaded; decodes and checks its models
    Record   what happened while a puzzle was answered
    Search   one engine's part of a walk
    Walk     the solutions, lazily, and what it took to find them

Invariant: no grid comes out of a `Held` that the rules (`Puzzle.solves`) do not accept.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from satdoku.choosing.choice import BITMASK
from satdoku.choosing.happened import happened
from satdoku.cnf.propagate import propagate
from satdoku.engines import registry
from satdoku.engines.base import NO_LIMITS, Limits
from satdoku.engines.dpll.search import Dpll
from satdoku.errors import EngineError, Stopped
from satdoku.spread import is_enough

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from satdoku.choose import Attempt, Choice
    from satdoku.cnf.encode import Encoding, Simplified
    from satdoku.cnf.formula import Formula
    from satdoku.engines.base import Engine, Model
    from satdoku.grid import Grid
    from satdoku.puzzle import Puzzle

__all__ = [
    "Held",
    "Record",
    "Search",
    "Walk",
    "is_over",
    "limits_left",
    "limits_to",
    "reason_of",
]

_REMEMBERED = 32  # solutions up to which a second engine of formulas starts over


class Held:
    """An engine with the formula it has loaded."""

    __slots__ = ("busy", "engine", "form", "project")

    def __init__(
        self,
        attempt: Attempt,
        form: Encoding | Simplified,
        rule: str | None = None,
    ) -> None:
        options: dict[str, object] = {}
        if attempt.engine == "dpll":
            options["conflict_budget"] = attempt.patience
            if rule is not None:
                options["heuristic"] = rule
        else:
            options["one_hot"] = True
        self.busy = False  # a walk has not finished with it
        self.form = form
        self.engine: Engine = self.load(attempt.engine, form.formula, options)
        # Plain search tells models apart by all variables at no cost, where solutions
        # and models are the same; blocking clauses are shorter over the cells alone.
        whole = attempt.engine == "dpll" and form.aux_determined
        self.project = None if whole else form.cell_variables

    def load(self, engine: str, formula: Formula, options: dict[str, object]) -> Engine:
        """Load an engine with the formula."""
        return registry.load(engine, formula, **options)

    def solution(self, model: Model, puzzle: Puzzle) -> Grid:
        """Decode a model and hold it against the rules."""
        return self.checked(self.form.decode(model), puzzle)

    def checked(self, solution: Grid, puzzle: Puzzle) -> Grid:
        """Return a grid that was decoded, once the rules have accepted it."""
        if not puzzle.is_solution(solution):
            raise EngineError(
                f"{self.engine.name} gave a model that is no solution of "
                f"{puzzle.line[:90]}"
            )
        return solution


@dataclass(slots=True)
class Record:
    """What happened while a puzzle was answered."""

    engines: list[str]
    choice: Choice
    statistics: dict[str, int]
    left: bool = False
    """Whether the engines of formulas have left the search to engine `lanes`."""

    steps: int = 0
    """Digits that a trial has placed."""

    dead_ends: int = 0
    """Conflicts that a trial has met."""

    late: bool = False
    """Whether the time was over before a trial ended."""

    @property
    def encoding(self) -> str:
        """The recipe of the formula; empty where none was made."""
        return "" if self._is_trial else self.choice.encoding

    @property
    def simplified(self) -> bool:
        """Whether a formula was made that held only what the puzzle leaves open."""
        return self.choice.simplified and not self._is_trial

    @property
    def _is_trial(self) -> bool:
        """Whether it ended with a trial, or with the singles at its beginning."""
        last = self.engines[-1] if self.engines else self.choice.attempts[0].engine
        return last == BITMASK

    @property
    def because(self) -> str:
        """Why these engines searched."""
        return happened(self.choice, self.engines, self.steps, late=self.late)

    def add(self, statistics: dict[str, int]) -> None:
        """Add the counters of an engine's last call; of depths the deepest."""
        for key, value in statistics.items():
            before = self.statistics.get(key, 0)
            together = max(before, value) if key == "depth" else before + value
            self.statistics[key] = together


@dataclass(slots=True)
class Search:
    """One engine's part of a walk."""

    held: Held
    puzzle: Puzzle
    record: Record
    deadline: float | None
    known: set[Grid]
    final: bool
    many: int | None = None
    """How many solutions there are to be, at least, before `lanes` starts over."""

    def go_through(
        self, cubes: list[list[int]]
    ) -> Generator[Grid, None, list[list[int]]]:
        """Yield the solutions in cubes; return the cubes that are left.

        With `many`, all solutions are known until they are enough for `lanes` to start
        over, and those cubes are returned that were given.

        Raises:
            Stopped: The time is over; or a limit came, and no engine is left to go on.
        """
        engine, known, many = self.held.engine, self.known, self.many
        remembered = _REMEMBERED if many is None else sys.maxsize
        for at, cube in enumerate(cubes):
            try:
                for model in engine.models(
                    cube, self.held.project, limits_to(self.deadline)
                ):
                    solution = self.held.solution(model, self.puzzle)
                    if solution in known:
                        continue
                    if len(known) < remembered and not self.final:
                        known.add(solution)
                    yield solution
                    if many is not None and is_enough(len(known), many):
                        self.record.left = True
                        return cubes
            except Stopped:
                if self.final or is_over(self.deadline):
                    raise
                if len(known) < remembered:
                    return cubes
                if not isinstance(engine, Dpll):
                    raise  # it cannot tell what it has not looked at
                known.clear()
                rest = engine.remaining()
                return [[*cube, *more] for more in rest] + cubes[at + 1 :]
            finally:
                self.record.add(engine.statistics())
        return []


class Walk:
    """The solutions of a puzzle, lazily, and what it took to find them so far."""

    def __init__(
        self, puzzle: Puzzle, steps: Generator[Grid, None, None], record: Record
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
        """The recipe of the formula; empty where none was made."""
        return self._record.encoding

    @property
    def because(self) -> str:
        """Why these engines searched."""
        return self._record.because

    @property
    def simplified(self) -> bool:
        """Whether the formula held only what the puzzle leaves open."""
        return self._record.simplified

    @property
    def reason(self) -> str | None:
        """Why there is no solution, if that shows without search."""
        return reason_of(self._puzzle)

    @property
    def statistics(self) -> dict[str, int]:
        """The engines' counters, added up at the end of the walk."""
        return self._record.statistics


def reason_of(puzzle: Puzzle) -> str | None:
    """Say why a puzzle has no solution, where that shows without search."""
    for clash in puzzle.clashes():
        return str(clash)
    return propagate(puzzle).contradiction


def is_over(deadline: float | None) -> bool:
    """Whether a deadline, on the clock `time.monotonic`, has come."""
    return deadline is not None and monotonic() >= deadline


def limits_to(deadline: float | None) -> Limits:
    """Return the limits that keep a deadline."""
    if deadline is None:
        return NO_LIMITS
    return Limits(seconds=max(0.0, deadline - monotonic()))


def limits_left(deadline: float | None) -> Limits:
    """Return the limits that keep a deadline which has not come yet.

    Raises:
        Stopped: It has.
    """
    if is_over(deadline):
        raise Stopped("out of time")
    return limits_to(deadline)
