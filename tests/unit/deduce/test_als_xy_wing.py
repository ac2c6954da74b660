"""ALS-XY-wing."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from satdoku.deduce.als_xy_wing import als_xy_wing
from satdoku.deduce.view import View
from tests.unit.deduce.almost_locked import (
    linked,
    plain_sets,
    positions_of_few_sets,
    removed_by_row,
)

if TYPE_CHECKING:
    from satdoku.deduce.state import State

Ends = list[tuple[int, int]]


def wings(state: State, *, overlaps: bool) -> dict[tuple[tuple[int, int], ...], Ends]:
    """Return what each two linked pairs with a common set remove, in their order."""
    sets = list(plain_sets(state))
    links = {
        (i, j): found[:2]
        for (i, one), (j, other) in combinations(enumerate(sets), 2)
        if overlaps or not one.cells & other.cells
        if (found := linked(one, other))
    }
    outcomes: dict[tuple[tuple[int, int], ...], Ends] = {}
    for pair, other in combinations(sorted(links), 2):
        outer = [sets[index] for index in set(pair) ^ set(other)]
        used = {*links[pair], *links[other]}
        if len(outer) != 2 or len(used) == 1:
            continue
        first, last = outer
        if first.cells <= last.cells or last.cells <= first.cells:
            continue
        if not overlaps and first.cells & last.cells:
            continue
        removes = removed_by_row(first, last, used)
        if removes:
            outcomes.setdefault(tuple(sorted(removes)), [pair, other])
    return outcomes


def test_all_are_found() -> None:
    """Every outcome of any three linked sets, each once, most removed first."""
    total = 0
    for state in positions_of_few_sets(40, seed=8):
        steps = list(als_xy_wing(View(state, exhaustive=True)))
        total += len(steps)

        assert sorted(wings(state, overlaps=True)) == sorted(s.removes for s in steps)
        assert sorted(steps, key=lambda step: -len(step.removes)) == steps
    assert total


def test_first_is_that_of_the_first_links() -> None:
    """Otherwise the first two linked pairs come first, and no sets share a cell."""
    found = 0
    for state in positions_of_few_sets(60, seed=9):
        outcome = next(iter(wings(state, overlaps=False)), None)
        step = next(als_xy_wing(View(state)), None)
        found += step is not None

        assert outcome == (step and step.removes)
    assert found
