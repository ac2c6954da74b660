"""When a session turns to lanes, and what they answer in it."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from satdoku import Count, Grid, InputError, Session, Status, UsageError
from satdoku.choose import AUTO, Attempt, Choice, Question, SoFar, choose
from satdoku.geometry import Geometry
from satdoku.lanes.search import find_executor
from tests.unit.session_puzzles import HARD, MANY, sets


def pretend_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behave as where lanes is compiled; whatever runs it here."""
    executor = find_executor()
    monkeypatch.setattr("satdoku.spread.is_compiled", lambda: True)
    monkeypatch.setattr("satdoku.ledger.is_compiled", lambda: True)
    monkeypatch.setattr("satdoku.spread._COMPILED", executor)


@pytest.mark.parametrize("many", [1, 2, 31, 33, 500, 871, 872, 873])
@pytest.mark.parametrize("patience", [None, 1, 3, 8])
def test_nothing_is_lost_before_lanes(
    monkeypatch: pytest.MonkeyPatch, patience: int | None, many: int
) -> None:
    """However many solutions came first, from whichever engine, each comes once."""
    attempts = (
        Attempt("dpll", patience, many),
        Attempt("minisat22", None, many),
        Attempt("lanes"),
    )
    choice = Choice(
        "extended", simplified=True, shared=False, attempts=attempts, because=""
    )
    monkeypatch.setattr("satdoku.ledger.choose", lambda *_, **__: choice)
    pretend_compiled(monkeypatch)
    puzzle = Grid.parse(MANY)
    walk = Session().solutions(puzzle)
    found = list(walk)
    told: list[int] = []

    assert (872, 872) == (len(found), len(set(found)))
    assert all(grid.solves(puzzle) for grid in found)
    assert (many <= 872) == walk.engine.endswith("lanes")
    assert Count(872, exact=True) == Session().count(puzzle, progress=told.append)
    assert (872, sorted(told)) == (told[-1], told)
    for limit in (many - 1, many, 871, 872, 10_000):
        expected = Count(min(limit, 872), exact=limit >= 872)
        assert expected == Session().count(puzzle, limit)


