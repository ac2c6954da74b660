"""Shapes: what is computed of them."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import pytest

from satdoku.pictures.scene import (
    Circle,
    Group,
    Paint,
    Scene,
    Text,
    arrow_head,
    bent,
    hatching,
)

DOT = Circle(1, 2, 3, Paint(fill="#000000"))


def test_flat_keeps_the_order_of_groups_in_groups() -> None:
    """What is drawn first is under what comes later, groups or not."""
    first, second, third = (Text(0, 0, text, 1) for text in "abc")
    scene = Scene(9, 9, (first, Group((Group((second,)), DOT), "tip"), third))

    assert [first, second, DOT, third] == list(scene.flat())


@pytest.mark.parametrize("place", [(0.0, 0.0), (48.0, 0.0), (17.0, 31.0)])
def test_hatching_stays_inside_and_is_even(place: tuple[float, float]) -> None:
    """Every line rises, ends on the rectangle's sides, and the next is a gap away."""
    x, y = place
    lines = hatching(x, y, 20.0, 10.0, 3.0)

    assert len(lines) > 5
    for x1, y1, x2, y2 in lines:
        assert x <= x1 < x2 <= x + 20 + 1e-9
        assert y - 1e-9 <= y2 < y1 <= y + 10 + 1e-9
        assert x1 + y1 == pytest.approx(x2 + y2)
    distances = [
        (after[0] + after[1] - before[0] - before[1]) / hypot(1, 1)
        for before, after in pairwise(lines)
    ]
    assert [3.0] * len(distances) == pytest.approx(distances)


def test_hatchings_of_neighbours_join() -> None:
    """The lines of two rectangles side by side are one."""
    left = hatching(0, 0, 10, 10, 3)
    right = hatching(10, 0, 10, 10, 3)
    totals = {round(x + y, 6) for x, y, _, _ in left}

    assert {round(x + y, 6) for x, y, _, _ in right} & totals


def test_bent_passes_where_it_says() -> None:
    """The middle of the curve is as far from the straight way as asked, to the left."""
    curve = bent((0, 0), (10, 0), Paint(stroke="#000000"), bend=0.3)
    middle = (
        curve.start[1] + 3 * curve.first[1] + 3 * curve.second[1] + curve.end[1]
    ) / 8

    assert -3.0 == pytest.approx(middle)


def test_arrow_head_points_at_its_tip() -> None:
    """The tip is the tip, the base is square to the way, whatever its direction."""
    tip, one, two = arrow_head((0, 0), (3, 4), 2)
    base = ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)

    assert (3, 4) == tip
    assert (3 - 2 * 0.6, 4 - 2 * 0.8) == pytest.approx(base)
    assert 0.0 == pytest.approx((two[0] - one[0]) * 3 + (two[1] - one[1]) * 4)
    assert ((1, 1),) * 3 == arrow_head((1, 1), (1, 1), 5)
