"""Engine `logic`: a person's techniques, then a search in what they leave open."""

from __future__ import annotations

from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING

from satdoku.errors import EngineError
from satdoku.runtime.deadline import Deadline
from satdoku.runtime.statistics import Statistics
from satdoku.techniques.path import follow
from satdoku.techniques.state import State
from satdoku.techniques.technique import UNIQUENESS, USUAL, Level

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from satdoku.puzzle.grid import Grid
    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.runtime.deadline import Deadline
    from satdoku.techniques.technique import Technique


class Techniques:
    """The engine.

    A candidate that a technique removes is in no solution, so a puzzle and the position
    it leads to have the same solutions, however many they are.  That holds for all but
    the techniques that assume the puzzle to have only one: these are used only if they
    are asked for, and the puzzle is proper.

    Args:
        techniques: What may be used; None for the usual ones that keep every solution
            and are quick: beyond 9x9 those up to level hard.
        search: Yields the solutions of what is left.
    """

    _LARGEST = 9  # sizes at which chains and ALS take less than a second a step

    def __init__(
        self,
        techniques: frozenset[Technique] | None,
        search: Callable[[Puzzle, Deadline, Statistics], Iterator[Grid]],
    ) -> None:
        self._techniques = techniques
        self._search = search

    def supports(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle has no rules but rows, columns and boxes."""
        return not (puzzle.constraints or puzzle.geometry.raw)

    def solutions(
        self,
        puzzle: Puzzle,
        candidates: Sequence[int] | None,
        deadline: Deadline,
        statistics: Statistics,
    ) -> Iterator[Grid]:
        """Yield every solution once."""
        del candidates
        statistics.use("logic")
        position, steps = self._follow(puzzle, deadline, statistics)
        statistics.count({"steps": steps})
        note = f"{steps:,} step{'s' * (steps != 1)} of logic"
        if position is None or position.is_complete:
            statistics.notes.append(f"{note}, no search")
            if position is not None:
                yield position.clues
            return
        left = position.values.count(0)
        cells = f"{left:,} cell{'s' * (left != 1)}"
        statistics.notes.append(f"{note}, then search for {cells}")
        yield from self._search(position, deadline, statistics)

    def _follow(
        self, puzzle: Puzzle, deadline: Deadline, statistics: Statistics
    ) -> tuple[Puzzle | None, int]:
        """Follow techniques; return the position, or None if there is no solution."""
        techniques = self._techniques
        if techniques is None:
            techniques = USUAL - UNIQUENESS
            if puzzle.geometry.size > self._LARGEST:
                techniques = frozenset(
                    easy for easy in techniques if easy.level <= Level.HARD
                )
        is_proper = False
        if techniques & UNIQUENESS:
            grids = islice(self._search(puzzle, deadline, Statistics()), 2)
            is_proper = len(list(grids)) == 1
        if not is_proper:
            techniques -= UNIQUENESS
        since, steps = perf_counter(), 0
        state = State.of(puzzle)
        for step in follow(state, techniques, deadline=deadline):
            since = statistics.spend(step.technique.key, since, "logic")
            steps += 1
        statistics.spend("steps", since, "logic")
        if not state.is_broken:
            return state.grid(), steps
        if is_proper:
            raise EngineError(f"logic led to no solution of {puzzle.line[:90]}")
        return None, steps
