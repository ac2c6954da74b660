"""Whether clues are enough: one loaded engine, asked with the clues as assumptions.

    is there a solution that has these clues, and another digit in that cell?

If there is none, the cell's clue can go.  One such question takes 50 microseconds on
9×9 (CaDiCaL, every part of the rules in the formula), so that a puzzle is reduced in 5
milliseconds.  What matters are the answers alone, never what the engine finds besides,
so that the puzzles do not depend on it.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from satdoku.checking import plan
from satdoku.choice import LARGE_LISTER, LISTER
from satdoku.cnf.encoder import encoding
from satdoku.engines import registry
from satdoku.engines.base import limits_left
from satdoku.reasons.oracle import Oracle
from satdoku.techniques.deadline import look_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.engines.base import Engine
    from satdoku.geometry import Geometry

__all__ = ["Proper"]

_SMALL = 9
"""Sizes up to which the solver for many solutions is the quickest at that; and up to
which a question takes so little that time is only looked at before it."""


class Proper:
    """Answers questions about the clues of puzzles of a geometry.

    Args:
        geometry: The geometry.
        deadline: When to stop, on the clock `time.monotonic`; None for never.

    Example:
        >>> from satdoku.geometry import Geometry
        >>> proper = Proper(Geometry(4, 4))
        >>> solution = (1, 2, 4, 3, 3, 4, 2, 1, 2, 1, 3, 4, 4, 3, 1, 2)
        >>> proper.can_go(solution, kept=[0, 6, 10, 12], going=[1])
        True
        >>> proper.can_go(solution, kept=[0, 10, 12], going=[6])
        False
        >>> proper.count([(0, 1)], most=99)
        72
        >>> proper.close()
    """

    def __init__(self, geometry: Geometry, deadline: float | None = None) -> None:
        self._look = look_at(deadline)
        self._deadline = None if geometry.size <= _SMALL else deadline
        chosen = plan(geometry)
        self._form = encoding(geometry, chosen.recipe)
        self._engine = registry.load(chosen.engine, self._form.formula)
        self._oracle = Oracle(self._engine, self._form, deadline=self._deadline)
        self._lister: Engine | None = None

    def can_go(
        self, solution: Sequence[int], kept: Iterable[int], going: Iterable[int]
    ) -> bool:
        """Whether clues that are enough stay so without some of them.

        Args:
            solution: The solution they come from.
            kept: The cells of those that stay.
            going: The cells of those that are to go.

        Raises:
            Stopped: The time is over.
        """
        self._look()
        variable = self._form.variable_of
        assumed = [variable(cell, solution[cell]) for cell in kept]
        return all(
            self._oracle.core([*assumed, -variable(cell, solution[cell])]) is not None
            for cell in going
        )

    def count(self, clues: Iterable[tuple[int, int]], most: int) -> int:
        """Count the solutions of some clues, (cell, digit), up to a number.

        Raises:
            Stopped: The time is over.
        """
        self._look()
        if self._lister is None:
            name = LISTER if self._form.geometry.size <= _SMALL else LARGE_LISTER
            self._lister = registry.load(name, self._form.formula)
        variable = self._form.variable_of
        assumed = [variable(cell, digit) for cell, digit in clues]
        project = self._form.cell_variables
        found = self._lister.models(assumed, project, limits_left(self._deadline))
        return sum(1 for _ in islice(found, most))

    def close(self) -> None:
        """Free the engines; no question can be asked any more."""
        self._engine.close()
        if self._lister is not None:
            self._lister.close()
