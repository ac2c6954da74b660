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
from pydoc import locate
from threading import Semaphore
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from satdoku.errors import (
    InputError,
    LostError,
    UsageError,
    check_limit,
    printable,
    shown,
    whole_number,
)
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
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

    from dask.array import Array
    from distributed import Client
    from numpy.typing import NDArray

__all__ = ["DaskBatch", "dask_stream", "solve_dask"]

_AHEAD = 3  # blocks for each thread: one is solved, one waits, one is on its way
_FEWEST = 32  # blocks on their way, since more workers may join
_CONNECT = 10.0  # seconds for a scheduler to answer
_LOOK = 2.0  # seconds from one look at the cluster to the next
_SILENCE = 4.0  # seconds without a worker after which a message says so
_VERSION = "satdoku.solving.cluster.__version__"
_MISSING = "Dask is not installed; pip install 'satdoku[dask]'"


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
        InputError: This is no array of such a shape and kind; or, when it is computed,
            a value is not from 0 to 9 (where the lengths of chunks are unknown, the
            message counts from the first of the chunk).
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
    # An unknown length equals nothing.
    if array.dtype.kind not in "iu" or array.shape[1:] not in ((81,), (9, 9)):
        raise InputError(
            f"puzzles as a Dask array of {array.dtype} of shape {array.shape}",
            expected="whole numbers, best uint8, of shape (N, 81) or (N, 9, 9)",
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
    batch = solve_batch(puzzle_array(block, first), limit=limit)
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
    notice: Callable[[str], None] | None = None,
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
        notice: Called once, after a few of these seconds, with a message.

    Raises:
        InputError: As for `solve_batch`, after the blocks before that one; the index
            counts from the start of the stream.
        UsageError: An option makes no sense; Dask is not installed, or does not
            answer; a worker has no satdoku, or another version.
        LostError: The cluster is lost, has no worker for `wait` seconds, or each worker
            that tried a block died.

    Example:
        >>> for batch in dask_stream(blocks, "tcp://10.0.0.1:8786"):
        ...     batch  # doctest: +SKIP
        <Batch of 16,384 puzzles: 16,384 unique>
    """
    limit = whole_number("limit", limit)
    if wait is not None and not (type(wait) in (int, float) and wait > 0):
        raise UsageError(f"wait cannot be {shown(wait)}; expected seconds, or None")
    return _stream(_read(blocks), client, limit, wait, notice)


def _read(blocks: Iterable[object]) -> Generator[NDArray[np.uint8]]:
    first = 0
    for block in blocks:
        array = puzzle_array(block, first)
        yield array
        first += len(array)


def _stream(
    arrays: Generator[NDArray[np.uint8]],
    address: Client | str,
    limit: int,
    wait: float | None,
    notice: Callable[[str], None] | None,
) -> Iterator[Batch]:
    sent: list[Any] = []

    def begin(array: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], Any]:
        # What it raises is about puzzles or an installation: no second try.
        future = cluster.client.submit(_solve, array, limit, pure=False, retries=0)
        sent.append(future)
        return array, future

    with closing(_Cluster(address, wait, notice)) as cluster:
        cluster.check_versions()
        slots = Semaphore(max(_FEWEST, _AHEAD * cluster.threads))
        try:
            with closing(prefetch(arrays, begin, slots)) as jobs:
                for array, future in jobs:
                    yield replace(cluster.result(future), puzzles=array)
                    sent.remove(future)
        finally:
            for future in sent:
                future.release()  # those that no worker has begun are forgotten


class _Cluster:
    """A Dask cluster as seen from here.

    Args:
        client: A client of Dask, or the address of a scheduler.
        wait: Seconds to wait for a worker where there is none; None for ever.
        notice: Called once, after some of these seconds, with a message.
    """

    def __init__(
        self,
        client: Client | str,
        wait: float | None,
        notice: Callable[[str], None] | None,
    ) -> None:
        self._dask = _load("distributed")
        self._is_own = isinstance(client, str)
        self.client: Any = self._opened(client) if self._is_own else client
        if not isinstance(self.client, self._dask.Client):
            raise UsageError(
                f"{shown(client)} is no client of Dask; expected a distributed.Client "
                "or the address of a scheduler"
            )
        if self.client.status != "running":
            raise UsageError("the client of Dask is closed")
        self._name = f"the Dask cluster at {_line(self.client.scheduler.address)}"
        self._wait, self._notice = wait, notice

    def check_versions(self) -> None:
        """Check that all workers have the satdoku that is used here.

        Raises:
            LostError: The scheduler does not answer.
            UsageError: One does not.
        """
        with self._reached():
            versions = self.client.run(locate, _VERSION, on_error="return")
        for worker, version in versions.items():
            if version != __version__ and not isinstance(version, OSError):  # it left
                has = f"satdoku {version}" if version else "no satdoku"
                raise UsageError(
                    f"the worker {worker} has {has}; install satdoku {__version__}"
                )

    def _opened(self, address: Any) -> Any:  # noqa: ANN401  Dask is untyped
        try:
            return self._dask.Client(address, timeout=_CONNECT, set_as_default=False)
        except Exception as error:
            raise UsageError(
                f"no Dask scheduler at {shown(address)}: {_line(error)}"
            ) from error

    def close(self) -> None:
        """Close the client, if it was opened here."""
        if self._is_own:
            with suppress(OSError):  # it takes too long
                self.client.close(timeout=_CONNECT)

    @property
    def threads(self) -> int:
        """How many threads the workers have.

        Raises:
            LostError: The scheduler does not answer.
        """
        with self._reached():
            return sum(self.client.nthreads().values())

    @contextmanager
    def _reached(self) -> Generator[None]:
        """Raise LostError where the cluster is gone."""
        gone = (OSError, RuntimeError, CancelledError)
        try:
            yield
        except (*gone, self._dask.client.ClosedClientError) as error:
            raise LostError(
                f"{self._name} was lost: its scheduler does not answer any more"
            ) from error

    def result(self, future: Any) -> Batch:  # noqa: ANN401  Dask is untyped
        """Wait for a block.

        When its worker dies, Dask gives it to another one, as often as the scheduler's
        `allowed-failures` says (3).

        Raises:
            LostError: The cluster is lost, has no worker, or all that tried it died.
            UsageError: A worker has another version of satdoku.
        """
        since = monotonic()
        while True:
            with self._reached(), self.client.as_current(), suppress(TimeoutError):
                self._dask.wait(future, timeout=_LOOK)
                break
            if self.threads:
                since = monotonic()
            elif self._wait is not None and monotonic() - since >= self._wait:
                raise LostError(f"{self._name} had no worker for {self._wait:g} s")
            elif self._notice is not None and monotonic() - since >= _SILENCE:
                self._notice(f"waiting for a worker of {self._name}")
                self._notice = None
        if future.status == "error":
            error = future.exception()
            if not isinstance(error, self._dask.KilledWorker):
                raise error
            raise LostError(
                f"every worker of {self._name} that was given these puzzles died; "
                f"its log may tell why (memory?): {_line(error)}"
            ) from error
        with self._reached():
            batch: Batch = future.result()
        future.release()
        return batch


def _solve(puzzles: NDArray[np.uint8], limit: int) -> Batch:
    """Solve puzzles on a worker; the puzzles themselves are not sent back."""
    batch = solve_block(puzzles, limit)
    return replace(batch, puzzles=puzzles[:0].copy())


def _load(name: str) -> Any:  # noqa: ANN401  a module
    try:
        return import_module(name)
    except ImportError:
        raise UsageError(_MISSING) from None


def _line(what: object) -> str:
    return printable(" ".join(str(what).split()), 200)
