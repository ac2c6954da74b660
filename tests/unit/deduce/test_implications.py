"""What follows from what: links, reaches and the ways back."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from satdoku import Geometry
from satdoku.deduce.forcing_chains import forcing_chain_contradiction
from satdoku.deduce.forcing_nets import forcing_net_contradiction
from satdoku.deduce.grouped_nice_loops import grouped_continuous_nice_loop
from satdoku.deduce.implication_graph import closure, plain_implications
from satdoku.deduce.implication_groups import grouped_implications
from satdoku.deduce.nice_loops import continuous_nice_loop
from satdoku.deduce.shape import bits
from satdoku.deduce.view import View
from tests.unit.deduce.positions import positions

SEARCHES = [
    continuous_nice_loop,
    grouped_continuous_nice_loop,
    forcing_chain_contradiction,
    forcing_net_contradiction,
]


def test_closure_is_all_that_is_reached() -> None:
    """Claim by claim, as a search that knows nothing finds it."""
    dice = Random(1)  # noqa: S311  nothing secret
    for _ in range(50):
        size = dice.randrange(1, 30)
        direct = [
            sum(1 << each for each in range(size) if dice.random() < 1.5 / size)
            for _ in range(size)
        ]
        expected: list[int] = []
        for start in range(size):
            reached = [start]
            for claim in reached:
                reached += [each for each in bits(direct[claim]) if each not in reached]
            expected.append(sum(1 << each for each in reached))

        assert expected == closure(direct)


def test_a_tree_has_the_whole_reach() -> None:
    """What a tree enters is what follows, and its ways are made of links."""
    for state, _ in positions(Geometry(3, 3), 3, seed=12):
        graph = grouped_implications(View(state))
        for start in range(0, 2 * graph.count, 7):
            tree = graph.tree(start)
            assert graph.reach[start] == sum(1 << claim for claim in tree.before)
            for end in tree.before:
                way = tree.way(end)
                assert (start, end) == (way[0], way[-1])
                assert all(
                    graph.next[claim] >> after & 1 for claim, after in pairwise(way)
                )


def test_links_go_both_ways() -> None:
    """Where a claim leads to another, the other's opposite leads to its own."""
    for state, _ in positions(Geometry(3, 3), 3, seed=13):
        for graph in plain_implications(View(state)), grouped_implications(View(state)):
            size = 2 * graph.count
            for claim in range(size):
                for after in graph.follows[claim]:
                    back = graph.next[(after + graph.count) % size]
                    assert back >> (claim + graph.count) % size & 1


@pytest.mark.parametrize("geometry", [Geometry(2, 2), Geometry(1, 5)], ids=str)
def test_positions_without_solution(geometry: Geometry) -> None:
    """Cells without candidates, clashing digits: steps are told, and nothing breaks."""
    dice = Random(14)  # noqa: S311  nothing secret
    steps = 0
    for state, _ in positions(geometry, 12, seed=14):
        for _ in range(geometry.cells // 3):
            cell, digit = dice.randrange(geometry.cells), dice.choice(geometry.digits)
            if state.empty >> cell & 1:
                dice.choice((state.remove, state.remove, state.place))(cell, digit)
        view = View(state, exhaustive=True)
        for search in SEARCHES:
            steps += len([str(step) for step in search(view)])

    assert steps
