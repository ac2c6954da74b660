"""Grid: values and candidates, the rules, text and arrays."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given

from satdoku import Geometry, Grid, InputError, Puzzle
from tests.core.puzzles import (
    CLASH,
    EMPTY_FOUR,
    EMPTY_NINE,
    FOUR,
    allowed,
    small_grids,
    small_puzzles,
)

FULL = Grid("1234 3412 2143 4321")
PLAIN = Grid("12.. .... .... ....")
NARROW = PLAIN.with_candidates((15, 15, 4) + (15,) * 13)
NAMES = {"Grid": Grid, "Geometry": Geometry}


def refused(make, cell=None):
    with pytest.raises(InputError) as caught:
        make()
    assert cell == caught.value.cell
    return str(caught.value)


@pytest.mark.parametrize("value", [5, -1, 1.0, "1", True, None])
def test_values_are_checked(value):
    refused(lambda: Grid((0,) * 6 + (value,) + (0,) * 9, FOUR), cell=(2, 3))


def test_number_of_values():
    for number in (0, 15, 17):
        assert "16" in refused(lambda n=number: Grid((0,) * n, FOUR))


def test_equality():
    other = Grid(FULL.values, FOUR)

    assert (FULL, hash(FULL)) == (other, hash(other))
    assert Grid((0,) * 36, Geometry(6, 6)) != Grid((0,) * 36, Geometry.of_box(3, 2))
    assert FULL != Grid((*FULL.values[:-1], 0), FOUR)


def test_cells():
    grid = Grid("1.34 3.12 .143 4321")

    assert (3, 2) == (grid[0, 2], grid[3, 2])
    assert ((1, 0, 3, 4), (3, 0, 1, 2)) == grid.rows[:2]
    assert ([(0, 1), (2, 3), (3, 4)], 13) == (list(grid.clues)[:3], grid.clue_count)
    assert (False, True) == (grid.is_complete, FULL.is_complete)
    for place in ((4, 0), (0, 4), (-1, 0), (0, -1)):
        with pytest.raises(IndexError):
            grid[place]


# The rules


@pytest.mark.parametrize(
    ("line", "clashes"),
    [
        ("1234341221434321", []),
        (
            "11..............",
            [(1, "row 1", ("r1c1", "r1c2")), (1, "box 1", ("r1c1", "r1c2"))],
        ),
        ("4.......4.......", [(4, "column 1", ("r1c1", "r3c1"))]),
        (
            "222.......3.3.3.",
            [
                (2, "row 1", ("r1c1", "r1c2", "r1c3")),
                (3, "row 4", ("r4c1", "r4c3")),
                (3, "column 3", ("r3c3", "r4c3")),
                (2, "box 1", ("r1c1", "r1c2")),
                (3, "box 4", ("r3c3", "r4c3")),
            ],
        ),
    ],
)
def test_clashes(line, clashes):
    found = Puzzle(line).clashes()

    assert clashes == [(one.digit, one.unit, one.cells) for one in found]
    for clash in found:
        assert all(name in str(clash) for name in clash.cells)


def test_clashes_of_many_cells_are_shortened():
    first = Puzzle("5555" + "." * 77).clashes()[0]
    every = Puzzle("5" * 9 + "." * 72).clashes()[0]

    assert ("r1c1", "r1c2", "r1c3", "r1c4") == first.cells
    assert "r1c4" in str(first)
    assert 9 == len(every.cells)
    assert "r1c3" in str(every)
    assert "r1c4" not in str(every)
    assert "6 more" in str(every)


def test_solutions():
    """Complete, without a clash, of the puzzle's geometry, with its clues."""
    assert Puzzle.of(EMPTY_FOUR).is_solution(FULL)
    assert Puzzle.of(FULL).is_solution(FULL)
    assert FULL.solves(Grid("1... .... .... ...1"))
    assert not Puzzle.of(EMPTY_FOUR).is_solution(EMPTY_FOUR)
    assert not Grid((*FULL.values[:-1], 0), FOUR).solves(EMPTY_FOUR)
    assert not FULL.solves(Grid("2... .... .... ...."))
    assert not FULL.solves(Grid(".... .... .... ...2"))
    assert not FULL.solves(Grid((0,) * 16, Geometry.of_box(1, 4)))


