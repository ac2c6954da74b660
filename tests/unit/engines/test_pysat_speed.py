"""Speed promises of PySAT's engines: long, and only as true as the machine is idle."""

from __future__ import annotations

import resource
from dataclasses import replace
from itertools import combinations, islice, product
from time import perf_counter
from typing import TYPE_CHECKING

import pytest

from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.engines.pysat.engine import PySat
from satdoku.engines.pysat.table import NEVER, TABLE
from satdoku.engines.register import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


def grids_9x9() -> Formula:
    """Return the 9x9 Sudoku with each digit at most and at least once in each unit."""

    def digit(row: int, column: int, value: int) -> int:
        return (row * 9 + column) * 9 + value + 1

    units = list[tuple[int, ...]]()
    for a, b in product(range(9), repeat=2):
        units += [
            tuple(digit(a, b, i) for i in range(9)),
            tuple(digit(a, i, b) for i in range(9)),
            tuple(digit(i, a, b) for i in range(9)),
            tuple(digit(a // 3 * 3 + i // 3, a % 3 * 3 + i % 3, b) for i in range(9)),
        ]
    pairs = {pair for unit in units for pair in combinations(sorted(unit), 2)}
    clauses = (*units, *((-one, -two) for one, two in sorted(pairs)))
    group = Group(Origin("test", "all"), clauses)
    return Formula(729, len(clauses), lambda: [group], str)


def clues(path: Path) -> Iterator[list[int]]:
    """Yield the clue literals of a file of puzzles, one a line."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if len(line) >= 81 and line[0] in ".0123456789":
            yield [
                cell * 9 + int(mark)
                for cell, mark in enumerate(line[:81])
                if mark not in ".0"
            ]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["minisat22", "minisat-gh", "glucose4", "cadical195"])
def test_many_solutions(name: str, shared_data: Path) -> None:
    """100,000 solutions of one puzzle at 5,000 a second, in steady memory."""
    puzzle = next(clues(shared_data / "sets" / "clues17.txt"))[:15]
    engine = load(name, grids_9x9(), one_hot=True)
    began = perf_counter()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = sum(1 for _ in islice(engine.models(puzzle, range(1, 730)), 100_000))
    rate = found / (perf_counter() - began)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before

    assert 100_000 == found
    assert rate > 5000
    # A blocking clause has some 66 literals of 4 bytes: 26 MB and some slack.
    assert grown < 80 * 1024


@pytest.mark.slow
@pytest.mark.parametrize("name", ["minisat22", "glucose4"])
def test_cost_above_the_solver(name: str, shared_data: Path) -> None:
    """An engine takes a fifth longer than PySAT's own class, which checks nothing."""
    solvers = pytest.importorskip("pysat.solvers")
    formula = grids_9x9()
    puzzles = list(islice(clues(shared_data / "sets" / "clues17.txt"), 400))
    bare = solvers.Solver(name=name, bootstrap_with=list(formula))
    row = next(row for row in TABLE if row.name == name)
    # Renewing costs these two loops something else each, and the next puzzles less.
    row = replace(row, renew_calls=NEVER, renew_conflicts=NEVER)
    engine = PySat(row, formula)

    def plainly(puzzle: list[int]) -> None:
        bare.solve(assumptions=puzzle)
        bare.get_model()

    # The two take turns at each puzzle, so that whatever else the machine does slows
    # both, and at being first; the best of some rounds counts.
    best: dict[Callable[[list[int]], object], list[float]]
    best = {plainly: [1.0] * len(puzzles), engine.solve: [1.0] * len(puzzles)}
    for turn in range(8):
        for number, puzzle in enumerate(puzzles):
            for call in [*best] if turn % 2 else [*best][::-1]:
                began = perf_counter()
                call(puzzle)
                best[call][number] = min(best[call][number], perf_counter() - began)

    assert sum(best[engine.solve]) < 1.35 * sum(best[plainly])
