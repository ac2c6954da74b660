"""Franken fish, drawn."""

from __future__ import annotations

from satdoku.deduce.franken_fish import (
    finned_franken_swordfish,
    finned_franken_x_wing,
    franken_x_wing,
)
from tests.unit.deduce.pictures import drawn

BOX = """
    x........
    ......x..
    ..xx...x.
    ....x....
    .........
    .........
    ..x....x.
    .........
    ......x..
"""
SHARED = """
    ....x....
    .xx......
    .......x.
    ...x....x
    .........
    .........
    ......x..
    .x.......
    ....xx...
"""


def test_a_box_as_cover_set() -> None:
    """Two rows are held by a column and a box: the rest of the box is cleared."""
    (step,) = franken_x_wing(drawn(BOX))

    assert "r3c8<>1" == step.outcome
    assert ((0, 1), (9, 20), (0, 15)) == (step.units, step.covers, step.cells)
    assert "1 is in column 1 and box 3 of rows 1 and 2 only" == step.reason


def test_cannibal() -> None:
    """A candidate of the base sets that is in two cover sets goes."""
    (step,) = finned_franken_x_wing(drawn(BOX))

    assert ((20, 1),) == step.removes
    assert 20 in step.cells
    assert (
        "1 is in column 3 and box 1 of rows 1 and 3, or else in one of the fins r3c48, "
        "which r3c3 sees as well; r3c3 would use up two cover sets"
    ) == step.reason


def test_endo_fin() -> None:
    """A candidate in two base sets counts as a fin."""
    (step,) = finned_franken_swordfish(drawn(SHARED))

    assert ["endo fin"] == [each.role for each in step.sets]
    assert (
        "1 is in columns 2, 3 and 5 of rows 1 and 2 and box 2, or else in the fin "
        "r1c5, which r9c5 sees as well; r1c5 counts as a fin, being in two base sets"
    ) == step.reason


def test_siamese() -> None:
    """Two fish on the same base sets are one step, too, if every step is asked for."""
    steps = list(finned_franken_x_wing(drawn(BOX, exhaustive=True)))
    twins = [step for step in steps if len(step.covers) == 2 * len(step.units)]
    outcomes = {step.removes for step in steps}

    assert len(outcomes) == len(steps)
    assert (
        "r3c8<>1, r9c7<>1, 1 is in column 3 and box 3 of rows 2 and 7, or else in the "
        "fin r7c8; and it is in column 3 and box 9 of them, or else in the fin r2c7; "
        "each time, what sees the fins can go"
    ) in [f"{step.outcome}, {step.reason}" for step in twins]
