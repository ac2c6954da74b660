"""XY-wings and XYZ-wings against all triples of cells."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from satdoku import Geometry, Grid
from satdoku.deduce.path import every_step, walk
from satdoku.deduce.shape import bits
from satdoku.deduce.technique import Technique
from tests.unit.deduce.positions import positions

if TYPE_CHECKING:
    from satdoku.deduce.state import State

_EASY = {technique for technique in Technique if technique.order < 2000}
_SIZE = {Technique.XY_WING: 2, Technique.XYZ_WING: 3}
"""How many candidates the pivot has."""


def expected(state: State, size: int) -> set[tuple[tuple[int, int], ...]]:
    """Find what wings remove whose pivot has so many candidates."""
    left, peers = state.left, state.shape.peers
    found = set()
    near = [cell for cell, mask in enumerate(left) if mask.bit_count() in {2, 3}]
    for pivot, one, two in permutations(near, 3):
        if [left[each].bit_count() for each in (pivot, one, two)] != [size, 2, 2]:
            continue
        together = left[pivot] | left[one] | left[two]
        if (
            together.bit_count() == 3
            and len({left[pivot], left[one], left[two]}) == 3
            and peers[pivot] >> one & peers[pivot] >> two & 1
        ):
            digit = (left[one] & left[two]).bit_length()
            seen = state.where[digit] & peers[one] & peers[two]
            seen &= peers[pivot] if size == 3 else ~(1 << pivot)
            if seen:
                found.add(tuple((cell, digit) for cell in bits(seen)))
    return found


@pytest.mark.parametrize("technique", _SIZE)
@pytest.mark.parametrize("geometry", [Geometry(2, 3), Geometry(3, 3)], ids=str)
def test_all_are_found(geometry: Geometry, technique: Technique) -> None:
    """What all triples say, each once, never a digit of the solution."""
    total = 0
    for state, solution in positions(geometry, 12, seed=12):
        steps = list(every_step(state, {technique}))
        total += len(steps)

        assert expected(state, _SIZE[technique]) == {step.removes for step in steps}
        assert len({step.removes for step in steps}) == len(steps)
        for step in steps:
            assert all(solution[cell] != digit for cell, digit in step.removes)
    assert total


def test_pivot_and_pincers_are_told() -> None:
    """Each with its candidates; the chain runs from pincer to pincer."""
    for state, _ in positions(Geometry(3, 3), 12, seed=13):
        for step in every_step(state, set(_SIZE)):
            pivot, *pincers = step.sets
            assert ["pivot", "pincer", "pincer"] == [each.role for each in step.sets]
            assert _SIZE[step.technique] == len(pivot.digits)
            for each in step.sets:
                assert each.digits == tuple(
                    b + 1 for b in bits(state.left[each.cells[0]])
                )
            if step.technique is Technique.XY_WING:
                (chain,) = step.chains
                cells = [node.cells for node in chain]
                assert [pincers[0].cells] * 2 + [pivot.cells] * 2 == cells[:4]
                assert [pincers[1].cells] * 2 == cells[4:]
                assert chain[0].digit == chain[5].digit == step.removes[0][1]


@pytest.mark.parametrize(
    ("technique", "puzzle", "told"),
    [
        (
            Technique.XY_WING,
            "4...7....3.95.....51........5..963.....1.7.9.......1.8.9.6.8.4..3...9...8..741...",
            "XY-Wing: r7c7<>7, r9c7 is 6 or 9: with 6, r8c9 is 7, with 9, r3c7 is 7",
        ),
        (
            Technique.XYZ_WING,
            "..3.6.49..........7.64...13.2.....7.1...96....54..7..13....4..65.2.......4....72.",
            (
                "XYZ-Wing: r1c4<>8, r1c6 is 1, 5 or 8: with 1, r1c2 is 8, with 5, r3c5 "
                "is 8; so one of r1c26, r3c5 is 8"
            ),
        ),
    ],
)
def test_reasons(technique: Technique, puzzle: str, told: str) -> None:
    """The candidates of the pivot one by one."""
    steps = walk(Grid.parse(puzzle), _EASY | {technique}).steps

    assert told in map(str, steps)
