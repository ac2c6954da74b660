"""A search tree as a picture: pills with names, marks for ends, a heading, a legend.

A pill is a branch, with its literal and how many literals followed (`+12`): blue where
the literal was decided, white where it is the negation of a decision, dashed where that
was not tried.  The way to the first solution is drawn in green, and thicker.  The marks
are those of `satdoku.tracing.marks`.  A tooltip over each node says in full what
happened there.

Small trees grow down, as in textbooks.  One that would be too wide to be read so grows
to the right, a leaf a row, where names need no more room than a line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.pictures import palette
from satdoku.pictures.scene import Group, Paint, Polyline, Scene, Text
from satdoku.tracing import nodes
from satdoku.tracing.arrange import Down, Right
from satdoku.tracing.legend import heading, legend
from satdoku.tracing.told import of_node
from satdoku.tracing.tree import Role

if TYPE_CHECKING:
    from satdoku.pictures.scene import Shape
    from satdoku.tracing.arrange import Arrangement
    from satdoku.tracing.tree import Node, Tree

__all__ = ["draw"]

_MARGIN = 16.0
_NARROWEST = 720.0
_WIDEST_DOWN = 1200.0
"""Wider trees grow to the right."""

_EDGE = Paint(stroke=palette.GREY, width=1.0)
_WAY = Paint(stroke=nodes.WAY, width=2.5)
_UNTRIED = Paint(stroke=palette.LIGHT_GREY, width=1.0, dash=(3, 3))


def draw(tree: Tree, *, sideways: bool | None = None) -> Scene:
    """Draw a tree, all its nodes; fold it first if it is large.

    Args:
        tree: The tree.
        sideways: Whether it grows to the right; None to choose by its width.

    Example:
        >>> from satdoku.tracing.trace import trace
        >>> scene = draw(trace("1... 2... .... ....", solutions=1).tree().folded(20))
        >>> scene.title.split(":")[0]
        'DPLL search tree'
    """
    arranged: Arrangement = Right(tree.root) if sideways else Down(tree.root)
    if sideways is None and arranged.width > _WIDEST_DOWN:
        arranged = Right(tree.root)
    width = max(arranged.width + 2 * _MARGIN, _NARROWEST)
    title, lines = heading(tree)
    y = _MARGIN + 4
    shapes: list[Shape] = [
        Text(_MARGIN, y, title, 14, anchor="start", bold=True, name="title")
    ]
    for line in lines:
        y += 16
        shapes.append(Text(_MARGIN, y, line, nodes.FONT, palette.GREY, "start"))
    key, y = legend(tree, _MARGIN, y + 22, width - _MARGIN)
    bottom = arranged.stand((width - arranged.width) / 2, y + 14)
    return Scene(
        round(width),
        round(bottom + _MARGIN),
        (*shapes, *key, *_drawn(arranged, _way_to_solution(tree.root))),
        title=title,
        description=f"{title}; {'; '.join(lines)}",
    )


def _way_to_solution(root: Node) -> set[Node]:
    """Return the nodes from the root to the first solution."""
    way: set[Node] = set()
    node: Node | None = root if root.counts.solutions else None
    while node is not None:
        way.add(node)
        node = next((child for child in node.children if child.counts.solutions), None)
    return way


def _drawn(arranged: Arrangement, way: set[Node]) -> list[Shape]:
    """Draw edges, the way to a solution over them, and the nodes over all."""
    edges: list[Shape] = []
    ways: list[Shape] = []
    groups: list[Shape] = []
    for place in arranged.places:
        node = place.node
        on_way = node in way
        if place.parent >= 0:
            points = arranged.edge(place)
            if on_way:
                ways.append(Polyline(points, _WAY, name="way"))
            else:
                untried = node.role is Role.UNTRIED
                paint = _UNTRIED if untried else _EDGE
                edges.append(Polyline(points, paint, name="edge"))
        drawn = arranged.node(place, on_way=on_way)
        groups.append(Group(drawn, of_node(node), node.role.value))
    return edges + ways + groups
