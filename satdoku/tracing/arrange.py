"""Where a tree's nodes and edges are drawn: downwards, or to the right.

    Down     tidy (`layout.lay_out`); rows of nodes, as high as their highest
    Right    a leaf a row (`layout.in_rows`); columns as wide as their widest pill

Both know how wide they are before they are told where to stand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from satdoku.tracing import nodes
from satdoku.tracing.layout import in_rows, lay_out

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from satdoku.pictures.scene import Point, Shape
    from satdoku.tracing.layout import Place
    from satdoku.tracing.tree import Node

__all__ = ["Arrangement", "Down", "Right"]

_GAP = 8.0
_DROP = 26.0
"""What is left for edges between the rows of a tree that grows down."""
_ROW = 24.0
_STEP = 26.0
"""What is left for edges between the columns of a tree that grows to the right."""


class Arrangement(Protocol):
    """A tree's places in a picture.

    Attributes:
        places: The nodes, each after its parent.
        width: How wide all of them are.
    """

    places: list[Place]
    width: float

    def stand(self, left: float, top: float) -> float:
        """Stand with the upper left corner there; return where the bottom is."""
        ...

    def edge(self, place: Place) -> tuple[Point, ...]:
        """Return the corners of the line from a node's parent to it."""
        ...

    def node(self, place: Place, *, on_way: bool) -> tuple[Shape, ...]:
        """Draw a node."""
        ...


class Down:
    """A tree that grows down."""

    def __init__(self, root: Node) -> None:
        self.places = lay_out(root, nodes.width_down, _GAP)
        self.width = max(p.x + nodes.width_down(p.node) / 2 for p in self.places)
        self._left = 0.0
        self._tops = _sums(self.places, nodes.height_down, _DROP)

    def stand(self, left: float, top: float) -> float:
        """Stand with the upper left corner there; return where the bottom is."""
        self._left = left
        self._tops = [top + y - self._tops[0] for y in self._tops]
        return self._tops[-1] - _DROP

    def edge(self, place: Place) -> tuple[Point, ...]:
        """Go straight down past the row's other nodes first, so as to cross none."""
        parent = self.places[place.parent]
        x, y = self._left + parent.x, self._tops[parent.depth] + nodes.PILL
        end = (self._left + place.x, self._tops[place.depth])
        bend = (x, end[1] - _DROP)
        return ((x, y), bend, end) if bend[1] > y else ((x, y), end)

    def node(self, place: Place, *, on_way: bool) -> tuple[Shape, ...]:
        """Draw a node."""
        x, top = self._left + place.x, self._tops[place.depth]
        return nodes.down(place.node, x, top, on_way=on_way)


class Right:
    """A tree that grows to the right."""

    def __init__(self, root: Node) -> None:
        self.places = in_rows(root)
        self._lefts = _sums(self.places, nodes.pill_width, _STEP)
        self._top = 0.0
        self._rows = 1 + max(place.x for place in self.places)
        self.width = max(
            self._lefts[p.depth] + nodes.reach_right(p.node) for p in self.places
        )

    def stand(self, left: float, top: float) -> float:
        """Stand with the upper left corner there; return where the bottom is."""
        self._lefts = [left + x - self._lefts[0] for x in self._lefts]
        self._top = top + _ROW / 2
        return top + self._rows * _ROW

    def edge(self, place: Place) -> tuple[Point, ...]:
        """Go to the end of the column first, and up or down there."""
        parent = self.places[place.parent]
        x = self._lefts[parent.depth] + nodes.pill_width(parent.node)
        y = self._top + parent.x * _ROW
        end = (self._lefts[place.depth], self._top + place.x * _ROW)
        bend = end[0] - _STEP / 2
        return ((x, y), (bend, y), (bend, end[1]), end)

    def node(self, place: Place, *, on_way: bool) -> tuple[Shape, ...]:
        """Draw a node."""
        left, y = self._lefts[place.depth], self._top + place.x * _ROW
        return nodes.right(place.node, left, y, on_way=on_way)


def _sums(
    places: Sequence[Place], size: Callable[[Node], float], gap: float
) -> list[float]:
    """Return where each depth begins, by the largest of each, and where all end."""
    largest: list[float] = []
    for place in places:
        if place.depth == len(largest):
            largest.append(0.0)
        largest[place.depth] = max(largest[place.depth], size(place.node))
    found = [0.0]
    for each in largest:
        found.append(found[-1] + each + gap)
    return found
