"""One input through one parser, watched: what it raises, how long it takes, how large.

A parser may refuse an input with an error of satdoku's family, and do nothing else.
What is no such error, takes longer than two seconds of the processor, or brings the
process beyond 200 megabytes is a finding.
"""

from __future__ import annotations

import resource
import signal
import sys
import traceback
from contextlib import contextmanager
from random import Random
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from satdoku.errors import SatdokuError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from types import FrameType
    from typing import Self

__all__ = ["LONGEST", "MOST", "Finding", "Parser", "Watch", "peak"]

LONGEST = 2.0
"""Seconds of the processor an input may take."""

MOST = 200
"""Megabytes the process may come to."""


class Parser(NamedTuple):
    """What is fuzzed.

    Args:
        name: What it is called.
        make: Makes an input; the same dice make the same one.
        run: Reads an input; raises errors of satdoku's family alone.
        most: Megabytes the process may come to.
        weight: How many inputs it gets, compared with others: fewer where each takes
            long.
    """

    name: str
    make: Callable[[Random], bytes]
    run: Callable[[bytes], object]
    most: int = MOST
    weight: float = 1.0

    def input(self, seed: int, number: int) -> bytes:
        """Return the input of a number."""
        return self.make(Random(f"{self.name} {seed} {number}"))  # noqa: S311  nothing secret


class Finding(NamedTuple):
    """What an input brought about that it should not.

    Args:
        what: In a line.
        trace: The traceback, if there is one.
    """

    what: str
    trace: str = ""


class _Hang(BaseException):
    """It takes too long; nobody catches this by accident."""


class Watch:
    """Runs inputs under a watch; a context.

    Args:
        parser: What reads them.
    """

    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self._before: object = None
        self.slowest = 0.0

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGPROF, _late)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGPROF, self._before)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]  what it was

    def attempt(self, data: bytes) -> Finding | None:
        """Read an input; return what is wrong with how that went."""
        started = process_time()
        try:
            with _timed():
                self._parser.run(data)
        except SatdokuError:
            pass
        except _Hang:
            return Finding(f"hangs: more than {LONGEST} s", traceback.format_exc())
        except Exception as error:  # noqa: BLE001  whatever it is, it is a finding
            return Finding(f"{_where(error)}: {error!r}"[:300], traceback.format_exc())
        self.slowest = max(self.slowest, process_time() - started)
        if (megabytes := peak()) > self._parser.most:
            return Finding(f"takes memory: {megabytes} MB")
        return None


def peak() -> int:
    """Return the most memory this process has had, in megabytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most >> (20 if sys.platform == "darwin" else 10)


def _late(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise _Hang


@contextmanager
def _timed() -> Generator[None]:
    signal.setitimer(signal.ITIMER_PROF, LONGEST, 0.1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _where(error: BaseException) -> str:
    """Return the innermost place in satdoku that an error came from."""
    steps = traceback.extract_tb(error.__traceback__)
    ours = [step for step in steps if "satdoku" in step.filename] or list(steps)
    return f"{ours[-1].filename.rpartition('satdoku/')[2]}:{ours[-1].lineno}"
