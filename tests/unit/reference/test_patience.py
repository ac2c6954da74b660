"""Patience: when the clock is looked at, and when a search ends."""

from __future__ import annotations

from itertools import count

import pytest

from satdoku.errors import Stopped
from satdoku.reference.solver import Patience


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock tick each time somebody looks at it, and only then."""
    monkeypatch.setattr("satdoku.reference.solver.monotonic", count().__next__)


def looks(patience: Patience, most: int = 10_000) -> int:
    """Return with which step a search is stopped; 0 if it is not."""
    for step in range(1, most):
        try:
            patience.look()
        except Stopped:
            return step
    return 0


def test_without_a_deadline() -> None:
    """It has no end."""
    assert 0 == looks(Patience(None))


def test_a_deadline_that_is_over() -> None:
    """The first step is the last."""
    assert 1 == looks(Patience(0))


@pytest.mark.parametrize(("every", "last"), [(1, 4), (16, 49), (256, 769)])
def test_the_clock_is_looked_at_now_and_then(every: int, last: int) -> None:
    """With the first step, and each time that so many more were taken."""
    assert last == looks(Patience(3, every))


def test_steps_are_counted() -> None:
    """So many are taken, deadline or not; whichever comes first ends it."""
    assert 3 == looks(Patience(2, every=1, steps=5))
    assert 6 == looks(Patience(100, steps=5))
    assert 6 == looks(Patience(None, steps=5))
