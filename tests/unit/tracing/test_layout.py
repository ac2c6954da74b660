"""Layouts by hand; the properties hold them on any tree."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from satdoku.tracing.layout import in_rows, lay_out

if TYPE_CHECKING:
    from satdoku.tracing.tree import Node
    from tests.unit.tracing.conftest import Grow


def one(node: Node) -> float:
    """Return a width of 1, whatever the node."""
    del node
    return 1.0


def xs(root: Node) -> list[float]:
    """Return where the nodes stand."""
    return [place.x for place in lay_out(root, one, 1.0)]


def test_three_nodes(grown: Grow) -> None:
    """A parent over the middle of its children, which are a gap apart."""
    assert [1.5, 0.5, 2.5] == xs(grown(["c", "c"]))


def test_subtrees_are_pushed_apart_no_more_than_need_be(grown: Grow) -> None:
    """A leaf beside a subtree stands as near as its own depth allows."""
    left = grown([["c", "c"], "c"])

    assert [2.5, 1.5, 0.5, 2.5, 3.5] == xs(left)


def test_deep_outlines(grown: Grow) -> None:
    """Subtrees that are nearest far below are kept apart there, through threads."""
    inner: list[object] = ["c", ["c", ["c", "c"]]]
    outer: list[object] = [[["c", "c"], "c"], "c"]
    places = lay_out(grown([inner, outer]), one, 1.0)
    rows: dict[int, list[float]] = {}
    for place in places:
        rows.setdefault(place.depth, []).append(place.x)

    assert all(
        right - left >= 2 for row in rows.values() for left, right in pairwise(row)
    )
    assert 2 == min(right - left for left, right in pairwise(rows[4]))


def test_a_tree_and_its_mirror_image(grown: Grow) -> None:
    """They are drawn as mirror images."""
    tree: list[object] = [[["c", "c"], "c"], ["c", [["c", "c"], ["c", "c"]]]]

    def mirrored(shape: object) -> object:
        if isinstance(shape, str):
            return shape
        assert isinstance(shape, list)
        return [*map(mirrored, reversed(shape))]

    right = max(xs(grown(tree)))
    image = grown(mirrored(tree))  # type: ignore[arg-type]
    assert sorted(xs(grown(tree))) == sorted(
        round(right + 0.5 - x, 9) for x in xs(image)
    )


def test_rows(grown: Grow) -> None:
    """A leaf a row, parents in the middle of their children."""
    places = in_rows(grown([["c", "c"], "c"]))

    assert [1.25, 0.5, 0.0, 1.0, 2.0] == [place.x for place in places]
    assert [0, 1, 2, 2, 1] == [place.depth for place in places]
    assert [-1, 0, 1, 1, 0] == [place.parent for place in places]


def test_a_root_alone(grown: Grow) -> None:
    """It stands at the edge."""
    assert [0.5] == xs(grown("c"))
    assert [0.0] == [place.x for place in in_rows(grown("c"))]
