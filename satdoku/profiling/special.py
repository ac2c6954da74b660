"""The engines that take no formulas, told to a probe.

TimedLogic    each technique by its name, and the steps that are taken
TimedSpread   engine `lanes`: load (numpy, the compiled search), search, check
"""

from __future__ import annotations

from dataclasses import fields
from functools import cached_property
from time import perf_counter_ns
from typing import TYPE_CHECKING

from satdoku.choose import LANES, LOGIC
from satdoku.deduce.searches import Search
from satdoku.logic import Logic
from satdoku.profiling.probe import spanned
from satdoku.profiling.stage import Key
from satdoku.spread import Spread, is_compiled

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.deduce.families import Named
    from satdoku.deduce.step import Step
    from satdoku.deduce.technique import Technique
    from satdoku.deduce.view import View
    from satdoku.grid import Grid
    from satdoku.logic import Reached
    from satdoku.profiling.probe import Probe
    from satdoku.puzzle import Puzzle
    from satdoku.walk import Record

__all__ = ["TimedLogic", "TimedSpread"]

_LOAD, _SEARCH = Key("load", LANES), Key("search", LANES)
_CHECK = Key("check")


class TimedLogic(Logic):
    """Techniques that tell a probe how long each is looked for.

    Args:
        techniques, max_clauses: As `Logic` takes them.
        probe: Who is told.
    """

    def __init__(
        self, techniques: Named | None, max_clauses: int, probe: Probe
    ) -> None:
        super().__init__(techniques, max_clauses)
        self._probe = probe

    def reach(self, puzzle: Puzzle, record: Record, deadline: float | None) -> Reached:
        """Follow techniques, and put down what that took."""
        with self._probe.span(Key("steps", LOGIC)):
            return super().reach(puzzle, record, deadline)

    def searches_for(self, techniques: frozenset[Technique]) -> list[Search]:
        """Return what looks for techniques, and tells how long that takes."""
        return [
            _TimedTechnique.of(search, self._probe)
            for search in super().searches_for(techniques)
        ]


class _TimedTechnique(Search):
    """A place in the order of techniques, told to a probe."""

    _probe: Probe

    @classmethod
    def of(cls, search: Search, probe: Probe) -> _TimedTechnique:
        """Make it of one that is not."""
        told: dict[str, Any] = {
            field.name: getattr(search, field.name) for field in fields(search)
        }
        made = cls(**told)
        made.__dict__["_probe"] = probe  # as `cached_property` does: it is frozen
        return made

    @cached_property
    def find(self) -> Callable[[View], Iterator[Step]]:
        """What looks for it; its module is loaded now."""
        find, probe = super().find, self._probe
        key = Key(self.techniques[0].key, LOGIC)

        def timed(view: View) -> Iterator[Step]:
            begun = perf_counter_ns()
            steps = find(view)
            while True:
                try:
                    step = next(steps, None)
                finally:
                    probe.leaf(key, begun, perf_counter_ns())
                if step is None:
                    return
                yield step
                begun = perf_counter_ns()

        return timed


class TimedSpread(Spread):
    """A puzzle spread over all lanes, told to a probe.

    Args:
        puzzle, deadline, compiling: As `Spread` takes them.
        probe: Who is told.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        deadline: float | None,
        compiling: Callable[[], None] | None,
        probe: Probe,
    ) -> None:
        super().__init__(puzzle, deadline, compiling)
        self._probe = probe

    def few(self, most: int) -> tuple[list[Grid], bool]:
        """Find up to `most` solutions, 1 or 2; return them, and whether that is all."""
        with self._probe.span(_LOAD):
            is_compiled()
        with self._probe.span(_SEARCH):
            return super().few(most)

    def solutions(self, known: Any = ()) -> Generator[Grid, None, None]:  # noqa: ANN401  handed on
        """Yield every solution that is not known yet, lazily."""
        with self._probe.span(_LOAD):
            is_compiled()
        yield from spanned(super().solutions(known), self._probe, _SEARCH)

    def _hold(self, clues: NDArray[np.uint8], solutions: NDArray[np.uint8]) -> None:
        with self._probe.span(_CHECK):
            super()._hold(clues, solutions)
