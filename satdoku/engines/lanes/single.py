"""Engine `lanes` for one puzzle of 9x9: all SIMD lanes search that one.

Idle lanes take open branches from busy ones.  Compiled code is used if it is in the
cache.  Where all solutions are asked for it is made first, which takes some seconds;
one or two are searched by NumPy then.
"""

from __future__ import annotations

from struct import Struct
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from satdoku.engines.lanes import supports
from satdoku.engines.lanes.relabelling import Relabelling
from satdoku.engines.lanes.search import (
    MAX_RESTARTS,
    RESTART_AFTER,
    find_executor,
    is_ready,
    iter_solutions,
    prepare,
    search,
)
from satdoku.errors import EngineError, InputError
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.rules import first_broken

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from numpy.typing import NDArray

    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.runtime.deadline import Deadline
    from satdoku.runtime.statistics import Statistics

__all__ = ["Lanes", "pays"]

_NINE = Geometry(9, 9)
_VALUES = Struct("81B")
_UNCOMPILED_ENOUGH = 10_000  # solutions: half a second of any other engine
_COMPILING = 20.0  # seconds that the compiler may take, with some to spare


def pays(found: int, many: int) -> bool:
    """Whether so many solutions are known that the lanes are to start over.

    Args:
        found: How many are known; asked after each from the first.
        many: How many are enough where compiled code is there.

    Example:
        >>> pays(499, 500), pays(10_000, 500)
        (False, True)
    """
    if found == many and many < _UNCOMPILED_ENOUGH:
        return is_ready("numba")
    return found >= max(many, _UNCOMPILED_ENOUGH)


class Lanes:
    """The backend (`satdoku.solving.backends`).

    Blocks of solutions are checked by the rules whole (`puzzle.rules`), and become
    grids one by one as they are asked for.

    Args:
        limit: How many solutions are wanted; None for all.
        compiling: Called before the compiler runs.
    """

    def __init__(
        self, limit: int | None = None, compiling: Callable[[], None] | None = None
    ) -> None:
        self._limit = limit
        self._compiling = compiling

    def solutions(
        self,
        puzzle: Puzzle,
        candidates: Sequence[int] | None,
        deadline: Deadline,
        statistics: Statistics,
        known: Collection[Grid] = (),
    ) -> Iterator[Grid]:
        """Yield every solution that is not known yet, once (`Backend.solutions`).

        Raises:
            InputError: It does not take the puzzle.
            EngineError: What was found is no solution, or a known one was not found.
        """
        del candidates
        _require_nine(puzzle)
        statistics.engines.append("lanes")
        search = _Spread(puzzle, deadline, statistics, self._compiling)
        if self._limit is not None and self._limit <= 2:
            yield from search.few(self._limit)
            return
        left_out = {bytes(grid.values) for grid in known}
        for block in search.blocks(None):
            for values in _VALUES.iter_unpack(block.tobytes()):
                if left_out and bytes(values) in left_out:
                    left_out.remove(bytes(values))
                else:
                    yield Grid.trusted(_NINE, values)
        if left_out:
            raise EngineError(f"lanes missed a known solution of {puzzle.line}")

    def counted(
        self,
        puzzle: Puzzle,
        deadline: Deadline,
        statistics: Statistics,
        before: int,
        *,
        whole: bool,
    ) -> Iterator[int]:
        """Yield how many solutions there are so far, until all are counted.

        Args:
            puzzle: The puzzle.
            deadline: When to stop.
            statistics: What it took is added.
            before: How many are known to be there.
            whole: Whether the last number alone will do, which is quickest.

        Raises:
            InputError, EngineError: As `solutions`.
        """
        _require_nine(puzzle)
        statistics.engines.append("lanes")
        search = _Spread(puzzle, deadline, statistics, self._compiling)
        limit = None if self._limit is None else self._limit + 1
        if whole and deadline.left is None and is_ready("numba"):
            found, _ = search.search(limit)
            yield max(found, before)
        else:
            found = 0
            for block in search.blocks(limit):
                found += len(block)
                yield max(found, before)
        if found < before:
            raise EngineError(f"lanes missed a known solution of {puzzle.line}")


