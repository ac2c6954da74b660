"""Almost locked sets between claims: what follows where a set loses a digit.

A set that loses one of its digits holds all the others.  So there is, for a set and a
digit, a place that is only ever said to be off: the digit in the cells of the set that
may hold it.

    off follows from    the digit on in a cell, or group, that sees all of those cells
    from off follow     each other digit of the set off in all that see its cells there,
                        groups of those off, other sets that lose the digit by it; and,
                        of a cell that loses all but one of its candidates, that one on

A link from a set counts for as many as the set has digits, as in HoDoKu: of two ways,
that through candidates is the simpler one.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from satdoku.techniques.almost_locked_sets import AlmostLockedSet, almost_locked_sets
from satdoku.techniques.als_steps import cell_set
from satdoku.techniques.implication_graph import Implications, Place
from satdoku.techniques.implication_groups import groups_of, link_groups
from satdoku.techniques.implication_tree import WeightedTree
from satdoku.techniques.state import bits, cells_of
from satdoku.techniques.step import Node

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.techniques.implication_tree import Tree
    from satdoku.techniques.state import View
    from satdoku.techniques.step import CellSet

__all__ = ["SetImplications", "set_implications"]

_MOST_PLACES = 6_000
"""How many places sets may make; the larger ones of a very large grid are left out."""


class SetImplications(Implications):
    """The implications between candidates, groups and almost locked sets.

    Attributes:
        sets: Of each place that a set makes, the set.
    """

    def __init__(self, view: View) -> None:
        state = view.state
        known = view.kept(almost_locked_sets)
        losses = list(_losses(known))
        groups = groups_of(state)
        made = [
            Place(digit, cells_of(each.where[digit]), each.cells, each.seen[digit])
            for each, digit in losses
        ]
        super().__init__(view, groups, made)
        self.sets = {
            self.groups.stop + index: each for index, (each, _) in enumerate(losses)
        }
        self.link_candidates()
        link_groups(self)
        self._links = _Links(self)
        for place, each in self.sets.items():
            self._link(place, each)

    def _link(self, place: int, each: AlmostLockedSet) -> None:
        """Enter the links of a set that loses a digit."""
        self.look()
        digit = self.places[place].digit
        count, follows, number = self.count, self.follows, self.number
        inside = each.where[digit]
        for cell in bits(each.seen[digit]):
            follows[number[cell, digit] + count].append(place)
        for group in self._links.groups[digit]:
            _, _, cells, peers = self.places[group]
            if not cells & each.cells and not inside & ~peers:
                follows[group + count].append(place)
        mine = follows[place]
        struck: dict[int, int] = {}
        for index in bits(each.digits & ~(1 << (digit - 1))):
            if seen := each.seen[index + 1]:
                off, lost = self._links.all_in(index + 1, seen)
                mine += off
                mine += [
                    other for other in lost if not self.sets[other].cells & each.cells
                ]
                for cell in bits(seen):
                    struck[cell] = struck.get(cell, 0) | 1 << index
        left = self.state.left
        for cell, digits in struck.items():
            rest = left[cell] & ~digits
            if rest and not rest & (rest - 1) and left[cell].bit_count() > 2:
                mine.append(number[cell, rest.bit_length()] + count)

    def tree(self, start: int) -> Tree:
        """Return what follows from a claim, with the ways."""
        self.look()
        return WeightedTree(self, start)

    def steps(self, claim: int) -> int:
        """Return how many steps a link from a claim counts for: of a set, many."""
        each = self.sets.get(claim)
        return 1 if each is None else each.digits.bit_count()

    def peers(self, place: int, digit: int) -> int:
        """Return the cells that see a digit of a place."""
        each = self.sets.get(place)
        return self.places[place].peers if each is None else each.seen[digit]

    def chain(self, way: Sequence[int]) -> tuple[tuple[Node, ...], tuple[CellSet, ...]]:
        """Return the nodes of a way, and the sets it goes through.

        What a set holds once it has lost a digit is told between the two.
        """
        nodes: list[Node] = []
        sets: list[CellSet] = []
        through: AlmostLockedSet | None = None
        for claim in way:
            node = self.node(claim)
            if through is not None and node.on:
                node = node._replace(by=len(sets) - 1)
            elif through is not None:
                cells = cells_of(through.where[node.digit])
                nodes.append(Node(node.digit, cells, on=True, by=len(sets) - 1))
            nodes.append(node)
            through = self.sets.get(claim)
            if through is not None:
                sets.append(cell_set(through, len(sets)))
        return tuple(nodes), tuple(sets)

    def locked(self, way: Sequence[int], index: int) -> Iterator[tuple[int, int]]:
        """Yield what a set of a continuous loop removes besides its links.

        It loses the digit it is entered by, or one of those it is left by; so it holds
        the rest of its digits, and holds those or leaves them to the cell it forces.
        """
        each = self.sets.get(way[index])
        if each is None:
            return
        entry = self.places[way[index]].digit
        on, after = divmod(way[index + 1], self.count)
        digit, cells, _, peers = self.places[after]
        exits = 1 << (digit - 1)
        if on:
            exits = self.state.left[cells[0]] & ~exits
        for other in bits(each.digits & ~(1 << (entry - 1))):
            if not exits >> other & 1:
                yield from ((cell, other + 1) for cell in bits(each.seen[other + 1]))
            elif on:
                seen = each.seen[other + 1] & peers
                yield from ((cell, other + 1) for cell in bits(seen))


class _Links:
    """What follows from a digit off in some cells, looked up once for each such set."""

    def __init__(self, graph: SetImplications) -> None:
        self.graph = graph
        self.groups: dict[int, list[int]] = defaultdict(list)
        for group in graph.groups:
            self.groups[graph.places[group].digit].append(group)
        self.lost: dict[int, dict[int, list[int]]] = {}
        for place, each in graph.sets.items():
            digit = graph.places[place].digit
            by_cells = self.lost.setdefault(digit, {})
            by_cells.setdefault(each.where[digit], []).append(place)
        self.known: dict[tuple[int, int], tuple[list[int], list[int]]] = {}

    def all_in(self, digit: int, cells: int) -> tuple[list[int], list[int]]:
        """Return what is off: candidates and groups; and what loses the digit so."""
        if (digit, cells) not in self.known:
            graph = self.graph
            off = [graph.number[cell, digit] for cell in bits(cells)]
            off += [
                group
                for group in self.groups[digit]
                if not graph.places[group].mask & ~cells
            ]
            lost = [
                place
                for inside, places in self.lost.get(digit, {}).items()
                if not inside & ~cells
                for place in places
            ]
            self.known[digit, cells] = off, lost
        return self.known[digit, cells]


def set_implications(view: View) -> SetImplications:
    """Return the implications with almost locked sets among them."""
    return SetImplications(view)


def _losses(known: Sequence[AlmostLockedSet]) -> list[tuple[AlmostLockedSet, int]]:
    """Return the sets, each with a digit it may lose so that something follows."""
    losses = [
        (each, index + 1)
        for each in sorted(known, key=lambda each: each.cells.bit_count())
        if each.cells & (each.cells - 1)
        for index in bits(each.digits)
        if any(seen for digit, seen in enumerate(each.seen) if digit != index + 1)
    ]
    return losses[:_MOST_PLACES]
