"""Exit codes: what a script can tell from how the program ended.

Where several would be right (a stream of many puzzles), the first of UNREADABLE, NO and
STOPPED is taken: what is certain comes before what is not.
"""

from __future__ import annotations

__all__ = [
    "BROKEN_PIPE",
    "DONE",
    "FAILED",
    "INTERRUPTED",
    "NO",
    "SATISFIABLE",
    "STOPPED",
    "TERMINATED",
    "UNREADABLE",
    "UNSATISFIABLE",
    "worst",
]

DONE = 0
FAILED = 1
"""Something of ours is wrong, or output cannot be written."""
UNREADABLE = 2
"""A wrong use of the command line, or input that cannot be read (as click's own)."""
NO = 3
"""A puzzle is invalid, has no solution, or (where asked) more than one."""
STOPPED = 4
"""A limit came before the answer was certain."""

SATISFIABLE = 10
UNSATISFIABLE = 20
"""The solvers' convention, for `sat` and `--to sat` alone; unknown is 0 there."""

INTERRUPTED = 130
BROKEN_PIPE = 141
TERMINATED = 143
"""As a shell tells that a signal ended a process: 128 and its number."""


def worst(codes: set[int]) -> int:
    """Return the code of a run whose puzzles ended with these.

    Example:
        >>> worst({DONE, STOPPED, NO}), worst(set())
        (3, 0)
    """
    return next((code for code in (UNREADABLE, NO, STOPPED) if code in codes), DONE)
