"""Properties of traces, trees and layouts, on formulas that Hypothesis makes up.

`Checker` replays a trace from its JSON lines alone, on the formula's clauses: it shares
no code with what wrote them.
"""

from __future__ import annotations

import json
from contextlib import ExitStack
from dataclasses import dataclass, field
from io import StringIO
from itertools import pairwise, product
from random import Random
from typing import TYPE_CHECKING, Any, cast
from unittest.mock import patch

import pytest
from hypothesis import event, example, given, settings
from hypothesis import strategies as st

from satdoku.cnf.formula import Formula, Group, Origin
from satdoku.engines.dpll.decide import RULES
from satdoku.engines.dpll.engine import Dpll
from satdoku.engines.engine import Limits
from satdoku.grid import Grid
from satdoku.solving import encode
from satdoku.tracing.fold import fold, fold_all
from satdoku.tracing.follow import Search
from satdoku.tracing.grow import Growth
from satdoku.tracing.jsonl import JsonLines
from satdoku.tracing.layout import in_rows, lay_out
from satdoku.tracing.subject import Subject, of_formula, of_puzzle
from satdoku.tracing.tree import Counts, End, Node, Role, Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NEVER = 10**9
Line = dict[str, Any]


@dataclass
class Checker:
    """Replays a trace; believes nothing but the clauses.

    `levels[k]` is [literal, whether flipped, whether a model was found] of level k + 1,
    `true[k]` what became true in level k, and `now` what is true at all.
    """

    clauses: list[tuple[int, ...]]
    assumptions: tuple[int, ...]
    levels: list[list[Any]] = field(default_factory=list)
    true: list[list[int]] = field(default_factory=lambda: [[]])
    now: set[int] = field(default_factory=set)
    models: list[tuple[int, ...]] = field(default_factory=list)
    ended: str = ""
    number: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    jumps: int = 0

    def run(self, lines: list[Line]) -> None:
        """Replay all lines, from the first to the last."""
        first, *events, last = lines
        assert "begun" == first["event"]
        assert len(self.clauses) == first["clauses"]
        assert list(self.assumptions) == first["assumptions"]
        for line in events:
            self.number += 1
            assert self.number == line["number"]
            kind = cast("str", line["event"])
            self.counts[kind] = self.counts.get(kind, 0) + 1
            getattr(self, kind)(line)
        self.end(last)

    def end(self, last: Line) -> None:
        """Hold the last line against what was replayed."""
        assert "ended" == last["event"]
        assert self.counts == last["counts"]
        assert self.number == last["events"] == last["written"]
        assert not last["cut"]
        told = last["statistics"]
        assert self.counts.get("decided", 0) == told["decisions"]
        assert self.counts.get("conflict", 0) == told["conflicts"]
        assert self.jumps == told["jumps"]
        if last["ending"] == "complete":
            assert self.ended
            assert not self.levels

    def undo(self) -> list[Any]:
        """Undo the deepest level; return what it was."""
        self.now.difference_update(self.true.pop())
        return self.levels.pop()

    def learn(self, line: Line, level: int) -> None:
        """Make a literal true that has no value yet."""
        literal = line["literal"]
        assert not self.ended
        assert level == line["level"] == len(self.levels)
        assert self.now.isdisjoint((literal, -literal))
        self.true[-1].append(literal)
        self.now.add(literal)

    def cited(self, cited: Line) -> list[int]:
        """Hold a cited clause against the formula; return its literals."""
        literals = cited["literals"]
        number = cited["number"]
        assert set(self.clauses[number - 1]) == set(literals)
        assert literals == [] or len(cited["text"].split(" or ")) == len(literals)
        return cast("list[int]", literals)

    def assumed(self, line: Line) -> None:
        """A literal is true by assumption."""
        assert line["literal"] in self.assumptions
        self.learn(line, 0)

    def decided(self, line: Line) -> None:
        """A literal is tried."""
        self.levels.append([line["literal"], False, False])
        self.true.append([])
        self.learn(line, len(self.levels))

    def propagated(self, line: Line) -> None:
        """The reason is a unit now."""
        literals = self.cited(line["reason"])
        assert line["literal"] in literals
        true = self.now
        assert all(-other in true for other in literals if other != line["literal"])
        self.learn(line, len(self.levels))

    def conflict(self, line: Line) -> None:
        """The clause is false now."""
        assert not self.ended
        assert len(self.levels) == line["level"]
        self.ended = "conflict"
        true = self.now
        cited = line["clause"]
        if cited["number"] is None:
            (literal,) = cited["literals"]
            assert literal in self.assumptions
            assert not self.levels
            assert -literal in true
            return
        assert all(-literal in true for literal in self.cited(cited))

    def found(self, line: Line) -> None:
        """The model satisfies every clause, and holds all that is true."""
        assert not self.ended
        self.ended = "found"
        model = set(line["model"])
        assert all((abs(one) in model) == (one > 0) for one in self.now)
        assert all(
            any((abs(one) in model) == (one > 0) for one in clause)
            for clause in self.clauses
        )
        self.models.append(tuple(line["model"]))
        for level in self.levels:
            level[2] = True

    def flipped(self, line: Line) -> None:
        """A decision is done with; its negation is tried."""
        assert self.ended
        literal, flipped, fruitful = self.undo()
        assert not flipped
        assert -literal == line["literal"]
        if not fruitful:
            assert self.refuted(literal)
        self.ended = ""
        self.levels.append([line["literal"], True, fruitful])
        self.true.append([])
        self.learn(line, len(self.levels))

    def left(self, line: Line) -> None:
        """A level is done with."""
        assert self.ended
        assert len(self.levels) == line["level"]
        literal, flipped, fruitful = self.undo()
        if line["jumped"]:
            self.jumps += 1
            assert not flipped
            assert self.refuted(-literal)
        elif not fruitful:
            assert flipped
            assert self.refuted(literal)

    def refuted(self, literal: int) -> bool:
        """Whether no model holds a literal and what is true, by trying all of them."""
        true = self.now | {literal}
        free = sorted({abs(one) for clause in self.clauses for one in clause})
        free = [v for v in free if true.isdisjoint((v, -v))]
        if len(free) > 8:
            return True  # too many to try; the small formulas have shown it
        for values in product((True, False), repeat=len(free)):
            now = true | {
                v if value else -v for v, value in zip(free, values, strict=True)
            }
            if all(not now.isdisjoint(clause) for clause in self.clauses):
                return False
        return True


