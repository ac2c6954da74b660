"""Where techniques end: a candidate refuted by trying it.

    candidate ──placed──▶ single ──▶ single ──▶ … ──▶ contradiction

A candidate is placed, and singles are followed until a cell has no candidate left or a
unit no cell for a digit; so the candidate was wrong.  To a solver this is a failed
literal: with the extended encoding, unit propagation sees what singles see.

The very hardest puzzles need a trial within the trial, which removes another candidate
before singles lead on.  Trials go no deeper than that.

Of all candidates the one that takes the fewest singles is shown.  Singles are followed
wave by wave: all there are, then all that these gave rise to.  A contradiction that
takes k singles shows by wave k, so no trial is followed through more waves than the
shortest refutation so far has singles.  A trial names only what its contradiction rests
on, found backwards, one reason after the other: short, but not proved the shortest.

Source: failed literals as in J. W. Freeman, "Improvements to propositional
satisfiability search algorithms" (1995); people call it trial and error.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from satdoku.runtime.deadline import NEVER, Deadline
from satdoku.techniques.state import bits
from satdoku.techniques.step import Step, candidates_text
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.puzzle.geometry import Geometry
    from satdoku.techniques.state import State

Candidate = tuple[int, int]
"""A cell and a digit."""

_COMPARED = 12
"""Candidates whose refutations by trials within a trial are compared."""

_TRIES = 10_000
"""Candidates tried within trials, in all: half a second's work at 9x9."""


class Placement(NamedTuple):
    """A single that is followed in a trial.

    Args:
        cell: Where.
        digit: What is placed.
        technique: The kind of single.
        unit: The unit it is about, as an index into `Geometry.units`; -1 for a naked
            single.
    """

    cell: int
    digit: int
    technique: Technique
    unit: int = -1


class DeadEnd(NamedTuple):
    """Where a trial ends: a cell without candidates, or a unit without a digit.

    Args:
        cell: The cell; -1 if it is a unit.
        unit: The unit, as an index into `Geometry.units`; -1 if it is a cell.
        digit: The digit that has no cell in the unit; 0 if it is a cell.
    """

    cell: int = -1
    unit: int = -1
    digit: int = 0


class Elimination:
    """Candidates that are removed because trying them leads to a contradiction."""

    __slots__ = ()
    geometry: Geometry
    removes: tuple[Candidate, ...]

    @property
    def places(self) -> tuple[Candidate, ...]:
        """What is placed: nothing."""
        return ()

    @property
    def outcome(self) -> str:
        """What it does, in the standard notation."""
        return candidates_text(self.geometry, self.removes)

    @property
    def tried(self) -> str:
        """What is tried, in the standard notation."""
        return candidates_text(self.geometry, self.removes, "=")

    @property
    def title(self) -> str:
        """What kind of step it is."""
        return "Trial"

    @property
    def reason(self) -> str:
        """Why it holds, in words."""
        raise NotImplementedError

    def __str__(self) -> str:
        return f"{self.title}: {self.outcome}, {self.reason}"


@dataclass(frozen=True, slots=True)
class Trial(Elimination):
    """A candidate that cannot be right, and where trying it leads.

    Args:
        geometry: The geometry of the grid.
        removes: The candidate, as the only (cell, digit) pair.
        followed: What follows, in order, as far as it is needed: singles, and trials
            within this one, which have only singles.
        dead_end: Where it ends.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> print(Trial(Geometry(4, 4), ((5, 3),), (), DeadEnd(unit=2, digit=1)))
        Trial: r2c2<>3, r2c2=3 leaves no 1 in row 3
    """

    geometry: Geometry
    removes: tuple[Candidate, ...]
    followed: tuple[Placement | Trial, ...]
    dead_end: DeadEnd

    @property
    def trials(self) -> tuple[Trial, ...]:
        """The trials within it, in order."""
        return tuple(entry for entry in self.followed if isinstance(entry, Trial))

    @property
    def size(self) -> int:
        """How many singles and inner trials there are to follow."""
        return len(self.followed) + sum(trial.size for trial in self.trials)

    @property
    def dead_end_text(self) -> str:
        """Where it ends, in words (`no 9 in row 3`, `no candidate in r3c4`)."""
        cell, unit, digit = self.dead_end
        if cell >= 0:
            return f"no candidate in {self.geometry.cell_name(cell)}"
        symbol = self.geometry.digit_texts[digit]
        return f"no {symbol} in {self.geometry.unit_name(unit)}"

    @property
    def reason(self) -> str:
        """Why it holds, in words."""
        if not self.followed:
            return f"{self.tried} leaves {self.dead_end_text}"
        parts = ", ".join(
            f"{entry.outcome} ({entry.reason})"
            if isinstance(entry, Trial)
            else candidates_text(self.geometry, [entry[:2]], "=")
            for entry in self.followed
        )
        kinds = "singles and trials" if self.trials else "singles"
        left = self.dead_end_text
        return f"with {self.tried} {kinds} lead to {parts}, which leaves {left}"

    def why(self, placement: Placement) -> str:
        """Say why one of the singles holds, once those before it are placed."""
        cell, digit, technique, unit = placement
        places = ((cell, digit),)
        return Step(self.geometry, technique, places, units=(unit,)).reason


