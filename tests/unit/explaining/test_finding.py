"""Every step there is, in order, as long as there is time."""

from __future__ import annotations

import pytest

from satdoku.deduce.families import named
from satdoku.deduce.technique import Technique
from satdoku.errors import InputError, Stopped, UsageError
from satdoku.explaining.finding import find_steps
from satdoku.grid import Grid

FOUR = "1... ..2. ..3. 4..."


def test_every_step() -> None:
    """Each once, easier techniques first, and none that was not asked for."""
    found = find_steps(FOUR, techniques=named("singles"))
    orders = [step.technique.order for step in found]

    assert sorted(orders) == orders
    assert len(found) == len(set(found))
    assert {Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE} == {
        step.technique for step in found
    }


def test_from_a_position() -> None:
    """What is placed is placed, and is no clue."""
    now = Grid.parse("1.43 ..2. ..3. 4...")
    first, *_ = find_steps(FOUR, now=now, techniques={Technique.FULL_HOUSE})

    assert "r1c2=2" == first.outcome
    assert [] == find_steps(FOUR, techniques={Technique.FULL_HOUSE})


def test_nothing_is_found() -> None:
    """In a full grid."""
    assert [] == find_steps("1234 3412 2143 4321")


def test_time_and_bad_input() -> None:
    """Both are told."""
    with pytest.raises(Stopped, match="out of time"):
        find_steps(FOUR, timeout=1e-9)
    with pytest.raises(InputError):
        find_steps("12")


def test_techniques_by_name() -> None:
    """Names, families and levels; what is none is told."""
    found = find_steps(FOUR, techniques=named("singles"))

    assert found == find_steps(FOUR, techniques="singles")
    assert found == find_steps(FOUR, techniques=["full-house", "naked-single,easy"])
    assert [] == find_steps(FOUR, techniques=Technique.X_WING)
    with pytest.raises(UsageError, match="did you mean singles"):
        find_steps(FOUR, techniques="singels")
