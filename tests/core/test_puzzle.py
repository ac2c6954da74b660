"""Puzzle: clues, candidates and constraints; clashes and solutions, by the rules."""

import copy
import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given

import satdoku
from satdoku import Geometry, Grid, LimitError, Puzzle, UsageError
from satdoku import constraints as named
from satdoku.constraints import AntiKnight, Diagonals, Killer, Regions
from tests.conftest import table
from tests.core.puzzles import (
    CLASH,
    EMPTY_FOUR,
    EMPTY_NINE,
    FOUR,
    allowed,
    refused,
    small_grids,
    small_puzzles,
)

FULL = Grid("1234 3412 2143 4321")
PLAIN = Puzzle("12.. .... .... ....")
NARROW = PLAIN.with_candidates((15, 15, 4) + (15,) * 13)
CAGE = Killer(5, "r1c1 r1c2")
NAMES = {"Puzzle": Puzzle, "Geometry": Geometry}
NAMES |= {name: getattr(named, name) for name in named.__all__}


# What holds a puzzle


def test_clues():
    puzzle = Puzzle("1.34 3.12 .143 4321")

    assert Grid("1.34 3.12 .143 4321") == puzzle.clues
    assert puzzle.clues.values == puzzle.values
    assert puzzle.clues.rows == puzzle.rows
    assert puzzle.clues.line == puzzle.line
    assert (FOUR, 13, 3) == (puzzle.geometry, puzzle.clue_count, puzzle.clues["r1c3"])
    assert (False, True) == (puzzle.is_complete, Puzzle(FULL).is_complete)
    assert ((), {}) == (puzzle.constraints, puzzle.metadata)


def test_sources():
    """Whatever holds a grid, a grid, or a puzzle."""
    for source in (
        PLAIN,
        PLAIN.clues,
        PLAIN.line,
        PLAIN.values,
        PLAIN.rows,
        PLAIN.clues.to_numpy(),
        str(PLAIN),
    ):
        assert PLAIN == Puzzle(source) == Puzzle.of(source)
    assert PLAIN is Puzzle.of(PLAIN)
    assert PLAIN == Puzzle.trusted(FOUR, PLAIN.values)


def test_a_puzzle_of_a_puzzle():
    """It keeps all that is not said anew."""
    first = Puzzle(NARROW, (Diagonals(),), metadata={"name": "one"})

    again = Puzzle(first)
    assert first == again
    assert {*NARROW.eliminated} <= {*first.eliminated}
    assert (Diagonals(),) == again.constraints
    assert first.masks == again.masks
    assert {"name": "one"} == again.metadata
    changed = Puzzle(first, (CAGE,), metadata={"name": "two"})
    assert ((CAGE,), {"name": "two"}) == (changed.constraints, changed.metadata)
    assert first.masks == changed.masks
    assert () == Puzzle(first, constraints=[]).constraints
    assert {} == Puzzle(first, metadata={}).metadata
    boxes = Geometry.of_box(3, 2)
    assert boxes == Puzzle(Puzzle("." * 36), geometry=boxes).geometry
    narrow = Puzzle((0,) * 36, geometry=Geometry(6, 6), candidates=(1,) * 36)
    refused(lambda: Puzzle(narrow, geometry=boxes))


def test_clues_are_checked():
    refused(lambda: Puzzle((0,) * 6 + (5,) + (0,) * 9), cell=(2, 3))
    refused(lambda: Puzzle("1" * 15))
    refused(lambda: Puzzle(PLAIN.clues, geometry=Geometry(6, 6)))


def test_nothing_can_be_changed():
    for name in ("clues", "candidates", "constraints", "metadata", "values", "other"):
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            setattr(PLAIN, name, ())
    masks, rules, notes = [15] * 16, [CAGE], {"name": "one"}
    masks[2] = 4
    puzzle = Puzzle(PLAIN, rules, masks, metadata=notes)
    masks[2] = 8
    rules.append(Diagonals())
    notes["name"] = "two"
    with pytest.raises(TypeError):
        puzzle.metadata["name"] = "two"
    assert {"name": "one"} == Puzzle.trusted(
        FOUR, PLAIN.values, puzzle.metadata
    ).metadata
    assert NARROW.masks == puzzle.masks
    assert (CAGE,) == puzzle.constraints
    assert {"name": "one"} == puzzle.metadata


