"""Boards of a page: small, well-formed, and the same picture."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from satdoku.explaining.drawing import step_scene
from satdoku.explaining.page_board import PageBoard
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.pictures.svg import svg_text

SVG = "{http://www.w3.org/2000/svg}"


def digits(svg: str) -> list[tuple[float, float, str]]:
    """Return which text stands where."""
    found: list[tuple[float, float, str]] = []
    for element in ET.fromstring(svg).iter(f"{SVG}text"):  # noqa: S314  our own
        text, places = element.text or "", element.attrib["x"].split()
        texts = list(text) if len(places) > 1 else [text]
        assert len(places) == len(texts)
        found += [
            (float(x), float(element.attrib["y"]), one)
            for x, one in zip(places, texts, strict=True)
        ]
    return found


@pytest.mark.parametrize("size", [4, 9, 12])
def test_the_same_digits(size: int) -> None:
    """Clues above, candidates below, each where it stands in a picture of its own."""
    geometry = Geometry.of_size(size)
    values = (1,) + (0,) * (geometry.cells - 1)
    scene = step_scene(Grid.trusted(geometry, values), None)
    board = PageBoard(scene)
    split = digits(board.definition()) + digits(board.svg(scene))

    assert sorted(digits(svg_text(scene))) == sorted(split)


def test_what_is_shared_is_used_once() -> None:
    """Between what lies below it and what lies above."""
    grid = Grid.parse("1.....2...3.4...")
    scene = step_scene(grid, None)
    board = PageBoard(scene)
    svg = board.svg(replace(scene, shapes=(*scene.shapes, scene.shapes[-1])))

    assert 1 == svg.count("<use ")
    assert 'class="frame"' in board.definition()
    assert 'class="frame"' not in svg
    assert 'class="clue"' not in svg
    assert svg.index("<use ") < svg.index('class="candidate"')
