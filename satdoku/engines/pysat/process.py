"""Work in a process of its own, which is ended when it is time.

The way for solvers that look at nothing while they search, and for refutations
(`refuting`).  Where there is `fork` and no other thread, the child is a copy of this
process with the solver as it stands, and costs a millisecond; otherwise a new Python is
started and the clauses are sent to it.  The child tells what it found through a pipe:
of a search the answer, the model's true variables and its counters.
"""

from __future__ import annotations

import marshal
import os
import sys
from itertools import chain, islice
from typing import IO, TYPE_CHECKING, NoReturn

from satdoku.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from satdoku.engines.pysat.hold import Clock
    from satdoku.engines.pysat.native import Native

__all__ = ["away", "in_process", "packed", "serve"]

_BATCH = 50_000
_CHUNK = 1 << 16
_LOOK = 0.1
_STARTER = """
import signal
signal.signal(signal.SIGINT, signal.SIG_DFL)
from satdoku.engines.pysat.process import serve
serve()
"""

Told = tuple[bool | None, list[int], dict[str, int]]
"""The answer, the true variables of the model, what was counted."""

Question = tuple[str, str, int, list[int], int]
"""What to do ("search" or "refute"), the solver's name, how many variables there are,
the assumptions, how many conflicts there may be."""


def in_process(solver: Native, assumptions: list[int], clock: Clock) -> bool | None:
    """Search in another process; the solver then tells that process's model.

    Raises:
        EngineError: The process ended without an answer.
    """
    name, conflicts = solver.row.name, clock.budget()

    def sent() -> Iterator[bytes]:
        question: Question = ("search", name, solver.variables, assumptions, conflicts)
        return packed(question, chain(solver.clauses, solver.added))

    data = away(name, lambda: _search(solver, assumptions, conflicts), sent, clock)
    if data is None:
        return None
    told: Told = marshal.loads(data)  # noqa: S302  our own child wrote it
    answer, literals, counted = told
    # Activation literals of walks are no part of a model.
    within = [literal for literal in literals if literal <= solver.variables]
    solver.told = (within, counted)
    return answer


def away(
    name: str,
    work: Callable[[], bytes],
    sent: Callable[[], Iterable[bytes]],
    clock: Clock,
) -> bytes | None:
    """Do work in another process; None if its time is over.

    Args:
        name: Of the engine, for the message.
        work: What a copy of this process does; what it returns comes back.
        sent: What a new process has to know to do the same: see `serve`.
        clock: When to end it. Ctrl-C ends it, too.

    Raises:
        EngineError: The process ended without an answer.
    """
    return _forked(name, work, clock) if _can_fork() else _started(name, sent, clock)


def _can_fork() -> bool:
    """Return whether a copy of this process is safe: no other thread holds a lock."""
    from threading import active_count  # noqa: PLC0415  only long calls need it

    return hasattr(os, "fork") and active_count() == 1


def _search(solver: Native, assumptions: list[int], conflicts: int) -> bytes:
    answer = solver.finish(assumptions, conflicts)
    told: Told = (
        answer,
        [literal for literal in solver.model() if literal > 0] if answer else [],
        solver.spent(),
    )
    return marshal.dumps(told)


def _forked(name: str, work: Callable[[], bytes], clock: Clock) -> bytes | None:
    import signal  # noqa: PLC0415  only long calls need it
    from warnings import catch_warnings, simplefilter  # noqa: PLC0415  the same

    reading, writing = os.pipe()
    parent, child, status = os.getpid(), 0, 0
    data: bytes | None = None
    try:
        with catch_warnings():
            # Threads of C libraries make newer Pythons warn.  The child runs a
            # solver, writes, and ends; it takes no lock that one could hold.
            simplefilter("ignore", DeprecationWarning)
            child = os.fork()
            if child == 0:
                _child(work, writing, clock, parent)
        os.close(writing)
        writing = -1
        data = _read(reading, clock)
    finally:
        os.close(reading)
        if writing >= 0:
            os.close(writing)
        if child:
            if data is None:
                os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
    if data == b"":
        code = os.waitstatus_to_exitcode(status)
        raise EngineError(f"the process of {name} ended with code {code}")
    return data


