"""The four techniques, each by itself; and the position they work on."""

from __future__ import annotations

import pytest

from satdoku.geometry import Geometry
from satdoku.reference.board import board_of
from satdoku.reference.position import (
    TECHNIQUES,
    Position,
    hidden_single,
    naked_pair,
    naked_single,
    naked_triple,
)
from satdoku.reference.table import RULES

FULL = 0b111111


def row_of(*texts: str) -> Position:
    """Return a position of 6x6: these candidates in the first row, else all."""
    geometry = Geometry(2, 3)
    masks = [sum(1 << (int(digit) - 1) for digit in text) for text in texts]
    left = masks + [FULL] * (36 - len(masks))
    return Position(board_of(geometry), left, range(36))


def told(position: Position, cells: range = range(6)) -> list[str]:
    """Return the candidates of cells, the first row unless others are named."""
    return [
        "".join(
            str(digit) for digit in range(1, 7) if position.left[cell] >> digit - 1 & 1
        )
        for cell in cells
    ]


def test_placing_takes_from_peers() -> None:
    """The cell is filled, and nobody else that sees it has the digit."""
    position = row_of()
    position.place(0, 0b100)
    seen = [cell for cell in range(36) if not position.left[cell] & 0b100]

    assert [*position.board.peers[0]] == seen
    assert 0b100 == position.left[0]
    assert 0 not in position.empty
    assert not position.is_broken


def test_removing_tells_how_many() -> None:
    """Those that were there; a cell without any breaks the position."""
    position = row_of("12", "1", "3")

    assert 3 == position.remove(0b10001, [0, 3])
    assert not position.is_broken
    assert 1 == position.remove(1, [1, 2])
    assert position.is_broken


def test_a_copy_leaves_the_position() -> None:
    """Trials start from the same place, one after another."""
    position = row_of("12")
    trial = position.with_digit(0, 1)

    assert ["12", "123456"] == told(position)[:2]
    assert ["1", "23456"] == told(trial)[:2]
    assert 36 == len(position.empty) == len(trial.empty) + 1


def test_the_first_of_those_with_fewest() -> None:
    """Filled cells have one candidate, and do not count."""
    position = row_of("1", "2345", "23", "45")
    position.place(0, 1)

    assert 2 == position.fewest()


def test_naked_single() -> None:
    """A cell with one candidate holds it."""
    position = row_of("5", "56")

    assert 2 == naked_single(position)
    assert ["5", "6", "1234"] == told(position)[:3]
    assert 0 == naked_single(position)


def test_naked_singles_that_clash() -> None:
    """Two cells of a unit with the same one break the position."""
    position = row_of("5", "5")
    naked_single(position)

    assert position.is_broken


def test_hidden_single() -> None:
    """A digit with one place in a row is there; here 6, then others make room."""
    position = row_of("123456", "12345", "12345", "12345", "12345", "12345")

    assert 1 == hidden_single(position)
    assert ["6", *["12345"] * 5] == told(position)
    assert 0 == hidden_single(position)


def test_a_digit_without_a_place() -> None:
    """It breaks the position, though each cell has candidates."""
    position = row_of(*["12345"] * 6)

    assert 0 == hidden_single(position)
    assert position.is_broken


def test_a_cell_for_two_digits() -> None:
    """The only place of both 5 and 6 is the same: seen with the next look."""
    position = row_of("123456", *["1234"] * 5)
    hidden_single(position)
    hidden_single(position)

    assert position.is_broken


def test_naked_pair() -> None:
    """Two cells with the same two digits keep them, in the row and in the box."""
    position = row_of("12", "12", "123", "1234")
    removed = naked_pair(position)

    assert ["12", "12", "3", "34", "3456", "3456"] == told(position)
    assert ["3456"] * 3 == told(position, range(6, 9))
    assert 2 + 2 + 2 + 2 + 6 == removed
    assert 0 == naked_pair(position)


def test_no_naked_pair() -> None:
    """Two cells with two digits, but not the same; three digits in two cells."""
    for cells in (("12", "13"), ("123", "123")):
        assert 0 == naked_pair(row_of(*cells))


@pytest.mark.parametrize(
    "cells", [("123", "123", "123"), ("12", "23", "13"), ("12", "12", "13")]
)
def test_naked_triple(cells: tuple[str, str, str]) -> None:
    """Three cells with three digits between them keep these; so do the others."""
    position = row_of(*cells, "1456")
    removed = naked_triple(position)

    assert [*cells, "456", "456", "456"] == told(position)
    assert ["456"] * 3 == told(position, range(6, 9))
    assert ["123"] * 3 == told(position, range(9, 12))
    assert 1 + 3 + 3 + 9 + 9 == removed
    assert 0 == naked_triple(position)


def test_no_naked_triple() -> None:
    """Three cells with four digits between them; two with three."""
    for cells in (("12", "23", "34"), ("123", "123", "1234")):
        assert 0 == naked_triple(row_of(*cells))


def test_all_are_found_by_key() -> None:
    """In the order in which they are tried."""
    assert list(RULES) == list(TECHNIQUES)
    assert [naked_single, hidden_single, naked_pair, naked_triple] == [
        TECHNIQUES[key] for key in RULES
    ]
