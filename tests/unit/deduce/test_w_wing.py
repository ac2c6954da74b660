"""W-wings against all pairs of cells and all strong links."""

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

_EASY = {technique for technique in Technique if technique.order < 2000}


def expected(state: State) -> set[tuple[tuple[int, int], ...]]:
    """Find what W-wings remove."""
    board, left, peers = state.shape.geometry, state.left, state.shape.peers
    found = set()
    for first, second in combinations(range(board.cells), 2):
        if left[first] != left[second] or left[first].bit_count() != 2:
            continue
        low, high = (bit + 1 for bit in bits(left[first]))
        for removed, linked in ((low, high), (high, low)):
            seen = state.where[removed] & peers[first] & peers[second]
            for unit in board.units:
                pair = [cell for cell in unit if state.where[linked] >> cell & 1]
                sees = [
                    [peers[end] >> cell & 1 for end in (first, second)] for cell in pair
                ]
                apart = not {first, second} & set(pair)
                if seen and apart and sorted(sees) == [[0, 1], [1, 0]]:
                    found.add(tuple((cell, removed) for cell in bits(seen)))
    return found


@pytest.mark.parametrize("geometry", [Geometry(2, 3), Geometry(3, 3)], ids=str)
def test_all_are_found(geometry: Geometry) -> None:
    """What all pairs say, each once, never a digit of the solution."""
    total = 0
    for state, solution in positions(geometry, 20, seed=10):
        steps = list(every_step(state, {Technique.W_WING}))
        total += len(steps)

        assert expected(state) == {step.removes for step in steps}
        assert len({step.removes for step in steps}) == len(steps)
        for step in steps:
            assert all(solution[cell] != digit for cell, digit in step.removes)
    assert total


def test_the_chain_goes_by_way_of_the_strong_link() -> None:
    """From one of the two cells through its unit's two to the other."""
    for state, _ in positions(Geometry(3, 3), 10, seed=11):
        for step in every_step(state, {Technique.W_WING}):
            (chain,) = step.chains
            first, second = step.cells
            link = {chain[2].cells[0], chain[3].cells[0]}
            unit = state.shape.units[step.units[0]] & state.where[chain[2].digit]

            assert (first, second) == (chain[0].cells[0], chain[5].cells[0])
            assert set(bits(unit)) == link
            assert {chain[0].digit, chain[1].digit} == set(step.digits)


def test_reason() -> None:
    """The two cells, the link, and what it leaves."""
    puzzle = Grid.parse(
        ".5.....2...13......32..75.......1....17..38....862....6.....3..4.5...17..7.4....."
    )
    steps = [str(step) for step in walk(puzzle, _EASY | {Technique.W_WING}).steps]

    assert (
        "W-Wing: r1c3<>6, r4c2<>6, r2c2 or r4c3 is 6: both are 4 or 6, and one of "
        "r24c7, the only cells for 4 in column 7, takes the 4 from one of them" in steps
    )
