"""The search of many puzzles by each executor: answers, limits, independence."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

import satdoku
from satdoku import Puzzle
from satdoku.engines.lanes import search as inside
from satdoku.errors import Stopped
from satdoku.runtime.deadline import NEVER, Deadline
from satdoku.setting.batches import CountQuestion, LaneAnswers, ReduceQuestion
from satdoku.setting.generator import OracleAnswers
from satdoku.setting.oracle import oracle_for
from tests.lanes.conftest import both
from tests.lanes.puzzles import (
    CLASH,
    EMPTY,
    HARD,
    HARDEST,
    LATE_CLASH,
    LINE,
    NONE,
    SOLVED,
    STUCK,
    TWO,
    UNITS,
    are_solutions,
    array,
    assert_same,
    assert_sound,
    brute_force,
    gathered,
    searched,
    without,
)
from tests.puzzles import CONFLICT as REFUTED


def search(puzzles, **options):
    """Search puzzles, check the solutions, return the batch."""
    batch = searched(puzzles, **options)
    assert len(batch) == len(puzzles)
    assert_sound(puzzles, batch)
    return batch


# --- answers --------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 2, None])
def test_no_puzzles(executor, limit):
    none = np.zeros((0, 81), np.uint8)
    batch = search(none, limit=limit, executor=executor)
    assert batch.solutions.shape == (0, 81)
    blocks = inside.iter_solutions(none, limit=limit, executor=executor)
    assert list(blocks) == []


@pytest.mark.parametrize("limit", [1, 2, None])
def test_clashing_clues(executor, limit):
    """Each pair of cells that sees each other clashes; other puzzles do not mind."""
    pairs = {
        (one, other) for unit in UNITS for one in unit for other in unit if one < other
    }
    assert len(pairs) == 810
    puzzles = np.zeros((815, 81), np.uint8)
    puzzles[[0, 811, 814]] = array(LINE, LINE, SOLVED)
    puzzles[812], puzzles[813] = 1, 9
    for at, (one, other) in enumerate(sorted(pairs), 1):
        puzzles[at, [one, other]] = 1 + (one + other) % 9

    batch = search(puzzles, limit=limit, executor=executor)

    assert batch.counts.tolist() == [1] + [0] * 810 + [1, 0, 0, 1]
    assert batch.complete.all()
    assert not batch.guesses.any()


@both(
    ["limit", "many"],
    [(1, 100), (2, 1), (3, 100), (15, 3), (16, 1), (17, 1), (300, 3)],
    numpy=[(3, 100), (16, 1), (17, 1)],
)
def test_empty_grids(executor, limit, many):
    """The grid without clues has as many solutions as are asked for."""
    puzzles = np.zeros((many, 81), np.uint8)
    batch = search(puzzles, limit=limit, executor=executor)
    assert batch.counts.tolist() == [limit] * many
    assert batch.complete.all()


@both(["limit"], [(1,), (7,), (None,)], numpy=[(7,)], nightly=[(500,)])
def test_published_counts(executor, limit, shared_data):
    """The counts that tdoku publishes hold, together and one after the other."""
    path = shared_data / "reference" / "solution_counts.txt"
    cases = [line.split(":")[:2] for line in path.read_text("ascii").split()]
    if executor == "numpy":  # the hard ones once
        cases = [case for case in cases if limit is None or int(case[1]) > 1]
        cases = [case for case in cases if case[0] != REFUTED]
    lines, counts = zip(*cases, strict=True)
    batch = search(array(*lines), limit=limit, executor=executor)
    most = 10**9 if limit is None else limit
    assert batch.counts.tolist() == [min(int(count), most) for count in counts]


def test_brute_force(executor, random_puzzles):
    """All solutions are those that trying finds, each once."""
    puzzles = np.concatenate(
        [
            random_puzzles.spoilt(random_puzzles.with_clues(34, 50, 25)),
            random_puzzles.with_clues(35, 45, 25),
        ]
    )
    expected = [brute_force(puzzle) for puzzle in puzzles]
    assert {len(some) for some in expected} > {0, 1, 2}

    batch = search(puzzles, limit=None, executor=executor)
    walked = gathered(puzzles, inside.iter_solutions(puzzles, executor=executor))

    assert batch.counts.tolist() == [len(some) for some in expected]
    assert [set(some) for some in walked] == expected
    assert [len(some) for some in walked] == [len(some) for some in expected]


@pytest.mark.parametrize("large", [2**63 - 1, 2**63, 2**64 + 1])
def test_limits_beyond_64_bits(executor, large):
    """Limits that no integer of a processor holds are like none at all."""
    several = array(without(SOLVED, [0, 1, 9, 10, 27, 28, 36, 37, *range(60, 81)]))
    every = search(several, limit=None, executor=executor)
    found = search(several, limit=large, executor=executor)
    assert_same(every, found, ("solutions", "counts", "complete"))


# --- independence ---------------------------------------------------------------------


def all_kinds(random_puzzles, count):
    """Return puzzles of all kinds, hard ones with a clue less among them.

    These have some solutions far apart, so that more than one part of a divided search
    finds some.
    """
    hard = random_puzzles.shuffled(np.repeat(array(*HARDEST[:4]), 2, axis=0))
    for puzzle in hard:
        puzzle[random_puzzles.dice.choice(np.flatnonzero(puzzle))] = 0
    parts = [
        random_puzzles.mixed(count),
        array(HARDEST[3], HARDEST[7], TWO, NONE),
        hard,
        random_puzzles.with_clues(18, 22, 10),
        np.zeros((2, 81), np.uint8),
    ]
    return random_puzzles.dice.permutation(np.concatenate(parts))


@both(["limit"], [(2,)], nightly=[(16,), (100,)])
def test_others_in_the_batch(executor, limit, random_puzzles):
    """Answers are the same in any batch and order; guesses up to a limit of 16, too."""
    puzzles = all_kinds(random_puzzles, 300 if limit < 3 else 100)
    names = ("solutions", "counts", "status", "complete")
    names += ("guesses", "sweeps") if limit <= 16 else ()
    together = search(puzzles, limit=limit, executor=executor)
    backwards = search(puzzles[::-1].copy(), limit=limit, executor=executor)
    assert_same(together, backwards[::-1], names)
    for at, size in ((0, 1), (1, 5), (6, 60)):
        part = search(puzzles[at : at + size], limit=limit, executor=executor)
        assert_same(together[at : at + size], part, names)


@both(["limit"], [(17,), (40,)], numpy=[(40,)])
def test_first_solution_of_many(executor, limit):
    """Lanes that share a puzzle find many before the first one is known."""
    puzzle = array(
        "6...9..84..4...9.....4.....3..1.8.6...1....38.6..3......7.....2.9.......1...2..93"
    )
    first = search(puzzle, limit=1, executor=executor)
    batch = search(puzzle, limit=limit, executor=executor)
    assert batch.counts[0] == limit
    assert_same(first, batch, ("solutions", "complete"))


# --- searches that are begun anew -----------------------------------------------------


@both(["limit", "turns"], [(1, 3), (16, 2)], [(1, 3)], nightly=[(2, 1), (1, 12)])
def test_begun_anew(monkeypatch, executor, limit, turns, random_puzzles):
    """Searches that take long are begun anew with digits and lines in other places.

    How long is a constant of the product, thousands of guesses that NumPy would take
    half a minute for; here it is lowered, so that common puzzles reach it.
    """
    monkeypatch.setattr(inside, "RESTART_AFTER", 4)
    monkeypatch.setattr(inside, "MAX_RESTARTS", turns)
    puzzles = np.concatenate(
        [
            array(EMPTY, CLASH, NONE, *HARDEST[3:]),
            random_puzzles.with_clues(17, 24, 16),
            random_puzzles.spoilt(random_puzzles.with_clues(24, 28, 16)),
        ]
    )
    monkeypatch.undo()
    expected = search(puzzles, limit=limit, executor=executor)
    monkeypatch.setattr(inside, "RESTART_AFTER", 4)
    monkeypatch.setattr(inside, "MAX_RESTARTS", turns)
    record = []

    found = search(puzzles, limit=limit, executor=executor, progress=record.append)

    assert np.array_equal(found.counts, expected.counts)
    assert found.complete.all()
    one = (expected.counts == 1) & (limit > 1)
    assert np.array_equal(found.solutions[one], expected.solutions[one])
    quick = expected.guesses <= 4
    assert 5 < np.count_nonzero(quick) < len(puzzles) - 5
    assert_same(found[quick], expected[quick])
    assert (found.guesses[~quick] > 4).all()
    assert (found.guesses[~quick] != expected.guesses[~quick]).any()
    assert (found.sweeps[~quick] > found.guesses[~quick]).all()
    assert record == sorted(record)


@both([], [()])
def test_the_first_solution_stays(monkeypatch, executor, random_puzzles):
    """It is the same whatever the limit, also where others are found anew."""
    monkeypatch.setattr(inside, "RESTART_AFTER", 12)
    puzzles = np.concatenate([array(EMPTY), random_puzzles.with_clues(8, 22, 40)])
    one, few, many = (
        search(puzzles, limit=limit, executor=executor) for limit in (1, 2, 16)
    )
    assert (many.guesses > 12).sum() > 10
    assert np.array_equal(one.solutions, few.solutions)
    assert np.array_equal(one.solutions, many.solutions)


@pytest.mark.parametrize(
    "kind", ["numba", pytest.param("numpy", marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize("limit", [1, 2, 16])
def test_a_search_that_would_not_end(needs, kind, limit):
    """It is begun anew beside others."""
    if kind == "numba":
        needs("numba")
    puzzles = array(EMPTY, STUCK, EMPTY)
    batch = search(puzzles, limit=limit, executor=kind)
    assert batch.counts.tolist() == [limit] * 3
    assert batch.complete.all()
    assert batch.guesses[1] > 5000 > batch.guesses[0]


# --- progress -------------------------------------------------------------------------


def test_progress(executor):
    """Numbers rise, and come while puzzles are searched."""
    many = 60_000 if executor == "numba" else 1500
    puzzles = np.repeat(array(HARD, NONE, LINE), many // 3, axis=0)
    record = []
    search(puzzles, limit=2, executor=executor, progress=record.append)
    assert all(one <= other for one, other in pairwise(record))
    assert 0 <= record[0] <= record[-1] <= many


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError])
def test_progress_that_raises(executor, error):
    """An exception ends a search that has no end, and the next search is right."""

    def stop(_done):
        raise error

    with pytest.raises(error):
        search(array(EMPTY), limit=None, executor=executor, progress=stop)
    batch = search(array(LINE, EMPTY, LATE_CLASH), limit=2, executor=executor)
    assert batch.counts.tolist() == [1, 2, 0]
    assert are_solutions(array(LINE, EMPTY), batch.solutions[:2]).all()


def test_questions_with_different_numbers_of_groups(needs):
    """Those with few groups are filled up, and what fills up is never removed."""
    needs("numba")
    lanes = LaneAnswers(NEVER)
    values = satdoku.solve("." * 81).solution.values
    many = [(cell,) for cell in range(60)]
    questions = [ReduceQuestion(values, many), ReduceQuestion(values, many[:2])]
    found = lanes.reduce(questions)

    assert many[:2] == found[1]
    assert [lanes.reduce([question])[0] for question in questions] == found


def test_questions_have_the_answers_of_an_oracle(needs):
    """Groups that go together, one by one, or not at all; every digit of a cell."""
    needs("numba")
    lanes, solution = LaneAnswers(NEVER), satdoku.solve("." * 81).solution
    with oracle_for(Puzzle("." * 81), fresh=True) as oracle:
        asked = [
            ReduceQuestion(solution.values, [(80 - c, c) for c in cells], least)
            for cells, least in ((range(40), 0), (range(3, 13), 70), (range(2), 0))
        ]
        for seed in (0, 3, 4, 5, 6, 7):  # with these seeds one solution is left
            cells = Random(seed).sample(range(81), 45)
            values = [v if c in cells else 0 for c, v in enumerate(solution.values)]
            asked.append(ReduceQuestion(values, [(cell,) for cell in cells]))
        assert OracleAnswers(oracle).reduce(asked) == lanes.reduce(asked)
    two = Puzzle(TWO)
    (candidates,) = lanes.candidates([two])
    assert candidates == satdoku.check(two, engine="minisat22").candidates
    assert {*range(1, 10)} == {digit for cell in candidates for digit in cell}


def test_questions_stop_when_the_time_is_over(needs):
    needs("numba")
    lanes, values = LaneAnswers(Deadline(0)), (0,) * 81
    for ask in (
        lambda: lanes.count([CountQuestion(values)]),
        lambda: lanes.reduce([ReduceQuestion((1, *values[1:]), [(0,)])]),
    ):
        with pytest.raises(Stopped):
            ask()
