"""Blocks of puzzles of 9x9 that engine lanes answers, for every command alike.

Of blocks, output and messages are the same as one by one.  Rows that need no look of
their own, as nearly all do not, are handled many at a time.
"""

from __future__ import annotations

from collections import deque
from functools import partial
from itertools import chain
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from satdoku.cli.messages import say, say_compiling
from satdoku.errors import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.cli.run import Item, Run
    from satdoku.errors import InputError
    from satdoku.formats import PuzzleRecord
    from satdoku.formats.bulk import Block
    from satdoku.solving.batch import Batch

Known = TypeVar("Known")

_LOOKED_AT = 1024
"""Rows that are looked at together, each alone."""


class Rows(NamedTuple):
    """Rows of a block, from `start` to `stop`, with the answers of lanes.

    Args:
        block: The puzzles.
        batch: The answer to each.
        start: The first.
        stop: Behind the last.
        seconds: How long each took.
    """

    block: Block
    batch: Batch
    start: int
    stop: int
    seconds: float


class Lanes:
    """Answers blocks of puzzles by engine lanes.

    Args:
        run: The run.
        limit: How many solutions of each puzzle to look for.
        dask: The address of a Dask cluster, where that searches.
    """

    def __init__(self, run: Run, limit: int = 2, dask: str | None = None) -> None:
        self._run = run
        self._limit = limit
        self._dask = dask
        self._read = self._solved = self._guesses = self._sweeps = 0
        self._started = perf_counter()

    def pairs(
        self,
        blocks: Iterable[Block],
        write: Callable[[Rows], None],
        alone: Callable[[Block, Batch], NDArray[np.bool_]],
        known: Callable[[Rows, Sequence[int]], Iterable[Known]],
    ) -> Iterator[tuple[Item, Known | None]]:
        """Yield what is in blocks, in its order, as `Run.pairs` takes it.

        Args:
            blocks: The blocks.
            write: Reports rows that need no look of their own.
            alone: Returns the rows that do.
            known: Returns what is known of each of some rows.
        """
        import numpy as np  # noqa: PLC0415  loaded by now

        for rows in self._answered(blocks):
            block, batch = rows.block, rows.batch
            mask = alone(block, batch)
            chosen = np.flatnonzero(mask).tolist()
            parts = range(0, len(chosen), _LOOKED_AT)
            facts = chain.from_iterable(
                known(rows, chosen[at : at + _LOOKED_AT]) for at in parts
            )
            marks: list[tuple[int, int, PuzzleRecord | InputError | None]]
            marks = [(row, 0, other) for row, other in block.others]
            marks += [(row, 1, None) for row in chosen]
            at = 0
            for row, length, other in sorted(marks, key=lambda mark: mark[:2]):
                if at < row:
                    yield partial(write, rows._replace(start=at, stop=row)), None
                if other is None:
                    yield block.entry(row), next(facts)
                else:
                    yield other, None
                at = row + length
            if at < len(batch):
                yield partial(write, rows._replace(start=at)), None
            self._show(self._run.count)

    def _answered(self, blocks: Iterable[Block]) -> Iterator[Rows]:
        """Yield all rows of each block, with their answers."""
        waiting: deque[tuple[Block, float]] = deque()
        begun = perf_counter()

        def arrays() -> Generator[NDArray[np.uint8]]:
            # With several workers this runs in a thread of its own.
            for block in blocks:
                waiting.append((block, perf_counter()))
                self._read += block.items
                yield block.values

        for batch in self._batches(arrays()):
            block, came = waiting.popleft()
            # By the clock: workers search while others are waited for and written.
            seconds = (perf_counter() - max(begun, came)) / max(len(batch), 1)
            self._solved += len(batch)
            self._guesses += int(batch.guesses.sum())
            self._sweeps += int(batch.sweeps.sum())
            yield Rows(block, batch, 0, len(batch), seconds)
            begun = perf_counter()

    def _batches(self, puzzles: Generator[NDArray[np.uint8]]) -> Iterator[Batch]:
        """Solve arrays of puzzles, in their order."""
        if self._dask is not None:
            from satdoku.solving.cluster import dask_stream  # noqa: PLC0415  an extra

            return dask_stream(puzzles, self._dask)
        from satdoku.solving.batch import solve_blocks  # noqa: PLC0415  numpy

        return solve_blocks(
            puzzles,
            limit=self._limit,
            workers=self._run.worker_count,
            compiling=(lambda: None) if self._run.quiet else say_compiling,
        )

    def _show(self, done: int) -> None:
        self._run.reader.answered = min(1.0, done / max(self._read, 1))
        self._run.progress.tick(done)

    def say_statistics(self) -> None:
        """Print the statistics of all answers."""
        seconds = perf_counter() - self._started
        if self._solved:
            say(
                f"lanes: {counted(self._solved, 'puzzle')}, "
                f"{counted(self._guesses, 'guess', 'guesses')}, "
                f"{counted(self._sweeps, 'sweep')}; {seconds:.2f} s with reading and "
                f"writing, {self._solved / seconds:,.0f} a second"
            )
