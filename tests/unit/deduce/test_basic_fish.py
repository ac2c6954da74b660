"""Basic fish, drawn; and all there are, by trying every set of lines."""

from __future__ import annotations

from itertools import combinations

import pytest

from satdoku.deduce.basic_fish import basic, leviathan, swordfish, x_wing
from satdoku.deduce.shape import Shape
from satdoku.geometry import Geometry
from tests.unit.deduce.pictures import drawn, random_places

ROWS = """
    xxxxxxxxx
    .x....x..
    xxxxxxxxx
    xxxxxxxxx
    .x....x..
    xxxxxxxxx
    xxxxxxxxx
    xxxxxxxxx
    xxxxxxxxx
"""


def test_rows_that_hold_a_digit_in_as_many_columns() -> None:
    """Two rows in two columns clear the rest of these columns."""
    (step,) = x_wing(drawn(ROWS))

    assert [
        (9 * row + column, 1) for row in (0, 2, 3, 5, 6, 7, 8) for column in (1, 6)
    ] == list(step.removes)
    assert ((10, 15, 37, 42), (1, 4), (10, 15)) == (step.cells, step.units, step.covers)
    assert "1 is in columns 2 and 7 of rows 2 and 5 only" == step.reason


def every_basic(shape: Shape, where: int, size: int) -> set[tuple[int, ...]]:
    """Base and cover sets and outcome of every basic fish."""
    n = shape.size
    rows, columns = range(n), range(n, 2 * n)
    found: set[tuple[int, ...]] = set()
    for lines, across in ((rows, columns), (columns, rows)):
        for units in combinations(lines, size):
            base = sum(where & shape.units[unit] for unit in units)
            if any((where & shape.units[unit]).bit_count() < 2 for unit in units):
                continue
            for covers in combinations(across, size):
                cover = sum(where & shape.units[unit] for unit in covers)
                if not base & ~cover and cover & ~base:
                    found.add((*units, *covers, cover & ~base))
    return found


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("board", [Geometry(2, 3), Geometry(3, 3)])
def test_every_fish_is_found(board: Geometry, size: int) -> None:
    """All sets of lines that fit, tried one by one, and no other."""
    shape = Shape.of(board)
    some = 0
    for where in random_places(board, 30, board.size):
        found = {(*f.units, *f.covers, f.removes) for f in basic(shape, where, size)}
        wanted = every_basic(shape, where, size)
        some += len(wanted)

        # Cover sets that hold nothing of the base sets make no fish here.
        assert {each for each in wanted if _all_used(shape, where, each, size)} == found
    assert some


def _all_used(shape: Shape, where: int, fish: tuple[int, ...], size: int) -> bool:
    units, covers = fish[:size], fish[size : 2 * size]
    base = sum(where & shape.units[unit] for unit in units)
    return all(base & shape.units[unit] for unit in covers)


def test_larger_than_the_grid() -> None:
    """Seven rows are not to be had in a grid of four."""
    assert [] == list(leviathan(drawn(".xx. x..x xxxx xx..")))


def test_one_step_an_outcome() -> None:
    """Asked for every step, fish that remove the same are told once."""
    outcomes = [step.removes for step in swordfish(drawn(ROWS, exhaustive=True))]

    assert len(set(outcomes)) == len(outcomes)
