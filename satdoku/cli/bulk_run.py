"""A run over blocks of puzzles: lanes answer the rows, a session whatever else comes.

Whatever is said of a puzzle is what a run one by one says (`satdoku.cli.run`): rows
that have one solution, as nearly all have, are printed many at a time; every other row
becomes a `Result` and goes the way of all results.
"""

from __future__ import annotations

from collections import deque
from itertools import chain
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from satdoku.answers import Status
from satdoku.cli.answers import Answer
from satdoku.cli.remarks import counted, say, say_compiling
from satdoku.cli.run import Run
from satdoku.cli.shield import Shield
from satdoku.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.answers import Result
    from satdoku.batch import Batch
    from satdoku.cli.answers import Printer
    from satdoku.cli.bulk_solver import BulkSolver
    from satdoku.cli.progress import Progress
    from satdoku.cli.run import Asked
    from satdoku.cli.verbose import Verbose
    from satdoku.errors import InputError, SatdokuError
    from satdoku.formats import Entry
    from satdoku.formats.bulk import Block
    from satdoku.solver import Solver
    from satdoku.tracing.session import TracingSolver

__all__ = ["FEWEST", "BulkRun", "RowPrinter"]

FEWEST = 64
"""Puzzles that come at once for which lanes answer, where many are expected."""

_LIMIT = 2
_MANY = 4096
"""Puzzles for which it pays to wait for the compiler, if it has to run."""


class RowPrinter(Protocol):
    """Prints many answers at a time."""

    several: bool
    """Whether it prints puzzles with several solutions, too."""

    def rows(
        self, block: Block, batch: Batch, start: int, stop: int, seconds: float
    ) -> None:
        """Print the rows from `start` to `stop`, each of which has a solution.

        Args:
            block: The puzzles.
            batch: Their answers.
            start: The first row.
            stop: The row behind the last.
            seconds: What a puzzle took.
        """
        ...


