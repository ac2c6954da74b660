"""Dask clusters on this machine, and a look at what is left running."""

import threading
from contextlib import contextmanager
from pathlib import Path

import pytest


@pytest.fixture
def nothing_is_left():
    """Check that no thread outlives a test."""
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive(), thread


@pytest.fixture
def processes():
    """Return a function that lists the processes a process has started."""
    if not Path("/proc/self/task").is_dir():
        pytest.skip("processes are listed in /proc")

    def started(pid="self"):
        lists = Path(f"/proc/{pid}/task").glob("*/children")
        return {int(child) for each in lists for child in each.read_text().split()}

    if not list(Path("/proc/self/task").glob("*/children")):
        pytest.skip("this system does not list children")
    return started


@contextmanager
def connected(workers, processes=False):
    """Start a Dask cluster of threads or processes here; yield its client."""
    import distributed

    with (
        distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=processes,
            protocol="tcp://",
            host="127.0.0.1",
            dashboard_address=":0",
        ) as started,
        distributed.Client(started, set_as_default=False) as made,
    ):
        yield made


@pytest.fixture(scope="module")
def client(needs, request):
    """Return a client of two workers: threads, or processes that may be killed."""
    needs("distributed")
    with connected(2, getattr(request.module, "PROCESSES", False)) as made:
        yield made
