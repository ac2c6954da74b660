"""What follows at once from what: candidates, groups and almost locked sets.

A place is a digit in a cell (a candidate), or in one of the two or three cells where a
line crosses a box (a group).  A claim says that a place is true (on) or false (off).
With `count` places,

    claim p           place p is off
    claim p + count   place p is on

so a set of claims is one mask, the off half below the on half.  Candidates are the
first places, by cell and digit; groups come after them.  Two kinds of link make claims
follow from each other, and each link also holds backwards:

    weak      p on → q off    not both hold: one cell, or one unit and digit
    strong    p off → q on    one of them holds: nothing else is left

Everything that follows from a claim is its reach, again one mask.  So a contradiction,
or what all candidates of a cell lead to, is an `&`; the way (`Tree`) is only searched
for the step that is taken.

`SetImplications` adds almost locked sets.  A set that loses one of its digits holds all
the others.  So for a set and a digit there is a place that is only ever off: the digit
in the cells of the set that may hold it.

    off follows from    the digit on in a cell, or group, that sees all of those cells
    from off follow     each other digit of the set off in all that see its cells there,
                        groups of those off, other sets that lose the digit by it; and,
                        of a cell that loses all but one of its candidates, that one on

The order in which claims follow is that of HoDoKu's tables: of ways of the same length
the first is taken, and by it some loops are found and some are not.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from satdoku.runtime.deadline import NEVER, Deadline
from satdoku.techniques.als import AlmostLockedSet, almost_locked_sets, cell_set
from satdoku.techniques.state import bits, cells_of
from satdoku.techniques.step import Node, cells_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.puzzle.geometry import Geometry
    from satdoku.techniques.state import View
    from satdoku.techniques.step import CellSet

_MAX_SET_PLACES = 6_000
"""Most places that sets make; the larger sets of a very large grid are skipped."""


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


class Tree:
    """All that follows from a claim, breadth first, each with the way to it.

    A way is a shortest one, and of several the first in the order of links.

    Args:
        graph: The implications.
        start: The claim.

    Attributes:
        before: Of each claim that follows, the one it was reached from, in the order
            in which they were reached; -1 for the start.

    Example:
        >>> from satdoku.techniques.state import State
        >>> from satdoku.techniques.state import View
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> view = View(State.of(Puzzle("12.. .... .... ...3")))
        >>> graph = plain_implications(view)
        >>> tree = Tree(graph, graph.number[2, 3])
        >>> way = tree.way(graph.number[3, 4])
        >>> [graph.node(claim)[:3] for claim in way]
        [(3, (2,), False), (4, (2,), True), (4, (3,), False)]
    """

    def __init__(self, graph: Implications, start: int) -> None:
        follows, following = graph.follows, graph.next
        self.before = before = {start: -1}
        reached = 1 << start
        queue = [start]
        for claim in queue:
            if following[claim] & ~reached:
                for other in follows[claim]:
                    if other not in before:
                        before[other] = claim
                        queue.append(other)
                reached |= following[claim]

    def way(self, end: int) -> list[int]:
        """Return the claims from the start to one that follows, both included."""
        way = [end]
        while (end := self.before[end]) >= 0:
            way.append(end)
        way.reverse()
        return way


class _WeightedTree(Tree):
    """A tree in which a link from a set counts for as many steps as it has digits.

    As in HoDoKu, of two ways the one through candidates is simpler.  Claims are
    processed in the order in which they were reached; a way is replaced when a shorter
    one turns up.
    """

    def __init__(self, graph: SetImplications, start: int) -> None:
        self.before = before = {start: -1}
        follows, following, sets = graph.follows, graph.next, graph.sets
        steps = {start: 0}
        reached = 1 << start
        longest = 0
        queue = [start]
        for claim in queue:
            weight = sets[claim].digits.bit_count() if claim in sets else 1
            further = steps[claim] + weight
            if further >= longest and not following[claim] & ~reached:
                continue
            reached |= following[claim]
            longest = max(longest, further)
            for other in follows[claim]:
                if other not in before:
                    queue.append(other)
                elif before[other] == start or steps[other] <= further:
                    continue
                before[other] = claim
                steps[other] = further


class Implications:
    """Places, and what follows at once from each claim.

    Args:
        view: The position.
        grouped: Whether groups are places, too.
        others: Further places; a subclass links them.

    Attributes:
        state: The position.
        deadline: When to stop.
        places: The places.
        candidates: How many of them are candidates.
        groups: Which of them are groups.
        number: Of each (cell, digit), the place.
        in_unit: Of each (unit, digit), the places of its candidates, rising.
        follows: Of each claim, those that follow at once, in order.
    """

    def __init__(
        self, view: View, *, grouped: bool, others: Sequence[Place] = ()
    ) -> None:
        self.state = state = view.state
        self.deadline = view.deadline
        self.check_deadline = view.check_deadline
        self.places = [
            Place(digit + 1, (cell,), 1 << cell, state.shape.peers[cell])
            for cell, mask in enumerate(state.left)
            for digit in bits(mask)
        ]
        self.candidates = len(self.places)
        self.number = {
            (place.cells[0], place.digit): index
            for index, place in enumerate(self.places)
        }
        self.in_unit: dict[tuple[int, int], list[int]] = {}
        for (cell, digit), index in self.number.items():
            for unit in state.shape.units_of[cell]:
                self.in_unit.setdefault((unit, digit), []).append(index)
        groups = _groups(view) if grouped else []
        self.groups = range(self.candidates, self.candidates + len(groups))
        self.places += [*groups, *others]
        self.follows: list[list[int]] = [[] for _ in range(2 * len(self.places))]

    @property
    def count(self) -> int:
        """How many places there are; what is added to a place for its on claim."""
        return len(self.places)

    @cached_property
    def next(self) -> list[int]:
        """What follows at once from each claim, as masks."""
        every = self.deadline.limit(self.follows)
        return [sum(1 << claim for claim in set(claims)) for claims in every]

    @cached_property
    def reach(self) -> list[int]:
        """All that follows from each claim, the claim among it."""
        return closure(self.next, self.deadline)

    def cell_of(self, claim: int) -> int:
        """Return the cell of a claim; of a group the first."""
        return self.places[claim % self.count].cells[0]

    def peers(self, place: int, digit: int) -> int:
        """Return the cells that see the cells of a digit of a place."""
        del digit  # only almost locked sets have several
        return self.places[place].peers

    def locked(self, way: Sequence[int], index: int) -> Iterable[tuple[int, int]]:
        """Return what an almost locked set in a continuous loop removes besides."""
        del way, index
        return ()

    def node(self, claim: int) -> Node:
        """Return a claim as a node of a step."""
        on, index = divmod(claim, self.count)
        place = self.places[index]
        return Node(place.digit, place.cells, on=bool(on))

    def chain(self, way: Sequence[int]) -> tuple[tuple[Node, ...], tuple[CellSet, ...]]:
        """Return the nodes of a way, and the sets it goes through."""
        return tuple(map(self.node, way)), ()

    def tree(self, start: int) -> Tree:
        """Return what follows from a claim, with the ways."""
        self.check_deadline()
        return Tree(self, start)

    def link_candidates(self) -> None:
        """Add the links between candidates.

        A candidate that is on turns off the other ones of its cell, and its digit in
        the rest of its row, column and box.  One that is off turns the other on where
        there are two.
        """
        count, state = self.count, self.state
        for (cell, digit), index in self.number.items():
            self.check_deadline()
            in_cell = [self.number[cell, other + 1] for other in bits(state.left[cell])]
            off = dict.fromkeys(in_cell)
            on = dict.fromkeys(in_cell) if len(in_cell) == 2 else {}
            for unit in state.shape.units_of[cell]:
                in_unit = self.in_unit[unit, digit]
                off.update(dict.fromkeys(in_unit))
                if len(in_unit) == 2:
                    on.update(dict.fromkeys(in_unit))
            if state.shape.has_more_peers:
                seen = state.where[digit] & state.shape.peers[cell]
                off.update((self.number[other, digit], None) for other in bits(seen))
            off.pop(index, None)
            on.pop(index, None)
            self.follows[index + count] = list(off)
            self.follows[index] = [other + count for other in on]

    def link_groups(self) -> None:
        """Add the links of the groups, after those between candidates.

        A group is linked, within its line and within its box, with the candidates that
        see all of it and with the groups beside it; strongly if the two are all places
        of the digit there.
        """
        count, follows, places = self.count, self.follows, self.places
        groups_in: dict[tuple[int, int], list[int]] = defaultdict(list)
        for group in self.groups:
            for unit in self.state.shape.common_units(places[group].mask):
                groups_in[unit, places[group].digit].append(group)
        for group in self.groups:
            self.check_deadline()
            weak, strong = self._beside(group, groups_in)
            for place in weak:
                if place < self.candidates:
                    follows[place + count].append(group)
            for place in strong:
                if place < self.candidates:
                    follows[place].append(group + count)
            follows[group + count] = weak
            follows[group] = [place + count for place in strong]

    def _beside(
        self, group: int, groups_in: dict[tuple[int, int], list[int]]
    ) -> tuple[list[int], list[int]]:
        """Return the weak and the strong neighbours of a group, candidates first."""
        shape, where = self.state.shape, self.state.where
        digit, _, mask, peers = self.places[group]
        seen = where[digit] & peers
        weak = [self.number[cell, digit] for cell in bits(seen)]
        strong: list[int] = []
        groups: list[int] = []
        strong_groups: list[int] = []
        for unit in shape.common_units(mask):
            rest = seen & shape.units[unit]
            if rest and not rest & (rest - 1):
                strong.insert(0, self.number[rest.bit_length() - 1, digit])
            beside = groups_in[unit, digit]
            apart = [group for group in beside if not self.places[group].mask & mask]
            groups += apart
            strong_groups += [
                group for group in apart if not rest & ~self.places[group].mask
            ]
        return weak + sorted(groups), strong + strong_groups


def plain_implications(view: View) -> Implications:
    """Return the implications between the candidates of a position.

    Example:
        >>> from satdoku.techniques.state import State
        >>> from satdoku.techniques.state import View
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> view = View(State.of(Puzzle("12.. .... .... ...3")))
        >>> graph = plain_implications(view)
        >>> first = graph.number[2, 3]
        >>> [graph.node(claim)[:3] for claim in graph.follows[first]]
        [(4, (2,), True), (3, (6,), True)]
    """
    graph = Implications(view, grouped=False)
    graph.link_candidates()
    return graph


def grouped_implications(view: View) -> Implications:
    """Return the implications between the candidates and groups of a position.

    Example:
        >>> from satdoku.techniques.state import State
        >>> from satdoku.techniques.state import View
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> view = View(State.of(Puzzle("12.. .... .... ...3")))
        >>> graph = grouped_implications(view)
        >>> [graph.places[group].cells for group in graph.groups[:3]]
        [(2, 3), (6, 7), (6, 7)]
    """
    graph = Implications(view, grouped=True)
    graph.link_candidates()
    graph.link_groups()
    return graph


def _groups(view: View) -> list[Place]:
    """Return the groups of a position: by row, digit and box, then by column."""
    state, shape = view.state, view.shape
    lines, boxes = shape.units[: shape.lines], shape.units[shape.lines :]
    return [
        Place(digit, cells_of(cells), cells, shape.seen_by_all(cells))
        for line in view.deadline.limit(lines)
        for digit in range(1, shape.size + 1)
        for box in boxes
        if (cells := state.where[digit] & line & box) & (cells - 1)
    ]


class SetImplications(Implications):
    """The implications between candidates, groups and almost locked sets.

    Attributes:
        sets: Of each place that a set makes, the set.
    """

    def __init__(self, view: View) -> None:
        # The sets, each with a digit it may lose so that something follows.
        losses = [
            (als, index + 1)
            for als in sorted(
                view.cached(almost_locked_sets), key=lambda als: als.cells.bit_count()
            )
            if als.cells & (als.cells - 1)
            for index in bits(als.digits)
            if any(seen for digit, seen in enumerate(als.seen) if digit != index + 1)
        ][:_MAX_SET_PLACES]
        made = [
            Place(digit, cells_of(als.where[digit]), als.cells, als.seen[digit])
            for als, digit in losses
        ]
        super().__init__(view, grouped=True, others=made)
        self.sets = {
            self.groups.stop + index: als for index, (als, _) in enumerate(losses)
        }
        self.link_candidates()
        self.link_groups()
        self._groups_of: dict[int, list[int]] = defaultdict(list)
        for group in self.groups:
            self._groups_of[self.places[group].digit].append(group)
        self._losing: dict[int, dict[int, list[int]]] = {}
        for place, als in self.sets.items():
            digit = self.places[place].digit
            by_cells = self._losing.setdefault(digit, {})
            by_cells.setdefault(als.where[digit], []).append(place)
        self._known: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
        for place, als in self.sets.items():
            self._link_set(place, als)

    def _link_set(self, place: int, als: AlmostLockedSet) -> None:
        """Add the links of a set that loses a digit."""
        self.check_deadline()
        digit = self.places[place].digit
        count, follows, number = self.count, self.follows, self.number
        inside = als.where[digit]
        for cell in bits(als.seen[digit]):
            follows[number[cell, digit] + count].append(place)
        for group in self._groups_of[digit]:
            _, _, cells, peers = self.places[group]
            if not cells & als.cells and not inside & ~peers:
                follows[group + count].append(place)
        mine = follows[place]
        struck: dict[int, int] = {}
        for index in bits(als.digits & ~(1 << (digit - 1))):
            if seen := als.seen[index + 1]:
                off, lost = self._all_off(index + 1, seen)
                mine += off
                mine += [
                    other for other in lost if not self.sets[other].cells & als.cells
                ]
                for cell in bits(seen):
                    struck[cell] = struck.get(cell, 0) | 1 << index
        left = self.state.left
        for cell, digits in struck.items():
            rest = left[cell] & ~digits
            if rest and not rest & (rest - 1) and left[cell].bit_count() > 2:
                mine.append(number[cell, rest.bit_length()] + count)

    def _all_off(self, digit: int, cells: int) -> tuple[list[int], list[int]]:
        """Return what is off if a digit is off in some cells; which sets lose it so."""
        if (digit, cells) not in self._known:
            off = [self.number[cell, digit] for cell in bits(cells)]
            off += [
                group
                for group in self._groups_of[digit]
                if not self.places[group].mask & ~cells
            ]
            lost = [
                place
                for inside, places in self._losing.get(digit, {}).items()
                if not inside & ~cells
                for place in places
            ]
            self._known[digit, cells] = off, lost
        return self._known[digit, cells]

    def tree(self, start: int) -> Tree:
        """Return what follows from a claim, with the ways."""
        self.check_deadline()
        return _WeightedTree(self, start)

    def peers(self, place: int, digit: int) -> int:
        """Return the cells that see a digit of a place."""
        als = self.sets.get(place)
        return self.places[place].peers if als is None else als.seen[digit]

    def chain(self, way: Sequence[int]) -> tuple[tuple[Node, ...], tuple[CellSet, ...]]:
        """Return the nodes of a way, and the sets it goes through.

        What a set holds once it has lost a digit stands between the two.
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
        als = self.sets.get(way[index])
        if als is None:
            return
        entry = self.places[way[index]].digit
        on, after = divmod(way[index + 1], self.count)
        digit, cells, _, peers = self.places[after]
        exits = 1 << (digit - 1)
        if on:
            exits = self.state.left[cells[0]] & ~exits
        for other in bits(als.digits & ~(1 << (entry - 1))):
            if not exits >> other & 1:
                yield from ((cell, other + 1) for cell in bits(als.seen[other + 1]))
            elif on:
                seen = als.seen[other + 1] & peers
                yield from ((cell, other + 1) for cell in bits(seen))


