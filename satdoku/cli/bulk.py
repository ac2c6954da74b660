"""`satdoku solve` for many puzzles of 9x9: engine lanes answers blocks of them.

What is written and said of a puzzle is the same as one by one.  Rows with a solution
that is no news, as nearly all are, are written many at a time.
"""

from __future__ import annotations

from collections import deque
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

import numpy as np

from satdoku.answers import Status
from satdoku.batch import solutions_batch, solve_stream
from satdoku.cli.answers import Answer
from satdoku.cli.messages import counted, say, say_compiling
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.lanes.search import find_executor, is_ready, prepare

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from satdoku.answers import Result
    from satdoku.batch import Batch
    from satdoku.cli.solve import Solving
    from satdoku.errors import InputError
    from satdoku.formats import Entry
    from satdoku.formats.bulk import Block


_NINE = Geometry(9, 9)
_LIMIT = 2


class RowWriter(Protocol):
    """Writes many answers at a time."""

    def rows(self, block: Block, batch: Batch, start: int, stop: int) -> None:
        """Write the rows from `start` to `stop`, each of which has a solution."""
        ...


class BulkSolving:
    """Answers blocks of puzzles by engine lanes.

    Args:
        solving: Answers and reports other puzzles one by one.
        rows: What writes many answers; None where each is written by itself.
        because: Why lanes answer.
        few: Whether there are too few puzzles to wait for the compiler.
        executor: What runs the lanes.
        max_guesses: After how many guesses a puzzle is given up.
        dask: The address of the cluster that searches.

    Raises:
        UsageError: The executor is not installed.
    """

    def __init__(
        self,
        solving: Solving,
        *,
        rows: RowWriter | None,
        because: str,
        few: bool,
        executor: str | None,
        max_guesses: int | None,
        dask: str | None,
    ) -> None:
        self._solving = solving
        self._run = run = solving.run
        self._rows = rows
        self._choice = f"chosen: lanes, many puzzles at once: {because}"
        self._max_guesses = max_guesses
        self._dask = dask
        asked = executor or "auto"
        if few and asked == "auto" and not is_ready(find_executor(asked)):
            self._executor = "numpy"
        else:
            compiling = (lambda: None) if run.quiet else say_compiling
            self._executor = prepare(asked, compiling)
        self._read = self._solved = self._guesses = self._sweeps = 0

    def _batches(
        self,
        puzzles: Iterator[NDArray[np.uint8]],
        progress: Callable[[int], None] | None,
    ) -> Iterator[Batch]:
        """Solve arrays of puzzles, in their order."""
        if self._dask is not None:
            from satdoku.cluster import dask_stream  # noqa: PLC0415  an extra

            return dask_stream(
                puzzles,
                self._dask,
                limit=_LIMIT,
                max_guesses=self._max_guesses,
                executor=self._executor,
                notice=lambda what: say(f"satdoku: {what}"),
            )
        return solve_stream(
            puzzles,
            limit=_LIMIT,
            max_guesses=self._max_guesses,
            executor=self._executor,
            workers=self._run.worker_count,
            progress=progress,
        )

    def _second_solutions(self, puzzles: NDArray[np.uint8]) -> dict[int, list[Grid]]:
        """Return up to two solutions of each of some puzzles, by row."""
        found: dict[int, list[Grid]] = {}
        # An executor may be one that only the cluster has.
        executor = "auto" if self._dask is not None else self._executor
        for index, solutions in solutions_batch(puzzles, limit=2, executor=executor):
            for row, values in zip(index.tolist(), solutions.tolist(), strict=True):
                found.setdefault(row, []).append(Grid.trusted(_NINE, tuple(values)))
        return found

    def answer(self, blocks: Iterator[Block]) -> None:
        """Answer blocks of puzzles."""
        waiting: deque[tuple[Block, float]] = deque()
        first = begun = perf_counter()
        before = self._run.count

        def arrays() -> Iterator[NDArray[np.uint8]]:
            # With several workers this runs in a thread of its own.
            for block in blocks:
                waiting.append((block, perf_counter()))
                self._read += block.items
                yield block.values

        def show(solved: int) -> None:
            self._tick(before + solved)

        progress = show if self._run.progress.active else None
        for batch in self._batches(arrays(), progress):
            now = perf_counter()
            block, came = waiting.popleft()
            # By the clock: workers search while others are waited for and written.
            took = now - max(begun, came)
            self._block(block, batch, took / max(len(batch), 1))
            begun = perf_counter()
        if self._solving.stats and self._solved:
            seconds = perf_counter() - first
            say(
                f"lanes: {counted(self._solved, 'puzzle')}, "
                f"{counted(self._guesses, 'guess', 'guesses')}, "
                f"{counted(self._sweeps, 'sweep')}; {seconds:.2f} s with reading and "
                f"writing, {self._solved / seconds:,.0f} a second"
            )

    def _tick(self, done: int) -> None:
        self._run.reader.answered = min(1.0, done / max(self._read, 1))
        self._run.progress.tick(done)

    def _block(self, block: Block, batch: Batch, seconds: float) -> None:
        """Write the answers to a block."""
        if len(batch):
            self._solving.explain_choice(block.entry(0), self._choice)
        self._solved += len(batch)
        self._guesses += int(batch.guesses.sum())
        self._sweeps += int(batch.sweeps.sum())
        alone = self._alone(batch)
        rows = np.flatnonzero(alone & (batch.counts > 1))
        seconds_of: dict[int, list[Grid]] = {}
        if len(rows):
            found = self._second_solutions(block.values[rows])
            seconds_of = {int(row): found[at] for at, row in enumerate(rows)}
        stops: list[tuple[int, int, Entry | InputError | None]] = [
            (int(row), 1, None) for row in np.flatnonzero(alone)
        ]
        stops += [(row, 0, other) for row, other in block.others]
        stops.sort(key=lambda stop: stop[:2])
        at = 0
        for row, length, other in stops:
            self._write_rows(block, batch, at, row)
            if other is None:
                self._row(block, batch, row, seconds_of.get(row, []), seconds)
            else:
                self._solving.one_by_one([other])
            at = row + length
        self._write_rows(block, batch, at, len(batch))
        self._tick(self._run.count)

    def _alone(self, batch: Batch) -> NDArray[np.bool_]:
        """Say which rows are written by themselves."""
        if self._rows is None or len(batch) == 1:
            return np.ones(len(batch), np.bool_)
        alone: NDArray[np.bool_] = (batch.counts == 0) | ~batch.complete
        if self._solving.unique:
            alone |= batch.counts > 1
        return alone

    def _write_rows(self, block: Block, batch: Batch, start: int, stop: int) -> None:
        """Write rows that have one solution, or several where that is no fault."""
        if start >= stop or self._rows is None:
            return
        with self._run.out.record():
            self._rows.rows(block, batch, start, stop)
            count = stop - start
            several = int((batch.counts[start:stop] > 1).sum())
            statuses = self._solving.statuses
            statuses[Status.UNIQUE] += count - several
            statuses[Status.MULTIPLE] += several
            self._run.count += count

    def _row(
        self, block: Block, batch: Batch, row: int, found: list[Grid], seconds: float
    ) -> None:
        """Write a row by itself, and say what there is to say about it."""
        entry = block.entry(row)
        first = tuple(batch.solutions[row].tolist())
        other = next((grid for grid in found if grid.values != first), None)
        result: Result = batch.result(row, entry.grid, other, seconds)
        self._run.count += 1
        self._run.explain_reading(entry)
        number = int(result.solution is not None)
        answer = Answer(result, number, stopped="out of guesses")
        self._solving.write(entry, answer, stats=False)
