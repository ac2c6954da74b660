"""A batch: what its arrays say, how it is cut, sorted and shown."""

import pickle

import numpy as np
import pytest

import satdoku
import satdoku.solving.batch
from satdoku import Batch, EngineError, Status
from tests.lanes.puzzles import (
    CLASH,
    EMPTY,
    HARD,
    LINE,
    SOLVED,
    TWO,
    assert_same,
)

S = Status


def made(counts, limit=2):
    """Return a batch whose arrays can be told apart."""
    many = len(counts)
    numbers = np.arange(many)
    codes = {0: S.NONE, 1: S.FOUND}
    return Batch(
        np.zeros((many, 81), np.uint8),
        np.repeat(numbers.astype(np.uint8)[:, None], 81, axis=1),
        np.array(counts, np.int64),
        np.array([codes.get(count, S.MULTIPLE) for count in counts], np.uint8),
        numbers // 2,
        many - numbers,
        np.array([count != 1 for count in counts], np.bool_),
        limit,
    )


def test_status():
    """The status says what the count, the end of the search and the limit do."""
    for puzzle, limit, count, status in (
        (CLASH, 1, 0, S.NONE),
        (CLASH, None, 0, S.NONE),
        (HARD, 1, 1, S.FOUND),
        (LINE, 1, 1, S.FOUND),
        (LINE, 2, 1, S.UNIQUE),
        (LINE, None, 1, S.UNIQUE),
        (TWO, 1, 1, S.FOUND),
        (TWO, 2, 2, S.MULTIPLE),
        (TWO, None, 2, S.MULTIPLE),
        (EMPTY, 9, 9, S.MULTIPLE),
    ):
        batch = satdoku.solve_batch([puzzle], limit=limit)
        answer = (batch.counts.tolist(), batch.complete.tolist(), batch.status.tolist())
        assert answer == ([count], [True], [status])
        assert batch.limit == limit


def test_codes():
    """The codes never change."""
    names = ["UNKNOWN", "NONE", "FOUND", "UNIQUE", "MULTIPLE", "UNREADABLE"]
    assert [code.name for code in map(S, range(6))] == names


def test_arrays():
    """The arrays have the promised shapes and types, also for no puzzles."""
    for count in (0, 1, 3):
        batch = satdoku.solve_batch(np.zeros((count, 9, 9), np.int64))
        assert len(batch) == count
        assert batch.solutions.shape == (count, 81)
        for name, dtype in {
            "solutions": np.uint8,
            "counts": np.int64,
            "status": np.uint8,
            "guesses": np.int64,
            "sweeps": np.int64,
            "complete": np.bool_,
        }.items():
            assert getattr(batch, name).dtype == dtype
            assert len(getattr(batch, name)) == count


def test_cut():
    """A slice, indices and a mask cut all arrays alike."""
    batch = made([0, 1, 2, 2, 0])
    for rows in (slice(1, 4, 2), [1, 3], np.array([1, 3]), np.arange(5) % 2 == 1):
        part = batch[rows]
        assert len(part) == 2
        assert part.solutions[:, 80].tolist() == [1, 3]
        assert part.counts.tolist() == [1, 2]
        assert part.status.tolist() == [S.FOUND, S.MULTIPLE]
        assert part.guesses.tolist() == [0, 1]
        assert part.sweeps.tolist() == [4, 2]
        assert part.complete.tolist() == [False, True]
        assert part.limit == 2


@pytest.mark.parametrize("at", [0, np.int64(0), -4])
def test_one_puzzle(at):
    """An index gives what `solve` gives."""
    batch = satdoku.solve_batch([TWO, CLASH, LINE, EMPTY])
    result = batch[at]
    assert (result.puzzle.line, result.status, result.complete) == (
        TWO,
        Status.MULTIPLE,
        True,
    )
    assert result.puzzle.is_solution(result.solution)
    assert result.engine == "lanes"
    assert result.statistics == {
        "guesses": int(batch.guesses[0]),
        "sweeps": int(batch.sweeps[0]),
    }
    assert [each.status for each in batch][1:] == [
        Status.NONE,
        Status.UNIQUE,
        Status.MULTIPLE,
    ]
    assert (batch[1].solution, batch[3].complete) == (None, True)
    for index in (4, -5):
        with pytest.raises(IndexError):
            batch[index]


def test_lines():
    """Solutions as texts, empty where there is none."""
    batch = satdoku.solve_batch([LINE, CLASH, EMPTY])
    assert batch.lines[:2] == [SOLVED, ""]
    assert len(batch.lines[2]) == 81


def test_second_solutions():
    """Those of all puzzles with several, or of some; each is another solution."""
    puzzles = [LINE, EMPTY, TWO, CLASH, EMPTY]
    batch = satdoku.solve_batch(puzzles)
    second = batch.second_solutions()
    assert sorted(second) == [1, 2, 4]
    for row, grid in second.items():
        assert satdoku.Puzzle(puzzles[row]).is_solution(grid)
        assert grid != batch[row].solution
    assert batch.second_solutions([0, 2]) == {2: second[2]}


def test_shown():
    """A batch shows how many puzzles of each status it has."""
    mixed = made([0, 1, 1, 2])
    assert repr(mixed) == "<Batch of 4 puzzles: 1 none, 2 found, 1 multiple>"
    assert repr(made([0])) == "<Batch of 1 puzzle: 1 none>"
    assert repr(made([])) == "<Batch of 0 puzzles>"
    assert "1,500 multiple" in repr(made([2] * 1500))
    assert mixed.tally() == {Status.MULTIPLE: 1, Status.FOUND: 2, Status.NONE: 1}
    assert made([]).tally() == {}


def test_frozen_and_packed():
    """A batch keeps its arrays, and travels between processes."""
    batch = made([0, 1])
    with pytest.raises(AttributeError):
        batch.limit = 3
    again = pickle.loads(pickle.dumps(batch))
    assert_same(batch, again)
    assert again.limit == 2


@pytest.mark.parametrize("wrong", ["a clue", "a unit", "no digit"])
def test_wrong_solutions_do_not_go_out(monkeypatch, wrong):
    """What a search finds is checked by the rules; the first breach is named."""
    search = satdoku.solving.batch.search

    def broken(puzzles, **options):
        found = search(puzzles, **options)
        for row in (3, 4):
            if wrong == "a clue":
                found.solutions[row] = found.solutions[row] % 9 + 1
            else:
                found.solutions[row, 80] = 0 if wrong == "no digit" else 1
        return found

    monkeypatch.setattr(satdoku.solving.batch, "search", broken)
    puzzles = [LINE, CLASH, LINE, LINE, LINE]
    with pytest.raises(EngineError, match=LINE[:5]):
        satdoku.solve_batch(puzzles)
