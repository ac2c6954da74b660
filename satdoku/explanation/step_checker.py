"""Steps checked by SAT: nothing that a technique says is believed.

A step says that some candidates are false and some true.  With the position as
assumptions (its digits, and the candidates it has removed), a candidate that is to go
is assumed, one that is to be placed is denied: if the step is right, there is no model.
The step's reason plays no part, so an error in a technique cannot hide here.

Where a puzzle has one solution, this holds for techniques that rest on that, too.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from satdoku.puzzle import Puzzle
from satdoku.reasons.minimal_sets import Oracle, oracle_of

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from satdoku.geometry import Geometry
    from satdoku.techniques.state import Claims

__all__ = ["StepChecker", "step_checker"]


class StepChecker:
    """A loaded engine that is asked about the steps of any puzzles of one geometry.

    Args:
        oracle: The engine, with the rules alone.
    """

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle

    def unproved(self, step: Claims, position: Puzzle) -> tuple[tuple[int, int], ...]:
        """Return what a step says and the position does not imply.

        Args:
            step: The step.
            position: Values and candidates before it.

        Returns:
            (cell, digit) pairs, of those to be placed and of those to be removed; none
            if the step is right.

        Raises:
            EngineError: The engine gave a model that is none.
            Stopped: The time is over.

        Example:
            >>> from satdoku.techniques.step import Step
            >>> from satdoku.techniques.technique import Technique
            >>> grid = Puzzle("12.. .... .... ...3")
            >>> step = Step(grid.geometry, Technique.POINTING, removes=((5, 3), (5, 4)))
            >>> with step_checker(grid.geometry) as checker:
            ...     checker.unproved(step, grid)
            ((5, 3), (5, 4))
        """
        oracle, form = self._oracle, self._oracle.form
        known = form.literals(position)
        wrong: list[tuple[int, int]] = []
        for sign, candidates in ((-1, step.places), (1, step.removes)):
            for cell, digit in candidates:
                literal = sign * form.variable_of(cell, digit)
                if oracle.core([*known, literal]) is None:
                    wrong.append((cell, digit))
        return tuple(wrong)

    def impossible(
        self, position: Puzzle, candidates: Iterable[tuple[int, int]]
    ) -> list[tuple[int, int]]:
        """Return the candidates that no solution of a position has."""
        oracle, form = self._oracle, self._oracle.form
        known = form.literals(position)
        return [
            (cell, digit)
            for cell, digit in candidates
            if oracle.core([*known, form.variable_of(cell, digit)]) is not None
        ]


@contextmanager
def step_checker(
    geometry: Geometry, *, timeout: float | None = None
) -> Generator[StepChecker]:
    """Load an engine to check steps by.

    Args:
        geometry: Of the puzzles.
        timeout: Seconds of wall time after which checking stops.
    """
    empty = Puzzle.trusted(geometry, (0,) * geometry.cells)
    with oracle_of(empty, timeout=timeout) as (oracle, _):
        yield StepChecker(oracle)
