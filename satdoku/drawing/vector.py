"""Shapes as SVG elements, and pictures made of them, as SVG or PNG.

A shape is the text of an element, made by `rect`, `circle`, `line`, `curve`,
`segments`, `text`, `texts` or `group`.  Colours are plain attributes, `#rrggbb`, of a
light picture; where a window is dark, a style sheet replaces them.  Renderers that do
not know it draw the light picture.  There is no identifier or script, and the style is
about pictures alone, so several can stand in one page.  Text is escaped, and characters
that XML forbids are replaced.

Text stands with the middle of its digits at (x, y).  `name` says what a shape is
("clue", "candidate") and becomes its class; it changes nothing in the drawing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache, partial
from html import escape
from importlib.util import find_spec
from math import ceil, hypot
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias
from unicodedata import category, east_asian_width

from satdoku.drawing.palette import IN_THE_DARK, INK, PAPER
from satdoku.errors import UsageError, shown, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

SvgElement: TypeAlias = str
Point: TypeAlias = tuple[float, float]
Anchor: TypeAlias = Literal["start", "middle", "end"]

FONTS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

_HALF_DIGIT = 0.36
"""Half the height of a digit, in sizes of its font; so for all of FONTS.

Baselines are computed, because not every renderer knows `dominant-baseline`.
"""


@dataclass(frozen=True, slots=True)
class Paint:
    """How a shape is filled and its line drawn.

    Args:
        fill: The colour inside; None for nothing.
        stroke: The colour of the line; None for no line.
        width: How wide the line is.
        dash: Lengths of line and gap in turn; empty for a line without gaps.
        shift: How far into its dashes the line begins.
        round: Whether ends and corners of the line are round.
    """

    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    shift: float = 0.0
    round: bool = False


class Font(NamedTuple):
    """How a text is written.

    Args:
        size: The size of the font.
        colour: The colour.
        anchor: Which end of the text is at its place.
        bold: Whether it is bold.
        italic: Whether it is slanted.
    """

    size: float
    colour: str = INK
    anchor: Anchor = "middle"
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture: its size, and shapes in the order in which they are drawn.

    Args:
        width: In units of the shapes.
        height: In units of the shapes.
        shapes: The shapes.
        title: What it is, in a few words, for screen readers.
        description: What can be seen.
        paper: The colour of the background, so that black is seen in a dark window;
            None for none.
        dark: Whether the picture is dark everywhere, not in dark windows alone.
        origin: Where the grid begins in the picture of a board.
    """

    width: float
    height: float
    shapes: tuple[SvgElement, ...]
    title: str = ""
    description: str = ""
    paper: str | None = PAPER
    dark: bool = False
    origin: Point = (0.0, 0.0)


