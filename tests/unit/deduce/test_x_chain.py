"""X-chains and turbot fish against all paths of alternating links."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from satdoku import Geometry, Grid
from satdoku.deduce.links import rank
from satdoku.deduce.path import every_step, walk
from satdoku.deduce.technique import Technique
from tests.unit.deduce.positions import positions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.deduce.state import State

_EASY = {technique for technique in Technique if technique.order < 2000}


def paths(state: State, digit: int, chain: list[int], most: int) -> Iterator[list[int]]:
    """Yield the chains that begin with one, strong link by weak link."""
    units = state.shape.units
    here = state.where[digit]
    if len(chain) % 2 == 0:
        yield chain
    if len(chain) == most or (len(chain) > 1 and chain[-1] == chain[0]):
        return
    last = 1 << chain[-1]
    for cell in range(here.bit_length()):
        if not here & ~last & 1 << cell:
            continue
        both = last | 1 << cell
        common = [unit for unit in units if not both & ~unit]
        strong = any(here & unit == both for unit in common)
        if cell in chain[1:] or (cell == chain[0] and len(chain) % 2 == 0):
            continue
        if strong if len(chain) % 2 else common:
            yield from paths(state, digit, [*chain, cell], most)


def expected(state: State, most: int) -> set[tuple[tuple[int, int], ...]]:
    """Find what chains of 4 to `most` cells remove."""
    found = set()
    for digit in state.shape.geometry.digits:
        here = state.where[digit]
        for start in range(here.bit_length()):
            if here >> start & 1:
                for chain in paths(state, digit, [start], most):
                    seen = (
                        here & state.shape.peers[start] & state.shape.peers[chain[-1]]
                    )
                    if len(chain) > 2 and seen:
                        found.add(
                            tuple(
                                (cell, digit)
                                for cell in range(seen.bit_length())
                                if seen >> cell & 1
                            )
                        )
    return found


@pytest.mark.parametrize(
    ("technique", "most"), [(Technique.TURBOT_FISH, 4), (Technique.X_CHAIN, 20)]
)
@pytest.mark.parametrize("geometry", [Geometry(2, 2), Geometry(3, 2)], ids=str)
def test_all_are_found(geometry: Geometry, technique: Technique, most: int) -> None:
    """What all paths say, each once, the best first, never a digit of the solution."""
    for state, solution in positions(geometry, 15, seed=most):
        steps = list(every_step(state, {technique}))

        assert expected(state, most) == {step.removes for step in steps}
        assert len({step.removes for step in steps}) == len(steps)
        assert steps == sorted(
            steps, key=lambda step: rank(step.removes, step.geometry)
        )
        for step in steps:
            assert all(solution[cell] != digit for cell, digit in step.removes)


def test_chains_hold_link_by_link() -> None:
    """Links of each chain are strong and weak in turn; no cell is met twice."""
    lengths = set()
    for state, _ in positions(Geometry(3, 3), 10, seed=7):
        for step in every_step(state, {Technique.X_CHAIN}):
            (chain,) = step.chains
            (digit,) = step.digits
            cells = [node.cells[0] for node in chain]
            lengths.add(len(cells))
            for first, second in itertools.pairwise(chain):
                pair = 1 << first.cells[0] | 1 << second.cells[0]
                units = [
                    state.where[digit] & state.shape.units[unit]
                    for unit in state.shape.common_units(pair)
                ]
                assert units
                assert not second.on or pair in units
                assert first.on != second.on
            assert len(set(cells[1:])) == len(cells) - 1
    assert {4, 6, 8} <= lengths


def test_the_one_that_removes_most_is_taken() -> None:
    """A chain that comes back to its start removes four; shorter ones remove less."""
    puzzle = Grid.parse(
        ".5.....2...13......32..75.......1....17..38....862....6.....3..4.5...17..7.4....."
    )
    steps = [str(step) for step in walk(puzzle, _EASY | {Technique.X_CHAIN}).steps]

    assert (
        "X-Chain: r1c56<>4, r2c2<>4, r4c3<>4, without 4 in r1c3 it would be there: "
        "(4)r1c3=(4)r4c3-(4)r4c7=(4)r2c7-(4)r2c2=(4)r1c3" in steps
    )


def test_turbot_fish_in_words() -> None:
    """The ends, and the chain between."""
    puzzle = Grid.parse(
        ".5.....2...13......32..75.......1....17..38....862....6.....3..4.5...17..7.4....."
    )
    steps = [str(step) for step in walk(puzzle, _EASY | {Technique.TURBOT_FISH}).steps]

    assert (
        "Turbot Fish: r1c6<>4, r1c3 or r6c6 is 4: (4)r1c3=(4)r2c2-(4)r6c2=(4)r6c6"
        in steps
    )
