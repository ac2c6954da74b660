"""The process that is measured for the sections `many`, `workers` and `million`.

    python -m benchmarks.whole_worker '{"question": "set", "contender": "numpy 2"}'

Reads an array (N, 81) of puzzles as bytes from standard input and writes one JSON
object: the µs of a puzzle or a solution, and more.  Loading, compiling and some puzzles
to warm up come before the clock.  What cannot be loaded is told with exit status 3, in
one line on standard error.

    set        CPU time for the whole set, `times` over for the lanes, and again until a
               fifth of a second has gone by; guesses, sweeps; all answers are held
               against the rules
    workers    time on the wall for the whole set, by so many workers
    million    CPU time for `times` solutions of the one puzzle
"""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Any

from benchmarks.rules import wrong
from benchmarks.worker import CANNOT, WARM_UP

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    Puzzles = NDArray[np.uint8]

__all__ = ["REFERENCE", "main"]

REFERENCE = "cadical153"
"""PySAT's solver, the extended formula loaded once, the clues as assumptions."""

_LEAST = 200_000_000  # nanoseconds: a short set is measured several times
_MOST_CALLS = 50


def _line(values: Puzzles) -> str:
    return "".join(map(str, values)).replace("0", ".")


def _lanes(executor: str, limit: int, puzzles: Puzzles, times: int) -> dict[str, Any]:
    import numpy as np

    from satdoku.solving.batch import puzzle_array, solve_block

    whole = np.tile(puzzles, (times, 1)).astype(np.uint8)
    solve_block(puzzle_array([WARM_UP] * 64, {}), limit, executor)
    spent: list[int] = []
    while True:
        start = time.process_time_ns()
        batch = solve_block(whole, limit, executor)
        spent.append(time.process_time_ns() - start)
        if sum(spent) > _LEAST or len(spent) >= _MOST_CALLS:
            break
    return {
        "micros": sum(spent) / len(spent) / len(whole) / 1e3,
        "guesses": float(batch.guesses.mean()),
        "sweeps": float(batch.sweeps.mean()),
        "solvable": (batch.counts[: len(puzzles)] > 0).tolist(),
        "wrong": [
            f"puzzle {number + 1}: {complaint}"
            for number, count in enumerate(batch.counts[: len(puzzles)])
            if count
            and (
                complaint := wrong(
                    _line(puzzles[number]), _line(batch.solutions[number])
                )
            )
        ],
    }


def _reference(puzzles: Puzzles) -> dict[str, Any]:
    """Let the solver find first solutions; what it is told and tells is not timed."""
    from pysat.solvers import Solver

    from benchmarks.peers.pysat_loop import clauses, clues, line

    lines = [_line(puzzle) for puzzle in puzzles]
    assumed = [clues(text) for text in lines]
    models: list[list[int] | None] = []
    solver: Any = Solver(REFERENCE, bootstrap_with=list(clauses()))
    solver.solve(assumptions=clues(WARM_UP))
    start = time.process_time_ns()
    for literals in assumed:
        found = solver.solve(assumptions=literals)
        models.append(solver.get_model() if found else None)
    spent = time.process_time_ns() - start
    solver.delete()
    return {
        "micros": spent / len(puzzles) / 1e3,
        "solvable": [model is not None for model in models],
        "wrong": [
            f"puzzle {number + 1}: {complaint}"
            for number, (text, model) in enumerate(zip(lines, models, strict=True))
            if model and (complaint := wrong(text, line(model[:729])))
        ],
    }


def _set(task: dict[str, Any], puzzles: Puzzles) -> dict[str, Any]:
    if task["contender"] == REFERENCE:
        return _reference(puzzles)
    executor, limit = task["contender"].split()
    return _lanes(executor, int(limit), puzzles, task["times"])


def _workers(task: dict[str, Any], puzzles: Puzzles) -> dict[str, Any]:
    import satdoku

    workers = int(task["contender"].split()[0])
    satdoku.solve_batch(puzzles[:10_000], limit=1, workers=workers)
    start = time.monotonic_ns()
    batch = satdoku.solve_batch(puzzles, limit=1, workers=workers)
    spent = time.monotonic_ns() - start
    unsolved = int((batch.counts == 0).sum())
    return {
        "micros": spent / len(puzzles) / 1e3,
        "wrong": [f"{unsolved} unsolved"] if unsolved else [],
    }


def _counted(puzzles: Puzzles, limit: int) -> int:
    import satdoku

    return int(satdoku.solve_batch(puzzles, limit=limit).counts[0])


def _delivered(puzzles: Puzzles, limit: int) -> int:
    from satdoku.engines.lanes.search import iter_solutions
    from satdoku.solving.batch import puzzle_array

    blocks = iter_solutions(puzzle_array(puzzles, {}), limit=limit)
    return sum(len(index) for index, _ in blocks)


def _million(task: dict[str, Any], puzzles: Puzzles) -> dict[str, Any]:
    ask = _counted if task["contender"] == "counted" else _delivered
    ask(puzzles, 1_000)
    start = time.process_time_ns()
    found = ask(puzzles, task["times"])
    spent = time.process_time_ns() - start
    return {
        "micros": spent / task["times"] / 1e3,
        "wrong": [f"{found} solutions"] if found != task["times"] else [],
    }


_QUESTIONS: dict[str, Callable[[dict[str, Any], Puzzles], dict[str, Any]]] = {
    "set": _set,
    "workers": _workers,
    "million": _million,
}


def main(task: dict[str, Any], given: bytes) -> int:
    """Do the task; return the exit status."""
    import numpy as np

    from satdoku import UsageError

    puzzles = np.frombuffer(given, np.uint8).reshape(-1, 81)
    try:
        answer = _QUESTIONS[task["question"]](task, puzzles)
    except (ModuleNotFoundError, UsageError) as error:
        print(error, file=sys.stderr)
        return CANNOT
    print(json.dumps(answer))
    return 0


if __name__ == "__main__":
    sys.exit(main(json.loads(sys.argv[1]), sys.stdin.buffer.read()))
