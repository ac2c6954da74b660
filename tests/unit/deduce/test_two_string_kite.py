"""2-String Kites, drawn."""

from __future__ import annotations

from satdoku.deduce.two_string_kite import dual_two_string_kite, two_string_kite
from tests.unit.deduce.pictures import drawn

KITE = """
    ....x.x..
    ....x....
    .x.....x.
    x...x..x.
    .........
    ..x......
    .........
    ..x......
    .........
"""
DUAL = """
    x......x.
    ....x....
    ...x....x
    x..x...xx
    ..x......
    ..x...x..
    .........
    .........
    .........
"""


def test_a_row_and_a_column_tied_in_a_box() -> None:
    """The cell that sees both free ends is cleared."""
    (step,) = two_string_kite(drawn(KITE))

    assert "r4c5<>1" == step.outcome
    assert ((0, 16, 20), (4, 6, 25, 34)) == (step.units, step.cells)
    assert (
        "1 is at r1c5 or r4c8: row 1 and column 8 have it there or in box 3, which "
        "holds it once"
    ) == step.reason


def test_dual() -> None:
    """Two kites at the same two cells of a box clear a cell each."""
    (step,) = dual_two_string_kite(drawn(DUAL))

    assert "r4c14<>1" == step.outcome
    assert 2 == len(step.chains)
    assert (
        "1 is at r1c1 or r4c9: row 1 and column 9 have it there or in box 3, which "
        "holds it once; 1 is at r3c4 or r4c8: row 3 and column 8 have it there or in "
        "box 3, which holds it once"
    ) == step.reason


def test_every_kite() -> None:
    """Asked for every step, each outcome is told once; the first stays the first."""
    every = [step.outcome for step in two_string_kite(drawn(DUAL, exhaustive=True))]
    (first,) = two_string_kite(drawn(DUAL))

    assert first.outcome == every[0]
    assert {"r4c1<>1", "r4c4<>1"} <= {*every}
    assert len({*every}) == len(every)
