"""Boards: layers over each other."""

from __future__ import annotations

import pytest

from satdoku.errors import LimitError, UsageError
from satdoku.geometry import Geometry
from satdoku.pictures.board import Board, clashing, digit_texts

SMALL = Geometry(2, 2)
EMPTY = (0,) * 16


def test_clues_come_before_what_was_found() -> None:
    """A cell shows its clue, or else what was found; what is found is no clue."""
    board = Board(SMALL, (1, *EMPTY[1:]), found=(3, 2, *EMPTY[2:]))

    assert [1, 2, 0] == [board.value(cell) for cell in range(3)]
    assert [True, False, False] == [board.is_clue(cell) for cell in range(3)]
    assert [False, True, False] == [board.is_found(cell) for cell in range(3)]


def test_second_digit_only_where_both_have_one() -> None:
    """Equal digits and empty cells are no difference."""
    board = Board(
        SMALL,
        (1, 2, 0, 0, *EMPTY[4:]),
        (0, 0, 3, 0, *EMPTY[4:]),
        (1, 3, 4, 4, *EMPTY[4:]),
    )

    assert [0, 3, 4, 0] == [board.second(cell) for cell in range(4)]


def test_candidates_show_where_there_is_no_digit() -> None:
    """Or where the digit that was found is one of them; else the digit shows."""
    board = Board(
        SMALL, (1, *EMPTY[1:]), (0, 2, 3, *EMPTY[3:]), candidates=((1, 2),) * 15 + ((),)
    )

    assert [(), (1, 2), (), (1, 2), ()] == [
        board.pencilled(c) for c in (0, 1, 2, 3, 15)
    ]
    assert [False, False, True] == [board.is_dead(c) for c in (0, 3, 15)]
    assert not Board(SMALL, EMPTY).is_dead(0)


def test_clashes_of_all_kinds_of_units() -> None:
    """In a row, a column and a box; every cell of the clash, and no other."""
    values = list(EMPTY)
    values[0] = values[3] = 1  # row 1
    values[5] = values[13] = 2  # column 2
    values[10] = values[15] = 3  # box 4

    assert {0, 3, 5, 13, 10, 15} == clashing(SMALL, values)
    assert {0, 1, 4} == clashing(SMALL, [1, 1, 0, 0, 1, *EMPTY[5:]])
    assert frozenset() == clashing(SMALL, [1, 2, 3, 4, *EMPTY[4:]])


def test_of_takes_masks_and_marks_clashes_of_found_digits() -> None:
    """Digit d is bit d - 1; a wrong digit clashes as a clue does."""
    board = Board.of(SMALL, (1, *EMPTY[1:]), found=(0, 1, *EMPTY[2:]), masks=(10,) * 16)

    assert {0, 1} == board.clashes
    assert (2, 4) == board.pencilled(2)


@pytest.mark.parametrize("layer", ["clues", "found", "other", "candidates"])
def test_layers_have_the_cells_of_the_geometry(layer: str) -> None:
    """One too few is told."""
    layers = {"clues": EMPTY, layer: EMPTY[1:]}
    with pytest.raises(UsageError, match="15 cells; expected 16"):
        Board(SMALL, **layers)  # type: ignore[arg-type]


def test_too_many_candidates_are_refused() -> None:
    """A board of 225x225 with all of them is no picture; 100x100 is."""
    geometry = Geometry(15, 15)
    cells = geometry.cells
    with pytest.raises(LimitError, match="11,390,625 candidates are too many"):
        Board.of(geometry, (0,) * cells, masks=((1 << 225) - 1,) * cells)
    assert Board.of(Geometry(10, 10), (0,) * 10_000, masks=(1,) * 10_000).candidates


def test_no_clues_at_all_is_no_board() -> None:
    """Only the other layers may be left out."""
    with pytest.raises(UsageError, match="0 cells"):
        Board(SMALL, ())


def test_digits_are_letters_up_to_35() -> None:
    """And numbers from 36 on, where letters look alike."""
    assert ".123456789ABCDEFG" == "".join(digit_texts(Geometry(4, 4)))
    assert "Z" == digit_texts(Geometry(5, 7))[35]
    assert ("1", "36") == (
        digit_texts(Geometry(6, 6))[1],
        digit_texts(Geometry(6, 6))[36],
    )
