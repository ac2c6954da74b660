"""States: what was placed and marked, as formats hold it."""

from __future__ import annotations

import pytest

from satdoku.errors import UsageError
from satdoku.formats import Entry, Extras
from satdoku.formats.states import marks_of, placed_of, state_of
from satdoku.grid import Grid

PUZZLE = Grid.parse("1.34 3.12 .1.3 4..1")


def entry(state: Grid | None, puzzle: Grid = PUZZLE) -> Entry:
    """Return a puzzle with a state."""
    return Entry(puzzle, "", 1, 1, None, "", Extras(state=state))


def test_nothing_done_is_no_state() -> None:
    """Neither placed nor marked."""
    assert state_of(PUZZLE, [0] * 16, [0] * 16) is None
    assert (0,) * 16 == placed_of(entry(None)) == marks_of(entry(None))


def test_placed_and_marked_come_back() -> None:
    """What was placed in a cell hides its marks."""
    placed, marks = [0] * 16, [0] * 16
    placed[1], marks[5], marks[8], marks[10] = 2, 0b1000, 0b0010, 0b0101
    state = state_of(PUZZLE, placed, marks)

    assert state is not None
    assert "1234" + PUZZLE.line[4:] == state.line
    assert tuple(placed) == placed_of(entry(state))
    found = state_of(PUZZLE, placed_of(entry(state)), marks_of(entry(state)))
    assert state == found


def test_marks_that_were_not_wiped_out() -> None:
    """A cell with nothing but marks of digits beside it is as one without marks."""
    state = state_of(PUZZLE, [0] * 16, [0, 0b0101, *[0] * 14])
    other = state_of(PUZZLE, [0, 2, *[0] * 14], [0] * 5 + [0b0010, *[0] * 10])

    assert state is None
    assert other is not None
    assert other.candidates is None


def test_what_the_puzzle_rules_out_needs_no_marks() -> None:
    """Only what somebody has left besides."""
    puzzle = PUZZLE.with_candidates([15] * 13 + [0b0010, 15, 15])
    state = state_of(puzzle, [0, 2, *[0] * 14], [0] * 16)

    assert state is not None
    assert 0 == marks_of(entry(state, puzzle))[13]


def test_digit_that_the_puzzle_rules_out_may_be_placed() -> None:
    """People err; the state says what they did."""
    puzzle = Grid.parse("." * 16).with_candidates([0b0001] + [15] * 15)
    state = state_of(puzzle, [2, *[0] * 15], [0] * 16)

    assert state is not None
    assert 2 == state.values[0]


def test_states_that_cannot_be_written() -> None:
    """One of another puzzle, or with a cell that has no mark left."""
    with pytest.raises(UsageError, match="one of another puzzle"):
        placed_of(entry(Grid.parse("2.34 3.12 .1.3 4..1")))
    with pytest.raises(UsageError, match="one of another puzzle"):
        placed_of(entry(Grid.parse("." * 81)))
    with pytest.raises(UsageError, match="somebody left no digit in r1c2"):
        marks_of(entry(PUZZLE.with_candidates([15, 0, *[15] * 14])))
