"""Steps are checked by SAT, whatever reason they give."""

from __future__ import annotations

from satdoku.deduce.state import State
from satdoku.deduce.step import Step
from satdoku.deduce.technique import Technique
from satdoku.explaining.step_checker import step_checker
from satdoku.grid import Grid

PUZZLE = Grid.parse("1... ..2. ..3. 4...")


def step(
    places: tuple[tuple[int, int], ...] = (), removes: tuple[tuple[int, int], ...] = ()
) -> Step:
    """A step that says this and that, whatever its technique."""
    return Step(PUZZLE.geometry, Technique.NAKED_PAIR, places, removes)


def test_what_follows_is_proved() -> None:
    """A right digit and wrong candidates leave nothing unproved."""
    with step_checker(PUZZLE.geometry) as checker:
        assert () == checker.unproved(step(((1, 2),), ((2, 3),)), PUZZLE)


def test_what_does_not_follow_is_told() -> None:
    """A wrong digit, and the removal of a right candidate."""
    with step_checker(PUZZLE.geometry) as checker:
        found = checker.unproved(step(((1, 3),), ((1, 2), (2, 3))), PUZZLE)

    assert ((1, 3), (1, 2)) == found


def test_candidates_of_the_position_count() -> None:
    """What was removed before is a premise, so that later steps can rest on it."""
    empty = Grid.parse("." * 16)
    state = State.of(empty)
    for cell, digit in ((2, 3), (3, 3)):
        state.remove(cell, digit)
    pointing = step(removes=((4, 3), (5, 3)))
    claiming = step(removes=((6, 3), (7, 3)))
    with step_checker(empty.geometry) as checker:
        assert ((6, 3), (7, 3)) == checker.unproved(claiming, empty)
        assert () == checker.unproved(pointing, state.grid())


def test_impossible_candidates() -> None:
    """Of all candidates of a position those without a solution are told."""
    candidates = [(1, 2), (1, 3), (2, 4)]
    with step_checker(PUZZLE.geometry) as checker:
        assert [(1, 3)] == checker.impossible(PUZZLE, candidates)
