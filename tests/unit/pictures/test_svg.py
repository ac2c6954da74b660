"""SVG: one string, well-formed, the same every time, and nothing in it runs."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from satdoku.pictures.palette import PAPER
from satdoku.pictures.scene import (
    Circle,
    Curve,
    Group,
    Paint,
    Polyline,
    Rect,
    Scene,
    Segments,
    Text,
    Texts,
)
from satdoku.pictures.svg import svg_text

SPACE = "{http://www.w3.org/2000/svg}"
LINE = Paint(stroke="#000000", width=1.5)


def parsed(scene: Scene, width: float | None = None) -> ET.Element:
    """Write a scene and read it back."""
    return ET.fromstring(svg_text(scene, width=width))  # noqa: S314  our own


def attributes(element: ET.Element | None) -> dict[str, str]:
    """Return what is said of an element."""
    assert element is not None
    return dict(element.attrib)


def test_each_shape_becomes_its_element() -> None:
    """With its place, its paint and its name."""
    scene = Scene(
        100,
        50,
        (
            Rect(1, 2, 3.5, 4, Paint(fill="#123456"), radius=1, name="box"),
            Circle(5, 6, 7, LINE),
            Segments(((0, 0, 1, 1), (2, 2, 3, 3)), LINE, "lines"),
            Polyline(((0, 0), (4, 0), (4, 4)), Paint(fill="#ffffff"), closed=True),
            Curve((0, 0), (1, 1), (2, 1), (3, 0), LINE),
            Text(10, 20, "7", 10, "#0072b2", bold=True, italic=True, name="found"),
        ),
    )
    root = parsed(scene)
    elements = [child for child in root if child.tag != f"{SPACE}rect"]
    rects = root.findall(f"{SPACE}rect")

    assert {"width": "100", "height": "50", "fill": PAPER} == attributes(rects[0])
    assert {
        "class": "box",
        "x": "1",
        "y": "2",
        "width": "3.5",
        "height": "4",
        "rx": "1",
        "fill": "#123456",
    } == attributes(rects[1])
    circle, lines, triangle, curve, text = elements
    assert {
        "cx": "5",
        "cy": "6",
        "r": "7",
        "fill": "none",
        "stroke": "#000000",
        "stroke-width": "1.5",
    } == attributes(circle)
    assert "M0 0L1 1M2 2L3 3" == lines.get("d")
    assert "M0 0L4 0L4 4Z" == triangle.get("d")
    assert "M0 0C1 1 2 1 3 0" == curve.get("d")
    assert "7" == text.text
    assert {
        "class": "found",
        "x": "10",
        "y": "23.6",
        "font-size": "10",
        "fill": "#0072b2",
        "font-weight": "bold",
        "font-style": "italic",
        "text-anchor": "middle",
    } == attributes(text)


def test_texts_that_are_alike_say_so_once() -> None:
    """A group with the form of all; each with its place."""
    texts = Texts(((1, 2, "7"), (3, 4, "<")), 10, "#5a5a5a", bold=True, name="clue")
    group = parsed(Scene(9, 9, (texts,))).find(f"{SPACE}g")

    assert group is not None
    assert {
        "class": "clue",
        "font-size": "10",
        "fill": "#5a5a5a",
        "font-weight": "bold",
        "text-anchor": "middle",
    } == attributes(group)
    assert [
        ({"x": "1", "y": "5.6"}, "7"),
        ({"x": "3", "y": "7.6"}, "<"),
    ] == [(attributes(text), text.text) for text in group]


def test_arrow_heads_and_dashes() -> None:
    """A head is a filled triangle of the line's colour; no head without a line."""
    dashed = Paint(stroke="#d55e00", width=1, dash=(3, 2))
    shapes = (
        Polyline(((0, 0), (10, 0)), dashed, head=4),
        Curve((0, 0), (5, 0), (5, 5), (5, 9), LINE, head=2),
        Polyline(((0, 0), (10, 0)), Paint(fill="#000000"), head=4),
    )
    paths = parsed(Scene(20, 20, shapes)).findall(f"{SPACE}path")

    assert 5 == len(paths)
    assert "3 2" == paths[0].get("stroke-dasharray")
    assert "M10 0L6 -1.6L6 1.6Z" == paths[1].get("d")
    assert "#d55e00" == paths[1].get("fill")
    assert "M5 9L5.8 7L4.2 7Z" == paths[3].get("d")


def test_groups_carry_names_and_tooltips() -> None:
    """The tooltip is the first child, as SVG asks."""
    group = Group((Text(0, 0, "x", 1),), title='r1c1 "<1>"', name="cell")
    found = parsed(Scene(9, 9, (group,))).find(f"{SPACE}g")

    assert found is not None
    assert "cell" == found.get("class")
    assert [f"{SPACE}title", f"{SPACE}text"] == [child.tag for child in found]
    assert 'r1c1 "<1>"' == found[0].text


HOSTILE = [
    "<script>alert(1)</script>",
    '"><svg onload="alert(1)">',
    "a & b &amp; c",
    "]]> <!-- -->",
    "'single' and \"double\"",
    "zwölf × zwölf 数独 🧩",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_only_read(text: str) -> None:
    """Whatever is written comes back as text, and makes no element."""
    scene = Scene(9, 9, (Text(0, 0, text, 1),), title=text, description=text)
    root = parsed(scene)
    found = root.find(f"{SPACE}text")

    assert text == root.get("aria-label")
    assert [text, text, text] == [
        root.findtext(f"{SPACE}title"),
        root.findtext(f"{SPACE}desc"),
        None if found is None else found.text,
    ]
    assert {"svg", "title", "desc", "rect", "text"} == {
        element.tag.removeprefix(SPACE) for element in root.iter()
    }


def test_what_xml_cannot_hold_is_replaced() -> None:
    """Controls, lone surrogates and characters that are none."""
    text = "a\x00b\x1b[31mc\ud800d\ufffee\x7f\x85f"
    title = parsed(Scene(9, 9, (), title=text)).findtext(f"{SPACE}title")

    assert title == "a�b�[31mc�d�e� f"


def test_screen_readers_are_told() -> None:
    """A picture with a name, and what can be seen in it."""
    root = parsed(Scene(9, 9, (), title="Nine", description="Empty."))

    assert "img" == root.get("role")
    assert "Nine" == root.get("aria-label")
    assert "Empty." == root.findtext(f"{SPACE}desc")
    assert "aria-label" not in parsed(Scene(9, 9, ())).attrib


def test_size_and_paper() -> None:
    """The width that is asked for, the height that follows; paper, or none."""
    root = parsed(Scene(200, 100, (), paper=None), 50)

    assert ("50", "25", "0 0 200 100") == (
        root.get("width"),
        root.get("height"),
        root.get("viewBox"),
    )
    assert root.find(f"{SPACE}rect") is None


def test_nothing_is_fetched_or_named() -> None:
    """No address but the name of SVG, no id, no style sheet: pictures stay apart."""
    text = svg_text(Scene(9, 9, (Rect(0, 0, 1, 1, LINE),)))

    assert 1 == text.count("http")
    for part in ("id=", "<style", "href", "url("):
        assert part not in text
    assert text == svg_text(Scene(9, 9, (Rect(0, 0, 1, 1, LINE),)))
