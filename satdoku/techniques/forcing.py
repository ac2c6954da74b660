"""Forcing chains and nets: contradictions and verities.

    contradiction   if a candidate were true (or false), claims would follow that clash
    verity          whichever of several claims holds, the same follows

All that follows from a claim may clash; then the claim is false.  It clashes by

    the claim's own opposite;  a candidate both on and off;  two digits on in a cell;
    a digit on twice in a unit;  a cell, or a digit in a unit, with all candidates off

And what follows from each of several claims holds, if one of them must: a candidate on
and off; all candidates of a cell; all of a digit in a unit.

In a forcing chain each claim follows from one before it, by links of candidates and
groups.  In a net several claims together may lead to the next: a digit is the last of
its cell, or has one place left in a unit, once the others are off.

Which claims must hold is an `&` of their reaches.  As in HoDoKu a placement comes
before a removal, then the first cell and digit.  Of the grounds for an outcome the one
with the fewest nodes is taken; but a contradiction comes before a verity where a digit
is placed, or where the two are alike.

A chain from a claim to another is one from the other's opposite to the opposite of the
first.  So one tree gives the lengths of all ways to an outcome.

Source: HoDoKu's forcing chains and nets (Trebor's tables), which take singles for four
rounds from each claim and then join what was found.
"""

from __future__ import annotations

from collections import deque
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.implications import (
    Implications,
    claim_text,
    grouped_implications,
)
from satdoku.techniques.state import bits
from satdoku.techniques.step import Step, candidates_text, chain_text
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from satdoku.puzzle.geometry import Geometry
    from satdoku.techniques.state import State, View
    from satdoku.techniques.step import Node

_ROUNDS = 4
"""How often a net takes singles, HoDoKu's default."""

_MAX_CAUSES = 5
"""How many claims HoDoKu stores that lead to one together."""

_CHAINS = Technique.FORCING_CHAIN_CONTRADICTION, Technique.FORCING_CHAIN_VERITY
_NETS = Technique.FORCING_NET_CONTRADICTION, Technique.FORCING_NET_VERITY


class _Ground(NamedTuple):
    """A reason why a claim holds.

    Args:
        verity: Whether all of several claims lead to it; else its opposite clashes.
        pairs: The ways it rests on: the claim that each starts from, and its end.
        unit: The unit it is about; -1 for none.
    """

    verity: bool
    pairs: tuple[tuple[int, int], ...]
    unit: int = -1


def forcing_chain_contradiction(view: View) -> Iterator[Step]:
    """Find forcing chains: `chains` are those of the contradiction or verity."""
    forcing = _Forcing(view.cached(grouped_implications))
    for claim in forcing.outcomes:
        yield from _chain_steps(forcing, claim)


def _chain_steps(forcing: _Forcing, claim: int) -> Iterator[Step]:
    """Yield the best contradiction and the best verity for an outcome, best first."""
    graph = forcing.graph
    opposite = forcing.opposite(claim)
    tree = graph.tree(opposite)
    best: dict[bool, tuple[int, _Ground]] = {}
    for ground in forcing.grounds(claim):
        nodes = sum(
            len(tree.way(forcing.opposite(start) if ground.verity else end))
            for start, end in ground.pairs
        )
        if ground.verity not in best or nodes < best[ground.verity][0]:
            best[ground.verity] = nodes, ground

    def nodes_of(start: int, end: int) -> tuple[Node, ...]:
        own = tree if start == opposite else graph.tree(start)
        return tuple(map(graph.node, own.way(end)))

    places = claim >= graph.count
    for verity, (_, ground) in sorted(
        best.items(), key=lambda item: (places and item[0], item[1][0], item[0])
    ):
        yield _step(graph, claim, ground, _CHAINS[verity], nodes_of)


def forcing_net_contradiction(view: View) -> Iterator[Step]:
    """Find forcing nets: `chains` holds, for each claim that is led to, how it is.

    A step that turns out to be a chain is no net.
    """
    graph = view.cached(_NetImplications)
    forcing = _Forcing(graph)
    trees: dict[int, _NetTree] = {}

    def tree(start: int) -> _NetTree:
        if start not in trees:
            trees[start] = _NetTree(graph, start)
        return trees[start]

    for claim in forcing.outcomes:
        best: dict[bool, tuple[int, _Ground]] = {}
        for ground in forcing.grounds(claim):
            if ground.verity and claim >= graph.count and False in best:
                break
            traces = [tree(start).trace(end) for start, end in ground.pairs]
            nodes = sum(trace.nodes for trace in traces)
            if any(trace.net for trace in traces) and (
                ground.verity not in best or nodes < best[ground.verity][0]
            ):
                best[ground.verity] = nodes, ground
        for verity, (_, ground) in sorted(
            best.items(), key=lambda item: (item[1][0], item[0])
        ):
            yield _step(
                graph,
                claim,
                ground,
                _NETS[verity],
                lambda start, end: tree(start).proof(end),
            )


