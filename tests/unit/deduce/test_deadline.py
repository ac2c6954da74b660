"""Deadlines: every search that may take long looks at the time while it is at it."""

from __future__ import annotations

import pytest

from satdoku.deduce.deadline import look_at, unhurried
from satdoku.deduce.path import every_step, next_step
from satdoku.deduce.se.rating import NESTED, rate_se
from satdoku.deduce.searches import SEARCHES, searches
from satdoku.deduce.state import State
from satdoku.deduce.technique import USUAL, Technique
from satdoku.deduce.view import View
from satdoku.errors import Stopped
from satdoku.grid import Grid

HARD = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
)
LARGE = "." * 625

LONG = (
    "als_xz",
    "als_xy_wing",
    "als_chain",
    "death_blossom",
    "sue_de_coq",
    "continuous_nice_loop",
    "grouped_continuous_nice_loop",
    "forcing_chain_contradiction",
    "forcing_net_contradiction",
    "franken_swordfish",
    "finned_mutant_jellyfish",
    "finned_swordfish",
)


_SOME = {Technique.ALS_XZ, Technique.FRANKEN_SWORDFISH, Technique.SUE_DE_COQ}


@pytest.mark.parametrize("exhaustive", [False, True])
@pytest.mark.parametrize("name", LONG)
def test_long_searches_stop(name: str, exhaustive: bool) -> None:  # noqa: FBT001  a parameter
    """They raise before they are through, whether one step is wanted or all."""
    (search,) = (one for one in SEARCHES if one.function == name)
    view = View(State.of(Grid.parse(HARD)), exhaustive=exhaustive, deadline=0.0)

    with pytest.raises(Stopped, match="out of time"):
        list(search.find(view))


@pytest.mark.parametrize("most", [0, 30])
def test_templates_of_a_large_grid_stop(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are far too many to go through all, so they stop on the way."""
    times = iter([0.0] * most)
    monkeypatch.setattr("satdoku.deduce.deadline.monotonic", lambda: next(times, 2.0))
    (search,) = (one for one in SEARCHES if one.function == "template_delete")

    with pytest.raises(Stopped):
        list(search.find(View(State.of(Grid.parse(LARGE)), deadline=1.0)))


def test_paths_stop_between_searches() -> None:
    """So that many short ones do not add up."""
    state = State.of(Grid.parse(HARD))
    hidden = frozenset(USUAL)

    with pytest.raises(Stopped):
        next_step(View(state, deadline=0.0), searches(hidden), hidden)
    with pytest.raises(Stopped):
        list(every_step(state, deadline=0.0))


def test_what_was_stopped_is_not_kept() -> None:
    """The same search without a deadline finds what there is."""
    (search,) = (one for one in SEARCHES if one.function == "franken_swordfish")
    state = State.of(Grid.parse(HARD))
    before = list(search.find(View(state)))
    with pytest.raises(Stopped):
        list(search.find(View(state, deadline=0.0)))

    assert before == list(search.find(View(state)))


def test_a_deadline_that_is_far_away_changes_nothing() -> None:
    """Steps are the same with it and without."""
    state = State.of(Grid.parse(HARD))

    assert list(every_step(state, _SOME)) == list(
        every_step(state, _SOME, deadline=1e12)
    )


def test_explainer_stops() -> None:
    """Its rating, and each search for forcing chains by itself."""
    puzzle = Grid.parse(HARD)

    with pytest.raises(Stopped):
        rate_se(puzzle, deadline=0.0)
    for search in NESTED:
        with pytest.raises(Stopped):
            search(State.of(puzzle), look_at(0.0))


def test_no_deadline() -> None:
    """Nothing is looked at."""
    assert unhurried is look_at(None) is View(State.of(Grid.parse(HARD))).look
