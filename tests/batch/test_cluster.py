"""Streams to a Dask cluster of processes, some of which end or die."""

import os
import signal
import time
from threading import Thread

import numpy as np
import pytest

import satdoku
from satdoku.errors import LostError
from satdoku.solving import cluster
from tests.batch.conftest import connected
from tests.lanes.puzzles import LINE, array, assert_same

pytestmark = pytest.mark.nightly

PROCESSES = True
PATIENCE = 60.0  # seconds that something may take on a busy machine


@pytest.fixture(scope="module")
def puzzles():
    """Return 2,000 different puzzles, with one, several and no solutions."""
    one = array(LINE)[0]
    random = np.random.default_rng(4)
    digits = np.array([[0, *random.permutation(9) + 1] for _ in range(2000)], np.uint8)
    made = digits[:, one]
    made[7::50, one.nonzero()[0][:9]] = 0
    made[9::50, :2] = 1
    return made


def await_that(true):
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "never came true"
        time.sleep(0.05)


def chunked(puzzles, size=50):
    """Cut puzzles into chunks, each when it is asked for."""
    for start in range(0, len(puzzles), size):
        yield puzzles[start : start + size]


def assert_all(batches, puzzles):
    """Compare the answers to chunks, in their order, with those of `solve_batch`."""
    names = ("solutions", "counts", "status", "guesses", "sweeps", "complete")
    joined = (np.concatenate([getattr(b, name) for b in batches]) for name in names)
    expected = satdoku.solve_batch(puzzles, limit=2)
    assert_same(satdoku.Batch(puzzles, *joined, limit=2), expected)
    assert {batch.limit for batch in batches} == {2}


def kill_one(client):
    """Begin to kill a worker, as soon as it has something to do that it cannot end."""
    address, process = next(iter(client.run(os.getpid).items()))
    os.kill(process, signal.SIGSTOP)

    def kill():
        try:
            time.sleep(0.5)  # what it had sent before is read
            await_that(
                lambda: client.processing()[address] or client.has_what()[address]
            )
        finally:
            os.kill(process, signal.SIGKILL)

    thread = Thread(target=kill)
    thread.start()
    return thread


def test_killed_worker(client, puzzles):
    """A worker dies with puzzles in its hands: none is lost, none is doubled."""
    before = set(client.nthreads())
    killing = []

    def chunks():
        for number, chunk in enumerate(chunked(puzzles)):
            if number == 10:
                killing.append(kill_one(client))
            yield chunk

    batches = list(cluster.dask_stream(chunks(), client, limit=2))
    killing[0].join()
    await_that(lambda: len(before - set(client.nthreads())) == 1)
    assert [len(batch) for batch in batches] == [50] * 40
    assert_all(batches, puzzles)
    client.wait_for_workers(2, timeout=PATIENCE)


def test_puzzles_that_kill(needs, puzzles):
    """Puzzles that take down every worker are an error, not tried for ever."""
    needs("distributed")
    import dask

    patience = {"distributed.scheduler.allowed-failures": 0}
    with dask.config.set(patience), connected(1, processes=True) as client:
        stream = cluster.dask_stream(chunked(puzzles), client)
        next(stream)
        killing = kill_one(client)
        with pytest.raises(LostError):
            list(stream)
        killing.join()


def test_cluster_that_ends(needs, puzzles):
    """A cluster that is shut down in the middle is an error, not waited for."""
    needs("distributed")
    with connected(1, processes=True) as client:
        stream = cluster.dask_stream(chunked(puzzles), client)
        next(stream)
        client.shutdown()
        with pytest.raises(LostError, match="was lost"):
            list(stream)
