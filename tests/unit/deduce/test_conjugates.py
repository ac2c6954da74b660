"""Conjugate pairs."""

from __future__ import annotations

from collections import Counter

from satdoku.deduce.conjugates import Pair, pairs
from satdoku.deduce.one_digit import in_templates
from satdoku.deduce.path import every_step
from satdoku.deduce.shape import Shape
from satdoku.deduce.state import State
from satdoku.deduce.technique import Technique
from satdoku.geometry import Geometry
from tests.unit.deduce.pictures import cells_in, random_places


def test_units_with_two_cells() -> None:
    """One cell or three are no pair; the units asked for are told in order."""
    shape = Shape.of(Geometry(2, 2))
    where = cells_in("x..x xxx. ...x ....")

    assert [Pair(0, 0, 3), Pair(4, 0, 4), Pair(7, 3, 11), Pair(9, 3, 6)] == pairs(
        shape, where, range(12)
    )


def test_nothing_is_removed_that_a_template_needs() -> None:
    """Skyscrapers, kites and empty rectangles leave every way to place the digit.

    And no outcome of any of them is told twice.
    """
    shape = Shape.of(Geometry(3, 3))
    wanted = {
        Technique.SKYSCRAPER,
        Technique.TWO_STRING_KITE,
        Technique.DUAL_TWO_STRING_KITE,
        Technique.EMPTY_RECTANGLE,
        Technique.DUAL_EMPTY_RECTANGLE,
    }
    found: Counter[Technique] = Counter()
    for where in random_places(shape.geometry, 60, 7):
        state = State(shape)
        for cell in range(81):
            if not where >> cell & 1:
                state.remove(cell, 1)
        steps = list(every_step(state, wanted))
        assert len({(step.technique, step.removes) for step in steps}) == len(steps)
        for step in steps:
            found[step.technique] += 1
            for cell, _ in step.removes:
                assert not in_templates(shape, where) >> cell & 1, str(step)
    assert wanted == {*found}