def traced(subject: Subject, **how: Any) -> tuple[list[Line], Tree]:  # noqa: ANN401
    """Search; return the lines, read again, and the tree."""
    stream, growth = StringIO(), Growth(how.pop("kept", 20_000))
    Search(subject, [JsonLines(stream), growth]).run(**how)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    return lines, growth.tree()


@st.composite
def subjects(draw: st.DrawFn) -> tuple[Subject, int]:
    """Make formulas of few variables, and from which conflict on jumps are made."""
    variables = draw(st.integers(1, 7))
    numbers = list(range(1, variables + 1))
    literals = st.sampled_from([*numbers, *(-n for n in numbers)])
    longest = draw(st.sampled_from([2, 3, 5]))
    clauses = draw(
        st.lists(
            st.lists(literals, min_size=1, max_size=longest).map(tuple),
            max_size=draw(st.sampled_from([4, 12, 30])),
        )
    )
    group = Group(Origin("test", "all"), tuple(clauses))
    formula = Formula(variables, len(clauses), lambda: [group], str)
    assumptions = draw(st.lists(literals, max_size=3))
    rule = draw(st.sampled_from([*RULES, "random:7"]))
    subject = of_formula(formula, assumptions, rule=rule)
    some = st.lists(st.sampled_from(numbers), unique=True, max_size=variables)
    project = draw(st.none() | some)
    subject = Subject(subject.begun, formula, project)
    return subject, draw(st.sampled_from([0, 0, 2, NEVER]))


@st.composite
def limits(draw: st.DrawFn) -> dict[str, Any]:
    """Make limits of a search: none, of models, or of conflicts."""
    return draw(
        st.sampled_from(
            [
                {},
                {},
                {"asked": 1},
                {"asked": 2},
                {"limits": Limits(conflicts=1)},
                {"limits": Limits(conflicts=3)},
            ]
        )
    )


def jumping_from(conflict: int) -> ExitStack:
    """Have refutations analysed from this conflict on, for a while."""
    stack = ExitStack()
    kept = cast("dict[str, object]", Dpll.__init__.__kwdefaults__)
    stack.enter_context(patch.dict(kept, backjump_after=conflict))
    return stack


