"""`study.tracing.trace`: events of a search, its end, limits; every line replayed."""

from itertools import islice

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import satdoku
from satdoku.cnf import encode
from satdoku.runtime.deadline import Deadline
from satdoku.study.tracing import trace
from satdoku.study.tracing.clauses import Words
from tests.conftest import nightly
from tests.puzzles import INKALA as HARD
from tests.tracing.replay import JUMPING, Replay, formula, lines_of

PROPER = "1.....2...3.4..."
EIGHTEEN = "1... .... .... ...2"
TWO = "1... .... ...2 ...."
PUZZLES = [
    HARD,
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
    "11" + "." * 79,
    PROPER,
]
HEURISTICS = ["fewest", "fewest-first", "first", "dlis", "jeroslow-wang", "random:7"]


def kinds(found):
    return [event.kind for event in found]


def test_events_of_a_puzzle_with_one_solution():
    traced = trace(PROPER)
    begun, *events, ended = traced
    summary = ended.summary

    assert (PROPER, "extended", 64, 384) == (
        traced.info.puzzle.line,
        traced.info.encoding,
        traced.info.variables,
        traced.info.clauses,
    )
    assert ["r1c1=1", "r2c3=2", "r3c3=3", "r4c1=4"] == [
        event.name for event in events if event.kind == "assumed"
    ]
    assert ["1243342121344312"] == [
        e.solution.line for e in events if e.kind == "found"
    ]
    assert list(range(1, len(events) + 1)) == [event.number for event in events]
    assert ("complete", len(events)) == (summary.ending, summary.events)
    assert [begun, *events, ended] == list(traced)


def test_events_are_values():
    first, second = islice(trace(PROPER), 1, 3)
    again = next(islice(trace(PROPER), 1, None))

    assert first == again
    assert hash(first) == hash(again)
    assert "r1c1=1" in str(first)
    with pytest.raises(AttributeError):
        second.literal = 1


def test_trace_is_lazy():
    traced = trace("." * 81, solutions=None, limit=None)
    found = (event for event in traced if event.kind == "found")

    assert 3 == len(list(islice(found, 3)))


@pytest.mark.parametrize(
    ("puzzle", "solutions", "found", "ending"),
    [
        (EIGHTEEN, 1, 1, "enough"),
        (EIGHTEEN, 7, 7, "enough"),
        (EIGHTEEN, None, 18, "complete"),
        ("." * 16, 3, 3, "enough"),
        ("11" + "." * 14, None, 0, "complete"),
    ],
)
def test_solutions(puzzle, solutions, found, ending):
    _, *events, ended = trace(puzzle, solutions=solutions)
    solved = [event.solution for event in events if event.kind == "found"]

    assert found == len(solved) == len(set(solved))
    assert ending == ended.summary.ending


@pytest.mark.parametrize("encoding", ["extended", "triad", "extended-commander"])
def test_every_solution_comes_once(encoding):
    events = trace(EIGHTEEN, encoding=encoding, solutions=None)
    found = {event.solution.line for event in events if event.kind == "found"}

    assert {grid.line for grid in satdoku.solutions(EIGHTEEN)} == found


def test_limits():
    _, *events, ended = trace("." * 81, limit=40)
    summary = ended.summary
    *_, timed = trace("." * 81, solutions=None, timeout=0)

    assert (40, 40, "stopped") == (len(events), summary.events, summary.ending)
    assert "40" in summary.why
    assert "stopped" == timed.summary.ending


def test_info_names_encoding_heuristic_and_simplification():
    traced = trace(PROPER, encoding="minimal", heuristic="first")
    small = trace(PROPER, simplified=True)

    assert ("minimal", "first", False) == (
        traced.info.encoding,
        traced.info.heuristic,
        traced.info.simplified,
    )
    assert (0, True) == (small.info.variables, small.info.simplified)
    assert ["begun", "found", "ended"] == kinds(small)


def test_a_grid_without_boxes():
    latin = satdoku.Puzzle("1" + "." * 15, geometry=satdoku.Geometry(4, 4, box=None))
    found = trace(latin, solutions=1)

    assert ("4x4", None) == (found.info.size, found.info.box)
    assert "box" not in found.text()


