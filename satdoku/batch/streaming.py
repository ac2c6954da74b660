"""Many puzzles as a stream: chunks in, their answers out, in order, in flat memory.

Invariant: at most two chunks a worker are on their way, so that memory does not grow
with the stream and no worker waits for the next chunk; results come in the order of the
chunks, and so do errors: what came before a chunk that cannot be read comes out first.
A result that is there comes out, whether or not the next chunk is (`ahead.py`).
"""

from __future__ import annotations

from concurrent.futures import wait
from typing import TYPE_CHECKING

from satdoku.batch.ahead import Ahead
from satdoku.batch.given import puzzles_of
from satdoku.batch.options import options_of
from satdoku.batch.workers import Crew, solved

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from typing import Literal

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.batch.options import Options
    from satdoku.batch.result import Batch
    from satdoku.batch.workers import Job

__all__ = ["solve_stream", "stream_parts"]

_A_MOMENT = 0.2  # seconds between two looks at how far the workers are


def solve_stream(
    chunks: Iterable[object],
    *,
    limit: int | None = 1,
    max_guesses: int | None = None,
    executor: str = "auto",
    workers: int | Literal["all"] | None = 1,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Batch]:
    """Solve a stream of chunks of puzzles of 9×9, chunk by chunk and in order.

    Chunks are taken from the iterable when they are needed, one by one.  A chunk is one
    worker's: some thousands of puzzles are a good size, more for the easy ones.

    With several workers, at most two chunks each are on their way at a time, and the
    iterable is read in a thread of its own: a batch comes out when it is there, though
    the next chunk may be long in coming.

    Args:
        chunks: Anything to iterate over; each chunk as `solve_batch` takes puzzles,
            typically an array of shape (N, 81).
        limit: As for `solve_batch`.
        max_guesses: As for `solve_batch`.
        executor: As for `solve_batch`.
        workers: As for `solve_batch`.
        progress: As for `solve_batch`; called while a result is waited for.

    Yields:
        The `Batch` of each chunk.  To close the iterator stops the workers; an iterable
        that is waiting for its next chunk then is left to itself.

    Raises:
        InputError: A chunk holds what is no puzzle; its index counts from the start of
            the stream.  The chunks before it have come out by then.
        UsageError: A limit, the executor or the workers make no sense; at once.

    Example:
        >>> import numpy as np
        >>> chunks = (np.zeros((2, 81), np.uint8) for _ in range(3))
        >>> [batch.counts.tolist() for batch in solve_stream(chunks)]
        [[1, 1], [1, 1], [1, 1]]
    """
    options = options_of(
        limit=limit, max_guesses=max_guesses, executor=executor, workers=workers
    )
    return stream_parts(_parts(chunks, options), options, progress)


def _parts(
    chunks: Iterable[object], options: Options
) -> Generator[tuple[int, NDArray[np.uint8]]]:
    """Yield the puzzles of each chunk, with the index of the first."""
    first = 0
    for chunk in chunks:
        puzzles = puzzles_of(chunk, first)
        if options.workers > 1 and puzzles.base is not None:
            # Whose buffer it is may fill it with the next chunk before this is solved.
            puzzles = puzzles.copy()
        yield first, puzzles
        first += len(puzzles)


def stream_parts(
    parts: Generator[tuple[int, NDArray[np.uint8]]],
    options: Options,
    progress: Callable[[int], None] | None = None,
    *,
    ahead: int | None = None,
) -> Iterator[Batch]:
    """Solve parts of a whole in order, by one worker or by many.

    Args:
        parts: The index of the first puzzle of each, and its puzzles as an array that
            is known to hold puzzles.
        options: What is asked of them.
        progress: Is told how many puzzles are done.
        ahead: How many parts may be on their way at a time; None for two a worker.
    """
    if options.workers > 1:
        yield from _by_crew(parts, options, progress, ahead or 2 * options.workers)
        return
    for first, puzzles in parts:

        def tell(done: int, first: int = first) -> None:
            if progress is not None:
                progress(first + done)

        batch = solved(puzzles, first, options, progress=tell)
        tell(len(puzzles))
        yield batch


def _by_crew(
    parts: Generator[tuple[int, NDArray[np.uint8]]],
    options: Options,
    progress: Callable[[int], None] | None,
    ahead: int,
) -> Iterator[Batch]:
    with (
        Crew(options) as crew,
        Ahead(parts, lambda part: crew.begin(*part), lambda: ahead) as begun,
    ):
        while (job := begun.first()) is not None:
            _await(job, begun, progress)
            yield begun.take().answer.result()


def _await(
    first: Job,
    begun: Ahead[tuple[int, NDArray[np.uint8]], Job],
    progress: Callable[[int], None] | None,
) -> None:
    """Wait for the first job, and tell meanwhile how far all are."""
    told = -1
    while True:
        wait([first.answer], timeout=_A_MOMENT)
        over = first.answer.done()
        done = first.first + sum(job.done for job in begun.jobs())
        if progress is not None and done > told:
            progress(done)
            told = done
        if over:
            return