def test_every_kind_of_unit_is_checked():
    """Grids that are right but for one kind of unit."""
    grids = {
        "column": Grid("1234 3412 1234 3412"),
        "row": Grid("1313 2424 3131 4242"),
        "box": Grid("1234 2341 3412 4123"),
    }
    for kind, grid in grids.items():
        assert not Puzzle.of(grid).is_solution(grid)
        assert {kind} == {clash.unit.split()[0] for clash in grid.clashes()}


@given(puzzle=small_puzzles())
def test_solutions_of_small_puzzles(puzzle):
    """Those that brute force finds, and no others."""
    assert allowed(puzzle) == {grid for grid in small_grids() if Puzzle.of(puzzle).is_solution(grid)}


# Candidates


def test_clues_alone():
    """Usually nothing is ruled out beyond what the clues say."""
    left = (1, 2, 12, 12, 12, 12, 15, 15, 14, 13, 15, 15, 14, 13, 15, 15)

    assert (None, (), left) == (PLAIN.candidates, PLAIN.removed, PLAIN.left())
    for masks in ((15,) * 16, left, list(left)):
        again = Puzzle(PLAIN.values, FOUR).with_candidates(masks)
        assert (PLAIN, hash(PLAIN), None) == (again, hash(again), again.candidates)
        assert repr(again) == repr(PLAIN)
    assert FULL == FULL.with_candidates(FULL.left()) == FULL.with_candidates((15,) * 16)


def test_candidates_ruled_out():
    assert (1, 2, 4, 12, 12, 12, 15, 15) == NARROW.candidates[:8]
    assert (NARROW.candidates, ((2, 4),)) == (NARROW.left(), NARROW.removed)
    assert NARROW != PLAIN
    assert 2 == len({NARROW, PLAIN, Puzzle(NARROW.values, geometry=FOUR, candidates=NARROW.left())})
    assert PLAIN == NARROW.with_candidates(None)
    none = PLAIN.with_candidates((1, 2, 0) + (15,) * 13)
    assert ((2, 3), (2, 4)) == none.removed
    two = PLAIN.with_candidates((15,) * 14 + (5, 14))
    assert ((14, 2), (14, 4), (15, 1)) == two.removed


@pytest.mark.parametrize(
    ("masks", "cell"),
    [
        ((15,) * 15, None),
        ((15,) * 17, None),
        ((15, 15, 16) + (15,) * 13, (1, 3)),
        ((15,) * 15 + (-1,), (4, 4)),
        ((15,) * 15 + (True,), (4, 4)),
        ((15,) * 15 + (2.0,), (4, 4)),
    ],
)
def test_masks_are_checked(masks, cell):
    refused(lambda: PLAIN.with_candidates(masks), cell)
    refused(lambda: Puzzle.of_candidates(FOUR, masks), cell)


def test_candidates_that_exclude_a_clue():
    refused(lambda: PLAIN.with_candidates((15, 13) + (15,) * 14), cell=(1, 2))
    refused(lambda: PLAIN.with_candidates((2, 15) + (15,) * 14), cell=(1, 1))


def test_candidates_alone():
    """A cell is filled where it has one candidate that no peer has."""
    assert PLAIN == Puzzle.of_candidates(FOUR, PLAIN.left())
    shared = Puzzle.of_candidates(FOUR, (1, *(15,) * 15))
    assert (0, ((0, 2), (0, 3), (0, 4))) == (shared.clue_count, shared.removed)
    assert 0 == Puzzle.of_candidates(FOUR, (1, 1, *(14,) * 14)).clue_count
    assert 0 == Puzzle.of_candidates(FOUR, (0,) * 16).clue_count
    apart = Puzzle.of_candidates(FOUR, (1, *(14,) * 14, 1))
    assert "1..............1" == apart.line
    for peer in (3, 5, 12):  # of the row, box, column
        masks = [1, *(14,) * 15]
        masks[peer] = 15
        assert 0 == Puzzle.of_candidates(FOUR, masks).clue_count


@given(puzzle=small_puzzles())
def test_the_same_in_other_forms(puzzle):
    full = [15] * 16
    for cell, digit in puzzle.removed:
        full[cell] ^= 1 << (digit - 1)
    alone = Puzzle.of_candidates(FOUR, puzzle.left())

    assert puzzle == eval(repr(puzzle), NAMES)
    assert puzzle == Puzzle(puzzle.values, geometry=FOUR, candidates=puzzle.left())
    assert puzzle == Puzzle(puzzle.values, FOUR).with_candidates(full)
    assert bool(puzzle.removed) == (puzzle.candidates is not None)
    assert allowed(alone) == allowed(puzzle)
    assert alone == Puzzle.of_candidates(FOUR, alone.left())


