"""A session keeps what can be used again, and believes no engine."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from satdoku import EngineError, Grid, Session, Status, Stopped, UsageError
from satdoku.choose import (
    AUTO,
    BITMASK,
    LEARNER,
    PUZZLE_LEARNER,
    Attempt,
    Choice,
    Question,
    SoFar,
    choose,
    cost,
)
from satdoku.engines import register
from satdoku.engines.dpll.engine import Dpll
from satdoku.geometry import Geometry
from tests.unit.session_puzzles import HARD, MANY, sets

if TYPE_CHECKING:
    from collections.abc import Iterator


class Liar(Dpll):
    """An engine that swaps two digits of every model."""

    def models(
        self, *arguments: object, **options: object
    ) -> Iterator[tuple[int, ...]]:
        """Yield models that are none."""
        for model in super().models(*arguments, **options):  # type: ignore[arg-type]
            yield (model[0] % 9 + 1, *model[1:])


def test_a_wrong_model_does_not_get_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that breaks the rules is an error that names the engine."""
    monkeypatch.setattr(register, "load", lambda _, formula, **__: Liar(formula))

    with pytest.raises(EngineError, match="dpll"):
        Session("dpll").solve(Grid.parse(HARD))


def test_warm_and_cold_answer_alike() -> None:
    """The whole formula, loaded after some puzzles, answers as the simplified ones."""
    session = Session()
    answers = [session.solve(Grid.parse(HARD)) for _ in range(60)]

    assert {True, False} == {answer.simplified for answer in answers}
    assert 1 == len({answer.solution for answer in answers})


