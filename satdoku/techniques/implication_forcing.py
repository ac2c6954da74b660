"""Contradictions and verities: what must hold, since all else leads to a clash.

What follows from a claim, all of it, may clash: then the claim is false.

    the claim's own opposite;  a candidate both on and off;  two digits on in a cell;
    a digit on twice in a unit;  a cell, or a digit in a unit, with all candidates off

And what follows from each of several claims holds, if one of them must: a candidate on
and off; all candidates of a cell; all of a digit in a unit.

Which claims hold so is told by `&` of their reaches (`outcomes`).  The grounds for one
of them, each with the claims that a way leads from and to, are told by `grounds`.  Of
all outcomes HoDoKu takes a placement before a removal, then the first cell and digit.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.state import bits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from satdoku.techniques.implication_graph import Implications

__all__ = ["Forcing", "Ground"]


class Ground(NamedTuple):
    """A reason why a claim holds.

    Args:
        verity: Whether all of several claims lead to it; else its opposite clashes.
        pairs: The ways it rests on: the claim that each starts from, and its end.
        unit: The unit it is about; -1 for none.
    """

    verity: bool
    pairs: tuple[tuple[int, int], ...]
    unit: int = -1


class Forcing:
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
        self.units = {
            (unit, digit): graph.in_unit[unit, digit]
            for unit, digit in sorted(graph.in_unit)
        }

    @cached_property
    def whole(self) -> dict[tuple[int, int], list[int]]:
        """The units of a digit that only placed digits have taken candidates from.

        HoDoKu looks for a digit without a place in these alone.
        """
        state = self.graph.state
        shape = state.shape
        free = [state.empty] * (shape.size + 1)
        for cell, value in enumerate(state.values):
            free[value] &= ~shape.peers[cell]
        return {
            (unit, digit): places
            for (unit, digit), places in self.units.items()
            if (free[digit] & shape.units[unit]).bit_count() == len(places)
        }

    @cached_property
    def outcomes(self) -> list[int]:
        """The claims that must hold, the one to take first in front."""
        graph, count = self.graph, self.count
        reach = graph.reach
        holds = 0
        for place in range(graph.candidates):
            graph.look()
            off, on = reach[place], reach[place + count]
            holds |= off & on & ~self._own_cell[place]
            if self._clashes(on):
                holds |= 1 << place
            if self._clashes(off):
                holds |= 1 << (place + count)
        for _, places in self._choices(self.units):
            holds |= self._all_lead_to(places)
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

    def _choices(
        self, units: dict[tuple[int, int], list[int]]
    ) -> Iterator[tuple[int, list[int]]]:
        """Yield the candidates of each cell, and of each digit in some units.

        Before them stands the unit, -1 for a cell.
        """
        for places in self.cells:
            yield -1, places
        for (unit, _), places in units.items():
            yield unit, places

    def _all_lead_to(self, places: Sequence[int]) -> int:
        """Return the claims that each of some candidates, on, leads to."""
        common = -1
        for place in places:
            common &= self.graph.reach[place + self.count]
        return common

    @cached_property
    def _full(self) -> list[int]:
        """The places of cells, and of digits in units, that cannot all be off."""
        return [
            sum(1 << place for place in places)
            for _, places in self._choices(self.whole)
        ]

    def _clashes(self, reached: int) -> bool:
        """Whether claims clash.

        Two candidates that are on in a cell or unit turn each other off, too.
        """
        off = reached & self.candidates
        if reached >> self.count & off:
            return True
        return any(not places & ~off for places in self._full)

    def grounds(self, outcome: int) -> Iterator[Ground]:
        """Yield why a claim holds: contradictions of its opposite, then verities."""
        count = self.count
        start = (outcome + count) % (2 * count)
        for unit, ends in self._contradictions(start):
            pairs = tuple((start, end) for end in ends)
            yield Ground(verity=False, pairs=pairs, unit=unit)
        reach = self.graph.reach
        for place in range(self.graph.candidates):
            both = reach[place] & reach[place + count] & ~self._own_cell[place]
            if both >> outcome & 1:
                pairs = (place + count, outcome), (place, outcome)
                yield Ground(verity=True, pairs=pairs)
        for unit, places in self._choices(self.units):
            if all(reach[place + count] >> outcome & 1 for place in places):
                pairs = tuple((place + count, outcome) for place in places)
                yield Ground(verity=True, pairs=pairs, unit=unit)

    def _contradictions(self, start: int) -> Iterator[tuple[int, list[int]]]:
        """Yield the claims that follow from one and clash, with their unit or -1."""
        count = self.count
        reached = self.graph.reach[start]
        off, on = reached & self.candidates, reached >> count & self.candidates
        opposite = (start + count) % (2 * count)
        if reached >> opposite & 1:
            yield -1, [opposite]
        both: dict[int, int] = {}
        for place in bits(off & on):
            both.setdefault(self.graph.places[place].digit, place)
        for place in both.values():
            yield -1, [place, place + count]
        yield from self._double(on)
        for unit, places in self._choices(self.whole):
            # A cell with a digit on is told above.
            gone = off if unit >= 0 else off & ~on
            if all(gone >> place & 1 for place in places):
                yield unit, places

    def _double(self, on: int) -> Iterator[tuple[int, list[int]]]:
        """Yield the on claims of a cell, of two digits, or of a digit in a unit.

        Of two digits the first cell will do, as for HoDoKu.
        """
        count = self.count
        told: set[tuple[int, ...]] = set()
        for places in self.cells:
            for pair in combinations([each for each in places if on >> each & 1], 2):
                digits = tuple(self.graph.places[place].digit for place in pair)
                if digits not in told:
                    told.add(digits)
                    yield -1, [place + count for place in pair]
        for (unit, _), places in self.units.items():
            if len(ends := [each + count for each in places if on >> each & 1]) > 1:
                yield unit, ends
