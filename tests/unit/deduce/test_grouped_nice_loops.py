"""Nice loops and AICs with groups and almost locked sets."""

from __future__ import annotations

import pytest

from satdoku import Geometry
from satdoku.deduce.grouped_nice_loops import grouped_continuous_nice_loop
from satdoku.deduce.implication_groups import groups_of
from satdoku.deduce.technique import Technique
from satdoku.deduce.view import View
from tests.unit.deduce.chain_checks import faults
from tests.unit.deduce.positions import positions

GROUPED = {
    Technique.GROUPED_CONTINUOUS_NICE_LOOP,
    Technique.GROUPED_DISCONTINUOUS_NICE_LOOP,
    Technique.GROUPED_AIC,
}


@pytest.mark.parametrize("geometry", [Geometry(2, 3), Geometry(3, 3)], ids=str)
def test_every_link_holds(geometry: Geometry) -> None:
    """Each chain holds link by link; groups and sets take part."""
    groups = sets = 0
    for state, values in positions(geometry, 2, seed=4):
        for step in grouped_continuous_nice_loop(View(state, exhaustive=True)):
            assert step.technique in GROUPED
            assert [] == faults(state, step, values)
            sets += bool(step.sets)
            groups += not step.sets

    assert groups
    assert sets


def test_sets_are_told() -> None:
    """The sentence names the almost locked sets, the chain where they are used."""
    told = 0
    for state, _ in positions(Geometry(2, 3), 2, seed=4):
        for step in grouped_continuous_nice_loop(View(state, exhaustive=True)):
            names = [each.role for each in step.sets]
            sentence = str(step)

            assert bool(names) == ("by way of the almost locked set" in sentence)
            assert all(f"={name}=" in sentence for name in names)
            told += len(names)

    assert told


def test_first_step_has_no_sets() -> None:
    """Almost locked sets are nodes only where every step is asked for."""
    for state, values in positions(Geometry(3, 3), 6, seed=5):
        for step in grouped_continuous_nice_loop(View(state)):
            assert not step.sets
            assert [] == faults(state, step, values)


def test_a_grid_of_16() -> None:
    """Groups are of up to four cells there."""
    state, values = next(positions(Geometry(4, 4), 1, seed=6))
    step = next(grouped_continuous_nice_loop(View(state)))

    assert [] == faults(state, step, values)
    assert 4 == max(len(group.cells) for group in groups_of(state))
