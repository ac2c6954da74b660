"""`python -m benchmarks choice`: what the constants of `solving.choice` rest on.

Each line is of one way to answer a set of puzzles, in a fresh process that has imported
satdoku: what the first puzzle takes, and what each other one takes (the mean).

    presolve     singles and bit masks, with a budget; how many puzzles that answers
    simplified   a solver that learns, on what each puzzle leaves open
    whole        the same with the whole formula, loaded once
    lanes        many puzzles at once, compiled or by NumPy
    listing      solutions of an empty grid in a second, and how long the first takes
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from time import perf_counter
from typing import Any

from benchmarks.machine import machine
from benchmarks.sets import SETS

__all__ = ["main", "measure"]

_LISTED = {"dpll": 10_000, "minisat22": 10_000, "lanes": 1_000_000}
_BUDGETS = (30, 60, 150, 600, 1500)
_LEARNERS = ("glucose4", "cadical153", "minisat22")
_CHILD = "from benchmarks.choice import measure; measure({way!r}, {what!r}, {lines!r})"


def measure(way: str, what: str, lines: list[str]) -> None:
    """Answer puzzles in one way, and print what that took as JSON.

    Args:
        way: `presolve`, `simplified`, `whole`, `lanes` or `listing`.
        what: Budget, engine or executor.
        lines: The puzzles.
    """
    import satdoku
    from satdoku.cnf.propagate import propagate
    from satdoku.runtime.deadline import Deadline
    from satdoku.solving.backends import Task, search_bitmask
    from satdoku.solving.batch import puzzle_array, solve_block
    from satdoku.solving.solver import Solver

    puzzles = [satdoku.Puzzle(line) for line in lines]
    times: list[float] = []
    answered = 0
    solver = Solver(what if way in {"simplified", "whole"} else "auto")
    if way == "lanes":
        for part in (puzzles[:1], puzzles):
            since = perf_counter()
            solve_block(puzzle_array(part, {}), 2, what)
            times.append(perf_counter() - since)
        times = [times[0], *[times[1] / len(puzzles)] * (len(puzzles) - 1)]
    elif way == "listing":
        since = perf_counter()
        for _ in satdoku.solutions("." * 81, engine=what):
            times.append(perf_counter() - since)
            since = perf_counter()
            if len(times) == _LISTED[what]:
                break
    else:
        for puzzle in puzzles:
            since = perf_counter()
            if way == "presolve":
                task = Task(puzzle, 2, Deadline())
                task.candidates = propagate(puzzle).candidates
                sum(1 for _ in search_bitmask(task, int(what)))
                answered += task.ending == "solved"
            else:
                if way == "simplified":
                    solver.close()  # what is loaded answers from the second puzzle on
                solver.solve(puzzle)
            times.append(perf_counter() - since)
    first, *others = times
    each = sum(others) / max(1, len(others))
    print(json.dumps({"first": first, "each": each, "answered": answered}))


def _child(way: str, what: str, lines: list[str]) -> dict[str, Any]:
    text = _CHILD.format(way=way, what=what, lines=lines)
    done = subprocess.run(
        [sys.executable, "-c", text], check=True, capture_output=True, text=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main(given: list[str]) -> int:
    """Run the command."""
    made = argparse.ArgumentParser(
        prog="python -m benchmarks choice",
        description="Measure what satdoku chooses engines by.",
    )
    made.add_argument("--repeats", type=int, default=3, help="(%(default)s)")
    made.add_argument("--first", type=int, default=50, help="puzzles (%(default)s)")
    asked = made.parse_args(given)
    print(f"# {machine()}\n")
    print("| set | way | with | first ms | each ms | answered |")
    print("|---|---|---|---:|---:|---:|")
    ways = [
        *(("presolve", str(budget)) for budget in _BUDGETS),
        *(("simplified", engine) for engine in _LEARNERS),
        *(("whole", engine) for engine in _LEARNERS),
        ("lanes", "numba"),
        ("lanes", "numpy"),
    ]
    for name, puzzles in SETS.items():
        lines = puzzles.puzzles()[: asked.first]
        for way, what in ways:
            _line(name, way, what, lines, asked.repeats)
    for engine in _LISTED:
        _line("empty grid", "listing", engine, [], asked.repeats)
    return 0


def _line(name: str, way: str, what: str, lines: list[str], repeats: int) -> None:
    """Print the least of some repeats: what disturbs only adds."""
    runs = [_child(way, what, lines) for _ in range(repeats)]
    first, each = (1e3 * min(run[key] for run in runs) for key in ("first", "each"))
    answered = f"{runs[0]['answered']} of {len(lines)}" if way == "presolve" else ""
    print(f"| {name} | {way} | {what} | {first:.2f} | {each:.4f} | {answered} |")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
