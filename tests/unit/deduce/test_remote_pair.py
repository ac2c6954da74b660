"""Remote pairs against all paths through cells with the same two candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku import Geometry, Grid
from satdoku.deduce.links import rank
from satdoku.deduce.path import every_step, walk
from satdoku.deduce.shape import Shape, bits
from satdoku.deduce.state import State
from satdoku.deduce.technique import Technique
from tests.unit.deduce.positions import positions

if TYPE_CHECKING:
    from collections.abc import Iterator

_EASY = {technique for technique in Technique if technique.order < 2000}
_MOST = 10
"""The most cells of a chain."""


def paths(state: State, path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the chains of four cells or more that go on from one."""
    if len(path) >= 4 and len(path) % 2 == 0:
        yield path
    if len(path) < _MOST:
        for cell in bits(state.shape.peers[path[-1]]):
            if state.left[cell] == state.left[path[0]] and cell not in path:
                yield from paths(state, (*path, cell))


def expected(state: State) -> set[tuple[tuple[int, int], ...]]:
    """Find what all chains remove whose ends remove something."""
    peers, where = state.shape.peers, state.where
    found = set()
    for start, mask in enumerate(state.left):
        if mask.bit_count() == 2:
            digits = [bit + 1 for bit in bits(mask)]
            for path in paths(state, (start,)):
                cells = {
                    cell
                    for index, one in enumerate(path)
                    for other in path[index + 3 :: 2]
                    for cell in bits(peers[one] & peers[other])
                }
                ends = peers[start] & peers[path[-1]]
                if any(where[digit] & ends for digit in digits):
                    removes = [
                        (cell, digit)
                        for cell in sorted(cells)
                        for digit in digits
                        if where[digit] >> cell & 1
                    ]
                    found.add(tuple(removes))
    return found


def test_all_are_found() -> None:
    """What all paths say, each once, the best first, never a digit of the solution."""
    total = 0
    for geometry, seed in ((Geometry(2, 2), 14), (Geometry(2, 3), 15)):
        for state, solution in positions(geometry, 150, seed):
            steps = list(every_step(state, {Technique.REMOTE_PAIR}))
            total += len(steps)

            assert expected(state) == {step.removes for step in steps}
            assert len({step.removes for step in steps}) == len(steps)
            assert steps == sorted(
                steps, key=lambda step: rank(step.removes, step.geometry)
            )
            for step in steps:
                assert all(solution[cell] != digit for cell, digit in step.removes)
    assert total > 10


def test_three_of_a_unit_are_no_chain() -> None:
    """A position that cannot be completed; chains there would be without number."""
    board = Geometry(3, 3)
    state = State(Shape.of(board))
    for cell in range(board.cells):
        for digit in range(3, 10):
            state.remove(cell, digit)

    assert list(every_step(state, {Technique.REMOTE_PAIR})) == []


def test_reason() -> None:
    """The two digits and the chain."""
    puzzle = Grid.parse(
        ".5.....2...13......32..75.......1....17..38....862....6.....3..4.5...17..7.4....."
    )
    steps = walk(puzzle, _EASY | {Technique.REMOTE_PAIR}).steps

    assert (
        "Remote Pair: r4c7<>4, 4 and 6 alternate along r2c7 - r2c2 - r1c3 - r4c3"
        in map(str, steps)
    )