def _step(
    graph: Implications,
    claim: int,
    ground: _Ground,
    technique: Technique,
    nodes_of: Callable[[int, int], tuple[Node, ...]],
) -> Step:
    """Build the step that makes a claim hold."""
    digit, (cell,), _, _ = graph.places[claim % graph.count]
    candidate = ((cell, digit),)
    places = claim >= graph.count
    return Step(
        graph.state.shape.geometry,
        technique,
        places=candidate if places else (),
        removes=() if places else candidate,
        units=() if ground.unit < 0 else (ground.unit,),
        chains=tuple(nodes_of(start, end) for start, end in ground.pairs),
    )


class _Forcing:
    """What must hold by the implications of a position.

    Args:
        graph: The implications; contradictions and verities are about candidates.
    """

    def __init__(self, graph: Implications) -> None:
        self.graph = graph
        self.count = graph.count
        self.candidates = (1 << graph.candidates) - 1
        of_cell: dict[int, list[int]] = {}
        for (cell, _), index in graph.number.items():
            of_cell.setdefault(cell, []).append(index)
        self.cells = list(of_cell.values())
        self.units = {key: graph.in_unit[key] for key in sorted(graph.in_unit)}
        self.choices = [
            *((-1, places) for places in self.cells),
            *((unit, places) for (unit, _), places in self.units.items()),
        ]
        """The candidates of each cell, and of each digit in a unit, after the unit."""
        # HoDoKu looks for a digit without a place only in units of which nothing but
        # placed digits have taken candidates.
        state = graph.state
        free = [state.empty] * (state.shape.size + 1)
        for cell, value in enumerate(state.values):
            free[value] &= ~state.shape.peers[cell]
        self.whole = [
            *((-1, places) for places in self.cells),
            *(
                (unit, places)
                for (unit, digit), places in self.units.items()
                if (free[digit] & state.shape.units[unit]).bit_count() == len(places)
            ),
        ]
        self._full = [sum(1 << place for place in places) for _, places in self.whole]

    def opposite(self, claim: int) -> int:
        """Return the opposite of a claim."""
        return (claim + self.count) % (2 * self.count)

    @cached_property
    def outcomes(self) -> list[int]:
        """The claims that must hold, the one to take first in front."""
        graph, count = self.graph, self.count
        reach = graph.reach
        holds = 0
        for place in range(graph.candidates):
            graph.check_deadline()
            off, on = reach[place], reach[place + count]
            holds |= off & on & ~self._own_cell[place]
            if self._clashes(on):
                holds |= 1 << place
            if self._clashes(off):
                holds |= 1 << (place + count)
        for _, places in self.choices:
            common = -1
            for place in places:
                common &= reach[place + count]
            holds |= common
        on_side = holds >> count & self.candidates
        return [place + count for place in bits(on_side)] + list(
            bits(holds & self.candidates)
        )

    @cached_property
    def _own_cell(self) -> list[int]:
        """Of each candidate, all claims about its cell."""
        own = [0] * self.graph.candidates
        for places in self.cells:
            claims = sum(1 << place | 1 << (place + self.count) for place in places)
            for place in places:
                own[place] = claims
        return own

    def _clashes(self, reached: int) -> bool:
        """Whether claims clash.

        Two candidates that are on in a cell or unit turn each other off, too.
        """
        off = reached & self.candidates
        if reached >> self.count & off:
            return True
        return any(not places & ~off for places in self._full)

    def grounds(self, claim: int) -> Iterator[_Ground]:
        """Yield why a claim holds: contradictions of its opposite, then verities."""
        count = self.count
        start = self.opposite(claim)
        for unit, ends in self._contradictions(start):
            pairs = tuple((start, end) for end in ends)
            yield _Ground(verity=False, pairs=pairs, unit=unit)
        reach = self.graph.reach
        for place in range(self.graph.candidates):
            both = reach[place] & reach[place + count] & ~self._own_cell[place]
            if both >> claim & 1:
                pairs = (place + count, claim), (place, claim)
                yield _Ground(verity=True, pairs=pairs)
        for unit, places in self.choices:
            if all(reach[place + count] >> claim & 1 for place in places):
                pairs = tuple((place + count, claim) for place in places)
                yield _Ground(verity=True, pairs=pairs, unit=unit)

    def _contradictions(self, start: int) -> Iterator[tuple[int, list[int]]]:
        """Yield the claims that follow from one and clash, with their unit or -1."""
        count = self.count
        reached = self.graph.reach[start]
        off, on = reached & self.candidates, reached >> count & self.candidates
        if reached >> self.opposite(start) & 1:
            yield -1, [self.opposite(start)]
        both: dict[int, int] = {}
        for place in bits(off & on):
            both.setdefault(self.graph.places[place].digit, place)
        for place in both.values():
            yield -1, [place, place + count]
        yield from self._double(on)
        for unit, places in self.whole:
            # A cell with a digit on is among those above.
            gone = off if unit >= 0 else off & ~on
            if all(gone >> place & 1 for place in places):
                yield unit, places

    def _double(self, on: int) -> Iterator[tuple[int, list[int]]]:
        """Yield the on claims of a cell, of two digits, or of a digit in a unit.

        Of two digits the first cell suffices, as in HoDoKu.
        """
        count = self.count
        seen: set[tuple[int, ...]] = set()
        for places in self.cells:
            for pair in combinations([place for place in places if on >> place & 1], 2):
                digits = tuple(self.graph.places[place].digit for place in pair)
                if digits not in seen:
                    seen.add(digits)
                    yield -1, [place + count for place in pair]
        for (unit, _), places in self.units.items():
            if len(ends := [place + count for place in places if on >> place & 1]) > 1:
                yield unit, ends


