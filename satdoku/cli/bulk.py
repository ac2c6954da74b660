"""`satdoku solve` for many puzzles of 9x9: engine lanes answers blocks of them.

What is written and said of a puzzle is the same as one by one.  Rows with a solution
that is no news, as nearly all are, are written many at a time.
"""

from __future__ import annotations

from collections import deque
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from satdoku.cli.messages import say, say_compiling
from satdoku.engines.lanes.search import find_executor, is_ready, prepare
from satdoku.errors import counted
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.grid import Grid
from satdoku.solving.batch import solutions_batch, solve_stream

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeAlias

    from numpy.typing import NDArray

    from satdoku.cli.run import Run
    from satdoku.cli.solve import Request
    from satdoku.errors import InputError
    from satdoku.formats import Entry
    from satdoku.formats.bulk import Block
    from satdoku.solving.batch import Batch
    from satdoku.solving.results import Result

    Found: TypeAlias = "tuple[Entry | InputError | Rows, Result | None]"

_NINE = Geometry(9, 9)
_WORTH_COMPILING = 4096
"""Puzzles for which it pays to wait for the compiler of lanes."""


class Rows(NamedTuple):
    """Rows of a block, from `start` to `stop`, each of which has a solution."""

    block: Block
    batch: Batch
    start: int
    stop: int


class Lanes:
    """Answers blocks of puzzles by engine lanes.

    Args:
        run: The run.
        first: The blocks with the first puzzles.
        request: The options of the command.

    Raises:
        UsageError: The executor is not installed.
    """

    def __init__(
        self,
        run: Run,
        first: Sequence[Block],
        request: Request,
    ) -> None:
        self._run = run
        self._request = request
        executor = request.executor
        few = sum(len(each.values) for each in first) < _WORTH_COMPILING
        if few and executor in {None, "auto"} and not is_ready(find_executor("auto")):
            self._executor = "numpy"
        else:
            compiling = (lambda: None) if run.quiet else say_compiling
            self._executor = prepare(executor or "auto", compiling)
        self._read = self._solved = self._guesses = self._sweeps = 0
        self._started = perf_counter()

    def answers(self, blocks: Iterable[Block]) -> Iterator[Found]:
        """Yield what is in blocks, in its order, with the answers that lanes has."""
        waiting: deque[tuple[Block, float]] = deque()
        begun = perf_counter()
        before = self._run.count

        def arrays() -> Iterator[NDArray[np.uint8]]:
            # With several workers this runs in a thread of its own.
            for block in blocks:
                waiting.append((block, perf_counter()))
                self._read += block.items
                yield block.values

        def show(solved: int) -> None:
            done = before + solved
            self._run.reader.answered = min(1.0, done / max(self._read, 1))
            self._run.progress.tick(done)

        for batch in self._batches(arrays(), show):
            block, came = waiting.popleft()
            # By the clock: workers search while others are waited for and written.
            seconds = (perf_counter() - max(begun, came)) / max(len(batch), 1)
            self._solved += len(batch)
            self._guesses += int(batch.guesses.sum())
            self._sweeps += int(batch.sweeps.sum())
            yield from self._block(block, batch, seconds)
            show(self._run.count - before)
            begun = perf_counter()

    def _batches(
        self, puzzles: Iterator[NDArray[np.uint8]], show: Callable[[int], None]
    ) -> Iterator[Batch]:
        """Solve arrays of puzzles, in their order."""
        if self._request.dask is not None:
            from satdoku.solving.cluster import dask_stream  # noqa: PLC0415  an extra

            return dask_stream(
                puzzles,
                self._request.dask,
                limit=2,
                max_guesses=self._request.max_guesses,
                executor=self._executor,
                notice=lambda what: say(f"satdoku: {what}"),
            )
        return solve_stream(
            puzzles,
            limit=2,
            max_guesses=self._request.max_guesses,
            executor=self._executor,
            workers=self._run.worker_count,
            progress=show if self._run.progress.active else None,
        )

    def _block(self, block: Block, batch: Batch, seconds: float) -> Iterator[Found]:
        """Yield what is in a block; rows that are news one by one."""
        alone = np.ones(len(batch), np.bool_)
        if self._request.in_rows and not self._run.verbose and len(batch) > 1:
            alone = (batch.counts == 0) | ~batch.complete
            if self._request.unique:
                alone |= batch.counts > 1
        several = np.flatnonzero(alone & (batch.counts > 1))
        others = self._other_solutions(block, batch, several)
        items: list[tuple[int, int, Entry | InputError | None]]
        items = [(row, 0, other) for row, other in block.others]
        items += [(int(row), 1, None) for row in np.flatnonzero(alone)]
        at = 0
        for row, length, other in sorted(items, key=lambda item: item[:2]):
            if at < row:
                yield Rows(block, batch, at, row), None
            if other is None:
                entry = block.entry(row)
                yield entry, batch.result(row, entry.grid, others.get(row), seconds)
            else:
                yield other, None
            at = row + length
        if at < len(batch):
            yield Rows(block, batch, at, len(batch)), None

    def _other_solutions(
        self, block: Block, batch: Batch, rows: NDArray[np.intp]
    ) -> dict[int, Grid]:
        """Return a second solution of each of some puzzles, by row."""
        found: dict[int, Grid] = {}
        if not len(rows):
            return found
        # An executor may be one that only the cluster has.
        executor = "auto" if self._request.dask is not None else self._executor
        puzzles = block.values[rows]
        for index, solutions in solutions_batch(puzzles, limit=2, executor=executor):
            for at, values in zip(rows[index].tolist(), solutions, strict=True):
                if (values != batch.solutions[at]).any():
                    found[at] = Grid.trusted(_NINE, tuple(values.tolist()))
        return found

    def say_statistics(self) -> None:
        """Say what all answers took."""
        seconds = perf_counter() - self._started
        if self._solved:
            say(
                f"lanes: {counted(self._solved, 'puzzle')}, "
                f"{counted(self._guesses, 'guess', 'guesses')}, "
                f"{counted(self._sweeps, 'sweep')}; {seconds:.2f} s with reading and "
                f"writing, {self._solved / seconds:,.0f} a second"
            )
