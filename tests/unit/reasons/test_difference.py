"""The nearest other solution, against a list of all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku import (
    Grid,
    InputError,
    Stopped,
    UsageError,
    all_solutions,
    smallest_difference,
)
from satdoku.answers import differences

SEVERAL = (
    "8.........95.......76.........426798...571243...893165......916....3.487....1.532"
)
FOUR = (
    "....9....6..4.7..8.4.812.3.7.......5..4...9..5..371..4.5..6..4.2.17.85.9........."
)


@pytest.mark.parametrize("engine", ["auto", "dpll", "glucose4"])
@pytest.mark.parametrize("text", [FOUR, "." * 16, "1..2" + "." * 12])
def test_against_all_solutions(text: str, engine: str) -> None:
    """No solution differs from the first in fewer cells."""
    found = smallest_difference(text, engine=engine)
    every = all_solutions(text)

    assert found is not None
    assert found.smallest
    assert found.first in every
    assert found.second in every
    assert differences(found.first, found.second) == found.cells
    assert len(found.cells) == min(
        len(differences(found.first, one)) for one in every if one != found.first
    )


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 4), min_size=16, max_size=16))
def test_any_small_grid(values: list[int]) -> None:
    """Whatever the clues are: a difference exactly where there are two solutions."""
    every = all_solutions(Grid.of(values))

    for first in (None, *every[:2]):
        found = smallest_difference(values, first=first)
        assert (len(every) < 2) == (found is None)
        if found is not None:
            assert first in (None, found.first)
            assert len(found.cells) == min(
                len(differences(found.first, one))
                for one in every
                if one != found.first
            )


def test_first_has_to_be_a_solution() -> None:
    """A grid to differ from that is no solution is refused."""
    with pytest.raises(UsageError, match="no solution"):
        smallest_difference(SEVERAL, first=Grid.parse("." * 81))


def test_first_is_whatever_holds_a_grid() -> None:
    """It may be a text, as the puzzle; what is no grid of that shape is refused."""
    text = all_solutions(SEVERAL, limit=1)[0].line
    found = smallest_difference(SEVERAL, first=text, engine="AUTO")

    assert found is not None
    assert (text, True) == (found.first.line, found.smallest)
    for first in ("1234", 3):
        with pytest.raises(InputError):
            smallest_difference(SEVERAL, first=first)
    with pytest.raises(UsageError, match="no solution"):
        smallest_difference(SEVERAL, first=Grid.parse("." * 16))


def test_no_time() -> None:
    """What is not certain is not told."""
    with pytest.raises(Stopped):
        smallest_difference(SEVERAL, timeout=1e-9)


@pytest.mark.parametrize("calls", [2, 3, 8])
def test_time_over_midway(monkeypatch: pytest.MonkeyPatch, calls: int) -> None:
    """The nearest by then is told, and that there may be nearer ones."""
    asked = 0

    def over(deadline: float | None) -> bool:
        del deadline
        nonlocal asked
        asked += 1
        return asked > calls

    monkeypatch.setattr("satdoku.walk.is_over", over)
    found = smallest_difference("." * 81)

    assert found is not None
    assert not found.smallest
    assert differences(found.first, found.second) == found.cells
    assert found.second.is_complete
    assert not found.second.clashes()
