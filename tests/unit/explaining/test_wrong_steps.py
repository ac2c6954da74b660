"""Should a technique be wrong, what it leads to is not passed on as an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku import Session, Status
from satdoku.deduce import path
from satdoku.deduce.step import Step
from satdoku.deduce.technique import Technique
from satdoku.errors import EngineError, InputError
from satdoku.explaining.explain import explain
from satdoku.explaining.explanation import End
from satdoku.explaining.rating import rate
from satdoku.geometry import Geometry
from satdoku.grid import Grid

if TYPE_CHECKING:
    from satdoku.deduce.view import View

FOUR = "1... ..2. ..3. 4..."
SEVERAL = "1... .... .... ...."
NONE = "....4..32.....1."
BOARD = Geometry(2, 2)
WRONG = Step(BOARD, Technique.NAKED_SINGLE, ((1, 3),), cells=(1,))
EMPTIES = Step(
    BOARD,
    Technique.HIDDEN_PAIR,
    removes=tuple((3, digit) for digit in BOARD.digits),
    cells=(2, 3),
    digits=(3, 4),
    units=(0,),
)


def begin_with(monkeypatch: pytest.MonkeyPatch, where: str, *steps: Step) -> None:
    """Let paths begin with some steps, and go on as they do."""
    known = path.next_step
    first = iter(steps)

    def next_step(view: View, *of: object) -> Step | None:
        return next(first, None) or known(view, *of)  # type: ignore[arg-type]

    monkeypatch.setattr(f"satdoku.{where}.next_step", next_step)


@pytest.mark.parametrize("step", [WRONG, EMPTIES])
def test_explanations(monkeypatch: pytest.MonkeyPatch, step: Step) -> None:
    """They end in an error as soon as nothing can be right any more."""
    begin_with(monkeypatch, "explaining.explain", step)

    with pytest.raises(EngineError, match="nothing can be right after this: "):
        explain(FOUR)


def test_explanations_of_several(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a solution here, too."""
    begin_with(monkeypatch, "explaining.explain", EMPTIES)

    with pytest.raises(EngineError, match="right after this: Hidden Pair: r1c4<>1"):
        explain(SEVERAL)


def test_explanations_of_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no solution they end, and that is no error."""
    begin_with(monkeypatch, "explaining.explain", EMPTIES)
    told = explain(NONE)

    assert (End.NONE, 1) == (told.end, len(told.entries))


def test_the_end_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full grid that is none of the puzzle's solutions."""
    wrong = Grid.parse("1234 3412 2143 4321")
    monkeypatch.setattr("satdoku.deduce.state.State.grid", lambda _: wrong)

    with pytest.raises(EngineError, match="these steps led to no solution of 1"):
        explain(FOUR)
    with pytest.raises(EngineError, match="a path led to no solution of 1"):
        rate(FOUR)


@pytest.mark.parametrize("step", [WRONG, EMPTIES])
def test_ratings(monkeypatch: pytest.MonkeyPatch, step: Step) -> None:
    """No score is told of a path that leads nowhere."""
    begin_with(monkeypatch, "explaining.rating", step)

    with pytest.raises(EngineError, match="a path led to no solution of 1"):
        rate(FOUR)


def test_ratings_of_improper_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """There the puzzle is at fault."""
    begin_with(monkeypatch, "explaining.rating", EMPTIES)

    with pytest.raises(InputError, match="several solutions cannot be rated"):
        rate(SEVERAL)


def test_engine_logic(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle that is known to have a solution has one."""
    session = Session("logic", techniques=["usual"])
    begin_with(monkeypatch, "logic", EMPTIES)
    with pytest.raises(EngineError, match="logic led to no solution of 1"):
        session.solve(Grid.parse(FOUR))

    begin_with(monkeypatch, "logic", EMPTIES)
    assert Status.NONE is session.solve(Grid.parse(NONE)).status


def test_guesses_are_of_the_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no technique leads on, digits are filled in, and each is counted."""
    monkeypatch.setattr("satdoku.explaining.rating.next_step", lambda *_: None)
    rating = rate(FOUR)

    assert (12, 120_000) == (rating.guesses, rating.score)
    assert rating.level is not None
    assert "Extreme" == rating.level.title