def test_equality():
    """By clues, candidates and constraints; not by metadata; a grid is no puzzle."""
    named_ = Puzzle(PLAIN, metadata={"name": "one"})
    ruled = Puzzle(PLAIN, (Diagonals(),))

    assert (PLAIN, hash(PLAIN)) == (named_, hash(named_))
    assert ruled == Puzzle(PLAIN.line, [Diagonals()])
    assert hash(ruled) == hash(Puzzle(PLAIN.line, [Diagonals()]))
    assert 4 == len({PLAIN, NARROW, ruled, Puzzle(PLAIN, (CAGE,)), named_})
    assert PLAIN != PLAIN.clues
    assert Puzzle("." * 36) != Puzzle("." * 36, geometry=Geometry.of_box(3, 2))


# The rules


@pytest.mark.parametrize(
    ("line", "clashes"),
    table(__file__, "test_clashes"),
)
def test_clashes(line, clashes):
    found = Puzzle(line).clashes()

    assert [*clashes] == [(one.digit, one.unit, one.cells) for one in found]
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


def test_every_kind_of_unit_is_checked():
    """Grids that are right but for one kind of unit."""
    grids = {
        "column": Grid("1234 3412 1234 3412"),
        "row": Grid("1313 2424 3131 4242"),
        "box": Grid("1234 2341 3412 4123"),
    }
    for kind, grid in grids.items():
        assert not Puzzle(grid).is_solution(grid)
        assert {kind} == {clash.unit.split()[0] for clash in Puzzle(grid).clashes()}


@given(puzzle=small_puzzles())
def test_solutions_of_small_puzzles(puzzle):
    """Those that brute force finds, and no others."""
    assert allowed(puzzle) == set(filter(puzzle.is_solution, small_grids()))


def test_grids_that_are_no_solutions():
    assert PLAIN.is_solution(Puzzle(FULL))
    assert not EMPTY_FOUR.is_solution(Grid((*FULL.values[:-1], 0), FOUR))
    shape = Geometry.of_box(1, 4)
    assert not Puzzle((0,) * 16, geometry=shape).is_solution(FULL)
    with pytest.raises(UsageError, match="no grid"):
        PLAIN.is_solution("1234341221434321")


def test_other_shapes():
    """Rectangles, and more digits than cells in a row; each unit at most once."""
    tall = Puzzle((0,) * 6, geometry=Geometry(3, 2, digits=4))
    right = Grid((1, 2, 3, 4, 2, 1), tall.geometry)

    assert 5 == len(tall.units)
    assert tall.is_solution(right)
    assert not tall.is_solution(Grid((1, 1, 3, 4, 2, 1), tall.geometry))  # row
    assert not tall.is_solution(Grid((1, 2, 1, 4, 2, 1), tall.geometry))  # column
    latin = Puzzle((0,) * 16, geometry=Geometry(4, 4, box=None))
    rows = Grid("1234 2341 3412 4123")
    assert latin.is_solution(Grid(rows, latin.geometry))
    assert not EMPTY_FOUR.is_solution(rows)


# Constraints


def test_units_of_constraints():
    """They follow rows, columns and boxes, and are named by what they come from."""
    puzzle = Puzzle(EMPTY_FOUR, (Diagonals(), CAGE))

    assert FOUR.units == EMPTY_FOUR.units == puzzle.units[:12]
    assert ((0, 5, 10, 15), (3, 6, 9, 12), (0, 1)) == puzzle.units[12:]
    assert ["box 4", "falling diagonal", "rising diagonal", CAGE.describe()] == [
        puzzle.unit_name(unit) for unit in range(11, 15)
    ]
    with pytest.raises(UsageError):
        puzzle.unit_name(15)


def test_units_rule_candidates_out():
    puzzle = Puzzle("1" + "." * 15, (Diagonals(),))

    assert all(not puzzle.candidate_masks()[cell] & 1 for cell in (5, 10, 15))
    assert puzzle.candidate_masks()[6] & 1
    assert puzzle.masks is None
    assert Puzzle(puzzle, candidates=puzzle.candidate_masks()) == puzzle
    assert (
        ()
        == puzzle.with_candidates(Puzzle("1" + "." * 15).candidate_masks()).eliminated
    )


