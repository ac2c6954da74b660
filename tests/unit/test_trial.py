"""A trial: singles, a short search, and then somebody else, who loses nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku import EngineError, Grid, Session, Stopped
from satdoku.choose import Attempt, Choice, Question, choose
from satdoku.trial import Parts, trial
from satdoku.walk import Record

if TYPE_CHECKING:
    from collections.abc import Iterator

EASY = "1.....2...3.4..."
HARD = (
    "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
)
MANY = (
    "8.........95.......76.........426798...571243...893165......916....3.487....1.532"
)


def record_of(puzzle: Grid) -> Record:
    """Return a new record."""
    return Record([], choose(puzzle.geometry, Question.FEW), {})


@pytest.mark.parametrize("steps", [1, 5, 50, 500, 5_000, 100_000])
def test_nothing_is_lost_behind_a_trial(
    monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    """However early it gives up, each solution comes once, whatever is asked."""
    attempts = (Attempt("bitmask", steps), Attempt("glucose4"))
    for simplified in (True, False):
        choice = Choice("extended", simplified, not simplified, attempts, "a test")
        monkeypatch.setattr("satdoku.ledger.choose", lambda *_, c=choice, **__: c)
        session = Session()
        for line, number in ((HARD, 1), (MANY, 872), (EASY, 1)):
            puzzle = Grid.parse(line)
            found = list(session.solutions(puzzle))
            assert number == len(found) == len(set(found))
            assert (number == 1) == session.solve(puzzle).is_unique
            assert session.solve(puzzle, unique=False).solution in found


def test_candidates_hold_in_a_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a puzzle rules out beyond its clues stays so."""
    attempts = (Attempt("bitmask", 100_000), Attempt("glucose4"))
    choice = Choice("extended", True, False, attempts, "a test")  # noqa: FBT003
    plain = Grid.parse(MANY)
    every = list(Session("glucose4").solutions(plain))
    masks = list(plain.left())
    masks[1] &= ~(1 << (every[0].values[1] - 1))
    puzzle = plain.with_candidates(masks)
    expected = {grid for grid in every if grid.solves(puzzle)}
    monkeypatch.setattr("satdoku.ledger.choose", lambda *_, **__: choice)

    assert expected == set(Session().solutions(puzzle))
    assert 0 < len(expected) < 872


def test_what_singles_refute_is_not_searched() -> None:
    """No engine is asked, no formula made, and no search told of."""
    puzzle = Grid.parse("12.3..4.........")
    record = record_of(puzzle)

    assert [] == list(trial(puzzle, 10, record, None, set()))
    assert [] == record.engines
    assert ("", False) == (record.encoding, record.simplified)
    assert "the clues alone decide" == record.because


def test_what_singles_solve_is_not_searched() -> None:
    """Where they leave no cell open, no search is begun."""

    class Idle(Parts):
        def search(self, *_: object) -> Iterator[tuple[int, ...]]:
            raise AssertionError("it was begun")

    puzzle = Grid.parse(EASY)
    record = record_of(puzzle)
    known: set[Grid] = set()

    assert ["1243342121344312"] == [
        solution.line for solution in trial(puzzle, 10, record, None, known, Idle())
    ]
    assert {"1243342121344312"} == {solution.line for solution in known}
    assert {"guesses", "propagations", "conflicts", "depth"} == record.statistics.keys()
    assert not any(record.statistics.values())


def test_a_deadline_is_no_impatience() -> None:
    """Who is out of time does not go on elsewhere."""
    puzzle = Grid.parse(HARD)
    record = record_of(puzzle)

    with pytest.raises(Stopped):
        list(trial(puzzle, 100_000, record, 0.0, set()))
    assert record.late


def test_what_is_no_solution_does_not_get_out() -> None:
    """It is an error that names the engine."""

    class Liar(Parts):
        def is_solution(self, solution: Grid, puzzle: Grid) -> bool:
            return not super().is_solution(solution, puzzle)

    for puzzle in map(Grid.parse, (EASY, HARD)):
        with pytest.raises(EngineError, match="bitmask"):
            list(trial(puzzle, 1_000, record_of(puzzle), None, set(), Liar()))


def test_what_was_answered_without_a_formula_names_none() -> None:
    """An encoding is told only where one was made."""
    easy = Session().solve(Grid.parse(EASY))
    hard = Session().solve(Grid.parse(HARD))

    assert ("bitmask", "", False) == (easy.engine, easy.encoding, easy.simplified)
    if hard.engine != "bitmask":
        assert ("bitmask glucose4", "extended") == (hard.engine, hard.encoding)
