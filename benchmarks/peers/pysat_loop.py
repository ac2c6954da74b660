"""A bare loop over PySAT: what satdoku adds to it, and what that costs, shows here.

One CaDiCaL 1.5.3 with the extended encoding, the clues as assumptions; enumeration has
a MiniSat of its own, with the clues as unit clauses.  Nothing is checked.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from benchmarks.peers import Peer
from benchmarks.rules import UNITS

if TYPE_CHECKING:
    from collections.abc import Iterator


def clauses() -> Iterator[list[int]]:
    """Cells and units hold each digit exactly once, pairwise: 11,988 clauses."""
    groups = [
        *([9 * cell + digit for digit in range(1, 10)] for cell in range(81)),
        *(
            [9 * cell + digit for cell in unit]
            for unit in UNITS
            for digit in range(1, 10)
        ),
    ]
    seen: set[tuple[int, int]] = set()
    for group in groups:
        yield group
        for pair in combinations(group, 2):
            if pair not in seen:
                seen.add(pair)
                yield [-pair[0], -pair[1]]


def clues(puzzle: str) -> list[int]:
    """Return the literals of the clues."""
    return [9 * cell + int(mark) for cell, mark in enumerate(puzzle) if mark != "."]


def line(model: list[int]) -> str:
    """Return the solution that a model, of 729 literals, tells."""
    return "".join(str((literal - 1) % 9 + 1) for literal in model if literal > 0)


def make() -> Peer:
    """Return the peer, its solver loaded."""
    from pysat.solvers import Solver

    formula = list(clauses())
    solver: Any = Solver("cadical153", bootstrap_with=formula)
    switches = iter(range(730, 10**9))

    def first(puzzle: str) -> str | None:
        solved = solver.solve(assumptions=clues(puzzle))
        return line(solver.get_model()[:729]) if solved else None

    def two(puzzle: str) -> int:
        assumed = clues(puzzle)
        if not solver.solve(assumptions=assumed):
            return 0
        # The solution is forbidden while the switch is on, and for good switched off.
        switch = next(switches)
        solver.add_clause([-switch, *(-x for x in solver.get_model()[:729] if x > 0)])
        second = solver.solve(assumptions=[*assumed, switch])
        solver.add_clause([-switch])
        return 1 + bool(second)

    def some(puzzle: str, k: int) -> Iterator[str]:
        with Solver("minisat22", bootstrap_with=formula) as own:
            for clue in clues(puzzle):
                own.add_clause([clue])
            empty = {cell for cell, mark in enumerate(puzzle) if mark == "."}
            for _ in range(k):
                if not own.solve():
                    return
                model = own.get_model()
                yield line(model)
                own.add_clause([-x for x in model if x > 0 and (x - 1) // 9 in empty])

    return Peer(first, some, two)
