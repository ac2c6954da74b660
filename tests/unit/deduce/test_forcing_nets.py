"""Contradictions and verities by nets."""

from __future__ import annotations

from itertools import islice

import pytest

from satdoku import Geometry
from satdoku.deduce.forcing_nets import forcing_net_contradiction
from satdoku.deduce.view import View
from tests.unit.deduce.chain_checks import net_faults
from tests.unit.deduce.positions import positions
from tests.unit.deduce.test_nice_loops import after_singles

GEOMETRIES = [
    Geometry(2, 2),
    Geometry(2, 3),
    pytest.param(Geometry(3, 3), marks=pytest.mark.slow),
]


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_every_node_follows(geometry: Geometry) -> None:
    """Each node follows from those it rests on; no step clashes with the solution."""
    steps = 0
    for state, values in positions(geometry, 5, seed=10):
        for step in forcing_net_contradiction(View(state, exhaustive=True)):
            steps += 1
            assert [] == net_faults(state, step, values)

    assert steps


def test_a_net_branches() -> None:
    """Some node of a net rests on several; else it were a chain."""
    for state, _ in positions(Geometry(3, 3), 4, seed=11):
        for step in islice(forcing_net_contradiction(View(state)), 3):
            assert any(len(node.after) > 1 for chain in step.chains for node in chain)


def test_in_words() -> None:
    """The sentence says claim by claim what leads to what."""
    state = after_singles(
        "520006000000000701300000000000400800600000050000000000041800000000030020008700000"
    )
    step = next(forcing_net_contradiction(View(state)))

    assert (
        "Forcing Net Verity: r3c4=9, r3c7=2 or r3c9=2 in box 3, and each leads to "
        "r3c4=9: if r3c7=2 then r3c4<>2; if r3c7=2 then r3c7<>5; "
        "if r3c7<>5 then r3c9=5; if r3c9=5 then r3c4<>5; "
        "if r3c4<>2 and r3c4<>5 then r3c4=9; "
    ) == str(step).split("if r3c9=2")[0]
