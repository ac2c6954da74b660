"""The search tree: built from events, and folded to a size that can be drawn.

A node is a branch: a literal that became true by decision, or by the negation of a
decision, and what followed from it.  The root is level 0, the assumptions.  The
children of a node are the two branches of the decision made there, in the order of the
search; a branch that was not tried is a leaf too, which says why.

    root ┬ r1c2=3 ┬ r4c4=1    conflict
         │        └ r4c4≠1    conflict
         └ r1c2≠3   solution

Invariants
  1. A node's counts are those of itself and of all nodes below it.
  2. A leaf has an end; a node with children has none.  A folded node stands for a
     subtree: it has neither, and that subtree's counts.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from satdoku.study.tracing.draw import to_dot, to_svg
from satdoku.study.tracing.narration import negated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.study.tracing.events import Event, SearchInfo, Summary
    from satdoku.study.tracing.narration import Clause

__all__ = ["Counts", "End", "Node", "Role", "Tree", "TreeBuilder"]

Role: TypeAlias = Literal["root", "decided", "flipped", "untried"]
"""How a node came about; `untried` is the negation of a decision, not searched."""

End: TypeAlias = Literal["conflict", "solution", "jumped", "same", "open"]
"""How a branch ended.

`jumped` was not tried because the conflict beside it does not depend on the decision,
`same` because it holds no other model; `open` was not searched to its end.
"""


class Counts(NamedTuple):
    """How many nodes of each kind a subtree has."""

    nodes: int = 0
    decided: int = 0
    conflict: int = 0
    solution: int = 0
    jumped: int = 0
    same: int = 0
    open: int = 0


@dataclass(slots=True, eq=False)
class Node:
    """A branch of the search, and all below it.

    Args:
        role: How it came about.
        level: Its level; 0 for the root.
        literal: What became true; 0 for the root.
        name: The literal's name.
        counts: Of itself and all below.
        propagated: How many literals followed from it.
        end: How it ended, if it is a leaf.
        clause: The clause that became false, if it ended in a conflict.
        solution: The solution found here, if it is a puzzle's.
        folded: Whether it stands for a subtree that is not shown.
        children: The branches below, in the order of the search.
    """

    role: Role
    level: int
    literal: int
    name: str
    counts: Counts = Counts()  # noqa: RUF009  immutable
    propagated: int = 0
    end: End | None = None
    clause: Clause | None = None
    solution: str | None = None
    folded: bool = False
    children: list[Node] = field(default_factory=list["Node"])

    def __repr__(self) -> str:
        return f"<Node {self.name or self.role}, {self.counts.nodes} nodes>"

    def walk(self) -> Iterator[Node]:
        """Yield it and all nodes below, each before its children."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.children))

    def path_to_solution(self) -> Iterator[Node]:
        """Yield the nodes from here to the first solution below."""
        level = [self]
        while node := next((node for node in level if node.counts.solution), None):
            yield node
            level = node.children


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A search tree, and what was searched; a notebook shows it as a picture.

    Args:
        root: Level 0.
        search: What was searched.
        summary: How the search ended.

    Example:
        >>> from satdoku.study.tracing import trace
        >>> tree = trace("1... 23.. .... ....", solutions=None).tree()
        >>> tree.counts.solution, tree.to_svg()[:4], tree.to_dot().splitlines()[0]
        (12, '<svg', 'digraph search {')
    """

    root: Node
    search: SearchInfo
    summary: Summary

    @property
    def counts(self) -> Counts:
        """How many nodes of each kind there are."""
        return self.root.counts

    def folded(self, max_nodes: int) -> Tree:
        """Return a tree of about `max_nodes` nodes; other subtrees are folded.

        A folded node stands for its whole subtree and says how large that is.  Shown
        is the path to the first solution; then, as far as there is room:

          1. the path to where the search ended, if branches are open
          2. the paths to further solutions
          3. the largest of the other subtrees, so that the folded ones are small
        """
        return replace(self, root=_folded(self.root, max_nodes))

    def to_svg(self, max_nodes: int = 120) -> str:
        """Draw the tree as an SVG document, folded to `max_nodes`."""
        return to_svg(self.folded(max_nodes))

    def to_dot(self, max_nodes: int = 120) -> str:
        """Write the tree in DOT, the language of Graphviz, folded to `max_nodes`."""
        return to_dot(self.folded(max_nodes))

    def _repr_svg_(self) -> str:
        return self.to_svg()


class TreeBuilder:
    """Builds a tree from events; a sink.

    Attributes:
        search: What is searched, once it has begun.
        summary: How the search ended, once it has.

    Invariant: `_path[k]` is the branch of level k that the search is in.
    """

    def __init__(self) -> None:
        self.search: SearchInfo | None = None
        self.summary: Summary | None = None
        self._path = [Node("root", 0, 0, "")]

    def __call__(self, event: Event) -> None:
        """Take an event."""
        here = self._path[-1]
        if event.kind == "propagated":
            here.propagated += 1
        elif event.kind == "decided":
            self._open("decided", event)
        elif event.kind == "conflict":
            here.end, here.clause = "conflict", event.clause
        elif event.kind == "found":
            here.end, here.solution = "solution", event.solution
        elif event.kind == "left":
            self._close("jumped" if event.jumped else "same")
        elif event.kind == "flipped":
            self._path.pop()
            self._open("flipped", event)
        elif event.kind == "begun":
            self.search = event.search
        elif event.kind == "ended":
            self.summary = event.summary

    def tree(self) -> Tree:
        """Return the tree, once the search has ended.

        Raises:
            RuntimeError: It has not.
        """
        if self.search is None or self.summary is None:
            msg = "the search has not ended"
            raise RuntimeError(msg)
        here = self._path[-1]
        if here.end is None and not here.children:
            here.end = "open"
        while len(self._path) > 1:
            self._close("open")
        root = self._path[0]
        for node in reversed(list(root.walk())):  # children before their parents
            own = Counts(1, int(node.role == "decided"))
            own = own._replace(**{node.end: 1}) if node.end is not None else own
            below = (child.counts for child in node.children)
            node.counts = Counts(*map(sum, zip(own, *below, strict=True)))
        return Tree(root, self.search, self.summary)

    def _open(self, role: Role, event: Event) -> None:
        node = Node(role, event.level, event.literal, event.name)
        self._path[-1].children.append(node)
        self._path.append(node)

    def _close(self, untried: End) -> None:
        """Close the deepest branch; if it was a decision, its negation ends so."""
        node = self._path.pop()
        if node.role == "decided":
            name = negated(node.name)
            other = Node("untried", node.level, -node.literal, name, end=untried)
            self._path[-1].children.append(other)


def _folded(root: Node, max_nodes: int) -> Node:
    """Fold a tree; see `Tree.folded`."""
    path = set(root.path_to_solution())
    shown: set[Node] = set()
    heap: list[tuple[bool, bool, bool, int, int, Node]] = []
    room, order = max_nodes - 1, 0
    pending = [root]
    while pending or heap:
        for node in pending:
            order += 1
            counts = node.counts
            last = (not counts.open, not counts.solution, -counts.nodes, order)
            heappush(heap, (node not in path, *last, node))
        node = heappop(heap)[-1]
        fits = len(node.children) <= room or node in path
        pending = node.children if fits else []
        if pending:
            shown.add(node)
            room -= len(pending)
    made: dict[Node, Node] = {}
    for node in reversed(list(root.walk())):  # children before their parents
        below = [made[child] for child in node.children] if node in shown else []
        folded = bool(node.children) and node not in shown
        made[node] = replace(node, children=below, folded=folded)
    return made[root]