def _child(
    work: Callable[[], bytes], writing: int, clock: Clock, parent: int
) -> NoReturn:
    """Work, write the answer and end, running nothing else of the copied program."""
    code = 1
    try:
        import resource  # noqa: PLC0415  there is none where there is no fork
        import signal  # noqa: PLC0415  only long calls need it

        signal.signal(signal.SIGINT, signal.SIG_DFL)
        _end_with(parent)
        seconds = clock.left()
        if seconds is not None:
            # Should the parent be killed, this one must not search on for ever.
            most = int(seconds) + 5
            resource.setrlimit(resource.RLIMIT_CPU, (most, most))
        data = memoryview(work())
        while data:
            data = data[os.write(writing, data) :]
        code = 0
    finally:
        os._exit(code)


def _end_with(parent: int) -> None:
    """Let the system end this process when its parent is killed, where it can."""
    if sys.platform != "linux":
        return
    from ctypes import CDLL  # noqa: PLC0415  only long calls need it
    from signal import SIGKILL  # noqa: PLC0415  the same

    CDLL(None).prctl(1, SIGKILL)  # PR_SET_PDEATHSIG
    if os.getppid() != parent:  # it was killed before
        os._exit(1)


def _read(reading: int, clock: Clock) -> bytes | None:
    """Read until the child closes its end; None if the time is over before.

    In small steps: a Ctrl-C that comes just before a wait does not end that wait.
    """
    from select import select  # noqa: PLC0415  only long calls need it

    parts: list[bytes] = []
    while True:
        left = clock.left()
        step = _LOOK if left is None else min(_LOOK, left)
        ready, _, _ = select([reading], [], [], step)
        if not ready:
            if left is not None and left <= step:
                return None
            continue
        part = os.read(reading, _CHUNK)
        if not part:
            return b"".join(parts)
        parts.append(part)


def _started(
    name: str, sent: Callable[[], Iterable[bytes]], clock: Clock
) -> bytes | None:
    import subprocess  # noqa: PLC0415  only where there is no fork

    from satdoku.processes import fresh_python  # noqa: PLC0415  the same

    with subprocess.Popen(  # noqa: S603  this same Python, with a text of our own
        fresh_python(_STARTER),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as child:
        try:
            data, _ = child.communicate(b"".join(sent()), timeout=clock.left())
        except subprocess.TimeoutExpired:
            child.kill()
            return None
        except BaseException:
            child.kill()
            child.wait()  # at Ctrl-C the `with` would leave it behind
            raise
    if child.returncode or not data:
        raise EngineError(f"the process of {name} ended with code {child.returncode}")
    return data


def packed(question: Question, clauses: Iterable[Sequence[int]]) -> Iterator[bytes]:
    """Yield what `serve` reads: a question, and the clauses it is about."""
    yield marshal.dumps(question)
    stream = iter(clauses)
    while batch := [list(clause) for clause in islice(stream, _BATCH)]:
        yield marshal.dumps(batch)
    yield marshal.dumps([])


def serve() -> None:
    """Answer the question that comes on standard input; the new process runs this."""
    from satdoku.engines.pysat.loading import native  # noqa: PLC0415  imports this
    from satdoku.engines.pysat.refuting import traced  # noqa: PLC0415  imports this
    from satdoku.engines.pysat.table import TABLE  # noqa: PLC0415  see above

    question: IO[bytes] = sys.stdin.buffer
    what, name, variables, assumptions, conflicts = marshal.load(  # noqa: S302  ours
        question
    )
    clauses: list[Sequence[int]] = []
    while batch := marshal.load(question):  # noqa: S302  our parent
        clauses.extend(batch)
    row = next(row for row in TABLE if row.name == name)
    if what == "refute":
        answer = traced(row, variables, clauses, conflicts)
    else:
        solver = native(row, variables, clauses, good=True)
        answer = _search(solver, assumptions, conflicts)
    sys.stdout.buffer.write(answer)
