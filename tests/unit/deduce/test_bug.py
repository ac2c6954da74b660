"""BUG+1: one candidate keeps the grid from having two solutions or none."""

from __future__ import annotations

from satdoku import Geometry, Grid
from satdoku.deduce.path import every_step, follow
from satdoku.deduce.state import State
from satdoku.deduce.technique import Technique

_EASY = {technique for technique in Technique if technique.order < 2000}
_BUG = {Technique.BUG_PLUS_1}

PUZZLE = Grid.parse(
    "4...7....3.95.....51........5..963.....1.7.9.......1.8.9.6.8.4..3...9...8..741..."
)


def position() -> State:
    """Return where easy steps end: all pairs, and one cell with three candidates."""
    state = State.of(PUZZLE)
    for _ in follow(state, _EASY):
        pass
    return state


def test_the_candidate_too_many_is_kept() -> None:
    """The two others of the cell go."""
    (step,) = every_step(position(), _BUG)

    assert str(step) == (
        "BUG+1: r7c9<>2, r7c9<>5, without 7 in r7c9 every empty cell would have two "
        "candidates and every digit two cells in each unit: the puzzle would have two "
        "solutions or none"
    )
    assert (step.cells, step.digits) == ((62,), (7,))


def test_every_other_cell_has_two_candidates() -> None:
    """With one candidate less in any other cell there is no grave, whatever it is."""
    state = position()
    for cell, mask in enumerate(state.left):
        for digit in PUZZLE.geometry.digits:
            if mask >> (digit - 1) & 1:
                other = state.copy()
                other.remove(cell, digit)

                assert list(every_step(other, _BUG)) == []


def test_one_cell_with_more_is_all_there_may_be() -> None:
    """An empty grid, and one that is solved, have no grave."""
    board = Geometry(2, 2)
    solved = Grid.parse("1234341221434321", board)

    assert list(every_step(State.of(Grid.parse("." * 16, board)), _BUG)) == []
    assert list(every_step(State.of(solved), _BUG)) == []
