"""What a trace can become beside text and JSON lines, and filters of its events.

picture   of dpll its search tree, of cdcl the implication graph of one conflict
page      the stepper: one HTML file, with the grid, the trail and the clause
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from satdoku.errors import UsageError, counted
from satdoku.study.tracing.stepper import Stepper
from satdoku.study.tracing.tree import TreeBuilder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.cnf.formula import Formula
    from satdoku.study.tracing.conflicts import Conflict
    from satdoku.study.tracing.events import Event, SearchInfo, Sink
    from satdoku.study.tracing.tree import Tree

EVENTS: dict[str, frozenset[str]] = {
    "assumptions": frozenset({"assumed"}),
    "decisions": frozenset({"decided", "flipped"}),
    "propagations": frozenset({"propagated"}),
    "placements": frozenset(),  # what makes a digit stand in a cell
    "conflicts": frozenset({"conflict", "learned"}),
    "jumps": frozenset({"left", "jumped"}),
    "restarts": frozenset({"restarted", "deleted"}),
    "solutions": frozenset({"found"}),
}
"""Kinds of events by the names that `--events` takes."""


class Builder(Protocol):
    """Collects events, and makes a picture or a page of them at the end."""

    def __call__(self, event: Event) -> object:
        """Take an event."""
        ...

    def picture(self, kind: str) -> str:
        """Return the picture as `svg`, `dot` or `tex`, or the page."""
        ...


class TreePicture(TreeBuilder):
    """The search tree of dpll."""

    def picture(self, kind: str) -> str:
        """Return the tree as `svg`, `dot` or `tex`."""
        return _drawn(self.tree(), kind)


class ConflictPicture:
    """The implication graph of one conflict of cdcl.

    Args:
        number: Which conflict, from 1.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._conflicts = 0
        self._conflict: Conflict | None = None

    def __call__(self, event: Event) -> None:
        """Take an event."""
        if event.conflict is not None:
            self._conflicts += 1
            if event.conflict.number == self._number:
                self._conflict = event.conflict

    def picture(self, kind: str) -> str:
        """Return the graph as `svg`, `dot` or `tex`.

        Raises:
            UsageError: There was no such conflict above level 0.
        """
        conflict = self._conflict
        if conflict is None:
            many = counted(self._conflicts, "conflict")
            raise UsageError(
                f"there is no conflict {self._number} to draw: the search learned "
                f"from {many}"
            )
        return _drawn(conflict, kind)


def _drawn(subject: Tree | Conflict, kind: str) -> str:
    """Return a picture as `svg`, `dot` or `tex`."""
    ways = {"svg": subject.to_svg, "dot": subject.to_dot, "tex": subject.to_tikz}
    return ways[kind]()


def builder_for(
    kind: str, search: SearchInfo, formula: Formula, conflict: int = 1
) -> Builder:
    """Return what makes a picture, or the page, of a search."""
    if kind == "html":
        return Stepper(formula)
    if search.engine.startswith("cdcl"):
        return ConflictPicture(conflict)
    return TreePicture()


def chosen(names: Sequence[str], sink: Sink) -> Sink:
    """Return a sink that passes on some kinds of events; all if none is named.

    Example:
        >>> from satdoku.study.tracing import trace
        >>> seen = []
        >>> trace("1... ..2. ..3. 4...").run(chosen(["placements"], seen.append))
        >>> [event.name for event in seen[1:3]]
        ['r1c1=1', 'r2c3=2']
    """
    if not names:
        return sink
    kinds = frozenset({"begun", "ended"}).union(*(EVENTS[name] for name in names))
    placements = "placements" in names

    def passing(event: Event) -> None:
        is_placed = event.literal > 0 and "=" in event.name and event.name[:1] == "r"
        if event.kind in kinds or (placements and is_placed):
            sink(event)

    return passing