def shortest_trial(
    state: State,
    candidates: Iterable[Candidate] | None = None,
    *,
    deadline: Deadline = NEVER,
) -> Trial | None:
    """Find the candidate that is refuted with the fewest singles.

    Args:
        state: A position that has a solution; it is not changed.
        candidates: What to try; None for every candidate.
        deadline: When to stop.

    Returns:
        The trial; None where neither singles nor trials within it refute a candidate.

    Raises:
        Stopped: The time is over.

    Example:
        >>> from satdoku.techniques.state import State
        >>> from satdoku.puzzle.puzzle import Puzzle
        >>> state = State.of(Puzzle("1... ..2. ..3. 4..."))
        >>> print(shortest_trial(state, [(1, 3)]))
        Trial: r1c2<>3, r1c2=3 leaves no candidate in r2c1
    """
    start = state.copy()
    for queue in (start.naked, start.hidden):  # only singles that still hold
        holding = [(c, digit) for c, digit in queue if start.where[digit] >> c & 1]
        queue.clear()
        queue.extend(holding)
    tried = _tightest(start, candidates)
    best: Trial | None = None
    led_to: dict[Candidate, int] = {}
    for candidate in deadline.limit(tried):
        after, placed = _follow(start, candidate, -1 if best is None else best.size - 1)
        led_to[candidate] = len(placed)
        if after.is_broken:
            refuted, _ = _shortest(start, _placed(placed), 0, after)
            best = refuted if best is None or refuted.size < best.size else best
            if not best.size:
                break
    if best is not None:
        return best
    # Trials within trials take long: those that lead furthest are compared first.
    tried.sort(key=led_to.__getitem__, reverse=True)
    tries = deadline.limit(range(_TRIES))
    nested: Trial | None = None
    for number, candidate in enumerate(tried):
        if nested is not None and number >= _COMPARED:
            break
        trial = _nested(start, candidate, tries)
        if trial is not None and (nested is None or trial.size < nested.size):
            nested = trial
    return nested


def _tightest(state: State, candidates: Iterable[Candidate] | None) -> list[Candidate]:
    """Return candidates, or all there are: those of cells with few of them first."""
    left = state.left
    if candidates is None:
        candidates = (
            (cell, digit + 1) for cell, mask in enumerate(left) for digit in bits(mask)
        )
    return sorted(candidates, key=lambda pair: (left[pair[0]].bit_count(), pair))


def _follow(
    start: State, tried: Candidate, waves: int = -1
) -> tuple[State, list[Candidate]]:
    """Place a candidate and follow so many waves of singles, or all.

    Returns:
        Where that led, and what was placed.
    """
    state = start.copy()
    state.place(*tried)
    placed = [tried]
    while waves and _wave(state, placed):
        waves -= 1
    return state, placed


def _wave(state: State, placed: list[Candidate]) -> bool:
    """Place all singles there are, until one breaks the position; say if any was."""
    wave = [] if state.is_broken else [*state.naked, *state.hidden]
    state.naked.clear()
    state.hidden.clear()
    before = len(placed)
    for cell, digit in wave:
        if state.where[digit] >> cell & 1 and not state.is_broken:
            state.place(cell, digit)
            placed.append((cell, digit))
    return len(placed) > before


def _nested(start: State, tried: Candidate, tries: Iterator[int]) -> Trial | None:
    """Try a candidate, with trials within; None if these do not refute it.

    Args:
        start: The position.
        tried: The candidate.
        tries: Its end comes after as many trials within trials as there may be.
    """
    state, placed = _follow(start, tried)
    events = _placed(placed)
    changed = True
    while changed and not state.is_broken:
        changed = False
        for cell, digit in _tightest(state, None):
            if not state.where[digit] >> cell & 1:
                continue
            if next(tries, None) is None:
                return None
            after, placed = _follow(state, (cell, digit))
            if not after.is_broken:
                continue
            within = [*events, *_placed(placed)]
            inner, needs = _shortest(start, within, len(events), after)
            events.append(_Event(cell, digit, inner, needs))
            state.remove(cell, digit)
            changed = True
            placed = []
            while _wave(state, placed):
                pass
            events += _placed(placed)
            if state.is_broken:
                break
    return _shortest(start, events, 0, state)[0] if state.is_broken else None


class _Event(NamedTuple):
    """A digit placed in a trial; or a candidate removed, by a trial within it.

    Args:
        cell: Where.
        digit: The digit.
        trial: What refuted the candidate; None where the digit is placed.
        needs: The events before, by number, that this trial rests on.
    """

    cell: int
    digit: int
    trial: Trial | None = None
    needs: frozenset[int] = frozenset()


