"""A scene drawn on pixels, by Pillow.

Upright and lying lines are laid on whole pixels, so that they are sharp; all else is
drawn larger and made smaller, so that it is smooth.

Digits and ASCII letters come from the font inside Pillow, the same on every machine, so
that no font need be installed.  That font has one weight and no slant: bold is drawn
with a wider pen, italic is sheared.  A caption with other letters is written in the
first font of this machine that has them all.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from satdoku.drawing.palette import PAPER
from satdoku.drawing.scene import (
    Circle,
    Curve,
    Polyline,
    Rect,
    Segments,
    Text,
    Texts,
    arrow_head,
)
from satdoku.drawing.svg import plain
from satdoku.errors import UsageError, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

    from satdoku.drawing.scene import Paint, Plain, Point, Scene


__all__ = ["drawn"]

_PEN = 0.026
"""How much wider bold is on every side, in sizes of the font."""

_SLANT = 0.2

_OTHERS = (
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "LiberationSans-Regular.ttf",
    "Arial.ttf",
    "arial.ttf",
    "Arial Unicode.ttf",
    "seguisym.ttf",
    "msgothic.ttc",
    "NotoSansCJK-Regular.ttc",
    "PingFang.ttc",
)
"""Fonts that Linux, macOS or Windows have, where Pillow finds them by name."""

_NOWHERE = "\U0010fffe"
"""A character that no font has, so that its picture is that of a missing one."""


class Stamp(NamedTuple):
    """A text as a mask, and where its middle is in it.

    Args:
        mask: How much of each pixel is covered, 0 to 255.
        start: Where the text starts, from the mask's left side.
        middle: The middle of the text's digits, from the mask's upper side.
        length: How far the text reaches.
    """

    mask: Image
    start: float
    middle: float
    length: float


class Glyphs:
    """Makes stamps, and keeps them."""

    def __init__(self) -> None:
        self._stamps: dict[tuple[str, int, bool, bool], Stamp] = {}

    def stamp(self, text: str, size: int, *, bold: bool, italic: bool) -> Stamp:
        """Return the stamp of a text, in a font of `size` pixels.

        Raises:
            UsageError: No font that can be found has all its characters.
        """
        key = (text, size, bold, italic)
        if key not in self._stamps:
            self._stamps[key] = _stamp(text, size, bold=bold, italic=italic)
        return self._stamps[key]


def _stamp(text: str, size: int, *, bold: bool, italic: bool) -> Stamp:
    from PIL import Image, ImageDraw  # noqa: PLC0415  heavy, and an extra

    font = _font(text, size)
    pen = max(1, round(size * _PEN)) if bold else 0
    left, top, right, bottom = font.getbbox(text, anchor="ls", stroke_width=pen)
    half = -font.getbbox("0", anchor="ls")[1] / 2
    lean = _SLANT if italic else 0.0
    pad = 1 + round(lean * (bottom - top))
    base = 1 - top  # the base line, from the upper side
    box = (round(right - left) + 2 * pad, round(bottom - top) + 2)
    mask = Image.new("L", box)
    place = (pad - left, base)
    ImageDraw.Draw(mask).text(
        place, text, fill=255, font=font, anchor="ls", stroke_width=pen
    )
    middle = base - half
    if italic:
        mask = mask.transform(
            box,
            Image.Transform.AFFINE,
            (1.0, lean, -lean * middle, 0.0, 1.0, 0.0),
            Image.Resampling.BICUBIC,
        )
    return Stamp(mask, pad - left, middle, font.getlength(text))


def _font(text: str, size: int) -> FreeTypeFont:
    font = _own_font(size)
    if _has(font, text):
        return font
    from PIL import ImageFont  # noqa: PLC0415  loaded by now

    for name in _OTHERS:
        try:
            font = ImageFont.truetype(name, size)
        except OSError:  # not on this machine
            continue
        if _has(font, text):
            return font
    own = _own_font(size)
    missing = next(mark for mark in text if not _has(own, mark))
    raise UsageError(
        f"no font was found that has '{printable(missing)}' for a PNG picture; write "
        "SVG, or another title"
    )


@cache
def _own_font(size: int) -> FreeTypeFont:
    """Return the font inside Pillow."""
    from PIL import ImageFont  # noqa: PLC0415  heavy, and an extra

    try:
        font = ImageFont.load_default(size)
    except ImportError:
        font = None
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise UsageError(
            "this Pillow was built without FreeType and cannot write text; install "
            'another: pip install --force-reinstall "satdoku[png]"'
        )
    return font


def _has(font: FreeTypeFont, text: str) -> bool:
    """Whether a font has every character of a text."""
    none = _picture(font, _NOWHERE)
    return all(mark == " " or _picture(font, mark) != none for mark in set(text))


def _picture(font: FreeTypeFont, mark: str) -> tuple[tuple[int, int], bytes]:
    from PIL import Image, ImageDraw  # noqa: PLC0415  loaded by now

    box = font.getbbox(mark, anchor="ls")
    image = Image.new(
        "L", (max(1, round(box[2] - box[0])), max(1, round(box[3] - box[1])))
    )
    ImageDraw.Draw(image).text((-box[0], -box[1]), mark, 255, font, anchor="ls")
    return image.size, image.tobytes()


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
