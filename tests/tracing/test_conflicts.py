"""What cdcl tells of conflicts: replayed clause by clause, and drawn."""

import json
import re
import xml.etree.ElementTree as ET
from io import StringIO
from itertools import pairwise

import pytest
from pysat.solvers import Minisat22

from satdoku.cnf import Formula
from satdoku.errors import UsageError
from satdoku.study.tracing import Narration, trace
from satdoku.study.tracing.pictures import chosen
from tests.puzzles import INKALA as HARD

LESSON = Formula.of([[-1, 2], [-2, 3], [-2, 4], [-3, -4], [1, 5], [-5, 6, 7]])


@pytest.fixture(scope="module")
def hard():
    return trace(HARD, engine="cdcl", encoding="minimal", limit=6000)


def test_resolution_leads_from_the_conflict_to_what_is_learned(hard):
    conflicts = hard.conflicts()
    for conflict in conflicts:
        levels = {node.literal: node.level for node in conflict.nodes}
        clause = {x for x in conflict.false.literals if -x in levels}
        for step in conflict.steps:
            assert -step.literal in clause
            assert step.literal in step.reason.literals
            others = {x for x in step.reason.literals if -x in levels}
            clause = (clause - {-step.literal}) | (others - {step.literal})
            assert clause == set(step.clause.literals)
        kept = set(conflict.learned.literals)
        assert clause == kept | {-x for x in conflict.removed}
        here = [x for x in clause if levels[-x] == conflict.level]
        assert [-conflict.uip] == here
        assert conflict.back == max((levels[-x] for x in kept - {*here}), default=0)
    assert len(conflicts) > 15


def test_the_uip_is_on_every_path(hard):
    """Without it, the conflict cannot be reached from the decision."""
    for conflict in hard.conflicts():
        causes = {node.literal: node.causes for node in conflict.nodes}
        roles = {node.literal: node.role for node in conflict.nodes}
        (decision,) = (
            x
            for x, role in roles.items()
            if role == "decision" or (role == "uip" and not causes[x])
        )
        pending = [-x for x in conflict.false.literals if -x in causes]
        reached = set()
        while pending:
            literal = pending.pop()
            if literal != conflict.uip and literal not in reached:
                reached.add(literal)
                pending += causes[literal]
        assert decision not in reached
        resolved = {x for x, role in roles.items() if role == "resolved"}
        assert {step.literal for step in conflict.steps} == resolved


def test_words_of_a_puzzle_and_of_numbers():
    (conflict, *_) = trace(LESSON, engine="cdcl:first").conflicts()

    assert ("-2", "2 is false", 2) == (
        conflict.learned.text,
        conflict.words,
        conflict.uip,
    )
    words = {one.words for one in trace(HARD, engine="cdcl", limit=3000).conflicts()}
    assert all(re.match(r"r\dc\d is (not )?\d( if |$)", one) for one in words)


def test_narration_tells_every_step(hard):
    stream = StringIO()
    hard.run(Narration(stream))
    text = stream.getvalue()
    conflicts = hard.conflicts()

    assert text.count("  learn  ") == len(conflicts)
    assert text.count("  resolve  ") == sum(len(one.steps) for one in conflicts)
    assert "[learned 1]" in text
    assert "jump       back to level" in text


def test_pictures(hard):
    conflict = max(hard.conflicts()[:10], key=lambda one: len(one.steps))
    svg, dot, tikz = conflict.to_svg(), conflict.to_dot(), conflict.to_tikz()
    names = [node.name for node in conflict.nodes]

    texts = {element.text for element in ET.fromstring(svg).iter()}
    assert {*names, "conflict", "first UIP", "cut"} <= texts
    assert dot.count(" -> ") == tikz.count(r"\draw[->]") > len(names)
    assert all(f'label="{name}\\n' in dot for name in names)
    assert tikz.count(r"\node[") == len(names) + 1
    assert not set("≠") & set(tikz.split("tikzpicture}", 1)[1])


def test_levels_after_jumps_and_restarts(hard):
    for before, after in pairwise(hard):
        if before.kind == "learned" and after.kind != "ended":
            assert after.kind == "jumped"
            assert after.level == before.conflict.back
        if before.kind == "restarted":
            assert ("jumped", 0) == (after.kind, after.level)
    assert any(event.kind == "restarted" for event in hard)


def test_chosen_events(hard):
    seen = []
    hard.run(chosen(["decisions", "restarts"], seen.append))

    kinds = {"begun", "ended", "decided", "restarted"}
    assert kinds == {event.kind for event in seen}


def test_the_page_holds_the_search_and_nothing_foreign(hard):
    page = hard.page()
    data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1])
    events = list(hard)[1:-1]

    assert [event.kind for event in events] == [one["kind"] for one in data["events"]]
    assert len(data["clauses"]) == hard.info.clauses
    assert data["cells"]["1"] == [0, 1]
    assert not re.findall(r'(?:src|href)="', page)
    assert 0 < len(data["graphs"]) <= len(hard.conflicts())


def test_a_search_without_events():
    with pytest.raises(UsageError, match="no events to trace"):
        trace(HARD, engine="cadical153")


TWO = "1.....2........3"
"""A puzzle with two solutions."""


def test_learned_clauses_follow_or_rest_on_a_blocked_solution():
    """Those that follow have no countermodel; of the others a solution is one."""
    found = trace(TWO, engine="cdcl", encoding="minimal", solutions=None)
    rests = []
    for conflict in found.conflicts():
        denied = [[-x] for x in conflict.learned.literals]
        with Minisat22([*found.formula, *denied]) as solver:
            is_excluding = solver.solve()
        assert not (conflict.follows and is_excluding)
        rests.append(is_excluding)
        assert conflict.to_dict()["follows"] is conflict.follows
    assert any(rests)


def test_a_formula_has_models_and_no_solutions(run):
    clauses = [(1, 2), (1, 3), (-1, -2, -3)]
    options = {"engine": "cdcl", "solutions": None}
    text = " ".join(trace(Formula.of(clauses), **options).text().split())
    page = trace(Formula.of(clauses), **options).page()

    assert "a model again, but that is blocked: [blocks model 1]" in text
    assert "rests on a clause that blocks a model found before" in text
    assert "of the conflicts with blocked models." in text
    assert "(rests on a clause that blocks a model found before)" in page
    assert "solution" not in text


def test_the_clause_that_blocks_a_solution_is_named(run):
    options = ("trace", TWO, "--engine", "cdcl", "--encoding", "minimal")
    text = " ".join(run(*options, code=0).stdout.split())
    lines = run(*options, "--to", "json", code=0).stdout.splitlines()
    begun, *events, ended = map(json.loads, lines)
    false = [event["clause"] for event in events if event["event"] == "conflict"]

    assert "a solution again, but that is blocked: [blocks solution 1]" in text
    assert "r2c1 is not 3 rests on a clause that blocks a solution found before" in text
    assert "1 conflict, 2 models; 1 of the conflicts with blocked solutions." in text
    assert [("blocking", 1, "blocks solution 1")] == [
        (clause["family"], clause["number"], clause["meaning"]) for clause in false
    ]
    assert 1 == ended["counts"]["conflict"] == ended["statistics"]["conflicts"]
    assert ([], [1, 26, 63]) == (begun["assumptions"], begun["clues"])
    assert "243 clauses, 3 of them the clues" in text
    page = run(*options, "--to", "html", code=0).stdout
    assert "conflict: the clause that blocks solution 1 is false" in page
