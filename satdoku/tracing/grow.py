"""A sink that grows the search tree, in bounded memory.

A branch becomes a frozen node when the search is done with it, so that only the current
branch is open.  When more nodes are kept than there is room for, small closed subtrees
are folded (`satdoku.tracing.fold`): each becomes one node with the counts of all.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from satdoku.tracing.event import (
    Begun,
    Conflict,
    Decided,
    Ended,
    Flipped,
    Found,
    Left,
    Propagated,
)
from satdoku.tracing.fold import fold_all
from satdoku.tracing.tree import Counts, End, Node, Role, Tree
from satdoku.tracing.words import negated

if TYPE_CHECKING:
    from satdoku.tracing.event import Cited, Event

__all__ = ["Growth"]

_KEPT = 20_000
"""How many nodes are kept, some 300 bytes each, before subtrees are folded."""

_AS = {
    End.CONFLICT: Counts(conflicts=1),
    End.SOLUTION: Counts(solutions=1),
    End.JUMPED: Counts(jumped=1),
    End.SAME: Counts(same=1),
    End.OPEN: Counts(open=1),
}


@dataclass(slots=True)
class _Branch:
    """A branch that the search is in; changes with every event that is about it."""

    role: Role
    level: int
    literal: int
    name: str
    propagated: int = 0
    end: End | None = None
    clause: Cited | None = None
    solution: str | None = None
    children: list[Node] = field(default_factory=list[Node])

    def closed(self) -> Node:
        """Return the branch as a node, now that nothing more happens to it."""
        own = [Counts(nodes=1, decided=self.role is Role.DECIDED)]
        if self.end is not None:
            own.append(_AS[self.end])
        return Node(
            self.role,
            self.level,
            self.literal,
            self.name,
            Counts.sum((*own, *(child.counts for child in self.children))),
            self.propagated,
            self.end,
            self.clause,
            self.solution,
            children=tuple(self.children),
        )


class Growth:
    """Grows a tree of the events it takes.

    Args:
        kept: How many nodes are kept before closed subtrees are folded.

    Invariant: `_path[k]` is the branch of level k that the search is in; all their
    children are closed.

    Example:
        >>> from satdoku.puzzle import Puzzle
        >>> from satdoku.tracing.follow import Search
        >>> from satdoku.tracing.subject import of_puzzle
        >>> growth = Growth()
        >>> Search(of_puzzle(Puzzle("1... 23.. .... ....")), [growth]).run()
        >>> growth.tree().counts.solutions
        12
    """

    def __init__(self, kept: int = _KEPT) -> None:
        self._half = kept // 2
        self._most = kept
        self._kept = 0
        self._begun: Begun | None = None
        self._ended: Ended | None = None
        self._path = [_Branch(Role.ROOT, 0, 0, "")]

    def begin(self, begun: Begun) -> None:
        """Take what is searched."""
        self._begun = begun

    def take(self, event: Event) -> None:
        """Take an event."""
        here = self._path[-1]
        if isinstance(event, Propagated):
            here.propagated += 1
        elif isinstance(event, Decided):
            self._open(Role.DECIDED, event)
        elif isinstance(event, Conflict):
            here.end, here.clause = End.CONFLICT, event.clause
        elif isinstance(event, Found):
            here.end, here.solution = End.SOLUTION, event.solution
        elif isinstance(event, Left):
            self._close(End.JUMPED if event.jumped else End.SAME)
        elif isinstance(event, Flipped):
            self._close(None)
            self._open(Role.FLIPPED, event)

    def end(self, ended: Ended) -> None:
        """Take how the search ended."""
        self._ended = ended

    @property
    def has_ended(self) -> bool:
        """Whether there is a tree: a search has begun, and ended."""
        return self._ended is not None

    def tree(self) -> Tree:
        """Return the tree; to be called once the search has ended.

        Raises:
            RuntimeError: It has not begun, or broke off by a failure.
        """
        if self._begun is None or self._ended is None:
            msg = "the search has not come to its end"
            raise RuntimeError(msg)
        here = self._path[-1]
        if here.end is None and not here.children:
            here.end = End.OPEN
        while len(self._path) > 1:
            self._close(End.OPEN)
        return Tree(self._path[0].closed(), self._begun, self._ended)

    def _open(self, role: Role, event: Decided | Flipped) -> None:
        self._path.append(_Branch(role, event.level, event.literal, event.name))

    def _close(self, untried: End | None) -> None:
        """Close the deepest branch; if it was a decision, its negation ends so."""
        branch = self._path.pop()
        siblings = self._path[-1].children
        siblings.append(branch.closed())
        self._kept += 1
        if untried is not None and branch.role is Role.DECIDED:
            other = _Branch(
                Role.UNTRIED,
                branch.level,
                -branch.literal,
                negated(branch.name),
                end=untried,
            )
            siblings.append(other.closed())
            self._kept += 1
        if self._kept > self._most:
            self._shrink()

    def _shrink(self) -> None:
        """Fold closed subtrees, the smallest first, until half of the room is free."""
        hanging = [node for branch in self._path for node in branch.children]
        folded = iter(fold_all(hanging, self._half))
        self._kept = 0
        for branch in self._path:
            branch.children = [next(folded) for _ in branch.children]
            self._kept += sum(1 for node in branch.children for _ in node.walk())
        # What hangs on a very long path may be more by itself.
        self._most = 2 * max(self._half, self._kept)
