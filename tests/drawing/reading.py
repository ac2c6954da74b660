"""Reads an SVG back: its texts with their places, kinds and sizes."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import NamedTuple

import pytest

import satdoku.drawing

FONTS = Path(satdoku.drawing.__file__).parent / "fonts"
SPACE = "{http://www.w3.org/2000/svg}"
CELL, MARGIN = 48, 8
"""How large a cell is in the units of a picture, and what is left around the grid."""


class Letter(NamedTuple):
    name: str
    text: str
    x: float
    y: float
    size: float


def letters(svg):
    """Return the texts of an SVG, with the middle of their digits."""
    root = ET.fromstring(svg)
    found = []
    for parent in (root, *root.iter(f"{SPACE}g")):
        for element in parent.findall(f"{SPACE}text"):
            known = {**parent.attrib, **element.attrib}
            size = float(known["font-size"])
            y = float(known["y"]) - 0.36 * size
            name, text = known.get("class", ""), element.text or ""
            found.append(Letter(name, text, float(known["x"]), y, size))
    return found


def texts(svg, name):
    return [letter.text for letter in letters(svg) if letter.name == name]


def cell_of(letter, columns):
    """Return the number of the cell that a text stands in."""
    row, column = int((letter.y - MARGIN) // CELL), int((letter.x - MARGIN) // CELL)
    return row * columns + column


def pattern(geometry):
    """Fill a grid of any size without a clash."""
    n, h, w = geometry.size, geometry.box_height, geometry.box_width
    return [
        (w * (row % h) + row // h + column) % n + 1
        for row in range(n)
        for column in range(n)
    ]


class Box(NamedTuple):
    name: str
    text: str
    left: float
    top: float
    right: float
    bottom: float


def boxes(svg):
    """Return where each text of an SVG is, measured with the font of PNG pictures."""
    fonts = pytest.importorskip("PIL.ImageFont")
    found = []

    def walk(element, known, scale, x0, y0):
        known = {**known, **element.attrib}
        moved = re.match(
            r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?",
            element.get("transform", ""),
        )
        if moved:
            x0, y0 = x0 + scale * float(moved[1]), y0 + scale * float(moved[2])
            scale *= float(moved[3] or 1)
        if element.tag == f"{SPACE}text":
            size = float(known["font-size"])
            weight = "-Bold" if known.get("font-weight") else ""
            font = fonts.truetype(FONTS / f"DejaVuSans{weight}.ttf", 100)
            wide = font.getlength(element.text) * size / 100
            start = {"middle": wide / 2}.get(known.get("text-anchor"), 0.0)
            left, base = float(known["x"]) - start, float(known["y"])
            corners = (left, base - 0.73 * size, left + wide, base)
            found.append(
                Box(
                    known.get("class", ""),
                    element.text,
                    *(scale * at + (x0, y0)[k % 2] for k, at in enumerate(corners)),
                )
            )
        known.pop("transform", None)
        for child in element:
            walk(child, known, scale, x0, y0)

    walk(ET.fromstring(svg), {}, 1.0, 0.0, 0.0)
    return found


def overlap(one, other):
    """Whether two boxes do."""
    across = min(one.right, other.right) - max(one.left, other.left)
    return across > 0 < min(one.bottom, other.bottom) - max(one.top, other.top)


def frame_box(svg):
    """Return the frame of a board."""
    (frame,) = (e for e in ET.fromstring(svg).iter() if e.get("class") == "frame")
    x, y, wide, high = (float(frame.get(key)) for key in ("x", "y", "width", "height"))
    return Box("frame", "", x, y, x + wide, y + high)
