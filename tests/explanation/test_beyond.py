"""Where techniques end: trials, which hold by what they name alone, and search."""

import pytest

from satdoku import Level, Puzzle, Step, explain, solve
from satdoku.explanation import Strength, strengths
from tests.explanation.support import (
    ESCARGOT,
    FOUR,
    HARD,
    SEVERAL,
    STUCK,
    End,
    SearchStep,
    Trial,
    told,
)
from tests.techniques.support import State, Technique


def entries(puzzle, kind, **options):
    """Return (position, entry) of all entries of a kind."""
    path = explain(puzzle, **options)
    return [pair for pair in path.positions() if type(pair[1]).__name__ == kind]


def check_trial(trial, state):
    """Follow a trial with no more than it names, each single for its reason."""
    state = state.copy()
    (tried,) = trial.removes
    state.place(*tried)
    for one in trial.followed:
        if isinstance(one, Trial):
            check_trial(one, state)
            state.remove(*one.removes[0])
            continue
        cell, digit, technique, unit = one
        assert state.left[cell] >> digit - 1 & 1
        if technique is Technique.NAKED_SINGLE:
            assert 1 == state.left[cell].bit_count()
            assert unit == -1
        elif technique is Technique.HIDDEN_SINGLE:
            assert cell in trial.geometry.units[unit]
            assert 1 == state.counts[digit][unit]
        else:
            empty = [c for c in trial.geometry.units[unit] if not state.values[c]]
            assert (technique, [cell]) == (Technique.FULL_HOUSE, empty)
        state.place(cell, digit)
    cell, unit, digit = trial.dead_end
    if cell >= 0:
        assert not state.values[cell]
        assert not state.left[cell]
        assert (unit, digit) == (-1, 0)
    else:
        assert not state.counts[digit][unit]
        assert digit not in [state.values[c] for c in trial.geometry.units[unit]]


@pytest.mark.parametrize(
    ("puzzle", "options"),
    [
        (FOUR, {"techniques": "naked-single,hidden-single"}),
        (STUCK, {"techniques": "easy"}),
        (HARD, {"techniques": "singles"}),
        (ESCARGOT, {"techniques": "easy,locked", "until": 3}),
    ],
)
def test_a_trial_rests_on_what_it_names(puzzle, options):
    solution = solve(puzzle).solution
    for position, trial in entries(puzzle, "Trial", **options):
        check_trial(trial, State.of(Puzzle(puzzle), position))
        assert () == trial.places
        ((cell, digit),) = trial.removes
        assert solution.values[cell] != digit
        assert trial.size == len(trial.followed) + sum(one.size for one in trial.trials)
        name = trial.geometry.cell_name(cell)
        assert f"{name}<>{digit}" == trial.outcome
        assert f"{name}={digit}" == trial.tried


def test_paths_with_trials():
    path = explain(STUCK, techniques="easy", verify=True)

    assert {Step, Trial} == {type(entry) for entry in path.entries}
    assert (9, 38) == (len(path.entries) - len(path.steps), len(path.entries))
    assert (End.SOLVED, False) == (path.end, path.by_logic)
    assert (Level.EXTREME, None) == (path.level, path.score)
    assert solve(STUCK).solution == path.position.clues
    counts = [entry.technique.key for entry in path.steps]
    assert [15, 13, 1] == [
        counts.count(key) for key in ("full-house", "naked-single", "hidden-single")
    ]


def test_the_trial_with_the_fewest_singles_is_taken():
    """No other candidate of the position is refuted by less, followed to its end."""
    for position, trial in entries(STUCK, "Trial", techniques="easy")[:3]:
        if trial.trials:
            continue
        solution = solve(STUCK).solution
        for cell, mask in enumerate(position.candidate_masks()):
            for digit in range(1, 10):
                open_ = not position.values[cell] and mask >> digit - 1 & 1
                if open_ and digit != solution.values[cell]:
                    assert rounds(position, cell, digit) >= min(1, trial.size)


def rounds(position, cell, digit):
    """Return 0 if placing a digit alone breaks the position, else 1."""
    state = State.of(position, position)
    state.place(cell, digit)
    return 0 if state.is_broken else 1


def test_the_hardest_puzzles_take_trials_within_trials():
    trial = explain(ESCARGOT, until=3).entries[-1]
    assert trial.trials
    assert trial.size > len(trial.followed)
    assert all(not inner.trials for inner in trial.trials)


def test_trials_as_a_solver_sees_them():
    """A trial of singles alone is a failed literal, one within another a search."""
    path = explain(STUCK, techniques="easy", until="extreme")
    assert Strength.FAILED_LITERAL is strengths(path, "extended")[-1][0]
    path = explain(ESCARGOT, until=3)
    assert Strength.SEARCH is strengths(path, "extended")[-1][0]


@pytest.mark.nightly
def test_the_hardest_puzzle_has_a_path():
    path = explain(ESCARGOT, verify=True)
    assert (End.SOLVED, solve(ESCARGOT).solution) == (path.end, path.solution)
    assert {Step, Trial} == {type(entry) for entry in path.entries}


# --- search ---------------------------------------------------------------------------


def test_where_no_trial_refutes_anything_the_rest_is_searched():
    path = explain(FOUR, techniques="x-wing")
    (last,) = path.entries

    assert isinstance(last, SearchStep)
    assert (End.SEARCHED, False) == (path.end, path.by_logic)
    assert 12 == len(last.places)
    assert () == last.removes
    assert all(path.solution.values[cell] == digit for cell, digit in last.places)
    assert solve(FOUR).solution == path.position.clues
    assert "r1c2=2" in last.outcome


def test_search_removes_what_no_solution_of_several_has():
    """Of an empty grid without 4 in r1c3 and r1c4: no 4 in r2c1 and r2c2 either."""
    puzzle = Puzzle("." * 16).with_candidates([15, 15, 7, 7] + [15] * 12)

    path = explain(puzzle, techniques=[], verify=True)

    assert [((4, 4), (5, 4))] == [entry.removes for entry in path.entries]
    assert End.SEVERAL is path.end
    assert () == explain(SEVERAL, techniques="x-wing", search=False).entries


def test_entries_are_values_and_print_what_they_do():
    for options in ({"techniques": "easy"}, {"techniques": "x-wing"}):
        once, again = explain(STUCK, **options), explain(STUCK, **options)
        assert set(once.entries) == set(again.entries)
        for entry in once.entries:
            assert entry.outcome in str(entry)
            assert entry.reason in str(entry)
            assert told(entry)


def test_trials_need_both_kinds_of_singles():
    """Who may not use them is not asked to follow them."""
    puzzle = "...1 .2.. ..3. ...."
    for names in ("hidden-single", "full-house", "x-wing,naked-single"):
        for entry in explain(puzzle, techniques=names).entries:
            assert not isinstance(entry, Trial)
