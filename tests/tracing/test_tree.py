"""The search tree: what it counts, what is folded, how it is drawn."""

import re
import xml.etree.ElementTree as ET
from functools import cache

import pytest

from satdoku.study.tracing import trace
from tests.engines.conftest import of_first_longer_clause
from tests.puzzles import INKALA as HARD
from tests.tracing.replay import JUMPING, formula

SVG = "{http://www.w3.org/2000/svg}"
ROLES = {"root", "decided", "flipped", "untried"}

TREES = {
    "root": lambda: trace("1... ..2. ..3. 4..."),
    "small": lambda: trace("1... .... ...2 ....", solutions=None),
    "formula": lambda: trace(JUMPING),
    "refuted": lambda: trace("11.. .... .... ...."),
    "large": lambda: trace(HARD, encoding="minimal"),
    "deep": lambda: trace("." * 256, solutions=1),
    "stopped": lambda: trace(HARD, encoding="minimal", limit=3000),
    "many": lambda: trace("1... .... .... ....", solutions=None),
}


@cache
def tree(name):
    return TREES[name]().tree()


def shape(node):
    """Return a tree as nested lists of names and ends."""
    name = node.name or "."
    if node.children:
        return [name, *map(shape, node.children)]
    return f"{name} {node.end}"


def test_shape():
    clauses = formula(4, (4,), (-3,), (-4, 1, 2, 3), (-1, 2), (-1, -2, 3))
    root = trace(clauses).tree().root
    jumped = trace(JUMPING, heuristic=of_first_longer_clause).tree()

    assert [".", "1 conflict", "-1 solution"] == shape(root)
    assert [2, 1, 1] == [node.propagated for node in root.walk()]
    four = ("4 conflict", "-4 conflict")
    plain = [".", ["1", ["3", *four], ["-3", *four]]]
    assert plain == shape(jumped.root)[:2]


def test_open_branches():
    root = trace("1... .... ...2 ....", solutions=2).tree().root
    last = ["r4c3≠1", "r2c4=4 solution", "r2c4≠4 open"]
    first = ["r4c2=2", ["r3c1=3", "r4c3=1 solution", last], "r3c1≠3 open"]

    assert [".", first, "r4c2≠2 open"] == shape(root)


def test_search_without_decisions():
    conflict = trace(formula(1, (1,), (-1,))).tree().root

    assert ". conflict" == shape(conflict)
    assert ". solution" == shape(tree("root").root)
    assert "1243342121344312" == tree("root").root.solution.line


@pytest.mark.parametrize("name", TREES)
def test_counts(name):
    """Each node counts what is below it; the statistics of the search agree."""
    one = tree(name)
    nodes = list(one.root.walk())
    statistics = one.summary.statistics

    assert len(nodes) == one.counts.nodes == 2 * one.counts.decided + 1
    assert statistics["decisions"] == one.counts.decided
    assert statistics["conflicts"] == one.counts.conflict
    for end, count in zip(
        ("conflict", "solution", "jumped", "same", "open"), one.counts[2:], strict=True
    ):
        assert count == sum(node.end == end for node in nodes), end
    for node in nodes:
        assert len(node.children) in (0, 2)
        assert (node.end is None) == bool(node.children)
        assert (node.clause is not None) == (node.end == "conflict")
        for child in node.children:
            assert node.level + 1 == child.level
        if node.children:
            assert node.children[0].literal == -node.children[1].literal


def test_sizes():
    assert 1787 == tree("large").counts.nodes
    assert 1 == tree("large").counts.solution
    assert 72 == tree("many").counts.solution
    assert tree("stopped").counts.open > 0
    assert 0 == tree("large").counts.open


@pytest.mark.parametrize("most", [12, 40, 500, 1786, 1787, 5000])
def test_folding(most):
    large = tree("large")
    small = large.folded(most)
    nodes = list(small.root.walk())
    names = iter([node.name for node in large.root.walk()])
    folded = [node.counts.nodes for node in nodes if node.folded]
    shown = [n.counts.nodes for n in nodes if n.children and not n.counts.solution]

    assert large.counts == small.counts
    assert min(most - 1, 1787) <= len(nodes)
    assert len(nodes) <= max(most, 60)
    assert 1 == sum(node.end == "solution" for node in nodes)
    assert most >= 1787 or max(folded) <= min(shown, default=10**9)
    if most > 40:
        assert all(node.name in names for node in nodes)


def test_path_to_the_first_solution_is_always_drawn():
    deep, small = tree("deep").root, tree("deep").folded(40).root
    path = list(small.path_to_solution())

    assert deep.counts == small.counts
    assert "solution" == path[-1].end
    assert len(list(small.walk())) == 2 * len(path) - 1


@pytest.mark.parametrize("name", TREES)
def test_dot(name):
    """Graphviz's language: a node a line, an edge to each node but the root."""
    one = tree(name)
    first, *lines, last = one.to_dot(60).splitlines()
    drawn = list(one.folded(60).root.walk())
    string = r'"(?:[^"\\]|\\.)*"'
    attributes = (
        rf"(?: \[[a-z]+=(?:{string}|[\w.]+)(?:, [a-z]+=(?:{string}|[\w.]+))*\])?"
    )
    nodes = [line for line in lines if re.fullmatch(rf"  n\d+{attributes};", line)]
    edges = [
        line for line in lines if re.fullmatch(rf"  n\d+ -> n\d+{attributes};", line)
    ]

    assert (first, last) == ("digraph search {", "}")
    assert len(drawn) == len(nodes) == len(edges) + 1 == len(lines) - len(edges) - 3
    assert sum(node.end == "conflict" for node in drawn) == sum(
        re.search(r'label="[^"]*\\nconflict"', line) is not None for line in nodes
    )
    for node, line in zip(drawn, nodes, strict=True):
        assert node.name in line


@pytest.mark.parametrize("name", TREES)
def test_svg(name):
    """Each node is a group with a title; conflicts are marked; all is on the paper."""
    one = tree(name)
    root = ET.fromstring(one.to_svg(60))
    groups = [g for g in root.iter(f"{SVG}g") if g.get("class") in ROLES]
    drawn = list(one.folded(60).root.walk())
    marks = [
        any(shape.get("class") == "conflict" for shape in group.iter(f"{SVG}rect"))
        for group in groups
    ]

    assert len(drawn) == len(groups)
    assert all(group.findtext(f"{SVG}title") for group in groups)
    assert [node.end == "conflict" for node in drawn] == marks
    assert f"{one.counts.nodes:,}" in root.findtext(f"{SVG}title")
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    if not width:
        _, _, width, height = map(float, root.get("viewBox").split())
    for rect in root.iter(f"{SVG}rect"):
        x, y = float(rect.get("x", 0)), float(rect.get("y", 0))
        assert 0 <= x <= x + float(rect.get("width")) <= width + 0.01
        assert 0 <= y <= y + float(rect.get("height")) <= height + 0.01
