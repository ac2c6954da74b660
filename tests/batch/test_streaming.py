"""A stream: order, memory, progress, errors in their turn, and a clean end."""

import os
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from satdoku import EngineError, InputError, solve_batch, solve_stream
from tests.lanes.puzzles import (
    EMPTY,
    HARD,
    LINE,
    SOLVED,
    array,
    assert_same,
)

pytestmark = pytest.mark.usefixtures("nothing_is_left")

WORKERS = pytest.mark.parametrize("workers", [1, 2])
FULL, ENDLESS = array(SOLVED), array(EMPTY, EMPTY)


def chunk(many, shift=0):
    """Return full grids, all with digits moved on by `shift`."""
    return np.repeat((FULL - 1 + np.uint8(shift)) % 9 + 1, many, axis=0)


def counted(chunks, pulled):
    """Yield chunks, and note which were asked for."""
    for number, some in enumerate(chunks):
        pulled.append(number)
        yield some


@WORKERS
def test_order(workers):
    """Batches come in the order of the chunks, whatever each takes, empty ones too.

    No chunk is asked for before a batch is, and at most two a worker at a time.
    """
    chunks = [chunk(many, many) for many in range(12)]
    chunks[4] = np.repeat(array(HARD), 4, axis=0)
    pulled = []
    stream = solve_stream(counted(chunks, pulled), limit=2, workers=workers)
    assert pulled == []
    for number, given in enumerate(chunks):
        batch = next(stream)
        assert number < len(pulled) <= number + 2 * workers
        assert_same(batch, solve_batch(given, limit=2))
        assert batch.limit == 2
    assert list(stream) == []
    assert list(solve_stream([], workers=workers)) == []


@pytest.mark.parametrize("executor", ["numpy", "numba"])
def test_options_are_passed_on(needs, executor):
    """With two workers, too, each executor answers as `solve_batch` does."""
    if executor == "numba":
        needs("numba")
    options = {"limit": 5, "max_guesses": 3, "executor": executor}
    given = [HARD, LINE, EMPTY, "55" + "." * 79]
    for batch in solve_stream([given] * 3, workers=2, **options):
        assert_same(batch, solve_batch(given, **options))


@WORKERS
def test_answers_before_more_comes(workers):
    """Whoever waits for an answer before giving more gets it."""
    answered = threading.Event()
    waited = []

    def chunks():
        for _ in range(3):
            yield chunk(5)
            waited.append(answered.wait(20))
            answered.clear()

    for _batch in solve_stream(chunks(), workers=workers):
        answered.set()
    assert waited == [True] * 3


def test_source_has_a_thread():
    """One thread alone uses the source and closes it; it has the caller's context."""
    threads, caught = [], []

    def chunks():
        try:
            while True:
                threads.append(threading.get_ident())
                caught.append(np.geterr()["over"])
                yield chunk(2)
        finally:
            threads.append(-threading.get_ident())

    with np.errstate(over="raise"):
        stream = solve_stream(chunks(), workers=2)
        next(stream)
    stream.close()
    for thread in threading.enumerate():
        if thread.name == "satdoku-source":
            thread.join(5)
    assert len(set(threads[:-1])) == 1
    assert threading.get_ident() not in threads
    assert threads[-1] == -threads[0]
    assert set(caught) == {"raise"}


def test_closed_while_the_source_waits():
    """A source that gives nothing keeps nobody, and is closed when it goes on."""
    waiting, more, closed = (threading.Event() for _ in range(3))
    given = []

    def chunks():
        try:
            for many in (2, 3, 4, 5):
                if many == 4:
                    waiting.set()
                    more.wait(20)
                given.append(many)
                yield chunk(many)
        finally:
            closed.set()

    stream = solve_stream(chunks(), workers=2)
    assert [len(next(stream)), len(next(stream))] == [2, 3]
    assert waiting.wait(20)
    begun = time.monotonic()
    stream.close()
    assert time.monotonic() - begun < 10
    assert not closed.is_set()
    more.set()
    assert closed.wait(20)
    assert given == [2, 3, 4]


def test_source_that_fills_one_buffer():
    """A source may use its array again: what is on its way was copied."""
    buffer = chunk(3)

    def chunks():
        for shift in range(6):
            buffer[:] = chunk(3, shift)
            yield buffer.reshape(3, 9, 9)

    found = [int(b.solutions[2, 0]) for b in solve_stream(chunks(), workers=2)]
    assert found == [5, 6, 7, 8, 9, 1]


@WORKERS
def test_bad_chunk_in_its_turn(workers):
    """What came before a chunk that cannot be read comes out; its index is of all."""
    bad = chunk(3)
    bad[2, 80] = 10
    stream = solve_stream([chunk(4), chunk(4), bad, chunk(1)], workers=workers)
    assert [len(next(stream)), len(next(stream))] == [4, 4]
    with pytest.raises(InputError) as refused:
        next(stream)
    assert (refused.value.source, refused.value.cell) == ("puzzles[10]", (9, 9))
    assert list(stream) == []


@WORKERS
@pytest.mark.parametrize("kind", [OSError, KeyboardInterrupt])
def test_source_fails(workers, kind):
    """An error of the source comes out as it is, in its turn, once."""

    def chunks():
        yield chunk(2)
        raise kind("the disk is gone")

    stream = solve_stream(chunks(), workers=workers)
    assert len(next(stream)) == 2
    with pytest.raises(kind, match="the disk is gone"):
        next(stream)
    assert list(stream) == []