def test_solutions_keep_candidates():
    one, two = Grid("1234 3412 2143 4321"), Grid("1243 3412 2134 4321")

    assert Puzzle.of(PLAIN).is_solution(one)
    assert Puzzle.of(PLAIN).is_solution(two)
    assert Puzzle.of(NARROW).is_solution(one)
    assert not Puzzle.of(NARROW).is_solution(two)


def test_geometry_of_a_grid():
    """Boxes can be changed, unless candidates were ruled out because of them."""
    plain, narrow = Grid("." * 36), Puzzle((0,) * 36, geometry=Geometry(6, 6), candidates=(1,) * 36)

    assert plain is Grid(plain)
    assert plain is Grid(plain, Geometry(6, 6))
    assert Grid((0,) * 36, Geometry.of_box(3, 2)) == Grid(plain, Geometry.of_box(3, 2))
    assert narrow is Grid(narrow, Geometry(6, 6))
    refused(lambda: Grid(narrow, Geometry.of_box(3, 2)))


# Text, copies, arrays


def test_drawing():
    assert "12|34\n34|12\n--+--\n21|43\n43|21" == str(FULL) == str(Grid(FULL))
    lying = Grid(tuple(range(1, 7)) * 6, Geometry(6, 6))
    assert "\n---+---\n".join(["123|456\n123|456"] * 3) == str(lying)
    standing = Grid((0,) * 36, Geometry.of_box(3, 2))
    assert "\n--+--+--\n".join(["\n".join(["..|..|.."] * 3)] * 2) == str(standing)
    assert str(PLAIN) == str(NARROW)


def test_drawing_of_large_grids():
    """Letters up to 35, then numbers in columns of one width."""
    grid = Grid((36, 0, *range(1, 35)) * 36, Geometry(36, 36))
    first = "36  .  1  2  3  4 |  5  6  7  8  9 10 | 11 12 13 14 15 16 | "
    lines = str(grid).split("\n")

    assert (41, first) == (len(lines), lines[0][: len(first)])
    assert {len(lines[0])} == set(map(len, lines))
    assert "------------------+-------------------+---" == lines[6][:42]
    assert "36 0 1 2 3" == grid.line[:10]
    assert "<Grid of 36x36 (boxes of 6x6), 1260 clues>" == repr(grid)
    masks = Puzzle((0,) * 1296, geometry=Geometry(36, 36), candidates=(3,) * 1296)
    assert "<Grid of 36x36 (boxes of 6x6), 0 clues, 44064 ruled out>" == repr(masks)
    letters = Grid((35, 0, 10, *(0,) * 1222), Geometry.of_box(5, 7))
    assert "Z.A" == letters.line[:3]
    assert str(letters).startswith("Z.A....|.......|")


@pytest.mark.parametrize(
    ("grid", "text"),
    [
        (PLAIN, "Grid('12..............')"),
        (Grid((0,) * 16, Geometry.of_box(1, 4)), None),
        (Grid((0,) * 36, Geometry.of_box(3, 2)), None),
        (Grid((0,) * 9, Geometry.of_box(1, 3)), None),
        (Puzzle((0,) * 36, geometry=Geometry.of_box(3, 2), candidates=(1,) * 36), None),
        (NARROW, None),
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
        assert grid.candidates == again.candidates


def test_arrays():
    array = FULL.to_numpy()

    assert (np.uint8, [list(row) for row in FULL.rows]) == (array.dtype, array.tolist())
    assert np.uint8 == Grid((255,) * 65025, Geometry.of_box(15, 17)).to_numpy().dtype
    large = Grid((256,) * 65536, Geometry.of_box(16, 16)).to_numpy()
    assert (np.uint16, (256, 256)) == (large.dtype, large.shape)
    assert NARROW.to_numpy().tolist() == PLAIN.to_numpy().tolist()


def test_pictures():
    """Notebooks show a grid, a result and a report."""
    import satdoku

    for value in (NARROW, EMPTY_NINE, satdoku.solve(CLASH), satdoku.solve(PLAIN)):
        assert value._repr_svg_().startswith("<svg")
    report = satdoku.check(PLAIN)
    assert report._repr_svg_().startswith("<svg")
