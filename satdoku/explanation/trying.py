"""Trying candidates: which of them is refuted with the fewest singles.

Singles are followed wave by wave: all there are, then all that these gave rise to.  A
contradiction that takes k singles shows by wave k, so no trial is followed through
more waves than the shortest refutation so far has singles.  What a refutation needs is
found backwards, one reason after the other: it is short, but not proved the shortest.

Where singles refute none, candidates are tried within a trial: those that singles
refute there are removed, and singles lead on.  That takes long, so of the candidates
that most follows from the first few are compared, and of the others one is as good as
any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.explanation.trial import Contradiction, Trial
from satdoku.explanation.trial_tracks import Event, Tracks
from satdoku.techniques.deadline import unhurried
from satdoku.techniques.state import bits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from satdoku.techniques.deadline import Look
    from satdoku.techniques.state import State

__all__ = ["shortest_trial"]

Candidate = tuple[int, int]
"""A cell and a digit."""

_COMPARED = 12
"""Candidates whose refutations by trials within a trial are compared."""

_TRIES = 10_000
"""Candidates tried within trials, in all: half a second's work at 9x9."""


class _Led(NamedTuple):
    """Where a trial led.

    Args:
        state: The position then.
        placed: What was placed, in order; the candidate that is tried first.
    """

    state: State
    placed: list[Candidate]


def shortest_trial(
    state: State,
    candidates: Iterable[Candidate] | None = None,
    *,
    look: Look = unhurried,
) -> Trial | None:
    """Find the candidate that is refuted with the fewest singles.

    Args:
        state: A position that has a solution; it stays as it is.
        candidates: What to try; None for every candidate.  Those known to be right
            need not be tried, for nothing refutes them.
        look: Is called before each candidate.

    Returns:
        The trial; None where neither singles nor trials within it refute a candidate.

    Raises:
        Stopped: `look` said so.

    Example:
        >>> from satdoku.techniques.state import State
        >>> from satdoku.puzzle import Puzzle
        >>> state = State.of(Puzzle("1... ..2. ..3. 4..."))
        >>> print(shortest_trial(state, [(1, 3)]))
        Trial: r1c2<>3, r1c2=3 leaves no candidate in r2c1
    """
    start = _without_old(state)
    tried = _tightest(start, _open(start) if candidates is None else candidates)
    best: Trial | None = None
    led_to: dict[Candidate, int] = {}
    for candidate in tried:
        look()
        led = _follow(start, candidate, None if best is None else best.size - 1)
        if led is None:
            continue
        led_to[candidate] = len(led.placed)
        if led.state.is_broken:
            found = _told(start, [], led)[0]
            best = found if best is None or found.size < best.size else best
            if not best.size:
                break
    if best is not None:
        return best
    tried.sort(key=led_to.__getitem__, reverse=True)
    return _nested_trial(start, tried, look)


def _nested_trial(start: State, tried: list[Candidate], look: Look) -> Trial | None:
    """Find a candidate that trials within its trial refute; a short one of the first.

    Returns:
        The trial; None if there is none, or it would take too long to find.
    """
    best: Trial | None = None
    tries = _Tries(look)
    for number, candidate in enumerate(tried):
        if tries.left < 0 or (best is not None and number >= _COMPARED):
            break
        found = _nested(start, candidate, tries)
        if found is not None and (best is None or found.size < best.size):
            best = found
    return best


class _Tries:
    """Counts the candidates that are tried within trials.

    Args:
        look: Is called before each.
    """

    def __init__(self, look: Look) -> None:
        self._look = look
        self.left = _TRIES

    def count(self) -> None:
        """Count one more."""
        self._look()
        self.left -= 1


def _open(state: State) -> Iterator[Candidate]:
    """Yield every candidate."""
    for cell, mask in enumerate(state.left):
        for digit in bits(mask):
            yield cell, digit + 1


def _tightest(state: State, candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return candidates, those of cells with few of them first."""
    left = state.left
    return sorted(candidates, key=lambda pair: (left[pair[0]].bit_count(), pair))


def _without_old(state: State) -> State:
    """Return a copy that has only those singles queued that still hold."""
    start = state.copy()
    for queue in (start.naked, start.hidden):
        holding = [
            (cell, digit) for cell, digit in queue if start.where[digit] >> cell & 1
        ]
        queue.clear()
        queue.extend(holding)
    return start


def _follow(start: State, tried: Candidate, waves: int | None = None) -> _Led | None:
    """Place a candidate and follow singles, to the end or a contradiction.

    Returns:
        Where that led; None if it was not at an end after so many waves.
    """
    state = start.copy()
    state.place(*tried)
    placed = [tried]
    while not state.is_broken:
        if waves is not None:
            if not waves:
                return None
            waves -= 1
        if not _wave(state, placed):
            break
    return _Led(state, placed)


def _wave(state: State, placed: list[Candidate]) -> bool:
    """Place all singles there are, until one breaks the position; say if any was."""
    wave = [*state.naked, *state.hidden]
    state.naked.clear()
    state.hidden.clear()
    before = len(placed)
    for cell, digit in wave:
        if state.where[digit] >> cell & 1:
            state.place(cell, digit)
            placed.append((cell, digit))
            if state.is_broken:
                break
    return len(placed) > before


def _led_on(state: State) -> list[Candidate]:
    """Follow singles, to the end or a contradiction; return what was placed."""
    placed: list[Candidate] = []
    while not state.is_broken and _wave(state, placed):
        pass
    return placed


def _nested(start: State, tried: Candidate, tries: _Tries) -> Trial | None:
    """Try a candidate, with trials within; None if they do not refute it."""
    first = _follow(start, tried)
    assert first is not None  # noqa: S101  there was no limit
    state = first.state
    events = [Event(*pair) for pair in first.placed]
    changed = True
    while changed and not state.is_broken:
        changed = False
        for candidate in _tightest(state, _open(state)):
            cell, digit = candidate
            if not state.where[digit] >> cell & 1:
                continue
            tries.count()
            if tries.left < 0:
                return None
            led = _follow(state, candidate)
            if led is None or not led.state.is_broken:
                continue
            inner, needs = _told(start, events, led)
            events.append(Event(cell, digit, inner, needs))
            state.remove(cell, digit)
            changed = True
            events += [Event(*pair) for pair in _led_on(state)]
            if state.is_broken:
                break
    if not state.is_broken:
        return None
    return _shortest(start, events, 0, state)[0]


def _told(start: State, before: list[Event], led: _Led) -> tuple[Trial, frozenset[int]]:
    """Return a trial that led to a contradiction, and what of before it rests on."""
    events = [*before, *(Event(*pair) for pair in led.placed)]
    return _shortest(start, events, len(before), led.state)


def _shortest(
    start: State, events: list[Event], first: int, state: State
) -> tuple[Trial, frozenset[int]]:
    """Return the contradiction that rests on least, as a trial, and what it needs."""
    tracks = Tracks(start, events)
    found = (tracks.trial(one, first) for one in _contradictions(state))
    return min(found, key=lambda pair: (pair[0].size, len(pair[1])))


def _contradictions(state: State) -> Iterator[Contradiction]:
    """Yield the cells without candidates, and the units without a digit."""
    shape, values = state.shape, state.values
    for cell in bits(state.empty):
        if not state.left[cell]:
            yield Contradiction(cell=cell)
    for digit in shape.geometry.digits:
        for unit, count in enumerate(state.counts[digit]):
            if not count:
                cells = shape.geometry.units[unit]
                if all(values[cell] != digit for cell in cells):
                    yield Contradiction(unit=unit, digit=digit)
