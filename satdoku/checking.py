"""Look a puzzle over: clashes, proper or not, minimal or not, its true candidates.

All of it is asked of one loaded engine under assumptions:

    a candidate is true    the puzzle and the candidate have a model; every solution
                           found on the way settles all its candidates at once
    a clue is redundant    the other clues and "not this digit here" have no model

The second needs the whole formula, without clues, and so is left out on grids whose
whole formula is larger than `_WHOLE` clauses.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from satdoku.answers import Report, Status
from satdoku.choose import AUTO, LEARNER
from satdoku.cnf.encode import MAX_CLAUSES, Simplified, encoding, estimate, simplify
from satdoku.cnf.recipe import load as load_recipe
from satdoku.engines import register
from satdoku.engines.engine import NO_LIMITS, Limits
from satdoku.engines.engine import Status as Found
from satdoku.errors import EngineError, Stopped
from satdoku.grid import Grid
from satdoku.solving import look_at_timeout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.cnf.encode import Encoding
    from satdoku.cnf.recipe import Recipe
    from satdoku.engines.engine import Engine
    from satdoku.grid import Clash

__all__ = ["check"]

_WHOLE = 2_000_000
_RECIPE = "extended"
_LARGE_RECIPE = "triad-lite"
_LARGE = 16


def check(
    puzzle: object,
    *,
    engine: str = AUTO,
    encoding: str | None = None,
    timeout: float | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Report:
    """Look a puzzle over.

    Args:
        puzzle: A grid, or whatever `Grid.of` makes one of.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        timeout: Seconds of wall time after which to stop with what is known.
        max_clauses: Refuse formulas with more clauses than that.

    Raises:
        InputError: `puzzle` or the recipe's file cannot be read.
        UsageError: There is no such engine or encoding.
        LimitError: The formula would be too large.

    Example:
        >>> report = check("1... ..2. ..3. 4...")
        >>> report.is_proper, report.is_minimal, report.clues
        (True, True, 4)
    """
    look_at_timeout(timeout)
    return _Check(Grid.of(puzzle), engine, encoding, timeout, max_clauses).report()


class _Check:
    """One puzzle, one loaded engine, one deadline."""

    def __init__(
        self,
        puzzle: Grid,
        engine: str,
        encoding_name: str | None,
        timeout: float | None,
        max_clauses: int,
    ) -> None:
        self._puzzle = puzzle
        self._max_clauses = max_clauses
        self._engine_name = LEARNER if engine == AUTO else register.find(engine).name
        size = puzzle.geometry.size
        usual = _RECIPE if size <= _LARGE else _LARGE_RECIPE
        self._recipe: Recipe = load_recipe(encoding_name or usual)
        self._deadline = None if timeout is None else monotonic() + timeout

    def report(self) -> Report:
        """Look at everything in turn; a limit ends it with what is known by then."""
        puzzle = self._puzzle
        clashes = tuple(puzzle.clashes())
        none = ((),) * puzzle.geometry.cells
        if clashes:
            return self._told(clashes, Status.NONE, candidates=none)
        simplified = simplify(puzzle, self._recipe, self._max_clauses)
        if simplified.refuted is not None:
            reason = simplified.refuted
            return self._told((), Status.NONE, candidates=none, reason=reason)
        form: Encoding | Simplified = simplified
        clues: list[int] = []
        if estimate(puzzle.geometry, self._recipe)[1] <= _WHOLE:
            form = encoding(puzzle.geometry, self._recipe)
            clues = form.literals(puzzle)
        engine = register.load(self._engine_name, form.formula)
        try:
            return self._ask(engine, form, clues)
        finally:
            engine.close()

    def _ask(
        self, engine: Engine, form: Encoding | Simplified, clues: list[int]
    ) -> Report:
        found: list[Grid] = []
        try:
            walk = engine.models(clues, form.cell_variables, self._limits())
            for model in walk:
                found.append(self._checked(form.decode(model)))
                if len(found) > 1:
                    break
        except Stopped as stop:
            status = Status.SOLVED if found else Status.UNKNOWN
            return self._told((), status, found, stopped=str(stop))
        if not found:
            none = ((),) * self._puzzle.geometry.cells
            return self._told((), Status.NONE, candidates=none)
        status = Status.UNIQUE if len(found) == 1 else Status.SEVERAL
        redundant: tuple[int, ...] | None = None
        candidates: tuple[tuple[int, ...], ...] | None = None
        stopped: str | None = None
        try:
            if status is Status.UNIQUE:
                candidates = tuple((value,) for value in found[0].values)
                if not isinstance(form, Simplified):
                    redundant = self._redundant(engine, clues)
            else:
                candidates = self._candidates(engine, form, clues, found)
        except Stopped as stop:
            stopped = str(stop)
        return Report(
            self._puzzle,
            self._puzzle.clue_count,
            (),
            status,
            tuple(found),
            redundant,
            candidates,
            None,
            stopped,
        )

    def _redundant(self, engine: Engine, clues: list[int]) -> tuple[int, ...]:
        """Find the clues that follow from the others, one at a time."""
        cells = [cell for cell, _ in self._puzzle.clues]
        found: list[int] = []
        for at, (cell, clue) in enumerate(zip(cells, clues, strict=True)):
            others = [*clues[:at], *clues[at + 1 :]]
            if not self._possible(engine, [*others, -clue]):
                found.append(cell)
        return tuple(found)

    def _candidates(
        self,
        engine: Engine,
        form: Encoding | Simplified,
        clues: list[int],
        found: Sequence[Grid],
    ) -> tuple[tuple[int, ...], ...]:
        """Find every digit that some solution has in a cell."""
        geometry = self._puzzle.geometry
        true = [{grid.values[cell] for grid in found} for cell in range(geometry.cells)]
        for cell, digits in enumerate(true):
            for digit in geometry.digits:
                if digit in digits:
                    continue
                variable = form.variable_of(cell, digit)
                if not variable:  # settled while the formula was simplified
                    continue
                outcome = engine.solve([*clues, variable], self._limits())
                if outcome.model is not None:
                    solution = self._checked(form.decode(outcome.model))
                    for place, value in enumerate(solution.values):
                        true[place].add(value)
                elif outcome.status is Found.UNKNOWN:
                    raise Stopped("out of time")
        return tuple(tuple(sorted(digits)) for digits in true)

    def _possible(self, engine: Engine, assumptions: list[int]) -> bool:
        outcome = engine.solve(assumptions, self._limits())
        if outcome.status is Found.UNKNOWN:
            raise Stopped("out of time")
        return outcome.status is Found.SATISFIABLE

    def _limits(self) -> Limits:
        if self._deadline is None:
            return NO_LIMITS
        left = self._deadline - monotonic()
        if left <= 0:
            raise Stopped("out of time")
        return Limits(seconds=left)

    def _checked(self, solution: Grid) -> Grid:
        if not solution.solves(self._puzzle):
            raise EngineError(f"{self._engine_name} gave a model that is no solution")
        return solution

    def _told(
        self,
        clashes: tuple[Clash, ...],
        status: Status,
        solutions: Sequence[Grid] = (),
        *,
        candidates: tuple[tuple[int, ...], ...] | None = None,
        reason: str | None = None,
        stopped: str | None = None,
    ) -> Report:
        """Make a report of what is known this early."""
        return Report(
            self._puzzle,
            self._puzzle.clue_count,
            clashes,
            status,
            tuple(solutions),
            None,
            candidates,
            reason,
            stopped,
        )
