"""A scene drawn on pixels, by Pillow.

Upright and lying lines are laid on whole pixels, so that they are sharp; all else is
drawn larger and made smaller, so that it is smooth.
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

from satdoku.pictures.glyphs import Glyphs
from satdoku.pictures.palette import PAPER
from satdoku.pictures.plain import plain
from satdoku.pictures.scene import (
    Circle,
    Curve,
    Polyline,
    Rect,
    Segments,
    Text,
    Texts,
    arrow_head,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from PIL.Image import Image

    from satdoku.pictures.scene import Paint, Plain, Point, Scene

__all__ = ["drawn"]

_PIXELS = 32_000_000
"""The most pixels that are drawn to be made fewer."""

_FINEST = 4
_STEPS = 24
"""The straight lines that a curve is drawn by."""


def drawn(scene: Scene, width: int, height: int) -> Image:
    """Draw a scene on an image of so many pixels.

    Raises:
        UsageError: No font has a character of a text.
    """
    fine = _FINEST
    while fine > 1 and width * height * fine * fine > _PIXELS:
        fine -= 1
    canvas = _Canvas(scene, width, height, fine)
    for shape in scene.flat():
        canvas.draw(shape)
    return canvas.image if fine == 1 else canvas.image.reduce(fine)


class _Canvas:
    """An image, `fine` times as large as it will be."""

    def __init__(self, scene: Scene, width: int, height: int, fine: int) -> None:
        from PIL import Image, ImageDraw  # noqa: PLC0415  heavy, and an extra

        size = (width * fine, height * fine)
        self.image = Image.new("RGB", size, scene.paper or PAPER)
        self._pen = ImageDraw.Draw(self.image)
        self._fine = fine
        self._scale = width / scene.width
        self._units = self._scale * fine
        self._glyphs = Glyphs()

    def draw(self, shape: Plain) -> None:
        """Draw one shape."""
        if isinstance(shape, Text):
            self._text(shape)
        elif isinstance(shape, Texts):
            for text in shape.each():
                self._text(text)
        elif isinstance(shape, Rect):
            self._rect(shape)
        elif isinstance(shape, Circle):
            self._circle(shape)
        elif isinstance(shape, Segments):
            for x1, y1, x2, y2 in shape.lines:
                self._path(((x1, y1), (x2, y2)), shape.paint)
        elif isinstance(shape, Curve):
            points = tuple(_along(shape))
            self._path(points, shape.paint)
            self._head(shape.second, shape.end, shape.head, shape.paint)
        else:
            self._polyline(shape)

    def _polyline(self, shape: Polyline) -> None:
        points = shape.points
        if shape.closed:
            if shape.paint.fill is not None:
                self._pen.polygon(self._places(points), fill=shape.paint.fill)
            points = (*points, points[0])
        self._path(points, shape.paint)
        self._head(shape.points[-2], shape.points[-1], shape.head, shape.paint)

    def _rect(self, shape: Rect) -> None:
        paint = shape.paint
        x1, y1 = shape.x, shape.y
        x2, y2 = x1 + shape.width, y1 + shape.height
        if shape.radius or paint.dash:
            self._round_rect(shape)
            return
        if paint.fill is not None:
            left, top, right, bottom = map(self._snapped, (x1, y1, x2, y2))
            self._block(left, top, right, bottom, paint.fill)
        if paint.stroke is None:
            return
        # The corners belong to the lying lines, which are longer by half a width.
        half = paint.width / 2
        for y in (y1, y2):
            self._straight((x1 - half, y), (x2 + half, y), paint.stroke, paint.width)
        for x in (x1, x2):
            self._straight((x, y1), (x, y2), paint.stroke, paint.width)

    def _round_rect(self, shape: Rect) -> None:
        paint = shape.paint
        (left, top), (right, bottom) = self._places(
            ((shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height))
        )
        half = self._line_width(paint) / 2 if paint.stroke else 0
        self._pen.rounded_rectangle(
            (left - half, top - half, right + half, bottom + half),
            radius=shape.radius * self._units + half,
            fill=paint.fill,
            outline=None if paint.dash else paint.stroke,
            width=self._line_width(paint) if paint.stroke else 0,
        )
        if paint.dash:
            x1, y1, x2, y2 = shape.x, shape.y, shape.x + shape.width, shape.y
            y2 += shape.height
            self._path(((x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1)), paint)

    def _circle(self, shape: Circle) -> None:
        paint = shape.paint
        width = self._line_width(paint) if paint.stroke else 0
        radius = shape.radius * self._units + width / 2
        x, y = shape.x * self._units, shape.y * self._units
        self._pen.ellipse(
            (x - radius, y - radius, x + radius, y + radius),
            fill=paint.fill,
            outline=paint.stroke,
            width=width,
        )

    def _path(self, points: Sequence[Point], paint: Paint) -> None:
        if paint.stroke is None:
            return
        if paint.dash:
            for dash in _dashes(points, paint.dash):
                self._pen.line(
                    self._places(dash), paint.stroke, self._line_width(paint), "curve"
                )
            return
        if len(points) == 2 and (
            points[0][0] == points[1][0] or points[0][1] == points[1][1]
        ):
            self._straight(points[0], points[1], paint.stroke, paint.width)
            return
        self._pen.line(
            self._places(points), paint.stroke, self._line_width(paint), "curve"
        )

    def _straight(self, one: Point, two: Point, colour: str, width: float) -> None:
        """Draw an upright or a lying line on whole pixels of the finished picture."""
        wide = max(1, round(width * self._scale))
        (x1, y1), (x2, y2) = sorted((one, two))
        if y1 == y2:
            top = round(y1 * self._scale - wide / 2)
            self._block(self._snapped(x1), top, self._snapped(x2), top + wide, colour)
        else:
            left = round(x1 * self._scale - wide / 2)
            self._block(left, self._snapped(y1), left + wide, self._snapped(y2), colour)

    def _block(self, left: int, top: int, right: int, bottom: int, colour: str) -> None:
        """Fill whole pixels of the finished picture."""
        fine = self._fine
        if right > left and bottom > top:
            self._pen.rectangle(
                (left * fine, top * fine, right * fine - 1, bottom * fine - 1), colour
            )

    def _head(self, before: Point, tip: Point, length: float, paint: Paint) -> None:
        if length and paint.stroke is not None:
            corners = arrow_head(before, tip, length)
            self._pen.polygon(self._places(corners), fill=paint.stroke)

    def _text(self, shape: Text) -> None:
        text = plain(shape.text)
        size = max(1, round(shape.size * self._units))
        stamp = self._glyphs.stamp(text, size, bold=shape.bold, italic=shape.italic)
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor]
        x = shape.x * self._units - stamp.start - share * stamp.length
        y = shape.y * self._units - stamp.middle
        self.image.paste(shape.colour, (round(x), round(y)), stamp.mask)

    def _snapped(self, units: float) -> int:
        return round(units * self._scale)

    def _line_width(self, paint: Paint) -> int:
        return max(1, round(paint.width * self._units))

    def _places(self, points: Iterable[Point]) -> list[tuple[float, float]]:
        return [(x * self._units, y * self._units) for x, y in points]


def _along(curve: Curve) -> Iterator[Point]:
    """Yield points of a curve, its ends included."""
    corners = (curve.start, curve.first, curve.second, curve.end)
    for step in range(_STEPS + 1):
        t = step / _STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        yield (
            sum(w * x for w, (x, _) in zip(weights, corners, strict=True)),
            sum(w * y for w, (_, y) in zip(weights, corners, strict=True)),
        )


def _dashes(points: Sequence[Point], dash: tuple[float, ...]) -> Iterator[list[Point]]:
    """Cut a way into its dashes: lines and gaps in turn, over its corners.

    Example:
        >>> list(_dashes([(0, 0), (5, 0)], (2, 1)))
        [[(0, 0), (2.0, 0.0)], [(3.0, 0.0), (5.0, 0.0)]]
    """
    lengths = dash if len(dash) % 2 == 0 else dash * 2
    at, left = 0, lengths[0]
    drawn_now: list[Point] = [points[0]]
    for (x1, y1), (x2, y2) in pairwise(points):
        whole = hypot(x2 - x1, y2 - y1)
        gone = 0.0
        while whole - gone > left:
            gone += left
            share = gone / whole
            place = (x1 + share * (x2 - x1), y1 + share * (y2 - y1))
            if at % 2 == 0:
                yield [*drawn_now, place]
            at = (at + 1) % len(lengths)
            left = lengths[at]
            drawn_now = [place]
        left -= whole - gone
        drawn_now.append((float(x2), float(y2)))
    if at % 2 == 0 and len(drawn_now) > 1:
        yield drawn_now