def svg_text(
    scene: Scene, *, width: float | None = None, unit: str = "", styled: bool = True
) -> str:
    """Write a picture as an SVG document, without an XML declaration.

    Args:
        scene: The picture.
        width: How wide it is shown; None for one pixel a unit. The height follows.
        unit: The unit of `width`: pixels if empty, else `mm`, say.
        styled: Whether it is dark in dark windows; paper is never dark.

    Example:
        >>> scene = Scene(9, 9, (text(4, 5, "<7>", Font(6)),), title="a & b")
        >>> print(svg_text(scene, styled=False))
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
    label = f' aria-label="{_escaped(scene.title)}"' if scene.title else ""
    size = f'width="{_number(shown)}{unit}" '
    size += f'height="{_number(scene.height * shown / scene.width)}{unit}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {w} {h}" ']
    lines[0] += f'role="img"{label} font-family="{FONTS}">'
    if scene.title:
        lines.append(f"<title>{_escaped(scene.title)}</title>")
    if scene.description:
        lines.append(f"<desc>{_escaped(scene.description)}</desc>")
    if scene.paper is not None:
        lines.append(f'<rect width="{w}" height="{h}" fill="{scene.paper}"/>')
    drawn = [*lines, *scene.shapes, "</svg>\n"]
    if scene.dark:  # text in INK has no colour of its own
        drawn[0] = drawn[0].replace(" font-family=", f' fill="{INK}" font-family=', 1)
        drawn = [_COLOUR.sub(_darkened, part) for part in drawn]
    elif styled:
        drawn[0] = drawn[0].replace("<svg ", '<svg class="satdoku" ', 1)
        used = {pair for part in drawn for pair in _COLOUR.findall(part)}
        drawn.insert(1, f"<style>{dark_style(used)}</style>")
    return "\n".join(drawn)


_COLOUR = re.compile(r'(fill|stroke)="(#[0-9a-f]{6})"')


def _darkened(colour: re.Match[str]) -> str:
    return f'{colour[1]}="{IN_THE_DARK.get(colour[2], colour[2])}"'


def dark_style(colours: Iterable[tuple[str, str]], within: str = ".satdoku") -> str:
    """Return a style that makes pictures dark where a window is dark.

    Args:
        colours: (`fill` or `stroke`, colour) pairs that the pictures have.
        within: Which pictures, as a selector.

    Example:
        >>> print(dark_style([("fill", "#ffffff")]))
        @media screen and (prefers-color-scheme:dark){
        .satdoku{fill:#ececec}
        .satdoku [fill="#ffffff"]{fill:#161616}
        }
    """
    # Text in INK has no colour of its own.
    rules = [f"{within}{{fill:{IN_THE_DARK[INK]}}}"]
    rules += [
        f'{within} [{kind}="{colour}"]{{{kind}:{IN_THE_DARK[colour]}}}'
        for kind, colour in sorted(colours)
        if colour in IN_THE_DARK
    ]
    return "\n".join(["@media screen and (prefers-color-scheme:dark){", *rules, "}"])


# Shapes


def rect(  # noqa: PLR0917  as everybody gives a rectangle
    x: float,
    y: float,
    width: float,
    height: float,
    paint: Paint,
    radius: float = 0.0,
    name: str = "",
) -> SvgElement:
    """Draw a rectangle, its corners rounded by `radius`."""
    sides = f'x="{_number(x)}" y="{_number(y)}" width="{_number(width)}"'
    sides += f' height="{_number(height)}"'
    sides += f' rx="{_number(radius)}"' if radius else ""
    return f"<rect{_class(name)} {sides}{_painted(paint)}/>"


def circle(
    x: float, y: float, radius: float, paint: Paint, name: str = ""
) -> SvgElement:
    """Draw a circle around (x, y)."""
    place = f'cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}"'
    return f"<circle{_class(name)} {place}{_painted(paint)}/>"


def line(
    points: Sequence[Point], paint: Paint, *, closed: bool = False, name: str = ""
) -> SvgElement:
    """Draw straight lines from point to point, and back to the first if closed."""
    path = "M" + "L".join(map(_place, points)) + ("Z" if closed else "")
    return _path(path, paint, name)


def curve(
    points: tuple[Point, Point, Point, Point], paint: Paint, name: str = ""
) -> SvgElement:
    """Draw a cubic Bézier curve."""
    start, *rest = map(_place, points)
    return _path(f"M{start}C{' '.join(rest)}", paint, name)


def arrow_head(
    before: Point, tip: Point, size: float, paint: Paint, name: str = ""
) -> SvgElement:
    """Draw the head of an arrow that comes from a point; closed, if it is filled."""
    back = moved(tip, before, size)
    x, y = (tip[0] - back[0]) * 0.5, (tip[1] - back[1]) * 0.5
    points = [(back[0] - y, back[1] + x), tip, (back[0] + y, back[1] - x)]
    return line(points, paint, closed=paint.fill is not None, name=name)


def moved(start: Point, towards: Point, far: float) -> Point:
    """Return the point that is so far on the way from one to another."""
    x, y = towards[0] - start[0], towards[1] - start[1]
    share = far / (hypot(x, y) or 1.0)
    return start[0] + x * share, start[1] + y * share


def segments(
    lines: Iterable[tuple[float, float, float, float]], paint: Paint, name: str = ""
) -> SvgElement:
    """Draw many straight lines alike: (x1, y1, x2, y2) each."""
    path = "".join(f"M{_place((a, b))}L{_place((c, d))}" for a, b, c, d in lines)
    return _path(path, paint, name)


def text(x: float, y: float, content: str, font: Font, name: str = "") -> SvgElement:
    """Write one line of text."""
    place = f'x="{_number(x)}" y="{_number(y + _HALF_DIGIT * font.size)}"'
    return f"<text{_class(name)} {place}{_written(font)}>{_escaped(content)}</text>"


def texts(
    items: Iterable[tuple[float, float, str]], font: Font, name: str = ""
) -> SvgElement:
    """Write many texts alike: (x, y, content) each."""
    down = _HALF_DIGIT * font.size
    lines = [
        f'<text x="{_number(x)}" y="{_number(y + down)}">{_escaped(content)}</text>'
        for x, y, content in items
    ]
    return "\n".join([f"<g{_class(name)}{_written(font)}>", *lines, "</g>"])


def group(
    shapes: Iterable[SvgElement], title: str = "", name: str = "", transform: str = ""
) -> SvgElement:
    """Put shapes together; `title` is the tooltip over them."""
    moved = f' transform="{transform}"' if transform else ""
    tip = [f"<title>{_escaped(title)}</title>"] if title else []
    return "\n".join([f"<g{_class(name)}{moved}>", *tip, *shapes, "</g>"])


def _written(font: Font) -> str:
    form = f' font-size="{_number(font.size)}"'
    form += "" if font.colour == INK else f' fill="{font.colour}"'
    form += ' font-weight="bold"' if font.bold else ""
    form += ' font-style="italic"' if font.italic else ""
    return form + ("" if font.anchor == "start" else f' text-anchor="{font.anchor}"')


def _path(path: str, paint: Paint, name: str) -> SvgElement:
    return f'<path{_class(name)} d="{path}"{_painted(paint)}/>'


def _painted(paint: Paint) -> str:
    form = f' fill="{paint.fill or "none"}"'
    if paint.stroke is not None:
        form += f' stroke="{paint.stroke}" stroke-width="{_number(paint.width)}"'
        if paint.dash:
            form += f' stroke-dasharray="{" ".join(map(_number, paint.dash))}"'
        if paint.shift:
            form += f' stroke-dashoffset="{_number(paint.shift)}"'
        if paint.round:
            form += ' stroke-linecap="round" stroke-linejoin="round"'
    return form


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""


def _place(point: Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


@lru_cache(maxsize=8192)
def _number(value: float) -> str:
    """Write a length as short as can be, to a hundredth."""
    digits = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if digits == "-0" else digits


# Text

_NO_TEXT = frozenset({"Cc", "Cs", "Cn"})
"""Categories of characters that XML forbids or discourages."""

_BETWEEN_LINKS = re.compile(r"(?<=[=-])(?=\()")


def plain(content: str) -> str:
    r"""Return a text on one line, with what XML 1.0 forbids replaced.

    Example:
        >>> plain("two\nlines"), plain("a\x00b\udc80") == "a\ufffdb\ufffd"
        ('two lines', True)
    """
    if content.isascii() and content.isprintable():
        return content
    one_line = " ".join(content.splitlines()).replace("\t", " ")
    return "".join(
        "\ufffd" if category(mark) in _NO_TEXT else mark for mark in one_line
    )


def _escaped(content: str) -> str:
    return escape(plain(content))


def text_width(content: str, size: float) -> float:
    """Return about how wide a text is, in the widest of the usual fonts.

    Example:
        >>> text_width("big", 100)
        161.0
    """
    return sum(map(_em, plain(content))) * size


_WIDTHS = (
    (" ',.:;ijl|", 0.33),
    ("!()-/I[]frt", 0.41),
    ("cksz", 0.57),
    ("aeovxy", 0.615),
    ("<>=+\xd7&~\u2260\u2264\u2265", 0.84),
    ("MW@%mw\u2014\u2026", 1.0),
)
"""The widths of characters in sizes of the font, of DejaVu Sans."""
_WIDTH_OF = {mark: width for marks, width in _WIDTHS for mark in marks}


@lru_cache(maxsize=1024)
def _em(mark: str) -> float:
    width = _WIDTH_OF.get(mark)
    if width is None:
        width = 1.0 if east_asian_width(mark) in "WF" else 0.64 + 0.14 * mark.isupper()
    return width


def wrapped(content: str, size: float, room: float) -> list[str]:
    """Break a text into lines that are no wider than there is room.

    A chain may be broken behind each link, and a longer word anywhere.

    Example:
        >>> wrapped("seven words that fill no more than three lines", 10, 100)
        ['seven words that', 'fill no more than', 'three lines']
    """
    lines: list[str] = []
    left = 0.0
    for word in plain(content).split():
        for at, piece in enumerate(_BETWEEN_LINKS.split(word)):
            gap = 0.0 if at else text_width(" ", size)
            wide = text_width(piece, size)
            if lines and wide + gap <= left:
                lines[-1] += piece if at else f" {piece}"
                left -= wide + gap
                continue
            lines.append(piece)
            left = room - wide
            if left >= 0:
                continue
            lines[-1], left = "", room
            for mark in piece:
                left -= _em(mark) * size
                if left < 0 and lines[-1]:
                    lines.append("")
                    left = room - _em(mark) * size
                lines[-1] += mark
    return lines


def fitted(
    content: str, room: float, *ways: tuple[float, int]
) -> tuple[float, list[str]]:
    """Break a text into lines in the first way that fits; in the last, cut, if none.

    Args:
        content: The text.
        room: How wide a line may be.
        ways: A size of the font, and the most lines there may be.

    Returns:
        The size, and the lines.

    Example:
        >>> fitted("a title that is too long", 80, (10, 1), (8, 2))
        (8, ['a title that is too', 'long'])
        >>> fitted("a title that is too long", 80, (10, 1))
        (10, ['a title that is…'])
    """
    size, lines = 0.0, [""]
    for size, most in ways:
        lines = wrapped(content, size, room)
        if len(lines) <= most:
            return size, lines
    cut = lines[ways[-1][1] - 1]
    while cut and text_width(f"{cut}…", size) > room:
        cut = cut[:-1]
    return size, [*lines[: ways[-1][1] - 1], f"{cut.rstrip()}…"]


# PNG, drawn from the SVG by resvg (the extra `satdoku[png]`).  Digits, Latin letters
# and the signs of explanations come from fonts beside this module, so that every
# machine draws the same picture; other scripts need a font that the system has.

_MAX_SIDE = 10_000
_WIDEST = 1_000_000_000
"""The most pixels a side may have."""

_CRISP = ".cell-lines,.box-lines,.frame{shape-rendering:crispEdges}"
_SIGNS = frozenset("…–—≠≤≥→←‘’“”")  # noqa: RUF001  what the fonts have
_NOWHERE = "\U0010fffd"
"""A character that no font has."""


def check_resvg() -> None:
    """Raise UsageError where resvg-py is not installed."""
    if find_spec("resvg_py") is None:
        msg = 'PNG needs resvg-py: pip install "satdoku[png]" (SVG needs nothing)'
        raise UsageError(msg)


_SIZE = re.compile(r'viewBox="0 0 (\S+) (\S+)"')


def check_width(width: Any) -> None:  # noqa: ANN401  a number, or None
    """Raise UsageError unless pictures can be so many pixels wide; None is any."""
    is_number = isinstance(width, Real) and not isinstance(width, bool)
    if width is not None and not (is_number and 0 < width < _WIDEST):
        raise UsageError(
            f"a picture of {shown(width)} pixels; expected a number above 0"
        )


def png_bytes(document: str, *, width: int | None = None) -> bytes:
    """Draw a picture as PNG.

    Args:
        document: The picture, as `svg_text` writes it.
        width: In pixels; None for two pixels a unit, or for as many as there may be.
            The height follows.

    Raises:
        UsageError: resvg-py is missing, the picture would be larger than `_MAX_SIDE`
            pixels a side, or no font has a character of a text.

    Example:
        >>> png_bytes(svg_text(Scene(9, 9, ())), width=20_000)
        Traceback (most recent call last):
        satdoku.errors.UsageError: a picture of 20000x20000 pixels; expected 1 to 10000
    """
    if width is not None:
        width = min(whole_number("size", width), _WIDEST)
    match = _SIZE.search(document)
    assert match is not None  # noqa: S101  as `svg_text` writes it
    units, ratio = float(match[1]), float(match[2]) / float(match[1])
    if width is None:
        width = min(ceil(2 * units), _MAX_SIDE, int(_MAX_SIDE / ratio))
    height = max(1, round(width * ratio))
    if not (1 <= width <= _MAX_SIDE and height <= _MAX_SIDE):
        msg = f"a picture of {width}x{height} pixels; expected 1 to {_MAX_SIDE}"
        raise UsageError(msg)
    check_resvg()
    from pathlib import Path  # noqa: PLC0415  takes 10 ms

    from resvg_py import svg_to_bytes  # noqa: PLC0415  an extra

    document = document.replace(FONTS, "DejaVu Sans", 1)
    foreign = {mark for mark in document if mark > "ÿ"} - _SIGNS
    fonts = [str(Path(__file__).parent / "fonts")]
    render = partial(svg_to_bytes, skip_system_fonts=not foreign, font_dirs=fonts)
    _check_fonts(render, foreign)
    # Lines thinner than a pixel would be lost on whole pixels.
    crisp = width >= units and '<g class="board"' not in document
    sheet = _CRISP if crisp else None
    drawn: bytes = render(document, width=width, height=height, style_sheet=sheet)
    return drawn


def _check_fonts(render: Callable[[str], bytes], foreign: set[str]) -> None:
    """Raise UsageError if no font has one of these characters."""

    def drawn(mark: str) -> bytes:
        return render(svg_text(Scene(9, 9, (text(5, 5, mark, Font(9)),))))

    nothing = drawn(_NOWHERE) if foreign else b""
    for mark in sorted(foreign):
        if drawn(mark) == nothing:
            raise UsageError(
                f"no font of this machine has '{mark}', for PNG; write SVG, or another "
                "title"
            )
