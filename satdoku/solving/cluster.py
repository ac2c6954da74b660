"""Many puzzles of 9×9 on a Dask cluster: an array of Dask, or a stream of blocks.

The workers need satdoku in the version that is used here.  A block travels inside its
task, not as data of its own: a task that carries its data can be run again anywhere
when a worker dies.

Nothing here loads Dask until it is used (`pip install satdoku[dask]`).
"""

from __future__ import annotations

from concurrent.futures import CancelledError
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from importlib import import_module
from threading import Semaphore
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from satdoku.errors import (
    InputError,
    LostError,
    SatdokuError,
    UsageError,
    check_limit,
    printable,
    shown,
    whole_number,
)
from satdoku.runtime.deadline import check_timeout
from satdoku.runtime.processes import prefetch
from satdoku.runtime.version import __version__
from satdoku.solving.batch import (
    ARRAYS,
    Batch,
    puzzle_array,
    solve_batch,
    solve_block,
)

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping

    from dask.array import Array
    from distributed import Client
    from numpy.typing import NDArray

__all__ = ["DaskBatch", "dask_stream", "solve_dask"]

_AHEAD = 3  # blocks for each thread: one is solved, one waits, one is on its way
_FEWEST = 32  # blocks on their way, since more workers may join
_CONNECT = 10.0  # seconds for a scheduler to answer
_LOOK = 2.0  # seconds from one look at the cluster to the next


class DaskBatch(NamedTuple):
    """The arrays of a `Batch`, as Dask arrays: nothing is solved until it is needed.

    Args:
        solutions: (N, 81) uint8, as in `Batch`, like all that follow.
        counts: (N,) int64.
        status: (N,) uint8, the codes of `Status`.
        guesses: (N,) int64.
        sweeps: (N,) int64.
        complete: (N,) bool.

    Example:
        >>> answers = solve_dask(puzzles)  # doctest: +SKIP
        >>> DaskBatch(*dask.persist(*answers))  # each chunk once  # doctest: +SKIP
        DaskBatch(solutions=dask.array<getitem, shape=(4, 81), dtype=uint8, ...
    """

    solutions: Array
    counts: Array
    status: Array
    guesses: Array
    sweeps: Array
    complete: Array


_KINDS = ("81u1", "i8", "u1", "i8", "i8", "?")
_RECORD = np.dtype(list(zip(ARRAYS, _KINDS, strict=True)))


def solve_dask(puzzles: Array, *, limit: int | None = 2) -> DaskBatch:
    """Solve a Dask array of puzzles of 9×9, on whatever Dask computes with.

    Each chunk becomes one block of records; the arrays that come out are the fields of
    these.  So however many of them are computed together (`dask.compute(*answers)`), a
    chunk is solved once; what is computed apart is solved anew.

    Args:
        puzzles: (N, 81) or (N, 9, 9), whole numbers from 0 (empty) to 9.  Chunked along
            the puzzles in any way; chunks of some ten thousand puzzles are best.
        limit: As for `solve_batch`.

    Returns:
        Lazy arrays, chunked as the puzzles are.

    Raises:
        InputError: When it is computed: the shape or kind is another, or a value is not
            from 0 to 9 (where the lengths of chunks are unknown, the message counts
            from the first of the chunk).
        UsageError: An option makes no sense, or Dask is not installed.

    Example:
        >>> puzzles = dask.array.zeros((4, 81), "uint8")  # doctest: +SKIP
        >>> solve_dask(puzzles).counts.compute()  # doctest: +SKIP
        array([2, 2, 2, 2])
    """
    limit = check_limit(limit, minimum=1)
    array: Any = puzzles
    if not isinstance(array, _load("dask.array").Array):
        raise UsageError(
            f"{shown(array)} is no Dask array; satdoku.solve_batch takes other arrays"
        )
    cells = tuple(range(1, array.ndim))
    records = array.rechunk(dict.fromkeys(cells, -1)).map_blocks(
        _records, limit, meta=np.empty(0, _RECORD), drop_axis=cells
    )
    return DaskBatch(*(records[name] for name in ARRAYS))


def _records(
    block: NDArray[Any],
    limit: int | None,
    block_info: Mapping[int, Any] | None = None,
) -> NDArray[np.void]:
    """Solve a chunk; Dask says by `block_info` where it is."""
    place = block_info[0]["array-location"] if block_info else [(0, 0)]
    first = int(max(0, np.nan_to_num(place[0][0])))  # lengths may be unknown
    batch = solve_batch(_array(block, first), limit=limit)
    records = np.empty(len(batch), _RECORD)
    for name in ARRAYS:
        records[name] = getattr(batch, name)
    return records