def closure(direct: Sequence[int], deadline: Deadline = NEVER) -> list[int]:
    """Return of each claim all that follows, from what follows at once.

    Claims are closed one by one: where a way leads to one that is closed, all behind
    it is known.  So most claims need few others.

    Args:
        direct: Of each claim, what follows at once.
        deadline: When to stop.

    Example:
        >>> [bin(mask) for mask in closure([0b010, 0b100, 0b000])]
        ['0b111', '0b110', '0b100']
    """
    reach = list(direct)
    for claim, mask in enumerate(direct):
        deadline.check()
        done = 1 << claim
        reached = mask | done
        while pending := reached & ~done:
            low = pending & -pending
            other = low.bit_length() - 1
            if not other & 1023:
                deadline.check()  # on large boards one claim takes seconds
            reached |= reach[other]
            done |= low if other > claim else reach[other]
        reach[claim] = reached
    return reach


def claim_text(geometry: Geometry, node: Node) -> str:
    """Write what a node says: a digit in a cell, in one of some, or in none of them.

    Example:
        >>> from satdoku.techniques.step import Node
        >>> from satdoku.puzzle.geometry import Geometry
        >>> board = Geometry(9, 9)
        >>> claim_text(board, Node(4, (0,), on=True))
        'r1c1=4'
        >>> claim_text(board, Node(4, (0, 1), on=False))
        'r1c12<>4'
    """
    sign = "=" if node.on else "<>"
    return f"{cells_text(geometry, node.cells)}{sign}{geometry.digit_texts[node.digit]}"
