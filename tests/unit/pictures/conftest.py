"""Boards that the tests of pictures draw, and a way to read an SVG back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree as ET

import pytest

from satdoku.candidates import open_masks
from satdoku.pictures.board import Board

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.geometry import Geometry

SPACE = "{http://www.w3.org/2000/svg}"


class Letter(NamedTuple):
    """A text of an SVG, with the middle of its digits."""

    name: str
    text: str
    x: float
    y: float
    size: float


@pytest.fixture
def pattern() -> Callable[[Geometry], tuple[int, ...]]:
    """Return a function that fills a grid of any size without a clash."""

    def fill(geometry: Geometry) -> tuple[int, ...]:
        n, h, w = geometry.size, geometry.box_height, geometry.box_width
        return tuple(
            (w * (row % h) + row // h + column) % n + 1
            for row in range(n)
            for column in range(n)
        )

    return fill


@pytest.fixture
def puzzle(pattern: Callable[[Geometry], tuple[int, ...]]) -> Callable[..., Board]:
    """Return a function that makes a board with about half of its cells given."""

    def make(
        geometry: Geometry, *, found: bool = False, candidates: bool = False
    ) -> Board:
        full = pattern(geometry)
        clues = tuple(
            value if cell * 7919 % 11 < 6 else 0 for cell, value in enumerate(full)
        )
        return Board.of(
            geometry,
            clues,
            found=full if found else (),
            masks=open_masks(geometry, clues) if candidates else None,
        )

    return make


@pytest.fixture
def letters() -> Callable[[str], list[Letter]]:
    """Return a function that reads the texts of an SVG, with their places."""

    def read(svg: str) -> list[Letter]:
        found: list[Letter] = []
        root = ET.fromstring(svg)  # noqa: S314  our own
        for parent in (root, *root.iter(f"{SPACE}g")):
            for element in parent.findall(f"{SPACE}text"):
                told = {**parent.attrib, **element.attrib}
                size = float(told["font-size"])
                y = float(told["y"]) - 0.36 * size
                name = told.get("class", "")
                text = element.text or ""
                found.append(Letter(name, text, float(told["x"]), y, size))
        return found

    return read
