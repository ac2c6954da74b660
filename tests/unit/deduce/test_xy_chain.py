"""XY-chains against all paths through cells with two candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku import Geometry, Grid
from satdoku.deduce.links import rank
from satdoku.deduce.path import every_step, walk
from satdoku.deduce.shape import bits
from satdoku.deduce.technique import Technique
from tests.unit.deduce.positions import positions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.deduce.state import State

_EASY = {technique for technique in Technique if technique.order < 2000}
_MOST = 10
"""The most cells of a chain."""


def ends(state: State, path: tuple[int, ...], digit: int) -> Iterator[tuple[int, int]]:
    """Yield the (cell, digit) that a path of cells leads to, the digits passed on."""
    if len(path) > 1:
        yield path[-1], digit
    if len(path) < _MOST:
        for cell in bits(state.shape.peers[path[-1]] & state.where[digit]):
            mask = state.left[cell]
            if mask.bit_count() == 2 and cell not in path:
                other = (mask ^ 1 << digit - 1).bit_length()
                yield from ends(state, (*path, cell), other)


def expected(state: State) -> set[tuple[tuple[int, int], ...]]:
    """Find what all chains remove."""
    peers = state.shape.peers
    found = set()
    for start, mask in enumerate(state.left):
        if mask.bit_count() == 2:
            for digit in (bit + 1 for bit in bits(mask)):
                other = (mask ^ 1 << digit - 1).bit_length()
                for end, last in ends(state, (start,), other):
                    seen = state.where[digit] & peers[start] & peers[end]
                    if last == digit and seen:
                        found.add(tuple((cell, digit) for cell in bits(seen)))
    return found


@pytest.mark.parametrize("geometry", [Geometry(2, 2), Geometry(2, 3)], ids=str)
def test_all_are_found(geometry: Geometry) -> None:
    """What all paths say, each once, the best first, never a digit of the solution."""
    several = 0
    for state, solution in positions(geometry, 40, seed=8):
        steps = list(every_step(state, {Technique.XY_CHAIN}))

        assert expected(state) == {step.removes for step in steps}
        assert len({step.removes for step in steps}) == len(steps)
        assert steps == sorted(
            steps, key=lambda step: rank(step.removes, step.geometry)
        )
        several += len(steps) > 1
        for step in steps:
            assert all(solution[cell] != digit for cell, digit in step.removes)
    assert several


def test_chains_hold_link_by_link() -> None:
    """Within a cell from one candidate to the other, between cells the same digit."""
    lengths = set()
    for state, _ in positions(Geometry(3, 3), 30, seed=9):
        for step in every_step(state, {Technique.XY_CHAIN}):
            (chain,) = step.chains
            lengths.add(len(chain))
            for off, on in zip(chain[::2], chain[1::2], strict=True):
                pair = {bit + 1 for bit in bits(state.left[off.cells[0]])}
                assert off.cells == on.cells
                assert pair == {off.digit, on.digit}
                assert (off.on, on.on) == (False, True)
            for on, off in zip(chain[1::2], chain[2::2], strict=False):
                assert on.digit == off.digit
                assert state.shape.peers[on.cells[0]] >> off.cells[0] & 1
    assert {6, 8, 10} <= lengths


def test_reason() -> None:
    """The ends, and the chain between."""
    puzzle = Grid.parse(
        ".5.....2...13......32..75.......1....17..38....862....6.....3..4.5...17..7.4....."
    )
    steps = [str(step) for step in walk(puzzle, _EASY | {Technique.XY_CHAIN}).steps]

    assert (
        "XY-Chain: r1c3<>6, r4c2<>6, r2c2 or r4c3 is 6: (6)r2c2=(4)r2c2-(4)r2c7=(6)r2c7"
        "-(6)r9c7=(2)r9c7-(2)r4c7=(4)r4c7-(4)r4c3=(6)r4c3" in steps
    )
