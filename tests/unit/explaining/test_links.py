"""Links of chains as curves: from disc to disc, on the board, told apart."""

from __future__ import annotations

from itertools import product
from math import hypot

import pytest

from satdoku.explaining.links import link_curve
from satdoku.explaining.marks import Link
from satdoku.geometry import Geometry
from satdoku.pictures.frame import Frame

FRAME = Frame(Geometry(3, 3))
RADIUS = 6.0


def test_kinds() -> None:
    """Strong links are whole, weak ones broken; each chain has its own colour."""
    ends = (((0, 1),), ((8, 1),))
    strong = link_curve(FRAME, Link(*ends, strong=True, chain=0), RADIUS)
    weak = link_curve(FRAME, Link(*ends, strong=False, chain=1), RADIUS)

    assert ("link-strong-1", ()) == (strong.name, strong.paint.dash)
    assert "link-weak-2" == weak.name
    assert weak.paint.dash
    assert strong.paint.stroke != weak.paint.stroke


def test_from_edge_to_edge() -> None:
    """A curve leaves candidates readable: it begins and ends beside them."""
    start, end = (0, 1), (40, 9)
    curve = link_curve(FRAME, Link((start,), (end,), strong=True, chain=0), RADIUS)
    for place, point in ((start, curve.start), (end, curve.end)):
        x, y = FRAME.candidate(*place)

        assert pytest.approx(RADIUS) == hypot(point[0] - x, point[1] - y)


def test_on_the_board() -> None:
    """No link between two candidates at the edge leaves the board."""
    edge = [(cell, digit) for cell in (0, 8, 36, 72, 76, 80) for digit in (1, 3, 7, 9)]
    for start, end in product(edge, edge):
        if start == end:
            continue
        curve = link_curve(FRAME, Link((start,), (end,), strong=True, chain=0), RADIUS)
        for x, y in (curve.first, curve.second):
            assert FRAME.left <= x <= FRAME.left + FRAME.side
            assert FRAME.top <= y <= FRAME.top + FRAME.side


def test_groups() -> None:
    """Of a group the nearest candidate is taken."""
    link = Link(((0, 1), (1, 1)), ((4, 1), (5, 1)), strong=True, chain=0)
    curve = link_curve(FRAME, link, RADIUS)

    assert link_curve(FRAME, Link(((1, 1),), ((4, 1),), True, 0), RADIUS) == curve  # noqa: FBT003  strong


def test_a_link_to_itself() -> None:
    """It is drawn without an error, whatever it means."""
    link = Link(((0, 1),), ((0, 1),), strong=True, chain=0)
    curve = link_curve(FRAME, link, RADIUS)

    assert curve.start == curve.end