class _Table:
    """The claims that follow from one by singles.

    Attributes:
        claims: The claims, that one in front.
        position: Of each, where it is.
        causes: Of each, where those are that it rests on.
        traced: Of each, where those are that HoDoKu traces it to: a main one, then
            those beside it.  It forgets of several the one in front, and the sixth.
        steps: Of each, how many steps HoDoKu counts to it.
    """

    __slots__ = ("causes", "claims", "position", "steps", "traced")

    def __init__(self) -> None:
        self.claims: list[int] = []
        self.position: dict[int, int] = {}
        self.causes: list[tuple[int, ...]] = []
        self.traced: list[tuple[int, ...]] = []
        self.steps: list[int] = []

    def add(
        self, claim: int, causes: tuple[int, ...] = (0,), traced: tuple[int, ...] = (0,)
    ) -> None:
        """Add a claim, unless it is there."""
        if claim in self.position:
            return
        self.position[claim] = len(self.claims)
        self.claims.append(claim)
        self.causes.append(causes)
        self.steps.append(self.steps[traced[0]] + 1 if self.steps else 1)
        self.traced.append(_largest_first(traced) if len(traced) > 1 else traced)


def _largest_first(traced: tuple[int, ...]) -> tuple[int, ...]:
    """Return causes as HoDoKu stores them: the last found first, no zeros beside."""
    stored = list(traced)
    for index in range(1, len(stored)):
        if stored[index] > stored[0]:
            stored[0], stored[index] = stored[index], stored[0]
    return (stored[0], *filter(None, stored[1:]))


class _NetImplications(Implications):
    """The implications of a position with those by singles.

    Each claim is tried on a copy of the position: what becomes of naked and hidden
    singles for four rounds follows from it.  Each round takes the singles that the one
    before has left, as in HoDoKu.  These tables are then joined as the links of chains.

    Attributes:
        tables: Of each claim, its table.
    """

    def __init__(self, view: View) -> None:
        state = view.state
        super().__init__(view, grouped=True)
        base = state.copy()
        base.naked = deque(
            (cell, digit)
            for cell, digit in state.naked
            if state.left[cell] >> (digit - 1) & 1
        )
        base.hidden = deque(
            entry for entry in state.hidden if not state.values[entry[0]]
        )
        self.tables: list[_Table] = [
            _TriedClaim(self, base, place, on=on).table
            if place < self.candidates
            else _Table()
            for on in (False, True)
            for place in range(self.count)
        ]
        for claim, table in enumerate(self.tables):
            self.follows[claim] = table.claims[1:]
        self.link_groups()
        for claim, table in enumerate(self.tables):
            for other in [claim, *self.follows[claim]]:
                table.add(other)


