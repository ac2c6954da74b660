"""What unit propagation sees of a step, and what it does not, by encoding."""

from __future__ import annotations

from functools import cache

import pytest

from satdoku.deduce.path import follow
from satdoku.deduce.state import State
from satdoku.deduce.step import Step
from satdoku.deduce.technique import Technique
from satdoku.explaining.strength import Propagator, Strength
from satdoku.geometry import Geometry
from satdoku.grid import Grid

NINE = Geometry(3, 3)
PUZZLE = (
    "600370940000400000007080063002040007000000830000000000030091070060002000020030001"
)


@cache
def propagator(recipe: str) -> Propagator:
    """One of 9×9, made once."""
    return Propagator(NINE, recipe)


def strengths(puzzle: str, recipe: str) -> dict[Technique, set[Strength]]:
    """The strengths that the steps of a puzzle's path need, by technique."""
    state = State.of(Grid.parse(puzzle))
    found: dict[Technique, set[Strength]] = {}
    before = state.grid()
    for step in follow(state):
        found.setdefault(step.technique, set()).add(
            propagator(recipe).strength(step, before)
        )
        before = state.grid()
    return found


@pytest.mark.parametrize("recipe", ["extended", "triad-lite", "extended-ladder"])
def test_singles_are_propagation(recipe: str) -> None:
    """Wherever cells and units have their clauses, every single is seen."""
    found = strengths(PUZZLE, recipe)

    assert {Strength.PROPAGATION} == found[Technique.NAKED_SINGLE]
    assert {Strength.PROPAGATION} == found[Technique.HIDDEN_SINGLE]


def test_hidden_singles_need_unit_clauses() -> None:
    """Encoding natural says no more than that a cell has a digit and peers differ."""
    found = strengths(PUZZLE, "natural")

    assert {Strength.PROPAGATION} == found[Technique.NAKED_SINGLE]
    assert found[Technique.HIDDEN_SINGLE] - {Strength.PROPAGATION}


def locked() -> tuple[Step, Grid]:
    """A pointing step: in box 1 every 1 is in row 1."""
    empty = Grid.parse("." * 81)
    state = State.of(empty)
    for cell in (9, 10, 11, 18, 19, 20):
        state.remove(cell, 1)
    removes = tuple((cell, 1) for cell in range(3, 9))
    return Step(NINE, Technique.POINTING, removes=removes), state.grid()


@pytest.mark.parametrize(
    ("recipe", "expected"),
    [
        ("triad-lite", Strength.PROPAGATION),
        ("triad", Strength.PROPAGATION),
        ("extended", Strength.FAILED_LITERAL),
    ],
)
def test_locked_candidates_are_what_triads_see(recipe: str, expected: Strength) -> None:
    """With triads they are propagation, without a failed literal."""
    step, position = locked()

    assert expected is propagator(recipe).strength(step, position)


def test_what_does_not_hold_is_search() -> None:
    """A candidate that is not wrong is refuted by no propagation."""
    step = Step(NINE, Technique.X_WING, removes=((0, 1),))

    assert Strength.SEARCH is propagator("extended").strength(
        step, Grid.parse("." * 81)
    )


def test_contradictions_are_seen() -> None:
    """Two equal digits in a row: everything follows."""
    sees = propagator("extended")

    assert sees.closure(sees.literals(Grid.parse("11" + "." * 79))) is None


def test_of_a_contradiction_everything_is_propagation() -> None:
    """Whatever is claimed: propagation alone says that nothing can be right."""
    step = Step(NINE, Technique.X_WING, removes=((80, 9),))
    clash = Grid.parse("11" + "." * 79)

    assert Strength.PROPAGATION is propagator("extended").strength(step, clash)
