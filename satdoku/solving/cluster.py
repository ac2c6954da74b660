"""Many puzzles of 9×9 on a Dask cluster: arrays of Dask, and streams of chunks.

Scheduler and workers need satdoku in the version that is used here.  A piece of work
travels inside its task, not as data of its own: a task that carries its data can be run
again anywhere when a worker dies, whereas what was scattered is lost with its worker.

Nothing here loads Dask until it is used (`pip install satdoku[dask]`).
"""

from __future__ import annotations

import time
from concurrent.futures import CancelledError
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from importlib import import_module
from itertools import chain
from pydoc import locate
from threading import Semaphore
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from satdoku.engines.lanes.search import EXECUTORS, find_executor
from satdoku.errors import (
    InputError,
    LostError,
    Stopped,
    UsageError,
    printable,
    shown,
    whole_number,
)
from satdoku.runtime.processes import prefetch
from satdoku.runtime.version import __version__
from satdoku.solving.batch import (
    ARRAYS,
    Batch,
    Options,
    Part,
    join,
    read_parts,
    solve_part,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

    from dask.array import Array
    from distributed import Client
    from numpy.typing import NDArray

__all__ = ["DaskBatch", "dask_stream", "solve_dask"]

_PIECE = 65_536  # puzzles in a task: 5 MB, where Dask warns of tasks from 10 MB on
_AHEAD = 3  # pieces for each thread: one is solved, one waits, one is on its way
_FEWEST = 2  # pieces where there is no worker yet
_CONNECT = 10.0  # seconds for a scheduler to answer
_LOOK = 2.0  # seconds from one look at who takes part to the next
_SILENCE = 4.0  # seconds without a worker after which that is said
_MISSING = "Dask is not installed; pip install 'satdoku[dask]'"


class DaskBatch(NamedTuple):
    """The arrays of a `Batch`, as Dask arrays: nothing is solved until it is asked for.

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


def solve_dask(
    puzzles: Array,
    *,
    limit: int | None = 2,
    max_guesses: int | None = None,
    executor: str = "auto",
) -> DaskBatch:
    """Solve a Dask array of puzzles of 9×9, on whatever Dask computes with.

    Each chunk becomes one block of records, with all that is known of its puzzles; the
    arrays that come out are the fields of these.  So however many of them are computed
    together (`dask.compute(*answers)`), a chunk is solved once; what is computed apart
    is solved anew.

    Args:
        puzzles: (N, 81) or (N, 9, 9), whole numbers from 0 (empty) to 9.  Chunked along
            the puzzles in any way; chunks of unknown length are taken as they come.
            Chunks of some ten thousand puzzles are best.
        limit: As for `solve_batch`, like all that follow.
        max_guesses: As above.
        executor: As above; `auto` is what is best where it is solved.

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
    options = _options(limit, max_guesses, executor)
    given: Any = puzzles
    if not isinstance(given, _load("dask.array").Array):
        raise UsageError(
            f"{shown(given)} is no Dask array; satdoku.solve_batch takes other arrays"
        )
    if given.dtype.kind not in "iu":
        raise InputError(
            f"puzzles as a Dask array of {given.dtype}",
            expected="whole numbers, best uint8",
        )
    if given.shape[1:] not in ((81,), (9, 9)):  # an unknown length equals nothing
        raise InputError(
            f"puzzles as a Dask array of shape {given.shape}",
            expected="(N, 81) or (N, 9, 9)",
        )
    cells = tuple(range(1, given.ndim))
    records = given.rechunk(dict.fromkeys(cells, -1)).map_blocks(
        _solve_block,
        options,
        __version__,
        meta=np.empty(0, _RECORD),
        drop_axis=cells,
    )
    return DaskBatch(*(records[name] for name in ARRAYS))


def _solve_block(
    block: NDArray[Any],
    options: Options,
    version: str,
    block_info: Mapping[int, Any] | None = None,
) -> NDArray[np.void]:
    """Solve a chunk; Dask says by `block_info` where it is."""
    place = block_info[0]["array-location"] if block_info else [(0, 0)]
    first = int(max(0, np.nan_to_num(place[0][0])))  # lengths may be unknown
    options = _options_here(options, version)
    batch = solve_part(options.read(block, first), options)
    records = np.empty(len(batch), _RECORD)
    for name in ARRAYS:
        records[name] = getattr(batch, name)
    return records


def dask_stream(
    chunks: Iterable[object],
    client: Client | str,
    *,
    limit: int | None = 2,
    errors: Literal["raise", "mark"] = "raise",
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
        client: A `distributed.Client`, or the address of a scheduler.
        limit: As for `solve_batch`.
        errors: As for `solve_batch`.
        max_guesses: As for `solve_batch`.
        executor: As for `solve_batch`; `auto` is what is best on each worker.
        in_flight: Chunks that are held here and on the cluster at once, at least 1;
            None for three a thread of the cluster.
        wait: Seconds to wait for a worker while the cluster has none; None for ever.
        notice: Is told once, after a few of these seconds, what is waited for.

    Raises:
        InputError: As for `solve_stream`.
        UsageError: An option makes no sense; Dask is not installed, or does not
            answer; scheduler or workers have no satdoku, or another version.
        LostError: The cluster is lost, has no worker for `wait` seconds, or each worker
            that tried a piece died.

    Example:
        >>> for batch in dask_stream(chunks, "tcp://10.0.0.1:8786"):
        ...     batch  # doctest: +SKIP
        <Batch of 65,536 puzzles: 65,536 unique>
    """
    options = _options(limit, max_guesses, executor, errors)
    if in_flight is not None:
        in_flight = whole_number("in_flight", in_flight)
    if wait is not None and not (type(wait) in (int, float) and wait > 0):
        raise UsageError(f"wait cannot be {shown(wait)}; expected seconds, or None")
    parts = read_parts(chunks, options)
    return _stream(parts, lambda: _Cluster(client, wait, notice, in_flight), options)


def _stream(
    parts: Generator[Part], reach: Callable[[], _Cluster], options: Options
) -> Iterator[Batch]:
    sent: list[list[Any]] = []

    def begin(whole: Part) -> tuple[Part, list[Any]]:
        """Send a chunk in pieces, since Dask warns of tasks from 10 MB on."""
        futures: list[Any] = []
        sent.append(futures)
        for start in range(0, len(whole.puzzles) or 1, _PIECE):
            piece = whole.cut(start, start + _PIECE)
            futures.append(cluster.submit(piece, options))
        return whole, futures

    with closing(reach()) as cluster:
        try:
            with closing(prefetch(parts, begin, cluster.slots)) as jobs:
                for whole, futures in jobs:
                    batch = join(map(cluster.result, futures), whole)
                    sent.remove(futures)
                    yield batch
        finally:
            for future in chain.from_iterable(list(sent)):
                future.release()  # the workers stop within a second or so


class _Cluster:
    """A Dask cluster as seen from here: who takes part, what is sent, what has failed.

    Whoever joins must have this version of satdoku: a worker without it cannot even
    read its tasks.  So newcomers are asked for theirs, with what Python itself brings.

    Args:
        client: A client of Dask, or the address of a scheduler.
        wait: Seconds to wait for a worker where there is none; None for ever.
        notice: Is told once, after some of these seconds, what is waited for.
        in_flight: Chunks that may be under way; None for some a thread.

    Attributes:
        slots: As `prefetch` takes them.
    """

    def __init__(
        self,
        client: Client | str,
        wait: float | None,
        notice: Callable[[str], None] | None,
        in_flight: int | None,
    ) -> None:
        self._dask = _load("distributed")
        self._is_own = isinstance(client, str)
        self._client: Any = self._opened(client) if self._is_own else client
        if not isinstance(self._client, self._dask.Client):
            raise UsageError(
                f"{shown(client)} is no client of Dask; expected a distributed.Client "
                "or the address of a scheduler"
            )
        if self._client.asynchronous or self._client.status != "running":
            raise UsageError("the client of Dask is asynchronous, or closed")
        self._name = f"the Dask cluster at {_line(self._client.scheduler.address)}"
        self._wait = wait
        self._notice = notice
        self._known: set[str] = set()
        self._looked = -_LOOK
        self._slots = in_flight or _FEWEST
        self._is_growing = in_flight is None
        self.slots = Semaphore(self._slots)
        try:
            with self._reached():
                found = self._client.run_on_scheduler(locate, "satdoku.__version__")
            _compare("the scheduler", found, __version__)
            self._look()
        except BaseException:
            self.close()
            raise

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
                self._client.close(timeout=_CONNECT)

    @contextmanager
    def _reached(self) -> Generator[None]:
        """Say that the cluster is gone, where it is."""
        gone = (OSError, RuntimeError, CancelledError)
        try:
            yield
        except (*gone, self._dask.client.ClosedClientError) as error:
            raise LostError(
                f"{self._name} was lost: its scheduler does not answer any more"
            ) from error

    def _look(self) -> bool:
        """Look who is new; return whether there is a worker."""
        with self._reached():
            workers: dict[str, int] = self._client.nthreads()
            new = list(workers.keys() - self._known)
            found: dict[str, object] = {}
            if new:
                found = self._client.run(
                    locate, "satdoku.__version__", workers=new, on_error="return"
                )
        for worker, version in found.items():
            if not isinstance(version, OSError):  # it went away meanwhile
                _compare(f"the worker {worker}", version, __version__)
                self._known.add(worker)
        while self._is_growing and self._slots < _AHEAD * sum(workers.values()):
            self._slots += 1
            self.slots.release()
        return bool(workers)

    def submit(self, part: Part, options: Options) -> Any:  # noqa: ANN401  a future
        """Send a piece of work.

        What it raises is about puzzles or an installation, and would come again, so it
        is not sent twice.  When its worker dies, Dask gives it to another one, as often
        as the scheduler's `allowed-failures` says (3).
        """
        with self._reached():
            return self._client.submit(
                _solve_piece, part, options, __version__, pure=False, retries=0
            )

    def result(self, future: Any) -> Batch:  # noqa: ANN401  as above
        """Wait for a piece of work."""
        since = time.monotonic()
        while True:
            now = time.monotonic()
            if now - self._looked >= _LOOK:
                self._looked = now
                if self._look():
                    since = now
                elif self._wait is not None and now - since >= self._wait:
                    raise LostError(f"{self._name} had no worker for {self._wait:g} s")
                elif self._notice is not None and now - since >= _SILENCE:
                    self._notice(f"waiting for a worker of {self._name}")
                    self._notice = None
            with self._reached(), self._client.as_current(), suppress(TimeoutError):
                self._dask.wait(future, timeout=_LOOK)
                break
        if future.status == "error":
            error = future.exception()
            if not isinstance(error, self._dask.KilledWorker):
                raise error
            self._look()  # one that cannot read its tasks is told by its name
            raise LostError(
                f"every worker of {self._name} that was given these puzzles died; "
                f"its log may tell why (memory?): {_line(error)}"
            ) from error
        with self._reached():
            batch: Batch = future.result()
        future.release()
        return batch


def _solve_piece(part: Part, options: Options, version: str) -> Batch:
    """Solve puzzles on a worker; the puzzles themselves are not sent back."""
    worker = import_module("distributed").get_worker()
    key = worker.get_current_task()

    def look(_done: int) -> None:
        # Dask forgets a task that is cancelled, but lets it run to its end; the search
        # for all solutions of one puzzle may have none in this world.
        task = worker.state.tasks.get(key)
        if task is None or task.state == "cancelled":
            raise Stopped("nobody waits for these puzzles any more")

    batch = solve_part(part, _options_here(options, version), look)
    return replace(batch, puzzles=batch.puzzles[:0].copy())


def _options(
    limit: int | None, max_guesses: int | None, executor: str, errors: str = "raise"
) -> Options:
    """Check options, but for what only the workers can tell: whether numba is there."""
    known = executor in ("auto", *EXECUTORS)
    options = Options.of(limit, max_guesses, "numpy" if known else executor, 1, errors)
    return options._replace(executor=executor)


def _options_here(options: Options, version: str) -> Options:
    """Return options with the executor that is best on this machine."""
    _compare("a worker", __version__, version)
    return options._replace(executor=find_executor(options.executor))


def _compare(who: str, found: object, version: str) -> None:
    if found != version:
        has = f"satdoku {found}" if isinstance(found, str) else "no satdoku"
        raise UsageError(
            f"{who} has {has}, the client {version}; install the same version on all"
        )


def _load(name: str) -> Any:  # noqa: ANN401  a module
    try:
        return import_module(name)
    except ImportError:
        raise UsageError(_MISSING) from None


def _line(what: object) -> str:
    return printable(" ".join(str(what).split()), 200)
