"""Processes that do one kind of work on many items; answers in the order of the items.

Idea: a thread for each process sends it an item and waits for the answer, so that the
caller is free.  A process is a bare interpreter that reads from its input and writes to
its output; `satdoku.batch.process` tells why not `multiprocessing`.  It has a group of
its own, where Ctrl-C does not reach it, and ends as soon as its input does, which is
when its parent is gone, however that came about.

Both sides say what the work is by the same function, here called `begin`: it is told
the job, which is what all items have in common, and returns what answers an item.

    parent   job, item, item, …      ─▶   begin(job), then its answer to each item
             answer, or what it raised  ◀─
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import deque
from concurrent.futures import CancelledError, ThreadPoolExecutor, wait
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread, local
from typing import IO, TYPE_CHECKING, Any, Generic, Self, TypeVar, cast

from satdoku.child import fresh_python
from satdoku.errors import LostError, UsageError, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from concurrent.futures import Future
    from types import TracebackType

__all__ = ["Crew", "awaited", "cores", "serve", "serve_parent", "workers_of"]

_A_MOMENT = 0.2  # seconds: not everywhere does Ctrl-C wake who waits for ever
_END = object()

Item = TypeVar("Item")
Answer = TypeVar("Answer")


def cores() -> int:
    """Return how many cores this process may use, which may be fewer than there are."""
    usable: Callable[[], int | None] | None
    usable = getattr(os, "process_cpu_count", None)  # from Python 3.13 on
    if usable is not None:
        return usable() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def workers_of(workers: object) -> int:
    """Return how many workers are meant: a number from 1, or `all` for every core.

    Raises:
        UsageError: It is neither.

    Example:
        >>> workers_of(3), workers_of("all") == cores()
        (3, True)
    """
    if workers == "all":
        return cores()
    if type(workers) is not int or workers < 1:
        raise UsageError(
            f"{shown(workers)} workers make no sense; expected 1, 2, 3, … or 'all'"
        )
    return workers


class Crew(Generic[Item, Answer]):
    """Threads, with a process each, that take up items in the order they come.

    A context manager: whoever leaves it dismisses the crew, and nothing runs any more.
    A process is started when there is an item that no other is free for.

    Args:
        starter: The text that a process runs: it calls `serve_parent`.
        job: What all items have in common; it is pickled, as items and answers are.
        workers: How many processes there are at most.
        work: What they do, in the past: "made puzzles".

    Example:
        >>> starter = '''
        ... from satdoku.crew import serve_parent
        ... serve_parent(lambda job: lambda item: item ** job)
        ... '''
        >>> with Crew(starter, 2, workers=2, work="squared numbers") as crew:
        ...     list(crew.answers(range(5), ahead=3))
        [0, 1, 4, 9, 16]
    """

    def __init__(self, starter: str, job: object, workers: int, work: str) -> None:
        self._starter = starter
        self._job = pickle.dumps(job)
        self._work_done = work
        self._threads = ThreadPoolExecutor(workers, "satdoku")
        self._mine = local()
        self._lock = Lock()
        self._processes: list[_Process] = []
        self._dismissed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.dismiss()

    def begin(self, item: Item) -> Future[Answer]:
        """Hand an item to whoever is free next; what it raises is raised by its answer.

        A `LostError` tells that the process has ended.
        """
        return self._threads.submit(self._answer, item)

    def answers(self, items: Iterable[Item], ahead: int) -> Generator[Answer]:
        """Yield the answers to items, in their order.

        The items are taken here, so none may have to be waited for; where they are,
        `satdoku.batch.ahead` takes them in a thread.

        Args:
            items: The items; there may be no end of them.
            ahead: How many are begun before their answer is asked for.

        Raises:
            LostError: A process has ended.
            Exception: Whatever an item raises, in its turn.
        """
        begun: deque[Future[Answer]] = deque()
        for item in items:
            begun.append(self.begin(item))
            if len(begun) > ahead:
                yield awaited(begun.popleft())
        while begun:
            yield awaited(begun.popleft())

    def dismiss(self) -> None:
        """End all processes, whatever they are doing."""
        with self._lock:
            self._dismissed = True
            for process in self._processes:
                process.end()
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _answer(self, item: Item) -> Answer:
        process: _Process | None = getattr(self._mine, "process", None)
        if process is None:
            with self._lock:
                if self._dismissed:
                    raise CancelledError  # nobody waits for it
                process = _Process(self._starter, self._job, self._work_done)
                self._mine.process = process
                self._processes.append(process)
        return cast("Answer", process.ask(item))


def awaited(begun: Future[Answer]) -> Answer:
    """Wait for an answer, so that Ctrl-C is heard.

    Raises:
        Exception: Whatever its item raised.
    """
    while not wait([begun], timeout=_A_MOMENT).done:
        pass
    return begun.result()


class _Process:
    """A process that answers items, one after the other."""

    def __init__(self, starter: str, job: bytes, work: str) -> None:
        apart: dict[str, Any] = {"process_group": 0}  # Ctrl-C does not reach it
        if sys.platform == "win32":
            apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        self._child = subprocess.Popen(  # noqa: S603  this interpreter, our own text
            fresh_python(starter),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            **apart,
        )
        self._target = cast("IO[bytes]", self._child.stdin)
        self._source = cast("IO[bytes]", self._child.stdout)
        self._job = job  # until it is sent
        self._work = work

    def ask(self, item: object) -> object:
        """Have an item answered.

        Raises:
            LostError: The process has ended.
            Exception: Whatever it raises over there.
        """
        text = pickle.dumps(item)
        try:
            self._target.write(self._job + text)
            self._target.flush()
            self._job = b""
            # From a process that was started here and runs a text of ours.
            said: object = pickle.load(self._source)  # noqa: S301
        except (OSError, EOFError, ValueError, pickle.UnpicklingError) as error:
            code = self._child.wait()
            raise LostError(
                f"a process that {self._work} has ended (exit code {code}); "
                "out of memory, or ended by somebody"
            ) from error
        if isinstance(said, BaseException):
            raise said
        return said

    def end(self) -> None:
        """End the process; nothing is left of it."""
        self._child.kill()
        self._child.wait()
        for pipe in (self._target, self._source):
            with suppress(OSError, ValueError):  # what was not yet sent goes to nobody
                pipe.close()


def serve(
    begin: Callable[[Any], Callable[[Any], object]],
    source: IO[bytes],
    target: IO[bytes],
    leave: Callable[[], None] = lambda: None,
) -> None:
    """Answer the items that come, until no more come or nobody listens.

    Args:
        begin: Is told the job, and returns what answers an item.
        source: Where the items come from, behind the job.
        target: Where answers go to, and what was raised instead.
        leave: Ends the process; called as soon as no more comes, whatever is done then.
    """
    questions: SimpleQueue[Any] = SimpleQueue()

    def listen() -> None:
        with suppress(EOFError):
            while True:
                questions.put(pickle.load(source))  # noqa: S301  from the parent
        questions.put(_END)
        leave()

    Thread(target=listen, daemon=True).start()
    answer: Callable[[Any], object] | None = None
    with suppress(BrokenPipeError):
        while (question := questions.get()) is not _END:
            if answer is None:
                answer = begin(question)
                continue
            try:
                said = answer(question)
            except Exception as error:  # noqa: BLE001  it is raised where it was asked
                said = error
            target.write(pickle.dumps(said))
            target.flush()


def serve_parent(begin: Callable[[Any], Callable[[Any], object]]) -> None:
    """Serve the process that started this one; see `serve`."""
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anybody prints must not come between the answers
    serve(begin, sys.stdin.buffer, target, lambda: os._exit(0))
