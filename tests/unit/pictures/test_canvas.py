"""Shapes on pixels."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("PIL", reason="Pillow draws PNG")

from satdoku.pictures.canvas import _dashes, drawn
from satdoku.pictures.scene import (
    Circle,
    Curve,
    Group,
    Paint,
    Polyline,
    Rect,
    Scene,
    Segments,
    Shape,
    Text,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

INK = Paint(fill="#000000")
LINE = Paint(stroke="#000000", width=2)
BLACK, WHITE = (0, 0, 0), (255, 255, 255)


def pixel(shapes: Sequence[Shape], x: int, y: int) -> object:
    """Draw shapes on 40x40 pixels and look at one."""
    return drawn(Scene(40, 40, tuple(shapes)), 40, 40).getpixel((x, y))


@pytest.mark.parametrize(
    ("shape", "inked", "blank"),
    [
        (Rect(10, 10, 20, 10, INK), (10, 10), (9, 9)),
        (Rect(10, 10, 20, 10, INK), (29, 19), (30, 20)),
        (Rect(10, 10, 20, 10, LINE), (9, 9), (20, 15)),
        (Rect(10, 10, 20, 10, LINE), (30, 20), (32, 22)),
        (Rect(10, 10, 20, 20, INK, radius=10), (20, 20), (10, 10)),
        (Rect(10, 10, 20, 20, LINE, radius=4), (20, 10), (20, 20)),
        (Circle(20, 20, 10, INK), (20, 20), (11, 11)),
        (Circle(20, 20, 10, LINE), (20, 10), (20, 20)),
        (Segments(((0, 5, 40, 5), (7, 0, 7, 40)), LINE), (7, 30), (20, 20)),
        (Polyline(((0, 0), (40, 40)), LINE), (20, 20), (30, 10)),
        (Polyline(((0, 0), (40, 0), (0, 40)), INK, closed=True), (5, 5), (35, 35)),
        (Polyline(((5, 20), (30, 20)), LINE, head=10), (22, 21), (22, 27)),
        (Curve((0, 20), (0, 20), (40, 20), (40, 20), LINE), (20, 20), (20, 25)),
        (Curve((0, 0), (40, 0), (40, 0), (40, 40), LINE), (35, 5), (20, 20)),
        (
            Curve((5, 20), (10, 20), (20, 20), (30, 20), LINE, head=10),
            (22, 21),
            (22, 27),
        ),
        (Group((Group((Rect(0, 0, 5, 5, INK),)),)), (2, 2), (7, 7)),
        (Text(20, 20, "I", 30, bold=True), (20, 20), (5, 20)),
        (Text(0, 20, "I", 30, anchor="start"), (4, 20), (20, 20)),
        (Text(40, 20, "H", 30, anchor="end"), (36, 12), (9, 12)),
    ],
)
def test_shapes_ink_what_they_should(
    shape: Shape, inked: tuple[int, int], blank: tuple[int, int]
) -> None:
    """One pixel of each is ink, one beside it is not."""
    assert BLACK == pixel([shape], *inked)
    assert WHITE == pixel([shape], *blank)


def test_later_shapes_cover_earlier_ones() -> None:
    """As in SVG."""
    under = Rect(0, 0, 40, 40, INK)
    over = Rect(10, 10, 20, 20, Paint(fill="#ff0000"))

    assert (255, 0, 0) == pixel([under, over], 20, 20)
    assert BLACK == pixel([over, under], 20, 20)


def test_nothing_is_drawn_without_paint() -> None:
    """No fill and no stroke; paper as it is asked for."""
    shapes = (
        Rect(0, 0, 40, 40, Paint()),
        Circle(20, 20, 9, Paint()),
        Polyline(((0, 0), (40, 40)), Paint(), head=9),
    )

    assert WHITE == pixel(shapes, 20, 20)
    scene = Scene(4, 4, (), paper="#123456")
    assert (0x12, 0x34, 0x56) == drawn(scene, 4, 4).getpixel((1, 1))


def test_thin_lines_do_not_vanish() -> None:
    """However small the picture is, a line is a pixel wide."""
    scene = Scene(400, 400, (Segments(((0, 200, 400, 200),), LINE),))
    column = [drawn(scene, 20, 20).getpixel((10, y)) for y in range(20)]

    assert 1 == column.count(BLACK)


def test_slanted_text_leans_to_the_right() -> None:
    """Its upper half is further to the right than its lower."""
    image = drawn(Scene(40, 40, (Text(20, 20, "I", 40, italic=True),)), 80, 80)
    dark = [[x for x in range(80) if image.getpixel((x, y)) == BLACK] for y in (28, 52)]

    assert dark[0]
    assert dark[1]
    assert min(dark[0]) >= max(dark[1])


def test_bold_is_heavier() -> None:
    """By far more than by chance."""
    ink = {}
    for bold in (False, True):
        image = drawn(Scene(40, 40, (Text(20, 20, "8", 40, bold=bold),)), 80, 80)
        ink[bold] = sum(255 - value for value in image.convert("L").tobytes())

    assert ink[True] > 1.3 * ink[False]


@pytest.mark.parametrize("dash", [(3.0, 2.0), (4.0,), (1.0, 1.0, 5.0, 1.0)])
def test_dashes_go_round_corners(dash: tuple[float, ...]) -> None:
    """Their lengths are those asked for, along the way, to its very end."""
    way = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]
    found = list(_dashes(way, dash))
    lengths = [
        sum(
            hypot(after[0] - before[0], after[1] - before[1])
            for before, after in pairwise(line)
        )
        for line in found
    ]
    wanted = dash[::2] if len(dash) % 2 == 0 else dash

    assert len(lengths) > 2
    for index, length in enumerate(lengths[:-1]):
        assert length == pytest.approx(wanted[index % len(wanted)])
    assert 0 < lengths[-1] <= max(dash)
    assert [] == [place for line in found for place in line if not on(way, place)]


def on(way: Sequence[tuple[float, float]], place: tuple[float, float]) -> bool:
    """Whether a place lies on an upright or lying way."""
    x, y = place
    return any(
        min(x1, x2) - 1e-9 <= x <= max(x1, x2) + 1e-9
        and min(y1, y2) - 1e-9 <= y <= max(y1, y2) + 1e-9
        for (x1, y1), (x2, y2) in pairwise(way)
    )


def test_dash_is_bent_at_a_corner() -> None:
    """And the next begins where its gap ends."""
    found = list(_dashes([(0, 0), (10, 0), (10, 10)], (4,)))

    assert [(8.0, 0.0), (10.0, 0.0), (10.0, 2.0)] == found[1]
    assert [(10.0, 6.0), (10.0, 10.0)] == found[2]


def test_dashed_line_has_gaps() -> None:
    """Ink and paper in turn along a line, and along the sides of a rectangle."""
    paint = Paint(stroke="#000000", width=2, dash=(10, 10))
    for shape in (
        Segments(((0, 20, 40, 20),), paint),
        Rect(0, 20, 40, 15, paint),
        Rect(0, 20, 40, 15, paint, radius=3),
    ):
        assert BLACK == pixel([shape], 5, 20)
        assert WHITE == pixel([shape], 15, 20)
        assert BLACK == pixel([shape], 25, 20)
