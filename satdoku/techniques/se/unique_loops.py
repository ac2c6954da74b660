"""Unique rectangles and unique loops: loops of cells that share two digits.

A loop goes from cell to cell within units, and every unit it meets it meets twice, in
cells at an odd and an even place.  If all its cells held two digits only, these could
be swapped all along, and the puzzle would have two solutions.  So one of the cells with
more candidates holds one of these others:

1. a single such cell loses the two digits;
2. several with the same one other digit: no cell that sees them all holds that digit;
3. two in one unit: with some cells of it their other digits make a naked set, or the
   two digits make a hidden set with some others (see `loop_sets`);
4. two in a unit that has one of the two digits there only: both lose the other.

Shorter loops come first, then lower types, then the order in which they are met.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from satdoku.techniques.se.layout import GEOMETRY, PEERS, UNITS, UNITS_OF
from satdoku.techniques.se.loop_sets import loop_sets
from satdoku.techniques.se.loops import loops
from satdoku.techniques.se.rules import RULES
from satdoku.techniques.se.step import SeStep, eliminated
from satdoku.techniques.state import bits
from satdoku.techniques.step import Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.state import State

__all__ = ["unique_loop"]


class _Outcome(NamedTuple):
    """What follows from a loop: its rating, its type, what is removed."""

    rating: float
    kind: int
    removes: list[tuple[int, int]]


def unique_loop(state: State) -> SeStep | None:
    """Find the easiest unique rectangle or loop."""
    best: _Outcome | None = None
    of: tuple[tuple[int, ...], int] = (), 0
    left = state.left
    for start, pair in enumerate(left):
        if pair.bit_count() != 2:
            continue
        for loop in loops(state, start, pair):
            extra = [cell for cell in loop if left[cell] != pair]
            for outcome in _outcomes(state, extra, pair, _rating(len(loop))):
                if best is None or outcome[:2] < best[:2]:
                    best = outcome
                    of = loop, pair
    return None if best is None else _step(state, best, *of)


def _rating(size: int) -> float:
    rating = RULES["Unique Loop"].rating + (0.3 if size >= 10 else 0.0)
    return rating + (0.2 if size >= 8 else 0.1 if size >= 6 else 0.0)


def _step(state: State, outcome: _Outcome, loop: tuple[int, ...], pair: int) -> SeStep:
    removes = tuple(sorted(outcome.removes))
    rule = "Unique Rectangle" if len(loop) == 4 else "Unique Loop"
    step = None
    if len(loop) == 4 and outcome.kind != 3:
        low, high = (digit + 1 for digit in bits(pair))
        step = Step(
            GEOMETRY,
            Technique.parse(f"unique-rectangle-{outcome.kind}"),
            removes=removes,
            cells=loop,
            digits=(low, high),
            fins=tuple(
                (cell, digit + 1)
                for cell in loop
                for digit in bits(state.left[cell] & ~pair)
            ),
        )
    return SeStep(rule, outcome.rating, removes=removes, step=step)


def _outcomes(
    state: State, extra: list[int], pair: int, rating: float
) -> Iterator[_Outcome]:
    """Yield what follows from a loop.

    Args:
        state: The position.
        extra: The cells of the loop that have more than the pair.
        pair: Its digits.
        rating: What its size makes it.
    """
    if len(extra) == 1:
        yield _Outcome(rating, 1, [(extra[0], digit + 1) for digit in bits(pair)])
    if len(extra) < 2:
        return
    others = 0
    for cell in extra:
        others |= state.left[cell] & ~pair
    if len(extra) > 2 or others.bit_count() == 1:
        removes = _seen_by_all(state, extra, pair)
        if removes:
            yield _Outcome(rating, 2, removes)
    if len(extra) > 2:
        return
    if others.bit_count() > 1:
        for added, removes in loop_sets(state, extra[0], extra[1], pair, others):
            yield _Outcome(rating + added, 3, removes)
    removes = _locked(state, extra, pair)
    if removes:
        yield _Outcome(rating, 4, removes)


def _seen_by_all(state: State, extra: list[int], pair: int) -> list[tuple[int, int]]:
    """Return what goes if one of the cells holds their other digit."""
    digit = (state.left[extra[0]] & ~pair).bit_length()
    seen = state.where[digit]
    for cell in extra:
        seen &= PEERS[cell]
    return eliminated(seen, digit)


def _locked(state: State, extra: list[int], pair: int) -> list[tuple[int, int]]:
    """Return what goes where a unit has one of the digits in the two cells only."""
    first, second = extra
    two = 1 << first | 1 << second
    low, high = (digit + 1 for digit in bits(pair))
    units = [unit for unit in UNITS_OF[first] if UNITS[unit] & two == two]
    for digit, other in ((low, high), (high, low)):
        if any(state.where[digit] & UNITS[unit] == two for unit in units):
            return [(first, other), (second, other)]
    return []