@pytest.mark.parametrize("patience", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("question", list(Question))
def test_nothing_is_lost_between_engines(
    monkeypatch: pytest.MonkeyPatch, patience: int, question: Question
) -> None:
    """However early plain search gives up, each solution comes exactly once."""

    def impatient(geometry: Geometry, asked: Question, **options: object) -> Choice:
        del geometry, options
        attempts = (Attempt("dpll", patience), Attempt("dpll", 2 * patience))
        last = Attempt(LEARNER)
        every = asked is Question.ALL
        return Choice("extended", every, not every, (*attempts, last), "a test")

    monkeypatch.setattr("satdoku.ledger.choose", impatient)
    for puzzle in sets(HARD, MANY, HARD.replace("9", ".")[:60] + HARD[60:]):
        expected = set(Session("dpll").solutions(puzzle))
        if question is Question.ALL:
            found = list(Session().solutions(puzzle))
            assert expected == set(found)
            assert len(expected) == len(found)
        else:
            answer = Session().solve(puzzle)
            assert (len(expected) > 1) == (answer.status is Status.SEVERAL)
            assert answer.solution in expected


@pytest.mark.parametrize("patience", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("simplified", [True, False])
def test_candidates_hold_from_engine_to_engine(
    monkeypatch: pytest.MonkeyPatch, patience: int, *, simplified: bool
) -> None:
    """What a puzzle rules out stays so in what one engine leaves to the next."""
    attempts = (Attempt("dpll", patience), Attempt("dpll", 2 * patience))
    choice = Choice(
        "extended", simplified, not simplified, (*attempts, Attempt("minisat22")), ""
    )
    plain = Grid.parse(MANY)
    every = list(Session("dpll").solutions(plain))
    masks = list(plain.left())
    masks[1] &= ~(1 << (every[0].values[1] - 1))
    puzzle = plain.with_candidates(masks)
    expected = {grid for grid in every if grid.solves(puzzle)}
    monkeypatch.setattr("satdoku.ledger.choose", lambda *_, **__: choice)
    session = Session()
    for asked, solutions in ((plain, set(every)), (puzzle, expected)) * 2:
        walk = session.solutions(asked)
        found = list(walk)
        assert solutions == set(found)
        assert len(solutions) == len(found)
    assert 100 < len(expected) < len(every)


def test_the_choice() -> None:
    """Small grids begin with a trial, large ones with a solver that learns."""
    small = choose(Geometry(3, 3), Question.FEW)
    warm = choose(Geometry(3, 3), Question.FEW, so_far=SoFar(coming=300))
    large = choose(Geometry(6, 6), Question.FEW)
    largest = choose(Geometry(10, 10), Question.FEW)
    asked = choose(Geometry(3, 3), Question.FEW, engine="glucose4", encoding="triad")

    assert [BITMASK, PUZZLE_LEARNER] == [attempt.engine for attempt in small.attempts]
    assert small.simplified
    assert not warm.simplified
    assert [PUZZLE_LEARNER] == [attempt.engine for attempt in warm.attempts]
    assert [PUZZLE_LEARNER] == [attempt.engine for attempt in large.attempts]
    assert [LEARNER] == [attempt.engine for attempt in largest.attempts]
    assert (("glucose4",), "triad") == (
        tuple(attempt.engine for attempt in asked.attempts),
        asked.encoding,
    )


def test_an_engine_stopped_for_good() -> None:
    """A limit of time is told, whichever engine searches."""
    empty = Grid(Geometry(5, 5), (0,) * 625)
    for engine in (AUTO, "dpll"):
        with pytest.raises(Stopped):
            for _ in Session(engine).solutions(empty, timeout=0.3):
                pass


def test_closing() -> None:
    """A closed session can be used again; engines are loaded anew."""
    session = Session("dpll", "triad-lite")
    first = session.solve(Grid.parse(HARD))
    session.close()

    assert first.solution == session.solve(Grid.parse(HARD)).solution


@pytest.mark.parametrize("engine", ["dpll", "minisat22", "cadical153"])
def test_walks_on_whole_formulas_do_not_disturb_each_other(engine: str) -> None:
    """Two walks and a call take turns on one session; each gets its own solutions."""
    session = Session(engine, "extended")
    many, hard = sets(MANY, HARD)
    expected = set(Session("dpll").solutions(many))
    one, two = session.solutions(many), session.solutions(many)
    first: list[Grid] = []
    second: list[Grid] = []
    for _ in range(3):
        first.append(next(one))
        second.append(next(two))
        assert session.solve(hard).is_unique is True
    first += one
    second += two

    assert expected == set(first) == set(second)
    assert len(expected) == len(first) == len(second)


@pytest.mark.parametrize("engine", ["dpll", "minisat22"])
def test_a_resting_walk_outlives_the_session(engine: str) -> None:
    """Closing a session frees what nobody uses; a walk goes on to its end."""
    session = Session(engine, "extended")
    many = Grid.parse(MANY)
    expected = set(session.solutions(many))
    walk = session.solutions(many)
    first = next(walk)
    session.close()

    assert expected == {first, *walk}


def test_decision_rules() -> None:
    """A rule can be asked for by name; it is that of the hand-written engine."""
    counted = {
        rule: Session(rule=rule, encoding="extended").solve(Grid.parse(HARD))
        for rule in ("fewest", "first", "random:1")
    }

    assert 1 == len({result.solution for result in counted.values()})
    assert 3 == len({result.statistics["decisions"] for result in counted.values()})
    with pytest.raises(UsageError, match="no decision rules"):
        Session("glucose4", rule="first")
    with pytest.raises(UsageError, match="tallest"):
        Session(rule="tallest")


@pytest.mark.parametrize("unique", [False, True])
def test_a_puzzle_is_paid_for_once(
    monkeypatch: pytest.MonkeyPatch, *, unique: bool
) -> None:
    """However many engines a puzzle needs, its conflicts count once."""
    attempts = (Attempt("dpll", 2), Attempt("dpll"))
    choice = Choice(
        "extended", simplified=True, shared=False, attempts=attempts, because=""
    )
    asked: list[float] = []

    def remember(*_: object, so_far: SoFar, **__: object) -> Choice:
        asked.append(so_far.spent)
        return choice

    monkeypatch.setattr("satdoku.ledger.choose", remember)
    session = Session()
    first = session.solve(Grid.parse(HARD), unique=unique)
    session.solve(Grid.parse(HARD), unique=unique)

    assert "dpll dpll" == first.engine
    assert [0.0, cost(first.statistics["conflicts"])] == asked


def test_counting_tells_how_far_it_is() -> None:
    """After each solution, so that Ctrl-C loses none."""
    told: list[int] = []
    puzzle = Grid.parse(MANY)
    count = Session().count(puzzle, 100, progress=told.append)

    assert (100, False) == (count.value, count.exact)
    assert list(range(1, 101)) == told

    def interrupt(found: int) -> None:
        told.append(found)
        if found == 7:
            raise KeyboardInterrupt

    session = Session()
    with pytest.raises(KeyboardInterrupt):
        session.count(puzzle, progress=interrupt)
    assert 7 == told[-1]
    assert 872 == session.count(puzzle).value


@pytest.mark.parametrize(
    ("struck", "said"),
    [
        ({0: 0}, "r1c1 has no candidate"),
        (dict.fromkeys(range(9), 0b011111111), "row 1 has no place for 9"),
        (dict.fromkeys(range(0, 81, 9), 0b111111011), "column 1 has no place for 3"),
        ({0: 1, 1: 1}, "r1c[12] has no candidate"),
    ],
)
def test_the_reason_names_what_candidates_make_impossible(
    struck: dict[int, int], said: str
) -> None:
    """On the simplified formula and on the whole one."""
    puzzle = Grid(Geometry(3, 3), (0,) * 81)
    puzzle = puzzle.with_candidates([struck.get(cell, 511) for cell in range(81)])
    for session in (Session(), Session("dpll", "extended"), Session("cadical153")):
        result = session.solve(puzzle)
        assert Status.NONE == result.status
        assert result.reason is not None
        assert re.fullmatch(said, result.reason)
        walk = session.solutions(puzzle)
        assert [] == list(walk)
        assert walk.reason == result.reason
