"""A stream: order, memory, progress, errors in their turn, and a clean end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest

from satdoku import EngineError, InputError, solve_stream

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from tests.unit.batch.conftest import Lanes

    Chunk = Callable[..., NDArray[np.uint8]]

pytestmark = pytest.mark.usefixtures("nothing_is_left")

WORKERS = pytest.mark.parametrize("workers", [1, 3])


def counted(
    chunks: Iterable[NDArray[np.uint8]], pulled: list[int]
) -> Iterator[NDArray[np.uint8]]:
    """Yield chunks, and note which have been asked for."""
    for number, chunk in enumerate(chunks):
        pulled.append(number)
        yield chunk


@WORKERS
def test_order(lanes: Lanes, chunk: Chunk, workers: int) -> None:
    """Batches come in the order of the chunks, however long each takes."""
    chunks = [chunk(many, 1 if many % 3 == 1 else None) for many in range(1, 12)]

    batches = list(solve_stream(chunks, workers=workers))

    assert list(range(1, 12)) == [len(batch) for batch in batches]
    for given, batch in zip(chunks, batches, strict=True):
        assert np.array_equal(given[1:], batch.solutions[1:])
    assert workers == 1 or lanes.most > 1


@WORKERS
def test_chunks_of_none(lanes: Lanes, chunk: Chunk, workers: int) -> None:
    """A stream may be empty, and so may a chunk."""
    assert [] == list(solve_stream([], workers=workers))
    empty = chunk(0)
    batches = list(solve_stream([empty, chunk(2), empty], workers=workers))
    assert [0, 2, 0] == [len(batch) for batch in batches]
    assert 3 == len(lanes.sizes)


@pytest.mark.usefixtures("lanes")
@WORKERS
def test_lazy(chunk: Chunk, workers: int) -> None:
    """No chunk is asked for before a batch is, and at most two a worker at a time."""
    pulled: list[int] = []
    stream = solve_stream(counted([chunk()] * 50, pulled), workers=workers)

    assert [] == pulled
    for number in range(50):
        next(stream)
        assert number < len(pulled) <= number + 2 * workers
    assert [] == list(stream)


@pytest.mark.usefixtures("lanes")
@WORKERS
def test_answers_before_more_comes(chunk: Chunk, workers: int) -> None:
    """Whoever waits for an answer before giving more gets it."""
    answered = threading.Event()
    waited: list[bool] = []

    def chunks() -> Iterator[NDArray[np.uint8]]:
        for _ in range(3):
            yield chunk(5, 1)
            waited.append(answered.wait(5))
            answered.clear()

    for _batch in solve_stream(chunks(), workers=workers):
        answered.set()

    assert [True] * 3 == waited


@pytest.mark.usefixtures("lanes")
def test_source_has_a_thread(chunk: Chunk) -> None:
    """One thread alone uses the source, closes it too, and has the caller's context."""
    threads: list[int] = []
    caught: list[str] = []

    def chunks() -> Iterator[NDArray[np.uint8]]:
        try:
            while True:
                threads.append(threading.get_ident())
                caught.append(np.geterr()["over"])
                yield chunk(2, 1)
        finally:
            threads.append(-threading.get_ident())

    with np.errstate(over="raise"):
        stream = solve_stream(chunks(), workers=2)
        next(stream)
    stream.close()  # type: ignore[attr-defined]

    assert 1 == len(set(threads[:-1]))
    assert threading.get_ident() not in threads
    assert threads[-1] == -threads[0]
    assert {"raise"} == set(caught)


