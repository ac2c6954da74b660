"""Drawn trees: well-formed, whole, inside the paper, and nothing over anything."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from satdoku.pictures.scene import Group, Polyline, Rect, Scene, Text
from satdoku.pictures.svg import svg_text
from satdoku.tracing.draw import draw
from satdoku.tracing.trace import trace
from satdoku.tracing.tree import End, Role

if TYPE_CHECKING:
    from satdoku.cnf.formula import Formula
    from satdoku.tracing.tree import Tree

HARD = (
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)
SVG = "{http://www.w3.org/2000/svg}"
ROLES = {role.value for role in Role}


@pytest.fixture(scope="module")
def trees(jumping: Formula) -> dict[str, Tree]:
    """Return trees of many sizes."""
    return {
        "root": trace("1... ..2. ..3. 4...").tree(),
        "small": trace("1... .... ...2 ....").tree(),
        "formula": trace(jumping).tree(),
        "refuted": trace("11.. .... .... ....").tree(),
        "large": trace(HARD, encoding="minimal").tree(),
        "deep": trace("." * 256, solutions=1).tree(),
        "stopped": trace(HARD, limit=3000).tree(),
        "many": trace("1... .... .... ....", solutions=None).tree(),
    }


NAMES = ["root", "small", "formula", "refuted", "large", "deep", "stopped", "many"]


def boxes(scene: Scene) -> list[tuple[float, float, float, float]]:
    """Return the extent of every node: all its shapes, its text by a careful guess."""
    found: list[tuple[float, float, float, float]] = []
    for group in scene.shapes:
        if isinstance(group, Group) and group.name in ROLES:
            xs: list[float] = []
            ys: list[float] = []
            for shape in group.shapes:
                if isinstance(shape, Rect):
                    xs += (shape.x, shape.x + shape.width)
                    ys += (shape.y, shape.y + shape.height)
                elif isinstance(shape, Polyline):
                    xs += (point[0] for point in shape.points)
                    ys += (point[1] for point in shape.points)
                elif isinstance(shape, Text):
                    width = 0.6 * shape.size * len(shape.text)
                    left = {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor]
                    xs += (shape.x - left * width, shape.x + (1 - left) * width)
                    ys += (shape.y - shape.size / 2, shape.y + shape.size / 2)
            found.append((min(xs), min(ys), max(xs), max(ys)))
    return found


@pytest.mark.parametrize("sideways", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_nothing_overlaps(trees: dict[str, Tree], name: str, sideways: bool) -> None:  # noqa: FBT001  a parameter
    """Every node of the tree is drawn once, on the paper, and over no other."""
    tree = trees[name].folded(80)
    scene = draw(tree, sideways=sideways)
    extents = boxes(scene)

    assert sum(1 for _ in tree.root.walk()) == len(extents)
    for at, (left, top, right, bottom) in enumerate(extents):
        assert 0 <= left < right <= scene.width
        assert 0 <= top < bottom <= scene.height
        for left2, top2, right2, bottom2 in extents[:at]:
            apart = right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top
            assert apart


@pytest.mark.parametrize("name", NAMES)
def test_svg(trees: dict[str, Tree], name: str) -> None:
    """It is XML; each node says in a tooltip what happened, and the title counts."""
    tree = trees[name]
    root = ET.fromstring(tree.to_svg(60))  # noqa: S314  our own
    titles = [
        group.findtext(f"{SVG}title")
        for group in root.iter(f"{SVG}g")
        if group.get("class") in ROLES
    ]

    assert sum(1 for _ in tree.folded(60).root.walk()) == len(titles)
    assert all(titles)
    assert f"{tree.counts.nodes:,} node" in (root.findtext(f"{SVG}title") or "")
    marks = [
        any(shape.get("class") == "conflict" for shape in group.iter(f"{SVG}rect"))
        for group in root.iter(f"{SVG}g")
        if group.get("class") in ROLES
    ]
    drawn = list(tree.folded(60).root.walk())
    assert [node.end is End.CONFLICT for node in drawn] == marks
    assert marks == ["; conflict: " in (title or "") for title in titles]


def test_what_tooltips_say(trees: dict[str, Tree]) -> None:
    """The clause of a conflict, what is folded, what was not looked at."""
    text = trees["large"].to_svg(60)
    formula = trees["formula"].to_svg()

    assert "nodes, " in text
    assert ", closed</title>" in text
    assert "; conflict: " in formula
    assert "[clause" not in formula
    assert "not looked at</title>" in trees["stopped"].to_svg()


def test_small_trees_grow_down_and_large_ones_to_the_right(
    trees: dict[str, Tree],
) -> None:
    """Unless somebody says which."""
    small, large = trees["small"], trees["large"].folded(120)

    assert draw(small) == draw(small, sideways=False)
    assert draw(large) == draw(large, sideways=True)
    assert draw(large).width < 2000


def test_the_legend_tells_what_occurs(trees: dict[str, Tree]) -> None:
    """Every mark that is drawn is told, and no other."""
    texts = {
        name: {
            shape.text
            for shape in draw(tree.folded(60)).flat()
            if isinstance(shape, Text)
        }
        for name, tree in trees.items()
    }

    assert "conflict" in texts["formula"]
    assert "solution" not in texts["formula"]
    assert "folded subtree" in texts["large"]
    assert "folded subtree" not in texts["small"]
    assert "not looked at" in texts["stopped"]


def test_the_same_tree_is_drawn_the_same(trees: dict[str, Tree]) -> None:
    """A notebook shows what the file holds."""
    tree = trees["small"]

    assert tree.to_svg() == tree._repr_svg_() == svg_text(draw(tree))
