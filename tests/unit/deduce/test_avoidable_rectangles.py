"""Avoidable rectangles against all rectangles with solved corners."""

from __future__ import annotations

from itertools import permutations, product
from random import Random
from typing import TYPE_CHECKING

import pytest

from satdoku import Geometry, Grid
from satdoku.deduce.path import every_step
from satdoku.deduce.shape import bits
from satdoku.deduce.state import State
from satdoku.deduce.technique import Technique
from tests.unit.deduce.positions import solution

if TYPE_CHECKING:
    from collections.abc import Iterator

_BOTH = {Technique.AVOIDABLE_RECTANGLE_1, Technique.AVOIDABLE_RECTANGLE_2}

Outcomes = set[tuple[Technique, tuple[tuple[int, int], ...]]]


def solved_positions(geometry: Geometry, count: int, seed: int) -> Iterator[State]:
    """Yield states with some clues, some cells solved, and few candidates left."""
    dice = Random(seed)  # noqa: S311  nothing secret
    for _ in range(count):
        values = solution(geometry, dice)
        clues = tuple(value if dice.random() < 0.3 else 0 for value in values)
        state = State.of(Grid(geometry, clues))
        for cell in bits(state.empty):
            if dice.random() < 0.6:
                state.place(cell, values[cell])
        for cell in bits(state.empty):
            others = [
                bit + 1 for bit in bits(state.left[cell]) if bit + 1 != values[cell]
            ]
            for digit in dice.sample(others, len(others))[1:]:
                state.remove(cell, digit)
        yield state


def rectangles(board: Geometry) -> list[tuple[int, int, int, int]]:
    """Return the corners of all rectangles, whichever way round they are read.

    The first two share a box, the last two another.
    """
    n, found = board.size, []
    for (top, below), (left, right) in product(permutations(range(n), 2), repeat=2):
        over, under = (
            (top * n + left, top * n + right),
            (below * n + left, below * n + right),
        )
        for corners in ((*over, *under), (over[0], under[0], over[1], under[1])):
            one, two, three, four = map(board.box_of, corners)
            if one == two != three == four:
                found.append(corners)
    return found


def of_corners(state: State, corners: tuple[int, int, int, int]) -> Outcomes:
    """Find what a rectangle removes whose first two corners are solved."""
    one, two, three, four = corners
    solved = {c for c in corners if state.values[c] and not state.givens >> c & 1}
    low, high = state.values[one], state.values[two]
    rest, last = ({bit + 1 for bit in bits(state.left[c])} for c in (three, four))
    if (
        {one, two, three} == solved
        and state.values[three] == high
        and low in last
        and len(last) == 2
    ):
        return {(Technique.AVOIDABLE_RECTANGLE_1, ((four, low),))}
    other = rest - {high}
    if {one, two} != solved or other != last - {low} or len(other) != 1:
        return set()
    (digit,) = other
    seen = state.shape.peers[three] & state.shape.peers[four] & state.where[digit]
    removes = tuple((cell, digit) for cell in bits(seen))
    is_pair = len(rest) == len(last) == 2
    return (
        {(Technique.AVOIDABLE_RECTANGLE_2, removes)} if removes and is_pair else set()
    )


@pytest.mark.parametrize("geometry", [Geometry(2, 3), Geometry(3, 3)], ids=str)
def test_all_are_found(geometry: Geometry) -> None:
    """What all rectangles say, each once; both types are met."""
    met, all_corners = set(), rectangles(geometry)
    for state in solved_positions(geometry, 60, seed=19):
        steps = list(every_step(state, _BOTH))
        outcomes = [(step.technique, step.removes) for step in steps]
        met |= {step.technique for step in steps}

        assert set(outcomes) == {
            outcome for corners in all_corners for outcome in of_corners(state, corners)
        }
        assert len(set(outcomes)) == len(outcomes)
    assert met == _BOTH


def test_clues_are_no_corners() -> None:
    """What is a clue cannot be swapped, so nothing follows."""
    for state in solved_positions(Geometry(2, 3), 60, seed=19):
        state.givens = state.shape.all & ~state.empty

        assert list(every_step(state, _BOTH)) == []


def test_the_puzzle_allows_both_digits_in_the_corners() -> None:
    """What it rules out there cannot be swapped in; elsewhere that is no matter."""
    found = 0
    for state in solved_positions(Geometry(2, 3), 60, seed=19):
        size = len(state.ruled_out)
        for step in every_step(state, _BOTH):
            other = state.copy()
            rest = state.shape.all & ~sum(1 << cell for cell in step.cells)
            other.ruled_out = (rest,) * size
            assert step in list(every_step(other, _BOTH))
            for cell, digit in product(step.cells, step.digits[:2]):
                other.ruled_out = tuple((each == digit) << cell for each in range(size))
                assert step not in list(every_step(other, _BOTH))
                found += 1
    assert found


def test_reasons() -> None:
    """What is swapped, and that no clue is in the way."""
    steps = [
        str(step)
        for state in solved_positions(Geometry(2, 3), 60, seed=19)
        for step in every_step(state, _BOTH)
    ]

    assert (
        "Avoidable Rectangle Type 1: r6c4<>4, otherwise 2 and 4 could be swapped in "
        "r5c14, r6c14, and the puzzle would have two solutions, as none of them is a "
        "clue" in steps
    )
    assert (
        "Avoidable Rectangle Type 2: r1c3<>3, r5c1<>3, one of r56c3 is 3, otherwise 1 "
        "and 5 could be swapped in r5c36, r6c36, and the puzzle would have two "
        "solutions, as none of them is a clue" in steps
    )
