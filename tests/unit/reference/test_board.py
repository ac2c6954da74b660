"""The tables that the solvers share, and where their searches start."""

from __future__ import annotations

import pytest

from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.reference.board import begin, board_of, starting_masks, values_of


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (1, 3)])
def test_tables_say_what_the_geometry_says(box: tuple[int, int]) -> None:
    """Cell by cell, of the peers also how their values are read."""
    geometry = Geometry(*box)
    board = board_of(geometry)

    assert geometry.units == board.units
    assert (1 << geometry.size) - 1 == board.full
    for cell in range(geometry.cells):
        row, column, box_ = board.places[cell]
        shared = {*geometry.rows[row], *geometry.columns[column], *geometry.boxes[box_]}
        assert shared - {cell} == {*board.peers[cell]}
        assert board.peers[cell] == board.peer_values[cell](range(geometry.cells))


def test_tables_are_kept() -> None:
    """A geometry has one board, however often it is asked for."""
    assert board_of(Geometry(2, 3)) is board_of(Geometry(2, 3))
    assert board_of(Geometry(2, 3)) is not board_of(Geometry(3, 2))


def test_masks_start_with_what_is_left() -> None:
    """Clues and the puzzle's own candidates are kept to; the list is the caller's."""
    masks = (15, 15, 4, *[15] * 13)
    puzzle = Grid.parse("12.. .... .... ....").with_candidates(masks)
    left = starting_masks(puzzle)

    assert left is not None
    assert left == list(puzzle.left())
    assert left[:4] == [1, 2, 4, 12]
    left[0] = 0
    assert starting_masks(puzzle) != left


@pytest.mark.parametrize(
    "puzzle",
    [
        Grid.parse("1.1. .... .... ...."),
        Grid.parse("12.. ..3. ..4. ...."),
        Grid.of_candidates(Geometry(2, 2), (15,) * 15 + (0,)),
    ],
    ids=["clash", "cell by clues", "cell by candidates"],
)
def test_nothing_to_start_with(puzzle: Grid) -> None:
    """Where clues clash or a cell has nothing left."""
    assert starting_masks(puzzle) is None


def test_values_of_masks() -> None:
    """The digit of each mask, beyond 9 as well."""
    assert (1, 9, 25) == values_of([1, 1 << 8, 1 << 24])


def test_counters_begin_once() -> None:
    """What is there is added to, not set back."""
    counters = {"guesses": 3}
    begin(counters, "guesses", "depth")

    assert {"guesses": 3, "depth": 0} == counters
