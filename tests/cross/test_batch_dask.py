"""`satdoku.dask_stream` on a cluster of this machine: two processes, one is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from itertools import islice
from threading import Thread
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import satdoku
from satdoku.batch.dask import cluster, streaming
from tests.cross.conftest import PATIENCE, await_that, connected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

dask = pytest.importorskip("dask", reason="dask is not installed")
distributed = pytest.importorskip("distributed", reason="distributed is not installed")

pytestmark = pytest.mark.slow

STRANGER = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "satdoku":
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Missing())
from distributed.cli.dask_worker import main
main([sys.argv[1], "--no-nanny", "--nthreads", "1", "--no-dashboard"])
"""
"""A worker in whose Python there is no satdoku."""


def chunked(puzzles: NDArray[np.uint8], size: int = 50) -> Iterator[NDArray[np.uint8]]:
    """Cut puzzles into chunks, each when it is asked for."""
    for start in range(0, len(puzzles), size):
        yield puzzles[start : start + size]


def assert_same(batches: list[satdoku.Batch], puzzles: NDArray[np.uint8]) -> None:
    """Hold the answers to chunks, in their order, against those of `solve_batch`."""
    expected = satdoku.solve_batch(puzzles, limit=2)

    for name in ("solutions", "counts", "status", "guesses", "sweeps", "complete"):
        found = np.concatenate([getattr(batch, name) for batch in batches])
        np.testing.assert_array_equal(found, getattr(expected, name))
    assert {2} == {batch.limit for batch in batches}


def tasks(client: Any) -> int:  # noqa: ANN401  of Dask
    """Return how many tasks the scheduler knows."""
    found: int = client.run_on_scheduler(
        lambda dask_scheduler: len(dask_scheduler.tasks)
    )
    return found


def test_batches_in_order(client: Any, puzzles: NDArray[np.uint8]) -> None:  # noqa: ANN401
    """As many batches as chunks, in order, equal to what one machine finds."""
    batches = list(satdoku.dask_stream(chunked(puzzles), client, limit=2))

    assert [50] * 40 == [len(batch) for batch in batches]
    assert_same(batches, puzzles)
    assert all(batch.solutions.flags.writeable for batch in batches)
    await_that(lambda: tasks(client) == 0)


def kill_one(client: Any, *, done: bool = False) -> Thread:  # noqa: ANN401  of Dask
    """Begin to kill a worker, as soon as it has something to do that it cannot end.

    With `done`, answers that it can hand out no more will do.
    """
    address, process = next(iter(client.run(os.getpid).items()))
    os.kill(process, signal.SIGSTOP)

    def kill() -> None:
        try:
            time.sleep(0.5)  # what it had sent before is read
            await_that(
                lambda: bool(
                    client.processing()[address]
                    or (done and client.has_what()[address])
                )
            )
        finally:
            os.kill(process, signal.SIGKILL)

    thread = Thread(target=kill)
    thread.start()
    return thread


def test_killed_worker(client: Any, puzzles: NDArray[np.uint8]) -> None:  # noqa: ANN401
    """A worker dies with puzzles in its hands: none is lost, none is doubled."""
    before = set(client.nthreads())
    killing: list[Thread] = []

    def chunks() -> Iterator[NDArray[np.uint8]]:
        for number, chunk in enumerate(chunked(puzzles)):
            if number == 10:
                killing.append(kill_one(client, done=True))
            yield chunk

    batches = list(satdoku.dask_stream(chunks(), client, limit=2, in_flight=8))

    killing[0].join()
    await_that(lambda: len(before - set(client.nthreads())) == 1)
    assert [50] * 40 == [len(batch) for batch in batches]
    assert_same(batches, puzzles)
    client.wait_for_workers(2, timeout=PATIENCE)


def test_puzzles_that_kill(puzzles: NDArray[np.uint8]) -> None:
    """Puzzles that take down every worker are told, not tried for ever."""
    patience = {"distributed.scheduler.allowed-failures": 0}
    with dask.config.set(patience), connected(1) as client:
        stream = satdoku.dask_stream(chunked(puzzles), client, in_flight=8)
        next(stream)
        killing = kill_one(client)

        with pytest.raises(satdoku.EngineError, match="given these puzzles died"):
            list(stream)
        killing.join()


