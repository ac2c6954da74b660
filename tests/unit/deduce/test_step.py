"""A step is a value that can be put into words."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, replace

import pytest

from satdoku import Geometry
from satdoku.deduce.step import CellSet, Node, Step
from satdoku.deduce.technique import Technique

STEP = Step(
    Geometry(3, 3),
    Technique.HIDDEN_SINGLE,
    places=((33, 5),),
    cells=(33,),
    digits=(5,),
    units=(23,),
)


def test_it_is_a_value() -> None:
    """Equal steps are equal, and hash and pickle alike; none is changed."""
    again = replace(STEP)

    assert STEP == again
    assert 1 == len({STEP, again, pickle.loads(pickle.dumps(STEP))})  # noqa: S301  our own
    assert STEP != replace(STEP, units=(5,))
    with pytest.raises((FrozenInstanceError, AttributeError)):
        STEP.cells = ()  # type: ignore[misc]


def test_its_words() -> None:
    """Title and outcome, then the technique's own reason."""
    assert "r4c7=5" == STEP.outcome
    assert "the only 5 in box 6" == STEP.reason
    assert "Hidden Single: r4c7=5, the only 5 in box 6" == str(STEP)


def test_its_parts_are_values() -> None:
    """Sets and nodes are equal by what they hold, and say the usual by default."""
    assert CellSet((1, 2), (3,), "pivot") == CellSet((1, 2), (3,), role="pivot")
    assert Node(4, (0,), on=True) == Node(4, (0,), on=True, by=-1, after=())
