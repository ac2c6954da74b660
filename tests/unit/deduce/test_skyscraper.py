"""Skyscrapers, drawn."""

from __future__ import annotations

from satdoku.deduce.notation import chain_text
from satdoku.deduce.skyscraper import skyscraper
from tests.unit.deduce.pictures import drawn

PLAIN = """
    ...x.....
    x........
    ..x.....x
    ..x......
    ....xx...
    .x...x...
    .........
    .......x.
    .........
"""
CROSSED = """
    .x.x.....
    .......xx
    ...xx....
    x.x......
    .........
    .........
    .....x...
    .........
    x........
"""


def test_two_rows_that_meet_in_a_column() -> None:
    """One of the free ends holds the digit: what sees both is cleared."""
    (step,) = skyscraper(drawn(PLAIN))

    assert "r6c6<>1" == step.outcome
    assert (4, 5, 14) == step.units
    assert "(1)r5c5=(1)r5c6-(1)r6c6=(1)r6c2" == chain_text(
        step.geometry, step.chains[0]
    )
    assert (
        "1 is at r5c5 or r6c2: rows 5 and 6 have it there or in column 6, which holds "
        "it once"
    ) == step.reason


def test_right_end_above_left_end() -> None:
    """HoDoKu looks past these, so they come only when every step is asked for."""
    assert [] == list(skyscraper(drawn(CROSSED)))
    assert ["r1c4<>1"] == [
        step.outcome for step in skyscraper(drawn(CROSSED, exhaustive=True))
    ][:1]


def test_an_x_wing_is_none() -> None:
    """Both ends in line: that is an X-Wing."""
    x_wing = "xxxx x..x .... x..x"

    assert [] == list(skyscraper(drawn(x_wing)))
