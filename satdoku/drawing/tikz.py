r"""Pictures as TikZ, for LaTeX: every shape of a scene as a command of its own.

A unit of the scene is a pixel, 0.75 bp.  The picture needs `\usepackage{tikz}`, and
changes nothing outside of it.  Colours are those of the light picture.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from satdoku.drawing.palette import INK
from satdoku.drawing.vector import svg_text
from satdoku.errors import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from xml.etree.ElementTree import Element

    from satdoku.drawing.vector import Scene

_TEX = {
    **{mark: f"\\{mark}" for mark in "&%$#_{}"},
    "≠": r"$\neq$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "×": r"$\times$",
    "µ": r"$\mu$",
    "…": r"\dots{}",
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}
_C = "satdoku"  # the names of colours begin so
_PX = 0.75
_PATH = re.compile(r"([MLCZ])([^MLCZ]*)")
_NUMBER = re.compile(r"-?[0-9.]+")
_MOVE = re.compile(r"(translate|scale)\(([^)]*)\)")
_INHERITED = ("font-size", "font-weight", "font-style", "text-anchor", "fill")
_ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}


def tex(text: str, most: int = 200) -> str:
    r"""Write a text so that LaTeX shows it, cut after so many characters.

    Example:
        >>> tex("r1c2≠3 & x_1")
        'r1c2$\\neq$3 \\& x\\_1'
    """
    return "".join(_TEX.get(mark, mark) for mark in printable(text, most))


def tikz_text(scene: Scene) -> str:
    r"""Write a picture as a `tikzpicture`.

    Example:
        >>> from satdoku.drawing.vector import Font, Scene, text
        >>> print(tikz_text(Scene(9, 9, (text(4, 5, "7", Font(6)),), paper=None)))
        % needs \usepackage{tikz}
        \begin{tikzpicture}[x=0.75bp, y=-0.75bp]
          \useasboundingbox (0,0) rectangle (9,9);
          \node[anchor=base, inner sep=0pt] at (4,7.16)
            {\sffamily\fontsize{4.50bp}{4.50bp}\selectfont 7};
        \end{tikzpicture}
        <BLANKLINE>
    """
    from xml.etree.ElementTree import fromstring  # noqa: PLC0415  takes 10 ms

    root = fromstring(svg_text(scene, styled=False))  # noqa: S314  our own text
    size = f"({scene.width:g},{scene.height:g})"
    drawn = list(_commands(root, {"fill": INK}, _Frame()))
    colours = sorted({name for one in drawn for name in _named(one)})
    lines = [
        *([f"% {printable(scene.title, 200)}"] if scene.title else []),
        r"% needs \usepackage{tikz}",
        r"\begin{tikzpicture}[x=0.75bp, y=-0.75bp]",
        *(f"  \\definecolor{{{_C}{x}}}{{HTML}}{{{x.upper()}}}" for x in colours),
        rf"  \useasboundingbox (0,0) rectangle {size};",
        *(f"  {one}" for one in drawn),
    ]
    return "\n".join([*lines, r"\end{tikzpicture}", ""])


def _named(command: str) -> list[str]:
    """Return the colours that a command names."""
    return re.findall(rf"=(?:{_C})([0-9a-f]{{6}})", command)


class _Frame(NamedTuple):
    """Where the shapes of a group stand."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0

    def inside(self, transform: str) -> _Frame:
        """Return that of a group within, which is moved and scaled."""
        frame = self
        for kind, numbers in _MOVE.findall(transform):
            first, *rest = map(float, _NUMBER.findall(numbers))
            if kind == "scale":
                frame = frame._replace(scale=frame.scale * first)
            else:
                x, y = frame.x + frame.scale * first, frame.scale * rest[0]
                frame = frame._replace(x=x, y=frame.y + y)
        return frame

    def at(self, x: float, y: float) -> str:
        """Write a point."""
        return f"({self.x + self.scale * x:.6g},{self.y + self.scale * y:.6g})"

    def bp(self, length: float) -> str:
        """Write a length."""
        return f"{_PX * self.scale * length:.2f}bp"


