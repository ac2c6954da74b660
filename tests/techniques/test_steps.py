"""A step is a value; what it does is written in the standard notation."""

import pickle
from dataclasses import replace

import pytest

from satdoku import Geometry, Puzzle, explain, find_steps
from tests.conftest import table
from tests.techniques.support import (
    CellSet,
    Node,
    Step,
    Technique,
    golden,
    position,
)
from tests.techniques.test_golden_steps import FILE

NINE, SIXTEEN = Geometry(9, 9), Geometry(16, 16)
STEP = Step(
    NINE,
    Technique.HIDDEN_SINGLE,
    places=((33, 5),),
    cells=(33,),
    digits=(5,),
    units=(23,),
)


def outcome(removes=(), places=(), geometry=NINE):
    return Step(geometry, Technique.POINTING, tuple(places), tuple(removes)).outcome


def test_it_is_a_value():
    again = replace(STEP)
    assert STEP == again
    assert 1 == len({STEP, again, pickle.loads(pickle.dumps(STEP))})
    assert STEP != replace(STEP, units=(5,))
    with pytest.raises(AttributeError):
        STEP.cells = ()
    for step in explain("1... ..2. ..3. 4...").entries:
        assert step == pickle.loads(pickle.dumps(step))


def test_it_says_what_it_does_and_why():
    assert "r4c7=5" == STEP.outcome
    assert STEP.technique.title in str(STEP)
    assert STEP.outcome in str(STEP)
    assert STEP.reason in str(STEP)
    assert "box 6" in STEP.reason


@pytest.mark.parametrize(
    ("cells", "text"),
    table(__file__, "test_cells_in_line_are_written_together"),
)
def test_cells_in_line_are_written_together(cells, text):
    expected = ", ".join(f"{part}<>4" for part in text.split(", "))
    assert expected == outcome((cell, 4) for cell in cells)


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        ([0, 9, 15], "r1c1.10.16"),
        ([0, 1], "r1c12"),
        ([15, 11 * 16 + 15], "r1.12c16"),
        ([255], "r16c16"),
    ],
)
def test_numbers_of_large_boards_are_set_apart(cells, text):
    assert f"{text}<>4" == outcome([(cell, 4) for cell in cells], geometry=SIXTEEN)


def test_candidates_are_in_the_order_of_digits():
    removes = [(0, 7), (0, 4), (1, 4), (10, 4)]
    assert "r1c12<>4, r2c2<>4, r1c1<>7" == outcome(removes)
    removes = [(64, 9), (73, 9), (42, 9), (43, 9), (64, 8), (73, 8)]
    assert "r89c2<>8, r5c78<>9, r89c2<>9" == outcome(removes)
    assert "r1c1=1, r1c5<>2" == outcome([(4, 2)], [(0, 1)])


def test_chains_are_written_as_in_eureka_notation():
    """Strong links lead to what is on, weak ones to what is off; groups are cells."""
    chain = (
        Node(4, (0,), on=False),
        Node(4, (3, 4), on=True),
        Node(7, (4,), on=False),
        Node(7, (22,), on=True),
    )
    step = Step(NINE, Technique.AIC, removes=((2, 4),), chains=(chain,))
    assert "(4)r1c1=(4)r1c45-(7)r1c5=(7)r3c5" in str(step)


def test_nodes_and_sets_are_tuples():
    node = Node(4, (0,), on=True)
    assert (4, (0,), True, -1, ()) == node
    assert ((0, 1), (4, 5), "pivot") == CellSet((0, 1), (4, 5), "pivot")


def check_links(step, open_, units):
    """Each link of a chain follows: weak, both cannot be; strong, one has to be."""
    for chain in step.chains:
        for index, node in enumerate(chain[1:], 1):
            first = chain[index - 1]
            if node.after or node.by >= 0:
                continue
            assert first.on != node.on
            if first.on:
                together = set(first.cells) | set(node.cells)
                assert (
                    first.cells == node.cells
                    if first.digit != node.digit
                    else all(
                        any({a, b} <= set(unit) for unit in units)
                        for a in first.cells
                        for b in node.cells
                    )
                ), (step, together)
            elif first.digit != node.digit:
                assert first.cells == node.cells
                assert {first.digit, node.digit} == open_[node.cells[0]]
            else:
                both = {*first.cells, *node.cells}
                assert any(
                    both <= set(unit)
                    and both == {c for c in unit if node.digit in open_[c]}
                    for unit in units
                )


def test_links_of_chains_hold():
    """Those of the golden positions, from the candidates alone."""
    chained = 0
    for one in golden(FILE):
        if "now" not in one or "als" in one["techniques"][-1]:
            continue
        puzzle = Puzzle(one["puzzle"], geometry=Geometry.parse(one["box"]))
        now = position(one["now"], puzzle.geometry)
        open_ = [
            set()
            if now.values[cell]
            else {d for d in now.geometry.digit_range if m >> d - 1 & 1}
            for cell, m in enumerate(now.candidate_masks())
        ]
        steps = [] if "forcing" in one["techniques"][-1] else one["steps"]
        if not any(step.get("chains") for step in steps):
            continue
        for step in find_steps(puzzle, now=now, techniques=one["techniques"][-1]):
            if not step.covers:
                check_links(step, open_, now.geometry.units)
                chained += 1
    assert chained > 80
