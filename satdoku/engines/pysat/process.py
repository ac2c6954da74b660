"""A search in a process of its own, which is ended when it is time.

The way for solvers that look at nothing while they search.  Where there is `fork` and
no other thread, the child is a copy of this process with the solver as it stands, and
costs a millisecond; otherwise a new Python is started and the clauses are sent to it.
The child tells the answer, the model's true variables and its counters through a pipe.
"""

from __future__ import annotations

import marshal
import os
import sys
from typing import IO, TYPE_CHECKING, NoReturn

from satdoku.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.engines.pysat.hold import Clock
    from satdoku.engines.pysat.native import Native

__all__ = ["in_process", "serve"]

_BATCH = 50_000
_CHUNK = 1 << 16
_STARTER = """
import signal
signal.signal(signal.SIGINT, signal.SIG_DFL)
from satdoku.engines.pysat.process import serve
serve()
"""

Told = tuple[bool | None, list[int], dict[str, int]]
"""The answer, the true variables of the model, what was counted."""


def in_process(solver: Native, assumptions: list[int], clock: Clock) -> bool | None:
    """Search in another process; the solver then tells that process's model.

    Raises:
        EngineError: The process ended without an answer.
    """
    data = (_forked if _can_fork() else _started)(solver, assumptions, clock)
    if data is None:
        return None
    told: Told = marshal.loads(data)  # noqa: S302  our own child wrote it
    answer, literals, counted = told
    # Activation literals of walks are no part of a model.
    within = [literal for literal in literals if literal <= solver.variables]
    solver.told = (within, counted)
    return answer


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


def _forked(solver: Native, assumptions: list[int], clock: Clock) -> bytes | None:
    import signal  # noqa: PLC0415  only long calls need it
    from warnings import catch_warnings, simplefilter  # noqa: PLC0415  the same

    reading, writing = os.pipe()
    with catch_warnings():
        # Threads of C libraries make newer Pythons warn.  The child runs the solver,
        # writes, and ends; it takes no lock that such a thread could hold.
        simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        _child(solver, assumptions, writing, clock)
    os.close(writing)
    data: bytes | None = None
    try:
        data = _read(reading, clock)
    finally:
        os.close(reading)
        if data is None:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    if data == b"":
        code = os.waitstatus_to_exitcode(status)
        raise EngineError(f"the process of {solver.row.name} ended with code {code}")
    return data


def _child(
    solver: Native, assumptions: list[int], writing: int, clock: Clock
) -> NoReturn:
    """Search, write the answer and end, running nothing else of the copied program."""
    code = 1
    try:
        import resource  # noqa: PLC0415  there is none where there is no fork
        import signal  # noqa: PLC0415  only long calls need it

        signal.signal(signal.SIGINT, signal.SIG_DFL)
        seconds = clock.left()
        if seconds is not None:
            # Should the parent be killed, this one must not search on for ever.
            most = int(seconds) + 5
            resource.setrlimit(resource.RLIMIT_CPU, (most, most))
        data = memoryview(_search(solver, assumptions, clock.budget()))
        while data:
            data = data[os.write(writing, data) :]
        code = 0
    finally:
        os._exit(code)


def _read(reading: int, clock: Clock) -> bytes | None:
    """Read until the child closes its end; None if the time is over before."""
    from select import select  # noqa: PLC0415  only long calls need it

    parts: list[bytes] = []
    while True:
        ready, _, _ = select([reading], [], [], clock.left())
        if not ready:
            return None
        part = os.read(reading, _CHUNK)
        if not part:
            return b"".join(parts)
        parts.append(part)


def _started(solver: Native, assumptions: list[int], clock: Clock) -> bytes | None:
    import subprocess  # noqa: PLC0415  only where there is no fork

    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path))
    with subprocess.Popen(  # noqa: S603  this same Python, with a text of our own
        [sys.executable, "-c", _STARTER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    ) as child:
        try:
            data, _ = child.communicate(
                b"".join(_sent(solver, assumptions, clock.budget())),
                timeout=clock.left(),
            )
        except subprocess.TimeoutExpired:
            child.kill()
            return None
        except BaseException:
            child.kill()
            raise
    if child.returncode or not data:
        name, code = solver.row.name, child.returncode
        raise EngineError(f"the process of {name} ended with code {code}")
    return data


def _sent(solver: Native, assumptions: list[int], conflicts: int) -> Iterator[bytes]:
    """Yield what a new process has to know: solver, question, clauses."""
    from itertools import chain, islice  # noqa: PLC0415  only where there is no fork

    yield marshal.dumps((solver.row.name, solver.variables, assumptions, conflicts))
    stream = chain(solver.clauses, solver.added)
    while batch := [list(clause) for clause in islice(stream, _BATCH)]:
        yield marshal.dumps(batch)
    yield marshal.dumps([])


def serve() -> None:
    """Answer the question that comes on standard input; the new process runs this."""
    from satdoku.engines.pysat.loading import native  # noqa: PLC0415  imports this
    from satdoku.engines.pysat.table import TABLE  # noqa: PLC0415  see above

    question: IO[bytes] = sys.stdin.buffer
    name, variables, assumptions, conflicts = marshal.load(  # noqa: S302  our parent
        question
    )
    clauses: list[Sequence[int]] = []
    while batch := marshal.load(question):  # noqa: S302  our parent
        clauses.extend(batch)
    row = next(row for row in TABLE if row.name == name)
    solver = native(row, variables, clauses, good=True)
    sys.stdout.buffer.write(_search(solver, assumptions, conflicts))
