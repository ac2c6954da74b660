"""Nested chains: all that a kind of chain says, and dynamic chains with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku import Grid, solve
from satdoku.deduce.se.consequences import NODES
from satdoku.deduce.se.consequences import Grid as Candidates
from satdoku.deduce.se.cycles import chain_or_cycle
from satdoku.deduce.se.forcing import dynamic_forcing, multiple_forcing
from satdoku.deduce.se.nested import Further
from satdoku.deduce.se.nested_chains import nested_searches
from satdoku.deduce.se.rating import SEARCHES, follow_se
from satdoku.deduce.shape import bits
from satdoku.deduce.state import State

if TYPE_CHECKING:
    from satdoku.deduce.se.step import SeStep

PUZZLE = (
    "500700030800002005007640800000007000460800000000410080130008620000300040000020050"
)
ESCARGOT = (
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
)


@pytest.fixture(scope="module")
def position() -> State:
    """Return a position in which chains are the next to be looked for."""
    state = State.of(Grid.parse(PUZZLE))
    while step := next(filter(None, (find(state) for find in SEARCHES[:20])), None):
        step.apply(state)
    assert 50 > state.empty.bit_count() > 30
    return state


def first_of(state: State, level: int, index: int) -> tuple[list[int], int]:
    """Return what the first chain of a search for nested ones removes, its length."""
    grid = Candidates(state.left, state.where)
    search = nested_searches(state.empty, state.values, level)[index]
    first = next(iter(search(grid, grid)))
    return sorted(first.removed), first.length


def told(step: SeStep | None) -> tuple[list[int], int]:
    """Return what a step removes, as numbers of candidates, and its length."""
    assert step is not None
    return sorted(9 * cell + digit - 1 for cell, digit in step.removes), step.length


def test_first_chains_are_those_taken(position: State) -> None:
    """Of all chains of a kind the first is the one that the rule takes."""
    assert told(chain_or_cycle(position)) == first_of(position, 2, 0)
    assert told(multiple_forcing(position)) == first_of(position, 3, 1)
    assert told(dynamic_forcing(position)) == first_of(position, 4, 0)


LOOPY = (
    "000500800070000020320060405001000000650300070000070004067001342800005000013000050"
)
MULTIPLE = (
    "700080063083000007001000000100890500600700002090503700500060000000301000002900000"
)


def last_eliminations(puzzle: str) -> tuple[State, State]:
    """Return the positions before the last eliminations that need no chain, and after.

    Nothing is placed between the two.
    """
    state = State.of(Grid.parse(puzzle))
    before = state.copy()
    while step := next(filter(None, (find(state) for find in SEARCHES[:20])), None):
        step.apply(state)
        if step.places:
            before = state.copy()
    return before, state


@pytest.mark.parametrize("puzzle", [PUZZLE, LOOPY, MULTIPLE])
@pytest.mark.parametrize("level", [3, 4])
def test_all_chains_are_sound(puzzle: str, level: int) -> None:
    """Nothing of the solution is removed by any, and no two remove the same."""
    solution = solve(Grid.parse(puzzle)).solution
    assert solution is not None
    _, state = last_eliminations(puzzle)
    grid = Candidates(state.left, state.where)
    for search in nested_searches(state.empty, state.values, level):
        seen = [tuple(each.removed) for each in search(grid, grid)]

        assert len(seen) == len(set(seen)) > 3
        for removed in seen:
            assert all(solution.values[each // 9] != each % 9 + 1 for each in removed)


@pytest.mark.parametrize("puzzle", [PUZZLE, LOOPY, MULTIPLE])
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_what_was_gone_is_behind(puzzle: str, level: int) -> None:
    """A nested chain follows from what is gone since, and counts once."""
    solution = solve(Grid.parse(puzzle)).solution
    assert solution is not None
    before, state = last_eliminations(puzzle)
    off = {
        9 * cell + digit: 1 << 2 * (9 * cell + digit)
        for cell in range(81)
        for digit in bits(before.left[cell] & ~state.left[cell])
    }
    further = Further(state.empty, state.values, level)
    now, first = (Candidates(each.left, each.where) for each in (state, before))
    found = further(now, first, off)

    # What pairs and the like remove has been removed already.
    assert (level == 1) <= (not found)
    assert (level > 3) <= bool(found)
    for candidate, behind in found:
        gone, nested = behind & (1 << NODES) - 1, behind >> NODES
        assert solution.values[candidate // 9] != candidate % 9 + 1
        assert gone
        assert not gone & ~sum(off.values())
        assert 1 == nested.bit_count()
        assert 4 <= further.sizes[nested.bit_length() - 1]
    assert level == 5 or not further(first, first, {})  # 5 would take seconds


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 2, 3])
def test_deeper_chains_are_sound(position: State, level: int) -> None:
    """Dynamic chains with nested ones say the truth, and say it in time."""
    solution = solve(Grid.parse(PUZZLE)).solution
    assert solution is not None
    step = dynamic_forcing(position, level)

    assert step is not None
    assert 8.5 + 0.5 * level <= step.rating
    assert all(solution.values[cell] != digit for cell, digit in step.removes)


@pytest.mark.slow
def test_first_nested_step_of_ai_escargot() -> None:
    """Rated 10.5 in all; its first nested chain is one of 10.2."""
    state = State.of(Grid.parse(ESCARGOT))
    for _ in follow_se(state):
        pass
    step = dynamic_forcing(state, 2)

    assert step is not None
    assert "Dynamic Region Forcing Chain (+ Forcing Chains)" == step.rule
    assert (10.2, 50, "r6c8<>7") == (round(step.rating, 1), step.length, step.outcome)