def dask_stream(
    blocks: Iterable[object],
    client: Client | str,
    *,
    limit: int = 2,
    wait: float | None = 60.0,
) -> Iterator[Batch]:
    """Solve blocks of puzzles of 9×9 on a Dask cluster, one batch after the other.

    Blocks are read as they are needed, in a thread of its own, and batches come out in
    their order.  When a worker dies, another one solves its blocks; no puzzle is lost,
    none is doubled.  Closing the generator, or Ctrl-C, gives up what is in flight.

    Args:
        blocks: Collections of puzzles, each as `solve_batch` takes one; best arrays of
            some ten thousand, as a task costs 5 ms, and Dask warns of 10 MB.
        client: A `distributed.Client`, or the address of a scheduler.
        limit: As for `solve_batch`, but not None: a worker ends what it has begun.
        wait: Seconds to wait for a worker while the cluster has none; None for ever.

    Raises:
        InputError: As for `solve_batch`, after the blocks before that one; the index
            counts from the start of the stream.
        UsageError: An option makes no sense; Dask is not installed, or does not
            answer; a worker has another version of satdoku.
        LostError: The cluster is lost, has no worker for `wait` seconds, or a block
            could not be solved: each worker that tried it died, or has no satdoku.

    Example:
        >>> for batch in dask_stream(blocks, "tcp://10.0.0.1:8786"):
        ...     batch  # doctest: +SKIP
        <Batch of 16,384 puzzles: 16,384 unique>
    """
    limit, wait = whole_number("limit", limit), check_timeout(wait)
    sent: list[Any] = []

    def begin(array: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], Any]:
        # What it raises is about puzzles or an installation: no second try.
        options: dict[str, Any] = {"pure": False, "retries": 0}
        future = opened.submit(_solve, array, limit, __version__, **options)
        sent.append(future)
        return array, future

    with _open(client) as opened:
        with _reached():
            threads = sum(opened.nthreads().values())
        slots = Semaphore(max(_FEWEST, _AHEAD * threads))
        try:
            with closing(prefetch(_arrays(blocks), begin, slots)) as jobs:
                for array, future in jobs:
                    yield replace(_result(opened, future, wait), puzzles=array)
                    sent.remove(future)
        finally:
            for future in sent:
                future.release()  # those that no worker has begun are forgotten


def _arrays(blocks: Iterable[object]) -> Generator[NDArray[np.uint8]]:
    first = 0
    for block in blocks:
        array = _array(block, first)
        yield array
        first += len(array)


def _array(block: object, first: int) -> NDArray[np.uint8]:
    """Return puzzles as an array; an error names a puzzle's index among all."""
    errors: dict[int, InputError] = {}
    array = puzzle_array(block, errors)
    for row, error in errors.items():
        error.source = f"puzzles[{first + row}]"
        raise error
    return array


@contextmanager
def _open(client: Client | str) -> Generator[Any]:
    """Open a client for an address; one that is open already stays so."""
    dask = _load("distributed")
    if isinstance(client, dask.Client):
        yield client
        return
    try:
        _load("distributed.comm").resolve_address(client)  # else no client to close
        opened = dask.Client(client, timeout=_CONNECT, set_as_default=False)
    except Exception as error:
        raise UsageError(
            f"no Dask scheduler at {shown(client)}: {_line(error)}"
        ) from error
    with opened:
        yield opened


@contextmanager
def _reached() -> Generator[None]:
    """Raise LostError where the cluster is gone."""
    closed = _load("distributed.client").ClosedClientError
    try:
        yield
    except (OSError, RuntimeError, CancelledError, closed) as error:
        raise LostError(
            "the Dask cluster was lost: its scheduler does not answer any more"
        ) from error


def _result(client: Any, future: Any, wait: float | None) -> Batch:  # noqa: ANN401
    """Wait for a block.

    When its worker dies, Dask gives it to another one, as often as the scheduler's
    `allowed-failures` says (3).

    Raises:
        LostError: The cluster is lost, has no worker, or all that tried it died.
    """
    dask = _load("distributed")
    since = monotonic()
    while True:
        with _reached(), client.as_current():
            with suppress(TimeoutError):
                dask.wait(future, timeout=_LOOK)
                break
            if client.nthreads():
                since = monotonic()
        if wait is not None and monotonic() - since >= wait:
            raise LostError(f"the Dask cluster had no worker for {wait:g} s")
    if future.status == "error":
        error = future.exception()
        if isinstance(error, SatdokuError):
            raise error
        raise LostError(
            "the workers of the Dask cluster failed on a block; "
            f"see their logs (out of memory?): {_line(error)}"
        ) from error
    with _reached():
        batch: Batch = future.result()
    future.release()
    return batch


def _solve(puzzles: NDArray[np.uint8], limit: int, version: str) -> Batch:
    """Solve puzzles on a worker; the puzzles themselves are not sent back."""
    if version != __version__:
        raise UsageError(
            f"a worker has satdoku {__version__}; install satdoku {version}"
        )
    batch = solve_block(puzzles, limit)
    return replace(batch, puzzles=puzzles[:0].copy())


def _load(name: str) -> Any:  # noqa: ANN401  a module
    try:
        return import_module(name)
    except ImportError:
        raise UsageError("Dask is not installed; pip install 'satdoku[dask]'") from None


def _line(text: object) -> str:
    return printable(" ".join(str(text).split()), 200)