def jumping() -> Subject:
    """Return a formula without a model, and a decision that has no part in that."""
    core = [(a * 3, b * 4, c * 5) for a in (1, -1) for b in (1, -1) for c in (1, -1)]
    group = Group(Origin("test", "all"), ((1, 2, 6), *core))
    return of_formula(Formula(6, 9, lambda: [group], str), rule="first")


@settings(deadline=None, max_examples=400)
@given(subjects(), limits())
@example((jumping(), 0), {})
def test_a_trace_replays(case: tuple[Subject, int], how: dict[str, Any]) -> None:
    """Line by line, every claim is true; nothing is found twice."""
    subject, backjump_after = case
    with jumping_from(backjump_after):
        lines, _ = traced(subject, **how)
    checker = Checker(list(subject.formula), subject.begun.assumptions)
    checker.run(lines)
    for kind in checker.counts:
        event(kind)
    if checker.jumps:
        event("jumped")

    project = subject.project
    shadows = [
        tuple(v for v in model if project is None or v in project)
        for model in checker.models
    ]
    assert len(set(shadows)) == len(shadows)


@settings(deadline=None, max_examples=300)
@given(subjects(), limits(), st.sampled_from([4, 8, 20_000]))
@example((jumping(), 0), {}, 20_000)
def test_a_tree_counts(
    case: tuple[Subject, int], how: dict[str, Any], kept: int
) -> None:
    """Leaves are conflicts, solutions, and branches not taken; each as often."""
    subject, backjump_after = case
    with jumping_from(backjump_after):
        lines, tree = traced(subject, kept=kept, **how)
    counts, ended = tree.counts, lines[-1]
    nodes = list(tree.root.walk())

    assert ended["statistics"]["conflicts"] == counts.conflicts
    assert ended["statistics"]["decisions"] == counts.decided
    assert ended["statistics"]["jumps"] == counts.jumped
    assert ended["counts"].get("found", 0) == counts.solutions
    assert 2 * counts.decided + 1 == counts.nodes
    assert counts.decided + 1 == counts.leaves
    assert counts == Counts.sum(node.own for node in nodes)
    assert (counts.open > 0) <= (ended["ending"] != "complete")
    if kept == 20_000:
        assert counts.nodes == len(nodes)
        ends = [node.end for node in nodes if node.end is not None]
        assert counts[2:] == tuple(
            ends.count(end)
            for end in (End.CONFLICT, End.SOLUTION, End.JUMPED, End.SAME, End.OPEN)
        )


PUZZLES = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
    "11" + "." * 79,
    "1.....2...3.4...",
]


@pytest.mark.parametrize("simplified", [False, True])
@pytest.mark.parametrize(
    "recipe",
    ["extended", "triad-lite", pytest.param("support", marks=pytest.mark.slow)],
)
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_traces_of_puzzles_replay(puzzle: str, recipe: str, simplified: bool) -> None:  # noqa: FBT001  a parameter
    """The same on the encodings; the solution is the one there is."""
    subject = of_puzzle(Grid.parse(puzzle), recipe, simplified=simplified)
    limit = Limits(conflicts=70)
    lines, tree = traced(subject, limits=limit, asked=2)
    checker = Checker(list(subject.formula), subject.begun.assumptions)
    checker.run(lines)

    assert tree.counts.conflicts == checker.counts.get("conflict", 0)
    solutions = [line["solution"] for line in lines if line["event"] == "found"]
    assert all(Grid.parse(one).solves(Grid.parse(puzzle)) for one in solutions)


@pytest.mark.parametrize("simplified", [False, True])
def test_numbers_are_those_of_the_formula(simplified: bool) -> None:  # noqa: FBT001  a parameter
    """A reason's number finds it among the clauses that `cnf` writes."""
    grid = Grid.parse(PUZZLES[1])
    written = list(encode(grid, "triad", simplified=simplified))
    subject = of_puzzle(grid, "triad", simplified=simplified)
    lines, _ = traced(subject, asked=1)
    reasons = [line["reason"] for line in lines if line["event"] == "propagated"]

    assert reasons
    for reason in reasons:
        assert set(written[reason["number"] - 1]) == set(reason["literals"])


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