def test_closed_while_the_source_waits(lanes: Lanes, chunk: Chunk) -> None:
    """A source that gives nothing keeps nobody; what it gives later is not begun."""
    more, closed = threading.Event(), threading.Event()

    def chunks() -> Iterator[NDArray[np.uint8]]:
        try:
            yield chunk(2, 1)
            yield chunk(3, 1)
            more.wait(5)
            yield chunk(4, 1)
        finally:
            closed.set()

    stream = solve_stream(chunks(), workers=2)
    assert [2, 3] == [len(next(stream)), len(next(stream))]
    begun = time.monotonic()

    stream.close()  # type: ignore[attr-defined]

    assert 0.5 > time.monotonic() - begun
    assert not closed.is_set()
    more.set()
    assert closed.wait(5)
    assert [2, 3] == sorted(lanes.sizes)
    for thread in threading.enumerate():
        if thread.name == "satdoku-source":
            thread.join(5)


@pytest.mark.usefixtures("lanes")
def test_source_that_fills_one_buffer(chunk: Chunk) -> None:
    """A source may use its array again: what is on its way was copied."""
    buffer = chunk(2, 1)

    def chunks() -> Iterator[NDArray[np.uint8]]:
        for _ in range(10):
            buffer[1] = np.roll(buffer[1], 27)
            yield buffer

    found = [int(b.solutions[1, 0]) for b in solve_stream(chunks(), workers=2)]

    assert [3, 2, 1, 3, 2, 1, 3, 2, 1, 3] == found


@pytest.mark.usefixtures("lanes")
@WORKERS
def test_bad_chunk_in_its_turn(chunk: Chunk, workers: int) -> None:
    """What came before a chunk that cannot be read comes out; its index is of all."""
    bad = chunk(3)
    bad[2, 80] = 10
    stream = solve_stream([chunk(4, 1), chunk(4, 1), bad, chunk()], workers=workers)

    assert [4, 4] == [len(next(stream)), len(next(stream))]
    with pytest.raises(InputError, match=r"puzzles\[10\]: r9c9: 10 cannot"):
        next(stream)
    assert [] == list(stream)


@pytest.mark.usefixtures("lanes")
@WORKERS
def test_source_fails(chunk: Chunk, workers: int) -> None:
    """An error of the source comes out as it is, in its turn."""

    def chunks() -> Iterator[NDArray[np.uint8]]:
        yield chunk(2, 1)
        raise OSError("the disk is gone")

    stream = solve_stream(chunks(), workers=workers)

    assert 2 == len(next(stream))
    with pytest.raises(OSError, match="the disk is gone"):
        next(stream)


@pytest.mark.usefixtures("lanes")
@WORKERS
def test_search_fails(chunk: Chunk, workers: int) -> None:
    """An error of a search comes out, and what else runs is stopped."""
    stream = solve_stream([chunk(), chunk(2, 3), chunk(2, 2)], workers=workers)

    assert 3 == len(next(stream))
    with pytest.raises(ZeroDivisionError, match="a fault in the lanes"):
        next(stream)


@pytest.mark.usefixtures("lanes")
@WORKERS
def test_wrong_solution(chunk: Chunk, workers: int) -> None:
    """A solution that is none does not come out; the index counts from the start."""
    stream = solve_stream([chunk(5), chunk(2, 4)], workers=workers)

    assert 5 == len(next(stream))
    with pytest.raises(EngineError, match=r"puzzles\[5\]: .* is no solution"):
        next(stream)


def test_closed_early(lanes: Lanes, chunk: Chunk) -> None:
    """To close the iterator stops what runs, though it would never end."""
    pulled: list[int] = []
    chunks = [chunk(), *[chunk(2, 2)] * 9]
    stream = solve_stream(counted(chunks, pulled), workers=2)
    next(stream)
    begun = time.monotonic()

    stream.close()  # type: ignore[attr-defined]

    assert 0.5 > time.monotonic() - begun
    assert 0 == lanes.running
    assert 4 >= len(pulled)
    assert [] == list(stream)


