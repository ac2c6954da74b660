"""How ratings are spread: bars, their scale, and what has no bar."""

from __future__ import annotations

import pytest

from satdoku.explaining.histogram import Histogram
from satdoku.explaining.rating import rate
from satdoku.pictures.scene import Group, Segments, Text

EASY = "1... ..2. ..3. 4..."


@pytest.mark.parametrize(
    ("puzzles", "heights"),
    [
        (1, ["0", "1"]),
        (2, ["0", "1", "2"]),
        (7, ["0", "2", "4", "6", "8"]),
        (10, ["0", "2", "4", "6", "8", "10"]),
        (14, ["0", "5", "10", "15"]),
        (200, ["0", "50", "100", "150", "200"]),
        (201, ["0", "50", "100", "150", "200", "250"]),
    ],
)
def test_the_scale_is_round_and_not_too_high(puzzles: int, heights: list[str]) -> None:
    """It ends a little above the highest bar, at round numbers."""
    spread = Histogram("hodoku", "HoDoKu 2.2.0")
    rating = rate(EASY)
    for _ in range(puzzles):
        spread.add(rating)
    scene = spread.scene()

    assert heights == [
        shape.text
        for shape in scene.shapes
        if isinstance(shape, Text) and shape.anchor == "end"
    ]


def test_the_base_line_is_whole() -> None:
    """It is drawn upon the bars."""
    spread = Histogram("hodoku", "HoDoKu 2.2.0")
    spread.add(rate(EASY))
    shapes = spread.scene().shapes
    bars = [at for at, shape in enumerate(shapes) if isinstance(shape, Group)]
    bases = [
        at
        for at, shape in enumerate(shapes)
        if isinstance(shape, Segments) and shape.name == "base"
    ]

    assert [1, 1] == [len(bars), len(bases)]
    assert bases > bars


def test_one_is_no_several() -> None:
    """The title counts properly."""
    spread = Histogram("hodoku", "HoDoKu 2.2.0")
    spread.add(rate(EASY))

    assert "1 puzzle by HoDoKu 2.2.0" == spread.scene().title
