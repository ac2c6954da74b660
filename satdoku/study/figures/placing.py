"""Where names of points go, so that each can be read and told whose it is.

A name may stand around its point, close to it or farther off with a line that leads
there.  Each takes the place that costs least: to lie over points, names or lines costs
most, to have a line that crosses another or leads over a point costs, too, and so does
every bit of distance.  Those that have least space around them choose first, and all
choose once more when they know of each other.

Lengths are in points of type, from the lower left.
"""

from __future__ import annotations

from itertools import product
from math import dist
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Box", "Place", "placed"]

_DOT = 3.5  # half of a point's mark, and some space
_CLOSE = 5.0
_FARTHER = (12.0, 18.0, 26.0, 36.0, 48.0, 62.0, 78.0)
_SIDES = ((1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1), (0, 1), (0, -1))
_SLOPES = (0.0, 0.5, 1.0)
_OVER = 2.0
"""What it costs to lie over something, a square point of it."""

_CROSSING = 60.0
"""What it costs that lines cross, or lead over a point."""

_PASSES = 3

_Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle: left, bottom, right, top."""

    left: float
    bottom: float
    right: float
    top: float


class Place(NamedTuple):
    """Where a name stands: how far from its point, and at which side of it."""

    away: _Point
    side: tuple[int, int]
    has_line: bool


def placed(points: Sequence[_Point], sizes: Sequence[_Point], room: Box) -> list[Place]:
    """Choose a place for the name of each point.

    Args:
        points: Where the points are.
        sizes: How wide and high each name is.
        room: Where names are to stay.

    Example:
        >>> placed([(50.0, 50.0)], [(20.0, 6.0)], Box(0, 0, 100, 100))
        [Place(away=(5.0, 0.0), side=(1, 0), has_line=False)]
        >>> placed([(90.0, 50.0)], [(20.0, 6.0)], Box(0, 0, 100, 100))
        [Place(away=(-5.0, 0.0), side=(-1, 0), has_line=False)]
    """
    dots = [Box(x - _DOT, y - _DOT, x + _DOT, y + _DOT) for x, y in points]
    chosen: dict[int, Place] = {}
    order = sorted(range(len(points)), key=lambda one: (_space(points, one), one))
    for _ in range(_PASSES):
        for one in order:
            chosen.pop(one, None)
            boxes = [_box(points[each], sizes[each], chosen[each]) for each in chosen]
            lines = [
                (points[each], _end(points[each], place))
                for each, place in chosen.items()
                if place.has_line
            ]
            others = dots[:one] + dots[one + 1 :]

            def cost(
                place: Place,
                one: int = one,
                taken: Sequence[Box] = (*boxes, *dots),
                lines: Sequence[tuple[_Point, _Point]] = lines,
                boxes: Sequence[Box] = (*boxes, *others),
            ) -> float:
                box = _box(points[one], sizes[one], place)
                beyond = sizes[one][0] * sizes[one][1] - _shared(box, room)
                found = _OVER * (beyond + sum(_shared(box, other) for other in taken))
                found += _CROSSING * sum(_meets(line, box) for line in lines)
                if place.has_line:
                    mine = points[one], _end(points[one], place)
                    found += _CROSSING * sum(_meets(mine, other) for other in boxes)
                    found += _CROSSING * sum(_cross(mine, line) for line in lines)
                return found + 0.35 * dist((0, 0), place.away)

            chosen[one] = min(_PLACES, key=cost)
    return [chosen[one] for one in range(len(points))]


def _places() -> Iterator[Place]:
    for across, up in _SIDES:
        away = _CLOSE * (0.75 if across and up else 1)
        yield Place((across * away, up * away), (across, up), has_line=False)
    for far, slope, (across, up) in product(_FARTHER, _SLOPES, _SIDES):
        if across and not up:
            for turn in (1, -1) if slope else (1,):
                yield Place(
                    (across * far, turn * slope * far), (across, 0), has_line=True
                )
        elif slope == 1:
            yield Place((across * far * 0.3, up * far), (across, up), has_line=True)


_PLACES = tuple(_places())


def _space(points: Sequence[_Point], one: int) -> float:
    """Return how far the third nearest point is, or the farthest of fewer."""
    others = sorted(dist(points[one], point) for point in points)
    return others[min(3, len(others) - 1)]


def _end(point: _Point, place: Place) -> _Point:
    """Return where the line to a name ends."""
    return point[0] + place.away[0], point[1] + place.away[1]


def _box(point: _Point, size: _Point, place: Place) -> Box:
    """Return what a name covers."""
    x, y = _end(point, place)
    across, up = place.side
    left = x + (across - 1) * size[0] / 2
    bottom = y + (up - 1) * size[1] / 2
    return Box(left, bottom, left + size[0], bottom + size[1])


def _shared(one: Box, other: Box) -> float:
    """Return the area that two rectangles share."""
    wide = min(one.right, other.right) - max(one.left, other.left)
    high = min(one.top, other.top) - max(one.bottom, other.bottom)
    return max(wide, 0) * max(high, 0)


def _cross(one: tuple[_Point, _Point], other: tuple[_Point, _Point]) -> bool:
    """Whether two lines cross."""
    return _parts(one, other) and _parts(other, one)


def _parts(line: tuple[_Point, _Point], ends: tuple[_Point, _Point]) -> bool:
    """Whether two points lie on different sides of a line made endless."""
    (x, y), (to_x, to_y) = line
    first, second = (
        (to_x - x) * (end[1] - y) - (to_y - y) * (end[0] - x) for end in ends
    )
    return first * second < 0


def _meets(line: tuple[_Point, _Point], box: Box) -> bool:
    """Whether a line leads over a rectangle: it ends in it, or crosses a diagonal."""
    left, bottom, right, top = box
    return any(left < x < right and bottom < y < top for x, y in line) or any(
        _cross(line, diagonal)
        for diagonal in (
            ((left, bottom), (right, top)),
            ((left, top), (right, bottom)),
        )
    )
