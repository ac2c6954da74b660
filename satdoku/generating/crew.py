"""Attempts in order, by this process or by several.

Each worker is a process that is sent numbers of attempts and sends back what came of
them (`satdoku.batch.process` tells why not `multiprocessing`).  A thread for each waits
for it.  What comes back is given out in the order of the numbers, so that nobody can
tell how many workers there were.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from queue import SimpleQueue
from threading import Lock, Thread, local
from typing import IO, TYPE_CHECKING, Any, cast

from satdoku.child import fresh_python
from satdoku.errors import EngineError, UsageError, shown
from satdoku.generating.making import Maker

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from concurrent.futures import Future

    from satdoku.generating.making import Made, Missed
    from satdoku.generating.wanted import Wanted

__all__ = ["attempts", "serve", "workers_of"]

_STARTER = "from satdoku.generating.crew import main; main()"
_SMALL = 9
_PART = 8
"""Attempts that are sent together, up to 9×9: each takes some milliseconds."""
_AHEAD = 2
"""Parts for each worker that are begun before they are asked for."""


def workers_of(workers: object) -> int:
    """Return how many workers are meant: a number from 1, or `all` for every core.

    Raises:
        UsageError: It is neither.
    """
    if workers == "all":
        from satdoku.batch.options import cores  # noqa: PLC0415  it loads NumPy

        return cores()
    if type(workers) is not int or workers < 1:
        raise UsageError(
            f"{shown(workers)} workers make no sense; expected 1, 2, 3, … or 'all'"
        )
    return workers


def attempts(wanted: Wanted, seed: int, workers: int) -> Generator[Made | Missed]:
    """Yield what attempts make, from number 0 on, without end.

    Args:
        wanted: What is wanted.
        seed: What the random streams are made from.
        workers: How many processes work at a time; with one it is this one.

    Raises:
        Stopped: A random solution takes too long.
        EngineError: A worker has ended.
    """
    if workers == 1:
        return _here(wanted, seed)
    return _there(wanted, seed, workers)


def _here(wanted: Wanted, seed: int) -> Generator[Made | Missed]:
    maker = Maker(wanted, seed)
    try:
        for number in count():
            yield maker.attempt(number)
    finally:
        maker.close()


def _there(wanted: Wanted, seed: int, workers: int) -> Generator[Made | Missed]:
    part = _PART if wanted.geometry.size <= _SMALL else 1
    crew = _Crew(wanted, seed, workers)
    try:
        begun: deque[Future[list[Made | Missed]]] = deque()
        for first in count(0, part):
            begun.append(crew.begin(first, part))
            if len(begun) > _AHEAD * workers:
                yield from begun.popleft().result()
    finally:
        crew.dismiss()


class _Crew:
    """Threads, with a process each."""

    def __init__(self, wanted: Wanted, seed: int, workers: int) -> None:
        self._job = pickle.dumps((wanted, seed))
        self._threads = ThreadPoolExecutor(workers, "satdoku")
        self._mine = local()
        self._lock = Lock()
        self._processes: list[_Process] = []
        self._dismissed = False

    def begin(self, first: int, part: int) -> Future[list[Made | Missed]]:
        """Hand some attempts to whoever is free next."""
        return self._threads.submit(self._work, first, part)

    def dismiss(self) -> None:
        """End all processes, whatever they are doing."""
        with self._lock:
            self._dismissed = True
            for process in self._processes:
                process.end()
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _work(self, first: int, part: int) -> list[Made | Missed]:
        process: _Process | None = getattr(self._mine, "process", None)
        if process is None:
            with self._lock:
                if self._dismissed:
                    return []
                process = self._mine.process = _Process(self._job)
                self._processes.append(process)
        return process.ask(first, part)


class _Process:
    """A process that makes attempts."""

    def __init__(self, job: bytes) -> None:
        apart: dict[str, Any] = {"process_group": 0}  # Ctrl-C does not reach it
        if sys.platform == "win32":
            apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        self._child = subprocess.Popen(  # noqa: S603  this interpreter, this file
            fresh_python(_STARTER),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            **apart,
        )
        self._target = cast("IO[bytes]", self._child.stdin)
        self._source = cast("IO[bytes]", self._child.stdout)
        self._job: bytes | None = job

    def ask(self, first: int, part: int) -> list[Made | Missed]:
        """Have some attempts made.

        Raises:
            EngineError: The process has ended.
            Exception: Whatever they raise.
        """
        try:
            if self._job is not None:
                self._target.write(self._job)
                self._job = None
            self._target.write(pickle.dumps((first, part)))
            self._target.flush()
            # From a process that was started here and runs this file.
            said: list[Made | Missed] | BaseException
            said = pickle.load(self._source)  # noqa: S301
        except (OSError, EOFError, ValueError, pickle.UnpicklingError) as error:
            code = self._child.wait()
            raise EngineError(
                f"a process that made puzzles has ended (exit code {code}); "
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
    source: IO[bytes], target: IO[bytes], leave: Callable[[], None] = lambda: None
) -> None:
    """Make the attempts whose numbers come, until no more come or nobody listens.

    Args:
        source: Where the numbers come from, behind what is wanted.
        target: Where what was made goes to.
        leave: Ends the process; called as soon as no more comes, whatever is made then.
    """
    questions: SimpleQueue[Any] = SimpleQueue()

    def listen() -> None:
        with suppress(EOFError):
            while True:
                questions.put(pickle.load(source))  # noqa: S301  from the parent
        questions.put(None)
        leave()

    Thread(target=listen, daemon=True).start()
    maker: Maker | None = None
    with suppress(BrokenPipeError):
        while (question := questions.get()) is not None:
            if maker is None:
                maker = Maker(*question)
                continue
            first, part = question
            said: list[Made | Missed] | Exception
            try:
                said = [maker.attempt(first + more) for more in range(part)]
            except Exception as error:  # noqa: BLE001  it is raised where it was asked
                said = error
            target.write(pickle.dumps(said))
            target.flush()


def main() -> None:
    """Serve the process that started this one."""
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anybody prints must not come between the answers
    serve(sys.stdin.buffer, target, lambda: os._exit(0))
