"""Mutant fish, drawn."""

from __future__ import annotations

from satdoku.deduce.mutant_fish import finned_mutant_x_wing, mutant_x_wing
from tests.unit.deduce.pictures import drawn

MIXED = """
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


def test_a_row_and_a_column_as_base_sets() -> None:
    """They are held by a row and a box: the rest of the row is cleared."""
    (step,) = mutant_x_wing(drawn(MIXED))

    assert "r7c8<>1" == step.outcome
    assert ((0, 11), (6, 18)) == (step.units, step.covers)
    assert "1 is in row 7 and box 1 of row 1 and column 3 only" == step.reason


def test_the_first_is_the_one_of_all() -> None:
    """The one step of the usual search is the first of all there are."""
    (one,) = finned_mutant_x_wing(drawn(MIXED))
    every = list(finned_mutant_x_wing(drawn(MIXED, exhaustive=True)))

    assert one == every[0]
    assert len(every) > 1
