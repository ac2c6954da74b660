"""Exit codes: how the program ended, for scripts.

Where several would be right (a file of many puzzles), the first of UNREADABLE, NO and
STOPPED is taken: what is certain comes before what is not.
"""

from __future__ import annotations

DONE = 0
FAILED = 1
UNREADABLE = 2
NO = 3
STOPPED = 4

SATISFIABLE = 10
UNSATISFIABLE = 20

HUNG_UP = 129
INTERRUPTED = 130
BROKEN_PIPE = 141
TERMINATED = 143

MEANINGS = (
    (DONE, "done"),
    (FAILED, "internal error, or output that cannot be written"),
    (UNREADABLE, "wrong usage, or input that cannot be read"),
    (NO, "a puzzle has no solution, or several where one is needed"),
    (STOPPED, "a limit was reached before the answer was complete"),
    (INTERRUPTED, "Ctrl-C"),
)
"""The codes of every command, for its help; `sat` and `--to sat` have their own."""

SOLVERS = (
    "`sat` and `--to sat` exit as SAT solvers do: 10 satisfiable, 20 unsatisfiable, "
    "0 unknown."
)


def of_answer(satisfiable: bool | None) -> int:  # noqa: FBT001  three answers
    """Return the code of a SAT solver's answer; None is unknown."""
    return {None: DONE, True: SATISFIABLE, False: UNSATISFIABLE}[satisfiable]


def worst(codes: set[int]) -> int:
    """Return the code of a run whose puzzles ended with these.

    Example:
        >>> worst({DONE, STOPPED, NO}), worst(set())
        (3, 0)
    """
    return next((code for code in (UNREADABLE, NO, STOPPED) if code in codes), DONE)
