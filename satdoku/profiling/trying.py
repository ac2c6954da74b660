"""The trial that `auto` begins with, told to a probe: singles, search, check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.choose import BITMASK
from satdoku.profiling.probe import spanned
from satdoku.profiling.stage import Key
from satdoku.trial import Parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.cnf.singles import Singles
    from satdoku.grid import Grid
    from satdoku.profiling.probe import Probe
    from satdoku.puzzle import Puzzle
    from satdoku.reference.solver import Counters

__all__ = ["TimedParts"]


class TimedParts(Parts):
    """What a trial does, told to a probe.

    Args:
        probe: Who is told.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> from satdoku.profiling.probe import Probe
        >>> probe = Probe()
        >>> with probe.root:
        ...     singles = TimedParts(probe).singles(Puzzle("1... ..2. ..3. 4..."))
        >>> probe.cells[Key("singles", "bitmask")].calls
        1
    """

    def __init__(self, probe: Probe) -> None:
        self._probe = probe

    def singles(self, puzzle: Puzzle) -> Singles:
        """Follow singles to the end."""
        with self._probe.span(Key("singles", BITMASK)):
            return super().singles(puzzle)

    def search(
        self,
        start: Puzzle,
        steps: int | None,
        counters: Counters,
        deadline: float | None,
    ) -> Iterator[tuple[int, ...]]:
        """Yield the values of solutions."""
        found = super().search(start, steps, counters, deadline)
        return spanned(found, self._probe, Key("search", BITMASK))

    def is_solution(self, solution: Grid, puzzle: Puzzle) -> bool:
        """Whether the rules accept what was found."""
        with self._probe.span(Key("check")):
            return super().is_solution(solution, puzzle)
