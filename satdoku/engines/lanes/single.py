"""Engine `lanes` for one puzzle of 9x9: all SIMD lanes search that one.

The first two solutions are those of `engines.lanes.search`, the same as among many
puzzles.  The others come as they are found: idle lanes take open branches from busy
ones.  Compiled code is used if it is in the cache.  Where all solutions are sought it
is made first, which takes some seconds; one or two are searched by NumPy then.
"""

from __future__ import annotations

from struct import Struct
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from satdoku.engines.lanes import has_compiler, supports_alone
from satdoku.engines.lanes.search import (
    is_ready,
    iter_solutions,
    prepare,
    search,
    second_solutions,
)
from satdoku.errors import EngineError, InputError
from satdoku.puzzle.grid import Grid
from satdoku.puzzle.rules import first_broken

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from numpy.typing import NDArray

    from satdoku.puzzle.puzzle import Puzzle
    from satdoku.runtime.deadline import Deadline
    from satdoku.runtime.statistics import Statistics

_ROW = Struct("81s")
_PAIR = 2
_COMPILING = 20.0  # seconds that the compiler may take, with some to spare


class SinglePuzzleSearch:
    """A search of one puzzle by all lanes.

    Solutions are checked by the rules in whole blocks (`puzzle.rules`).

    Args:
        puzzle: The puzzle.
        deadline: When to stop.
        statistics: What it took is added.
        compiling: Called before the compiler runs.

    Raises:
        InputError: The lanes do not take the puzzle.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        deadline: Deadline,
        statistics: Statistics,
        compiling: Callable[[], None] | None = None,
    ) -> None:
        if not supports_alone(puzzle):
            puzzle.require_classic("engine lanes")
            what = f"a puzzle of {puzzle.geometry}"
            raise InputError(what, expected="9x9, for engine lanes")
        statistics.use("lanes")
        since = perf_counter()
        self._executor = "numba" if is_ready() else "numpy"
        statistics.spend("load", since, "lanes")
        self._puzzle = puzzle
        self._clues = np.array([puzzle.values], np.uint8)
        marks = puzzle.masks
        self._marks = None if marks is None else np.array(marks, np.uint16)
        self._deadline = deadline
        self._statistics = statistics
        self._compiling = compiling

    def solutions(self, known: Collection[Grid]) -> Iterator[Grid]:
        """Yield every solution that is not known yet, once.

        Raises:
            EngineError: What was found is no solution, or a known one was not found.
        """
        if not known:
            pair: list[Grid] = []
            for grid in self._first_two():
                pair.append(grid)
                yield grid
            if len(pair) < _PAIR:
                return
            known = pair
        missing = {bytes(grid.values) for grid in known}
        for block in self._blocks(None):
            rows: Iterable[bytes] = (
                row for (row,) in _ROW.iter_unpack(block.tobytes())
            )
            if missing:
                rows = [row for row in rows if row not in missing]
                missing.difference_update(map(bytes, block))
            yield from Grid.packed(self._puzzle.geometry, rows)
        if missing:
            raise EngineError(f"lanes missed a known solution of {self._puzzle.line}")

    def counts(self, limit: int | None, known: int, *, last: bool) -> Iterator[int]:
        """Yield how many solutions there are so far, until all are counted.

        Args:
            limit: How many are enough; None for all.
            known: How many are known to be there.
            last: Whether the last number alone will do, which is quickest.

        Raises:
            EngineError: As `solutions`.
        """
        if last and self._deadline.left is None and is_ready():
            count, _ = self.first(limit)
            yield max(count, known)
        else:
            count = 0
            for block in self._blocks(limit):
                count += len(block)
                yield max(count, known)
        if count < known:
            raise EngineError(f"lanes missed a known solution of {self._puzzle.line}")

    def first(self, limit: int | None) -> tuple[int, Grid]:
        """Count up to `limit` solutions; return how many, and the first."""
        self._deadline.check()
        has_deadline = self._deadline.left is not None
        since = perf_counter()
        outcome = search(
            self._clues,
            limit=limit,
            executor=self._executor,
            marks=self._marks,
            progress=(lambda _: self._deadline.check()) if has_deadline else None,
        )
        self._statistics.spend("search", since, "lanes")
        count = int(outcome.counts[0])
        if count:
            self._check(outcome.solutions)
        for key, values in (("guesses", outcome.guesses), ("sweeps", outcome.sweeps)):
            self._statistics.count({key: int(values[0])})
        return count, Grid.trusted(
            self._puzzle.geometry, tuple(outcome.solutions[0].tolist())
        )

    def _first_two(self) -> Iterator[Grid]:
        """Yield the first solution, and another, where there are any."""
        count, first = self.first(_PAIR)
        if count:
            yield first
        if count == _PAIR:
            values = np.array([first.values], np.uint8)
            since = perf_counter()
            second = second_solutions(
                self._clues, values, self._executor, self._deadline, self._marks
            )
            self._statistics.spend("search", since, "lanes")
            self._check(second)
            yield Grid.trusted(self._puzzle.geometry, tuple(second[0].tolist()))

    def _blocks(self, limit: int | None) -> Iterator[NDArray[np.uint8]]:
        """Yield solutions in blocks, (M, 81) each, checked by the rules."""
        executor, left = self._executor, self._deadline.left
        if (left is None or left > _COMPILING) and has_compiler():
            executor = prepare(self._compiling)
        self._deadline.check()
        blocks = iter_solutions(
            self._clues, limit=limit, executor=executor, marks=self._marks
        )
        for _, block in self._statistics.timed("search", "lanes", blocks):
            self._check(block)
            yield block
            self._deadline.check()

    def _check(self, solutions: NDArray[np.uint8]) -> None:
        """Check solutions by the rules."""
        since = perf_counter()
        broken = first_broken(self._clues[0], solutions)
        is_marked = self._marks is None or bool(
            (self._marks >> (solutions.astype(np.uint16) - 1) & 1).all()
        )
        self._statistics.spend("check", since)
        if broken is not None or not is_marked:
            raise EngineError(
                f"lanes gave a grid that is no solution of {self._puzzle.line}"
            )
