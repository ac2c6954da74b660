"""Why a puzzle has no solution: clues that contradict each other, none to spare.

The clues are assumptions of one loaded engine.  What a refutation rests on (the
engine's core, where it tells one) bounds the set from above; then each clue in turn is
left out: if the others still have no solution it is out for good, and the refutation's
core takes more along; if they have one, the clue is needed.  Such a set is smallest by
inclusion, not the smallest of all (a *minimal unsatisfiable subset*; the method is
deletion with core refinement, as in J. Marques-Silva and I. Lynce, SAT 2011).

Candidates that a puzzle rules out beyond its clues always count; the clues may need
their help to contradict each other.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from satdoku.checking import plan
from satdoku.choose import AUTO, Attempt
from satdoku.cnf.encode import MAX_CLAUSES
from satdoku.cnf.encode import encoding as make_encoding
from satdoku.engines.engine import Status
from satdoku.errors import EngineError, Stopped
from satdoku.grid import Grid
from satdoku.solving import look_at_timeout
from satdoku.walk import Held, is_over, limits_to

if TYPE_CHECKING:
    from satdoku.engines.engine import Engine

__all__ = ["Conflict", "conflicting_clues"]


class Conflict(NamedTuple):
    """Clues that have no solution together.

    Args:
        cells: Where they are, rising; none where the candidates alone contradict each
            other.
        minimal: Whether without any one of them there would be a solution; False where
            the time was over before that was certain.
    """

    cells: tuple[int, ...]
    minimal: bool


def conflicting_clues(
    puzzle: object,
    *,
    engine: str = AUTO,
    encoding: str | None = None,
    timeout: float | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Conflict | None:
    """Find clues that alone have no solution already.

    Args:
        puzzle: A grid, or whatever `Grid.of` makes one of.
        engine: An engine by name, or `auto`.
        encoding: A recipe by name or file; None to choose.
        timeout: Seconds of wall time after which to stop with the clues left by then.
        max_clauses: Refuse formulas with more clauses than that.

    Returns:
        The clues, or None if the puzzle has a solution.

    Raises:
        InputError: `puzzle` or the recipe's file cannot be read.
        UsageError: There is no such engine or encoding.
        LimitError: The formula would be too large.
        Stopped: The time was over before it was certain that there is no solution.

    Example:
        >>> conflict = conflicting_clues("12.. ..3. ...4 ....")
        >>> conflict.cells, conflict.minimal
        ((0, 1, 6), True)
        >>> conflicting_clues("1... .... .... ....") is None
        True
    """
    look_at_timeout(timeout)
    grid = Grid.of(puzzle)
    deadline = None if timeout is None else monotonic() + timeout
    name, recipe, _, _ = plan(grid.geometry, engine, encoding, max_clauses)
    form = make_encoding(grid.geometry, recipe, max_clauses)
    held = Held(Attempt(name), form)
    try:
        cells = {
            literal: cell
            for literal, (cell, _) in zip(form.clues(grid), grid.clues, strict=True)
        }
        search = _Search(held.engine, form.removed(grid), deadline)
        found = search.conflict(list(cells))
        if found is None:
            return None
        literals, minimal = found
        return Conflict(tuple(sorted(cells[literal] for literal in literals)), minimal)
    finally:
        held.engine.close()


class _Search:
    """Asks one engine about sets of clues.

    Args:
        engine: The engine, loaded with the rules.
        always: What is assumed besides any clues.
        deadline: When to stop.
    """

    def __init__(
        self, engine: Engine, always: list[int], deadline: float | None
    ) -> None:
        self._engine = engine
        self._always = always
        self._deadline = deadline

    def conflict(self, clues: list[int]) -> tuple[list[int], bool] | None:
        """Return clues that contradict each other, and whether all are needed.

        Raises:
            Stopped: The time was over before the first answer.
        """
        left = self._core(clues)
        if left is None:
            return None
        needed: list[int] = []
        try:
            while left:
                *rest, clue = left
                core = self._core([*needed, *rest])
                if core is None:
                    needed.append(clue)
                    left = rest
                else:
                    kept = set(core)
                    left = [literal for literal in rest if literal in kept]
            # A core is a claim of the engine's: ask about these clues and no others.
            sound = self._core(needed) is not None
        except Stopped:
            return [*needed, *left], False
        if not sound:
            raise EngineError(f"{self._engine.name} told a core that has a model")
        return needed, True

    def _core(self, clues: list[int]) -> list[int] | None:
        """Return those of the clues that a refutation rests on; None if there is none.

        Raises:
            Stopped: The time is over.
        """
        if is_over(self._deadline):
            raise Stopped("out of time")
        assumptions = [*self._always, *clues]
        outcome = self._engine.solve(assumptions, limits_to(self._deadline))
        if outcome.status is Status.UNKNOWN:
            raise Stopped("out of time")
        if outcome.status is Status.SATISFIABLE:
            return None
        told = self._engine.core()
        if told is None:
            return clues
        core = set(told)
        return [literal for literal in clues if literal in core]
