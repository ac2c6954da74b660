"""Fixtures of the core library's tests: Ctrl-C, and the engines that there are."""

import os
import signal
import threading
from contextlib import contextmanager

import pytest


@pytest.fixture
def ctrl_c_after():
    """Return a context in which Ctrl-C is pressed once, unless it is left before."""

    @contextmanager
    def pressed(seconds):
        clock = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
        clock.start()
        try:
            yield
        finally:
            clock.cancel()
            clock.join()

    return pressed


@pytest.fixture
def no_threads_left():
    """Fail where a test leaves more threads running than there were."""
    before = threading.active_count()
    yield
    assert before == threading.active_count()


@pytest.fixture(scope="session")
def engines(run):
    """Return what `satdoku engines` lists and is installed, by name."""
    listed = run.json("engines", code=0)
    return {one["name"]: one for one in listed if one["available"]}


@pytest.fixture(scope="session")
def recipes(root):
    """Return the names of all encodings."""
    return sorted(path.stem for path in (root / "encodings").glob("*.toml"))
