"""Hidden pairs, triples and quads."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from satdoku import Geometry, Grid
from satdoku.deduce.path import every_step, walk
from satdoku.deduce.shape import bits
from satdoku.deduce.technique import Technique
from tests.unit.deduce.positions import positions

if TYPE_CHECKING:
    from satdoku.deduce.state import State

HIDDEN = {
    2: Technique.HIDDEN_PAIR,
    3: Technique.HIDDEN_TRIPLE,
    4: Technique.HIDDEN_QUAD,
}
GEOMETRIES = [Geometry(2, 2), Geometry(2, 3), Geometry(3, 2), Geometry(3, 3)]


def expected(state: State, size: int) -> set[tuple[tuple[int, int], ...]]:
    """Find what hidden subsets remove by trying all digits of each unit."""
    found = set()
    for unit in state.shape.units:
        where = {
            digit: cells
            for digit in state.shape.geometry.digits
            if (cells := state.where[digit] & unit)
        }
        for digits in combinations(where, size):
            union = 0
            for digit in digits:
                union |= where[digit]
            removes = tuple(
                (cell, digit + 1)
                for cell in bits(union)
                for digit in bits(state.left[cell])
                if digit + 1 not in digits
            )
            if union.bit_count() == size and removes:
                found.add(removes)
    return found


@pytest.mark.parametrize("size", HIDDEN)
@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_all_are_found(geometry: Geometry, size: int) -> None:
    """Those that trying all digits of each unit finds, each once."""
    for state, solution in positions(geometry, 20, seed=size):
        steps = list(every_step(state, {HIDDEN[size]}))
        wanted = expected(state, size)

        assert wanted == {step.removes for step in steps}
        assert len(wanted) == len(steps)
        for step in steps:
            assert all(solution[cell] != digit for cell, digit in step.removes)


def test_large_grids() -> None:
    """Pairs of 16×16 are found as those of 9×9 are."""
    for state, _ in positions(Geometry(4, 4), 5, seed=4):
        steps = every_step(state, {Technique.HIDDEN_PAIR})
        assert expected(state, 2) == {step.removes for step in steps}


def test_reason() -> None:
    """A pair is told with its unit."""
    puzzle = Grid.parse("..1.3.6...2.....4.............4.2...", Geometry(2, 3))

    assert (
        "Hidden Pair: r5c46<>1, r5c46<>3, r5c46<>5, r5c46<>6, "
        "r5c46 are the only cells of 2 and 4 in box 6" in map(str, walk(puzzle).steps)
    )
