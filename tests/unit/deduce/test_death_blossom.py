"""Death blossom."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from satdoku import Grid
from satdoku.deduce.death_blossom import death_blossom
from satdoku.deduce.shape import bits
from satdoku.deduce.state import State
from satdoku.deduce.view import View
from tests.unit.deduce.almost_locked import plain_sets, positions_of_few_sets


def outcomes(state: State, *, overlaps: bool) -> list[tuple[tuple[int, int], ...]]:
    """Return what all blossoms remove, in order, by trying all petals of each stem."""
    sets = list(plain_sets(state))
    found: dict[tuple[tuple[int, int], ...], None] = {}
    for stem in bits(state.empty):
        digits = [bit + 1 for bit in bits(state.left[stem])]
        if len(digits) < 2:
            continue
        choices = [
            [each for each in sets if (stem, digit) in each.takes.get(digit, ())]
            for digit in digits
        ]
        for petals in product(*choices):
            if not overlaps and any(
                one.cells & other.cells for one, other in combinations(petals, 2)
            ):
                continue
            taken = [each.all_takes for each in petals]
            removes = {
                each
                for each in taken[0].intersection(*taken[1:])
                if each[1] not in digits
            }
            if removes:
                found.setdefault(tuple(sorted(removes)))
    return list(found)


def test_all_are_found() -> None:
    """Every outcome of any petals, each once, most removed candidates first."""
    total = 0
    for state in positions_of_few_sets(300, seed=13):
        steps = list(death_blossom(View(state, exhaustive=True)))
        total += len(steps)

        assert sorted(outcomes(state, overlaps=True)) == sorted(
            step.removes for step in steps
        )
        assert sorted(steps, key=lambda step: -len(step.removes)) == steps
    assert total


@pytest.mark.parametrize(
    "line", ["14...44..42.31.4", "....6.3.4.2...3...5..5223.512.26.6.."]
)
def test_a_stem_has_two_candidates(line: str) -> None:
    """Cells of broken positions without any are none; every step can be told."""
    state = State.of(Grid.parse(line))
    assert state.is_broken

    for exhaustive in (False, True):
        for step in death_blossom(View(state, exhaustive=exhaustive)):
            (stem,) = step.cells
            assert state.left[stem].bit_count() > 1
            assert str(step)


def test_order_is_that_of_stems_and_petals() -> None:
    """Otherwise stems rise, petals are tried in order, and share no cell."""
    for state in positions_of_few_sets(300, seed=14):
        steps = death_blossom(View(state))
        actual = list(dict.fromkeys(step.removes for step in steps))

        assert outcomes(state, overlaps=False) == actual


def test_step_tells_stem_and_petals() -> None:
    """The stem is the cell, each of its candidates leads to a petal that lacks it."""
    for state in positions_of_few_sets(300, seed=15):
        for step in death_blossom(View(state, exhaustive=True)):
            (stem,) = step.cells
            held = {bit + 1 for bit in bits(state.left[stem])}

            assert held == {chain[0].digit for chain in step.chains}
            assert set(range(len(step.sets))) == {c[-1].by for c in step.chains}
            for _, lacked, holds in step.chains:
                petal = step.sets[holds.by]
                assert set(lacked.cells) | set(holds.cells) <= set(petal.cells)
                assert {lacked.digit, holds.digit} <= set(petal.digits)