@pytest.mark.parametrize("kind", [None, KeyboardInterrupt, ValueError])
def test_closed_early(kind):
    """To close the iterator stops what runs, though it would never end."""
    pulled = []

    def consume():
        chunks = counted([chunk(3), *[ENDLESS] * 9], pulled)
        stream = solve_stream(chunks, limit=None, workers=2)
        for batch in stream:
            assert len(batch) == 3
            if kind is not None:
                raise kind
            before = -1
            while before < len(pulled):  # until there is no room for more
                before = len(pulled)
                time.sleep(0.3)
            stream.close()
            assert len(pulled) == before

    begun = time.monotonic()
    if kind is None:
        consume()
    else:
        with pytest.raises(kind):
            consume()
    assert time.monotonic() - begun < 15
    assert len(pulled) <= 5


def test_never_begun():
    """A stream that nobody asks for anything starts nothing."""
    before = threading.active_count()
    stream = solve_stream([ENDLESS], limit=None, workers=2)
    assert threading.active_count() == before
    stream.close()


@WORKERS
def test_stopped_while_waiting(workers):
    """What `progress` raises comes out and stops the workers, as Ctrl-C does."""
    begun = time.monotonic()

    def tell(done):
        assert done == 0
        if time.monotonic() > begun + 0.1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(solve_stream([ENDLESS] * 9, limit=None, workers=workers, progress=tell))
    assert time.monotonic() - begun < 15


@WORKERS
def test_progress(workers):
    """Progress rises, ends at the total, and is reported to the reader."""
    told, threads = [], set()

    def tell(done):
        told.append(done)
        threads.add(threading.get_ident())

    list(solve_stream([chunk(5)] * 7, workers=workers, progress=tell))
    assert told == sorted(told)
    assert told[-1] == 35
    assert workers > 1 or {5, 10, 15, 20, 25, 30, 35} <= set(told)
    assert threads == {threading.get_ident()}


@WORKERS
def test_batch_in_parts(workers, random_puzzles):
    """Workers get parts of a large batch; what they find is in order."""
    some = np.concatenate([random_puzzles.mixed(60), random_puzzles.solutions(40)])
    order = random_puzzles.dice.integers(100, size=20_000)
    one = solve_batch(some, limit=2)
    told = []
    many = solve_batch(some[order], limit=2, workers=workers, progress=told.append)
    assert_same(one[order], many)
    assert told == sorted(told)
    assert told[-1] == 20_000


# --- processes of the NumPy executor --------------------------------------------------


def test_processes_end(processes):
    """A process a worker is started, and none is left."""
    before = processes()
    stream = solve_stream(
        [chunk(2), *[ENDLESS] * 5], limit=None, executor="numpy", workers=2
    )
    next(stream)
    until = time.monotonic() + 20
    while len(processes() - before) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    assert len(processes() - before) == 2
    stream.close()
    assert processes() == before


def test_killed_process(processes):
    """A process that dies is an error with its exit code; the others are ended."""
    before = processes()
    killed = []

    def kill(_done):
        for child in processes() - before:
            os.kill(child, signal.SIGKILL)
            killed.append(child)

    stream = solve_stream(
        [ENDLESS] * 3, limit=None, executor="numpy", workers=2, progress=kill
    )
    with pytest.raises(EngineError, match="-9"):
        list(stream)
    assert killed
    assert processes() == before


# --- nightly --------------------------------------------------------------------------


@pytest.mark.nightly
@WORKERS
def test_a_long_stream(random_puzzles, workers):
    """100,000 puzzles of all kinds: each answer is that of a part alone."""
    chunks = [random_puzzles.mixed(5000) for _ in range(20)]
    batches = list(solve_stream(iter(chunks), limit=2, workers=workers))
    for given, batch in zip(chunks, batches, strict=True):
        at = slice(1000, 1200)
        assert_same(batch[at], solve_batch(given[at], limit=2))
    assert sum(map(len, batches)) == 100_000


SCRIPT = """
import sys, numpy as np, satdoku
def chunks():
    yield np.zeros((2, 81), np.uint8)
    print("begun", flush=True)
    for _ in range(8):
        yield np.zeros((2, 81), np.uint8)
    sys.stdin.buffer.read(1)
list(satdoku.solve_stream(
    chunks(), limit=None, executor=sys.argv[1], workers=2
))
"""


@pytest.mark.nightly
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("executor", ["numpy", "numba"])
def test_parent_ends(needs, processes, number, executor):
    """Ctrl-C ends all within a second; a kill leaves no process behind either."""
    import subprocess
    import sys

    if executor == "numba":
        needs("numba")
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT, executor],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as parent:
        assert parent.stdout.readline() == b"begun\n"
        time.sleep(3)
        children = processes(parent.pid)
        begun = time.monotonic()
        parent.send_signal(number)
        parent.wait(20)
        took = time.monotonic() - begun
        said = parent.stderr.read()
    assert took < 3
    assert len(children) == (2 if executor == "numpy" else 0)
    assert parent.returncode == -number
    if number == signal.SIGINT:
        assert said.count(b"Traceback") == 1
        assert said.rstrip().endswith(b"KeyboardInterrupt")
    for child in children:
        until = time.monotonic() + 10
        while Path(f"/proc/{child}").exists() and time.monotonic() < until:
            time.sleep(0.05)
        assert not Path(f"/proc/{child}").exists()
