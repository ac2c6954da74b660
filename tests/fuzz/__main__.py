"""Fuzzes everything of satdoku that reads something.

    python -m tests.fuzz                            # a minute, over all targets
    python -m tests.fuzz --runs 100000              # so many inputs
    python -m tests.fuzz --target lrat --seed 7 --seconds 30
    python -m tests.fuzz --target lrat --show 123 > input.lrat

An input that raises a foreign error, takes more than five seconds or much memory is a
finding: it is stored in a folder, and the exit code is 1.  So is the input that is
being read, as `NAME-current.input`, for the case that it ends the process.  The same
seed makes the same inputs.  Needs a POSIX system.
"""

from __future__ import annotations

import argparse
import resource
import signal
import sys
import time
import traceback
from pathlib import Path

from tests.fuzz.targets import attempt, targets

LONGEST = 5.0  # seconds for an input
MEMORY = 8 << 30  # bytes of addresses; beyond them is MemoryError


class Late(BaseException):
    """An input takes too long; nobody catches this by accident."""


def late(number, frame):
    raise Late


def fuzz(name, count, seed, folder, until):
    """Return how many inputs of a target were read, and how many are findings."""
    target, known, found, number = targets()[name], set(), 0, 0
    current = folder / f"{name}-current.input"
    folder.mkdir(parents=True, exist_ok=True)
    before = signal.signal(signal.SIGALRM, late)
    while number < count and time.monotonic() < until:
        data = target.input(name, seed, number)
        current.write_bytes(data)
        try:
            signal.setitimer(signal.ITIMER_REAL, LONGEST, 0.1)
            try:
                attempt(target, data)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        except (Exception, Late) as error:  # noqa: BLE001  whatever it is
            found += 1
            place = traceback.extract_tb(error.__traceback__)[-1][:2]
            if (type(error), place) not in known:
                known.add((type(error), place))
                current.rename(folder / f"{name}-{number}.input")
                message = traceback.format_exc().encode("utf-8", "backslashreplace")
                (folder / f"{name}-{number}.txt").write_bytes(message)
        number += 1
    current.unlink(missing_ok=True)
    signal.signal(signal.SIGALRM, before)
    return number, found


def run():
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--target", action="append", choices=list(targets()))
    parser.add_argument("--runs", type=int, help="inputs, over all targets")
    parser.add_argument("--seconds", type=float, help="time, over all targets")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--findings", type=Path, default=Path("fuzz-findings"))
    parser.add_argument("--show", type=int, help="write the input of that number")
    options = parser.parse_args()
    chosen = {name: targets()[name] for name in options.target or targets()}
    if options.show is not None:
        for name, target in chosen.items():
            sys.stdout.buffer.write(target.input(name, options.seed, options.show))
        return 0
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    seconds = options.seconds or (1e9 if options.runs else 60.0)
    weights = sum(target.weight for target in chosen.values())
    folder = options.findings.absolute()
    inputs = findings = 0
    for name, target in chosen.items():
        count = 1 + int((options.runs or 10**12) * target.weight / weights)
        until = time.monotonic() + seconds / len(chosen)
        read, found = fuzz(name, count, options.seed, folder, until)
        inputs, findings = inputs + read, findings + found
        print(f"{name:18}{read:10,} inputs{found:6,} findings", flush=True)
    print(f"{inputs:,} inputs, {findings:,} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(run())
