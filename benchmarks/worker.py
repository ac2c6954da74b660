"""The process that is measured: one contender, puzzles one after another.

    python -m benchmarks.worker '{"contender": "norvig", "question": "first", …}'

Reads the puzzles from standard input, one a line, and writes one JSON line an answer:
`[nanoseconds of CPU, answer]`.  At the limit the kernel ends the process, so that the
time of a contender that never looks up (in C code, say) is limited too; whoever started
it sees which answer is missing.  A contender that cannot be loaded is told with exit
status 3, in one line on standard error.
"""

from __future__ import annotations

import json
import resource
import signal
import sys
import time
from typing import TYPE_CHECKING, Any

from benchmarks.roster import contender

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.contender import Contender

__all__ = ["CANNOT", "UNASKED", "WARM_UP", "main"]

CANNOT = 3
"""Exit status of a worker whose contender cannot be loaded or cannot be asked this."""

UNASKED = "cannot be asked this"
"""What a worker says where its contender has no answer to the question."""

WARM_UP = (
    "5...8..49...5...3..673....115..........2.8..........187....415..3...2...49..5...3"
)
"""An easy puzzle, solved before the clock starts."""


def _one(made: Contender, task: dict[str, Any]) -> Callable[[Any], Any] | None:
    """Return what is called for each puzzle, or None where it cannot be asked."""
    if task["question"] == "first":
        return made.first
    if task["question"] == "two":
        return made.two
    if task["question"] == "board":
        return made.board
    some, k = made.some, int(task["solutions"])
    if some is None:
        return None
    return lambda puzzle: list(some(puzzle, k))


def main(task: dict[str, Any]) -> int:
    """Do the task; return the exit status."""
    try:
        made = contender(task["contender"])
    except ModuleNotFoundError as error:
        print(f"{error.name} is not installed", file=sys.stderr)
        return CANNOT
    except ValueError as error:
        print(error, file=sys.stderr)
        return CANNOT
    ask = _one(made, task)
    if ask is None:
        print(UNASKED, file=sys.stderr)
        return CANNOT
    made.first(WARM_UP)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    for line in sys.stdin:
        puzzle = json.loads(line)
        # Real time: while a timer of CPU time is armed, Linux tells CPU time in ticks
        # of milliseconds only.
        signal.setitimer(signal.ITIMER_REAL, task["limit"])
        start = time.process_time_ns()
        answer = ask(puzzle)
        spent = time.process_time_ns() - start
        signal.setitimer(signal.ITIMER_REAL, 0)
        if task["question"] == "some":
            # A hundred thousand solutions are checked here rather than sent.
            answer = [len(answer), len(set(answer)), answer[0], answer[-1]]
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(json.dumps([spent, answer, peak]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(json.loads(sys.argv[1])))
