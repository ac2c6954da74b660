"""`python -m benchmarks calls`: what a call costs, beside PySAT called by hand.

One process a run.  By hand: one loaded CaDiCaL, the rules as clauses, the clues of each
puzzle as assumptions, a second call with the first model forbidden, the solution as a
text.  Each way answers each set several times, each time with engines that are loaded
anew and have answered a few puzzles.  Of each puzzle the least CPU time counts, for
what disturbs only adds.
"""

from __future__ import annotations

import argparse
import sys
from itertools import combinations
from time import thread_time
from typing import TYPE_CHECKING

from benchmarks.machine import machine
from benchmarks.sets import SETS

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ByHand", "main"]


class ByHand:
    """PySAT called by hand, as a short script would do it."""

    def __init__(self) -> None:
        from pysat.solvers import Solver

        self._solver = Solver("cadical153", bootstrap_with=_rules())
        self._next = 730

    def solve(self, line: str) -> tuple[str, bool] | None:
        """Return a solution, and whether it is the only one."""
        clues = [9 * at + int(mark) for at, mark in enumerate(line) if mark not in ".0"]
        solver = self._solver
        if not solver.solve(assumptions=clues):
            return None
        cells = [literal for literal in solver.get_model()[:729] if literal > 0]
        selector, self._next = self._next, self._next + 1
        solver.add_clause([-selector, *(-literal for literal in cells)])
        several = solver.solve(assumptions=[*clues, selector])
        solver.add_clause([-selector])
        return "".join(str((literal - 1) % 9 + 1) for literal in cells), not several


def _rules() -> list[list[int]]:
    """Return the clauses of Sudoku, all of them as literals of cells and digits."""
    nine = range(9)
    units = [[9 * r + c for c in nine] for r in nine]
    units += [[9 * r + c for r in nine] for c in nine]
    units += [
        [9 * (3 * (b // 3) + k // 3) + 3 * (b % 3) + k % 3 for k in nine] for b in nine
    ]
    groups = [[9 * cell + d + 1 for d in nine] for cell in range(81)]
    groups += [[9 * cell + d + 1 for cell in unit] for unit in units for d in nine]
    pairs = {(-a, -b) for group in groups for a, b in combinations(group, 2)}
    return groups + [list(pair) for pair in sorted(pairs)]


_WARM = 12
"""Puzzles that are asked before, so that rules are loaded."""


def _ways() -> dict[str, Callable[[str], object]]:
    """Return what answers a puzzle, by name, with nothing loaded yet."""
    import satdoku
    from satdoku.solving.backends import unload_rules

    unload_rules()
    return {
        "by hand": ByHand().solve,
        "solve": satdoku.solve,
        "count": lambda line: satdoku.count(line, limit=2),
        "check": lambda line: satdoku.check(line).status,
        "check, minimal": lambda line: satdoku.check(line).is_minimal,
    }


def _seconds(lines: list[str], way: str) -> list[float]:
    """Return the CPU time of each call, with an engine of its own."""
    ask = _ways()[way]
    for line in SETS["easy50"].puzzles()[:_WARM]:
        ask(line)
    times: list[float] = []
    for line in lines:
        started = thread_time()
        ask(line)
        times.append(thread_time() - started)
    return times


def main(given: list[str]) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks calls",
        description="Compare calls of satdoku with PySAT called by hand.",
    )
    parser.add_argument("--repeats", type=int, default=5, help="(%(default)s)")
    parser.add_argument("--first", type=int, default=500, help="puzzles (%(default)s)")
    options = parser.parse_args(given)
    import satdoku

    by_hand, ways = ByHand(), list(_ways())
    names = [name for name in ways if name != "by hand"]
    heads = [*(f"{name} ms" for name in ways), *names]
    print(f"# {machine()}\n")
    print(f"| set | puzzles | {' | '.join(heads)} |")
    print("|---" + "|---:" * (len(heads) + 1) + "|")
    for name, puzzles in SETS.items():
        lines = puzzles.puzzles()[: options.first]
        for line in lines[:20]:
            result, answer = satdoku.solve(line), by_hand.solve(line)
            solution = result.solution.line if result.solution else ""
            if answer != (solution, result.is_unique):
                raise SystemExit(f"{line}: {answer} by hand, {result}")
        runs: dict[str, list[list[float]]] = {way: [] for way in ways}
        for _ in range(options.repeats):
            for way in ways:
                runs[way].append(_seconds(lines, way))
        least = {
            way: sum(map(min, zip(*times, strict=True))) / len(lines)
            for way, times in runs.items()
        }
        shown = [f"{1e3 * seconds:.3f}" for seconds in least.values()]
        shown += [f"{least[way] / least['by hand']:.2f}" for way in names]
        print(f"| {name} | {len(lines)} | {' | '.join(shown)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
