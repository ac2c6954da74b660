"""Nested forcing chains of Sudoku Explainer, exactly as they are found.

The one test that looks inside `se`: a rating that needs nested chains takes minutes,
but all chains of a position, and the first nested step of it, take a second.
"""

from zlib import crc32

import pytest

from satdoku import Puzzle, solve
from satdoku.techniques.se.chains import chain_or_cycle
from satdoku.techniques.se.forcing import Candidates, multiple_forcing
from satdoku.techniques.se.nested import dynamic_forcing, nested_searches
from satdoku.techniques.se.rating import SEARCHES
from tests.puzzles import NESTED as PLAIN
from tests.techniques.support import State

LOOPY = (
    "000500800070000020320060405001000000650300070000070004067001342800005000013000050"
)
MULTIPLE = (
    "700080063083000007001000000100890500600700002090503700500060000000301000002900000"
)


def before_chains(puzzle):
    """Return the position in which chains are the next to be looked for."""
    state = State.of(Puzzle(puzzle))
    while step := next(filter(None, (find(state) for find in SEARCHES[:20])), None):
        state.apply(step)
    return state


def all_chains(state, level):
    """Return of each search what each of its chains removes, and its length."""
    grid = Candidates(state.left, state.where)
    return [
        [(tuple(each.removed), each.length) for each in search(grid, grid)]
        for search in nested_searches(state.empty, state.values, level)
    ]


CHAINS = [
    (PLAIN, 4, [(86, 2006836230)]),
    (LOOPY, 2, [(64, 1358131976)]),
    (LOOPY, 3, [(64, 1358131976), (45, 2415277176)]),
    (LOOPY, 4, [(58, 1256713450)]),
    (MULTIPLE, 3, [(12, 1821865684), (32, 754966089)]),
    (MULTIPLE, 4, [(46, 3722343050)]),
]


@pytest.mark.parametrize(
    ("puzzle", "level", "expected"), CHAINS, ids=range(len(CHAINS))
)
def test_all_chains(puzzle, level, expected):
    """How many there are and what they remove, in their order; all are sound."""
    values = solve(puzzle).solution.values
    found = all_chains(before_chains(puzzle), level)

    for chains in found:
        for removed, _ in chains:
            assert all(values[each // 9] != each % 9 + 1 for each in removed)
    assert expected == [(len(each), crc32(repr(each).encode())) for each in found]


def said(step):
    removes = sorted(9 * cell + digit - 1 for cell, digit in step.removes)
    return removes, step.length


def test_the_first_chain_is_the_one_that_is_taken():
    state = before_chains(PLAIN)
    for step, level, index in (
        (chain_or_cycle(state), 2, 0),
        (multiple_forcing(state), 3, 1),
        (dynamic_forcing(state), 4, 0),
    ):
        removed, length = all_chains(state, level)[index][0]
        assert (sorted(removed), length) == said(step)


STEPS = [
    (PLAIN, 1, ("Dynamic Double Forcing Chain (+)", 9.1, 7, ((15, 9),))),
    (LOOPY, 1, ("Dynamic Double Forcing Chain (+)", 9.1, 8, ((77, 4),))),
    (LOOPY, 2, ("Dynamic Double Forcing Chain (+ Forcing Chains)", 9.6, 8, ((77, 4),))),
    (MULTIPLE, 1, ("Dynamic Region Forcing Chain (+)", 9.0, 6, ((67, 4),))),
    (
        MULTIPLE,
        2,
        ("Dynamic Region Forcing Chain (+ Forcing Chains)", 9.5, 6, ((67, 4),)),
    ),
]


@pytest.mark.parametrize(
    ("puzzle", "level", "expected"),
    [
        pytest.param(*step, marks=pytest.mark.nightly) if at in (2, 4) else step
        for at, step in enumerate(STEPS)
    ],
    ids=range(len(STEPS)),
)
def test_first_nested_steps(puzzle, level, expected):
    step = dynamic_forcing(before_chains(puzzle), level)
    assert expected == (step.rule, round(step.rating, 3), step.length, step.removes)
