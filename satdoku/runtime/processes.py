"""Worker processes: a pool that can be killed, and work begun ahead.

A worker is a new Python that reads items from its standard input and writes answers to
its standard output; in the parent, a thread for each worker sends and waits.  It has a
process group of its own and ignores SIGINT, so Ctrl-C is the parent's alone, and ends
when its input does, which is when the parent is gone, however that came about.

Why not `ProcessPoolExecutor`: it cannot kill a worker that is stuck, runs the caller's
script again (`__main__`), and leaves its processes behind when the parent is killed.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from concurrent.futures import CancelledError, ThreadPoolExecutor, wait
from contextlib import closing, suppress
from math import ceil
from operator import length_hint
from queue import Empty, SimpleQueue
from threading import Event, Lock, Semaphore, Thread, local
from time import perf_counter
from typing import IO, TYPE_CHECKING, Any, Generic, TypeVar, cast

from satdoku.errors import EngineError, LostError, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from concurrent.futures import Future

AHEAD = 8
"""Items for each worker that are on their way: some are hard, most of them easy."""

Setup = TypeVar("Setup")
Item = TypeVar("Item")
Answer = TypeVar("Answer")
Job = TypeVar("Job")

_ALONE = 0.5  # seconds of work before worker processes may be started
_WORTH = 2.0  # seconds of work that make up for their start
_POLL = 0.2  # seconds: not on every system does Ctrl-C wake who waits for ever
_FAREWELL = 0.1  # seconds in which a source that waits for nothing is closed


def cores() -> int:
    """Return how many cores this process may use, which may be fewer than there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def workers_of(workers: object) -> int:
    """Return how many workers are meant: a whole number from 1, or `all` for each core.

    Raises:
        UsageError: It is neither.

    Example:
        >>> workers_of(3), workers_of("all") == cores()
        (3, True)
    """
    if workers == "all":
        return cores()
    return whole_number("workers", workers, otherwise=", or 'all'")


def items_that_pay(done: int, seconds: float) -> int | None:
    """Return how many more items make up for the start of worker processes.

    None in the first half second, which may be all there is to do.

    Args:
        done: How many items were answered here.
        seconds: What that took.

    Example:
        >>> items_that_pay(10, 0.4), items_that_pay(10, 0.5)
        (None, 40)
    """
    return ceil(_WORTH * done / seconds) if seconds >= _ALONE else None


def start_python(
    text: str, stderr: int | IO[bytes] | None = None
) -> subprocess.Popen[bytes]:
    """Start a text in a new Python, with pipes for its input and output.

    It finds the modules that this process finds, and in the same places: the current
    folder, which may be anybody's, is one of them only where it is for this process.
    It has a process group of its own, which Ctrl-C does not reach.

    Args:
        text: The program.
        stderr: As for `subprocess.Popen`.

    Example:
        >>> start_python("import satdoku; print(6 * 7)").communicate()[0].strip()
        b'42'
    """
    begin = "import sys; sys.path[:] = sys.argv[1:]\n"
    return subprocess.Popen(  # noqa: S603  this interpreter, our own text
        [sys.executable, "-P", "-c", begin + text, *sys.path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        process_group=None if sys.platform == "win32" else 0,
        # A group of its own on Windows, where `subprocess` has this number.
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )


class Pool(Generic[Item, Answer]):
    """Worker processes; who has made it closes it (`contextlib.closing`).

    A process is started when there is an item that no other is free for.

    Args:
        begin: A function of a module, called in each worker: it is given the setup and
            returns what answers an item.
        setup: What all items have in common; it is pickled, as items and answers are.
        workers: How many processes there are at most.

    Example:
        >>> from operator import itemgetter
        >>> with closing(Pool(itemgetter, 1, workers=2)) as pool:
        ...     [wait_for(pool.submit(item)) for item in ["ab", "cd"]]
        ['b', 'd']
    """

    def __init__(
        self,
        begin: Callable[[Setup], Callable[[Item], Answer]],
        setup: Setup,
        workers: int,
    ) -> None:
        self._hello = pickle.dumps((begin, setup))
        self._threads = ThreadPoolExecutor(workers, "satdoku")
        self._mine = local()
        self._lock = Lock()
        self._workers: list[_Worker] = []
        self._closed = False

    def submit(self, item: Item) -> Future[Answer]:
        """Hand an item to the worker that is free next.

        The future raises what `begin` or the answering function raises, or `LostError`
        where the process has ended.
        """
        return self._threads.submit(self._ask, item)

    def close(self) -> None:
        """Kill all workers, whatever they are doing."""
        with self._lock:
            self._closed = True
            for worker in self._workers:
                worker.kill()
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _ask(self, item: Item) -> Answer:
        """Let this thread's worker answer."""
        worker: _Worker | None = getattr(self._mine, "worker", None)
        if worker is None:
            with self._lock:
                if self._closed:
                    raise CancelledError  # nobody waits for it
                worker = self._mine.worker = _Worker(self._hello)
                self._workers.append(worker)
        return cast("Answer", worker.ask(item))


class _Worker:
    """A process that answers items, one after the other."""

    def __init__(self, hello: bytes) -> None:
        self._process = start_python(
            "from satdoku.runtime.processes import serve; serve()"
        )
        self._target = cast("IO[bytes]", self._process.stdin)
        self._source = cast("IO[bytes]", self._process.stdout)
        self._hello = hello  # until it has worked

    def ask(self, item: object) -> object:
        question = pickle.dumps((self._hello, pickle.dumps(item)))
        try:
            self._target.write(question)
            self._target.flush()
            # From a process that was started here and runs our own text.
            is_answer, value = pickle.load(self._source)  # noqa: S301
        except (OSError, EOFError, ValueError, pickle.UnpicklingError) as error:
            code = self._process.wait()
            raise LostError(
                f"a worker process has ended (exit code {code}); "
                "out of memory, or ended by somebody"
            ) from error
        if not is_answer:
            raise value
        self._hello = b""
        return value

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._target, self._source):
            with suppress(OSError, ValueError):  # what was not sent goes to nobody
                pipe.close()


