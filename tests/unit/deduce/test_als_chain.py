"""ALS chains, and the reach they are found by."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from satdoku.deduce.als_chain import als_chain
from satdoku.deduce.als_reach import MOST_LINKS
from satdoku.deduce.als_steps import weight
from satdoku.deduce.view import View
from tests.unit.deduce.almost_locked import (
    Candidates,
    Plain,
    linked,
    plain_sets,
    positions_of_few_sets,
    removed_by_row,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.deduce.state import State
    from satdoku.deduce.step import Step


def walk(
    sets: list[Plain], row: list[int], last: set[int], first: int
) -> Iterator[tuple[list[int], set[int]]]:
    """Yield all rows that go on from one, with what is used up at both ends.

    Args:
        sets: All sets.
        row: The row so far.
        last: The digits used up in its last set.
        first: That used up in the first set; 0 at the start.
    """
    for index in range(row[-1] + 1, len(sets)):
        if sets[row[-1]].cells & sets[index].cells:
            continue
        links = linked(sets[row[-1]], sets[index])[:2]
        ways = [{link} for link in links] if not first else [set(links) - {min(last)}]
        for used in ways:
            if used:
                opening = first or min(used)
                yield [*row, index], used | {opening}
                yield from walk(sets, [*row, index], used, opening)


def plain_chains(state: State) -> list[tuple[tuple[int, int], ...]]:
    """Return all outcomes of rows that go forward, in HoDoKu's order."""
    sets = list(plain_sets(state))
    outcomes: dict[tuple[tuple[int, int], ...], None] = {}
    for start in range(len(sets)):
        for row, used in walk(sets, [start], set(), 0):
            removes: Candidates = removed_by_row(sets[start], sets[row[-1]], used)
            if len(row) > 3 and removes:
                outcomes.setdefault(tuple(sorted(removes)))
    span = state.shape.geometry.cells

    def worth(outcome: tuple[tuple[int, int], ...]) -> tuple[int, int]:
        mask = sum(1 << (digit - 1) * span + cell for cell, digit in outcome)
        return -len(outcome), weight(mask, span)

    return sorted(outcomes, key=worth)


def test_all_rows_are_reached() -> None:
    """The outcomes of all rows that go forward, in HoDoKu's order to the last."""
    total = 0
    for state in positions_of_few_sets(60, seed=10):
        actual = [step.removes for step in als_chain(View(state))]
        total += len(actual)

        assert plain_chains(state) == actual
    assert total


def check_row(state: State, step: Step) -> None:
    """Check a step by what it says: its sets, links, and what they remove."""
    by_cells = {tuple(sorted(each.cells)): each for each in plain_sets(state)}
    row = [by_cells[each.cells] for each in step.sets]
    links = [node.digit for node in step.chains[0][1:-1:2]]
    assert len(row) == len(links) + 1 == len({each.cells for each in row})
    assert all(one != other for one, other in pairwise(links))
    for link, (one, other) in zip(links, pairwise(row), strict=True):
        assert link in linked(one, other)
    assert set(step.removes) <= removed_by_row(row[0], row[-1], {links[0], links[-1]})


def test_steps_tell_a_row() -> None:
    """Neighbours are linked as told, each by another digit than the last two."""
    total = 0
    for state in positions_of_few_sets(40, seed=11):
        for exhaustive in (False, True):
            for step in als_chain(View(state, exhaustive=exhaustive)):
                total += 1
                check_row(state, step)

                assert len(step.sets) > 3
                assert not exhaustive or len(step.sets) <= MOST_LINKS + 1
    assert total


def test_exhaustive_views_leave_nothing_out() -> None:
    """What a row of few sets removes is found by an exhaustive search, too."""
    for state in positions_of_few_sets(60, seed=12):
        every = {step.removes for step in als_chain(View(state, exhaustive=True))}
        short = {
            step.removes
            for step in als_chain(View(state))
            if len(step.sets) <= MOST_LINKS + 1
        }

        assert short <= every
