"""Empty rectangles, drawn."""

from __future__ import annotations

from satdoku.deduce.empty_rectangle import dual_empty_rectangle, empty_rectangle
from satdoku.deduce.notation import chain_text
from tests.unit.deduce.pictures import drawn

BOX = """
    x..x.x.xx
    ........x
    x........
    ...x....x
    ......x..
    .........
    ....x..x.
    .........
    .........
"""
TWO = """
    x......x.
    .....xx..
    ...x....x
    .x.......
    .........
    ...x..x..
    .........
    ..x......
    .........
"""


def test_a_box_with_a_row_and_a_column() -> None:
    """What sees the column of the box and the far cell of the pair is cleared."""
    (step,) = empty_rectangle(drawn(BOX))

    assert "r4c9<>1" == step.outcome
    assert (20, 0, 17, 12) == step.units
    assert "(1)r4c4=(1)r1c4-(1)r1c89=(1)r2c9" == chain_text(
        step.geometry, step.chains[0]
    )
    assert (
        "1 is in row 1 or column 9 of box 3, and at r1c4 or r4c4 in column 4: as row 1 "
        "holds it once, it is at r4c4 or r2c9"
    ) == step.reason


def test_two_candidates_in_the_box() -> None:
    """A Turbot Fish as well: told only when every step is asked for."""
    assert [] == list(empty_rectangle(drawn(TWO)))
    assert "r6c4<>1" in [
        step.outcome for step in empty_rectangle(drawn(TWO, exhaustive=True))
    ]


def test_dual() -> None:
    """Two of one box clear a cell each."""
    (step,) = dual_empty_rectangle(drawn(BOX))

    assert ((3, 1), (35, 1)) == step.removes
    assert 2 == len(step.chains)
    assert step.reason.endswith(
        "; 1 is in column 9 or row 1 of box 3, and at r4c9 or r4c4 in row 4: as column "
        "9 holds it once, it is at r4c4 or r1c8"
    )
