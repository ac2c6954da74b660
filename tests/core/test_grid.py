"""Grid: digits, their cells, text, copies and arrays."""

import copy
import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from satdoku import Geometry, Grid, InputError, Puzzle, UsageError
from tests.core.puzzles import FOUR, refused

FULL = Grid("1234 3412 2143 4321")
PART = Grid("1.34 3.12 .143 4321")
NAMES = {"Grid": Grid, "Geometry": Geometry}


@pytest.mark.parametrize("value", [5, -1, 1.5, "x", True, b"1"])
def test_values_are_checked(value):
    refused(lambda: Grid((0,) * 6 + (value,) + (0,) * 9, FOUR), cell=(2, 3))


def test_values_of_another_grid_are_checked():
    """Digits of a grid may be too large for another geometry of as many cells."""
    large = Grid((0,) * 6 + (6,) + (0,) * 9, Geometry(4, 4, digits=6))

    refused(lambda: Grid(large, FOUR), cell=(2, 3))
    refused(lambda: Grid(FULL, Geometry(6, 6)))


def test_number_of_values():
    for number in (1, 15, 17):
        assert "16" in refused(lambda n=number: Grid((0,) * n, FOUR))
    refused(lambda: Grid((), FOUR))


def test_equality():
    """By geometry and digits; a grid is no puzzle."""
    other = Grid(FULL.values, FOUR)

    assert (FULL, hash(FULL)) == (other, hash(other))
    assert Grid((0,) * 36, Geometry(6, 6)) != Grid((0,) * 36, Geometry.of_box(3, 2))
    assert FULL != Grid((*FULL.values[:-1], 0), FOUR)
    assert FULL == Grid(FULL) == Grid.trusted(FOUR, FULL.values)
    assert FULL != Puzzle(FULL)
    assert FULL == Puzzle(FULL).clues
    assert 2 == len({FULL, Puzzle(FULL), other})


def test_nothing_can_be_changed():
    for name in ("values", "geometry", "line", "anything"):
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            setattr(FULL, name, ())


def test_cells():
    assert (3, 2) == (PART[0, 2], PART[3, 2])
    assert (3, 2, 0) == (PART["r1c3"], PART["R4C3"], PART["r1c2"])
    assert ((1, 0, 3, 4), (3, 0, 1, 2)) == PART.rows[:2]
    assert [(0, 1), (2, 3), (3, 4)] == list(PART.filled)[:3]
    assert (13, 16) == (PART.filled_count, FULL.filled_count)
    assert (False, True) == (PART.is_complete, FULL.is_complete)
    for place in ((4, 0), (0, 4), (-1, 0), (0, -1), "r5c1", "r1c5"):
        with pytest.raises(IndexError):
            PART[place]
    for place in ("r0c1", "r1", "11", "r1c1x", "", "r\u0661c1"):
        with pytest.raises(UsageError):
            PART[place]


def test_grids_that_are_no_squares():
    grid = Grid((1, 2, 3, 4, 5, 0), Geometry(2, 3, digits=5))

    assert ((1, 2, 3), (4, 5, 0)) == grid.rows
    assert (5, 0, 5) == (grid["r2c2"], grid["r2c3"], grid.filled_count)
    assert ([[1, 2, 3], [4, 5, 0]]) == grid.to_numpy().tolist()
    assert grid == eval(repr(grid), NAMES)
    for place in ("r3c1", "r1c4"):
        with pytest.raises(IndexError):
            grid[place]


def test_geometry_of_a_grid():
    """Boxes can be changed."""
    plain = Grid("." * 36)

    assert plain == Grid(plain, Geometry(6, 6))
    assert Grid((0,) * 36, Geometry.of_box(3, 2)) == Grid(plain, Geometry.of_box(3, 2))


# Text, copies, arrays


def test_drawing():
    assert "12|34\n34|12\n--+--\n21|43\n43|21" == str(FULL) == str(Grid(FULL))
    lying = Grid(tuple(range(1, 7)) * 6, Geometry(6, 6))
    assert "\n---+---\n".join(["123|456\n123|456"] * 3) == str(lying)
    standing = Grid((0,) * 36, Geometry.of_box(3, 2))
    assert "\n--+--+--\n".join(["\n".join(["..|..|.."] * 3)] * 2) == str(standing)