class _TriedClaim:
    """A claim tried on a copy of the position."""

    def __init__(
        self, graph: Implications, base: State, place: int, *, on: bool
    ) -> None:
        graph.check_deadline()
        self.graph = graph
        self.before = graph.state
        self.now = now = base.copy()
        self.table = _Table()
        digit, (cell,), _, _ = graph.places[place]
        if on:
            self._place(cell, digit)
        else:
            now.remove(cell, digit)
            self.table.add(place)
            left = now.left[cell]
            if left and not left & (left - 1):
                self._place(cell, left.bit_length())
        for _ in range(_ROUNDS):
            singles = list(self._singles())
            if not singles:
                break
            for cell, digit, naked in singles:
                self._single(cell, digit, naked=naked)

    def _singles(self) -> Iterator[tuple[int, int, bool]]:
        """Yield the singles there are now, naked ones first; they are taken at once.

        What is not taken now never will be: its cell is filled, or has lost the digit.
        """
        now = self.now
        values, where, counts = now.values, now.where, now.counts
        units_of = now.shape.units_of
        for cell, digit in now.naked:
            if not values[cell]:
                yield cell, digit, True
        seen: set[int] = set()
        for cell, digit in now.hidden:
            if not values[cell] and cell not in seen and where[digit] >> cell & 1:
                per_unit = counts[digit]
                if any(per_unit[unit] == 1 for unit in units_of[cell]):
                    seen.add(cell)
                    yield cell, digit, False
        now.naked.clear()
        now.hidden.clear()

    def _single(self, cell: int, digit: int, *, naked: bool) -> None:
        """Place a single, with what it rests on."""
        position = self.table.position
        number = self.graph.number
        if naked:
            rest = self.before.left[cell] & ~(1 << (digit - 1))
            causes = others = [number[cell, other + 1] for other in bits(rest)]
        else:
            counts = self.now.counts[digit]
            units = sorted(self.before.shape.units_of[cell], key=counts.__getitem__)
            causes = others = self._rivals(cell, digit, units[0])
            for unit in units[1:]:
                if all(other in position for other in causes):
                    break
                causes = self._rivals(cell, digit, unit)
        traced = tuple(position.get(other, 0) for other in others[:_MAX_CAUSES]) or (0,)
        self._place(cell, digit, tuple(position[other] for other in causes), traced)

    def _rivals(self, cell: int, digit: int, unit: int) -> list[int]:
        """Return the other candidates of a digit in a unit, as it was before."""
        own = self.graph.number[cell, digit]
        return [rival for rival in self.graph.in_unit[unit, digit] if rival != own]

    def _place(
        self,
        cell: int,
        digit: int,
        causes: tuple[int, ...] = (0,),
        traced: tuple[int, ...] = (0,),
    ) -> None:
        """Place a digit, and add it with all that it turns off."""
        number, now = self.graph.number, self.now
        here = (len(self.table.claims),)
        own = now.left[cell] & ~(1 << (digit - 1))
        now.place(cell, digit)
        self.table.add(number[cell, digit] + self.graph.count, causes, traced)
        add = self.table.add
        for peer in bits(self.before.where[digit] & now.shape.peers[cell]):
            add(number[peer, digit], here, here)
        for other in bits(own):
            add(number[cell, other + 1], here, here)


class _Trace(NamedTuple):
    """What HoDoKu records of a way.

    Args:
        net: Whether it branches.
        nodes: How many nodes it has, those of its branches and their ends among them.
    """

    net: bool
    nodes: int


