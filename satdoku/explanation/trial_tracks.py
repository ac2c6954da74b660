"""What of a trial its contradiction rests on.

Much of what is placed on the way plays no part in the contradiction.  What does is
found backwards: the candidates that it lacks were there before the trial, so each of
them was removed by something that happened in it, which in turn has its reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.explanation.trial import Contradiction, Placement, Trial
from satdoku.techniques.state import bits
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.techniques.state import State

__all__ = ["Event", "Tracks"]


class Event(NamedTuple):
    """A digit placed in a trial; or a candidate removed, by a trial within it.

    Args:
        cell: Where.
        digit: The digit.
        trial: What refuted the candidate; None where it is placed.
        needs: The events before, by number, that this trial rests on.
    """

    cell: int
    digit: int
    trial: Trial | None = None
    needs: frozenset[int] = frozenset()


class Tracks:
    """Traces what happened in a trial.

    Args:
        start: The position before it.
        events: What happened, in order.
    """

    def __init__(self, start: State, events: Sequence[Event]) -> None:
        self._start = start
        self._events = events
        self._filled_by = {
            event.cell: number
            for number, event in enumerate(events)
            if event.trial is None
        }

    def trial(
        self, contradiction: Contradiction, first: int
    ) -> tuple[Trial, frozenset[int]]:
        """Return a trial with nothing to spare, and the events before that it needs.

        Args:
            contradiction: Where all the events lead.
            first: The number of the event that tries the candidate.
        """
        cell, unit, digit = contradiction
        lacking = self._others(cell, 0) if cell >= 0 else self._cells(unit, digit, -1)
        end = len(self._events)
        needed = {first}
        needed |= self._causes(lacking, end, needed) or set()
        followed: list[Placement | Trial] = []
        for number in range(end - 1, first, -1):
            if number in needed:
                causes, said = min(
                    self._reasons(number, needed),
                    key=lambda pair: len(pair[0] - needed),
                )
                needed |= causes
                followed.append(said)
        told = Trial(
            self._start.shape.geometry,
            (self._events[first][:2],),
            tuple(reversed(followed)),
            contradiction,
        )
        return told, frozenset(one for one in needed if one < first)

    def _reasons(
        self, number: int, needed: set[int]
    ) -> Iterator[tuple[set[int], Placement | Trial]]:
        """Yield why something holds, and the events before that this rests on."""
        shape = self._start.shape
        cell, digit, trial, needs = self._events[number]
        if trial is not None:
            yield set(needs), trial
            return
        for unit in shape.units_of[cell]:
            filled = self._filled(cell, unit, number)
            if filled is not None:
                yield filled, Placement(cell, digit, Technique.FULL_HOUSE, unit)
        causes = self._causes(self._others(cell, digit), number, needed)
        if causes is not None:
            yield causes, Placement(cell, digit, Technique.NAKED_SINGLE)
        for unit in reversed(shape.units_of[cell]):
            others = self._cells(unit, digit, cell)
            causes = self._causes(others, number, needed)
            if causes is not None:
                yield causes, Placement(cell, digit, Technique.HIDDEN_SINGLE, unit)

    def _others(self, cell: int, digit: int) -> Iterator[tuple[int, int]]:
        """Yield the other candidates that a cell had."""
        for other in bits(self._start.left[cell]):
            if other + 1 != digit:
                yield cell, other + 1

    def _cells(self, unit: int, digit: int, cell: int) -> Iterator[tuple[int, int]]:
        """Yield the other candidates of a digit that a unit had."""
        for other in bits(self._start.where[digit] & self._start.shape.units[unit]):
            if other != cell:
                yield other, digit

    def _filled(self, cell: int, unit: int, before: int) -> set[int] | None:
        """Return what filled the other cells of a unit; None if not all are filled."""
        cells = self._start.shape.units[unit] & self._start.empty & ~(1 << cell)
        numbers = {self._filled_by.get(other, before) for other in bits(cells)}
        return None if any(number >= before for number in numbers) else numbers

    def _causes(
        self, candidates: Iterable[tuple[int, int]], before: int, needed: set[int]
    ) -> set[int] | None:
        """Return what removed some candidates, by then; None if one was still there.

        Of several things that did, one that is needed anyway, else the first.
        """
        found: set[int] = set()
        for cell, digit in candidates:
            causes = list(self._removing(cell, digit, before))
            if not causes:
                return None
            known = (one for one in causes if one in needed or one in found)
            found.add(next(known, causes[0]))
        return found

    def _removing(self, cell: int, digit: int, before: int) -> Iterator[int]:
        """Yield the events, by number, that remove a candidate."""
        peers = self._start.shape.peers[cell]
        for number in range(before):
            other, value, trial, _ = self._events[number]
            if trial is not None:
                if (other, value) == (cell, digit):
                    yield number
            elif (value == digit and peers >> other & 1) or (
                other == cell and value != digit
            ):
                yield number