class BulkRun(Run):
    """Answers blocks of puzzles.

    Args:
        session: As for `Run`.
        printer: As for `Run`.
        asked: As for `Run`.
        progress: As for `Run`.
        verbose: As for `Run`.
        solver: What solves many puzzles.
        rows: What prints many answers; None where each is printed by itself.
        forced: Whether lanes are asked for, however few puzzles there are.
        resume: Says how to go on after so many puzzles.
        reach: Is told how much of what has been read was answered, from 0 to 1.
    """

    def __init__(
        self,
        session: Solver | TracingSolver,
        printer: Printer,
        asked: Asked,
        progress: Progress,
        verbose: Verbose | None = None,
        *,
        solver: BulkSolver,
        rows: RowPrinter | None,
        forced: bool,
        resume: Callable[[int], str],
        reach: Callable[[float], None],
    ) -> None:
        super().__init__(session, printer, asked, progress, verbose)
        self._solver = solver
        self._row_printer = rows
        self._forced = forced
        self._resume = resume
        self._reach = reach
        self._shield = Shield()
        self._read = 0
        self._done = 0
        self._guesses = self._sweeps = self._solved = 0
        self._seconds = 0.0

    def over_blocks(self, blocks: Iterable[Block]) -> int:
        """Answer all puzzles; return the exit code.

        Raises:
            InputError: A puzzle cannot be read, and that is to end the run.
            KeyboardInterrupt: Ctrl-C; what was begun is ended.
        """
        try:
            with self._shield:
                self._through(iter(blocks))
        except KeyboardInterrupt:
            self._printer.interrupted()
            self._printer.close()
            self._capped.rest()
            self._tally.stopped(self._resume(self._done))
            raise
        except BaseException as error:
            self._end_early(error)
            raise
        self._printer.close()
        self._capped.rest()
        if self._asked.stats and self._solved:
            self._tell_totals()
        if not self._asked.quiet:
            self._conclude()
        return self._tally.code

    def _through(self, blocks: Iterator[Block]) -> None:
        """Let a session answer until lanes pay, and lanes from there on."""
        for block in blocks:
            if self._forced or len(block.values) >= FEWEST:
                few = len(block.values) < _MANY
                self._solver = self._solver.ready(self._compiling, few=few)
                if self._explain is not None and len(block.values):
                    self._explain.at_once(block.entry(0), forced=self._forced)
                blocks = chain([block], blocks)
                break
            self._singles(block)
        else:
            return
        waiting: deque[tuple[Block, float]] = deque()

        first = begun = perf_counter()
        done = self._tally.puzzles

        def arrays() -> Iterator[NDArray[np.uint8]]:
            # With several workers this runs in a thread of its own.
            for block in blocks:
                waiting.append((block, perf_counter()))
                self._read += block.items
                yield block.values

        def tell(solved: int) -> None:
            self._tick(done + solved)

        shown = tell if self._progress.active else None
        batches = self._solver.batches(arrays(), _LIMIT, shown)
        for batch in batches:
            now = perf_counter()
            block, came = waiting.popleft()  # to wait for it is no search
            # By the clock: workers search while others are waited for and printed.
            took, self._seconds = now - max(begun, came), now - first
            self._block(block, batch, took)
            begun = perf_counter()

    def _tick(self, done: int) -> None:
        self._reach(min(1.0, done / max(self._read, 1)))
        self._progress.tick(done)

    def _compiling(self) -> None:
        """Tell a person why nothing happens."""
        if not self._asked.quiet:
            say_compiling(verbose=self._verbose is not None)

    def _singles(self, items: Iterable[Entry | InputError]) -> None:
        for entry in self._tally.readable(
            items, self._refuse, self._progress, strict=self._asked.strict
        ):
            self._answer(entry)

    def _print(self, entry: Entry, result: Result) -> None:
        """Print an answer and count it, both or neither."""
        with self._shield:
            super()._print(entry, result)
            self._done += 1
            self._tally.done()

    def _refuse(self, error: SatdokuError, entry: Entry | None) -> None:
        with self._shield:
            super()._refuse(error, entry)
            self._done += 1
            self._tally.done()

    def _block(self, block: Block, batch: Batch, took: float) -> None:
        """Print the answers to a block, and say what there is to say."""
        import numpy as np  # noqa: PLC0415  loaded by now

        self._solved += len(batch)
        self._guesses += int(batch.guesses.sum())
        self._sweeps += int(batch.sweeps.sum())
        seconds = took / max(len(batch), 1)
        alone = self._alone(batch)
        several = alone & (batch.counts > 1)
        rows = np.flatnonzero(several)
        others: dict[int, Grid] = {}
        if len(rows):
            others = self._others(block, batch, rows)
        stops: list[tuple[int, int, Entry | InputError | None]] = [
            (int(row), 1, None) for row in np.flatnonzero(alone)
        ]
        stops += [(row, 0, other) for row, other in block.others]
        stops.sort(key=lambda stop: stop[:2])
        at = 0
        for row, length, other in stops:
            with self._shield:
                self._rows(block, batch, at, row, seconds)
            if other is None:
                with self._shield:
                    self._row(block, batch, row, others.get(row), seconds)
            else:
                self._singles([other])
            at = row + length
        with self._shield:
            self._rows(block, batch, at, len(batch), seconds)
        self._tick(self._tally.puzzles)

    def _alone(self, batch: Batch) -> NDArray[np.bool_]:
        """Tell which rows are printed by themselves."""
        import numpy as np  # noqa: PLC0415  loaded by now

        printer = self._row_printer
        if printer is None or len(batch) == 1:
            return np.ones(len(batch), np.bool_)
        alone: NDArray[np.bool_] = (batch.counts == 0) | ~batch.complete
        if self._asked.unique or not printer.several:
            alone |= batch.counts > 1
        return alone

    def _others(
        self, block: Block, batch: Batch, rows: NDArray[np.intp]
    ) -> dict[int, Grid]:
        """Find a second solution of some rows."""
        geometry = block.entry(int(rows[0])).grid.geometry
        found = self._solver.seconds(block.values[rows])
        others: dict[int, Grid] = {}
        for at, row in enumerate(rows.tolist()):
            first = tuple(batch.solutions[row].tolist())
            other = next(values for values in found[at] if values != first)
            others[row] = Grid.trusted(geometry, other)
        return others

    def _rows(
        self, block: Block, batch: Batch, start: int, stop: int, seconds: float
    ) -> None:
        """Print rows that have one solution, or several where that is no fault."""
        if start >= stop or self._row_printer is None:
            return
        self._progress.answer()
        self._row_printer.rows(block, batch, start, stop, seconds)
        count = stop - start
        several = int((batch.counts[start:stop] > 1).sum())
        for status, number in (
            (Status.UNIQUE, count - several),
            (Status.MULTIPLE, several),
        ):
            self._statuses[status] = self._statuses.get(status, 0) + number
        self._tally.puzzles += count
        self._done += count

    def _row(
        self, block: Block, batch: Batch, row: int, other: Grid | None, seconds: float
    ) -> None:
        """Print a row by itself, and say what there is to say about it."""
        entry = block.entry(row)
        result = batch.result(row, entry.grid, other, seconds)
        self._tally.puzzles += 1
        if self._verbose is not None:
            self._verbose.read(entry)
        self._printer.begin(entry)
        if result.solution is not None:
            self._printer.solution(result.solution)
        found = int(result.solution is not None)
        answer = Answer(result, found, stopped="out of guesses")
        self._printer.end(answer)
        self._judged(entry, answer, stats=False)
        self._done += 1

    def _tell_totals(self) -> None:
        """Say what lanes took for all their puzzles."""
        seconds = self._seconds
        rate = self._solved / seconds if seconds else 0.0
        say(
            f"lanes: {counted(self._solved, 'puzzle')}, "
            f"{counted(self._guesses, 'guess', 'guesses')}, "
            f"{counted(self._sweeps, 'sweep')}; {seconds:.2f} s with reading and "
            f"writing, {rate:,.0f} a second"
        )
