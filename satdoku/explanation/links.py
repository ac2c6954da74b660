"""The links of chains as curves with arrows, from candidate to candidate.

A curve leaves the edge of the disc around a candidate and ends at that of another.
Straight lines would run through the candidates between the two, and lie on each other
where a chain goes there and back; so every link is bent, a short one more for its
length than a long one; at the edge of the board, inwards.
"""

from __future__ import annotations

from itertools import product
from math import hypot
from typing import TYPE_CHECKING

from satdoku.drawing import vector
from satdoku.drawing.palette import BLUE, DARK_ORANGE, DARK_PURPLE, DARK_VERMILION
from satdoku.drawing.vector import Paint

if TYPE_CHECKING:
    from satdoku.drawing.scene import Frame
    from satdoku.drawing.vector import Point, Shape
    from satdoku.explanation.marks import Link

__all__ = ["link_curve"]

_COLOURS = (DARK_PURPLE, BLUE, DARK_VERMILION, DARK_ORANGE)
"""Of the first, second, … chain of a step; then they come again."""

_BEND, _NEAR, _MOST = 0.1, 8.0, 26.0
"""How far a link is bent: a share of its length and so much more, but no more."""


def link_curve(frame: Frame, link: Link, radius: float, *, thin: bool = False) -> Shape:
    """Draw a link.

    Args:
        frame: Where candidates are.
        link: The link.
        radius: Of the discs around candidates.
        thin: Whether it is one of so many that digits below could not be read.

    Example:
        >>> from satdoku.explanation.marks import Link
        >>> from satdoku.geometry import Geometry
        >>> from satdoku.drawing.scene import Frame
        >>> link = Link(((0, 1),), ((8, 1),), strong=True, chain=0)
        >>> link_curve(Frame(Geometry(9, 9)), link, 6)[:28]
        '<path class="link-strong-1" '
    """
    length, start, end = _nearest(frame, link)
    number = link.chain % len(_COLOURS)
    name = f"link-{'strong' if link.strong else 'weak'}-{number + 1}"
    dash = () if link.strong else (4.0, 3.0)
    width, head = (0.8, 3.5) if thin else (1.7, 5.0)
    paint = Paint(stroke=_COLOURS[number], width=width, dash=dash)
    bend = min(_BEND * length + _NEAR, _MOST) / length
    first, second = _bent(start, end, bend)
    if not _is_inside(frame, first, second):
        first, second = _bent(start, end, -bend)
    start, end = _towards(start, first, radius), _towards(end, second, radius)
    return vector.curve((start, first, second, end), paint, head=head, name=name)


def _bent(start: Point, end: Point, bend: float) -> tuple[Point, Point]:
    """Return the controls of a curve that leaves the straight way to the left.

    It gets as far from it as `bend` says, a share of its length; to the right if < 0.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    # A cubic whose controls are off by h is off by 3/4 h in its middle.
    off = bend * 4 / 3
    return (
        (start[0] + dx / 4 + off * dy, start[1] + dy / 4 - off * dx),
        (start[0] + dx * 3 / 4 + off * dy, start[1] + dy * 3 / 4 - off * dx),
    )


def _nearest(frame: Frame, link: Link) -> tuple[float, Point, Point]:
    """Return how far two candidates of the ends are from each other, and where.

    A link of groups is drawn between the two that are nearest.
    """
    starts = [frame.candidate(*place) for place in link.start]
    ends = [frame.candidate(*place) for place in link.end]
    return min(
        (hypot(end[0] - start[0], end[1] - start[1]) or 1.0, start, end)
        for start, end in product(starts, ends)
    )


def _is_inside(frame: Frame, *controls: Point) -> bool:
    """Whether a curve stays on the board, judging by its controls."""
    left, top, side = frame.left, frame.top, frame.side
    return all(left <= x <= left + side and top <= y <= top + side for x, y in controls)


def _towards(point: Point, other: Point, far: float) -> Point:
    """Return the point that is so far on the way to another."""
    dx, dy = other[0] - point[0], other[1] - point[1]
    length = hypot(dx, dy)
    if length <= far:
        return point
    return point[0] + dx * far / length, point[1] + dy * far / length
