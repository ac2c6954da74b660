"""A scene as SVG: one string, the same for the same scene, that needs nothing else.

No style sheet, no identifier and no script: several pictures can stand in one page and
none touches another.  Every text is escaped, and what XML cannot hold is replaced, so
that whatever a title says, it is only read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.drawing.palette import INK
from satdoku.drawing.scene import (
    Circle,
    Curve,
    Group,
    Polyline,
    Rect,
    Segments,
    Text,
    Texts,
    arrow_head,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from satdoku.drawing.scene import Paint, Point, Scene, Shape


__all__ = ["escaped", "plain", "svg_text"]

_REPLACEMENT = "\ufffd"


def plain(text: str) -> str:
    r"""Return a text on one line, what no picture can hold replaced.

    XML 1.0 has no surrogates and no controls save for white space, not even escaped.

    Example:
        >>> plain("two\nlines"), plain("a\x00b\udc80") == "a\ufffdb\ufffd"
        ('two lines', True)
    """
    if text.isascii() and text.isprintable():
        return text
    one_line = " ".join(text.splitlines()).replace("\t", " ")
    return "".join(mark if _is_xml(ord(mark)) else _REPLACEMENT for mark in one_line)


def _is_xml(code: int) -> bool:
    """Whether XML 1.0 allows a character and recommends no other."""
    return (
        0x20 <= code < 0x7F
        or 0xA0 <= code <= 0xD7FF
        or (0xE000 <= code <= 0xFFFD and not 0xFDD0 <= code <= 0xFDEF)
        or (0x10000 <= code <= 0x10FFFF and code & 0xFFFE != 0xFFFE)
    )


FONTS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

_HALF_DIGIT = 0.36
"""Half the height of a digit, in sizes of its font; so for all of FONTS.

Baselines are computed, for `dominant-baseline` is not known to every renderer.
"""


def svg_text(scene: Scene, *, width: float | None = None) -> str:
    """Write a scene as an SVG document, without an XML declaration.

    Args:
        scene: What is drawn.
        width: How wide it is shown, in pixels; None for a pixel a unit. The height
            follows.

    Example:
        >>> from satdoku.drawing.scene import Scene, Text
        >>> print(svg_text(Scene(9, 9, (Text(4, 5, "<7>", 6),), title="a & b")))
        <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" \
viewBox="0 0 9 9" role="img" aria-label="a &amp; b" font-family="Helvetica, Arial, \
'Liberation Sans', 'DejaVu Sans', sans-serif">
        <title>a &amp; b</title>
        <rect width="9" height="9" fill="#ffffff"/>
        <text x="4" y="7.16" font-size="6" text-anchor="middle">&lt;7&gt;</text>
        </svg>
        <BLANKLINE>
    """
    shown = scene.width if width is None else width
    w, h = _number(scene.width), _number(scene.height)
    label = f' aria-label="{escaped(scene.title)}"' if scene.title else ""
    start = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_number(shown)}" '
        f'height="{_number(scene.height * shown / scene.width)}" '
        f'viewBox="0 0 {w} {h}" role="img"{label} font-family="{FONTS}">'
    )
    lines = [start]
    if scene.title:
        lines.append(f"<title>{escaped(scene.title)}</title>")
    if scene.description:
        lines.append(f"<desc>{escaped(scene.description)}</desc>")
    if scene.paper is not None:
        lines.append(f'<rect width="{w}" height="{h}" fill="{scene.paper}"/>')
    _write(scene.shapes, lines)
    lines.append("</svg>\n")
    return "\n".join(lines)


def _write(shapes: Iterable[Shape], lines: list[str]) -> None:
    for shape in shapes:
        if isinstance(shape, Group):
            lines.append(f"<g{_class(shape.name)}>")
            if shape.title:
                lines.append(f"<title>{escaped(shape.title)}</title>")
            _write(shape.shapes, lines)
            lines.append("</g>")
        elif isinstance(shape, Texts):
            lines.append(f"<g{_class(shape.name)}{_font(shape)}>")
            down = _HALF_DIGIT * shape.size
            for x, y, text in shape.texts:
                place = f'x="{_number(x)}" y="{_number(y + down)}"'
                lines.append(f"<text {place}>{escaped(text)}</text>")
            lines.append("</g>")
        else:
            lines.append(_element(shape))


def _element(shape: Rect | Circle | Polyline | Curve | Segments | Text) -> str:
    named = _class(shape.name)
    if isinstance(shape, Text):
        return _text(shape, named)
    painted = _paint(shape.paint)
    if isinstance(shape, Rect):
        x, y, w, h = map(_number, (shape.x, shape.y, shape.width, shape.height))
        rounded = f' rx="{_number(shape.radius)}"' if shape.radius else ""
        return (
            f'<rect{named} x="{x}" y="{y}" width="{w}" height="{h}"{rounded}{painted}/>'
        )
    if isinstance(shape, Circle):
        x, y, r = map(_number, (shape.x, shape.y, shape.radius))
        return f'<circle{named} cx="{x}" cy="{y}" r="{r}"{painted}/>'
    if isinstance(shape, Segments):
        path = "".join(
            f"M{_number(x1)} {_number(y1)}L{_number(x2)} {_number(y2)}"
            for x1, y1, x2, y2 in shape.lines
        )
        return f'<path{named} d="{path}"{painted}/>'
    if isinstance(shape, Curve):
        path = (
            f"M{_place(shape.start)}C{_place(shape.first)} {_place(shape.second)} "
            f"{_place(shape.end)}"
        )
        before = shape.second
        tip, head = shape.end, shape.head
    else:
        path = "M" + "L".join(map(_place, shape.points))
        path += "Z" if shape.closed else ""
        before, tip = shape.points[-2:]
        head = shape.head
    drawn = f'<path{named} d="{path}"{painted}/>'
    if head and shape.paint.stroke is not None:
        corners = "L".join(map(_place, arrow_head(before, tip, head)))
        drawn += f'\n<path{named} d="M{corners}Z" fill="{shape.paint.stroke}"/>'
    return drawn


def _text(shape: Text, named: str) -> str:
    x, y = _number(shape.x), _number(shape.y + _HALF_DIGIT * shape.size)
    return f'<text{named} x="{x}" y="{y}"{_font(shape)}>{escaped(shape.text)}</text>'


def _font(shape: Text | Texts) -> str:
    form = f' font-size="{_number(shape.size)}"'
    form += "" if shape.colour == INK else f' fill="{shape.colour}"'
    form += ' font-weight="bold"' if shape.bold else ""
    form += ' font-style="italic"' if shape.italic else ""
    return form + ("" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"')


def _paint(paint: Paint) -> str:
    told = f' fill="{paint.fill or "none"}"'
    if paint.stroke is not None:
        told += f' stroke="{paint.stroke}" stroke-width="{_number(paint.width)}"'
        if paint.dash:
            told += f' stroke-dasharray="{" ".join(map(_number, paint.dash))}"'
    return told


def _class(name: str) -> str:
    return f' class="{escaped(name)}"' if name else ""


def _place(point: Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _number(value: float) -> str:
    """Write a length as short as can be, to a hundredth.

    Example:
        >>> _number(2.50), _number(3.0), _number(-0.001)
        ('2.5', '3', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escaped(text: str) -> str:
    """Return a text as XML may hold it, in an element or an attribute."""
    if text.isalnum() and text.isascii():
        return text
    safe = plain(text)
    for mark, entity in _ENTITIES:
        safe = safe.replace(mark, entity)
    return safe


_ENTITIES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"))