def test_large_chunks_are_cut_and_put_together(
    client: Any,  # noqa: ANN401  of Dask
    puzzles: NDArray[np.uint8],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A chunk becomes one batch, however many tasks it was; an empty one, too."""
    monkeypatch.setattr(streaming, "_PIECE", 64)
    chunks = [puzzles[:500], puzzles[:0], puzzles[500:564], puzzles[564:1000]]

    batches = list(satdoku.dask_stream(chunks, client, limit=2, in_flight=3))

    assert [500, 0, 64, 436] == [len(batch) for batch in batches]
    assert_same(batches, puzzles[:1000])


def test_chunks_are_read_when_needed(client: Any, puzzles: NDArray[np.uint8]) -> None:  # noqa: ANN401
    """Of a stream without end no more is read than may be in flight."""
    read: list[int] = []

    def endless() -> Iterator[NDArray[np.uint8]]:
        while True:
            read.append(1)
            yield puzzles[:20]

    stream = satdoku.dask_stream(endless(), client, in_flight=4)
    assert not read
    for taken, batch in enumerate(islice(stream, 20), 1):
        assert 20 == len(batch)
        assert len(read) <= taken + 4
    del stream  # which closes it

    await_that(lambda: tasks(client) == 0)


def test_buffer_may_be_filled_again(client: Any, puzzles: NDArray[np.uint8]) -> None:  # noqa: ANN401
    """What was read is sent, not what the reader's buffer holds by then."""
    buffer = np.empty((50, 81), np.uint8)

    def reading() -> Iterator[NDArray[np.uint8]]:
        for chunk in chunked(puzzles[:500]):
            buffer[:] = chunk
            yield buffer

    assert_same(
        list(satdoku.dask_stream(reading(), client, limit=2, in_flight=6)),
        puzzles[:500],
    )


def test_endless_search_ends_with_the_stream(client: Any) -> None:  # noqa: ANN401
    """Whoever closes the stream sets the workers free, whatever they are at."""
    empty = np.zeros((1, 81), np.uint8)
    stream = satdoku.dask_stream([empty] * 2, client, limit=None)
    with interrupt_when(lambda: any(client.processing().values())):
        next(stream, None)

    def idle() -> bool:
        doing = client.run(lambda dask_worker: len(dask_worker.state.executing))
        return not any(doing.values())

    await_that(idle)
    assert 0 == tasks(client)


@contextmanager
def interrupt_when(true: Callable[[], bool]) -> Iterator[None]:
    """Press Ctrl-C, once something is so; let nothing else come out."""

    def press(*_: object) -> None:
        if true():
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, press)
    signal.setitimer(signal.ITIMER_REAL, 0.5, 0.5)
    try:
        with pytest.raises(KeyboardInterrupt):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_error_comes_in_its_turn(client: Any, puzzles: NDArray[np.uint8]) -> None:  # noqa: ANN401
    """What is no puzzle is named, after the answers to all before it."""
    broken = puzzles[:50].copy()
    broken[3, 4] = 10
    stream = satdoku.dask_stream([puzzles[:50], puzzles[50:100], broken], client)

    assert [50, 50] == [len(next(stream)) for _ in range(2)]
    with pytest.raises(satdoku.InputError, match=r"puzzles\[103\]: r1c5: 10"):
        next(stream)


def test_address(client: Any, puzzles: NDArray[np.uint8]) -> None:  # noqa: ANN401
    """An address does as well; the client that is made for it is closed."""

    def clients() -> int:
        found: int = client.run_on_scheduler(
            lambda dask_scheduler: len(dask_scheduler.clients)
        )
        return found

    before = clients()
    address = client.scheduler.address

    assert_same(
        list(satdoku.dask_stream([puzzles[:100]], address, limit=2)), puzzles[:100]
    )
    await_that(lambda: clients() == before)


def test_another_version(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ANN401
    """Who takes part with another satdoku is named before anything is sent."""
    monkeypatch.setattr(cluster, "version", lambda: "99.0")

    with pytest.raises(satdoku.UsageError, match=r"the scheduler has satdoku .* 99\.0"):
        next(satdoku.dask_stream([np.zeros((1, 81), np.uint8)], client))


def test_worker_without_satdoku(client: Any, puzzles: NDArray[np.uint8]) -> None:  # noqa: ANN401
    """A worker that could not read its tasks is named before anything is sent."""
    client.wait_for_workers(2, timeout=PATIENCE)
    command = [sys.executable, "-c", STRANGER, client.scheduler.address]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as stranger:
        try:
            await_that(lambda: len(client.nthreads()) == 3)
            with pytest.raises(
                satdoku.UsageError, match=r"the worker tcp://\S+ has no satdoku, the "
            ):
                next(satdoku.dask_stream([puzzles], client))
        finally:
            stranger.terminate()
    await_that(lambda: len(client.nthreads()) == 2)


def test_closed_client(client: Any) -> None:  # noqa: ANN401  of Dask
    """A client that was closed is told."""
    closed = distributed.Client(client.scheduler.address, set_as_default=False)
    closed.close()

    with pytest.raises(satdoku.UsageError, match="the client of Dask is closed"):
        next(satdoku.dask_stream([], closed))


def test_cluster_that_ends(puzzles: NDArray[np.uint8]) -> None:
    """A cluster that is shut down in the middle is told, not waited for."""
    with connected(1) as client:
        stream = satdoku.dask_stream(chunked(puzzles), client, in_flight=4)
        next(stream)
        client.shutdown()
        with pytest.raises(
            satdoku.LostError, match=r"the Dask cluster at tcp://\S+ was lost: its "
        ):
            list(stream)


def test_no_worker_comes(puzzles: NDArray[np.uint8]) -> None:
    """Whoever waits for a worker is told of it once, and not for ever."""
    told: list[str] = []
    with connected(0) as client:
        stream = satdoku.dask_stream([puzzles], client, wait=7, notice=told.append)
        with pytest.raises(satdoku.LostError, match=r"tcp://\S+ had no worker for 7 s"):
            next(stream)

    (said,) = told
    assert said.startswith("waiting for a worker of the Dask cluster at tcp://")
