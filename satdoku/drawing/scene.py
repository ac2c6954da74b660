"""A picture as a value: a size, and shapes in the order in which they are drawn.

Lengths are in units of the scene, x to the right and y down; whoever renders scales
them.  Colours are `#rrggbb` (see `palette`).  A renderer knows these shapes:

    Rect, Circle, Polyline, Curve, Text     shapes
    Segments, Texts                         many lines, or texts, drawn alike
    Group                                   shapes with a name or a tooltip

Text stands with the middle of its digits at (x, y), so that centring a digit in a cell
is giving the cell's centre.  `name` is what a shape is ("clue", "candidate"): SVG shows
it as its class, for style sheets and tests; it changes nothing in the drawing.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, hypot, sin, sqrt
from typing import TYPE_CHECKING, Literal, TypeAlias

from satdoku.drawing.palette import INK, PAPER

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "Anchor",
    "Circle",
    "Curve",
    "Group",
    "Paint",
    "Plain",
    "Point",
    "Polyline",
    "Rect",
    "Scene",
    "Segments",
    "Shape",
    "Text",
    "Texts",
    "arrow_head",
    "bent",
    "hatching",
]

Point: TypeAlias = tuple[float, float]
Anchor: TypeAlias = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Paint:
    """How a shape is filled and its line drawn.

    Args:
        fill: The colour inside; None for nothing.
        stroke: The colour of the line; None for no line.
        width: How wide the line is.
        dash: Lengths of line and gap in turn; empty for a line without gaps.
    """

    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, its corners rounded by `radius`."""

    x: float
    y: float
    width: float
    height: float
    paint: Paint
    radius: float = 0.0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle around (x, y)."""

    x: float
    y: float
    radius: float
    paint: Paint
    name: str = ""


@dataclass(frozen=True, slots=True)
class Polyline:
    """Straight lines from point to point, and back to the first if closed.

    Args:
        points: At least two.
        paint: How they are drawn; only a closed line is filled.
        closed: Whether the last point is joined with the first.
        head: The length of the arrow head at the end; 0 for none.
        name: What it is.
    """

    points: tuple[Point, ...]
    paint: Paint
    closed: bool = False
    head: float = 0.0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Curve:
    """A cubic Bézier curve from `start` to `end`; `head` as of a polyline."""

    start: Point
    first: Point
    second: Point
    end: Point
    paint: Paint
    head: float = 0.0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Segments:
    """Many straight lines drawn alike: (x1, y1, x2, y2) each."""

    lines: tuple[tuple[float, float, float, float], ...]
    paint: Paint
    name: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text, the middle of its digits at height y.

    Args:
        x: Where `anchor` is.
        y: The middle of its digits and capitals.
        text: What is written; any characters, renderers escape it.
        size: Of the font; a digit is about 0.72 of it high.
        colour: Of the letters.
        anchor: Which end of the text is at x.
        bold: Whether it is heavy.
        italic: Whether it is slanted.
        name: What it is.
    """

    x: float
    y: float
    text: str
    size: float
    colour: str = INK
    anchor: Anchor = "middle"
    bold: bool = False
    italic: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Texts:
    """Many texts written alike: (x, y, text) each, the rest as of `Text`.

    A board of 100×100 has a million candidates; one value each would be too many.
    """

    texts: tuple[tuple[float, float, str], ...]
    size: float
    colour: str = INK
    anchor: Anchor = "middle"
    bold: bool = False
    italic: bool = False
    name: str = ""

    def each(self) -> Iterator[Text]:
        """Yield each as a text of its own."""
        for x, y, text in self.texts:
            yield Text(
                x,
                y,
                text,
                self.size,
                self.colour,
                self.anchor,
                self.bold,
                self.italic,
                self.name,
            )


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that belong together; `title` is the tooltip over them."""

    shapes: tuple[Shape, ...]
    title: str = ""
    name: str = ""


Plain: TypeAlias = Rect | Circle | Polyline | Curve | Segments | Text | Texts
"""What is drawn as it is."""

Shape: TypeAlias = Plain | Group


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture.

    Args:
        width: In units.
        height: In units.
        shapes: In the order in which they are drawn.
        title: What it is, in a few words; read out by screen readers.
        description: What can be seen, for those who cannot.
        paper: The colour of the ground, so that ink is seen in a dark window as well;
            None for none.

    Example:
        >>> dot = Circle(5, 5, 3, Paint(fill="#000000"))
        >>> len(list(Scene(10, 10, (Group((dot, dot)),)).flat()))
        2
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""
    description: str = ""
    paper: str | None = PAPER

    def flat(self) -> Iterator[Plain]:
        """Yield the shapes in the order of drawing, those of groups too."""
        return _flat(self.shapes)


def _flat(
    shapes: tuple[Shape, ...],
) -> Iterator[Plain]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from _flat(shape.shapes)
        else:
            yield shape


def hatching(
    x: float, y: float, width: float, height: float, gap: float
) -> tuple[tuple[float, float, float, float], ...]:
    """Return rising lines that fill a rectangle, `gap` apart, for `Segments`.

    The lines lie on a raster of the whole scene, so that those of neighbouring
    rectangles join.

    Example:
        >>> len(hatching(0, 0, 8, 8, 2))
        5
    """
    step = gap * sqrt(2)
    lines: list[tuple[float, float, float, float]] = []
    number = int((x + y) // step) + 1
    while number * step < x + y + width + height:
        total = number * step  # x + y along the line
        left = max(x, total - y - height)
        right = min(x + width, total - y)
        if right > left:
            lines.append((left, total - left, right, total - right))
        number += 1
    return tuple(lines)


def bent(  # noqa: D417  the same words as of a curve
    start: Point,
    end: Point,
    paint: Paint,
    *,
    bend: float = 0.2,
    head: float = 0.0,
    name: str = "",
) -> Curve:
    """Return a curve that leaves the straight way to the left (to the right if < 0).

    Args:
        bend: How far from the straight line it gets, as a share of its length.

    Example:
        >>> bent((0, 0), (8, 0), Paint(stroke="#000000"), bend=0.5).first
        (2.0, -5.333333333333333)
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    # A cubic whose controls are off by h is off by 3/4 h in its middle.
    off = bend * 4 / 3
    return Curve(
        start,
        (start[0] + dx / 4 + off * dy, start[1] + dy / 4 - off * dx),
        (start[0] + dx * 3 / 4 + off * dy, start[1] + dy * 3 / 4 - off * dx),
        end,
        paint,
        head,
        name,
    )


def arrow_head(before: Point, tip: Point, length: float) -> tuple[Point, Point, Point]:
    """Return the triangle of an arrow head that points from `before` to `tip`.

    Example:
        >>> arrow_head((0, 0), (10, 0), 4)
        ((10, 0), (6.0, -1.6), (6.0, 1.6))
    """
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    if hypot(dx, dy) == 0.0:
        return tip, tip, tip
    angle = atan2(dy, dx)
    back = (tip[0] - length * cos(angle), tip[1] - length * sin(angle))
    side = (length * 0.4 * sin(angle), length * 0.4 * cos(angle))
    return (
        tip,
        (back[0] + side[0], back[1] - side[1]),
        (back[0] - side[0], back[1] + side[1]),
    )