def _placed(placed: list[Candidate]) -> list[_Event]:
    return [_Event(*pair) for pair in placed]


def _shortest(
    start: State, events: list[_Event], first: int, state: State
) -> tuple[Trial, frozenset[int]]:
    """Return the contradiction that rests on least, as a trial, and what it needs.

    Args:
        start: The position before all events.
        events: What happened; number `first` is the candidate that is tried.
        first: The events before are of the trial around this one.
        state: The broken position after all events.
    """
    trace = _Trace(start, events)
    trials = (trace.trial(dead_end, first) for dead_end in _dead_ends(state))
    return min(trials, key=lambda pair: (pair[0].size, len(pair[1])))


def _dead_ends(state: State) -> Iterator[DeadEnd]:
    """Yield the cells without candidates, and the units without a digit."""
    values, units = state.values, state.shape.geometry.units
    for cell in bits(state.empty):
        if not state.left[cell]:
            yield DeadEnd(cell=cell)
    for digit in state.shape.geometry.digit_range:
        for unit, count in enumerate(state.counts[digit]):
            if not count and all(values[cell] != digit for cell in units[unit]):
                yield DeadEnd(unit=unit, digit=digit)


class _Trace:
    """Finds what of a trial its contradiction rests on, backwards.

    The candidates that the contradiction lacks were there before the trial, so each of
    them was removed by something that happened in it, which in turn has its reason.

    Args:
        start: The position before.
        events: What happened, in order.
    """

    def __init__(self, start: State, events: Sequence[_Event]) -> None:
        self._start = start
        self._events = events
        self._filled_by = {
            event.cell: number
            for number, event in enumerate(events)
            if event.trial is None
        }

    def trial(self, dead_end: DeadEnd, first: int) -> tuple[Trial, frozenset[int]]:
        """Return a trial with nothing to spare, and the events before that it needs."""
        cell, unit, digit = dead_end
        lacking = self._others(cell, 0) if cell >= 0 else self._cells(unit, digit, -1)
        end = len(self._events)
        needed = {first}
        needed |= self._causes(lacking, end, needed) or set()
        followed: list[Placement | Trial] = []
        for number in range(end - 1, first, -1):
            if number in needed:
                causes, reason = min(
                    self._reasons(number, needed),
                    key=lambda pair: len(pair[0] - needed),
                )
                needed |= causes
                followed.append(reason)
        trial = Trial(
            self._start.shape.geometry,
            (self._events[first][:2],),
            tuple(reversed(followed)),
            dead_end,
        )
        return trial, frozenset(one for one in needed if one < first)

    def _reasons(
        self, number: int, needed: set[int]
    ) -> Iterator[tuple[set[int], Placement | Trial]]:
        """Yield why something holds, and the events before that this rests on."""
        units_of = self._start.shape.units_of
        cell, digit, trial, needs = self._events[number]
        if trial is not None:
            yield set(needs), trial
            return
        for unit in units_of[cell]:
            filled = self._filled(cell, unit, number)
            if filled is not None:
                yield filled, Placement(cell, digit, Technique.FULL_HOUSE, unit)
        causes = self._causes(self._others(cell, digit), number, needed)
        if causes is not None:
            yield causes, Placement(cell, digit, Technique.NAKED_SINGLE)
        for unit in reversed(units_of[cell]):
            causes = self._causes(self._cells(unit, digit, cell), number, needed)
            if causes is not None:
                yield causes, Placement(cell, digit, Technique.HIDDEN_SINGLE, unit)

    def _others(self, cell: int, digit: int) -> Iterator[Candidate]:
        """Yield the other candidates that a cell had."""
        for other in bits(self._start.left[cell]):
            if other + 1 != digit:
                yield cell, other + 1

    def _cells(self, unit: int, digit: int, cell: int) -> Iterator[Candidate]:
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
        self, candidates: Iterable[Candidate], before: int, needed: set[int]
    ) -> set[int] | None:
        """Return what removed some candidates, by then; None if one was still there.

        Of several things that did, one that is needed anyway, else the first.
        """
        chosen: set[int] = set()
        for candidate in candidates:
            causes = [n for n in range(before) if self._removes(n, *candidate)]
            if not causes:
                return None
            known = (
                number for number in causes if number in needed or number in chosen
            )
            chosen.add(next(known, causes[0]))
        return chosen

    def _removes(self, number: int, cell: int, digit: int) -> bool:
        """Whether an event removes a candidate."""
        other, value, trial, _ = self._events[number]
        if trial is not None:
            return (other, value) == (cell, digit)
        if other == cell or value != digit:
            return other == cell and value != digit
        return bool(self._start.shape.peers[cell] >> other & 1)
