"""Positions made by chance, with a known solution, of any geometry."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from satdoku import Geometry, Grid
from satdoku.deduce.shape import bits
from satdoku.deduce.state import State

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["positions", "solution"]


def solution(geometry: Geometry, dice: Random) -> list[int]:
    """Make a solution: shifted rows, with the digits renamed."""
    height, width, n = geometry.box_height, geometry.box_width, geometry.size
    names = dice.sample(range(1, n + 1), n)
    return [
        names[(width * (row % height) + row // height + column) % n]
        for row in range(n)
        for column in range(n)
    ]


def positions(
    geometry: Geometry, count: int, seed: int
) -> Iterator[tuple[State, list[int]]]:
    """Yield states that a solution still fits, and that solution."""
    dice = Random(seed)  # noqa: S311  nothing secret
    for _ in range(count):
        values = solution(geometry, dice)
        clues, kept = dice.uniform(0.1, 0.6), dice.uniform(0.4, 1)
        puzzle = tuple(value if dice.random() < clues else 0 for value in values)
        state = State.of(Grid(geometry, puzzle))
        for cell in bits(state.empty):
            for digit in geometry.digits:
                if digit != values[cell] and dice.random() > kept:
                    state.remove(cell, digit)
        yield state, values
