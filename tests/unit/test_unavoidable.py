"""Two solutions brought together until none of their differences is to spare."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku import Grid, Status, all_solutions, check
from satdoku.answers import differences

FOUR = (
    "....9....6..4.7..8.4.812.3.7.......5..4...9..5..371..4.5..6..4.2.17.85.9........."
)


def hold(puzzle: Grid, **options: int) -> None:
    """Hold the two solutions of a report against all there are."""
    report = check(puzzle, **options)  # type: ignore[arg-type]
    every = all_solutions(puzzle)
    if len(every) < 2:
        assert report.unavoidable is None
        return
    first, second = report.solutions
    cells = set(differences(first, second))

    assert Status.SEVERAL is report.status
    assert {first, second} <= set(every)
    assert tuple(sorted(cells)) == report.unavoidable
    assert not [
        one for one in every if one != first and set(differences(first, one)) < cells
    ]


@pytest.mark.parametrize("max_clauses", [10**6, 10_000])
def test_nothing_to_spare(max_clauses: int) -> None:
    """No solution differs from the first in a part, by the whole formula and not."""
    hold(Grid.parse(FOUR), max_clauses=max_clauses)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 4), min_size=16, max_size=16))
def test_any_small_grid(values: list[int]) -> None:
    """So it is whatever the clues are."""
    hold(Grid.of(values))


def test_candidates() -> None:
    """Candidates that are ruled out count."""
    hold(Grid.parse("." * 16).with_candidates([0b0111, 0b1110, *[0b1111] * 14]))


def test_not_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the time is over first, that is not claimed."""
    asked = 0

    def over(deadline: float | None) -> bool:
        del deadline
        nonlocal asked
        asked += 1
        return asked > 4

    monkeypatch.setattr("satdoku.walk.is_over", over)
    report = check("1" + "." * 15)

    assert Status.SEVERAL is report.status
    assert report.unavoidable is None
    assert report.stopped
