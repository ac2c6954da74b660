"""Fixtures of the core library's tests: Ctrl-C, and the engines that there are."""

import gc
import os
import signal
import threading
from contextlib import contextmanager

import pytest


@pytest.fixture
def ctrl_c_after():
    """Return a context in which Ctrl-C is pressed, unless it is left before.

    Garbage is not collected meanwhile: an interrupt that arrives in a destructor, or in
    what Hypothesis has the collector call, is lost.
    """

    @contextmanager
    def pressed(seconds):
        gc.collect()
        gc.disable()
        left = threading.Event()

        def press():
            wait = seconds
            while not left.wait(wait):
                os.kill(os.getpid(), signal.SIGINT)
                wait = 5

        clock = threading.Thread(target=press)
        clock.start()
        try:
            yield
        finally:
            left.set()
            clock.join()
            gc.enable()

    return pressed


@pytest.fixture
def no_threads_left():
    """Fail where a test leaves more threads running for longer than a few seconds."""
    before = threading.active_count()
    yield
    for thread in threading.enumerate():
        if thread.name == "satdoku cp":
            thread.join(10)
    assert threading.active_count() <= before  # one of an earlier test may end


@pytest.fixture(scope="session")
def engines(run):
    """Return what `satdoku list engines` lists and is installed, by name."""
    listed = run.json("list", "engines", code=0)
    return {one["name"]: one for one in listed if one["available"]}


@pytest.fixture(scope="session")
def recipes(root):
    """Return the names of all encodings."""
    return sorted(path.stem for path in (root / "encodings").glob("*.toml"))