def test_drawing_of_large_grids():
    """Letters up to 35, then numbers in columns of one width."""
    grid = Grid((36, 0, *range(1, 35)) * 36, Geometry(36, 36))
    first = "36  .  1  2  3  4 |  5  6  7  8  9 10 | 11 12 13 14 15 16 | "
    lines = str(grid).split("\n")

    assert (41, first) == (len(lines), lines[0][: len(first)])
    assert {len(lines[0])} == set(map(len, lines))
    assert "------------------+-------------------+---" == lines[6][:42]
    assert "36 0 1 2 3" == grid.line[:10]
    assert "<Grid of 36x36 (boxes of 6x6), 1260 cells filled>" == repr(grid)
    letters = Grid((35, 0, 10, *(0,) * 1222), Geometry.of_box(5, 7))
    assert "Z.A" == letters.line[:3]
    assert str(letters).startswith("Z.A....|.......|")


@pytest.mark.parametrize(
    ("grid", "text"),
    [
        (PART, "Grid('1.343.12.1434321')"),
        (Grid((0,) * 16, Geometry.of_box(1, 4)), None),
        (Grid((0,) * 36, Geometry.of_box(3, 2)), None),
        (Grid((0,) * 9, Geometry.of_box(1, 3)), None),
        (Grid((0,) * 81, Geometry(9, 9, box=None)), None),
        (Grid((7,) + (0,) * 15, Geometry(4, 4, digits=7, first_value=0)), None),
    ],
)
def test_repr_and_copies(grid, text):
    assert text in (None, repr(grid))
    for again in (
        eval(repr(grid), NAMES),
        pickle.loads(pickle.dumps(grid)),
        copy.copy(grid),
        copy.deepcopy(grid),
    ):
        assert (grid, hash(grid)) == (again, hash(again))


def test_arrays():
    array = FULL.to_numpy()

    assert (np.uint8, [list(row) for row in FULL.rows]) == (array.dtype, array.tolist())
    assert np.uint8 == Grid((255,) * 65025, Geometry.of_box(15, 17)).to_numpy().dtype
    large = Grid((256,) * 65536, Geometry.of_box(16, 16)).to_numpy()
    assert (np.uint16, (256, 256)) == (large.dtype, large.shape)


def test_a_picture():
    assert PART._repr_svg_().startswith("<svg")


def test_no_candidates():
    """Pencil marks hold a puzzle; the message says what takes them."""
    with pytest.raises(InputError) as caught:
        Grid("1 2 34 34 " + "1234 " * 12)
    assert "Puzzle" in str(caught.value)
    for source in (Puzzle(FULL), Puzzle("1" + "." * 15)):
        with pytest.raises(InputError):
            Grid(source)


def test_rows_by_number():
    grid = Grid("1234 3412 2143 4321")

    assert list(grid) == [grid[row] for row in range(len(grid))]
    assert ((4, 3, 2, 1), 4) == (grid[-1], grid["r4c1"])
    with pytest.raises(IndexError):
        grid[4]


def test_arrays_of_any_shape():
    """They have the shape of the geometry."""
    shape = Geometry(2, 3, box=None)
    grid = Grid("123 .1.", shape)
    for source in (grid.to_numpy(), grid.to_numpy().ravel(), grid.rows):
        assert grid == Grid(source, shape)
    message = refused(lambda: Grid(grid.to_numpy().T, shape))
    assert "an array of shape (3, 2); expected one of shape (2, 3) or (6,)" in message


def test_numbers_in_lists_are_digits_whatever_the_first_value():
    """Whether other cells are 0 or None; characters are read as written."""
    shape = Geometry(4, 4, first_value=0)
    first = Grid((1,) + (0,) * 15, shape)
    assert "0..............." == first.line
    assert first == Grid([1] + [None] * 15, shape) == Grid(first.to_numpy(), shape)
    assert first == Grid([1.0] + [None] * 15, shape)
    assert first == Grid(["0"] + [None] * 15, shape)
    assert "3..............." == Grid([4] + [None] * 15, shape).line
    for wrong in (0, 5, -1):
        refused(lambda w=wrong: Grid([w] + [None] * 15, shape), cell=(1, 1))
