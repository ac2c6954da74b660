"""Many inputs through a parser, in a process of its own that is watched from outside.

What hangs for good, takes the memory of the machine or crashes cannot tell of it.  So
the process says which input is next before it reads it, in memory that both share; the
input is made again from its number, kept, and the run goes on behind it.
"""

from __future__ import annotations

import mmap
import os
import resource
import signal
import struct
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

from tests.fuzz.watch import Finding, Watch, peak

if TYPE_CHECKING:
    from pathlib import Path

    from tests.fuzz.watch import Parser

__all__ = ["Folder", "Told", "run_inputs"]

_PATIENCE = 60.0
"""Seconds an input may take, whatever it waits for."""

_BOARD = struct.Struct("qqdq")
"""What the process tells: the next input, findings, the slowest, the peak."""

_ROOM = 600 << 20
"""Bytes the process may take on top of what it has; beyond them is MemoryError."""


class Told(NamedTuple):
    """What a run came to.

    Args:
        inputs: How many inputs were read.
        findings: How many of them were findings.
        slowest: Seconds that the slowest took.
        peak: The most memory, in megabytes.
        seconds: How long all took.
    """

    inputs: int
    findings: int
    slowest: float
    peak: int
    seconds: float


class Folder:
    """Where findings are kept: the input in one file, what it did in another.

    Args:
        path: The folder, made when there is something to keep.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: set[str] = set()

    def keep(self, name: str, data: bytes, finding: Finding) -> None:
        """Keep an input, once for each thing that inputs do."""
        if finding.what in self._known:
            return
        self._known.add(finding.what)
        self._path.mkdir(parents=True, exist_ok=True)
        (self._path / f"{name}.input").write_bytes(data)
        told = f"{finding.what}\n\n{finding.trace}"
        (self._path / f"{name}.txt").write_text(told, "utf-8", "backslashreplace")


class _Run(NamedTuple):
    """What a process is told."""

    parser: Parser
    seed: int
    folder: Folder
    until: float | None
    board: mmap.mmap

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return self.until is not None and time.monotonic() >= self.until


def run_inputs(
    parser: Parser,
    numbers: range,
    *,
    seed: int,
    folder: Folder,
    until: float | None = None,
) -> Told:
    """Read inputs of these numbers, in processes one after the other.

    Args:
        parser: What reads them.
        numbers: Which inputs.
        seed: What they are made from, with their number.
        folder: Where findings go.
        until: When to end, by `time.monotonic`.
    """
    started = time.monotonic()
    board = mmap.mmap(-1, _BOARD.size)
    run = _Run(parser, seed, folder, until, board)
    at, found, slowest, most = numbers.start, 0, 0.0, 0
    while at < numbers.stop and not run.is_over:
        _BOARD.pack_into(board, 0, at, 0, 0.0, 0)
        why = _in_a_process(run, range(at, numbers.stop))
        at, more, slow, size = _BOARD.unpack_from(board)
        found, slowest, most = found + more, max(slowest, slow), max(most, size)
        if why:
            folder.keep(f"{parser.name}-{at}", parser.input(seed, at), Finding(why))
            found, at = found + 1, at + 1
    took = time.monotonic() - started
    return Told(at - numbers.start, found, slowest, most, took)


def _in_a_process(run: _Run, numbers: range) -> str:
    """Read inputs until one takes too much memory; say what ended the process."""
    sys.stdout.flush()
    child = os.fork()
    if not child:
        code = 1
        try:
            _limit()
            _read(run, numbers)
            code = 0
        finally:
            os._exit(code)
    last, since = -1, time.monotonic()
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        number = _BOARD.unpack_from(run.board)[0]
        if number != last:
            last, since = number, time.monotonic()
        elif time.monotonic() - since > _PATIENCE:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return f"hangs: more than {_PATIENCE} s"
        time.sleep(0.05)
    code = os.waitstatus_to_exitcode(status)
    return "" if code == 0 else f"ends the process: {code}"


def _limit() -> None:
    """See to it that no input takes the memory of the machine."""
    try:
        with open("/proc/self/statm", encoding="ascii") as told:  # noqa: PTH123  the kernel's
            pages = int(told.read().split()[0])
    except OSError:
        return
    most = pages * resource.getpagesize() + _ROOM
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _read(run: _Run, numbers: range) -> None:
    found, slowest = 0, 0.0
    with Watch(run.parser) as watch:
        for number in numbers:
            _BOARD.pack_into(run.board, 0, number, found, slowest, peak())
            if number % 16 == 0 and run.is_over:
                return
            data = run.parser.input(run.seed, number)
            finding = watch.attempt(data)
            slowest = watch.slowest
            if finding is not None:
                found += 1
                run.folder.keep(f"{run.parser.name}-{number}", data, finding)
                if finding.what.startswith("takes memory"):
                    # It does not become less; the next process goes on.
                    _BOARD.pack_into(run.board, 0, number + 1, found, slowest, peak())
                    return
    _BOARD.pack_into(run.board, 0, numbers.stop, found, slowest, peak())
