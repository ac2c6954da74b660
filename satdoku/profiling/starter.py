"""What a fresh process does before its first solve: started by `starting`.

It tells on standard output what it took, in nanoseconds.  Python writes on standard
error how long each module took (`-X importtime`), which the parent adds up from the
line on that is written here first.
"""

from __future__ import annotations

import sys
from importlib import import_module
from time import perf_counter_ns
from typing import Any

from satdoku.profiling.marking import MARK

__all__ = ["EASY", "answer", "main"]

EASY = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
"""A puzzle that every engine answers at once."""


def main(began: int, modules: list[str], sessions: list[dict[str, Any]]) -> None:
    """Load modules, and solve an easy puzzle twice; tell what that took.

    Args:
        began: When this process could begin, on the clock `time.monotonic_ns`.
        modules: What is loaded at first.
        sessions: The sessions that are made, as `Asked.options` tells.
    """
    sys.stderr.write(f"{MARK}\n")
    sys.stderr.flush()
    begun = perf_counter_ns()
    for name in modules:
        import_module(name)
    for options in sessions:
        answer(options)
    first = perf_counter_ns()
    for options in sessions:
        answer(options)
    again = perf_counter_ns()
    sys.stdout.write(f"{began} {first - begun} {again - first}\n")


def answer(options: dict[str, Any]) -> None:
    """Make a session, and have it solve the easy puzzle."""
    from satdoku.puzzle import Puzzle  # noqa: PLC0415  loading it is measured
    from satdoku.session import Session  # noqa: PLC0415  the same

    session = Session(**options)
    session.solve(Puzzle(EASY))
    session.close()
