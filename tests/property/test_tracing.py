"""Properties of traces and their trees, on formulas that Hypothesis makes up.

`Checker` replays a trace from its JSON lines alone, on the formula's clauses: it shares
no code with what wrote them.
"""

from __future__ import annotations

import json
from contextlib import ExitStack
from dataclasses import dataclass, field
from io import StringIO
from itertools import product
from typing import Any, cast
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
from satdoku.tracing.follow import Search
from satdoku.tracing.grow import Growth
from satdoku.tracing.jsonl import JsonLines
from satdoku.tracing.subject import Subject, of_formula, of_puzzle
from satdoku.tracing.tree import Counts, End, Tree

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
