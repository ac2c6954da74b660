"""Trials: what is told leads to the contradiction, step by step, and is not long."""

from __future__ import annotations

import pytest

from satdoku.deduce.deadline import look_at
from satdoku.deduce.families import named
from satdoku.deduce.path import next_step
from satdoku.deduce.searches import searches
from satdoku.deduce.state import State
from satdoku.deduce.technique import Technique
from satdoku.deduce.view import View
from satdoku.errors import Stopped
from satdoku.explaining.explain import explain
from satdoku.explaining.strength import Propagator, Strength
from satdoku.explaining.trial import Contradiction, Placement, Trial
from satdoku.explaining.trying import shortest_trial
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.solving import solve

FOUR = Grid.parse("1... ..2. ..3. 4...")
HARD = Grid.parse(
    "000030086000020040090078520371856294900142375400397618200703859039205467700904132"
)
ESCARGOT = Grid.parse(
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
)


def wrong(puzzle: Grid, state: State) -> list[tuple[int, int]]:
    """Return the candidates that the solution lacks."""
    solution = solve(puzzle).solution
    assert solution is not None
    return [
        (cell, digit)
        for cell, mask in enumerate(state.left)
        for digit in puzzle.geometry.digits
        if mask >> (digit - 1) & 1 and solution.values[cell] != digit
    ]


def stuck(puzzle: Grid, names: str) -> State:
    """Return where some techniques end."""
    state, techniques = State.of(puzzle), named(names)
    view = View(state)
    while step := next_step(view, searches(techniques), techniques):
        state.apply(step)
    return state


def look_through(trial: Trial, state: State) -> None:
    """Follow a trial with no more than it tells, each single for the reason told."""
    state = state.copy()
    state.place(*trial.removes[0])
    units = trial.geometry.units
    for one in trial.followed:
        if isinstance(one, Trial):
            look_through(one, state)
            state.remove(*one.removes[0])
            continue
        cell, digit, technique, unit = one
        assert state.left[cell] >> (digit - 1) & 1
        if technique is Technique.NAKED_SINGLE:
            assert 1 == state.left[cell].bit_count()
        elif technique is Technique.HIDDEN_SINGLE:
            assert cell in units[unit]
            assert 1 == state.counts[digit][unit]
        else:
            assert [cell] == [one for one in units[unit] if not state.values[one]]
        state.place(cell, digit)
    cell, unit, digit = trial.contradiction
    if cell >= 0:
        assert not state.values[cell]
        assert not state.left[cell]
    else:
        assert not state.counts[digit][unit]
        assert digit not in [state.values[one] for one in units[unit]]


@pytest.mark.parametrize(
    ("puzzle", "names"),
    [(FOUR, "x-wing"), (HARD, "x-wing"), (HARD, "easy"), (ESCARGOT, "easy,locked")],
)
def test_every_candidate_by_what_is_told(puzzle: Grid, names: str) -> None:
    """Of each trial, alone and within another, all that it rests on is told."""
    state = stuck(puzzle, names)
    found = [shortest_trial(state, [pair]) for pair in wrong(puzzle, state)[:40]]
    trials = [trial for trial in found if trial is not None]

    assert trials
    for trial in trials:
        look_through(trial, state)


def test_the_shortest_is_taken() -> None:
    """Of all candidates the one with the fewest singles."""
    state = stuck(HARD, "easy,locked")
    every = [shortest_trial(state, [pair]) for pair in wrong(HARD, state)]
    best = shortest_trial(state, wrong(HARD, state))

    assert best is not None
    assert best.size == min(trial.size for trial in every if trial is not None)


def test_all_candidates_may_be_tried() -> None:
    """Nothing refutes one that is right."""
    state = stuck(HARD, "easy,locked")

    before = state.grid()

    assert shortest_trial(state) == shortest_trial(state, wrong(HARD, state))
    assert before == state.grid()


def test_right_candidates_are_not_refuted() -> None:
    """Neither alone nor by trials within the trial."""
    state, solution = State.of(ESCARGOT), solve(ESCARGOT).solution
    assert solution is not None
    right = [
        (cell, value) for cell, value in enumerate(solution.values) if state.left[cell]
    ]

    assert shortest_trial(state, right[:6]) is None


def test_the_hardest_need_trials_within_trials() -> None:
    """Where singles refute nothing, these do; a solver needs a search for it."""
    state = stuck(ESCARGOT, "usual")
    trial = shortest_trial(state, wrong(ESCARGOT, state))

    assert trial is not None
    assert trial.trials
    assert trial.size > len(trial.followed)
    assert all(not inner.trials for inner in trial.trials)
    propagator = Propagator(ESCARGOT.geometry, "extended")
    assert Strength.SEARCH is propagator.strength(trial, state.grid())


def test_a_trial_of_singles_is_a_failed_literal() -> None:
    """With the extended encoding propagation sees what singles see."""
    state = stuck(HARD, "easy")
    propagator = Propagator(HARD.geometry, "extended")
    for pair in wrong(HARD, state):
        trial = shortest_trial(state, [pair])
        if trial is not None and not trial.trials:
            needs = propagator.strength(trial, state.grid())
            assert Strength.FAILED_LITERAL is needs


@pytest.mark.slow
def test_the_hardest_have_a_path() -> None:
    """Techniques and trials lead to the end, each step checked."""
    told = explain(ESCARGOT, verify=True)
    solution = solve(ESCARGOT).solution

    assert "solved" == told.end.value
    assert solution == told.position.with_candidates(None)
    assert {"Step", "Trial"} == {type(entry).__name__ for entry in told.entries}


def test_words() -> None:
    """What is tried, what follows, and what that leaves."""
    board = Geometry(3, 3)
    naked = Placement(1, 5, Technique.NAKED_SINGLE)
    hidden = Placement(12, 7, Technique.HIDDEN_SINGLE, 1)
    inner = Trial(board, ((4, 6),), (), Contradiction(cell=8))
    trial = Trial(board, ((0, 4),), (naked, inner, hidden), Contradiction(-1, 2, 9))
    short = Trial(board, ((0, 4),), (naked,), Contradiction(cell=8))

    assert (
        "Trial: r1c1<>4, with r1c1=4 singles and trials lead on to r1c2=5, r1c5<>6 "
        "(r1c5=6 leaves no candidate in r1c9), r2c4=7, which leaves no 9 in row 3"
        == str(trial)
    )
    assert (
        "Trial: r1c1<>4, with r1c1=4 singles lead on to r1c2=5, which leaves no "
        "candidate in r1c9" == str(short)
    )
    assert "the only candidate of r1c2" == trial.why(naked)
    assert "the only 7 in row 2" == trial.why(hidden)
    assert ((naked, hidden), (inner,), 3) == (
        trial.placements,
        trial.trials,
        trial.size,
    )


def test_a_trial_is_a_value() -> None:
    """Equal and hashable, as steps are."""
    state = State.of(FOUR)

    assert {shortest_trial(state, [(1, 3)])} == {shortest_trial(state, [(1, 3)])}


def test_time_over() -> None:
    """It is looked at before each candidate."""
    with pytest.raises(Stopped):
        shortest_trial(State.of(FOUR), [(1, 3)], look=look_at(0.0))
