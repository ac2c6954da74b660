"""Where each node of a tree stands: children below, parents centred over them.

Subtrees are moved as close together as their outlines allow, alike subtrees look alike
wherever they are, and the time is linear in the nodes.

Source: C. Buchheim, M. Jünger, S. Leipert, "Improving Walker's Algorithm to Run in
Linear Time" (Graph Drawing 2002), after Walker (1990) and Reingold and Tilford (1981).
Here without recursion, as search trees may be deep, and with nodes of several widths.

Invariants (for the nodes of one depth, left to right)
  1. Neighbours are at least half of both widths and the gap apart.
  2. A node is in the middle of its first and last child.
  3. Children come in their order, and no two edges cross.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from satdoku.tracing.tree import Node

__all__ = ["Place", "in_rows", "lay_out"]


class Place(NamedTuple):
    """A node, its middle from the left, its depth, and the place of its parent.

    `parent` is -1 for the root.
    """

    node: Node
    x: float
    depth: int
    parent: int


def lay_out(root: Node, width: Callable[[Node], float], gap: float) -> list[Place]:
    """Lay a tree out, each node before its children; the leftmost edge is at 0.

    Args:
        root: The tree.
        width: How wide a node is.
        gap: What is left between neighbours at least.

    Example:
        >>> from satdoku.tracing.tree import Counts, Node, Role
        >>> leaf = Node(Role.DECIDED, 1, 1, "1", Counts(1))
        >>> root = Node(Role.ROOT, 0, 0, "", Counts(3), children=(leaf, leaf))
        >>> [(place.x, place.depth) for place in lay_out(root, lambda _: 2, 1)]
        [(2.5, 0), (1.0, 1), (4.0, 1)]
    """
    sketch = _Sketch(root, width, gap)
    sketch.walk_up()
    xs = sketch.walk_down()
    half = [size / 2 for size in sketch.widths]
    left = min(x - w for x, w in zip(xs, half, strict=True))
    return sketch.places(x - left for x in xs)


def in_rows(root: Node) -> list[Place]:
    """Give each leaf a row of its own, and its parents the middle of their children.

    So nothing else is in a leaf's row beyond it, and what is written there has room.

    Example:
        >>> from satdoku.tracing.tree import Counts, Node, Role
        >>> leaf = Node(Role.DECIDED, 1, 1, "1", Counts(1))
        >>> root = Node(Role.ROOT, 0, 0, "", Counts(3), children=(leaf, leaf))
        >>> [(place.x, place.depth) for place in in_rows(root)]
        [(0.5, 0), (0.0, 1), (1.0, 1)]
    """
    numbered = _Numbered(root)
    rows = [0.0] * len(numbered.nodes)
    leaves = 0
    for v, kids in enumerate(numbered.children):
        if not kids:
            rows[v] = float(leaves)
            leaves += 1
    for v in range(len(rows) - 1, -1, -1):  # children are numbered after their parents
        kids = numbered.children[v]
        if kids:
            rows[v] = (rows[kids[0]] + rows[kids[-1]]) / 2
    return numbered.places(rows)


class _Numbered:
    """The nodes of a tree by number, each before its children, siblings in order."""

    def __init__(self, root: Node) -> None:
        self.nodes: list[Node] = []
        self.parents: list[int] = []
        self.depths: list[int] = []
        self.children: list[list[int]] = []
        self.ranks: list[int] = []
        pending = [(root, -1)]
        while pending:
            node, parent = pending.pop()
            v = len(self.nodes)
            self.nodes.append(node)
            self.parents.append(parent)
            self.depths.append(0 if parent < 0 else self.depths[parent] + 1)
            self.children.append([])
            self.ranks.append(0 if parent < 0 else len(self.children[parent]))
            if parent >= 0:
                self.children[parent].append(v)
            pending.extend((child, v) for child in reversed(node.children))

    def places(self, xs: Iterable[float]) -> list[Place]:
        """Return the nodes where they stand."""
        every = zip(self.nodes, xs, self.depths, self.parents, strict=True)
        return [Place(*each) for each in every]


class _Sketch(_Numbered):
    """The algorithm's state, a list for each of the paper's fields; nodes are indices.

    `mod[v]` moves all below v; `shift` and `change` hold moves of the subtrees between
    two siblings that are not carried out yet; `thread[v]` is where the outline goes on
    below a node without children; `ancestor[v]` finds the sibling an outline is of.
    """

    def __init__(self, root: Node, width: Callable[[Node], float], gap: float) -> None:
        super().__init__(root)
        self.gap = gap
        count = len(self.nodes)
        self.widths = [width(node) for node in self.nodes]
        self.prelim = [0.0] * count
        self.mod = [0.0] * count
        self.shift = [0.0] * count
        self.change = [0.0] * count
        self.thread = [-1] * count
        self.ancestor = list(range(count))

    def walk_up(self) -> None:
        """Place every node relative to its siblings, children before their parents.

        Each of two siblings comes before the next, which is pushed off it.
        """
        outlines = list(range(len(self.nodes)))  # the paper's defaultAncestor
        for v, kids in enumerate(self.children):
            if kids:
                outlines[v] = kids[0]
        pending = [(0, False)]
        while pending:
            v, ready = pending.pop()
            if not ready and self.children[v]:
                pending.append((v, True))
                pending.extend((child, False) for child in reversed(self.children[v]))
                continue
            self._settle(v)
            parent = self.parents[v]
            if parent >= 0:
                outlines[parent] = self._push_apart(v, outlines[parent])

    def _settle(self, v: int) -> None:
        """Place a node over its children and beside its left sibling."""
        kids = self.children[v]
        rank = self.ranks[v]
        beside = 0.0
        if rank:
            w = self.children[self.parents[v]][rank - 1]
            beside = self.prelim[w] + self._distance(w, v)
        if not kids:
            self.prelim[v] = beside
            return
        self._carry_out_shifts(v)
        middle = (self.prelim[kids[0]] + self.prelim[kids[-1]]) / 2
        self.prelim[v] = beside if rank else middle
        self.mod[v] = beside - middle if rank else 0.0

    def _distance(self, left: int, right: int) -> float:
        return (self.widths[left] + self.widths[right]) / 2 + self.gap

    def _next_left(self, v: int) -> int:
        return self.children[v][0] if self.children[v] else self.thread[v]

    def _next_right(self, v: int) -> int:
        return self.children[v][-1] if self.children[v] else self.thread[v]

    def _push_apart(self, v: int, default: int) -> int:
        """Move the subtree of v right of its left siblings'; the paper's `apportion`.

        In and out are the inner and outer outlines, left and right of the gap between
        the subtrees; the sums are of the `mod` on the way down each.
        """
        rank = self.ranks[v]
        if not rank:
            return default
        mod = self.mod
        siblings = self.children[self.parents[v]]
        in_right = out_right = v
        in_left, out_left = siblings[rank - 1], siblings[0]
        sum_in_right = sum_out_right = mod[v]
        sum_in_left, sum_out_left = mod[in_left], mod[out_left]
        while True:
            left, right = self._next_right(in_left), self._next_left(in_right)
            if left < 0 or right < 0:
                break
            in_left, in_right = left, right
            out_left = self._next_left(out_left)
            out_right = self._next_right(out_right)
            self.ancestor[out_right] = v
            overlap = (
                self.prelim[in_left]
                + sum_in_left
                + self._distance(in_left, in_right)
                - self.prelim[in_right]
                - sum_in_right
            )
            if overlap > 0:
                of = self.ancestor[in_left]
                known = self.parents[of] == self.parents[v]
                self._move(of if known else default, v, overlap)
                sum_in_right += overlap
                sum_out_right += overlap
            sum_in_left += mod[in_left]
            sum_in_right += mod[in_right]
            sum_out_left += mod[out_left]
            sum_out_right += mod[out_right]
        if left >= 0 and self._next_right(out_right) < 0:
            self.thread[out_right] = left
            mod[out_right] += sum_in_left - sum_out_right
        if right >= 0 and self._next_left(out_left) < 0:
            self.thread[out_left] = right
            mod[out_left] += sum_in_right - sum_out_left
            return v
        return default

    def _move(self, w: int, v: int, by: float) -> None:
        """Move the subtree of v, and those between w and v in proportion."""
        between = self.ranks[v] - self.ranks[w]
        self.change[v] -= by / between
        self.shift[v] += by
        self.change[w] += by / between
        self.prelim[v] += by
        self.mod[v] += by

    def _carry_out_shifts(self, v: int) -> None:
        shift = change = 0.0
        for w in reversed(self.children[v]):
            self.prelim[w] += shift
            self.mod[w] += shift
            change += self.change[w]
            shift += self.shift[w] + change

    def walk_down(self) -> list[float]:
        """Return where each node stands, the moves above it added up."""
        moved = [0.0] * len(self.nodes)
        for v, parent in enumerate(self.parents):
            if parent >= 0:  # parents are numbered before their children
                moved[v] = moved[parent] + self.mod[parent]
        return [x + by for x, by in zip(self.prelim, moved, strict=True)]
