"""Fold a tree: show what matters in so many nodes, and count the rest.

A folded node stands for its whole subtree and says how large that is.  What is shown in
the room there is, in this order:

  1. the path to the first solution, always; where it alone takes more than half of the
     room, the levels of its middle are drawn as one elided node
  2. the path to where the search ended, if it left something open
  3. the paths to further solutions, in the order in which they were found
  4. of what is closed, the largest subtrees first, so that those folded in the end are
     small, and about alike
"""

from __future__ import annotations

from dataclasses import replace
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from satdoku.tracing.tree import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.tracing.tree import Node

__all__ = ["fold", "fold_all"]


def fold(root: Node, most: int) -> Node:
    """Return a tree of at most `most` nodes (but of 12 at least, if it has so many).

    Example:
        >>> from satdoku.tracing.trace import trace
        >>> root = trace("1... .... .... ....").tree().root
        >>> small = fold(root, 20)
        >>> root.counts == small.counts, sum(1 for _ in small.walk()) <= 20
        (True, True)
    """
    room = max(most, _LEAST)
    return _Folding([_without_middle(root, room)], room).folded()[0]


def fold_all(roots: Sequence[Node], most: int) -> list[Node]:
    """Fold several trees together; the path to their first solution is kept whole."""
    return _Folding(roots, most).folded()


_LEAST = 12


class _Folding:
    """Chooses the nodes whose children are shown: `_shown`, by identity."""

    def __init__(self, roots: Sequence[Node], most: int) -> None:
        self._roots = roots
        self._left = most - len(roots)
        self._shown: set[int] = set()
        self._show_path(_path_to_first(roots), at_any_cost=True)
        self._show(roots, "open")
        self._show(roots, "solutions")
        self._show_largest()

    def _show_path(self, path: Iterable[Node], *, at_any_cost: bool) -> None:
        for node in path:
            self._take(node, at_any_cost=at_any_cost)

    def _take(self, node: Node, *, at_any_cost: bool = False) -> bool:
        """Show the children of a node, if there is room."""
        if id(node) in self._shown:
            return True
        if not node.children:
            return False
        if len(node.children) > self._left and not at_any_cost:
            return False
        self._left -= len(node.children)
        self._shown.add(id(node))
        return True

    def _show(self, roots: Sequence[Node], what: str) -> None:
        """Show, from the top, the nodes that have something of a kind below them."""
        pending = list(reversed(roots))
        while pending:
            node = pending.pop()
            if getattr(node.counts, what) and self._take(node):
                pending.extend(reversed(node.children))

    def _show_largest(self) -> None:
        """Show the children of the largest subtrees as long as there is room."""
        heap: list[tuple[int, int, Node]] = []
        pending = list(self._roots)
        while pending:
            node = pending.pop()
            if id(node) in self._shown:
                pending.extend(node.children)
            elif node.children:
                heap.append((-node.counts.nodes, len(heap), node))
        heapify(heap)
        order = len(heap)
        while heap:
            _, _, node = heappop(heap)
            if self._take(node):
                for child in node.children:
                    if child.children:
                        heappush(heap, (-child.counts.nodes, order, child))
                        order += 1

    def folded(self) -> list[Node]:
        """Make the trees anew, with nothing below the nodes that are not shown."""
        made: dict[int, Node] = {}
        pending = [(root, False) for root in reversed(self._roots)]
        while pending:
            node, ready = pending.pop()
            if not node.children:
                made[id(node)] = node
            elif id(node) not in self._shown:
                made[id(node)] = replace(node, children=(), folded=True)
            elif ready:
                children = tuple(made[id(child)] for child in node.children)
                same = all(map(_is, children, node.children))
                made[id(node)] = node if same else replace(node, children=children)
            else:
                pending.append((node, True))
                pending.extend((child, False) for child in node.children)
        return [made[id(root)] for root in self._roots]


def _is(one: Node, other: Node) -> bool:
    return one is other


def _path_to_first(roots: Iterable[Node]) -> list[Node]:
    """Return the nodes from a root to the first solution."""
    path: list[Node] = []
    level: Iterable[Node] = roots
    while True:
        node = next((node for node in level if node.counts.solutions), None)
        if node is None:
            return path
        path.append(node)
        level = node.children


def _without_middle(root: Node, room: int) -> Node:
    """Draw the middle of the path to the first solution as one node, if it must be."""
    path = _path_to_first([root])
    if 2 * sum(len(node.children) for node in path) <= room:
        return root
    ends = max(room // 12, 2)  # nodes kept at each end; each has two children at most
    if len(path) <= 2 * ends + 1:
        return root
    below = path[-ends]
    first = path[ends]
    made = replace(
        first,
        role=Role.ELIDED,
        name=f"{below.level - first.level:,} levels",
        propagated=0,
        children=(below,),
    )
    for old, new in zip(path[ends - 1 :: -1], path[ends:0:-1], strict=True):
        children = tuple(made if child is new else child for child in old.children)
        made = replace(old, children=children)
    return made
