"""Reads an SVG back: its texts with their places, kinds and sizes."""

import xml.etree.ElementTree as ET
from typing import NamedTuple

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
