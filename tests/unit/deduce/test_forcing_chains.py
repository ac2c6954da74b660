"""Contradictions and verities by chains."""

from __future__ import annotations

from itertools import islice

import pytest

from satdoku import Geometry
from satdoku.deduce.forcing_chains import forcing_chain_contradiction
from satdoku.deduce.technique import Technique
from satdoku.deduce.view import View
from tests.unit.deduce.chain_checks import faults
from tests.unit.deduce.positions import positions
from tests.unit.deduce.test_nice_loops import after_singles

GEOMETRIES = [Geometry(2, 3), Geometry(3, 3)]


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_every_link_holds(geometry: Geometry) -> None:
    """Each chain holds link by link, and no step clashes with the solution."""
    kinds: set[Technique] = set()
    for state, values in positions(geometry, 6, seed=7):
        for step in forcing_chain_contradiction(View(state, exhaustive=True)):
            kinds.add(step.technique)
            assert [] == faults(state, step, values)

    assert {
        Technique.FORCING_CHAIN_CONTRADICTION,
        Technique.FORCING_CHAIN_VERITY,
    } == kinds


def test_chains_start_and_end_as_told() -> None:
    """A contradiction has one start; the chains of a verity end in its outcome."""
    for state, _ in positions(Geometry(3, 3), 3, seed=8):
        for step in forcing_chain_contradiction(View(state, exhaustive=True)):
            ends = {
                (chain[-1].cells[0], chain[-1].digit, chain[-1].on)
                for chain in step.chains
            }
            if step.technique is Technique.FORCING_CHAIN_VERITY:
                places = {(*place, True) for place in step.places}
                assert places | {(*each, False) for each in step.removes} == ends
            else:
                (start,) = {chain[0] for chain in step.chains}
                outcome = step.places or step.removes
                assert outcome == ((start.cells[0], start.digit),)
                assert start.on is not bool(step.places)


def test_in_words() -> None:
    """The sentence says what clashes, and how one comes there."""
    state = after_singles(
        "480300000000000071020000000705000060000200800000000000001076000300000400000050000"
    )
    step = next(forcing_chain_contradiction(View(state)))

    assert (
        "Forcing Chain Contradiction: r1c5<>6, r1c5=6 leads to r236c4<>5, which leaves "
        "no 5 in column 4, by (6)r1c5-(1)r1c5=(1)r1c6-(5)r1c6=(5)r1c789-(5)r3c789"
        "=(5)r3c46-(5)r2c4"
    ) == str(step).split(";", maxsplit=1)[0]


def test_a_placement_comes_before_removals() -> None:
    """Of all outcomes the first is a placement, if there is one."""
    for state, _ in positions(Geometry(3, 3), 3, seed=9):
        steps = list(forcing_chain_contradiction(View(state, exhaustive=True)))
        placing = [bool(step.places) for step in steps]

        assert sorted(placing, reverse=True) == placing
        assert steps[:1] == list(islice(forcing_chain_contradiction(View(state)), 1))
