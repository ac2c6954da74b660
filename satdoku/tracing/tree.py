"""The search tree, as frozen values.

A node is a branch: a literal that became true by decision, or by the negation of a
refuted decision, and what followed from it.  The root is level 0, the assumptions.
The children of a node are the two branches of the decision made there, in the order in
which the search took them; one that it did not take is a leaf too, which says why.

    root ┬ r1c2=3 ┬ r4c4=1    conflict
         │        └ r4c4≠1    conflict
         └ r1c2≠3   solution

Invariants
  1. A node's counts are those of itself and of all nodes below it.
  2. A leaf has an end; a node with children has none.  A folded node stands for a
     subtree: it has neither, and that subtree's counts.  An elided node stands for
     several levels: it has one child, and the counts of the subtree it begins.
  3. Without folded nodes, conflicts and decided nodes are as many as the statistics of
     the search tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.tracing.event import Begun, Cited, Ended

__all__ = ["Counts", "End", "Node", "Role", "Tree"]


class Role(StrEnum):
    """How a node came about."""

    ROOT = "root"
    DECIDED = "decided"
    FLIPPED = "flipped"
    UNTRIED = "untried"
    """The negation of a decision, which the search did not try."""
    ELIDED = "elided"
    """Several levels, drawn as one."""


class End(StrEnum):
    """How a branch ended."""

    CONFLICT = "conflict"
    SOLUTION = "solution"
    JUMPED = "jumped"
    """Not tried: the refutation next to it does not rest on the decision."""
    SAME = "same"
    """Not tried: the model next to it stands for all that it holds."""
    OPEN = "open"
    """Not looked at, or not to its end, when the search ended."""


class Counts(NamedTuple):
    """How many nodes of each kind a subtree has."""

    nodes: int = 0
    decided: int = 0
    conflicts: int = 0
    solutions: int = 0
    jumped: int = 0
    same: int = 0
    open: int = 0

    @staticmethod
    def sum(many: Iterable[Counts]) -> Counts:
        """Add counts up.

        Example:
            >>> Counts.sum([Counts(1, 1), Counts(2, 0, 1)])[:3]
            (3, 1, 1)
        """
        return Counts(*map(sum, zip(Counts(), *many, strict=True)))

    def less(self, other: Counts) -> Counts:
        """Return what is left without another's."""
        return Counts(*(mine - its for mine, its in zip(self, other, strict=True)))

    @property
    def leaves(self) -> int:
        """How many branches ended, or were not tried."""
        return self.conflicts + self.solutions + self.jumped + self.same + self.open


@dataclass(frozen=True, slots=True, eq=False)
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
        clause: The clause that became false, if it ended so.
        solution: The solution found here, if it ended so and was a puzzle's.
        folded: Whether it stands for a subtree that is not shown.
        children: The branches below, in the order of the search.
    """

    role: Role
    level: int
    literal: int
    name: str
    counts: Counts
    propagated: int = 0
    end: End | None = None
    clause: Cited | None = None
    solution: str | None = None
    folded: bool = False
    children: tuple[Node, ...] = ()

    def __repr__(self) -> str:
        what = self.name or self.role
        return f"<Node {what}, {self.counts.nodes} nodes>"

    @property
    def own(self) -> Counts:
        """Return what it counts for without its children, and what it hides."""
        return self.counts.less(Counts.sum(child.counts for child in self.children))

    def walk(self) -> Iterator[Node]:
        """Yield it and all nodes below, each before its children."""
        pending: list[Node] = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.children))


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A search tree, and what was searched.

    In a notebook it shows as a picture.

    Args:
        root: Level 0.
        begun: What was searched.
        ended: How the search ended.
    """

    root: Node
    begun: Begun
    ended: Ended

    @property
    def counts(self) -> Counts:
        """How many nodes of each kind there are."""
        return self.root.counts

    def folded(self, most: int) -> Tree:
        """Return a tree of about `most` nodes at most, by folding what is closed."""
        from satdoku.tracing.fold import fold  # noqa: PLC0415  it makes nodes itself

        return Tree(fold(self.root, most), self.begun, self.ended)

    def to_svg(self, nodes: int = 120) -> str:
        """Draw the tree as an SVG document.

        Args:
            nodes: How many nodes are drawn at most; what is closed is folded.

        Example:
            >>> from satdoku.tracing.trace import trace
            >>> trace("1... .... .... ....", solutions=1).tree().to_svg()[:4]
            '<svg'
        """
        from satdoku.pictures.svg import svg_text  # noqa: PLC0415  only to draw
        from satdoku.tracing.draw import draw  # noqa: PLC0415

        return svg_text(draw(self.folded(nodes)))

    def _repr_svg_(self) -> str:
        return self.to_svg()