def test_clashing_clues():
    *events, _ = trace("11.. .... .... ....")
    _, refuted, _ = trace("12.3 ..4. .... ....", simplified=True)

    assert "conflict" == events[-1].kind
    assert ("r1c2=1", 0, None) == (
        events[-1].clause.text,
        events[-1].level,
        events[-1].clause.number,
    )
    assert () == refuted.clause.literals
    assert "no place for 4" in refuted.clause.meaning


def test_ruled_out_candidates_are_assumed():
    grid = satdoku.Puzzle("1... .... .... ....")
    puzzle = grid.with_candidates((15, 7) + (15,) * 14)

    assert ["r1c1=1", "r1c2≠4"] == [
        event.name for event in trace(puzzle) if event.kind == "assumed"
    ]


def test_text_json_and_tree_agree():
    traced = trace(TWO)
    lines = lines_of(traced)

    assert kinds(traced) == [line["event"] for line in lines]
    assert 2 == traced.tree().counts.solution
    text = traced.text()
    for event in traced:
        if event.kind in {"assumed", "decided", "propagated"}:
            assert event.name in text


@pytest.mark.parametrize(
    "wrong",
    [
        {"solutions": 0},
        {"solutions": True},
        {"limit": -1},
        {"limit": "9"},
        {"timeout": -1},
        {"heuristic": "nonsense"},
        {"encoding": "nonsense"},
    ],
)
def test_bad_arguments(wrong):
    with pytest.raises(satdoku.UsageError):
        trace(PROPER, **wrong)


def test_a_formula_has_no_encoding():
    assert "formula" == trace(JUMPING).info.kind
    for wrong in ({"encoding": "extended"}, {"simplified": True}):
        with pytest.raises(satdoku.UsageError):
            trace(JUMPING, **wrong)
    with pytest.raises(satdoku.InputError):
        trace("1...")


@st.composite
def formulas(draw):
    variables = draw(st.integers(1, 7))
    literals = st.integers(1, variables).flatmap(lambda v: st.sampled_from([v, -v]))
    clause = st.lists(literals, min_size=1, max_size=draw(st.sampled_from([2, 3, 5])))
    most = draw(st.sampled_from([4, 12, 30]))
    return formula(variables, *draw(st.lists(clause.map(tuple), max_size=most)))


@given(formulas(), st.sampled_from(HEURISTICS), st.sampled_from([1, 2, None]))
@example(JUMPING, "first", None)
def test_traces_of_formulas_replay(case, heuristic, solutions):
    """Line by line, every claim is true; nothing is found twice; the tree counts."""
    traced = trace(case, heuristic=heuristic, solutions=solutions)
    lines = lines_of(traced)
    replay = Replay(list(case), ())
    replay.run(lines)
    counts = traced.tree().counts

    assert len(replay.models) == len(set(replay.models)) == counts.solution
    assert replay.counts.get("conflict", 0) == counts.conflict
    assert replay.counts.get("decided", 0) == counts.decided
    assert replay.jumps == counts.jumped
    assert 2 * counts.decided + 1 == counts.nodes


@pytest.mark.parametrize("encoding", ["extended", "triad-lite"])
@pytest.mark.parametrize("puzzle", nightly(PUZZLES, *PUZZLES[2:]))
def test_traces_of_puzzles_replay(puzzle, encoding):
    simplified = encoding == "extended"
    traced = trace(
        puzzle, encoding=encoding, simplified=simplified, solutions=2, limit=6000
    )
    lines = lines_of(traced)
    # Clues are assumed, and stand at the end of what `cnf` writes.
    written = list(satdoku.encode(puzzle, encoding, simplified=simplified))
    clauses = written[: lines[0]["clauses"]]
    replay = Replay(clauses, tuple(lines[0]["assumptions"]))
    replay.run(lines)
    solutions = [line["solution"] for line in lines if line["event"] == "found"]
    grid = satdoku.Puzzle(puzzle)

    assert traced.tree().counts.conflict == replay.counts.get("conflict", 0)
    assert all(grid.is_solution(satdoku.Grid(one)) for one in solutions)


def test_a_timeout_covers_loading_and_names():
    begun, ended = trace([0] * 36**2, timeout=0)
    words = Words(encode("1... .... .... ...."), Deadline(0))

    assert ("begun", "out of time", {}) == (
        begun.kind,
        ended.summary.why,
        ended.summary.statistics,
    )
    assert words.clause((-1, -2)).number is None