def _commands(
    element: Element, written: Mapping[str, str], frame: _Frame
) -> Iterator[str]:
    """Yield the commands of an element and of those in it."""
    kind = element.tag.rpartition("}")[2]
    form = {**written, **{x: element.get(x, "") for x in _INHERITED if element.get(x)}}
    if kind == "text":
        yield _text(element, form, frame)
    elif kind in _SHAPES:
        yield _shape(element, kind, frame)
    elif kind in {"svg", "g"}:
        frame = frame.inside(element.get("transform", ""))
        for child in element:
            yield from _commands(child, form, frame)


def _text(element: Element, form: Mapping[str, str], frame: _Frame) -> str:
    place = frame.at(float(element.get("x", 0)), float(element.get("y", 0)))
    options = [f"anchor={_ANCHORS[form.get('text-anchor', 'start')]}", "inner sep=0pt"]
    if form["fill"] != INK:
        options.append(f"text={_C}{form['fill'][1:]}")
    size = frame.bp(float(form["font-size"]))
    font = rf"\sffamily\fontsize{{{size}}}{{{size}}}\selectfont"
    font += r"\bfseries" if form.get("font-weight") == "bold" else ""
    font += r"\itshape" if form.get("font-style") == "italic" else ""
    node = rf"\node[{', '.join(options)}] at {place}"
    return f"{node}\n    {{{font} {tex(element.text or '')}}};"


def _shape(element: Element, kind: str, frame: _Frame) -> str:
    options = list(_paint(element, frame))
    if radius := element.get("rx"):
        options.append(f"rounded corners={frame.bp(float(radius))}")
    return rf"\path[{', '.join(options)}] {_SHAPES[kind](element, frame)};"


def _paint(element: Element, frame: _Frame) -> Iterator[str]:
    """Yield the options of TikZ for how a shape is filled and drawn."""
    fill, stroke = element.get("fill", "none"), element.get("stroke")
    if fill != "none":
        yield f"fill={_C}{fill[1:]}"
    if stroke is None:
        return
    yield f"draw={_C}{stroke[1:]}"
    yield f"line width={frame.bp(float(element.get('stroke-width', 1)))}"
    if dashes := element.get("stroke-dasharray"):
        lengths = [frame.bp(float(one)) for one in dashes.split()]
        words = [f"{'off' if at % 2 else 'on'} {x}" for at, x in enumerate(lengths)]
        yield f"dash pattern={' '.join(words)}"
    if shift := element.get("stroke-dashoffset"):
        yield f"dash phase={frame.bp(float(shift))}"
    if element.get("stroke-linecap") == "round":
        yield "line cap=round, line join=round"


def _rect(element: Element, frame: _Frame) -> str:
    names = ("x", "y", "width", "height")
    x, y, width, height = (float(element.get(name, 0)) for name in names)
    return f"{frame.at(x, y)} rectangle {frame.at(x + width, y + height)}"


def _circle(element: Element, frame: _Frame) -> str:
    x, y, radius = (float(element.get(name, 0)) for name in ("cx", "cy", "r"))
    return f"{frame.at(x, y)} circle[radius={frame.bp(radius)}]"


def _path(element: Element, frame: _Frame) -> str:
    parts: list[str] = []
    for command, numbers in _PATH.findall(element.get("d", "")):
        values = map(float, _NUMBER.findall(numbers))
        points = [frame.at(x, y) for x, y in zip(values, values, strict=True)]
        if command == "C":
            first, second, end = points
            parts.append(f".. controls {first} and {second} .. {end}")
        else:
            start = {"M": "", "L": "-- ", "Z": "-- cycle"}[command]
            parts.append(start + "".join(points))
    return " ".join(parts)


_SHAPES = {"rect": _rect, "circle": _circle, "path": _path}
