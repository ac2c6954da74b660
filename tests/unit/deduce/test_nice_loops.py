"""Nice loops and AICs of single candidates."""

from __future__ import annotations

from itertools import islice

import pytest

from satdoku import Geometry, Grid
from satdoku.deduce.nice_loops import continuous_nice_loop
from satdoku.deduce.path import follow
from satdoku.deduce.state import State
from satdoku.deduce.technique import Technique
from satdoku.deduce.view import View
from tests.unit.deduce.chain_checks import faults
from tests.unit.deduce.positions import positions

SINGLES = {Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE}
GEOMETRIES = [Geometry(2, 2), Geometry(2, 3), Geometry(3, 3), Geometry(4, 4)]


def after_singles(puzzle: str) -> State:
    """Return a puzzle as far as singles lead."""
    state = State.of(Grid.parse(puzzle))
    for _ in follow(state, SINGLES):
        pass
    return state


def told(puzzle: str) -> list[str]:
    """Tell the loops of a puzzle after its singles."""
    view = View(after_singles(puzzle), exhaustive=True)
    return list(map(str, continuous_nice_loop(view)))


def test_continuous_loop_comes_first() -> None:
    """The loop that removes most is taken, and all its links hold both ways."""
    first, *_ = told(
        "600000803040700000000000000000504070300200000106000000020000050000080600000010000"
    )

    assert (
        "Continuous Nice Loop: r4c79<>2, r4c9<>8, r4c579<>9, all links of the loop "
        "(3)r4c5=(3)r4c7-(1)r4c7=(1)r4c9-(6)r4c9=(6)r4c5 hold both ways"
    ) == first


def test_aic() -> None:
    """One end or the other holds, so what sees both goes."""
    first, *_ = told(
        "060501090100090053900007000040800070000000508081705030000050200000000000076008000"
    )

    assert (
        "AIC: r1c5<>4, r2c37<>4, r3c45<>4, r2c4=4 or r2c6=4 by "
        "(4)r2c4=(6)r2c4-(6)r2c6=(4)r2c6"
    ) == first


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_every_link_holds(geometry: Geometry) -> None:
    """Each chain holds link by link, and no step clashes with the solution."""
    kinds: set[Technique] = set()
    for state, values in positions(geometry, 6, seed=1):
        for step in continuous_nice_loop(View(state, exhaustive=True)):
            kinds.add(step.technique)
            assert [] == faults(state, step, values)

    assert kinds


def test_first_is_first_of_all() -> None:
    """What is taken is the first of all there are."""
    for state, _ in positions(Geometry(3, 3), 12, seed=2):
        every = list(continuous_nice_loop(View(state, exhaustive=True)))

        assert every[:1] == list(islice(continuous_nice_loop(View(state)), 1))


def test_outcomes_differ() -> None:
    """Each outcome is told once."""
    for state, _ in positions(Geometry(3, 3), 12, seed=3):
        steps = list(continuous_nice_loop(View(state, exhaustive=True)))

        assert len(steps) == len({(step.technique, step.removes) for step in steps})


def test_solved_grid_has_none() -> None:
    """A grid without candidates has no loops."""
    grid = Grid.parse("1234 3412 2143 4321")

    assert [] == list(continuous_nice_loop(View(State.of(grid))))
