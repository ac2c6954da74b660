"""Which way is taken, for which question: by numbers alone, the same in every run."""

import pytest

from satdoku.choose import (
    BITMASK,
    LEARNER,
    PUZZLE_LEARNER,
    Question,
    SoFar,
    choose,
)
from satdoku.choosing.costs import SIMPLIFIED, TRIAL, WHOLE, Tally, figure, pays_from
from satdoku.choosing.ways import (
    choose_many,
    is_worth_a_look,
    lanes_pay_from,
    total,
    trial_steps,
    way_for,
)
from satdoku.geometry import Geometry


def tally_of(way: str, size: int, puzzles: int, times: float) -> Tally:
    """Return a tally of puzzles so many times as dear as usual."""
    row = figure(way, size)
    assert row is not None
    tally = Tally()
    for _ in range(puzzles):
        tally.count(row, round(times * row.each / row.effort))
    return tally


@pytest.mark.parametrize(
    ("size", "coming", "clues", "way"),
    [
        (4, 1, None, TRIAL),
        (9, 1, 17, TRIAL),
        (9, 1, 60, TRIAL),
        (9, 400, 30, WHOLE),
        (16, 1, 120, TRIAL),
        (16, 1, 90, SIMPLIFIED),
        (25, 1, 300, TRIAL),
        (25, 1, 200, SIMPLIFIED),
        (36, 1, 900, SIMPLIFIED),
        (100, 50, None, SIMPLIFIED),
    ],
)
def test_size_number_and_clues(
    size: int, coming: int, clues: int | None, way: str
) -> None:
    """A trial for a few puzzles, unless large ones have few clues."""
    assert way == way_for(size, SoFar(coming=coming, clues=clues))


def test_what_has_come_is_expected_again() -> None:
    """Where nobody knows how many come, many bring a whole formula, too."""
    ways = [
        way_for(9, SoFar(tally=tally_of(TRIAL, 9, puzzles, 1.0)))
        for puzzles in (1, 5, 400)
    ]

    assert [TRIAL, TRIAL, WHOLE] == ways


def test_hard_puzzles_change_the_way() -> None:
    """Where trials do not end, somebody who learns is asked at once."""
    hard = SoFar(tally=tally_of(TRIAL, 9, 4, 20.0), learning=True)

    assert TRIAL == way_for(9, SoFar(tally=tally_of(TRIAL, 9, 4, 1.0), learning=True))
    assert TRIAL != way_for(9, hard)


def test_what_is_loaded_costs_nothing_once_more() -> None:
    """The import is paid with the first, the formula when it is whole."""
    fresh = total(WHOLE, 9, SoFar())
    learning = total(WHOLE, 9, SoFar(learning=True))
    loaded = total(WHOLE, 9, SoFar(learning=True, loaded=True))
    row = figure(WHOLE, 9)

    assert row is not None
    assert fresh > learning > loaded == row.each
    assert WHOLE == way_for(9, SoFar(learning=True, loaded=True))


def test_after_a_trial() -> None:
    """One puzzle is simplified; with more to come, all is loaded."""
    geometry = Geometry(3, 3)
    one = choose(geometry, Question.FEW)
    some = choose(geometry, Question.FEW, so_far=SoFar(coming=20))

    for choice in (one, some):
        assert [BITMASK, PUZZLE_LEARNER] == [a.engine for a in choice.attempts]
    assert (True, False) == (one.simplified, one.shared)
    assert (False, True) == (some.simplified, some.shared)
    assert "extended" == one.encoding == some.encoding


def test_patience() -> None:
    """More where the next way has yet to be loaded; some in any case."""
    fresh = trial_steps(9, SoFar(), SIMPLIFIED)
    loaded = trial_steps(9, SoFar(learning=True), SIMPLIFIED)

    assert fresh > loaded >= 1
    assert 0 == trial_steps(36, SoFar(), SIMPLIFIED)


@pytest.mark.parametrize("compiled", [True, False])
def test_lanes(*, compiled: bool) -> None:
    """From where they pay on, exactly; sooner for hard puzzles, if compiled."""
    fewest = lanes_pay_from(compiled=compiled)
    hard = tally_of(WHOLE, 9, 20, 8.0)

    def pays(coming: int, tally: Tally | None = None) -> bool:
        so_far = SoFar(tally=tally, coming=coming)
        return choose_many(9, so_far, compiled=compiled)

    assert (False, True) == (pays(fewest - 1), pays(fewest))
    assert compiled == pays(fewest - 50, hard)
    assert not choose_many(16, SoFar(coming=10**6))


def test_large_grids_are_for_another() -> None:
    """Nothing was measured beyond 25×25."""
    for geometry, learner in (
        (Geometry(6, 6), PUZZLE_LEARNER),
        (Geometry(7, 7), PUZZLE_LEARNER),
        (Geometry(8, 8), LEARNER),
    ):
        choice = choose(geometry, Question.FEW)

        assert [learner] == [attempt.engine for attempt in choice.attempts]
        assert ("triad-lite", True) == (choice.encoding, choice.simplified)


def test_a_look_comes_first() -> None:
    """Where little speaks for a whole formula, trials tell how hard the puzzles are."""
    pays = pays_from(WHOLE, TRIAL, 9)
    assert pays is not None
    before = SoFar(coming=pays + 2)
    easy = before._replace(tally=tally_of(TRIAL, 9, 5, 0.0))
    hard = before._replace(tally=tally_of(TRIAL, 9, 5, 4.0))

    assert is_worth_a_look(9, before)
    assert total(WHOLE, 9, before) < total(TRIAL, 9, before)
    assert [TRIAL, TRIAL, WHOLE] == [
        way_for(9, known) for known in (before, easy, hard)
    ]
    assert not is_worth_a_look(9, SoFar(coming=10 * pays))
    assert WHOLE == way_for(9, SoFar(coming=10 * pays))
