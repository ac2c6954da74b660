"""A loaded engine, asked whether clues go together.

Invariant: no model passes that the rules do not accept, that lacks an assumption, or
that is the grid it is to differ from; so "these go together" is certain.  "These do
not" is what the engine says.
"""

from __future__ import annotations

from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from satdoku.checking import plan
from satdoku.choice import AUTO
from satdoku.cnf.encoder import MAX_CLAUSES
from satdoku.cnf.encoder import encoding as make_encoding
from satdoku.engines import registry
from satdoku.engines.base import limits_left
from satdoku.errors import EngineError, Stopped
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from satdoku.cnf.encoder import Encoding
    from satdoku.engines.base import Engine, Limits
    from satdoku.grid import Grid

__all__ = ["Oracle", "oracle_of"]


class Oracle:
    """Answers questions about sets of literals.

    Args:
        engine: The engine, loaded with the rules of `form`, and maybe more.
        form: What decodes its models.
        always: What is assumed in every question.
        deadline: When to stop, on the clock `time.monotonic`; None for never.
        other: A grid that no model is to be, as `always` says.
    """

    def __init__(
        self,
        engine: Engine,
        form: Encoding,
        always: Sequence[int] = (),
        deadline: float | None = None,
        other: Grid | None = None,
    ) -> None:
        self._engine = engine
        self.form = form
        self._always = list(always)
        self._deadline = deadline
        self._other = other
        self._empty = Puzzle.trusted(form.geometry, (0,) * form.geometry.cells)
        self.model: frozenset[int] = frozenset()
        """The true variables of the last model that was found."""

    @property
    def solution(self) -> Grid:
        """The grid of the last model that was found."""
        return self.form.decode(sorted(self.model))

    def core(self, literals: Sequence[int]) -> list[int] | None:
        """Return those of the literals that have no model together; None if all have.

        Raises:
            Stopped: The time is over.
        """
        assumptions = [*self._always, *literals]
        outcome = self._engine.solve(assumptions, self.limits())
        if outcome.satisfiable is None:
            raise Stopped("out of time")
        if outcome.model is not None:
            self._look_at(outcome.model, assumptions)
            return None
        told = self._engine.core()
        if told is None:
            return list(literals)
        core = set(told)
        return [literal for literal in literals if literal in core]

    def limits(self) -> Limits:
        """Return what keeps the deadline.

        Raises:
            Stopped: The time is over.
        """
        return limits_left(self._deadline)

    def refuted(self, literals: Sequence[int]) -> None:
        """See to it that a core holds without all the literals it was found among.

        Raises:
            EngineError: It has a model.
            Stopped: The time is over.
        """
        if self.core(literals) is None:
            raise EngineError(f"{self._engine.name} told a core that has a model")

    def _look_at(self, model: tuple[int, ...], assumptions: list[int]) -> None:
        self.model = frozenset(model)
        held = all((abs(a) in self.model) == (a > 0) for a in assumptions)
        grid = self.form.decode(model)
        if not held or not self._empty.is_solution(grid) or grid == self._other:
            raise EngineError(f"{self._engine.name} gave a model that is none")


@contextmanager
def oracle_of(
    puzzle: Puzzle,
    *,
    engine: str = AUTO,
    encoding: str | None = None,
    timeout: float | None = None,
    max_clauses: int = MAX_CLAUSES,
) -> Generator[tuple[Oracle, dict[int, int]]]:
    """Load an engine with the rules, for questions about the clues of a puzzle.

    Yields:
        The oracle, which assumes the candidates that the puzzle rules out beyond its
        clues, and the cell of each clue's literal, in the order of the cells.

    Raises:
        UsageError: There is no such engine or encoding.
        InputError: The recipe's file cannot be read.
        LimitError: The formula would be too large.
    """
    deadline = None if timeout is None else monotonic() + timeout
    name, recipe, _, _ = plan(puzzle.geometry, engine, encoding, max_clauses)
    form = make_encoding(puzzle.geometry, recipe, max_clauses)
    loaded = registry.load(name, form.formula)
    try:
        literals = form.clues(puzzle)
        cells = [cell for cell, _ in puzzle.clues.filled]
        oracle = Oracle(loaded, form, form.removed(puzzle), deadline)
        yield oracle, dict(zip(literals, cells, strict=True))
    finally:
        loaded.close()
