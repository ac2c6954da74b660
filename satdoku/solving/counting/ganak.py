"""The model counter Ganak, in a process of its own (the extra `satdoku[count]`).

Ganak cannot be interrupted while it counts, so it runs in a new Python, which is killed
when the time is over, and ends by itself once this process is gone: it waits for the
end of its input in a second thread.

Sharma, Roy, Soos & Meel, "GANAK: A scalable probabilistic exact model counter" (IJCAI
2019); from 2.0 on it is always exact.
"""

from __future__ import annotations

import marshal
import signal
import subprocess
from contextlib import suppress
from importlib.util import find_spec
from threading import Thread
from typing import TYPE_CHECKING

from satdoku.errors import EngineError, LimitError, UsageError
from satdoku.runtime.processes import start_python

if TYPE_CHECKING:
    from collections.abc import Iterable

_PACKAGE = "pyganak"
_NO_MEMORY = 77  # what the process ends with where Python has none left

_STARTER = f"""
import marshal, os, sys, threading
variables, counted, clauses = marshal.load(sys.stdin.buffer)
def watch():
    sys.stdin.buffer.read()
    os._exit(1)
threading.Thread(target=watch, daemon=True).start()
try:
    from {_PACKAGE} import Counter
    counter = Counter()
    counter.new_vars(variables)
    counter.add_clauses(clauses)
    counter.set_sampling_set(range(1, counted + 1))
    found = counter.count()
except MemoryError:
    os._exit({_NO_MEMORY})
sys.stdout.write(format(found, "x"))
sys.stdout.flush()
os._exit(0)
"""


def is_installed() -> bool:
    """Whether Ganak is installed."""
    return find_spec(_PACKAGE) is not None


def require() -> None:
    """Raise UsageError unless Ganak is installed."""
    if not is_installed():
        raise UsageError(
            f"an exact count needs the package {_PACKAGE}: "
            "pip install 'satdoku[count]' (estimates need nothing)"
        )


class ModelCounter:
    """A count of models that is under way; who has begun it closes it.

    Args:
        variables: How many variables there are, at least one.
        counted: Models that differ in the variables 1 … `counted` are counted, each of
            these assignments once.
        clauses: The clauses.

    Raises:
        UsageError: Ganak is not installed.

    Example:
        >>> from contextlib import closing
        >>> with closing(ModelCounter(3, 2, [(1, 2)])) as counter:
        ...     counter.wait(None)
        3
    """

    def __init__(
        self, variables: int, counted: int, clauses: Iterable[tuple[int, ...]]
    ) -> None:
        require()
        question = marshal.dumps((variables, counted, list(clauses)))
        self._process = start_python(_STARTER, subprocess.DEVNULL)
        # A pipe holds little, and the process takes its time to read.
        self._sender = Thread(target=self._send, args=(question,), daemon=True)
        self._sender.start()

    def _send(self, question: bytes) -> None:
        stream = self._process.stdin
        assert stream is not None  # noqa: S101  it was asked for
        with suppress(BrokenPipeError):  # it is gone, and `wait` says how it ended
            stream.write(question)
            stream.flush()

    def is_done(self) -> bool:
        """Say whether the process has ended, with a number."""
        return self._process.poll() == 0

    def wait(self, seconds: float | None) -> int | None:
        """Return how many models there are; None if that takes longer.

        Raises:
            LimitError: Its memory was not enough.
            EngineError: The process ended without a number.
        """
        try:
            code = self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        if code in (_NO_MEMORY, -signal.SIGABRT, -signal.SIGKILL):
            raise LimitError(
                "the model counter ran out of memory; method estimate needs little"
            )
        stream = self._process.stdout
        assert stream is not None  # noqa: S101  it was asked for
        output = stream.read()
        if code or not output:
            raise EngineError(f"the model counter ended with code {code}")
        return int(output.split()[-1], 16)  # comments of Ganak come first

    def close(self) -> None:
        """End the process, and wait until it is gone."""
        self._process.kill()
        self._sender.join()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None  # noqa: S101  it was asked for
            with suppress(BrokenPipeError):  # what could not be sent is of no use now
                stream.close()
        self._process.wait()
