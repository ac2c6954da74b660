"""What follows at once from what: candidates and groups, each true or false.

A place is a digit in a cell (a candidate), or in one of two or three cells (a group).
A claim says of a place that it is true (on) or false (off).  With `count` places,

    claim p           place p is off
    claim p + count   place p is on

so that a set of claims is one number, the off half below the on half.  Candidates are
the first places, by cell and digit; groups come after them.  Two kinds of link make
claims follow from each other, and of each the way back is a link too:

    weak      p on → q off    not both hold: one cell, or one unit and digit
    strong    p off → q on    one of them holds: nothing else is left

Everything that follows of a claim is its reach, again one number.  So a contradiction,
or what all candidates of a cell lead to, is an `&`; and only for the step that is taken
somebody has to look for the way (`Tree`).

The order in which claims follow is that of HoDoKu's tables: of ways of the same length
the first is taken, and by it some loops are found and some are not.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.deadline import unhurried
from satdoku.techniques.implication_tree import Tree
from satdoku.techniques.step import Node

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.techniques.deadline import Look
    from satdoku.techniques.state import State, View
    from satdoku.techniques.step import CellSet

__all__ = ["Implications", "Place", "closure", "plain_implications"]


class Place(NamedTuple):
    """A digit in one of some cells.

    Args:
        digit: The digit.
        cells: The cells, rising: one of a candidate, more of a group.
        mask: The cells as a mask.
        peers: The cells that see all of them.
    """

    digit: int
    cells: tuple[int, ...]
    mask: int
    peers: int


class Implications:
    """Places, and what follows at once from each claim.

    Args:
        view: The position.
        groups: The groups that are places, too.
        others: Further places; whoever has some links them.

    Attributes:
        state: The position.
        look: Raises `Stopped` when the time is over.
        places: The places.
        candidates: How many of them are candidates.
        groups: Which of them are groups.
        number: Of each (cell, digit), the place.
        in_unit: Of each (unit, digit), the places of its candidates, rising.
        follows: Of each claim, those that follow at once, in order.
    """

    def __init__(
        self, view: View, groups: Sequence[Place] = (), others: Sequence[Place] = ()
    ) -> None:
        self.state = state = view.state
        self.look = view.look
        self.places = _candidates(state)
        self.candidates = len(self.places)
        self.number = {
            (place.cells[0], place.digit): index
            for index, place in enumerate(self.places)
        }
        self.in_unit: dict[tuple[int, int], list[int]] = {}
        for (cell, digit), index in self.number.items():
            for unit in state.shape.units_of[cell]:
                self.in_unit.setdefault((unit, digit), []).append(index)
        self.groups = range(self.candidates, self.candidates + len(groups))
        self.places += [*groups, *others]
        self.follows: list[list[int]] = [[] for _ in range(2 * len(self.places))]

    @property
    def count(self) -> int:
        """How many places there are; what is added to a place for its on claim."""
        return len(self.places)

    @cached_property
    def next(self) -> list[int]:
        """What follows at once from each claim, as sets."""
        return [_set_of(claims) for claims in self.follows]

    @cached_property
    def reach(self) -> list[int]:
        """All that follows from each claim, the claim among it."""
        return closure(self.next, self.look)

    def cell_of(self, claim: int) -> int:
        """Return the cell of a claim; of a group the first."""
        return self.places[claim % self.count].cells[0]

    def peers(self, place: int, digit: int) -> int:
        """Return the cells that see the cells of a digit of a place."""
        del digit  # places but for almost locked sets have one
        return self.places[place].peers

    def locked(self, way: Sequence[int], index: int) -> Iterable[tuple[int, int]]:
        """Return what a place of a continuous loop removes besides its links: nothing.

        Almost locked sets do.
        """
        del way, index
        return ()

    def node(self, claim: int) -> Node:
        """Return a claim as a step tells it."""
        on, index = divmod(claim, self.count)
        place = self.places[index]
        return Node(place.digit, place.cells, on=bool(on))

    def chain(self, way: Sequence[int]) -> tuple[tuple[Node, ...], tuple[CellSet, ...]]:
        """Return a way as a step tells it: its nodes, and the sets it goes through."""
        return tuple(map(self.node, way)), ()

    def tree(self, start: int) -> Tree:
        """Return what follows from a claim, with the ways."""
        self.look()
        return Tree(self, start)

    def link_candidates(self) -> None:
        """Enter the links between candidates.

        A candidate that is on leaves the other ones of its cell off, and its digit in
        the rest of its row, column and box.  One that is off leaves the other on where
        there are two.
        """
        count = self.count
        state = self.state
        for (cell, digit), index in self.number.items():
            self.look()
            in_cell = [
                self.number[cell, other + 1]
                for other in range(state.shape.size)
                if state.left[cell] >> other & 1
            ]
            off = dict.fromkeys(in_cell)
            on = dict.fromkeys(in_cell) if len(in_cell) == 2 else {}
            for unit in state.shape.units_of[cell]:
                in_unit = self.in_unit[unit, digit]
                off.update(dict.fromkeys(in_unit))
                if len(in_unit) == 2:
                    on.update(dict.fromkeys(in_unit))
            off.pop(index, None)
            on.pop(index, None)
            self.follows[index + count] = list(off)
            self.follows[index] = [other + count for other in on]


def plain_implications(view: View) -> Implications:
    """Return the implications between the candidates of a position.

    Example:
        >>> from satdoku.techniques.state import State
        >>> from satdoku.techniques.state import View
        >>> from satdoku.puzzle import Puzzle
        >>> view = View(State.of(Puzzle("12.. .... .... ...3")))
        >>> graph = plain_implications(view)
        >>> first = graph.number[2, 3]
        >>> [graph.node(claim)[:3] for claim in graph.follows[first]]
        [(4, (2,), True), (3, (6,), True)]
    """
    graph = Implications(view)
    graph.link_candidates()
    return graph


def _candidates(state: State) -> list[Place]:
    """Return the candidates of a position, by cell and digit."""
    peers = state.shape.peers
    return [
        Place(digit, (cell,), 1 << cell, peers[cell])
        for cell, mask in enumerate(state.left)
        for digit in range(1, mask.bit_length() + 1)
        if mask >> (digit - 1) & 1
    ]


def _set_of(members: Sequence[int]) -> int:
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


def closure(direct: Sequence[int], look: Look = unhurried) -> list[int]:
    """Return of each claim all that follows, from what follows at once.

    Claims are closed one by one: where a way leads to one that is closed, all behind
    it is known.  So most claims look at few others.

    Args:
        direct: Of each claim, what follows at once.
        look: Is called for each claim.

    Example:
        >>> [bin(mask) for mask in closure([0b010, 0b100, 0b000])]
        ['0b111', '0b110', '0b100']
    """
    reach = list(direct)
    for claim, mask in enumerate(direct):
        look()
        done = 1 << claim
        reached = mask | done
        while pending := reached & ~done:
            low = pending & -pending
            other = low.bit_length() - 1
            reached |= reach[other]
            done |= low if other > claim else reach[other]
        reach[claim] = reached
    return reach
