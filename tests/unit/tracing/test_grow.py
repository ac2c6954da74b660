"""The tree that grows from events: what it counts, and what it keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from satdoku.engines.dpll.engine import Dpll
from satdoku.engines.engine import Limits
from satdoku.errors import Stopped
from satdoku.grid import Grid
from satdoku.tracing.follow import Search
from satdoku.tracing.grow import Growth
from satdoku.tracing.subject import Subject, of_formula, of_puzzle
from satdoku.tracing.tree import Counts, End, Role

if TYPE_CHECKING:
    from collections.abc import Callable

    from satdoku.cnf.formula import Formula
    from satdoku.tracing.tree import Node, Tree

HARD = (
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)


def grow(subject: Subject, kept: int = 20_000, **how: Any) -> Tree:  # noqa: ANN401
    """Search, and return the tree."""
    growth = Growth(kept)
    search = Search(subject, [growth])
    if "limits" in how:
        with pytest.raises(Stopped):
            list(search.models(how["limits"]))
    else:
        search.run(asked=how.get("asked"))
    tree = growth.tree()
    look_over(tree.root)
    statistics = tree.ended.statistics
    assert statistics["decisions"] == tree.counts.decided
    assert statistics["conflicts"] == tree.counts.conflicts
    assert statistics["jumps"] == tree.counts.jumped
    assert tree.ended.counts.get("found", 0) == tree.counts.solutions
    return tree


def look_over(root: Node) -> None:
    """Hold a tree against its invariants."""
    for node in root.walk():
        below = Counts.sum(child.counts for child in node.children)
        own = node.counts.less(below)
        assert own == node.own
        assert min(own) >= 0
        assert len(node.children) in (0, 2)
        if node.folded:
            assert not node.children
            assert node.end is None
        elif node.children:
            assert node.end is None
            assert Counts(1, node.role is Role.DECIDED) == own
            one, other = node.children
            assert -one.literal == other.literal
            assert node.level + 1 == one.level == other.level
            assert Role.DECIDED is one.role
            assert other.role in (Role.FLIPPED, Role.UNTRIED)
        else:
            assert node.end is not None
            assert (1, 1) == (own.nodes, own.leaves)
            assert (node.clause is not None) == (node.end is End.CONFLICT)


def shape(node: Node) -> object:
    """Return a tree as nested lists of names and ends."""
    name = node.name or "."
    if node.children:
        return [name, *map(shape, node.children)]
    return f"{name} {node.end}"


def test_a_small_tree(formula: Callable[..., Formula]) -> None:
    """Both branches, with what followed in each."""
    subject = of_formula(formula(4, (-4, 1, 2, 3), (-1, 2), (-1, -2, 3)), [4, -3])
    tree = grow(subject)

    assert [".", "1 conflict", "-1 solution"] == shape(tree.root)
    assert [0, 1, 1] == [node.propagated for node in tree.root.walk()]
    assert Counts(3, 1, 1, 1) == tree.counts


def test_enough() -> None:
    """What was not looked at is told as open."""
    tree = grow(of_puzzle(Grid.parse("1... .... ...2 ....")), asked=2)

    assert [
        ".",
        ["r4c2=2", ["r3c1=3", "r4c3=1 solution", ["r4c3≠1", *LAST]], "r3c1≠3 open"],
        "r4c2≠2 open",
    ] == shape(tree.root)


LAST = ("r2c4=4 solution", "r2c4≠4 open")


def test_a_jump(jumping: Formula, monkeypatch: pytest.MonkeyPatch) -> None:
    """A branch that is jumped over is a leaf."""
    kept: Any = Dpll.__init__.__kwdefaults__
    monkeypatch.setitem(kept, "backjump_after", 0)
    tree = grow(of_formula(jumping, rule="first"))

    assert [".", ["1", ["3", *C4], ["-3", *C4]], "-1 jumped"] == shape(tree.root)


C4 = ("4 conflict", "-4 conflict")


def test_the_same_models(formula: Callable[..., Formula]) -> None:
    """A branch that holds no other projected model is a leaf."""
    plain = of_formula(formula(2, (1, 2)))
    tree = grow(Subject(plain.begun, plain.formula, [1]))

    assert 1 == tree.counts.same
    assert 2 == tree.counts.solutions


def test_level_0(formula: Callable[..., Formula]) -> None:
    """A search without a decision is a root alone."""
    conflict = grow(of_formula(formula(1, (1,), (-1,))))
    solution = grow(of_puzzle(Grid.parse("1... ..2. ..3. 4...")))

    assert ". conflict" == shape(conflict.root)
    assert ". solution" == shape(solution.root)
    assert "1243342121344312" == solution.root.solution


@pytest.mark.parametrize("conflicts", [1, 2, 10, 47])
def test_stopped(conflicts: int) -> None:
    """A limit leaves open branches; the counts are right at every moment."""
    tree = grow(of_puzzle(Grid.parse(HARD)), limits=Limits(conflicts=conflicts))

    assert conflicts == tree.counts.conflicts
    assert tree.counts.open


def test_out_of_time() -> None:
    """A branch that time ran out in is open itself."""
    tree = grow(of_puzzle(Grid.parse(HARD)), limits=Limits(seconds=0.0))

    assert ". open" == shape(tree.root)


@pytest.mark.parametrize("kept", [20, 60, 200])
def test_bounded_memory(kept: int) -> None:
    """However large the tree, few nodes are kept; nothing is lost of the counts."""
    subject = of_puzzle(Grid.parse(HARD), "minimal")
    whole, small = grow(subject), grow(subject, kept)

    assert 1787 == whole.counts.nodes == sum(1 for _ in whole.root.walk())
    assert whole.counts == small.counts
    assert sum(1 for _ in small.root.walk()) <= kept + 40
    assert any(node.end is End.SOLUTION for node in small.root.walk())


def test_a_very_long_path(formula: Callable[..., Formula]) -> None:
    """A path longer than the room neither fails nor takes for ever."""
    free = of_formula(formula(3000))
    tree = grow(free, 100, asked=1)

    assert 3000 == tree.counts.decided == tree.counts.open
    assert 3000 == tree.root.counts.nodes - 3001


def test_no_tree_before_the_end() -> None:
    """There is none of a search that has not ended."""
    with pytest.raises(RuntimeError):
        Growth().tree()
    assert not Growth().has_ended
