"""Work in a fresh process, and what it took: time, CPU time, memory.

Idea: whatever is measured begins in the same state.  A new Python loads the module of
the work, says that it is ready, and only then does the work, while nobody else's memory
or compiled code helps or disturbs it.  Where it takes too long it is ended from here,
whatever it is doing, with all that it started.

    parent   (work, item)   ─▶   load the module, "ready", do the work
             Isolated       ◀─   what it said, and what that took

It has a group of its own, where Ctrl-C does not reach it, and ends when its parent is
gone (`satdoku.study.inside`).
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import IO, Any, cast

from satdoku.errors import printable
from satdoku.processes import fresh_python
from satdoku.study.memory import memory
from satdoku.study.run import Ended

__all__ = ["Isolated", "Isolation", "isolated"]

_STARTER = "from satdoku.study.inside import main; main()"
_START = 120.0  # seconds in which a module is to be loaded, also where all is slow
_GRACE = 1.0
_ENDING = 5.0  # seconds for what should be over at once
_LONGEST_NOTE = 200
_TAIL = 4096  # of what it wrote to standard error, in bytes
_NO_MEMORY = ("bad_alloc", "MemoryError", "out of memory", "Cannot allocate memory")

_Told = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Isolated:
    """What became of the work.

    Args:
        ended: ANSWERED, TIMEOUT, MEMORY or FAILED.
        value: What the function returned; None unless it is ANSWERED.
        time_s: Wall time of the work; at a timeout as long as it ran.
        cpu_s: CPU time in that, of all threads, and of children that ended; None where
            it was ended from here.
        start_s: Wall time until it could begin; None if it never could.
        peak_bytes: The most memory the process had during the work; on systems where
            that cannot be told apart, since its start.
        own_bytes: That, less what it had before.
        note: What went wrong, in a line; else empty.
    """

    ended: Ended
    value: dict[str, object] | None
    time_s: float | None = None
    cpu_s: float | None = None
    start_s: float | None = None
    peak_bytes: int | None = None
    own_bytes: int | None = None
    note: str = ""


def isolated(
    work: str, item: object, *, seconds: float | None, grace: float = _GRACE
) -> Isolated:
    """Have a function called in a fresh process, and measure that.

    Args:
        work: The function, as `module:name`; it takes the item and returns a dict.
        item: What it is called with; it is pickled, as the dict is.
        seconds: How long it may work; None for as long as it likes.
        grace: Seconds more until it is ended from here, for work that keeps a limit by
            itself, and says so, a little later.

    Raises:
        OSError: No process could be started.

    Example:
        >>> done = isolated("json:loads", '{"answer": 42}', seconds=60)
        >>> done.ended, done.value, done.time_s < 60
        (<Ended.ANSWERED: 'answered'>, {'answer': 42}, True)
    """
    isolation = Isolation(work, item)
    try:
        return isolation.result(None if seconds is None else seconds + grace)
    finally:
        isolation.end()


class Isolation:
    """A process that has been told its work; who starts it ends it.

    Args:
        work: As `isolated` takes it.
        item: The same.

    Raises:
        OSError: It could not be started.
    """

    def __init__(self, work: str, item: object) -> None:
        text = pickle.dumps((work, item))
        apart: dict[str, Any] = {"process_group": 0}  # Ctrl-C does not reach it
        if sys.platform == "win32":
            apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        self._lock = Lock()
        self._before: int | None = None
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  `end` closes it
        self._started = monotonic()
        try:
            self._child = subprocess.Popen(  # noqa: S603  this interpreter, our own text
                fresh_python(_STARTER),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
                **apart,
            )
        except OSError:
            self._said.close()
            raise
        self._target = cast("IO[bytes]", self._child.stdin)
        self._source = cast("IO[bytes]", self._child.stdout)
        self._answers: SimpleQueue[_Told | None] = SimpleQueue()
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()
        with suppress(OSError):  # it has ended, as its answer will tell
            self._target.write(text)
            self._target.flush()

    def result(self, seconds: float | None) -> Isolated:
        """Wait for the end of the work, so long at most since it began."""
        try:
            ready = self._answers.get(timeout=_START)
        except Empty:
            return Isolated(Ended.FAILED, None, note=f"not ready in {_START:.0f} s")
        if ready is None:
            return self._lost(None)
        begun = monotonic()
        start = begun - self._started
        self._before = ready["before"]
        try:
            told = self._answers.get(timeout=seconds)
        except Empty:
            peak = memory(self._child.pid).peak  # as long as it is there
            return Isolated(
                Ended.TIMEOUT,
                None,
                monotonic() - begun,
                start_s=start,
                peak_bytes=peak,
                own_bytes=self._own(peak),
            )
        if told is None:
            return self._lost(start, monotonic() - begun)
        how = {"done": Ended.ANSWERED, "memory": Ended.MEMORY}
        return Isolated(
            how.get(told["told"], Ended.FAILED),
            told.get("value"),
            told["time_s"],
            told["cpu_s"],
            start,
            told["peak"],
            self._own(told["peak"]),
            printable(told.get("note", ""), _LONGEST_NOTE),
        )

    def end(self) -> None:
        """End it, and all that it started, whatever that does; nothing is left."""
        with self._lock:
            if self._child.returncode is None:
                if sys.platform == "win32":
                    self._child.kill()
                else:
                    with suppress(ProcessLookupError, PermissionError):
                        os.killpg(self._child.pid, signal.SIGKILL)
                self._child.wait()
            self._listener.join(_ENDING)
            for file in (self._target, self._source, self._said):
                with suppress(OSError, ValueError):  # what was not sent goes to nobody
                    file.close()

    def _listen(self) -> None:
        """Hand on what it says; None when it says no more."""
        try:
            while True:
                # From a process that was started here and runs a text of ours.
                self._answers.put(pickle.load(self._source))  # noqa: S301
        except Exception:  # noqa: BLE001  it ended, or what it said cannot be made
            self._answers.put(None)

    def _own(self, peak: int | None) -> int | None:
        if peak is None or self._before is None:
            return None
        return max(0, peak - self._before)

    def _lost(self, start: float | None, time: float | None = None) -> Isolated:
        """Tell what is known of a process that ended without an answer."""
        with self._lock:
            try:
                code = self._child.wait(_ENDING)
            except subprocess.TimeoutExpired:  # it closed its output, and lives
                self._child.kill()
                code = self._child.wait()
            said = self._last_line()
        killed = -code if code < 0 else 0
        note = f"exit code {code}"
        if killed:
            with suppress(ValueError):
                note = f"ended by {signal.Signals(killed).name}"
        # Linux ends who takes the last of the memory by SIGKILL, and says nothing.
        memory_out = sys.platform != "win32" and killed == signal.SIGKILL
        memory_out = memory_out or any(word in said for word in _NO_MEMORY)
        return Isolated(
            Ended.MEMORY if memory_out else Ended.FAILED,
            None,
            time,
            start_s=start,
            note=printable(f"{said} ({note})" if said else note, _LONGEST_NOTE),
        )

    def _last_line(self) -> str:
        """Return the last line that it wrote to standard error."""
        with suppress(OSError, ValueError):  # closed, by who ended it
            size = self._said.seek(0, os.SEEK_END)
            self._said.seek(max(0, size - _TAIL))
            lines = self._said.read().decode("utf-8", "replace").split("\n")
            return next((line.strip() for line in lines[::-1] if line.strip()), "")
        return ""
