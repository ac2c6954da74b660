"""Runs a program of somebody else's to its end, whatever it does meanwhile.

Nothing of a program is believed here: it may hang, print for ever, crash, or be no
program at all.  Each of these is one error with one message, and nothing of the program
is left running: not at a limit of time, and not at Ctrl-C, which does not reach the
program itself, as it has a process group of its own.

Invariant: the program is waited for only after its group can no longer be needed, so
that the number of a group that is ended is not yet somebody else's.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, cast

from satdoku.errors import LostError, Stopped, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

__all__ = ["MOST_HEARD", "Ended", "run"]

MOST_HEARD = 16 << 20
"""Bytes that a program may print on each of its two outputs."""

_LONGEST_WAIT = 10**9
_PIECE = 1 << 16


@dataclass(frozen=True, slots=True)
class Ended:
    """What is left of a program that has ended by itself.

    Args:
        status: Its exit status.
        out: The lines of its standard output, without the blanks around them.
        err: The same of its standard error.
        seconds: How long it ran.
    """

    status: int
    out: tuple[str, ...]
    err: tuple[str, ...]
    seconds: float


def run(
    name: str,
    command: Sequence[str],
    *,
    folder: Path,
    timeout: float | None = None,
    environment: Mapping[str, str] | None = None,
) -> Ended:
    """Run a program to its end, without a shell and without any input.

    Args:
        name: What to call it in messages.
        command: The program, by its full path, and its arguments.
        folder: Where it runs.
        timeout: Seconds after which it is ended.
        environment: What to set in its environment, unless it is set there already.

    Raises:
        UsageError: It cannot be started; or the timeout is none.
        Stopped: The timeout came first.
        LostError: It has crashed, or printed more than `MOST_HEARD` bytes.

    Example:
        >>> import sys
        >>> from pathlib import Path
        >>> run("python", [sys.executable, "-c", "print(6 * 7)"], folder=Path()).out
        ('42',)
    """
    if timeout is not None and not 0 < timeout <= _LONGEST_WAIT:
        raise UsageError(f"a timeout of {timeout:g} s; it is more than 0")
    began = monotonic()

    def left() -> float | None:
        return None if timeout is None else max(0.0, began + timeout - monotonic())

    child = _start(name, command, folder, {**(environment or {}), **os.environ})
    pipes = (cast("IO[bytes]", child.stdout), cast("IO[bytes]", child.stderr))
    listeners = [_Listener(pipe, lambda: _kill(child)) for pipe in pipes]
    try:
        for listener in listeners:
            listener.start()
        for listener in listeners:
            listener.join(left())
        status = child.wait(left())
    except subprocess.TimeoutExpired:
        raise Stopped(f"{name} has not finished within {timeout:g} s") from None
    finally:
        _end(child, listeners)
    if any(listener.flooded for listener in listeners):
        raise LostError(
            f"{name} gives no answer: it prints more than {MOST_HEARD >> 20} MiB"
        )
    if any(listener.is_alive() for listener in listeners):
        raise Stopped(f"{name} has not finished within {timeout:g} s")
    if status < 0:
        raise LostError(f"{name} gives no answer: it was ended by {_signal(-status)}")
    out, err = (listener.lines() for listener in listeners)
    return Ended(status, out, err, monotonic() - began)


def _end(child: subprocess.Popen[bytes], listeners: Sequence[_Listener]) -> None:
    """End a program if it has not ended, and close what nobody has read."""
    if child.returncode is None:
        _kill(child)
        child.wait()
    for listener in listeners:
        listener.close_unused()


class _Listener(Thread):
    """Reads what a program prints; ends it if it is too much."""

    def __init__(self, pipe: IO[bytes], kill: Callable[[], None]) -> None:
        super().__init__(daemon=True)
        self.flooded = False
        self._pipe = pipe
        self._kill = kill
        self._heard = bytearray()

    def run(self) -> None:
        with self._pipe:
            while piece := cast("Any", self._pipe).read1(_PIECE):
                if len(self._heard) + len(piece) > MOST_HEARD:
                    self.flooded = True
                    self._kill()
                    return
                self._heard += piece

    def close_unused(self) -> None:
        """Close the pipe where Ctrl-C came before anything could be read."""
        if self.ident is None:
            self._pipe.close()

    def lines(self) -> tuple[str, ...]:
        """Return what was printed; a carriage return ends a line too."""
        text = self._heard.decode("utf-8", "replace")
        return tuple(line.strip() for line in text.splitlines())


def _start(
    name: str, command: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    flags, group = 0, 0
    if sys.platform == "win32":
        flags, group = subprocess.CREATE_NEW_PROCESS_GROUP, None
    try:
        return subprocess.Popen(  # noqa: S603  what the person named, and no shell
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=environment,
            creationflags=flags,
            process_group=group,
        )
    except FileNotFoundError:
        what = "it, or what its first line says it is run by, is not there"
    except OSError as error:
        what = f"it is no program for this machine ({error.strerror})"
    raise UsageError(f"{name} cannot be run: {what}")


def _kill(child: subprocess.Popen[bytes]) -> None:
    """End the program and all that it has started; it has not been waited for."""
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            child.kill()
        else:
            os.killpg(child.pid, signal.SIGKILL)


def _signal(number: int) -> str:
    """Return a signal's name, if it has one."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
