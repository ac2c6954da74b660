"""Chunks of puzzles in, batches out, in order, solved on a Dask cluster.

A chunk is cut into pieces of at most 65,536 puzzles, each one task that carries its
puzzles (5 MB; Dask warns of tasks from 10 MB on).  What is in flight is a queue: pieces
go in at one end, and are waited for at the other, so that batches are put together in
the order of their chunks, whoever solved what, and however often a worker died.  They
go in as the source gives them, and come out whether or not it has more (`ahead.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from satdoku.batch.ahead import Ahead
from satdoku.batch.dask.cluster import Cluster
from satdoku.batch.dask.task import asked_of
from satdoku.batch.given import puzzles_of
from satdoku.batch.options import whole
from satdoku.batch.result import Batch, joined
from satdoku.errors import UsageError, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    import numpy as np
    from distributed import Client
    from numpy.typing import NDArray

    from satdoku.batch.dask.task import Arrays, Asked

__all__ = ["dask_stream"]

_PIECE = 65_536
_AHEAD = 3
"""Pieces in flight for each thread of the cluster: one is solved, one waits beside it,
one is on its way."""
_FEWEST = 2
"""Pieces in flight where there is no worker yet."""


def dask_stream(
    chunks: Iterable[object],
    client: Client | str,
    *,
    limit: int | None = 1,
    max_guesses: int | None = None,
    executor: str = "auto",
    in_flight: int | None = None,
    wait: float | None = 60.0,
    notice: Callable[[str], None] | None = None,
) -> Iterator[Batch]:
    """Solve chunks of puzzles of 9×9 on a Dask cluster, one batch after the other.

    As `solve_stream`, past one machine: chunks are read as they are needed (in a thread
    of its own), and batches come out in their order.  When a worker dies, what it had
    is solved by another one; no puzzle is lost, none is doubled.  Closing the
    generator, or Ctrl-C, gives up what is in flight.

    Args:
        chunks: What holds puzzles, as for `solve_batch`, again and again; best
            arrays of some ten thousand, as a task costs 5 ms.
        client: A `distributed.Client`, or the address of a scheduler.  Scheduler and
            workers need satdoku in the version that is used here.
        limit: Solutions to look for in each puzzle, at least 1; None for all.
        max_guesses: Give a puzzle up after so many; None for never.
        executor: `numba`, `numpy` or `auto`, which is what is best on each worker.
        in_flight: Pieces (of up to 65,536 puzzles) that are held here and on the
            cluster at once, at least 1; None for three a thread of the cluster.
        wait: Seconds to wait for a worker while the cluster has none; None for ever.
        notice: Is told once, after a few of these seconds, what is waited for.

    Raises:
        InputError: One of the puzzles is none; the message names it.
        UsageError: An option makes no sense; Dask is not installed, or does not
            answer; scheduler or workers have no satdoku, or another version.
        LostError: The cluster is lost, has no worker for `wait` seconds, or each worker
            that tried a piece died.

    Example:
        >>> for batch in dask_stream(chunks, "tcp://10.0.0.1:8786", limit=2):
        ...     batch  # doctest: +SKIP
        <Batch of 65,536 puzzles: 65,536 unique>
    """
    asked = asked_of(limit, max_guesses, executor)
    if in_flight is not None:
        in_flight = whole("in_flight", in_flight)
    if wait is not None and not (type(wait) in (int, float) and wait > 0):
        raise UsageError(f"wait cannot be {shown(wait)}; expected seconds, or None")
    return _over(
        _pieces(chunks), lambda: Cluster(client, wait, notice), asked, in_flight
    )


class _Piece(NamedTuple):
    """A part of a chunk.

    Args:
        puzzles: (N, 81), known to hold puzzles.
        first: The index of the first one in the stream.
        ends: Whether it is the last of its chunk.
    """

    puzzles: NDArray[np.uint8]
    first: int
    ends: bool


def _pieces(chunks: Iterable[object]) -> Generator[_Piece]:
    first = 0
    for chunk in chunks:
        puzzles = puzzles_of(chunk, first)
        if puzzles.base is not None:
            # Whose buffer it is may fill it with the next chunk before this is sent.
            puzzles = puzzles.copy()
        for start in range(0, max(1, len(puzzles)), _PIECE):
            part = puzzles[start : start + _PIECE]
            yield _Piece(part, first + start, start + _PIECE >= len(puzzles))
        first += len(puzzles)


def _over(
    pieces: Generator[_Piece],
    reach: Callable[[], Cluster],
    asked: Asked,
    in_flight: int | None,
) -> Iterator[Batch]:
    solved: list[Batch] = []
    cluster = reach()

    def begin(piece: _Piece) -> tuple[Any, bool]:
        return cluster.submit(piece.puzzles, piece.first, asked), piece.ends

    ahead = Ahead(pieces, begin, lambda: in_flight or _room(cluster))
    try:
        with ahead:
            while (first := ahead.first()) is not None:
                solved.append(_batch(cluster.result(first[0]), asked.limit))
                if ahead.take()[1]:
                    batch = joined(solved, asked.limit)
                    solved.clear()
                    yield batch
    finally:
        cluster.cancel([future for future, _ in ahead.jobs()])
        cluster.close()


def _room(cluster: Cluster) -> int:
    return max(_FEWEST, _AHEAD * cluster.threads())


def _batch(arrays: Arrays, limit: int | None) -> Batch:
    solutions, counts, status, guesses, sweeps, complete = arrays
    return Batch(solutions, counts, status, guesses, sweeps, complete, limit)
