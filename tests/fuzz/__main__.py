"""Fuzzes every parser of satdoku: inputs it may refuse, and do no more with.

    python -m tests.fuzz                            # a minute, over all parsers
    python -m tests.fuzz --runs 1000000 --jobs 2    # the bar, in minutes
    python -m tests.fuzz --parser dimacs --seed 7 --seconds 30
    python -m tests.fuzz --parser dimacs --show 123 > input.cnf
    python -m tests.fuzz --atheris --seconds 60     # guided by coverage

Whatever raises an error that is not of satdoku's family, takes more than two seconds or
brings the process beyond 200 megabytes is kept in a folder, with the input; the exit
code is 1 then.  The same seed makes the same inputs.  Needs a POSIX system.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from functools import partial
from pathlib import Path

from tests.fuzz.targets import parsers
from tests.fuzz.workers import Folder, Told, run_inputs


def _arguments() -> argparse.Namespace:
    found = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    found.formatter_class = argparse.RawDescriptionHelpFormatter
    found.add_argument("--parser", action="append", choices=list(parsers()))
    found.add_argument("--runs", type=int, help="inputs, over all parsers")
    found.add_argument("--seconds", type=float, help="time, over all parsers")
    found.add_argument("--seed", type=int, default=1)
    found.add_argument("--jobs", type=int, default=1, help="processes at a time")
    found.add_argument("--findings", type=Path, default=Path("fuzz-findings"))
    found.add_argument("--show", type=int, help="write the input of that number")
    found.add_argument("--atheris", action="store_true", help="guided by coverage")
    return found.parse_args()


def _run(
    name: str, *, count: float, seed: int, folder: Path, share: float | None
) -> tuple[str, Told]:
    """Read inputs of a parser: so many times its weight, or until its time is over."""
    parser = parsers()[name]
    until = None if share is None else time.monotonic() + share
    numbers = range(1 + int(count * parser.weight))
    told = run_inputs(parser, numbers, seed=seed, folder=Folder(folder), until=until)
    return name, told


def _main() -> int:
    told = _arguments()
    chosen = told.parser or list(parsers())
    if told.show is not None:
        sys.stdout.buffer.write(parsers()[chosen[0]].input(told.seed, told.show))
        return 0
    if told.atheris:
        from tests.fuzz.guided import run_guided

        return run_guided(chosen, told.seconds or 60, told.runs, told.findings)
    seconds = told.seconds if told.seconds or told.runs else 60.0
    weights = sum(parsers()[name].weight for name in chosen)
    run = partial(
        _run,
        count=1e15 if told.runs is None else told.runs / weights,
        seed=told.seed,
        folder=told.findings,
        share=None if seconds is None else seconds * told.jobs / len(chosen),
    )
    started = time.monotonic()
    inputs = findings = 0
    print("parser            inputs  a second  findings  slowest s  peak MB")
    # Forked before there are threads; each worker forks what it watches.
    with multiprocessing.get_context("fork").Pool(told.jobs) as pool:
        for name, done in pool.imap(run, chosen):
            inputs, findings = inputs + done.inputs, findings + done.findings
            speed = done.inputs / max(done.seconds, 1e-9)
            print(
                f"{name:14}{done.inputs:10,}{speed:10,.0f}{done.findings:10,}"
                f"{done.slowest:11.2f}{done.peak:9}",
                flush=True,
            )
    took = time.monotonic() - started
    print(f"{inputs:,} inputs in {took:.0f} s, {inputs / took:,.0f} a second; ", end="")
    kept = f", kept in {told.findings}" if findings else ""
    print(f"{findings:,} findings{kept}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(_main())