def from_parent(
    read: Callable[[IO[bytes]], Item],
) -> tuple[SimpleQueue[Item], IO[bytes]]:
    """Return what this process is sent, as it comes, and where its answers go.

    The process ends when its input does, whatever it is doing: nobody waits for it.

    Args:
        read: Reads one thing from standard input; raises EOFError at its end.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anybody prints must not come between the answers
    items: SimpleQueue[Item] = SimpleQueue()

    def listen() -> None:
        with suppress(EOFError):
            while True:
                items.put(read(sys.stdin.buffer))
        os._exit(0)

    Thread(target=listen, daemon=True).start()
    return items, target


def serve() -> None:
    """Answer the items of a `Pool`, until its process has no more or is gone."""
    questions, target = from_parent(pickle.load)  # the parent's
    answer: Any = None
    with suppress(BrokenPipeError):
        while True:
            hello, item = questions.get()
            try:
                if hello:
                    begin, setup = pickle.loads(hello)  # noqa: S301  as above
                    answer = begin(setup)
                reply = pickle.dumps((True, answer(pickle.loads(item))))  # noqa: S301
            except Exception as error:  # noqa: BLE001  it is raised by the parent
                reply = _pickled(error)
            target.write(reply)
            target.flush()


def _pickled(error: Exception) -> bytes:
    """Pickle an error; where that cannot be done, one with the same message."""
    with suppress(Exception):
        reply = pickle.dumps((False, error))
        pickle.loads(reply)  # noqa: S301  our own; some can be packed, but not unpacked
        return reply
    return pickle.dumps((False, EngineError(f"{type(error).__name__}: {error}")))


def answers(
    begin: Callable[[Setup], Callable[[Item], Answer]],
    setup: Setup,
    items: Iterator[Item],
    *,
    workers: int,
) -> Generator[Answer]:
    """Yield the answer to each item, in order: here, or by processes once these pay.

    Args:
        begin: As for `Pool`.
        setup: As for `Pool`.
        items: Read by a thread once there are workers, so that an answer comes out
            though the next item may be long in coming.
        workers: How many processes there are at most.

    Raises:
        LostError: A worker has ended.
    """
    answer, spent = begin(setup), 0.0
    for done, item in enumerate(items, 1):
        started = perf_counter()
        result = answer(item)
        spent += perf_counter() - started
        yield result
        fewest = items_that_pay(done, spent) if workers > 1 else None
        if fewest is not None and length_hint(items, fewest) >= fewest:
            break
    else:
        return
    slots = Semaphore(AHEAD * workers)
    with (
        closing(Pool(begin, setup, workers)) as pool,
        closing(prefetch((item for item in items), pool.submit, slots)) as jobs,
    ):
        yield from map(wait_for, jobs)


def wait_for(future: Future[Answer]) -> Answer:
    """Wait for a future, so that Ctrl-C is heard everywhere.

    Raises:
        Exception: What the future raises.
    """
    while not wait([future], _POLL).done:
        pass
    return future.result()


def prefetch(
    source: Generator[Item], begin: Callable[[Item], Job], slots: Semaphore
) -> Generator[Job]:
    """Yield jobs, begun as their items come and as there are slots for them.

    A thread reads the source, so a job that was begun comes out though the next item
    may be long in coming: nobody can ask an iterator whether it would have to be waited
    for.  A slot is taken before an item is read, and free again when the job after its
    own is read.  Whoever closes this leaves a source that is waiting to
    itself; nothing is begun any more.

    Args:
        source: Where the items come from; used, and closed, by that thread alone.
        begin: Begins what is to be done with one; called in that thread.
        slots: How many jobs may be held at a time: those to come, and the last one.

    Raises:
        BaseException: What the source or `begin` raised, in its turn.

    Example:
        >>> list(prefetch((n for n in range(3)), str, Semaphore(2)))
        ['0', '1', '2']
    """
    jobs: SimpleQueue[tuple[Job] | BaseException] = SimpleQueue()
    closed = Event()

    def read() -> None:
        # Were standard input given up while it is read here, Python would end by
        # "could not acquire lock": so it is held as long as this thread lives.
        stdin = sys.stdin
        try:
            with closing(source):
                while slots.acquire() and not closed.is_set():
                    item = next(source)
                    if not closed.is_set():
                        jobs.put((begin(item),))
                    del item
        except BaseException as error:  # noqa: BLE001  raised below, in its turn
            jobs.put(error)
        del stdin

    thread = Thread(target=read, name="satdoku-source", daemon=True)
    thread.start()
    try:
        while True:
            with suppress(Empty):
                job = jobs.get(timeout=_POLL)
                if isinstance(job, StopIteration):
                    return
                if isinstance(job, BaseException):
                    raise job
                yield job[0]
                del job
                slots.release()
    finally:
        closed.set()
        slots.release()
        thread.join(_FAREWELL)
