"""Clues that contradict each other: they do, and none of them is to spare."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku import (
    Conflict,
    EngineError,
    Geometry,
    Grid,
    Stopped,
    UsageError,
    all_conflicts,
    conflicting_clues,
)
from satdoku.engines.engine import Outcome
from satdoku.engines.engine import Status as Found
from satdoku.engines.pysat.engine import PySat
from tests.unit.reasons.conftest import has_solution, is_conflict, least_sets, only

if TYPE_CHECKING:
    from pathlib import Path

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


def hold(puzzle: Grid, conflict: Conflict | None) -> None:
    """Hold a conflict against what it claims."""
    assert conflict is not None
    assert conflict.minimal
    assert sorted(set(conflict.cells)) == list(conflict.cells)
    assert all(puzzle.values[cell] for cell in conflict.cells)
    assert is_conflict(puzzle, conflict.cells)


@pytest.mark.parametrize("text", CASES)
@pytest.mark.parametrize("engine", ["auto", "glucose4"])
def test_conflict(text: str, engine: str) -> None:
    """Together they have no solution, and without any one of them they have."""
    puzzle = Grid.parse(text)
    found = conflicting_clues(puzzle, engine=engine)

    assert has_solution(puzzle) == (found is None)
    if found is not None:
        hold(puzzle, found)


def test_reference_cases(shared_data: Path) -> None:
    """Every published case without a solution is explained, none of it to spare."""
    path = shared_data / "reference" / "sudopedia_cases.csv"
    with path.open(newline="", encoding="utf-8") as stream:
        cases = [c for c in csv.DictReader(stream) if c["expected"] == "0"]
    sizes = {}
    for case in cases:
        puzzle = Grid.parse(case["puzzle"])
        found = conflicting_clues(puzzle)
        least = conflicting_clues(puzzle, smallest=True)
        hold(puzzle, found)
        hold(puzzle, least)
        assert least is not None
        assert least.smallest
        sizes[case["name"]] = len(least.cells)

    assert {
        "duplicate given - box": 2,
        "duplicate given - column": 2,
        "duplicate given - row": 2,
        "unsolvable square": 9,
        "unsolvable box": 5,
        "unsolvable column": 7,
        "unsolvable row": 7,
    } == sizes


def test_engine_does_not_matter() -> None:
    """Which clues are told does not depend on who searched, with or without cores."""
    engines = ("auto", "dpll", "minisat22", "cadical195")

    assert 1 == len({conflicting_clues(CASES[3], engine=name) for name in engines})


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 4), min_size=16, max_size=16))
def test_any_small_grid(values: list[int]) -> None:
    """Whatever the clues are: a conflict exactly where there is no solution."""
    puzzle = Grid.of(values)
    found = conflicting_clues(puzzle)

    assert has_solution(puzzle) == (found is None)
    if found is not None:
        hold(puzzle, found)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.integers(0, 15), min_size=3, max_size=7, unique=True),
    st.lists(st.integers(1, 4), min_size=7, max_size=7),
    st.lists(st.tuples(st.integers(0, 15), st.integers(0, 3)), max_size=4),
)
def test_all_against_brute_force(
    cells: list[int], digits: list[int], ruled_out: list[tuple[int, int]]
) -> None:
    """All sets are those that trying every set of clues finds, in either order."""
    values = [0] * 16
    for cell, digit in zip(cells, digits, strict=False):
        values[cell] = digit
    masks = [15] * 16
    for cell, digit in ruled_out:
        masks[cell] &= ~(1 << digit)
    masks = [m | 1 << (v - 1) if v else m for m, v in zip(masks, values, strict=True)]
    puzzle = Grid(Geometry(2, 2), tuple(values), tuple(masks))
    expected = least_sets(puzzle)
    found = list(all_conflicts(puzzle))
    by_size = list(all_conflicts(puzzle, smallest=True))
    least = conflicting_clues(puzzle, smallest=True)

    assert expected == {conflict.cells for conflict in found}
    assert len(expected) == len(found) == len(by_size)
    assert expected == {conflict.cells for conflict in by_size}
    sizes = [len(conflict.cells) for conflict in by_size]
    assert sorted(sizes) == sizes
    assert [size == sizes[0] for size in sizes] == [each.smallest for each in by_size]
    assert (least is None) == (not expected)
    if least is not None:
        assert (True, sizes[0]) == (least.smallest, len(least.cells))


def test_pairs_first() -> None:
    """Two equal clues in a unit are a reason; all such pairs come first."""
    puzzle = Grid.parse("11" + "." * 7 + "1" + "." * 71)
    pairs = [(0, 1), (0, 9), (1, 9)]

    assert Conflict((0, 1), minimal=True) == conflicting_clues(puzzle)
    assert pairs == [conflict.cells for conflict in all_conflicts(puzzle)]
    assert pairs[:2] == [conflict.cells for conflict in all_conflicts(puzzle, limit=2)]


def test_pair_and_candidates() -> None:
    """Where the candidates forbid one of two equal clues, it alone is the reason."""
    masks = [0b1111] * 16
    masks[5] = masks[6] = masks[7] = 0b1110
    masks[4] = 0b1110
    puzzle = Grid(Geometry(2, 2), (2, 2) + (0,) * 14, None).with_candidates(masks)

    assert Conflict((), minimal=True, smallest=True) == conflicting_clues(
        puzzle, smallest=True
    )
    assert [()] == [conflict.cells for conflict in all_conflicts(puzzle)]


def test_candidates_count_always() -> None:
    """Candidates that are ruled out stay so; no clue may be needed at all."""
    empty = Grid.parse("." * 16)
    nowhere = Grid.of_candidates(empty.geometry, [0b1110] * 4 + [0b1111] * 12)
    first = Grid.of_candidates(
        empty.geometry, [0b0001, 0b1110, 0b1110, 0b1110] + [0b1111] * 12
    )

    assert Conflict((), minimal=True) == conflicting_clues(nowhere)
    assert conflicting_clues(first) is None
    assert [] == list(all_conflicts(first))


@pytest.mark.parametrize("limit", [0, -1, "3", 1.5, True])
def test_bad_limit(limit: Any) -> None:  # noqa: ANN401  of any type
    """A limit that is no whole number from one is refused at once."""
    with pytest.raises(UsageError, match="a limit of"):
        all_conflicts(HARD, limit=limit)


@pytest.mark.parametrize("options", [{"engine": "foo"}, {"encoding": "foo"}])
@pytest.mark.parametrize("text", [HARD, "11" + "." * 14])
def test_bad_names(text: str, options: dict[str, Any]) -> None:
    """So is an engine or an encoding that is none, though nobody needs to search."""
    with pytest.raises(UsageError, match="foo"):
        conflicting_clues(text, **options)
    with pytest.raises(UsageError, match="foo"):
        all_conflicts(text, **options)


def test_names_in_either_case() -> None:
    """`auto` is written in either case, as other engines are."""
    assert conflicting_clues(HARD) == conflicting_clues(HARD, engine="AUTO")
    assert 1 == len(list(all_conflicts(HARD, engine="Auto", limit=1)))


@pytest.mark.parametrize("smallest", [False, True])
def test_clashing_pairs_are_smallest_if_asked(smallest: bool) -> None:  # noqa: FBT001  a case
    """That no fewer clues contradict each other is told where that was asked."""
    found = list(all_conflicts("111" + "." * 13, smallest=smallest, limit=10**30))

    assert [smallest] * 3 == [conflict.smallest for conflict in found]


def test_no_time() -> None:
    """What is not certain is not told."""
    with pytest.raises(Stopped):
        conflicting_clues(HARD, timeout=1e-9)
    with pytest.raises(Stopped):
        next(all_conflicts(HARD, timeout=1e-9))


@pytest.mark.parametrize("smallest", [False, True])
def test_time_over_midway(monkeypatch: pytest.MonkeyPatch, smallest: bool) -> None:  # noqa: FBT001  a case
    """Clues that were left by then are told, and that some may be to spare."""
    asked = 0

    def over(deadline: float | None) -> bool:
        del deadline
        nonlocal asked
        asked += 1
        return asked > 4

    monkeypatch.setattr("satdoku.walk.is_over", over)
    conflict = conflicting_clues(HARD, smallest=smallest)

    assert conflict is not None
    assert (False, False) == (conflict.minimal, conflict.smallest)
    assert not has_solution(only(Grid.parse(HARD), conflict.cells))


def test_time_over_before_smallest(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found is told, where it is not certain that none is smaller."""

    def stop(*_: object) -> None:
        raise Stopped("out of time")

    monkeypatch.setattr("satdoku.reasons.minimal_sets.Hitting.fewest", stop)
    conflict = conflicting_clues(HARD, smallest=True)

    assert conflict is not None
    assert (True, False) == (conflict.minimal, conflict.smallest)


def test_lying_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """A core that has a model is caught."""
    monkeypatch.setattr(PySat, "core", lambda _: ())

    with pytest.raises(EngineError, match="core"):
        conflicting_clues(HARD)


def test_lying_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """So is a model that the rules do not accept, or that lacks a clue."""
    for model in (range(1, 730, 9), range(2, 730, 9)):
        lie = Outcome(Found.SATISFIABLE, tuple(model))
        monkeypatch.setattr(PySat, "solve", lambda *_, told=lie: told)
        with pytest.raises(EngineError, match="model"):
            conflicting_clues("1" + "." * 80)
