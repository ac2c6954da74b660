"""Folding: few nodes are left, and all is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku.tracing.fold import fold
from satdoku.tracing.trace import trace
from satdoku.tracing.tree import Counts, End, Role

if TYPE_CHECKING:
    from satdoku.tracing.tree import Node
    from tests.unit.tracing.conftest import Grow

HARD = (
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)


def drawn(root: Node) -> int:
    """Count the nodes that are drawn; hold the counts against each other."""
    nodes = list(root.walk())

    assert root.counts == Counts.sum(node.own for node in nodes)
    return len(nodes)


@pytest.fixture(scope="module")
def large() -> Node:
    """Return a tree of 1,787 nodes with one solution."""
    return trace(HARD, encoding="minimal").tree().root


@pytest.mark.parametrize("most", [40, 60, 120, 500, 1786, 1787, 5000])
def test_no_more_than_asked_for(large: Node, most: int) -> None:
    """And no fewer than need be: a node's children are two."""
    small = fold(large, most)

    assert min(most - 1, large.counts.nodes) <= drawn(small) <= most
    assert large.counts == small.counts


def test_enough_room_changes_nothing(large: Node) -> None:
    """A tree that is small enough is returned as it is."""
    assert fold(large, 1787) is large


@pytest.mark.parametrize("most", [12, 40, 120])
def test_the_solution_is_shown(large: Node, most: int) -> None:
    """The path to it is drawn, whatever else is."""
    nodes = list(fold(large, most).walk())

    assert 1 == sum(node.end is End.SOLUTION for node in nodes)
    assert not any(node.folded and node.counts.solutions for node in nodes)


def test_the_smallest_are_folded(large: Node) -> None:
    """No folded subtree could have been shown in place of one that is smaller."""
    nodes = list(fold(large, 120).walk())
    folded = [node.counts.nodes for node in nodes if node.folded]
    shown = [
        node.counts.nodes
        for node in nodes
        if node.children and not node.counts.solutions
    ]

    assert max(folded) <= min(shown)


def test_order_is_kept(large: Node) -> None:
    """What is left stands in the order of the search."""
    names = [node.name for node in large.walk()]
    rest = iter(names)

    assert all(node.name in rest for node in fold(large, 120).walk())


def test_a_long_path_is_elided() -> None:
    """A solution deeper than there is room: the middle of its path is one node."""
    root = trace("." * 16 * 16, solutions=1).tree().root
    small = fold(root, 40)
    nodes = list(small.walk())

    assert drawn(small) <= 40 < 2 * max(node.level for node in root.walk())
    assert root.counts == small.counts
    (elided,) = [node for node in nodes if node.role is Role.ELIDED]
    (below,) = elided.children
    assert f"{below.level - elided.level} levels" == elided.name
    assert 1 == sum(node.end is End.SOLUTION for node in nodes)
    assert max(node.level for node in root.walk()) == max(n.level for n in nodes)


def test_many_solutions() -> None:
    """The first is shown; of the others as many as there is room for."""
    root = trace("1... .... .... ....", solutions=None).tree().root
    small = fold(root, 30)
    ends = [node.end for node in small.walk()]

    assert 72 == root.counts.solutions
    assert drawn(small) <= 30
    assert 1 < ends.count(End.SOLUTION) < 72


def test_where_the_search_stopped() -> None:
    """The path to what is open is shown before closed subtrees are."""
    root = trace(HARD, encoding="minimal", limit=5000).tree().root
    nodes = list(fold(root, 30).walk())

    assert root.counts.open == sum(node.end is End.OPEN for node in nodes)


def test_by_hand(grown: Grow) -> None:
    """A small tree, folded to what fits."""
    four: list[object] = [["c", "c"], ["c", "c"]]
    root = grown([[four, [four, "c"]], ["c", "s"]])
    small = fold(root, 13)

    assert 21 == root.counts.nodes
    assert 13 == drawn(small)
    assert [(3, 2)] * 4 == [
        (node.counts.nodes, node.counts.conflicts)
        for node in small.walk()
        if node.folded
    ]


def test_a_deep_tree(grown: Grow) -> None:
    """Depth costs no recursion."""
    shape: object = ["c", "c"]
    for _ in range(300):
        shape = [shape, "c"]
    root = grown(shape)  # type: ignore[arg-type]
    for most in (20, 300):
        assert drawn(fold(root, most)) <= most