def test_many_solutions_wait_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where lanes is not compiled, more solutions come first."""
    asked: list[None] = []
    monkeypatch.setattr("satdoku.choose._MANY", 100)
    monkeypatch.setattr("satdoku.spread._UNCOMPILED_ENOUGH", 300)
    monkeypatch.setattr("satdoku.spread.is_compiled", lambda: asked.append(None))
    monkeypatch.setattr("satdoku.lanes.search.find_executor", lambda _="auto": "numpy")
    session = Session()
    walk = session.solutions(Grid.parse(MANY))
    before = [next(walk) for _ in range(300)]
    by_then, so_far = walk.engine, len(asked)
    rest = list(walk)

    assert ("dpll", 1) == (by_then, so_far)
    assert "dpll lanes" == walk.engine
    assert 872 == len({*before, *rest}) == 300 + len(rest)
    monkeypatch.setattr("satdoku.ledger.is_compiled", lambda: False)
    assert session.solutions(Grid.parse(MANY)).encoding == "extended"


def test_many_solutions_go_to_lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    """After some hundred of one puzzle; of the next ones at once."""
    many, one = sets(MANY, HARD)
    session = Session()
    pretend_compiled(monkeypatch)
    monkeypatch.setattr("satdoku.choose._MANY", 873)
    few = session.solutions(many)
    assert 872 == len(list(few))
    monkeypatch.setattr("satdoku.choose._MANY", 300)
    first = session.solutions(many)
    before = list(islice(first, 300))
    by_then = first.engine
    rest = list(first)
    second = session.solutions(many)
    found = set(second)

    assert ("dpll", "dpll", "dpll lanes") == (few.engine, by_then, first.engine)
    assert "lanes started over after 300 solutions" == first.because
    assert "decisions" in first.statistics
    assert ("lanes", "", False) == (second.engine, second.encoding, second.simplified)
    assert "loaded" in second.because
    assert 872 == len(found)
    assert found == {*before, *rest}
    assert Count(1, exact=True) == session.count(one)
    assert "lanes" not in session.solve(many).engine
    masks = [*many.left()[:1], many.left()[1] & (many.left()[1] - 1), *many.left()[2:]]
    for puzzle in (many.with_candidates(masks), Grid(Geometry(2, 2), (0,) * 16)):
        other = session.solutions(puzzle)
        assert len(list(other)) > 100
        assert "lanes" not in other.engine
    assert "lanes" not in Session(encoding="extended").solutions(many).because


@pytest.mark.parametrize(
    ("options", "last"),
    [
        ({}, "lanes"),
        ({"most": 100_000}, "lanes"),
        ({"most": 1_000}, "minisat22"),
        ({"encoding": "extended"}, "minisat22"),
        ({"engine": "dpll"}, "dpll"),
        ({"spreadable": False}, "minisat22"),
        ({"so_far": SoFar(spreading=True), "most": 2}, "lanes"),
        ({"so_far": SoFar(spreading=True), "engine": "dpll"}, "dpll"),
    ],
)
def test_who_comes_last(options: dict[str, Any], last: str) -> None:
    """Lanes is loaded for many solutions only, and where nothing else is asked for."""
    asked: dict[str, Any] = {"spreadable": True, **options}
    choice = choose(Geometry(3, 3), Question.ALL, **asked)
    few = choose(Geometry(3, 3), Question.FEW, **asked)

    assert last == choice.attempts[-1].engine
    assert (last == "lanes") == (choice.attempts[0].many == 500 or not choice.encoding)
    assert "lanes" not in {attempt.engine for attempt in few.attempts}


@pytest.mark.parametrize(
    ("engine", "encoding", "puzzle", "far"),
    [
        (AUTO, None, "." * 81, True),
        ("lanes", None, "." * 81, True),
        ("dpll", None, "." * 81, False),
        (AUTO, "extended", "." * 81, False),
        (AUTO, None, "." * 16, False),
    ],
)
@pytest.mark.parametrize("compiled", [True, False])
def test_usual_limit(
    monkeypatch: pytest.MonkeyPatch,
    engine: str,
    encoding: str | None,
    puzzle: str,
    *,
    far: bool,
    compiled: bool,
) -> None:
    """Counting reaches a hundred times as far where compiled lanes count."""
    monkeypatch.setattr("satdoku.session.is_quick", lambda: compiled)
    limit = Session(engine, encoding).usual_limit(Grid.parse(puzzle))

    assert limit == (10_000_000 if far and compiled else 100_000)


def test_usual_limit_with_candidates() -> None:
    """Lanes takes clues alone, so counting does not reach as far."""
    puzzle = Grid.of_candidates(Geometry(3, 3), [511] * 80 + [255])

    assert 100_000 == Session().usual_limit(puzzle)


def test_engine_lanes() -> None:
    """Asked for by name: status, both solutions, what it took; no formula is made."""
    session = Session("Lanes")
    several, unique, clash = (
        session.solve(puzzle) for puzzle in sets(MANY, HARD, "11" + "." * 79)
    )
    first = session.solve(Grid.parse(MANY), unique=False)

    assert Status.SEVERAL is several.status
    assert several.solution is not None
    assert several.other is not None
    assert several.other != several.solution
    assert several.other.solves(several.puzzle)
    assert Status.UNIQUE is unique.status
    assert Session("dpll").solve(unique.puzzle).solution == unique.solution
    assert ("lanes", "", "it was asked for") == (
        unique.engine,
        unique.encoding,
        unique.because,
    )
    assert {"guesses", "sweeps"} == unique.statistics.keys()
    assert Status.NONE is clash.status
    assert clash.reason is not None
    assert (Status.SOLVED, None) == (first.status, first.other)
    assert Status.UNKNOWN is session.solve(unique.puzzle, timeout=0).status
    session.close()
    assert Status.UNIQUE is session.solve(unique.puzzle).status


def test_engine_lanes_refuses_what_it_does_not_take() -> None:
    """Recipes and rules at once; puzzles when they are asked about."""
    small = Grid(Geometry(2, 2), (0,) * 16)
    session = Session("lanes")

    with pytest.raises(UsageError, match="takes no formula; leave out the encoding"):
        Session("lanes", "extended")
    with pytest.raises(UsageError, match="no decision rules"):
        Session("lanes", rule="first")
    with pytest.raises(InputError, match="9x9"):
        session.solve(small)
    with pytest.raises(InputError, match="9x9"):
        session.count(small)
    with pytest.raises(InputError, match="9x9"):
        next(session.solutions(small))
