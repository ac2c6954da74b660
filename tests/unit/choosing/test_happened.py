"""What is said of an answer: what happened, and nothing that did not."""

from __future__ import annotations

import pytest

from satdoku.choose import Question, choose
from satdoku.choosing.happened import happened
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.session import Session

NINE = Geometry(3, 3)
EASY = Grid.parse("1... ..2. ..3. 4...")


def test_singles_alone() -> None:
    """Nobody is named who was not asked."""
    assert "singles alone answered it" == Session().solve(EASY).because


def test_a_trial_that_was_late() -> None:
    """It is not told as an answer."""
    result = Session().solve(Grid.parse("." * 81), timeout=1e-9)

    assert not result.certain
    assert "the time was over before a search" == result.because


def test_a_trial_that_ran_out_of_time() -> None:
    """How far it came is told."""
    told = happened(choose(Geometry(3, 3), Question.FEW), ["bitmask"], 40, late=True)

    assert "the time was over after a short search of 40 steps" == told


@pytest.mark.parametrize(
    ("engines", "said"),
    [
        (["dpll"], "plain search did without a solver that learns"),
        (["dpll", "minisat22"], "conflicts without a solution; minisat22 took over"),
        (["dpll", "lanes"], "lanes started over after 500 solutions"),
        (["dpll", "minisat22", "lanes"], "took over; lanes started over after 500"),
    ],
)
def test_all_solutions(engines: list[str], said: str) -> None:
    """Each engine that searched is told, and why it came."""
    choice = choose(NINE, Question.ALL, spreadable=True)

    assert said in happened(choice, engines)


def test_asked_for() -> None:
    """An engine that was asked for needs no other reason."""
    choice = choose(NINE, Question.FEW, engine="minisat22")

    assert "it was asked for" == happened(choice, ["minisat22"])
