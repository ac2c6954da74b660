"""Properties of layouts and folding, on trees of any shape."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku.tracing.fold import fold, fold_all
from satdoku.tracing.layout import in_rows, lay_out
from satdoku.tracing.tree import Counts, End, Node, Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def shape(seed: int) -> Node:
    """Make a tree of any shape: each node hangs below one of a few before it."""
    dice = Random(seed)  # noqa: S311  nothing secret
    size, near = dice.randint(1, 80), dice.choice((1, 2, 4, 8, 12, 40))
    every, which = dice.randint(2, 9), dice.randint(0, 8)
    below: list[list[int]] = [[] for _ in range(size)]
    levels = [0]
    for number in range(1, size):
        parent = max(0, number - dice.randint(1, near))
        below[parent].append(number)
        levels.append(levels[parent] + 1)
    made: dict[int, Node] = {}
    for number in range(size - 1, -1, -1):
        children = tuple(made[child] for child in below[number])
        end: End | None = None
        counts = Counts.sum((Counts(1), *(child.counts for child in children)))
        if not children:
            end = End.SOLUTION if number % every == which else End.CONFLICT
            solved = int(end is End.SOLUTION)
            counts = Counts(1, 0, 1 - solved, solved)
        made[number] = Node(
            Role.DECIDED,
            levels[number],
            number,
            str(number),
            counts,
            end=end,
            children=children,
        )
    return made[0]


shapes = st.integers(0, 2**32).map(shape)
"""Trees of up to 80 nodes; from a seed, as lists of choices stay too small."""


@settings(deadline=None, max_examples=300)
@given(shapes, st.integers(0, 4), st.sampled_from([0.0, 1.0, 2.5]))
def test_layouts(root: Node, spread: int, gap: float) -> None:
    """No two nodes overlap, children stand below, parents over their middle."""

    def width(node: Node) -> float:
        return 1.0 + node.literal % (spread + 1)

    places = lay_out(root, width, gap)
    nodes = [place.node for place in places]

    assert nodes == list(root.walk())
    assert 0 == round(min(place.x - width(place.node) / 2 for place in places), 6)
    for place in places:
        if place.parent >= 0:
            parent = places[place.parent]
            assert parent.depth + 1 == place.depth
            assert any(place.node is child for child in parent.node.children)
    xs = {id(place.node): place.x for place in places}
    assert min(slacks([[root]], xs, width, gap), default=0) >= -1e-6
    for node in nodes:
        if len(node.children) > 1:
            *others, last = node.children
            slack = min(slacks([others, [last]], xs, width, gap))
            assert abs(slack) < 1e-6, "the last child could stand nearer"
        if len(node.children) == 3 and not node.children[1].children:
            one, middle, other = (xs[id(child)] for child in node.children)
            assert abs((one + other) / 2 - middle) < 1e-6 or spread
    look_at_middles(places)
    look_at_middles(in_rows(root))


def slacks(
    rows: list[list[Node]],
    xs: dict[int, float],
    width: Callable[[Node], float],
    gap: float,
) -> Iterator[float]:
    """Tell what is left between neighbours of one depth, in subtrees side by side.

    With one row to begin with, between all nodes; with two, between the two alone.
    """
    alone = len(rows) == 1
    while all(rows):
        row = rows[0] if alone else [rows[0][-1], rows[1][0]]
        for one, other in pairwise(row):
            least = (width(one) + width(other)) / 2 + gap
            yield xs[id(other)] - xs[id(one)] - least
        rows = [[child for node in row for child in node.children] for row in rows]


def look_at_middles(places: list[Any]) -> None:
    """Hold each parent against the middle of its children."""
    children: dict[int, list[float]] = {}
    for place in places:
        children.setdefault(place.parent, []).append(place.x)
    for number, place in enumerate(places):
        if number in children:
            first, last = children[number][0], children[number][-1]
            assert abs((first + last) / 2 - place.x) < 1e-6
            assert children[number] == sorted(children[number])


@settings(deadline=None)
@given(shapes)
def test_rows(root: Node) -> None:
    """Each leaf has a row of its own, in order; no other node comes near it."""
    places = in_rows(root)
    leaves = [place.x for place in places if not place.node.children]
    by_depth: dict[int, list[float]] = {}
    for place in places:
        by_depth.setdefault(place.depth, []).append(place.x)

    assert list(range(len(leaves))) == leaves
    assert all(
        later - earlier >= 1
        for row in by_depth.values()
        for earlier, later in pairwise(row)
    )


@settings(deadline=None, max_examples=300)
@given(shapes, st.integers(1, 60))
def test_folding(root: Node, most: int) -> None:
    """So many nodes, in their order, and all counted; the first solution is shown."""
    small = fold(root, most)
    nodes = list(small.walk())
    names = iter([node.name for node in root.walk()])

    assert root.counts == small.counts == Counts.sum(node.own for node in nodes)
    path = 0
    node: Node | None = root if root.counts.solutions else None
    while node is not None:
        path += len(node.children)
        node = next((child for child in node.children if child.counts.solutions), None)
    assert len(nodes) <= max(most, 12, 1 + path)
    assert all(node.folded != bool(node.children) or node.end for node in nodes)
    if not any(node.role is Role.ELIDED for node in nodes):
        assert all(node.name in names for node in nodes)
    if root.counts.solutions:
        assert any(node.end is End.SOLUTION for node in nodes)
    if len(nodes) == root.counts.nodes:
        assert small is root


@settings(deadline=None)
@given(st.lists(shapes, min_size=1, max_size=4), st.integers(1, 60))
def test_folding_several(roots: list[Node], most: int) -> None:
    """Subtrees that are folded together keep their counts and their order."""
    assert [root.counts for root in roots] == [
        root.counts for root in fold_all(roots, most)
    ]
