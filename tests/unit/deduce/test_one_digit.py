"""Lines and templates of one digit."""

from __future__ import annotations

from itertools import permutations

import pytest

from satdoku.deduce import one_digit
from satdoku.deduce.one_digit import crossings, in_templates, suspects
from satdoku.deduce.shape import Shape
from satdoku.geometry import Geometry
from tests.unit.deduce.pictures import cells_in, random_places


def templates_of(shape: Shape) -> list[int]:
    """All templates of an empty grid, by trying every order of the columns."""
    n = shape.size
    boxes = shape.units[2 * n :]
    each = (
        sum(1 << (n * row + column) for row, column in enumerate(columns))
        for columns in permutations(range(n))
    )
    return [cells for cells in each if all(cells & box for box in boxes)]


@pytest.mark.parametrize("board", [Geometry(2, 2), Geometry(2, 3), Geometry(3, 2)])
def test_templates_are_those_a_list_of_all_gives(board: Geometry) -> None:
    """Cells in a template: of all templates inside the cells, the union."""
    shape = Shape.of(board)
    every = templates_of(shape)
    for where in random_places(board, 40, board.size * 2):
        if all(where & unit for unit in shape.units):
            union = 0
            for template in every:
                if not template & ~where:
                    union |= template

            assert union == in_templates(shape, where)


def test_units_without_the_digit_hold_it() -> None:
    """A digit that is placed in r1c1 has templates of what is left."""
    shape = Shape.of(Geometry(2, 2))
    where = cells_in(".... ...x .xx. .xx.")

    # r2c4, then r3c2 with r4c3 or r3c3 with r4c2.
    assert where == in_templates(shape, where)


def test_no_template_means_that_all_are_suspects() -> None:
    """A unit too few to be completed: whatever is left can go."""
    shape = Shape.of(Geometry(2, 2))
    where = cells_in("x... x... ..x. ...x")

    assert (0, where) == (in_templates(shape, where), suspects(shape, where))


def test_suspects_where_templates_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """All candidates are suspects then, and `in_templates` answers all the same."""
    shape = Shape.of(Geometry(2, 3))
    monkeypatch.setattr(one_digit, "_QUICK", 1)

    assert (shape.all, shape.all) == (
        suspects(shape, shape.all),
        in_templates(shape, shape.all),
    )


def test_crossings() -> None:
    """Rows tell their columns, columns their rows."""
    shape = Shape.of(Geometry(2, 2))

    assert ((3, 0, 0, 8), (1, 1, 0, 8)) == crossings(
        shape, cells_in("xx.. .... .... ...x")
    )
