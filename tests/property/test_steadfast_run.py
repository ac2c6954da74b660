"""A long run: puzzle after puzzle through one engine that is loaded once.

Memory stays flat, and every answer is right: solutions are held against the rules and
the clues, and whether there are none, one or several is known beforehand.

SATDOKU_LONG_RUN says how many puzzles; without it they are as many as take half a
minute: 50,000 of a solver that learns, 20,000 of plain search.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from itertools import cycle, islice
from pathlib import Path

import pytest

from satdoku.answers import Status
from satdoku.grid import Grid
from satdoku.session import Session

_PUZZLES = {"cadical153": 50_000, "dpll": 20_000}
_ASKED = os.environ.get("SATDOKU_LONG_RUN")

_MEGABYTE = 1 << 20
_MOST_GROWTH = 3 * _MEGABYTE


def resident() -> int:
    """Return the memory that this process holds, in bytes."""
    told = Path("/proc/self/statm").read_text("ascii").split()
    return int(told[1]) * os.sysconf("SC_PAGE_SIZE")


def puzzles(sets: Path) -> list[tuple[Grid, Status]]:
    """Return puzzles of every kind, with what is known of each."""
    found: list[tuple[Grid, Status]] = []
    for name, count, status in (
        ("easy50", 50, Status.UNIQUE),
        ("clues17", 400, Status.UNIQUE),
        ("top95", 20, Status.UNIQUE),
        ("hardest", 5, Status.UNIQUE),
        ("many_solutions", 150, Status.SEVERAL),
    ):
        lines = (sets / f"{name}.txt").read_text("ascii").splitlines()
        found += [(Grid.parse(line[:81]), status) for line in lines[:count]]
    return found + [(spoilt(grid), Status.NONE) for grid, _ in found[50:150]]


def spoilt(puzzle: Grid) -> Grid:
    """Return the puzzle with a digit that clashes with no clue, and is wrong."""
    solution = Session().solve(puzzle).solution
    assert solution is not None
    values, right = puzzle.values, solution.values
    wrong = (
        Grid(puzzle.geometry, (*values[:cell], digit, *values[cell + 1 :]))
        for cell in range(81)
        for digit in range(1, 10)
        if not values[cell] and digit != right[cell]
    )
    return next(grid for grid in wrong if not grid.clashes())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("engine", _PUZZLES)
def test_memory_is_flat_and_answers_are_right(shared_data: Path, engine: str) -> None:
    """So many puzzles, one session, one engine: a recipe that is said is held."""
    session = Session(engine=engine, encoding="triad-lite")
    mixed = puzzles(shared_data / "sets")
    told: Counter[Status] = Counter()
    engines: Counter[str] = Counter()
    count = int(_ASKED) if _ASKED else _PUZZLES[engine]
    # After a fifth all is loaded, and every kind of puzzle has come often.
    settle_at, settled = count // 5, 0
    for number, (puzzle, status) in enumerate(islice(cycle(mixed), count)):
        result = session.solve(puzzle)
        engines[result.engine] += 1
        told[result.status] += 1
        assert status is result.status
        if result.solution is None:
            assert status is Status.NONE
        else:
            assert result.solution.solves(puzzle)
        if status is Status.SEVERAL:
            assert result.other is not None
            assert result.other.solves(puzzle)
            assert result.other != result.solution
        if number == settle_at:
            settled = resident()
    growth = resident() - settled

    assert 1 == len(session._held)
    assert count == told.total()
    assert {Status.UNIQUE, Status.SEVERAL, Status.NONE} == set(told)
    assert {engine: count} == engines
    assert growth < _MOST_GROWTH, f"{growth / _MEGABYTE:.1f} MB more"
