"""What follows from a claim by singles: the first implications of a net.

A chain goes from one claim to one other.  In a net several claims together may lead to
the next: a digit is the last of its cell, or has one place left in a unit, once the
others are off.  So each claim is tried on a copy of the position, and what becomes of
naked and hidden singles for four rounds follows from it; each round takes up the
singles that the one before has left, as HoDoKu does.

A table holds the claims that follow so, in order, and of each the claims it rests on.
The implications of a net are those tables, joined as the links of chains are.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from satdoku.techniques.implication_graph import Implications
from satdoku.techniques.implication_groups import groups_of, link_groups
from satdoku.techniques.state import bits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.state import State, View

__all__ = ["NetImplications", "Table", "net_implications"]

_ROUNDS = 4
"""How often singles are looked for, as HoDoKu is set."""

_CAUSES = 5
"""How many claims HoDoKu keeps that lead to one together."""


class Table:
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
        """Enter a claim, unless it is there."""
        if claim in self.position:
            return
        self.position[claim] = len(self.claims)
        self.claims.append(claim)
        self.causes.append(causes)
        self.steps.append(self.steps[traced[0]] + 1 if self.steps else 1)
        self.traced.append(_largest_first(traced) if len(traced) > 1 else traced)


def _largest_first(traced: tuple[int, ...]) -> tuple[int, ...]:
    """Return causes as HoDoKu keeps them: the last one found first, no zeros beside."""
    kept = list(traced)
    for index in range(1, len(kept)):
        if kept[index] > kept[0]:
            kept[0], kept[index] = kept[index], kept[0]
    return (kept[0], *filter(None, kept[1:]))


class NetImplications(Implications):
    """The implications of a position with those by singles.

    Attributes:
        tables: Of each claim, its table.
    """

    def __init__(self, view: View) -> None:
        state = view.state
        super().__init__(view, groups_of(state))
        base = state.copy()
        base.naked = deque(
            (cell, digit)
            for cell, digit in state.naked
            if state.left[cell] >> (digit - 1) & 1
        )
        base.hidden = deque(
            entry for entry in state.hidden if not state.values[entry[0]]
        )
        self.tables: list[Table] = [
            _Trial(self, base, place, on=on).table
            if place < self.candidates
            else Table()
            for on in (False, True)
            for place in range(self.count)
        ]
        for claim, table in enumerate(self.tables):
            self.follows[claim] = table.claims[1:]
        link_groups(self)
        for claim, table in enumerate(self.tables):
            for other in [claim, *self.follows[claim]]:
                table.add(other)


def net_implications(view: View) -> NetImplications:
    """Return the implications of a position with those by singles."""
    return NetImplications(view)


class _Trial:
    """A claim tried on a copy of the position."""

    def __init__(
        self, graph: Implications, base: State, place: int, *, on: bool
    ) -> None:
        graph.look()
        self.graph = graph
        self.before = graph.state
        self.now = now = base.copy()
        self.table = Table()
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
        told: set[int] = set()
        for cell, digit in now.hidden:
            if not values[cell] and cell not in told and where[digit] >> cell & 1:
                first, second, third = units_of[cell]
                each = counts[digit]
                if each[first] == 1 or each[second] == 1 or each[third] == 1:
                    told.add(cell)
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
            others = self._rivals(cell, digit, units[0])
            causes = others
            for unit in units[1:]:
                if all(other in position for other in causes):
                    break
                causes = self._rivals(cell, digit, unit)
        traced = tuple(position.get(other, 0) for other in others[:_CAUSES]) or (0,)
        self._place(cell, digit, tuple(position[other] for other in causes), traced)

    def _rivals(self, cell: int, digit: int, unit: int) -> list[int]:
        """Return the other candidates of a digit in a unit, as it was before."""
        own = self.graph.number[cell, digit]
        return [each for each in self.graph.in_unit[unit, digit] if each != own]

    def _place(
        self,
        cell: int,
        digit: int,
        causes: tuple[int, ...] = (0,),
        traced: tuple[int, ...] = (0,),
    ) -> None:
        """Place a digit, and enter it with all that it turns off."""
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
