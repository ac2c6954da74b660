"""Death blossom: a cell, and an almost locked set for each of its candidates.

The cell is the stem, the sets are the petals: a petal's cells for its candidate all
see the stem.  Whatever the stem holds, the petal of that digit lacks it and is locked,
so it holds all its other digits.  Hence a digit that all petals share, and the stem
lacks, is in one of them, and cells that see it all in every petal cannot have it.

Petals are chosen digit by digit.  What all of the chosen ones take from the grid
shrinks with each, and where nothing is left no further petal is tried.

Source: the community's death blossom.  The order is that of HoDoKu 2.2.0: stems rising,
petals by digit and in the order of the sets, without a common cell.  Exhaustive views
let petals share cells: each is locked by itself, so nothing is lost by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.als_steps import (
    Find,
    best_first,
    cell_set,
    digits_of,
    removed,
    set_texts,
)
from satdoku.techniques.restricted_commons import restricted_commons
from satdoku.techniques.state import bits, cells_of
from satdoku.techniques.step import Node, Step, cells_text, digits_text
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.techniques.restricted_commons import RestrictedCommons
    from satdoku.techniques.state import View

__all__ = ["death_blossom", "reason"]

_FEWEST = 2
"""Candidates of a stem; a cell with one is a single, one without is a dead end."""


def death_blossom(view: View) -> Iterator[Step]:
    """Find stems with a petal for each candidate."""
    commons = view.kept(restricted_commons)
    if not view.exhaustive:
        for stem in bits(view.state.empty):
            for petals, removes in _blossoms(commons, view, stem):
                yield _step(view, commons, stem, petals, removes)
        return
    stems: dict[Find, int] = {}
    for stem in bits(view.state.empty):
        for removes, petals in _outcomes(commons, view, stem).items():
            stems[Find(removes, petals, ())] = stem
    for find in best_first(stems, commons, view):
        yield _step(view, commons, stems[find], find.sets, find.removes)


def _petals(commons: RestrictedCommons, view: View, stem: int) -> tuple[list[int], int]:
    """Return the sets for each candidate of a stem, and what they may remove."""
    span = view.geometry.cells
    digits = digits_of(view.state.left[stem])
    block = (1 << span) - 1
    open_to = (1 << view.shape.size * span) - 1
    for digit in digits:
        open_to &= ~(block << (digit - 1) * span)
    return [commons.near.get((digit - 1) * span + stem, 0) for digit in digits], open_to


def _blossoms(
    commons: RestrictedCommons, view: View, stem: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the petals of a stem that remove something, in order, and what."""
    choices, open_to = _petals(commons, view, stem)
    if len(choices) < _FEWEST or not all(choices):
        return
    # Petals chosen so far, what they all take, and the sets that keep apart from them.
    growing: list[tuple[tuple[int, ...], int, int]] = [((), open_to, -1)]
    while growing:
        view.look()
        petals, taken, apart = growing.pop()
        if len(petals) == len(choices):
            yield petals, taken
            continue
        further = [
            (
                (*petals, petal),
                taken & commons.takes[petal],
                apart & ~commons.overlaps[petal],
            )
            for petal in bits(choices[len(petals)] & apart)
            if taken & commons.takes[petal]
        ]
        growing.extend(reversed(further))


def _outcomes(
    commons: RestrictedCommons, view: View, stem: int
) -> dict[int, tuple[int, ...]]:
    """Return all that blossoms of a stem remove, each with petals that do so."""
    choices, open_to = _petals(commons, view, stem)
    if len(choices) < _FEWEST or not all(choices):
        return {}
    outcomes: dict[int, tuple[int, ...]] = {open_to: ()}
    for choice in choices:
        grown: dict[int, tuple[int, ...]] = {}
        for taken, petals in outcomes.items():
            view.look()
            for petal in bits(choice):
                shared = taken & commons.takes[petal]
                if shared:
                    grown.setdefault(shared, (*petals, petal))
        outcomes = grown
    return outcomes


def _step(
    view: View,
    commons: RestrictedCommons,
    stem: int,
    petals: tuple[int, ...],
    removes: int,
) -> Step:
    """Build the step of a blossom: its cell is the stem, its sets are the petals."""
    pairs = removed(removes, view.geometry.cells)
    digits = tuple(sorted({digit for _, digit in pairs}))
    # A set may be the petal of two digits, if sets may share cells.
    row = list(dict.fromkeys(petals))
    links = zip(digits_of(view.state.left[stem]), petals, strict=True)
    arms = [(link, commons.sets[petal], row.index(petal)) for link, petal in links]
    return Step(
        view.geometry,
        Technique.DEATH_BLOSSOM,
        removes=pairs,
        cells=(stem,),
        digits=digits,
        sets=tuple(
            cell_set(commons.sets[petal], index) for index, petal in enumerate(row)
        ),
        chains=tuple(
            (
                Node(link, (stem,), on=True),
                Node(link, cells_of(als.where[link]), on=False),
                Node(digit, cells_of(als.where[digit]), on=True, by=index),
            )
            for digit in digits
            for link, als, index in arms
        ),
    )


def reason(step: Step) -> str:
    """Say why it holds."""
    stem = cells_text(step.geometry, step.cells)
    held = digits_text(sorted({chain[0].digit for chain in step.chains}))
    return (
        f"{stem} is one of {held}, and each of these locks one of almost locked sets "
        f"{set_texts(step)}, so one of them holds {digits_text(step.digits)}"
    )
