"""A session keeps what can be used again, and believes no engine."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

from satdoku import (
    Count,
    EngineError,
    Grid,
    InputError,
    Session,
    Status,
    Stopped,
    UsageError,
)
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
from satdoku.lanes.search import find_executor

if TYPE_CHECKING:
    from collections.abc import Iterator

HARD = (
    "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
)
MANY = (
    "8.........95.......76.........426798...571243...893165......916....3.487....1.532"
)


def sets(*lines: str) -> list[Grid]:
    """Parse puzzles."""
    return [Grid.parse(line) for line in lines]


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
    asked = choose(Geometry(3, 3), Question.FEW, engine="glucose4", encoding="triad")

    assert [BITMASK, PUZZLE_LEARNER] == [attempt.engine for attempt in small.attempts]
    assert small.simplified
    assert not warm.simplified
    assert [PUZZLE_LEARNER] == [attempt.engine for attempt in warm.attempts]
    assert [LEARNER] == [attempt.engine for attempt in large.attempts]
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
