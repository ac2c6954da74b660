"""Groups: a digit in one of the two or three cells where a line crosses a box.

A group is a place like a candidate.  It is on if one of its cells has the digit, off if
none has.  So it is linked, within its line and within its box, with the candidates that
see all of it and with the groups beside it:

    weak      the one on leaves the other off
    strong    the two are all places of the digit in the line, or in the box
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.implication_graph import Implications, Place
from satdoku.techniques.state import bits, cells_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.state import State, View

__all__ = ["grouped_implications", "groups_of", "link_groups"]


def grouped_implications(view: View) -> Implications:
    """Return the implications between the candidates and groups of a position.

    Example:
        >>> from satdoku.techniques.state import State
        >>> from satdoku.techniques.state import View
        >>> from satdoku.puzzle import Puzzle
        >>> view = View(State.of(Puzzle("12.. .... .... ...3")))
        >>> graph = grouped_implications(view)
        >>> [graph.places[group].cells for group in graph.groups[:3]]
        [(2, 3), (6, 7), (6, 7)]
    """
    graph = Implications(view, groups_of(view.state))
    graph.link_candidates()
    link_groups(graph)
    return graph


def groups_of(state: State) -> list[Place]:
    """Return the groups of a position: by row, digit and box, then by column."""
    shape = state.shape
    lines, boxes = shape.units[: 2 * shape.size], shape.units[2 * shape.size :]
    crossings = [
        [crossing for box in boxes if (crossing := line & box)] for line in lines
    ]
    return [
        Place(digit, cells_of(cells), cells, shape.seen_by_all(cells))
        for crossed in crossings
        for digit in range(1, shape.size + 1)
        for crossing in crossed
        if (cells := state.where[digit] & crossing) & (cells - 1)
    ]


def link_groups(graph: Implications) -> None:
    """Enter the links of the groups, after those between candidates."""
    count, follows = graph.count, graph.follows
    beside = _Beside(graph)
    for group in graph.groups:
        graph.look()
        weak, strong = beside.candidates(group)
        for place in weak:
            follows[place + count].append(group)
        for place in strong:
            follows[place].append(group + count)
        weak_groups, strong_groups = beside.groups(group)
        follows[group + count] = weak + weak_groups
        follows[group] = [place + count for place in strong + strong_groups]


class _Beside:
    """What is beside the groups in their lines and boxes."""

    def __init__(self, graph: Implications) -> None:
        self.graph = graph
        self.groups_in: dict[tuple[int, int], list[int]] = {}
        for group in graph.groups:
            for unit in self._units(group):
                key = unit, graph.places[group].digit
                self.groups_in.setdefault(key, []).append(group)

    def _units(self, group: int) -> Iterator[int]:
        """Yield the line and the box of a group."""
        return self.graph.state.shape.common_units(self.graph.places[group].mask)

    def candidates(self, group: int) -> tuple[list[int], list[int]]:
        """Return the candidates beside a group: all, and those that are alone there."""
        graph = self.graph
        digit, _, _, peers = graph.places[group]
        seen = graph.state.where[digit] & peers
        number = graph.number
        weak = [number[cell, digit] for cell in bits(seen)]
        strong: list[int] = []
        for unit in reversed(list(self._units(group))):
            rest = seen & graph.state.shape.units[unit]
            if rest and not rest & (rest - 1):
                strong.append(number[rest.bit_length() - 1, digit])
        return weak, strong

    def groups(self, group: int) -> tuple[list[int], list[int]]:
        """Return the groups beside a group: all, and those that are alone there."""
        graph = self.graph
        digit, _, mask, _ = graph.places[group]
        weak: list[int] = []
        strong: list[int] = []
        for unit in self._units(group):
            apart = [
                other
                for other in self.groups_in[unit, digit]
                if not graph.places[other].mask & mask
            ]
            weak += apart
            if len(apart) == 1:
                rest = graph.state.where[digit] & graph.state.shape.units[unit]
                if not rest & ~mask & ~graph.places[apart[0]].mask:
                    strong.append(apart[0])
        return sorted(weak), strong
