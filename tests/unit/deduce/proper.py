"""Positions of proper puzzles made by chance, of any geometry."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from satdoku import Grid, count
from satdoku.deduce.path import follow
from satdoku.deduce.shape import bits
from satdoku.deduce.state import State
from satdoku.deduce.technique import Technique
from tests.unit.deduce.positions import solution

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku import Geometry

__all__ = ["proper_positions", "proper_puzzle"]

_EASY = frozenset(
    technique
    for technique in Technique
    if technique.order <= Technique.HIDDEN_TRIPLE.order
)


def proper_puzzle(geometry: Geometry, dice: Random) -> tuple[Grid, list[int]]:
    """Make a minimal puzzle, and its solution."""
    values = solution(geometry, dice)
    left = values.copy()
    for cell in dice.sample(range(geometry.cells), geometry.cells):
        left[cell] = 0
        if count(Grid(geometry, tuple(left)), limit=2).value != 1:
            left[cell] = values[cell]
    return Grid(geometry, tuple(left)), values


def proper_positions(
    geometry: Geometry, puzzles: int, seed: int
) -> Iterator[tuple[State, list[int]]]:
    """Yield positions on the paths of some puzzles, and the one solution there is.

    Most candidates are removed by chance, as harder steps would: a cell is left with
    one or two besides its digit.  Then easy steps follow, and the positions after those
    that are no singles are yielded.
    """
    dice = Random(seed)  # noqa: S311  nothing secret
    for _ in range(puzzles):
        puzzle, values = proper_puzzle(geometry, dice)
        state = State.of(puzzle)
        kept = dice.uniform(1, 2)
        for cell in bits(state.empty):
            wrong = [bit + 1 for bit in bits(state.left[cell])]
            wrong.remove(values[cell])
            for digit in wrong:
                if dice.random() * len(wrong) > kept:
                    state.remove(cell, digit)
        yield state, values
        for step in follow(state, _EASY):
            if not step.technique.is_single:
                yield state, values