class _NetTree:
    """All that follows from a claim by the tables of a net.

    Tables are joined as HoDoKu joins them: what follows from a claim of the list is
    added behind it, with the claim whose table it came from; an entry is replaced where
    a later claim leads to it in fewer steps.  A way (`trace`) then goes back through
    those tables.  Where a claim rests on several, it goes on by the main one, and the
    others branch off; so a way with branches is that of a net, one without is that of a
    chain.

    HoDoKu's ways skip what the branches themselves branch to.  The `proof` that people
    read is complete.
    """

    def __init__(self, graph: _NetImplications, start: int) -> None:
        graph.check_deadline()
        self.graph = graph
        self.start = start
        self._traces: dict[int, _Trace] = {}
        tables, follows = graph.tables, graph.next
        own = tables[start]
        claims = list(own.claims)
        self._source = source = dict.fromkeys(claims, start)
        steps = dict(zip(claims, own.steps, strict=True))
        fixed = reached = follows[start] | 1 << start
        longest = 0
        for claim in claims:
            if claim == start:
                continue
            base = steps[claim]
            following = follows[claim]
            if not following & ~reached and (
                base + 2 >= longest or not following & ~fixed
            ):
                continue
            table = tables[claim]
            for other, further in zip(table.claims[1:], table.steps[1:], strict=True):
                if other not in source:
                    claims.append(other)
                elif fixed >> other & 1 or steps[other] <= base + further:
                    continue
                source[other] = claim
                steps[other] = base + further
                longest = max(longest, base + further)
            reached |= following

    def trace(self, end: int) -> _Trace:
        """Return what HoDoKu records of the way to a claim."""
        if (known := self._traces.get(end)) is not None:
            return known
        nodes = 0
        main: set[int] = set()
        beside: list[int] = []
        for claim, branches in self._back(end):
            main.add(claim)
            beside += branches
            nodes += 1
        for claim in beside:
            for index, (other, _) in enumerate(self._back(claim)):
                nodes += 1
                if index and other in main:
                    break
        trace = self._traces[end] = _Trace(bool(beside), nodes)
        return trace

    def _back(self, end: int) -> Iterator[tuple[int, list[int]]]:
        """Yield the claims of a way from its end to the start, with their branches."""
        tables, start = self.graph.tables, self.start
        claim = end
        while claim != start:
            table = tables[self._source[claim]]
            index = table.position[claim]
            while index:
                first, *others = table.traced[index]
                yield table.claims[index], [table.claims[other] for other in others]
                index = first
            claim = table.claims[0]
        yield start, []

    def proof(self, end: int) -> tuple[Node, ...]:
        """Return the claims that lead to one, each after those it rests on."""
        nodes = [self.graph.node(self.start)]
        done = {self.start: 0}
        tables = self.graph.tables
        pending = [(end, self.start)]
        while pending:
            claim, context = pending[-1]
            if claim in done:
                pending.pop()
                continue
            if claim == context:
                # The front of another table, for which it follows from the start.
                pending[-1] = claim, self.start
                continue
            table = tables[context if context != self.start else self._source[claim]]
            causes = [
                table.claims[index] for index in table.causes[table.position[claim]]
            ]
            if open_ones := [cause for cause in causes if cause not in done]:
                pending += [(cause, table.claims[0]) for cause in reversed(open_ones)]
                continue
            pending.pop()
            done[claim] = len(nodes)
            after = tuple(done[cause] for cause in causes)
            nodes.append(self.graph.node(claim)._replace(after=after))
        return tuple(nodes)


def reason(step: Step) -> str:
    """Explain why a forcing chain or net holds, claim by claim.

    Example:
        >>> from satdoku.techniques.step import Node, Step
        >>> from satdoku.techniques.technique import Technique
        >>> from satdoku.puzzle.geometry import Geometry
        >>> start = Node(1, (0,), on=True)
        >>> ends = Node(4, (18,), on=False), Node(4, (19,), on=False)
        >>> reason(
        ...     Step(
        ...         Geometry(9, 9),
        ...         Technique.FORCING_CHAIN_CONTRADICTION,
        ...         removes=((0, 1),),
        ...         units=(2,),
        ...         chains=tuple((start, end) for end in ends),
        ...     )
        ... )
        'r1c1=1 leads to r3c12<>4, which leaves no 4 in row 3, by (1)r1c1-(4)r3c1; \
(1)r1c1-(4)r3c2'
    """
    board = step.geometry
    if step.technique in _CHAINS:
        chains = (chain_text(board, chain) for chain in step.chains)
        return f"{_claims_text(step)}, by {'; '.join(chains)}"
    # What several chains have in common is written once.
    lines = dict.fromkeys(
        line for chain in step.chains for line in _lines(board, chain)
    )
    return f"{_claims_text(step)}: {'; '.join(dict.fromkeys(lines))}"


def _claims_text(step: Step) -> str:
    """Write what a contradiction or verity is about, without the ways."""
    board = step.geometry
    if step.technique in {_CHAINS[1], _NETS[1]}:
        starts = " or ".join(claim_text(board, chain[0]) for chain in step.chains)
        about = "".join(f" in {board.unit_name(unit)}" for unit in step.units)
        return f"{starts}{about}, and each leads to {step.outcome}"
    start = claim_text(board, step.chains[0][0])
    ends = [chain[-1] for chain in step.chains]
    if any(end.on for end in ends) or len(ends) == 1:
        clash = " and ".join(claim_text(board, end) for end in ends)
        return f"{start} leads to {clash}"
    clash = candidates_text(board, [(end.cells[0], end.digit) for end in ends])
    left = (
        f"no {ends[0].digit} in {board.unit_name(step.units[0])}"
        if step.units
        else f"nothing for {board.cell_name(ends[0].cells[0])}"
    )
    return f"{start} leads to {clash}, which leaves {left}"


def _lines(geometry: Geometry, chain: Sequence[Node]) -> Iterator[str]:
    for node in chain[1:]:
        causes = " and ".join(claim_text(geometry, chain[i]) for i in node.after)
        condition = f"if {causes} then" if causes else "anyway"
        yield f"{condition} {claim_text(geometry, node)}"