def _require_nine(puzzle: Puzzle) -> None:
    if supports(puzzle):
        return
    if puzzle.geometry != _NINE:
        what = f"a puzzle of {puzzle.geometry}"
    elif puzzle.constraints:
        what = f"a puzzle with {puzzle.constraints[0].describe()}"
    else:
        what = "candidates ruled out beyond the clues"
    raise InputError(what, expected="9x9 and clues alone, for engine lanes")


class _Spread:
    """A search of one puzzle by all lanes."""

    def __init__(
        self,
        puzzle: Puzzle,
        deadline: Deadline,
        statistics: Statistics,
        compiling: Callable[[], None] | None,
    ) -> None:
        since = perf_counter()
        self._executor = "numba" if is_ready("numba") else "numpy"
        statistics.spend("load", since, "lanes")
        self._puzzle = puzzle
        self._clues = np.array([puzzle.values], np.uint8)
        self._deadline = deadline
        self._statistics = statistics
        self._compiling = compiling

    def few(self, limit: int) -> Iterator[Grid]:
        """Yield one solution or two."""
        # With a deadline, the first one is not lost if it comes before the second.
        steps = range(1 if self._deadline.left is not None else limit, limit + 1)
        first: Grid | None = None
        for step in steps:
            counted, found = self.search(step)
            if counted and first is None:
                first = found
                yield first
            if counted < step:
                return
        if limit > 1 and first is not None:
            yield from self._others(first, limit)

    def search(self, limit: int | None) -> tuple[int, Grid]:
        """Count up to `limit` solutions; return how many, and the first."""
        self._deadline.check()
        has_deadline = self._deadline.left is not None
        since = perf_counter()
        found = search(
            self._clues,
            limit=limit,
            executor=self._executor,
            progress=(lambda _: self._deadline.check()) if has_deadline else None,
        )
        self._statistics.spend("search", since, "lanes")
        counted = int(found.counts[0])
        if counted:
            self._check(found.solutions)
        for key, values in (("guesses", found.guesses), ("sweeps", found.sweeps)):
            self._statistics.count({key: int(values[0])})
        first = Grid.trusted(_NINE, _VALUES.unpack(found.solutions.tobytes()))
        return counted, first

    def blocks(self, limit: int | None) -> Iterator[NDArray[np.uint8]]:
        """Yield solutions in blocks, (M, 81) each, checked by the rules."""
        executor, left = self._executor, self._deadline.left
        if (left is None or left > _COMPILING) and find_executor() == "numba":
            executor = prepare("auto", self._compiling)
        self._deadline.check()
        blocks = iter_solutions(self._clues, limit=limit, executor=executor)
        for _, block in self._statistics.timed("search", "lanes", blocks):
            self._check(block)
            yield block
            self._deadline.check()

    def _others(self, first: Grid, limit: int) -> list[Grid]:
        """Find the solutions that a search has counted beside the first.

        `iter_solutions` does not restart, which ends a search in a bad branch: so the
        puzzle is relabelled where it takes long.
        """
        found: dict[Grid, None] = {}  # in the order in which they came
        for number in range(MAX_RESTARTS + 2):
            relabelling = Relabelling(number)
            blocks = iter_solutions(
                relabelling.apply(self._clues),
                limit=limit,
                max_guesses=RESTART_AFTER if number <= MAX_RESTARTS else None,
                executor=self._executor,
            )
            for _, relabelled in blocks:
                block = relabelling.undo(relabelled)
                self._check(block)
                for values in _VALUES.iter_unpack(block.tobytes()):
                    found[Grid.trusted(_NINE, values)] = None
                self._deadline.check()
            if len(found.keys() - {first}) >= limit - 1:
                break
        return [grid for grid in found if grid != first][: limit - 1]

    def _check(self, solutions: NDArray[np.uint8]) -> None:
        """Check what was found by the rules."""
        since = perf_counter()
        broken = first_broken(self._clues[0], solutions)
        self._statistics.spend("check", since)
        if broken is not None:
            raise EngineError(
                f"lanes gave a grid that is no solution of {self._puzzle.line}"
            )