@pytest.mark.parametrize(
    ("line", "rules", "units"),
    [
        ("1....1..........", (Diagonals(),), {"box 1", "falling diagonal"}),
        ("..1..........1..", (Diagonals(),), set()),
        ("1.....1.........", (), set()),
        ("1.....1.........", (AntiKnight(),), {"anti-knight"}),
        ("1......1........", (Regions("ABAB ABAB CDCD CDCD"),), set()),
        ("1.1.............", (Regions("ABAB ABAB CDCD CDCD"),), {"row 1", "region 1"}),
    ],
)
def test_clashes_of_constraints(line, rules, units):
    assert units == {clash.unit for clash in Puzzle(line, rules).clashes()}


def test_solutions_keep_constraints():
    """Units of theirs, and what no unit says."""
    crossed = Grid("1234 3412 4321 2143")  # both diagonals hold each digit once

    assert {crossed.values} <= {
        grid.values
        for grid in small_grids()
        if Puzzle(EMPTY_FOUR, (Diagonals(),)).is_solution(grid)
    }
    assert not Puzzle(EMPTY_FOUR, (Diagonals(),)).is_solution(FULL)
    assert not Puzzle(EMPTY_FOUR, (AntiKnight(),)).is_solution(crossed)
    assert Puzzle(EMPTY_FOUR, (Killer(3, "r1c1 r1c2"),)).is_solution(FULL)
    assert not Puzzle(EMPTY_FOUR, (Killer(4, "r1c1 r1c2"),)).is_solution(FULL)
    twice = Puzzle(EMPTY_FOUR, (Killer(2, "r1c1 r2c3"),))  # 1 and 1
    assert not twice.is_solution(FULL)


def test_sums_count_from_the_first_value():
    shape = Geometry(4, 4, first_value=0)
    grid = Grid(FULL, shape)

    assert Puzzle((0,) * 16, (Killer(1, "r1c1 r1c2"),), geometry=shape).is_solution(
        grid
    )
    assert not Puzzle((0,) * 16, (Killer(3, "r1c1 r1c2"),), geometry=shape).is_solution(
        grid
    )


@pytest.mark.parametrize(
    "rule",
    [
        Killer(5, "r5c1"),
        Killer(15, "r1c1 r1c2 r1c3 r1c4 r2c1"),
        Regions("AAAABBBB"),
        Regions(["r1c1 r9c9"]),
        Regions("A" * 16),
    ],
)
def test_constraints_that_do_not_fit(rule):
    with pytest.raises(UsageError):
        Puzzle(EMPTY_FOUR, (rule,))


def test_a_geometry_in_place_of_constraints():
    with pytest.raises(UsageError) as caught:
        Puzzle("." * 36, Geometry(6, 6))
    assert "geometry=" in str(caught.value)


def test_constraints_in_words():
    puzzle = Puzzle(PLAIN, (Diagonals(), CAGE))

    assert str(PLAIN.clues) == str(PLAIN)
    assert [*str(PLAIN).split("\n"), "diagonals", CAGE.describe()] == str(puzzle).split(
        "\n"
    )


# Candidates


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
    refused(lambda: Puzzle(PLAIN, candidates=masks), cell)
    refused(lambda: Puzzle.of_candidates(FOUR, masks), cell)


def test_candidates_that_exclude_a_clue():
    refused(lambda: PLAIN.with_candidates((15, 13) + (15,) * 14), cell=(1, 2))
    refused(lambda: PLAIN.with_candidates((2, 15) + (15,) * 14), cell=(1, 1))


def test_candidates_alone():
    """A cell is filled where it has one candidate that no peer has."""
    assert PLAIN == Puzzle.of_candidates(FOUR, PLAIN.candidate_masks())
    shared = Puzzle.of_candidates(FOUR, (1, *(15,) * 15))
    assert (0, ((0, 2), (0, 3), (0, 4))) == (shared.clue_count, shared.eliminated)
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
    for cell, digit in puzzle.eliminated:
        full[cell] ^= 1 << (digit - 1)
    alone = Puzzle.of_candidates(FOUR, puzzle.candidate_masks())

    assert puzzle == eval(repr(puzzle), NAMES)
    assert puzzle == Puzzle(puzzle.values, candidates=puzzle.candidate_masks())
    assert puzzle == Puzzle(puzzle.values).with_candidates(full)
    assert puzzle == puzzle.with_candidates(None).with_candidates(full)
    assert bool(puzzle.eliminated) == (puzzle.masks is not None)
    assert allowed(alone) == allowed(puzzle)
    assert alone == Puzzle.of_candidates(FOUR, alone.candidate_masks())


# Text, copies, pictures