@pytest.mark.usefixtures("lanes")
def test_never_begun(chunk: Chunk) -> None:
    """A stream that nobody asks for anything starts nothing."""
    before = threading.active_count()

    stream = solve_stream([chunk(2, 2)], workers=2)
    del stream

    assert before == threading.active_count()


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, ValueError])
def test_consumer_fails(lanes: Lanes, chunk: Chunk, kind: type[BaseException]) -> None:
    """What is raised in the loop over a stream stops the workers."""

    def consume() -> None:
        stream = solve_stream([chunk(), *[chunk(2, 2)] * 9], workers=2)
        for _batch in stream:
            raise kind

    with pytest.raises(kind):
        consume()

    begun = time.monotonic()
    while lanes.running:
        assert 0.5 > time.monotonic() - begun


@WORKERS
def test_stopped_while_waiting(lanes: Lanes, chunk: Chunk, workers: int) -> None:
    """What `progress` raises comes out and stops the workers, as Ctrl-C does."""
    begun = time.monotonic()

    def tell(_done: int) -> None:
        if time.monotonic() > begun + 0.1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(solve_stream([chunk(2, 2)] * 9, workers=workers, progress=tell))

    assert 1 > time.monotonic() - begun
    assert 0 == lanes.running


SCRIPT = """
import sys, time
import numpy as np
from satdoku import solve_stream
from satdoku.batch import options, workers

def search(puzzles, *, progress=None, **asked):
    print("begun\\n", end="", flush=True)  # in one piece: others print, too
    while progress:
        time.sleep(0.1)
        progress(0)

workers.search = search
workers.prepare = print
options.find_executor = lambda name: "numba"
list(solve_stream([np.zeros((2, 81), np.uint8)] * 9, workers=int(sys.argv[1])))
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")
@WORKERS
def test_interrupted(workers: int) -> None:
    """Ctrl-C ends threads within half a second, and says nothing else."""
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(workers)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as child:
        assert child.stdout is not None
        said = [b"begun\n"] if workers == 1 else [b"numba\n", *[b"begun\n"] * workers]
        try:
            assert said == [child.stdout.readline() for _ in said]
            begun = time.monotonic()
            child.send_signal(signal.SIGINT)
            _, told = child.communicate(timeout=5)
        finally:
            child.kill()  # who is not ended would be waited for

    assert 1 > time.monotonic() - begun
    assert told.rstrip().endswith(b"KeyboardInterrupt")
    assert 1 == told.count(b"Traceback")
    assert -signal.SIGINT == child.returncode


WAITING = """
import sys
import numpy as np
from satdoku import solve_stream

def chunks():
    yield np.zeros((2, 81), np.uint8)
    sys.stdin.buffer.read(1)

for batch in solve_stream(chunks(), workers=2, executor="numpy"):
    print(len(batch), flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")
def test_interrupted_while_the_source_waits() -> None:
    """Ctrl-C ends a process whose source waits for standard input, and says no more."""
    with subprocess.Popen(
        [sys.executable, "-c", WAITING],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as child:
        assert child.stdout is not None
        limit = threading.Timer(10, child.kill)
        limit.start()
        assert b"2\n" == child.stdout.readline()
        limit.cancel()
        limit.join()
        time.sleep(0.3)
        begun = time.monotonic()
        child.send_signal(signal.SIGINT)
        child.wait(5)  # with its input still open
        took = time.monotonic() - begun
        assert child.stderr is not None
        told = child.stderr.read()

    assert 1 > took
    assert told.rstrip().endswith(b"KeyboardInterrupt")
    assert 1 == told.count(b"Traceback")
    assert -signal.SIGINT == child.returncode


@pytest.mark.usefixtures("lanes")
@WORKERS
def test_progress(chunk: Chunk, workers: int) -> None:
    """How far all are rises, ends with all, and is told where the stream is read."""
    told: list[int] = []
    threads: set[int] = set()

    def tell(done: int) -> None:
        told.append(done)
        threads.add(threading.get_ident())

    list(solve_stream([chunk(5, 1)] * 7, workers=workers, progress=tell))

    assert told == sorted(told)
    assert 35 == told[-1]
    assert {threading.get_ident()} == threads
