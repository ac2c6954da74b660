"""The path: what is tried in which order, and how it ends."""

from __future__ import annotations

import pytest

from satdoku import Grid
from satdoku.deduce.path import Ending, every_step, follow, next_step, walk
from satdoku.deduce.searches import searches
from satdoku.deduce.state import State
from satdoku.deduce.technique import USUAL, Level, Technique
from satdoku.deduce.view import View

SINGLES = frozenset(technique for technique in Technique if technique.is_single)
EASY = Grid.parse(
    "208000000050000000064030000080002090501040000030009460900800630000054008005690020"
)


def test_an_easy_puzzle_is_solved() -> None:
    """Its path ends in the solution; level and score are HoDoKu's."""
    path = walk(EASY)

    assert Ending.SOLVED is path.ending
    assert path.end.solves(EASY)
    assert EASY == path.puzzle
    assert (Level.EASY, 216) == (path.level, path.score)
    assert EASY.clue_count + len(path.steps) == 81


def test_the_easiest_technique_first() -> None:
    """No step is taken while an easier one is there."""
    state = State.of(EASY)
    before = state.copy()
    for step in follow(state, SINGLES):
        easiest = next(every_step(before, SINGLES)).technique
        assert easiest is step.technique
        before = state.copy()


def test_stuck() -> None:
    """Without the techniques it takes, a path says so; nothing is guessed."""
    nothing = walk(EASY, set())
    naked = walk(EASY, {Technique.NAKED_SINGLE})

    assert (Ending.STUCK, ()) == (nothing.ending, nothing.steps)
    assert 0 == nothing.score
    assert Level.EASY is nothing.level
    assert {Technique.NAKED_SINGLE} == {step.technique for step in naked.steps}
    assert Ending.STUCK is walk(Grid.parse("12.. .... .... ....")).ending


@pytest.mark.parametrize("text", ["12.. ..3. .... ...4", "11.. .... .... ...."])
def test_broken_from_the_start(text: str) -> None:
    """No step is taken where it can be seen that there is no solution."""
    path = walk(Grid.parse(text))

    assert (Ending.BROKEN, ()) == (path.ending, path.steps)


@pytest.mark.parametrize("text", ["....4..32.....1.", "3.....2.....4..1"])
def test_broken_on_the_way(text: str) -> None:
    """A path ends where that comes to light, and leaves cells empty."""
    path = walk(Grid.parse(text))

    assert Ending.BROKEN is path.ending
    assert path.steps
    assert not path.end.is_complete


def test_clashing_clues_of_a_full_grid() -> None:
    """A full grid that breaks the rules is broken, not solved."""
    full = Grid.parse("1234 3412 2143 4322")

    assert Ending.BROKEN is walk(full).ending
    assert Ending.SOLVED is walk(Grid.parse("1234 3412 2143 4321")).ending


def test_candidates_that_the_puzzle_rules_out() -> None:
    """They are not there on the path either: what was known is not found again."""
    state = State.of(EASY)
    for technique_step in follow(state, {Technique.POINTING, Technique.CLAIMING}):
        assert technique_step.removes
    now = state.grid()

    assert not walk(now, {Technique.POINTING, Technique.CLAIMING}).steps


def test_next_step_is_the_first_of_the_first_search() -> None:
    """And None where there is none."""
    view = View(State.of(EASY))
    step = next_step(view, searches(SINGLES), SINGLES)
    assert step is not None

    assert step == next(iter(follow(State.of(EASY), SINGLES)))
    assert next_step(view, searches({Technique.X_WING}), frozenset()) is None


def test_every_step_is_of_the_techniques_asked_for() -> None:
    """Searches that find several techniques tell of those alone."""
    state = State.of(EASY)
    wanted = {Technique.HIDDEN_SINGLE, Technique.POINTING}
    found = list(every_step(state, wanted))

    assert wanted == {step.technique for step in found}
    assert sorted(found, key=lambda step: step.technique.order) == found


def test_paths_are_the_same_each_time() -> None:
    """Nothing depends on the order of a set."""
    assert walk(EASY, USUAL) == walk(EASY, frozenset(sorted(USUAL, key=str)))