@pytest.mark.parametrize(
    ("puzzle", "text"),
    [
        (PLAIN, "Puzzle('12..............')"),
        (Puzzle((0,) * 16, geometry=Geometry.of_box(1, 4)), None),
        (Puzzle((0,) * 9, geometry=Geometry.of_box(1, 3)), None),
        (
            Puzzle(
                (0,) * 36,
                (Killer(2, ((0, 0), (5, 5))), Regions(["r1c1 r2c2"])),
                (1,) * 36,
                Geometry.of_box(3, 2),
                {"name": "all of it"},
            ),
            None,
        ),
        (Puzzle(EMPTY_NINE, (AntiKnight(), Diagonals())), None),
        (NARROW, None),
    ],
)
def test_repr_and_copies(puzzle, text):
    assert text in (None, repr(puzzle))
    for again in (
        eval(repr(puzzle), NAMES),
        pickle.loads(pickle.dumps(puzzle)),
        copy.copy(puzzle),
        copy.deepcopy(puzzle),
    ):
        assert (puzzle, hash(puzzle)) == (again, hash(again))
        assert puzzle.masks == again.masks
        assert puzzle.units == again.units
    assert puzzle.metadata == pickle.loads(pickle.dumps(puzzle)).metadata


def test_repr_of_large_puzzles():
    shape = Geometry(36, 36)
    plain = Puzzle((36, *(0,) * 1295), geometry=shape)
    masks = Puzzle((0,) * 1296, (Diagonals(),), (3,) * 1296, shape)

    assert "<Puzzle of 36x36 (boxes of 6x6), 1 clues>" == repr(plain)
    assert "36x36" in repr(masks)


def test_pictures():
    """Notebooks show a puzzle, a result and a report."""
    for value in (NARROW, EMPTY_NINE, satdoku.solve(CLASH), satdoku.solve(PLAIN)):
        assert value._repr_svg_().startswith("<svg")
    report = satdoku.check(PLAIN)
    assert report._repr_svg_().startswith("<svg")


def test_other_clues_and_constraints():
    puzzle = Puzzle("12" + "." * 14, [Diagonals()], metadata={"name": "x"})
    other = puzzle.with_clues("1" + "." * 15)

    assert ("1" + "." * 15, puzzle.constraints) == (other.line, other.constraints)
    assert puzzle.metadata == other.metadata
    assert () == puzzle.with_constraints([]).constraints
    eliminated = NARROW.with_clues("." * 16).eliminated
    assert {*NARROW.eliminated} == {*eliminated}
    assert FULL == PLAIN.with_clues(Puzzle(FULL)).clues


def test_candidates_as_digits():
    marks = [(1,), (2,), (3,), *[(1, 2, 3, 4)] * 13]
    puzzle = Puzzle("12" + "." * 14, candidates=marks)

    assert (3,) == puzzle.candidates_of("r1c3") == puzzle.pencil_marks[2]
    assert None is Puzzle("12" + "." * 14).pencil_marks
    with pytest.raises(UsageError, match="r9"):
        puzzle.candidates_of("row 9 r9")
    with pytest.raises(UsageError, match="r9c9 lies outside a grid of 4x4"):
        puzzle.candidates_of("r9c9")
    with pytest.raises(UsageError, match="no cell 5"):
        puzzle.candidates_of(5)


def test_candidates_of_numpy():
    """Masks and digits of NumPy are those of Python."""
    masks = [1, *[14] * 3, *[15] * 12]
    digits = [(1,), *[(2, 3, 4)] * 3, *[(1, 2, 3, 4)] * 12]
    expected = Puzzle("1" + "." * 15, candidates=masks)
    for candidates in (np.array(masks), masks, [np.array(cell) for cell in digits]):
        assert expected == Puzzle("1" + "." * 15, candidates=candidates)
    for wrong in (True, np.True_, 1.0, np.array([5]), np.array([[1]]), "1"):
        refused(lambda w=wrong: Puzzle("." * 16, candidates=[w, *masks[1:]]), (1, 1))


def test_largest_size_of_grids_and_puzzles():
    large = Puzzle("." * 256)
    for source in (large.line, large.clues, large):
        assert large == Puzzle(source, max_size=16)
        with pytest.raises(LimitError, match="16x16"):
            Puzzle(source, max_size=9)
    for make in (Puzzle, satdoku.solve, satdoku.count, satdoku.check):
        with pytest.raises(LimitError, match="at most 225x225"):
            make("." * 226**2)
