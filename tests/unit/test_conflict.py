"""Clues that contradict each other: they do, and none of them is to spare."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku import Conflict, EngineError, Grid, Stopped, conflicting_clues, solve
from satdoku.answers import Status
from satdoku.cli.main import main
from satdoku.engines.pysat.engine import PySat

if TYPE_CHECKING:
    from collections.abc import Iterable

HARD = (
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
)
CASES = [
    "12.3..4.........",
    "55" + "." * 79,
    HARD,
    "9..1....4.14.3.8....3....9....7.8..18....3..........3..21....7...9.4.5..5...16..3",
    "1..2.............3................4.",
]


def only(puzzle: Grid, cells: Iterable[int]) -> Grid:
    """Return the puzzle with these clues alone."""
    kept = set(cells)
    values = [v if cell in kept else 0 for cell, v in enumerate(puzzle.values)]
    return Grid(puzzle.geometry, tuple(values))


def hold(puzzle: Grid, conflict: Conflict | None) -> None:
    """Hold a conflict against what it claims."""
    assert conflict is not None
    assert conflict.minimal
    assert list(conflict.cells) == sorted(set(conflict.cells))
    assert all(puzzle.values[cell] for cell in conflict.cells)
    assert Status.NONE is solve(only(puzzle, conflict.cells)).status
    for cell in conflict.cells:
        less = only(puzzle, set(conflict.cells) - {cell})
        assert Status.NONE is not solve(less, unique=False).status


@pytest.mark.parametrize("text", CASES)
@pytest.mark.parametrize("engine", ["auto", "glucose4"])
def test_conflict(text: str, engine: str) -> None:
    """Together they have no solution, and without any one of them they have."""
    puzzle = Grid.parse(text)
    if Status.NONE is not solve(puzzle, unique=False).status:
        assert conflicting_clues(puzzle, engine=engine) is None
        return
    hold(puzzle, conflicting_clues(puzzle, engine=engine))


def test_engine_without_cores() -> None:
    """Where nothing is known of a refutation, clues go one at a time."""
    puzzle = Grid.parse(CASES[3])

    hold(puzzle, conflicting_clues(puzzle, engine="dpll"))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 4), min_size=16, max_size=16))
def test_any_small_grid(values: list[int]) -> None:
    """Whatever the clues are: a conflict exactly where there is no solution."""
    puzzle = Grid.of(values)
    conflict = conflicting_clues(puzzle)

    if Status.NONE is solve(puzzle).status:
        hold(puzzle, conflict)
    else:
        assert conflict is None


def test_candidates_count_always() -> None:
    """Candidates that are ruled out stay so; no clue may be needed at all."""
    empty = Grid.parse("." * 16)
    nowhere = Grid.of_candidates(empty.geometry, [0b1110] * 4 + [0b1111] * 12)
    first = Grid.of_candidates(
        empty.geometry, [0b0001, 0b1110, 0b1110, 0b1110] + [0b1111] * 12
    )

    assert Conflict((), minimal=True) == conflicting_clues(nowhere)
    assert conflicting_clues(first) is None


def test_no_time() -> None:
    """What is not certain is not told."""
    with pytest.raises(Stopped):
        conflicting_clues(HARD, timeout=1e-9)


def test_time_over_midway(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clues that were left by then are told, and that some may be to spare."""
    asked = 0

    def over(deadline: float | None) -> bool:
        del deadline
        nonlocal asked
        asked += 1
        return asked > 4

    monkeypatch.setattr("satdoku.conflict.is_over", over)
    conflict = conflicting_clues(HARD)

    assert conflict is not None
    assert not conflict.minimal
    assert Status.NONE is solve(only(Grid.parse(HARD), conflict.cells)).status


def test_lying_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """A core that has a model is caught."""
    monkeypatch.setattr(PySat, "core", lambda _: ())

    with pytest.raises(EngineError, match="core"):
        conflicting_clues(HARD)


def test_command() -> None:
    """`check` names the clues, marks them, and tells them to programs."""
    text = CliRunner().invoke(main, ["check"], input=HARD)
    told = CliRunner().invoke(main, ["check", "--json"], input=HARD)
    cells = json.loads(told.stdout)["conflict"]

    assert (3, 3) == (text.exit_code, told.exit_code)
    assert "clues have no solution together; without any one of them" in text.stdout
    assert all(f"{cell}=" in text.stdout for cell in cells)
    assert text.stdout.count("*") == len(cells)


def test_command_on_others() -> None:
    """There is nothing to tell of puzzles with a solution; clashes tell themselves."""
    told = CliRunner().invoke(main, ["check", "--json"], input="1" + "." * 15)
    clash = CliRunner().invoke(main, ["check"], input="11" + "." * 14)
    late = CliRunner().invoke(main, ["check", "--timeout", "1e-6"], input=HARD)

    assert json.loads(told.stdout)["conflict"] is None
    assert "conflict" not in clash.stdout
    assert "conflict" not in late.stdout
