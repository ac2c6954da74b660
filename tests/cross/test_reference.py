"""The reference solvers against the counts tdoku publishes: 0 to 847 solutions.

`bitmask`, `elimination` and `cp` find all solutions of all puzzles.  The others are let
search to their end where there are 30 clues or more; `ilp`, which starts anew for each
solution, only where these are no more than twenty.  The other puzzles take them up to
minutes, so there they are stopped after a moment, one puzzle in four: what they have
found by then has to be right.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

from satdoku import Session
from satdoku.errors import Stopped
from satdoku.grid import Grid
from satdoku.reference.table import ORDERS, ROWS, find, make

if TYPE_CHECKING:
    from pathlib import Path

    from satdoku.reference.solver import Solver
    from satdoku.reference.table import Row

A_MOMENT = 0.1
"""Seconds for a puzzle that is not searched to its end."""


@dataclass(frozen=True)
class Case:
    """A puzzle, how many solutions it has, and one of them where it is published."""

    puzzle: Grid
    count: int
    known: tuple[int, ...] | None

    @property
    def is_full(self) -> bool:
        """Whether plain trial takes a second at most."""
        return self.puzzle.clue_count >= 30


@pytest.fixture(scope="module")
def cases(shared_data: Path) -> list[Case]:
    """Read the published cases."""
    path = shared_data / "reference" / "solution_counts.txt"
    found: list[Case] = []
    for line in path.read_text(encoding="ascii").split():
        puzzle, count, *solution = line.split(":")
        known = Grid.parse(solution[0]).values if solution else None
        found.append(Case(Grid.parse(puzzle), int(count), known))

    assert 43 == len(found)
    assert 19 == sum(case.is_full for case in found)
    return found


def solver(name: str, **options: object) -> Solver:
    """Make a solver; skip where what it needs is not installed."""
    row = find(name)
    assert row is not None
    if not row.available:
        pytest.skip(f"{row.library} is not installed")
    return make(row, **options)


def hold(case: Case, solver: Solver, *, to_the_end: bool) -> None:
    """Hold what a solver finds against what is published."""
    found: list[tuple[int, ...]] = []
    is_all = True
    try:
        deadline = None if to_the_end else monotonic() + A_MOMENT
        for values in solver.solutions(case.puzzle, {}, deadline):
            found.append(values)
            assert len(found) <= case.count, case.puzzle.line
    except Stopped:
        is_all = False

    assert is_all or not to_the_end
    assert not is_all or case.count == len(found), case.puzzle.line
    assert len(set(found)) == len(found), case.puzzle.line
    assert not is_all or case.known is None or case.known in found
    for values in found:
        assert Grid(case.puzzle.geometry, values).solves(case.puzzle)


def test_every_solver_is_held_here() -> None:
    """None of the table is left out."""
    assert {"backtracking", "constraint", "elimination", "bitmask", "ilp", "cp"} == {
        row.name for row in ROWS
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bitmask", "elimination", "cp"])
def test_to_the_end(name: str, cases: list[Case]) -> None:
    """All solutions of all puzzles, each once."""
    each = solver(name)
    for case in cases:
        hold(case, each, to_the_end=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options"),
    [
        *(("backtracking", {"order": order}) for order in ORDERS),
        ("constraint", {}),
        ("elimination", {"rules": ()}),
    ],
)
def test_as_far_as_trial_leads(
    name: str, options: dict[str, Any], cases: list[Case]
) -> None:
    """All solutions where many clues are known, else those of a moment."""
    each = solver(name, **options)
    for case in cases:
        if case.is_full:
            hold(case, each, to_the_end=True)
    for case in [case for case in cases if not case.is_full][::4]:
        hold(case, each, to_the_end=False)


@pytest.mark.slow
def test_the_linear_program(cases: list[Case]) -> None:
    """All solutions where they are few, else those of a moment."""
    each = solver("ilp")
    few = [case for case in cases if case.is_full and case.count <= 20]
    for case in few:
        hold(case, each, to_the_end=True)
    for case in [case for case in cases if case not in few][::4]:
        hold(case, each, to_the_end=False)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_as_engines(row: Row, cases: list[Case]) -> None:
    """By name, through a session: counts, and whether there is only one solution."""
    if not row.available:
        pytest.skip(f"{row.library} is not installed")
    session = Session(row.name)
    for case in cases:
        if case.is_full and case.count <= 13:
            assert case.count == session.count(case.puzzle).value
            assert (case.count == 1) is session.solve(case.puzzle).is_unique
